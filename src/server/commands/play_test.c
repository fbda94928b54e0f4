/* play_test.c: PLAY as the help of the Shoogi Server describes it: the forms of a move, the
 * questions, the refusals and their reasons. */
#include "support/pair.h"
#include "server/game/part.h"
#include "base/test_suite.h"

static char line[120];

/* Puts a position into a game in which Anna is Black; the SFEN gives the side to move. */
static void set_position(const char *sfen)
{
    if (anna.session->current_game == 0) {
        start_game(&anna, &bert);
        snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
        send_line(&anna, line);
    }
    shg_game_state *game = shg_game_cache_find(server->games->cache, anna.session->current_game);
    assert_int_equal(shoogi_sfen_read(game->position, sfen, strlen(sfen), NULL), SHOOGI_OK);
}

/* The side to move types a move; the question shows it as it will be recorded, and it is not
 * made. */
static void expect_understood(client *c, const char *typed, const char *recorded)
{
    char prompt[120];
    snprintf(line, sizeof line, "PLAY %s", typed);
    snprintf(prompt, sizeof prompt, "%s <p,o,n,y> ", recorded);
    const char *said = send_line(c, line);
    if (strncmp(said, prompt, strlen(prompt)) != 0)
        fail_msg("typed: %s\nwanted: %s\nsaid: %s", typed, prompt, said);
    expect_reply(c, "n", "The move was not made.");
}

/* The answer is exactly this. */
static void expect_refused(client *c, const char *typed, const char *why)
{
    char wanted[240];
    snprintf(line, sizeof line, "PLAY %s", typed);
    snprintf(wanted, sizeof wanted, "%s\n> ", why);
    assert_string_equal(send_line(c, line), wanted);
}

/* Rows: PLAY.5 PLAY.5.letters GEN.3 */
static void letters(void **state)
{
    (void)state;
    set_position("4k4/9/9/9/9/9/P8/9/L2GK1SNR b B 5");
    expect_understood(&anna, "P-9f", "P-9f");
    expect_understood(&anna, "L-9h", "L-9h");
    expect_understood(&anna, "G-6h", "G-6h");
    expect_understood(&anna, "K-5h", "K-5h");
    expect_understood(&anna, "S-3h", "S-3h");
    expect_understood(&anna, "N-3g", "N-3g");
    expect_understood(&anna, "R-1b=", "R-1b=");
    expect_understood(&anna, "B*5e", "B*5e");
    expect_understood(&anna, "r-1B+", "R-1b+");
    set_position("5k3/9/9/+P+L+N+S+B+R3/9/9/9/9/K8 b - 5");
    expect_understood(&anna, "+P-9c", "+P-9c");
    expect_understood(&anna, "+L-8c", "+L-8c");
    expect_understood(&anna, "+N-7c", "+N-7c");
    expect_understood(&anna, "+s-6c", "+S-6c");
    expect_understood(&anna, "+B-5c", "+B-5c");
    expect_understood(&anna, "+R-4b", "+R-4b");
    expect_understood(&anna, "T-9c", "+P-9c");
    expect_understood(&anna, "h-5c", "+B-5c");
    expect_understood(&anna, "D-4b", "+R-4b");
    /* The letter is that of the piece in its present state. */
    expect_refused(&anna, "R-4b", "That move is illegal: you have no rook that could move to 4b.");
    expect_refused(&anna, "Z-4b", "\"Z-4b\" should begin with a piece (P, L, N, S, B, R, G, K).");
}

