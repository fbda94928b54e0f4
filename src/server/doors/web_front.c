#include "server/doors/web_front.h"

#include <string.h>

bool shg_front_has_proxy(const shg_web_front *front, const shg_address_key *key)
{
    for (size_t i = 0; i < front->proxy_count; i++)
        if (shg_network_has(&front->proxies[i], key))
            return true;
    return false;
}

/* "192.0.2.7", "192.0.2.7:4711", "2001:db8::7", "[2001:db8::7]:4711", without spaces around it. */
static bool read_address(shg_address_key *out, const char *text, size_t bytes)
{
    char address[SHG_NETWORK_TEXT_BYTES];
    if (bytes >= sizeof address || memchr(text, '/', bytes))
        return false;
    const char *colon = memchr(text, ':', bytes);
    if (bytes > 0 && text[0] == '[') {
        const char *end = memchr(text, ']', bytes);
        bytes = end ? (size_t)(end - text) - 1 : 0;
        text++;
    } else if (colon && !memchr(colon + 1, ':', bytes - (size_t)(colon + 1 - text))) {
        bytes = (size_t)(colon - text);
    }
    memcpy(address, text, bytes);
    address[bytes] = '\0';
    shg_network network;
    if (shg_network_read(&network, address, NULL) != SHOOGI_OK)
        return false;
    *out = network.key;
    return true;
}

/* Reads one header from its end. False: the client was found, or nothing further can be trusted. */
static bool walk_back(shg_address_key *client, const shg_web_front *front, const char *text,
                      size_t bytes)
{
    const char *end = text + bytes;
    while (true) {
        const char *begin = end;
        while (begin > text && begin[-1] != ',')
            begin--;
        const char *first = begin, *last = end;
        while (first < last && (*first == ' ' || *first == '\t'))
            first++;
        while (last > first && (last[-1] == ' ' || last[-1] == '\t'))
            last--;
        if (!read_address(client, first, (size_t)(last - first)) ||
            !shg_front_has_proxy(front, client))
            return false;
        if (begin == text)
            return true;
        end = begin - 1;
    }
}

shg_address_key shg_front_client(bool *https, const shg_web_front *front, const shg_http_head *head,
                                 const shg_address_key *proxy)
{
    shg_address_key client = *proxy;
    shg_http_span values[SHG_HTTP_HEADERS_MAX], value;
    size_t count = 0, index = 0;
    while (shg_http_find(&values[count], head, "X-Forwarded-For", &index))
        count++;
    while (count > 0 && walk_back(&client, front, shg_http_text(head, values[count - 1]),
                                  values[count - 1].bytes))
        count--;
    *https = false;
    for (index = 0; shg_http_find(&value, head, "X-Forwarded-Proto", &index);)
        *https = shg_http_is(head, value, "https", true);
    return client;
}

bool shg_front_is_our_host(const shg_web_front *front, const shg_http_head *head, bool local)
{
    static const char *const locals[] = { "localhost", "127.0.0.1", "[::1]" };
    const char *host = shg_http_text(head, head->host);
    size_t bytes = head->host.bytes;
    if (front->name_count == 0 && !local)
        return true;
    if (bytes == 0)
        return head->version == 10;
    while (bytes > 0 && shg_is_digit(host[bytes - 1]))
        bytes--;
    if (bytes > 0 && host[bytes - 1] == ':')
        bytes--;
    else
        bytes = head->host.bytes; /* it was not a port */
    for (size_t i = 0; i < front->name_count; i++)
        if (shg_text_same(host, bytes, front->names[i], strlen(front->names[i])))
            return true;
    for (size_t i = 0; local && i < sizeof locals / sizeof locals[0]; i++)
        if (shg_text_same(host, bytes, locals[i], strlen(locals[i])))
            return true;
    return false;
}
