/* header.h: the names of headers in each format, by the table of header.def. */
#ifndef SHG_NOTATION_RECORDS_HEADER_H
#define SHG_NOTATION_RECORDS_HEADER_H

#include <stddef.h>

/* The columns of the table. */
typedef enum shg_header_words {
    SHG_HEADERS_KIF,
    SHG_HEADERS_CSA,
    SHG_HEADERS_TAGS
} shg_header_words;

/* The word for one of our headers; NULL: none.  Borrowed for the life of the program. */
const char *shg_header_key(shg_header_words words, const char *name);

/* The header that a word of key_bytes means; NULL: not in the table.  Borrowed for the life of the program. */
const char *shg_header_name(shg_header_words words, const char *key, size_t key_bytes);

#endif
