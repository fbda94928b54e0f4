/* one_keyboard_test.c: two people at one keyboard: the game that they continue, and the effects
 * of commands. */
#include "support/session.h"
#include "server/rules/part.h"
#include "base/test_suite.h"
#include "server/keyboard/one_keyboard.h"

static client both;

static void start_keyboard_session(const shoogi_catalog_entry *entry)
{
    memset(&both, 0, sizeof both);
    assert_int_equal(
        shg_session_new(&both.session, server, &door, &both, (shg_address_key){ .kind = 4 }),
        SHOOGI_OK);
    shg_session_hold(both.session);
    shg_begin_at_keyboard(both.session, entry);
    shg_session_release(both.session);
    wait_for_prompt(&both);
}

static int set_up_table(void **state)
{
    local_server = true;
    if (set_up(state) != 0)
        return -1;
    start_keyboard_session(NULL);
    return 0;
}

static int tear_down_table(void **state)
{
    disconnect(&both);
    return tear_down(state);
}

static void expect_prompt(const char *wanted)
{
    char text[80];
    shg_out out = shg_out_make(text, sizeof text);
    shg_keyboard_prompt(&out, both.session);
    assert_string_equal(text, wanted);
}

static void restart_keyboard_session(const char *variant)
{
    disconnect(&both);
    const shoogi_catalog_entry *entry = variant ? shg_server_variant(server, variant) : NULL;
    assert_true(!variant || entry);
    start_keyboard_session(entry);
}

static void keyboard_passes(void **state)
{
    (void)state;
    expect_contains(take_output(&both),
                    "Game 1 has begun.\n\nGame 1: Shogi, Black against White\n");
    expect_prompt("Black, game 1> ");
    expect_reply(&both, "PLAY P-7f", "P-7f <p,o,n,y> ");
    const char *said = send_line(&both, "y");
    expect_contains(said, "Move 1: P-7f\n\nGame 1: Shogi, Black against White\n");
    expect_contains(said, "  1  2  3  4  5  6  7  8  9\n"); /* from White's side */
    expect_contains(said, "Move 2: White to move.  Last move: 1. P-7f\n");
    expect_prompt("White, game 1> ");
    expect_reply(&both, "PLAY P-7e", "That move is illegal: "); /* Black's pawn could */
    play_move(&both, "P-3d", "P-3d");
    expect_prompt("Black, game 1> ");
    expect_reply(&both, "BOARD -o", "  1  2  3  4  5  6  7  8  9\n");
    expect_reply(&both, "SET REDRAW OFF", "REDRAW is now OFF.\n");
    expect_reply(&both, "PLAY Bx2b+", "Bx2b+ <p,o,n,y> ");
    said = send_line(&both, "y");
    expect_contains(said, "Move 3: Bx2b+\n");
    expect_excludes(said, "Game 1:");
    play_move(&both, "Sx2b", "Sx2b"); /* both players have seen every move */
}

static void taking_back(void **state)
{
    (void)state;
    expect_reply(&both, "UNDO", "There is no move to take back.\n");
    for (int i = 0; i < 3; i++) { /* the same move may be made again and again */
        play_move(&both, "P-7f", "P-7f");
        const char *said = send_line(&both, i == 1 ? "UNDO -o" : "UNDO");
        expect_contains(said, "P-7f has been taken back.\n");
        expect_contains(said, "Move 1: Black to move.\n");
        expect_prompt("Black, game 1> ");
    }
    play_move(&both, "P-7f", "P-7f");
    expect_reply(&both, "RESIGN", "");
    expect_reply(&both, "no", "You have not resigned.\n");
    send_line(&both, "RESIGN");
    expect_reply(&both, "yes", "White resigned: Black wins.\n");
    expect_prompt("game 1 (over)> ");
    expect_reply(&both, "PLAY P-3d", "Game 1 is over.  White resigned: Black wins.\n");
    expect_reply(&both, "UNDO", "The resignation has been taken back.\n");
    expect_prompt("White, game 1> ");
    expect_reply(&both, "HANDICAP two-pieces", "");
    expect_reply(&both, "UNDO", "P-7f has been taken back.\n");
    send_line(&both, "HANDICAP L@1a");
    expect_reply(&both, "y", "Move 2: White to move.  Last move: 1. HANDICAP:L@1a\n");
    expect_reply(&both, "UNDO", "HANDICAP:L@1a has been taken back.\n");
}

