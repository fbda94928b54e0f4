/* clocks_test.c: games with clocks, on a clock that the test sets: agreeing on them, showing
 * them, losing on time, taking back, stopping for a vacation. */
#include "server/doors/door_json.h"
#include "server/game/part.h"
#include "server/clock/part.h"
#include "base/test_suite.h"
#include "server/game/time_forfeit.h"
#include "server/game/game_json.h"
#include "support/pair.h"
#include "server/account/token.h"

static int64_t test_now_ms;

static int set_up_pair_with_clock(void **state)
{
    test_now_ms = INT64_C(1700000000000); /* a Tuesday */
    test_clock = &test_now_ms;
    return set_up_pair(state);
}

/* Lets the timers run as after so much time, and finishes all that follows. */
static void advance_clock(int64_t ms)
{
    test_now_ms += ms;
    shg_time_forfeits_check(server);
    wait_for_jobs();
}

static shg_game_state *current_game(const client *c)
{
    return shg_game_cache_find(server->games->cache, c->session->current_game);
}

/* Anna is Black and has played P-7f in a game with this clock; White's clock runs. */
static void start_timed_game(const char *options)
{
    char line[120];
    snprintf(line, sizeof line, "NEW %s * P-7f", options);
    challenge_and_accept(&anna, &bert, line);
    take_output(&bert);
}

