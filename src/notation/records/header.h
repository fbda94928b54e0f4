/* header.h: what each format calls the headers of a record, by the table of header.def. */
#ifndef SHG_NOTATION_RECORDS_HEADER_H
#define SHG_NOTATION_RECORDS_HEADER_H

#include <stddef.h>

/* The columns of the table. */
typedef enum shg_header_words {
    SHG_HEADERS_KIF,
    SHG_HEADERS_CSA,
    SHG_HEADERS_TAGS
} shg_header_words;

/* The word for a header of ours; NULL if there is none.  Borrowed for ever. */
const char *shg_header_key(shg_header_words words, const char *name);

/* The header that a word of key_bytes stands for; NULL if it is none of the table.  Borrowed for ever. */
const char *shg_header_name(shg_header_words words, const char *key, size_t key_bytes);

#endif
