/* user_test.c: players, the results of their games, and the records of games. */
#include "support/pair.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "shoogi/record.h"

static void resign(client *c)
{
    send_line(c, "BOARD");
    send_line(c, "RESIGN");
    expect_reply(c, "yes", "resigned");
}

/* Rows: USER.1 USER.2 USER.3 USER.4 PAT.1 */
static void users(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    resign(&bert);
    challenge_and_accept(&anna, &bert, "NEW -v chu W");
    send_line(&anna, "DRAW");
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    send_line(&anna, "DRAW");
    expect_reply(&bert, "DRAW", "drawn");
    start_game(&anna, &bert);
    send_line(&anna, "SET BSTYLE 1");
    const char *said = send_line(&anna, "USER");
    expect_contains(said, "Anna\n  since 20");
    expect_contains(said, " UTC, online now\n");
    expect_contains(said, "  games running: 1\n");
    expect_contains(said, "  shogi             won 1, lost 0, drawn 0, no result 0\n");
    expect_contains(said, "  chu               won 0, lost 0, drawn 1, no result 0\n");
    expect_contains(said, "  settings: BSTYLE=1\n");
    said = send_line(&anna, "stats *");
    expect_contains(said, "  shogi             won 0, lost 1, drawn 0, no result 0\n");
    const char *first = strstr(said, "Anna\n");
    assert_non_null(first);
    expect_contains(first, "Bert\n");
    expect_contains(said, "2 players match.\n");
    expect_excludes(said, "settings");
    said = send_line(&anna, "User *RT");
    expect_excludes(said, "Anna");
    expect_contains(said, "1 player matches.\n");
    client aaron; /* the last to register */
    log_in(&aaron, "Aaron");
    first = strstr(send_line(&anna, "USER *"), "Aaron\n");
    assert_non_null(first);
    expect_contains(first, "Anna\n");
    expect_contains(first, "3 players match.\n");
    disconnect(&aaron);
    expect_reply(&anna, "USER aaron", " UTC, last seen 20");
    expect_reply(&anna, "USER bert", "Bert\n");
    expect_reply(&anna, "USER b", "0 players match.\n");
    expect_reply(&anna, "USER a<b", "> at the end of the group");
    expect_reply(&anna, "STAT", "(* your turn, ! moves you have not seen)"); /* another command */
    /* Repeated searches through all players are limited; a player given by name is found. */
    for (int i = 0; i < SHG_SEARCHES_MAX; i++)
        send_line(&bert, "USER ?ert");
    expect_reply(&bert, "USER !anna",
                 "Too many searches from your address.  Try again later,\n"
                 "or with a pattern that begins with letters.");
    expect_reply(&bert, "USER be*", "1 player matches.\n");
    expect_reply(&bert, "USER ANNA", "1 player matches.\n");
    expect_reply(&bert, "USER ann", "0 players match.\n");
    client guest;
    connect_client(&guest);
    send_line(&guest, "guest");
    expect_reply(&guest, "USER", ": a guest who has not played yet.\n");
    disconnect(&guest);
}

/* Rows: HISTORY */
static void histories(void **state)
{
    (void)state;
    expect_reply(&anna, "HISTORY", "There are no finished games of Anna.\n");
    start_game(&anna, &bert);
    resign(&bert);
    start_game(&bert, &anna);
    const char *said = send_line(&anna, "HISTORY");
    expect_contains(said, "  Game  Ended (UTC)");
    expect_contains(said, "Anna              Bert                 1  Black won: resignation\n");
    expect_excludes(said, "Bert              Anna");
    expect_reply(&anna, "history BERT", "Black won: resignation\n");
    expect_reply(&anna, "HISTORY nobody", "There is no player called nobody.\n");
}

/* Half of these games are over: those with an even number. */
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

/* The next list continues where one ends; of finished games the latest come first.
 * Rows: GAMES.1 STAT.1 HISTORY */
