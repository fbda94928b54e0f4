/* handicap_test.c: pieces removed as the first move of a game, and the conditions of a
 * challenge. */
#include "support/pair.h"
#include "server/game/part.h"
#include "base/test_suite.h"

/* Rows: PLAY.6.7 PLAY.5.type PLAY.5.drop HANDICAP.1 HANDICAP.2 HANDICAP.3 HANDICAP.4 MOVES.log */
static void removing_pieces(void **state)
{
    (void)state;
    challenge_and_accept(&anna, &bert, "NEW W");
    send_line(&anna, "BOARD");
    expect_reply(&anna, "HANDICAP L@1a", "It is not your turn.  Black (Bert) is to move.\n");
    expect_reply(&bert, "HANDICAP L@1a,R@8a", " should be ");
    expect_reply(&bert, "HANDICAP L@1a R@8b", "Leave out \"R@8b\"");
    expect_reply(&bert, "HANDICAP K@5a", "a piece that can be removed (the king on 5a");
    expect_reply(&bert, "HANDICAP L@1i",
                 "\"L@1i\" should be a piece that can be removed (the lance on 1i is your own)");
    expect_reply(&bert, "HANDICAP N@1a", " should be ");
    expect_reply(&bert, "HANDICAP L1a@1a",
                 "\"L1a@1a\" should begin with a piece of this game before \"@\"");
    expect_reply(&bert, "HANDICAP L@1a+", "Expected \",\" and another");
    expect_reply(&bert, "HANDICAP L@1a=", "Expected \",\" and another");
    expect_reply(&bert, "HANDICAP L@1a,L@1a", " should be ");
    expect_reply(&bert, "PLAY L@1a", "To give a handicap, type PLAY HANDICAP:L@1a\n");
    const char *said = send_line(&bert, "HANDICAP r@8b,L@1a");
    expect_contains(said, "HANDICAP:L@1a,R@8b <p,o,n,y> ");
    expect_reply(&bert, "p",
                 ": l: n: s: g: k: g: s: n:  : a\n"); /* Black sees file 9 on the left */
    said = send_line(&bert, "o");
    expect_contains(said, ":  : n: s: g: k: g: s: n: l: a\n");
    expect_reply(&bert, "n", "The move was not made.");
    send_line(&bert, "PLAY HANDICAP:L@1a,R@8b");
    said = send_line(&bert, "y");
    expect_contains(said, "Move 1: HANDICAP:L@1a,R@8b\n");
    said = take_output(&anna);
    expect_contains(said, "Bert has moved.\n");
    expect_contains(said, "White has: -\n"); /* in no hand */
    expect_contains(said, "Black has: -\n");
    expect_contains(said, "Move 2: White to move.  Last move: 1. HANDICAP:L@1a,R@8b\n");
    expect_reply(&bert, "MOVES -n", "    1.  Black  HANDICAP:L@1a,R@8b\n> ");
    play_move(&anna, "P-3d", "P-3d");
    expect_reply(&bert, "HANDICAP B@2b", "That move is illegal: ");
    play_move(&bert, "P-7f", "P-7f");
    expect_reply(&anna, "MOVES -n", "    2.  White  P-3d\n    3.  Black  P-7f\n");
    expect_reply(&anna, "GAMES", " 3  White\n");
    /* And the same when the game is read again from its log. */
    forget_game(anna.session->current_game);
    said = send_line(&anna, "MOVES -n");
    expect_contains(said, "    1.  Black  HANDICAP:L@1a,R@8b\n    2.  White  P-3d\n");
}

/* Any number of White's pieces; a question too long to ask is printed first. Rows: HANDICAP.2 */
static void removing_all_pieces(void **state)
{
    (void)state;
    challenge_and_accept(&anna, &bert, "NEW W");
    const char *said = send_line(&bert, "HANDICAP naked-king");
    expect_contains(said, "HANDICAP:L@1a,N@2a,S@3a,G@4a,G@6a,");
    expect_contains(said, "Play this move? <p,o,n,y> ");
    expect_reply(&bert, "p", ":  :  :  :  : k:  :  :  :  : a\n");
    expect_reply(&bert, "y", "Move 1: HANDICAP:L@1a,N@2a,S@3a,G@4a,G@6a,");
}

/* Rows: HANDICAP.5 UNDO.6 */
static void a_handicap_is_taken_back(void **state)
{
    (void)state;
    challenge_and_accept(&anna, &bert, "NEW W");
    disconnect(&anna);
    send_line(&bert, "HANDICAP two-pieces");
    expect_reply(&bert, "y", "Move 1: HANDICAP:B@2b,R@8b\n");
    expect_reply(&bert, "UNDO", "HANDICAP:B@2b,R@8b has been taken back.\n");
    expect_reply(&bert, "BOARD", ":  : r:  :  :  :  :  : b:  : b\n");
    send_line(&bert, "HANDICAP lance");
    expect_reply(&bert, "y", "Move 1: HANDICAP:L@1a\n");
    log_in(&anna, "Anna");
    send_line(&anna, "BOARD");
    expect_reply(&bert, "UNDO", "White has already seen your move.");
    expect_reply(&anna, "UNDO -o", "HANDICAP:L@1a has been taken back.\n");
    play_move(&bert, "P-7f", "P-7f");
}

