/* seed_test.c: the commands of the Shoogi Server as its help describes them, row by row of their
 * table. */
#include "support/pair.h"
#include "server/game/part.h"
#include "base/test_suite.h"

static char line[120];

/* Rows: BOARD.1 BOARD.2 BOARD.o BOARD.view BOARD.seen GEN.5 GEN.6 GEN.9 GEN.10 */
static void boards(void **state)
{
    (void)state;
    expect_reply(&anna, "BOARD",
                 "You have no current game.  BOARD <gid> selects one; STAT lists "
                 "yours, GAMES all.");
    start_game(&anna, &bert);
    /* Black at the bottom, from Black's own side, and in capitals. */
    const char *said = send_line(&anna, "BOARD 1");
    const char *far = strstr(said, ": l: n: s: g: k: g: s: n: l: a\n");
    assert_non_null(far);
    expect_contains(far, ": L: N: S: G: K: G: S: N: L: i\n");
    expect_contains(far, "Move 2: White to move.  Last move: 1. P-7f\n"); /* Black moved first */
    play_move(&bert, "P-3d", "P-3d");
    said = send_line(&bert, "BOARD");
    expect_contains(said, "Game 1: Shogi, Anna (Black) against Bert (White, you)\n");
    /* From White's own side. */
    expect_contains(said, "Black has: -\n  1  2  3  4  5  6  7  8  9\n");
    expect_contains(said, "White has: -\n\nMove 3: Black to move.  Last move: 2. P-3d\n");
    expect_reply(&bert, "REFRESH -o", "White has: -\n  9  8  7  6  5  4  3  2  1\n");
    expect_reply(&anna, "B", "White has: -\n  9  8  7  6  5  4  3  2  1\n");
    expect_reply(&anna, "b -O 1", "Black has: -\n  1  2  3  4  5  6  7  8  9\n");
    expect_reply(&anna, "BOARD 2", "There is no game 2");
    expect_reply(&anna, "BOARD x", "\"x\" should be the number of a game");
    /* An observer sees it from Black's side; the game becomes the observer's current game. */
    client carl;
    log_in(&carl, "Carl");
    assert_int_equal(carl.session->loaded_game, 0);
    expect_reply(&carl, "BOARD 1", "White has: -\n  9  8  7  6  5  4  3  2  1\n");
    expect_reply(&carl, "BOARD -o", "Black has: -\n  1  2  3  4  5  6  7  8  9\n");
    assert_int_equal(carl.session->current_game, 1);
    assert_int_equal(carl.session->loaded_game, 1);
    disconnect(&carl);
    connect_client(&carl);
    send_line(&carl, "Carl");
    expect_reply(&carl, "correct horse", "Your current game is 1.  BOARD shows it.\n");
    assert_int_equal(carl.session->loaded_game, 0);
    disconnect(&carl);
    /* BOARD marks all moves as seen by its player. */
    disconnect(&bert);
    play_move(&anna, "P-2f", "P-2f");
    log_in(&bert, "Bert");
    const shg_game_state *game = shg_game_cache_find(server->games->cache, 1);
    assert_false(shg_game_seen_last(game, SHOOGI_WHITE));
    expect_reply(&bert, "PLAY K-4b", " up to move 0 of 3: type BOARD or MOVES -N first.");
    send_line(&bert, "BOARD");
    assert_true(shg_game_seen_last(game, SHOOGI_WHITE));
    /* A check and the end. */
    play_move(&bert, "K-4b", "K-4b");
    play_move(&anna, "B-3c+", "B-3c+");
    expect_reply(&bert, "BOARD",
                 "White's king is checked by 3c.\nWhite's king could escape to the square ");
    send_line(&bert, "RESIGN");
    send_line(&bert, "yes");
    expect_reply(&anna, "BOARD", "Last move: 6. resigns\n");
    expect_reply(&anna, "BOARD", "White resigned: Black wins.\n");
}

