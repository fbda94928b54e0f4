/* living_nodes.h: the other servers on the same database (storage/news.h), as the room nodes knows them.
 *
 * A plain value; all zero: this server is alone. */
#ifndef SHG_SERVER_CLOCK_LIVING_NODES_H
#define SHG_SERVER_CLOCK_LIVING_NODES_H

#include "storage/news.h"

typedef struct shg_living_nodes {
    int64_t id[SHG_NODES_MAX]; /* of the others */
    size_t count;
} shg_living_nodes;

/* The place of this server among all for a game, 0 the first: another order for each game, the same at each server (rendezvous
 * hashing). */
size_t shg_living_rank(const shg_living_nodes *others, int64_t self, int64_t game);

#endif
