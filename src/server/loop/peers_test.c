#include "server/loop/peers.h"
#include "base/test_suite.h"

#include <sodium.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void counts(void **state)
{
    (void)state;
    assert_true(sodium_init() >= 0);
    shg_peers *peers = NULL;
    assert_int_equal(shg_peers_new(&peers), SHOOGI_OK);
    enum { ADDRESSES = 10000, EACH = 3 };
    static shg_peer *all[ADDRESSES][EACH];
    for (uint32_t i = 0; i < ADDRESSES; i++) {
        shg_address_key key = { .kind = 4 };
        key.bytes[0] = (uint8_t)i;
        key.bytes[1] = (uint8_t)(i >> 8);
        for (int n = 0; n < EACH; n++)
            assert_int_equal(shg_peers_enter(&all[i][n], peers, key, EACH), SHOOGI_OK);
        shg_peer *more = NULL;
        assert_int_equal(shg_peers_enter(&more, peers, key, EACH), SHOOGI_TOO_BIG);
        assert_null(more);
        shg_peers_leave(peers, all[i][0]);
        assert_int_equal(shg_peers_enter(&all[i][0], peers, key, EACH), SHOOGI_OK);
    }
    for (uint32_t i = 0; i < ADDRESSES; i++)
        for (int n = 0; n < EACH; n++)
            shg_peers_leave(peers, all[i][n]);
    shg_peers_leave(peers, NULL);
    shg_peers_free(peers);
}

TEST_SUITE(peers)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(counts) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
