/* one_keyboard_test.c: two people at one keyboard: which game they come to, and what commands mean to them. */
#include "support/session.h"
#include "server/rules/part.h"
#include "base/test_suite.h"
#include "server/keyboard/one_keyboard.h"

static person both;

static void sit(const shoogi_catalog_entry *entry)
{
    memset(&both, 0, sizeof both);
    assert_int_equal(
        shg_session_new(&both.session, server, &door, &both, (shg_address_key){ .kind = 4 }),
        SHOOGI_OK);
    shg_session_hold(both.session);
    shg_sit_down(both.session, entry);
    shg_session_release(both.session);
    settle(&both);
}

static int set_up_table(void **state)
{
    local_server = true;
    if (set_up(state) != 0)
        return -1;
    sit(NULL);
    return 0;
}

static int tear_down_table(void **state)
{
    leave(&both);
    return tear_down(state);
}

static void expect_prompt(const char *wanted)
{
    char text[80];
    shg_out out = shg_out_make(text, sizeof text);
    shg_table_prompt(&out, both.session);
    assert_string_equal(text, wanted);
}

static void sit_again(const char *variant)
{
    leave(&both);
    const shoogi_catalog_entry *entry = variant ? shg_server_variant(server, variant) : NULL;
    assert_true(!variant || entry);
    sit(entry);
}

static void keyboard_passes(void **state)
{
    (void)state;
    expect_in(heard(&both), "Game 1 has begun.\n\nGame 1: shogi, Black against White\n");
    expect_prompt("Black, game 1> ");
    expect(&both, "PLAY P-7f", "P-7f <p,o,n,y> ");
    const char *said = ask(&both, "y");
    expect_in(said, "Move 1: P-7f\n\nGame 1: shogi, Black against White\n");
    expect_in(said, "  1  2  3  4  5  6  7  8  9\n"); /* as White sees it */
    expect_in(said, "Move 2: White to move.  Last move: 1. P-7f\n");
    expect_prompt("White, game 1> ");
    expect(&both, "PLAY P-7e", "That move is illegal: "); /* Black's pawn could */
    play(&both, "P-3d", "P-3d");
    expect_prompt("Black, game 1> ");
    expect(&both, "BOARD -o", "  1  2  3  4  5  6  7  8  9\n");
    expect(&both, "SET REDRAW OFF", "REDRAW is OFF now.\n");
    expect(&both, "PLAY Bx2b+", "Bx2b+ <p,o,n,y> ");
    said = ask(&both, "y");
    expect_in(said, "Move 3: Bx2b+\n");
    lacks(said, "Game 1:");
    play(&both, "Sx2b", "Sx2b"); /* what one knows the other knows */
}

static void taking_back(void **state)
{
    (void)state;
    expect(&both, "UNDO", "There is no move to take back.\n");
    for (int i = 0; i < 3; i++) { /* the same move may be made again and again */
        play(&both, "P-7f", "P-7f");
        const char *said = ask(&both, i == 1 ? "UNDO -o" : "UNDO");
        expect_in(said, "P-7f has been taken back.\n");
        expect_in(said, "Move 1: Black to move.\n");
        expect_prompt("Black, game 1> ");
    }
    play(&both, "P-7f", "P-7f");
    expect(&both, "RESIGN", "");
    expect(&both, "no", "You have not resigned.\n");
    ask(&both, "RESIGN");
    expect(&both, "yes", "White resigned: Black wins.\n");
    expect_prompt("game 1 (over)> ");
    expect(&both, "PLAY P-3d", "Game 1 is over.  White resigned: Black wins.\n");
    expect(&both, "UNDO", "The resignation has been taken back.\n");
    expect_prompt("White, game 1> ");
    expect(&both, "HANDICAP two-pieces", "");
    expect(&both, "UNDO", "P-7f has been taken back.\n");
    ask(&both, "HANDICAP L@1a");
    expect(&both, "y", "Move 2: White to move.  Last move: 1. HANDICAP:L@1a\n");
    expect(&both, "UNDO", "HANDICAP:L@1a has been taken back.\n");
}

/* Nobody loses on time by UNDO: here, too. */
static void taking_back_in_time(void **state)
{
    static int64_t told_ms;
    (void)state;
    told_ms = shg_now_ms(server);
    server->clock.told_ms = &told_ms;
    server->clock.start_ms = server->clock.start_monotonic_ms = told_ms;
    ask(&both, "NEW -u -t 1m;5m");
    play(&both, "P-7f", "P-7f");
    told_ms += 50000;
    expect(&both, "UNDO", "Clocks: Black 0:10, White 5:00\n");
    play(&both, "P-7f", "P-7f");
    told_ms += 10000;
    expect(&both, "UNDO", "cannot be taken back");
    expect(&both, "BOARD", "Clocks: Black 0:10, White 4:50\n");
}

static void agreeing(void **state)
{
    (void)state;
    expect(&both, "IMPASSE", "Black has 27 points, White 27.");
    expect(&both, "no", "The game goes on.\n");
    ask(&both, "IMPASSE");
    expect(&both, "yes", "");
    expect_prompt("game 1 (over)> ");
    expect(&both, "NEW", "Game 2 has begun.\n");
    expect(&both, "DRAW", "");
    expect(&both, "n", "The game goes on.\n");
    ask(&both, "DRAW");
    expect(&both, "YES", "The game is drawn: agreement.\n");
    expect(&both, "UNDO", "its end stays.\n");
    const char *said = ask(&both, "HISTORY");
    expect_in(said, "Black             White ");
    expect_in(said, "drawn: agreement\n");
    lacks(ask(&both, "USER"), "won");
}

