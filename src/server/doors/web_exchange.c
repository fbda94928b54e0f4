/* web_exchange.c: parsing the query and path of a request, and refusals in JSON. */
#include "server/doors/web_exchange.h"

#include "base/json_write.h"

#include <string.h>

void shg_refusal_json(shg_out *out, const char *reason)
{
    shg_json_open(out, NULL, '{');
    shg_json_flag(out, "ok", false);
    shg_json_text(out, "error", reason);
    shg_json_close(out, '}');
}

static int hex_of(char c)
{
    return shg_is_digit(c) ? c - '0' : shg_lower(c) - 'a' + 10;
}

/* Writes a part of a target decoded. The head parser has checked that two hex digits follow each
 * '%'. */
static void write_decoded(shg_out *out, const char *text, size_t bytes, bool plus_is_space)
{
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] == '%' && i + 2 < bytes) {
            shg_out_char(out, (char)(hex_of(text[i + 1]) * 16 + hex_of(text[i + 2])));
            i += 2;
        } else {
            shg_out_char(out, plus_is_space && text[i] == '+' ? ' ' : text[i]);
        }
    }
}

bool shg_query_get(shg_out *value, const char *query, size_t query_bytes, const char *name)
{
    const size_t name_bytes = strlen(name);
    const char *const end = query + query_bytes;
    for (const char *at = query; at < end;) {
        const char *next = memchr(at, '&', (size_t)(end - at));
        next = next ? next : end;
        const size_t bytes = (size_t)(next - at);
        if (bytes >= name_bytes && memcmp(at, name, name_bytes) == 0 &&
            (bytes == name_bytes || at[name_bytes] == '=')) {
            if (bytes > name_bytes)
                write_decoded(value, at + name_bytes + 1, bytes - name_bytes - 1, true);
            return true;
        }
        at = next + 1;
    }
    return false;
}

void shg_query_add(shg_out *out, const char *name, const char *value, bool html)
{
    if (!value || !value[0])
        return;
    shg_out_format(out, "%s%s=", html ? "&amp;" : "&", name);
    for (; *value; value++)
        if (shg_is_letter(*value) || shg_is_digit(*value) || strchr("-._~", *value))
            shg_out_char(out, *value);
        else
            shg_out_format(out, "%%%02X", (unsigned)(unsigned char)*value);
}

bool shg_path_next(shg_out *part, const char **path, size_t *path_bytes)
{
    if (*path_bytes == 0 || **path != '/')
        return false;
    const char *const begin = *path + 1;
    const char *const end = *path + *path_bytes;
    const char *slash = memchr(begin, '/', (size_t)(end - begin));
    const char *const next = slash ? slash : end;
    write_decoded(part, begin, (size_t)(next - begin), false);
    *path = next;
    *path_bytes = (size_t)(end - next);
    return true;
}