static void lists_go_on(void **state)
{
    (void)state;
    run_storage_job(add_many_games);
    const char *said = send_line(&anna, "HISTORY");
    assert_int_equal(rows_of(said), SHG_LIST_ROWS);
    assert_true(strstr(said, "  1010  ") < strstr(said, "  1008  "));
    expect_contains(said, "  older games: HISTORY -a 12 Anna\n");
    expect_excludes(said, "\n    10  ");
    said = send_line(&bert, "HISTORY -a 12 Anna");
    assert_int_equal(rows_of(said), 5);
    expect_excludes(said, "goes on");
    expect_contains(said, "\n     2  ");
    expect_reply(&bert, "history -A 2", "There are no games before game 2.\n");
    said = send_line(&anna, "GAMES");
    assert_int_equal(rows_of(said), SHG_LIST_ROWS);
    expect_contains(said, "\n      1  shogi");
    expect_contains(said, "  more: GAMES -a 999\n");
    said = send_line(&anna, "GAMES -a 999");
    assert_int_equal(rows_of(said), 5);
    expect_contains(said, "\n   1001  shogi");
    expect_reply(&anna, "GAMES -a 1009", "There are no games after game 1009.\n");
    expect_reply(&anna, "STAT", "  more: STAT -a 500\n"); /* no end has been seen */
    expect_reply(&anna, "GAMES -a x", "\"x\" should be the number of a game");
    expect_reply(&anna, "GAMES -a", "GID after -a");
}

/* Rows: PASSWORD */
static void passwords(void **state)
{
    (void)state;
    expect_reply(&anna, "PASSWORD", "old password: ");
    assert_int_equal(anna.typing, SHG_TYPING_HIDDEN);
    expect_reply(&anna, "wrong horse", "Wrong password.\nold password: ");
    assert_int_equal(anna.typing, SHG_TYPING_HIDDEN);
    expect_reply(&anna, "", "Your password is unchanged.\n> ");
    assert_int_not_equal(anna.typing, SHG_TYPING_HIDDEN);
    send_line(&anna, "PASSWORD");
    expect_reply(&anna, "correct horse", "new password: ");
    expect_reply(&anna, "eleven sign",
                 "A password needs at least 12 characters; yours has 11.\nnew password: ");
    expect_reply(&anna, "battery staple", "new password again: ");
    expect_reply(&anna, "battery stable", "The two passwords differ.\nnew password: ");
    expect_reply(&anna, "", "You typed no new password.  Your password is unchanged.\n");
    send_line(&anna, "PASSWORD");
    send_line(&anna, "correct horse");
    send_line(&anna, "battery staple");
    assert_int_equal(anna.typing, SHG_TYPING_HIDDEN);
    expect_reply(&anna, "battery staple", "Your password has been changed.\n> ");
    disconnect(&anna);
    connect_client(&anna);
    send_line(&anna, "Anna");
    expect_reply(&anna, "correct horse", "Wrong password.");
    expect_reply(&anna, "battery staple", "Welcome, Anna.");
    client guest;
    connect_client(&guest);
    send_line(&guest, "guest");
    expect_reply(&guest, "PASSWORD", "Guests have no password");
    disconnect(&guest);
    /* A player who disconnects during the check. */
    send_line(&bert, "PASSWORD");
    type_without_waiting(&bert, "correct horse");
    disconnect(&bert);
    log_in(&bert, "Bert");
}

/* Rows: SHELL.2 SHELL.4 */
static void no_shell(void **state)
{
    (void)state;
    static const char *const lines[] = { "SHELL", "SHELL ls -la", "PUSH", "!", "!ls -la", "! ls" };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        expect_reply(&anna, lines[i], "Sorry, this server has no shell.");
}

