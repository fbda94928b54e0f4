/* questions_test.c: what answers a question, what leaves it, and that nothing typed there does
 * anything later. */
#include "server/game/part.h"
#include "base/test_suite.h"
#include "support/pair.h"

#include <stdlib.h>

/* Asks for a move that may promote, or without CONFIRM for another question. */
typedef struct question {
    const char *command, *prompt;
    const char *yes, *no; /* what follows the answers */
} question;

static const question plain = { "PLAY P-2f", "P-2f <p,o,n,y> ", "Move 3: P-2f\n",
                                "The move was not made.\n" };
static const question promotion = { "PLAY Bx2b", "Promote? <y,n,c> ", "Bx2b+ <p,o,n,y> ",
                                    "The move was not made.\n" };
static const question resigning = { "RESIGN", "Do you really resign? (type yes) ",
                                    "Black resigned: White wins.\n", "You have not resigned.\n" };
static const question leaving = { "TELL Cecil Are you there?",
                                  "Leave the message for Cecil? (y/n) ",
                                  "Your message was left for Cecil.\n",
                                  "The message was not left.\n" };
static const question closing = { "CLOSE", "Close your account forever? (type yes) ",
                                  "password: ", "Your account is kept.\n" };

static int set_up_absent(void **state)
{
    const int failed = set_up_pair(state);
    client cecil;
    if (failed)
        return failed;
    log_in(&cecil, "Cecil");
    disconnect(&cecil);
    start_game(&anna, &bert);
    send_line(&anna, "BOARD");
    play_move(&bert, "P-3d", "P-3d");
    take_output(&anna);
    return 0;
}

static void ask(const question *q)
{
    expect_reply(&anna, q->command, q->prompt);
    take_output(&bert);
}

static size_t events(void)
{
    return (size_t)shg_game_cache_find(server->games->cache, 1)->events;
}

/* y, yes, n and no answer, in any case and with spaces. Rows: ASK.1 PLAY.4.n PLAY.4.y */
static void yes_and_no(void **state)
{
    (void)state;
    static const char *const no[] = { "n", "N", "no", " No ", "NO" };
    static const char *const yes[] = { "y", " Y", "yes", "YES" };
    const question *const asked[] = { &plain, &resigning, &leaving, &closing };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
        for (size_t n = 0; n < sizeof no / sizeof no[0]; n++) {
            ask(asked[i]);
            expect_reply(&anna, no[n], asked[i]->no);
        }
    for (size_t n = 0; n < sizeof yes / sizeof yes[0]; n++) {
        ask(&promotion);
        expect_reply(&anna, yes[n], promotion.yes);
        expect_reply(&anna, "n", "The move was not made.\n");
        ask(&leaving);
        expect_reply(&anna, yes[n], leaving.yes);
        ask(&promotion);
        expect_reply(&anna, no[n], "Bx2b= <p,o,n,y> ");
        expect_reply(&anna, yes[n], "Move 3: Bx2b=\n");
        expect_reply(&anna, "UNDO -t 3", ""); /* the opponent agrees */
        send_line(&bert, "UNDO -t 3");
        send_line(&anna, "BOARD");
        take_output(&anna);
    }
}

/* The words of the player's language are understood beside the English ones. Rows: ASK.1 */
static void in_the_players_language(void **state)
{
    (void)state;
    send_line(&anna, "SET LANGUAGE de");
    static const char *const yes[] = { "j", "ja", "JA", "y", "yes" };
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        send_line(&anna, leaving.command);
        expect_excludes(send_line(&anna, yes[i]), "? (");
    }
}

/* Anything that is no answer and no command is explained in one line, and the question stays.
 * Rows: ASK.4 */
static void other_words_are_explained(void **state)
{
    (void)state;
    static const char *const words[] = { "",  " ",     "perhaps", "nsay bye", "?",  "help",
                                         "x", "yesno", "p-7f",    "b",        "yn", "99" };
    static const struct {
        const question *asked;
        const char *explanation;
    } rows[] = {
        { &plain, "Type y to make the move, n not to make it" },
        { &promotion, "Type y to promote, n not to promote, or cancel" },
        { &resigning, "Type the whole word yes to confirm, or n to go back." },
        { &leaving, "Type y or n." },
        { &closing, "Type the whole word yes to confirm" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_t before = events();
        ask(rows[i].asked);
        for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
            const char *said = send_line(&anna, words[w]);
            expect_contains(said, rows[i].explanation);
            expect_contains(said, rows[i].asked->prompt);
        }
        send_line(&anna, "cancel");
        assert_int_equal(events(), before);
    }
}

/* c, cancel, the names of QUIT and an interrupt leave the question, and nothing else.
 * Rows: ASK.2 */
static void leaving_a_question(void **state)
{
    (void)state;
    static const char *const words[] = { "c", "C", "cancel", " CANCEL ", "quit", "Quit" };
    const question *const asked[] = { &plain, &promotion, &resigning, &leaving, &closing };
    const size_t before = events();
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
            ask(asked[i]);
            const char *said = send_line(&anna, words[w]);
            expect_contains(said, asked[i]->no);
            expect_excludes(said, "Goodbye");
            assert_false(anna.finished);
            assert_null(anna.session->question);
        }
        ask(asked[i]);
        assert_true(shg_session_interrupt(anna.session));
        expect_contains(take_output(&anna), asked[i]->no);
        assert_null(anna.session->question);
    }
    /* With CONFIRM off a promotion can be left, too. */
    send_line(&anna, "SET CONFIRM off");
    for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
        ask(&promotion);
        expect_reply(&anna, words[w], promotion.no);
    }
    assert_int_equal(events(), before);
}

/* A command runs, the question is dropped, and a sentence says so: a later y does nothing.
 * Rows: ASK.3 */
static void a_command_drops_the_question(void **state)
{
    (void)state;
    static const struct {
        const char *line, *wanted;
    } commands[] = {
        { "board", "Move 3: Black to move." },
        { "help play", "PLAY <move>" },
        { "who", "Anna" },
        { "say bye", "Said to Bert." },
        { "set language en", "" },
        { ".again", "Said to Bert." },
        { "PLAY P-9f", "P-9f <p,o,n,y> " },
        { "RESIGN", "(type yes) " },
        { "games", "shogi" },
        { "new *", "" },
    };
    const question *const asked[] = { &plain, &promotion, &resigning, &closing };
    const size_t before = events();
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
        for (size_t c = 0; c < sizeof commands / sizeof commands[0]; c++) {
            ask(asked[i]);
            const char *said = send_line(&anna, commands[c].line);
            expect_contains(said, asked[i]->no);
            expect_contains(said, commands[c].wanted);
            while (anna.session->question)
                send_line(&anna, "n");
            expect_contains(send_line(&anna, "y"), "Unknown command y.");
            assert_int_equal(events(), before);
        }
}

TEST_SUITE(questions)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(yes_and_no, set_up_absent, tear_down_pair),
        cmocka_unit_test_setup_teardown(in_the_players_language, set_up_absent, tear_down_pair),
        cmocka_unit_test_setup_teardown(other_words_are_explained, set_up_absent, tear_down_pair),
        cmocka_unit_test_setup_teardown(leaving_a_question, set_up_absent, tear_down_pair),
        cmocka_unit_test_setup_teardown(a_command_drops_the_question, set_up_absent, tear_down_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
