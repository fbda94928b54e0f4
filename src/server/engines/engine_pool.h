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
typedef struct shg_thinkers shg_thinkers;
typedef struct shg_thought shg_thought;

/* Who comes first. */
typedef enum shg_haste { SHG_HASTE_LIVE, SHG_HASTE_SLOW, SHG_HASTE_NONE } shg_haste;

enum { SHG_THOUGHT_LINE_BYTES = 400 };

typedef struct shg_thinking {
    shg_rules *rules;     /* counted for the call */
    const char *position; /* as USI has it behind "position": "startpos moves 7g7f"; copied */
    unsigned level;       /* 1 to SHG_LEVELS */
    uint64_t nodes;       /* at most; 0: as many as the level looks at */
    int64_t most_ms;      /* it may think for so long */
    shg_haste haste;
} shg_thinking;

typedef enum shg_thought_end {
    SHG_THOUGHT_DONE,
    SHG_THOUGHT_FAILED, /* the child crashed, hung, or answered nonsense */
    SHG_THOUGHT_NOT_BEGUN /* there is no child to be had, or it never became ready: that says nothing of the position */
} shg_thought_end;

typedef struct shg_thought_answer {
    shg_thought_end end;
    /* Where it is done.  best: in USI, or "resign", or SHG_THOUGHT_WIN. */
    char best[SHG_STORAGE_FIRST_MOVE_BYTES_MAX + 1];
    bool scored;
    int score_cp;                      /* for the side to move; a forced end: see below */
    char line[SHG_THOUGHT_LINE_BYTES]; /* what it expects, moves in USI, cut behind a whole one; or SHG_THOUGHT_WIN */
} shg_thought_answer;

/* In place of a move: the side to move wins by declaring so. */
#define SHG_THOUGHT_WIN "win"

/* A forced win is worth this less the plies until then; a forced loss the same below zero. */
enum { SHG_SCORE_CP_MATE = 30000, SHG_SCORE_CP_WON = 29000 };

/* answer: borrowed for the call. */
typedef void shg_thought_fn(void *context, const shg_thought_answer *answer);

/* at_once: how many.  Returns OK and *out owned (shg_thinkers_free, before the loop ends), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_thinkers_new(shg_thinkers **out, shg_server *server,
                                              size_t at_once);
/* Nobody is answered any more.  NULL is accepted. */
void shg_thinkers_free(shg_thinkers *thinkers);

/* Has a position thought about.  ended is called once, from the loop and not from here.  Returns what shg_thought_cancel
 * needs; NULL, and ended is not called: too many wait, or memory is short. */
shg_thought *shg_think(shg_thinkers *thinkers, const shg_thinking *what, shg_thought_fn *ended,
                       void *context);

/* Nobody waits for it any more: ended is not called. */
void shg_thought_cancel(shg_thought *thought);

size_t shg_thinkers_at_once(const shg_thinkers *thinkers);
size_t shg_thinkers_waiting(const shg_thinkers *thinkers);

#endif
