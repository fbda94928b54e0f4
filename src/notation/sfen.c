/* sfen.c: positions as one line of text.  Source: docs/notation.md, "SFEN". */
#include "notation/cursor.h"
#include "shoogi/notation.h"

#include <assert.h>
#include <string.h>

/* ---- What letters stand for -------------------------------------------------------------------- */

/* The longest id of the game, its sign included. */
static size_t longest_id(const shoogi_variant *variant)
{
    size_t longest = 0;
    for (unsigned kind = 1; kind <= shoogi_variant_kinds(variant); kind++) {
        const size_t length = strlen(shoogi_variant_kind(variant, (shoogi_kind)kind).id);
        if (length > longest)
            longest = length;
    }
    return longest;
}

/* True if a row must have commas between its squares, because an id has more than one letter. */
static bool needs_commas(const shoogi_variant *variant)
{
    for (unsigned kind = 1; kind <= shoogi_variant_kinds(variant); kind++) {
        const char *id = shoogi_variant_kind(variant, (shoogi_kind)kind).id;
        if (strlen(id) > (id[0] == '+' ? 2u : 1u))
            return true;
    }
    return false;
}

static void write_id(shg_out *out, const shoogi_variant *variant, shoogi_kind kind,
                     shoogi_colour colour)
{
    for (const char *c = shoogi_variant_kind(variant, kind).id; *c; c++)
        shg_out_char(out, colour == SHOOGI_WHITE ? shg_lower(*c) : *c);
}

/* ---- Writing ----------------------------------------------------------------------------------- */

static void write_board(shg_out *out, const shoogi_position *position)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    const bool commas = needs_commas(variant);
    const unsigned files = shoogi_variant_files(variant), ranks = shoogi_variant_ranks(variant);
    for (unsigned rank = 0; rank < ranks; rank++) {
        unsigned empty = 0;
        bool first = true;
        /* From the highest file to the first; one step beyond ends a run of empty squares. */
        for (unsigned left = files + 1; left-- > 0;) {
            shoogi_piece piece = { 0, SHOOGI_BLACK };
            if (left > 0 && shoogi_variant_has_square(variant, left - 1, rank))
                piece =
                    shoogi_position_piece(position, shoogi_variant_square(variant, left - 1, rank));
            if (left > 0 && piece.kind == 0) {
                empty++; /* a hole counts as one */
                continue;
            }
            if (empty > 0) {
                shg_out_format(out, "%s%u", commas && !first ? "," : "", empty);
                empty = 0;
                first = false;
            }
            if (piece.kind != 0) {
                if (commas && !first)
                    shg_out_char(out, ',');
                write_id(out, variant, piece.kind, piece.colour);
                first = false;
            }
        }
        if (rank + 1 < ranks)
            shg_out_char(out, '/');
    }
}

static void write_hands(shg_out *out, const shoogi_position *position)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    const bool commas = needs_commas(variant);
    if (shoogi_position_mark(position) != SHOOGI_NO_SQUARE) {
        /* Where nothing is dropped the field holds the counter-strike mark. */
        char square[SHOOGI_SQUARE_TEXT_BYTES];
        shg_out_bytes(
            out, square,
            shoogi_square_text(square, sizeof square, variant, shoogi_position_mark(position)));
        return;
    }
    shoogi_kind order[SHOOGI_KINDS_MAX];
    const size_t kinds = shoogi_hand_order(order, SHOOGI_KINDS_MAX, variant);
    bool any = false;
    for (int colour = SHOOGI_BLACK; colour <= SHOOGI_WHITE; colour++)
        for (size_t i = 0; i < kinds; i++) {
            const unsigned count = shoogi_position_hand(position, (shoogi_colour)colour, order[i]);
            if (count == 0)
                continue;
            if (commas && any)
                shg_out_char(out, ',');
            if (count > 1)
                shg_out_format(out, "%u", count);
            write_id(out, variant, order[i], (shoogi_colour)colour);
            any = true;
        }
    if (!any)
        shg_out_char(out, '-');
}

