/* online.h: the sessions that are logged in: visible ones, and those of a single API call or
 * stream. */
#ifndef SHG_SERVER_SESSION_ONLINE_H
#define SHG_SERVER_SESSION_ONLINE_H

#include "server/session/session.h"

enum { SHG_ONLINE_BUCKETS = 4096 };

typedef struct shg_online {
    shg_session *first, *last; /* visible sessions in order of login, linked by after */
    shg_session *entered;      /* these and all others, latest first, linked by entered_next */
    shg_session *entering;     /* sessions whose player is being looked up, likewise */
    size_t count;
    int64_t made;                             /* number of visible sessions so far */
    shg_session *buckets[SHG_ONLINE_BUCKETS]; /* sessions with a player number, hashed by it */
    shg_session *name_buckets[SHG_ONLINE_BUCKETS];
} shg_online;

/* Registers a session whose player is being looked up. */
void shg_online_await(shg_online *online, shg_session *session);
/* Registers a session of a player without showing it online: whatever ends the player's sessions
 * ends it. */
void shg_online_enter(shg_online *online, shg_session *session);
/* Registers a session of a player and shows it online. */
void shg_online_add(shg_online *online, shg_session *session);
/* Undoes any of these. */
void shg_online_remove(shg_online *online, shg_session *session);

/* Sets the player number of a guest's session. */
void shg_online_set_player(shg_online *online, shg_session *session, int64_t player);

/* Iterate over the sessions of a player; NULL at the end. */
shg_session *shg_online_first(const shg_online *online, int64_t player);
shg_session *shg_online_next(const shg_session *session);

/* Finds a session by name, compared without case; NULL if no player of this name is online. */
shg_session *shg_online_named(shg_online *online, const char *name);

#endif
