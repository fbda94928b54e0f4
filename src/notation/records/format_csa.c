/* format_csa.c: the format of the Computer Shogi Association.  Reads every version; writes 2.2 and 3.0, and MSK, the
 * form for smaller boards.  Source: docs/record-format.md, "CSA". */
#include "notation/boards/setup.h"
#include "base/error.h"
#include "notation/records/end_word.h"
#include "notation/records/foul.h"
#include "notation/records/kifu.h"
#include "notation/records/csa.h"
#include "notation/records/header.h"
#include "notation/records/record_int.h"
#include "notation/words/kanji.h"

#include <stdlib.h>
#include <string.h>

/* --- statements ---------------------------------------------------------------------------------- */

/* A part between commas; remarks, names and facts are whole lines. */
typedef struct statements {
    shg_reading *r;
    bool in_line, any;
    bool begins;      /* the statement is the first of its line */
    size_t next;      /* offset in the line of the next one */
    size_t at, bytes; /* of the last one read */
    unsigned version; /* of the format; 0: not given */
} statements;

static bool is_space_character(char c)
{
    return c == ' ' || c == '\t';
}

static size_t trimmed(const char *text, size_t bytes)
{
    while (bytes > 0 && is_space_character(text[bytes - 1]))
        bytes--;
    return bytes;
}

static bool begins_csa(const char *line, size_t line_bytes)
{
    const size_t lead = shg_kifu_lead(line, line_bytes);
    return trimmed(line, line_bytes) == lead + 1 && line[lead] == '/';
}

/* After an error: a version, or a board or a player after an end.  *state: whether there was an end. */
static bool begins_after_csa(unsigned *state, const char *line, size_t line_bytes)
{
    const size_t lead = shg_kifu_lead(line, line_bytes);
    line += lead;
    line_bytes -= lead;
    const char first = line_bytes > 0 ? line[0] : '\0', second = line_bytes > 1 ? line[1] : '\0';
    if (first == 'V' && shg_is_digit(second))
        return true;
    if (first == '%')
        *state = 1;
    return *state != 0 &&
           ((first == 'P' && (second == 'I' || second == '1')) || (first == 'N' && second == '+'));
}

/* Whether only spaces remain of the text. */
static bool at_end(const shg_reading *r)
{
    for (size_t i = r->at; i < r->bytes; i++)
        if (!is_space_character(r->text[i]) && r->text[i] != '\n' && r->text[i] != '\r')
            return false;
    return true;
}

/* A line of this game; false at its end and at the end of the text. */
static bool next_line(statements *s)
{
    shg_reading *const r = s->r;
    while (shg_reading_line(r)) {
        if (!begins_csa(r->begin, r->length))
            return true;
        if (at_end(r)) {
            r->at = r->bytes;
            return false;
        }
        if (s->any) {
            shg_reading_back(r);
            return false;
        }
    }
    return false;
}

static bool next_statement(statements *s)
{
    for (;;) {
        if (!s->in_line && !next_line(s))
            return false;
        const char *const line = s->r->begin;
        const size_t length = s->r->length;
        s->at = s->in_line ? s->next : shg_kifu_lead(line, length); /* also signs of quotation */
        s->begins = !s->in_line;
        s->in_line = true;
        while (s->at < length && is_space_character(line[s->at]))
            s->at++;
        const char first = s->at < length ? line[s->at] : ',';
        const char *const comma = first == '\'' || first == 'N' || first == '$'
                                      ? NULL
                                      : memchr(line + s->at, ',', length - s->at);
        const size_t end = comma ? (size_t)(comma - line) : length;
        s->next = end + 1;
        s->in_line = comma != NULL;
        s->bytes = end - s->at;
        if (comma || (first != '\'' && first != 'N' && first != '$'))
            s->bytes = trimmed(line + s->at, s->bytes);
        if (s->bytes > 0) {
            s->any = true;
            return true;
        }
    }
}

static char byte(const statements *s, size_t index)
{
    return index < s->bytes ? s->r->begin[s->at + index] : '\0';
}

static const char *text_from(const statements *s, size_t index)
{
    return s->r->begin + s->at + index;
}

static void fail(statements *s, size_t index, const char *expected)
{
    const size_t from = index < s->bytes ? index : s->bytes;
    (void)shg_reading_fail(s->r, s->at + from, s->bytes - from, expected);
}

/* --- the start position -------------------------------------------------------------------------- */

typedef struct setup {
    statements *s;
    shg_csa csa;
    shoogi_position *position;
    bool as_usual; /* PI: the following pieces are removed */
    bool begun;    /* there is a board already, to which pieces are added */
} setup;

/* A square of two digits at index of the statement; reports an error otherwise. */
static bool read_square(shoogi_square *out, const setup *u, size_t index)
{
    const char file = byte(u->s, index), rank = byte(u->s, index + 1);
    *out = SHOOGI_NO_SQUARE;
    if (shg_is_digit(file) && shg_is_digit(rank))
        *out = shg_csa_square(&u->csa, (unsigned)(file - '0'), (unsigned)(rank - '0'));
    if (*out == SHOOGI_NO_SQUARE)
        fail(u->s, index, "a square, as 76");
    return *out != SHOOGI_NO_SQUARE;
}

/* The kind of a two-letter code; reports an error otherwise. */
static shoogi_kind read_kind(const setup *u, size_t index)
{
    shoogi_kind kind = 0;
    if (u->s->bytes >= index + 2)
        kind = shg_csa_kind(&u->csa, text_from(u->s, index));
    if (kind == 0)
        fail(u->s, index, "a piece, as FU");
    return kind;
}

static void clear(setup *u)
{
    shoogi_position_clear(u->position);
    u->begun = true;
}

