/* current_test.c: which game is current when one begins, and what commands do in one that is over. */
#include "server/game/part.h"
#include "base/test_suite.h"
#include "support/pair.h"

#include <stdlib.h>

static client cecil;
static int64_t last_seen_ms[2];

static int set_up_three(void **state)
{
    const int failed = set_up_pair(state);
    if (!failed)
        log_in(&cecil, "Cecil");
    return failed;
}

static int tear_down_three(void **state)
{
    disconnect(&cecil);
    return tear_down_pair(state);
}

/* One challenges, the other accepts. Returns what the first one was shown. */
static const char *begin(client *one, client *other, const char *line)
{
    char number[40];
    const char *at = strstr(send_line(one, line), "is number ");
    assert_non_null(at);
    snprintf(number, sizeof number, "ACCEPT %ld", strtol(at + 10, NULL, 10));
    expect_reply(other, number, " has begun: you are ");
    return take_output(one);
}

static void log_in_again(client *c, const char *name)
{
    disconnect(c);
    log_in(c, name);
}

/* A game whose clock runs becomes current for both and is drawn, whatever was current: a game of
 * others, a game of one's own in which it is one's turn, in every session of both. A move typed
 * then is made in it. By correspondence a running game stays current. Rows: GEN.6 */
static void a_fast_game_becomes_current(void **state)
{
    (void)state;
    static const char *const fast[] = { "NEW -t 10m/30s * P-7f", "NEW -t 10m/30s -c random *",
                                        "NEW -t 5m -r * P-7f", "NEW -t 1h+10s * W" };
    begin(&anna, &bert, "NEW * P-7f");
    const int64_t slow = anna.session->current_game;
    client second;
    log_in(&second, "Anna");
    for (size_t i = 0; i < sizeof fast / sizeof fast[0]; i++) {
        char board[40], replaced[80];
        snprintf(board, sizeof board, "BOARD %lld", (long long)slow);
        send_line(&anna, board);
        send_line(&second, board);
        send_line(&cecil, board);
        take_output(&second);
        const char *said = begin(&anna, &cecil, fast[i]);
        const int64_t game = cecil.session->current_game;
        snprintf(replaced, sizeof replaced, "Your current game is now %lld, no longer %lld.\n",
                 (long long)game, (long long)slow);
        assert_true(game > slow);
        expect_contains(said, "Cecil has accepted your challenge");
        expect_contains(said, replaced);
        expect_contains(said, "Black has:");
        assert_int_equal(anna.session->current_game, game);
        assert_int_equal(second.session->current_game, game);
        expect_contains(take_output(&second), "Black has:");
        log_in_again(&second, "Anna"); /* it was stored, too */
        assert_int_equal(second.session->current_game, game);
        send_line(&cecil, "RESIGN");
        send_line(&cecil, "yes");
        take_output(&anna);
    }
    disconnect(&second);
    /* A game by correspondence leaves the current game alone. */
    char board[40];
    snprintf(board, sizeof board, "BOARD %lld", (long long)slow);
    send_line(&anna, board);
    const char *said = begin(&anna, &cecil, "NEW -t 3d * P-7f");
    expect_contains(said, " shows it.\n");
    expect_excludes(said, "Your current game");
    assert_int_equal(anna.session->current_game, slow);
}

/* A fast game that begins while its player answers a question is drawn after it. Rows: GEN.6 */
static void a_fast_game_waits_for_a_question(void **state)
{
    (void)state;
    begin(&anna, &bert, "NEW * P-7f");
    const int64_t slow = bert.session->current_game;
    const char *at = strstr(send_line(&bert, "NEW -t 10m * P-2f"), "is number ");
    char accept[40];
    snprintf(accept, sizeof accept, "ACCEPT %ld", strtol(at + 10, NULL, 10));
    expect_reply(&bert, "PLAY P-3d", "P-3d <");
    expect_reply(&cecil, accept, "has begun: you are White.");
    assert_int_not_equal(bert.session->current_game, slow);
    const char *said = send_line(&bert, "y");
    expect_contains(said, "Move 2: P-3d\n");
    expect_contains(said, "Cecil has accepted your challenge: game ");
    expect_contains(said, "Last move: 1. P-2f");
}

/* A current game that is over never keeps the next one from becoming current, in memory or not,
 * after a new login either; commands say that it is over, and not how to load it.
 * Rows: GEN.6 GEN.7 */
