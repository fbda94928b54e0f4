/* adjourn_test.c: adjourning: the sealed move, the stopped clocks, and resuming. */
#include "server/game/abandoned.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "server/game/time_forfeit.h"
#include "server/game/game_json.h"
#include "support/pair.h"

static int64_t test_now_ms;
static client cecil;

static shg_game_state *current_game(void)
{
    return shg_game_cache_find(server->games->cache, anna.session->current_game);
}

static int set_up_game(void **state)
{
    test_now_ms = INT64_C(1700000000000);
    test_clock = &test_now_ms;
    const int failed = set_up_pair(state);
    if (failed)
        return failed;
    log_in(&cecil, "Cecil");
    send_line(&anna, "SET CONFIRM OFF");
    send_line(&bert, "SET CONFIRM OFF");
    challenge_and_accept(&anna, &bert, "NEW -t 60m+30s -u * P-7f");
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    snprintf(line, sizeof line, "OBSERVE %lld", (long long)bert.session->current_game);
    send_line(&cecil, line);
    take_output(&bert);
    return 0;
}

static int tear_down_game(void **state)
{
    disconnect(&cecil);
    return tear_down_pair(state);
}

static void advance_clock(int64_t ms)
{
    test_now_ms += ms;
    shg_time_forfeits_check(server);
    wait_for_jobs();
}

static void agree_to_adjourn(void)
{
    expect_excludes(send_line(&anna, "STAT"), "adjourned");
    expect_reply(&anna, "ADJOURN", "Offered to Bert.  Their next move declines the offer.");
    expect_contains(take_output(&bert), "Anna proposes to adjourn.  ADJOURN agrees.\n");
    expect_reply(&bert, "ADJOURN",
                 "Your next move is the sealed move: PLAY it, and nobody sees it before RESUME.");
    expect_contains(take_output(&anna), "Bert agrees to adjourn.\n");
}

/* Rows: ADJOURN RESUME */
static void sealing_and_going_on(void **state)
{
    (void)state;
    agree_to_adjourn();
    const int64_t bank_ms = current_game()->time->clock.account[SHOOGI_WHITE].bank_ms;
    advance_clock(60 * 1000); /* Bert thinks about the move to seal */
    take_output(&cecil);
    expect_reply(&bert, "PLAY P-3d",
                 "Your move is sealed and the clocks are stopped.  RESUME "
                 "continues game ");
    client *const others[] = { &anna, &cecil, &bert };
    static const char *const commands[] = { "BOARD", "MOVES -n", "EXPORT", "COND", "TALK" };
    for (int who = 0; who < 3; who++) {
        others[who]->session->current_game = anna.session->current_game;
        expect_excludes(take_output(others[who]), "3d");
        for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
            expect_excludes(send_line(others[who], commands[i]), "P-3d");
    }
    for (int own = -1; own < 2; own++) {
        shg_out json = shg_out_growing();
        shg_game_json(&json, current_game(), own, 0, test_now_ms, SHOOGI_NOTATION_WESTERN);
        expect_contains(json.bytes, "\"adjourned\":\"sealed\"");
        expect_excludes(json.bytes, "3c3d");
        free(json.bytes);
    }
    expect_reply(&anna, "BOARD",
                 "The game is adjourned.  White has sealed a move; RESUME continues.\n");
    expect_reply(&anna, "BOARD", "Move 2: White to move.");
    expect_reply(&bert, "NEXT", "It is not your turn in any game.  STAT lists your games.");
    expect_reply(&bert, "STAT", "\n      1  shogi");
    for (int who = 0; who < 2; who++) { /* in lists, too, as the clocks stand still */
        expect_contains(send_line(who ? &bert : &anna, "STAT"), ", adjourned");
        expect_contains(send_line(who ? &cecil : &anna, "GAMES"), ", adjourned");
    }
    advance_clock(INT64_C(5) * 24 * 3600 * 1000); /* no flag falls */
    expect_reply(&bert, "PLAY P-8d", " is adjourned.  RESUME continues it.");
    shg_game_set_stale(current_game()); /* as after a restart */
    send_line(&anna, "BOARD");
    assert_int_equal(current_game()->time->clock.pauses, 1);
    disconnect(&bert);
    expect_reply(&anna, "RESUME", "Bert is not online.  The game goes on when both of you are.");
    log_in(&bert, "Bert");
    expect_reply(&anna, "RESUME",
                 "Proposed to Bert.  The game continues when they type RESUME, too.");
    expect_contains(take_output(&bert), "Anna is ready to continue.");
    const char *said = send_line(&bert, "RESUME");
    expect_contains(said, "The game goes on.\n");
    expect_contains(said, "Move 3: Black to move.  Last move: 2. P-3d\n");
    expect_contains(take_output(&anna), "Bert has moved.\n");
    const shg_game_clock *clock = &current_game()->time->clock;
    assert_int_equal(clock->pauses, 0);
    assert_int_equal(clock->turn, SHOOGI_BLACK);
    assert_int_equal(clock->account[SHOOGI_WHITE].bank_ms, bank_ms - 60 * 1000 + 30 * 1000);
    assert_null(current_game()->sealed);
    assert_int_equal(current_game()->items[1].think_ms, 60 * 1000);
    const shg_game_clock before = *clock;
    shg_game_set_stale(current_game());
    send_line(&anna, "BOARD");
    assert_memory_equal(before.account, current_game()->time->clock.account, sizeof before.account);
    assert_null(current_game()->sealed);
    assert_int_equal(current_game()->items[1].think_ms, 60 * 1000);
    expect_reply(&anna, "NEXT", "It is your turn in this game only.");
    expect_reply(&anna, "PLAY P-2f", "Move 3: P-2f\n");
    send_line(&bert, "UNDO -o"); /* back to before the adjournment, and on */
    expect_reply(&anna, "UNDO -o", "P-3d has been taken back.");
    expect_reply(&bert, "PLAY P-8d", "Move 2: P-8d\n");
    expect_reply(&anna, "RESUME", " is not adjourned.");
}

