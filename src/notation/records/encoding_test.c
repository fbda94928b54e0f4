/* encoding_test.c: older Japanese encodings to UTF-8 and back, and their detection. */
#include "shoogi/encoding.h"
#include "base/test_suite.h"

#include "support/notation.h"
#include "shoogi/record.h"

/* The same text four times: characters that vendors map differently, characters that only some have, and half-width
 * kana. */
static const char utf_8[] = "▲７六歩\n同　銀～－∥①龍竜ｱﾞ x";
static const char shift_jis[] =
    "\201\243\202V\230Z\225\340\n\223\257\201@\213\342\201`\201|\201a\207@\227\264\227\263\261\336 x";
static const char euc_jp[] =
    "\242\245\243\267\317\273\312\342\n\306\261\241\241\266\344\241\301\241"
    "\335\241\302\255\241\316\266\316\265\216\261\216\336 x";
static const char iso_2022_jp[] = "\033$B\"%#7O;Jb\033(B\n\033$BF1!!6d!A!]!B-!N6N5\033(I1^\033(B x";

/* Text in UTF-16, with a character of two units. */
static const char wide_utf_8[] = "#A\n\u6B69\U0001F601\uFF01";
static const char utf_16le[] = "\xFF\xFE#\0A\0\n\0\x69\x6B\x3D\xD8\x01\xDE\x01\xFF";
static const char utf_16be[] = "\xFE\xFF\0#\0A\0\n\x6B\x69\xD8\x3D\xDE\x01\xFF\x01";
enum { WIDE_BYTES = sizeof utf_16le - 1 };

static const struct {
    shoogi_encoding encoding;
    const char *bytes;
} same[] = { { SHOOGI_ENCODING_UTF_8, utf_8 },
             { SHOOGI_ENCODING_SHIFT_JIS, shift_jis },
             { SHOOGI_ENCODING_EUC_JP, euc_jp },
             { SHOOGI_ENCODING_ISO_2022_JP, iso_2022_jp } };

/* Decodes text and compares it, and the place and number of the errors. */
static void expect_decoded(shoogi_encoding from, const char *bytes, size_t count,
                           const char *expected, size_t faults_expected, uint32_t line,
                           uint32_t column, const char *message)
{
    char *text;
    size_t text_bytes, faults = 77;
    shoogi_error err = { .status = SHOOGI_OK };
    assert_int_equal(shoogi_text_decode(&text, &text_bytes, from, bytes, count, &faults, &err),
                     SHOOGI_OK);
    assert_string_equal(text, expected);
    assert_int_equal(text_bytes, strlen(expected));
    assert_int_equal(faults, faults_expected);
    if (faults > 0) {
        assert_int_equal(err.status, SHOOGI_PARSE_ERROR);
        assert_string_equal(err.message, message);
        assert_int_equal(err.line, line);
        assert_int_equal(err.column, column);
    }
    shoogi_text_free(text);
}

static void all_mean_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(same); i++) {
        expect_decoded(same[i].encoding, same[i].bytes, strlen(same[i].bytes), utf_8, 0, 0, 0, "");
        assert_int_equal(shoogi_encoding_detect(same[i].bytes, strlen(same[i].bytes)),
                         same[i].encoding);
        char *bytes;
        size_t count, faults = 77;
        assert_int_equal(shoogi_text_encode(&bytes, &count, same[i].encoding, utf_8, strlen(utf_8),
                                            &faults, NULL),
                         SHOOGI_OK);
        assert_string_equal(bytes, same[i].bytes);
        assert_int_equal(count, strlen(same[i].bytes));
        assert_int_equal(faults, 0);
        shoogi_text_free(bytes);
    }
}