static void read_row(setup *u)
{
    const unsigned files = shoogi_variant_file_count(u->csa.variant),
                   rank = (unsigned)(byte(u->s, 1) - '1');
    if (rank >= shoogi_variant_rank_count(u->csa.variant)) {
        fail(u->s, 1, "a rank of the board");
        return;
    }
    if (!u->begun || u->as_usual)
        clear(u);
    u->as_usual = false;
    /* Spaces between the cells may be lost, so cells are recognised by their contents. */
    size_t at = 2;
    for (unsigned file = files; file-- > 0;) {
        while (is_space_character(byte(u->s, at)))
            at++;
        const char sign = byte(u->s, at);
        shoogi_piece piece = { 0, sign == '-' ? SHOOGI_WHITE : SHOOGI_BLACK };
        if (sign == '+' || sign == '-') {
            piece.kind = read_kind(u, at + 1);
            at += 3;
            if (piece.kind == 0)
                return;
        } else if (sign == '*') {
            at++;
        } else if (at < u->s->bytes) {
            fail(u->s, at, "+, - or *");
            return;
        }
        if (shoogi_variant_has_square(u->csa.variant, file, rank))
            shoogi_position_put(u->position, shoogi_variant_square(u->csa.variant, file, rank),
                                piece);
    }
    while (is_space_character(byte(u->s, at)))
        at++;
    if (at < u->s->bytes)
        fail(u->s, at, "the end of the rank");
}

static unsigned pieces_of(const shoogi_position *position, shoogi_kind base)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    unsigned count = 0;
    for (unsigned square = 0; square < shoogi_variant_square_count(v); square++) {
        const shoogi_kind kind = shoogi_position_piece(position, (shoogi_square)square).kind;
        count += kind != 0 && shoogi_variant_kind(v, kind).base == base;
    }
    return count + shoogi_position_hand(position, SHOOGI_BLACK, base) +
           shoogi_position_hand(position, SHOOGI_WHITE, base);
}

/* Adds to a hand; reports an error at index of the statement if the kind is never in hand. */
static void add_to_hand(setup *u, size_t index, shoogi_colour colour, shoogi_kind kind,
                        unsigned count)
{
    const unsigned there = shoogi_position_hand(u->position, colour, kind);
    const shoogi_status status = shoogi_position_set_hand(u->position, colour, kind, there + count);
    if (status == SHOOGI_ILLEGAL)
        fail(u->s, index, "a piece that can be in hand");
    else if (status != SHOOGI_OK)
        u->s->r->status = status;
}

/* All pieces of the set that are not there yet. */
static void read_rest_of_set(setup *u, shoogi_colour colour)
{
    shoogi_position *start = NULL;
    u->s->r->status = shoogi_position_new(&start, u->csa.variant);
    for (unsigned k = 1;
         k <= shoogi_variant_kind_count(u->csa.variant) && u->s->r->status == SHOOGI_OK; k++) {
        const shoogi_kind_info kind = shoogi_variant_kind(u->csa.variant, (shoogi_kind)k);
        const unsigned whole = pieces_of(start, (shoogi_kind)k),
                       there = pieces_of(u->position, (shoogi_kind)k);
        if (kind.droppable && kind.base == k && !kind.royal && whole > there)
            add_to_hand(u, 0, colour, (shoogi_kind)k, whole - there);
    }
    shoogi_position_free(start);
}

/* Squares and pieces after PI, P+ or P-. */
static void read_pieces(setup *u)
{
    const bool off = byte(u->s, 1) == 'I';
    const shoogi_colour colour = byte(u->s, 1) == '-' ? SHOOGI_WHITE : SHOOGI_BLACK;
    if (off) {
        u->as_usual = !u->begun;
        u->begun = true;
    } else if (!u->begun) {
        clear(u);
    }
    for (size_t at = 2; at < u->s->bytes && u->s->r->status == SHOOGI_OK; at += 4) {
        const bool hand = byte(u->s, at) == '0' && byte(u->s, at + 1) == '0';
        if (hand && !off && byte(u->s, at + 2) == 'A' && byte(u->s, at + 3) == 'L') {
            read_rest_of_set(u, colour);
            continue;
        }
        shoogi_square square = SHOOGI_NO_SQUARE;
        if ((!hand || off) && !read_square(&square, u, at))
            return;
        const shoogi_kind kind = read_kind(u, at + 2);
        if (kind == 0)
            return;
        if (square == SHOOGI_NO_SQUARE)
            add_to_hand(u, at + 2, colour, kind, 1);
        else if (!off)
            shoogi_position_put(u->position, square, (shoogi_piece){ kind, colour });
        else if (shoogi_position_piece(u->position, square).kind != kind)
            fail(u->s, at + 2, "the piece that is there at the start");
        else
            shoogi_position_put(u->position, square, (shoogi_piece){ 0, SHOOGI_BLACK });
    }
}

static bool is_move(const statements *s)
{
    const size_t sign = byte(s, 0) == '+' || byte(s, 0) == '-';
    return shg_is_digit(byte(s, sign)) && shg_is_digit(byte(s, sign + 1));
}

static bool is_side(const statements *s)
{
    return s->bytes == 1 && (byte(s, 0) == '+' || byte(s, 0) == '-');
}

/* Reads up to the side that moves first, and makes the record.  Other lines are read again afterwards, when there is a
 * record to keep them. */
