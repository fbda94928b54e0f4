/* pair.h: two players at one server: what tests of dialogues between them share. */
#ifndef SHG_SUPPORT_PAIR_H
#define SHG_SUPPORT_PAIR_H

#include "support/session.h"

static person anna, bert;

static inline int set_up_both(void **state)
{
    const int failed = set_up(state);
    if (failed)
        return failed;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    return 0;
}

static inline int tear_down_both(void **state)
{
    leave(&anna);
    leave(&bert);
    return tear_down(state);
}

#define CASE_OF_BOTH(name) cmocka_unit_test_setup_teardown(name, set_up_both, tear_down_both)

#endif
