/* rated_test.c: rated games from the challenge to the rating: who may play them, when they are
 * settled, what players are shown, and that each counts once. */
#include "support/pair.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "server/game/final_result.h"
#include "server/session/task.h"

enum { HOUR_MS = 3600 * 1000 };

/* Advances the server's clock. */
static void advance_clock(int64_t ms)
{
    server->clock.start_monotonic_ms -= ms;
}

static void settle_results_due(void)
{
    shg_final_results_sweep(server);
    wait_for_jobs();
}

/* A rated game in which both have moved. */
static void start_rated_game(const char *options)
{
    char line[60];
    snprintf(line, sizeof line, "NEW %s * P-7f", options);
    challenge_and_accept(&anna, &bert, line);
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    play_move(&bert, "P-3d", "P-3d");
    wait_for_jobs();
    take_output(&anna);
}

static void resign(client *c)
{
    expect_reply(c, "RESIGN", "(type yes) ");
    expect_reply(c, "yes", " resigned: ");
    wait_for_jobs();
}

/* The rows of the storage, in the order in which they were added. */
typedef struct log {
    size_t count;
    shg_rating_row rows[16];
} rating_log;

static bool each_rating(void *context, const shg_rating_row *row)
{
    rating_log *l = context;
    assert_true(l->count < 16);
    l->rows[l->count] = *row;
    l->rows[l->count].variant = l->rows[l->count].speed = NULL;
    l->count++;
    return true;
}

typedef struct reading {
    shg_task task;
    rating_log *log;
} reading;

static shoogi_status run_reading(shg_job *job, shg_storage *storage)
{
    const shg_rating_filter all = { 0 };
    return storage->ops->rating_list(storage, &all, each_rating, ((reading *)(void *)job)->log,
                                     &job->error);
}

static void finish_reading(shg_task *task)
{
    assert_int_equal(task->job.status, SHOOGI_OK);
}

static rating_log read_log(void)
{
    rating_log log = { 0 };
    reading *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->log = &log;
    shg_task_read(&r->task, server, NULL, run_reading, finish_reading);
    wait_for_jobs();
    return log;
}

/* Signs a player in again and returns the greeting. */
static const char *log_in_again(client *c, const char *name)
{
    connect_client(c);
    send_line(c, name);
    const char *said = send_line(c, "correct horse");
    expect_contains(said, "Welcome, ");
    return said;
}

/* ---- cases ---- */

/* Rows: NEW.r */
static void who_may(void **state)
{
    (void)state;
    client guest;
    connect_client(&guest);
    send_line(&guest, "guest");
    expect_reply(&guest, "NEW -r * P-7f", "Rated games are for registered players");
    expect_reply(&anna, "NEW -r * P-7f", "Your challenge is number 1.");
    expect_reply(&bert, "NEW", "(rated; Anna has 1500? in Shogi, correspondence)\n");
    expect_reply(
        &guest, "NEW 1",
        "The challenge of Anna to Shogi is rated, and guests have no rating.  Register to accept it.");
    expect_reply(&bert, "NEW", "    1  shogi "); /* it is still there */
    const char *said = send_line(&bert, "NEW 1");
    expect_contains(said, ": Shogi, Anna (Black) against Bert (White, you)\n(rated)\n");
    expect_reply(&guest, "GAMES", "White, rated\n");
    expect_reply(&bert, "STAT", "White, rated\n");
    disconnect(&guest);
    expect_reply(&anna, "NEW -r * HANDICAP:L@1a", "Rated games have no handicap.");
    expect_reply(&anna, "NEW -r WHANDICAP:L@1a", "Rated games have no handicap.");
    challenge_and_accept(&anna, &bert, "NEW -r W");
    expect_reply(&bert, "HANDICAP two-pieces", "Rated games have no handicap.");
    expect_reply(&bert, "PLAY HANDICAP:L@1a", "Rated games have no handicap.");
    play_move(&bert, "P-7f", "P-7f");
}