/* Rows: EXPORT */
static void records(void **state)
{
    (void)state;
    expect_reply(&anna, "EXPORT", "You have no current game");
    challenge_and_accept(&anna, &bert, "NEW * P-7f A friendly game");
    play_move(&bert, "P-3d", "P-3d");
    const char *said = send_line(&anna, "EXPORT");
    expect_contains(said, "A friendly game");
    expect_contains(said, "Anna");
    type_without_waiting(&anna, "EXPORT usi");
    assert_int_equal(shg_session_wants(anna.session),
                     SHG_WANTS_NOTHING); /* the loop does not wait */
    wait_for_prompt(&anna);
    expect_contains(take_output(&anna), "moves 7g7f 3c3d");
    expect_reply(&anna, "EXPORT 99", "There is no game 99.  GAMES lists the running games.");
    char line[60];
    snprintf(line, sizeof line, "EXPORT %lld CSA", (long long)anna.session->current_game);
    said = send_line(&bert, line);
    expect_contains(said, "N+Anna\n");
    expect_contains(said, "+7776FU\n");
    expect_reply(&bert, "EXPORT kif", "７六歩(77)");
    send_line(&anna, "RESIGN");
    send_line(&anna, "yes");
    expect_reply(&bert, "EXPORT csa", "%TORYO\n");
    expect_reply(&bert, "EXPORT pgn", "[White \"Anna\"]\n");
    expect_reply(&bert, "EXPORT frob", "a format, one of shoogi usi csa csa3 pgn psn western kif");
    expect_reply(&bert, "EXPORT 1 csa x", "Leave out \"x\"");
    expect_reply(&bert, "EXPORT 99", "There is no game 99");
    /* A handicap, and a player who resigns on the opponent's turn. */
    challenge_and_accept(&anna, &bert, "NEW * HANDICAP:L@1a");
    play_move(&bert, "P-3d", "P-3d");
    expect_reply(&anna, "EXPORT", "Anna");
    snprintf(line, sizeof line, "EXPORT %lld western", (long long)bert.session->current_game);
    expect_reply(&anna, line, "HANDICAP:L@1a");
    resign(&bert);
    for (int format = 0; format < SHOOGI_FORMAT_COUNT; format++) {
        snprintf(line, sizeof line, "EXPORT %s", shoogi_format_name((shoogi_format)format));
        expect_excludes(send_line(&bert, line), "cannot be written");
    }
    /* And read again it is the same game. */
    said = send_line(&bert, "EXPORT");
    const shg_game_state *game =
        shg_game_cache_find(server->games->cache, bert.session->current_game);
    const shoogi_record_read_options how = { .variant = shg_rules_variant(game->rules) };
    shoogi_record *record = NULL;
    shoogi_error err = { 0 };
    size_t errors = 0;
    const size_t bytes = (size_t)(strstr(said, "\n> ") - said) + 1;
    if (shoogi_record_read(&record, NULL, SHOOGI_FORMAT_SHOOGI, said, bytes, &how, &err, 1,
                           &errors) != SHOOGI_OK)
        fail_msg("%u:%u: %s\n%s", err.line, err.column, err.message, said);
    const shoogi_node last = shoogi_record_line_end(record, 0);
    assert_int_equal(shoogi_record_node(record, last).result.outcome, SHOOGI_OUTCOME_BLACK);
    assert_int_equal(shoogi_record_node(record, last).ply, 1);
    shoogi_record_free(record);
}

/* Rows: NEXT */
static void next_game(void **state)
{
    (void)state;
    expect_reply(&bert, "NEXT", "It is not your turn in any game.  STAT lists your games.\n");
    int64_t games[3];
    for (int i = 0; i < 3; i++) {
        start_game(&anna, &bert);
        games[i] = bert.session->current_game;
    }
    expect_reply(&anna, "NEXT", "It is not your turn in any game.  STAT lists your games.");
    char wanted[3][60];
    for (int i = 0; i < 3; i++)
        snprintf(wanted[i], sizeof wanted[i],
                 "It is your turn in 3 games.\nGame %lld: ", (long long)games[i]);
    for (int i = 0; i < 4; i++) /* from the last one on */
        expect_reply(&bert, "NEXT", wanted[i % 3]);
    play_move(&bert, "P-3d", "P-3d"); /* all of it was sent */
    assert_int_equal(bert.session->current_game, games[0]);
    expect_reply(&bert, "NEXT", "It is your turn in 2 games.\n");
    play_move(&bert, "P-3d", "P-3d");
    expect_reply(&bert, "NEXT", "It is your turn in this game only.\n");
    expect_reply(&bert, "NEXT", "It is your turn in this game only.\n");
    assert_int_equal(bert.session->current_game, games[2]);
    send_line(&bert, "RESIGN");
    expect_reply(&bert, "yes", "Black wins");
    expect_reply(&bert, "NEXT", "It is not your turn in any game.  STAT lists your games.");
}

TEST_SUITE(user)
{
    const struct CMUnitTest tests[] = {
        PAIR_TEST(users),    PAIR_TEST(histories), PAIR_TEST(lists_go_on), PAIR_TEST(passwords),
        PAIR_TEST(no_shell), PAIR_TEST(records),   PAIR_TEST(next_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
