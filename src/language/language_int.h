/* language_int.h: the translation table that tools/languages generates. */
#ifndef SHG_LANGUAGE_LANGUAGE_INT_H
#define SHG_LANGUAGE_LANGUAGE_INT_H

#include "language/language.h"

/* Sorted by the bytes of english.  A context precedes the text, separated by EOT (4). */
typedef struct shg_language_row {
    const char *english;
    const char *said[SHG_LANGUAGES - 1]; /* by language, without ENGLISH; NULL: not translated */
} shg_language_row;

extern const shg_language_row shg_language_rows[];
extern const size_t shg_language_row_count;

/* The formats of messages, sorted by the number of literal letters, most first. */
extern const char *const shg_message_formats[];
extern const size_t shg_message_format_count;

#endif
