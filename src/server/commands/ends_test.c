/* ends_test.c: the ends that two players agree on or one may claim. */
#include "server/game/game_options.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "support/pair.h"

/* Rows: DRAW CHECK.5 */
static void draws(void **state)
{
    (void)state;
    begin(&anna, &bert);
    expect(&anna, "DRAW", "That was proposed to Bert.  His next move declines it.\n");
    expect_in(heard(&bert), ": Anna offers a draw: DRAW accepts it.\n");
    expect(&anna, "DRAW", "You have proposed that already: it is for Bert to answer.\n");
    expect(&bert, "BOARD", "Black offers a draw.\n");
    play(&bert, "P-3d", "P-3d"); /* declines it */
    lacks(ask(&bert, "BOARD"), "offers a draw");
    expect(&bert, "DRAW", "That was proposed to Anna.");
    play(&anna, "P-2f", "P-2f");
    expect(&anna, "DRAW", "That was proposed to Bert.");
    /* It stands also when the game is read anew. */
    shg_game_set_stale(shg_game_cache_find(server->games->cache, anna.session->current_game));
    heard(&anna);
    expect(&bert, "DRAW", "The game is drawn: agreement.\n");
    expect_in(heard(&anna), "The game is drawn: agreement.\n");
    expect(&anna, "MOVES -n", "        The game is drawn: agreement.\n");
    expect(&anna, "DRAW", "is over.  The game is drawn: agreement.\n");
    expect(&bert, "UNDO -o", "The game did not end by a move or resignation: its end stays.\n");
    expect(&anna, "UNDO", "The game did not end by a move or resignation: its end stays.\n");
    expect(&anna, "IMPASSE", "is over.");
}

/* Nobody takes back alone what both agreed on, also where it stands right behind a move.  Rows: DRAW UNDO.6 */
static void what_was_agreed_stays(void **state)
{
    (void)state;
    static const char refused[] = "The game did not end by a move or resignation: its end stays.\n";
    static const char *const words[] = { "DRAW", "IMPASSE" };
    for (size_t i = 0; i < 2; i++) {
        begin(&anna, &bert);
        char load[40];
        snprintf(load, sizeof load, "BOARD %lld", (long long)bert.session->current_game);
        ask(&anna, load);
        play(&bert, "P-3d", "P-3d");
        expect(&anna, words[i], "That was proposed to Bert.");
        play(&anna, "P-2f", "P-2f"); /* what he has proposed still stands */
        heard(&bert);
        expect(&bert, words[i],
               i == 0 ? "The game is drawn: agreement.\n" : "No contest: impasse.");
        expect(&bert, "UNDO -o", refused);
        shg_game_set_stale(shg_game_cache_find(server->games->cache, anna.session->current_game));
        expect(&bert, "UNDO -o", refused);
        expect(&anna, "UNDO", refused);
    }
}

/* A claim that fulfils the rules ends the game for good.  Rows: IMPASSE UNDO.6 */
static void what_was_claimed_stays(void **state)
{
    (void)state;
    begin(&anna, &bert);
    ask(&anna, "BOARD");
    play(&bert, "P-3d", "P-3d");
    shg_game_state *game = shg_game_cache_find(server->games->cache, anna.session->current_game);
    static const char camp[] = "3KG4/3GG4/9/9/9/9/9/9/4k4 b 2r2b4s4n4l18p 3";
    shg_game_pin(game);
    assert_int_equal(shoogi_sfen_read(game->position, camp, strlen(camp), NULL), SHOOGI_OK);
    expect(&anna, "IMPASSE", "White wins: impasse.\n");
    expect(&anna, "UNDO -o", "The game did not end by a move or resignation: its end stays.\n");
    shg_game_unpin(game);
}