/* Rows: PLAY.5 PLAY.5.coord PLAY.5.type PLAY.5.source PLAY.5.promo PLAY.5.drop */
static void parts(void **state)
{
    (void)state;
    set_position("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3");
    /* All but letter, type and destination is optional. */
    expect_understood(&anna, "P-2f", "P-2f");
    expect_understood(&anna, "P2g-2f", "P-2f");
    expect_refused(&anna, "-2f", "\"-2f\" should begin with a piece (P, L, N, S, B, R, G, K).");
    expect_refused(
        &anna, "P2f",
        "Expected \"-\", \"x\" or \"*\" between piece and square, not \"2f\" (HELP PLAY).");
    expect_refused(&anna, "P-", "Expected a square of this board after \"P-\" (HELP PLAY).");
    expect_refused(&anna, "P-2j", "There is no square 2j on this 9x9 board.");
    expect_refused(&anna, "P-0f", "There is no square 0f on this 9x9 board.");
    /* The source is needed where another piece could move there, too. */
    expect_understood(&anna, "G6i-5h", "G6i-5h");
    expect_understood(&anna, "G4i-5h", "G4i-5h");
    expect_refused(&anna, "G-5h", "Which gold general?  G4i-5h or G6i-5h.");
    expect_refused(&anna, "G3i-5h",
                   "That move is illegal: you have no gold general that could move to 5h.");
    /* A wrong sign, and the correct form. */
    expect_refused(&anna, "B-2b+",
                   "Expected \"x\" (there is an enemy piece on 2b: Bx2b+), not \"-2b+\".");
    expect_refused(&anna, "Px2f", "Expected \"-\" (there is no piece on 2f: P-2f), not \"x2f\".");
    expect_refused(&anna, "P*2f", "Expected \"-\" (there is no piece on 2f: P-2f), not \"*2f\".");
    expect_refused(&anna, "P@2f",
                   "Expected \"-\", \"x\" or \"*\" (\"@\" is for handicaps), not \"@2f\".\n"
                   "To give a handicap, type PLAY HANDICAP:P@2f");
    /* A promotion where none is possible. */
    expect_refused(&anna, "P-2f+", "Leave out \"+\" (it cannot promote: P-2f).");
    expect_refused(&anna, "P-2f=", "Leave out \"=\" (it cannot promote: P-2f).");
    set_position("3s1k3/4+S4/9/9/9/9/9/9/K8 b RP 5");
    expect_refused(
        &anna, "R*5b",
        "That move is illegal: 5b is occupied, and a piece can be dropped only on an empty square.");
    expect_refused(&anna, "R1e*1d",
                   "Expected \"*\" (a drop has no square of origin), not \"1e*1d\".");
    expect_refused(&anna, "R*1d+", "Leave out \"+\" (a drop does not promote).");
    expect_refused(&anna, "R*1d=", "Leave out \"=\" (a drop does not promote).");
}

/* Rows: PLAY.6.1 PLAY.6.2 PLAY.6.3 PLAY.6.4 PLAY.6.5 PLAY.6.6 */
static void examples(void **state)
{
    (void)state;
    static const char opened[] =
        "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    set_position("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    expect_reply(&anna, "PLAY P-7f", "P-7f <p,o,n,y> "); /* from 7g */
    const char *said = send_line(&anna, "p");
    expect_contains(said, ":  :  [ P]  :  :  :  :  :  : f\n");
    expect_contains(said, ": P: P:  : P: P: P: P: P: P: g\n");
    send_line(&anna, "n");
    set_position("4k4/9/9/9/2p6/9/9/9/4K4 w - 2");
    expect_reply(&bert, "PLAY P-7f", "P-7f <p,o,n,y> "); /* from 7e */
    said = send_line(&bert, "p");
    expect_contains(said, ":  :  :  :  :  :  [ p]  :  : f\n");
    expect_contains(said, ":  :  :  :  :  :  :  :  :  : e\n");
    send_line(&bert, "n");
    set_position("3g1g3/8k/9/9/9/9/9/9/4K4 w - 4");
    expect_refused(&bert, "G-5b", "Which gold general?  G4a-5b or G6a-5b.");
    expect_understood(&bert, "G4a-5b", "G4a-5b");
    set_position(opened);
    expect_understood(&anna, "Bx2b+", "Bx2b+");
    set_position("4k4/9/9/9/5n3/9/9/9/K8 w - 4");
    expect_understood(&bert, "N-3g=", "N-3g=");
    set_position("3s1k3/9/9/9/9/9/9/9/K8 b R 5");
    expect_understood(&anna, "R*1d", "R*1d");
    set_position("5s2k/4+S4/9/9/9/9/9/9/K8 b - 5");
    expect_understood(&anna, "+S5bx4a", "+Sx4a");
    set_position("5s2k/4+S+S3/9/9/9/9/9/9/K8 b - 5");
    expect_understood(&anna, "+S5bx4a", "+S5bx4a");
}

/* Rows: PLAY.7 */
static void prohibited_drops(void **state)
{
    (void)state;
    set_position("4k4/9/9/9/9/9/2P6/9/4K4 b PNL 5");
    expect_refused(&anna, "P*7e", "That move is illegal: two unpromoted pawns on file 7 (nifu).");
    expect_refused(&anna, "P*1a", "That move is illegal: a pawn dropped on 1a could never move.");
    expect_refused(&anna, "L*1a", "That move is illegal: a lance dropped on 1a could never move.");
    expect_refused(&anna, "N*1b", "That move is illegal: a knight dropped on 1b could never move.");
    set_position("7nk/9/7GG/9/9/9/9/9/4K4 b P 5");
    expect_refused(
        &anna, "P*1b",
        "That move is illegal: a pawn may not be dropped to give checkmate (uchifuzume).");
    /* After the player's own piece, on the file of a promoted pawn, or giving a check that is
     * not mate, drops are allowed. */
    set_position("4k4/9/9/9/9/4+P4/2S6/9/4K4 b PNL 5");
    expect_understood(&anna, "L*7h", "L*7h");
    expect_understood(&anna, "P*5b", "P*5b");
}

