#include "server/clock/running_clocks.h"
#include "base/test_suite.h"

#include "support/server.h"

static shg_game_clock clock_due_at(int64_t at_ms)
{
    const shg_time_control control = { .limit = { { .bank_ms = SHG_MINUTE_MS },
                                                  { .bank_ms = SHG_MINUTE_MS } } };
    shg_game_clock clock;
    shg_game_clock_start(&clock, &control, 0, at_ms - SHG_MINUTE_MS);
    return clock;
}

enum { GAMES = 300, STEPS = 20000 };

/* Compared with a linear list. */
static void random_steps(void **state)
{
    (void)state;
    static int64_t due_ms[GAMES]; /* by game; 0: absent */
    shg_running_clocks *clocks;
    assert_int_equal(shg_running_clocks_new(&clocks), SHOOGI_OK);
    assert_null(shg_running_clocks_first(clocks));
    uint64_t random_state = 7;
    for (int step = 0; step < STEPS; step++) {
        /* Some share a bucket, and many the time of their flag fall. */
        const size_t i = random_below(&random_state, GAMES);
        const int64_t game = 1 + (int64_t)(i % 50) + (int64_t)(i / 50) * 4096;
        const int64_t at_ms = 1 + (int64_t)random_below(&random_state, 500);
        const int64_t player[2] = { game, at_ms };
        switch (random_below(&random_state, 4)) {
        case 0:
            shg_running_clocks_remove(clocks, game);
            due_ms[i] = 0;
            break;
        case 1:
            shg_running_clocks_put_off(clocks, game, at_ms);
            due_ms[i] = due_ms[i] ? at_ms : 0;
            break;
        default: {
            const shg_game_clock clock = clock_due_at(at_ms);
            assert_int_equal(shg_running_clocks_put(clocks, game, player, &clock), SHOOGI_OK);
            due_ms[i] = at_ms;
        }
        }
        const shg_running_clock *here = shg_running_clocks_find(clocks, game);
        assert_int_equal(here ? here->due_ms : 0, due_ms[i]);
        size_t count = 0;
        int64_t first_ms = INT64_MAX;
        for (size_t k = 0; k < GAMES; k++) {
            count += due_ms[k] != 0;
            first_ms = due_ms[k] != 0 && due_ms[k] < first_ms ? due_ms[k] : first_ms;
        }
        const shg_running_clock *first = shg_running_clocks_first(clocks);
        assert_int_equal(shg_running_clocks_count(clocks), count);
        assert_int_equal(first ? first->due_ms : INT64_MAX, first_ms);
    }
    for (size_t i = 0; i < shg_running_clocks_count(clocks); i++) {
        const shg_running_clock *at = shg_running_clocks_at(clocks, i);
        assert_ptr_equal(shg_running_clocks_find(clocks, at->game), at);
        assert_int_equal(at->player[0], at->game);
    }
    shg_running_clocks_free(clocks);
}

TEST_SUITE(running_clocks)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(random_steps) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