/* A repetition: nobody is offered anything. */
static void no_contest(void **state)
{
    static const char *const moves[] = { "R-3h", "R-7b", "R-2h", "R-8b" };
    (void)state;
    ask(&both, "SET CONFIRM OFF");
    for (int i = 0; i < 12; i++) {
        char line[20];
        snprintf(line, sizeof line, "PLAY %s", moves[i % 4]);
        ask(&both, line);
    }
    expect(&both, "BOARD", "No contest: ");
    lacks(ask(&both, "BOARD"), "NEW lists");
    expect(&both, "UNDO", "R-8b has been taken back.\n");
    expect(&both, "PLAY P-3d", "Move 12: P-3d\n");
}

static void further_games(void **state)
{
    (void)state;
    expect(&both, "NEW -v chu", "Game 2 has begun.\n\nGame 2: chu, Black against White\n");
    expect(&both, "NEW -v mini -i", "Game 3 has begun.\n");
    const char *said = ask(&both, "NEW * P-7f A quick one");
    expect_in(said, "Game 4 has begun.\n");
    expect_in(said, "Last move: 1. P-7f\n");
    expect(&both, "UNDO", "P-7f has been taken back.\n");
    expect(&both, "NEW WP-2f", "Last move: 1. P-2f\n");
    expect(&both, "UNDO", "P-2f has been taken back.\n"); /* nobody was made to play it */
    expect(&both, "NEW -c random", "Game 6 has begun.\n");
    expect(&both, "NEW 3", "There are no challenges here: NEW begins a game at once.\n");
    expect(&both, "NEW 0", "There are no challenges here");
    expect(&both, "NEW -v nonsense", "nonsense");
    expect(&both, "NEW P-7f", "expected a move or W");
    said = ask(&both, "STAT");
    expect_in(said, "*     2  chu           Black             White                0  Black\n");
    expect_in(said, "*     6  shogi ");
    lacks(said, "!     ");
    expect(&both, "BOARD 2", "Game 2: chu, ");
    expect_prompt("Black, game 2> ");
}

static void coming_again(void **state)
{
    (void)state;
    play(&both, "P-7f", "P-7f");
    ask(&both, "NEW -v chu");
    ask(&both, "NEW -v mini");
    ask(&both, "SET BSTYLE 3");
    ask(&both, "BOARD 2");
    sit_again(NULL); /* the current game */
    const char *said = heard(&both);
    expect_in(said, "Unfinished besides: games 1, 3.  BOARD <gid> goes to one, STAT tells more.\n");
    expect_in(said, "Game 2: chu, Black against White\n");
    assert_int_equal(both.session->settings.value[SHG_SET_BSTYLE], 3);
    sit_again("shogi");
    said = heard(&both);
    expect_in(said, "Game 1: shogi, ");
    expect_in(said, "Last move: 1. P-7f\n");
    play(&both, "P-3d", "P-3d"); /* it is loaded */
    ask(&both, "RESIGN");
    ask(&both, "yes");
    sit_again(NULL); /* what is over is not gone on with */
    said = heard(&both);
    expect_in(said, "Unfinished besides: game 2.  BOARD");
    expect_in(said, "Game 3: mini, ");
    sit_again("shogi");
    expect_in(heard(&both), "Game 4 has begun.\n");
    sit_again("mini");
    expect_in(heard(&both), "Game 3: mini, ");
}

/* Commands that are for others, and those that mean the same here. */
static void every_command(void **state)
{
    static const struct {
        const char *line, *answer;
    } rows[] = {
        { "SAY hello", "say it aloud" },
        { "SHOUT hello", "say it aloud" },
        { "TELL Anna hello", "say it aloud" },
        { ". hello", "say it aloud" },
        { "KIBITZ hello", "Nobody watches" },
        { "WHISPER hello", "Nobody watches" },
        { "OBSERVE 1", "All games here are your own" },
        { "UNOBSERVE", "All games here are your own" },
        { "IGNORE Anna", "nobody here to be ignored" },
        { "REPORT Anna cheats", "no moderators here" },
        { "PASSWORD", "need no password" },
        { "REMOVE 1", "no challenges here" },
        { "WHO", "1 online.\n" },
        { "WHO x*", "0 of 1 online match.\n" },
        { "USER", "games running: 1\n" },
        { "USER *", "1 player matches.\n" },
        { "GAMES", "      1  shogi         Black             White                0  Black\n" },
        { "STAT", "*     1  shogi " },
        { "HISTORY", "No game of both players is finished yet" },
        { "EXPORT 1 sfen", "" },
        { "MOVES", "no moves yet" },
        { "HELP SHELL", "shoogi play" },
        { "STYLE 0", "BSTYLE is 0 now" },
        { "SET", "CONFIRM" },
        { "P-7f", "PLAY P-7f" },
        { "SHELL ls", "has no shell to give" }, /* this door has none */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect(&both, rows[i].line, rows[i].answer);
    type(&both, "QUIT");
    expect_in(heard(&both), "Goodbye, both players.\n");
    assert_true(both.finished);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_table, tear_down_table)

TEST_SUITE(one_keyboard)
{
    const struct CMUnitTest tests[] = {
        CASE(keyboard_passes), CASE(taking_back),   CASE(taking_back_in_time), CASE(agreeing),
        CASE(no_contest),      CASE(further_games), CASE(coming_again),        CASE(every_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