/* Rows: MOVES.1 MOVES.2 MOVES.n MOVES.more.p MOVES.more.o MOVES.more.y MOVES.more.enter MOVES.more.q MOVES.load
 * MOVES.log CHECK.5 */
static void lists_of_moves(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    play_move(&bert, "K-4b", "K-4b");
    play_move(&anna, "Bx3c+", "Bx3c+");
    play_move(&bert, "Nx3c", "Nx3c");
    play_move(&anna, "P-2f", "P-2f");
    play_move(&bert, "B*8e", "B*8e");
    static const char all[] = "    1.  Black  P-7f\n    2.  White  K-4b\n    3.  Black  Bx3c+\n"
                              "        White's king is checked by 3c.\n"
                              "        White's king could escape to the square 5b.\n"
                              "    4.  White  Nx3c\n    5.  Black  P-2f\n    6.  White  B*8e\n> ";
    expect_reply(&anna, "MOVES", all);
    expect_reply(&anna, "m 1", all);
    anna.session->rows = 4;
    const char *said = send_line(&anna, "MOVES");
    expect_contains(said, "    2.  White  K-4b\n--More-- <p,o,y,q> ");
    assert_int_equal(anna.typing, SHG_TYPING_KEYS);
    said = send_line(
        &anna,
        "p"); /* after the last listed move, from the side of the player to move there: Black */
    expect_contains(said, "  9  8  7  6");
    expect_contains(said, ":  : B:  :  :  :  :  : R:  : h\n");
    expect_contains(said, "--More-- <p,o,y,q> ");
    said = send_line(&anna, "o");
    expect_contains(said, "  1  2  3  4");
    expect_contains(said, ":  : R:  :  :  :  :  : B:  : h\n");
    expect_excludes(said, "    3.  Black");
    said = send_line(&anna, "");
    expect_contains(said, "    3.  Black  Bx3c+\n--More-- ");
    said = send_line(&anna, "p"); /* White */
    expect_contains(said, "  1  2  3  4");
    expect_contains(said, ": p: p[+B] p: p: p: p: p: p: c\n");
    expect_reply(&anna, "O", "  9  8  7  6");
    said = send_line(&anna, " ");
    expect_contains(said, "    4.  White  Nx3c\n--More-- ");
    assert_string_equal(send_line(&anna, "x"), "--More-- <p,o,y,q> ");
    assert_string_equal(send_line(&anna, "n"), "> ");
    assert_int_equal(anna.typing, SHG_TYPING_COMMAND);
    expect_reply(&anna, "PLAY P-1f",
                 "You have seen game 1 up to move 4 of 6: type BOARD or MOVES -N first.");
    expect_reply(&anna, "MOVES -N", all);
    play_move(&anna, "P-1f", "P-1f");
    send_line(&anna, "MOVES");
    said = send_line(&anna, "y");
    expect_contains(said, "    3.  Black  Bx3c+\n        White's king is checked");
    expect_contains(said, "--More-- <p,o,y,q> ");
    expect_excludes(said, "    5.  Black");
    assert_string_equal(send_line(&anna, "Q"), "> ");
    expect_reply(&anna, "RESIGN", " up to move ");
    /* A move not listed is not seen. */
    const shg_game_state *game = shg_game_cache_find(server->games->cache, 1);
    disconnect(&bert);
    expect_reply(&anna, "MOVES -n", "    7.  Black  P-1f\n");
    log_in(&bert, "Bert");
    bert.session->rows = 3;
    send_line(&bert, "MOVES");
    send_line(&bert, "q");
    disconnect(&bert);
    send_line(&anna, "RESIGN");
    expect_reply(&anna, "yes", "Black resigned: White wins.\n");
    log_in(&bert, "Bert");
    bert.session->rows = 3;
    send_line(&bert, "MOVES");
    send_line(&bert, "q");
    assert_false(shg_game_seen_last(game, SHOOGI_WHITE));
    expect_reply(&bert, "MOVES -n",
                 "    8.  Black  resigns\n        Black resigned: White wins.\n> ");
    assert_true(shg_game_seen_last(game, SHOOGI_WHITE));
}

