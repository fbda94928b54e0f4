#include "server/session/rows.h"

#include "wire/display.h"

#include <string.h>

enum { INDENT = 8 };

/* The bytes of a line that fit into so many columns and end before a space; 0: there is no such place after the
 * spaces at its beginning. *next: where the line goes on. gaps: whether two spaces are a better place than one. */
static size_t break_at(size_t *next, const char *line, size_t bytes, size_t columns, bool gaps)
{
    size_t begin = 0, word = 0, gap = 0;
    while (begin < bytes && line[begin] == ' ')
        begin++;
    for (size_t i = begin + 1; i < bytes; i++) {
        if (line[i] != ' ' || line[i - 1] == ' ')
            continue;
        if (shg_display_columns(line, i) > columns)
            break;
        word = i;
        if (gaps && i + 1 < bytes && line[i + 1] == ' ')
            gap = i;
    }
    const size_t end = gap > 0 ? gap : word;
    for (*next = end; *next < bytes && line[*next] == ' ';)
        ++*next;
    return end;
}

/* indent: the columns by which the rows behind the first go to the right. */
static void say_row(shg_session *s, const char *line, size_t bytes, size_t indent)
{
    static const char spaces[INDENT + 1] = "        ";
    size_t columns = s->columns;
    while (shg_display_columns(line, bytes) > columns) {
        size_t next;
        const size_t end = break_at(&next, line, bytes, columns, indent > 0);
        if (end == 0 || next == bytes)
            break;
        shg_say_bytes(s, line, end);
        shg_say_bytes(s, "\n", 1);
        shg_say_bytes(s, spaces, indent);
        line += next;
        bytes -= next;
        columns = s->columns - indent;
    }
    shg_say_bytes(s, line, bytes);
}

/* Whether rows are made for the window: it is known, and not too narrow. */
static bool fits_window(const shg_session *s)
{
    return s->columns > 2 * INDENT && !shg_session_is_program(s);
}

/* Whether a text is one line of words, and neither a board nor a row of a table. */
static bool is_sentence(const char *text, size_t bytes)
{
    static const char gap[] = "   ";
    return bytes > 1 && memchr(text, '\n', bytes) == text + bytes - 1 && text[0] != ' ' &&
           !memmem(text, bytes, gap, sizeof gap - 1);
}

void shg_say_sentence(shg_session *s, const char *text, size_t text_bytes)
{
    if (!fits_window(s) || !is_sentence(text, text_bytes)) {
        shg_say_bytes(s, text, text_bytes);
        return;
    }
    say_row(s, text, text_bytes - 1, 0);
    shg_say_bytes(s, "\n", 1);
}

void shg_say_rows(shg_session *s, const char *text, size_t text_bytes)
{
    if (!fits_window(s)) {
        shg_say_bytes(s, text, text_bytes);
        return;
    }
    for (size_t at = 0; at < text_bytes;) {
        const char *const end = memchr(text + at, '\n', text_bytes - at);
        const size_t bytes = end ? (size_t)(end - text) - at : text_bytes - at;
        say_row(s, text + at, bytes, INDENT);
        if (end)
            shg_say_bytes(s, "\n", 1);
        at += bytes + (end ? 1 : 0);
    }
}
