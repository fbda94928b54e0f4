#include "server/study/free_board.h"

#include "base/error.h"
#include "notation/words/cursor.h"
#include "wire/display.h"

#include <string.h>

/* ---- words ---- */

/* Part of a text. */
typedef struct word {
    size_t at, bytes;
} word;

static bool is(const shg_cursor *c, word w, const char *text)
{
    return w.bytes == strlen(text) && memcmp(c->text + w.at, text, w.bytes) == 0;
}

/* Characters that may be part of a label; of the non-ASCII ones, the page knows which are
 * letters. */
static bool is_letter(char c)
{
    return shg_is_letter(c) || (unsigned char)c >= 0x80;
}

/* The length in bytes of a label at this place; 0: no label. */
static size_t label_bytes(const char *text, size_t bytes)
{
    size_t at = bytes > 0 && text[0] == '+';
    if (at == bytes || !is_letter(text[at]))
        return 0;
    while (at < bytes &&
           (is_letter(text[at]) || shg_is_digit(text[at]) || text[at] == '_' || text[at] == '\''))
        at++;
    return at;
}

/* Reads the bytes of one character, or none. */
static bool read_letter(shg_cursor *c)
{
    uint32_t code_point;
    if (shg_cursor_done(c) || !is_letter(shg_cursor_next(c)))
        return false;
    c->at += shg_utf8_read(&code_point, c->text + c->at, c->bytes - c->at);
    return true;
}

static shoogi_status fail(const shg_cursor *c, word w, const char *what)
{
    return shg_cursor_fail(c, w.at, "%s", what);
}

/* ---- the set-up ---- */

/* Reads a piece on the board or in hand: one letter, perhaps with a +, or a label in braces. */
static shoogi_status read_piece(shg_cursor *c, const char *what)
{
    const size_t begin = c->at;
    if (shg_cursor_take(c, '{')) {
        const char *text = c->text + c->at;
        const char *end = memchr(text, '}', c->bytes - c->at);
        const size_t bytes = end ? (size_t)(end - text) : 0;
        if (bytes == 0 || label_bytes(text, bytes) != bytes)
            return shg_cursor_fail(c, c->at, "a label, such as {+P}");
        c->at += bytes + 1;
        return SHOOGI_OK;
    }
    (void)shg_cursor_take(c, '+');
    return read_letter(c) ? SHOOGI_OK : shg_cursor_fail(c, begin, "%s", what);
}

/* Reads one cell of a rank, or a number of empty ones. *there: some are not holes. */
static shoogi_status read_cells(unsigned *count, bool *there, shg_cursor *c)
{
    *count = 1;
    const size_t begin = c->at;
    const bool digit = shg_is_digit(shg_cursor_next(c));
    if (shg_cursor_take(c, '-'))
        return SHOOGI_OK;
    *there = true;
    if (shg_cursor_take(c, '@'))
        return SHOOGI_OK;
    if (digit && (!shg_cursor_number(count, c, SHG_FREE_SIDE_MAX) || *count == 0))
        return shg_cursor_fail(c, begin, "a number of empty spaces from 1 to %d",
                               SHG_FREE_SIDE_MAX);
    if (digit)
        return SHOOGI_OK;
    return read_piece(c, "a label, a number, \"@\", \"-\" or \"/\"");
}

static shoogi_status read_ranks(shg_free_board *board, shg_cursor *c)
{
    const size_t begin = c->at;
    bool there = false;
    do {
        unsigned width = 0, count = 0;
        if (board->height == SHG_FREE_SIDE_MAX)
            return shg_cursor_fail(c, c->at - 1, "at most %d ranks", SHG_FREE_SIDE_MAX);
        while (!shg_cursor_field_ends(c) && shg_cursor_next(c) != '/') {
            const size_t at = c->at;
            const shoogi_status status = read_cells(&count, &there, c);
            if (status != SHOOGI_OK)
                return status;
            width += count;
            if (width > (board->width > 0 ? board->width : SHG_FREE_SIDE_MAX))
                return shg_cursor_fail(c, at, "\"/\", as a rank has at most %u spaces",
                                       board->width > 0 ? board->width : SHG_FREE_SIDE_MAX);
        }
        if (width == 0 || width < board->width)
            return shg_cursor_fail(c, c->at, "more spaces on this rank");
        board->width = width;
        board->height++;
    } while (shg_cursor_take(c, '/'));
    return there ? SHOOGI_OK : shg_cursor_fail(c, begin, "a board that has a space");
}

