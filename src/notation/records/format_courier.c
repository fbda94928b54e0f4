/* format_courier.c: a game in the notation of Game Courier, a move on each line: "1. P 7g-7f", "1... p 3c-3d // a
 * comment".  Read are also several moves on a line, and the settings of free boards, of which the writer uses those
 * that a game needs. Source: docs/record-format.md, "Game Courier". */
#include "base/error.h"
#include "notation/boards/setup.h"
#include "notation/moves/courier.h"
#include "notation/records/record_int.h"
#include "shoogi/notation.h"

#include <stdlib.h>
#include <string.h>

enum { MOVE_BYTES = 512, SETUP_BYTES = 16384 };

static bool is_space_character(char c)
{
    return c == ' ' || c == '\t';
}

/* --- the parts of a line ------------------------------------------------------------------------- */

/* A piece of text. */
typedef struct span {
    const char *text;
    size_t bytes;
} span;

static span trimmed(const char *text, size_t bytes)
{
    while (bytes > 0 && is_space_character(text[0])) {
        text++;
        bytes--;
    }
    while (bytes > 0 && is_space_character(text[bytes - 1]))
        bytes--;
    return (span){ text, bytes };
}

static bool is_text(span s, const char *text)
{
    return shg_text_same(s.text, s.bytes, text, strlen(text));
}

/* The line before "//". */
static size_t comment_begins(const char *line, size_t bytes)
{
    size_t at = 0;
    while (at < bytes && !(line[at] == '/' && at + 1 < bytes && line[at + 1] == '/'))
        at++;
    return at;
}

static bool is_part_of_name(char c)
{
    return shg_is_letter(c) || shg_is_digit(c) || c == '_' || c == '\'' || c == '+';
}

/* "7g", "c3", "12aa", "0P", "dest": whatever the board. */
static bool looks_like_space(span s)
{
    size_t digits = 0, letters = 0, at = 0;
    if (is_text(s, "dest") || is_text(s, "origin"))
        return true;
    if (s.bytes > 1 && s.text[0] == '0')
        return true;
    const bool digits_first = s.bytes > 0 && shg_is_digit(s.text[0]);
    for (int part = 0; part < 2; part++) {
        if ((part == 0) == digits_first)
            for (; at < s.bytes && shg_is_digit(s.text[at]); at++)
                digits++;
        else
            for (; at < s.bytes && shg_is_letter(s.text[at]); at++)
                letters++;
    }
    return at == s.bytes && digits > 0 && digits < 3 && letters > 0 && letters < 3;
}

static bool looks_like_label(span s)
{
    enum { LABEL_BYTES = 10 };
    size_t at = 0;
    while (at < s.bytes && is_part_of_name(s.text[at]))
        at++;
    return is_text(s, "@") ||
           (s.bytes > 0 && at == s.bytes && s.bytes <= LABEL_BYTES && !shg_is_digit(s.text[0]));
}

/* A part of a move: words, an operator, and a word behind it unless it is left out. */
typedef struct part {
    span words[2], right;
    unsigned count; /* of words; 3: too many */
    char sign;      /* '\0': none */
    size_t bytes;   /* with what follows it up to the next part, but without ";" */
} part;

static span take_word(const char *text, size_t bytes, size_t *at)
{
    while (*at < bytes && is_space_character(text[*at]))
        ++*at;
    const size_t begin = *at;
    while (*at < bytes && !is_space_character(text[*at]) && !strchr("-*;", text[*at]))
        ++*at;
    return (span){ text + begin, *at - begin };
}

/* The end of a game as a word in place of a move, and what else is no change of the board.  won: as in format_usi.c. */
static const struct {
    const char *word;
    shoogi_termination end; /* NONE: it is a move, or a draw is offered */
    int won;
} words[] = {
    { "resign", SHOOGI_TERMINATION_RESIGN, 0 }, { "drawn", SHOOGI_TERMINATION_DRAW, 0 },
    { "draw", SHOOGI_TERMINATION_NONE, 0 },     { "won", SHOOGI_TERMINATION_OTHER, 1 },
    { "lost", SHOOGI_TERMINATION_OTHER, -1 },   { "pass", SHOOGI_TERMINATION_NONE, 0 },
};
enum { WORDS = sizeof words / sizeof words[0] };