/* Rows: MORETIME */
static void more_time(void **state)
{
    (void)state;
    start_timed_game("-t 15m -r");
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    advance_clock(60 * 1000);
    expect_reply(&anna, "MORETIME 90", "White now has 15:30.\n");
    expect_contains(take_output(&bert), ": Anna gives Bert 90 more seconds.\n");
    assert_string_equal(bert.prompt, "[1 White 15:30]> ");
    expect_reply(&bert, "MORETIME 3600", "Black now has 1:15:00.\n"); /* also in one's own turn */
    static const char *const bad[] = { "MORETIME 0",
                                       "MORETIME 3601",
                                       "MORETIME -5",
                                       "MORETIME 1.5",
                                       "MORETIME 99999999999999999999",
                                       "MORETIME x" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_reply(&anna, bad[i], "should be seconds, 1 to 3600");
    /* It is in the log. */
    forget_game(anna.session->current_game);
    expect_reply(&anna, "BOARD", "Clocks: Black 1:15:00, White 15:30\n");
    play_move(&bert, "P-3d", "P-3d");
    /* The flag falls so much later. */
    expect_reply(&bert, "MORETIME 10", "Black now has 1:15:10.\n");
    advance_clock((75 * 60 + 10) * 1000 - 1);
    expect_reply(&bert, "BOARD", "Black 0:01");
    advance_clock(1);
    expect_reply(&bert, "BOARD", "Black lost on time");
    expect_reply(&anna, "MORETIME 10", "is over.");
    challenge_and_accept(&anna, &bert, "NEW Bert P-7f");
    expect_reply(&bert, "MORETIME 10", "Game 2 has no clocks.\n");
}

/* Rows: NEW.t */
static void conditions(void **state)
{
    (void)state;
    static const struct {
        const char *line, *said;
    } bad[] = {
        { "NEW -t * * P-7f", " should be " },
        { "NEW -t 10m,grace=5 W", "d, h, m or s" },
        { "N  -u -t  10x W", " should be " },
        { "NEW -t", "CLOCK after -t" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_reply(&anna, bad[i].line, bad[i].said);
    expect_excludes(send_line(&anna, "NEW"), "Anna");
    challenge_and_accept(&anna, &bert, "NEW -i -T 15+10 -u * P-7f");
    assert_string_equal(current_game(&bert)->options, "clock=15m+10s illegal-loses undo");
    send_line(&anna, "NEW -t 3d,weekends=+9;10M/30S*3 W");
    expect_reply(&bert, "NEW", "        (clock 3d,weekends=+9;10m/30s*3)\n");
    expect_reply(&bert, "NEW -t 3d 2", "a pattern and a move, or W");
}

/* Rows: NEW.t GAMES.1 STAT.1 BOARD.1 SET.BSTYLE.3 */
static void clocks_are_shown(void **state)
{
    (void)state;
    start_timed_game("-t 10m+5s;5m/30s*3");
    expect_reply(&bert, "BOARD", "Clocks: Black 10:05, White 5:00\n");
    advance_clock(61000);
    const char *said = send_line(&bert, "BOARD");
    expect_contains(
        said, "Move 2: White to move.  Last move: 1. P-7f\nClocks: Black 10:05, White 3:59\n");
    take_output(&anna);
    expect_reply(&bert, "PLAY P-3d", "P-3d <");
    advance_clock(1500);
    expect_reply(&bert, "y", "Move 2: P-3d\nClocks: Black 10:05, White 3:58\n"); /* 3:57.5 */
    expect_contains(take_output(&anna),
                    "Clocks: Black 10:05, White 3:58\n"); /* a redraw shows them */
    advance_clock(5000);
    expect_reply(&anna, "GAMES", "Moves  Turn   Clocks\n");
    expect_reply(&anna, "GAMES", "   2  Black  10:00 / 3:58\n");
    expect_reply(&bert, "STAT", "   2  Black  10:00 / 3:58\n");
    send_line(&anna, "SET BSTYLE 3");
    said = send_line(&anna, "BOARD");
    expect_contains(said, "Black has 10 minutes.\nWhite has 3 minutes 58 seconds.\n");
    send_line(&anna, "PLAY P-2f");
    send_line(&anna, "y");
    advance_clock(237500 + 30000 + 1000);
    expect_reply(&anna, "BOARD", "White has 29 seconds in the first of 2 byoyomi periods.\n");
    expect_reply(&bert, "BOARD", "White 0:29 (2)\n");
    /* Other games have none. */
    start_game(&anna, &bert);
    said = send_line(&anna, "GAMES");
    expect_contains(said, "   1  White\n");
    expect_excludes(send_line(&bert, "BOARD"), "Clocks");
}

/* Rows: NEW.t CHECK.5 */
static void a_flag_falls(void **state)
{
    (void)state;
    start_timed_game("-u -t 1m");
    advance_clock(59999);
    assert_false(shg_game_over(current_game(&anna)));
    take_output(&anna);
    take_output(&bert);
    advance_clock(1);
    expect_contains(take_output(&anna), "White lost on time: Black wins.\n");
    expect_contains(take_output(&bert), "White lost on time: Black wins.\n");
    expect_reply(&anna, "MOVES -n", "        White lost on time: Black wins.\n");
    expect_reply(&anna, "BOARD", "Clocks: Black 1:00, White 0:00\n");
    /* A finished game stays finished. */
    expect_reply(&bert, "PLAY P-3d", "is over.  White lost on time: Black wins.\n");
    expect_reply(&bert, "RESIGN", "is over.  White lost on time: Black wins.\n");
    expect_reply(&bert, "DRAW", "is over.  White lost on time: Black wins.\n");
    static const char lost[] = "The game was lost on time.  That cannot be taken back.\n";
    expect_reply(&bert, "UNDO -o", lost);
    expect_reply(&anna, "UNDO", lost);
    expect_reply(&anna, "EXPORT kif", "切れ負け");
    expect_reply(&anna, "GAMES", "There are no running games.");
    assert_int_equal(shg_running_clocks_count(server->clocks->running), 0);
    assert_int_equal(server->metrics.counts[SHG_COUNT_falls], 1);
    advance_clock(1000000);
    assert_int_equal(current_game(&anna)->events, 2);
}

/* Both players are offline, and the game is not in memory. */
static void a_flag_falls_offline(void **state)
{
    (void)state;
    start_timed_game("-t 1m");
    const int64_t id = anna.session->current_game;
    disconnect(&anna);
    disconnect(&bert);
    forget_game(id);
    advance_clock(60000);
    const shg_game_state *game = shg_game_cache_find(server->games->cache, id);
    assert_true(shg_game_over(game));
    assert_int_equal(game->last_ms, game->created_ms + 60000);
    log_in(&anna, "Anna");
    expect_reply(&anna, "STAT",
                 "!    1  shogi         Anna              Bert                 1  Black won");
    log_in(&bert, "Bert");
    expect_reply(&bert, "BOARD", "White lost on time: Black wins.\n");
}

/* A move and a flag fall at the same instant: the flag fall wins, in whichever order they are
 * processed. */
static void a_move_and_a_flag_fall_at_once(void **state)
{
    (void)state;
    static const char late[] = "White has run out of time.  The game is over.\n";
    start_timed_game("-t 1m");
    expect_reply(&bert, "PLAY P-3d", "P-3d <");
    test_now_ms += 60000;
    const char *said = send_line(&bert, "y"); /* processed first, and yet too late */
    expect_contains(said, late);
    expect_excludes(said, "Move 2");
    assert_false(shg_game_over(current_game(&bert)));
    expect_reply(&bert, "PLAY P-3d", late);
    expect_reply(&bert, "DRAW", late);
    expect_reply(&anna, "DRAW", late);
    send_line(&bert, "RESIGN");
    expect_reply(&bert, "yes", late);
    advance_clock(0);
    expect_reply(&bert, "PLAY P-3d", "is over.  White lost on time: Black wins.\n");
    assert_int_equal(current_game(&bert)->item_count, 1);

    /* A millisecond earlier it is in time, however late the server processes it. */
    start_timed_game("-t 1m");
    send_line(&bert, "BOARD 2");
    send_line(&bert, "PLAY P-3d");
    advance_clock(59999);
    wait_for_prompt(&bert);
    bert.session->typed_ms = shg_now_ms(server);
    test_now_ms += 700; /* the server was slow, and its timer is too */
    shg_session_hold(bert.session);
    shg_time_forfeits_check(server);
    assert_int_equal(server->jobs, 0);
    shg_session_release(bert.session);
    take_output(&bert);
    shg_session_line(bert.session, "y", 1);
    wait_for_prompt(&bert);
    expect_contains(take_output(&bert),
                    "Move 2: P-3d\nClocks: Black 1:00, White 0:01\n"); /* 0:00.001 */
    assert_int_equal(current_game(&bert)->items[1].think_ms, 59999);
    advance_clock(0);
    assert_false(shg_game_over(current_game(&bert)));
    /* The opponent's clock ran from the moment at which the line arrived. */
    advance_clock(60000 - 700 - 1);
    assert_false(shg_game_over(current_game(&bert)));
    advance_clock(1);
    assert_true(shg_game_over(current_game(&bert)));

    /* Nor does it fall while a line that came in time waits for its turn; one that came late waits in vain. */
    start_timed_game("-t 1m");
    bert.session->waiting_ms = shg_now_ms(server) + 59999;
    advance_clock(60000);
    assert_false(shg_game_over(current_game(&bert)));
    bert.session->waiting_ms = shg_now_ms(server);
    advance_clock(SHG_TIME_FORFEIT_WAIT_MS);
    assert_true(shg_game_over(current_game(&bert)));
    bert.session->waiting_ms = 0;

    /* A session that stays busy does not prevent a flag fall. */
    start_timed_game("-t 1m");
    shg_session_hold(bert.session);
    advance_clock(60000);
    assert_false(shg_game_over(shg_game_cache_find(server->games->cache, 4)));
    advance_clock(SHG_TIME_FORFEIT_PATIENCE_MS + SHG_TIME_FORFEIT_WAIT_MS);
    shg_session_release(bert.session);
    assert_true(shg_game_over(shg_game_cache_find(server->games->cache, 4)));
}

/* A program that uses a token for one call. */
typedef struct caller {
    shg_json_door door; /* must be first */
    unsigned status;    /* of the answer; 0: not answered yet */
    char hash[SHG_TOKEN_HASH_BYTES + 1];
} caller;

static bool caller_waits(shg_json_door *d)
{
    (void)d;
    return true;
}

static bool caller_answered(shg_json_door *d, unsigned status, const char *json, size_t json_bytes)
{
    (void)json;
    (void)json_bytes;
    ((caller *)(void *)d)->status = status;
    return true;
}

static void caller_over(shg_json_door *d)
{
    (void)d;
}

static const shg_json_carrier carrier = { .idle = caller_waits,
                                          .answered = caller_answered,
                                          .over = caller_over };

static caller program;

static shoogi_status run_store(shg_job *job, shg_storage *storage)
{
    const shg_token row = { .player = bert.session->player,
                            .kind = SHG_TOKEN_PROGRAM,
                            .name = "",
                            .from = "",
                            .scopes = SHG_SCOPE_PLAY,
                            .created_ms = test_now_ms };
    int64_t id;
    return shg_token_store(storage, &id, &row, program.hash, &job->error);
}

static void on_entered(shg_session *s, shg_token_outcome outcome)
{
    (void)s;
    assert_int_equal(outcome, SHG_TOKEN_ENTERED);
}

static void expect_no_time_forfeit(void)
{
    const size_t jobs = server->jobs;
    shg_time_forfeits_check(server);
    assert_int_equal(server->jobs, jobs);
}

/* A call counts from the arrival of its last byte, even while its token is being looked up. */
static void a_call_in_time(void **state)
{
    (void)state;
    static const char body[] = "{\"game\":1,\"move\":\"3c3d\"}";
    char token[SHG_TOKEN_BYTES + 1];
    start_timed_game("-t 1m");
    shg_token_make(token, program.hash);
    run_storage_job(run_store);
    assert_int_equal(shg_json_door_init_inside(&program.door, server, &carrier), SHOOGI_OK);
    advance_clock(59999);
    const int64_t came_ms = test_now_ms;
    program.door.session->typed_ms = came_ms;
    shg_token_enter(program.door.session, token, SHG_TOKEN_BYTES, SHG_PRESENCE_CALL, on_entered);
    test_now_ms += 700;
    expect_no_time_forfeit();
    wait_for_jobs();
    const shg_api_request request = { .method = "POST",
                                      .path = "/play",
                                      .query = "",
                                      .body = body,
                                      .method_bytes = 4,
                                      .path_bytes = 5,
                                      .body_bytes = sizeof body - 1,
                                      .came_ms = came_ms };
    shg_json_door_serve(&program.door, &request);
    expect_no_time_forfeit();
    while (program.status == 0)
        event_base_loop(server->base, EVLOOP_ONCE);
    assert_int_equal(program.status, 200);
    assert_int_equal(current_game(&anna)->items[1].think_ms, 59999);
    advance_clock(0);
    assert_false(shg_game_over(current_game(&anna)));

    /* A later call does not delay the flag fall: it would be too late. */
    start_timed_game("-t 1m");
    test_now_ms += 60000;
    program.door.session->typed_ms = test_now_ms;
    shg_session_hold(program.door.session);
    advance_clock(0);
    assert_true(shg_game_over(current_game(&anna)));
    shg_session_release(program.door.session);
    shg_json_door_fini(&program.door);
}

/* Both are being stored at once: the first stays, and the other leaves no trace. */
static void a_move_being_stored_and_a_flag_fall(void **state)
{
    (void)state;
    start_timed_game("-t 1m");
    test_now_ms += 59999;
    send_line(&bert, "PLAY P-3d");
    type_without_waiting(&bert, "y"); /* passed to the storage, not yet stored */
    bert.session->busy--;             /* whatever the timer does */
    test_now_ms += 1;
    shg_time_forfeits_check(server);
    bert.session->busy++;
    wait_for_prompt(&bert);
    wait_for_jobs();
    expect_reply(&anna, "BOARD", "Last move: 2. P-3d\nClocks: Black 1:00, White 0:01\n");
    assert_int_equal(current_game(&anna)->events, 2);
    advance_clock(SHG_TIME_FORFEIT_AGAIN_MS);
    assert_false(shg_game_over(current_game(&anna)));
    advance_clock(60000);
    expect_reply(&anna, "BOARD", "Black lost on time: White wins.\n");
}

/* A vacation requested in time prevents the flag fall, and a move made at the same time. */
static void a_vacation_being_stored(void **state)
{
    (void)state;
    client again;
    start_timed_game("-t 1d,vacation=3d");
    log_in(&again, "Bert");
    send_line(&again, "BOARD 1");
    send_line(&bert, "PLAY P-3d");
    test_now_ms += SHG_DAY_MS - 1;
    type_without_waiting(&bert, "n");
    type_without_waiting(&bert, "VACATION 2"); /* passed to the storage, not yet stored */
    bert.session->busy--;                      /* whatever the timer does */
    test_now_ms += 1;
    shg_time_forfeits_check(server);
    bert.session->busy++;
    wait_for_prompt(&bert);
    expect_contains(take_output(&bert), "then 1 day left.\n");
    advance_clock(SHG_TIME_FORFEIT_AGAIN_MS);
    expect_reply(&bert, "BOARD", "White 0:01\nWhite is on vacation until ");
    /* Bert ends the vacation in one session and moves in another. */
    send_line(&again, "PLAY P-3d");
    type_without_waiting(&bert, "VACATION OFF");
    test_now_ms += 1;
    type_without_waiting(&again, "y");
    wait_for_prompt(&again);
    wait_for_prompt(&bert);
    expect_contains(take_output(&again),
                    "Nothing was stored: the game has changed meanwhile.  Game ");
    advance_clock(0);
    expect_reply(&bert, "BOARD", "White lost on time: Black wins.\n");
    shg_game_set_stale(current_game(&bert));
    expect_reply(&bert, "BOARD", "White lost on time: Black wins.\n");
    disconnect(&again);

    /* The opponent's vacation, already stored, does not invalidate a move. */
    start_timed_game("-t 1d,vacation=3d");
    send_line(&bert, "PLAY P-3d");
    send_line(&anna, "VACATION 1");
    expect_reply(&bert, "y", "Move 2: P-3d\n");
    /* A vacation not yet confirmed when the flag falls is too late. */
    start_timed_game("-t 1m");
    send_line(&bert, "PLAY P-3d");
    advance_clock(60000);
    const char *said = send_line(&bert, "y");
    expect_contains(said, "Nothing was stored: ");
    expect_contains(said, "White lost on time: Black wins.\n");
}

/* Rows: NEW.u UNDO.8 */
static void undo(void **state)
{
    (void)state;
    start_timed_game("-t 10m");
    send_line(&bert, "PLAY P-3d");
    send_line(&bert, "y");
    static const char not_agreed[] =
        "Takebacks are off in games with clocks.  NEW -u allows them.\n";
    expect_reply(&anna, "UNDO -o", not_agreed);
    expect_reply(&bert, "UNDO", not_agreed);
    start_game(&anna, &bert); /* without a clock takebacks are always allowed */
    expect_reply(&bert, "UNDO -o", "P-7f has been taken back.\n");

    /* UNDO -o: both clocks go back to their readings just before the move. */
    start_timed_game("-u -t 10m+10s");
    send_line(&anna, "BOARD 3");
    advance_clock(30000);
    send_line(&bert, "PLAY P-3d");
    send_line(&bert, "y");
    advance_clock(7000);
    expect_reply(&anna, "UNDO -o", "Clocks: Black 10:10, White 9:30\n");
    advance_clock(1000);
    expect_reply(&anna, "BOARD", "Clocks: Black 10:10, White 9:29\n");
    /* UNDO: the time since the move is charged to the player who made it. */
    disconnect(&anna);
    send_line(&bert, "PLAY P-8d");
    send_line(&bert, "y");
    advance_clock(9000);
    expect_reply(&bert, "UNDO", "Clocks: Black 10:10, White 9:20\n");
    /* A resignation too, on the player's own turn; on the opponent's turn no time is charged. */
    send_line(&bert, "RESIGN");
    expect_reply(&bert, "yes", "White resigned");
    advance_clock(5000);
    expect_reply(&bert, "BOARD", "Clocks: Black 10:10, White 9:20\n");
    expect_reply(&bert, "UNDO", "Clocks: Black 10:10, White 9:15\n");
    send_line(&bert, "PLAY P-8d");
    send_line(&bert, "y");
    send_line(&bert, "RESIGN");
    send_line(&bert, "yes");
    advance_clock(5000);
    expect_reply(&bert, "UNDO", "Clocks: Black 10:10, White 9:25\n");
    /* UNDO makes nobody lose on time. */
    static const char late[] =
        "The time since that move would count against you and is more than you had left.\n"
        "It cannot be taken back.";
    advance_clock(565000);
    expect_reply(&bert, "UNDO", late);
    expect_reply(&bert, "BOARD", "Clocks: Black 0:45, White 9:25\n");
    disconnect(&bert);
    log_in(&anna, "Anna");
    send_line(&anna, "BOARD");
    expect_reply(&anna, "UNDO -o", "Clocks: Black 10:10, White 9:15\n");
    disconnect(&anna);
    log_in(&bert, "Bert");
    /* The log gives the same game again. */
    shg_game_set_stale(current_game(&bert));
    expect_reply(&bert, "BOARD", "Clocks: Black 10:10, White 9:15\n");
    advance_clock(610000);
    expect_reply(&bert, "BOARD", "White lost on time: Black wins.\n");
    log_in(&anna, "Anna");
}

/* Rows: VACATION */
static void vacation(void **state)
{
    (void)state;
    static const char none[] = "None of your games allows a vacation.  See HELP CLOCKS.\n";
    expect_reply(&anna, "VACATION", none);
    expect_reply(&anna, "VACATION 3", none);
    start_timed_game("-t 1d,vacation=10d");
    start_timed_game("-t 1d,vacation=2d");
    start_timed_game("-t 1d");
    const char *said = send_line(&bert, "VACATION");
    expect_contains(said, "Game 1: 10 days left.\nGame 2: 2 days left.\n");
    expect_excludes(said, "Game 3");
    expect_reply(&bert, "VACATION 0", "\"0\" should be days, 1 to 1000, or OFF");
    expect_reply(&bert, "VACATION  1001", "\"1001\" should be days, 1 to 1000, or OFF");
    expect_reply(&bert, "VACATION 9999999999999999999999", "days");
    expect_reply(&bert, "VACATION 3 4", "days");
    expect_reply(&bert, "VACATION -1", "no option");
    send_line(&anna, "BOARD 1");
    said = send_line(&bert, "vacation 3");
    expect_contains(said, "Game 1: your clock is stopped until 2023-11-17 22:13 UTC, then 7 days "
                          "left.\n");
    expect_contains(said, "Game 2: your clock is stopped until 2023-11-16 22:13 UTC, then 0 days "
                          "left.\n");
    said = take_output(&anna);
    expect_contains(said, "Game 1: Bert goes on vacation.\n");
    expect_contains(said, "White is on vacation until 2023-11-17 22:13 UTC.\n");
    advance_clock(SHG_DAY_MS); /* game 3 is lost, the others are not */
    expect_contains(take_output(&anna), "Game 3 is over.  White lost on time: Black wins.\n");
    expect_reply(&anna, "BOARD 2", "Clocks: Black 1d 00:00, White 1d 00:00\n");
    /* Also a game that is not in memory. */
    forget_game(1);
    expect_reply(&bert, "VACATION OFF", "Game 1: 9 days left.\nGame 2: 1 day left.\n");
    expect_contains(take_output(&anna), "Game 1: Bert is back from vacation.\n");
    advance_clock(SHG_DAY_MS - 1);
    expect_reply(&anna, "STAT", "   1  White  1d 00:00 / 0:01\n");
    advance_clock(1);
    expect_reply(&anna, "BOARD 1", "White lost on time: Black wins.\n");
    expect_reply(&anna, "BOARD 2", "White lost on time: Black wins.\n");
    expect_reply(&bert, "VACATION 5", none);
}

/* ---- as JSON ---- */

static void expect_json(const char *wanted)
{
    shg_out json = shg_out_growing();
    shg_game_json(&json, current_game(&anna), -1, 0, test_now_ms, SHOOGI_NOTATION_WESTERN);
    expect_contains(json.bytes, wanted);
    free(json.bytes);
}

/* A clock reading is valid until the time it names, and nothing happens at that time. */
static void running_clock_in_json(void **state)
{
    (void)state;
    start_timed_game("-t 3d,weekends=+0,vacation=3d");
    expect_json(",\"running\":\"white\",\"at_ms\":1700000000000,\"until_ms\":1700265600000,");
    send_line(&bert, "VACATION 1");
    expect_json(",\"running\":null,\"at_ms\":1700000000000,\"until_ms\":1700086400000,");
    advance_clock(SHG_DAY_MS);
    expect_json(",\"running\":\"white\",\"at_ms\":1700086400000,\"until_ms\":1700265600000,");
    send_line(&anna, "VACATION 1"); /* Anna's time does not count */
    expect_json(",\"running\":\"white\",");
    test_now_ms = INT64_C(1700265600000);
    expect_json(",\"running\":null,\"at_ms\":1700265600000,\"until_ms\":1700438400000,");
    start_timed_game("-t 1m,hourglass");
    send_line(&anna, "BOARD 2");
    send_line(&bert, "BOARD 2");
    expect_json(",\"running\":\"white\",\"at_ms\":1700265600000,\"black\":{");
    expect_json("\"periods\":0,\"hourglass\":true,");
    send_line(&bert, "RESIGN");
    send_line(&bert, "yes");
    expect_json(",\"running\":null,\"at_ms\":1700265600000,\"black\":{");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_pair_with_clock, tear_down_pair)

TEST_SUITE(clocks)
{
    const struct CMUnitTest tests[] = {
        CASE(conditions),
        CASE(more_time),
        CASE(clocks_are_shown),
        CASE(a_flag_falls),
        CASE(a_flag_falls_offline),
        CASE(a_move_and_a_flag_fall_at_once),
        CASE(a_call_in_time),
        CASE(a_move_being_stored_and_a_flag_fall),
        CASE(a_vacation_being_stored),
        CASE(undo),
        CASE(vacation),
        CASE(running_clock_in_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
