/* western.c: Western (Hodges) notation, as the Shoogi Server has it.  Source: docs/notation.md, "Western".
 *
 * The writer follows one rule to the letter.  The reader takes whatever fits exactly one legal move, so it
 * works the other way round: it gathers every meaning the text can have (a letter may be a rank or the
 * sign of a capture, two digits a square or a file), and asks which legal moves have one of them. */
#include "base/error.h"
#include "notation/cursor.h"
#include "shoogi/notation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Letters of the Shoogi Server for promoted forms.  One stands for its form in any game that has the
 * form and no piece with that letter.  A definition cannot name letters of its own yet; when it can, these
 * three belong into it. */
static const struct {
    char letter;
    const char *id;
} aliases[] = { { 'D', "+R" }, { 'H', "+B" }, { 'T', "+P" } };

/* ---- What both directions share ---------------------------------------------------------------- */

static unsigned file_of(const shoogi_variant *variant, shoogi_square square)
{
    return square / shoogi_variant_ranks(variant);
}

static unsigned rank_of(const shoogi_variant *variant, shoogi_square square)
{
    return square % shoogi_variant_ranks(variant);
}

static void write_square(shg_out *out, const shoogi_variant *variant, shoogi_square square)
{
    char text[SHOOGI_SQUARE_TEXT_BYTES];
    shg_out_bytes(out, text, shoogi_square_text(text, sizeof text, variant, square));
}

/* True if the man on from goes to to by the way it moves, whether or not its king allows it. */
static bool reaches(const shoogi_position *position, shoogi_square from, shoogi_square to)
{
    const shoogi_kind kind = shoogi_position_piece(position, from).kind;
    const shoogi_illegal why =
        shoogi_position_why(position, shoogi_move_make(from, to, kind, false), NULL, 0);
    return why == SHOOGI_ILLEGAL_NOTHING || why == SHOOGI_ILLEGAL_MUST_PROMOTE ||
           why == SHOOGI_ILLEGAL_ROYAL_EXPOSED;
}

/* Hodges: the origin is written if another man of exactly the same kind and face reaches the square;
 * a pinned one counts, and so does one that the mark of promotion would tell apart. */
static bool is_ambiguous(const shoogi_position *position, shoogi_square from, shoogi_square to)
{
    const shoogi_piece mover = shoogi_position_piece(position, from);
    const unsigned squares = shoogi_variant_squares(shoogi_position_variant(position));
    for (unsigned i = 0; i < squares; i++) {
        const shoogi_square square = (shoogi_square)i;
        const shoogi_piece piece = shoogi_position_piece(position, square);
        if (square != from && piece.kind == mover.kind && piece.colour == mover.colour &&
            reaches(position, square, to))
            return true;
    }
    return false;
}

/* True if the man on from, of a kind, may promote on its way to to. */
static bool may_promote(const shoogi_position *position, shoogi_square from, shoogi_square to)
{
    const shoogi_kind kind = shoogi_position_piece(position, from).kind;
    const shoogi_kind form = shoogi_variant_kind(shoogi_position_variant(position), kind).promoted;
    return form != 0 && shoogi_position_why(position, shoogi_move_make(from, to, form, true), NULL,
                                            0) == SHOOGI_ILLEGAL_NOTHING;
}

/* ---- Writing ----------------------------------------------------------------------------------- */

size_t shoogi_western_write(char *out, size_t out_bytes, const shoogi_position *position,
                            shoogi_move move)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    const shoogi_square to = shoogi_move_to(move), from = shoogi_move_from(move);
    shg_out text = shg_out_make(out, out_bytes);
    if (shoogi_move_is_drop(move)) {
        shg_out_text(&text, shoogi_variant_kind(variant, shoogi_move_kind(move)).id);
        shg_out_char(&text, '*');
        write_square(&text, variant, to);
        return text.length;
    }
    shg_out_text(&text,
                 shoogi_variant_kind(variant, shoogi_position_piece(position, from).kind).id);
    if (is_ambiguous(position, from, to))
        write_square(&text, variant, from);
    shg_out_char(&text, shoogi_position_piece(position, to).kind != 0 ? 'x' : '-');
    write_square(&text, variant, to);
    if (shoogi_move_is_promotion(move))
        shg_out_char(&text, '+');
    else if (may_promote(position, from, to))
        shg_out_char(&text, '=');
    return text.length;
}

