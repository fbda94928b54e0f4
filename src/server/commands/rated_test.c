/* rated_test.c: rated games from the challenge to the rating: who may play them, when they are settled, what is
 * told of it, and that each counts once. */
#include "support/pair.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "server/game/final_result.h"
#include "server/session/task.h"

enum { HOUR_MS = 3600 * 1000 };

/* The server's time goes on by so much at once. */
static void pass(int64_t ms)
{
    server->clock.start_monotonic_ms -= ms;
}

static void work(void)
{
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
}

static void sweep(void)
{
    shg_settle_sweep(server);
    work();
}

/* A rated game in which both have moved. */
static void begin_rated(const char *options)
{
    char line[60];
    snprintf(line, sizeof line, "NEW %s * P-7f", options);
    challenge(&anna, &bert, line);
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    ask(&anna, line);
    play(&bert, "P-3d", "P-3d");
    work();
    heard(&anna);
}

static void resign(person *p)
{
    expect(p, "RESIGN", "(yes) ");
    expect(p, "yes", " resigned: ");
    work();
}

/* What the storage has, in the order in which it was added. */
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
    work();
    return log;
}

/* What one is told who logs in again. */
static const char *come_again(person *p, const char *name)
{
    arrive(p);
    ask(p, name);
    const char *said = ask(p, "correct horse");
    expect_in(said, "Welcome, ");
    return said;
}

/* ---- cases ---- */

/* Rows: NEW.r */
static void who_may(void **state)
{
    (void)state;
    person guest;
    arrive(&guest);
    ask(&guest, "guest");
    expect(&guest, "NEW -r * P-7f", "Rated games are for registered players");
    expect(&anna, "NEW -r * P-7f", "Your challenge is number 1.");
    expect(&bert, "NEW", "(rated; Anna has 1500? in shogi, correspondence)\n");
    expect(&guest, "NEW 1", "Challenge 1 is for a rated game: guests have no rating.");
    expect(&bert, "NEW", "    1  shogi "); /* it is still there */
    const char *said = ask(&bert, "NEW 1");
    expect_in(said, ": shogi, Anna (Black) against Bert (White)\n(rated)\n");
    expect(&guest, "GAMES", "White, rated\n");
    expect(&bert, "STAT", "White, rated\n");
    leave(&guest);
    expect(&anna, "NEW -r * HANDICAP:L@1a", "A rated game begins without a handicap");
    expect(&anna, "NEW -r WHANDICAP:L@1a", "A rated game begins without a handicap");
    challenge(&anna, &bert, "NEW -r W");
    expect(&bert, "HANDICAP two-pieces", "A rated game begins without a handicap");
    expect(&bert, "PLAY HANDICAP:L@1a", "A rated game begins without a handicap");
    play(&bert, "P-7f", "P-7f");
}

/* Rows: NEW.r USER.1 USER.2 UNDO.6 */
static void settled_when_both_have_seen(void **state)
{
    (void)state;
    begin_rated("-r");
    resign(&bert); /* Anna's board is drawn: both have seen it */
    const char *told = heard(&anna);
    expect_in(told, "White resigned: Black wins.\n");
    expect_in(told, "Your rating in shogi, correspondence: 1500? -> 1662?\n");
    expect(&bert, "USER", "shogi             rated 1338? in correspondence, after 1 game\n");
    expect(&bert, "USER Anna", "shogi             rated 1662? in correspondence, after 1 game\n");
    expect(&bert, "HISTORY", "Black won: resignation; 1500? -> 1338?\n");
    expect(&bert, "HISTORY Anna", "Black won: resignation; 1500? -> 1662?\n");
    expect(&anna, "NEW -r * P-7f", "is number");
    expect(&bert, "NEW", "(rated; Anna has 1662? in shogi, correspondence)\n");
    ask(&anna, "NEW -t 5m W");
    ask(&anna, "NEW W");
    ask(&anna, "NEW -r -t 5m W");
    const char *said = ask(&bert, "NEW");
    expect_in(said, "        (clock 5m)\n"); /* in which she is not known yet */
    expect_in(said, "        (Anna has 1662? in shogi, correspondence)\n");
    expect_in(said, "        (clock 5m; rated; Anna has 1500? in shogi, blitz)\n");
    /* Nothing more comes of it. */
    pass(25 * HOUR_MS);
    sweep();
    assert_int_equal(read_log().count, 2);
    lacks(ask(&anna, "USER"), "2 games");
}

