#include "server/doors/web_credentials.h"

#include "server/account/known_devices.h"

#include <sodium.h>
#include <string.h>

static void read_bearer(shg_credentials *out, const shg_exchange *x)
{
    static const char bearer[] = "Bearer ";
    shg_http_span value;
    size_t index = 0;
    if (!shg_http_find(&value, x->head, "Authorization", &index) || value.bytes < sizeof bearer ||
        !shg_text_same(shg_http_text(x->head, value), sizeof bearer - 1, bearer, sizeof bearer - 1))
        return;
    out->token = shg_http_text(x->head, value) + sizeof bearer - 1;
    out->token_bytes = value.bytes - (sizeof bearer - 1);
}

/* "a=b; __Host-shoogi=TOKEN; c=d" */
bool shg_web_cookie(const char **value, size_t *value_bytes, const shg_exchange *x,
                    const char *name)
{
    const size_t name_bytes = strlen(name);
    shg_http_span header;
    for (size_t index = 0; shg_http_find(&header, x->head, "Cookie", &index);) {
        const char *at = shg_http_text(x->head, header), *const end = at + header.bytes;
        while (at < end) {
            const char *semicolon = memchr(at, ';', (size_t)(end - at));
            const char *stop = semicolon ? semicolon : end;
            if ((size_t)(stop - at) > name_bytes + 1 && memcmp(at, name, name_bytes) == 0 &&
                at[name_bytes] == '=') {
                *value = at + name_bytes + 1;
                *value_bytes = (size_t)(stop - *value);
                return true;
            }
            at = semicolon ? semicolon + 1 : end;
            while (at < end && *at == ' ')
                at++;
        }
    }
    return false;
}

void shg_web_device(shg_session *s, const shg_exchange *x)
{
    const char *value;
    size_t bytes;
    if (shg_web_cookie(&value, &bytes, x, SHG_DEVICE_COOKIE) &&
        !shg_device_hash(s->device, value, bytes))
        sodium_memzero(s->device, sizeof s->device);
}

void shg_credentials_read(shg_credentials *out, const shg_exchange *x)
{
    *out = (shg_credentials){ 0 };
    read_bearer(out, x);
    if (out->token_bytes == 0)
        out->by_cookie = shg_web_cookie(&out->token, &out->token_bytes, x, SHG_COOKIE);
}

bool shg_web_same_origin(const shg_exchange *x)
{
    const shg_http_head *head = x->head;
    shg_http_span value, other;
    size_t index = 0;
    if (!shg_http_find(&value, head, "Origin", &index)) {
        index = 0;
        return shg_http_find(&value, head, "Sec-Fetch-Site", &index) &&
               shg_http_is(head, value, "same-origin", false);
    }
    const char *origin = shg_http_text(head, value);
    /* An attacker on the network can forge a plain-text page, so where we speak TLS such a page
     * is not ours. */
    const size_t scheme = value.bytes > 8 && memcmp(origin, "https://", 8) == 0               ? 8
                          : !x->https && value.bytes > 7 && memcmp(origin, "http://", 7) == 0 ? 7
                                                                                              : 0;
    return scheme > 0 && !shg_http_find(&other, head, "Origin", &index) &&
           shg_text_same(origin + scheme, value.bytes - scheme, shg_http_text(head, head->host),
                         head->host.bytes);
}

void shg_web_agent(char *agent, size_t room, const shg_exchange *x)
{
    shg_http_span value;
    size_t index = 0;
    if (!shg_http_find(&value, x->head, "User-Agent", &index))
        return;
    const char *text = shg_http_text(x->head, value);
    size_t length = 0;
    for (size_t i = 0; i < value.bytes && length + 1 < room; i++)
        if (text[i] >= 0x20 && text[i] < 0x7F)
            agent[length++] = text[i];
    agent[length] = '\0';
}