/* UNDO makes nobody lose on time, here too. */
static void taking_back_in_time(void **state)
{
    static int64_t test_now_ms;
    (void)state;
    test_now_ms = shg_now_ms(server);
    server->clock.test_clock_ms = &test_now_ms;
    server->clock.start_ms = server->clock.start_monotonic_ms = test_now_ms;
    send_line(&both, "NEW -u -t 1m;5m");
    play_move(&both, "P-7f", "P-7f");
    test_now_ms += 50000;
    expect_reply(&both, "UNDO", "Clocks: Black 0:10, White 5:00\n");
    play_move(&both, "P-7f", "P-7f");
    test_now_ms += 10000;
    expect_reply(&both, "UNDO", "cannot be taken back");
    expect_reply(&both, "BOARD", "Clocks: Black 0:10, White 4:50\n");
}

static void agreeing(void **state)
{
    (void)state;
    expect_reply(&both, "IMPASSE", "Black has 27 points, White 27.");
    expect_reply(&both, "no", "The game goes on.\n");
    send_line(&both, "IMPASSE");
    expect_reply(&both, "yes", "");
    expect_prompt("game 1 (over)> ");
    expect_reply(&both, "NEW", "Game 2 has begun.\n");
    expect_reply(&both, "DRAW", "");
    expect_reply(&both, "n", "The game goes on.\n");
    send_line(&both, "DRAW");
    expect_reply(&both, "YES", "The game is drawn: agreement.\n");
    expect_reply(&both, "UNDO",
                 "Only a game that ended by a move or resignation can be taken "
                 "back.\n");
    const char *said = send_line(&both, "HISTORY");
    expect_contains(said, "Black             White ");
    expect_contains(said, "drawn: agreement\n");
    expect_excludes(send_line(&both, "USER"), "won");
}

/* A repetition: there is no opponent to whom a replay could be offered. */
static void no_result(void **state)
{
    static const char *const moves[] = { "R-3h", "R-7b", "R-2h", "R-8b" };
    (void)state;
    send_line(&both, "SET CONFIRM OFF");
    for (int i = 0; i < 12; i++) {
        char line[20];
        snprintf(line, sizeof line, "PLAY %s", moves[i % 4]);
        send_line(&both, line);
    }
    expect_reply(&both, "BOARD", "No result: ");
    expect_excludes(send_line(&both, "BOARD"), "NEW lists");
    expect_reply(&both, "UNDO", "R-8b has been taken back.\n");
    expect_reply(&both, "PLAY P-3d", "Move 12: P-3d\n");
}

static void further_games(void **state)
{
    (void)state;
    expect_reply(&both, "NEW -v chu",
                 "Game 2 has begun.\n\nGame 2: Chu Shogi, Black against White\n");
    expect_reply(&both, "NEW -v mini -i", "Game 3 has begun.\n");
    const char *said = send_line(&both, "NEW * P-7f A quick one");
    expect_contains(said, "Game 4 has begun.\n");
    expect_contains(said, "Last move: 1. P-7f\n");
    expect_reply(&both, "UNDO", "P-7f has been taken back.\n");
    expect_reply(&both, "NEW WP-2f", "Last move: 1. P-2f\n");
    expect_reply(&both, "UNDO", "P-2f has been taken back.\n"); /* the move was not forced */
    expect_reply(&both, "NEW -c random", "Game 6 has begun.\n");
    expect_reply(&both, "NEW 3",
                 "There are no challenges at one keyboard.  NEW begins a game at "
                 "once.\n");
    expect_reply(&both, "NEW 0",
                 "There are no challenges at one keyboard.  NEW begins a game at "
                 "once.");
    expect_reply(&both, "NEW -v nonsense", "nonsense");
    expect_reply(&both, "NEW P-7f",
                 "Name the player who may answer: NEW * P-7f is for everybody.\n");
    said = send_line(&both, "STAT");
    expect_contains(said,
                    "*     2  chu           Black             White                0  Black\n");
    expect_contains(said, "*     6  shogi ");
    expect_excludes(said, "!     ");
    expect_reply(&both, "BOARD 2", "Game 2: Chu Shogi, ");
    expect_prompt("Black, game 2> ");
}

