/* seed_test.c: the commands of the Shoogi Server as its help tells them, row by row of their table. */
#include "support/pair.h"
#include "server/game/part.h"
#include "base/test_suite.h"

static char line[120];

/* Rows: BOARD.1 BOARD.2 BOARD.o BOARD.view BOARD.seen GEN.5 GEN.6 GEN.9 GEN.10 */
static void boards(void **state)
{
    (void)state;
    expect(&anna, "BOARD", "You have no current game: STAT lists yours");
    begin(&anna, &bert);
    /* Black below, from his own side, and in capitals. */
    const char *said = ask(&anna, "BOARD 1");
    const char *far = strstr(said, ": l: n: s: g: k: g: s: n: l: a\n");
    assert_non_null(far);
    expect_in(far, ": L: N: S: G: K: G: S: N: L: i\n");
    expect_in(far, "Move 2: White to move.  Last move: 1. P-7f\n"); /* Black was the first */
    play(&bert, "P-3d", "P-3d");
    said = ask(&bert, "BOARD");
    expect_in(said, "Game 1: shogi, Anna (Black) against Bert (White)\n");
    expect_in(said, "Black has: -\n  1  2  3  4  5  6  7  8  9\n"); /* from his own side */
    expect_in(said, "White has: -\n\nMove 3: Black to move.  Last move: 2. P-3d\n");
    expect(&bert, "REFRESH -o", "White has: -\n  9  8  7  6  5  4  3  2  1\n");
    expect(&anna, "B", "White has: -\n  9  8  7  6  5  4  3  2  1\n");
    expect(&anna, "b -O 1", "Black has: -\n  1  2  3  4  5  6  7  8  9\n");
    expect(&anna, "BOARD 2", "There is no game 2");
    expect(&anna, "BOARD x", "input:1:7: expected the number of a game, found \"x\"");
    /* Whoever looks on sees it from Black's side; the game becomes his current one. */
    person carl;
    log_in(&carl, "Carl");
    assert_int_equal(carl.session->loaded_game, 0);
    expect(&carl, "BOARD 1", "White has: -\n  9  8  7  6  5  4  3  2  1\n");
    expect(&carl, "BOARD -o", "Black has: -\n  1  2  3  4  5  6  7  8  9\n");
    assert_int_equal(carl.session->current_game, 1);
    assert_int_equal(carl.session->loaded_game, 1);
    leave(&carl);
    arrive(&carl);
    ask(&carl, "Carl");
    expect(&carl, "correct horse", "Your current game is 1: BOARD shows it.\n");
    assert_int_equal(carl.session->loaded_game, 0);
    leave(&carl);
    /* It makes all moves seen by its player. */
    leave(&bert);
    play(&anna, "P-2f", "P-2f");
    log_in(&bert, "Bert");
    const shg_game_state *game = shg_game_cache_find(server->games->cache, 1);
    assert_false(shg_game_seen_last(game, SHOOGI_WHITE));
    expect(&bert, "PLAY K-4b", " is loaded to move 0 of 3: ");
    ask(&bert, "BOARD");
    assert_true(shg_game_seen_last(game, SHOOGI_WHITE));
    /* A check and the end. */
    play(&bert, "K-4b", "K-4b");
    play(&anna, "B-3c+", "B-3c+");
    expect(&bert, "BOARD",
           "White's king is checked by 3c.\nWhite's king could escape to the square ");
    ask(&bert, "RESIGN");
    ask(&bert, "yes");
    expect(&anna, "BOARD", "Last move: 6. resigns\n");
    expect(&anna, "BOARD", "White resigned: Black wins.\n");
}

/* Rows: MOVES.1 MOVES.2 MOVES.n MOVES.more.p MOVES.more.o MOVES.more.y MOVES.more.enter MOVES.more.q MOVES.load
 * MOVES.log CHECK.5 */
