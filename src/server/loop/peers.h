/* peers.h: how many connections each address has at the moment. */
#ifndef SHG_SERVER_LOOP_PEERS_H
#define SHG_SERVER_LOOP_PEERS_H

#include "server/loop/address.h"

typedef struct shg_peers shg_peers;
typedef struct shg_peer shg_peer;

/* Returns OK and *out owned (shg_peers_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_peers_new(shg_peers **out);
/* No connection may be counted any more.  NULL is accepted. */
void shg_peers_free(shg_peers *peers);

/* Counts one more.  Returns OK and *out, to be handed to shg_peers_leave; TOO_BIG if the address has
 * per_address already; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_peers_enter(shg_peer **out, shg_peers *peers, shg_address_key key,
                                             unsigned per_address);
/* NULL is accepted. */
void shg_peers_leave(shg_peers *peers, shg_peer *peer);

const shg_address_key *shg_peer_key(const shg_peer *peer);

#endif
