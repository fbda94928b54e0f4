/* takeback_test.c: takebacks by agreement: the proposal, the consent, clocks, and what cannot be
 * taken back. */
#include "support/pair.h"
#include "server/game/part.h"
#include "base/test_suite.h"

static int64_t test_now_ms;

static shg_game_state *current_game(void)
{
    return shg_game_cache_find(server->games->cache, anna.session->current_game);
}

/* Anna is Black and has played P-7f; neither is asked to confirm moves. */
static void start_game_with(const char *options)
{
    char line[120];
    snprintf(line, sizeof line, "NEW %s * P-7f", options);
    challenge_and_accept(&anna, &bert, line);
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    take_output(&bert);
}

static int set_up_quick(void **state)
{
    test_now_ms = INT64_C(1700000000000);
    test_clock = &test_now_ms;
    const int failed = set_up_pair(state);
    if (failed)
        return failed;
    send_line(&anna, "SET CONFIRM OFF");
    send_line(&bert, "SET CONFIRM OFF");
    return 0;
}

/* Five moves in all, an hour for each. */
static void play_four_moves(void)
{
    static const char *const moves[] = { "P-3d", "P-2f", "P-8d", "P-2e" };
    for (int i = 0; i < 4; i++) {
        char line[20];
        test_now_ms += 3600 * 1000;
        snprintf(line, sizeof line, "PLAY %s", moves[i]);
        expect_reply(i % 2 == 0 ? &bert : &anna, line, moves[i]);
    }
    take_output(&anna);
    take_output(&bert);
}

/* The game read from its log must equal the game in memory. */
static void expect_same_when_read(void)
{
    const size_t items = current_game()->item_count;
    char sfen[200], again[200];
    shoogi_sfen_write(sfen, sizeof sfen, current_game()->position);
    shg_game_set_stale(current_game());
    send_line(&anna, "BOARD");
    assert_int_equal(current_game()->item_count, items);
    shoogi_sfen_write(again, sizeof again, current_game()->position);
    assert_string_equal(again, sfen);
}

static int64_t stored_moves;

static shoogi_status read_moves(shg_job *job, shg_storage *storage)
{
    shg_game row;
    const shoogi_status status =
        storage->ops->game_get(storage, &row, anna.session->current_game, &job->error);
    stored_moves = row.moves;
    return status;
}

/* Rows: UNDO.t */
static void takeback_by_agreement(void **state)
{
    (void)state;
    start_game_with("");
    play_four_moves();
    expect_reply(&bert, "UNDO -t 3", "Offered to Anna.  Their next move declines the offer.\n");
    const char *said = take_output(&anna);
    expect_contains(said, "Bert asks for a takeback to move 3.  UNDO -t 3 agrees.\n");
    expect_contains(said,
                    /* Shown on the board. */
                    "White asks for a takeback to move 3.  UNDO -t 3 agrees.\n");
    expect_reply(&bert, "UNDO -t 3", "You have already offered that.  It is up to Anna.\n");
    expect_reply(&anna, "UNDO -t 2",
                 "Offered to Bert.  Their next move declines the "
                 "offer."); /* another move number is another proposal */
    expect_same_when_read();
    said = send_line(&anna, "UNDO -t 3");
    expect_contains(said, "The game continues at move 3.\n");
    expect_contains(said, "Move 3: Black to move.  Last move: 2. P-3d\n");
    expect_excludes(said, "proposes");
    expect_contains(take_output(&bert), "Anna agrees to a takeback to move 3.\n");
    run_storage_job(read_moves);
    assert_int_equal(stored_moves, 2);
    expect_same_when_read();
    said = send_line(&bert, "MOVES -n");
    expect_contains(said, "    2.  White  P-3d\n");
    expect_excludes(said, "P-8d");
    /* The same move again is an ordinary move. */
    expect_reply(&anna, "PLAY P-2f", "Move 3: P-2f\n");
    expect_reply(&bert, "UNDO -o", "P-2f has been taken back.");
    expect_reply(&anna, "PLAY P-6f", "Move 3: P-6f\n");
    expect_same_when_read();
    /* To the beginning. */
    send_line(&bert, "UNDO -t 1");
    expect_reply(&anna, "UNDO -t 1", "Move 1: Black to move.\n");
    expect_reply(&anna, "PLAY P-9f", "Move 1: P-9f\n");
    expect_same_when_read();
}

/* An opponent who moves declines; a proposer who moves withdraws. Rows: UNDO.t */
static void declined(void **state)
{
    (void)state;
    start_game_with("");
    play_four_moves();
    send_line(&anna, "UNDO -t 2");
    expect_reply(&bert, "PLAY P-9d", "Move 6: P-9d\n");
    expect_excludes(send_line(&bert, "BOARD"), "proposes");
    expect_reply(&bert, "UNDO -t 2",
                 "Offered to Anna.  Their next move declines the "
                 "offer."); /* and does not agree to it */
    send_line(&anna, "PLAY P-9f");
    send_line(&bert, "UNDO -t 4");
    send_line(&bert, "PLAY P-1d");
    expect_reply(&anna, "UNDO -t 4", "Offered to Bert.  Their next move declines the offer.");
    expect_excludes(send_line(&anna, "BOARD"), "White proposes");
}

