/* network.h: a range of addresses, as "192.0.2.0/24", "192.0.2.7", "2001:db8::/32". */
#ifndef SHG_SERVER_LOOP_NETWORK_H
#define SHG_SERVER_LOOP_NETWORK_H

#include "server/loop/address.h"

/* The first bits of an address key. A key has 64 bits of an IPv6 address, so a longer prefix is
 * not possible. */
typedef struct shg_network {
    shg_address_key key;
    uint8_t bits;
} shg_network;

enum { SHG_NETWORK_TEXT_BYTES = 64 };

/* Reads ADDRESS or ADDRESS/BITS. Without BITS it is the single IPv4 address, or the /64 of the
 * IPv6 address. An IPv4-mapped address reads as IPv4. Bits after the prefix are ignored.
 * Returns OK, or PARSE_ERROR with the column, leaving *out untouched. */
SHOOGI_CHECKED shoogi_status shg_network_read(shg_network *out, const char *text,
                                              shoogi_error *err);

/* Writes the same form, with the bits after the prefix 0. */
void shg_network_write(char out[SHG_NETWORK_TEXT_BYTES], const shg_network *network);

bool shg_network_has(const shg_network *network, const shg_address_key *key);

#endif
