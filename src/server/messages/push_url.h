/* push_url.h: the address of a push service, and whether this server may connect to it. */
#ifndef SHG_SERVER_MESSAGES_PUSH_URL_H
#define SHG_SERVER_MESSAGES_PUSH_URL_H

#include "server/loop/address.h"

/* The parts of "https://HOST/PATH" or "https://HOST:PORT/PATH". All texts are NUL-terminated. */
typedef struct shg_push_url {
    char host[254];
    char port[6];       /* "443" by default */
    char audience[270]; /* the origin, RFC 6454: "https://HOST" or "https://HOST:PORT" */
    const char *path;   /* begins with "/"; borrowed from the URL */
} shg_push_url;

/* Parses a URL. False if it is not an https URL, or contains a user name, an IPv6 address, or a
 * character that needs escaping in a request, a line or JSON. */
bool shg_push_url_read(shg_push_url *out, const char *url);

/* False for addresses of this machine, private and special networks. Otherwise anyone who
 * registers a service could make the server connect there. */
bool shg_push_address_public(const shg_address *address);

/* False if the host is a literal address that is not public; a name may resolve to any address. */
bool shg_push_host_fits(const char *host);

#endif
