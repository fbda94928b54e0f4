/* admin_int.h: the administrators' socket, for the files that share it: admin_door.c has the connections, admin_actions.c does
 * what is asked, admin_nodes.c asks other servers of the database. */
#ifndef SHG_SERVER_ADMIN_ADMIN_INT_H
#define SHG_SERVER_ADMIN_ADMIN_INT_H

#include "server/admin/admin.h"
#include "server/admin/admin_door.h"
#include "server/loop/host.h"

typedef struct shg_admin_task shg_admin_task;
typedef struct shg_admin_asked shg_admin_asked;
typedef struct shg_admin_asker shg_admin_asker;

/* A request, from a connection to the socket or from another server, until it is answered. */
struct shg_admin_asker {
    shg_admin_door *door;
    struct bufferevent *bev; /* NULL: another server asks */
    int64_t node, number;    /* of the server that asks and of its question; 0: a connection asks */
    shg_admin_task *task;    /* while the storage works */
    shg_admin_asked *asked;  /* the servers whose answers are collected; NULL: none; owned */
    shg_admin_asker *before, *after;
    bool answered, restores; /* the server restarts with the copy when the answer has been sent */
    bool upgrades;           /* waits for the end of an upgrade */
    bool drains;             /* waits for the end of a drain */
};

struct shg_admin_door {
    shg_server *server;
    struct evconnlistener *listener;
    struct sockaddr_un address;
    shg_admin_asker *first;
    size_t count;
};

/* ---- admin_door.c ---- */

/* Adds a request; NULL without memory, or if there are SHG_ADMIN_CONNECTIONS_MAX. */
shg_admin_asker *shg_admin_asker_new(shg_admin_door *door);
void shg_admin_asker_end(shg_admin_asker *asker);
/* Answers, or adds this server's part of the answer.  The text is err's if status is not OK, else text; NULL: none.  Ends the
 * request if another server asks. */
void shg_admin_answer(shg_admin_asker *asker, const char *text, shoogi_status status,
                      const shoogi_error *err);
/* Writes the whole answer to a connection. */
void shg_admin_write(shg_admin_asker *asker, int exit_status, const char *text);

/* ---- admin_actions.c ---- */

/* The request of a task has ended: the task goes on, but answers nobody. NULL is accepted. */
void shg_admin_task_left(shg_admin_task *task);

/* Carries out a request. words: each ends in a NUL; word_bytes: at most SHG_ADMIN_REQUEST_BYTES_MAX. */
void shg_admin_do(shg_admin_asker *asker, const char *words, size_t word_bytes);

/* ---- admin_nodes.c ---- */

/* Passes a request on to all other nodes, or to the node with this name.  own: this server answers, too. Returns OK with
 * asker->asked set, or unset if own and there is no other node; NOT_FOUND or NO_MEMORY with a sentence. */
SHOOGI_CHECKED shoogi_status shg_admin_ask_nodes(shg_admin_asker *asker,
                                                 const shg_admin_request *request, const char *name,
                                                 bool own, shoogi_error *err);
/* Adds a part of the answer of a node. status: the exit status if it is the last part. */
void shg_admin_add_reply(shg_admin_asker *asker, int64_t node, int64_t status, const char *text);
/* Sends the answer to the server that asks. */
void shg_admin_reply(const shg_admin_asker *asker, int exit_status, const char *text);
void shg_admin_asked_free(shg_admin_asked *asked);

#endif