/* Rows: MOVES.2 GEN.6 */
static void a_list_makes_a_game_current(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    start_game(&anna, &bert);
    client carl;
    log_in(&carl, "Carl");
    expect_reply(&carl, "MOVES",
                 "You have no current game.  BOARD <gid> selects one; STAT lists "
                 "yours, GAMES all.");
    expect_reply(&carl, "MOVES 1", "    1.  Black  P-7f\n> ");
    assert_int_equal(carl.session->current_game, 1);
    expect_reply(&carl, "m 2", "    1.  Black  P-7f\n> ");
    assert_int_equal(carl.session->current_game, 2);
    assert_int_equal(carl.session->loaded_game, 2);
    expect_reply(&carl, "MOVES 3", "There is no game 3");
    assert_int_equal(carl.session->current_game, 2); /* a refusal changes nothing */
    disconnect(&carl);
}

/* Rows: GAMES.1 STAT.1 */
static void lists_of_games(void **state)
{
    (void)state;
    expect_reply(&anna, "GAMES", "There are no running games.");
    expect_reply(&anna, "STAT", "You have no games.");
    start_game(&anna, &bert);
    challenge_and_accept(&bert, &anna, "NEW -v mini W");
    start_game(&anna, &bert);
    send_line(&anna, "BOARD 3");
    send_line(&anna, "RESIGN");
    send_line(&anna, "yes");
    send_line(&bert, ""); /* a board was drawn for him */
    const char *said = send_line(&anna, "g");
    expect_contains(said,
                    "   Game  Variant       Black             White            Moves  Turn\n");
    expect_contains(said, "    1  shogi         Anna              Bert                 1  White\n");
    expect_contains(said, "    2  mini          Anna              Bert                 0  Black\n");
    expect_excludes(said, "    3  ");
    disconnect(&bert);
    send_line(&anna, "BOARD 2");
    play_move(&anna, "P-5c", "P-5c");
    log_in(&bert, "Bert");
    said = send_line(&bert, "S");
    expect_contains(said, "*     1  shogi ");
    expect_contains(said, "*!    2  mini ");
    expect_excludes(said, "    3  "); /* Bert has seen the end */
    /* A finished game is listed until its end has been seen. */
    disconnect(&bert);
    send_line(&anna, "BOARD 1");
    send_line(&anna, "RESIGN");
    send_line(&anna, "yes");
    log_in(&bert, "Bert");
    expect_reply(&bert, "STAT",
                 " !    1  shogi         Anna              Bert                 1  White won\n");
    send_line(&bert, "BOARD 1");
    expect_excludes(send_line(&bert, "STAT"), "    1  shogi");
}

