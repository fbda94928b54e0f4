/* header.c: the table of headers. */
#include "notation/records/header.h"

#include <string.h>

static const struct {
    const char *name;
    const char *keys[SHG_HEADERS_TAGS + 1]; /* NULL: no word for it */
} headers[] = {
#define HEADER(name, kif, csa, tag)                                                                \
    { name, { [SHG_HEADERS_KIF] = kif, [SHG_HEADERS_CSA] = csa, [SHG_HEADERS_TAGS] = tag } },
#include "notation/records/header.def"
#undef HEADER
};
enum { HEADERS = sizeof headers / sizeof headers[0] };

const char *shg_header_key(shg_header_words words, const char *name)
{
    for (size_t i = 0; i < HEADERS; i++)
        if (strcmp(headers[i].name, name) == 0)
            return headers[i].keys[words];
    return NULL;
}

const char *shg_header_name(shg_header_words words, const char *key, size_t key_bytes)
{
    for (size_t i = 0; i < HEADERS; i++) {
        const char *const word = headers[i].keys[words];
        if (word && strlen(word) == key_bytes && memcmp(word, key, key_bytes) == 0)
            return headers[i].name;
    }
    return NULL;
}