/* ---- Reading: what the text can mean ----------------------------------------------------------- */

enum { ANY = -1 };

/* A square of which the file or the rank, or both, may be left open. */
struct place {
    int file, rank;
};

/* One meaning of the text. */
struct meaning {
    shoogi_kind kind;
    struct place from;
    char sign; /* '-', 'x' or '*' */
    shoogi_square to;
    char mark;               /* '+', '=' or 0 */
    size_t sign_at, mark_at; /* bytes into the text */
};

/* A name may end in several places, each letter x may be a sign, digits may be cut in several ways; a
 * text with more meanings than this is none. */
enum { MEANINGS_MAX = 64, PLACES_MAX = 8, NAME_BYTES_MAX = 16, PLACE_BYTES_MAX = 4 };

struct reader {
    shg_cursor cursor;
    const shoogi_position *position;
    const shoogi_variant *variant;
    struct meaning meanings[MEANINGS_MAX];
    size_t meaning_count;
    shoogi_move *legal; /* owned */
    size_t legal_count;
};

/* The kind that length bytes at the beginning of text name; 0 if they name none. */
static shoogi_kind named_kind(const shoogi_variant *variant, const char *text, size_t length)
{
    const shoogi_kind kind = shoogi_variant_kind_by_id(variant, text, length);
    const size_t sign = length > 0 && text[0] == '+'; /* +D is D */
    if (kind != 0 || length != sign + 1)
        return kind;
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (shg_upper(text[sign]) == aliases[i].letter &&
            shoogi_variant_kind_by_id(variant, &aliases[i].letter, 1) == 0)
            return shoogi_variant_kind_by_id(variant, aliases[i].id, strlen(aliases[i].id));
    return 0;
}

/* The longest name at the beginning of the text, at most most bytes of it; 0 if there is none. */
static size_t longest_name(const struct reader *reader, size_t most)
{
    const shg_cursor *cursor = &reader->cursor;
    for (size_t length = most; length > 0; length--)
        if (cursor->at + length <= cursor->bytes &&
            named_kind(reader->variant, cursor->text + cursor->at, length) != 0)
            return length;
    return 0;
}

/* A number of one or two digits from 1 to most, less 1; ANY if it is none. */
static int number(const char *text, size_t count, unsigned most)
{
    unsigned value = 0;
    if (count == 0 || count > 2 || text[0] == '0')
        return ANY;
    for (size_t i = 0; i < count; i++) {
        if (!shg_is_digit(text[i]))
            return ANY;
        value = value * 10 + (unsigned)(text[i] - '0');
    }
    return value <= most ? (int)value - 1 : ANY;
}

/* A rank as letters: a to z, then aa, ab and so on. */
static int rank_letters(const char *text, size_t count, unsigned most)
{
    unsigned value = 0;
    if (count == 0 || count > 2)
        return ANY;
    for (size_t i = 0; i < count; i++) {
        if (!shg_is_letter(text[i]))
            return ANY;
        value = value * 26 + (unsigned)(shg_lower(text[i]) - 'a') + 1;
    }
    return value <= most ? (int)value - 1 : ANY;
}

/* Every place that count bytes can mean: a square in letters or in digits, a file, a rank, or nothing
 * at all.  Fills places and returns how many. */
