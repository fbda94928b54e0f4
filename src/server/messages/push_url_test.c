/* push_url_test: URLs of push services, and addresses the server refuses. */
#include "server/messages/push_url.h"
#include "base/test_suite.h"

#include "support/server.h"

static void urls(void **state)
{
    static const struct {
        const char *url, *host, *port, *audience, *path;
    } good[] = {
        { "https://push.example/", "push.example", "443", "https://push.example", "/" },
        { "https://Push.Example:443/a?b=%20&c", "push.example", "443", "https://push.example",
          "/a?b=%20&c" },
        { "https://p-1.example:8443/x:y@z", "p-1.example", "8443", "https://p-1.example:8443",
          "/x:y@z" },
    };
    static const char *const bad[] = {
        "",
        "https://",
        "https:///x",
        "https://push.example",
        "http://push.example/",
        "HTTPS://push.example/",
        "//push.example/",
        "https://anna:secret@push.example/",
        "https://[::1]/",
        "https://push.example:/",
        "https://push.example:0/",
        "https://push.example:65536/",
        "https://push.example:4x/",
        "https://push.example:443443/",
        "https://-push.example/",
        "https://.example/",
        "https://push example/",
        "https://push.example\\x/",
        "https://push.example/a b",
        "https://push.example/a\r\nX: y",
        "https://push.example/\"",
        "https://push.example/#part",
        "https://push.example/\xC3\xA4",
    };
    shg_push_url place;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(shg_push_url_read(&place, good[i].url));
        assert_string_equal(place.host, good[i].host);
        assert_string_equal(place.port, good[i].port);
        assert_string_equal(place.audience, good[i].audience);
        assert_string_equal(place.path, good[i].path);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (shg_push_url_read(&place, bad[i]))
            fail_msg("taken: %s", bad[i]);
}

static void addresses(void **state)
{
    static const char *const public[] = { "8.8.8.8:1",         "100.63.0.1:1", "172.32.0.1:1",
                                          "223.255.255.1:1",   "[2a00::1]:1",  "[2600:1::1]:1",
                                          "[::ffff:8.8.8.8]:1" };
    static const char *const other[] = {
        "127.0.0.1:1",       "127.9.9.9:1",  "0.0.0.0:1",           "10.1.2.3:1",
        "172.16.0.1:1",      "172.31.0.1:1", "192.168.1.1:1",       "169.254.169.254:1",
        "100.64.0.1:1",      "198.18.0.1:1", "224.0.0.1:1",         "255.255.255.255:1",
        "[::1]:1",           "[::]:1",       "[fe80::1]:1",         "[fc00::1]:1",
        "[fd12::1]:1",       "[ff02::1]:1",  "[::ffff:10.0.0.1]:1", "[64:ff9b::a00:1]:1",
        "[2002:a00:1::1]:1", "[2001::1]:1",  "[2001:db8::1]:1",     "[::7f00:1]:1",
    };
    shg_address address;
    (void)state;
    for (size_t i = 0; i < sizeof public / sizeof public[0]; i++) {
        assert_int_equal(shg_address_read(&address, public[i], NULL), SHOOGI_OK);
        if (!shg_push_address_public(&address))
            fail_msg("not public: %s", public[i]);
    }
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        assert_int_equal(shg_address_read(&address, other[i], NULL), SHOOGI_OK);
        if (shg_push_address_public(&address))
            fail_msg("public: %s", other[i]);
    }
}

static void hosts(void **state)
{
    static const char *const good[] = { "push.example", "8.8.8.8", "localhost", "1.example" };
    static const char *const bad[] = { "127.0.0.1", "10.0.0.1",   "127.1",  "2130706433",
                                       "0x7f.1",    "0177.0.0.1", "1.2.3.", "8.8.8.8.8" };
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!shg_push_host_fits(good[i]))
            fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (shg_push_host_fits(bad[i]))
            fail_msg("taken: %s", bad[i]);
}

TEST_SUITE(push_url)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(urls),
        cmocka_unit_test(addresses),
        cmocka_unit_test(hosts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