/* Advances to the next field. False at the end. */
static bool next_field(shg_cursor *c)
{
    while (shg_cursor_take(c, ' '))
        ;
    return !shg_cursor_done(c);
}

static shoogi_status read_start(shg_free_board *board, shg_cursor *c)
{
    shoogi_status status = read_ranks(board, c);
    if (status != SHOOGI_OK || !next_field(c))
        return status;
    const size_t side = c->at;
    board->second_begins = shg_cursor_take(c, 'w');
    if ((!board->second_begins && !shg_cursor_take(c, 'b')) ||
        (!shg_cursor_done(c) && shg_cursor_next(c) != ' '))
        return shg_cursor_fail(c, side, "\"b\" or \"w\"");
    if (!next_field(c))
        return SHOOGI_OK;
    if (shg_cursor_take(c, '-'))
        return shg_cursor_done(c) ? SHOOGI_OK : shg_cursor_fail(c, c->at, "the end of the line");
    while (status == SHOOGI_OK && !shg_cursor_done(c)) {
        unsigned count;
        (void)shg_cursor_number(&count, c, 999);
        status = read_piece(c, "pieces in hand, such as 2P, or \"-\"");
    }
    return status;
}

static shoogi_status read_title(shg_free_board *board, shg_cursor *c)
{
    const size_t bytes = c->bytes - c->at;
    if (bytes >= sizeof board->title)
        return shg_cursor_fail(c, c->at, "a title of at most %zu bytes", sizeof board->title - 1);
    memcpy(board->title, c->text + c->at, bytes);
    board->title[bytes] = '\0';
    c->at = c->bytes;
    return SHOOGI_OK;
}

static shoogi_status read_signs(shg_free_board *board, shg_cursor *c)
{
    (void)board;
    const size_t begin = c->at;
    while (shg_is_letter(shg_cursor_next(c)) || shg_is_digit(shg_cursor_next(c)) ||
           shg_cursor_next(c) == '-' || shg_cursor_next(c) == '_')
        c->at++;
    return c->at - begin <= SHG_FREE_SIGNS_BYTES ? SHOOGI_OK
                                                 : shg_cursor_fail(c, begin, "the name of a game");
}

/* Reads one of two words; *second: it is the second. */
static shoogi_status read_either(bool *second, shg_cursor *c, const char *one, const char *other)
{
    const word w = { c->at, c->bytes - c->at };
    *second = is(c, w, other);
    if (!*second && !is(c, w, one))
        return shg_cursor_fail(c, c->at, "%s or %s", one, other);
    c->at = c->bytes;
    return SHOOGI_OK;
}

static shoogi_status read_coordinates(shg_free_board *board, shg_cursor *c)
{
    return read_either(&board->chess, c, "shogi", "chess");
}

static shoogi_status read_captures(shg_free_board *board, shg_cursor *c)
{
    bool gone;
    (void)board;
    return read_either(&gone, c, "hand", "gone");
}

static shoogi_status read_labels(shg_free_board *board, shg_cursor *c)
{
    (void)board;
    if (shg_cursor_done(c))
        return SHOOGI_OK;
    do {
        const size_t bytes = label_bytes(c->text + c->at, c->bytes - c->at);
        if (bytes == 0)
            return shg_cursor_fail(c, c->at, "a label");
        c->at += bytes;
    } while (shg_cursor_take(c, ','));
    return SHOOGI_OK;
}

