/* text.h: writing text into memory of a fixed size, and reading UTF-8. */
#ifndef SHG_BASE_TEXT_H
#define SHG_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A place to write text to.  length counts all that was written, also what had no room; the bytes that
 * fit always end in NUL.  Every writer of the project that returns "the length of the whole" uses it. */
typedef struct shg_out {
    char *bytes;
    size_t room, length;
    bool grows;  /* bytes is moved to where there is room for more */
    bool secret; /* nothing is left behind where it moves away */
    bool spent;  /* it could not be; bytes still holds the beginning */
} shg_out;

static inline shg_out shg_out_make(char *bytes, size_t room)
{
    if (room > 0)
        bytes[0] = '\0';
    return (shg_out){ .bytes = bytes, .room = room };
}

/* One that makes room for all that is written; bytes is freed with free(), also when it is spent. */
static inline shg_out shg_out_growing(void)
{
    return (shg_out){ .grows = true };
}

void shg_out_char(shg_out *out, char c);
void shg_out_bytes(shg_out *out, const char *bytes, size_t count);
void shg_out_text(shg_out *out, const char *text);
void shg_out_format(shg_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Overwrites what was secret, whatever a compiler thinks of writing to memory that nobody reads. */
void shg_wipe(void *bytes, size_t count);

/* Wipes and frees the bytes of one that grows, and makes it an empty one. */
void shg_out_wipe(shg_out *out);

/* Decodes one code point at the beginning of bytes.  Returns the number of bytes it takes, at least 1;
 * an ill-formed sequence is one byte long and reads as U+FFFD.  count must not be 0. */
size_t shg_utf8_read(uint32_t *code_point, const char *bytes, size_t count);

/* The number of code points in count bytes, ill-formed bytes counting one each. */
size_t shg_utf8_length(const char *bytes, size_t count);

/* How wide a text is on a terminal: kanji, kana and full-width letters take two columns, all else one. */
size_t shg_text_columns(const char *text);

/* True if all of it is well-formed UTF-8. */
bool shg_utf8_valid(const char *bytes, size_t count);

/* ASCII only, whatever the locale. */
static inline char shg_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline char shg_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static inline bool shg_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool shg_is_hex(char c)
{
    return shg_is_digit(c) || (shg_lower(c) >= 'a' && shg_lower(c) <= 'f');
}

static inline bool shg_is_letter(char c)
{
    return shg_lower(c) >= 'a' && shg_lower(c) <= 'z';
}

/* Equal without regard to the case of ASCII letters. */
bool shg_text_same(const char *a, size_t a_bytes, const char *b, size_t b_bytes);

#endif