static void coming_again(void **state)
{
    (void)state;
    play_move(&both, "P-7f", "P-7f");
    send_line(&both, "NEW -v chu");
    send_line(&both, "NEW -v mini");
    send_line(&both, "SET BSTYLE 3");
    send_line(&both, "BOARD 2");
    restart_keyboard_session(NULL); /* the current game */
    const char *said = take_output(&both);
    expect_contains(said,
                    "Also unfinished: games 1, 3.  BOARD <gid> opens one, STAT lists them.\n");
    expect_contains(said, "Game 2: Chu Shogi, Black against White\n");
    assert_int_equal(both.session->settings.value[SHG_SET_BSTYLE], 3);
    restart_keyboard_session("shogi");
    said = take_output(&both);
    expect_contains(said, "Game 1: Shogi, ");
    expect_contains(said, "Last move: 1. P-7f\n");
    play_move(&both, "P-3d", "P-3d"); /* it is loaded */
    send_line(&both, "RESIGN");
    send_line(&both, "yes");
    restart_keyboard_session(NULL); /* a finished game is not continued */
    said = take_output(&both);
    expect_contains(said, "Also unfinished: game 2.  BOARD");
    expect_contains(said, "Game 3: Mini Shogi, ");
    restart_keyboard_session("shogi");
    expect_contains(take_output(&both), "Game 4 has begun.\n");
    restart_keyboard_session("mini");
    expect_contains(take_output(&both), "Game 3: Mini Shogi, ");
}

/* Commands for other users, and those with the same effect here. */
static void every_command(void **state)
{
    static const struct {
        const char *line, *answer;
    } rows[] = {
        { "SAY hello", "say it aloud" },
        { "SHOUT hello", "say it aloud" },
        { "TELL Anna hello", "say it aloud" },
        { ". hello", "say it aloud" },
        { "KIBITZ hello", "You share one keyboard: anyone watching can hear you." },
        { "WHISPER hello", "You share one keyboard: anyone watching can hear you." },
        { "OBSERVE 1", "All games here are your own" },
        { "UNOBSERVE", "All games here are your own" },
        { "IGNORE Anna", "There is nobody here to ignore." },
        { "REPORT Anna cheats", "no moderators here" },
        { "PASSWORD", "need no password" },
        { "REMOVE 1", "There are no challenges at one keyboard.  NEW begins a game at once." },
        { "WHO", "1 online.\n" },
        { "WHO x*", "0 of 1 online match.\n" },
        { "USER", "games running: 1\n" },
        { "USER *", "1 player matches.\n" },
        { "GAMES", "      1  shogi         Black             White                0  Black\n" },
        { "STAT", "*     1  shogi " },
        { "HISTORY", "There are no finished games of both players." },
        { "EXPORT 1 sfen", "" },
        { "MOVES", "no moves yet" },
        { "HELP SHELL", "shoogi play" },
        { "STYLE 0", "BSTYLE is now 0" },
        { "SET", "CONFIRM" },
        { "P-7f", "PLAY P-7f" },
        { "SHELL ls", "Sorry, this server has no shell." }, /* this door has none */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_reply(&both, rows[i].line, rows[i].answer);
    type_without_waiting(&both, "QUIT");
    expect_contains(take_output(&both), "Goodbye, both players.\n");
    assert_true(both.finished);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_table, tear_down_table)

TEST_SUITE(one_keyboard)
{
    const struct CMUnitTest tests[] = {
        CASE(keyboard_passes), CASE(taking_back),   CASE(taking_back_in_time), CASE(agreeing),
        CASE(no_result),       CASE(further_games), CASE(coming_again),        CASE(every_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
