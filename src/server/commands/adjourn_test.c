/* adjourn_test.c: a game is interrupted: the sealed move, the clocks that stand, and going on. */
#include "server/game/abandoned.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "server/game/time_forfeit.h"
#include "server/game/game_json.h"
#include "support/pair.h"

static int64_t told_ms;
static person cecil;

static shg_game_state *current(void)
{
    return shg_game_cache_find(server->games->cache, anna.session->current_game);
}

static int set_up_game(void **state)
{
    told_ms = INT64_C(1700000000000);
    told_clock = &told_ms;
    const int failed = set_up_both(state);
    if (failed)
        return failed;
    log_in(&cecil, "Cecil");
    ask(&anna, "SET CONFIRM OFF");
    ask(&bert, "SET CONFIRM OFF");
    challenge(&anna, &bert, "NEW -t 60m+30s -u * P-7f");
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    ask(&anna, line);
    snprintf(line, sizeof line, "OBSERVE %lld", (long long)bert.session->current_game);
    ask(&cecil, line);
    heard(&bert);
    return 0;
}

static int tear_down_game(void **state)
{
    leave(&cecil);
    return tear_down_both(state);
}

static void let_go_by(int64_t ms)
{
    told_ms += ms;
    shg_falls_look(server);
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
}

static void adjourn(void)
{
    expect(&anna, "ADJOURN", "That was proposed to Bert.");
    expect_in(heard(&bert), "Anna proposes to adjourn: ADJOURN agrees.\n");
    expect(&bert, "ADJOURN",
           "Your next move is sealed: PLAY it, and nobody sees it before RESUME.");
    expect_in(heard(&anna), "Bert agrees to adjourn.\n");
}

/* Rows: ADJOURN RESUME */
static void sealing_and_going_on(void **state)
{
    (void)state;
    adjourn();
    const int64_t bank_ms = current()->time->clock.account[SHOOGI_WHITE].bank_ms;
    let_go_by(60 * 1000); /* he thinks about what to seal */
    heard(&cecil);
    expect(&bert, "PLAY P-3d", "Your move is sealed, and the clocks stand.");
    person *const others[] = { &anna, &cecil, &bert };
    static const char *const commands[] = { "BOARD", "MOVES -n", "EXPORT", "COND", "TALK" };
    for (int who = 0; who < 3; who++) {
        others[who]->session->current_game = anna.session->current_game;
        lacks(heard(others[who]), "3d");
        for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
            lacks(ask(others[who], commands[i]), "P-3d");
    }
    for (int own = -1; own < 2; own++) {
        shg_out json = shg_out_growing();
        shg_game_json(&json, current(), own, 0, told_ms);
        expect_in(json.bytes, "\"adjourned\":\"sealed\"");
        lacks(json.bytes, "3c3d");
        free(json.bytes);
    }
    expect(&anna, "BOARD",
           "The game is adjourned: White has sealed his move, and RESUME goes on.\n");
    expect(&anna, "BOARD", "Move 2: White to move.");
    expect(&bert, "NEXT", "It is your turn in no game");
    expect(&bert, "STAT", "\n      1  shogi");
    let_go_by(INT64_C(5) * 24 * 3600 * 1000); /* nobody's clock falls */
    expect(&bert, "PLAY P-8d", " is adjourned: RESUME goes on with it.");
    shg_game_set_stale(current()); /* as after a restart */
    ask(&anna, "BOARD");
    assert_int_equal(current()->time->clock.pauses, 1);
    leave(&bert);
    expect(&anna, "RESUME", "Bert is not here: the game goes on when both of you are.");
    log_in(&bert, "Bert");
    expect(&anna, "RESUME",
           "That was proposed to Bert: the game goes on when he types RESUME, too.");
    expect_in(heard(&bert), "Anna is ready to go on");
    const char *said = ask(&bert, "RESUME");
    expect_in(said, "The game goes on.\n");
    expect_in(said, "Move 3: Black to move.  Last move: 2. P-3d\n");
    expect_in(heard(&anna), "Bert has moved.\n");
    const shg_game_clock *clock = &current()->time->clock;
    assert_int_equal(clock->pauses, 0);
    assert_int_equal(clock->turn, SHOOGI_BLACK);
    assert_int_equal(clock->account[SHOOGI_WHITE].bank_ms, bank_ms - 60 * 1000 + 30 * 1000);
    assert_null(current()->sealed);
    assert_int_equal(current()->items[1].think_ms, 60 * 1000);
    const shg_game_clock before = *clock;
    shg_game_set_stale(current());
    ask(&anna, "BOARD");
    assert_memory_equal(before.account, current()->time->clock.account, sizeof before.account);
    assert_null(current()->sealed);
    assert_int_equal(current()->items[1].think_ms, 60 * 1000);
    expect(&anna, "NEXT", "It is your turn in this one alone.");
    expect(&anna, "PLAY P-2f", "Move 3: P-2f\n");
    ask(&bert, "UNDO -o"); /* back behind the interruption, and on */
    expect(&anna, "UNDO -o", "P-3d has been taken back.");
    expect(&bert, "PLAY P-8d", "Move 2: P-8d\n");
    expect(&anna, "RESUME", " is not adjourned.");
}