static size_t read_places(struct place places[PLACES_MAX], const shoogi_variant *variant,
                          const char *text, size_t count)
{
    const unsigned files = shoogi_variant_files(variant), ranks = shoogi_variant_ranks(variant);
    size_t found = 0;
    if (count > PLACE_BYTES_MAX)
        return 0;
    if (count == 0)
        places[found++] = (struct place){ ANY, ANY };
    const struct place whole = { number(text, count, files), rank_letters(text, count, ranks) };
    if (whole.file != ANY || whole.rank != ANY)
        places[found++] = whole;
    for (size_t cut = 1; cut < count; cut++) {
        struct place place = { number(text, cut, files), number(text + cut, count - cut, ranks) };
        if (place.rank == ANY)
            place.rank = rank_letters(text + cut, count - cut, ranks);
        if (place.file != ANY && place.rank != ANY &&
            shoogi_variant_has_square(variant, (unsigned)place.file, (unsigned)place.rank))
            places[found++] = place;
    }
    assert(found <= PLACES_MAX);
    return found;
}

static bool is_sign(char c)
{
    return c == '-' || c == '*' || shg_lower(c) == 'x';
}

/* Adds the meanings in which the name ends at name_end and the sign stands at sign_at. */
static void add_meanings(struct reader *reader, size_t name_end, size_t sign_at)
{
    const shg_cursor *cursor = &reader->cursor;
    const char *text = cursor->text;
    struct meaning meaning = {
        .kind = named_kind(reader->variant, text + cursor->at, name_end - cursor->at),
        .sign = shg_lower(text[sign_at]),
        .sign_at = sign_at,
        .mark_at = cursor->bytes,
    };
    size_t end = cursor->bytes;
    if (end > sign_at + 1 && (text[end - 1] == '+' || text[end - 1] == '=')) {
        meaning.mark_at = --end;
        meaning.mark = text[end];
    }
    if (meaning.sign == '*' && (sign_at != name_end || meaning.mark != 0))
        return; /* what is dropped comes from nowhere and promotes not */

    struct place from[PLACES_MAX], to[PLACES_MAX];
    const size_t from_count =
        read_places(from, reader->variant, text + name_end, sign_at - name_end);
    const size_t to_count = read_places(to, reader->variant, text + sign_at + 1, end - sign_at - 1);
    for (size_t i = 0; i < from_count; i++)
        for (size_t k = 0; k < to_count; k++) {
            if (to[k].file == ANY || to[k].rank == ANY || reader->meaning_count == MEANINGS_MAX)
                continue;
            meaning.from = from[i];
            meaning.to =
                shoogi_variant_square(reader->variant, (unsigned)to[k].file, (unsigned)to[k].rank);
            reader->meanings[reader->meaning_count++] = meaning;
        }
}

/* Gathers all meanings, those with the longest name first: SM is a side mover before it is a silver. */
static void gather(struct reader *reader)
{
    const shg_cursor *cursor = &reader->cursor;
    const size_t left = cursor->bytes - cursor->at;
    for (size_t length = longest_name(reader, left < NAME_BYTES_MAX ? left : NAME_BYTES_MAX);
         length > 0; length--) {
        const size_t name_end = cursor->at + length;
        if (named_kind(reader->variant, cursor->text + cursor->at, length) == 0)
            continue;
        for (size_t i = name_end; i < cursor->bytes && i <= name_end + PLACE_BYTES_MAX; i++)
            if (is_sign(cursor->text[i]))
                add_meanings(reader, name_end, i);
    }
}

/* ---- Reading: which legal moves fit ------------------------------------------------------------ */

enum { FIT_SIGN = 1, FIT_MARK = 2, FIT_ALL = FIT_SIGN | FIT_MARK };

static bool place_holds(const struct place *place, const shoogi_variant *variant,
                        shoogi_square square)
{
    return (place->file == ANY || (unsigned)place->file == file_of(variant, square)) &&
           (place->rank == ANY || (unsigned)place->rank == rank_of(variant, square));
}

static char sign_of(const shoogi_position *position, shoogi_move move)
{
    if (shoogi_move_is_drop(move))
        return '*';
    return shoogi_position_piece(position, shoogi_move_to(move)).kind != 0 ? 'x' : '-';
}

