/* clock_model_test.c: runs a server and a simple model of its clocks through random play: moves,
 * both kinds of takeback, resignations, vacations, extra time, flag falls, stops, crashes, suspensions, and
 * wall clocks put back. After each step both agree to the millisecond.
 *
 * The model accumulates the time of each turn; the server computes it from its log. SHOOGI_SEED
 * repeats a run, SHOOGI_STEPS sets its length. */
#include "server/game/time_forfeit.h"
#include "server/server.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "support/pair.h"
#include "server/session/task.h"

#include <unistd.h>

enum { TURNS_MAX = 80, STEPS = 800 };

static const char clock_word[] = "12h+1h,vacation=2d";
#define BANK_MS     (12 * SHG_HOUR_MS)
#define ADDED_MS    SHG_HOUR_MS
#define VACATION_MS (2 * SHG_DAY_MS)

static uint64_t random_state;

static size_t below(size_t limit)
{
    return random_below(&random_state, limit);
}

/* ---- the model ---- */

/* The times of both players at the beginning of a turn, and the elapsed time: until its end,
 * until now, and since the end of the game. */
typedef struct turn {
    int64_t bank_ms[2];
    int64_t stood_ms, spent_ms, after_ms;
    int side;
} turn;

/* All turns so far; a turn taken back continues with or without the time since its end. */
typedef struct model {
    turn turns[TURNS_MAX];
    size_t count;
    int64_t vacation_ms[2], vacation_until_ms[2];
    bool over;
    int resigned; /* colour that resigned; -1: none, the game ended otherwise or not at all */
} model;

static model game;     /* current */
static model known;    /* as of known_ms, when the server was last known to be alive */
static int64_t now_ms; /* server time */
static int64_t known_ms;
static int64_t test_now_ms; /* system time */
static int64_t number;      /* the game's number */

static struct {
    unsigned moves, undone, given_back, resigned, vacations, extra, fallen, stopped, crashed;
} totals;

static turn *latest(void)
{
    return &game.turns[game.count - 1];
}

static int64_t vacation_within_ms(int colour, int64_t from_ms, int64_t to_ms)
{
    const int64_t until_ms = game.vacation_until_ms[colour];
    return until_ms <= from_ms ? 0 : until_ms < to_ms ? until_ms - from_ms : to_ms - from_ms;
}

/* Lets time pass while the server runs. */
static void elapse(int64_t ms)
{
    for (size_t i = 0; i < game.count; i++) {
        turn *t = &game.turns[i];
        *(game.over ? &t->after_ms : &t->spent_ms) +=
            ms - vacation_within_ms(t->side, now_ms, now_ms + ms);
    }
    now_ms += ms;
    test_now_ms += ms;
}

static int64_t shown_ms(int colour)
{
    const turn *t = latest();
    if (colour != t->side)
        return t->bank_ms[colour];
    const int64_t left_ms = t->bank_ms[colour] - t->spent_ms;
    return left_ms > 0 ? left_ms : 0;
}

static void model_move(void)
{
    turn *from = latest();
    from->stood_ms = from->spent_ms;
    turn next = { .side = !from->side, .bank_ms = { from->bank_ms[0], from->bank_ms[1] } };
    next.bank_ms[from->side] += ADDED_MS - from->spent_ms;
    game.turns[game.count++] = next;
}

static void model_end(int resigned)
{
    game.over = true;
    game.resigned = resigned;
}

/* Takes back a move or a resignation. by: the player who does it. */
static void model_undo(int by, bool own)
{
    if (game.over) {
        const bool charged = own && latest()->side == by;
        for (size_t i = 0; i < game.count; i++) {
            game.turns[i].spent_ms += charged ? game.turns[i].after_ms : 0;
            game.turns[i].after_ms = 0;
        }
    } else {
        game.count--;
        if (!own)
            latest()->spent_ms = latest()->stood_ms;
    }
    game.over = false;
    game.resigned = -1;
}

static void model_vacation(int colour, int64_t length_ms)
{
    const int64_t left_ms =
        game.vacation_ms[colour] + vacation_within_ms(colour, now_ms, INT64_MAX);
    const int64_t taken_ms = length_ms < left_ms ? length_ms : left_ms;
    game.vacation_ms[colour] = left_ms - taken_ms;
    game.vacation_until_ms[colour] = now_ms + taken_ms;
}

/* Time given to a player is there in each turn, also when a move made before it is taken back. */
static void model_extra_time(int colour, int64_t extra_ms)
{
    for (size_t i = 0; i < game.count; i++)
        game.turns[i].bank_ms[colour] += extra_ms;
}

/* ---- the server ---- */

static client *player_of(int colour)
{
    return colour == 0 ? &anna : &bert;
}