/* Rows: NEW.1 NEW.2 NEW.3 NEW.4 NEW.5 NEW.6 NEW.7 NEW.8 NEW.11 NEW.13 REMOVE.1 GEN.6 PAT.1 */
static void challenges(void **state)
{
    (void)state;
    expect_reply(&anna, "N", "There are no challenges.");
    send_line(&anna, "NEW * p-7f");
    send_line(&anna, "NEW !NILKKI.NUISANCE r-3h Not for the jerks!");
    send_line(&anna, "NEW W");
    send_line(&anna, "NEW Wp-2f come on");
    send_line(&anna, "NEW B* W");
    send_line(&anna, "NEW carl Wp-2f");
    const char *said = send_line(&bert, "NEW");
    expect_contains(said,
                    "   Num  Variant       From              You play  First move          For\n");
    expect_contains(said,
                    "     1  shogi         Anna              White     P-7f, made          *\n");
    expect_contains(said, "     2  shogi         Anna              White     R-3h, made          "
                          "!NILKKI.NUISANCE\n        Not for the jerks!\n");
    expect_contains(said,
                    "     3  shogi         Anna              Black     open                *\n");
    expect_contains(said,
                    "     4  shogi         Anna              Black     P-2f, forced        *\n"
                    "        come on\n");
    expect_contains(said,
                    "     5  shogi         Anna              Black     open                B*\n");
    expect_contains(said,
                    "-    6  shogi         Anna              Black     P-2f, forced        carl\n");
    expect_reply(&anna, "NEW", "-    1  shogi");
    client nuisance;
    log_in(&nuisance, "Nilkki.Nuisance");
    expect_reply(&nuisance, "NEW 2", "only for players whose names match !NILKKI.NUISANCE.\n");
    expect_reply(&nuisance, "NEW 5", "only for players whose names match B*.\n");
    expect_reply(&nuisance, "NEW 1", "you are White.");
    disconnect(&nuisance);
    expect_reply(&bert, "NEW 1", "There is no challenge 1.  NEW lists the challenges.\n");
    expect_reply(&anna, "NEW 3", "This challenge to Shogi is your own.\n");
    /* Answering makes the game current, shows it and loads it. */
    said = send_line(&bert, "NEW 4");
    expect_contains(said, "you are Black.\n");
    expect_contains(said, "Move 2: White to move.  Last move: 1. P-2f\n");
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    play_move(&anna, "P-8d", "P-8d");
    play_move(&bert, "P-2e", "P-2e");
    expect_reply(&bert, "NEW 3", "Move 1: Black to move.\n");
    play_move(&bert, "P-7f", "P-7f");
    expect_contains(take_output(&anna), "has moved.");
    /* A player without a current game gets the game that comes of their challenge. */
    client carl;
    log_in(&carl, "Carl");
    send_line(&carl, "NEW W");
    take_output(&carl);
    expect_reply(&bert, "NEW 7", "you are Black.");
    said = take_output(&carl);
    expect_contains(said, "Bert has accepted your challenge: you are White.\n");
    expect_contains(said, "Move 1: Black to move.");
    play_move(&bert, "P-7f", "P-7f");
    send_line(&carl, "RESIGN");
    send_line(&carl, "yes");
    send_line(&carl, "NEW W"); /* also if the current game is over */
    expect_reply(&bert, "NEW 8", "you are Black.");
    expect_contains(take_output(&carl), "Bert has accepted your challenge: you are White.\n");
    send_line(&carl, "NEW W");
    expect_reply(&bert, "NEW 9", "you are Black.");
    expect_contains(take_output(&carl),
                    "Bert has accepted your challenge: game 6, Shogi, you are White.\n");
    send_line(&bert, "BOARD 5");
    assert_int_equal(carl.session->current_game, bert.session->current_game);
    expect_reply(&carl, "REMOVE 2", "Challenge 2 is not yours.\n");
    disconnect(&carl);
    expect_reply(&anna, "REMOVE 2", "Challenge 2 is withdrawn.\n");
    expect_reply(&anna, "REMOVE 2", "There is no challenge 2.  NEW lists the challenges.\n");
    expect_reply(&anna, "REMOVE",
                 "REMOVE needs the number of a challenge, such as REMOVE 12 (HELP REMOVE).");
    expect_excludes(send_line(&bert, "NEW"), "jerks");
    /* An open promotion is asked about, and nothing else. */
    expect_reply(&anna, "NEW -v judkins * rx1b", "Promote? <y,n,c> ");
    expect_reply(&anna, "y", "Your challenge is number ");
    expect_reply(&bert, "NEW", "Rx1b+, made ");
    expect_reply(&anna, "NEW * p-7e", "That first move is illegal: ");
    expect_reply(&anna, "NEW anna bert", "\"bert\" should be a move or W");
}