/* True if a legal move is what the meaning says; which: the parts of it that count. */
static bool fits(const struct reader *reader, const struct meaning *meaning, shoogi_move move,
                 int which)
{
    const bool drop = shoogi_move_is_drop(move);
    const shoogi_kind kind =
        drop ? shoogi_move_kind(move)
             : shoogi_position_piece(reader->position, shoogi_move_from(move)).kind;
    if (kind != meaning->kind || shoogi_move_to(move) != meaning->to)
        return false;
    if (drop ? meaning->from.file != ANY || meaning->from.rank != ANY
             : !place_holds(&meaning->from, reader->variant, shoogi_move_from(move)))
        return false;
    if ((which & FIT_SIGN) && sign_of(reader->position, move) != meaning->sign)
        return false;
    if (!(which & FIT_MARK) || meaning->mark == 0)
        return true;
    if (meaning->mark == '+')
        return shoogi_move_is_promotion(move);
    return !drop && !shoogi_move_is_promotion(move) &&
           may_promote(reader->position, shoogi_move_from(move), shoogi_move_to(move));
}

/* The index of the next legal move from *at on that fits one of the meanings; false if there is none. */
static bool next_fit(size_t *at, const struct reader *reader, int which)
{
    for (; *at < reader->legal_count; ++*at)
        for (size_t i = 0; i < reader->meaning_count; i++)
            if (fits(reader, &reader->meanings[i], reader->legal[*at], which))
                return true;
    return false;
}

/* As the user would have to write it: the origin where there is one to write, and no mark he did not. */
static void write_form(shg_out *out, const struct reader *reader, shoogi_kind kind,
                       struct place from, char sign, shoogi_square to, char mark)
{
    shg_out_text(out, shoogi_variant_kind(reader->variant, kind).id);
    if (from.file != ANY)
        shg_out_format(out, "%d", from.file + 1);
    if (from.rank != ANY) {
        char square[SHOOGI_SQUARE_TEXT_BYTES];
        (void)shoogi_square_text(square, sizeof square, reader->variant,
                                 shoogi_variant_square(reader->variant, 0, (unsigned)from.rank));
        shg_out_text(out, square + 1); /* behind the digit 1 */
    }
    shg_out_char(out, sign);
    write_square(out, reader->variant, to);
    if (mark != 0)
        shg_out_char(out, mark);
}

enum { FORM_BYTES = 40 };

/* The form of a meaning with another sign, or another mark. */
static const char *form(char text[FORM_BYTES], const struct reader *reader,
                        const struct meaning *meaning, char sign, char mark)
{
    shg_out out = shg_out_make(text, FORM_BYTES);
    const struct place nowhere = { ANY, ANY };
    write_form(&out, reader, meaning->kind, sign == '*' ? nowhere : meaning->from, sign,
               meaning->to, sign == '*' ? '\0' : mark);
    return text;
}

static shoogi_status fail_ambiguous(const struct reader *reader)
{
    char names[SHOOGI_MESSAGE_BYTES];
    shg_out list = shg_out_make(names, sizeof names);
    const char mark = reader->meanings[0].mark;
    size_t at = 0;
    for (; next_fit(&at, reader, FIT_ALL) && list.length < 80; at++) {
        const shoogi_move move = reader->legal[at];
        const shoogi_square from = shoogi_move_from(move), to = shoogi_move_to(move);
        const bool drop = shoogi_move_is_drop(move);
        if (mark == 0 && !drop && !shoogi_move_is_promotion(move) &&
            may_promote(reader->position, from, to))
            continue; /* its twin that promotes is named, without the mark */
        struct place place = { ANY, ANY };
        if (!drop)
            place = (struct place){ (int)file_of(reader->variant, from),
                                    (int)rank_of(reader->variant, from) };
        if (list.length > 0)
            shg_out_text(&list, ", ");
        write_form(&list, reader,
                   drop ? shoogi_move_kind(move)
                        : shoogi_position_piece(reader->position, from).kind,
                   place, sign_of(reader->position, move), to, mark);
    }
    if (next_fit(&at, reader, FIT_ALL))
        shg_out_text(&list, " ...");
    return shg_cursor_fail(&reader->cursor, reader->cursor.at, "one of %s", names);
}

/* ---- Reading: what is wrong where nothing fits ------------------------------------------------- */

