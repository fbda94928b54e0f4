/* push_crypto_test: messages to push services, compared with the example of RFC 8291, appendix
 * A. tests/e2e/push_test.py decrypts them with another implementation. */
#include "server/messages/push_crypto.h"
#include "base/test_suite.h"

#include "support/server.h"

#include <sodium.h>

/* The example's browser and server. */
#define POINT                                                                                      \
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
#define AUTH "BTBZMqHH6r4Tts7J_aSIgg"
#define PAIR                                                                                       \
    "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw "                                                 \
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"

enum { BASE64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

static void the_example_of_the_rfc(void **state)
{
    static const char message[] = "When I grow up, I want to be a watermelon";
    unsigned char point[SHG_PUSH_POINT_BYTES], auth[SHG_PUSH_AUTH_BYTES], salt[SHG_PUSH_SALT_BYTES];
    unsigned char out[sizeof message - 1 + SHG_PUSH_ADDED_BYTES];
    char text[400], written[SHG_PUSH_PAIR_SIGNS + 1];
    shg_push_pair pair;
    size_t bytes;
    (void)state;
    assert_true(shg_push_keys_read(point, auth, POINT, AUTH));
    assert_true(shg_push_pair_read(&pair, PAIR));
    shg_push_pair_write(written, &pair);
    assert_string_equal(written, PAIR);
    assert_int_equal(sodium_base642bin(salt, sizeof salt, "DGv6ra1nlYgDCS1FRnbzlw", 22, NULL,
                                       &bytes, NULL, BASE64),
                     0);
    assert_int_equal(shg_push_encrypt(out, point, auth, &pair, salt, message, sizeof message - 1),
                     SHOOGI_OK);
    sodium_bin2base64(text, sizeof text, out, sizeof out, BASE64);
    assert_string_equal(text, "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMo"
                              "ZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf"
                              "1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
}

static void invalid_keys(void **state)
{
    static const struct {
        const char *point, *auth;
    } rows[] = {
        { "", AUTH },
        { POINT, "" },
        { POINT "A", AUTH },
        { POINT "AAAA", AUTH },
        { POINT, "BTBZMqHH6r4Tts7J_aSI" },
        { POINT, "BTBZMqHH6r4Tts7J_aSIggAA" },
        { POINT, "BTBZMqHH6r4Tts7J+aSIgg" }, /* the other alphabet */
        /* Not on the curve: the last byte is changed. */
        { "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw8",
          AUTH },
        /* The point at infinity has no such form; this is (0, 0). */
        { "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
          AUTH },
        /* First bytes of compressed and hybrid forms. */
        { "AiVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
          AUTH },
        { "BiVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
          AUTH },
    };
    unsigned char point[SHG_PUSH_POINT_BYTES], auth[SHG_PUSH_AUTH_BYTES];
    shg_push_pair pair;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_false(shg_push_keys_read(point, auth, rows[i].point, rows[i].auth));
    assert_false(shg_push_pair_read(&pair, ""));
    assert_false(shg_push_pair_read(&pair, PAIR "A"));
    assert_false(shg_push_pair_read(&pair, AUTH " " POINT));
}

static void bounds(void **state)
{
    static char message[SHG_PUSH_MESSAGE_BYTES_MAX + 1];
    static unsigned char out[SHG_PUSH_RECORD_BYTES];
    static const unsigned char salt[SHG_PUSH_SALT_BYTES];
    unsigned char point[SHG_PUSH_POINT_BYTES], auth[SHG_PUSH_AUTH_BYTES];
    shg_push_pair one, other;
    (void)state;
    assert_true(shg_push_keys_read(point, auth, POINT, AUTH));
    assert_int_equal(shg_push_pair_make(&one), SHOOGI_OK);
    assert_int_equal(shg_push_pair_make(&other), SHOOGI_OK);
    assert_memory_not_equal(&one, &other, sizeof one);
    assert_int_equal(shg_push_encrypt(out, point, auth, &one, salt, message, sizeof message - 1),
                     SHOOGI_OK);
    assert_int_equal(shg_push_encrypt(out, point, auth, &one, salt, message, sizeof message),
                     SHOOGI_LIMIT_EXCEEDED);
    point[SHG_PUSH_POINT_BYTES - 1] ^= 1;
    assert_int_equal(shg_push_encrypt(out, point, auth, &one, salt, "x", 1), SHOOGI_PARSE_ERROR);
}

static void a_token_of_the_server(void **state)
{
    shg_push_pair pair;
    shg_out out = shg_out_growing();
    unsigned char decoded[300];
    size_t bytes;
    const char *end;
    (void)state;
    assert_true(shg_push_pair_read(&pair, PAIR));
    assert_int_equal(
        shg_push_authorize(&out, &pair, "https://push.example", "mailto:a@b.example", 1453523768),
        SHOOGI_OK);
    assert_memory_equal(out.bytes, "vapid t=", 8);
    assert_string_equal(
        strstr(out.bytes, ", k="),
        ", k=BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
        "EqKK6PBru3jl7A8");
    (void)sodium_base642bin(decoded, sizeof decoded, out.bytes + 8, out.length - 8, NULL, &bytes,
                            &end, BASE64);
    assert_memory_equal(decoded, "{\"typ\":\"JWT\",\"alg\":\"ES256\"}", bytes);
    (void)sodium_base642bin(decoded, sizeof decoded, end + 1, strlen(end + 1), NULL, &bytes, &end,
                            BASE64);
    assert_memory_equal(
        decoded,
        "{\"aud\":\"https://push.example\",\"exp\":1453523768,\"sub\":\"mailto:a@b.example\"}",
        bytes);
    assert_int_equal(bytes, 74);
    (void)sodium_base642bin(decoded, sizeof decoded, end + 1, strlen(end + 1), NULL, &bytes, &end,
                            BASE64);
    assert_int_equal(bytes, 64);
    assert_int_equal(*end, ',');
    free(out.bytes);

    /* A pair whose parts do not match is rejected. */
    shg_push_pair other;
    shg_out none = shg_out_growing();
    assert_int_equal(shg_push_pair_make(&other), SHOOGI_OK);
    memset(other.number, 0, sizeof other.number);
    memset(other.point + 1, 0, sizeof other.point - 1);
    assert_int_equal(shg_push_authorize(&none, &other, "https://a", "mailto:b", 1),
                     SHOOGI_NO_MEMORY);
    assert_int_equal(none.length, 0);
    free(none.bytes);
}

TEST_SUITE(push_crypto)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_rfc),
        cmocka_unit_test(invalid_keys),
        cmocka_unit_test(bounds),
        cmocka_unit_test(a_token_of_the_server),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
