/* part.h: the room nodes, for several servers on the same database.
 *
 * The room nodes learns what other nodes have stored (storage/news.h), brings what this server has in memory up to date, and
 * announces it to the sessions here as if it had happened here.  It calls the rooms whose state other nodes change, from loop
 * to study; server.c calls it.  A server without a name (--node) is alone, and the room does nothing. */
#ifndef SHG_SERVER_NODES_PART_H
#define SHG_SERVER_NODES_PART_H

#include "server/loop/host.h"
#include "storage/news.h"

/* Functions of later rooms; server.c fills them in. node: another server. */
typedef struct shg_node_hooks {
    /* An administrator asks from a node.  text: "NAME WORDS", as shg_admin_ask_nodes writes it. */
    void (*asked)(shg_server *server, int64_t node, int64_t number, const char *text);
    /* A node has sent a part of its answer to this one. */
    void (*replied)(shg_server *server, int64_t node, int64_t number, int64_t status,
                    const char *text);
    void (*died)(shg_server *server, int64_t node);
} shg_node_hooks;

typedef struct shg_node_part {
    const shg_node_hooks *hooks; /* static */
    shg_news_reader *news;       /* NULL: alone */
    struct event *tick;
    int64_t tick_ms;    /* the last tick, by the monotonic clock; 0: none */
    int64_t queue_ms;   /* how long lines waited, as measured then */
    int64_t from;       /* the node whose lines are being taken */
    bool asks;          /* ask_database waits for its transaction */
    bool bans_outdated; /* bans could not be read; the next tick tries again */
    char name[SHG_NODE_NAME_BYTES_MAX + 1];
    shg_news_position read[SHG_NODES_MAX]; /* the news of each node that were handled */
    size_t read_count;
} shg_node_part;

/* Starts listening, after the storage. */
SHOOGI_CHECKED shoogi_status shg_nodes_start(shg_server *server, const shg_launch *start);
void shg_nodes_stop(shg_server *server);

/* For a hot upgrade: writes the number of this node and the positions up to which it has read news. */
void shg_nodes_hand_over(shg_handover_out *out, const shg_server *server);
/* Before the writer begins: continues as the node of an earlier program, if there was one. */
void shg_nodes_go_on(shg_storage *storage, shg_server *server);

/* Sets the clock by the database, whose time all nodes have, at the end of the start. */
void shg_nodes_set_clock(shg_server *server);

/* The other nodes.  Returns how many there are. */
size_t shg_nodes_list(shg_named_node out[SHG_NODES_MAX], const shg_server *server);

/* Handles what others have published.  Called whenever the loop is woken. */
void shg_nodes_deliver(shg_server *server);

#endif