/* Where the rules let a king be left in check he can be taken.  Rows: CHECK.1 CHECK.5 UNDO.6 */
static void a_king_is_captured(void **state)
{
    (void)state;
    challenge(&anna, &bert, "NEW -v shogi-club * P-7f");
    ask(&anna, "BOARD");
    play(&bert, "K-4b", "K-4b");
    play(&anna, "Bx3c+", "Bx3c+");
    expect_in(heard(&bert), "White's king is checked by 3c.\nWhite's king could escape to");
    play(&bert, "P-9d", "P-9d"); /* he leaves him there */
    expect_in(heard(&anna), "White's king is checked by 3c.\n");
    play(&anna, "+Bx4b", "+Bx4b");
    static const char end[] = "Black wins: royal captured.\n";
    expect_in(heard(&bert), end);
    expect(&anna, "MOVES -n", end);
    expect(&anna, "BOARD", end);
    expect(&bert, "UNDO -o", "+Bx4b has been taken back.\n"); /* an end like others */
}

/* Rows: IMPASSE DRAWS.2 */
static void counting(void **state)
{
    (void)state;
    begin(&anna, &bert);
    const char *said = ask(&anna, "IMPASSE");
    expect_in(said, "Black has 27 points, White 27.  Who has fewer than 24 loses when the game is "
                    "counted.\n");
    expect_in(said, "You cannot have it counted alone: your ");
    expect_in(said, "That was proposed to Bert.");
    expect_in(heard(&bert), ": Anna proposes to count the impasse: IMPASSE agrees.\n");
    said = ask(&bert, "IMPASSE");
    expect_in(said, "No contest: impasse.");
    expect_in(heard(&anna), "No contest: impasse.");
    expect(&anna, "MOVES -n", "        No contest: impasse.");
}

/* Rows: IMPASSE */
static void claims_alone(void **state)
{
    (void)state;
    begin(&anna, &bert);
    shg_game_state *game = shg_game_cache_find(server->games->cache, anna.session->current_game);
    shg_game_pin(game);
    /* All of Black's men in the camp and guarded, the points on White's side. */
    static const char camp[] = "3KG4/3GG4/9/9/9/9/9/9/4k4 w 2r2b4s4n4l18p 2";
    assert_int_equal(shoogi_sfen_read(game->position, camp, strlen(camp), NULL), SHOOGI_OK);
    const char *said = ask(&anna, "IMPASSE");
    expect_in(said, "Black has 3 points, White ");
    expect_in(said, "White wins: impasse.\n");
    expect_in(heard(&bert), "White wins: impasse.\n");
    shg_game_unpin(game);
    /* A game that knows no impasse. */
    challenge(&anna, &bert, "NEW -v chu W");
    ask(&anna, "BOARD");
    said = ask(&bert, "IMPASSE");
    expect_in(said, "know no impasse: DRAW offers a draw.\n");
}

static void repeat_four_times(void)
{
    static const char *const cycle[] = { "R-3h", "R-7b", "R-2h", "R-8b" };
    for (size_t i = 0; i < 12; i++) {
        char typed[40];
        snprintf(typed, sizeof typed, "PLAY %s", cycle[i % 4]);
        /* White is to move first, after P-7f: one half move is behind the cycle. */
        person *mover = i % 2 ? &anna : &bert;
        snprintf(typed, sizeof typed, "PLAY %s", cycle[(i + 1) % 4]);
        ask(mover, typed);
        ask(mover, "y");
    }
}

