#include "notation/words/cursor.h"

#include "base/error.h"

#include <stdio.h>

shoogi_status shg_cursor_fail(const shg_cursor *cursor, size_t at, const char *format, ...)
{
    if (!cursor->err)
        return SHOOGI_PARSE_ERROR;
    char expected[SHOOGI_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);

    size_t end = at;
    while (end < cursor->bytes && !shg_is_separator(cursor->text[end]))
        end++;
    if (end == at) /* a misplaced separator is quoted with what follows it */
        end = cursor->bytes;
    return shg_error_expected(cursor->err, SHOOGI_PARSE_ERROR, 1,
                              shg_utf8_length(cursor->text, at) + 1, expected, cursor->text + at,
                              end - at);
}

bool shg_cursor_number(unsigned *out, shg_cursor *cursor, unsigned most)
{
    unsigned value = 0;
    size_t at = cursor->at;
    while (at < cursor->bytes && shg_is_digit(cursor->text[at])) {
        const unsigned digit = (unsigned)(cursor->text[at] - '0');
        if (value > (most - digit) / 10 || digit > most)
            return false;
        value = value * 10 + digit;
        at++;
    }
    if (at == cursor->at || (cursor->text[cursor->at] == '0' && at > cursor->at + 1))
        return false;
    cursor->at = at;
    *out = value;
    return true;
}