static void read_start(setup *u)
{
    statements *const s = u->s;
    bool any = false;
    shoogi_position_set_side(u->position, SHOOGI_BLACK);
    while (s->r->status == SHOOGI_OK && next_statement(s)) {
        const char first = byte(s, 0), second = byte(s, 1);
        if (first == 'V' && shg_is_digit(second))
            s->version = (unsigned)(second - '0');
        if (first == '\'' || first == 'N' || first == '$' || first == 'V')
            continue;
        any = true;
        if (is_side(s)) {
            shoogi_position_set_side(u->position, first == '-' ? SHOOGI_WHITE : SHOOGI_BLACK);
            break;
        }
        if (first == 'P' && second >= '1' && second <= '9') {
            read_row(u);
        } else if (first == 'P' && (second == 'I' || second == '+' || second == '-')) {
            read_pieces(u);
        } else if (is_move(s) || first == '%') {
            shg_reading_warn(s->r, s->at, s->bytes, "+ or -, the side to move, before it");
            if (first == '-')
                shoogi_position_set_side(u->position, SHOOGI_WHITE);
            break;
        } else {
            fail(s, 0, "a line of CSA, such as PI or +7776FU");
        }
    }
    if (s->r->status == SHOOGI_OK && !any)
        (void)shg_reading_fail(s->r, 0, 0, "a game in CSA");
    if (s->r->status == SHOOGI_OK)
        shoogi_position_setup_done(u->position);
    (void)shg_reading_start(s->r, u->position);
}

/* --- headers, moves, times, terminations --------------------------------------------------------- */

/* N+ and N- are lines of their own, and have no meaning after a "$". */
static bool is_player(const char *key, size_t bytes)
{
    return bytes == 2 && key[0] == 'N' && (key[1] == '+' || key[1] == '-');
}

/* The note of version 3.0 has \n for a line end and \\ for a backslash. A header is one line. */
static const char note[] = "note";

static void write_note_as_line(shg_out *out, const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        const bool escape =
            text[i] == '\\' && i + 1 < bytes && (text[i + 1] == 'n' || text[i + 1] == '\\');
        i += escape;
        shg_out_char(out, escape && text[i] == 'n' ? ' ' : text[i]);
    }
}

static void write_note(shg_out *out, const char *text)
{
    for (; *text; text++)
        shg_out_text(out, *text == '\\' ? "\\\\" : (const char[2]){ *text, '\0' });
}

/* "$TIME:600+10+0" of version 3.0: seconds, of byoyomi, of the increment.  Without an increment it is "$TIME_LIMIT:00:10+10" of
 * the versions before; with one it has no other words, and stays as it is. */
static const char time_key[] = "TIME", time_limit[] = "time-limit";

/* False if the text is none of that. */
static bool read_time_parts(unsigned parts[3], const char *text, size_t bytes)
{
    enum { SECONDS_MAX = 359999 };
    shg_cursor c = { .text = text, .bytes = bytes };
    for (unsigned i = 0; i < 3; i++)
        if ((i > 0 && !shg_cursor_take(&c, '+')) || !shg_cursor_number(&parts[i], &c, SECONDS_MAX))
            return false;
    return shg_cursor_done(&c);
}

static bool write_time_limit(shg_out *out, const char *text, size_t bytes)
{
    unsigned parts[3];
    if (!read_time_parts(parts, text, bytes))
        return false;
    if (parts[2] == 0 && parts[0] % 60 == 0)
        shg_out_format(out, "%02u:%02u+%02u", parts[0] / 3600, parts[0] / 60 % 60, parts[1]);
    else
        shg_out_bytes(out, text, bytes);
    return true;
}

/* The longest note whose escapes are read. */
enum { HEADER_BYTES = 4096 };

static void read_header(statements *s)
{
    shg_reading *const r = s->r;
    const char first = byte(s, 0);
    size_t key = first == '$', value = first == '$' ? 1 : 2; /* "N+" is the whole key */
    while (first == '$' && value < s->bytes && byte(s, value) != ':')
        value++;
    const size_t key_bytes = value - key;
    if ((first == '$' && value >= s->bytes) || key_bytes == 0 ||
        (first == 'N' && byte(s, 1) != '+' && byte(s, 1) != '-')) {
        shg_reading_warn(r, s->at, s->bytes, "N+, N- or $KEY:VALUE");
        (void)shg_reading_comment(r, text_from(s, 0), s->bytes);
        return;
    }
    value += byte(s, value) == ':'; /* "N+:" is accepted too */
    const char *const written = text_from(s, key);
    const char *known = is_player(written, key_bytes) && first == '$'
                            ? NULL
                            : shg_header_name(SHG_HEADERS_CSA, written, key_bytes);
    char room[HEADER_BYTES];
    shg_out text = shg_out_make(room, sizeof room);
    if (s->version >= 3 && known && strcmp(known, note) == 0)
        write_note_as_line(&text, text_from(s, value), s->bytes - value);
    else if (!known && shg_text_same(written, key_bytes, time_key, strlen(time_key)) &&
             write_time_limit(&text, text_from(s, value), s->bytes - value))
        known = time_limit;
    if (text.length > 0 && text.length < sizeof room)
        (void)shg_reading_header(r, known, strlen(known), room, text.length);
    else
        (void)shg_reading_header(r, known ? known : written, known ? strlen(known) : key_bytes,
                                 text_from(s, value), s->bytes - value);
}

/* Remarks with a meaning, as shogi-server writes them behind the moves. */
static const char end_time_key[] = "'$END_TIME:", summary_key[] = "'summary:";

static bool begins_with(const statements *s, const char *key)
{
    const size_t bytes = strlen(key);
    return s->bytes > bytes && memcmp(text_from(s, 0), key, bytes) == 0;
}

/* The words of a summary for an end; those that are not here say only who won. */
static const struct {
    const char *word;
    shoogi_termination end;
} summary_words[] = {
    { "toryo", SHOOGI_TERMINATION_RESIGN },
    { "time up", SHOOGI_TERMINATION_TIME },
    { "kachi", SHOOGI_TERMINATION_DECLARATION },
    { "sennichite", SHOOGI_TERMINATION_REPETITION },
    { "oute_sennichite", SHOOGI_TERMINATION_REPETITION },
    { "max_moves", SHOOGI_TERMINATION_MOVES_MAX },
    { "tsumi", SHOOGI_TERMINATION_MATE },
    { "chudan", SHOOGI_TERMINATION_SUSPENDED },
    { "illegal move", SHOOGI_TERMINATION_ILLEGAL },
    { "uchifuzume", SHOOGI_TERMINATION_ILLEGAL },
    { "oute_kaihimore", SHOOGI_TERMINATION_ILLEGAL },
};

