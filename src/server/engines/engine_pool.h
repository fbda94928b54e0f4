/* engine_pool.h: the processes that think: a position goes in, the move and what the position is worth come out.
 *
 * A thinker is this program with the command "usi --confined": it is given the definition of one game, may then open
 * nothing any more, and lives as long as there are positions of that game.  So many think at once, and others wait for
 * their turn: first those who have a fast clock.  A child that crashes or hangs costs the one answer that it owed; the
 * next is given to another child. */
#ifndef SHG_SERVER_ENGINES_ENGINE_POOL_H
#define SHG_SERVER_ENGINES_ENGINE_POOL_H

#include "server/account/engine_names.h"
#include "server/loop/host.h"
#include "server/rules/past_rules.h"
#include "storage/bounds.h"

typedef struct shg_server shg_server;
typedef struct shg_engine_pool shg_engine_pool;
typedef struct shg_engine_search shg_engine_search;

/* Who comes first. */
typedef enum shg_search_priority {
    SHG_PRIORITY_LIVE,
    SHG_PRIORITY_SLOW,
    SHG_PRIORITY_NONE
} shg_search_priority;

enum { SHG_ENGINE_LINE_BYTES = 400 };

typedef struct shg_engine_request {
    shg_rules *rules;     /* counted for the call */
    const char *position; /* as USI has it behind "position": "startpos moves 7g7f"; copied */
    unsigned level;       /* 1 to SHG_LEVELS */
    uint64_t nodes;       /* at most; 0: as many as the level looks at */
    int64_t most_ms;      /* it may think for so long */
    shg_search_priority priority;
} shg_engine_request;

typedef enum shg_engine_search_end {
    SHG_ENGINE_SEARCH_DONE,
    SHG_ENGINE_SEARCH_FAILED, /* the child crashed, hung, or answered nonsense */
    SHG_ENGINE_SEARCH_NOT_BEGUN /* there is no child to be had, or it never became ready: that says nothing of the position */
} shg_engine_search_end;

typedef struct shg_engine_answer {
    shg_engine_search_end end;
    /* Where it is done.  best: in USI, or "resign", or SHG_ENGINE_SEARCH_WIN. */
    char best[SHG_STORAGE_FIRST_MOVE_BYTES_MAX + 1];
    bool scored;
    int score_cp; /* for the side to move; a forced end: see below */
    char line[SHG_ENGINE_LINE_BYTES]; /* what it expects, moves in USI, cut behind a whole one; or SHG_ENGINE_SEARCH_WIN */
} shg_engine_answer;

/* In place of a move: the side to move wins by declaring so. */
#define SHG_ENGINE_SEARCH_WIN "win"

/* A forced win is worth this less the plies until then; a forced loss the same below zero. */
enum { SHG_SCORE_CP_MATE = 30000, SHG_SCORE_CP_WON = 29000 };

/* answer: borrowed for the call. */
typedef void shg_engine_search_fn(void *context, const shg_engine_answer *answer);

/* at_once: how many.  Returns OK and *out owned (shg_engine_pool_free, before the loop ends), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_engine_pool_new(shg_engine_pool **out, shg_server *server,
                                                 size_t at_once);
/* Nobody is answered any more.  NULL is accepted. */
void shg_engine_pool_free(shg_engine_pool *pool);

/* Has a position thought about.  ended is called once, from the loop and not from here.  Returns what shg_engine_search_cancel
 * needs; NULL, and ended is not called: too many wait, or memory is short. */
shg_engine_search *shg_engine_search_start(shg_engine_pool *pool, const shg_engine_request *what,
                                           shg_engine_search_fn *ended, void *context);

/* Nobody waits for it any more: ended is not called. */
void shg_engine_search_cancel(shg_engine_search *engine_search);

size_t shg_engine_pool_at_once(const shg_engine_pool *pool);
size_t shg_engine_pool_waiting(const shg_engine_pool *pool);

#endif
