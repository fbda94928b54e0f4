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

void shg_web_language_read(shg_exchange *x)
{
    const char *cookie;
    size_t bytes;
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

void shg_web_language_write(shg_out *more, const shg_exchange *x, shg_language language)
{
    shg_out_format(more, "Content-Language: %s\r\nVary: Accept-Language, Cookie\r\n",
                   shg_language_code(language));
    if (language_in_query(x) < SHG_LANGUAGES)
        shg_out_format(more,
                       "Set-Cookie: " SHG_LANGUAGE_COOKIE
                       "=%s; Path=/; Max-Age=31536000; SameSite=Lax%s\r\n",
                       shg_language_code(language_in_query(x)), x->https ? "; Secure" : "");
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
