/* web_front.h: what stands between the HTTP door and its clients: the proxies that are believed, and the names under
 * which it is asked. */
#ifndef SHG_SERVER_DOORS_WEB_FRONT_H
#define SHG_SERVER_DOORS_WEB_FRONT_H

#include "server/loop/network.h"
#include "wire/http_head.h"

typedef struct shg_web_front {
    const shg_network *proxies; /* whose X-Forwarded-For and X-Forwarded-Proto are believed */
    size_t proxy_count;
    const char *const *names; /* of this host, without port */
    size_t name_count;
} shg_web_front;

bool shg_front_has_proxy(const shg_web_front *front, const shg_address_key *key);

/* The client of a request that a proxy has passed on: the last in X-Forwarded-For that is no proxy itself; what cannot be
 * read ends the list.  proxy: from where it came.  *https: whether the client speaks TLS with the proxy. */
shg_address_key shg_front_client(bool *https, const shg_web_front *front, const shg_http_head *head,
                                 const shg_address_key *proxy);

/* True if the request asks for a name of ours: one that was given or, at an address of this machine alone (local),
 * localhost or what stands for it.  A page elsewhere whose name is made to lead here asks for its own.  Where no names
 * were given and others can reach us any name is ours, as it is for a request of HTTP/1.0 that has none. */
bool shg_front_knows(const shg_web_front *front, const shg_http_head *head, bool local);

#endif
