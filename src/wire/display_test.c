/* display_test.c: hostile characters are removed, and harmless text is unchanged. */
#include "wire/display.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const struct {
    const char *text;
    size_t text_bytes, characters_max;
    const char *shown;
} cases[] = {
#define CASE(text, characters_max, shown)                                                          \
    {                                                                                              \
        text, sizeof text - 1, characters_max, shown                                               \
    }
    CASE("", 10, ""),
    CASE("Erkki", 10, "Erkki"),
    CASE("good luck, \xE9\xBE\x8D!", 80, "good luck, \xE9\xBE\x8D!"),
    CASE("\x1B[31mred\x1B[0m\x07", 80, "[31mred[0m"),
    CASE("a\xC2\x9B"
         "31mb", /* C1 CSI */
         80, "a31mb"),
    CASE("a\tb\r\nc\0d\x7F", 80, "a b  cd"),
    CASE("eve\xE2\x80\xAEnil", 80, "evenil"),   /* right-to-left override */
    CASE("\xE2\x81\xA6x\xE2\x81\xA9", 80, "x"), /* isolate */
    CASE("a\xE2\x80\x8B\xE2\x80\x8D\xEF\xBB\xBF"
         "b\xC2\xAD",
         80, "ab"),                                 /* zero width, soft hyphen */
    CASE("\xF3\xA0\x81\x81x", 80, "x"),             /* a tag */
    CASE("a\xE2\x80\xA8z", 80, "az"),               /* line separator */
    CASE("\xEF\xBF\xBF\xF4\x8F\xBF\xBEx", 80, "x"), /* non-characters */
    CASE("a\xFFz\xC0\x80", 80, "a\xEF\xBF\xBDz\xEF\xBF\xBD\xEF\xBF\xBD"),
    CASE("e\xCC\x81\xCC\x81\xCC\x81\xE2\x80\x8B\xCC\x81x\xCC\x81", 80, "e\xCC\x81\xCC\x81x\xCC\x81"),
    CASE("\xE0\xB8\x81\xE0\xB9\x89\xE0\xB9\x89\xE0\xB9\x89", 80, /* Thai tone marks */
         "\xE0\xB8\x81\xE0\xB9\x89\xE0\xB9\x89"),
    CASE("x\xD9\x8B\xD6\x91\xE3\x82\x99\xE2\x83\x9D", 80, "x\xD9\x8B\xD6\x91"), /* of four scripts */
    /* The bound counts characters, not bytes, and not the removed ones. */
    CASE("\xE9\xBE\x8D\x1B\xE9\xBE\x8D\xE9\xBE\x8D", 2, "\xE9\xBE\x8D\xE9\xBE\x8D"),
    CASE("abc", 0, ""),
    CASE("abc", 3, "abc"),
    CASE("abcd", 3, "abc"),
#undef CASE
};

static void shown(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char once[128], twice[128];
        shg_out out = shg_out_make(once, sizeof once);
        shg_display_write(&out, cases[i].text, cases[i].text_bytes, cases[i].characters_max);
        assert_string_equal(once, cases[i].shown);
        assert_int_equal(out.length, strlen(cases[i].shown));
        assert_true(shg_display_clean(once, out.length));
        out = shg_out_make(twice, sizeof twice);
        shg_display_write(&out, once, strlen(once), 128);
        assert_string_equal(once, twice);
        const bool same = strlen(once) == cases[i].text_bytes &&
                          memcmp(once, cases[i].text, cases[i].text_bytes) == 0;
        if (cases[i].characters_max > cases[i].text_bytes)
            assert_int_equal(shg_display_clean(cases[i].text, cases[i].text_bytes), same);
    }
}

/* Every character of Unicode alone: clean agrees with write, and the result is clean. */
static void every_character(void **state)
{
    (void)state;
    size_t gone = 0;
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        char text[4], seen[8];
        size_t bytes = 0;
        if (c < 0x80) {
            text[bytes++] = (char)c;
        } else if (c < 0x800) {
            text[bytes++] = (char)(0xC0 | c >> 6);
            text[bytes++] = (char)(0x80 | (c & 0x3F));
        } else if (c < 0x10000) {
            text[bytes++] = (char)(0xE0 | c >> 12);
            text[bytes++] = (char)(0x80 | (c >> 6 & 0x3F));
            text[bytes++] = (char)(0x80 | (c & 0x3F));
        } else {
            text[bytes++] = (char)(0xF0 | c >> 18);
            text[bytes++] = (char)(0x80 | (c >> 12 & 0x3F));
            text[bytes++] = (char)(0x80 | (c >> 6 & 0x3F));
            text[bytes++] = (char)(0x80 | (c & 0x3F));
        }
        shg_out out = shg_out_make(seen, sizeof seen);
        shg_display_write(&out, text, bytes, 1);
        const bool same = out.length == bytes && memcmp(seen, text, bytes) == 0;
        assert_int_equal(shg_display_clean(text, bytes), same);
        assert_true(shg_utf8_valid(seen, out.length));
        if (c < 0x20 || (c >= 0x7F && c < 0xA0))
            assert_false(same);
        if (c >= 0x20 && c < 0x7F)
            assert_true(same);
        gone += !same;
    }
    assert_in_range(gone, 0x800 + 4096,
                    0x800 + 4096 + 400); /* surrogates, the tags' plane, the rest */
}

/* Cut at every length: never ill-formed, and whole characters are unchanged. */
static void cut_at_every_length(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        for (size_t bytes = 0; bytes <= cases[i].text_bytes; bytes++) {
            char *text = malloc(bytes + 1);
            assert_non_null(text);
            memcpy(text, cases[i].text, bytes);
            char seen[128];
            shg_out out = shg_out_make(seen, sizeof seen);
            shg_display_write(&out, text, bytes, 100);
            assert_true(shg_utf8_valid(seen, out.length));
            assert_true(shg_display_clean(seen, out.length));
            free(text);
        }
    }
}

static void columns(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t columns;
    } rows[] = { { "", 0 },     { "--More-- <y,q> ", 15 },
                 { "龍 x", 4 }, { "e\xCC\x81\n", 1 },
                 { "ｱé", 2 },   { "\x07~", 1 } };
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(shg_display_columns(rows[i].text, strlen(rows[i].text)), rows[i].columns);
}

TEST_SUITE(display)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shown),
        cmocka_unit_test(every_character),
        cmocka_unit_test(cut_at_every_length),
        cmocka_unit_test(columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