/* The text has no meaning at all: the first place where it stops being a move. */
static shoogi_status fail_form(const struct reader *reader)
{
    const shg_cursor *cursor = &reader->cursor;
    const char *text = cursor->text;
    const size_t left = cursor->bytes - cursor->at;
    const size_t name_end =
        cursor->at + longest_name(reader, left < NAME_BYTES_MAX ? left : NAME_BYTES_MAX);
    if (name_end == cursor->at) {
        char names[SHOOGI_MESSAGE_BYTES];
        shg_out list = shg_out_make(names, sizeof names);
        for (unsigned kind = 1; kind <= shoogi_variant_kinds(reader->variant); kind++) {
            const shoogi_kind_info info = shoogi_variant_kind(reader->variant, (shoogi_kind)kind);
            if (info.id[0] != '+')
                shg_out_format(&list, "%s%s", list.length > 0 ? ", " : "", info.id);
        }
        if (left > 0 && text[cursor->at] == '@')
            return shg_cursor_fail(cursor, cursor->at, "a piece");
        return list.length < 80 ? shg_cursor_fail(cursor, cursor->at, "a piece (%s)", names)
                                : shg_cursor_fail(cursor, cursor->at, "a piece of this game");
    }

    /* The sign: the first that is nothing but a sign, else the first x. */
    size_t sign_at = cursor->bytes;
    for (size_t i = cursor->bytes; i-- > name_end;)
        if (text[i] == '-' || text[i] == '*' || text[i] == '@')
            sign_at = i;
    for (size_t i = cursor->bytes; sign_at == cursor->bytes && i-- > name_end;)
        if (shg_lower(text[i]) == 'x')
            sign_at = i;
    if (sign_at == cursor->bytes)
        return shg_cursor_fail(cursor, name_end, "\"-\", \"x\" or \"*\" between piece and square");
    if (text[sign_at] == '@')
        return shg_cursor_fail(cursor, sign_at,
                               "\"-\", \"x\" or \"*\" (\"@\" takes off a handicap)");

    struct place places[PLACES_MAX];
    if (text[sign_at] == '*' && sign_at != name_end)
        return shg_cursor_fail(cursor, name_end, "\"*\" (what is dropped starts from no square)");
    if (read_places(places, reader->variant, text + name_end, sign_at - name_end) == 0)
        return shg_cursor_fail(cursor, name_end,
                               "a square of this board, or \"-\", \"x\" or \"*\"");

    /* The square: as far as letters and digits go. */
    size_t end = sign_at + 1;
    while (end < cursor->bytes && (shg_is_digit(text[end]) || shg_is_letter(text[end])))
        end++;
    const size_t count =
        read_places(places, reader->variant, text + sign_at + 1, end - sign_at - 1);
    bool square = false;
    for (size_t i = 0; i < count; i++)
        square = square || (places[i].file != ANY && places[i].rank != ANY);
    if (!square)
        return shg_cursor_fail(cursor, sign_at + 1, "a square of this board");
    if (text[sign_at] == '*')
        return shg_cursor_fail(cursor, end, "the end of the move (a drop does not promote)");
    if (end < cursor->bytes && (text[end] == '+' || text[end] == '='))
        end++;
    return shg_cursor_fail(cursor, end, "%s",
                           text[end - 1] == '+' || text[end - 1] == '='
                               ? "the end of the move"
                               : "\"+\", \"=\" or the end");
}

/* How much a reason says of the move the player has in mind; the greater wins. */
static int weight(shoogi_illegal why)
{
    if (why == SHOOGI_ILLEGAL_NOT_ITS_MOVE)
        return 1;
    return why == SHOOGI_ILLEGAL_BLOCKED ? 2 : 3;
}

