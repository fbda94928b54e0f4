/* grade_test.c: grades, their handicaps, and matches of two games. */
#include "server/game/time_forfeit.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "server/game/game_options.h"
#include "server/game/grade.h"
#include "support/pair.h"
#include "server/rating/stored_ratings.h"
#include "server/session/task.h"

#include <stdlib.h>

static void grades_of_ratings(void **state)
{
    (void)state;
    static const struct {
        int rating, deviation;
        const char *grade; /* NULL: none */
    } rows[] = {
        { 100, 45, "15 kyu" }, { 479, 45, "15 kyu" },  { 480, 45, "14 kyu" }, { 1039, 45, "8 kyu" },
        { 1040, 45, "7 kyu" }, { 1500, 109, "2 kyu" }, { 1500, 110, NULL },   { 1559, 45, "2 kyu" },
        { 1560, 45, "1 kyu" }, { 1679, 45, "1 kyu" },  { 1680, 45, "1 dan" }, { 1800, 45, "2 dan" },
        { 1919, 45, "2 dan" }, { 1920, 45, "3 dan" },  { 2080, 45, "4 dan" }, { 2240, 45, "5 dan" },
        { 2439, 45, "5 dan" }, { 2440, 45, "6 dan" },  { 4000, 45, "6 dan" }, { 1500, 350, NULL },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const shg_rating rating = { .rating_e3 = rows[i].rating * 1000,
                                    .deviation_e3 = rows[i].deviation * 1000 };
        const int grade = shg_grade_of(&rating);
        char text[SHG_GRADE_TEXT_BYTES] = "";
        if (grade != SHG_GRADE_NONE)
            shg_grade_write(text, grade, SHG_ENGLISH);
        assert_string_equal(text, rows[i].grade ? rows[i].grade : "");
    }
}

/* ---- players with ratings ---- */

typedef struct giving {
    shg_task task;
    shg_rating_row row;
} giving;

static shoogi_status run_giving(shg_job *job, shg_storage *storage)
{
    return storage->ops->rating_add(storage, &((giving *)(void *)job)->row, &job->error);
}

static void finish_giving(shg_task *task)
{
    assert_int_equal(task->job.status, SHOOGI_OK);
}

/* Stores a rating as if the game had produced it; a different game each time. */
static void give_rating(const client *c, int64_t game, shg_speed speed, int rating, int deviation)
{
    giving *g = calloc(1, sizeof *g);
    assert_non_null(g);
    g->row = (shg_rating_row){ .game = game,
                               .player = c->session->player,
                               .variant = "shogi",
                               .speed = shg_speed_name(speed),
                               .rating_e3 = rating * 1000,
                               .deviation_e3 = deviation * 1000,
                               .volatility_e9 = SHG_VOLATILITY_START_E9,
                               .at_ms = shg_now_ms(server),
                               .games = 1 };
    shg_task_write(&g->task, server, NULL, run_giving, finish_giving);
    wait_for_jobs();
}

static int64_t start_another_game(void)
{
    start_game(&anna, &bert);
    return bert.session->current_game;
}

/* ---- cases ---- */

