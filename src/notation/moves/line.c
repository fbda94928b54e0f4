/* line.c: several moves, one after the other. */
#include "base/error.h"
#include "base/text.h"
#include "notation/moves/japanese.h"
#include "shoogi/notation.h"

#include <assert.h>
#include <string.h>

/* --- writing ------------------------------------------------------------------------------------- */

static const char *const names[] = {
    [SHOOGI_NOTATION_USI] = "usi",           [SHOOGI_NOTATION_WESTERN] = "western",
    [SHOOGI_NOTATION_JAPANESE] = "japanese", [SHOOGI_NOTATION_KITAO] = "kitao",
    [SHOOGI_NOTATION_COURIER] = "courier",   [SHOOGI_NOTATION_ANY] = "any",
};
static_assert(sizeof names / sizeof names[0] == SHOOGI_NOTATION_ANY + 1,
              "a name for each notation");

const char *shoogi_notation_name(shoogi_notation notation)
{
    return names[notation];
}

shoogi_notation shoogi_notation_find(const char *name)
{
    unsigned notation = 0;
    while (notation < SHOOGI_NOTATION_ANY && strcmp(names[notation], name) != 0)
        notation++;
    return (shoogi_notation)notation;
}

/* The mark of the side, as KI2 has it, and the move. */
static size_t write_japanese(char *out, size_t out_bytes, const shoogi_position *position,
                             shoogi_move move)
{
    const char *const mark = shoogi_position_side(position) == SHOOGI_BLACK ? "▲" : "△";
    const size_t mark_bytes = strlen(mark);
    const bool fits = mark_bytes < out_bytes;
    const size_t bytes =
        shoogi_japanese_write(fits ? out + mark_bytes : NULL, fits ? out_bytes - mark_bytes : 0,
                              position, move, shg_previous(position));
    if (fits)
        memcpy(out, mark, mark_bytes);
    else if (out_bytes > 0)
        out[0] = '\0';
    return bytes > 0 ? mark_bytes + bytes : 0;
}

/* Returns 0 if memory is exhausted. */
static size_t write_move(char *out, size_t out_bytes, const shoogi_position *position,
                         shoogi_move move, shoogi_notation notation)
{
    switch (notation) {
    case SHOOGI_NOTATION_USI: return shoogi_usi_write(out, out_bytes, position, move);
    case SHOOGI_NOTATION_WESTERN: return shoogi_western_write(out, out_bytes, position, move);
    case SHOOGI_NOTATION_JAPANESE: return write_japanese(out, out_bytes, position, move);
    case SHOOGI_NOTATION_KITAO:
        return shoogi_kitao_write(out, out_bytes, position, move, shg_previous(position));
    case SHOOGI_NOTATION_COURIER: return shoogi_courier_write(out, out_bytes, position, move);
    case SHOOGI_NOTATION_ANY: break; /* not for writers */
    }
    return 0;
}

size_t shoogi_move_write(char *out, size_t out_bytes, const shoogi_position *position,
                         shoogi_move move, shoogi_notation notation)
{
    assert(notation != SHOOGI_NOTATION_ANY);
    const size_t bytes = write_move(out, out_bytes, position, move, notation);
    return bytes > 0 ? bytes : shoogi_usi_write(out, out_bytes, position, move);
}

size_t shoogi_line_write(char *out, size_t out_bytes, const shoogi_position *position,
                         const shoogi_move *moves, size_t move_count, shoogi_notation notation)
{
    assert(notation != SHOOGI_NOTATION_ANY);
    shoogi_position *at = NULL;
    size_t length = 0;
    bool spent = shoogi_position_copy(&at, position) != SHOOGI_OK;
    for (size_t i = 0; i < move_count && !spent; i++) {
        if (i > 0) {
            if (length + 1 < out_bytes)
                out[length] = notation == SHOOGI_NOTATION_COURIER ? '\n' : ' ';
            length++;
        }
        const size_t room = length < out_bytes ? out_bytes - length : 0;
        const size_t written =
            write_move(room > 0 ? out + length : NULL, room, at, moves[i], notation);
        length += written;
        spent =
            written == 0 || (i + 1 < move_count && shoogi_position_do(at, moves[i]) != SHOOGI_OK);
    }
    shoogi_position_free(at);
    if (spent)
        length = 0;
    if (out_bytes > 0)
        out[length < out_bytes ? length : out_bytes - 1] = '\0';
    return length;
}

/* --- reading ------------------------------------------------------------------------------------- */

/* A place in the text, and the end of what is there. */
typedef struct words {
    const char *text;
    size_t bytes, at;
    bool lines; /* a move is a line */
    bool marks; /* a mark begins a move */
} words;

static bool is_space(const words *w, size_t at)
{
    const char c = w->text[at];
    return c == '\n' || c == '\r' || (!w->lines && (c == ' ' || c == '\t'));
}

static bool has_at(const words *w, size_t at, const char *sign)
{
    const size_t bytes = strlen(sign);
    return at + bytes <= w->bytes && memcmp(w->text + at, sign, bytes) == 0;
}

/* The bytes of a mark of a side; 0: there is none. */
static size_t mark_at(const words *w, size_t at)
{
    static const char *const marks[] = { "▲", "△", "▼", "▽", "☗", "☖" };
    for (size_t i = 0; w->marks && i < sizeof marks / sizeof marks[0]; i++)
        if (has_at(w, at, marks[i]))
            return strlen(marks[i]);
    return 0;
}

static const char wide_space[] = "\u3000";

