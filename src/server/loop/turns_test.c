#include "server/loop/turns.h"
#include "base/test_suite.h"

#include <event2/event.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

static struct event_base *base;
static shg_turns queue;

typedef struct thing {
    shg_turn turn;
    int64_t lasts_us;
    unsigned turns, turns_max; /* turns taken, and turns wanted */
} thing;

static void go_on(void *context)
{
    thing *t = context;
    const int64_t began_us = shg_turn_now_us();
    while (shg_turn_now_us() - began_us < t->lasts_us)
        ;
    if (++t->turns < t->turns_max)
        shg_turn_wait(&t->turn, &queue, go_on, t);
}

static int set_up(void **state)
{
    (void)state;
    base = event_base_new();
    return shg_turns_init(&queue, base) == SHOOGI_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    shg_turns_fini(&queue);
    event_base_free(base);
    return 0;
}

/* A turn queued again goes behind those that wait; a cancelled one is left out. */
static void turns_are_taken_in_order(void **state)
{
    (void)state;
    thing greedy = { .turns_max = 3 }, modest = { .turns_max = 1 }, gone = { .turns_max = 1 };
    shg_turn_wait(&greedy.turn, &queue, go_on, &greedy);
    shg_turn_wait(&gone.turn, &queue, go_on, &gone);
    shg_turn_wait(&modest.turn, &queue, go_on, &modest);
    shg_turn_wait(&greedy.turn, &queue, go_on, &greedy); /* no second place */
    assert_true(shg_turn_waits(&gone.turn));
    shg_turn_cancel(&gone.turn);
    shg_turn_cancel(&gone.turn);
    assert_false(shg_turn_waits(&gone.turn));
    event_base_dispatch(base); /* until the queue is empty */
    assert_int_equal(greedy.turns, 3);
    assert_int_equal(modest.turns, 1);
    assert_int_equal(gone.turns, 0);
}

typedef struct reader {
    const thing *greedy;
    unsigned turns_before; /* turns of the greedy ones when it was read */
} reader;

static void on_readable(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    reader *r = context;
    for (size_t i = 0; i < 10; i++)
        r->turns_before += r->greedy[i].turns;
}

/* A socket is polled before all waiting turns have run. */
static void sockets_are_read_meanwhile(void **state)
{
    (void)state;
    thing greedy[10] = { 0 };
    reader r = { .greedy = greedy };
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    struct event *readable = event_new(base, ends[0], EV_READ, on_readable, &r);
    for (size_t i = 0; i < 10; i++) {
        greedy[i] = (thing){ .lasts_us = 1500, .turns_max = 20 };
        shg_turn_wait(&greedy[i].turn, &queue, go_on, &greedy[i]);
    }
    /* One round first: events ready together with the timer come in no particular order. */
    event_base_loop(base, EVLOOP_ONCE);
    event_add(readable, NULL);
    event_base_dispatch(base);
    assert_true(r.turns_before >= 1);
    assert_true(r.turns_before <= 4);
    for (size_t i = 0; i < 10; i++)
        assert_int_equal(greedy[i].turns, 20);
    event_free(readable);
    close(ends[0]);
    close(ends[1]);
}

TEST_SUITE(turns)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(turns_are_taken_in_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sockets_are_read_meanwhile, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
