/* part.h: other servers on the same database.
 *
 * The room nodes learns what other nodes have stored (storage/news.h), brings what this server has in memory up to date, and
 * announces it to the sessions here as if it had happened here.  It calls the rooms that have what others change, from loop to
 * study; server.c calls it.  A server without a name (--node) is alone, and the room does nothing. */
#ifndef SHG_SERVER_NODES_PART_H
#define SHG_SERVER_NODES_PART_H

#include "server/loop/host.h"
#include "storage/news.h"

typedef struct shg_node_part {
    shg_news_reader *news; /* NULL: alone */
    struct event *tick;
    int64_t from; /* the node whose lines are being taken */
} shg_node_part;

/* Starts listening, after the storage. */
SHOOGI_CHECKED shoogi_status shg_nodes_start(shg_server *server, const shg_launch *start);
void shg_nodes_stop(shg_server *server);

/* Sets the clock by the database, whose time all nodes have, at the end of the start. */
void shg_nodes_set_clock(shg_server *server);

/* Whether this server does what one of several is enough for, such as reminders. */
bool shg_nodes_lead(const shg_server *server);

/* Handles what others have published.  Called whenever the loop is woken. */
void shg_nodes_deliver(shg_server *server);

#endif
