#include "server/loop/network.h"

#include "base/error.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

static uint8_t bits_of(const shg_address_key *key)
{
    return key->kind == 4 ? 32 : 64;
}

/* Reads "/24" up to the end of the text; an empty text means the maximum. */
static bool read_bits(uint8_t *out, const char *text, uint8_t most)
{
    *out = most;
    if (*text == '\0')
        return true;
    unsigned value = 0;
    size_t digits = 0;
    for (; shg_is_digit(text[1 + digits]) && digits < 4; digits++)
        value = value * 10 + (unsigned)(text[1 + digits] - '0');
    *out = (uint8_t)value;
    return text[0] == '/' && digits > 0 && text[1 + digits] == '\0' && value <= most;
}

/* Clears the bits after the prefix. */
static void cut(shg_network *network)
{
    for (unsigned i = 0; i < sizeof network->key.bytes; i++) {
        const unsigned before = i * 8;
        if (before >= network->bits)
            network->key.bytes[i] = 0;
        else if (network->bits - before < 8)
            network->key.bytes[i] &= (uint8_t)(0xFF << (8 - (network->bits - before)));
    }
}

shoogi_status shg_network_read(shg_network *out, const char *text, shoogi_error *err)
{
    static const unsigned char mapped[12] = { [10] = 0xFF, [11] = 0xFF };
    const size_t length = strcspn(text, "/");
    char host[INET6_ADDRSTRLEN];
    unsigned char bytes[16];
    shg_network network = { 0 };
    if (length < sizeof host) {
        memcpy(host, text, length);
        host[length] = '\0';
        if (inet_pton(AF_INET, host, bytes) == 1) {
            network.key.kind = 4;
            memcpy(network.key.bytes, bytes, 4);
        } else if (inet_pton(AF_INET6, host, bytes) == 1 && memcmp(bytes, mapped, 12) == 0) {
            network.key.kind = 4; /* IPv4-mapped: keys store such addresses as IPv4 */
            memcpy(network.key.bytes, bytes + 12, 4);
        } else if (inet_pton(AF_INET6, host, bytes) == 1) {
            network.key.kind = 6;
            memcpy(network.key.bytes, bytes, sizeof network.key.bytes);
        }
    }
    if (network.key.kind == 0)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, 1,
                                  "an address, or a network as in 192.0.2.0/24 or 2001:db8::/32",
                                  text, strlen(text));
    if (!read_bits(&network.bits, text + length, bits_of(&network.key)))
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, length + 1,
                                  network.key.kind == 4 ? "/ and a number of bits from 0 to 32"
                                                        : "/ and a number of bits from 0 to 64",
                                  text + length, strlen(text + length));
    cut(&network);
    *out = network;
    return SHOOGI_OK;
}

void shg_network_write(char out[SHG_NETWORK_TEXT_BYTES], const shg_network *network)
{
    unsigned char bytes[16] = { 0 };
    char host[INET6_ADDRSTRLEN] = "unknown";
    memcpy(bytes, network->key.bytes, sizeof network->key.bytes);
    inet_ntop(network->key.kind == 4 ? AF_INET : AF_INET6, bytes, host, sizeof host);
    if (network->key.kind == 4 && network->bits == 32)
        snprintf(out, SHG_NETWORK_TEXT_BYTES, "%s", host);
    else
        snprintf(out, SHG_NETWORK_TEXT_BYTES, "%s/%u", host, (unsigned)network->bits);
}

bool shg_network_has(const shg_network *network, const shg_address_key *key)
{
    shg_network of = { .key = *key, .bits = network->bits };
    cut(&of);
    return key->kind == network->key.kind &&
           memcmp(of.key.bytes, network->key.bytes, sizeof of.key.bytes) == 0;
}