static const struct {
    const char *name;
    shoogi_status (*read)(shg_free_board *board, shg_cursor *c);
} settings[] = {
    { "title", read_title },       { "signs", read_signs },   { "coordinates", read_coordinates },
    { "captures", read_captures }, { "labels", read_labels }, { "start", read_start },
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

/* line: NAME=VALUE. *seen: bits of the settings read so far. */
static shoogi_status read_setting(shg_free_board *board, unsigned *seen, shg_cursor *line)
{
    const char *sign = memchr(line->text, '=', line->bytes);
    const word name = { 0, sign ? (size_t)(sign - line->text) : line->bytes };
    size_t i = 0;
    while (i < SETTINGS && !is(line, name, settings[i].name))
        i++;
    if (!sign || i == SETTINGS || (*seen & 1U << i))
        return fail(line, name, "a setting of a free board, once");
    *seen |= 1U << i;
    line->at = name.bytes + 1;
    const shoogi_status status = settings[i].read(board, line);
    if (status == SHOOGI_OK && !shg_cursor_done(line))
        return shg_cursor_fail(line, line->at, "the end of the line");
    return status;
}

shoogi_status shg_free_setup_read(shg_free_board *board, const char *text, size_t text_bytes,
                                  shoogi_error *err)
{
    unsigned seen = 0;
    uint32_t number = 0;
    shoogi_status status = SHOOGI_OK;
    *board = (shg_free_board){ .width = 0 };
    if (text_bytes > SHG_FREE_SETUP_BYTES)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                             "expected a free board of at most %d bytes", SHG_FREE_SETUP_BYTES);
    for (size_t at = 0; at < text_bytes && status == SHOOGI_OK;) {
        const char *end = memchr(text + at, '\n', text_bytes - at);
        const size_t bytes = end ? (size_t)(end - text) - at : text_bytes - at;
        shoogi_error fault = { 0 };
        shg_cursor line = { text + at, bytes, 0, &fault };
        number++;
        status = shg_display_clean(line.text, bytes)
                     ? read_setting(board, &seen, &line)
                     : shg_cursor_fail(&line, 0, "a printable line");
        if (status != SHOOGI_OK && err) {
            *err = fault;
            err->line = number;
        }
        at += bytes + 1;
    }
    if (status == SHOOGI_OK && board->width == 0)
        status = shg_error_set(err, SHOOGI_PARSE_ERROR, number + 1, 1,
                               "expected a setting \"start\", found end of text");
    return status;
}

/* ---- lines ---- */

typedef struct line_reader {
    shg_cursor cursor; /* ends where the comment begins */
    const shg_free_board *board;
    shg_out *out;
    bool ended; /* a part has ended the game */
} line_reader;

static bool is_sign(char c)
{
    return c == '-' || c == '*';
}

/* The next word of a part, or a single sign; empty at the end of the part. */
static word next_word(shg_cursor *c)
{
    while (shg_cursor_next(c) == ' ')
        c->at++;
    word w = { c->at, 0 };
    if (is_sign(shg_cursor_next(c)))
        c->at++;
    else
        while (!shg_cursor_done(c) && shg_cursor_next(c) != ' ' && shg_cursor_next(c) != ';' &&
               !is_sign(shg_cursor_next(c)))
            c->at++;
    w.bytes = c->at - w.at;
    return w;
}

static void put(line_reader *r, word w)
{
    shg_out_bytes(r->out, r->cursor.text + w.at, w.bytes);
}

static void put_after_space(line_reader *r, word w)
{
    shg_out_char(r->out, ' ');
    put(r, w);
}

static bool is_letters(const shg_cursor *c, word w)
{
    for (size_t i = 0; i < w.bytes; i++)
        if (c->text[w.at + i] < 'a' || c->text[w.at + i] > 'z')
            return false;
    return w.bytes > 0 && w.bytes <= 2;
}

/* From 1: a is 1, aa is 27; beyond any board if it is not a number in letters. */
static unsigned letters_number(const shg_cursor *c, word w)
{
    unsigned number = 0;
    if (!is_letters(c, w))
        return SHG_FREE_SIDE_MAX + 1;
    for (size_t i = 0; i < w.bytes; i++)
        number = number * 26 + (unsigned)(c->text[w.at + i] - 'a') + 1;
    return number;
}

static unsigned digits_number(const shg_cursor *c, word w)
{
    unsigned number;
    shg_cursor digits = { c->text, w.at + w.bytes, w.at, NULL };
    return shg_cursor_number(&number, &digits, SHG_FREE_SIDE_MAX) && shg_cursor_done(&digits) &&
                   number > 0
               ? number
               : SHG_FREE_SIDE_MAX + 1;
}

