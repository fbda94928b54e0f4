/* address.h: network addresses, as "127.0.0.1:4080" and "[::1]:8080". */
#ifndef SHG_SERVER_LOOP_ADDRESS_H
#define SHG_SERVER_LOOP_ADDRESS_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

typedef struct shg_address {
    struct sockaddr_storage socket;
    socklen_t socket_bytes;
} shg_address;

enum { SHG_ADDRESS_TEXT_BYTES = 64 };

/* Reads ADDR:PORT, ADDR being an IPv4 address or an IPv6 address in brackets, PORT 0 to 65535; names are
 * not looked up.  PARSE_ERROR with the column; then *out is untouched. */
SHOOGI_CHECKED shoogi_status shg_address_read(shg_address *out, const char *text,
                                              shoogi_error *err);

/* Fills out with the same form.  An IPv4 address in IPv6 dress reads as what it is. */
void shg_address_write(char out[SHG_ADDRESS_TEXT_BYTES], const shg_address *address);

/* What one subscriber of a network has: an IPv4 address, or the first 64 bits of an IPv6 address, as
 * whoever has one of those has them all.  kind tells the two apart; port and zone are left out. */
typedef struct shg_address_key {
    uint8_t kind;
    uint8_t bytes[8];
} shg_address_key;

/* True for an address of this machine alone: 127.0.0.0/8, also in IPv6 dress, and ::1. */
bool shg_address_is_loopback(const shg_address *address);

shg_address_key shg_address_to_key(const shg_address *address);

#endif