/* The one who resigned is told, too. */
static void the_loser_is_told(void **state)
{
    (void)state;
    begin_rated("-r");
    expect(&bert, "RESIGN", "(yes) ");
    type(&bert, "yes");
    work();
    settle(&bert);
    expect_in(heard(&bert), "Your rating in shogi, correspondence: 1500? -> 1338?\n");
}

/* Rows: UNDO.6 NEW.r */
static void settled_after_a_day(void **state)
{
    (void)state;
    begin_rated("-r");
    leave(&anna);
    resign(&bert);
    lacks(ask(&bert, "USER"), "rated");
    expect(&bert, "HISTORY", "resignation; rated, not settled yet\n");
    sweep();
    assert_int_equal(read_log().count, 0);
    pass(24 * HOUR_MS - 60 * 1000);
    sweep();
    assert_int_equal(read_log().count, 0);
    pass(61 * 1000);
    heard(&bert);
    sweep();
    expect_in(heard(&bert), "Your rating in shogi, correspondence: 1500? -> 1338?\n");
    const rating_log log = read_log();
    assert_int_equal(log.count, 2);
    assert_int_equal(log.rows[0].rating_e3 / 1000, 1662);
    const char *said = come_again(&anna, "Anna");
    expect_in(said, "Game 1 is settled.  Your rating in shogi, correspondence: 1500? -> 1662?\n");
    expect(&anna, "BOARD", "White resigned: Black wins.\n");
    work();
    assert_int_equal(read_log().count, 2);
    leave(&anna);
    lacks(come_again(&anna, "Anna"), "settled"); /* told once */
    expect(&anna, "HISTORY", "1500? -> 1662?\n");
}

/* The timer does it by itself, when the next one is due. */
static void by_itself(void **state)
{
    (void)state;
    begin_rated("-r");
    leave(&anna);
    resign(&bert);
    pass(24 * HOUR_MS - 100);
    sweep();
    assert_int_equal(read_log().count, 0);
    while (server->jobs == 0)
        event_base_loop(server->base, EVLOOP_ONCE);
    work();
    assert_int_equal(read_log().count, 2);
    log_in(&anna, "Anna");
}

/* A server that was down when the day was over does it when it comes up, though nobody logs in. */
static void after_a_restart(void **state)
{
    database_file file;
    int64_t told_ms = INT64_C(1700000000000);
    database_make(&file);
    told_clock = &told_ms;
    assert_int_equal(set_up_both(state), 0);
    begin_rated("-r");
    leave(&anna);
    resign(&bert);
    leave(&bert);
    tear_down(state);
    told_ms += 23 * (int64_t)HOUR_MS;
    set_up(state);
    work();
    assert_int_equal(read_log().count, 0);
    tear_down(state);
    for (int restarts = 0; restarts < 3; restarts++) {
        told_ms += 2 * (int64_t)HOUR_MS;
        set_up(state);
        work();
        const rating_log log = read_log();
        assert_int_equal(log.count, 2);
        assert_int_equal(log.rows[0].at_ms, INT64_C(1700000000000));
        tear_down(state);
    }
    database_remove(&file);
    told_clock = NULL;
}