static void lists_of_moves(void **state)
{
    (void)state;
    begin(&anna, &bert);
    play(&bert, "K-4b", "K-4b");
    play(&anna, "Bx3c+", "Bx3c+");
    play(&bert, "Nx3c", "Nx3c");
    play(&anna, "P-2f", "P-2f");
    play(&bert, "B*8e", "B*8e");
    static const char all[] = "    1.  Black  P-7f\n    2.  White  K-4b\n    3.  Black  Bx3c+\n"
                              "        White's king is checked by 3c.\n"
                              "        White's king could escape to the square 5b.\n"
                              "    4.  White  Nx3c\n    5.  Black  P-2f\n    6.  White  B*8e\n> ";
    expect(&anna, "MOVES", all);
    expect(&anna, "m 1", all);
    anna.session->rows = 4;
    const char *said = ask(&anna, "MOVES");
    expect_in(said, "    2.  White  K-4b\n--More-- <p,o,y,q> ");
    assert_int_equal(anna.typing, SHG_TYPING_KEYS);
    said =
        ask(&anna, "p"); /* after the last move listed, as he sees it who is to move there: Black */
    expect_in(said, "  9  8  7  6");
    expect_in(said, ":  : B:  :  :  :  :  : R:  : h\n");
    expect_in(said, "--More-- <p,o,y,q> ");
    said = ask(&anna, "o");
    expect_in(said, "  1  2  3  4");
    expect_in(said, ":  : R:  :  :  :  :  : B:  : h\n");
    lacks(said, "    3.  Black");
    said = ask(&anna, "");
    expect_in(said, "    3.  Black  Bx3c+\n--More-- ");
    said = ask(&anna, "p"); /* White */
    expect_in(said, "  1  2  3  4");
    expect_in(said, ": p: p:+B: p: p: p: p: p: p: c\n");
    expect(&anna, "O", "  9  8  7  6");
    said = ask(&anna, " ");
    expect_in(said, "    4.  White  Nx3c\n--More-- ");
    assert_string_equal(ask(&anna, "x"), "--More-- <p,o,y,q> ");
    assert_string_equal(ask(&anna, "n"), "> ");
    assert_int_equal(anna.typing, SHG_TYPING_COMMAND);
    expect(&anna, "PLAY P-1f", "Game 1 is loaded to move 4 of 6: BOARD or MOVES -N loads it.");
    expect(&anna, "MOVES -N", all);
    play(&anna, "P-1f", "P-1f");
    ask(&anna, "MOVES");
    said = ask(&anna, "y");
    expect_in(said, "    3.  Black  Bx3c+\n        White's king is checked");
    expect_in(said, "--More-- <p,o,y,q> ");
    lacks(said, "    5.  Black");
    assert_string_equal(ask(&anna, "Q"), "> ");
    expect(&anna, "RESIGN", " is loaded to move ");
    /* What is not reached is not seen. */
    const shg_game_state *game = shg_game_cache_find(server->games->cache, 1);
    leave(&bert);
    expect(&anna, "MOVES -n", "    7.  Black  P-1f\n");
    log_in(&bert, "Bert");
    bert.session->rows = 3;
    ask(&bert, "MOVES");
    ask(&bert, "q");
    leave(&bert);
    ask(&anna, "RESIGN");
    expect(&anna, "yes", "Black resigned: White wins.\n");
    log_in(&bert, "Bert");
    bert.session->rows = 3;
    ask(&bert, "MOVES");
    ask(&bert, "q");
    assert_false(shg_game_seen_last(game, SHOOGI_WHITE));
    expect(&bert, "MOVES -n", "    8.  Black  resigns\n        Black resigned: White wins.\n> ");
    assert_true(shg_game_seen_last(game, SHOOGI_WHITE));
}

/* Rows: MOVES.2 GEN.6 */
static void a_list_makes_a_game_current(void **state)
{
    (void)state;
    begin(&anna, &bert);
    begin(&anna, &bert);
    person carl;
    log_in(&carl, "Carl");
    expect(&carl, "MOVES", "You have no current game: STAT lists yours");
    expect(&carl, "MOVES 1", "    1.  Black  P-7f\n> ");
    assert_int_equal(carl.session->current_game, 1);
    expect(&carl, "m 2", "    1.  Black  P-7f\n> ");
    assert_int_equal(carl.session->current_game, 2);
    assert_int_equal(carl.session->loaded_game, 2);
    expect(&carl, "MOVES 3", "There is no game 3");
    assert_int_equal(carl.session->current_game, 2); /* what is refused changes nothing */
    leave(&carl);
}

/* Rows: GAMES.1 STAT.1 */
static void lists_of_games(void **state)
{
    (void)state;
    expect(&anna, "GAMES", "No game is being played");
    expect(&anna, "STAT", "You are in no game");
    begin(&anna, &bert);
    challenge(&bert, &anna, "NEW -v mini W");
    begin(&anna, &bert);
    ask(&anna, "BOARD 3");
    ask(&anna, "RESIGN");
    ask(&anna, "yes");
    const char *said = ask(&anna, "g");
    expect_in(said, "   Game  Variant       Black             White            Moves  Turn\n");
    expect_in(said, "    1  shogi         Anna              Bert                 1  White\n");
    expect_in(said, "    2  mini          Anna              Bert                 0  Black\n");
    lacks(said, "    3  ");
    leave(&bert);
    ask(&anna, "BOARD 2");
    play(&anna, "P-5c", "P-5c");
    log_in(&bert, "Bert");
    said = ask(&bert, "S");
    expect_in(said, "*     1  shogi ");
    expect_in(said, "*!    2  mini ");
    lacks(said, "    3  "); /* he has seen that it ended */
    /* One whose end was not seen is listed, and no more when it has been. */
    leave(&bert);
    ask(&anna, "BOARD 1");
    ask(&anna, "RESIGN");
    ask(&anna, "yes");
    log_in(&bert, "Bert");
    expect(&bert, "STAT",
           " !    1  shogi         Anna              Bert                 1  over: White won\n");
    ask(&bert, "BOARD 1");
    lacks(ask(&bert, "STAT"), "    1  shogi");
}

