/* hash_test.c: published FNV-1a hashes.  Source: RFC 9923. */
#include "base/hash.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void numbers_are_those_of_fnv_1a(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t hash;
    } known[] = { { "", UINT64_C(0xcbf29ce484222325) },
                  { "a", UINT64_C(0xaf63dc4c8601ec8c) },
                  { "foobar", UINT64_C(0x85944171f73967e8) } };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const char *const text = known[i].text;
        uint64_t in_steps = SHG_HASH_START;
        for (const char *c = text; *c != '\0'; c++)
            in_steps = shg_hash_bytes(in_steps, c, 1);
        assert_true(shg_hash_bytes(SHG_HASH_START, text, strlen(text)) == known[i].hash);
        assert_true(in_steps == known[i].hash);
    }
}

TEST_SUITE(hash)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(numbers_are_those_of_fnv_1a) };
    return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