static size_t find_word(span s)
{
    size_t i = 0;
    while (i < WORDS && !is_text(s, words[i].word))
        i++;
    return i;
}

static part split_part(const char *text, size_t bytes)
{
    part p = { 0 };
    size_t at = 0;
    for (;;) {
        const span word = take_word(text, bytes, &at);
        if (word.bytes == 0)
            break;
        if (p.count == 0 && find_word(word) < WORDS) { /* a whole move */
            p.words[p.count++] = word;
            p.bytes = at;
            return p;
        }
        if (p.count < 2)
            p.words[p.count] = word;
        p.count += p.count < 3;
    }
    p.sign = at < bytes && text[at] != ';' ? text[at] : '\0';
    if (p.sign != '\0') {
        /* "e5- p 3c-3d": the destination is left out. */
        const bool left_out = p.sign == '-' && at > 0 && !is_space_character(text[at - 1]) &&
                              (at + 1 == bytes || is_space_character(text[at + 1]));
        at++;
        if (!left_out)
            p.right = take_word(text, bytes, &at);
    }
    while (at < bytes && is_space_character(text[at]))
        at++;
    p.bytes = at;
    return p;
}

/* Whether a part is a step, a drop, or behind another one also a piece that appears or leaves. */
static bool looks_like_part(const part *p, bool first)
{
    if (p->sign == '\0')
        return p->count == 1 && find_word(p->words[0]) < WORDS;
    if (p->count == 0 || p->count > 2)
        return false;
    const bool from = looks_like_space(p->words[p->count - 1]);
    const bool to = p->right.bytes > 0 && looks_like_space(p->right);
    if (p->sign == '*')
        return p->count == 1 && looks_like_label(p->words[0]) && to;
    if (p->count == 2)
        return looks_like_label(p->words[0]) && from && (to || (!first && p->right.bytes == 0));
    return (from && to) ||
           (!first && ((from && p->right.bytes == 0) || (looks_like_label(p->words[0]) && to)));
}

/* The bytes of a number before a move, as "12.", "12...", "12)" or "12 ". */
static size_t number_bytes(unsigned *number, const char *text, size_t bytes)
{
    shg_cursor c = { .text = text, .bytes = bytes };
    if (!shg_cursor_number(number, &c, SHOOGI_RECORD_NODES_MAX))
        return 0;
    const size_t digits = c.at;
    while (c.at < bytes && (text[c.at] == '.' || text[c.at] == ')'))
        c.at++;
    const bool marked = c.at > digits;
    while (c.at < bytes && (is_space_character(text[c.at]) || (marked && text[c.at] == '.')))
        c.at++;
    return c.at > digits ? c.at : 0;
}

/* A move of several parts at the beginning of a text: its bytes; 0: it is none.  *certain: nothing else looks like
 * it. */
static size_t move_bytes(bool *certain, const char *text, size_t bytes)
{
    size_t at = 0;
    for (bool first = true;; first = false) {
        const part p = split_part(text + at, bytes - at);
        if (!looks_like_part(&p, first))
            return 0;
        *certain = *certain || p.count == 2 || !first;
        at += p.bytes;
        if (p.sign == '\0' || at >= bytes || text[at] != ';')
            return at;
        at++;
    }
}

/* Whether a line consists of moves.  *certain: as in move_bytes. */
static bool looks_like_moves(bool *certain, const char *line, size_t bytes)
{
    unsigned number;
    size_t at = 0;
    while (at < bytes) {
        while (at < bytes && is_space_character(line[at]))
            at++;
        at += number_bytes(&number, line + at, bytes - at);
        const size_t took = at < bytes ? move_bytes(certain, line + at, bytes - at) : 0;
        if (took == 0)
            return false;
        at += took;
    }
    return bytes > 0;
}