/* Rows: REPLAY DRAWS.1 UNDO.6 */
static void a_game_without_contest_is_offered_again(void **state)
{
    (void)state;
    person carl;
    log_in(&carl, "Carl");
    challenge(&anna, &bert, "NEW -i -u -t 1h;2h * R-3h");
    ask(&anna, "BOARD");
    repeat_four_times();
    expect(&anna, "BOARD", "No contest: repetition. Neither has won; NEW lists the offer to play");
    const char *said = ask(&anna, "NEW");
    expect_in(said, "  White  ");
    expect_in(
        said,
        "        (again, as game 1 was without contest; clock 2h;1h; an illegal move loses; UNDO is allowed)\n");
    said = ask(&bert, "NEW");
    expect_in(said, "  Black  ");
    expect(&carl, "NEW", "There are no challenges.");
    expect(&carl, "NEW 2", "only for players whose names match Bert.");
    expect(&anna, "NEW 2", "You want to play it again: the game begins when Bert does, too.\n");
    expect_in(heard(&bert), "Anna wants to play game 1 again: NEW 2 begins it.\n");
    leave(&anna); /* whoever has accepted has to be there, too: it is no slow game */
    expect(&bert, "NEW 2", "Anna is not here: a game as fast as challenge 2 is for");
    log_in(&anna, "Anna");
    expect(&anna, "NEW", "-    2  shogi"); /* he has accepted */
    expect(&anna, "NEW 2", "the game begins when Bert does, too.\n");
    said = ask(&bert, "NEW 2");
    expect_in(said, "Game 2 has begun: you are Black.\n");
    expect_in(said, "Game 2: shogi, Bert (Black) against Anna (White)\n");
    const shg_game_state *game = shg_game_cache_find(server->games->cache, 2);
    assert_string_equal(game->options, "clock=2h;1h illegal-loses undo"); /* Anna has her hour */
    expect(&anna, "NEW", "There are no challenges.");
    /* The other way round; and the offer goes if the end is taken back. */
    challenge(&anna, &bert, "NEW * R-3h");
    ask(&anna, "BOARD 3");
    repeat_four_times();
    expect(&bert, "NEW", "again, as game 3 was");
    expect(&anna, "NEW", "again, as game 3 was");
    ask(&anna, "BOARD");
    const shg_game_state *third = shg_game_cache_find(server->games->cache, 3);
    const int last = third->items[third->items_count - 1].colour;
    expect(last == SHOOGI_BLACK ? &bert : &anna, "UNDO -o", "has been taken back.");
    expect(&bert, "NEW", "There are no challenges.");
    /* Once it is answered the end stays: the game is not played twice at the same time. */
    static const char stays[] =
        "Nothing was stored: it was offered again, and that has been answered.";
    ask(&anna, "BOARD 1");
    ask(&bert, "BOARD 1");
    person *const undoing = last == SHOOGI_BLACK ? &bert : &anna;
    expect(undoing, "UNDO -o", stays);
    expect(undoing, "BOARD", "No contest: repetition.");
    /* Either may decline it, White too, and nobody else. */
    challenge(&anna, &bert, "NEW * R-3h");
    ask(&anna, "BOARD 4");
    repeat_four_times();
    said = strstr(ask(&bert, "NEW"), "  shogi");
    char decline[40];
    snprintf(decline, sizeof decline, "REMOVE %ld", strtol(said - 5, NULL, 10));
    expect(&carl, decline, "is not yours.");
    expect(&bert, decline, "is off the list.");
    expect(&anna, "NEW", "There are no challenges.");
    expect(undoing, "UNDO -o", stays);
    leave(&carl);
}

static void options_reversed(void **state)
{
    (void)state;
    static const struct {
        const char *options, *reversed;
    } rows[] = { { "", "" },
                 { "undo rated", "undo rated" },
                 { "clock=10m undo", "clock=10m undo" },
                 { "undo grades=-,5 clock=3d,weekends=+9;3d,weekends=-3:30",
                   "clock=3d,weekends=-3:30;3d,weekends=+9 undo" } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[100];
        shg_out out = shg_out_make(text, sizeof text);
        shg_options_reversed(&out, rows[i].options);
        assert_string_equal(text, rows[i].reversed);
    }
}

TEST_SUITE(ends)
{
    const struct CMUnitTest tests[] = {
        CASE_OF_BOTH(draws),
        CASE_OF_BOTH(what_was_agreed_stays),
        CASE_OF_BOTH(what_was_claimed_stays),
        CASE_OF_BOTH(a_king_is_captured),
        CASE_OF_BOTH(counting),
        CASE_OF_BOTH(claims_alone),
        CASE_OF_BOTH(a_game_without_contest_is_offered_again),
        cmocka_unit_test(options_reversed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
