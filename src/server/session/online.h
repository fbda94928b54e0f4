/* online.h: the sessions that are logged in: those that others see, and those that are there for one call or stream. */
#ifndef SHG_SERVER_SESSION_ONLINE_H
#define SHG_SERVER_SESSION_ONLINE_H

#include "server/session/session.h"

enum { SHG_ONLINE_BUCKETS = 4096 };

typedef struct shg_online {
    shg_session *first, *last; /* those that are seen, in the order of logging in, by after */
    shg_session *entered;      /* those and all others, the latest first, by entered_next */
    shg_session *entering;     /* those of which it is being looked up whose they are, likewise */
    size_t count;
    int64_t made;                             /* how many there were */
    shg_session *buckets[SHG_ONLINE_BUCKETS]; /* those with a player number, by it */
    shg_session *name_buckets[SHG_ONLINE_BUCKETS];
} shg_online;

/* It may become somebody's. */
void shg_online_await(shg_online *online, shg_session *session);
/* It is somebody's from now on, without being online: what ends his sessions ends it. */
void shg_online_enter(shg_online *online, shg_session *session);
/* The same of one that is online. */
void shg_online_add(shg_online *online, shg_session *session);
/* Undoes any of them. */
void shg_online_remove(shg_online *online, shg_session *session);

/* A guest's session gets its player number. */
void shg_online_set_player(shg_online *online, shg_session *session, int64_t player);

/* The sessions of a player, one after the other; NULL at the end. */
shg_session *shg_online_first(const shg_online *online, int64_t player);
shg_session *shg_online_next(const shg_session *session);

/* A session with this name, compared without case; NULL if nobody online has it. */
shg_session *shg_online_named(shg_online *online, const char *name);

#endif
