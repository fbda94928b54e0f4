#include "server/loop/turns.h"

#include "server/loop/bounds.h"
#include "server/loop/test_settings.h"

#include <event2/event.h>
#include <assert.h>
#include <time.h>

int64_t shg_turn_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

bool shg_turn_over(int64_t began_us)
{
    return shg_turn_now_us() - began_us >= shg_test_bound(SHG_TURN_US, 0);
}

/* A zero-length timer: the loop polls sockets before it returns here. An event made active would
 * run in the same turn. */
static void arm(const shg_turns *queue)
{
    static const struct timeval at_once;
    if (queue->first)
        event_add(queue->timer, &at_once);
}

static void fired(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    const shg_turns *queue = context;
    const int64_t began_us = shg_turn_now_us();
    do {
        shg_turn *turn = queue->first;
        if (!turn)
            return;
        shg_turn_cancel(turn);
        turn->go_on(turn->context);
    } while (!shg_turn_over(began_us));
    arm(queue);
}

shoogi_status shg_turns_init(shg_turns *queue, struct event_base *base)
{
    *queue = (shg_turns){ .timer = event_new(base, -1, 0, fired, queue) };
    return queue->timer ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

void shg_turns_fini(shg_turns *queue)
{
    assert(!queue->first);
    if (queue->timer)
        event_free(queue->timer);
    queue->timer = NULL;
}

void shg_turn_wait(shg_turn *turn, shg_turns *queue, void (*go_on)(void *), void *context)
{
    if (turn->queue)
        return;
    *turn = (shg_turn){ .go_on = go_on, .context = context, .queue = queue, .before = queue->last };
    *(queue->last ? &queue->last->after : &queue->first) = turn;
    queue->last = turn;
    if (!event_pending(queue->timer, EV_TIMEOUT, NULL))
        arm(queue);
}

void shg_turn_cancel(shg_turn *turn)
{
    shg_turns *queue = turn->queue;
    if (!queue)
        return;
    *(turn->before ? &turn->before->after : &queue->first) = turn->after;
    *(turn->after ? &turn->after->before : &queue->last) = turn->before;
    turn->queue = NULL;
    turn->before = turn->after = NULL;
}
