#include "server/session/pattern.h"
#include "base/test_suite.h"

#include "server/loop/bounds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *pattern, *name;
    bool matches;
} cases[] = {
    /* no special character: this name only, in any case */
    { "FOO.BAR", "FOO.BAR", true },
    { "foo.bar", "FOO.BAR", true },
    { "FOO.BAR", "FOO.BA", false },
    { "FOO.BAR", "FOO.BARR", false },
    { "[0-9]", "5", false },
    /* ! */
    { "!FOO.BAR", "FOO.BAR", false },
    { "!FOO.BAR", "anna", true },
    { "!!anna", "ANNA", true },
    { "!!anna", "bert", false },
    { "!*", "anna", false },
    { "!", "anna", true },
    { "a!", "a!", true }, /* elsewhere an ordinary character */
    { "a!", "ab", false },
    /* ? and * */
    { "?", "a", true },
    { "?", "ab", false },
    { "*", "anna", true },
    { "*NEN", "virtanen", true },
    { "*NEN", "nenonen.x", false },
    { "*.BAR", "FOO.BAR", true },
    { "*.BAR", "FU.BAR", true },
    { "*.BAR", "FUBAR", false },
    { "a*b*c", "axxbyyc", true },
    { "a*b*c", "axxcyyb", false },
    { "**a**", "bab", true },
    { "a*", "a", true },
    /* groups */
    { "<ABC>x", "bx", true },
    { "<ABC>x", "dx", false },
    { "<0123456789>", "7", true },
    { "<^0123456789>", "7", false },
    { "<^0123456789>", "a", true },
    { "<>>", ">", true },
    { "<>>", "a", false },
    { "<^>>", ">", false },
    { "<^>>", "a", true },
    { "<a^>", "^", true },
    { "<!?*@<>", "@", true },
    { "<!?*@<>", "a", false },
    { "<W>PX7F", "wpx7f", true },
    { "a>b", "a>b", true },
    /* @ */
    { "?*@", "anna", true },
    { "?*@", "aa", true },
    { "?*@", "a", false },
    { "?*@", "Anna", true },
    { "?*@", "bert", false },
    { "*?@*", "anna", true }, /* a doubled character */
    { "*?@*", "bert", false },
    { "??@", "abb", true }, /* the nearest one */
    { "??@", "aba", false },
    { "<ab>*@", "bxxb", true },
    { "<ab>*@", "bxxa", false },
    { "?@@*", "aaab", true },
    { "?@@*", "aab", false },
};

/* Rows: PAT.1 PAT.not PAT.one PAT.any PAT.group PAT.group.not PAT.group.gt PAT.group.lit PAT.back PAT.lit
 * PAT.range PAT.exact */
static void patterns_and_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *p = cases[i].pattern;
        assert_int_equal(shg_pattern_check(p, strlen(p), 0, NULL), SHOOGI_OK);
        const bool got = shg_pattern_match(p, strlen(p), cases[i].name, strlen(cases[i].name));
        if (got != cases[i].matches)
            fail_msg("%s against %s: got %d", p, cases[i].name, got);
    }
}

static const struct {
    const char *pattern;
    shoogi_status status;
    uint32_t column;
    const char *message;
} bad[] = {
    { "<", SHOOGI_PARSE_ERROR, 2, "expected > at the end of the group, found end of text" },
    { "<^", SHOOGI_PARSE_ERROR, 3, "expected > at the end of the group, found end of text" },
    { "<>", SHOOGI_PARSE_ERROR, 3, "expected > at the end of the group, found end of text" },
    { "<^>", SHOOGI_PARSE_ERROR, 4, "expected > at the end of the group, found end of text" },
    { "a<bc", SHOOGI_PARSE_ERROR, 5, "expected > at the end of the group, found end of text" },
    { "@", SHOOGI_PARSE_ERROR, 1, "expected a ? or a group somewhere before @, found \"@\"" },
    { "\xC3\xA4*@b", SHOOGI_PARSE_ERROR, 3,
      "expected a ? or a group somewhere before @, found \"@b\"" },
};

/* Rows: PAT.group.gt PAT.back */
static void refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        shoogi_error err;
        assert_int_equal(shg_pattern_check(bad[i].pattern, strlen(bad[i].pattern), 10, &err),
                         bad[i].status);
        assert_int_equal(err.line, 1);
        assert_int_equal(err.column, bad[i].column + 10);
        assert_string_equal(err.message, bad[i].message);
    }
}

/* Rows: PAT.cost */
static void patterns_at_the_limit(void **state)
{
    (void)state;
    char pattern[SHG_PATTERN_CHARACTERS_MAX + 2];
    memset(pattern, '*', sizeof pattern);
    assert_int_equal(shg_pattern_check(pattern, SHG_PATTERN_CHARACTERS_MAX, 0, NULL), SHOOGI_OK);
    shoogi_error err;
    assert_int_equal(shg_pattern_check(pattern, SHG_PATTERN_CHARACTERS_MAX + 1, 0, &err),
                     SHOOGI_LIMIT_EXCEEDED);
    assert_int_equal(err.column, SHG_PATTERN_CHARACTERS_MAX + 1);
}

/* Backtracking would take longer than the age of the universe. Rows: PAT.cost */
static void costs_little(void **state)
{
    (void)state;
    const char *pattern = "?*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*@*b";
    char name[SHG_NAME_BYTES_MAX];
    memset(name, 'a', sizeof name);
    for (int i = 0; i < 1000; i++)
        assert_false(shg_pattern_match(pattern, strlen(pattern), name, sizeof name));
}

/* Every pattern of up to four signs against every name of up to three, compared with a plain
 * recursion. */
static bool slow(const char *p, const char *n, char taken)
{
    if (*p == '\0')
        return *n == '\0';
    if (*p == '*')
        return slow(p + 1, n, taken) || (*n && slow(p, n + 1, taken));
    if (*n == '\0')
        return false;
    if (*p == '?')
        return slow(p + 1, n + 1, *n);
    return (*p == '@' ? taken == *n : *p == *n) && slow(p + 1, n + 1, taken);
}

static void agrees_with_the_slow_one(void **state)
{
    (void)state;
    static const char signs[] = "?*@ab";
    for (unsigned code = 0; code < 6 * 6 * 6 * 6; code++) {
        char p[5];
        size_t length = 0;
        for (unsigned rest = code; rest > 0; rest /= 6)
            if (rest % 6 > 0)
                p[length++] = signs[rest % 6 - 1];
        p[length] = '\0';
        if (shg_pattern_check(p, length, 0, NULL) != SHOOGI_OK)
            continue;
        for (unsigned word = 0; word < 3 * 3 * 3; word++) {
            char n[4];
            size_t name_bytes = 0;
            for (unsigned rest = word; rest > 0; rest /= 3)
                if (rest % 3 > 0)
                    n[name_bytes++] = rest % 3 == 1 ? 'a' : 'b';
            n[name_bytes] = '\0';
            assert_int_equal(shg_pattern_match(p, length, n, name_bytes), slow(p, n, '\0'));
        }
    }
}

TEST_SUITE(pattern)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_and_names),       cmocka_unit_test(refused),
        cmocka_unit_test(patterns_at_the_limit),    cmocka_unit_test(costs_little),
        cmocka_unit_test(agrees_with_the_slow_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
