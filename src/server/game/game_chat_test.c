/* game_chat_test.c: what stays with a game: talk, notes, and the wish for no analysis; who reads which. */
#include "server/game/game_chat.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "support/pair.h"

static person cecil;

static int set_up_game(void **state)
{
    const int failed = set_up_both(state);
    if (failed)
        return failed;
    log_in(&cecil, "Cecil");
    begin(&anna, &bert);
    ask(&anna, "BOARD");
    char line[40];
    snprintf(line, sizeof line, "OBSERVE %lld", (long long)anna.session->current_game);
    ask(&cecil, line);
    snprintf(line, sizeof line, "BOARD %lld", (long long)anna.session->current_game);
    ask(&cecil, line);
    heard(&bert);
    return 0;
}

static int tear_down_game(void **state)
{
    leave(&cecil);
    return tear_down_both(state);
}

/* Until what nobody waits for is stored. */
static void store_all(void)
{
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
}

/* Rows: TALK */
static void talk(void **state)
{
    (void)state;
    expect(&anna, "TALK", "Nothing was said at game ");
    ask(&anna, "SAY Good evening");
    ask(&bert, "SAY The same to you");
    ask(&cecil, "KIBITZ What a game");
    ask(&cecil, "WHISPER White is lost");
    store_all();
    const char *said = ask(&anna, "TALK");
    expect_in(said, "  Anna says: Good evening\n");
    expect_in(said, "  Bert says: The same to you\n");
    expect_in(said, "  Cecil kibitzes: What a game\n");
    lacks(said, "lost");
    said = ask(&cecil, "TALK");
    lacks(said, "Good evening");
    expect_in(said, "What a game\n");
    expect_in(said, "White is lost\n");
    ask(&bert, "IGNORE Cecil");
    said = ask(&bert, "TALK");
    lacks(said, "What a game");
    expect_in(said, "Good evening");
    /* Who is not there reads it when he comes. */
    leave(&bert);
    expect(&anna, "SAY Are you there?", "Leave the message for Bert? (yes) ");
    ask(&anna, "no");
    store_all();
    log_in(&bert, "Bert");
    expect(&bert, "TALK", "Anna says: Are you there?\n");
    ask(&bert, "BOARD");
    ask(&bert, "RESIGN");
    ask(&bert, "yes");
    expect(&anna, "TALK", "White is lost\n");
    lacks(ask(&cecil, "TALK"), "Good evening");
}

/* Rows: NOTE */
static void notes(void **state)
{
    (void)state;
    expect(&anna, "NOTE", "You have no notes on game ");
    expect(&anna, "NOTE he opens early", "Noted.\n");
    expect(&anna, "NOTE watch the head of the bishop", "Noted.\n");
    expect(&anna, "NOTE", "he opens early\nwatch the head of the bishop\n");
    expect(&bert, "NOTE", "You have no notes on game ");
    expect(&cecil, "NOTE a good game", "Noted.\n"); /* whoever sees it may */
    expect(&cecil, "NOTE", "a good game\n");
    leave(&anna);
    log_in(&anna, "Anna");
    expect(&anna, "NOTES", "he opens early\n");
    ask(&anna, "NOTE -c anew");
    lacks(ask(&anna, "NOTE"), "early");
    expect(&anna, "NOTE", "anew\n");
    expect(&anna, "NOTE -c", "You have no notes on game ");
    expect(&anna, "NOTE", "You have no notes on game ");
    char line[1000] = "NOTE ";
    memset(line + 5, 'x', 900);
    for (int i = 0; i < SHG_NOTE_BYTES_MAX / 901; i++)
        expect(&anna, line, "Noted.\n");
    expect(&anna, line, "Your notes on a game have at most 4096 bytes");
    expect(&anna, "NOTE short", "Noted.\n");
    person guest;
    arrive(&guest);
    ask(&guest, "guest");
    snprintf(line, sizeof line, "BOARD %lld", (long long)anna.session->current_game);
    ask(&guest, line);
    expect(&guest, "NOTE x", "Of you nothing is stored yet");
    leave(&guest);
}

/* Rows: ANALYSIS */
static void analysis(void **state)
{
    (void)state;
    expect(&anna, "ANALYSIS perhaps", "input:1:10: expected ON or OFF, found \"perhaps\"");
    expect(&anna, "ANALYSIS off", "is told that you ask for no analysis.");
    expect(&cecil, "KIBITZ hm", "(Anna asks for no analysis of this game.)\n");
    expect(&cecil, "BOARD", "Black asks for no analysis.\n");
    ask(&bert, "RESIGN");
    ask(&bert, "yes");
    shg_game_set_stale(shg_game_cache_find(server->games->cache, anna.session->current_game));
    expect(&cecil, "KIBITZ hm", "(Anna asks for no analysis of this game.)\n");
    expect(&cecil, "ANALYSIS ON", " is not yours: ");
    expect(&anna, "ANALYSIS ON", " may be analysed once it is over");
    lacks(ask(&cecil, "KIBITZ hm"), "analysis");
    lacks(ask(&cecil, "BOARD"), "analysis");
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
        assert_int_equal(shg_remark_is_for(rows[i].kind, rows[i].colour, rows[i].over),
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