static void a_finished_game_does_not_block(void **state)
{
    (void)state;
    for (int forgotten = 0; forgotten < 3; forgotten++) {
        begin(&anna, &bert, "NEW * P-7f");
        const int64_t first = anna.session->current_game;
        send_line(&anna, "RESIGN");
        expect_reply(&anna, "yes", "Black resigned: White wins.");
        if (forgotten > 0)
            log_in_again(&anna, "Anna");
        if (forgotten > 1)
            forget_game(first);
        assert_int_equal(anna.session->current_game, first);
        static const char *const commands[] = { "PLAY P-2f", "DRAW", "RESIGN", "IMPASSE",
                                                "ADJOURN" };
        char over[40];
        snprintf(over, sizeof over, "Game %lld is over.", (long long)first);
        for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
            const char *said = send_line(&anna, commands[i]);
            expect_contains(said, over);
            expect_excludes(said, "MOVES -N");
            if (forgotten > 1)
                forget_game(first);
        }
        const char *said = begin(&anna, &bert, "NEW * P-2f");
        expect_contains(said, "Last move: 1. P-2f");
        assert_int_not_equal(anna.session->current_game, first);
        expect_reply(&bert, "PLAY P-3d", "P-3d <");
        expect_reply(&bert, "y", "Move 2");
        send_line(&anna, "RESIGN");
        send_line(&anna, "yes");
        take_output(&anna);
        take_output(&bert);
    }
}

/* REMATCH without a number means the game last finished, also while another one is current.
 * Rows: REMATCH */
static void a_rematch_of_the_last_game(void **state)
{
    (void)state;
    expect_reply(&cecil, "REMATCH", "You have not finished any game.");
    begin(&anna, &cecil, "NEW * P-7f");
    const int64_t other = anna.session->current_game;
    expect_reply(&anna, "REMATCH", " is not over yet.");
    begin(&bert, &cecil, "NEW * P-7f"); /* stays in the background for Cecil */
    const int64_t last = bert.session->current_game;
    char board[40], of[60];
    snprintf(board, sizeof board, "BOARD %lld", (long long)other);
    send_line(&cecil, board);
    send_line(&bert, "RESIGN");
    expect_reply(&bert, "yes", "Black resigned: White wins.");
    snprintf(of, sizeof of, "(a rematch of game %lld)", (long long)last);
    for (int forgotten = 0; forgotten < 2; forgotten++) {
        take_output(&bert);
        send_line(&cecil, "REMATCH");
        expect_contains(take_output(&bert), of);
        assert_int_equal(cecil.session->current_game, other);
        forget_game(last);
        forget_game(other);
        char remove[40];
        snprintf(remove, sizeof remove, "REMOVE %d", 3 + forgotten);
        expect_reply(&cecil, remove, "is withdrawn.");
    }
    snprintf(board, sizeof board, "REMATCH %lld", (long long)last);
    expect_reply(&anna, board, "You do not play in game ");
}

static shoogi_status forget_the_visits(shg_job *job, shg_storage *storage)
{
    shoogi_status status = SHOOGI_OK;
    for (int64_t player = 1; player <= 2 && status == SHOOGI_OK; player++) {
        shg_player row;
        status = storage->ops->player_by_id(storage, &row, player, &job->error);
        last_seen_ms[player - 1] = row.seen_ms;
    }
    return status;
}

/* A game that begins while both are online is not reported as begun while they were away, though a crash keeps the
 * end of their visit from being stored: they were seen when it began. Rows: LOGIN */
static void they_were_there(void **state)
{
    (void)state;
    begin(&anna, &bert, "NEW * P-7f");
    wait_for_jobs();
    const int64_t created_ms =
        shg_game_cache_find(server->games->cache, anna.session->current_game)->created_ms;
    run_storage_job(forget_the_visits);
    assert_true(last_seen_ms[0] > created_ms);
    assert_true(last_seen_ms[1] > created_ms);
}

/* A challenge to a name that nobody has is made, and the challenger hears of it. Rows: NEW.3 */
static void nobody_of_that_name(void **state)
{
    (void)state;
    expect_reply(&anna, "NEW ERKKI.EXPERT P-7f", "There is no player called ERKKI.EXPERT yet.\n");
    static const char *const known[] = { "NEW bert P-7f", "NEW * P-7f", "NEW !ERKKI P-7f",
                                         "NEW W" };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        expect_excludes(send_line(&anna, known[i]), "There is no player");
}

/* WHO says who plays and who is idle. Rows: WHO.1 */
static void who_is_busy(void **state)
{
    (void)state;
    begin(&anna, &bert, "NEW -t 10m * P-7f");
    begin(&bert, &cecil, "NEW -t 3d * P-7f");
    cecil.session->typed_ms -= INT64_C(12) * 60 * 1000;
    char playing[40];
    snprintf(playing, sizeof playing, ", in game %lld\n", (long long)anna.session->current_game);
    const char *said = send_line(&anna, "WHO");
    expect_contains(strstr(said, "Anna "), playing);
    expect_contains(strstr(said, "Bert "), playing);
    expect_contains(strstr(said, "Cecil "), " UTC, idle for 12 minutes\n");
}

TEST_SUITE(current)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_fast_game_becomes_current, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(a_fast_game_waits_for_a_question, set_up_three,
                                        tear_down_three),
        cmocka_unit_test_setup_teardown(a_finished_game_does_not_block, set_up_three,
                                        tear_down_three),
        cmocka_unit_test_setup_teardown(a_rematch_of_the_last_game, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(they_were_there, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(nobody_of_that_name, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(who_is_busy, set_up_three, tear_down_three),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
