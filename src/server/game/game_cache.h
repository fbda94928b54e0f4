/* game_cache.h: the games in memory, those used last.
 *
 * A game that is pinned stays, and stays at its place: whoever holds a pin may keep the pointer.  All on
 * the loop's thread. */
#ifndef SHG_SERVER_GAME_GAME_CACHE_H
#define SHG_SERVER_GAME_GAME_CACHE_H

#include "server/game/game.h"

typedef struct shg_game_cache shg_game_cache;

/* games_max, events_max: how many games it holds and how many events in all of them, pinned ones not
 * refused for it.  Returns OK and *out owned (shg_game_cache_free, when nothing is pinned), or
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_game_cache_new(shg_game_cache **out, size_t games_max,
                                                size_t events_max);
void shg_game_cache_free(shg_game_cache *cache);

/* The game, borrowed until the loop's next turn unless pinned; NULL if it is not here or is stale. */
shg_game_state *shg_game_cache_find(shg_game_cache *cache, int64_t id);

/* Takes a game just read and returns it as it is kept, borrowed likewise.  If it is here already, the
 * one with more events is kept, at the old place; but NULL if what is here is stale and has more events than
 * what was read: something was stored after the reading, and it is to be read again. */
shg_game_state *shg_game_cache_put(shg_game_cache *cache, shg_game_state *fresh);

/* Every pin wants its unpin.  NULL is accepted by unpin. */
shg_game_state *shg_game_pin(shg_game_state *game);
void shg_game_unpin(shg_game_state *game);

/* What is here may no longer be the truth: the next find says that it is not here. */
static inline void shg_game_set_stale(shg_game_state *game)
{
    game->stale = true;
}

/* How many games are in memory. */
size_t shg_game_cache_count(const shg_game_cache *cache);

#endif
