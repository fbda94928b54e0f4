#include "server/doors/web_language.h"

#include "server/doors/web_credentials.h"

#include <string.h>

/* The language that the query names; SHG_LANGUAGES if none. */
static shg_language language_in_query(const shg_exchange *x)
{
    char code[16] = "";
    shg_out out = shg_out_make(code, sizeof code);
    shg_query_get(&out, x->query, x->query_bytes, "language");
    return shg_language_find(code, strlen(code));
}

/* The notation that a text names, of those that readers choose; ANY if none. */
static shoogi_notation notation_named(const char *name, size_t name_bytes)
{
    char word[16] = "";
    shg_out out = shg_out_make(word, sizeof word);
    shg_out_bytes(&out, name, name_bytes);
    const shoogi_notation notation = shoogi_notation_find(word);
    return notation < SHOOGI_NOTATION_COURIER ? notation : SHOOGI_NOTATION_ANY;
}

shoogi_notation shg_web_query_notation(const shg_exchange *x)
{
    char name[16] = "";
    shg_out out = shg_out_make(name, sizeof name);
    shg_query_get(&out, x->query, x->query_bytes, "notation");
    return notation_named(name, strlen(name));
}

void shg_web_language_read(shg_exchange *x)
{
    const char *cookie;
    size_t bytes;
    x->notation = shg_web_query_notation(x);
    if (x->notation == SHOOGI_NOTATION_ANY &&
        shg_web_cookie(&cookie, &bytes, x, SHG_NOTATION_COOKIE))
        x->notation = notation_named(cookie, bytes);
    shg_language language = language_in_query(x);
    if (language == SHG_LANGUAGES && shg_web_cookie(&cookie, &bytes, x, SHG_LANGUAGE_COOKIE))
        language = shg_language_find(cookie, bytes);
    x->language_chosen = language < SHG_LANGUAGES;
    shg_http_span value;
    size_t at = 0;
    if (!x->language_chosen)
        language = shg_http_find(&value, x->head, "Accept-Language", &at)
                       ? shg_language_accepted(shg_http_text(x->head, value), value.bytes)
                       : SHG_ENGLISH;
    x->language = language;
}

/* Stores a choice for a year. */
static void set_cookie(shg_out *more, const shg_exchange *x, const char *name, const char *value)
{
    shg_out_format(more, "Set-Cookie: %s=%s; Path=/; Max-Age=31536000; SameSite=Lax%s\r\n", name,
                   value, x->https ? "; Secure" : "");
}

void shg_web_language_write(shg_out *more, const shg_exchange *x, shg_language language)
{
    shg_out_format(more, "Content-Language: %s\r\nVary: Accept-Language, Cookie\r\n",
                   shg_language_code(language));
    const shg_language chosen = language_in_query(x);
    if (chosen < SHG_LANGUAGES)
        set_cookie(more, x, SHG_LANGUAGE_COOKIE, shg_language_code(chosen));
    const shoogi_notation notation = shg_web_query_notation(x);
    if (notation != SHOOGI_NOTATION_ANY)
        set_cookie(more, x, SHG_NOTATION_COOKIE, shoogi_notation_name(notation));
}

void shg_web_notation_links(shg_out *out, shg_language language, const char *key)
{
    static const struct {
        shoogi_notation notation;
        const char *title;
    } rows[] = {
        { SHOOGI_NOTATION_WESTERN, SHG_TEXT("Western") },
        { SHOOGI_NOTATION_KITAO, SHG_TEXT("Kitao-Kawasaki") },
        { SHOOGI_NOTATION_JAPANESE, SHG_TEXT("Japanese") },
        { SHOOGI_NOTATION_USI, SHG_TEXT("USI") },
    };
    shg_out_format(out, "<p class=\"notations\">%s: ", shg_text_in(language, "Notation"));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        shg_out_format(out, "%s<a href=\"?notation=%s%s%s\" rel=\"nofollow\">%s</a>",
                       i > 0 ? " · " : "", shoogi_notation_name(rows[i].notation),
                       key[0] ? "&amp;key=" : "", key, shg_text_in(language, rows[i].title));
    shg_out_text(out, "</p>\n");
}

void shg_web_language_links(shg_out *out)
{
    for (size_t i = 0; i < SHG_LANGUAGES; i++) {
        const char *code = shg_language_code((shg_language)i);
        shg_out_format(
            out, "%s<a href=\"?language=%s\" rel=\"alternate\" hreflang=\"%s\" lang=\"%s\">%s</a>",
            i > 0 ? " · " : "", code, code, code, shg_language_name((shg_language)i));
    }
}
