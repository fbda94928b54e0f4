/* encoding.h: converts text between UTF-8 and the older Japanese encodings.
 *
 * The WebAssembly build does not have it and reads UTF-8 only. */
#ifndef SHOOGI_ENCODING_H
#define SHOOGI_ENCODING_H

#include "status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum shoogi_encoding {
#define ENCODING(name, word, other, extensions) SHOOGI_ENCODING_##name,
#include "encoding.def"
#undef ENCODING
    SHOOGI_ENCODING_COUNT
} shoogi_encoding;

/* The name in encoding.def.  Borrowed for the life of the program. */
SHOOGI_API const char *shoogi_encoding_name(shoogi_encoding encoding);

/* The encoding with this name in encoding.def, word_bytes long, compared without case; SHOOGI_ENCODING_COUNT: none. */
SHOOGI_API shoogi_encoding shoogi_encoding_find(const char *word, size_t word_bytes);

/* The encoding that the extension of a file name means by convention, without its dot and compared without case;
 * SHOOGI_ENCODING_COUNT: none.  Source: encoding.def */
SHOOGI_API shoogi_encoding shoogi_encoding_of_extension(const char *extension);

/* Detects the encoding of a text: by a byte order mark, or UTF-16 by its zero bytes; else by a declaration in one of its first lines; else the first
 * encoding in which the text is valid; else the one with the fewest invalid bytes.  ASCII counts as UTF-8.
 * Cost: linear, up to five passes.  Source: docs/record-format.md, "Encodings". */
SHOOGI_API shoogi_encoding shoogi_encoding_detect(const char *bytes, size_t byte_count);

/* Converts a text to UTF-8 without a byte order mark.  Each invalid byte, and NUL, becomes four characters, \x and two
 * hexadecimal digits.  A byte order mark of UTF-16 decides about the order of its bytes.  *faults, if given, is filled with their number, and *err, if given, with the first of them and its
 * place, with the status PARSE_ERROR.
 * Returns OK and *out owned (shoogi_text_free), *out_bytes long, followed by a NUL that is not counted; NO_MEMORY; or IO,
 * with *err, if given, if the C library does not have the encoding. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_text_decode(char **out, size_t *out_bytes,
                                                           shoogi_encoding from, const char *bytes,
                                                           size_t byte_count, size_t *faults,
                                                           shoogi_error *err);

/* Converts UTF-8 to another encoding; UTF-16 begins with its byte order mark.  A character is replaced by an equivalent that the encoding has (the two wave
 * dashes, the marks of Black), or else by U+3013, the geta mark.  *faults and *err, if given, are filled as by
 * shoogi_text_decode.  Returns as shoogi_text_decode, and PARSE_ERROR if text is not valid UTF-8. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_text_encode(char **out, size_t *out_bytes,
                                                           shoogi_encoding to, const char *text,
                                                           size_t text_bytes, size_t *faults,
                                                           shoogi_error *err);

#ifdef __cplusplus
}
#endif
#endif
