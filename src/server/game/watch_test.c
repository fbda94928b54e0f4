/* watch_test.c: games of others are watched, and talked about. */
#include "server/game/board_page.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "support/pair.h"

static person carl, dora;

static int set_up_all(void **state)
{
    const int failed = set_up_both(state);
    if (failed)
        return failed;
    log_in(&carl, "Carl");
    log_in(&dora, "Dora");
    begin(&anna, &bert);
    return 0;
}

static int tear_down_all(void **state)
{
    leave(&carl);
    leave(&dora);
    return tear_down_both(state);
}

/* A table is watched beside games, and is none of them. */
static void tables_are_no_games(void **state)
{
    (void)state;
    shg_watches *const watches = &carl.session->server->games->watches;
    assert_int_equal(shg_watch_add(watches, carl.session, shg_watched_table(7)), SHOOGI_OK);
    expect(&carl, "UNOBSERVE", "You watch no game");
    expect(&carl, "KIBITZ Well", "You watch no game");
    ask(&carl, "OBSERVE 1");
    assert_int_equal(shg_watch_add(watches, carl.session, shg_watched_table(8)), SHOOGI_OK);
    assert_int_equal(shg_watch_latest_game(carl.session), 1);
    expect(&carl, "UNOBSERVE", "You do not watch any game now.\n");
    for (int64_t table = 7; table <= 8; table++)
        assert_true(shg_watch_remove(watches, carl.session, shg_watched_table(table)));
    assert_null(carl.session->watches);
}

/* Rows: OBSERVE UNOBSERVE */
static void watching(void **state)
{
    (void)state;
    const char *said = ask(&carl, "OBSERVE 1");
    expect_in(said, ": L: N: S: G: K: G: S: N: L: i\n");
    expect_in(said, "You watch game 1 now.  UNOBSERVE 1 ends that.\n");
    expect(&anna, "OBSERVE 1", "You play in game 1: BOARD 1 shows it.\n");
    expect(&carl, "OBSERVE 9", "There is no game 9");
    expect(&carl, "OBSERVE", "expected <gid>");
    play(&bert, "P-3d", "P-3d");
    said = heard(&carl);
    expect_in(said, "Game 1: Bert has moved.\n");
    expect_in(said, "Last move: 2. P-3d\n");
    /* Several at once, and a game of one's own beside them, which stays loaded. */
    begin(&carl, &dora);
    challenge(&anna, &dora, "NEW -v mini W");
    ask(&carl, "BOARD 2");
    ask(&carl, "OBSERVE 3");
    play(&anna, "P-2f", "P-2f");
    expect_in(heard(&carl), "Last move: 3. P-2f\n");
    assert_int_equal(carl.session->current_game, 2);
    ask(&dora, "BOARD 2");
    play(&dora, "P-3d", "P-3d");
    play(&carl, "P-2f", "P-2f");
    /* What comes while he is asked something is told afterwards. */
    expect(&carl, "RESIGN", "(yes) ");
    play(&bert, "P-8d", "P-8d");
    assert_int_equal(carl.length, 0);
    expect(&carl, "no", "Game 1: Bert has moved.\nBOARD 1 shows it.\n");
    /* Ends are shown, too. */
    ask(&anna, "RESIGN");
    ask(&anna, "yes");
    expect_in(heard(&carl), "Black resigned: White wins.\n");
    expect(&carl, "UNOBSERVE 1", "You do not watch game 1 any more.\n");
    expect(&carl, "UNOBSERVE 1", "You do not watch game 1.\n");
    expect(&anna, "UNDO", "White has seen it.");
    expect(&bert, "UNDO -o", "The resignation has been taken back.");
    lacks(heard(&carl), "taken back");
    expect(&carl, "UNOBSERVE", "You do not watch any game now.\n");
    expect(&carl, "UNOBSERVE", "You watch no game: OBSERVE <gid> does.\n");
}

/* Rows: OBSERVE */
static void so_many_and_no_more(void **state)
{
    (void)state;
    char line[40];
    for (int i = 1; i <= SHG_WATCHED_MAX; i++) {
        begin(&anna, &bert);
        snprintf(line, sizeof line, "OBSERVE %d", i);
        expect(&carl, line, "You watch game ");
    }
    expect(&carl, "OBSERVE 1", "You watch game 1 now.");
    snprintf(line, sizeof line, "OBSERVE %d", SHG_WATCHED_MAX + 1);
    expect(&carl, line, "You watch as many games as you can: see UNOBSERVE.\n");
    leave(&carl); /* and all of it goes with him */
    for (int i = 0; i < SHG_WATCH_BUCKETS; i++)
        assert_null(server->games->watches.buckets[i]);
    log_in(&carl, "Carl");
}

/* Rows: KIBITZ WHISPER */
static void talking(void **state)
{
    (void)state;
    expect(&carl, "KIBITZ hello", "You watch no game and have no current one");
    ask(&carl, "OBSERVE 1");
    ask(&dora, "OBSERVE 1");
    const char *said = ask(&carl, "KIBITZ a \x1B[7mfine game");
    expect_in(said, "say nothing that helps one of them");
    expect_in(said, "3 others heard it.\n");
    person *const hearers[] = { &anna, &bert, &dora };
    for (size_t i = 0; i < 3; i++)
        expect_in(heard(hearers[i]), "Carl kibitzes in game 1: a [7mfine game\n");
    lacks(ask(&carl, "KIBITZ again"), "say nothing"); /* the first time only */
    expect(&carl, "WHISPER Black is better", "1 other heard it.\n");
    expect_in(heard(&dora), "Carl whispers in game 1: Black is better\n");
    lacks(heard(&anna), "Black is better");
    expect(&anna, "KIBITZ thank you", "3 others heard it.\n"); /* of the current game */
    expect(&anna, "WHISPER hm", "You play in game 1: what its watchers whisper is not for you.\n");
    ask(&dora, "IGNORE Carl");
    expect(&carl, "WHISPER hello?", "0 others heard it.\n");
}

/* The page is made once for all who see it alike, and each is shown what BOARD would show him.  Rows: OBSERVE */
static void many_watchers(void **state)
{
    (void)state;
    person eve;
    log_in(&eve, "Eve");
    ask(&dora, "SET BSTYLE 2");
    person *const watchers[] = { &carl, &eve, &dora };
    for (size_t i = 0; i < 3; i++)
        ask(watchers[i], "OBSERVE 1");
    play(&bert, "P-3d", "P-3d");
    for (size_t i = 0; i < 3; i++) {
        char shown[4096];
        snprintf(shown, sizeof shown, "%s", heard(watchers[i]));
        expect_in(shown, ask(watchers[i], "BOARD 1")); /* with the prompt behind it */
        expect_in(shown, i < 2 ? ": L: N: S: G: K:" : "\xE9\x87\x91");
    }
    const shg_game_state *game = shg_game_cache_find(server->games->cache, 1);
    shg_shared_page page = { 0 };
    shg_show_shared_page(carl.session, game, &page);
    const char *text = page.text.bytes;
    shg_show_shared_page(eve.session, game, &page);
    assert_ptr_equal(page.text.bytes, text);
    assert_string_equal(heard(&carl), heard(&eve));
    shg_show_shared_page(dora.session, game, &page);
    assert_null(strstr(page.text.bytes, ": L: N:"));
    shg_shared_page_fini(&page);
    leave(&eve);
}

TEST_SUITE(watch)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_all, tear_down_all)
    const struct CMUnitTest tests[] = { CASE(tables_are_no_games), CASE(watching),
                                        CASE(so_many_and_no_more), CASE(talking),
                                        CASE(many_watchers) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
