#include "server/game/game_cache.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUCKETS = 4096 };

struct shg_game_cache {
    shg_game_state *buckets[BUCKETS];
    shg_game_state *newest, *oldest;
    size_t games, games_max;
    size_t events, events_max; /* at the time they were last counted */
    uint64_t changes;          /* the number of changes by other servers */
    uint64_t all_changed;      /* changes after the latest one of all games */
    uint64_t changed[BUCKETS]; /* changes after the latest one of a game in the bucket */
};

shoogi_status shg_game_cache_new(shg_game_cache **out, size_t games_max, size_t events_max)
{
    shg_game_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return SHOOGI_NO_MEMORY;
    cache->games_max = games_max;
    cache->events_max = events_max;
    *out = cache;
    return SHOOGI_OK;
}

static shg_game_state **bucket_of(shg_game_cache *cache, int64_t id)
{
    return &cache->buckets[(uint64_t)id % BUCKETS];
}

static void unlink_age(shg_game_cache *cache, shg_game_state *game)
{
    *(game->newer ? &game->newer->older : &cache->newest) = game->older;
    *(game->older ? &game->older->newer : &cache->oldest) = game->newer;
    game->newer = game->older = NULL;
}

static void link_newest(shg_game_cache *cache, shg_game_state *game)
{
    game->newer = NULL;
    game->older = cache->newest;
    *(cache->newest ? &cache->newest->newer : &cache->oldest) = game;
    cache->newest = game;
}

/* A game's size: its events, plus the pieces and hands of every game. */
static size_t weight(const shg_game_state *game)
{
    return (size_t)game->items_room + (game->time ? game->time->events_room : 0) + 32;
}

static void drop(shg_game_cache *cache, shg_game_state *game)
{
    shg_game_state **link = bucket_of(cache, game->id);
    while (*link != game)
        link = &(*link)->same_bucket;
    *link = game->same_bucket;
    unlink_age(cache, game);
    cache->games--;
    shg_game_free(game);
}

/* Evicts the oldest games until the limits hold or all others are pinned. Sizes are summed again
 * each time, because cached games grow. */
static void shrink(shg_game_cache *cache, const shg_game_state *keep)
{
    cache->events = 0;
    for (const shg_game_state *game = cache->newest; game; game = game->older)
        cache->events += weight(game);
    for (shg_game_state *game = cache->oldest; game;) {
        if (cache->games <= cache->games_max && cache->events <= cache->events_max)
            return;
        shg_game_state *newer = game->newer;
        if (game->pins == 0 && game != keep) {
            cache->events -= weight(game);
            drop(cache, game);
        }
        game = newer;
    }
}

void shg_game_cache_free(shg_game_cache *cache)
{
    if (!cache)
        return;
    while (cache->oldest)
        drop(cache, cache->oldest);
    free(cache);
}

shg_game_state *shg_game_cache_peek(shg_game_cache *cache, int64_t id)
{
    shg_game_state *game = *bucket_of(cache, id);
    while (game && game->id != id)
        game = game->same_bucket;
    return game;
}

void shg_game_cache_outdate(shg_game_cache *cache, int64_t id)
{
    shg_game_state *game = shg_game_cache_peek(cache, id);
    if (game)
        game->stale = true;
    cache->changed[(uint64_t)id % BUCKETS] = ++cache->changes;
}

void shg_game_cache_outdate_all(shg_game_cache *cache)
{
    for (shg_game_state *game = cache->newest; game; game = game->older)
        game->stale = true;
    cache->all_changed = ++cache->changes;
}

void shg_game_cache_rename(shg_game_cache *cache, int64_t player, const char *name)
{
    for (shg_game_state *game = cache->newest; game; game = game->older)
        for (int colour = 0; colour < 2; colour++)
            if (game->player[colour] == player && !shg_game_shared(game))
                snprintf(game->name[colour], sizeof game->name[colour], "%s", name);
    cache->all_changed = ++cache->changes;
}

uint64_t shg_game_cache_changes(const shg_game_cache *cache)
{
    return cache->changes;
}

shg_game_state *shg_game_cache_find(shg_game_cache *cache, int64_t id)
{
    shg_game_state *game = shg_game_cache_peek(cache, id);
    if (!game || game->stale)
        return NULL;
    if (cache->newest != game) {
        unlink_age(cache, game);
        link_newest(cache, game);
    }
    return game;
}

shg_game_state *shg_game_cache_put(shg_game_cache *cache, shg_game_state *fresh, uint64_t changes)
{
    shg_game_state *game = shg_game_cache_peek(cache, fresh->id);
    /* A change of another game in the bucket only costs another read. */
    const bool changed =
        cache->all_changed > changes || cache->changed[(uint64_t)fresh->id % BUCKETS] > changes;
    if (changed && (!game || game->stale)) {
        shg_game_free(fresh);
        return NULL;
    }
    if (game) {
        const bool older = fresh->events < game->events, wanted = game->stale;
        if (!older && (wanted || fresh->events > game->events))
            shg_game_swap(game, fresh);
        shg_game_free(fresh);
        if (older && wanted)
            return NULL;
        game->stale = false;
        return shg_game_cache_find(cache, game->id);
    }
    shg_game_state **bucket = bucket_of(cache, fresh->id);
    fresh->same_bucket = *bucket;
    *bucket = fresh;
    link_newest(cache, fresh);
    cache->games++;
    cache->events += weight(fresh);
    if (cache->games > cache->games_max || cache->events > cache->events_max)
        shrink(cache, fresh);
    return fresh;
}

shg_game_state *shg_game_pin(shg_game_state *game)
{
    game->pins++;
    return game;
}

void shg_game_unpin(shg_game_state *game)
{
    if (!game)
        return;
    assert(game->pins > 0);
    game->pins--; /* the next put makes room; this game may be needed again at once */
}

size_t shg_game_cache_count(const shg_game_cache *cache)
{
    return cache->games;
}