static void utf_16_has_two_orders(void **state)
{
    (void)state;
    static const struct {
        shoogi_encoding encoding;
        const char *bytes;
    } orders[] = { { SHOOGI_ENCODING_UTF_16LE, utf_16le }, { SHOOGI_ENCODING_UTF_16BE, utf_16be } };
    for (size_t i = 0; i < COUNT(orders); i++) {
        char *bytes;
        size_t count, faults = 77;
        /* The mark decides, whatever the order asked for; and without it the zeros. */
        for (size_t j = 0; j < COUNT(orders); j++)
            expect_decoded(orders[j].encoding, orders[i].bytes, WIDE_BYTES, wide_utf_8, 0, 0, 0,
                           "");
        expect_decoded(orders[i].encoding, orders[i].bytes + 2, WIDE_BYTES - 2, wide_utf_8, 0, 0, 0,
                       "");
        assert_int_equal(shoogi_encoding_detect(orders[i].bytes, WIDE_BYTES), orders[i].encoding);
        assert_int_equal(shoogi_encoding_detect(orders[i].bytes + 2, WIDE_BYTES - 2),
                         orders[i].encoding);
        assert_int_equal(shoogi_text_encode(&bytes, &count, orders[i].encoding, wide_utf_8,
                                            strlen(wide_utf_8), &faults, NULL),
                         SHOOGI_OK);
        assert_int_equal(count, WIDE_BYTES);
        assert_memory_equal(bytes, orders[i].bytes, WIDE_BYTES);
        assert_int_equal(faults, 0);
        shoogi_text_free(bytes);
        for (size_t cut = 0; cut <= WIDE_BYTES; cut++) {
            char *const part = malloc(cut > 0 ? cut : 1);
            assert_non_null(part);
            memcpy(part, orders[i].bytes, cut);
            char *text;
            size_t text_bytes;
            assert_int_equal(shoogi_text_decode(&text, &text_bytes, orders[i].encoding, part, cut,
                                                &faults, NULL),
                             SHOOGI_OK);
            assert_int_equal(text_bytes, strlen(text));
            assert_in_range(faults, 0, 3);
            shoogi_text_free(text);
            (void)shoogi_encoding_detect(part, cut);
            free(part);
        }
    }
    /* Zero bytes in damaged text do not make it UTF-16. */
    assert_int_equal(shoogi_encoding_detect("ab\0cdefghijklmnopqr", 18), SHOOGI_ENCODING_UTF_8);
    assert_int_equal(shoogi_encoding_detect("a\0\0bcdef", 8), SHOOGI_ENCODING_UTF_8);
    assert_int_equal(shoogi_encoding_detect("", 0), SHOOGI_ENCODING_UTF_8);
}

static void extensions_mean_encodings(void **state)
{
    (void)state;
    static const struct {
        const char *extension;
        shoogi_encoding encoding;
    } all[] = { { "kif", SHOOGI_ENCODING_SHIFT_JIS }, { "KI2", SHOOGI_ENCODING_SHIFT_JIS },
                { "kifu", SHOOGI_ENCODING_UTF_8 },    { "ki2u", SHOOGI_ENCODING_UTF_8 },
                { "csa", SHOOGI_ENCODING_COUNT },     { "", SHOOGI_ENCODING_COUNT },
                { "kif ki2", SHOOGI_ENCODING_COUNT } };
    for (size_t i = 0; i < COUNT(all); i++)
        assert_int_equal(shoogi_encoding_of_extension(all[i].extension), all[i].encoding);
}

/* Detection at every length: nothing is read past the end. */
static void cut_at_every_length(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(same); i++)
        for (size_t count = 0; count <= strlen(same[i].bytes); count++) {
            char *const cut = malloc(count > 0 ? count : 1);
            assert_non_null(cut);
            memcpy(cut, same[i].bytes, count);
            char *text;
            size_t text_bytes, faults;
            assert_int_equal(
                shoogi_text_decode(&text, &text_bytes, same[i].encoding, cut, count, &faults, NULL),
                SHOOGI_OK);
            assert_int_equal(text_bytes, strlen(text));
            assert_in_range(faults, 0, 3);
            shoogi_text_free(text);
            (void)shoogi_encoding_detect(cut, count);
            free(cut);
        }
}

