/* admin_door.h: the Unix socket beside the database through which `shoogi admin` talks to a
 * running server.
 *
 * Its path is PATH-admin, for its owner alone; the peer must be the server's own user or root. A
 * request is words, each ended by a NUL, until the end of the stream; --node=NAME as the first word names a server of the
 * database. The answer is a digit, the exit status of `shoogi admin`, a line end, and text. */
#ifndef SHG_SERVER_ADMIN_ADMIN_DOOR_H
#define SHG_SERVER_ADMIN_ADMIN_DOOR_H

#include "server/loop/connection.h"
#include "server/loop/host.h"

#include <sys/un.h>

typedef struct shg_admin_door shg_admin_door;

#define SHG_ADMIN_NODE_WORD "--node="

/* The socket address of a database: beside its file; for a URI the path in SHOOGI_ADMIN, or shoogi-admin in the working
 * directory.  False if the path is too long. */
bool shg_admin_address(struct sockaddr_un *out, const char *db_path);

/* The exit status of an action: 0 success, 1 a negative answer, 2 bad input or failure. */
int shg_admin_exit_status(shoogi_status status);

/* Opens the socket and removes an old one, so the lock of the database must be held. Returns OK
 * and *out owned (shg_admin_door_free), IO with a sentence, NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_admin_door_new(shg_admin_door **out, shg_server *server,
                                                const char *db_path, shoogi_error *err);

/* For a hot upgrade. pause: server->pausing has changed, true: no request is read. is_used: whether one is being answered
 * other than for an upgrade. hand_over: writes the socket and the connections that asked for the upgrade. upgraded: answers
 * those. answer_askers: the same in the new program, with the whole answer. door: NULL is accepted. */
void shg_admin_door_pause(shg_admin_door *door, bool pauses);
bool shg_admin_door_is_used(const shg_admin_door *door);
void shg_admin_door_hand_over(shg_handover_out *out, const shg_admin_door *door);
void shg_admin_door_upgraded(shg_admin_door *door, shoogi_status status, const shoogi_error *err);
void shg_admin_answer_askers(shg_server *server, int exit_status, const char *text);

/* Answers the requests that wait for the end of a drain, and ends them. */
void shg_admin_drained(shg_admin_door *door, const char *text);

/* Hooks of the room nodes; see shg_node_hooks. */
void shg_admin_asked_by(shg_server *server, int64_t node, int64_t number, const char *text);
void shg_admin_replied(shg_server *server, int64_t node, int64_t number, int64_t status,
                       const char *text);
void shg_admin_node_died(shg_server *server, int64_t node);

/* Closes and removes the socket, and the connections.  NULL is accepted. */
void shg_admin_door_free(shg_admin_door *door);

#endif
