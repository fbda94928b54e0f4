#include "base/error.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const words[] = {
#define STATUS(name, words) words,
#include "shoogi/status.def"
#undef STATUS
};

const char *shoogi_status_text(shoogi_status status)
{
    return (size_t)status < SHOOGI_STATUS_COUNT ? words[status] : "unknown status";
}

static void place(shoogi_error *err, shoogi_status status, size_t line, size_t column)
{
    err->status = status;
    err->line = (uint32_t)line;
    err->column = (uint32_t)column;
}

/* Room for 40 kanji; the rest of a message holds "warning: expected " and a word. */
enum { FOUND_BYTES = SHG_FOUND_CHARACTERS * 3 };

void shg_error_show(shg_out *out, const char *found, size_t found_bytes)
{
    size_t at = 0;
    for (int shown = 0; at < found_bytes && shown < SHG_FOUND_CHARACTERS; shown++) {
        uint32_t c;
        const size_t took = shg_utf8_read(&c, found + at, found_bytes - at);
        if (c == '\n' || c == '\r' || at + took > FOUND_BYTES)
            break;
        /* C0, DEL, C1, and the characters that reverse or hide the text after them on a terminal. */
        const bool hidden = c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xFFFD || c == 0x61C ||
                            (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
                            (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
        if (hidden)
            shg_out_char(out, '?');
        else
            shg_out_bytes(out, found + at, took);
        at += took;
    }
}

/* head: "expected " or "warning: expected ". */
static void write_message(shoogi_error *err, const char *head, const char *expected,
                          const char *found, size_t found_bytes)
{
    char tail[FOUND_BYTES + sizeof ", found \"\""];
    shg_out end = shg_out_make(tail, sizeof tail);
    shg_out_text(&end, ", found ");
    if (!found || found_bytes == 0) {
        shg_out_text(&end, "end of text");
    } else if (found[0] == '\n' || found[0] == '\r') {
        shg_out_text(&end, "end of line");
    } else {
        shg_out_char(&end, '"');
        shg_error_show(&end, found, found_bytes);
        shg_out_char(&end, '"');
    }

    /* Cut between characters, never inside one. */
    const size_t room = sizeof err->message - strlen(head) - end.length - 1;
    const size_t expected_bytes = strlen(expected);
    size_t fits = 0;
    for (size_t took = 0; fits < expected_bytes; fits += took) {
        uint32_t ignored;
        took = shg_utf8_read(&ignored, expected + fits, expected_bytes - fits);
        if (fits + took > room)
            break;
    }
    shg_out message = shg_out_make(err->message, sizeof err->message);
    shg_out_text(&message, head);
    shg_out_bytes(&message, expected, fits);
    shg_out_text(&message, tail);
}

shoogi_status shg_error_headed(shoogi_error *err, shoogi_status status, size_t line, size_t column,
                               const char *head, const char *expected, const char *found,
                               size_t found_bytes)
{
    if (err) {
        place(err, status, line, column);
        write_message(err, head, expected, found, found_bytes);
    }
    return status;
}

shoogi_status shg_error_expected(shoogi_error *err, shoogi_status status, size_t line,
                                 size_t column, const char *expected, const char *found,
                                 size_t found_bytes)
{
    return shg_error_headed(err, status, line, column, "expected ", expected, found, found_bytes);
}

shoogi_status shg_error_expected_as(shoogi_error *err, const char *expected, const char *name,
                                    const char *found, size_t found_bytes)
{
    char wanted[120];
    snprintf(wanted, sizeof wanted, "%s as \"%s\"", expected, name);
    return shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0, wanted, found, found_bytes);
}

shoogi_status shg_warning_expected(shoogi_error *err, size_t line, size_t column,
                                   const char *expected, const char *found, size_t found_bytes)
{
    return shg_error_headed(err, SHOOGI_OK, line, column, "warning: expected ", expected, found,
                            found_bytes);
}

shoogi_status shg_error_set(shoogi_error *err, shoogi_status status, size_t line, size_t column,
                            const char *format, ...)
{
    if (!err)
        return status;
    place(err, status, line, column);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err->message, sizeof err->message, format, arguments);
    va_end(arguments);
    return status;
}
