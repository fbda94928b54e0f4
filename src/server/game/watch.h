/* watch.h: which sessions watch which games. */
#ifndef SHG_SERVER_GAME_WATCH_H
#define SHG_SERVER_GAME_WATCH_H

#include "server/session/session.h"

/* The number under which a free board is watched; no game has it. */
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

/* Starts watching: OK, also if it already did; LIMIT_EXCEEDED if the session watches
 * SHG_WATCHED_MAX; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_watch_add(shg_watches *watches, shg_session *session,
                                           int64_t game);

/* Stops watching. Returns false if it did not watch. */
bool shg_watch_remove(shg_watches *watches, shg_session *session, int64_t game);
void shg_watch_remove_all(shg_watches *watches, shg_session *session);
/* Stops watching all games, but not free boards. */
void shg_watch_remove_games(shg_watches *watches, shg_session *session);
/* The game that the session began to watch last; 0: none. */
int64_t shg_watch_latest_game(const shg_session *session);

/* Iterate over the watchers of a game; NULL at the end. */
shg_watch *shg_watch_first(const shg_watches *watches, int64_t game);
shg_watch *shg_watch_next(const shg_watch *watch);

#endif