/* Rows: ADJOURN */
static void what_is_refused(void **state)
{
    (void)state;
    send_line(&anna, "ADJOURN");
    expect_reply(&bert, "PLAY P-3d", "Move 2: P-3d\n"); /* declines the offer */
    expect_excludes(send_line(&anna, "BOARD"), "adjourn");
    send_line(&anna, "PLAY P-2f");
    expect_reply(&bert, "RESUME", " is not adjourned.");
    agree_to_adjourn();
    expect_reply(&bert, "ADJOURN", " is already adjourned.");
    expect_reply(&anna, "PLAY P-2e", "It is not your turn");
    expect_reply(&anna, "UNDO -t 1", "Nothing can be taken back while the game is adjourned.");
    expect_reply(&bert, "UNDO -o", "Nothing can be taken back while the game is adjourned.");
    expect_reply(&bert, "PLAY P-8d // hm", "Only a legal move without a comment can be sealed.");
    expect_reply(&bert, "PLAY P*5e", "That move is illegal: ");
    expect_reply(&bert, "RESUME", " is not adjourned until Bert has sealed a move.");
    expect_reply(&bert, "PLAY P-8d", "Your move is sealed");
    expect_reply(&anna, "UNDO -t 1", "Nothing can be taken back while the game is adjourned.");
    /* A result is a result, and is taken back like others. */
    send_line(&bert, "RESIGN");
    expect_reply(&bert, "yes", "White resigned: Black wins.");
    send_line(&anna, "BOARD");
    expect_reply(&anna, "RESUME", " is over. ");
    expect_reply(&anna, "UNDO -o", "The resignation has been taken back.");
    expect_reply(&anna, "BOARD",
                 "The game is adjourned.  White has sealed a move; RESUME "
                 "continues.");
    advance_clock(INT64_C(2) * 24 * 3600 * 1000);
    send_line(&bert, "BOARD");
    send_line(&bert, "RESUME");
    expect_reply(&anna, "RESUME", "Last move: 4. P-8d\n");
    /* A correspondence game needs no adjournment. */
    challenge_and_accept(&anna, &bert, "NEW -t 3d * P-7f");
    send_line(&bert, "BOARD");
    expect_reply(&bert, "ADJOURN",
                 "Only games with a fast clock can be adjourned.  This one "
                 "waits for you anyway.");
}

