#include "language/language_int.h"

#include "base/text.h"

#include <string.h>

static const char *const codes[SHG_LANGUAGES] = {
    "en",
#define LANGUAGE(code, word, name) #code,
#include "languages.def"
#undef LANGUAGE
};

static const char *const names[SHG_LANGUAGES] = {
    "English",
#define LANGUAGE(code, word, name) name,
#include "languages.def"
#undef LANGUAGE
};

const char *shg_language_name(shg_language language)
{
    return names[language];
}

const char *shg_language_code(shg_language language)
{
    return codes[language];
}

shg_language shg_language_find(const char *code, size_t code_bytes)
{
    const char *region = memchr(code, '-', code_bytes);
    const size_t bytes = region ? (size_t)(region - code) : code_bytes;
    for (size_t i = 0; i < SHG_LANGUAGES; i++)
        if (shg_text_same(code, bytes, codes[i], strlen(codes[i])))
            return (shg_language)i;
    return SHG_LANGUAGES;
}

/* The weight of "q=0.75" in thousandths; 1000 if it is missing. */
static unsigned weight_of(const char *text, size_t bytes)
{
    const char *sign = memchr(text, '=', bytes);
    if (!sign)
        return 1000;
    unsigned weight = 0, place = 1000;
    for (const char *at = sign + 1; at < text + bytes && place > 0; at++) {
        if (shg_is_digit(*at)) {
            weight += (unsigned)(*at - '0') * place;
            place /= 10;
        } else if (*at != '.') {
            break;
        }
    }
    return weight;
}

shg_language shg_language_accepted(const char *header, size_t header_bytes)
{
    shg_language best = SHG_ENGLISH;
    unsigned best_weight = 0;
    for (size_t at = 0, next; at < header_bytes; at = next + 1) {
        const char *comma = memchr(header + at, ',', header_bytes - at);
        next = comma ? (size_t)(comma - header) : header_bytes;
        while (at < next && (header[at] == ' ' || header[at] == '\t'))
            at++;
        size_t code = at;
        while (code < next && (shg_is_letter(header[code]) || header[code] == '-'))
            code++;
        const shg_language one = shg_language_find(header + at, code - at);
        const unsigned weight = weight_of(header + code, next - code);
        if (one < SHG_LANGUAGES && weight > best_weight) {
            best = one;
            best_weight = weight;
        }
    }
    return best;
}

/* ---- looking up ---- */

/* Compares a key of the table with a text, like strcmp.  context: may be NULL. */
static int compare(const char *key, const char *context, const char *text)
{
    if (context) {
        const size_t bytes = strlen(context);
        const int order = strncmp(key, context, bytes);
        if (order != 0)
            return order;
        if (key[bytes] != '\4')
            return (unsigned char)key[bytes] - '\4';
        key += bytes + 1;
    }
    return strcmp(key, text);
}

static const char *look_up(shg_language language, const char *context, const char *text)
{
    for (size_t from = 0, to = shg_language_row_count; language != SHG_ENGLISH && from < to;) {
        const size_t middle = from + (to - from) / 2;
        const shg_language_row *const row = &shg_language_rows[middle];
        const int order = compare(row->english, context, text);
        if (order == 0)
            return row->said[language - 1] ? row->said[language - 1] : text;
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return text;
}

const char *shg_text_in(shg_language language, const char *text)
{
    return look_up(language, NULL, text);
}

const char *shg_word_in(shg_language language, const char *context, const char *word)
{
    return look_up(language, context, word);
}

const char *shg_word_translate(void *language, const char *context, const char *word)
{
    return shg_word_in(*(const shg_language *)language, context, word);
}