size_t shoogi_sfen_write(char *out, size_t out_bytes, const shoogi_position *position)
{
    shg_out text = shg_out_make(out, out_bytes);
    write_board(&text, position);
    shg_out_text(&text, shoogi_position_side(position) == SHOOGI_BLACK ? " b " : " w ");
    write_hands(&text, position);
    shg_out_format(&text, " %u", shoogi_position_ply(position));
    return text.length;
}

/* ---- Reading ----------------------------------------------------------------------------------- */

enum { HAND_MAX = 65535, PLY_MAX = 999999 };

/* What the text says, before any of it touches the position. */
struct setup {
    shoogi_piece board[SHOOGI_SQUARES_MAX];
    unsigned hand[2][SHOOGI_KINDS_MAX + 1];
    shoogi_colour side;
    shoogi_square mark;
    unsigned ply;
};

struct reader {
    shg_cursor cursor;
    const shoogi_variant *variant;
    size_t longest_id;
    struct setup *setup;
};

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* The piece whose id stands at the cursor, the longest that fits; its letters are all of one case.
 * Where no kind has the id "+X", a "+x" means the form X promotes to, whatever that is called: some
 * programs write the faces of a piece that flips so.  Returns false, and takes nothing, if there is none. */
static bool read_piece(shoogi_piece *out, struct reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    const char *text = cursor->text + cursor->at;
    const size_t left = cursor->bytes - cursor->at;
    const size_t sign = left > 0 && text[0] == '+';
    if (sign >= left || !shg_is_letter(text[sign]))
        return false;
    const shoogi_colour colour = is_upper(text[sign]) ? SHOOGI_BLACK : SHOOGI_WHITE;

    size_t most = sign + 1;
    while (most < left && most < reader->longest_id && text[most] != ',' && text[most] != '/' &&
           !shg_is_separator(text[most]) && text[most] != '+' &&
           (!shg_is_letter(text[most]) || is_upper(text[most]) == is_upper(text[sign])))
        most++;
    for (size_t length = most; length > sign; length--) {
        shoogi_kind kind = shoogi_variant_kind_by_id(reader->variant, text, length);
        if (kind == 0 && sign > 0) {
            const shoogi_kind plain =
                shoogi_variant_kind_by_id(reader->variant, text + 1, length - 1);
            if (plain != 0)
                kind = shoogi_variant_kind(reader->variant, plain).promoted;
        }
        if (kind != 0) {
            *out = (shoogi_piece){ kind, colour };
            cursor->at += length;
            return true;
        }
    }
    return false;
}

/* One rank, from the highest file to the first. */
static shoogi_status read_rank(struct reader *reader, unsigned rank, const char *rank_name)
{
    shg_cursor *cursor = &reader->cursor;
    const unsigned files = shoogi_variant_files(reader->variant);
    unsigned left = files; /* squares of the rank that are not yet known */
    while (left > 0) {
        unsigned empty;
        shoogi_piece piece;
        if (left < files)
            (void)shg_cursor_take(cursor, ',');
        const size_t start = cursor->at;
        if (shg_is_digit(shg_cursor_next(cursor))) {
            if (!shg_cursor_number(&empty, cursor, left) || empty == 0)
                return shg_cursor_fail(cursor, start,
                                       "a number of empty squares from 1 to %u on rank %s", left,
                                       rank_name);
            left -= empty;
        } else if (read_piece(&piece, reader)) {
            left--;
            if (!shoogi_variant_has_square(reader->variant, left, rank))
                return shg_cursor_fail(cursor, start,
                                       "no piece on %u%s, which is no square of the board",
                                       left + 1, rank_name);
            reader->setup->board[shoogi_variant_square(reader->variant, left, rank)] = piece;
        } else if (shg_cursor_done(cursor) || shg_cursor_next(cursor) == '/' ||
                   shg_is_separator(shg_cursor_next(cursor))) {
            return shg_cursor_fail(cursor, cursor->at, "%u more square%s on rank %s", left,
                                   left > 1 ? "s" : "", rank_name);
        } else {
            return shg_cursor_fail(cursor, cursor->at,
                                   "a piece of this game or a number of empty squares");
        }
    }
    return SHOOGI_OK;
}