/* "KEY=VALUE" or "KEY: VALUE". */
static bool split_setting(span *key, span *value, const char *line, size_t bytes)
{
    size_t at = 0;
    while (at < bytes && (is_part_of_name(line[at]) || is_space_character(line[at])))
        at++;
    *key = trimmed(line, at);
    if (at >= bytes || (line[at] != '=' && line[at] != ':') || key->bytes == 0 ||
        shg_is_digit(key->text[0]))
        return false;
    *value = trimmed(line + at + 1, bytes - at - 1);
    return true;
}

/* --- reading ------------------------------------------------------------------------------------- */

typedef struct courier {
    shg_reading *r;
    const shoogi_variant *variant;
    /* How moves are numbered, as a set of bits, and where the count began. */
    unsigned numberings, number, ply;
    bool has_number, second /* of a pair */, offered; /* a draw, with the last move */
} courier;

static size_t offset_of(const courier *c, const char *at)
{
    return (size_t)(at - c->r->begin);
}

/* The position before the first move. */
static void begin_game(courier *c)
{
    shoogi_position *start = NULL;
    c->r->status = shoogi_position_new(&start, c->variant);
    (void)shg_reading_start(c->r, start);
    shoogi_position_free(start);
}

/* "start=BOARD SIDE HANDS": a board of Game Courier, and the other fields of SFEN, which may be missing. */
static void read_start(courier *c, span value)
{
    shg_reading *const r = c->r;
    shoogi_position *start = NULL;
    size_t board = 0;
    while (board < value.bytes && !is_space_character(value.text[board]))
        board++;
    shoogi_error err = { .status = SHOOGI_OK };
    shoogi_status status = shoogi_position_new(&start, c->variant);
    if (status == SHOOGI_OK)
        status = shoogi_courier_fen_read(start, value.text, board, &err);
    const span fields = trimmed(value.text + board, value.bytes - board);
    if (status == SHOOGI_OK && fields.bytes > 0) {
        shg_out sfen = shg_out_growing();
        shg_ranks_write(&sfen, start);
        const size_t ranks = sfen.length;
        shg_out_char(&sfen, ' ');
        shg_out_bytes(&sfen, fields.text, fields.bytes);
        status =
            sfen.spent ? SHOOGI_NO_MEMORY : shoogi_sfen_read(start, sfen.bytes, sfen.length, &err);
        if (status == SHOOGI_PARSE_ERROR)
            err.column = err.column > ranks + 1 ? err.column - (uint32_t)ranks - 1 +
                                                      (uint32_t)(fields.text - value.text)
                                                : 1;
        free(sfen.bytes);
    }
    if (status == SHOOGI_PARSE_ERROR)
        (void)shg_reading_refuse(r, offset_of(c, value.text), &err);
    else
        r->status = status;
    (void)shg_reading_start(r, start);
    shoogi_position_free(start);
}

static const char *const of_game[] = { "game", "signs", "settings", "variant" },
                         *const of_start[] = { "start", "fen" },
                         *const of_board[] = { "coordinates", "captures", "labels" };

static bool is_one_of(span key, const char *const *names, size_t count)
{
    size_t i = 0;
    while (i < count && !is_text(key, names[i]))
        i++;
    return i < count;
}

#define IS_ONE_OF(key, names) is_one_of(key, names, sizeof(names) / sizeof(names)[0])

/* A setting before the first move: the game and where it begins. */
static void read_head(courier *c, span key, span value)
{
    shg_reading *const r = c->r;
    if (IS_ONE_OF(key, of_game) && r->record)
        shg_reading_warn(r, offset_of(c, key.text), key.bytes,
                         "the name of the game before its start");
    else if (IS_ONE_OF(key, of_game))
        c->variant = shg_reading_game(r, offset_of(c, value.text), value.bytes);
    else if (IS_ONE_OF(key, of_start) && value.bytes > 0 && !r->record)
        read_start(c, value);
}

/* Any other one is a header. */
static void read_header(courier *c, span key, span value, bool in_head)
{
    static const char title[] = "title";
    const bool known = IS_ONE_OF(key, of_game) || IS_ONE_OF(key, of_start);
    if (known && !in_head)
        shg_reading_warn(c->r, offset_of(c, key.text), key.bytes,
                         "the game and its start before the first move");
    else if (!known && !IS_ONE_OF(key, of_board) && value.bytes > 0)
        (void)shg_reading_header(c->r, is_text(key, title) ? title : key.text, key.bytes,
                                 value.text, value.bytes);
}

