/* watch_test.c: watching games of others, and chat about them. */
#include "server/game/board_page.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "support/pair.h"

static client carl, dora;

static int set_up_all(void **state)
{
    const int failed = set_up_pair(state);
    if (failed)
        return failed;
    log_in(&carl, "Carl");
    log_in(&dora, "Dora");
    start_game(&anna, &bert);
    return 0;
}

static int tear_down_all(void **state)
{
    disconnect(&carl);
    disconnect(&dora);
    return tear_down_pair(state);
}

/* A free board is watched beside games, and is not a game. */
static void tables_are_no_games(void **state)
{
    (void)state;
    shg_watches *const watches = &carl.session->server->games->watches;
    assert_int_equal(shg_watch_add(watches, carl.session, shg_watched_table(7)), SHOOGI_OK);
    expect_reply(&carl, "UNOBSERVE", "You are not watching any game.");
    expect_reply(&carl, "KIBITZ Well", "You are not watching a game and have no current game.");
    send_line(&carl, "OBSERVE 1");
    assert_int_equal(shg_watch_add(watches, carl.session, shg_watched_table(8)), SHOOGI_OK);
    assert_int_equal(shg_watch_latest_game(carl.session), 1);
    expect_reply(&carl, "UNOBSERVE", "You have stopped watching all games.\n");
    for (int64_t table = 7; table <= 8; table++)
        assert_true(shg_watch_remove(watches, carl.session, shg_watched_table(table)));
    assert_null(carl.session->watches);
}

/* Rows: OBSERVE UNOBSERVE */
static void watching(void **state)
{
    (void)state;
    const char *said = send_line(&carl, "OBSERVE 1");
    expect_contains(said, ": L: N: S: G: K: G: S: N: L: i\n");
    expect_contains(said, "You are watching game 1.  UNOBSERVE 1 stops.\n");
    expect_reply(&anna, "OBSERVE 1", "You play in game 1.  BOARD 1 shows it.\n");
    expect_reply(&carl, "OBSERVE 9", "There is no game 9");
    expect_reply(&carl, "OBSERVE",
                 "OBSERVE needs the number of a game, such as OBSERVE 12 (HELP OBSERVE).");
    play_move(&bert, "P-3d", "P-3d");
    said = take_output(&carl);
    expect_contains(said, "Game 1: Bert has moved.\n");
    expect_contains(said, "Last move: 2. P-3d\n");
    /* Several at once beside a game of one's own, which stays loaded. */
    start_game(&carl, &dora);
    challenge_and_accept(&anna, &dora, "NEW -v mini W");
    send_line(&carl, "BOARD 2");
    send_line(&carl, "OBSERVE 3");
    play_move(&anna, "P-2f", "P-2f");
    expect_contains(take_output(&carl), "Last move: 3. P-2f\n");
    assert_int_equal(carl.session->current_game, 2);
    send_line(&dora, "BOARD 2");
    play_move(&dora, "P-3d", "P-3d");
    play_move(&carl, "P-2f", "P-2f");
    /* News during a question is shown afterwards. */
    expect_reply(&carl, "RESIGN", "(type yes) ");
    play_move(&bert, "P-8d", "P-8d");
    assert_int_equal(carl.length, 0);
    expect_reply(&carl, "no", "Game 1: Bert has moved.\nBOARD 1 shows it.\n");
    /* Ends are shown, too. */
    send_line(&anna, "RESIGN");
    send_line(&anna, "yes");
    expect_contains(take_output(&carl), "Black resigned: White wins.\n");
    expect_reply(&carl, "UNOBSERVE 1", "You have stopped watching game 1.\n");
    expect_reply(&carl, "UNOBSERVE 1", "You are not watching game 1.\n");
    send_line(&bert, "WHO");
    expect_reply(&anna, "UNDO", "White has already seen your move.");
    expect_reply(&bert, "UNDO -o", "The resignation has been taken back.");
    expect_excludes(take_output(&carl), "taken back");
    expect_reply(&carl, "UNOBSERVE", "You have stopped watching all games.\n");
    expect_reply(&carl, "UNOBSERVE",
                 "You are not watching any game.  OBSERVE <gid> watches "
                 "one.\n");
}