static shoogi_status read_board(struct reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    const unsigned files = shoogi_variant_files(reader->variant);
    const unsigned ranks = shoogi_variant_ranks(reader->variant);
    for (unsigned rank = 0; rank < ranks; rank++) {
        /* The name of the rank is what stands behind the file in the name of its first square. */
        char square[SHOOGI_SQUARE_TEXT_BYTES];
        (void)shoogi_square_text(square, sizeof square, reader->variant,
                                 shoogi_variant_square(reader->variant, 0, rank));
        if (rank > 0 && !shg_cursor_take(cursor, '/')) {
            if (shg_cursor_done(cursor) || shg_is_separator(shg_cursor_next(cursor)))
                return shg_cursor_fail(cursor, cursor->at, "\"/\" and %u more rank%s", ranks - rank,
                                       ranks - rank > 1 ? "s" : "");
            return shg_cursor_fail(cursor, cursor->at, "\"/\" after the %u squares of a rank",
                                   files);
        }
        const shoogi_status status = read_rank(reader, rank, square + 1);
        if (status != SHOOGI_OK)
            return status;
    }
    if (!shg_cursor_done(cursor) && !shg_is_separator(shg_cursor_next(cursor)))
        return shg_cursor_fail(cursor, cursor->at, "a blank after the last of %u ranks", ranks);
    return SHOOGI_OK;
}

/* What a kind becomes when it is named in a hand; 0 if it is never there.  A promoted form has no place
 * there, but a piece whose two faces have letters of their own is one piece in hand. */
static shoogi_kind hand_kind(const shoogi_variant *variant, shoogi_kind kind)
{
    const shoogi_kind_info info = shoogi_variant_kind(variant, kind);
    if (info.droppable)
        return kind;
    if (!info.promoted_form && info.base != 0 && shoogi_variant_kind(variant, info.base).droppable)
        return info.base;
    return 0;
}

static shoogi_status read_hands(struct reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    if (shg_cursor_take(cursor, '-'))
        return SHOOGI_OK;
    const size_t square = shoogi_square_read(&reader->setup->mark, reader->variant,
                                             cursor->text + cursor->at, cursor->bytes - cursor->at);
    if (square > 0 && shoogi_hand_order(NULL, 0, reader->variant) == 0) {
        cursor->at += square;
        return SHOOGI_OK;
    }
    reader->setup->mark = SHOOGI_NO_SQUARE;
    do {
        unsigned count = 1;
        const size_t count_start = cursor->at;
        if (shg_is_digit(shg_cursor_next(cursor)) &&
            (!shg_cursor_number(&count, cursor, HAND_MAX) || count == 0))
            return shg_cursor_fail(cursor, count_start, "a number of pieces from 1 to %d",
                                   HAND_MAX);
        const size_t start = cursor->at;
        shoogi_piece piece;
        if (!read_piece(&piece, reader))
            return shg_cursor_fail(cursor, start, "pieces in hand, or \"-\" for none");
        const shoogi_kind kind = hand_kind(reader->variant, piece.kind);
        if (kind == 0)
            return shg_cursor_fail(cursor, start, "a piece that can be in hand");
        unsigned *held = &reader->setup->hand[piece.colour][kind];
        *held += count;
        if (*held > HAND_MAX)
            return shg_cursor_fail(cursor, start, "at most %d pieces of a kind in hand", HAND_MAX);
        (void)shg_cursor_take(cursor, ',');
    } while (!shg_cursor_done(cursor) && !shg_is_separator(shg_cursor_next(cursor)));
    return SHOOGI_OK;
}

static shoogi_status read_side(struct reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    const size_t start = cursor->at;
    if (shg_cursor_take(cursor, 'w'))
        reader->setup->side = SHOOGI_WHITE;
    else if (!shg_cursor_take(cursor, 'b'))
        return shg_cursor_fail(cursor, start, "the side to move, b or w");
    return SHOOGI_OK;
}

static shoogi_status read_ply(struct reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    if (!shg_cursor_number(&reader->setup->ply, cursor, PLY_MAX))
        return shg_cursor_fail(cursor, cursor->at, "the number of the next move, 1 to %d", PLY_MAX);
    if (reader->setup->ply == 0)
        reader->setup->ply = 1; /* some programs count from 0 */
    return SHOOGI_OK;
}