/* The last word of a part of a summary: "win", "lose" or "draw". */
static shoogi_outcome outcome_of(const char *part, size_t bytes, shoogi_colour colour)
{
    enum { WORD_BYTES = 5 };
    size_t word = bytes;
    while (word > 0 && bytes - word < WORD_BYTES && part[word - 1] != ' ')
        word--;
    const shoogi_outcome wins =
        colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
    const shoogi_outcome loses =
        colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_WHITE : SHOOGI_OUTCOME_BLACK;
    return shg_text_same(part + word, bytes - word, "win", 3)    ? wins
           : shg_text_same(part + word, bytes - word, "lose", 4) ? loses
           : shg_text_same(part + word, bytes - word, "draw", 4) ? SHOOGI_OUTCOME_DRAW
                                                                 : SHOOGI_OUTCOME_NONE;
}

/* "'summary:oute_sennichite:Anna lose:Bert win": how it ended, then Black and White.  It names a winner where the word for the
 * end has none, is the end where there is no word, and is a warning if it names another winner. */
static void read_summary(statements *s)
{
    shg_reading *const r = s->r;
    const size_t from = strlen(summary_key);
    const char *const text = text_from(s, from);
    const size_t bytes = trimmed(text, s->bytes - from);
    const char *const colon = memchr(text, ':', bytes);
    const size_t word = colon ? (size_t)(colon - text) : bytes;
    const char *const rest = colon ? colon + 1 : text + bytes;
    const size_t rest_bytes = (size_t)(text + bytes - rest);
    size_t middle = 0; /* names may have colons: the one between the players follows a verdict */
    for (size_t at = 1; at < rest_bytes && middle == 0; at++)
        if (rest[at] == ':' && outcome_of(rest, at, SHOOGI_BLACK) != SHOOGI_OUTCOME_NONE)
            middle = at + 1;
    const shoogi_outcome black = middle > 0 ? outcome_of(rest, middle - 1, SHOOGI_BLACK)
                                            : SHOOGI_OUTCOME_NONE,
                         white = outcome_of(rest + middle, rest_bytes - middle, SHOOGI_WHITE);
    const bool decided = black == white && black != SHOOGI_OUTCOME_NONE;
    const shoogi_node_info last = shoogi_record_node(r->record, r->last);
    if (last.termination != SHOOGI_TERMINATION_NONE && !r->foul.is_open) {
        const bool open = last.result.outcome == SHOOGI_OUTCOME_NONE ||
                          last.result.outcome == SHOOGI_OUTCOME_NO_CONTEST ||
                          last.result.outcome == SHOOGI_OUTCOME_DRAW;
        if (decided && black != SHOOGI_OUTCOME_DRAW && open)
            shg_record_set_outcome(r->record, r->last, black);
        else if (decided && black != last.result.outcome && !open)
            shg_reading_warn(r, s->at + from, bytes, "the winner that the end gives");
        return;
    }
    size_t i = 0;
    while (i < sizeof summary_words / sizeof summary_words[0] &&
           !shg_text_same(summary_words[i].word, strlen(summary_words[i].word), text, word))
        i++;
    const bool known = i < sizeof summary_words / sizeof summary_words[0];
    const shoogi_termination end = known ? summary_words[i].end : SHOOGI_TERMINATION_OTHER;
    shoogi_result result = shg_end_result(end, shoogi_position_side(r->walker.position));
    const bool one_wins =
        result.outcome == SHOOGI_OUTCOME_BLACK || result.outcome == SHOOGI_OUTCOME_WHITE;
    if (middle == 0 && one_wins) /* the verdicts are damaged */
        return;
    if (decided)
        result = (shoogi_result){ black, SHOOGI_REASON_NONE };
    if (known || decided)
        (void)shg_reading_end(r, end, result, known ? NULL : text, word);
}

/* The remarks of the record begin with '*.  A plain ' is for people who look at the file: programs pass over it, except what a
 * server says of the end. */
static void read_comment(statements *s)
{
    if (byte(s, 1) == '*') {
        (void)shg_reading_comment(s->r, text_from(s, 2), s->bytes - 2);
    } else if (begins_with(s, summary_key)) {
        read_summary(s);
    } else if (begins_with(s, end_time_key) && !shoogi_record_header(s->r->record, "end-time")) {
        const size_t from = strlen(end_time_key);
        (void)shg_reading_header(s->r, "end-time", strlen("end-time"), text_from(s, from),
                                 trimmed(text_from(s, from), s->bytes - from));
    }
}

/* Ends the statement before another move or a time without a comma in between: +7776FU-3334FU, +7776FU T3.  False:
 * there is none. */
static bool cut_after(statements *s, size_t bytes)
{
    size_t next = bytes;
    while (is_space_character(byte(s, next)))
        next++;
    const char first = byte(s, next);
    if (!((first == '+' || first == '-' || (first == 'T' && next > bytes)) &&
          shg_is_digit(byte(s, next + 1))))
        return false;
    s->next = s->at + next;
    s->bytes = bytes;
    s->in_line = true;
    return true;
}

