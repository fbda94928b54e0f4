/* deadline.h: many deadlines of the same duration on one timer.
 *
 * Each deadline in a list has the list's duration, so the list is always in order: no heap is
 * needed, and an idle connection that is logged in has no timer at all. */
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
    shg_deadlines *list; /* NULL: not in a list */
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
/* The list is empty. */
void shg_deadlines_fini(shg_deadlines *list);

/* Calls passed once, from the loop, when the duration is over, unless the deadline is stopped
 * first. passed may restart or free the deadline. */
void shg_deadline_start(shg_deadline *deadline, shg_deadlines *list, void (*passed)(void *),
                        void *context);
/* No effect on a zeroed deadline that was never started. */
void shg_deadline_stop(shg_deadline *deadline);

#endif