/* Numbers count moves, or pairs of them; one that continues in neither way is a warning.  "3... " is of the second
 * of a pair. */
static void compare_number(courier *c, unsigned number, size_t at, size_t bytes)
{
    enum { OF_MOVES = 1, OF_PAIRS = 2 };
    const unsigned ply = shoogi_record_node(c->r->record, c->r->last).ply;
    unsigned fits = 0, dots = 0;
    for (size_t i = 0; i < bytes; i++)
        dots += c->r->begin[at + i] == '.';
    if (c->has_number) {
        fits |= number - c->number == ply - c->ply ? OF_MOVES : 0;
        fits |= number - c->number == (ply - c->ply + c->second) / 2 ? OF_PAIRS : 0;
        fits &= c->numberings;
    } else if (number == 1 || ply > 0 || !shg_is_startpos(shoogi_record_start(c->r->record))) {
        fits = OF_MOVES | OF_PAIRS;
    }
    if (fits == 0)
        shg_reading_warn(c->r, at, bytes, "the number of the next move");
    if (fits == 0 || !c->has_number) {
        c->number = number;
        c->ply = ply;
        c->second = dots > 1;
        fits = OF_MOVES | OF_PAIRS;
    }
    c->numberings = fits;
    c->has_number = true;
}

static bool is_square(const courier *c, span s)
{
    shoogi_square square;
    return shg_courier_square(&square, c->variant, s.text, s.bytes);
}

/* A move as text in which spaces that the board lacks are places in hand, and without the labels of steps if `bare`:
 * those of other sets of pieces mean nothing here.  0 bytes: nothing has changed. */
static size_t rewrite(char out[MOVE_BYTES], const courier *c, const char *text, size_t bytes,
                      bool bare)
{
    shg_out to = shg_out_make(out, MOVE_BYTES);
    bool changed = false;
    for (size_t at = 0; at < bytes;) {
        const part p = split_part(text + at, bytes - at);
        const span *const from = &p.words[1];
        const bool known = p.count == 2 && is_square(c, *from);
        shg_out_text(&to, to.length > 0 ? "; " : "");
        if (p.count == 2 && (bare || (!known && from->text[0] != '0'))) {
            changed = true;
            const span *const first = bare ? from : &p.words[0];
            shg_out_bytes(&to, first->text, first->bytes);
            shg_out_char(&to, bare ? '-' : '*');
            shg_out_bytes(&to, p.right.text ? p.right.text : "", p.right.bytes);
        } else {
            shg_out_bytes(&to, text + at, p.bytes);
        }
        at += p.bytes + 1; /* ";" */
    }
    return changed && to.length < MOVE_BYTES ? to.length : 0;
}

static void read_move(courier *c, size_t at, size_t bytes)
{
    shg_reading *const r = c->r;
    const char *const text = r->begin + at;
    shoogi_courier_move found;
    shoogi_error err = { .status = SHOOGI_OK };
    shoogi_status status = shg_courier_read(&found, r->walker.position, text, bytes, &err);
    for (int bare = 0; bare < 2 && status == SHOOGI_PARSE_ERROR; bare++) {
        char other[MOVE_BYTES];
        shoogi_error ignored;
        const size_t other_bytes = rewrite(other, c, text, bytes, bare == 1);
        if (other_bytes > 0)
            status = shg_courier_read(&found, r->walker.position, other, other_bytes, &ignored);
        if (other_bytes > 0 && status == SHOOGI_OK && bare == 1)
            shg_reading_warn(r, at, bytes, "the label of the piece that moves");
        if (status == SHOOGI_ILLEGAL)
            status = SHOOGI_PARSE_ERROR; /* the text as it stands shows why better */
    }
    if (status == SHOOGI_OK)
        (void)shg_reading_move(r, at, found.move);
    else if (status == SHOOGI_PARSE_ERROR || status == SHOOGI_ILLEGAL)
        (void)shg_reading_refuse(r, at, &err);
    else
        r->status = status;
}