/* No legal move is meant: why the likeliest is illegal. */
static shoogi_status fail_illegal(const struct reader *reader, const struct meaning *meaning)
{
    const shoogi_variant *variant = reader->variant;
    const shoogi_kind_info info = shoogi_variant_kind(variant, meaning->kind);
    char best[SHOOGI_MESSAGE_BYTES] = "", sentence[SHOOGI_MESSAGE_BYTES];
    char to[SHOOGI_SQUARE_TEXT_BYTES];
    (void)shoogi_square_text(to, sizeof to, variant, meaning->to);

    if (meaning->sign == '*') {
        (void)shoogi_position_why(
            reader->position, shoogi_move_make_drop(meaning->kind, meaning->to), best, sizeof best);
        return shg_error_set(reader->cursor.err, SHOOGI_ILLEGAL, 1, 1, "%s", best);
    }
    int best_weight = 0;
    unsigned men = 0;
    for (unsigned i = 0; i < shoogi_variant_squares(variant); i++) {
        const shoogi_square from = (shoogi_square)i;
        const shoogi_piece piece = shoogi_position_piece(reader->position, from);
        if (piece.kind != meaning->kind || piece.colour != shoogi_position_side(reader->position) ||
            !place_holds(&meaning->from, variant, from))
            continue;
        men++;
        const bool promotes = meaning->mark == '+';
        const shoogi_kind form_kind = info.promoted != 0 ? info.promoted : piece.kind;
        shoogi_illegal why = shoogi_position_why(
            reader->position,
            shoogi_move_make(from, meaning->to, promotes ? form_kind : piece.kind, promotes),
            sentence, sizeof sentence);
        if (why == SHOOGI_ILLEGAL_MUST_PROMOTE && meaning->mark == 0) /* that it may leave to us */
            why = shoogi_position_why(reader->position,
                                      shoogi_move_make(from, meaning->to, form_kind, true),
                                      sentence, sizeof sentence);
        if (why != SHOOGI_ILLEGAL_NOTHING && weight(why) > best_weight) {
            best_weight = weight(why);
            memcpy(best, sentence, sizeof best);
        }
    }
    if (men == 0)
        return shg_error_set(reader->cursor.err, SHOOGI_ILLEGAL, 1, 1,
                             "you have no %s that could go to %s", info.name, to);
    if (men > 1 && best_weight <= weight(SHOOGI_ILLEGAL_BLOCKED))
        return shg_error_set(reader->cursor.err, SHOOGI_ILLEGAL, 1, 1,
                             "no %s of yours can go to %s", info.name, to);
    return shg_error_set(reader->cursor.err, SHOOGI_ILLEGAL, 1, 1, "%s",
                         best_weight > 0 ? best : "the move is not legal");
}

/* True if a legal move fits the meaning with this sign in place of its own. */
static bool fits_with_sign(const struct reader *reader, const struct meaning *meaning, char sign)
{
    struct meaning other = *meaning;
    other.sign = sign;
    for (size_t i = 0; i < reader->legal_count; i++)
        if (fits(reader, &other, reader->legal[i], FIT_SIGN))
            return true;
    return false;
}

/* The text is a move, but fits no legal one: a sign that contradicts the board comes first, then a mark
 * of promotion, then the reason of the rules. */
static shoogi_status fail_meaning(const struct reader *reader, const struct meaning *meaning)
{
    const shg_cursor *cursor = &reader->cursor;
    const shoogi_piece target = shoogi_position_piece(reader->position, meaning->to);
    const bool enemy = target.kind != 0 && target.colour != shoogi_position_side(reader->position);
    char right[FORM_BYTES], to[SHOOGI_SQUARE_TEXT_BYTES];
    (void)shoogi_square_text(to, sizeof to, reader->variant, meaning->to);

    if (enemy &&
        (meaning->sign == '-' || (meaning->sign == '*' && fits_with_sign(reader, meaning, 'x'))))
        return shg_cursor_fail(cursor, meaning->sign_at, "\"x\" (an enemy man stands on %s: %s)",
                               to, form(right, reader, meaning, 'x', meaning->mark));
    if (target.kind == 0 && meaning->sign != '*' && !fits_with_sign(reader, meaning, '-') &&
        meaning->mark == 0 && fits_with_sign(reader, meaning, '*'))
        return shg_cursor_fail(cursor, meaning->sign_at, "\"*\" (none on the board goes to %s: %s)",
                               to, form(right, reader, meaning, '*', '\0'));
    if (target.kind == 0 && meaning->sign == 'x')
        return shg_cursor_fail(cursor, meaning->sign_at, "\"-\" (no man stands on %s: %s)", to,
                               form(right, reader, meaning, '-', meaning->mark));

    size_t at = 0;
    if (meaning->mark != 0 && next_fit(&at, reader, FIT_SIGN)) {
        if (meaning->mark == '=' && shoogi_move_is_promotion(reader->legal[at]))
            return shg_cursor_fail(cursor, meaning->mark_at, "\"+\" (the piece must promote: %s)",
                                   form(right, reader, meaning, meaning->sign, '+'));
        return shg_cursor_fail(cursor, meaning->mark_at,
                               "the end of the move (it cannot promote: %s)",
                               form(right, reader, meaning, meaning->sign, '\0'));
    }
    return fail_illegal(reader, meaning);
}