/* Rows: NEW.1 NEW.2 NEW.3 NEW.4 NEW.5 NEW.6 NEW.7 NEW.8 NEW.11 NEW.13 REMOVE.1 GEN.6 PAT.1 */
static void challenges(void **state)
{
    (void)state;
    expect(&anna, "N", "There are no challenges.");
    ask(&anna, "NEW * p-7f");
    ask(&anna, "NEW !NILKKI.NUISANCE r-3h Not for the jerks!");
    ask(&anna, "NEW W");
    ask(&anna, "NEW Wp-2f come on");
    ask(&anna, "NEW B* W");
    ask(&anna, "NEW carl Wp-2f");
    const char *said = ask(&bert, "NEW");
    expect_in(said, "   Num  Variant       From              You play  First move          For\n");
    expect_in(said, "     1  shogi         Anna              White     P-7f, made          *\n");
    expect_in(said, "     2  shogi         Anna              White     R-3h, made          "
                    "!NILKKI.NUISANCE\n        Not for the jerks!\n");
    expect_in(said, "     3  shogi         Anna              Black     open                *\n");
    expect_in(said, "     4  shogi         Anna              Black     P-2f, forced        *\n"
                    "        come on\n");
    expect_in(said, "     5  shogi         Anna              Black     open                B*\n");
    expect_in(said, "-    6  shogi         Anna              Black     P-2f, forced        carl\n");
    expect(&anna, "NEW", "-    1  shogi");
    person nuisance;
    log_in(&nuisance, "Nilkki.Nuisance");
    expect(&nuisance, "NEW 2", "only for players whose names match !NILKKI.NUISANCE.\n");
    expect(&nuisance, "NEW 5", "only for players whose names match B*.\n");
    expect(&nuisance, "NEW 1", "you are White.");
    leave(&nuisance);
    expect(&bert, "NEW 1", "There is no challenge 1: NEW lists those there are.\n");
    expect(&anna, "NEW 3", "Challenge 3 is your own.\n");
    /* Answering makes the game current, shows it and loads it. */
    said = ask(&bert, "NEW 4");
    expect_in(said, "you are Black.\n");
    expect_in(said, "Move 2: White to move.  Last move: 1. P-2f\n");
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    ask(&anna, line);
    play(&anna, "P-8d", "P-8d");
    play(&bert, "P-2e", "P-2e");
    expect(&bert, "NEW 3", "Move 1: Black to move.\n");
    play(&bert, "P-7f", "P-7f");
    expect_in(heard(&anna), "has moved.");
    /* Whoever has no current game gets the one that comes of his challenge. */
    person carl;
    log_in(&carl, "Carl");
    ask(&carl, "NEW W");
    heard(&carl);
    expect(&bert, "NEW 7", "you are Black.");
    said = heard(&carl);
    expect_in(said, "Bert has answered your challenge: you are White.\n");
    expect_in(said, "Move 1: Black to move.");
    play(&bert, "P-7f", "P-7f");
    ask(&carl, "RESIGN");
    ask(&carl, "yes");
    ask(&carl, "NEW W"); /* and whose current game is over */
    expect(&bert, "NEW 8", "you are Black.");
    expect_in(heard(&carl), "Bert has answered your challenge: you are White.\n");
    ask(&carl, "NEW W");
    expect(&bert, "NEW 9", "you are Black.");
    expect_in(heard(&carl), "Bert has answered your challenge: game 6, shogi, you are White.\n");
    ask(&bert, "BOARD 5");
    assert_int_equal(carl.session->current_game, bert.session->current_game);
    expect(&carl, "REMOVE 2", "Challenge 2 is not yours.\n");
    leave(&carl);
    expect(&anna, "REMOVE 2", "Challenge 2 is off the list.\n");
    expect(&anna, "REMOVE 2", "There is no challenge 2: NEW lists those there are.\n");
    expect(&anna, "REMOVE", "input:1:7: expected <number>, found end of text");
    lacks(ask(&bert, "NEW"), "jerks");
    /* An open promotion is asked, and nothing else is. */
    expect(&anna, "NEW -v judkins * rx1b", "Promote? <y,n> ");
    expect(&anna, "y", "Your challenge is number ");
    expect(&bert, "NEW", "Rx1b+, made ");
    expect(&anna, "NEW * p-7e", "That first move is illegal: ");
    expect(&anna, "NEW anna bert", "input:1:10: expected a move or W, found \"bert\"");
}