static void read_end(courier *c, size_t at, size_t bytes, size_t word)
{
    const shoogi_colour side = shoogi_position_side(c->r->walker.position);
    shoogi_result result = shg_end_result(words[word].end, side);
    if (words[word].won != 0)
        result.outcome = (words[word].won > 0) == (side == SHOOGI_BLACK) ? SHOOGI_OUTCOME_BLACK
                                                                         : SHOOGI_OUTCOME_WHITE;
    const bool other = words[word].end == SHOOGI_TERMINATION_OTHER;
    (void)shg_reading_end(c->r, words[word].end, result, c->r->begin + at, other ? bytes : 0);
}

/* The moves of a line, up to its comment. */
static void read_moves(courier *c, size_t bytes)
{
    shg_reading *const r = c->r;
    unsigned number;
    size_t at = 0;
    while (r->status == SHOOGI_OK) {
        while (at < bytes && is_space_character(r->begin[at]))
            at++;
        const size_t digits = number_bytes(&number, r->begin + at, bytes - at);
        if (digits > 0)
            compare_number(c, number, at, digits);
        at += digits;
        if (at >= bytes)
            return;
        bool certain = false;
        const size_t took = move_bytes(&certain, r->begin + at, bytes - at);
        const span all = trimmed(r->begin + at, took);
        const size_t word = find_word(all);
        c->offered = is_text(all, "draw");
        if (shoogi_record_node(r->record, r->last).termination != SHOOGI_TERMINATION_NONE)
            (void)shg_reading_fail(r, at, bytes - at, "nothing after the end");
        else if (word < WORDS && words[word].end != SHOOGI_TERMINATION_NONE)
            read_end(c, at, all.bytes, word);
        else if (!c->offered)
            read_move(c, at, all.bytes);
        at += took;
    }
}

/* The next line without its comment and the spaces around, and what it is. */
typedef enum line_kind { LINE_EMPTY, LINE_SETTING, LINE_MOVES, LINE_OTHER } line_kind;

typedef struct row {
    span text, key, value;
    size_t bytes; /* before the comment, or of the line */
} row;

static line_kind classify(row *out, const shg_reading *r)
{
    bool certain = false;
    out->bytes = comment_begins(r->begin, r->length);
    out->text = trimmed(r->begin, out->bytes);
    return out->text.bytes == 0                                          ? LINE_EMPTY
           : looks_like_moves(&certain, out->text.text, out->text.bytes) ? LINE_MOVES
           : out->bytes == r->length &&
                   split_setting(&out->key, &out->value, out->text.text, out->text.bytes)
               ? LINE_SETTING
               : LINE_OTHER;
}

static void read_line(courier *c, const row *l, line_kind kind, bool in_head)
{
    shg_reading *const r = c->r;
    if (kind == LINE_MOVES) {
        read_moves(c, l->bytes);
    } else if (kind == LINE_SETTING) {
        read_header(c, l->key, l->value, in_head);
    } else if (kind == LINE_OTHER) {
        shg_reading_warn(r, offset_of(c, l->text.text), l->text.bytes,
                         "a move in the notation of Game Courier");
        (void)shg_reading_comment(r, r->begin, r->length);
        return;
    }
    if (l->bytes < r->length) {
        const size_t mark = l->bytes + 2, from = mark + (mark < r->length && r->begin[mark] == ' ');
        (void)shg_reading_comment(r, r->begin + from, r->length - from);
    }
}

