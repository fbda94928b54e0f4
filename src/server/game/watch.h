/* watch.h: which sessions watch which games. */
#ifndef SHG_SERVER_GAME_WATCH_H
#define SHG_SERVER_GAME_WATCH_H

#include "server/session/session.h"

/* A table without rules is watched as the game of this number, which no game has. */
static inline int64_t shg_watched_table(int64_t table)
{
    return -table;
}

/* One session watching one game. */
typedef struct shg_watch shg_watch;
struct shg_watch {
    int64_t game;
    shg_session *session;
    shg_watch *next_of_session, *same_bucket;
};

enum { SHG_WATCH_BUCKETS = 1024 };

typedef struct shg_watches {
    shg_watch *buckets[SHG_WATCH_BUCKETS];
} shg_watches;

/* The session watches the game from now on: OK, also if it did; LIMIT_EXCEEDED if it watches SHG_WATCHED_MAX;
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_watch_add(shg_watches *watches, shg_session *session,
                                           int64_t game);

/* It does no more.  False if it did not. */
bool shg_watch_remove(shg_watches *watches, shg_session *session, int64_t game);
void shg_watch_remove_all(shg_watches *watches, shg_session *session);
/* It watches no game any more, but the tables that it watched. */
void shg_watch_remove_games(shg_watches *watches, shg_session *session);
/* The game that it watches since the shortest time; 0: none. */
int64_t shg_watch_latest_game(const shg_session *session);

/* Those who watch a game, one after the other; NULL at the end. */
shg_watch *shg_watch_first(const shg_watches *watches, int64_t game);
shg_watch *shg_watch_next(const shg_watch *watch);

#endif