/* Every difference in the table, and one more. Rows: NEW.g */
static void every_difference(void **state)
{
    (void)state;
    static const struct {
        int anna, bert;
        const char *expected, *first, *options;
    } rows[] = {
        { 1700, 1680, "no handicap, as both players are 1 dan", "", "grades=15,15" },
        { 1680, 1679, "handicap by grade: Black is 1 kyu, White 1 dan", "HANDICAP:L@1a",
          "grades=14,15" },
        { 1500, 1700, "Black is 2 kyu, White 1 dan; the first game of a match of two",
          "HANDICAP:L@1a", "grades=13,15 next=HANDICAP:B@2b" },
        { 1700, 1400, "Black is 3 kyu, White 1 dan", "HANDICAP:B@2b", "grades=12,15" },
        { 1300, 1700, "Black is 4 kyu, White 1 dan", "HANDICAP:R@8b", "grades=11,15" },
        { 1250, 1700, "Black is 5 kyu, White 1 dan", "HANDICAP:L@1a,R@8b", "grades=10,15" },
        { 1700, 1150, "Black is 6 kyu, White 1 dan; the first game of a match of two",
          "HANDICAP:L@1a,R@8b", "grades=9,15 next=HANDICAP:B@2b,R@8b" },
        { 1700, 1050, "Black is 7 kyu, White 1 dan", "HANDICAP:B@2b,R@8b", "grades=8,15" },
        { 500, 2500, "Black is 14 kyu, White 6 dan", "HANDICAP:B@2b,R@8b", "grades=1,20" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const int64_t before = start_another_game();
        give_rating(&anna, before, SHG_SPEED_BLITZ, rows[i].anna, 60);
        give_rating(&bert, before, SHG_SPEED_BLITZ, rows[i].bert, 60);
        const char *at = strstr(send_line(&anna, "NEW -g"), "is number ");
        assert_non_null(at);
        char line[40];
        snprintf(line, sizeof line, "NEW %ld", strtol(at + 10, NULL, 10));
        expect_reply(&bert, "NEW", "        (handicap by grade)\n");
        take_output(&anna);
        expect_contains(send_line(&bert, line), rows[i].expected);
        if (i > 0) /* Anna is at another game */
            expect_contains(take_output(&anna), "handicap");
        const shg_game_state *game =
            shg_game_cache_find(server->games->cache, bert.session->current_game);
        assert_string_equal(game->options, rows[i].options);
        assert_string_equal(game->last, rows[i].first);
        if (rows[i].first[0]) {
            const bool anna_is_white = rows[i].anna > rows[i].bert;
            assert_string_equal(game->name[SHOOGI_WHITE], anna_is_white ? "Anna" : "Bert");
            assert_true(game->items[0].locked);
        }
    }
}

/* Rows: NEW.g */
static void without_a_grade(void **state)
{
    (void)state;
    expect_contains(challenge_and_accept(&anna, &bert, "NEW -g"),
                    "no handicap, as neither player has a grade yet");
    const int64_t game = bert.session->current_game;
    give_rating(&anna, game, SHG_SPEED_BLITZ, 1900, 60);
    give_rating(&bert, game, SHG_SPEED_BLITZ, 1300, 110);
    const char *said = challenge_and_accept(&anna, &bert, "NEW -g");
    expect_contains(said, strstr(said, "you are Black") ? "no handicap, as Black has no grade yet"
                                                        : "no handicap, as White has no grade yet");
    expect_reply(&anna, "USER", "rated 1900 in blitz, after 1 game: 2 dan\n");
    expect_reply(&bert, "USER", "rated 1300? in blitz, after 1 game\n");
    /* Nor do guests. */
    client guest;
    connect_client(&guest);
    send_line(&guest, "guest");
    expect_contains(challenge_and_accept(&guest, &anna, "NEW -g"), " has no grade yet");
    disconnect(&guest);
}

/* The most reliable rating of all speeds counts. */
static void the_best_known_rating(void **state)
{
    (void)state;
    const int64_t first = start_another_game(), second = start_another_game(),
                  third = start_another_game();
    give_rating(&anna, first, SHG_SPEED_BLITZ, 2500, 109);
    give_rating(&anna, second, SHG_SPEED_CORRESPONDENCE, 1900, 50);
    give_rating(&anna, third, SHG_SPEED_BULLET, 2000, 60);
    give_rating(&bert, first, SHG_SPEED_RAPID, 1700, 90);
    expect_contains(challenge_and_accept(&anna, &bert, "NEW -g -t 5m"),
                    "(clock 5m; handicap by grade: Black is 1 dan, White 2 dan)\n");
}

/* Rows: NEW.g */
static void a_match_of_two_games(void **state)
{
    (void)state;
    const int64_t before = start_another_game();
    give_rating(&anna, before, SHG_SPEED_BLITZ, 1700, 60);
    give_rating(&bert, before, SHG_SPEED_BLITZ, 1500, 60);
    challenge_and_accept(&bert, &anna, "NEW -g -u -i * let us see");
    expect_reply(&anna, "MOVES -n", "    1.  Black  HANDICAP:L@1a\n");
    expect_reply(&bert, "BOARD 2", "the first game of a match of two)\n");
    expect_reply(&bert, "UNDO", "The challenge fixed the first move.  It cannot be taken back.\n");
    play_move(&anna, "P-3d", "P-3d");
    expect_reply(&anna, "UNDO -o",
                 "The last move is your own"); /* moves can be taken back as usual */
    expect_reply(&bert, "BOARD", "Move 3: Black to move.");
    expect_reply(&bert, "RESIGN", "(type yes) ");
    const char *said = send_line(&bert, "yes");
    expect_contains(said, "Black resigned: White wins.\n");
    expect_contains(said, "Game 3, the second of your match, has begun: you are Black again.\n");
    expect_contains(take_output(&anna),
                    "Game 3, the second of your match, has begun: you are White again.\n");
    assert_int_equal(anna.session->current_game, 3); /* the first one is over */
    assert_int_equal(bert.session->current_game, 3);
    send_line(&anna, "BOARD 2");
    expect_reply(&anna, "UNDO -o",
                 "The result is final.  The second game of the match has begun.\n");
    /* It waits for White, and for both players until they arrive. */
    said = send_line(&anna, "BOARD 3");
    expect_contains(said, "Game 3: Shogi, Bert (Black) against Anna (White, you)\n");
    expect_contains(said, "the second game of a match, after game 2)\n");
    expect_contains(said, "Move 2: White to move.  Last move: 1. HANDICAP:B@2b\n");
    send_line(&anna, "SET NOTATION JAPANESE");
    expect_reply(&anna, "BOARD 3", "Last move: 1. 角落ち\n");
    send_line(&anna, "SET NOTATION AUTO");
    const shg_game_state *game = shg_game_cache_find(server->games->cache, 3);
    assert_string_equal(game->options, "illegal-loses undo grades=13,15 second-of=2");
    assert_string_equal(game->comment, "let us see");
    assert_true(game->items[0].locked);
    expect_reply(&bert, "STAT", "      3  shogi"); /* it was drawn */
    play_move(&anna, "P-3d", "P-3d");
    expect_reply(&anna, "RESIGN", "(type yes) ");
    expect_reply(&anna, "yes", "White resigned: Black wins.\n");
    wait_for_jobs();
    expect_reply(&anna, "BOARD 4", "There is no game 4"); /* the match has only two games */
    expect_reply(&bert, "BOARD 3", "White resigned");
    expect_reply(&bert, "UNDO -o",
                 "The resignation has been taken back."); /* not that of the second game */
}

static int64_t test_now_ms;

static int set_up_pair_with_clock(void **state)
{
    test_now_ms = INT64_C(1700000000000);
    test_clock = &test_now_ms;
    return set_up_pair(state);
}

static void advance_clock(int64_t ms)
{
    test_now_ms += ms;
    shg_time_forfeits_check(server);
    wait_for_jobs();
}

/* The first is lost on time without anybody's action, and the clocks of the second then run. */
static void a_match_with_clocks(void **state)
{
    (void)state;
    const int64_t before = start_another_game();
    give_rating(&anna, before, SHG_SPEED_BLITZ, 1700, 60);
    give_rating(&bert, before, SHG_SPEED_BLITZ, 1500, 60);
    challenge_and_accept(&bert, &anna, "NEW -g -t 5m");
    play_move(&anna, "P-3d", "P-3d");
    take_output(&anna);
    advance_clock(301 * 1000);
    expect_contains(take_output(&anna),
                    "Game 3, the second of your match, has begun: you are White again.\n");
    expect_reply(&anna, "BOARD 2", "Black lost on time: White wins.\n");
    expect_reply(&anna, "BOARD 3", "Clocks: Black 5:00, White 5:00\n");
    advance_clock(301 * 1000);
    expect_reply(&anna, "BOARD 3", "White lost on time: Black wins.\n");
    expect_reply(&anna, "BOARD 4", "There is no game 4");
}

/* Rows: NEW.g */
static void refusals(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "NEW -g -v chu", "chu has no table of handicaps by grade.  NEW without -g can give\n"
                           "a handicap, too." },
        { "NEW -g -r", "Rated games have no handicap." },
        { "NEW -g -c white", "Leave out \"white\": no colour, as -g decides it" },
        { "NEW -g W", "\"W\" should be a pattern, as -g decides who is White" },
        { "NEW -g a<", "> at the end of the group" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_reply(&anna, rows[i][0], rows[i][1]);
    expect_reply(&anna, "NEW", "There are no challenges.");
    expect_reply(&anna, "NEW -g B* for Bert", "is number 1.");
    expect_reply(&bert, "NEW",
                 "    1  shogi         Anna              random    open                B*\n"
                 "        (handicap by grade)\n        for Bert\n");
    client carl;
    log_in(&carl, "Carl");
    expect_reply(&carl, "NEW 1",
                 "The challenge of Anna to Shogi is only for players whose names match B*.\n");
    disconnect(&carl);
}

/* The table is that of the game. */
static void help_on_handicaps(void **state)
{
    (void)state;
    expect_reply(&anna, "HELP -n HANDICAPS",
                 "By difference in grade, as NEW -g gives them (HELP GRADES):\n"
                 "\n"
                 "  1  lance\n"
                 "  2  lance, then bishop, in a match of two games\n"
                 "  3  bishop\n"
                 "  4  rook\n"
                 "  5  rook-lance\n"
                 "  6  rook-lance, then two-pieces, in a match of two games\n"
                 "  7  two-pieces\n");
    expect_reply(&anna, "HELP -n GRADES", "  15 kyu  below 480 ");
    expect_reply(&anna, "HELP -n RATINGS", "NEW -r makes a rated game");
}

/* White gives the handicap again in the replay of a game with no result. Rows: REPLAY */
static void played_again_with_the_handicap(void **state)
{
    (void)state;
    const int64_t before = start_another_game();
    give_rating(&anna, before, SHG_SPEED_BLITZ, 1700, 60);
    give_rating(&bert, before, SHG_SPEED_BLITZ, 1500, 60);
    challenge_and_accept(&bert, &anna, "NEW -g");
    send_line(&bert, "BOARD 2");
    static const char *const there_and_back[] = { "R-7b", "R-3h", "R-8b", "R-2h" };
    for (int i = 0; i < 12; i++)
        play_move(i % 2 ? &bert : &anna, there_and_back[i % 4], there_and_back[i % 4]);
    expect_reply(&anna, "BOARD 2", "No result: repetition.");
    const char *said = send_line(&anna, "NEW");
    expect_contains(said, "  White     HANDICAP:L@1a");
    expect_reply(&bert, "NEW", "  Black     HANDICAP:L@1a");
    send_line(&bert, "SET NOTATION JAPANESE");
    expect_reply(&bert, "NEW", "  Black     香落ち");
    send_line(&bert, "SET NOTATION AUTO");
    expect_reply(&bert, "NEW 3", "You offer to replay the game.  It begins when ");
    expect_reply(&anna, "NEW 3", "you are White.\n");
    const shg_game_state *game =
        shg_game_cache_find(server->games->cache, anna.session->current_game);
    assert_string_equal(game->options, "grades=13,15"); /* no third game */
    assert_string_equal(game->last, "HANDICAP:L@1a");
    assert_string_equal(game->name[SHOOGI_WHITE], "Anna");
    assert_true(game->items[0].locked);
}

TEST_SUITE(grade)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grades_of_ratings),
        PAIR_TEST(every_difference),
        PAIR_TEST(without_a_grade),
        PAIR_TEST(the_best_known_rating),
        PAIR_TEST(a_match_of_two_games),
        PAIR_TEST(refusals),
        cmocka_unit_test_setup_teardown(a_match_with_clocks, set_up_pair_with_clock, tear_down_pair),
        PAIR_TEST(help_on_handicaps),
        PAIR_TEST(played_again_with_the_handicap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
