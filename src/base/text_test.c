/* text_test.c: writing into buffers of every size, and decoding any bytes as UTF-8. */
#include "base/code_point.h"
#include "base/text.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Writes the same text into a buffer of any size: "ab", "cd", a number and a letter. */
static size_t write_some(char *bytes, size_t room)
{
    shg_out out = shg_out_make(bytes, room);
    shg_out_text(&out, "ab");
    shg_out_bytes(&out, "cdx", 2);
    shg_out_format(&out, "%d", 1234);
    shg_out_char(&out, '.');
    shg_out_text(&out, "");
    return out.length;
}

/* The contract of snprintf: never past the room, always a NUL, and the length of the whole text. */
static void in_every_room(void **state)
{
    (void)state;
    static const char whole[] = "abcd1234.";
    for (size_t room = 0; room <= sizeof whole + 2; room++) {
        char *bytes = malloc(room + 1);
        assert_non_null(bytes);
        bytes[room] = '#';
        assert_int_equal(write_some(bytes, room), strlen(whole));
        assert_int_equal(bytes[room], '#');
        if (room > 0) {
            const size_t kept = room - 1 < strlen(whole) ? room - 1 : strlen(whole);
            assert_int_equal(strlen(bytes), kept);
            assert_memory_equal(bytes, whole, kept);
        }
        free(bytes);
    }
    assert_int_equal(write_some(NULL, 0), strlen(whole));
}

/* A written NUL is a byte like any other. */
static void nul_inside(void **state)
{
    (void)state;
    char bytes[8] = "#######";
    shg_out out = shg_out_make(bytes, sizeof bytes);
    shg_out_bytes(&out, "a\0b", 3);
    assert_int_equal(out.length, 3);
    assert_memory_equal(bytes, "a\0b", 4);
}

static const struct {
    const char *bytes;
    size_t count, took;
    uint32_t code_point;
} reads[] = {
    { "a", 1, 1, 'a' },
    { "\x7F", 1, 1, 0x7F },
    { "\0", 1, 1, 0 },
    { "\xC2\x80", 2, 2, 0x80 },
    { "\xDF\xBF", 2, 2, 0x7FF },
    { "\xE0\xA0\x80", 3, 3, 0x800 },
    { "\xE6\xAD\xA9", 3, 3, 0x6B69 }, /* the pawn */
    { "\xED\x9F\xBF", 3, 3, 0xD7FF },
    { "\xEE\x80\x80", 3, 3, 0xE000 },
    { "\xEF\xBF\xBD", 3, 3, 0xFFFD },
    { "\xF0\x90\x80\x80", 4, 4, 0x10000 },
    { "\xF4\x8F\xBF\xBF", 4, 4, 0x10FFFF },
    /* Ill-formed: one byte, U+FFFD. */
    { "\x80", 1, 1, 0xFFFD },                 /* a continuation byte first */
    { "\xBF\x80", 2, 1, 0xFFFD },             /* the same */
    { "\xC0\x80", 2, 1, 0xFFFD },             /* NUL in two bytes */
    { "\xC1\xBF", 2, 1, 0xFFFD },             /* too long a form */
    { "\xE0\x9F\xBF", 3, 1, 0xFFFD },         /* too long a form */
    { "\xF0\x8F\xBF\xBF", 4, 1, 0xFFFD },     /* too long a form */
    { "\xED\xA0\x80", 3, 1, 0xFFFD },         /* half of a surrogate pair */
    { "\xF4\x90\x80\x80", 4, 1, 0xFFFD },     /* past the last code point */
    { "\xF8\x88\x80\x80\x80", 5, 1, 0xFFFD }, /* five bytes, obsolete */
    { "\xFF", 1, 1, 0xFFFD },
    { "\xC3(", 2, 1, 0xFFFD }, /* no continuation byte */
    { "\xE6\xAD(", 3, 1, 0xFFFD },
    { "\xE6\xAD\xA9", 2, 1, 0xFFFD }, /* truncated */
    { "\xE6\xAD\xA9", 1, 1, 0xFFFD },
    { "\xF0\x90\x80\x80", 3, 1, 0xFFFD },
};

static void utf8_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(reads); i++) {
        /* A block of exactly this size, so that a sanitizer detects a read past the end. */
        char *bytes = malloc(reads[i].count);
        assert_non_null(bytes);
        memcpy(bytes, reads[i].bytes, reads[i].count);
        uint32_t code_point = 1;
        assert_int_equal(shg_utf8_read(&code_point, bytes, reads[i].count), reads[i].took);
        assert_int_equal(code_point, reads[i].code_point);
        free(bytes);
    }
}