/* Rows: PLAY.7 */
static void no_legal_move_loses(void **state)
{
    (void)state;
    set_position("k8/9/2N6/1G7/9/9/9/9/4K4 b - 5");
    expect_reply(&anna, "PLAY G-8c", "G-8c <p,o,n,y> ");
    expect_reply(&anna, "y", "White has no legal move: Black wins.\n");
    expect_contains(take_output(&bert), "White has no legal move: Black wins.\n");
}

/* Rows: PLAY.1 PLAY.2 PLAY.3 PLAY.4 PLAY.4.p PLAY.4.o PLAY.4.n PLAY.4.y PLAY.8 GEN.9 GEN.12 */
static void playing(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    expect_refused(&anna, "P-2f", "It is not your turn.  White (Bert) is to move.");
    expect_reply(&bert, "p-3d", "To make a move, type PLAY before it: PLAY p-3d\n");
    expect_reply(&bert, "3c3d", "To make a move, type PLAY before it: PLAY 3c3d\n");
    expect_excludes(send_line(&bert, "MOVES -n"), "P-3d");
    /* PLAY refuses a command. */
    expect_reply(&bert, "PLAY resign", "RESIGN is a command: type it without PLAY.\n");
    expect_reply(&bert, "PLAY undo", "UNDO is a command: type it without PLAY.\n");
    expect_excludes(send_line(&bert, "BOARD"), "resigned");
    play_move(&bert, "P-3d", "P-3d");
    expect_refused(&anna, "B-5d", "That move is illegal: a bishop does not move from 8h to 5d.");
    expect_reply(&anna, "PLAY Bx2b", "Promote? <y,n,c> ");
    expect_reply(&anna, "perhaps", "Promote? <y,n,c> ");
    expect_reply(&anna, "n", "Bx2b= <p,o,n,y> ");
    expect_reply(&anna, "n", "The move was not made.\n> ");
    expect_reply(&anna, "PLAY Bx2b", "Promote? <y,n,c> ");
    expect_reply(&anna, "y", "Bx2b+ <p,o,n,y> ");
    expect_reply(&anna, "", "Bx2b+ <p,o,n,y> ");
    expect_reply(&anna, "perhaps", "Bx2b+ <p,o,n,y> ");
    const char *said = send_line(&anna, "p");
    expect_contains(said, ":  : r:  :  :  :  :  [+B]  : b\n");
    expect_contains(said, "Black has: B\n");
    expect_contains(said, "Bx2b+ <p,o,n,y> ");
    said = send_line(&anna, "o");
    expect_contains(said, ":  [+B]  :  :  :  :  : r:  : b\n");
    expect_reply(&anna, "n", "The move was not made.\n> ");
    expect_reply(&anna, "BOARD", ":  : B:  :  :  :  :  : R:  : h\n"); /* nothing has changed */
    send_line(&anna, "PLAY Bx2b+");
    assert_int_equal(bert.length, 0);
    expect_reply(&anna, "y", "Move 3: Bx2b+\n");
    expect_contains(take_output(&bert), "Last move: 3. Bx2b+\n");
    /* A forced promotion is not asked about, and the sign is added. */
    set_position("4k4/P8/9/9/9/9/9/9/4K4 b - 5");
    expect_understood(&anna, "P-9a", "P-9a+");
}

/* Rows: GEN.11 */
static void passing(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    expect_refused(&bert, "--", "That move is illegal: you cannot pass in this game.");
    expect_reply(&bert, "PASS", "Unknown command PASS.  Did you mean PASSWORD?");
    /* In a game with passes, passing is a move: a lion with an empty square beside it steps out
     * and back. */
    challenge_and_accept(&anna, &bert, "NEW -v chu W");
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    expect_reply(&bert, "PLAY --", "illegal: no piece of yours can pass.\n");
    play_move(&bert, "P-7h", "P-7h");
    play_move(&anna, "P-6e", "P-6e");
    play_move(&bert, "--", "--");
    expect_contains(take_output(&anna), "Last move: 3. --\n");
}

