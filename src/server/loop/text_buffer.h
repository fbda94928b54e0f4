/* text_buffer.h: text that grows as it is written, for lists whose length is not known before. */
#ifndef SHG_SERVER_LOOP_TEXT_BUFFER_H
#define SHG_SERVER_LOOP_TEXT_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Zeroed it is empty.  When memory has run out failed is set and nothing more is added. */
typedef struct shg_text_buffer {
    char *bytes; /* owned; ends in NUL unless it is NULL */
    size_t length, room;
    bool failed;
} shg_text_buffer;

void shg_text_add(shg_text_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void shg_text_add_list(shg_text_buffer *buffer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Text from outside, made safe to show, at most characters_max of it. */
void shg_text_add_clean(shg_text_buffer *buffer, const char *text, size_t text_bytes,
                        size_t characters_max);

/* The same as an argument of a sentence: a part of it, if it has more than so many characters. */
enum { SHG_CLEAN_CHARACTERS_MAX = 240 };
typedef struct shg_clean {
    char text[4 * SHG_CLEAN_CHARACTERS_MAX + 1];
} shg_clean;
const char *shg_clean_word(shg_clean *out, const char *text, size_t text_bytes);

/* A cell of a table: a text, and blanks up to so many columns of a terminal. */
void shg_text_add_cell(shg_text_buffer *buffer, const char *text, size_t columns);

/* The same as the reason that ends a sentence: ": REASON.", or "." alone for an empty one. */
void shg_text_add_reason(shg_text_buffer *buffer, const char *reason);

void shg_text_fini(shg_text_buffer *buffer);

#endif
