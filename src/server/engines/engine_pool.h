/* engine_pool.h: the engine processes: a position goes in, the move and the score come out.
 *
 * A process is this program with the command "usi --confined": it gets the definition of one
 * game, may open no files afterwards, and lives as long as there are positions of that game. A
 * fixed number of processes search at once; other requests wait, those with a fast clock first.
 * A child that crashes or hangs costs only the answer that it owed; the next request goes to
 * another child. */
#ifndef SHG_SERVER_ENGINES_ENGINE_POOL_H
#define SHG_SERVER_ENGINES_ENGINE_POOL_H

#include "server/account/engine_names.h"
#include "server/loop/host.h"
#include "server/rules/past_rules.h"
#include "storage/bounds.h"

typedef struct shg_server shg_server;
typedef struct shg_engine_pool shg_engine_pool;
typedef struct shg_engine_search shg_engine_search;

/* The order of waiting requests. */
typedef enum shg_search_priority {
    SHG_PRIORITY_LIVE,
    SHG_PRIORITY_SLOW,
    SHG_PRIORITY_NONE
} shg_search_priority;

enum { SHG_ENGINE_LINE_BYTES = 400 };

typedef struct shg_engine_request {
    shg_rules *rules;     /* reference counted for the call */
    const char *position; /* as after "position" in USI: "startpos moves 7g7f"; copied */
    unsigned level;       /* 1 to SHG_LEVELS */
    uint64_t nodes;       /* limit; 0: the default of the level */
    int64_t most_ms;      /* time limit */
    shg_search_priority priority;
} shg_engine_request;

typedef enum shg_engine_search_end {
    SHG_ENGINE_SEARCH_DONE,
    SHG_ENGINE_SEARCH_FAILED,   /* the child crashed, hung or sent invalid output */
    SHG_ENGINE_SEARCH_NOT_BEGUN /* no child became ready: the position is not at fault */
} shg_engine_search_end;

typedef struct shg_engine_answer {
    shg_engine_search_end end;
    /* Valid if the search is done. best: in USI, or "resign", or SHG_ENGINE_SEARCH_WIN. */
    char best[SHG_STORAGE_FIRST_MOVE_BYTES_MAX + 1];
    bool scored;
    int score_cp; /* for the side to move; forced wins and losses: see below */
    /* Principal variation in USI, cut after a whole move; or SHG_ENGINE_SEARCH_WIN. */
    char line[SHG_ENGINE_LINE_BYTES];
} shg_engine_answer;

/* In place of a move: the side to move wins by declaration. */
#define SHG_ENGINE_SEARCH_WIN "win"

/* The score of a forced win is the first value minus the plies until then; of a forced loss, its
 * negative. Scores beyond the second value are forced. */
enum { SHG_SCORE_CP_MATE = 30000, SHG_SCORE_CP_WON = 29000 };

/* answer: borrowed for the call. */
typedef void shg_engine_search_fn(void *context, const shg_engine_answer *answer);

/* at_once: the number of processes. Returns OK and *out owned (shg_engine_pool_free, before the
 * loop ends), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_engine_pool_new(shg_engine_pool **out, shg_server *server,
                                                 size_t at_once);
/* Cancels all searches without calling ended. NULL is accepted. */
void shg_engine_pool_free(shg_engine_pool *pool);

/* Ends the processes and waits for them. Call it before another program replaces this one, since that program does not
 * know the processes and cannot wait for them. If this program goes on, their searches fail. NULL is accepted. */
void shg_engine_pool_reap(shg_engine_pool *pool);

/* Queues a search. ended is called once, later, from the loop. Returns the handle for
 * shg_engine_search_cancel; NULL if too many wait or memory is short, and ended is not called. */
shg_engine_search *shg_engine_search_start(shg_engine_pool *pool, const shg_engine_request *what,
                                           shg_engine_search_fn *ended, void *context);

/* Cancels a search: ended is not called. */
void shg_engine_search_cancel(shg_engine_search *engine_search);

size_t shg_engine_pool_at_once(const shg_engine_pool *pool);
size_t shg_engine_pool_waiting(const shg_engine_pool *pool);

#endif
