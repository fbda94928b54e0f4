#include "server/lobby/new_form.h"

#include "base/error.h"
#include "server/loop/bounds.h"
#include "server/session/move_word.h"
#include "server/session/pattern.h"

#include <string.h>

static bool is_number(const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (!shg_is_digit(text[i]))
            return false;
    return bytes > 0;
}

static int64_t read_number(const char *text, size_t bytes)
{
    int64_t value = 0;
    for (size_t i = 0; i < bytes && value < INT64_MAX / 100; i++)
        value = value * 10 + (text[i] - '0');
    return value;
}

static bool is_move(const char *word, size_t bytes)
{
    return shg_move_word(word, bytes) || shg_usi_word(word, bytes);
}

/* A program names its fields: its move is not part of a comment, nor its comment a move. */
static bool is_named(const shg_call *call)
{
    return call->text_at != SHG_TYPED;
}

/* The next word; empty if the rest is named as a comment. */
static shg_part next_word(shg_part *rest, const shg_call *call, shg_part part)
{
    if (part.start < call->text_at)
        return shg_call_word(rest, call, part);
    *rest = part;
    return (shg_part){ part.start, 0 };
}

/* Whether the word is the first move: it looks like one, or is named so. It is parsed later. */
static bool means_move(const shg_call *call, shg_part word)
{
    return word.bytes > 0 && (is_named(call) || is_move(shg_call_text(call, word), word.bytes));
}

/* W, or W followed at once by a complete move. */
static bool read_white(shg_new_form *out, const shg_call *call, shg_part word)
{
    const char *text = shg_call_text(call, word);
    if (word.bytes == 0 || shg_lower(text[0]) != 'w')
        return false;
    if (word.bytes > 1 && !is_move(text + 1, word.bytes - 1))
        return false;
    out->kind = SHG_NEW_WHITE;
    out->move = (shg_part){ word.start + 1, word.bytes - 1 };
    return true;
}

static shoogi_status read_comment(shg_new_form *out, const shg_call *call, shg_part rest,
                                  shoogi_error *err)
{
    out->comment = rest;
    const char *text = shg_call_text(call, rest);
    if (shg_utf8_length(text, rest.bytes) <= SHG_COMMENT_CHARACTERS_MAX)
        return SHOOGI_OK;
    size_t at = 0;
    uint32_t ignored;
    for (int i = 0; i < SHG_COMMENT_CHARACTERS_MAX; i++)
        at += shg_utf8_read(&ignored, text + at, rest.bytes - at);
    return shg_error_expected(err, SHOOGI_LIMIT_EXCEEDED, 1, shg_call_column(call, rest.start + at),
                              "a comment of at most 200 characters", text + at, rest.bytes - at);
}

static shoogi_status read_pattern(shg_new_form *out, const shg_call *call, shg_part word,
                                  shoogi_error *err)
{
    out->pattern = word;
    return shg_pattern_check(shg_call_text(call, word), word.bytes,
                             shg_call_column(call, word.start) - 1, err);
}

static shoogi_status fail(const shg_call *call, shg_part at, const char *what, shoogi_error *err)
{
    return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, at.start), what,
                              shg_call_text(call, at), at.bytes);
}

/* The error for a program that sent no move, which has no column. */
static shoogi_status no_move(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0,
                         "expected something as \"colour\" or \"move\", found nothing");
}

static bool is_word(const shg_call *call, shg_part part, const char *word)
{
    return shg_text_same(shg_call_text(call, part), part.bytes, word, strlen(word));
}

/* The colour of -c. */
static shoogi_status read_colour(shg_new_kind *out, const shg_call *call, shoogi_error *err)
{
    static const struct {
        const char *word;
        shg_new_kind kind;
    } rows[] = { { "black", SHG_NEW_BLACK },
                 { "white", SHG_NEW_WHITE },
                 { "random", SHG_NEW_RANDOM } };
    const shg_part word = call->values[SHG_NEW_VALUE_COLOUR];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (is_word(call, word, rows[i].word)) {
            *out = rows[i].kind;
            return SHOOGI_OK;
        }
    }
    return fail(call, word, "black, white or random", err);
}

