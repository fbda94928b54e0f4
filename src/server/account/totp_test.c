/* totp_test: one-time codes, compared with the values of RFC 6238, appendix B. */
#include "server/account/totp.h"
#include "base/test_suite.h"

#include "support/session.h"

static void values_of_the_rfc(void **state)
{
    static const struct {
        int64_t at_s;
        uint32_t code;
    } rows[] = {
        { 59, 94287082 },         { 1111111109, 7081804 },  { 1111111111, 14050471 },
        { 1234567890, 89005924 }, { 2000000000, 69279037 }, { INT64_C(20000000000), 65353130 },
    };
    static const unsigned char key[] = "12345678901234567890";
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(shg_totp_code(key, 20, (uint64_t)(rows[i].at_s / 30), 8), rows[i].code);
}

static void codes_fit_once(void **state)
{
    (void)state;
    /* "12345678901234567890" in base32. */
    static const char secret[] = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    int64_t step = 0;
    assert_true(shg_totp_fits(&step, secret, "287082", 0, 59000));
    assert_int_equal(step, 1);
    assert_false(shg_totp_fits(&step, secret, "287082", 1, 59000));
    assert_true(shg_totp_fits(&step, secret, "287082", 0, 29999)); /* of the next step */
    assert_true(shg_totp_fits(&step, secret, "287082", 0, 89999)); /* of the previous step */
    assert_false(shg_totp_fits(&step, secret, "287082", 0, 90000));
    assert_int_equal(step, 1);
    static const char *const never[] = { "", "28708", "2870820", "287083", "28708 ", "94287082" };
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        assert_false(shg_totp_fits(&step, secret, never[i], 0, 59000));
    assert_false(shg_totp_fits(&step, "", "287082", 0, 59000));
    assert_false(shg_totp_fits(&step, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJ1", "287082", 0, 59000));
}

static void secrets(void **state)
{
    (void)state;
    char one[SHG_TOTP_SECRET_SIGNS + 1], other[SHG_TOTP_SECRET_SIGNS + 1], uri[200];
    shg_totp_make(one);
    shg_totp_make(other);
    assert_int_equal(strlen(one), SHG_TOTP_SECRET_SIGNS);
    assert_string_not_equal(one, other);
    assert_int_equal(strspn(one, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), SHG_TOTP_SECRET_SIGNS);
    shg_out out = shg_out_make(uri, sizeof uri);
    shg_totp_uri(&out, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "Anna.B");
    assert_string_equal(uri, "otpauth://totp/shoogi:Anna.B?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                             "&issuer=shoogi");
}

static void read_base32(unsigned char *key, const char *text)
{
    static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    uint32_t bits = 0;
    for (size_t i = 0; i < SHG_TOTP_SECRET_SIGNS; i++) {
        bits = bits << 5 | (uint32_t)(strchr(signs, text[i]) - signs);
        if (i * 5 % 8 >= 3)
            *key++ = (unsigned char)(bits >> (i * 5 % 8 - 3));
    }
}

/* Codes follow the wall clock. The server's clock is monotonic: after a night of suspension it
 * is hours behind. */
static void codes_follow_the_time_of_day(void **state)
{
    (void)state;
    static const char mark[] = "type the secret there: ";
    client anna;
    log_in(&anna, "Anna");
    send_line(&anna, "CODES ON");
    const char *said = strstr(send_line(&anna, "correct horse"), mark);
    assert_non_null(said);
    unsigned char key[SHG_TOTP_SECRET_BYTES];
    char line[40];
    read_base32(key, said + strlen(mark));
    server->clock.start_ms -= 8 * 60 * 60 * INT64_C(1000);
    const int64_t day_ms = shg_clock_of_day_ms(&server->clock);
    assert_true(day_ms - shg_now_ms(server) > 7 * 60 * 60 * INT64_C(1000));
    snprintf(line, sizeof line, "CODES %06u",
             (unsigned)shg_totp_code(key, sizeof key, (uint64_t)(day_ms / 30000), SHG_TOTP_DIGITS));
    expect_reply(&anna, line, "Two-factor authentication is on.  You need a code from now on.");
    disconnect(&anna);
}

TEST_SUITE(totp)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_the_rfc),
        cmocka_unit_test(codes_fit_once),
        cmocka_unit_test_setup_teardown(codes_follow_the_time_of_day, set_up, tear_down),
        cmocka_unit_test(secrets),
    };
    return cmocka_run_group_tests_name("totp", tests, NULL, NULL);
}