/* An offer made while a move is being confirmed or stored does not prevent the move, which
 * declines it. Rows: PLAY.4.y DRAW */
static void an_offer_meanwhile(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    send_line(&anna, "BOARD");
    expect_reply(&bert, "PLAY P-3d", "P-3d <p,o,n,y> ");
    expect_reply(&anna, "DRAW", "Offered to Bert.  Their next move declines the offer.");
    expect_reply(&bert, "p", "Black has: -");
    const char *said = send_line(&bert, "y");
    expect_contains(said, "Move 2: P-3d\n");
    expect_excludes(send_line(&bert, "BOARD"), "offers a draw");
    take_output(&anna);
    /* At the same instant. */
    expect_reply(&anna, "PLAY P-2f", "P-2f <p,o,n,y> ");
    type_without_waiting(&bert, "DRAW");
    type_without_waiting(&anna, "y");
    wait_for_prompt(&bert);
    wait_for_prompt(&anna);
    expect_contains(take_output(&anna), "Move 3: P-2f\n");
    /* While a promotion is being asked. */
    play_move(&bert, "P-8d", "P-8d");
    expect_reply(&anna, "PLAY Bx2b", "Promote? <y,n,c> ");
    expect_reply(&bert, "DRAW", "Offered to Anna.  Their next move declines the offer.");
    expect_reply(&anna, "y", "Bx2b+ <p,o,n,y> ");
    expect_reply(&anna, "y", "Move 5: Bx2b+\n");
    expect_reply(&bert, "RESIGN", "Do you really resign? (type yes) ");
    expect_reply(&anna, "DRAW", "Offered to Bert.  Their next move declines the offer.");
    expect_reply(&bert, "yes", "White resigned: Black wins.\n");
}

/* Programs write USI, and people the notation that they know. Rows: PLAY.any */
static void other_notations(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    play_move(&bert, "3c3d", "P-3d");
    play_move(&anna, "8h2b+", "Bx2b+");
    play_move(&bert, "同銀", "Sx2b");
    play_move(&anna, "P2g-2f", "P-2f");
    play_move(&bert, "b*5e", "B*5e");
    expect_reply(&anna, "PLAY 7g7f", "That move is illegal: ");
    expect_reply(&anna, "PLAY 7g9z", "\"7g9z\" should begin with a piece");
}

/* Input of people who do not know the server. */
static void sentences(void **state)
{
    static const char *const rows[][2] = {
        { "foo", "Unknown command foo.  HELP lists the commands.\n> " },
        { "OBSERV", "Unknown command OBSERV.  Did you mean OBSERVE?  HELP lists the commands.\n"
                    "> " },
        { "STA", "Unknown command STA.  Did you mean STAT?  HELP lists the commands.\n> " },
        { "NE", "Unknown command NE.  Did you mean NEW?  HELP lists the commands.\n> " },
        { "takeback", "Here TAKEBACK is UNDO -t <move> (HELP UNDO).\n> " },
        { "MATCH engine1", "Here MATCH is NEW <name> <move> (HELP NEW).\n> " },
        { "Matche engine1", "Here MATCH is NEW <name> <move> (HELP NEW).\n> " },
        { "takebak", "Here TAKEBACK is UNDO -t <move> (HELP UNDO).\n> " },
        { "FLIP", "Here FLIP is BOARD -o (HELP BOARD).\n> " },
        { "RULES", "Here RULES is HELP <game> (HELP HELP).\n> " },
        { "NEW p-7f", "Name the player who may answer: NEW * p-7f is for everybody.\n> " },
        { "PLAY", "PLAY needs a move, such as PLAY P-7f (HELP PLAY).\n> " },
        { "HELP PALY",
          "There is no help on PALY.  HELP * lists the topics.\nDid you mean PLAY?\n> " },
        { "NEW -v shogy W",
          "\"shogy\" should be the name of a game (HELP NEW).\nDid you mean shogi?\n" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_reply(&anna, rows[i][0], rows[i][1]);
}

TEST_SUITE(play)
{
    const struct CMUnitTest tests[] = {
        PAIR_TEST(letters),         PAIR_TEST(sentences),        PAIR_TEST(parts),
        PAIR_TEST(examples),        PAIR_TEST(prohibited_drops), PAIR_TEST(no_legal_move_loses),
        PAIR_TEST(playing),         PAIR_TEST(passing),          PAIR_TEST(an_offer_meanwhile),
        PAIR_TEST(other_notations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