static void read_time(statements *s)
{
    int64_t time_ms;
    shg_cursor c = { .text = text_from(s, 0), .bytes = s->bytes, .at = 1 };
    if (s->r->last != 0 && shg_seconds_read(&time_ms, &c) &&
        (shg_cursor_done(&c) || cut_after(s, c.at))) {
        /* What stood between two times is missing. */
        if (shoogi_record_node(s->r->record, s->r->last).time_ms >= 0)
            shg_reading_warn(s->r, s->at, s->bytes, "one time for a move");
        shoogi_record_set_time(s->r->record, s->r->last, time_ms);
    } else
        shg_reading_warn(s->r, s->at, s->bytes,
                         s->r->last == 0 ? "a move before its time" : "seconds, as T12");
}

static void read_move(setup *u)
{
    statements *const s = u->s;
    const shoogi_position *const position = s->r->walker.position;
    const shoogi_colour side = shoogi_position_side(position);
    const size_t at = byte(s, 0) == '+' || byte(s, 0) == '-';
    if (byte(s, 0) == (side == SHOOGI_BLACK ? '-' : '+')) {
        fail(s, 0, side == SHOOGI_BLACK ? "a move of Black" : "a move of White");
        return;
    }
    shoogi_square from = SHOOGI_NO_SQUARE, to;
    const bool drop = byte(s, at) == '0' && byte(s, at + 1) == '0';
    if ((!drop && !read_square(&from, u, at)) || !read_square(&to, u, at + 2))
        return;
    const shoogi_kind kind = read_kind(u, at + 4);
    if (kind == 0)
        return;
    if (s->bytes > at + 6 && !cut_after(s, at + 6)) {
        fail(s, at + 6, "the end of the move");
        return;
    }
    const shoogi_piece piece = drop ? (shoogi_piece){ 0 } : shoogi_position_piece(position, from);
    if (piece.kind != 0 && shoogi_variant_kind(u->csa.variant, piece.kind).base !=
                               shoogi_variant_kind(u->csa.variant, kind).base) {
        char expected[40];
        shg_out text = shg_out_make(expected, sizeof expected);
        shg_out_format(&text, "%s or what it promotes to", shg_csa_code(&u->csa, piece.kind));
        fail(s, at + 4, expected);
        return;
    }
    (void)shg_reading_move(
        s->r, s->at,
        drop ? shoogi_move_make_drop(kind, to)
             : shoogi_move_make(from, to, kind, piece.kind != 0 && piece.kind != kind));
}

/* Perpetual check, by whom the board shows.  False: it does not, or the word says something else. */
static bool read_perpetual(const statements *s)
{
    static const char word[] = "OUTE_SENNICHITE";
    shg_reading *const r = s->r;
    if (!shg_text_same(word, sizeof word - 1, text_from(s, 1), s->bytes - 1) || r->foul.is_open ||
        shoogi_record_node(r->record, r->last).termination != SHOOGI_TERMINATION_NONE)
        return false;
    const shoogi_result board = shoogi_position_result(r->walker.position);
    if (board.reason != SHOOGI_REASON_PERPETUAL_CHECK)
        return false;
    (void)shg_reading_end(r, SHOOGI_TERMINATION_BOARD, board, NULL, 0);
    return true;
}

static void read_end(statements *s)
{
    shg_reading *const r = s->r;
    const char *const word = text_from(s, 1);
    const size_t bytes = s->bytes - 1;
    if (read_perpetual(s))
        return;
    const shoogi_termination end = shg_end_word(word, bytes);
    const bool known = end != SHOOGI_TERMINATION_OTHER;
    const shoogi_node_info last = shoogi_record_node(r->record, r->last);
    if (known && last.termination == end && !r->foul.is_open)
        return; /* some programs write it twice, the player's word and the server's */
    if (last.termination != SHOOGI_TERMINATION_NONE && !r->foul.is_open) {
        fail(s, 0, "nothing after the end");
        return;
    }
    const shoogi_colour side = shoogi_position_side(r->walker.position);
    if (!known)
        shg_reading_warn(r, s->at, s->bytes, "a known end, such as %TORYO");
    (void)shg_reading_end(r, end, shg_end_result(end, side), known ? NULL : word, bytes);
}

/* "#RESIGN", then "#WIN": what a server tells a client at the end, in files of clients.  The first has the words of an end, and
 * the second is about the client, of whom nothing is known. */
static void read_message(statements *s)
{
    static const struct {
        const char *word;
        shoogi_termination end;
    } words[] = {
        { "RESIGN", SHOOGI_TERMINATION_RESIGN },
        { "TIME_UP", SHOOGI_TERMINATION_TIME },
        { "SENNICHITE", SHOOGI_TERMINATION_REPETITION },
        { "JISHOGI", SHOOGI_TERMINATION_DECLARATION },
        { "MAX_MOVES", SHOOGI_TERMINATION_MOVES_MAX },
        { "CHUDAN", SHOOGI_TERMINATION_SUSPENDED },
        { "ILLEGAL_MOVE", SHOOGI_TERMINATION_ILLEGAL },
        { "WIN", SHOOGI_TERMINATION_NONE },
        { "LOSE", SHOOGI_TERMINATION_NONE },
        { "DRAW", SHOOGI_TERMINATION_NONE },
        { "CENSORED", SHOOGI_TERMINATION_NONE },
    };
    enum { WORDS = sizeof words / sizeof words[0] };
    shg_reading *const r = s->r;
    size_t i = 0;
    while (i < WORDS &&
           !shg_text_same(words[i].word, strlen(words[i].word), text_from(s, 1), s->bytes - 1))
        i++;
    const bool over = !r->foul.is_open &&
                      shoogi_record_node(r->record, r->last).termination != SHOOGI_TERMINATION_NONE;
    if (i == WORDS && read_perpetual(s))
        return;
    if (i == WORDS)
        shg_reading_warn(r, s->at, s->bytes, "a message of a server, such as #RESIGN");
    else if (!over && words[i].end != SHOOGI_TERMINATION_NONE)
        (void)shg_reading_end(
            r, words[i].end, shg_end_result(words[i].end, shoogi_position_side(r->walker.position)),
            NULL, 0);
}

