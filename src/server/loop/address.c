#include "server/loop/address.h"

#include "base/error.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

/* struct sockaddr_storage is accessed by copying, without pointer casts. */
static void put(shg_address *out, const void *socket, size_t bytes)
{
    memset(out, 0, sizeof *out);
    memcpy(&out->socket, socket, bytes);
    out->socket_bytes = (socklen_t)bytes;
}

static size_t read_port(uint16_t *port, const char *text)
{
    uint32_t value = 0;
    size_t digits = 0;
    while (shg_is_digit(text[digits]) && digits < 6)
        value = value * 10 + (uint32_t)(text[digits++] - '0');
    if (digits == 0 || value > 65535)
        return 0;
    *port = (uint16_t)value;
    return digits;
}

shoogi_status shg_address_read(shg_address *out, const char *text, shoogi_error *err)
{
    const bool six = text[0] == '[';
    const char *from = six ? text + 1 : text;
    const char *end = six ? strchr(from, ']') : strrchr(from, ':');
    char host[INET6_ADDRSTRLEN];
    if (!end || (size_t)(end - from) >= sizeof host)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, 1,
                                  "ADDR:PORT as in 127.0.0.1:4080 or [::1]:4080", text,
                                  strlen(text));
    memcpy(host, from, (size_t)(end - from));
    host[end - from] = '\0';

    struct sockaddr_in four = { .sin_family = AF_INET };
    struct sockaddr_in6 sixth = { .sin6_family = AF_INET6 };
    if (inet_pton(six ? AF_INET6 : AF_INET, host,
                  six ? (void *)&sixth.sin6_addr : (void *)&four.sin_addr) != 1)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, six ? 2 : 1,
                                  six ? "an IPv6 address" : "an IPv4 address, or an IPv6 one in []",
                                  from, strlen(from));
    const char *colon = six ? end + 1 : end;
    if (*colon != ':')
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, (size_t)(colon - text) + 1,
                                  ": and a port", colon, strlen(colon));
    uint16_t port = 0;
    const size_t took = read_port(&port, colon + 1);
    if (took == 0 || colon[1 + took] != '\0')
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, (size_t)(colon + 1 - text) + 1,
                                  "a port from 0 to 65535", colon + 1, strlen(colon + 1));
    four.sin_port = sixth.sin6_port = htons(port);
    if (six)
        put(out, &sixth, sizeof sixth);
    else
        put(out, &four, sizeof four);
    return SHOOGI_OK;
}

/* Extracts an IPv4 address, plain or IPv4-mapped; false for any other address. */
static bool as_four(struct in_addr *out, uint16_t *port, const shg_address *address)
{
    if (address->socket.ss_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, &address->socket, sizeof four);
        *out = four.sin_addr;
        *port = ntohs(four.sin_port);
        return true;
    }
    struct sockaddr_in6 six;
    memcpy(&six, &address->socket, sizeof six);
    if (address->socket.ss_family != AF_INET6 || !IN6_IS_ADDR_V4MAPPED(&six.sin6_addr))
        return false;
    memcpy(out, six.sin6_addr.s6_addr + 12, 4);
    *port = ntohs(six.sin6_port);
    return true;
}

void shg_address_write(char out[SHG_ADDRESS_TEXT_BYTES], const shg_address *address)
{
    char host[INET6_ADDRSTRLEN];
    struct in_addr four;
    uint16_t port;
    if (as_four(&four, &port, address)) {
        inet_ntop(AF_INET, &four, host, sizeof host);
        snprintf(out, SHG_ADDRESS_TEXT_BYTES, "%s:%u", host, port);
    } else if (address->socket.ss_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, &address->socket, sizeof six);
        inet_ntop(AF_INET6, &six.sin6_addr, host, sizeof host);
        snprintf(out, SHG_ADDRESS_TEXT_BYTES, "[%s]:%u", host, ntohs(six.sin6_port));
    } else {
        snprintf(out, SHG_ADDRESS_TEXT_BYTES, "unknown");
    }
}

shg_address_key shg_address_to_key(const shg_address *address)
{
    shg_address_key key = { 0 };
    struct in_addr four;
    uint16_t port;
    if (as_four(&four, &port, address)) {
        key.kind = 4;
        memcpy(key.bytes, &four, 4);
    } else if (address->socket.ss_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, &address->socket, sizeof six);
        key.kind = 6;
        memcpy(key.bytes, six.sin6_addr.s6_addr, 8);
    }
    return key;
}

bool shg_address_is_loopback(const shg_address *address)
{
    struct in_addr four;
    uint16_t port;
    if (as_four(&four, &port, address))
        return ntohl(four.s_addr) >> 24 == 127;
    struct sockaddr_in6 six;
    memcpy(&six, &address->socket, sizeof six);
    return address->socket.ss_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&six.sin6_addr);
}
