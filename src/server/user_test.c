/* user_test.c: who players are, how their games ended, and the records of them. */
#include "server/pair_support.h"
#include "shoogi/record.h"

static void resign(person *p)
{
    ask(p, "BOARD");
    ask(p, "RESIGN");
    expect(p, "yes", "resigned");
}

/* Rows: USER.1 USER.2 USER.3 USER.4 PAT.1 */
static void users(void **state)
{
    (void)state;
    begin(&anna, &bert);
    resign(&bert);
    challenge(&anna, &bert, "NEW -v chu W");
    ask(&anna, "DRAW");
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    ask(&anna, line);
    ask(&anna, "DRAW");
    expect(&bert, "DRAW", "drawn");
    begin(&anna, &bert);
    ask(&anna, "SET BSTYLE 1");
    const char *said = ask(&anna, "USER");
    expect_in(said, "Anna\n  since 20");
    expect_in(said, " UTC, last seen 20");
    expect_in(said, "  games running: 1\n");
    expect_in(said, "  shogi             won 1, lost 0, drawn 0, without contest 0\n");
    expect_in(said, "  chu               won 0, lost 0, drawn 1, without contest 0\n");
    expect_in(said, "  settings: BSTYLE=1\n");
    said = ask(&anna, "stats *");
    expect_in(said, "  shogi             won 0, lost 1, drawn 0, without contest 0\n");
    const char *first = strstr(said, "Anna\n");
    assert_non_null(first);
    expect_in(first, "Bert\n");
    expect_in(said, "2 players match.\n");
    lacks(said, "settings");
    said = ask(&anna, "User *RT");
    lacks(said, "Anna");
    expect_in(said, "1 player matches.\n");
    expect(&anna, "USER bert", "Bert\n");
    expect(&anna, "USER b", "0 players match.\n");
    expect(&anna, "USER a<b", "input:1:9: expected > at the end of the group");
    expect(&anna, "STAT", "(* your turn, ! something you have not seen)"); /* another command */
    person guest;
    arrive(&guest);
    ask(&guest, "guest");
    expect(&guest, "USER", ": a guest, of whom nothing is stored yet.\n");
    leave(&guest);
}

/* Rows: HISTORY */
static void histories(void **state)
{
    (void)state;
    expect(&anna, "HISTORY", "No game of Anna is finished yet.\n");
    begin(&anna, &bert);
    resign(&bert);
    begin(&bert, &anna);
    const char *said = ask(&anna, "HISTORY");
    expect_in(said, "  Game  Ended (UTC)");
    expect_in(said, "Anna              Bert                 1  Black won: resignation\n");
    lacks(said, "Bert              Anna");
    expect(&anna, "history BERT", "Black won: resignation\n");
    expect(&anna, "HISTORY nobody", "There is no player called nobody.\n");
}

/* Rows: PASSWORD */
static void passwords(void **state)
{
    (void)state;
    expect(&anna, "PASSWORD", "old password: ");
    assert_int_equal(anna.typing, SHG_TYPING_HIDDEN);
    expect(&anna, "wrong horse", "Wrong password.  Your password is as before.\n> ");
    assert_int_not_equal(anna.typing, SHG_TYPING_HIDDEN);
    ask(&anna, "PASSWORD");
    expect(&anna, "correct horse", "new password: ");
    expect(&anna, "short", "A password has at least 6 characters.\nnew password: ");
    expect(&anna, "battery staple", "new password again: ");
    expect(&anna, "battery stable", "The two are not the same.  Your password is as before.\n");
    ask(&anna, "PASSWORD");
    ask(&anna, "correct horse");
    ask(&anna, "battery staple");
    assert_int_equal(anna.typing, SHG_TYPING_HIDDEN);
    expect(&anna, "battery staple", "Your password has been changed.\n> ");
    leave(&anna);
    arrive(&anna);
    ask(&anna, "Anna");
    expect(&anna, "correct horse", "Wrong password.");
    ask(&anna, "Anna");
    expect(&anna, "battery staple", "Welcome, Anna.");
    person guest;
    arrive(&guest);
    ask(&guest, "guest");
    expect(&guest, "PASSWORD", "Guests have no password");
    leave(&guest);
    /* One who goes while it is being looked at. */
    ask(&bert, "PASSWORD");
    type(&bert, "correct horse");
    leave(&bert);
    log_in(&bert, "Bert");
}

