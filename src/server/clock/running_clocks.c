#include "server/clock/running_clocks.h"

#include <assert.h>
#include <stdlib.h>

enum { BUCKETS = 4096 };

struct shg_running_clocks {
    shg_running_clock *buckets[BUCKETS];
    shg_running_clock **heap; /* none is due before its parent at (place - 1) / 2 */
    size_t count, room;
};

shoogi_status shg_running_clocks_new(shg_running_clocks **out)
{
    shg_running_clocks *clocks = calloc(1, sizeof *clocks);
    if (!clocks)
        return SHOOGI_NO_MEMORY;
    *out = clocks;
    return SHOOGI_OK;
}

void shg_running_clocks_free(shg_running_clocks *clocks)
{
    if (!clocks)
        return;
    for (size_t i = 0; i < clocks->count; i++)
        free(clocks->heap[i]);
    free(clocks->heap);
    free(clocks);
}

/* ---- the heap ---- */

static void set(shg_running_clocks *clocks, size_t place, shg_running_clock *clock)
{
    clocks->heap[place] = clock;
    clock->place = place;
}

/* Restores the heap after a clock was changed or appended. */
static void sift(shg_running_clocks *clocks, shg_running_clock *clock)
{
    size_t place = clock->place;
    while (place > 0 && clock->due_ms < clocks->heap[(place - 1) / 2]->due_ms) {
        set(clocks, place, clocks->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    for (;;) {
        size_t child = 2 * place + 1;
        if (child + 1 < clocks->count &&
            clocks->heap[child + 1]->due_ms < clocks->heap[child]->due_ms)
            child++;
        if (child >= clocks->count || clocks->heap[child]->due_ms >= clock->due_ms)
            break;
        set(clocks, place, clocks->heap[child]);
        place = child;
    }
    set(clocks, place, clock);
}

/* ---- the table ---- */

static shg_running_clock *find(const shg_running_clocks *clocks, int64_t game)
{
    shg_running_clock *clock = clocks->buckets[(uint64_t)game % BUCKETS];
    while (clock && clock->game != game)
        clock = clock->same_bucket;
    return clock;
}

/* NULL without memory. */
static shg_running_clock *add(shg_running_clocks *clocks, int64_t game)
{
    if (clocks->count == clocks->room) {
        const size_t room = clocks->room ? 2 * clocks->room : 64;
        shg_running_clock **heap = realloc(clocks->heap, room * sizeof *heap);
        if (!heap)
            return NULL;
        clocks->heap = heap;
        clocks->room = room;
    }
    shg_running_clock *clock = calloc(1, sizeof *clock);
    if (!clock)
        return NULL;
    shg_running_clock **bucket = &clocks->buckets[(uint64_t)game % BUCKETS];
    clock->game = game;
    clock->due_ms = SHG_NEVER_MS;
    clock->same_bucket = *bucket;
    *bucket = clock;
    set(clocks, clocks->count++, clock);
    return clock;
}

shoogi_status shg_running_clocks_put(shg_running_clocks *clocks, int64_t game,
                                     const int64_t player[2], const shg_game_clock *clock)
{
    shg_running_clock *at = find(clocks, game);
    if (!at)
        at = add(clocks, game);
    if (!at)
        return SHOOGI_NO_MEMORY;
    at->player[0] = player[0];
    at->player[1] = player[1];
    at->clock = *clock;
    at->due_ms = shg_game_clock_flag_fall_ms(clock);
    sift(clocks, at);
    return SHOOGI_OK;
}

void shg_running_clocks_remove(shg_running_clocks *clocks, int64_t game)
{
    shg_running_clock **link = &clocks->buckets[(uint64_t)game % BUCKETS];
    while (*link && (*link)->game != game)
        link = &(*link)->same_bucket;
    shg_running_clock *gone = *link;
    if (!gone)
        return;
    *link = gone->same_bucket;
    shg_running_clock *last = clocks->heap[--clocks->count];
    if (last != gone) {
        set(clocks, gone->place, last);
        sift(clocks, last);
    }
    free(gone);
}

const shg_running_clock *shg_running_clocks_find(const shg_running_clocks *clocks, int64_t game)
{
    return find(clocks, game);
}

const shg_running_clock *shg_running_clocks_first(const shg_running_clocks *clocks)
{
    return clocks->count > 0 ? clocks->heap[0] : NULL;
}

void shg_running_clocks_put_off(shg_running_clocks *clocks, int64_t game, int64_t due_ms)
{
    shg_running_clock *clock = find(clocks, game);
    if (!clock)
        return;
    clock->due_ms = due_ms;
    sift(clocks, clock);
}

size_t shg_running_clocks_count(const shg_running_clocks *clocks)
{
    return clocks->count;
}

const shg_running_clock *shg_running_clocks_at(const shg_running_clocks *clocks, size_t index)
{
    assert(index < clocks->count);
    return clocks->heap[index];
}