/* The clock runs until the move is sealed, and an adjourned game that nobody resumes is
 * archived.
 * Rows: ADJOURN ARCHIVE */
static void in_the_end(void **state)
{
    (void)state;
    agree_to_adjourn();
    advance_clock(INT64_C(2) * 3600 * 1000);
    expect_reply(&anna, "BOARD", "White lost on time: Black wins.");
    challenge_and_accept(&anna, &bert, "NEW -t 60m+30s * P-7f");
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    take_output(&bert);
    agree_to_adjourn();
    send_line(&bert, "PLAY P-3d");
    for (int i = 0; i < 2; i++) {
        test_now_ms += SHG_ABANDONED_MS;
        shg_abandoned_sweep(server);
        wait_for_jobs();
    }
    expect_reply(&anna, "BOARD", "No result: abandoned.\n");
}

static void restart_server(void **state, database_file *file)
{
    disconnect(&anna);
    disconnect(&bert);
    tear_down(state);
    database_path = file->path;
    assert_int_equal(set_up_pair(state), 0);
}

static void show_board_to_both(int64_t game)
{
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)game);
    send_line(&anna, line);
    send_line(&bert, line);
}

/* A restarted server finds everything that belongs to a game in its database.
 * Rows: RESUME COND COMMENT NOTE TALK */
static void after_a_restart(void **state)
{
    database_file file;
    database_make(&file);
    test_now_ms = INT64_C(1700000000000);
    test_clock = &test_now_ms;
    assert_int_equal(set_up_pair(state), 0);
    send_line(&anna, "SET CONFIRM OFF");
    send_line(&bert, "SET CONFIRM OFF");
    challenge_and_accept(&anna, &bert, "NEW -t 60m+30s * P-7f");
    const int64_t fast = bert.session->current_game;
    show_board_to_both(fast);
    agree_to_adjourn();
    send_line(&bert, "PLAY P-3d");
    challenge_and_accept(&anna, &bert, "NEW * P-7f");
    const int64_t slow = bert.session->current_game;
    show_board_to_both(slow);
    send_line(&anna, "COND P-3d P-2f P-8d P-2e");
    send_line(&anna, "COMMENT the usual");
    send_line(&anna, "NOTE hurry");
    send_line(&anna, "SAY hello");
    restart_server(state, &file);
    test_now_ms += 3600 * 1000;
    show_board_to_both(slow);
    expect_reply(&bert, "PLAY P-3d", "Anna has answered at once.\nMove 3: P-2f\n");
    restart_server(state, &file);
    show_board_to_both(slow);
    expect_reply(&bert, "PLAY P-8d", "Anna has answered at once.\nMove 5: P-2e\n");
    expect_reply(&anna, "MOVES -n", "    1.  Black  P-7f\n        Black: the usual\n");
    expect_reply(&anna, "NOTE", "hurry\n");
    expect_reply(&bert, "TALK", "Anna says: hello\n");
    send_line(&bert, "UNDO -t 2");
    expect_reply(&anna, "UNDO -t 2", "Move 2: White to move.");
    restart_server(state, &file);
    show_board_to_both(slow);
    expect_reply(&bert, "BOARD", "Move 2: White to move.");
    show_board_to_both(fast);
    expect_excludes(send_line(&anna, "BOARD"), "P-3d");
    send_line(&anna, "RESUME");
    expect_reply(&bert, "RESUME", "Last move: 2. P-3d\n");
    restart_server(state, &file);
    show_board_to_both(fast);
    expect_reply(&anna, "PLAY P-2f", "Move 3: P-2f\n");
    tear_down_pair(state);
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
