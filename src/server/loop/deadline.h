/* deadline.h: many things that all have the same time, and one timer for all of them.
 *
 * Everyone in a list has the list's duration from the moment it was started, so the list is in the order
 * of deadlines by itself: no heap, and an idle connection that is logged in has no timer at all. */
#ifndef SHG_SERVER_LOOP_DEADLINE_H
#define SHG_SERVER_LOOP_DEADLINE_H

#include "server/loop/clock.h"
#include "shoogi/status.h"

#include <stdint.h>

struct event;
struct event_base;

typedef struct shg_deadlines shg_deadlines;
typedef struct shg_deadline shg_deadline;

struct shg_deadline {
    void (*passed)(void *context);
    void *context;
    int64_t at_ms;
    shg_deadlines *list; /* NULL: not in one */
    shg_deadline *before, *after;
};

struct shg_deadlines {
    const shg_clock *clock;
    int64_t duration_ms;
    struct event *timer;
    shg_deadline *first, *last;
};

/* clock: borrowed until fini.  Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_deadlines_init(shg_deadlines *list, struct event_base *base,
                                                const shg_clock *clock, int64_t duration_ms);
/* Nothing may be in the list. */
void shg_deadlines_fini(shg_deadlines *list);

/* passed is called once, from the loop, when the duration is over, unless stopped before; the deadline
 * may be started again from it, or freed. */
void shg_deadline_start(shg_deadline *deadline, shg_deadlines *list, void (*passed)(void *),
                        void *context);
/* Also for one that was never started, if it is zeroed. */
void shg_deadline_stop(shg_deadline *deadline);

#endif