/* An event that concerns the clock was stored. */
static void remember_stored(void)
{
    known = game;
    known_ms = now_ms;
}

static const shg_game_state *in_memory(void)
{
    return shg_game_cache_find(server->games->cache, number);
}

static void compare_with(const shg_game_clock *clock)
{
    for (int colour = 0; colour < 2; colour++) {
        const shg_clock_reading r = shg_game_clock_read(clock, colour, now_ms);
        assert_int_equal(r.bank_ms, shown_ms(colour));
        if (game.over)
            continue;
        assert_int_equal(r.vacation_ms, game.vacation_ms[colour]);
        assert_int_equal(r.vacation_until_ms > now_ms ? r.vacation_until_ms : 0,
                         game.vacation_until_ms[colour] > now_ms ? game.vacation_until_ms[colour]
                                                                 : 0);
    }
}

/* Lets due flags fall in both, then compares them. */
static void compare(void)
{
    shg_time_forfeits_check(server);
    wait_for_jobs();
    if (!game.over && latest()->spent_ms >= latest()->bank_ms[latest()->side]) {
        model_end(-1);
        totals.fallen++;
        remember_stored();
    }
    assert_int_equal(shg_now_ms(server), now_ms);
    const shg_game_clock *running = shg_time_forfeits_clock(server, number);
    assert_int_equal(running == NULL, game.over);
    if (running)
        compare_with(running);
    const shg_game_state *here = in_memory();
    if (here) {
        assert_int_equal(shg_game_over(here), game.over);
        compare_with(&here->time->clock);
    }
}

static void log_in_both(void)
{
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
}

static void start_server(void)
{
    assert_int_equal(set_up(NULL), 0);
    event_del(server->alive_event); /* driven by this test instead */
    log_in_both();
}

static void begin_game(void)
{
    char line[80];
    snprintf(line, sizeof line, "NEW -u -t %s -c black Bert", clock_word);
    const char *said = challenge_and_accept(&anna, &bert, line);
    number = strtol(strstr(said, "Game ") + 5, NULL, 10);
    game = (model){ .count = 1,
                    .resigned = -1,
                    .vacation_ms = { VACATION_MS, VACATION_MS },
                    .turns = { { .bank_ms = { BANK_MS, BANK_MS } } } };
    remember_stored();
}

/* Loads the game and makes it current, with everything seen. */
static void load_game_for(client *c)
{
    char line[40];
    snprintf(line, sizeof line, "MOVES -n %lld", (long long)number);
    send_line(c, line);
}

/* ---- steps ---- */

static void play_random_move(void)
{
    const int side = latest()->side;
    client *c = player_of(side);
    load_game_for(c);
    const shoogi_position *position = in_memory()->position;
    const size_t count = shoogi_position_moves(position, NULL, 0);
    shoogi_move *moves = calloc(count, sizeof *moves);
    assert_non_null(moves);
    shoogi_position_moves(position, moves, count);
    char text[SHOOGI_MOVE_TEXT_BYTES], line[SHOOGI_MOVE_TEXT_BYTES + 8];
    shoogi_western_write(text, sizeof text, position, moves[below(count)]);
    free(moves);
    snprintf(line, sizeof line, "PLAY %s", text);
    expect_reply(c, line, ": ");
    model_move();
    totals.moves++;
    if (shg_game_over(in_memory())) /* by the rules */
        model_end(-1);
    remember_stored();
}

/* own: taken back by the player who did it, else by the opponent. It may be refused: seen,
 * locked, final. */
static void try_to_take_back(bool own)
{
    if (game.over && game.resigned < 0)
        return;
    const int who = game.over ? game.resigned : game.count > 1 ? !latest()->side : -1;
    if (who < 0)
        return;
    const int by = own ? who : !who;
    load_game_for(player_of(by));
    const bool done =
        strstr(send_line(player_of(by), own ? "UNDO" : "UNDO -o"), "has been taken back");
    if (!done)
        return;
    model_undo(by, own);
    totals.undone += own;
    totals.given_back += !own;
    remember_stored();
}

static void resign_random_side(void)
{
    const int by = (int)below(2);
    load_game_for(player_of(by));
    expect_reply(player_of(by), "RESIGN", "(type yes) ");
    expect_reply(player_of(by), "yes", " resigned: ");
    model_end(by);
    totals.resigned++;
    remember_stored();
}

static void take_random_vacation(void)
{
    const int by = (int)below(2);
    const int64_t days = (int64_t)below(4); /* 0: OFF */
    const bool possible = game.vacation_ms[by] > 0 || game.vacation_until_ms[by] > now_ms;
    char line[40];
    snprintf(line, sizeof line, "VACATION %lld", (long long)days);
    const char *said = send_line(player_of(by), days == 0 ? "VACATION OFF" : line);
    if (!possible) {
        expect_contains(said, "None of your games allows a vacation.  See HELP CLOCKS.");
        return;
    }
    expect_contains(said, " left.\n");
    model_vacation(by, days * SHG_DAY_MS);
    totals.vacations++;
    remember_stored();
}