/* Rows: OBSERVE */
static void so_many_and_no_more(void **state)
{
    (void)state;
    char line[40];
    for (int i = 1; i <= SHG_WATCHED_MAX; i++) {
        start_game(&anna, &bert);
        snprintf(line, sizeof line, "OBSERVE %d", i);
        expect_reply(&carl, line, "You are watching game ");
    }
    expect_reply(&carl, "OBSERVE 1", "You are watching game 1.  UNOBSERVE ");
    snprintf(line, sizeof line, "OBSERVE %d", SHG_WATCHED_MAX + 1);
    expect_reply(&carl, line, "You are watching as many games as allowed.  See UNOBSERVE.\n");
    disconnect(&carl); /* all of it ends with the session */
    for (int i = 0; i < SHG_WATCH_BUCKETS; i++)
        assert_null(server->games->watches.buckets[i]);
    log_in(&carl, "Carl");
}

/* Rows: KIBITZ WHISPER */
static void talking(void **state)
{
    (void)state;
    expect_reply(&carl, "KIBITZ hello",
                 "You are not watching a game and have no current game.  "
                 "OBSERVE <gid> watches one.");
    send_line(&carl, "OBSERVE 1");
    send_line(&dora, "OBSERVE 1");
    const char *said = send_line(&carl, "KIBITZ a \x1B[7mfine game");
    expect_contains(said, "say nothing that helps one of them");
    expect_contains(said, "3 others heard it.\n");
    client *const hearers[] = { &anna, &bert, &dora };
    for (size_t i = 0; i < 3; i++)
        expect_contains(take_output(hearers[i]), "Carl kibitzes in game 1: a [7mfine game\n");
    expect_excludes(send_line(&carl, "KIBITZ again"), "say nothing"); /* only the first time */
    expect_reply(&carl, "WHISPER Black is better", "1 other heard it.\n");
    expect_contains(take_output(&dora), "Carl whispers in game 1: Black is better\n");
    expect_excludes(take_output(&anna), "Black is better");
    expect_reply(&anna, "KIBITZ thank you", "3 others heard it.\n"); /* of the current game */
    expect_reply(&anna, "WHISPER hm",
                 "You play in game 1, so you cannot read what its watchers whisper.\n");
    send_line(&dora, "IGNORE Carl");
    expect_reply(&carl, "WHISPER hello?", "0 others heard it.\n");
}

/* The page is made once for watchers with the same view, and each gets what BOARD would show.
 * Rows: OBSERVE */
static void many_watchers(void **state)
{
    (void)state;
    client eve;
    log_in(&eve, "Eve");
    send_line(&dora, "SET BSTYLE 2");
    client *const watchers[] = { &carl, &eve, &dora };
    for (size_t i = 0; i < 3; i++)
        send_line(watchers[i], "OBSERVE 1");
    play_move(&bert, "P-3d", "P-3d");
    for (size_t i = 0; i < 3; i++) {
        char shown[4096];
        snprintf(shown, sizeof shown, "%s", take_output(watchers[i]));
        expect_contains(shown, send_line(watchers[i], "BOARD 1")); /* with the prompt after it */
        expect_contains(shown, i < 2 ? ": L: N: S: G: K:" : "\xE9\x87\x91");
    }
    const shg_game_state *game = shg_game_cache_find(server->games->cache, 1);
    shg_shared_page page = { 0 };
    shg_show_shared_page(carl.session, game, &page);
    const char *text = page.text.bytes;
    shg_show_shared_page(eve.session, game, &page);
    assert_ptr_equal(page.text.bytes, text);
    assert_string_equal(take_output(&carl), take_output(&eve));
    shg_show_shared_page(dora.session, game, &page);
    assert_null(strstr(page.text.bytes, ": L: N:"));
    shg_shared_page_fini(&page);
    disconnect(&eve);
}

TEST_SUITE(watch)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_all, tear_down_all)
    const struct CMUnitTest tests[] = { CASE(tables_are_no_games), CASE(watching),
                                        CASE(so_many_and_no_more), CASE(talking),
                                        CASE(many_watchers) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