/* Whether a line begins another record although none of "/" is before it: a version after moves or an end, or a
 * board or a player after an end. */
static bool begins_next(const statements *s, bool begun)
{
    const shg_reading *const r = s->r;
    const char first = byte(s, 0), second = byte(s, 1);
    if (!begun || !s->begins || (first != 'V' && first != 'P' && first != 'N'))
        return false;
    if (first == 'V')
        return shg_is_digit(second);
    if (r->foul.is_open ||
        shoogi_record_node(r->record, r->last).termination == SHOOGI_TERMINATION_NONE)
        return false;
    if (first == 'P')
        return second == 'I' || second == '+' || second == '-' || shg_is_digit(second);
    const char *const player = second == '+' ? "black" : second == '-' ? "white" : NULL;
    return player && shoogi_record_header(r->record, player);
}

/* One statement of the game. begun: after the start position. */
static void read_statement(setup *u, bool *begun)
{
    statements *const s = u->s;
    const char first = byte(s, 0);
    *begun = *begun || is_move(s) || first == '%';
    if (is_move(s) &&
        shoogi_record_node(s->r->record, s->r->last).termination != SHOOGI_TERMINATION_NONE)
        fail(s, 0, "nothing after the end");
    else if (is_move(s))
        read_move(u);
    else if (first == '%')
        read_end(s);
    else if (first == 'T')
        read_time(s);
    else if (first == '\'')
        read_comment(s);
    else if (first == '#')
        read_message(s);
    else if (first == 'N' || first == '$')
        read_header(s);
    else if (*begun || (first != 'P' && first != 'V' && !is_side(s)))
        fail(s, 0, "a move, as +7776FU");
    else
        *begun = is_side(s);
}

static void read_csa(shg_reading *r)
{
    statements s = { .r = r };
    setup u = { .s = &s };
    if (!shg_csa_init(&u.csa, r->options->variant)) {
        (void)shg_reading_fail(r, 0, 0, "a game that CSA can represent; name another game");
        return;
    }
    const size_t at = r->at, line = r->line;
    r->status = shoogi_position_new(&u.position, u.csa.variant);
    if (r->status == SHOOGI_OK)
        read_start(&u);
    shoogi_position_free(u.position);
    r->at = at;
    r->line = line;
    s = (statements){ .r = r, .version = s.version };
    bool begun = false;
    while (r->status == SHOOGI_OK && next_statement(&s)) {
        if (begins_next(&s, begun)) {
            shg_reading_back(r);
            r->at_next = true;
            return;
        }
        read_statement(&u, &begun);
    }
}

/* --- writing ------------------------------------------------------------------------------------- */

static void write_headers(shg_writing *w, unsigned version)
{
    unsigned parts[3];
    w->losses &= ~SHG_LOSS(HEADERS);
    for (size_t h = 0; h < shoogi_record_header_count(w->record); h++) {
        const char *name, *value;
        shoogi_record_header_at(&name, &value, w->record, h);
        const char *const known = shg_header_key(SHG_HEADERS_CSA, name), *const key =
                                                                             known ? known : name;
        const size_t bytes = strlen(name);
        const bool player = known && is_player(known, strlen(known));
        const bool taken =
            strchr(name, ':') || /* it would read as something else */
            (!known && !is_player(name, bytes) && shg_header_name(SHG_HEADERS_CSA, name, bytes));
        if (taken)
            w->losses |= SHG_LOSS(HEADERS);
        else if (player)
            shg_out_format(&w->out, "%s%s%s\n", key, value[0] == ':' ? ":" : "", value);
        else if (version >= 3 && strcmp(name, note) == 0) {
            shg_out_format(&w->out, "$%s:", key);
            write_note(&w->out, value);
            shg_out_char(&w->out, '\n');
        } else if (strcmp(name, time_limit) == 0 && read_time_parts(parts, value, strlen(value)))
            shg_out_format(&w->out, "$%s:%s\n", time_key, value);
        else
            shg_out_format(&w->out, "$%s:%s\n", key, value);
    }
}

static void write_square(shg_out *out, const shg_csa *csa, shoogi_square square)
{
    const unsigned ranks = shoogi_variant_rank_count(csa->variant);
    shg_out_number(out, square / ranks + 1, SHG_FILES_NARROW);
    shg_out_number(out, square % ranks + 1, SHG_FILES_NARROW);
}

static void write_rows(shg_out *out, const shg_csa *csa, const shoogi_position *position)
{
    const unsigned files = shoogi_variant_file_count(csa->variant),
                   ranks = shoogi_variant_rank_count(csa->variant);
    for (unsigned rank = 0; rank < ranks; rank++) {
        shg_out_format(out, "P%u", rank + 1);
        for (unsigned file = files; file-- > 0;) {
            shoogi_piece piece = { 0, SHOOGI_BLACK };
            if (shoogi_variant_has_square(csa->variant, file, rank))
                piece = shoogi_position_piece(position,
                                              shoogi_variant_square(csa->variant, file, rank));
            if (piece.kind == 0)
                shg_out_text(out, " * ");
            else
                shg_out_format(out, "%c%s", piece.colour == SHOOGI_BLACK ? '+' : '-',
                               shg_csa_code(csa, piece.kind));
        }
        shg_out_char(out, '\n');
    }
}

static void write_hands(shg_out *out, const shg_csa *csa, const shoogi_position *position)
{
    for (unsigned colour = 0; colour < 2; colour++) {
        bool any = false;
        for (unsigned k = 1; k <= shoogi_variant_kind_count(csa->variant); k++)
            for (unsigned i = shoogi_position_hand(position, (shoogi_colour)colour, (shoogi_kind)k);
                 i > 0; i--) {
                if (!any)
                    shg_out_text(out, colour == SHOOGI_BLACK ? "P+" : "P-");
                any = true;
                shg_out_text(out, "00");
                shg_out_text(out, shg_csa_code(csa, (shoogi_kind)k));
            }
        if (any)
            shg_out_char(out, '\n');
    }
}

