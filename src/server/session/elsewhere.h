/* elsewhere.h: players who are online at other servers of the database.
 *
 * Each server publishes when a player comes online there, or has left with the last session; room nodes keeps this list by
 * that. A server that is alone has an empty one. */
#ifndef SHG_SERVER_SESSION_ELSEWHERE_H
#define SHG_SERVER_SESSION_ELSEWHERE_H

#include "server/loop/host.h"
#include "server/session/session.h"

/* A player at another server. */
typedef struct shg_distant_player {
    int64_t node, player; /* player: 0 for a guest who is not stored */
    int64_t login_ms;
    bool guest;
    char name[SHG_NAME_BYTES_MAX + 1];
} shg_distant_player;

typedef struct shg_elsewhere {
    shg_distant_player *each; /* owned; in the order in which they came */
    size_t count, room;
} shg_elsewhere;

void shg_elsewhere_fini(shg_elsewhere *elsewhere);

/* Adds a player, or changes the number of one who is there. Without memory the player stays unknown. */
void shg_elsewhere_add(shg_elsewhere *elsewhere, const shg_distant_player *player);
void shg_elsewhere_remove(shg_elsewhere *elsewhere, int64_t node, const char *name);
/* Forgets the players of a node; 0: all. */
void shg_elsewhere_forget(shg_elsewhere *elsewhere, int64_t node);

/* NULL: not there. Borrowed until the next change. player: not 0. */
const shg_distant_player *shg_elsewhere_find(const shg_elsewhere *elsewhere, int64_t player);
const shg_distant_player *shg_elsewhere_named(const shg_elsewhere *elsewhere, const char *name);

/* Whether a player is online, here or elsewhere. */
bool shg_is_online(const shg_server *server, int64_t player);

/* The number of players online at all servers, each counted once. */
size_t shg_count_online(const shg_server *server);

/* Publishes that a session's player is online here, or has left with the last session. */
void shg_publish_online(const shg_session *session);
void shg_publish_left(const shg_session *session);
/* Publishes all players online here; others forget those that it leaves out. */
void shg_publish_all_online(shg_server *server);
/* The same if the database has refused one of the above since. */
void shg_publish_unsaid(shg_server *server);

#endif
