/* node_time.h: the time of a node, which is that of the database; see storage/news.h. */
#ifndef SHG_SERVER_NODES_NODE_TIME_H
#define SHG_SERVER_NODES_NODE_TIME_H

#include "server/clock/downtime.h"
#include "server/loop/host.h"

/* Each second: publishes that this node is alive and how long a player's line may wait here, and lists the living nodes. */
void shg_nodes_beat(shg_server *server);

/* Each second: sets this server's clock by the database's, and decides whether it can be trusted. */
void shg_nodes_follow_clock(shg_server *server);

/* A server has stored a pause of all clocks: applies it here. number: its row in table run. */
void shg_nodes_pause(shg_server *server, int64_t number, shg_downtime pause);

#endif