/* Rows: GEN.3 */
static void capitals_and_small_letters(void **state)
{
    (void)state;
    challenge_and_accept(&anna, &bert, "nEw bE* p-7F Come On");
    expect_reply(&anna, "MOVES -n", "    1.  Black  P-7f\n");
    expect_reply(&bert, "bOaRd -O", "  9  8  7  6  5  4  3  2  1\n");
    expect_reply(&bert, "pLaY p-3D", "P-3d <p,o,n,y> ");
    expect_reply(&bert, "Y", "Move 2: P-3d\n");
    expect_reply(&anna, "who *eRt", "1 of 2 online match.");
    expect_reply(&anna, "help pAwN", "P, PAWN, FUHYOO, FU\n");
    expect_reply(&anna, "Set Bstyle 1", "BSTYLE is now 1");
    expect_reply(&anna, "set white ReV", "WHITE is now REVERSE.");
    /* Texts and comments keep their case; so does a password. */
    expect_reply(&anna, "sAy Hello ThErE", "Said to Bert.");
    expect_contains(take_output(&bert), "Anna says: Hello ThErE\n");
    expect_reply(&anna, "EXPORT", "Come On");
    send_line(&anna, "NEW W One Moment");
    expect_reply(&bert, "NEW", "        One Moment\n");
    disconnect(&bert);
    connect_client(&bert);
    send_line(&bert, "BERT");
    expect_reply(&bert, "Correct Horse", "Wrong password.");
    expect_reply(&bert, "correct horse", "Welcome, Bert.");
}

/* Rows: RESIGN.1 RESIGN.2 */
static void resigning(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    send_line(&anna, "BOARD");
    expect_reply(&anna, "RESIGN",
                 "Do you really resign? (type yes) "); /* also on the opponent's turn */
    static const char *const not_enough[] = { "y", "yes, please", "", "ye" };
    for (size_t i = 0; i < sizeof not_enough / sizeof not_enough[0]; i++)
        expect_reply(&anna, not_enough[i],
                     "Type the whole word yes to confirm, or n to go back.\n"
                     "Do you really resign? (type yes) ");
    expect_reply(&anna, "n", "You have not resigned.\n");
    send_line(&anna, "RESIGN");
    expect_reply(&anna, " Yes ", "Black resigned: White wins.\n");
    expect_contains(take_output(&bert), "Anna has resigned.\n");
    expect_reply(&bert, "MOVES -n",
                 "    2.  Black  resigns\n        Black resigned: White wins.\n");
}

/* Rows: WHO.1 WHO.2 QUIT SET.save PAT.1 */
static void coming_and_going(void **state)
{
    (void)state;
    const char *said = send_line(&anna, "W");
    const char *first = strstr(said, "  Anna    ");
    assert_non_null(first);
    expect_contains(first, "  Bert    ");
    expect_contains(first, "  since 20");
    expect_contains(first, "2 online.\n");
    /* In the order of sign-in, which is not alphabetical. */
    client aaron;
    log_in(&aaron, "Aaron");
    said = send_line(&anna, "WHO");
    const char *last = strstr(said, "  Bert    ");
    assert_non_null(last);
    expect_contains(last, "  Aaron   ");
    disconnect(&aaron);
    said = send_line(&anna, "WHO B?<R>t");
    expect_excludes(said, "Anna");
    expect_contains(said, "1 of 2 online match.\n");
    start_game(&anna, &bert);
    send_line(&bert, "SET WHITE REV");
    expect_reply(&bert, "quit", "Goodbye, Bert.\n");
    assert_true(bert.finished);
    expect_reply(&anna, "WHO", "1 online.\n");
    disconnect(&bert);
    /* The game goes on. */
    expect_reply(&anna, "GAMES", "    1  shogi         Anna              Bert ");
    connect_client(&bert);
    send_line(&bert, "bert");
    expect_reply(&bert, "correct horse", "Your current game is 1.  BOARD shows it.\n");
    expect_reply(&bert, "SET WHITE", "*  REVERSE");
}

TEST_SUITE(seed)
{
    const struct CMUnitTest tests[] = {
        PAIR_TEST(a_list_makes_a_game_current),
        PAIR_TEST(capitals_and_small_letters),
        PAIR_TEST(boards),
        PAIR_TEST(lists_of_moves),
        PAIR_TEST(lists_of_games),
        PAIR_TEST(challenges),
        PAIR_TEST(resigning),
        PAIR_TEST(coming_and_going),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
