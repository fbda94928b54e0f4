#include "server/new_form.h"

#include "base/error.h"
#include "server/bounds.h"
#include "server/move_word.h"
#include "server/pattern.h"

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

/* W, or W and at once a complete move. */
static bool read_white(shg_new_form *out, const shg_call *call, shg_part word)
{
    const char *text = shg_call_text(call, word);
    if (word.bytes == 0 || shg_lower(text[0]) != 'w')
        return false;
    if (word.bytes > 1 && !shg_move_word(text + 1, word.bytes - 1))
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
    return shg_error_expected(err, SHOOGI_TOO_BIG, 1, shg_call_column(call, rest.start + at),
                              "a comment of at most 200 characters", text + at, rest.bytes - at);
}

static shoogi_status read_pattern(shg_new_form *out, const shg_call *call, shg_part word,
                                  shoogi_error *err)
{
    out->pattern = word;
    return shg_pattern_check(shg_call_text(call, word), word.bytes,
                             shg_call_column(call, word.start) - 1, err);
}

shoogi_status shg_new_form_read(shg_new_form *out, const shg_call *call, shoogi_error *err)
{
    *out = (shg_new_form){ .kind = SHG_NEW_LIST };
    if (call->argument.bytes == 0)
        return SHOOGI_OK;
    shg_part rest;
    const shg_part first = shg_call_word(&rest, call, call->argument);
    const char *text = shg_call_text(call, first);
    if (rest.bytes == 0 && is_number(text, first.bytes)) {
        out->kind = SHG_NEW_ANSWER;
        out->number = read_number(text, first.bytes);
        return SHOOGI_OK;
    }
    if (read_white(out, call, first))
        return read_comment(out, call, rest, err);

    const shoogi_status status = read_pattern(out, call, first, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_part second = shg_call_word(&rest, call, rest);
    if (read_white(out, call, second)) {
        out->w_or_letter = out->move.bytes > 0;
    } else if (shg_move_word(shg_call_text(call, second), second.bytes)) {
        out->kind = SHG_NEW_BLACK;
        out->move = second;
    } else {
        return shg_error_expected(err, SHOOGI_BAD_TEXT, 1, shg_call_column(call, second.start),
                                  "a move or W", shg_call_text(call, second), second.bytes);
    }
    return read_comment(out, call, rest, err);
}