/* Skips what separates moves. */
static void skip_spaces(words *w)
{
    const size_t wide = sizeof wide_space - 1;
    for (;;) {
        if (w->at < w->bytes && (is_space(w, w->at) || w->text[w->at] == ' '))
            w->at++;
        else if (has_at(w, w->at, wide_space))
            w->at += wide;
        else
            return;
    }
}

/* Skips "12." and "12..." before a move. */
static void skip_number(words *w)
{
    size_t at = w->at;
    while (at < w->bytes && shg_is_digit(w->text[at]))
        at++;
    if (at == w->at || at == w->bytes || w->text[at] != '.')
        return;
    while (at < w->bytes && w->text[at] == '.')
        at++;
    w->at = at;
    skip_spaces(w);
}

/* The end of the move that begins here.  "同 銀" is one, though the space may be a narrow one. */
static size_t end_of_move(const words *w)
{
    size_t end = w->at + mark_at(w, w->at);
    while (end < w->bytes && has_at(w, end, wide_space)) /* after a mark */
        end += sizeof wide_space - 1;
    const size_t begin = end;
    bool same = false;
    while (end < w->bytes && mark_at(w, end) == 0 && (!is_space(w, end) || same)) {
        same = end == begin && has_at(w, end, "同") ? true : same && is_space(w, end);
        end += same && end == begin ? strlen("同") : 1;
    }
    return end;
}

/* Without spaces at its end. */
static size_t trimmed(const words *w, size_t end)
{
    const size_t wide = sizeof wide_space - 1;
    for (;;) {
        if (end > w->at && (is_space(w, end - 1) || w->text[end - 1] == ' '))
            end--;
        else if (end >= w->at + wide && has_at(w, end - wide, wide_space))
            end -= wide;
        else
            return end;
    }
}

static shoogi_status read_move(shoogi_move *out, const shoogi_position *position, const char *text,
                               size_t bytes, shoogi_notation notation, shoogi_error *err)
{
    shoogi_parsed_move found = { .promotion_open = false };
    shoogi_courier_move courier;
    shoogi_status status = SHOOGI_PARSE_ERROR;
    switch (notation) {
    case SHOOGI_NOTATION_USI:
        status = shoogi_usi_read(&found.move, position, text, bytes, err);
        break;
    case SHOOGI_NOTATION_WESTERN:
        status = shoogi_western_read(&found, position, text, bytes, err);
        break;
    case SHOOGI_NOTATION_JAPANESE:
        status =
            shoogi_japanese_read(&found.move, position, text, bytes, shg_previous(position), err);
        break;
    case SHOOGI_NOTATION_KITAO:
        status = shoogi_kitao_read(&found.move, position, text, bytes, shg_previous(position), err);
        break;
    case SHOOGI_NOTATION_COURIER:
        status = shoogi_courier_read(&courier, position, text, bytes, err);
        if (status == SHOOGI_OK && courier.move == 0)
            return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, 1, "a move", text, bytes);
        found.move = status == SHOOGI_OK ? courier.move : 0;
        break;
    case SHOOGI_NOTATION_ANY:
        status = shoogi_move_read_any(&found, position, text, bytes, err);
        break;
    }
    /* As in records: it promotes only if the text says so, and to which form if there are several. */
    if (status == SHOOGI_OK && found.promotion_open && shoogi_move_is_promotion(found.move))
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, shg_utf8_length(text, bytes) + 1,
                                  "the form that it promotes to", NULL, 0);
    if (status == SHOOGI_OK)
        *out = found.move;
    return status;
}

/* From a place in a move to the place in the whole text. */
static void move_error(shoogi_error *err, const words *w)
{
    size_t begin = 0;
    uint32_t line = 1;
    for (size_t i = 0; i < w->at; i++)
        if (w->text[i] == '\n') {
            begin = i + 1;
            line++;
        }
    if (err && err->line != 0) {
        err->line = line;
        err->column += (uint32_t)shg_utf8_length(w->text + begin, w->at - begin);
    }
}

shoogi_status shoogi_line_read(shoogi_move *moves, size_t moves_max, size_t *move_count,
                               const shoogi_position *position, const char *text, size_t text_bytes,
                               shoogi_notation notation, shoogi_error *err)
{
    words w = { .text = text,
                .bytes = text_bytes,
                .lines = notation == SHOOGI_NOTATION_COURIER,
                .marks = notation == SHOOGI_NOTATION_JAPANESE ||
                         notation == SHOOGI_NOTATION_KITAO || notation == SHOOGI_NOTATION_ANY };
    shoogi_position *at = NULL;
    *move_count = 0;
    shoogi_status status = shoogi_position_copy(&at, position);
    while (status == SHOOGI_OK) {
        skip_spaces(&w);
        skip_number(&w);
        if (w.at >= w.bytes)
            break;
        const size_t end = end_of_move(&w);
        if (*move_count == moves_max) {
            char expected[40];
            shg_out out = shg_out_make(expected, sizeof expected);
            shg_out_format(&out, "at most %zu moves", moves_max);
            status = shg_error_expected(err, SHOOGI_LIMIT_EXCEEDED, 1, 1, expected, text + w.at,
                                        trimmed(&w, end) - w.at);
        } else {
            status = read_move(&moves[*move_count], at, text + w.at, trimmed(&w, end) - w.at,
                               notation, err);
        }
        if (status != SHOOGI_OK) {
            if (status != SHOOGI_NO_MEMORY)
                move_error(err, &w);
            break;
        }
        status = shoogi_position_do(at, moves[*move_count]);
        *move_count += status == SHOOGI_OK;
        w.at = end;
    }
    shoogi_position_free(at);
    if (status == SHOOGI_NO_MEMORY)
        (void)shg_error_set(err, status, 0, 0, "out of memory");
    return status;
}
