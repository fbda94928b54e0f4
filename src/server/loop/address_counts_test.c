#include "base/test_suite.h"
#include "server/loop/address_counts.h"

#include <sodium.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void counts(void **state)
{
    (void)state;
    assert_true(sodium_init() >= 0);
    shg_address_counts *address_counts = NULL;
    assert_int_equal(shg_address_counts_new(&address_counts), SHOOGI_OK);
    enum { ADDRESSES = 10000, EACH = 3 };
    static shg_address_count *all[ADDRESSES][EACH];
    for (uint32_t i = 0; i < ADDRESSES; i++) {
        shg_address_key key = { .kind = 4 };
        key.bytes[0] = (uint8_t)i;
        key.bytes[1] = (uint8_t)(i >> 8);
        for (int n = 0; n < EACH; n++)
            assert_int_equal(shg_address_counts_enter(&all[i][n], address_counts, key), SHOOGI_OK);
        /* Those of one address are one owner of turns. */
        assert_ptr_equal(all[i][0], all[i][EACH - 1]);
        if (i > 0)
            assert_ptr_not_equal(all[i][0], all[i - 1][0]);
        shg_address_counts_leave(address_counts, all[i][0]);
        assert_int_equal(shg_address_counts_enter(&all[i][0], address_counts, key), SHOOGI_OK);
    }
    for (uint32_t i = 0; i < ADDRESSES; i++)
        for (int n = 0; n < EACH; n++)
            shg_address_counts_leave(address_counts, all[i][n]);
    shg_address_counts_leave(address_counts, NULL);
    shg_address_counts_free(address_counts);
}

TEST_SUITE(address_counts)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(counts) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
