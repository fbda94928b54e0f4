/* turns.h: a queue of connections with more work than fits into one turn of the loop.
 *
 * Between two turns the loop serves all other connections, however many wait and however much
 * work they have. All turns of one pass of the loop take SHG_TURN_US together, and the next turn is
 * of the owner that has used least time lately: an owner with forty busy connections delays
 * another by the one turn that has begun.
 *
 * What becomes ready while nothing waits is done at once, without a turn (shg_turn_at_once), but only
 * up to half of the time: otherwise all that become ready in the same pass of the loop, such as
 * those that a worker has answered together, would make that pass long. */
#ifndef SHG_SERVER_LOOP_TURNS_H
#define SHG_SERVER_LOOP_TURNS_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct event;
struct event_base;

typedef struct shg_turns shg_turns;
typedef struct shg_turn shg_turn;
typedef struct shg_turn_owner shg_turn_owner;

/* Time that counts less the longer ago it was used: it halves every SHG_TURN_HALF_US. */
typedef struct shg_turn_usage {
    int64_t used_us, as_of_us;
} shg_turn_usage;

struct shg_turn {
    void (*go_on)(void *context);
    void *context;
    shg_turns *queue;      /* NULL: not in a queue */
    shg_turn_owner *owner; /* in whose list it waits */
    shg_turn *before, *after;
};

/* All zero: has used nothing. It stays in place while a turn of it waits. */
struct shg_turn_owner {
    shg_turn_usage usage;
    shg_turn *first, *last;         /* those that wait */
    shg_turn_owner *before, *after; /* owners that wait */
};

struct shg_turns {
    struct event *timer;
    shg_turn_owner *first, *last; /* owners that wait, longest first */
    shg_turn_owner server;        /* owner of the server's own work */
    shg_turn_usage at_once;       /* without a turn */
};

/* Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_turns_init(shg_turns *queue, struct event_base *base);
/* The queue is empty. */
void shg_turns_fini(shg_turns *queue);

/* Calls go_on once, from the loop, unless the turn is cancelled first. go_on may queue the turn
 * again or free it. A turn that already waits keeps its place. owner: borrowed while the turn
 * waits; NULL: the server. Time of each turn: linear in the owners that wait, of which the first
 * SHG_TURN_OWNERS_COMPARED are compared. */
void shg_turn_wait(shg_turn *turn, shg_turns *queue, shg_turn_owner *owner, void (*go_on)(void *),
                   void *context);
/* No effect on a zeroed turn that never waited. */
void shg_turn_cancel(shg_turn *turn);

static inline bool shg_turn_waits(const shg_turn *turn)
{
    return turn->queue != NULL;
}

/* Whether work may be done at once instead of waiting for a turn. */
bool shg_turn_at_once(const shg_turns *queue);

/* Counts the time since began_us as used by an owner; at_once: without a turn. */
void shg_turn_used(shg_turns *queue, shg_turn_owner *owner, int64_t began_us, bool at_once);

/* Start time of a turn; whether a turn has used up its time. */
int64_t shg_turn_now_us(void);
bool shg_turn_over(int64_t began_us);

#endif