/* Rows: GEN.3 */
static void capitals_and_small_letters(void **state)
{
    (void)state;
    challenge(&anna, &bert, "nEw bE* p-7F Come On");
    expect(&anna, "MOVES -n", "    1.  Black  P-7f\n");
    expect(&bert, "bOaRd -O", "  9  8  7  6  5  4  3  2  1\n");
    expect(&bert, "pLaY p-3D", "P-3d <p,o,n,y> ");
    expect(&bert, "Y", "Move 2: P-3d\n");
    expect(&anna, "who *eRt", "1 of 2 online match.");
    expect(&anna, "help pAwN", "P, PAWN, FUHYOO, FU\n");
    expect(&anna, "Set Bstyle 1", "BSTYLE is 1 now");
    expect(&anna, "set white ReV", "WHITE is REVERSE now.");
    /* Texts and comments stay as they are; so does a password. */
    expect(&anna, "sAy Hello ThErE", "Said to Bert.");
    expect_in(heard(&bert), "Anna says: Hello ThErE\n");
    expect(&anna, "EXPORT", "Come On");
    ask(&anna, "NEW W One Moment");
    expect(&bert, "NEW", "        One Moment\n");
    leave(&bert);
    arrive(&bert);
    ask(&bert, "BERT");
    expect(&bert, "Correct Horse", "Wrong password.");
    ask(&bert, "BERT");
    expect(&bert, "correct horse", "Welcome, Bert.");
}

/* Rows: RESIGN.1 RESIGN.2 */
static void resigning(void **state)
{
    (void)state;
    begin(&anna, &bert);
    ask(&anna, "BOARD");
    expect(&anna, "RESIGN", "Do you really resign? (yes) "); /* also on the other's turn */
    expect(&anna, "y", "You have not resigned.\n");
    ask(&anna, "RESIGN");
    expect(&anna, "yes, please", "You have not resigned.\n");
    ask(&anna, "RESIGN");
    expect(&anna, " Yes ", "Black resigned: White wins.\n");
    expect_in(heard(&bert), "Anna has resigned.\n");
    expect(&bert, "MOVES -n", "    2.  Black  resigns\n        Black resigned: White wins.\n");
}

/* Rows: WHO.1 WHO.2 QUIT SET.save PAT.1 */
static void coming_and_going(void **state)
{
    (void)state;
    const char *said = ask(&anna, "W");
    const char *first = strstr(said, "  Anna    ");
    assert_non_null(first);
    expect_in(first, "  Bert    ");
    expect_in(first, "  since 20");
    expect_in(first, "2 online.\n");
    /* In the order of login, which is not that of names. */
    person aaron;
    log_in(&aaron, "Aaron");
    said = ask(&anna, "WHO");
    const char *last = strstr(said, "  Bert    ");
    assert_non_null(last);
    expect_in(last, "  Aaron   ");
    leave(&aaron);
    said = ask(&anna, "WHO B?<R>t");
    lacks(said, "Anna");
    expect_in(said, "1 of 2 online match.\n");
    begin(&anna, &bert);
    ask(&bert, "SET WHITE REV");
    expect(&bert, "quit", "Goodbye, Bert.\n");
    assert_true(bert.finished);
    expect(&anna, "WHO", "1 online.\n");
    leave(&bert);
    expect(&anna, "GAMES", "    1  shogi         Anna              Bert "); /* it goes on */
    arrive(&bert);
    ask(&bert, "bert");
    expect(&bert, "correct horse", "Your current game is 1: BOARD shows it.\n");
    expect(&bert, "SET WHITE", "*  REVERSE");
}

TEST_SUITE(seed)
{
    const struct CMUnitTest tests[] = {
        CASE_OF_BOTH(a_list_makes_a_game_current),
        CASE_OF_BOTH(capitals_and_small_letters),
        CASE_OF_BOTH(boards),
        CASE_OF_BOTH(lists_of_moves),
        CASE_OF_BOTH(lists_of_games),
        CASE_OF_BOTH(challenges),
        CASE_OF_BOTH(resigning),
        CASE_OF_BOTH(coming_and_going),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
