/* game_chat_test.c: data stored with a game: chat, notes, and the request not to analyse; and
 * who may read each. */
#include "server/game/game_chat.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "support/pair.h"

static client cecil;

static int set_up_game(void **state)
{
    const int failed = set_up_pair(state);
    if (failed)
        return failed;
    log_in(&cecil, "Cecil");
    start_game(&anna, &bert);
    send_line(&anna, "BOARD");
    char line[40];
    snprintf(line, sizeof line, "OBSERVE %lld", (long long)anna.session->current_game);
    send_line(&cecil, line);
    snprintf(line, sizeof line, "BOARD %lld", (long long)anna.session->current_game);
    send_line(&cecil, line);
    take_output(&bert);
    return 0;
}

static int tear_down_game(void **state)
{
    disconnect(&cecil);
    return tear_down_pair(state);
}

/* Waits until background writes are stored. */
static void store_all(void)
{
    wait_for_jobs();
}

/* Rows: TALK */
static void talk(void **state)
{
    (void)state;
    expect_reply(&anna, "TALK", "There are no messages about game ");
    send_line(&anna, "SAY Good evening");
    send_line(&bert, "SAY The same to you");
    send_line(&cecil, "KIBITZ What a game");
    send_line(&cecil, "WHISPER White is lost");
    store_all();
    const char *said = send_line(&anna, "TALK");
    expect_contains(said, "  Anna says: Good evening\n");
    expect_contains(said, "  Bert says: The same to you\n");
    expect_contains(said, "  Cecil kibitzes: What a game\n");
    expect_excludes(said, "lost");
    said = send_line(&cecil, "TALK");
    expect_excludes(said, "Good evening");
    expect_contains(said, "What a game\n");
    expect_contains(said, "White is lost\n");
    send_line(&bert, "IGNORE Cecil");
    said = send_line(&bert, "TALK");
    expect_excludes(said, "What a game");
    expect_contains(said, "Good evening");
    /* An absent player reads it after the next login. */
    disconnect(&bert);
    expect_reply(&anna, "SAY Are you there?", "Leave the message for Bert? (y/n) ");
    send_line(&anna, "no");
    store_all();
    log_in(&bert, "Bert");
    expect_reply(&bert, "TALK", "Anna says: Are you there?\n");
    send_line(&bert, "BOARD");
    send_line(&bert, "RESIGN");
    send_line(&bert, "yes");
    expect_reply(&anna, "TALK", "White is lost\n");
    expect_excludes(send_line(&cecil, "TALK"), "Good evening");
}

/* Rows: NOTE */
static void notes(void **state)
{
    (void)state;
    expect_reply(&anna, "NOTE", "You have no notes on game ");
    expect_reply(&anna, "NOTE he opens early", "Noted.\n");
    expect_reply(&anna, "NOTE watch the head of the bishop", "Noted.\n");
    expect_reply(&anna, "NOTE", "he opens early\nwatch the head of the bishop\n");
    expect_reply(&bert, "NOTE", "You have no notes on game ");
    expect_reply(&cecil, "NOTE a good game", "Noted.\n"); /* anyone who sees it may */
    expect_reply(&cecil, "NOTE", "a good game\n");
    disconnect(&anna);
    log_in(&anna, "Anna");
    expect_reply(&anna, "NOTES", "he opens early\n");
    send_line(&anna, "NOTE -c anew");
    expect_excludes(send_line(&anna, "NOTE"), "early");
    expect_reply(&anna, "NOTE", "anew\n");
    expect_reply(&anna, "NOTE -c", "You have no notes on game ");
    expect_reply(&anna, "NOTE", "You have no notes on game ");
    char line[1000] = "NOTE ";
    memset(line + 5, 'x', 900);
    for (int i = 0; i < SHG_NOTE_BYTES_MAX / 901; i++)
        expect_reply(&anna, line, "Noted.\n");
    expect_reply(&anna, line,
                 "Your notes on a game may have at most 4096 bytes.  NOTE -c clears "
                 "them.");
    expect_reply(&anna, "NOTE short", "Noted.\n");
    client guest;
    connect_client(&guest);
    send_line(&guest, "guest");
    snprintf(line, sizeof line, "BOARD %lld", (long long)anna.session->current_game);
    send_line(&guest, line);
    expect_reply(&guest, "NOTE x", "Guests cannot keep notes.  Register to keep some.");
    disconnect(&guest);
}

/* Rows: ANALYSIS */
static void analysis(void **state)
{
    (void)state;
    expect_reply(&anna, "ANALYSIS perhaps", "\"perhaps\" should be ON or OFF");
    expect_reply(&anna, "ANALYSIS off", " will be asked not to analyse it.");
    expect_reply(&cecil, "KIBITZ hm", "(Anna asks others not to analyse this game.)\n");
    expect_reply(&cecil, "BOARD", "Black asks others not to analyse.\n");
    send_line(&bert, "RESIGN");
    send_line(&bert, "yes");
    forget_game(anna.session->current_game);
    expect_reply(&cecil, "KIBITZ hm", "(Anna asks others not to analyse this game.)\n");
    expect_reply(&cecil, "ANALYSIS ON", "You do not play in game ");
    expect_reply(&anna, "ANALYSIS ON", "You allow others to analyse game ");
    expect_excludes(send_line(&cecil, "KIBITZ hm"), "analysis");
    expect_excludes(send_line(&cecil, "BOARD"), "analysis");
}

static void who_reads(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        int colour;
        bool over, reads;
    } rows[] = {
        { "say", 0, false, true },      { "say", 1, true, true },
        { "say", -1, false, false },    { "say", -1, true, false },
        { "kibitz", -1, false, true },  { "kibitz", 0, false, true },
        { "whisper", -1, false, true }, { "whisper", 0, false, false },
        { "whisper", 1, true, true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(shg_game_chat_is_for(rows[i].kind, rows[i].colour, rows[i].over),
                         rows[i].reads);
}

TEST_SUITE(game_chat)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(talk, set_up_game, tear_down_game),
        cmocka_unit_test_setup_teardown(notes, set_up_game, tear_down_game),
        cmocka_unit_test_setup_teardown(analysis, set_up_game, tear_down_game),
        cmocka_unit_test(who_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
