/* game_cache.h: a cache of the games used last.
 *
 * A pinned game stays at its address, so the pointer remains valid. Runs on the loop's thread
 * only. */
#ifndef SHG_SERVER_GAME_GAME_CACHE_H
#define SHG_SERVER_GAME_GAME_CACHE_H

#include "server/game/game.h"

typedef struct shg_game_cache shg_game_cache;

/* games_max, events_max: maximum number of games, and of events in all of them; pinned games may
 * exceed them. Returns OK and *out owned (shg_game_cache_free, when no game is pinned), or
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_game_cache_new(shg_game_cache **out, size_t games_max,
                                                size_t events_max);
void shg_game_cache_free(shg_game_cache *cache);

/* Returns a game, borrowed until the loop's next turn unless pinned; NULL if it is absent or
 * stale. */
shg_game_state *shg_game_cache_find(shg_game_cache *cache, int64_t id);

/* Likewise, also if it is stale, and without using it: to bring it up to date. */
shg_game_state *shg_game_cache_peek(shg_game_cache *cache, int64_t id);

/* Marks a game, or all, as changed by another server: what is in memory is outdated, and so is what is being read. */
void shg_game_cache_outdate(shg_game_cache *cache, int64_t id);
void shg_game_cache_outdate_all(shg_game_cache *cache);

/* A player has another name: gives it to the games in memory. What is being read has to be read again. */
void shg_game_cache_rename(shg_game_cache *cache, int64_t player, const char *name);

/* The number of such changes. Ask for it before you read a game, and give it to shg_game_cache_put. */
uint64_t shg_game_cache_changes(const shg_game_cache *cache);

/* Takes a game just read and returns the cached one, borrowed as above. If the game is already
 * there, the state with more events is kept, at the old address. Returns NULL if it has to be read again: the
 * cached one is stale and has more events, or another server has changed it since changes. */
shg_game_state *shg_game_cache_put(shg_game_cache *cache, shg_game_state *fresh, uint64_t changes);

/* Each pin needs one unpin. unpin accepts NULL. */
shg_game_state *shg_game_pin(shg_game_state *game);
void shg_game_unpin(shg_game_state *game);

/* Marks the game as possibly outdated: the next find does not return it. */
static inline void shg_game_set_stale(shg_game_state *game)
{
    game->stale = true;
}

/* The number of cached games. */
size_t shg_game_cache_count(const shg_game_cache *cache);

#endif
