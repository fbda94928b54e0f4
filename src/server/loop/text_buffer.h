/* text_buffer.h: text that grows as it is written, for lists of unknown length. */
#ifndef SHG_SERVER_LOOP_TEXT_BUFFER_H
#define SHG_SERVER_LOOP_TEXT_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* All zero: empty. If memory runs out, failed is set and further text is dropped. */
typedef struct shg_text_buffer {
    char *bytes; /* owned; NUL-terminated unless NULL */
    size_t length, room;
    bool failed;
} shg_text_buffer;

void shg_text_add(shg_text_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void shg_text_add_list(shg_text_buffer *buffer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Adds outside text, made safe to show, at most characters_max characters. */
void shg_text_add_clean(shg_text_buffer *buffer, const char *text, size_t text_bytes,
                        size_t characters_max);

/* The same, as an argument of a sentence: cut at this many characters. */
enum { SHG_CLEAN_CHARACTERS_MAX = 240 };
typedef struct shg_clean {
    char text[4 * SHG_CLEAN_CHARACTERS_MAX + 1];
} shg_clean;
const char *shg_clean_word(shg_clean *out, const char *text, size_t text_bytes);

/* Adds a table cell: text padded with spaces to a width in terminal columns. */
void shg_text_add_cell(shg_text_buffer *buffer, const char *text, size_t columns);

/* The same, as the reason that ends a sentence: ": REASON.", or "." if empty. */
void shg_text_add_reason(shg_text_buffer *buffer, const char *reason);

void shg_text_fini(shg_text_buffer *buffer);

#endif
