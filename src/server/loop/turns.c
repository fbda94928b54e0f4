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

/* ---- usage ---- */

static int64_t used_us(const shg_turn_usage *usage, int64_t now_us)
{
    const int64_t halves = (now_us - usage->as_of_us) / SHG_TURN_HALF_US;
    return halves >= 32 ? 0 : usage->used_us >> halves;
}

static void use(shg_turn_usage *usage, int64_t us, int64_t now_us)
{
    const int64_t halves = (now_us - usage->as_of_us) / SHG_TURN_HALF_US;
    usage->used_us = used_us(usage, now_us) + us;
    usage->as_of_us +=
        halves * SHG_TURN_HALF_US; /* in whole steps, so that use does not delay it */
}

/* Of the time used without a turn, what half of the time since then has not made up for; may be negative. */
static int64_t at_once_left_us(const shg_turns *queue, int64_t now_us)
{
    return queue->at_once.used_us - (now_us - queue->at_once.as_of_us) / 2;
}

bool shg_turn_at_once(const shg_turns *queue)
{
    return !queue->first &&
           at_once_left_us(queue, shg_turn_now_us()) < shg_test_bound(SHG_TURN_US, 0);
}

void shg_turn_used(shg_turns *queue, shg_turn_owner *owner, int64_t began_us, bool at_once)
{
    const int64_t now_us = shg_turn_now_us();
    use(&owner->usage, now_us - began_us, now_us);
    if (!at_once)
        return;
    const int64_t left_us = at_once_left_us(queue, now_us);
    queue->at_once.used_us = (left_us > 0 ? left_us : 0) + now_us - began_us;
    queue->at_once.as_of_us = now_us;
}

/* ---- the queue ---- */

/* A zero-length timer: the loop polls sockets before it returns here. An event made active would
 * run in the same turn. */
static void arm(const shg_turns *queue)
{
    static const struct timeval at_once;
    if (queue->first)
        event_add(queue->timer, &at_once);
}

/* The owner whose turn it is. */
static shg_turn_owner *next_owner(const shg_turns *queue)
{
    const int64_t now_us = shg_turn_now_us();
    shg_turn_owner *best = NULL, *owner = queue->first;
    int64_t best_us = INT64_MAX;
    for (size_t i = 0; i < SHG_TURN_OWNERS_COMPARED && owner; i++, owner = owner->after) {
        const int64_t us = used_us(&owner->usage, now_us);
        if (us < best_us) {
            best = owner;
            best_us = us;
        }
    }
    return best;
}

static void fired(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    const shg_turns *queue = context;
    const int64_t began_us = shg_turn_now_us();
    do {
        const shg_turn_owner *owner = next_owner(queue);
        if (!owner)
            return;
        shg_turn *turn = owner->first;
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

void shg_turn_wait(shg_turn *turn, shg_turns *queue, shg_turn_owner *owner, void (*go_on)(void *),
                   void *context)
{
    if (turn->queue)
        return;
    owner = owner ? owner : &queue->server;
    *turn = (shg_turn){
        .go_on = go_on, .context = context, .queue = queue, .owner = owner, .before = owner->last
    };
    if (!owner->first) {
        owner->before = queue->last;
        owner->after = NULL;
        *(queue->last ? &queue->last->after : &queue->first) = owner;
        queue->last = owner;
    }
    *(owner->last ? &owner->last->after : &owner->first) = turn;
    owner->last = turn;
    if (!event_pending(queue->timer, EV_TIMEOUT, NULL))
        arm(queue);
}

void shg_turn_cancel(shg_turn *turn)
{
    shg_turns *queue = turn->queue;
    if (!queue)
        return;
    shg_turn_owner *owner = turn->owner;
    *(turn->before ? &turn->before->after : &owner->first) = turn->after;
    *(turn->after ? &turn->after->before : &owner->last) = turn->before;
    turn->queue = NULL;
    turn->before = turn->after = NULL;
    if (owner->first)
        return;
    *(owner->before ? &owner->before->after : &queue->first) = owner->after;
    *(owner->after ? &owner->after->before : &queue->last) = owner->before;
    owner->before = owner->after = NULL;
}
