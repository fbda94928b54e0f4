#include "server/loop/deadline.h"

#include <event2/event.h>
#include <assert.h>
#include <stddef.h>

static void arm(shg_deadlines *list)
{
    if (!list->first)
        return;
    const struct timeval left =
        shg_timeval_of_ms(list->first->at_ms - shg_clock_now_ms(list->clock));
    event_add(list->timer, &left);
}

static void fired(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_deadlines *list = context;
    const int64_t now_ms = shg_clock_now_ms(list->clock);
    while (list->first && list->first->at_ms <= now_ms) {
        shg_deadline *deadline = list->first;
        shg_deadline_stop(deadline);
        deadline->passed(deadline->context);
    }
    arm(list);
}

shoogi_status shg_deadlines_init(shg_deadlines *list, struct event_base *base,
                                 const shg_clock *clock, int64_t duration_ms)
{
    *list = (shg_deadlines){ .clock = clock, .duration_ms = duration_ms };
    list->timer = event_new(base, -1, 0, fired, list);
    return list->timer ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

void shg_deadlines_fini(shg_deadlines *list)
{
    assert(!list->first);
    if (list->timer)
        event_free(list->timer);
    list->timer = NULL;
}

void shg_deadline_start(shg_deadline *deadline, shg_deadlines *list, void (*passed)(void *),
                        void *context)
{
    assert(!deadline->list);
    *deadline = (shg_deadline){ .passed = passed,
                                .context = context,
                                .at_ms = shg_clock_now_ms(list->clock) + list->duration_ms,
                                .list = list,
                                .before = list->last };
    *(list->last ? &list->last->after : &list->first) = deadline;
    list->last = deadline;
    /* Stopping a deadline leaves the timer as it is: it fires early once and is set anew. */
    if (!event_pending(list->timer, EV_TIMEOUT, NULL))
        arm(list);
}

void shg_deadline_stop(shg_deadline *deadline)
{
    shg_deadlines *list = deadline->list;
    if (!list)
        return;
    *(deadline->before ? &deadline->before->after : &list->first) = deadline->after;
    *(deadline->after ? &deadline->after->before : &list->last) = deadline->before;
    deadline->list = NULL;
    deadline->before = deadline->after = NULL;
}