/* Rows: NEW.u UNDO.6 RESIGN.3 */
static void undo_before_it_is_settled(void **state)
{
    (void)state;
    begin_rated("-r");
    leave(&anna);
    resign(&bert);
    expect(&bert, "UNDO", "Nothing is taken back in a rated game, unless NEW -u has allowed it.\n");
    pass(25 * HOUR_MS);
    sweep();
    assert_int_equal(read_log().count, 2);
    log_in(&anna, "Anna");

    begin_rated("-r -u");
    expect(&anna, "BOARD", "Move 3: Black to move.");
    expect(&anna, "UNDO -o", "P-3d has been taken back.\n");
    play(&bert, "P-8d", "P-8d");
    leave(&anna);
    resign(&bert);
    expect(&bert, "UNDO", "The resignation has been taken back.\n");
    resign(&bert);
    pass(23 * HOUR_MS);
    sweep();
    assert_int_equal(read_log().count, 2);
    expect(&bert, "UNDO", "The resignation has been taken back.\n");
    pass(2 * HOUR_MS);
    sweep(); /* it goes on: nothing is due */
    assert_int_equal(read_log().count, 2);
    resign(&bert);
    pass(25 * HOUR_MS);
    sweep();
    assert_int_equal(read_log().count, 4);
    expect(&bert, "UNDO", "The result is final: the game is settled.\n");
    log_in(&anna, "Anna");
    expect(&anna, "BOARD", "White resigned");
    expect(&anna, "UNDO -o", "The result is final: the game is settled.\n");
}

/* One who does not know yet that it is settled is refused by the storage. */
static void an_undo_that_comes_too_late(void **state)
{
    (void)state;
    begin_rated("-r -u");
    leave(&anna);
    resign(&bert);
    pass(25 * HOUR_MS);
    sweep();
    shg_game_cache_find(server->games->cache, bert.session->current_game)->settled_ms = 0;
    expect(&bert, "UNDO", "is settled.  This is how game 1 stands now.\n");
    expect(&bert, "UNDO", "The result is final: the game is settled.\n");
    assert_int_equal(read_log().count, 2);
    log_in(&anna, "Anna");
}

static void games_that_do_not_count(void **state)
{
    (void)state;
    challenge(&anna, &bert, "NEW -r * P-7f");
    resign(&bert);
    expect_in(heard(&anna), "is settled.  It was too short to count for ratings.\n");
    assert_int_equal(read_log().count, 0);
    expect(&anna, "HISTORY", "resignation; rated, not counted\n");
    begin(&anna, &bert); /* not rated */
    play(&bert, "P-3d", "P-3d");
    resign(&bert);
    sweep();
    assert_int_equal(read_log().count, 0);
    lacks(heard(&anna), "settled");
}

/* A draw and a game without contest count half a point for each. */
static void drawn_games_count(void **state)
{
    (void)state;
    begin_rated("-r");
    expect(&anna, "BOARD", "Move 3");
    expect(&anna, "DRAW", "That was proposed");
    expect(&bert, "BOARD", "Black offers a draw.");
    expect(&bert, "DRAW", "The game is drawn: agreement.");
    work();
    const rating_log log = read_log();
    assert_int_equal(log.count, 2);
    assert_int_equal(log.rows[0].rating_e3, SHG_RATING_START_E3);
    assert_int_equal(log.rows[1].rating_e3, SHG_RATING_START_E3);
    assert_true(log.rows[0].deviation_e3 < SHG_DEVIATION_START_E3);
    begin_rated("-r");
    static const char *const there_and_back[] = { "R-3h", "R-7b", "R-2h", "R-8b" };
    for (int i = 0; i < 12; i++)
        play(i % 2 ? &bert : &anna, there_and_back[i % 4], there_and_back[i % 4]);
    work();
    assert_int_equal(read_log().count, 4);
    expect(&anna, "HISTORY", "no contest: ");
}

TEST_SUITE(rated)
{
    const struct CMUnitTest tests[] = {
        CASE_OF_BOTH(who_may),
        CASE_OF_BOTH(settled_when_both_have_seen),
        CASE_OF_BOTH(the_loser_is_told),
        CASE_OF_BOTH(settled_after_a_day),
        CASE_OF_BOTH(by_itself),
        cmocka_unit_test(after_a_restart),
        CASE_OF_BOTH(undo_before_it_is_settled),
        CASE_OF_BOTH(an_undo_that_comes_too_late),
        CASE_OF_BOTH(games_that_do_not_count),
        CASE_OF_BOTH(drawn_games_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