static void bytes_that_are_no_text(void **state)
{
    (void)state;
    static const struct {
        shoogi_encoding encoding;
        const char *bytes;
        size_t count;
        const char *text;
        size_t faults;
        uint32_t line, column;
        const char *message;
    } bad[] = {
        { SHOOGI_ENCODING_UTF_8, "a\nb\xC3(\xE6\xAD\xA9\x80", 9, "a\nb\\xC3(歩\\x80", 2, 2, 2,
          "expected a character of UTF-8, found \"\\xC3\"" },
        { SHOOGI_ENCODING_UTF_8, "\xEF\xBB\xBF\0x", 5, "\\x00x", 1, 1, 1,
          "expected a character of UTF-8, found \"\\x00\"" },
        { SHOOGI_ENCODING_SHIFT_JIS, "\225\340\r\n\225\340\0\x80z\225", 10,
          "歩\r\n歩\\x00\\x80z\\x95", 3, 2, 2,
          "expected a character of Shift_JIS, found \"\\x00\"" },
        { SHOOGI_ENCODING_EUC_JP, "\r\r\x8E", 3, "\r\r\\x8E", 1, 3, 1,
          "expected a character of EUC-JP, found \"\\x8E\"" },
        { SHOOGI_ENCODING_ISO_2022_JP, "\033$BJ\nJb", 7, "\\xCA\nJb", 1, 1, 1,
          "expected a character of ISO-2022-JP, found \"\\xCA\"" },
        { SHOOGI_ENCODING_UTF_16LE, "a\0\n\0\x3D\xD8z\0\0\0\x00\xDE.", 13,
          "a\n\\x3D\\xD8z\\x00\\x00\\x00\\xDE\\x2E", 7, 2, 1,
          "expected a character of UTF-16LE, found \"\\x3D\"" },
        { SHOOGI_ENCODING_UTF_16BE, "\0a\xDE\x00", 4, "a\\xDE\\x00", 2, 1, 2,
          "expected a character of UTF-16BE, found \"\\xDE\"" },
    };
    for (size_t i = 0; i < COUNT(bad); i++)
        expect_decoded(bad[i].encoding, bad[i].bytes, bad[i].count, bad[i].text, bad[i].faults,
                       bad[i].line, bad[i].column, bad[i].message);
}

/* An error in each byte: reading one must not depend on how much remains. */
static void nothing_but_faults(void **state)
{
    (void)state;
    static char bytes[SHOOGI_RECORD_BYTES_MAX / (TEST_SANITIZED ? 16 : 4)];
    static const char signs[] = { '\xFF', '\0' };
    for (size_t i = 0; i < sizeof signs; i++) {
        memset(bytes, signs[i], sizeof bytes);
        for (unsigned e = 0; e < COUNT(same); e++) {
            char *text;
            size_t text_bytes, faults;
            assert_int_equal(shoogi_text_decode(&text, &text_bytes, same[e].encoding, bytes,
                                                sizeof bytes, &faults, NULL),
                             SHOOGI_OK);
            assert_int_equal(text_bytes, 4 * sizeof bytes);
            assert_int_equal(faults, sizeof bytes);
            shoogi_text_free(text);
        }
        assert_int_equal(shoogi_encoding_detect(bytes, sizeof bytes), SHOOGI_ENCODING_UTF_8);
    }
}