static void read_courier(shg_reading *r)
{
    courier c = { .r = r, .variant = r->options->variant };
    row l;
    line_kind kind = LINE_EMPTY;
    const size_t at = r->at, number = r->line;
    while (kind <= LINE_SETTING && shg_reading_line(r)) {
        kind = classify(&l, r);
        if (kind == LINE_SETTING)
            read_head(&c, l.key, l.value);
    }
    if (r->status == SHOOGI_OK && r->line == number)
        (void)shg_reading_fail(r, 0, 0, "moves in the notation of Game Courier");
    if (r->status == SHOOGI_OK && !r->record)
        begin_game(&c);
    if (r->status != SHOOGI_OK)
        return;
    r->at = at;
    r->line = number;
    for (bool in_head = true; shg_reading_line(r); in_head = in_head && kind <= LINE_SETTING) {
        kind = classify(&l, r);
        read_line(&c, &l, kind, in_head);
    }
    if (c.offered && r->status == SHOOGI_OK)
        (void)shg_reading_end(r, SHOOGI_TERMINATION_DRAW,
                              shg_end_result(SHOOGI_TERMINATION_DRAW, SHOOGI_BLACK), NULL, 0);
}

/* --- writing ------------------------------------------------------------------------------------- */

static void write_comment(shg_writing *w, const char *before, const char *comment)
{
    for (; comment; before = "") {
        const char *const end = strchr(comment, '\n');
        shg_out_format(&w->out, "%s// ", before);
        shg_out_bytes(&w->out, comment, end ? (size_t)(end - comment) : strlen(comment));
        shg_out_char(&w->out, '\n');
        comment = end ? end + 1 : NULL;
    }
}

static bool has_hands(const shoogi_variant *variant)
{
    for (unsigned k = 1; k <= shoogi_variant_kind_count(variant); k++)
        if (shoogi_variant_kind(variant, (shoogi_kind)k).hand_kind != 0)
            return true;
    return false;
}

/* The settings of a free board on which the game can be played on. */
static shoogi_status write_settings(shg_writing *w)
{
    const shoogi_position *const start = shoogi_record_start(w->record);
    const shoogi_variant *const v = shoogi_position_variant(start);
    const char *const title = shoogi_record_header(w->record, "title");
    if (title) {
        const span same = trimmed(title, strlen(title));
        if (same.bytes > 0 && same.bytes == strlen(title) &&
            comment_begins(title, same.bytes) == same.bytes) {
            shg_out_format(&w->out, "title=%s\n", title);
            if (shoogi_record_header_count(w->record) == 1)
                w->losses &= ~SHG_LOSS(HEADERS);
        }
    }
    if (shoogi_variant_name(v)[0] != '\0')
        shg_out_format(&w->out, "signs=%s\n", shoogi_variant_name(v));
    shg_out_format(&w->out,
                   "coordinates=shogi\ncaptures=%s\nstart=", has_hands(v) ? "hand" : "gone");
    char *const board = malloc(SETUP_BYTES), *const fields = malloc(SETUP_BYTES);
    shoogi_status status = board && fields ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK) {
        shg_out sfen = shg_out_make(fields, SETUP_BYTES);
        const size_t bytes = shoogi_courier_fen_write(board, SETUP_BYTES, start);
        shg_out_sfen(&sfen, start);
        const char *const rest = sfen.length < SETUP_BYTES ? strchr(fields, ' ') : NULL;
        const char *end = rest; /* without the number of the first move */
        for (const char *at = rest; at && *at; at++)
            end = *at == ' ' ? at : end;
        if (bytes < SETUP_BYTES && rest) {
            shg_out_bytes(&w->out, board, bytes);
            shg_out_bytes(&w->out, rest, (size_t)(end - rest));
        }
        shg_out_char(&w->out, '\n');
    }
    free(board);
    free(fields);
    return status;
}

/* A move; ILLEGAL if the text reads as another one, with the same effect on the board. */
static shoogi_status write_move(shg_writing *w, shoogi_position *position, shoogi_move move)
{
    shoogi_courier_move again = { 0 };
    shoogi_error ignored;
    const size_t begin = w->out.length;
    shoogi_status status = shg_courier_write(&w->out, position, move);
    if (status == SHOOGI_OK && w->out.spent)
        status = SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK)
        status = shg_courier_read(&again, position, w->out.bytes + begin, w->out.length - begin,
                                  &ignored);
    return status == SHOOGI_NO_MEMORY || (status == SHOOGI_OK && again.move == move)
               ? status
               : SHOOGI_ILLEGAL;
}

