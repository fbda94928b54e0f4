/* engine.h: an engine for one game: threads that search a position together, and when they stop. */
#ifndef SHG_ENGINE_ENGINE_H
#define SHG_ENGINE_ENGINE_H

#include "engine/level.h"
#include "engine/search/timing.h"

enum { SHG_THREADS_MAX = 256, SHG_HASH_MIB_MAX = 64 * 1024 };

typedef struct shg_engine shg_engine;

/* What is asked of a search.  Nothing but zeros: to search until it is stopped. */
typedef struct shg_go {
    unsigned depth_plies;
    unsigned plies_left; /* as of a search */
    uint64_t nodes;
    shg_clock clock;
    unsigned lines;
    unsigned
        level; /* SHG_LEVEL_LEAST to SHG_LEVEL_FULL; 0: the full one.  Below it one thread searches, not for long */
    uint64_t seed;            /* of a level below the full one: what it is made to err by */
    const shoogi_move *moves; /* [move_count] only these; copied */
    size_t move_count;
    bool pondering; /* the clock does not run before shg_engine_ponderhit */
    bool infinite;  /* no answer before shg_engine_stop */
    bool declares;  /* as of a search */
    int draw_score; /* as of a search; another one to Black than in the last search: clear it first */
} shg_go;

/* Told from a thread of the engine: of lines while it searches, elapsed_ms after it began (to ponder, too); and once, at
 * the end, of the best move (0: there is none) and the answer that is expected (0: none is known). */
typedef struct shg_ears {
    void (*finding)(void *context, const shg_finding *finding, int64_t elapsed_ms);
    void (*best)(void *context, shoogi_move best, shoogi_move answer);
    void *context;
    /* Once a second, where the first thread is.  May be NULL. */
    void (*looking)(void *context, const shg_look *look, uint64_t nodes, int64_t elapsed_ms);
    /* As of a search, by the first thread.  May be NULL. */
    void (*refuted)(void *context, shoogi_move move, shoogi_move answer);
} shg_ears;

/* Any part of these may be given up by shg_engine_free only.  weights: taken on success.  threads: 1 to
 * SHG_THREADS_MAX; hash_mib: 1 to SHG_HASH_MIB_MAX.  Returns OK and *out owned (shg_engine_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_engine_new(shg_engine **out, shg_weights *weights,
                                            unsigned threads, size_t hash_mib);
/* Stops it first. */
void shg_engine_free(shg_engine *engine);
/* The same, but for the weights, which are returned, owned (shg_weights_free). */
shg_weights *shg_engine_end(shg_engine *engine);
/* Forgets all that was learned of positions.  Nothing may be searched. */
void shg_engine_clear(shg_engine *engine);

/* Begins to search the position, which is copied with its history, and returns at once.  Nothing may be searched.
 * Returns OK, and ears.best will be called once; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_engine_go(shg_engine *engine, const shoogi_position *position,
                                           const shg_go *go, const shg_ears *ears);
/* Ends the search soon; does nothing if there is none.  Any thread. */
void shg_engine_stop(shg_engine *engine);
/* What it ponders over has been played: the clock runs from now on.  clock: as it stands now; NULL: as it was told.  What
 * was thought so far counts: if a search of that time would have ended by now, this one does. */
void shg_engine_ponderhit(shg_engine *engine, const shg_clock *clock);
/* Returns when nothing is searched any more and ears.best has returned. */
void shg_engine_wait(shg_engine *engine);

/* Of the last search, or of the one that goes on. */
uint64_t shg_engine_nodes(const shg_engine *engine);
unsigned shg_engine_full_permille(const shg_engine *engine);

#endif