/* Rows: NEW.3 NEW.8 NEW.12 */
static void a_handicap_as_own_first_move(void **state)
{
    (void)state;
    const char *said = challenge_and_accept(
        &anna, &bert, "NEW BERT HANDICAP:L@1a,R@8b Only for Bert, who is strong");
    expect_contains(said, "you are White.");
    expect_contains(said, "Move 2: White to move.  Last move: 1. HANDICAP:L@1a,R@8b\n");
    expect_contains(said, ":  : b:  :  :  :  :  :  :  : b\n");
    expect_contains(said, ":  : n: s: g: k: g: s: n: l: a\n");
    play_move(&bert, "P-3d", "P-3d");
    send_line(&anna, "NEW BERT HANDICAP:L@1a,R@8b");
    client carl;
    log_in(&carl, "Carl");
    expect_reply(&carl, "NEW 2", "only for players whose names match BERT.");
    disconnect(&carl);
    expect_reply(&anna, "NEW * HANDICAP:K@5a", "a piece that can be removed");
    expect_reply(&anna, "NEW * HANDICAP:X@5a", "a piece of this game");
}

/* Rows: NEW.14 NEW.6 NEW.9 */
static void a_handicap_as_forced_first_move(void **state)
{
    (void)state;
    const char *said = send_line(&anna, "NEW BERT WHANDICAP:L@1a");
    expect_contains(said, "Your challenge is number ");
    expect_reply(&bert, "NEW", "HANDICAP:L@1a, forced");
    client carl;
    log_in(&carl, "Carl");
    expect_reply(&carl, "NEW 1", "only for players whose names match BERT.");
    disconnect(&carl);
    expect_reply(&anna, "REMOVE 1", "is withdrawn");
    said = challenge_and_accept(&anna, &bert, "NEW BERT WHANDICAP:L@1a");
    expect_contains(said, "you are Black.");
    expect_contains(said, "Move 2: White to move.  Last move: 1. HANDICAP:L@1a\n");
    expect_reply(&bert, "UNDO", "The challenge fixed the first move.  It cannot be taken back.");
    const shg_game_state *game =
        shg_game_cache_find(server->games->cache, bert.session->current_game);
    assert_true(shg_game_seen_last(game, SHOOGI_BLACK) && shg_game_seen_last(game, SHOOGI_WHITE));
    play_move(&anna, "P-3d", "P-3d");
}

/* Rows: NEW.v NEW.s */
static void games_and_rule_sets(void **state)
{
    (void)state;
    expect_contains(challenge_and_accept(&anna, &bert, "NEW -v shosu W"),
                    ": Shosu Shogi, Bert (Black, you) against Anna");
    expect_contains(challenge_and_accept(&anna, &bert, "NEW -v minishogi W"),
                    ": Mini Shogi, Bert (Black, you) against Anna");
    expect_contains(challenge_and_accept(&anna, &bert, "NEW -s lishogi -V chu W"),
                    ": Chu Shogi, rules of lishogi, Bert");
    expect_contains(challenge_and_accept(&anna, &bert, "NEW W no option given"), ": Shogi, Bert");
    /* The game is checked first, whatever else is wrong with the line. */
    const char *said = send_line(&anna, "NEW -v chess *");
    expect_contains(
        said,
        "\"chess\" should be the name of a game (HELP NEW).\nDid you mean check?\nThe games are anhoku, ");
    expect_contains(said, "yari.  See HELP VARIANTS.\n> ");
    expect_reply(
        &anna, "NEW -v chu -s frob W",
        "\"frob\" should be a rule set of chu (HELP NEW).\nIts rule sets are jcsa, lishogi, manual.  See HELP ");
    expect_reply(
        &anna, "NEW -v micro -s frob W",
        "\"frob\" should be a rule set of micro (HELP NEW).\nThat game has no other rule set.\n> ");
    expect_reply(&anna, "NEW -v", "VARIANT after -v");
    expect_reply(&anna, "NEW -v", "VARIANT after -v");
    expect_reply(&anna, "NEW -x W",
                 "\"-x\" should be one of the options -v -s -c -t -g -i -r -u -p -b -e -l");
    expect_reply(&anna, "NEW -v mini 3", "a pattern and a move, or W");
    expect_reply(
        &anna, "NEW -v mini * P-7f",
        "There is no square 7f on this 5x5 board.\n"); /* the first move is one of this game */
}

