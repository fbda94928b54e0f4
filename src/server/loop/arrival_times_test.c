/* arrivals_test: arrival times compared with a plain list of all bytes. */
#include "base/test_suite.h"
#include "server/loop/arrival_times.h"

#include "support/server.h"

static void byte_by_byte(void **state)
{
    (void)state;
    shg_arrival_times a = { 0 };
    assert_int_equal(shg_arrival_times_take(&a, 0), 0);
    shg_arrival_times_add(&a, 3, 1000);
    shg_arrival_times_add(&a, 3, 1500); /* no new bytes */
    shg_arrival_times_add(&a, 5, 2000);
    assert_int_equal(shg_arrival_times_take(&a, 1), 1000);
    assert_int_equal(shg_arrival_times_take(&a, 2), 1000);
    assert_int_equal(shg_arrival_times_take(&a, 0), 1000);
    assert_int_equal(shg_arrival_times_take(&a, 1), 2000);
    shg_arrival_times_add(&a, 4, 3000);
    assert_int_equal(shg_arrival_times_take(&a, 1), 2000);
    assert_int_equal(shg_arrival_times_take(&a, 3), 3000);
    assert_int_equal(shg_arrival_times_take(&a, 0), 3000);
    shg_arrival_times_add(&a, 0, 4000);
    assert_int_equal(shg_arrival_times_take(&a, 0), 3000);
}

/* No time is earlier than the real one, and none later while all pieces fit. */
static void compared_with_a_list(void **state)
{
    (void)state;
    enum { BYTES = 20000 };
    static int64_t came_ms[BYTES];
    uint64_t seed = 1;
    for (int round = 0; round < 200; round++) {
        shg_arrival_times a = { 0 };
        size_t came = 0, taken = 0, late = 0;
        bool full = false;
        int64_t now_ms = 1;
        while (came < BYTES - 100) {
            now_ms += (int64_t)random_below(&seed, 3);
            if (random_below(&seed, (size_t)round % 10 + 2) > 0) {
                const size_t more = random_below(&seed, 40);
                for (size_t i = 0; i < more; i++)
                    came_ms[came + i] = now_ms;
                came += more;
                shg_arrival_times_add(&a, came - taken, now_ms);
                full |= a.count == SHG_ARRIVAL_TIMES_MAX;
            } else if (came > taken) {
                const size_t some = 1 + random_below(&seed, came - taken);
                taken += some;
                const int64_t at_ms = shg_arrival_times_take(&a, some);
                assert_true(at_ms >= came_ms[taken - 1] && at_ms <= now_ms);
                late += at_ms != came_ms[taken - 1];
                assert_true(late == 0 || full);
            }
        }
    }
}

TEST_SUITE(arrival_times)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(byte_by_byte),
        cmocka_unit_test(compared_with_a_list),
    };
    return cmocka_run_group_tests_name("arrivals", tests, NULL, NULL);
}
