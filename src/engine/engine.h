/* engine.h: an engine for one game: search threads that share a transposition table (Lazy SMP), and their clock.
 *
 * Source: Chess Programming Wiki, "Lazy SMP". */
#ifndef SHG_ENGINE_ENGINE_H
#define SHG_ENGINE_ENGINE_H

#include "engine/level.h"
#include "engine/search/timing.h"

enum { SHG_THREADS_MAX = 256, SHG_HASH_MIB_MAX = 64 * 1024 };

typedef struct shg_engine shg_engine;

/* What to search.  All zeros: search until stopped. */
typedef struct shg_go {
    unsigned depth_plies;
    unsigned plies_left; /* as in shg_search_limits */
    uint64_t nodes;
    shg_clock clock;
    unsigned pv_count; /* multi-PV, as in shg_search_limits */
    unsigned
        level; /* SHG_LEVEL_LEAST to SHG_LEVEL_FULL; 0: full.  Below full one thread searches, briefly */
    uint64_t seed;            /* of the random mistakes of a level below full */
    const shoogi_move *moves; /* [move_count] the root moves to search; 0: all; copied */
    size_t move_count;
    bool pondering;                     /* the clock starts with shg_engine_ponderhit */
    bool infinite;                      /* no best move before shg_engine_stop */
    bool may_declare;                   /* as in shg_search_limits */
    const shg_declaration *declaration; /* likewise */
    int draw_score; /* as in shg_search_limits; if Black's changes between searches, clear the engine first */
} shg_go;

/* Callbacks, made from a thread of the engine. */
typedef struct shg_engine_listener {
    /* For each principal variation, elapsed_ms after the search began (pondering included). */
    void (*on_info)(void *context, const shg_search_info *info, int64_t elapsed_ms);
    /* Once, at the end: the best move (0: no legal move) and the expected reply (0: unknown). */
    void (*on_best)(void *context, shoogi_move best, shoogi_move reply);
    void *context;
    /* Once a second: the line that the first thread is searching.  May be NULL. */
    void (*on_current_line)(void *context, const shg_current_line *line, uint64_t nodes,
                            int64_t elapsed_ms);
    /* As in shg_search_limits, from the first thread.  May be NULL. */
    void (*on_refutation)(void *context, shoogi_move move, shoogi_move reply);
} shg_engine_listener;

/* weights: taken on success.  threads: 1 to SHG_THREADS_MAX; hash_mib: 1 to SHG_HASH_MIB_MAX.  Returns OK and *out owned
 * (shg_engine_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_engine_new(shg_engine **out, shg_weights *weights,
                                            unsigned threads, size_t hash_mib);
/* Stops the search first. */
void shg_engine_free(shg_engine *engine);
/* As shg_engine_free, but returns the weights, owned (shg_weights_free). */
shg_weights *shg_engine_end(shg_engine *engine);
/* Clears the transposition table and all history.  No search may be running. */
void shg_engine_clear(shg_engine *engine);

/* Starts to search the position, which is copied with its history, and returns at once.  No search may be running.
 * Returns OK, and listener.on_best will be called once; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_engine_go(shg_engine *engine, const shoogi_position *position,
                                           const shg_go *go, const shg_engine_listener *listener);
/* Ends the search soon; no effect if none is running.  Any thread. */
void shg_engine_stop(shg_engine *engine);
/* The expected move has been played: the clock runs from now on.  clock: its present state, or NULL: as in shg_go.  The time
 * spent pondering counts: if a search of that time would have ended by now, this one does. */
void shg_engine_ponderhit(shg_engine *engine, const shg_clock *clock);
/* Returns once the search has ended and listener.on_best has returned. */
void shg_engine_wait(shg_engine *engine);

/* Of the last search, or of the one that is running. */
uint64_t shg_engine_nodes(const shg_engine *engine);
unsigned shg_engine_full_permille(const shg_engine *engine);

#endif
