/* web_front.h: what is in front of the HTTP door: trusted proxies, and the host names of this
 * server. */
#ifndef SHG_SERVER_DOORS_WEB_FRONT_H
#define SHG_SERVER_DOORS_WEB_FRONT_H

#include "server/loop/network.h"
#include "wire/http_head.h"

typedef struct shg_web_front {
    const shg_network *proxies; /* whose X-Forwarded-For and X-Forwarded-Proto are trusted */
    size_t proxy_count;
    const char *const *names; /* of this host, without port */
    size_t name_count;
} shg_web_front;

bool shg_front_has_proxy(const shg_web_front *front, const shg_address_key *key);

/* The client of a request that a proxy passed on: the last address in X-Forwarded-For that is
 * not itself a proxy. An unreadable entry ends the list. proxy: the address of the connection.
 * *https: whether the client speaks TLS with the proxy. */
shg_address_key shg_front_client(bool *https, const shg_web_front *front, const shg_http_head *head,
                                 const shg_address_key *proxy);

/* Whether the Host of the request is ours: one of the given names or, if only this machine can
 * reach the address (local), localhost or its equivalents. This stops DNS rebinding: a foreign
 * page whose name resolves to us sends its own name. If no names were given and others can reach
 * us every name is accepted, as is an HTTP/1.0 request without Host. */
bool shg_front_is_our_host(const shg_web_front *front, const shg_http_head *head, bool local);

#endif
