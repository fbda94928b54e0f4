#include "server/clock/living_nodes.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* Each game has one server of each rank, and each server comes first for its part of the games. */
static void every_game_has_an_order(void **state)
{
    (void)state;
    static const int64_t nodes[] = { 3, 4, 17 };
    enum { NODES = 3, GAMES = 3000 };
    size_t first[NODES] = { 0 };
    for (int64_t game = 1; game <= GAMES; game++) {
        unsigned ranks = 0;
        for (size_t self = 0; self < NODES; self++) {
            shg_living_nodes others = { 0 };
            for (size_t i = 0; i < NODES; i++)
                if (i != self)
                    others.id[others.count++] = nodes[i];
            const size_t rank = shg_living_rank(&others, nodes[self], game);
            ranks |= 1u << rank;
            first[self] += rank == 0;
        }
        assert_int_equal(ranks, 7);
    }
    for (size_t i = 0; i < NODES; i++)
        assert_in_range(first[i], GAMES / 4, GAMES / 2);
}

static void one_server_is_first(void **state)
{
    (void)state;
    const shg_living_nodes others = { 0 };
    assert_int_equal(shg_living_rank(&others, 0, 12), 0);
}

TEST_SUITE(living_nodes)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_game_has_an_order),
                                        cmocka_unit_test(one_server_is_first) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
