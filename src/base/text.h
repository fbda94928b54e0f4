/* text.h: bounded and growing text buffers, and UTF-8 decoding. */
#ifndef SHG_BASE_TEXT_H
#define SHG_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A buffer to write text to.  length counts everything written, including what did not fit; the bytes that
 * fit always end in NUL.  Every function of the project that returns the length of the whole text uses it. */
typedef struct shg_out {
    char *bytes;
    size_t room, length;
    bool grows;  /* bytes is reallocated when it is full */
    bool secret; /* the old block is wiped at each reallocation */
    bool spent;  /* memory ran out; bytes still holds the beginning of the text */
} shg_out;

static inline shg_out shg_out_make(char *bytes, size_t room)
{
    if (room > 0)
        bytes[0] = '\0';
    return (shg_out){ .bytes = bytes, .room = room };
}

/* Makes a growing buffer.  The caller frees bytes with free(), also after memory ran out. */
static inline shg_out shg_out_growing(void)
{
    return (shg_out){ .grows = true };
}

void shg_out_char(shg_out *out, char c);
/* bytes: may be NULL if count is 0. */
void shg_out_bytes(shg_out *out, const char *bytes, size_t count);
void shg_out_text(shg_out *out, const char *text);
void shg_out_format(shg_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Overwrites secret bytes in a way that the compiler may not optimise away. */
void shg_wipe(void *bytes, size_t count);

/* Wipes and frees the bytes of a growing buffer, and makes it empty. */
void shg_out_wipe(shg_out *out);

/* Decodes the code point at the beginning of bytes.  Returns its size in bytes, at least 1;
 * an ill-formed sequence is one byte long and reads as U+FFFD.  count must not be 0. */
size_t shg_utf8_read(uint32_t *code_point, const char *bytes, size_t count);

/* Counts the code points in count bytes; each ill-formed byte counts as one. */
size_t shg_utf8_length(const char *bytes, size_t count);

/* The width of a text on a terminal: two columns for kanji, kana and full-width letters, one for all else. */
size_t shg_text_columns(const char *text);

/* Whether a character may lead a terminal or the direction of reading, or hides in a word: control characters other than tabs
 * and line ends (C0, DEL, C1, with them every escape sequence), marks, embeddings, overrides and isolates of direction,
 * separators of lines and paragraphs, spaces of no width.  Joiners and variation selectors stay: emoji and names need them. */
bool shg_is_misleading(uint32_t code_point);

/* Returns the offset of the first misleading character, or bytes if there is none. */
size_t shg_text_misleading(const char *text, size_t bytes);

/* Removes misleading characters in place and returns their number; *bytes: reduced. */
size_t shg_text_strip(char *text, size_t *bytes);

/* Whether all count bytes are well-formed UTF-8. */
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

/* Whether two texts are equal, ignoring the case of ASCII letters. */
bool shg_text_same(const char *a, size_t a_bytes, const char *b, size_t b_bytes);

/* Whether a text contains a part, in the same sense. */
bool shg_text_contains(const char *text, size_t text_bytes, const char *part, size_t part_bytes);

/* A hash for tables, equal for texts that are the same in this sense. Collisions are easy to make on purpose (hash.h). */
uint64_t shg_text_hash(const char *text, size_t bytes);

/* Whether two names of the same thing differ only as people spell it: in case, in full-width forms, and in spaces, hyphens,
 * underscores and commas between or within words.  "Mini Shogi" is "mini-shogi" and "ＭｉｎｉＳｈｏｇｉ". */
bool shg_name_same(const char *a, size_t a_bytes, const char *b, size_t b_bytes);

#endif
