/* pair.h: two players at one server: what tests of dialogues between them share. */
#ifndef SHG_SUPPORT_PAIR_H
#define SHG_SUPPORT_PAIR_H

#include "support/session.h"

static client anna, bert;

static inline int set_up_pair(void **state)
{
    const int failed = set_up(state);
    if (failed)
        return failed;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    return 0;
}

static inline int tear_down_pair(void **state)
{
    disconnect(&anna);
    disconnect(&bert);
    return tear_down(state);
}

#define PAIR_TEST(name) cmocka_unit_test_setup_teardown(name, set_up_pair, tear_down_pair)

#endif
