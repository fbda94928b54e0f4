/* message_test.c: translating the library's messages. */
#include "language/language_int.h"
#include "base/test_suite.h"
#include "language/message.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static const char *said_in(shg_translation *found, const char *code, const char *message)
{
    *found = shg_message_in(shg_language_find(code, 2), message);
    return found->text;
}

static void test_messages(void **state)
{
    (void)state;
    static const struct {
        const char *english, *german, *japanese;
    } rows[] = {
        { "the piece does not move like that", "so zieht der Stein nicht",
          "その駒はそのように動けません" },
        { "two unpromoted pawns on file 3 (nifu)", "zwei unbeförderte Bauern auf Linie 3 (Nifu)",
          "二歩です（3筋）" },
        { "a pawn may not be dropped to give checkmate (uchifuzume)",
          "ein Bauer darf nicht mit Matt eingesetzt werden (Uchifuzume)", "打ち歩詰めです" },
        { "three unpromoted lions on file 3", "dreimal Löwe, unbefördert, auf Linie 3",
          "3筋に獅子が3枚になります" },
        { "expected a text as \"name\", found \"[1]\"",
          "erwartet: ein Text als „name“, gefunden: „[1]“",
          "「[1]」とありますが、「name」には文字列が必要です" },
        /* arguments in another order; names of pieces with and without an article */
        { "a lion is in the way on 5e", "Löwe steht auf 5e im Weg", "途中の5eに獅子があります" },
        { "an elephant does not move from 2b to 10c", NULL, "ぞうは2bから10cへは動けません" },
        { "the lion on 7f is not yours", "Löwe auf 7f gehört nicht Ihnen",
          "7fの獅子はあなたの駒ではありません" },
        { "your king would be in check from 1a, 2b and 3c",
          "Ihr König stünde im Schach von 1a, 2b und 3c",
          "1a, 2bと3cからの王手で玉将が取られます（王手放置）" },
        /* faults: the expected part is translated, the found part is not */
        { "expected a square of this board, found \"a lion\"",
          "erwartet: ein Feld dieses Bretts, gefunden: „a lion“",
          "「a lion」とありますが、この盤のマスが必要です" },
        { "warning: expected a known parameter, perhaps files, found \"flies\"",
          "Hinweis: erwartet: ein bekannter Parameter, vielleicht files, gefunden: „flies“",
          "注意：「flies」とありますが、既知の項目（おそらくfiles）が必要です" },
        { "expected 0 or 1, found end of line", "erwartet: 0 oder 1, gefunden: das Ende der Zeile",
          "0または1が必要ですが、ここで行が終わっています" },
        { "move 35: expected a square of this board, found end of text",
          "Zug 35: erwartet: ein Feld dieses Bretts, gefunden: das Ende des Textes",
          "35手目：この盤のマスが必要ですが、ここで終わっています" },
        { "expected a base without errors (3:14: expected 0 or 1, found \"x\"), found \"mine\"",
          "erwartet: eine Grundlage ohne Fehler (3:14: erwartet: 0 oder 1, gefunden: „x“), "
          "gefunden: „mine“",
          NULL },
        /* pieces without a translation keep their article */
        { "a frobnicator is in the way on 5e", "a frobnicator steht auf 5e im Weg", NULL },
        /* %u matches digits only */
        { "two unpromoted lions on file x (nifu)", "two unpromoted lions on file x (nifu)",
          "two unpromoted lions on file x (nifu)" },
        { "", "", "" },
        { "There is no such message.", "There is no such message.", "There is no such message." },
    };
    shg_translation found;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(said_in(&found, "en", rows[i].english), rows[i].english);
        if (rows[i].german)
            assert_string_equal(said_in(&found, "de", rows[i].english), rows[i].german);
        if (rows[i].japanese)
            assert_string_equal(said_in(&found, "ja", rows[i].english), rows[i].japanese);
    }
}

/* Every format matches the messages made from it, unless another format makes the same message from other arguments. */
static void test_every_format(void **state)
{
    (void)state;
    size_t recognised = 0;
    assert_true(shg_message_format_count > 100);
    for (size_t i = 0; i < shg_message_format_count; i++) {
        char message[512];
        size_t length = 0;
        for (const char *at = shg_message_formats[i]; *at != '\0';) {
            const size_t literal = strcspn(at, "%");
            memcpy(message + length, at, literal);
            length += literal;
            at += literal;
            if (*at == '\0')
                break;
            at += strcspn(at, "sudXi") + 1;
            message[length++] = at[-1] == 's' ? 'Q' : '7';
        }
        message[length] = '\0';
        shg_translation found;
        recognised += strcmp(said_in(&found, "ja", message), message) != 0;
    }
    /* "a %s", "an %s" and the like need a known argument */
    assert_true(recognised + 12 > shg_message_format_count);
}

/* Hostile messages stay cheap, and come out complete and in bounds. */
static void test_hostile_messages(void **state)
{
    (void)state;
    static const char *const pieces[] = { "expected ", ", found \"", "\"",       "a ",
                                          "the ",      " on ",       "%s%n",     "move 1: ",
                                          "warning: ", "(1:1: ",     "), found", "\xE6" };
    uint32_t random = 1;
    for (int round = 0; round < 3000; round++) {
        char message[160] = "";
        for (size_t length = 0;;) {
            random = random * 1664525 + 1013904223;
            const char *piece = pieces[(random >> 16) % (sizeof pieces / sizeof pieces[0])];
            if (length + strlen(piece) >= sizeof message)
                break;
            memcpy(message + length, piece, strlen(piece) + 1);
            length += strlen(piece);
        }
        shg_translation found;
        assert_true(strlen(said_in(&found, "ja", message)) < sizeof found.text);
        assert_true(strlen(found.text) > 0);
    }
    char longer[4096];
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    shg_translation found;
    assert_int_equal(strlen(said_in(&found, "de", longer)), sizeof found.text - 1);
    memcpy(longer, "warning: ", 9);
    assert_memory_equal(said_in(&found, "de", longer), "warning: aaa", 12);
}

TEST_SUITE(message)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_every_format),
        cmocka_unit_test(test_hostile_messages),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("message", tests, NULL, NULL);
}
