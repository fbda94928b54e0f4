/* node_time.h: the time of a node, which is that of the database; see storage/news.h. */
#ifndef SHG_SERVER_NODES_NODE_TIME_H
#define SHG_SERVER_NODES_NODE_TIME_H

#include "server/clock/downtime.h"
#include "server/loop/host.h"

/* Each second: tells the other nodes that this one is alive, and how long a line may wait here. */
void shg_nodes_beat(shg_server *server);

/* Each second: sets the clock by the database's, and decides whether it can be trusted. */
void shg_nodes_follow_clock(shg_server *server);

/* A pause of all clocks was stored, the last after that which is known. */
void shg_nodes_pause(shg_server *server, int64_t number, shg_downtime pause);

#endif
