/* turns.h: a queue of connections with more work than fits into one turn of the loop.
 *
 * Between two turns the loop serves all other connections, however many wait and however much
 * work they have. */
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

struct shg_turn {
    void (*go_on)(void *context);
    void *context;
    shg_turns *queue; /* NULL: not in a queue */
    shg_turn *before, *after;
};

struct shg_turns {
    struct event *timer;
    shg_turn *first, *last;
};

/* Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_turns_init(shg_turns *queue, struct event_base *base);
/* The queue is empty. */
void shg_turns_fini(shg_turns *queue);

/* Calls go_on once, from the loop, unless the turn is cancelled first. go_on may queue the turn
 * again or free it. A turn that already waits keeps its place. */
void shg_turn_wait(shg_turn *turn, shg_turns *queue, void (*go_on)(void *), void *context);
/* No effect on a zeroed turn that never waited. */
void shg_turn_cancel(shg_turn *turn);

static inline bool shg_turn_waits(const shg_turn *turn)
{
    return turn->queue != NULL;
}

/* Start time of a turn; whether a turn has used up its time. */
int64_t shg_turn_now_us(void);
bool shg_turn_over(int64_t began_us);

#endif