/* Rows: NEW.r USER.1 USER.2 UNDO.6 */
static void settled_when_both_have_seen(void **state)
{
    (void)state;
    start_rated_game("-r");
    resign(&bert); /* Anna's board is drawn, so both have seen it */
    const char *output = take_output(&anna);
    expect_contains(output, "White resigned: Black wins.\n");
    expect_contains(output, "Your rating in Shogi, correspondence: 1500? -> 1662?\n");
    expect_reply(&bert, "USER", "shogi             rated 1338? in correspondence, after 1 game\n");
    expect_reply(&bert, "USER Anna",
                 "shogi             rated 1662? in correspondence, after 1 game\n");
    expect_reply(&bert, "HISTORY", "Black won: resignation; 1500? -> 1338?\n");
    expect_reply(&bert, "HISTORY Anna", "Black won: resignation; 1500? -> 1662?\n");
    expect_reply(&anna, "NEW -r * P-7f", "is number");
    expect_reply(&bert, "NEW", "(rated; Anna has 1662? in Shogi, correspondence)\n");
    send_line(&anna, "NEW -t 5m W");
    send_line(&anna, "NEW W");
    send_line(&anna, "NEW -r -t 5m W");
    const char *said = send_line(&bert, "NEW");
    expect_contains(said, "        (clock 5m)\n"); /* Anna is not rated in it yet */
    expect_contains(said, "        (Anna has 1662? in Shogi, correspondence)\n");
    expect_contains(said, "        (clock 5m; rated; Anna has 1500? in Shogi, blitz)\n");
    /* There is no further effect. */
    advance_clock(25 * HOUR_MS);
    settle_results_due();
    assert_int_equal(read_log().count, 2);
    expect_excludes(send_line(&anna, "USER"), "2 games");
}

/* The header of a board shows the ratings with which its players began, and which side is the reader's.
 * Rows: BOARD.header */
static void header_of_a_board(void **state)
{
    (void)state;
    start_rated_game("-r");
    expect_reply(&bert, "BOARD", ": Shogi, Anna (Black) against Bert (White, you)\n");
    resign(&bert);
    advance_clock(1000);
    challenge_and_accept(&anna, &bert, "NEW -r -c black Bert"); /* game 2 */
    expect_reply(&anna, "BOARD", ": Shogi, Anna 1662? (Black, you) against Bert 1338? (White)\n");
    expect_reply(&anna, "MOVES -n", ": Shogi, Anna 1662? (Black, you) against Bert 1338? (White)");
    client guest;
    connect_client(&guest);
    send_line(&guest, "guest");
    expect_reply(&guest, "BOARD 2", ": Shogi, Anna 1662? (Black) against Bert 1338? (White)\n");
    /* Of another speed they have none; of the first game it was none. */
    challenge_and_accept(&anna, &bert, "NEW -t 5m -c white Bert"); /* game 3 */
    expect_reply(&anna, "BOARD", ": Shogi, Bert (Black) against Anna (White, you)\n");
    forget_game(1);
    forget_game(2);
    advance_clock(HOUR_MS);
    expect_reply(&guest, "BOARD 1", ": Shogi, Anna (Black) against Bert (White)\n");
    expect_reply(&bert, "BOARD 2", ": Shogi, Anna 1662? (Black) against Bert 1338? (White, you)\n");
    disconnect(&guest);
}

/* The player who resigned is notified, too. */
static void the_loser_is_notified(void **state)
{
    (void)state;
    start_rated_game("-r");
    expect_reply(&bert, "RESIGN", "(type yes) ");
    type_without_waiting(&bert, "yes");
    wait_for_jobs();
    wait_for_prompt(&bert);
    expect_contains(take_output(&bert), "Your rating in Shogi, correspondence: 1500? -> 1338?\n");
}

