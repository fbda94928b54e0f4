/* living_nodes.h: the other servers on the same database that have beaten within SHG_NODES_SILENT_MS; the room nodes fills it in.
 *
 * A plain value; all zero: this server is alone. */
#ifndef SHG_SERVER_CLOCK_LIVING_NODES_H
#define SHG_SERVER_CLOCK_LIVING_NODES_H

#include "storage/news.h"

typedef struct shg_living_nodes {
    int64_t id[SHG_NODES_MAX]; /* of the others */
    size_t count;
} shg_living_nodes;

/* The rank of this server among all servers for a game, from 0. Each game has its own order of the servers, which all servers
 * compute alike (rendezvous hashing). */
size_t shg_living_rank(const shg_living_nodes *others, int64_t self, int64_t game);

#endif