/* ---- Reading ----------------------------------------------------------------------------------- */

/* Counts the moves that fit all meanings; *out is the first and, if the second is the same but for
 * promotion, both. */
static size_t pick(shoogi_western *out, const struct reader *reader)
{
    size_t at = 0, count = 0;
    shoogi_western found = { 0, 0, false };
    for (; next_fit(&at, reader, FIT_ALL); at++) {
        const shoogi_move move = reader->legal[at];
        const bool pair = count == 1 && !found.promotion_open && !shoogi_move_is_drop(move) &&
                          !shoogi_move_is_drop(found.move) &&
                          shoogi_move_from(move) == shoogi_move_from(found.move) &&
                          shoogi_move_to(move) == shoogi_move_to(found.move) &&
                          shoogi_move_is_promotion(move) != shoogi_move_is_promotion(found.move);
        if (pair) {
            found.promotion_open = true;
            found.unpromoted = shoogi_move_is_promotion(move) ? found.move : move;
            found.move = shoogi_move_is_promotion(move) ? move : found.move;
            continue;
        }
        if (count++ == 0)
            found.move = move;
    }
    if (count == 1)
        *out = found;
    return count;
}

static bool is_handicap(const shg_cursor *cursor)
{
    static const char word[] = "HANDICAP";
    const size_t length = sizeof word - 1, left = cursor->bytes - cursor->at;
    return left >= length && shg_text_same(cursor->text + cursor->at, length, word, length);
}

static shoogi_status read_move(shoogi_western *out, struct reader *reader)
{
    if (is_handicap(&reader->cursor))
        return shg_cursor_fail(&reader->cursor, reader->cursor.at,
                               "a move of a piece (a handicap is none)");
    gather(reader);
    if (reader->meaning_count == 0)
        return fail_form(reader);
    const size_t count = pick(out, reader);
    if (count == 1)
        return SHOOGI_OK;
    return count > 1 ? fail_ambiguous(reader) : fail_meaning(reader, &reader->meanings[0]);
}

shoogi_status shoogi_western_read(shoogi_western *out, const shoogi_position *position,
                                  const char *text, size_t text_bytes, shoogi_error *err)
{
    struct reader reader = { .cursor = { text, text_bytes, 0, err },
                             .position = position,
                             .variant = shoogi_position_variant(position) };
    shg_cursor *cursor = &reader.cursor;
    while (cursor->at < cursor->bytes && shg_is_separator(text[cursor->at]))
        cursor->at++;
    while (cursor->bytes > cursor->at && shg_is_separator(text[cursor->bytes - 1]))
        cursor->bytes--;

    /* Counted first: the bound over all positions of a large game is a thousand times what is there. */
    reader.legal_count = shoogi_position_moves(position, NULL, 0);
    reader.legal = malloc((reader.legal_count + 1) * sizeof *reader.legal);
    if (!reader.legal)
        return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "%s",
                             shoogi_status_text(SHOOGI_NO_MEMORY));
    (void)shoogi_position_moves(position, reader.legal, reader.legal_count);
    const shoogi_status status = read_move(out, &reader);
    free(reader.legal);
    return status;
}