/* Rows: UNDO.6 NEW.r */
static void settled_after_a_day(void **state)
{
    (void)state;
    start_rated_game("-r");
    disconnect(&anna);
    resign(&bert);
    expect_excludes(send_line(&bert, "USER"), "rated");
    expect_reply(&bert, "HISTORY", "resignation; rated, rating pending\n");
    settle_results_due();
    assert_int_equal(read_log().count, 0);
    advance_clock(24 * HOUR_MS - 60 * 1000);
    settle_results_due();
    assert_int_equal(read_log().count, 0);
    advance_clock(61 * 1000);
    take_output(&bert);
    settle_results_due();
    expect_contains(take_output(&bert), "Your rating in Shogi, correspondence: 1500? -> 1338?\n");
    const rating_log log = read_log();
    assert_int_equal(log.count, 2);
    assert_int_equal(log.rows[0].rating_e3 / 1000, 1662);
    const char *said = log_in_again(&anna, "Anna");
    expect_contains(said,
                    "Game 1 is rated.  Your rating in Shogi, correspondence: 1500? -> 1662?\n");
    expect_reply(&anna, "BOARD", "White resigned: Black wins.\n");
    wait_for_jobs();
    assert_int_equal(read_log().count, 2);
    disconnect(&anna);
    expect_excludes(log_in_again(&anna, "Anna"), "settled"); /* shown once */
    expect_reply(&anna, "HISTORY", "1500? -> 1662?\n");
}

/* The timer settles by itself when the next result is due. */
static void timer_makes_results_final(void **state)
{
    (void)state;
    start_rated_game("-r");
    disconnect(&anna);
    resign(&bert);
    advance_clock(24 * HOUR_MS - 100);
    settle_results_due();
    assert_int_equal(read_log().count, 0);
    rating_log log;
    do { /* other timers have jobs too */
        event_base_loop(server->base, EVLOOP_ONCE);
        log = read_log();
    } while (log.count == 0);
    assert_int_equal(log.count, 2);
    log_in(&anna, "Anna");
}

/* A server that was down when the day had passed settles at its start, even if nobody signs in. */
static void after_a_restart(void **state)
{
    database_file file;
    int64_t test_now_ms = INT64_C(1700000000000);
    database_make(&file);
    test_clock = &test_now_ms;
    assert_int_equal(set_up_pair(state), 0);
    start_rated_game("-r");
    disconnect(&anna);
    resign(&bert);
    disconnect(&bert);
    tear_down(state);
    test_now_ms += 23 * (int64_t)HOUR_MS;
    set_up(state);
    wait_for_jobs();
    assert_int_equal(read_log().count, 0);
    tear_down(state);
    for (int restarts = 0; restarts < 3; restarts++) {
        test_now_ms += 2 * (int64_t)HOUR_MS;
        set_up(state);
        wait_for_jobs();
        const rating_log log = read_log();
        assert_int_equal(log.count, 2);
        assert_int_equal(log.rows[0].at_ms, INT64_C(1700000000000));
        tear_down(state);
    }
    database_remove(&file);
    test_clock = NULL;
}

/* Rows: NEW.u UNDO.6 RESIGN.3 */
static void undo_before_it_is_settled(void **state)
{
    (void)state;
    start_rated_game("-r");
    disconnect(&anna);
    resign(&bert);
    expect_reply(&bert, "UNDO", "Takebacks are off in rated games.  NEW -u allows them.\n");
    advance_clock(25 * HOUR_MS);
    settle_results_due();
    assert_int_equal(read_log().count, 2);
    log_in(&anna, "Anna");

    start_rated_game("-r -u");
    expect_reply(&anna, "BOARD", "Move 3: Black to move.");
    expect_reply(&anna, "UNDO -o", "P-3d has been taken back.\n");
    play_move(&bert, "P-8d", "P-8d");
    disconnect(&anna);
    resign(&bert);
    expect_reply(&bert, "UNDO", "The resignation has been taken back.\n");
    resign(&bert);
    advance_clock(23 * HOUR_MS);
    settle_results_due();
    assert_int_equal(read_log().count, 2);
    expect_reply(&bert, "UNDO", "The resignation has been taken back.\n");
    advance_clock(2 * HOUR_MS);
    settle_results_due(); /* the game goes on: nothing is due */
    assert_int_equal(read_log().count, 2);
    resign(&bert);
    advance_clock(25 * HOUR_MS);
    settle_results_due();
    assert_int_equal(read_log().count, 4);
    expect_reply(&bert, "UNDO", "The result is final.\n");
    log_in(&anna, "Anna");
    expect_reply(&anna, "BOARD", "White resigned");
    expect_reply(&anna, "UNDO -o", "The result is final.\n");
}