/* Whether a position is the start with pieces removed, and nothing else. */
static bool is_handicap(const shoogi_position *start, const shoogi_position *position)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    for (unsigned square = 0; square < shoogi_variant_square_count(v); square++) {
        const shoogi_piece at_start = shoogi_position_piece(start, (shoogi_square)square),
                           now = shoogi_position_piece(position, (shoogi_square)square);
        if (now.kind != 0 && (now.kind != at_start.kind || now.colour != at_start.colour))
            return false;
    }
    for (unsigned k = 1; k <= shoogi_variant_kind_count(v); k++)
        for (unsigned colour = 0; colour < 2; colour++)
            if (shoogi_position_hand(start, (shoogi_colour)colour, (shoogi_kind)k) !=
                shoogi_position_hand(position, (shoogi_colour)colour, (shoogi_kind)k))
                return false;
    return true;
}

static shoogi_status write_start(shg_writing *w, const shg_csa *csa)
{
    const shoogi_position *const position = shoogi_record_start(w->record);
    shoogi_position *start;
    const shoogi_status status = shoogi_position_new(&start, csa->variant);
    if (status != SHOOGI_OK)
        return status;
    if (is_handicap(start, position)) {
        shg_out_text(&w->out, "PI");
        for (unsigned square = 0; square < shoogi_variant_square_count(csa->variant); square++) {
            const shoogi_kind kind = shoogi_position_piece(start, (shoogi_square)square).kind;
            if (kind == 0 || shoogi_position_piece(position, (shoogi_square)square).kind != 0)
                continue;
            write_square(&w->out, csa, (shoogi_square)square);
            shg_out_text(&w->out, shg_csa_code(csa, kind));
        }
        shg_out_char(&w->out, '\n');
    } else {
        write_rows(&w->out, csa, position);
        write_hands(&w->out, csa, position);
    }
    shoogi_position_free(start);
    shg_out_text(&w->out, shoogi_position_side(position) == SHOOGI_BLACK ? "+\n" : "-\n");
    return SHOOGI_OK;
}

static void write_comment(shg_out *out, const char *comment)
{
    while (comment) {
        const char *const end = strchr(comment, '\n');
        shg_out_text(out, "'*");
        shg_out_bytes(out, comment, end ? (size_t)(end - comment) : strlen(comment));
        shg_out_char(out, '\n');
        comment = end ? end + 1 : NULL;
    }
}

static void write_move(shg_out *out, const shg_csa *csa, shoogi_move move, shoogi_colour side)
{
    shg_out_char(out, side == SHOOGI_BLACK ? '+' : '-');
    if (shoogi_move_is_drop(move))
        shg_out_text(out, "00");
    else
        write_square(out, csa, shoogi_move_from(move));
    write_square(out, csa, shoogi_move_to(move));
    shg_out_text(out, shg_csa_code(csa, shoogi_move_kind(move)));
    shg_out_char(out, '\n');
}

/* The illegal move that ended the game, before the word for the foul.  *written: the text of the termination says no more. */
static shoogi_status write_foul(bool *written, shg_writing *w, const shg_csa *csa,
                                const shoogi_node_info *node, shoogi_colour side)
{
    shoogi_position *position = NULL;
    shoogi_move move;
    *written = false;
    if (node->termination != SHOOGI_TERMINATION_ILLEGAL || !node->termination_text ||
        shg_end_misleads(SHOOGI_TERMINATION_ILLEGAL, side, node->result.outcome))
        return SHOOGI_OK;
    const shoogi_status status = shoogi_record_position(&position, w->record, node->parent);
    if (status == SHOOGI_OK && shg_foul_read(&move, position, node->termination_text)) {
        write_move(&w->out, csa, move, side);
        *written = true;
    }
    shoogi_position_free(position);
    return status;
}

/* A termination that reads back the same, or the nearest, which is a loss. */
static void write_end(shg_writing *w, const shoogi_node_info *node, shoogi_colour side)
{
    bool same;
    const shoogi_termination end = shg_csa_nearest_end(&same, node, side);
    const char *word = shg_csa_end(end);
    if (!same)
        w->losses |= SHG_LOSS(TERMINATION);
    if (node->termination == SHOOGI_TERMINATION_OTHER) {
        word = node->termination_text;
        if (word && (strchr(word, ',') || trimmed(word, strlen(word)) != strlen(word) ||
                     shg_end_word(word, strlen(word)) != SHOOGI_TERMINATION_OTHER))
            word = NULL;
    }
    if (word)
        shg_out_format(&w->out, "%%%s\n", word);
    else
        w->losses |= SHG_LOSS(TERMINATION) | (node->time_ms >= 0 ? SHG_LOSS(TERMINATION_TIME) : 0) |
                     (node->comment ? SHG_LOSS(COMMENTS) : 0);
}

