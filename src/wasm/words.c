/* words.c: see words.h.  It replaces language.c. */
#include "wasm/words.h"

#include <string.h>

static const char *words;
static size_t words_bytes;

shg_language shg_words_use(const char *given, size_t given_bytes)
{
    words = given;
    words_bytes = given_bytes > 0 && given[given_bytes - 1] == '\0' ? given_bytes : 0;
    return words_bytes > 0 ? (shg_language)(SHG_ENGLISH + 1) : SHG_ENGLISH;
}

const char *shg_word_in(shg_language language, const char *context, const char *word)
{
    const size_t before = context ? strlen(context) : 0;
    const char *const end = words + (language == SHG_ENGLISH ? 0 : words_bytes);
    for (const char *key = words; key < end;) {
        const char *const said = key + strlen(key) + 1;
        if (said >= end)
            break;
        if (context ? strncmp(key, context, before) == 0 && key[before] == '\4' &&
                          strcmp(key + before + 1, word) == 0
                    : strcmp(key, word) == 0)
            return said;
        key = said + strlen(said) + 1;
    }
    return word;
}

const char *shg_text_in(shg_language language, const char *text)
{
    return shg_word_in(language, NULL, text);
}
