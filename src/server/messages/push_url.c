#include "server/messages/push_url.h"

#include "base/text.h"
#include "server/loop/network.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static bool read_host(shg_push_url *out, const char *host, size_t bytes)
{
    if (bytes == 0 || bytes >= sizeof out->host || host[0] == '.' || host[0] == '-')
        return false;
    for (size_t i = 0; i < bytes; i++) {
        const char c = shg_lower(host[i]);
        if (!shg_is_letter(c) && !shg_is_digit(c) && c != '-' && c != '.')
            return false;
        out->host[i] = c;
    }
    out->host[bytes] = '\0';
    return true;
}

static bool read_port(shg_push_url *out, const char *port, size_t bytes)
{
    unsigned value = 0;
    for (size_t i = 0; i < bytes && i < 6; i++) {
        if (!shg_is_digit(port[i]))
            return false;
        value = value * 10 + (unsigned)(port[i] - '0');
    }
    if (bytes == 0 || bytes > 5 || value == 0 || value > 65535)
        return false;
    snprintf(out->port, sizeof out->port, "%u", value);
    return true;
}

bool shg_push_url_read(shg_push_url *out, const char *url)
{
    static const char scheme[] = "https://";
    if (strncmp(url, scheme, sizeof scheme - 1) != 0)
        return false;
    const char *host = url + sizeof scheme - 1;
    out->path = strchr(host, '/');
    if (!out->path)
        return false;
    for (const char *c = out->path; *c; c++)
        if (*c <= ' ' || *c >= 0x7F || strchr("\"\\<>^`{|}#", *c))
            return false;
    const size_t bytes = (size_t)(out->path - host);
    const char *colon = memchr(host, ':', bytes);
    snprintf(out->port, sizeof out->port, "443");
    if (!read_host(out, host, colon ? (size_t)(colon - host) : bytes) ||
        (colon && !read_port(out, colon + 1, (size_t)(out->path - colon - 1))))
        return false;
    const bool usual = strcmp(out->port, "443") == 0;
    snprintf(out->audience, sizeof out->audience, "%s%s%s%s", scheme, out->host, usual ? "" : ":",
             usual ? "" : out->port);
    return true;
}

bool shg_push_address_public(const shg_address *address)
{
    /* https://www.iana.org/assignments/iana-ipv4-special-registry, and all unassigned IPv6; of
     * the assigned part, special ranges and those that may contain an IPv4 address. */
    static const char *const special[] = {
        "0.0.0.0/8",     "10.0.0.0/8",      "100.64.0.0/10",  "127.0.0.0/8",    "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24",    "192.0.2.0/24",   "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",    "2001::/23",
        "2001:db8::/32", "2002::/16",       "3fff::/20",
    };
    shg_network network;
    const shg_address_key key = shg_address_to_key(address);
    if (key.kind != 4 && (key.kind != 6 || key.bytes[0] >> 5 != 1)) /* 2000::/3 */
        return false;
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        if (shg_network_read(&network, special[i], NULL) != SHOOGI_OK ||
            shg_network_has(&network, &key))
            return false;
    return true;
}

bool shg_push_host_fits(const char *host)
{
    shg_address address = { .socket_bytes = sizeof(struct sockaddr_in) };
    struct sockaddr_in *in = (struct sockaddr_in *)(void *)&address.socket;
    in->sin_family = AF_INET;
    /* A host whose last part is a number is an address: some resolvers accept "127.1", "0x7f.1"
     * and "2130706433". */
    const char *last = strrchr(host, '.');
    last = last ? last + 1 : host;
    if (!shg_is_digit(last[0]))
        return *last != '\0';
    return inet_pton(AF_INET, host, &in->sin_addr) == 1 && shg_push_address_public(&address);
}