/* Whether the word is the name of a space of this board, or "dest" or "origin", a space of the
 * previous part. */
static bool is_space(const line_reader *r, word w)
{
    const shg_cursor *c = &r->cursor;
    if (is(c, w, "dest") || is(c, w, "origin"))
        return true;
    const bool chess = r->board->chess;
    size_t first = 0;
    while (first < w.bytes && shg_is_digit(c->text[w.at + first]) != chess)
        first++;
    const word one = { w.at, first }, other = { w.at + first, w.bytes - first };
    const unsigned file = chess ? letters_number(c, one) : digits_number(c, one);
    const unsigned rank = chess ? digits_number(c, other) : letters_number(c, other);
    return file <= r->board->width && rank <= r->board->height;
}

static bool is_label(const line_reader *r, word w)
{
    return w.bytes > 0 && label_bytes(r->cursor.text + w.at, w.bytes) == w.bytes;
}

/* Whether the word is the place of pieces in hand. */
static bool is_hand(const line_reader *r, word w)
{
    const word label = { w.at + 1, w.bytes - 1 };
    return w.bytes > 1 && r->cursor.text[w.at] == '0' && is_label(r, label);
}

static shoogi_status read_space(line_reader *r, word *w)
{
    *w = next_word(&r->cursor);
    return is_space(r, *w) ? SHOOGI_OK : fail(&r->cursor, *w, "a space of this board");
}

/* Reads spaces up to the end of the part, at least one. */
static shoogi_status read_spaces(line_reader *r, word first)
{
    for (word w = first;; put_after_space(r, w), w = next_word(&r->cursor)) {
        if (w.bytes == 0 && w.at != first.at)
            return SHOOGI_OK;
        if (!is_space(r, w))
            return fail(&r->cursor, w, "a space of this board");
    }
}

/* The commands, and the word for all spaces. */
static const struct {
    const char *verb, *all;
} commands[] = { { "capture", "" }, { "empty", "all" }, { "clear", "board" }, { "flip", "" } };
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static shoogi_status read_add(line_reader *r)
{
    const word label = next_word(&r->cursor);
    if (!is_label(r, label))
        return fail(&r->cursor, label, "a piece label");
    put_after_space(r, label);
    word w = next_word(&r->cursor);
    const bool all = is(&r->cursor, w, "all");
    if (all) {
        put_after_space(r, w);
        return read_spaces(r, next_word(&r->cursor));
    }
    if (!is_space(r, w))
        return fail(&r->cursor, w, "a space of this board");
    put_after_space(r, w);
    w = next_word(&r->cursor);
    return w.bytes == 0 ? SHOOGI_OK
                        : fail(&r->cursor, w, "\";\", or \"all\" before several spaces");
}

/* Reads a part that begins with a command. *done: it did. */
static shoogi_status read_words(line_reader *r, bool *done, word first)
{
    static const char *const ends[] = { "resign", "draw", "drawn", "won", "lost" };
    const shg_cursor *c = &r->cursor;
    *done = true;
    if (is(c, first, "add")) {
        put(r, first);
        return read_add(r);
    }
    for (size_t i = 0; i < COMMANDS; i++)
        if (is(c, first, commands[i].verb)) {
            put(r, first);
            const word w = next_word(&r->cursor);
            if (!commands[i].all[0] || !is(c, w, commands[i].all))
                return read_spaces(r, w);
            put_after_space(r, w);
            return SHOOGI_OK;
        }
    bool ends_here = false;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        ends_here = ends_here || is(c, first, ends[i]);
    *done = ends_here || is(c, first, "pass");
    r->ended = r->ended || ends_here;
    if (*done)
        put(r, first);
    return SHOOGI_OK;
}

/* Reads "-" or "*" and the space after it. from: a space or hand precedes it, whose piece may be
 * removed. label: a label that may be dropped precedes it. */
