/* language_int.h: the table that tools/languages makes. */
#ifndef SHG_LANGUAGE_LANGUAGE_INT_H
#define SHG_LANGUAGE_LANGUAGE_INT_H

#include "language/language.h"

/* In the order of the bytes of english; a context stands before the text with EOT (4) between. */
typedef struct shg_language_row {
    const char *english;
    const char *said[SHG_LANGUAGES - 1]; /* by language, less ENGLISH; NULL: not translated */
} shg_language_row;

extern const shg_language_row shg_language_rows[];
extern const size_t shg_language_row_count;

/* The formats of messages, those first that have the most letters of their own. */
extern const char *const shg_message_formats[];
extern const size_t shg_message_format_count;

#endif
