#include "server/loop/network.h"
#include "base/test_suite.h"
#include "support/server.h"

static shg_network read_network(const char *text)
{
    shg_network network;
    shoogi_error err;
    if (shg_network_read(&network, text, &err) != SHOOGI_OK)
        fail_msg("%s: %s", text, err.message);
    return network;
}

static void read_and_written(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "192.0.2.7", "192.0.2.7" },
        { "192.0.2.7/32", "192.0.2.7" },
        { "192.0.2.7/24", "192.0.2.0/24" },
        { "192.0.2.255/25", "192.0.2.128/25" },
        { "192.0.2.7/0", "0.0.0.0/0" },
        { "2001:db8::1", "2001:db8::/64" },
        { "2001:db8:ffff::/33", "2001:db8:8000::/33" },
        { "::/0", "::/0" },
        { "::ffff:192.0.2.7", "192.0.2.7" },
        { "::FFFF:192.0.2.7/24", "192.0.2.0/24" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const shg_network network = read_network(rows[i][0]);
        char text[SHG_NETWORK_TEXT_BYTES];
        shg_network_write(text, &network);
        assert_string_equal(text, rows[i][1]);
    }
}

static void malformed_networks(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t column;
        const char *message;
    } rows[] = {
        { "", 1,
          "expected an address, or a network as in 192.0.2.0/24 or 2001:db8::/32, found end of text" },
        { "Anna", 1,
          "expected an address, or a network as in 192.0.2.0/24 or 2001:db8::/32, found \"Anna\"" },
        { "192.0.2", 1,
          "expected an address, or a network as in 192.0.2.0/24 or 2001:db8::/32, found \"192.0.2\"" },
        { "192.0.2.1/33", 10, "expected / and a number of bits from 0 to 32, found \"/33\"" },
        { "192.0.2.1/", 10, "expected / and a number of bits from 0 to 32, found \"/\"" },
        { "192.0.2.1/4294967320", 10,
          "expected / and a number of bits from 0 to 32, found \"/4294967320\"" },
        { "192.0.2.1/8x", 10, "expected / and a number of bits from 0 to 32, found \"/8x\"" },
        { "2001:db8::/65", 11, "expected / and a number of bits from 0 to 64, found \"/65\"" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        shg_network network = { .bits = 7 };
        shoogi_error err;
        assert_int_equal(shg_network_read(&network, rows[i].text, &err), SHOOGI_PARSE_ERROR);
        assert_string_equal(err.message, rows[i].message);
        assert_int_equal(err.column, rows[i].column);
        assert_int_equal(network.bits, 7);
    }
}

static bool network_has(const char *network, const char *address)
{
    const shg_network of = read_network(network);
    shg_address at;
    assert_int_equal(shg_address_read(&at, address, NULL), SHOOGI_OK);
    const shg_address_key key = shg_address_to_key(&at);
    return shg_network_has(&of, &key);
}

static void membership(void **state)
{
    (void)state;
    assert_true(network_has("192.0.2.0/24", "192.0.2.255:80"));
    assert_false(network_has("192.0.2.0/24", "192.0.3.0:80"));
    assert_true(network_has("192.0.2.0/23", "192.0.3.0:80"));
    assert_true(network_has("192.0.2.7", "192.0.2.7:1"));
    assert_false(network_has("192.0.2.7", "192.0.2.6:1"));
    assert_true(network_has("0.0.0.0/0", "10.0.0.1:1"));
    assert_false(network_has("0.0.0.0/0", "[2001:db8::1]:1"));
    assert_true(network_has("2001:db8::/32", "[2001:db8:1::1]:1"));
    assert_false(network_has("2001:db8::/32", "[2001:db9::1]:1"));
    assert_true(network_has("192.0.2.0/24", "[::ffff:192.0.2.9]:1")); /* IPv4-mapped */
    assert_false(network_has("::/0", "192.0.2.9:1"));
}

TEST_SUITE(network)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_and_written),
        cmocka_unit_test(malformed_networks),
        cmocka_unit_test(membership),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