static shoogi_status write_node(shg_writing *w, const shg_csa *csa, const shoogi_node_info *node,
                                shoogi_colour side, bool fractions)
{
    const size_t before = w->out.length;
    if (node->termination != SHOOGI_TERMINATION_NONE) {
        shoogi_node_info end = *node;
        bool written;
        const shoogi_status status = write_foul(&written, w, csa, node, side);
        if (status != SHOOGI_OK)
            return status;
        if (written)
            end.termination_text = NULL;
        write_end(w, &end, side);
        if (w->out.length == before) /* there is no such word, and nothing to say about it */
            return SHOOGI_OK;
    } else {
        const shoogi_kind kind = shoogi_move_kind(node->move);
        const shoogi_square from = shoogi_move_from(node->move), to = shoogi_move_to(node->move);
        const bool drop = shoogi_move_is_drop(node->move);
        if (node->move !=
            (drop ? shoogi_move_make_drop(kind, to)
                  : shoogi_move_make(from, to, kind, shoogi_move_is_promotion(node->move))))
            return shg_error_set(w->err, SHOOGI_ILLEGAL, 0, 0, "move %u cannot be written in CSA",
                                 node->ply);
        write_move(&w->out, csa, node->move, side);
    }
    if (node->time_ms >= 0) {
        shg_out_char(&w->out, 'T');
        shg_seconds_write(&w->out, fractions ? node->time_ms : node->time_ms / 1000 * 1000);
        shg_out_char(&w->out, '\n');
    }
    write_comment(&w->out, node->comment);
    return SHOOGI_OK;
}

static shoogi_status write_game(shg_writing *w, bool fractions)
{
    shg_csa csa;
    const shoogi_position *const start = shoogi_record_start(w->record);
    if (!shg_csa_init(&csa, shoogi_position_variant(start)))
        return shg_error_set(w->err, SHOOGI_ILLEGAL, 0, 0,
                             "CSA has no codes for the pieces of this game");
    w->losses &= ~(SHG_LOSS(COMMENTS) | SHG_LOSS(TIMES) | SHG_LOSS(TERMINATION) |
                   SHG_LOSS(TERMINATION_TIME) | (fractions ? SHG_LOSS(FRACTIONS) : 0));
    if (shg_has_checks(start))
        w->losses |= SHG_LOSS(CHECKS);
    write_headers(w, fractions ? 3 : 2);
    shoogi_status status = write_start(w, &csa);
    write_comment(&w->out, shoogi_record_node(w->record, 0).comment);
    shoogi_colour side = shoogi_position_side(start);
    for (shoogi_node n = shoogi_record_node(w->record, 0).first_child;
         n != SHOOGI_NO_NODE && status == SHOOGI_OK; side = shoogi_colour_other(side)) {
        const shoogi_node_info node = shoogi_record_node(w->record, n);
        status = write_node(w, &csa, &node, side, fractions);
        n = node.first_child;
    }
    return status;
}

static shoogi_status write_csa(shg_writing *w)
{
    shg_out_text(&w->out, w->options.follows_another ? "/\n" : "V2.2\n");
    return write_game(w, false);
}

static shoogi_status write_csa3(shg_writing *w)
{
    if (w->options.follows_another)
        shg_out_text(&w->out, "/\n");
    else
        shg_out_format(&w->out, "'CSA encoding=%s\nV3.0\n",
                       w->options.encoding ? w->options.encoding : "UTF-8");
    return write_game(w, true);
}

/* --- detection ----------------------------------------------------------------------------------- */

/* A line that no other format has.  N and + alone may be anything. */
static bool looks_line(const char *line, size_t bytes)
{
    static const char *const heads[] = { "V1", "V2", "V3", "N+", "N-", "PI", "P1", "%TORYO" };
    /* Pieces by their squares; "P-7f" is a move in Western notation. */
    if (bytes >= 2 && line[0] == 'P' && (line[1] == '+' || line[1] == '-'))
        return bytes == 2 || (bytes >= 4 && shg_is_digit(line[2]) && shg_is_digit(line[3]));
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (bytes >= strlen(heads[i]) && memcmp(line, heads[i], strlen(heads[i])) == 0)
            return true;
    /* A move; without its sign it has capitals, unlike one in USI. */
    const size_t sign = bytes > 0 && (line[0] == '+' || line[0] == '-');
    for (size_t i = 0; i < 6; i++)
        if (sign + i >= bytes ||
            (i < 4 ? !shg_is_digit(line[sign + i])
                   : !shg_is_letter(line[sign + i]) ||
                         (sign == 0 && shg_lower(line[sign + i]) == line[sign + i])))
            return false;
    return true;
}

/* "V2.2" or "PI" alone: no other format begins so. */
static bool is_first_line(const char *line, size_t bytes)
{
    bytes = trimmed(line, bytes);
    if (bytes == 2 && line[0] == 'P' && line[1] == 'I')
        return true;
    bool version = bytes >= 2 && line[0] == 'V' && shg_is_digit(line[1]);
    for (size_t i = 2; i < bytes && version; i++)
        version = shg_is_digit(line[i]) || line[i] == '.';
    return version;
}

static unsigned looks_csa(const char *text, size_t text_bytes)
{
    enum { SURE = 80 };
    size_t lines = 0, good = 0;
    bool sure = false;
    for (size_t at = 0, length; at < text_bytes; at += length + 1) {
        length = 0;
        while (at + length < text_bytes && text[at + length] != '\n' && text[at + length] != '\r')
            length++;
        const size_t lead = shg_kifu_lead(text + at, length), bytes = length - lead;
        const char *const line = text + at + lead;
        const char first = bytes > 0 ? *line : '\'';
        sure = sure || (lines == 0 && is_first_line(line, bytes));
        if (strchr("'$TP%/+-#", first) == NULL || looks_line(line, bytes))
            lines++; /* the others may be lines of CSA, and decide nothing */
        good += looks_line(line, bytes);
    }
    const unsigned looks = lines > 0 ? (unsigned)(90 * good / lines) : 0;
    return sure && looks < SURE ? SURE : looks;
}

static unsigned looks_csa3(const char *text, size_t text_bytes)
{
    (void)text;
    (void)text_bytes;
    return 0; /* it is read as any version of CSA */
}

const shg_format shg_format_CSA = { read_csa, write_csa, looks_csa, begins_csa, begins_after_csa };
const shg_format shg_format_CSA3 = { read_csa, write_csa3, looks_csa3, begins_csa,
                                     begins_after_csa };
