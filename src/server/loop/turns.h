/* turns.h: whoever has more to do than fits into one turn of the loop waits in a queue for his next.
 *
 * Between two turns of the loop everybody else is read, answered and written to, however many wait in the
 * queue and however much each of them has to do. */
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
    shg_turns *queue; /* NULL: not in one */
    shg_turn *before, *after;
};

struct shg_turns {
    struct event *timer;
    shg_turn *first, *last;
};

/* Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_turns_init(shg_turns *queue, struct event_base *base);
/* Nobody may wait. */
void shg_turns_fini(shg_turns *queue);

/* go_on is called once, from the loop, unless the turn is given up before; it may wait again from it, or
 * free the turn.  One that waits already keeps its place. */
void shg_turn_wait(shg_turn *turn, shg_turns *queue, void (*go_on)(void *), void *context);
/* Also for one that never waited, if it is zeroed. */
void shg_turn_give_up(shg_turn *turn);

static inline bool shg_turn_waits(const shg_turn *turn)
{
    return turn->queue != NULL;
}

/* When a turn begins; true if one that began then has lasted long enough. */
int64_t shg_turn_now_us(void);
bool shg_turn_over(int64_t began_us);

#endif
