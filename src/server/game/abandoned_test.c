/* abandoned_test.c: inactive games are archived; unwanted games are deleted. */
#include "server/game/abandoned.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "support/pair.h"

static int64_t test_now_ms;
static client cecil;

static int set_up_three(void **state)
{
    test_now_ms = INT64_C(1700000000000);
    test_clock = &test_now_ms;
    const int failed = set_up_pair(state);
    if (failed)
        return failed;
    log_in(&cecil, "Cecil");
    send_line(&bert, "SET CONFIRM OFF");
    return 0;
}

static int tear_down_three(void **state)
{
    disconnect(&cecil);
    return tear_down_pair(state);
}

static void sweep_after(int64_t ms)
{
    test_now_ms += ms;
    shg_abandoned_sweep(server);
    wait_for_jobs();
}

/* Rows: ARCHIVE */
static void archiving(void **state)
{
    (void)state;
    challenge_and_accept(&anna, &bert, "NEW -r * P-7f");
    const int64_t game = bert.session->current_game;
    challenge_and_accept(&anna, &bert,
                         "NEW -t 100d/50d * P-7f"); /* a game with a clock ends by itself */
    char line[80];
    sweep_after(SHG_ABANDONED_MS - 1000);
    expect_excludes(take_output(&anna), " has had no move for");
    sweep_after(2000);
    snprintf(line, sizeof line,
             "Game %lld has had no move for 60 days.  Without a move it will "
             "be\narchived in ",
             (long long)game);
    expect_contains(take_output(&anna), line);
    expect_contains(take_output(&bert), line);
    sweep_after(SHG_DAY_MS); /* only once */
    expect_excludes(take_output(&anna), " has had no move for");
    disconnect(&anna);
    connect_client(&anna);
    send_line(&anna, "Anna");
    snprintf(line, sizeof line, "This game is inactive and will be archived soon: %lld.\n",
             (long long)game);
    expect_reply(&anna, "correct horse", line);
    /* After an event the game continues, and is reminded of again later. */
    snprintf(line, sizeof line, "BOARD %lld", (long long)game);
    send_line(&bert, line);
    send_line(&bert, "PLAY P-3d");
    disconnect(&anna);
    connect_client(&anna);
    send_line(&anna, "Anna");
    expect_excludes(send_line(&anna, "correct horse"), "archived");
    sweep_after(SHG_ABANDONED_GRACE_MS);
    expect_reply(&bert, "BOARD", "Move 3: Black to move.");
    sweep_after(SHG_ABANDONED_MS - SHG_ABANDONED_GRACE_MS);
    expect_contains(take_output(&bert), " has had no move for");
    sweep_after(SHG_ABANDONED_GRACE_MS - 1000);
    expect_reply(&bert, "BOARD", "Move 3: Black to move.");
    take_output(&bert);
    snprintf(line, sizeof line, "OBSERVE %lld", (long long)game);
    send_line(&cecil, line);
    sweep_after(1000);
    snprintf(line, sizeof line, "Game %lld is over.\n", (long long)game);
    expect_contains(take_output(&bert), line);
    expect_contains(take_output(&cecil), line);
    expect_reply(&bert, "BOARD", "No result: abandoned.\n");
    expect_reply(&bert, "NEW", "There are no challenges."); /* not offered again */
    expect_reply(&bert, "UNDO", "Takebacks are off in rated games.  NEW -u allows them.");
    expect_reply(&cecil, "HISTORY Anna", "no result: abandoned");
    test_now_ms += 3 * SHG_DAY_MS;
    snprintf(line, sizeof line, "BOARD %lld", (long long)game);
    send_line(&anna, line); /* both have seen it: it is final, and not rated */
    wait_for_jobs();
    expect_reply(&cecil, "HISTORY Anna", "; rated, not counted");
}

/* A request to delete a game that then continued does not apply to its later end. */
static void deleting_after_undo(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    send_line(&bert, "RESIGN");
    send_line(&bert, "yes");
    expect_reply(&bert, "DELETE",
                 " will be deleted if Anna agrees.  DELETE -c withdraws your "
                 "request.");
    expect_reply(&anna, "UNDO -o", "The resignation has been taken back.\n");
    send_line(&bert, "BOARD");
    send_line(&bert, "RESIGN");
    expect_reply(&bert, "yes", "resigned");
    expect_reply(&anna, "DELETE",
                 " will be deleted if Bert agrees.  DELETE -c withdraws your "
                 "request.");
    expect_reply(&bert, "DELETE", " is deleted.  Nobody can see it any more.\n");
}

/* Rows: DELETE */
static void deleting(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    const int64_t game = bert.session->current_game;
    char line[80];
    snprintf(line, sizeof line, "BOARD %lld", (long long)game);
    send_line(&cecil, line);
    send_line(&cecil, "NOTE dull");
    expect_reply(&anna, "DELETE", " is still running.  Only finished games can be deleted.");
    send_line(&bert, "RESIGN");
    send_line(&bert, "yes");
    expect_reply(&cecil, "DELETE", "You do not play in game ");
    take_output(&anna);
    expect_reply(&bert, "DELETE",
                 " will be deleted if Anna agrees.  DELETE -c withdraws your "
                 "request.");
    expect_contains(take_output(&anna), "Bert wants to delete game ");
    expect_reply(&bert, "DELETE -c", " is kept.");
    expect_reply(&anna, "DELETE",
                 " will be deleted if Bert agrees.  DELETE -c withdraws your "
                 "request."); /* withdrawn */
    expect_reply(&cecil, line, "Black wins");
    send_line(&anna, line);
    expect_reply(&bert, "DELETE", " is deleted.  Nobody can see it any more.\n");
    expect_contains(take_output(&anna), " is deleted: you both agreed.\n");
    client *const all[] = { &anna, &bert, &cecil };
    static const char *const commands[] = { "BOARD", "MOVES -n", "EXPORT",   "TALK",
                                            "NOTE",  "OBSERVE",  "KIBITZ x", "DELETE" };
    for (int stale = 0; stale < 2; stale++)
        for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
            for (int who = 0; who < 3; who++) {
                const bool numbered = i < 3 || i == 5;
                if (numbered)
                    snprintf(line, sizeof line, "%s %lld", commands[i], (long long)game);
                else
                    snprintf(line, sizeof line, "%s", commands[i]);
                all[who]->session->current_game = game;
                shg_game_state *cached = shg_game_cache_find(server->games->cache, game);
                if (stale && cached)
                    shg_game_set_stale(cached);
                expect_reply(all[who], line, "There is no game ");
            }
    expect_excludes(send_line(&anna, "STAT"), "shogi");
    expect_reply(&cecil, "HISTORY Anna", "Black won: resignation; deleted by both players\n");
}

TEST_SUITE(abandoned)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(archiving, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(deleting, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(deleting_after_undo, set_up_three, tear_down_three),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