/* Rows: NEW.c */
static void colours(void **state)
{
    (void)state;
    expect_contains(challenge_and_accept(&anna, &bert, "NEW -c white"), "you are Black.");
    expect_contains(challenge_and_accept(&anna, &bert, "NEW -c WHITE bert let us play"),
                    "you are Black.");
    expect_contains(challenge_and_accept(&anna, &bert, "NEW -c white * Wp-2f"),
                    "Last move: 1. P-2f\n");
    expect_contains(challenge_and_accept(&anna, &bert, "NEW -c black bert"), "you are White.");
    expect_contains(challenge_and_accept(&anna, &bert, "NEW -c black * p-2f"),
                    "Last move: 1. P-2f\n");
    expect_reply(&anna, "NEW -c green", "\"green\" should be black, white or random");
    expect_reply(&anna, "NEW -c black W", "\"W\" should be a pattern, as -c says who is White");
    expect_reply(&anna, "NEW -c random Wp-2f", "a pattern, as -c says who is White");
    expect_reply(&anna, "NEW -c random bert", "Your challenge is number ");
    expect_reply(&bert, "NEW", "random");
    bool seen[2] = { false, false };
    for (int i = 0; i < 100 && !(seen[0] && seen[1]); i++)
        seen[strstr(challenge_and_accept(&anna, &bert, "NEW -c random"), "you are Black.") != NULL] =
            true;
    assert_true(seen[0] && seen[1]);
}

/* Rows: NEW.i PLAY.2 */
static void an_illegal_move_loses(void **state)
{
    (void)state;
    send_line(&anna, "NEW -i * P-7f");
    expect_reply(&bert, "NEW", "        (an illegal move loses)\n");
    send_line(&anna, "REMOVE 1");
    challenge_and_accept(&anna, &bert, "NEW -i * P-7f");
    send_line(&bert, "SET CONFIRM OFF"); /* this is asked all the same */
    const char *said = send_line(&bert, "PLAY Z-5c");
    expect_contains(said,
                    "should begin with a piece"); /* it is not a move, and the game is not lost */
    send_line(&anna, "PLAY P-2f");                /* nor is the game lost by moving out of turn */
    said = send_line(&bert, "PLAY P-3e");
    expect_contains(said, "That move is illegal: ");
    expect_contains(said, "If you play it anyway, you lose.\nP-3e <p,o,n,y> ");
    expect_reply(&bert, "p", "That move is illegal, so there is no board to show.\nP-3e <");
    expect_reply(&bert, "n", "The move was not made.");
    expect_reply(&bert, "PLAY P-3d", "Move 2: P-3d\n");
    play_move(&anna, "P-2f", "P-2f");
    send_line(&bert, "PLAY P-4e");
    said = send_line(&bert, "y");
    expect_contains(said, "Move 4: P-4e (illegal)\n");
    expect_contains(said, "Illegal move by White: Black wins.\n");
    said = take_output(&anna);
    expect_contains(said, "Bert has made an illegal move.\n");
    expect_contains(said, "Illegal move by White: Black wins.\n");
    expect_reply(&anna, "MOVES -n",
                 "    4.  White  P-4e (illegal)\n        Illegal move by White: ");
    /* By the rules of the game itself. */
    challenge_and_accept(&anna, &bert, "NEW -v shosu W");
    said = send_line(&bert, "PLAY P-5e");
    expect_contains(said, "illegal");
    forget_game(anna.session->current_game);
}

/* Rows: NEW.u */
static void undo_by_agreement(void **state)
{
    (void)state;
    expect_reply(&anna, "NEW -u -i W", "Your challenge is number 1.");
    expect_reply(&bert, "NEW", "        (an illegal move loses; UNDO is allowed)\n");
    expect_reply(&bert, "NEW 1", "has begun");
    const shg_game_state *game =
        shg_game_cache_find(server->games->cache, bert.session->current_game);
    assert_string_equal(game->options, "illegal-loses undo");
    disconnect(&anna);
    play_move(&bert, "P-7f", "P-7f");
    expect_reply(&bert, "UNDO", "P-7f has been taken back.");
    log_in(&anna, "Anna");
}

TEST_SUITE(handicap)
{
    const struct CMUnitTest tests[] = {
        PAIR_TEST(removing_pieces),
        PAIR_TEST(removing_all_pieces),
        PAIR_TEST(a_handicap_is_taken_back),
        PAIR_TEST(a_handicap_as_own_first_move),
        PAIR_TEST(a_handicap_as_forced_first_move),
        PAIR_TEST(games_and_rule_sets),
        PAIR_TEST(colours),
        PAIR_TEST(an_illegal_move_loses),
        PAIR_TEST(undo_by_agreement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
