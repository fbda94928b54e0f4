/* user_test.c: who players are, how their games ended, and the records of them. */
#include "support/pair.h"
#include "server/game/part.h"
#include "base/test_suite.h"
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
    person aaron; /* the last to register */
    log_in(&aaron, "Aaron");
    first = strstr(ask(&anna, "USER *"), "Aaron\n");
    assert_non_null(first);
    expect_in(first, "Anna\n");
    expect_in(first, "3 players match.\n");
    leave(&aaron);
    expect(&anna, "USER bert", "Bert\n");
    expect(&anna, "USER b", "0 players match.\n");
    expect(&anna, "USER a<b", "input:1:9: expected > at the end of the group");
    expect(&anna, "STAT", "(* your turn, ! something you have not seen)"); /* another command */
    /* Who has all players looked through again and again waits; one that is named is found. */
    for (int i = 0; i < SHG_SEARCHES_MAX; i++)
        ask(&bert, "USER ?ert");
    expect(&bert, "USER !anna", "So much was looked up from your address");
    expect(&bert, "USER be*", "1 player matches.\n");
    expect(&bert, "USER ANNA", "1 player matches.\n");
    expect(&bert, "USER ann", "0 players match.\n");
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

/* Of so many games half are over: those with an even number. */
enum { MANY = 2 * SHG_LIST_ROWS + 10 };

static shoogi_status add_many_games(shg_job *job, shg_storage *storage)
{
    const shg_definition definition = { .name = "shogi", .text = "x", .text_bytes = 1 };
    int64_t id = 0;
    shoogi_status status = storage->ops->definition_put(storage, &id, &definition, &job->error);
    const shg_game row = { .definition = id,
                           .black = 1,
                           .white = 2,
                           .sfen = "",
                           .options = "",
                           .comment = "",
                           .created_ms = 1000 };
    for (int i = 0; i < MANY && status == SHOOGI_OK; i++) {
        int64_t game = 0;
        status = storage->ops->game_add(storage, &game, &row, &job->error);
        const shg_event end = { game, 1, "result", "draw agreement", 0, 5000 };
        if (status == SHOOGI_OK && game % 2 == 0)
            status = storage->ops->event_add(storage, &end, &job->error);
    }
    return status;
}

static size_t rows_of(const char *said)
{
    size_t rows = 0;
    for (const char *at = said; (at = strstr(at, "  shogi  ")) != NULL; at++)
        rows++;
    return rows;
}

/* What one list cannot hold the next one does; of finished games the latest come first.
 * Rows: GAMES.1 STAT.1 HISTORY */
static void lists_go_on(void **state)
{
    (void)state;
    do_job(add_many_games);
    const char *said = ask(&anna, "HISTORY");
    assert_int_equal(rows_of(said), SHG_LIST_ROWS);
    assert_true(strstr(said, "  1010  ") < strstr(said, "  1008  "));
    expect_in(said, "  and older ones: HISTORY -a 12 Anna goes on\n");
    lacks(said, "\n    10  ");
    said = ask(&bert, "HISTORY -a 12 Anna");
    assert_int_equal(rows_of(said), 5);
    lacks(said, "goes on");
    expect_in(said, "\n     2  ");
    expect(&bert, "history -A 2", "None is older than game 2.\n");
    said = ask(&anna, "GAMES");
    assert_int_equal(rows_of(said), SHG_LIST_ROWS);
    expect_in(said, "\n      1  shogi");
    expect_in(said, "  and more: GAMES -a 999 goes on\n");
    said = ask(&anna, "GAMES -a 999");
    assert_int_equal(rows_of(said), 5);
    expect_in(said, "\n   1001  shogi");
    expect(&anna, "GAMES -a 1009", "None follows game 1009.\n");
    expect(&anna, "STAT", "  and more: STAT -a 500 goes on\n"); /* no end has been seen */
    expect(&anna, "GAMES -a x", "input:1:10: expected the number of a game, found \"x\"\n");
    expect(&anna, "GAMES -a", "expected GID after -a");
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
    expect(&anna, "eleven sign", "A password has at least 12 characters.\nnew password: ");
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
    type(&anna, "EXPORT usi");
    assert_int_equal(shg_session_wants(anna.session),
                     SHG_WANTS_NOTHING); /* the loop does not wait */
    settle(&anna);
    expect_in(heard(&anna), "moves 7g7f 3c3d");
    expect(&anna, "EXPORT 99", "There is no game 99: GAMES lists");
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
    const shg_game_state *game =
        shg_game_cache_find(server->games->cache, bert.session->current_game);
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

/* Rows: NEXT */
static void next_game(void **state)
{
    (void)state;
    expect(&bert, "NEXT", "It is your turn in no game: STAT lists yours.\n");
    int64_t games[3];
    for (int i = 0; i < 3; i++) {
        begin(&anna, &bert);
        games[i] = bert.session->current_game;
    }
    expect(&anna, "NEXT", "It is your turn in no game");
    char wanted[3][60];
    for (int i = 0; i < 3; i++)
        snprintf(wanted[i], sizeof wanted[i],
                 "It is your turn in 3 games.\nGame %lld: ", (long long)games[i]);
    for (int i = 0; i < 4; i++) /* from the last one on */
        expect(&bert, "NEXT", wanted[i % 3]);
    play(&bert, "P-3d", "P-3d"); /* all of it was sent */
    assert_int_equal(bert.session->current_game, games[0]);
    expect(&bert, "NEXT", "It is your turn in 2 games.\n");
    play(&bert, "P-3d", "P-3d");
    expect(&bert, "NEXT", "It is your turn in this one alone.\n");
    expect(&bert, "NEXT", "It is your turn in this one alone.\n");
    assert_int_equal(bert.session->current_game, games[2]);
    ask(&bert, "RESIGN");
    expect(&bert, "yes", "Black wins");
    expect(&bert, "NEXT", "It is your turn in no game");
}

TEST_SUITE(user)
{
    const struct CMUnitTest tests[] = {
        CASE_OF_BOTH(users),     CASE_OF_BOTH(histories), CASE_OF_BOTH(lists_go_on),
        CASE_OF_BOTH(passwords), CASE_OF_BOTH(no_shell),  CASE_OF_BOTH(records),
        CASE_OF_BOTH(next_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