static void write_end(shg_writing *w, const shoogi_node_info *node, shoogi_colour side)
{
    const shoogi_result usual = shg_end_result(node->termination, side);
    size_t i = 0;
    if (node->termination == SHOOGI_TERMINATION_OTHER && node->termination_text)
        i = find_word((span){ node->termination_text, strlen(node->termination_text) });
    else
        while (i < WORDS && words[i].end != node->termination)
            i++;
    const shoogi_outcome own = side == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
    const shoogi_outcome other = side == SHOOGI_BLACK ? SHOOGI_OUTCOME_WHITE : SHOOGI_OUTCOME_BLACK;
    const bool known = i < WORDS && words[i].end == node->termination;
    const shoogi_outcome outcome =
        known && words[i].won != 0 ? (words[i].won > 0 ? own : other) : usual.outcome;
    const bool written = known && outcome == node->result.outcome &&
                         node->result.reason == SHOOGI_REASON_NONE &&
                         (node->termination == SHOOGI_TERMINATION_OTHER
                              ? strcmp(words[i].word, node->termination_text) == 0
                              : !node->termination_text);
    if (!written) {
        w->losses |= SHG_LOSS(TERMINATION) | (node->comment ? SHG_LOSS(COMMENTS) : 0);
        return;
    }
    shg_out_text(&w->out, words[i].word);
    write_comment(w, " ", node->comment);
    if (!node->comment)
        shg_out_char(&w->out, '\n');
}

static shoogi_status write_courier(shg_writing *w)
{
    shg_walker walker;
    w->losses &= ~(SHG_LOSS(COMMENTS) | SHG_LOSS(TERMINATION));
    if (shoogi_variant_name(shoogi_position_variant(shoogi_record_start(w->record)))[0] != '\0')
        w->losses &= ~SHG_LOSS(GAME);
    shoogi_status status = write_settings(w);
    if (status != SHOOGI_OK)
        return status;
    status = shg_walker_init(&walker, w->record);
    write_comment(w, "", shoogi_record_node(w->record, 0).comment);
    for (shoogi_node n = shoogi_record_node(w->record, 0).first_child;
         n != SHOOGI_NO_NODE && status == SHOOGI_OK;
         n = shoogi_record_node(w->record, n).first_child) {
        const shoogi_node_info node = shoogi_record_node(w->record, n);
        if (node.termination != SHOOGI_TERMINATION_NONE) {
            write_end(w, &node, shoogi_position_side(walker.position));
            break;
        }
        status = write_move(w, walker.position, node.move);
        if (status == SHOOGI_ILLEGAL)
            (void)shg_error_set(w->err, status, 0, 0,
                                "move %u cannot be written in the notation of Game Courier",
                                node.ply);
        if (status != SHOOGI_OK)
            break;
        write_comment(w, " ", node.comment);
        if (!node.comment)
            shg_out_char(&w->out, '\n');
        status = shg_walker_go(&walker, n);
    }
    shg_walker_fini(&walker);
    return status;
}

/* --- recognition --------------------------------------------------------------------------------- */

/* Lines of moves, one of which is certain, or that are all alike; settings say nothing. */
static unsigned looks_courier(const char *text, size_t text_bytes)
{
    enum { CERTAIN = 85, SIMILAR = 40 };
    size_t good = 0, other = 0;
    bool certain = false;
    for (size_t at = 0, length; at < text_bytes; at += length + 1) {
        span key, value;
        length = 0;
        while (at + length < text_bytes && text[at + length] != '\n' && text[at + length] != '\r')
            length++;
        const size_t before = comment_begins(text + at, length);
        const span line = trimmed(text + at, before);
        if (line.bytes == 0)
            continue;
        bool sure = false;
        if (looks_like_moves(&sure, line.text, line.bytes)) {
            good++;
            certain = certain || sure;
        } else if (before < length || !split_setting(&key, &value, line.text, line.bytes)) {
            other++;
        }
    }
    return good == 0 ? 0 : (unsigned)((certain ? CERTAIN : SIMILAR) * good / (good + other));
}

const shg_format shg_format_COURIER = { read_courier, write_courier, looks_courier, NULL, NULL };
