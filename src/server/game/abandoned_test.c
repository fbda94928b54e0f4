/* abandoned_test.c: games that nobody plays any more are archived; games that nobody wants any more are deleted. */
#include "server/game/abandoned.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "support/pair.h"

static int64_t told_ms;
static person cecil;

static int set_up_three(void **state)
{
    told_ms = INT64_C(1700000000000);
    told_clock = &told_ms;
    const int failed = set_up_both(state);
    if (failed)
        return failed;
    log_in(&cecil, "Cecil");
    ask(&bert, "SET CONFIRM OFF");
    return 0;
}

static int tear_down_three(void **state)
{
    leave(&cecil);
    return tear_down_both(state);
}

static void sweep_after(int64_t ms)
{
    told_ms += ms;
    shg_abandoned_sweep(server);
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
}

/* Rows: ARCHIVE */
static void archiving(void **state)
{
    (void)state;
    challenge(&anna, &bert, "NEW -r * P-7f");
    const int64_t game = bert.session->current_game;
    challenge(&anna, &bert, "NEW -t 100d/50d * P-7f"); /* a clock takes care of itself */
    char line[80];
    sweep_after(SHG_ABANDONED_MS - 1000);
    lacks(heard(&anna), "Nothing has happened");
    sweep_after(2000);
    snprintf(line, sizeof line, "Nothing has happened in game %lld for 60 days.", (long long)game);
    expect_in(heard(&anna), line);
    expect_in(heard(&bert), line);
    sweep_after(SHG_DAY_MS); /* once */
    lacks(heard(&anna), "Nothing has happened");
    leave(&anna);
    arrive(&anna);
    ask(&anna, "Anna");
    snprintf(line, sizeof line, "and it will be archived if that stays so, in game %lld.\n",
             (long long)game);
    expect(&anna, "correct horse", line);
    /* Something happens: it goes on, and is asked about again. */
    snprintf(line, sizeof line, "BOARD %lld", (long long)game);
    ask(&bert, line);
    ask(&bert, "PLAY P-3d");
    leave(&anna);
    arrive(&anna);
    ask(&anna, "Anna");
    lacks(ask(&anna, "correct horse"), "archived");
    sweep_after(SHG_ABANDONED_GRACE_MS);
    expect(&bert, "BOARD", "Move 3: Black to move.");
    sweep_after(SHG_ABANDONED_MS - SHG_ABANDONED_GRACE_MS);
    expect_in(heard(&bert), "Nothing has happened in game ");
    sweep_after(SHG_ABANDONED_GRACE_MS - 1000);
    expect(&bert, "BOARD", "Move 3: Black to move.");
    heard(&bert);
    snprintf(line, sizeof line, "OBSERVE %lld", (long long)game);
    ask(&cecil, line);
    sweep_after(1000);
    snprintf(line, sizeof line, "Game %lld: it is over.\n", (long long)game);
    expect_in(heard(&bert), line);
    expect_in(heard(&cecil), line);
    expect(&bert, "BOARD", "No contest: abandoned. Neither has won.\n");
    expect(&bert, "NEW", "There are no challenges."); /* it is not offered again */
    expect(&bert, "UNDO", "Nothing is taken back in a rated game");
    expect(&cecil, "HISTORY Anna", "no contest: abandoned");
    told_ms += 3 * SHG_DAY_MS;
    snprintf(line, sizeof line, "BOARD %lld", (long long)game);
    ask(&anna, line); /* both have seen it: it is settled, and counts for nothing */
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
    expect(&cecil, "HISTORY Anna", "; rated, not counted");
}

/* Who wanted a game to be deleted that then went on has not wanted it of its next end. */
static void deleting_after_undo(void **state)
{
    (void)state;
    begin(&anna, &bert);
    ask(&bert, "RESIGN");
    ask(&bert, "yes");
    expect(&bert, "DELETE", " goes when Anna wants it, too.");
    expect(&anna, "UNDO -o", "The resignation has been taken back.\n");
    ask(&bert, "BOARD");
    ask(&bert, "RESIGN");
    expect(&bert, "yes", "resigned");
    expect(&anna, "DELETE", " goes when Bert wants it, too.");
    expect(&bert, "DELETE", " is deleted: nobody sees it any more.\n");
}

/* Rows: DELETE */
static void deleting(void **state)
{
    (void)state;
    begin(&anna, &bert);
    const int64_t game = bert.session->current_game;
    char line[80];
    snprintf(line, sizeof line, "BOARD %lld", (long long)game);
    ask(&cecil, line);
    ask(&cecil, "NOTE dull");
    expect(&anna, "DELETE", "is being played: only one that is over can be deleted.");
    ask(&bert, "RESIGN");
    ask(&bert, "yes");
    expect(&cecil, "DELETE", " is not yours: ");
    heard(&anna);
    expect(&bert, "DELETE", " goes when Anna wants it, too.");
    expect_in(heard(&anna), "Bert wants game ");
    expect(&bert, "DELETE -c", " stays.");
    expect(&anna, "DELETE", " goes when Bert wants it, too."); /* he does not any more */
    expect(&cecil, line, "Black wins");
    ask(&anna, line);
    expect(&bert, "DELETE", " is deleted: nobody sees it any more.\n");
    expect_in(heard(&anna), " is deleted, as both of you wanted.\n");
    person *const all[] = { &anna, &bert, &cecil };
    static const char *const commands[] = { "BOARD",   "MOVES -n", "EXPORT", "TALK",   "NOTE",
                                            "OBSERVE", "KIBITZ x", "DELETE", "REMATCH" };
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
                expect(all[who], line, "There is no game ");
            }
    lacks(ask(&anna, "STAT"), "shogi");
    expect(&cecil, "HISTORY Anna", "Black won: resignation; deleted by its players\n");
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