/* Rows: SHELL.2 SHELL.4 */
static void no_shell(void **state)
{
    (void)state;
    static const char *const lines[] = { "SHELL", "SHELL ls -la", "PUSH", "!", "!ls -la", "! ls" };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        expect(&anna, lines[i], "This server has no shell to give: sorry.");
}

/* Rows: EXPORT */
static void records(void **state)
{
    (void)state;
    expect(&anna, "EXPORT", "You have no current game");
    challenge(&anna, &bert, "NEW * P-7f A friendly game");
    play(&bert, "P-3d", "P-3d");
    const char *said = ask(&anna, "EXPORT");
    expect_in(said, "A friendly game");
    expect_in(said, "Anna");
    expect(&anna, "EXPORT usi", "moves 7g7f 3c3d");
    char line[60];
    snprintf(line, sizeof line, "EXPORT %lld CSA", (long long)anna.session->current_game);
    said = ask(&bert, line);
    expect_in(said, "N+Anna\n");
    expect_in(said, "+7776FU\n");
    expect(&bert, "EXPORT kif", "７六歩(77)");
    ask(&anna, "RESIGN");
    ask(&anna, "yes");
    expect(&bert, "EXPORT csa", "%TORYO\n");
    expect(&bert, "EXPORT pgn", "[White \"Anna\"]\n");
    expect(&bert, "EXPORT frob",
           "input:1:8: expected a format, one of shoogi usi csa csa3 pgn psn western kif");
    expect(&bert, "EXPORT 1 csa x", "input:1:14: expected the end of the line, found \"x\"\n");
    expect(&bert, "EXPORT 99", "There is no game 99");
    /* A handicap, and one who resigns when the other is to move. */
    challenge(&anna, &bert, "NEW * HANDICAP:L@1a");
    play(&bert, "P-3d", "P-3d");
    expect(&anna, "EXPORT", "Anna");
    snprintf(line, sizeof line, "EXPORT %lld western", (long long)bert.session->current_game);
    expect(&anna, line, "HANDICAP:L@1a");
    resign(&bert);
    for (int format = 0; format < SHOOGI_FORMAT_COUNT; format++) {
        snprintf(line, sizeof line, "EXPORT %s", shoogi_format_word((shoogi_format)format));
        lacks(ask(&bert, line), "cannot be written");
    }
    /* And read again it is the same game. */
    said = ask(&bert, "EXPORT");
    const shg_game_state *game = shg_game_cache_find(server->games, bert.session->current_game);
    const shoogi_record_reading how = { .variant = shg_rules_variant(game->rules) };
    shoogi_record *record = NULL;
    shoogi_error err = { 0 };
    size_t errors = 0;
    const size_t bytes = (size_t)(strstr(said, "\n> ") - said) + 1;
    if (shoogi_record_read(&record, NULL, SHOOGI_FORMAT_SHOOGI, said, bytes, &how, &err, 1,
                           &errors) != SHOOGI_OK)
        fail_msg("%u:%u: %s\n%s", err.line, err.column, err.message, said);
    const shoogi_node last = shoogi_record_last(record, 0);
    assert_int_equal(shoogi_record_node(record, last).result.outcome, SHOOGI_OUTCOME_BLACK);
    assert_int_equal(shoogi_record_node(record, last).ply, 1);
    shoogi_record_free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE_OF_BOTH(users),    CASE_OF_BOTH(histories), CASE_OF_BOTH(passwords),
        CASE_OF_BOTH(no_shell), CASE_OF_BOTH(records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
