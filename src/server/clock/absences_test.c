#include "server/clock/absences.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { ANNA = 1, BETH = 2, LEFT = 7, RIGHT = 8 };

static void time_is_given_back_until_the_return(void **state)
{
    (void)state;
    shg_absences a = { 0 };
    shg_absences_begin(&a, ANNA, LEFT, 1000);
    shg_absences_begin(&a, ANNA, LEFT, 2000); /* known */
    shg_absences_begin(&a, BETH, LEFT, 1000);
    assert_int_equal(shg_absence_end_ms(shg_absences_find(&a, ANNA)), 1000 + SHG_ABSENCE_MAX_MS);
    shg_absences_back(&a, ANNA, 4000);
    shg_absences_back(&a, ANNA, 5000); /* a second connection */
    assert_int_equal(shg_absence_end_ms(shg_absences_find(&a, ANNA)), 4000);
    shg_absences_back(&a, BETH, 90000); /* late */
    assert_int_equal(shg_absence_end_ms(shg_absences_find(&a, BETH)), 1000 + SHG_ABSENCE_MAX_MS);
    shg_absences_forget(&a, 4000 + SHG_ABSENCE_STORED_MS + 1);
    assert_null(shg_absences_find(&a, ANNA));
    assert_non_null(shg_absences_find(&a, BETH));
    shg_absences_fini(&a);
}

static void a_player_who_was_not_away_gets_nothing(void **state)
{
    (void)state;
    shg_absences a = { 0 };
    shg_absences_begin(&a, ANNA, LEFT, 1000);
    shg_absences_back(&a, ANNA, 900); /* was at two servers all the time */
    assert_null(shg_absences_find(&a, ANNA));
    /* A node that was only slow; Anna has left it. */
    shg_absences_begin(&a, ANNA, RIGHT, 2000);
    shg_absences_begin(&a, BETH, RIGHT, 2000);
    shg_absences_back(&a, ANNA, 3000);
    shg_absences_cancel(&a, RIGHT, 2000);
    assert_non_null(shg_absences_find(&a, BETH));
    shg_absences_cancel(&a, RIGHT, 2001);
    assert_null(shg_absences_find(&a, BETH));
    assert_non_null(shg_absences_find(&a, ANNA));
    shg_absences_fini(&a);
}

TEST_SUITE(absences)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(time_is_given_back_until_the_return),
                                        cmocka_unit_test(a_player_who_was_not_away_gets_nothing) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