static const struct {
    const char *bytes;
    size_t count, length;
    bool valid;
} texts[] = {
    { "", 0, 0, true },
    { "abc", 3, 3, true },
    { "\xE6\xAD\xA9", 3, 1, true },
    { "\xEF\xBF\xBD", 3, 1, true }, /* U+FFFD itself, well formed */
    { "a\xE6\xAD\xA9z", 5, 3, true },
    { "a\xE6\xAD", 3, 3, false },
    { "\xFF\xFF", 2, 2, false },
    { "ab\0c", 4, 4, true },
};

static void utf8_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        assert_int_equal(shg_utf8_length(texts[i].bytes, texts[i].count), texts[i].length);
        assert_int_equal(shg_utf8_valid(texts[i].bytes, texts[i].count), texts[i].valid);
    }
}

static void columns(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t columns;
    } rows[] = { { "", 0 },       { "+P", 2 },       { "成香", 4 },
                 { "Ｒ歩ポ", 6 }, { "\xC3\xA9", 1 }, { "a歩", 3 } };
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(shg_text_columns(rows[i].text), rows[i].columns);
}

/* All sequences of one and two bytes: no read past the end, and every byte is consumed. */
static void utf8_every_pair(void **state)
{
    (void)state;
    for (unsigned first = 0; first < 256; first++)
        for (unsigned second = 0; second < 256; second++) {
            const char bytes[2] = { (char)first, (char)second };
            uint32_t code_point;
            const size_t took = shg_utf8_read(&code_point, bytes, 2);
            assert_in_range(took, 1, 2);
            assert_true(took == 1 || (first >= 0xC2 && first <= 0xDF && (second & 0xC0) == 0x80));
            assert_int_equal(code_point == 0xFFFD, took == 1 && first >= 0x80);
        }
}

static void letters(void **state)
{
    (void)state;
    for (int c = -128; c < 128; c++) {
        const char at = (char)c;
        const bool upper = at >= 'A' && at <= 'Z', lower = at >= 'a' && at <= 'z';
        assert_int_equal(shg_is_letter(at), upper || lower);
        assert_int_equal(shg_is_digit(at), at >= '0' && at <= '9');
        assert_int_equal(shg_lower(at), upper ? at + 32 : at);
        assert_int_equal(shg_upper(at), lower ? at - 32 : at);
    }
}

static const struct {
    const char *a, *b;
    bool same;
} pairs[] = {
    { "", "", true },           { "shogi", "SHOGI", true },        { "Chu-Jcsa", "chu-jcsa", true },
    { "shogi", "shog", false }, { "shog", "shogi", false },        { "a", "b", false },
    { "[", "{", false }, /* 0x5B and 0x7B differ in the bit that marks the case of letters */
    { "@", "`", false },        { "\xC3\x89", "\xC3\xA9", false }, /* ASCII only */
};

static void same_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++)
        assert_int_equal(
            shg_text_same(pairs[i].a, strlen(pairs[i].a), pairs[i].b, strlen(pairs[i].b)),
            pairs[i].same);
}

static void contains_a_part(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
        bool contained;
    } rows[] = {
        { "Openings", "open", true }, { "Openings", "INGS", true },
        { "Openings", "", true },     { "", "", true },
        { "", "o", false },           { "ing", "ings", false },
        { "矢倉の本", "の本", true }, { "Openings", "nin", true },
        { "Openings", "nig", false },
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(shg_text_contains(rows[i].text, strlen(rows[i].text), rows[i].part,
                                           strlen(rows[i].part)),
                         rows[i].contained);
}

static void hash_ignores_case(void **state)
{
    (void)state;
    assert_true(shg_text_hash("Bert-1", 6) == shg_text_hash("bERT-1", 6));
    assert_true(shg_text_hash("Bert", 4) == shg_text_hash("bert-1", 4));
    assert_true(shg_text_hash("bert", 4) != shg_text_hash("bert", 3));
    assert_true(shg_text_hash("bert", 4) != shg_text_hash("treb", 4));
}

