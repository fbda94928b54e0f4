/* cursor.h: a line of text while it is parsed. */
#ifndef SHG_NOTATION_WORDS_CURSOR_H
#define SHG_NOTATION_WORDS_CURSOR_H

#include "base/text.h"
#include "shoogi/status.h"

typedef struct shg_cursor {
    const char *text; /* borrowed */
    size_t bytes, at;
    shoogi_error *err; /* may be NULL */
} shg_cursor;

static inline bool shg_cursor_done(const shg_cursor *cursor)
{
    return cursor->at >= cursor->bytes;
}

/* The next byte; NUL at the end.  No notation contains NUL. */
static inline char shg_cursor_next(const shg_cursor *cursor)
{
    return shg_cursor_done(cursor) ? '\0' : cursor->text[cursor->at];
}

/* Reads the byte if it is next. */
static inline bool shg_cursor_take(shg_cursor *cursor, char byte)
{
    if (shg_cursor_done(cursor) || cursor->text[cursor->at] != byte)
        return false;
    cursor->at++;
    return true;
}

/* Spaces, tabs, and the '_' that replaces a space in URLs. */
static inline bool shg_is_separator(char c)
{
    return c == ' ' || c == '\t' || c == '_';
}

/* Advances to the next field.  Returns false at the end of the text. */
static inline bool shg_cursor_field(shg_cursor *cursor)
{
    while (!shg_cursor_done(cursor) && shg_is_separator(shg_cursor_next(cursor)))
        cursor->at++;
    return !shg_cursor_done(cursor);
}

/* Whether a field may end here. */
static inline bool shg_cursor_field_ends(const shg_cursor *cursor)
{
    return shg_cursor_done(cursor) || shg_is_separator(shg_cursor_next(cursor));
}

/* Fills the error with "expected WHAT, found TEXT", where TEXT is the word from there on. at: 0-based, in bytes, from
 * 0 to cursor->bytes.  Returns PARSE_ERROR. */
SHOOGI_CHECKED shoogi_status shg_cursor_fail(const shg_cursor *cursor, size_t at,
                                             const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reads a decimal number of at least 1 digit without leading zeros.  Returns false and reads nothing if there is none
 * or it is greater than most. */
bool shg_cursor_number(unsigned *out, shg_cursor *cursor, unsigned most);

#endif