static void evidence(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        shoogi_encoding encoding;
    } texts[] = {
        { "", SHOOGI_ENCODING_UTF_8 },
        { "+7776FU", SHOOGI_ENCODING_UTF_8 },
        { "\xEF\xBB\xBF\x82",
          SHOOGI_ENCODING_UTF_8 }, /* a byte order mark decides before all else */
        /* Valid in both: half-width kana, or kanji. */
        { "\260\261\262\263", SHOOGI_ENCODING_EUC_JP },
        { "#KIF version=2.0 encoding=Shift_JIS\n\260\261", SHOOGI_ENCODING_SHIFT_JIS },
        { "'CSA encoding=SHIFT_JIS\r\nN+\260\261\r\n", SHOOGI_ENCODING_SHIFT_JIS },
        { "V2\n'Encoding=sjis x\n\260\261", SHOOGI_ENCODING_SHIFT_JIS },
        { "N+encoding=sjis\n\260\261", SHOOGI_ENCODING_EUC_JP }, /* no remark */
        { "#encoding=sjis\n▲７六歩", SHOOGI_ENCODING_UTF_8 },    /* declared, and wrong */
        { "#encoding=latin-1\n\260\261", SHOOGI_ENCODING_EUC_JP },
        /* In mixed text the majority decides. */
        { "▲７六歩 △３四歩 \225\340", SHOOGI_ENCODING_UTF_8 },
        { "\201\243\202V\230Z\225\340 \xE6\xAD\xA9", SHOOGI_ENCODING_SHIFT_JIS },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        const shoogi_encoding found =
            shoogi_encoding_detect(texts[i].bytes, strlen(texts[i].bytes));
        if (found != texts[i].encoding)
            fail_msg("text %zu: %s", i, shoogi_encoding_name(found));
    }
}

static void characters_that_are_missing(void **state)
{
    (void)state;
    static const struct {
        shoogi_encoding encoding;
        const char *text, *bytes;
        size_t faults;
        uint32_t line, column;
        const char *found;
    } missing[] = {
        { SHOOGI_ENCODING_SHIFT_JIS, "歩\n☗😀é歩", "\225\340\n\201\243\201\254\201\254\225\340", 2,
          2, 2, "😀" },
        { SHOOGI_ENCODING_EUC_JP, "☖歩\u301C", "\242\244\312\342\241\301", 0, 0, 0, NULL },
        { SHOOGI_ENCODING_ISO_2022_JP, "♥", "\033$B\".\033(B", 1, 1, 1, "♥" },
        /* A control from U+0080 to U+009F, which the C library would accept. */
        { SHOOGI_ENCODING_ISO_2022_JP,
          "\xC2\x95"
          "歩",
          "\033$B\".Jb\033(B", 1, 1, 1, NULL },
        { SHOOGI_ENCODING_EUC_JP,
          "\xC2\x95"
          "歩",
          "\242\256\312\342", 1, 1, 1, NULL },
        { SHOOGI_ENCODING_ISO_2022_JP, "\033(I", "\033$B\".\033(B(I", 1, 1, 1, NULL },
        { SHOOGI_ENCODING_UTF_8, "☗♥😀", "☗♥😀", 0, 0, 0, NULL },
    };
    for (size_t i = 0; i < COUNT(missing); i++) {
        char *bytes, message[SHOOGI_MESSAGE_BYTES];
        size_t count, faults = 77;
        shoogi_error err = { .status = SHOOGI_OK };
        assert_int_equal(shoogi_text_encode(&bytes, &count, missing[i].encoding, missing[i].text,
                                            strlen(missing[i].text), &faults, &err),
                         SHOOGI_OK);
        assert_string_equal(bytes, missing[i].bytes);
        assert_int_equal(count, strlen(bytes));
        assert_int_equal(faults, missing[i].faults);
        if (missing[i].found) {
            snprintf(message, sizeof message, "expected a character of %s, found \"%s\"",
                     shoogi_encoding_name(missing[i].encoding), missing[i].found);
            assert_string_equal(err.message, message);
            assert_int_equal(err.line, missing[i].line);
            assert_int_equal(err.column, missing[i].column);
        }
        shoogi_text_free(bytes);
    }
    char *bytes;
    size_t count;
    assert_int_equal(
        shoogi_text_encode(&bytes, &count, SHOOGI_ENCODING_EUC_JP, "\xFF", 1, NULL, NULL),
        SHOOGI_PARSE_ERROR);
}

