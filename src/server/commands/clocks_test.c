/* clocks_test.c: games with clocks, on a clock that the test sets: agreed, shown, lost on time, taken back, stopped
 * for a vacation. */
#include "server/doors/door_json.h"
#include "server/game/part.h"
#include "server/clock/part.h"
#include "base/test_suite.h"
#include "server/game/time_forfeit.h"
#include "server/game/game_json.h"
#include "support/pair.h"
#include "server/account/token.h"

static int64_t told_ms;

static int set_up_told(void **state)
{
    told_ms = INT64_C(1700000000000); /* a Tuesday */
    told_clock = &told_ms;
    return set_up_both(state);
}

/* What the timers do when so much time has gone by; and all that comes of it is done. */
static void let_go_by(int64_t ms)
{
    told_ms += ms;
    shg_falls_look(server);
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
}

static shg_game_state *current(const person *p)
{
    return shg_game_cache_find(server->games->cache, p->session->current_game);
}

/* Anna has Black and played P-7f in a game with that clock; White's runs. */
static void begin_timed(const char *options)
{
    char line[120];
    snprintf(line, sizeof line, "NEW %s * P-7f", options);
    challenge(&anna, &bert, line);
    heard(&bert);
}

/* Rows: NEW.t */
static void conditions(void **state)
{
    (void)state;
    static const struct {
        const char *line, *said;
    } bad[] = {
        { "NEW -t * * P-7f", "input:1:8: expected " },
        { "NEW -t 10m,grace=5 W", "input:1:19: expected d, h, m or s, found end of text" },
        { "N  -u -t  10x W", "input:1:13: expected " },
        { "NEW -t", "input:1:7: expected CLOCK after -t, found end of text" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect(&anna, bad[i].line, bad[i].said);
    lacks(ask(&anna, "NEW"), "Anna");
    challenge(&anna, &bert, "NEW -i -T 15+10 -u * P-7f");
    assert_string_equal(current(&bert)->options, "clock=15m+10s illegal-loses undo");
    ask(&anna, "NEW -t 3d,weekends=+9;10M/30S*3 W");
    expect(&bert, "NEW", "        (clock 3d,weekends=+9;10m/30s*3)\n");
    expect(&bert, "NEW -t 3d 2", "expected a pattern and a move, or W, after options");
}

/* Rows: NEW.t GAMES.1 STAT.1 BOARD.1 SET.BSTYLE.3 */
static void clocks_are_shown(void **state)
{
    (void)state;
    begin_timed("-t 10m+5s;5m/30s*3");
    expect(&bert, "BOARD", "Clocks: Black 10:05, White 5:00\n");
    let_go_by(61000);
    const char *said = ask(&bert, "BOARD");
    expect_in(said,
              "Move 2: White to move.  Last move: 1. P-7f\nClocks: Black 10:05, White 3:59\n");
    heard(&anna);
    expect(&bert, "PLAY P-3d", "P-3d <");
    let_go_by(1500);
    expect(&bert, "y", "Move 2: P-3d\nClocks: Black 10:05, White 3:58\n"); /* 3:57.5 */
    expect_in(heard(&anna), "Clocks: Black 10:05, White 3:58\n");          /* a redraw shows them */
    let_go_by(5000);
    expect(&anna, "GAMES", "Moves  Turn   Clocks\n");
    expect(&anna, "GAMES", "   2  Black  10:00 / 3:58\n");
    expect(&bert, "STAT", "   2  Black  10:00 / 3:58\n");
    ask(&anna, "SET BSTYLE 3");
    said = ask(&anna, "BOARD");
    expect_in(said, "Black has 10 minutes.\nWhite has 3 minutes 58 seconds.\n");
    ask(&anna, "PLAY P-2f");
    ask(&anna, "y");
    let_go_by(237500 + 30000 + 1000);
    expect(&anna, "BOARD", "White has 29 seconds in the first of 2 periods.\n");
    expect(&bert, "BOARD", "White 0:29 (2)\n");
    /* Other games have none. */
    begin(&anna, &bert);
    said = ask(&anna, "GAMES");
    expect_in(said, "   1  White\n");
    lacks(ask(&bert, "BOARD"), "Clocks");
}

/* Rows: NEW.t CHECK.5 */
static void a_clock_falls(void **state)
{
    (void)state;
    begin_timed("-u -t 1m");
    let_go_by(59999);
    assert_false(shg_game_over(current(&anna)));
    heard(&anna);
    heard(&bert);
    let_go_by(1);
    expect_in(heard(&anna), "White's time has run out: Black wins.\n");
    expect_in(heard(&bert), "White's time has run out: Black wins.\n");
    expect(&anna, "MOVES -n", "        White's time has run out: Black wins.\n");
    expect(&anna, "BOARD", "Clocks: Black 1:00, White 0:00\n");
    /* What is over stays over. */
    expect(&bert, "PLAY P-3d", "is over.  White's time has run out: Black wins.\n");
    expect(&bert, "RESIGN", "is over.  White's time has run out: Black wins.\n");
    expect(&bert, "DRAW", "is over.  White's time has run out: Black wins.\n");
    static const char lost[] = "The game was lost on time: that cannot be taken back.\n";
    expect(&bert, "UNDO -o", lost);
    expect(&anna, "UNDO", lost);
    expect(&anna, "EXPORT kif", "切れ負け");
    expect(&anna, "GAMES", "No game is being played");
    assert_int_equal(shg_running_clocks_count(server->clocks->running), 0);
    assert_int_equal(server->metrics.counts[SHG_COUNT_falls], 1);
    let_go_by(1000000);
    assert_int_equal(current(&anna)->events, 2);
}

/* Nobody is there, and the game is not in memory. */
static void a_clock_falls_alone(void **state)
{
    (void)state;
    begin_timed("-t 1m");
    const int64_t id = anna.session->current_game;
    leave(&anna);
    leave(&bert);
    shg_game_set_stale(shg_game_cache_find(server->games->cache, id));
    let_go_by(60000);
    const shg_game_state *game = shg_game_cache_find(server->games->cache, id);
    assert_true(shg_game_over(game));
    assert_int_equal(game->last_ms, game->created_ms + 60000);
    log_in(&anna, "Anna");
    expect(&anna, "STAT",
           "!    1  shogi         Anna              Bert                 1  over: Black won");
    log_in(&bert, "Bert");
    expect(&bert, "BOARD", "White's time has run out: Black wins.\n");
}

/* A move and a fall in the same instant: the fall is first, in whatever order they are heard of. */
static void a_move_and_a_fall_at_once(void **state)
{
    (void)state;
    static const char late[] = "White's time has run out: the game ends.\n";
    begin_timed("-t 1m");
    expect(&bert, "PLAY P-3d", "P-3d <");
    told_ms += 60000;
    const char *said = ask(&bert, "y"); /* heard of first, and too late */
    expect_in(said, late);
    lacks(said, "Move 2");
    assert_false(shg_game_over(current(&bert)));
    expect(&bert, "PLAY P-3d", late);
    expect(&bert, "DRAW", late);
    expect(&anna, "DRAW", late);
    ask(&bert, "RESIGN");
    expect(&bert, "yes", late);
    let_go_by(0);
    expect(&bert, "PLAY P-3d", "is over.  White's time has run out: Black wins.\n");
    assert_int_equal(current(&bert)->items_count, 1);

    /* A millisecond sooner it is in time, however late the server comes to look at it. */
    begin_timed("-t 1m");
    ask(&bert, "BOARD 2");
    ask(&bert, "PLAY P-3d");
    let_go_by(59999);
    settle(&bert);
    bert.session->typed_ms = shg_now_ms(server);
    told_ms += 700; /* the server was slow, and its timer is too */
    shg_session_hold(bert.session);
    shg_falls_look(server);
    assert_int_equal(server->jobs, 0);
    shg_session_release(bert.session);
    heard(&bert);
    shg_session_line(bert.session, "y", 1);
    settle(&bert);
    expect_in(heard(&bert), "Move 2: P-3d\nClocks: Black 1:00, White 0:01\n"); /* 0:00.001 */
    assert_int_equal(current(&bert)->items[1].think_ms, 59999);
    let_go_by(0);
    assert_false(shg_game_over(current(&bert)));
    /* The other's clock ran from the moment at which the line came. */
    let_go_by(60000 - 700 - 1);
    assert_false(shg_game_over(current(&bert)));
    let_go_by(1);
    assert_true(shg_game_over(current(&bert)));

    /* A session that is busy for ever keeps nobody's clock from falling. */
    begin_timed("-t 1m");
    shg_session_hold(bert.session);
    let_go_by(60000);
    assert_false(shg_game_over(shg_game_cache_find(server->games->cache, 3)));
    let_go_by(SHG_FALL_PATIENCE_MS + SHG_FALL_WAIT_MS);
    shg_session_release(bert.session);
    assert_true(shg_game_over(shg_game_cache_find(server->games->cache, 3)));
}

/* A program that shows a token for one call. */
typedef struct caller {
    shg_json_door door; /* must be first */
    unsigned status;    /* of the answer; 0: there is none yet */
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
                            .created_ms = told_ms };
    int64_t id;
    return shg_token_store(storage, &id, &row, program.hash, &job->error);
}

static void entered(shg_session *s, shg_token_outcome outcome)
{
    (void)s;
    assert_int_equal(outcome, SHG_TOKEN_ENTERED);
}

static void look_in_vain(void)
{
    const size_t jobs = server->jobs;
    shg_falls_look(server);
    assert_int_equal(server->jobs, jobs);
}

/* The moment of a call is when all of it was there, also while it is looked up whose it is. */
static void a_call_in_time(void **state)
{
    (void)state;
    static const char body[] = "{\"game\":1,\"move\":\"3c3d\"}";
    char token[SHG_TOKEN_BYTES + 1];
    begin_timed("-t 1m");
    shg_token_make(token, program.hash);
    do_job(run_store);
    assert_int_equal(shg_json_door_init_inside(&program.door, server, &carrier), SHOOGI_OK);
    let_go_by(59999);
    const int64_t came_ms = told_ms;
    program.door.session->typed_ms = came_ms;
    shg_token_enter(program.door.session, token, SHG_TOKEN_BYTES, SHG_PRESENCE_CALL, entered);
    told_ms += 700;
    look_in_vain();
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
    const shg_api_request request = { .method = "POST",
                                      .path = "/play",
                                      .query = "",
                                      .body = body,
                                      .method_bytes = 4,
                                      .path_bytes = 5,
                                      .body_bytes = sizeof body - 1,
                                      .came_ms = came_ms };
    shg_json_door_serve(&program.door, &request);
    look_in_vain();
    while (program.status == 0)
        event_base_loop(server->base, EVLOOP_ONCE);
    assert_int_equal(program.status, 200);
    assert_int_equal(current(&anna)->items[1].think_ms, 59999);
    let_go_by(0);
    assert_false(shg_game_over(current(&anna)));

    /* What comes later is no reason to wait: it would be too late. */
    begin_timed("-t 1m");
    told_ms += 60000;
    program.door.session->typed_ms = told_ms;
    shg_session_hold(program.door.session);
    let_go_by(0);
    assert_true(shg_game_over(current(&anna)));
    shg_session_release(program.door.session);
    shg_json_door_fini(&program.door);
}

/* Both are stored at once: the one that was first stays, and the other leaves no trace. */
static void a_move_on_its_way_and_a_fall(void **state)
{
    (void)state;
    begin_timed("-t 1m");
    told_ms += 59999;
    ask(&bert, "PLAY P-3d");
    type(&bert, "y");     /* handed over, and not yet stored */
    bert.session->busy--; /* whatever the timer asks */
    told_ms += 1;
    shg_falls_look(server);
    bert.session->busy++;
    settle(&bert);
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
    expect(&anna, "BOARD", "Last move: 2. P-3d\nClocks: Black 1:00, White 0:01\n");
    assert_int_equal(current(&anna)->events, 2);
    let_go_by(SHG_FALL_AGAIN_MS);
    assert_false(shg_game_over(current(&anna)));
    let_go_by(60000);
    expect(&anna, "BOARD", "Black's time has run out: White wins.\n");
}

/* A vacation that was asked for in time keeps the clock from falling, and a move from being made beside it. */
static void a_vacation_on_its_way(void **state)
{
    (void)state;
    person again;
    begin_timed("-t 1d,vacation=3d");
    log_in(&again, "Bert");
    ask(&again, "BOARD 1");
    ask(&bert, "PLAY P-3d");
    told_ms += SHG_DAY_MS - 1;
    type(&bert, "n");
    type(&bert, "VACATION 2"); /* handed over, and not yet stored */
    bert.session->busy--;      /* whatever the timer asks */
    told_ms += 1;
    shg_falls_look(server);
    bert.session->busy++;
    settle(&bert);
    expect_in(heard(&bert), "then 1 day left.\n");
    let_go_by(SHG_FALL_AGAIN_MS);
    expect(&bert, "BOARD", "White 0:01\nWhite is on vacation until ");
    /* He comes back at one place and moves at another. */
    ask(&again, "PLAY P-3d");
    type(&bert, "VACATION OFF");
    told_ms += 1;
    type(&again, "y");
    settle(&again);
    settle(&bert);
    expect_in(heard(&again), "Nothing was stored: something else has happened meanwhile.");
    let_go_by(0);
    expect(&bert, "BOARD", "White's time has run out: Black wins.\n");
    shg_game_set_stale(current(&bert));
    expect(&bert, "BOARD", "White's time has run out: Black wins.\n");
    leave(&again);

    /* The other's vacation that was stored already does not void a move. */
    begin_timed("-t 1d,vacation=3d");
    ask(&bert, "PLAY P-3d");
    ask(&anna, "VACATION 1");
    expect(&bert, "y", "Move 2: P-3d\n");
    /* One that waits to be confirmed when the clock falls is too late. */
    begin_timed("-t 1m");
    ask(&bert, "PLAY P-3d");
    let_go_by(60000);
    const char *said = ask(&bert, "y");
    expect_in(said, "Nothing was stored: ");
    expect_in(said, "White's time has run out: Black wins.\n");
}

/* Rows: NEW.u UNDO.8 */
static void undo(void **state)
{
    (void)state;
    begin_timed("-t 10m");
    ask(&bert, "PLAY P-3d");
    ask(&bert, "y");
    static const char not_agreed[] =
        "Nothing is taken back in a game with clocks, unless NEW -u has allowed it.\n";
    expect(&anna, "UNDO -o", not_agreed);
    expect(&bert, "UNDO", not_agreed);
    begin(&anna, &bert); /* without a clock it always is */
    expect(&bert, "UNDO -o", "P-7f has been taken back.\n");

    /* UNDO -o: both clocks go back to their readings just before the move. */
    begin_timed("-u -t 10m+10s");
    ask(&anna, "BOARD 3");
    let_go_by(30000);
    ask(&bert, "PLAY P-3d");
    ask(&bert, "y");
    let_go_by(7000);
    expect(&anna, "UNDO -o", "Clocks: Black 10:10, White 9:30\n");
    let_go_by(1000);
    expect(&anna, "BOARD", "Clocks: Black 10:10, White 9:29\n");
    /* UNDO: the time since the move is charged to who made it. */
    leave(&anna);
    ask(&bert, "PLAY P-8d");
    ask(&bert, "y");
    let_go_by(9000);
    expect(&bert, "UNDO", "Clocks: Black 10:10, White 9:20\n");
    /* A resignation too, on his own turn; on the other's nobody is. */
    ask(&bert, "RESIGN");
    expect(&bert, "yes", "White resigned");
    let_go_by(5000);
    expect(&bert, "BOARD", "Clocks: Black 10:10, White 9:20\n");
    expect(&bert, "UNDO", "Clocks: Black 10:10, White 9:15\n");
    ask(&bert, "PLAY P-8d");
    ask(&bert, "y");
    ask(&bert, "RESIGN");
    ask(&bert, "yes");
    let_go_by(5000);
    expect(&bert, "UNDO", "Clocks: Black 10:10, White 9:25\n");
    /* Nobody loses on time by UNDO. */
    static const char late[] =
        "The time since then would be charged to you, and is more than you had left:";
    let_go_by(565000);
    expect(&bert, "UNDO", late);
    expect(&bert, "BOARD", "Clocks: Black 0:45, White 9:25\n");
    leave(&bert);
    log_in(&anna, "Anna");
    ask(&anna, "BOARD");
    expect(&anna, "UNDO -o", "Clocks: Black 10:10, White 9:15\n");
    leave(&anna);
    log_in(&bert, "Bert");
    /* All of it again from the log. */
    shg_game_set_stale(current(&bert));
    expect(&bert, "BOARD", "Clocks: Black 10:10, White 9:15\n");
    let_go_by(610000);
    expect(&bert, "BOARD", "White's time has run out: Black wins.\n");
    log_in(&anna, "Anna");
}

/* Rows: VACATION */
static void vacation(void **state)
{
    (void)state;
    static const char none[] =
        "You are in no game that allows a vacation: HELP CLOCKS tells more.\n";
    expect(&anna, "VACATION", none);
    expect(&anna, "VACATION 3", none);
    begin_timed("-t 1d,vacation=10d");
    begin_timed("-t 1d,vacation=2d");
    begin_timed("-t 1d");
    const char *said = ask(&bert, "VACATION");
    expect_in(said, "Game 1: 10 days left.\nGame 2: 2 days left.\n");
    lacks(said, "Game 3");
    expect(&bert, "VACATION 0", "input:1:10: expected days, 1 to 1000, or OFF, found \"0\"");
    expect(&bert, "VACATION  1001", "input:1:11: expected days, 1 to 1000, or OFF, found \"1001\"");
    expect(&bert, "VACATION 9999999999999999999999", "expected days");
    expect(&bert, "VACATION 3 4", "expected days");
    expect(&bert, "VACATION -1", "input:1:10: expected no option");
    ask(&anna, "BOARD 1");
    said = ask(&bert, "vacation 3");
    expect_in(said, "Game 1: your clock stands until 2023-11-17 22:13 UTC, then 7 days left.\n");
    expect_in(said, "Game 2: your clock stands until 2023-11-16 22:13 UTC, then 0 days left.\n");
    said = heard(&anna);
    expect_in(said, "Game 1: Bert goes on vacation.\n");
    expect_in(said, "White is on vacation until 2023-11-17 22:13 UTC.\n");
    let_go_by(SHG_DAY_MS); /* game 3 is lost, the others stand */
    expect_in(heard(&anna), "Game 3: it is over.\n");
    expect(&anna, "BOARD 2", "Clocks: Black 1d 00:00, White 1d 00:00\n");
    /* Also a game that is not in memory. */
    shg_game_set_stale(shg_game_cache_find(server->games->cache, 1));
    expect(&bert, "VACATION OFF", "Game 1: 9 days left.\nGame 2: 1 day left.\n");
    expect_in(heard(&anna), "Game 1: Bert is back from vacation.\n");
    let_go_by(SHG_DAY_MS - 1);
    expect(&anna, "STAT", "   1  White  1d 00:00 / 0:01\n");
    let_go_by(1);
    expect(&anna, "BOARD 1", "White's time has run out: Black wins.\n");
    expect(&anna, "BOARD 2", "White's time has run out: Black wins.\n");
    expect(&bert, "VACATION 5", none);
}

/* ---- as programs read them ---- */

static void expect_json(const char *wanted)
{
    shg_out json = shg_out_growing();
    shg_game_json(&json, current(&anna), -1, 0, told_ms);
    expect_in(json.bytes, wanted);
    free(json.bytes);
}

/* A reading holds until the time it names, on which nothing happens. */
static void what_runs(void **state)
{
    (void)state;
    begin_timed("-t 3d,weekends=+0,vacation=3d");
    expect_json(",\"running\":\"white\",\"at_ms\":1700000000000,\"until_ms\":1700265600000,");
    ask(&bert, "VACATION 1");
    expect_json(",\"running\":null,\"at_ms\":1700000000000,\"until_ms\":1700086400000,");
    let_go_by(SHG_DAY_MS);
    expect_json(",\"running\":\"white\",\"at_ms\":1700086400000,\"until_ms\":1700265600000,");
    ask(&anna, "VACATION 1"); /* it is not her time that counts */
    expect_json(",\"running\":\"white\",");
    told_ms = INT64_C(1700265600000);
    expect_json(",\"running\":null,\"at_ms\":1700265600000,\"until_ms\":1700438400000,");
    begin_timed("-t 1m,hourglass");
    ask(&anna, "BOARD 2");
    ask(&bert, "BOARD 2");
    expect_json(",\"running\":\"white\",\"at_ms\":1700265600000,\"black\":{");
    expect_json("\"periods\":0,\"hourglass\":true,");
    ask(&bert, "RESIGN");
    ask(&bert, "yes");
    expect_json(",\"running\":null,\"at_ms\":1700265600000,\"black\":{");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_told, tear_down_both)

TEST_SUITE(clocks)
{
    const struct CMUnitTest tests[] = {
        CASE(conditions),
        CASE(clocks_are_shown),
        CASE(a_clock_falls),
        CASE(a_clock_falls_alone),
        CASE(a_move_and_a_fall_at_once),
        CASE(a_call_in_time),
        CASE(a_move_on_its_way_and_a_fall),
        CASE(a_vacation_on_its_way),
        CASE(undo),
        CASE(vacation),
        CASE(what_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
