/* network.h: a range of addresses, as "192.0.2.0/24", "192.0.2.7", "2001:db8::/32". */
#ifndef SHG_SERVER_LOOP_NETWORK_H
#define SHG_SERVER_LOOP_NETWORK_H

#include "server/loop/address.h"

/* The first bits of a key.  Keys know 64 bits of an IPv6 address, so no network there is smaller. */
typedef struct shg_network {
    shg_address_key key;
    uint8_t bits;
} shg_network;

enum { SHG_NETWORK_TEXT_BYTES = 64 };

/* Reads ADDRESS or ADDRESS/BITS; without BITS it is the one address, of IPv6 the /64 around it; an IPv4
 * address in IPv6 dress reads as what it is.  What lies behind the bits is passed over.  PARSE_ERROR with the column; then *out is untouched. */
SHOOGI_CHECKED shoogi_status shg_network_read(shg_network *out, const char *text,
                                              shoogi_error *err);

/* The same form again, with what lies behind the bits 0. */
void shg_network_write(char out[SHG_NETWORK_TEXT_BYTES], const shg_network *network);

bool shg_network_has(const shg_network *network, const shg_address_key *key);

#endif