/* Every character of an encoding converts there and back; with sanitizers every seventh. */
static void every_character_comes_back(void **state)
{
    (void)state;
    enum { STEP = TEST_SANITIZED ? 7 : 1 };
    for (unsigned e = 0; e < SHOOGI_ENCODING_COUNT; e++) {
        unsigned held = 0;
        for (uint32_t c = 0x80; c < 0x10000; c += STEP) {
            if ((c >= 0xD800 && c < 0xF900) || c == 0xFEFF || c == 0xFFFD)
                /* surrogates, private use, the byte order mark, non-characters */
                continue;
            const char text[] = { (char)(0xE0 | c >> 12), (char)(0x80 | (c >> 6 & 0x3F)),
                                  (char)(0x80 | (c & 0x3F)), '\0' };
            const char two[] = { (char)(0xC0 | c >> 6), (char)(0x80 | (c & 0x3F)), '\0' };
            const char *const utf8 = c < 0x800 ? two : text;
            char *bytes, *again, *twice;
            size_t count, again_bytes, twice_bytes, faults;
            assert_int_equal(shoogi_text_encode(&bytes, &count, (shoogi_encoding)e, utf8,
                                                strlen(utf8), &faults, NULL),
                             SHOOGI_OK);
            assert_int_equal(shoogi_text_decode(&again, &again_bytes, (shoogi_encoding)e, bytes,
                                                count, &faults, NULL),
                             SHOOGI_OK);
            assert_int_equal(faults, 0);
            assert_int_equal(shoogi_text_encode(&twice, &twice_bytes, (shoogi_encoding)e, again,
                                                again_bytes, &faults, NULL),
                             SHOOGI_OK);
            assert_string_equal(bytes, twice);
            held += strcmp(again, utf8) == 0;
            shoogi_text_free(bytes);
            shoogi_text_free(again);
            shoogi_text_free(twice);
        }
        assert_in_range(held, 6800 / STEP, 0x10000);
    }
}

static void words(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        shoogi_encoding encoding;
    } known[] = {
        { "utf-8", SHOOGI_ENCODING_UTF_8 },      { "SHIFT_JIS", SHOOGI_ENCODING_SHIFT_JIS },
        { "cp932", SHOOGI_ENCODING_SHIFT_JIS },  { "euc-jp", SHOOGI_ENCODING_EUC_JP },
        { "jis", SHOOGI_ENCODING_ISO_2022_JP },  { "", SHOOGI_ENCODING_COUNT },
        { "sjis cp932", SHOOGI_ENCODING_COUNT }, { "latin-1", SHOOGI_ENCODING_COUNT },
        { "windows-31", SHOOGI_ENCODING_COUNT },
    };
    for (size_t i = 0; i < COUNT(known); i++)
        assert_int_equal(shoogi_encoding_find(known[i].word, strlen(known[i].word)),
                         known[i].encoding);
    assert_string_equal(shoogi_encoding_name(SHOOGI_ENCODING_SHIFT_JIS), "Shift_JIS");
    assert_string_equal(shoogi_encoding_name(SHOOGI_ENCODING_COUNT), "unknown");
}

TEST_SUITE(encoding)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_mean_the_same),
        cmocka_unit_test(utf_16_has_two_orders),
        cmocka_unit_test(extensions_mean_encodings),
        cmocka_unit_test(cut_at_every_length),
        cmocka_unit_test(bytes_that_are_no_text),
        cmocka_unit_test(nothing_but_faults),
        cmocka_unit_test(evidence),
        cmocka_unit_test(characters_that_are_missing),
        cmocka_unit_test(every_character_comes_back),
        cmocka_unit_test(words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
