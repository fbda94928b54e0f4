#include "server/loop/deadline.h"
#include "base/test_suite.h"

#include <event2/event.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { DURATION_MS = 40 };

typedef struct thing {
    shg_deadline deadline;
    int64_t passed_ms;
    int order;
} thing;

static shg_clock now;
static int passed_count;

static void passed(void *context)
{
    thing *t = context;
    t->passed_ms = shg_clock_now_ms(&now);
    t->order = ++passed_count;
}

/* One timer serves all deadlines; stopped ones, among them the first, are left out. */
static void deadlines_pass_in_order(void **state)
{
    (void)state;
    struct event_base *base = event_base_new();
    shg_deadlines list;
    shg_clock_init(&now, NULL);
    assert_int_equal(shg_deadlines_init(&list, base, &now, DURATION_MS), SHOOGI_OK);
    thing things[5] = { 0 };
    const int64_t start_ms = shg_clock_now_ms(&now);
    for (int i = 0; i < 5; i++)
        shg_deadline_start(&things[i].deadline, &list, passed, &things[i]);
    shg_deadline_stop(&things[0].deadline);
    shg_deadline_stop(&things[3].deadline);
    shg_deadline_stop(&things[3].deadline);
    event_base_dispatch(base); /* until no timer is left */
    assert_int_equal(passed_count, 3);
    assert_int_equal(things[1].order, 1);
    assert_int_equal(things[2].order, 2);
    assert_int_equal(things[4].order, 3);
    assert_int_equal(things[0].order, 0);
    assert_true(things[1].passed_ms >= start_ms + DURATION_MS);

    /* An emptied list starts again. */
    shg_deadline_start(&things[0].deadline, &list, passed, &things[0]);
    event_base_dispatch(base);
    assert_int_equal(things[0].order, 4);
    shg_deadlines_fini(&list);
    event_base_free(base);
}

static void think_time(void **state)
{
    (void)state;
    const shg_clock clock = { .start_ms = 1000, .start_monotonic_ms = 0 };
    assert_int_equal(shg_clock_since_ms(&clock, 1500, 2000), 500);
    assert_int_equal(shg_clock_since_ms(&clock, 100, 2000),
                     1000); /* the server was down before 1000 */
    assert_int_equal(shg_clock_since_ms(&clock, 3000, 2000), 0);
}

TEST_SUITE(deadline)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deadlines_pass_in_order),
        cmocka_unit_test(think_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