/* The form that -c or -g selects; with -f alone the colours are random. */
static shoogi_status read_kind(shg_new_kind *out, const shg_call *call, shoogi_error *err)
{
    const bool coloured = shg_call_has(call, 'c'), by_grades = shg_call_has(call, 'g');
    if (coloured && !by_grades)
        return read_colour(out, call, err);
    *out = SHG_NEW_RANDOM;
    return coloured
               ? fail(call, call->values[SHG_NEW_VALUE_COLOUR], "no colour, as -g decides it", err)
               : SHOOGI_OK;
}

/* Lists the arguments that may follow a pattern where a first move is impossible. */
static const char *what_else(shg_new_kind kind, const shg_call *call)
{
    if (shg_call_has(call, 'g'))
        return "a comment, as grades decide who moves first";
    return kind == SHG_NEW_WHITE   ? "W and a move, or a comment, as -c makes you White"
           : kind == SHG_NEW_BLACK ? "a move or a comment, as -c makes you Black"
                                   : "a comment, as the colours are random";
}

/* The arguments after a colour chosen by -c, -g or -f: a pattern, its first move, a comment. */
static shoogi_status read_coloured(shg_new_form *out, const shg_call *call, shoogi_error *err)
{
    shg_part rest;
    shoogi_status status = read_kind(&out->kind, call, err);
    if (status != SHOOGI_OK || call->argument.bytes == 0)
        return status;
    const shg_new_kind kind = out->kind;
    const shg_part first = next_word(&rest, call, call->argument);
    if (read_white(out, call, first))
        return kind == SHG_NEW_WHITE
                   ? read_comment(out, call, rest, err)
                   : fail(call, first,
                          shg_call_has(call, 'g') ? "a pattern, as -g decides who is White"
                                                  : "a pattern, as -c says who is White",
                          err);
    status = read_pattern(out, call, first, err);
    if (status != SHOOGI_OK)
        return status;
    shg_part behind;
    const shg_part second = next_word(&behind, call, rest);
    shg_new_form as_white = *out;
    const bool white = read_white(&as_white, call, second);
    const bool move = means_move(call, second);
    if (kind == SHG_NEW_BLACK && move) {
        out->move = second;
        rest = behind;
    } else if (kind == SHG_NEW_WHITE && white) {
        *out = as_white;
        rest = behind;
    } else if (white || move) { /* the player means more than a comment */
        return fail(call, second, what_else(kind, call), err);
    }
    return read_comment(out, call, rest, err);
}

shoogi_status shg_new_form_read(shg_new_form *out, const shg_call *call, shoogi_error *err)
{
    *out = (shg_new_form){ .kind = SHG_NEW_LIST };
    if (shg_call_has(call, 'c') || shg_call_has(call, 'g') || shg_call_has(call, 'f'))
        return read_coloured(out, call, err);
    if (call->argument.bytes == 0)
        return call->options == 0 ? SHOOGI_OK
               : is_named(call)   ? no_move(err)
                                  : fail(call, call->argument, "a pattern and a move, or W", err);
    shg_part rest;
    const shg_part first = next_word(&rest, call, call->argument);
    const char *text = shg_call_text(call, first);
    if (rest.bytes == 0 && is_number(text, first.bytes)) {
        if (call->options != 0)
            return fail(call, first, "a pattern and a move, or W", err);
        out->kind = SHG_NEW_ANSWER;
        out->number = read_number(text, first.bytes);
        return SHOOGI_OK;
    }
    if (read_white(out, call, first))
        return read_comment(out, call, rest, err);

    const shoogi_status status = read_pattern(out, call, first, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_part second = next_word(&rest, call, rest);
    if (read_white(out, call, second)) {
        out->w_or_letter = out->move.bytes > 0;
    } else if (means_move(call, second)) {
        out->kind = SHG_NEW_BLACK;
        out->move = second;
    } else if (is_named(call)) {
        return no_move(err);
    } else if (second.bytes == 0 && is_move(text, first.bytes)) {
        return shg_error_set(err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, first.start),
                             "name the player who may answer: NEW * %.*s is for everybody",
                             (int)(first.bytes < 40 ? first.bytes : 40), text);
    } else {
        return fail(call, second, "a move or W", err);
    }
    return read_comment(out, call, rest, err);
}
