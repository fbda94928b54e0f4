/* ends_test.c: the ends that two players agree on or one may claim. */
#include "server/session_support.h"

static person anna, bert;

static int set_up_both(void **state)
{
    const int failed = set_up(state);
    if (failed)
        return failed;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    return 0;
}

static int tear_down_both(void **state)
{
    leave(&anna);
    leave(&bert);
    return tear_down(state);
}

/* Rows: DRAW */
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
    shg_game_set_stale(shg_game_cache_find(server->games, anna.session->current_game));
    heard(&anna);
    expect(&bert, "DRAW", "The game is drawn: agreement.\n");
    expect_in(heard(&anna), "The game is drawn: agreement.\n");
    expect(&anna, "MOVES -n", "        The game is drawn: agreement.\n");
    expect(&anna, "DRAW", "is over.  The game is drawn: agreement.\n");
    expect(&bert, "UNDO -o", "The game was ended by both: that cannot be taken back.\n");
    expect(&anna, "UNDO", "The game was ended by both: that cannot be taken back.\n");
    expect(&anna, "IMPASSE", "is over.");
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
    shg_game_state *game = shg_game_cache_find(server->games, anna.session->current_game);
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

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_both, tear_down_both)
    const struct CMUnitTest tests[] = {
        CASE(draws),
        CASE(counting),
        CASE(claims_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