static shoogi_status read_sign(line_reader *r, bool from, bool label)
{
    word space;
    const word sign = next_word(&r->cursor);
    const bool drops = is(&r->cursor, sign, "*");
    if (!is(&r->cursor, sign, "-") && !(drops && label))
        return fail(&r->cursor, sign, label ? "\"-\" or \"*\"" : "\"-\"");
    put(r, sign);
    const size_t behind = r->cursor.at;
    space = next_word(&r->cursor);
    if (space.bytes == 0 && from && !drops) {
        r->cursor.at = behind;
        return SHOOGI_OK;
    }
    if (!is_space(r, space))
        return fail(&r->cursor, space, "a space of this board");
    put(r, space);
    return SHOOGI_OK;
}

/* Whether the rest of the part contains a sign. */
static bool has_sign(const line_reader *r)
{
    const shg_cursor *c = &r->cursor;
    size_t at = c->at;
    while (at < c->bytes && c->text[at] != ';' && !is_sign(c->text[at]))
        at++;
    return at < c->bytes && c->text[at] != ';';
}

static shoogi_status read_part(line_reader *r)
{
    bool done = false;
    const word first = next_word(&r->cursor);
    const bool space = is_space(r, first), hand = is_hand(r, first),
               none = is(&r->cursor, first, "@");
    if (is(&r->cursor, first, "-")) {
        word w;
        const shoogi_status status = read_space(r, &w);
        put(r, first);
        put(r, w);
        return status;
    }
    shoogi_status status = SHOOGI_OK;
    if (!has_sign(r)) { /* else even a command word may be a label */
        status = read_words(r, &done, first);
        if (done)
            return status;
    }
    if (!space && !hand && !none && !is_label(r, first))
        return fail(&r->cursor, first, "a piece label or a space of this board");
    put(r, first);
    const size_t behind = r->cursor.at;
    const word second = next_word(&r->cursor);
    if (second.bytes > 0 && !is_sign(r->cursor.text[second.at])) {
        if (space || hand || none || (!is_space(r, second) && !is_hand(r, second)))
            return fail(&r->cursor, second,
                        space || hand || none ? "\"-\"" : "a space of this board");
        put_after_space(r, second);
        return read_sign(r, false, false);
    }
    r->cursor.at = behind;
    return read_sign(r, space, !space && !hand && !none);
}

static shoogi_status read_parts(line_reader *r)
{
    for (;;) {
        shoogi_status status = read_part(r);
        const word rest = next_word(&r->cursor);
        if (status != SHOOGI_OK)
            return status;
        if (rest.bytes > 0)
            return fail(&r->cursor, rest, "\";\" or the end");
        if (!shg_cursor_take(&r->cursor, ';'))
            return SHOOGI_OK;
        if (r->ended)
            return shg_cursor_fail(&r->cursor, r->cursor.at - 1, "no more, as the game has ended");
        shg_out_text(r->out, "; ");
    }
}

/* The index of "//", or the end. */
static size_t find_comment(const char *text, size_t bytes)
{
    size_t at = 0;
    while (at < bytes && !(text[at] == '/' && at + 1 < bytes && text[at + 1] == '/'))
        at++;
    return at;
}

shoogi_status shg_free_line_read(shg_out *out, const shg_free_board *board, const char *text,
                                 size_t text_bytes, shoogi_error *err)
{
    const size_t body = find_comment(text, text_bytes);
    line_reader r = { { text, body, 0, err }, board, out, false };
    const shg_cursor whole = { text, text_bytes, 0, err };
    if (text_bytes > SHG_FREE_LINE_BYTES)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                             "expected a line of at most %d bytes", SHG_FREE_LINE_BYTES);
    if (!shg_display_clean(text, text_bytes))
        return shg_cursor_fail(&whole, 0, "a printable line");
    const shoogi_status status = read_parts(&r);
    if (status != SHOOGI_OK || body == text_bytes)
        return status;
    size_t begin = body + 2, end = text_bytes;
    while (begin < end && text[begin] == ' ')
        begin++;
    while (end > begin && text[end - 1] == ' ')
        end--;
    if (begin < end) {
        shg_out_text(out, " // ");
        shg_out_bytes(out, text + begin, end - begin);
    }
    return SHOOGI_OK;
}