/* Rows: UNDO.t */
static void forced_first_moves_and_handicaps(void **state)
{
    (void)state;
    challenge_and_accept(&anna, &bert,
                         "NEW Wp-2f"); /* Bert is Black, and his first move is forced */
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    send_line(&anna, "PLAY P-3d");
    expect_reply(&bert, "UNDO -t 1",
                 "The challenge fixed the first move.  It cannot be taken "
                 "back.\n");
    expect_reply(&bert, "UNDO -t 3", "There is no such move.  MOVES lists the moves.\n");
    expect_reply(&bert, "UNDO -t 0", "\"0\" should be the number of a move");
    expect_reply(&bert, "UNDO -t x", "\"x\" should be the number of a move");
    expect_reply(&bert, "UNDO -t 99999999999999999999", "the number of a move");
    send_line(&bert, "UNDO -t 2");
    expect_reply(&anna, "UNDO -t 2", "Move 2: White to move.");
    send_line(&anna, "RESIGN");
    send_line(&anna, "yes");
    expect_reply(&anna, "UNDO -t 1", " is over. ");
    start_game_with("-r");
    send_line(&bert, "PLAY P-3d");
    expect_reply(&bert, "UNDO -t 2", "Takebacks are off in rated games.  NEW -u allows them.");
    start_game_with("-r -u");
    send_line(&bert, "PLAY P-3d");
    send_line(&bert, "UNDO -t 2");
    expect_reply(&anna, "UNDO -t 2", "Move 2: White to move.");
    /* A handicap is taken back, too. */
    challenge_and_accept(&anna, &bert, "NEW * HANDICAP:L@1a");
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    send_line(&bert, "PLAY P-3d");
    send_line(&bert, "UNDO -t 1");
    expect_reply(&anna, "UNDO -t 1", "Move 1: Black to move.\n");
    expect_same_when_read();
}

/* The clocks show their readings at that move, and neither player is charged for the time since.
 * Rows: UNDO.t */
static void clocks(void **state)
{
    (void)state;
    start_game_with("-t 2d/1h,vacation=5d");
    const int64_t bank_ms = 2 * 24 * 3600 * 1000, hour_ms = 3600 * 1000;
    play_four_moves();
    const shg_game_clock *clock = &current_game()->time->clock;
    assert_int_equal(clock->account[SHOOGI_BLACK].bank_ms, bank_ms - 2 * hour_ms);
    assert_int_equal(clock->account[SHOOGI_WHITE].bank_ms, bank_ms - 2 * hour_ms);
    test_now_ms += 5 * hour_ms;
    send_line(&bert, "UNDO -t 3"); /* also without -u, since both agree */
    test_now_ms += hour_ms;
    send_line(&anna, "UNDO -t 3");
    clock = &current_game()->time->clock;
    assert_int_equal(clock->turn, SHOOGI_BLACK);
    assert_int_equal(clock->pauses, 0);
    assert_int_equal(clock->account[SHOOGI_BLACK].bank_ms, bank_ms);
    assert_int_equal(clock->account[SHOOGI_WHITE].bank_ms, bank_ms - hour_ms);
    test_now_ms += hour_ms;
    send_line(&anna, "PLAY P-2f"); /* her hour of thinking then counts, and this one */
    clock = &current_game()->time->clock;
    assert_int_equal(clock->account[SHOOGI_BLACK].bank_ms, bank_ms - 2 * hour_ms);
    test_now_ms += hour_ms;
    send_line(&bert, "PLAY P-8d");
    assert_int_equal(clock->account[SHOOGI_WHITE].bank_ms, bank_ms - 2 * hour_ms);
    const shg_game_clock before = *clock;
    expect_same_when_read();
    assert_memory_equal(before.account, current_game()->time->clock.account, sizeof before.account);
    /* Repeated, so that the stored clock readings grow. */
    for (int i = 0; i < 40; i++) {
        send_line(&bert, "UNDO -t 2");
        expect_reply(&anna, "UNDO -t 2", "Move 2: White to move.");
        send_line(&bert, "PLAY P-3d");
        send_line(&anna, "PLAY P-2f");
    }
    expect_same_when_read();
    assert_int_equal(current_game()->time->clock.turn, SHOOGI_WHITE);
}

TEST_SUITE(takeback)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(takeback_by_agreement, set_up_quick, tear_down_pair),
        cmocka_unit_test_setup_teardown(declined, set_up_quick, tear_down_pair),
        cmocka_unit_test_setup_teardown(forced_first_moves_and_handicaps, set_up_quick,
                                        tear_down_pair),
        cmocka_unit_test_setup_teardown(clocks, set_up_quick, tear_down_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
