/* rows_test.c: lists in windows of several widths. */
#include "server/session/rows.h"
#include "base/test_suite.h"
#include "support/session.h"
#include "wire/display.h"

/* What a window so wide shows of a text. */
static const char *shown(client *c, unsigned columns, const char *text)
{
    c->session->columns = (uint16_t)columns;
    take_output(c);
    shg_say_rows(c->session, text, strlen(text));
    return take_output(c);
}

static void rows_fit_the_window(void **state)
{
    (void)state;
    static const char row[] =
        "    12  2026/01/02  shogi         Anna              Bert          Black won: "
        "resignation; 1500? -> 1338?\n";
    static const struct {
        unsigned columns;
        const char *text, *shown;
    } rows[] = {
        { 0, row, row }, /* not known */
        { 200, row, row },
        { 80, row,
          "    12  2026/01/02  shogi         Anna              Bert\n"
          "        Black won: resignation; 1500? -> 1338?\n" },
        { 40, row,
          "    12  2026/01/02  shogi         Anna\n        Bert\n"
          "        Black won: resignation; 1500? ->\n        1338?\n" },
        /* words without columns, a word that is too long, an exact fit */
        { 20, "        one two three four\n", "        one two\n        three four\n" },
        { 20, "12345678901234567890123 4\n", "12345678901234567890123 4\n" },
        { 20, "1234567890  12345678\n", "1234567890  12345678\n" },
        { 20, "1234567890  123456789\n", "1234567890\n        123456789\n" },
        /* wide characters count twice; several lines, the last without its end */
        { 20, "将棋将棋将棋  将棋将棋\n", "将棋将棋将棋\n        将棋将棋\n" },
        { 20, "a\n\nsome words  more of them", "a\n\nsome words\n        more of them" },
    };
    client c;
    connect_client(&c);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(shown(&c, rows[i].columns, rows[i].text), rows[i].shown);
    /* No line is wider than any window that is wider than its longest word. */
    for (unsigned columns = 28; columns < 120; columns++) {
        const char *at = shown(&c, columns, row);
        for (; *at; at += strcspn(at, "\n") + 1)
            assert_true(shg_display_columns(at, strcspn(at, "\n")) <= columns);
    }
    disconnect(&c);
}

/* Rows: GEN.13 */
static void messages_fit_the_window(void **state)
{
    (void)state;
    static const struct {
        unsigned columns;
        const char *text, *shown;
    } rows[] = {
        { 0, "There is no game 12 here.\n", "There is no game 12 here.\n" }, /* not known */
        { 25, "There is no game 12 here.\n", "There is no game 12 here.\n" },
        { 24, "There is no game 12 here.\n", "There is no game 12\nhere.\n" },
        { 24, "It is not.  GAMES lists them.\n", "It is not.  GAMES lists\nthem.\n" },
        { 24, "将棋 将棋将棋将棋 将棋将棋。\n", "将棋 将棋将棋将棋\n将棋将棋。\n" },
        /* no sentences: a row of a table, a rank of a board, several lines, the beginning of a line */
        { 24, "Anna     12    blitz, rated\n", "Anna     12    blitz, rated\n" },
        { 24, " : p: p: p: p: p: p: p: p: p\n", " : p: p: p: p: p: p: p: p: p\n" },
        { 24, "12 11 10 9 8 7 6 5 4 3 2 1\n: p: p\n", "12 11 10 9 8 7 6 5 4 3 2 1\n: p: p\n" },
        { 24, "Give the name of the player: ", "Give the name of the player: " },
    };
    client c;
    connect_client(&c);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        c.session->columns = (uint16_t)rows[i].columns;
        take_output(&c);
        shg_say(c.session, "%s", rows[i].text);
        assert_string_equal(take_output(&c), rows[i].shown);
    }
    c.session->columns = 40;
    send_line(&c, "guest");
    expect_contains(send_line(&c, "NEW -x"), "-v -s\n-c -t");
    disconnect(&c);
}

/* Rows: GEN.13 */
static void lists_fit_the_window(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bartholomew.The.Second");
    expect_reply(&anna, "NEW -t 1h/30s*3 -u Bartholomew.The.Second HANDICAP:L@1a,R@8b a long game",
                 "is number");
    static const char *const commands[] = {
        "NEW", "GAMES", "STAT", "HISTORY", "WHO", "SET", "BEST"
    };
    expect_reply(&bert, "NEW 1", "has begun");
    expect_reply(&anna, "NEW -t 1h/30s*3 -u Bartholomew.The.Second HANDICAP:L@1a,R@8b another",
                 "is number");
    expect_reply(&bert, "RESIGN", "(type yes) ");
    send_line(&bert, "yes");
    expect_reply(&bert, "NEW 2", "has begun");
    expect_reply(&anna, "NEW -t 1h/30s*3 -u Bartholomew.The.Second HANDICAP:L@1a,R@8b a third",
                 "is number");
    for (unsigned columns = 40; columns <= 80; columns += 20) {
        bert.session->columns = (uint16_t)columns;
        for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
            for (const char *at = send_line(&bert, commands[i]); *at;) {
                const size_t bytes = strcspn(at, "\n");
                if (strncmp(at, "  ", 2) == 0 && shg_display_columns(at, bytes) > columns)
                    fail_msg("%u columns: %.*s", columns, (int)bytes, at);
                at += bytes + (at[bytes] == '\n');
            }
    }
    disconnect(&anna);
    disconnect(&bert);
}

TEST_SUITE(rows)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_fit_the_window),
        cmocka_unit_test(messages_fit_the_window),
        cmocka_unit_test(lists_fit_the_window),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