/* Goes to the next field.  Returns false at the end of the text. */
static bool next_field(shg_cursor *cursor)
{
    while (!shg_cursor_done(cursor) && shg_is_separator(shg_cursor_next(cursor)))
        cursor->at++;
    return !shg_cursor_done(cursor);
}

/* The fields of SFEN in their order; all but the first may be missing. */
static shoogi_status (*const fields[])(struct reader *reader) = { read_board, read_side, read_hands,
                                                                  read_ply };

static shoogi_status read_fields(struct reader *reader)
{
    shg_cursor *cursor = &reader->cursor;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && (next_field(cursor) || i == 0);
         i++) {
        const shoogi_status status = fields[i](reader);
        if (status != SHOOGI_OK)
            return status;
        if (!shg_cursor_done(cursor) && !shg_is_separator(shg_cursor_next(cursor)))
            return shg_cursor_fail(cursor, cursor->at, "a blank after the field");
    }
    if (next_field(cursor))
        return shg_cursor_fail(cursor, cursor->at, "the end of the position");
    return SHOOGI_OK;
}

/* Puts into the setup what stands on the board at the start of a game. */
static shoogi_status setup_start(struct setup *setup, const shoogi_variant *variant)
{
    shoogi_position *start;
    const shoogi_status status = shoogi_position_new(&start, variant);
    if (status != SHOOGI_OK)
        return status;
    for (unsigned square = 0; square < shoogi_variant_squares(variant); square++)
        setup->board[square] = shoogi_position_piece(start, (shoogi_square)square);
    for (int colour = 0; colour < 2; colour++)
        for (unsigned kind = 1; kind <= shoogi_variant_kinds(variant); kind++)
            setup->hand[colour][kind] =
                shoogi_position_hand(start, (shoogi_colour)colour, (shoogi_kind)kind);
    setup->side = shoogi_position_side(start);
    setup->ply = shoogi_position_ply(start);
    shoogi_position_free(start);
    return SHOOGI_OK;
}

static void apply(shoogi_position *position, const struct setup *setup)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    shoogi_position_clear(position);
    for (unsigned square = 0; square < shoogi_variant_squares(variant); square++)
        if (setup->board[square].kind != 0)
            shoogi_position_put(position, (shoogi_square)square, setup->board[square]);
    for (int colour = 0; colour < 2; colour++)
        for (unsigned kind = 1; kind <= shoogi_variant_kinds(variant); kind++)
            if (setup->hand[colour][kind] > 0) {
                const shoogi_status status = shoogi_position_set_hand(
                    position, (shoogi_colour)colour, (shoogi_kind)kind, setup->hand[colour][kind]);
                assert(status == SHOOGI_OK); /* the kind and the number have been looked at */
                (void)status;
            }
    shoogi_position_set_side(position, setup->side);
    shoogi_position_set_ply(position, setup->ply);
    shoogi_position_set_mark(position, setup->mark);
    shoogi_position_ready(position);
}

shoogi_status shoogi_sfen_read(shoogi_position *position, const char *text, size_t text_bytes,
                               shoogi_error *err)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    struct setup setup = { .side = SHOOGI_BLACK, .mark = SHOOGI_NO_SQUARE, .ply = 1 };
    struct reader reader = { .cursor = { text, text_bytes, 0, err },
                             .variant = variant,
                             .longest_id = longest_id(variant),
                             .setup = &setup };
    static const char word[] = "startpos";
    const size_t word_bytes = sizeof word - 1;

    shoogi_status status;
    (void)next_field(&reader.cursor);
    const size_t start = reader.cursor.at;
    if (text_bytes - start >= word_bytes && memcmp(text + start, word, word_bytes) == 0) {
        reader.cursor.at += word_bytes;
        if (next_field(&reader.cursor))
            return shg_cursor_fail(&reader.cursor, reader.cursor.at, "nothing after \"startpos\"");
        status = setup_start(&setup, variant);
        if (status != SHOOGI_OK && err)
            *err = (shoogi_error){ .status = status, .message = "out of memory" };
    } else {
        status = read_fields(&reader);
    }
    if (status == SHOOGI_OK)
        apply(position, &setup);
    return status;
}
