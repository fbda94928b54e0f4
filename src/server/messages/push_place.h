/* push_place.h: where a push service is, and whether this server may connect there. */
#ifndef SHG_SERVER_MESSAGES_PUSH_PLACE_H
#define SHG_SERVER_MESSAGES_PUSH_PLACE_H

#include "server/loop/address.h"

/* The parts of "https://HOST/PATH" or "https://HOST:PORT/PATH".  All texts end in NUL. */
typedef struct shg_push_place {
    char host[254];
    char port[6];       /* "443" where none is named */
    char audience[270]; /* "https://HOST" or "https://HOST:PORT": the origin; RFC 6454 */
    const char *path;   /* "/" and what follows it; borrowed as the URL is */
} shg_push_place;

/* Reads a URL.  False if it is none, or not of https, has a name and password, an IPv6 address, or a sign that would have
 * to be escaped in a request, in a line or in JSON. */
bool shg_push_place_read(shg_push_place *out, const char *url);

/* True unless an address belongs to this machine, to a network that is nobody's in particular, or to none: whoever names
 * a service could make the server knock there. */
bool shg_push_address_public(const shg_address *address);

/* False if a host is an address, as text, that is not public; a name may lead anywhere. */
bool shg_push_host_fits(const char *host);

#endif