static void give_random_time(void)
{
    const int by = (int)below(2);
    const int64_t seconds = 1 + (int64_t)below(3600);
    char line[40];
    load_game_for(player_of(by));
    snprintf(line, sizeof line, "MORETIME %lld", (long long)seconds);
    expect_reply(player_of(by), line, " now has ");
    model_extra_time(!by, seconds * 1000);
    totals.extra++;
    remember_stored();
}

/* Stops the server, in order or not, and restarts it after a while, possibly with the wall clock
 * put back. */
static void restart(void)
{
    const bool stopped = below(2) == 0;
    disconnect(&anna);
    disconnect(&bert);
    if (stopped) {
        shg_store_alive(server);
        wait_for_jobs();
        if (!game.over)
            remember_stored();
    }
    shg_server_free(server);
    server = NULL;
    *(stopped ? &totals.stopped : &totals.crashed) += 1;
    const int64_t away_ms = (int64_t)below(3 * (size_t)SHG_DAY_MS);
    test_now_ms += below(4) == 0 ? -away_ms : away_ms;
    game = known; /* everything stored, and no time since */
    now_ms = test_now_ms > known_ms ? test_now_ms : known_ms;
    known_ms = now_ms;
    start_server();
    known = game;
}

static void step(void)
{
    static const int64_t longest[] = { 1000, SHG_MINUTE_MS, SHG_HOUR_MS, 15 * SHG_HOUR_MS };
    switch (below(17)) {
    case 0:
    case 15: try_to_take_back(true); break;
    case 1:
    case 2: try_to_take_back(false); break;
    case 3:
        if (!game.over)
            resign_random_side();
        break;
    case 4:
        if (!game.over)
            take_random_vacation();
        break;
    case 5:
        if (below(4) == 0)
            restart();
        break;
    case 6:
        shg_store_alive(server);
        wait_for_jobs();
        if (!game.over)
            remember_stored();
        break;
    case 7: /* it has to be read again */
        if (in_memory())
            forget_game(number);
        load_game_for(player_of((int)below(2)));
        break;
    case 16:
        if (!game.over)
            give_random_time();
        break;
    case 8:
    case 9:
    case 10: elapse((int64_t)below((size_t)longest[below(4)])); break;
    default:
        if (!game.over)
            play_random_move();
    }
}

/* ---- the test ---- */

static void server_agrees_with_the_model(void **state)
{
    (void)state;
    char directory[] = "/tmp/shoogi-clocks-XXXXXX", path[64], rest[80];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/games.db", directory);
    const char *seed = getenv("SHOOGI_SEED"), *steps = getenv("SHOOGI_STEPS");
    random_state = seed ? strtoull(seed, NULL, 10) : 1;
    test_now_ms = now_ms = INT64_C(1700000000000);
    test_clock = &test_now_ms;
    database_path = path;
    start_server();
    for (size_t i = 0; i < 2; i++) {
        send_line(player_of((int)i), "SET CONFIRM OFF");
        send_line(player_of((int)i), "SET REDRAW OFF");
    }
    known_ms = now_ms;
    begin_game();
    for (long left = steps ? strtol(steps, NULL, 10) : STEPS; left > 0; left--) {
        step();
        compare();
        if (game.count == TURNS_MAX || (game.over && (game.resigned < 0 || below(4) == 0))) {
            if (!game.over) {
                resign_random_side();
                compare();
            }
            begin_game();
        }
    }
    print_message(
        "# %u moves, %u taken back by who made them and %u by the other, %u resignations, %u "
        "vacations, extra time %u times, %u falls; stopped %u times, crashed %u times\n",
        totals.moves, totals.undone, totals.given_back, totals.resigned, totals.vacations,
        totals.extra, totals.fallen, totals.stopped, totals.crashed);
    assert_true(totals.undone > 0 && totals.given_back > 0 && totals.vacations > 0 &&
                totals.extra > 0);
    assert_true(totals.fallen > 0 && totals.stopped > 0 && totals.crashed > 0);
    disconnect(&anna);
    disconnect(&bert);
    shg_server_free(server);
    static const char *const ends[] = { "", "-lock", "-wal", "-shm" };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        snprintf(rest, sizeof rest, "%s%s", path, ends[i]);
        unlink(rest);
    }
    rmdir(directory);
}

TEST_SUITE(clock_model)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(server_agrees_with_the_model) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