/* Rows: ADJOURN */
static void what_is_refused(void **state)
{
    (void)state;
    ask(&anna, "ADJOURN");
    expect(&bert, "PLAY P-3d", "Move 2: P-3d\n"); /* declines it */
    lacks(ask(&anna, "BOARD"), "adjourn");
    ask(&anna, "PLAY P-2f");
    expect(&bert, "RESUME", " is not adjourned.");
    adjourn();
    expect(&bert, "ADJOURN", " is adjourned already.");
    expect(&anna, "PLAY P-2e", "It is not your turn");
    expect(&anna, "UNDO -t 1", "While the game is adjourned nothing is taken back.");
    expect(&bert, "UNDO -o", "While the game is adjourned nothing is taken back.");
    expect(&bert, "PLAY P-8d // hm",
           "Only a legal move can be sealed, and nothing is said with it.");
    expect(&bert, "PLAY P*5e", "That move is illegal: ");
    expect(&bert, "RESUME", " is not adjourned before Bert has sealed his move.");
    expect(&bert, "PLAY P-8d", "Your move is sealed");
    expect(&anna, "UNDO -t 1", "While the game is adjourned nothing is taken back.");
    /* Ends are ends, and are taken back like others. */
    ask(&bert, "RESIGN");
    expect(&bert, "yes", "White resigned: Black wins.");
    ask(&anna, "BOARD");
    expect(&anna, "RESUME", " is over. ");
    expect(&anna, "UNDO -o", "The resignation has been taken back.");
    expect(&anna, "BOARD", "The game is adjourned: White has sealed his move");
    let_go_by(INT64_C(2) * 24 * 3600 * 1000);
    ask(&bert, "BOARD");
    ask(&bert, "RESUME");
    expect(&anna, "RESUME", "Last move: 4. P-8d\n");
    /* A slow game waits by itself. */
    challenge(&anna, &bert, "NEW -t 3d * P-7f");
    ask(&bert, "BOARD");
    expect(&bert, "ADJOURN", "Only a game with a fast clock is adjourned");
}

/* The clock runs until the move is sealed, and an interrupted game that nobody goes on with is archived.
 * Rows: ADJOURN ARCHIVE */
static void in_the_end(void **state)
{
    (void)state;
    adjourn();
    let_go_by(INT64_C(2) * 3600 * 1000);
    expect(&anna, "BOARD", "White's time has run out: Black wins.");
    challenge(&anna, &bert, "NEW -t 60m+30s * P-7f");
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    ask(&anna, line);
    heard(&bert);
    adjourn();
    ask(&bert, "PLAY P-3d");
    for (int i = 0; i < 2; i++) {
        told_ms += SHG_ABANDONED_MS;
        shg_abandoned_sweep(server);
        while (server->jobs > 0)
            event_base_loop(server->base, EVLOOP_ONCE);
    }
    expect(&anna, "BOARD", "No contest: abandoned. Neither has won.\n");
}

static void again(void **state, database_file *file)
{
    leave(&anna);
    leave(&bert);
    tear_down(state);
    database_path = file->path;
    assert_int_equal(set_up_both(state), 0);
}

static void at_board(int64_t game)
{
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)game);
    ask(&anna, line);
    ask(&bert, line);
}

/* All that stays with a game is there when the server has been started again on its database.
 * Rows: RESUME COND COMMENT NOTE TALK */
static void after_a_restart(void **state)
{
    database_file file;
    database_make(&file);
    told_ms = INT64_C(1700000000000);
    told_clock = &told_ms;
    assert_int_equal(set_up_both(state), 0);
    ask(&anna, "SET CONFIRM OFF");
    ask(&bert, "SET CONFIRM OFF");
    challenge(&anna, &bert, "NEW -t 60m+30s * P-7f");
    const int64_t fast = bert.session->current_game;
    at_board(fast);
    adjourn();
    ask(&bert, "PLAY P-3d");
    challenge(&anna, &bert, "NEW * P-7f");
    const int64_t slow = bert.session->current_game;
    at_board(slow);
    ask(&anna, "COND P-3d P-2f P-8d P-2e");
    ask(&anna, "COMMENT the usual");
    ask(&anna, "NOTE hurry");
    ask(&anna, "SAY hello");
    again(state, &file);
    told_ms += 3600 * 1000;
    at_board(slow);
    expect(&bert, "PLAY P-3d", "Anna has answered at once.\nMove 3: P-2f\n");
    again(state, &file);
    at_board(slow);
    expect(&bert, "PLAY P-8d", "Anna has answered at once.\nMove 5: P-2e\n");
    expect(&anna, "MOVES -n", "    1.  Black  P-7f\n        Black: the usual\n");
    expect(&anna, "NOTE", "hurry\n");
    expect(&bert, "TALK", "Anna says: hello\n");
    ask(&bert, "UNDO -t 2");
    expect(&anna, "UNDO -t 2", "Move 2: White to move.");
    again(state, &file);
    at_board(slow);
    expect(&bert, "BOARD", "Move 2: White to move.");
    at_board(fast);
    lacks(ask(&anna, "BOARD"), "P-3d");
    ask(&anna, "RESUME");
    expect(&bert, "RESUME", "Last move: 2. P-3d\n");
    again(state, &file);
    at_board(fast);
    expect(&anna, "PLAY P-2f", "Move 3: P-2f\n");
    tear_down_both(state);
    database_remove(&file);
}

TEST_SUITE(adjourn)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sealing_and_going_on, set_up_game, tear_down_game),
        cmocka_unit_test_setup_teardown(what_is_refused, set_up_game, tear_down_game),
        cmocka_unit_test_setup_teardown(in_the_end, set_up_game, tear_down_game),
        cmocka_unit_test(after_a_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
