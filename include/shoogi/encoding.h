/* encoding.h: text in the old codes for kanji, to UTF-8 and back.
 *
 * Not part of the library as WebAssembly, which has UTF-8 only. */
#ifndef SHOOGI_ENCODING_H
#define SHOOGI_ENCODING_H

#include "status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum shoogi_encoding {
#define ENCODING(name, word, other) SHOOGI_ENCODING_##name,
#include "encoding.def"
#undef ENCODING
    SHOOGI_ENCODING_COUNT
} shoogi_encoding;

/* The word of encoding.def.  Borrowed for ever. */
SHOOGI_API const char *shoogi_encoding_name(shoogi_encoding encoding);

/* The encoding of a word of encoding.def, word_bytes long, compared without case; SHOOGI_ENCODING_COUNT if it
 * is none. */
SHOOGI_API shoogi_encoding shoogi_encoding_find(const char *word, size_t word_bytes);

/* Finds by evidence what a text is encoded in: a byte order mark, what the text says of itself in one of its
 * first lines, then the first encoding of which all of it is good text; if it is good text of none, the one
 * with the fewest bytes that are none.  Plain ASCII is UTF-8.  Cost: linear, up to five passes.
 * Source: docs/record-format.md, "Encodings". */
SHOOGI_API shoogi_encoding shoogi_encoding_detect(const char *bytes, size_t byte_count);

/* Turns a text into UTF-8, without a byte order mark.  A byte that is no character of the encoding, or is
 * NUL, becomes the four characters \x and its number: *faults, if given, says how many there were, and *err,
 * if given, where the first stood and what it was, with the status PARSE_ERROR.
 * Returns OK and *out owned (shoogi_text_free), *out_bytes long and ending in a NUL that is not counted;
 * or NO_MEMORY, or IO if the C library does not have the encoding; then *err, if given, says so. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_text_decode(char **out, size_t *out_bytes,
                                                           shoogi_encoding from, const char *bytes,
                                                           size_t byte_count, size_t *faults,
                                                           shoogi_error *err);

/* Turns UTF-8 into another encoding.  A character that it has in another shape only is written so (the wave
 * dash in its two forms, a mark of Black that is no triangle); one that it does not have becomes the sign for
 * that, U+3013: *faults and *err, if given, are filled as by shoogi_text_decode.
 * Returns as shoogi_text_decode does, and PARSE_ERROR if text is no good UTF-8. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_text_encode(char **out, size_t *out_bytes,
                                                           shoogi_encoding to, const char *text,
                                                           size_t text_bytes, size_t *faults,
                                                           shoogi_error *err);

#ifdef __cplusplus
}
#endif
#endif