/* A session that does not know yet that the game is settled is refused by the storage. */
static void an_undo_that_comes_too_late(void **state)
{
    (void)state;
    start_rated_game("-r -u");
    disconnect(&anna);
    resign(&bert);
    advance_clock(25 * HOUR_MS);
    settle_results_due();
    shg_game_cache_find(server->games->cache, bert.session->current_game)->settled_ms = 0;
    expect_reply(&bert, "UNDO", "is final.  Game 1 now:\n");
    expect_reply(&bert, "UNDO", "The result is final.\n");
    assert_int_equal(read_log().count, 2);
    log_in(&anna, "Anna");
}

static void games_that_do_not_count(void **state)
{
    (void)state;
    challenge_and_accept(&anna, &bert, "NEW -r * P-7f");
    resign(&bert);
    expect_contains(take_output(&anna), " was too short to count for ratings.\n");
    assert_int_equal(read_log().count, 0);
    expect_reply(&anna, "HISTORY", "resignation; rated, not counted\n");
    start_game(&anna, &bert); /* not rated */
    play_move(&bert, "P-3d", "P-3d");
    resign(&bert);
    settle_results_due();
    assert_int_equal(read_log().count, 0);
    expect_excludes(take_output(&anna), "settled");
}

/* A draw and a game without result count half a point for each player. */
static void drawn_game_count(void **state)
{
    (void)state;
    start_rated_game("-r");
    expect_reply(&anna, "BOARD", "Move 3");
    expect_reply(&anna, "DRAW", "Offered to ");
    expect_reply(&bert, "BOARD", "Black offers a draw.");
    expect_reply(&bert, "DRAW", "The game is drawn: agreement.");
    wait_for_jobs();
    const rating_log log = read_log();
    assert_int_equal(log.count, 2);
    assert_int_equal(log.rows[0].rating_e3, SHG_RATING_START_E3);
    assert_int_equal(log.rows[1].rating_e3, SHG_RATING_START_E3);
    assert_true(log.rows[0].deviation_e3 < SHG_DEVIATION_START_E3);
    start_rated_game("-r");
    static const char *const there_and_back[] = { "R-3h", "R-7b", "R-2h", "R-8b" };
    for (int i = 0; i < 12; i++)
        play_move(i % 2 ? &bert : &anna, there_and_back[i % 4], there_and_back[i % 4]);
    wait_for_jobs();
    assert_int_equal(read_log().count, 4);
    expect_reply(&anna, "HISTORY", "no result: ");
}

/* Rows: BEST */
static void best_of_a_game(void **state)
{
    (void)state;
    expect_reply(&anna, "BEST", "Nobody has a rating in Shogi.  See HELP RATINGS.\n");
    start_rated_game("-r -t 10m");
    resign(&bert);
    const char *said = send_line(&bert, "BEST");
    expect_contains(said, "The best players of Shogi:\nrapid\n  1. 16");
    const char *first = strstr(said, " Anna, after 1 game\n");
    assert_non_null(first);
    assert_non_null(strstr(first, "\n  2. 13"));
    assert_non_null(strstr(first, " Bert, after 1 game\n"));
    expect_reply(&bert, "best SHOGI", "The best players of Shogi:\n");
    expect_reply(&bert, "BEST chu", "Nobody has a rating in ");
    expect_reply(&bert, "BEST frob", "There is no game frob.  See HELP VARIANTS.\n");
}

TEST_SUITE(rated)
{
    const struct CMUnitTest tests[] = {
        PAIR_TEST(who_may),
        PAIR_TEST(settled_when_both_have_seen),
        PAIR_TEST(best_of_a_game),
        PAIR_TEST(header_of_a_board),
        PAIR_TEST(the_loser_is_notified),
        PAIR_TEST(settled_after_a_day),
        PAIR_TEST(timer_makes_results_final),
        cmocka_unit_test(after_a_restart),
        PAIR_TEST(undo_before_it_is_settled),
        PAIR_TEST(an_undo_that_comes_too_late),
        PAIR_TEST(games_that_do_not_count),
        PAIR_TEST(drawn_game_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
