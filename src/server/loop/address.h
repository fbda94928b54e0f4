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

/* Reads ADDR:PORT. ADDR is an IPv4 address, or an IPv6 address in brackets; PORT is 0 to 65535.
 * Names are not looked up. Returns OK, or PARSE_ERROR with the column, leaving *out untouched. */
SHOOGI_CHECKED shoogi_status shg_address_read(shg_address *out, const char *text,
                                              shoogi_error *err);

/* Writes the same form. An IPv4-mapped IPv6 address is written as IPv4. */
void shg_address_write(char out[SHG_ADDRESS_TEXT_BYTES], const shg_address *address);

/* The part of an address that identifies one subscriber: an IPv4 address, or the first 64 bits
 * of an IPv6 address, because a subscriber owns the whole /64. kind distinguishes the two; port
 * and zone are left out. */
typedef struct shg_address_key {
    uint8_t kind;
    uint8_t bytes[8];
} shg_address_key;

/* Whether the address is a loopback address: 127.0.0.0/8, also IPv4-mapped, or ::1. */
bool shg_address_is_loopback(const shg_address *address);

shg_address_key shg_address_to_key(const shg_address *address);

#endif