/* Writes pieces of growing size; the first is empty and still gives a valid text. */
static void growing_buffers(void **state)
{
    (void)state;
    shg_out nothing = shg_out_growing();
    shg_out_format(&nothing, "%s", "");
    assert_string_equal(nothing.bytes, "");
    free(nothing.bytes);
    shg_out out = shg_out_growing();
    char whole[2048] = "";
    size_t length = 0;
    for (size_t piece = 0; piece < 60; piece++) {
        for (size_t i = 0; i < piece; i++)
            whole[length + i] = (char)('a' + piece % 26);
        if (piece % 2 == 0)
            shg_out_bytes(&out, whole + length, piece);
        else
            shg_out_format(&out, "%.*s", (int)piece, whole + length);
        length += piece;
        assert_false(out.spent);
        assert_int_equal(out.length, length);
        assert_int_equal(strlen(out.bytes), length);
        assert_memory_equal(out.bytes, whole, length);
    }
    free(out.bytes);
}

static void misleading_characters(void **state)
{
    (void)state;
    static const struct {
        const char *text, *kept;
        size_t count;
    } rows[] = {
        { "", "", 0 },
        { "plain\ttext\r\n", "plain\ttext\r\n", 0 },
        { "\x1B[31mred", "[31mred", 1 },
        { "\x1B]0;title\x07", "]0;title", 2 },
        { "\x01\x02\x7F", "", 3 },
        { "a\xC2\x9B"
          "31m",
          "a31m", 1 }, /* CSI of C1 */
        { "\xE2\x80\xAE"
          "abc\xE2\x81\xA9",
          "abc", 2 }, /* override, isolate */
        { "\xD8\x9C\xE2\x80\x8E\xE2\x80\x8F", "", 3 },
        { "a\xE2\x80\x8B"
          "b\xEF\xBB\xBF",
          "ab", 2 }, /* spaces of no width */
        { "\xE2\x80\xA8\xE2\x80\xA9", "", 2 },
        { "先手：羽生　善治〜①・ﾊﾌﾞ", "先手：羽生　善治〜①・ﾊﾌﾞ", 0 },
        { "é § ° ± ¿ – — … “x” € ▲△", "é § ° ± ¿ – — … “x” € ▲△", 0 },
        { "\xE2\x80\x8D\xEF\xB8\x8F", "\xE2\x80\x8D\xEF\xB8\x8F",
          0 }, /* joiner, selector: of emoji */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[80];
        size_t bytes = strlen(rows[i].text);
        memcpy(text, rows[i].text, bytes + 1);
        assert_int_equal(shg_text_misleading(text, bytes) < bytes, rows[i].count > 0);
        assert_int_equal(shg_text_strip(text, &bytes), rows[i].count);
        assert_int_equal(bytes, strlen(rows[i].kept));
        assert_memory_equal(text, rows[i].kept, bytes);
    }
    /* The quick look at bytes passes over no character: every one is looked at alone. */
    for (uint32_t c = 1; c < 0x110000; c++) {
        char text[8];
        shg_out out = shg_out_make(text, sizeof text);
        if (c >= 0xD800 && c < 0xE000)
            continue;
        shg_out_code_point(&out, c);
        assert_int_equal(shg_text_misleading(text, out.length) == 0, shg_is_misleading(c));
    }
}

static void names_spelled_otherwise(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool same;
    } names[] = {
        { "Mini Shogi", "mini-shogi", true },
        { "Mini Shogi", "MINISHOGI", true },
        { "Mini Shogi", "mini__shogi ", true },
        { "mini", "ｍｉｎｉ", true },
        { "5五将棋", "５五 将棋", true },
        { "Tai Shogi, rules of HaChu", "tai shogi rules of hachu", true },
        { "5x5+5_shogi", "5x5+5 Shogi", true },
        { "mini", "min", false },
        { "min", "mini", false },
        { "a+", "a", false },
        { "", "", false }, /* no name is the name of nothing */
        { "-", "", false },
        { "", "a", false },
        { "a", " ", false },
    };
    for (size_t i = 0; i < COUNT(names); i++)
        assert_int_equal(
            shg_name_same(names[i].a, strlen(names[i].a), names[i].b, strlen(names[i].b)),
            names[i].same);
}

TEST_SUITE(text)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_every_room),
        cmocka_unit_test(nul_inside),
        cmocka_unit_test(utf8_one),
        cmocka_unit_test(utf8_whole),
        cmocka_unit_test(columns),
        cmocka_unit_test(utf8_every_pair),
        cmocka_unit_test(letters),
        cmocka_unit_test(same_text),
        cmocka_unit_test(contains_a_part),
        cmocka_unit_test(hash_ignores_case),
        cmocka_unit_test(misleading_characters),
        cmocka_unit_test(names_spelled_otherwise),
        cmocka_unit_test(growing_buffers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
