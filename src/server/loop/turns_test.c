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
    shg_turn_owner *owner;
    int64_t lasts_us;
    unsigned turns, turns_max; /* turns taken, and turns wanted */
} thing;

static void go_on(void *context)
{
    thing *t = context;
    const int64_t began_us = shg_turn_now_us();
    while (shg_turn_now_us() - began_us < t->lasts_us)
        ;
    if (t->owner)
        shg_turn_used(&queue, t->owner, began_us, false);
    if (++t->turns < t->turns_max)
        shg_turn_wait(&t->turn, &queue, t->owner, go_on, t);
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
    shg_turn_wait(&greedy.turn, &queue, NULL, go_on, &greedy);
    shg_turn_wait(&gone.turn, &queue, NULL, go_on, &gone);
    shg_turn_wait(&modest.turn, &queue, NULL, go_on, &modest);
    shg_turn_wait(&greedy.turn, &queue, NULL, go_on, &greedy); /* no second place */
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
        shg_turn_wait(&greedy[i].turn, &queue, NULL, go_on, &greedy[i]);
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

typedef struct newcomer {
    thing *greedy, *modest;
    unsigned turns_before; /* turns of the greedy ones when the modest one had its */
} newcomer;

static void on_turn_of_modest(void *context)
{
    newcomer *n = context;
    for (size_t i = 0; i < 40; i++)
        n->turns_before += n->greedy[i].turns;
    n->modest->turns++;
}

static void on_arrival(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    newcomer *n = context;
    for (size_t i = 0; i < 40; i++)
        n->turns_before -= n->greedy[i].turns;
    shg_turn_wait(&n->modest->turn, &queue, n->modest->owner, on_turn_of_modest, n);
}

/* The forty connections of one owner are behind the one of another, who comes last. */
static void owners_have_equal_parts(void **state)
{
    (void)state;
    shg_turn_owner one = { 0 }, other = { 0 };
    thing greedy[40] = { 0 }, modest = { .owner = &other };
    newcomer n = { .greedy = greedy, .modest = &modest };
    for (size_t i = 0; i < 40; i++) {
        greedy[i] = (thing){ .owner = &one, .lasts_us = 300, .turns_max = 5 };
        shg_turn_wait(&greedy[i].turn, &queue, &one, go_on, &greedy[i]);
    }
    event_base_loop(base, EVLOOP_ONCE); /* they have used some time */
    struct event *arrival = event_new(base, -1, 0, on_arrival, &n);
    event_active(arrival, 0, 0);
    event_base_dispatch(base);
    assert_int_equal(modest.turns, 1);
    assert_true(n.turns_before <= 10); /* those of the pass in which it came */
    for (size_t i = 0; i < 40; i++)
        assert_int_equal(greedy[i].turns, 5);
    event_free(arrival);
}

/* A turn that is taken away leaves the order of the others, and an owner without turns none behind. */
static void turns_of_owners_are_cancelled(void **state)
{
    (void)state;
    shg_turn_owner owners[3] = { 0 };
    thing things[3][3] = { 0 };
    for (size_t i = 0; i < 9; i++) {
        thing *t = &things[i % 3][i / 3];
        *t = (thing){ .owner = &owners[i % 3], .turns_max = 1 };
        shg_turn_wait(&t->turn, &queue, t->owner, go_on, t);
    }
    for (size_t i = 0; i < 3; i++)
        shg_turn_cancel(&things[1][2 - i].turn);
    shg_turn_cancel(&things[0][1].turn);
    shg_turn_cancel(&things[2][2].turn);
    shg_turn_wait(&things[1][0].turn, &queue, &owners[1], go_on, &things[1][0]);
    event_base_dispatch(base);
    static const unsigned turns[3][3] = { { 1, 0, 1 }, { 1, 0, 0 }, { 1, 1, 0 } };
    for (size_t i = 0; i < 9; i++)
        assert_int_equal(things[i / 3][i % 3].turns, turns[i / 3][i % 3]);
}

/* What becomes ready in one pass of the loop is not all done at once. */
static void little_is_done_without_a_turn(void **state)
{
    (void)state;
    shg_turn_owner owner = { 0 };
    thing t = { .turns_max = 1 };
    unsigned done = 0;
    while (done < 100 && shg_turn_at_once(&queue)) {
        const int64_t began_us = shg_turn_now_us();
        while (shg_turn_now_us() - began_us < 500)
            ;
        shg_turn_used(&queue, &owner, began_us, true);
        done++;
    }
    assert_true(done >= 1 && done < 100);
    while (!shg_turn_at_once(&queue)) /* there is room again later */
        usleep(1000);
    shg_turn_wait(&t.turn, &queue, NULL, go_on, &t);
    assert_false(shg_turn_at_once(&queue)); /* but not before those that wait */
    event_base_dispatch(base);
    assert_int_equal(t.turns, 1);
}

TEST_SUITE(turns)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(turns_are_taken_in_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sockets_are_read_meanwhile, set_up, tear_down),
        cmocka_unit_test_setup_teardown(owners_have_equal_parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(turns_of_owners_are_cancelled, set_up, tear_down),
        cmocka_unit_test_setup_teardown(little_is_done_without_a_turn, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
