/* ends_test.c: results by agreement, and results that one player may claim. */
#include "server/game/game_options.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "support/pair.h"

/* Rows: DRAW CHECK.5 */
static void draws(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    expect_reply(&anna, "DRAW", "Offered to Bert.  Their next move declines the offer.\n");
    expect_contains(take_output(&bert), ": Anna offers a draw.  DRAW accepts it.\n");
    expect_reply(&anna, "DRAW", "You have already offered that.  It is up to Bert.\n");
    expect_reply(&bert, "BOARD", "Black offers a draw.\n");
    play_move(&bert, "P-3d", "P-3d"); /* declines the offer */
    expect_excludes(send_line(&bert, "BOARD"), "offers a draw");
    expect_reply(&bert, "DRAW", "Offered to Anna.  Their next move declines the offer.");
    play_move(&anna, "P-2f", "P-2f");
    expect_reply(&anna, "DRAW", "Offered to Bert.  Their next move declines the offer.");
    /* The offer survives reading the game from its log. */
    forget_game(anna.session->current_game);
    take_output(&anna);
    expect_reply(&bert, "DRAW", "The game is drawn: agreement.\n");
    expect_contains(take_output(&anna), "The game is drawn: agreement.\n");
    expect_reply(&anna, "MOVES -n", "        The game is drawn: agreement.\n");
    expect_reply(&anna, "DRAW", "is over.  The game is drawn: agreement.\n");
    expect_reply(&bert, "UNDO -o",
                 "Only a game that ended by a move or resignation can be taken back.\n");
    expect_reply(&anna, "UNDO",
                 "Only a game that ended by a move or resignation can be taken "
                 "back.\n");
    expect_reply(&anna, "IMPASSE", "is over.");
}

/* One player cannot take back alone what both agreed on, even directly after a move. Rows: DRAW
 * UNDO.6 */
static void what_was_agreed_stays(void **state)
{
    (void)state;
    static const char refused[] = "Only a game that ended by a move or resignation can be taken "
                                  "back.\n";
    static const char *const words[] = { "DRAW", "IMPASSE" };
    for (size_t i = 0; i < 2; i++) {
        start_game(&anna, &bert);
        char load[40];
        snprintf(load, sizeof load, "BOARD %lld", (long long)bert.session->current_game);
        send_line(&anna, load);
        play_move(&bert, "P-3d", "P-3d");
        expect_reply(&anna, words[i], "Offered to Bert.  Their next move declines the offer.");
        play_move(&anna, "P-2f", "P-2f"); /* Bert's offer still stands */
        take_output(&bert);
        expect_reply(&bert, words[i],
                     i == 0 ? "The game is drawn: agreement.\n" : "No result: impasse.");
        expect_reply(&bert, "UNDO -o", refused);
        forget_game(anna.session->current_game);
        expect_reply(&bert, "UNDO -o", refused);
        expect_reply(&anna, "UNDO", refused);
    }
}

/* A valid claim ends the game for good. Rows: IMPASSE UNDO.6 */
static void what_was_claimed_stays(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    send_line(&anna, "BOARD");
    play_move(&bert, "P-3d", "P-3d");
    shg_game_state *game = shg_game_cache_find(server->games->cache, anna.session->current_game);
    static const char camp[] = "3KG4/3GG4/9/9/9/9/9/9/4k4 b 2r2b4s4n4l18p 3";
    shg_game_pin(game);
    assert_int_equal(shoogi_sfen_read(game->position, camp, strlen(camp), NULL), SHOOGI_OK);
    expect_reply(&anna, "IMPASSE", "White wins: impasse.\n");
    expect_reply(&anna, "UNDO -o",
                 "Only a game that ended by a move or resignation can be taken back.\n");
    shg_game_unpin(game);
}

/* In a game whose rules allow a king to be left in check it can be captured. Rows: CHECK.1
 * CHECK.5 UNDO.6 */
static void a_king_is_captured(void **state)
{
    (void)state;
    challenge_and_accept(&anna, &bert, "NEW -v shogi-club * P-7f");
    send_line(&anna, "BOARD");
    play_move(&bert, "K-4b", "K-4b");
    play_move(&anna, "Bx3c+", "Bx3c+");
    expect_contains(take_output(&bert),
                    "White's king is checked by 3c.\nWhite's king could escape to");
    play_move(&bert, "P-9d", "P-9d"); /* Bert leaves the king in check */
    expect_contains(take_output(&anna), "White's king is checked by 3c.\n");
    play_move(&anna, "+Bx4b", "+Bx4b");
    static const char end[] = "Black wins: royal piece captured.\n";
    expect_contains(take_output(&bert), end);
    expect_reply(&anna, "MOVES -n", end);
    expect_reply(&anna, "BOARD", end);
    expect_reply(&bert, "UNDO -o", "+Bx4b has been taken back.\n"); /* a result like others */
}

/* Rows: IMPASSE DRAWS.2 */
static void counting(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    const char *said = send_line(&anna, "IMPASSE");
    expect_contains(said, "Black has 27 points, White 27.  A player with fewer than 24 loses the "
                          "count.\n");
    expect_contains(said, "You cannot claim the count alone: your ");
    expect_contains(said, "Offered to Bert.  Their next move declines the offer.");
    expect_contains(take_output(&bert), ": Anna proposes an impasse count.  IMPASSE agrees.\n");
    said = send_line(&bert, "IMPASSE");
    expect_contains(said, "No result: impasse.");
    expect_contains(take_output(&anna), "No result: impasse.");
    expect_reply(&anna, "MOVES -n", "        No result: impasse.");
}

/* Rows: IMPASSE */
static void claims_alone(void **state)
{
    (void)state;
    start_game(&anna, &bert);
    shg_game_state *game = shg_game_cache_find(server->games->cache, anna.session->current_game);
    shg_game_pin(game);
    /* All of Black's pieces are protected inside the promotion zone; White has the points. */
    static const char camp[] = "3KG4/3GG4/9/9/9/9/9/9/4k4 w 2r2b4s4n4l18p 2";
    assert_int_equal(shoogi_sfen_read(game->position, camp, strlen(camp), NULL), SHOOGI_OK);
    const char *said = send_line(&anna, "IMPASSE");
    expect_contains(said, "Black has 3 points, White ");
    expect_contains(said, "White wins: impasse.\n");
    expect_contains(take_output(&bert), "White wins: impasse.\n");
    shg_game_unpin(game);
    /* A game without impasse. */
    challenge_and_accept(&anna, &bert, "NEW -v chu W");
    send_line(&anna, "BOARD");
    said = send_line(&bert, "IMPASSE");
    expect_contains(said, "DRAW offers a draw.\n");
}

static void repeat_four_times(void)
{
    static const char *const cycle[] = { "R-3h", "R-7b", "R-2h", "R-8b" };
    for (size_t i = 0; i < 12; i++) {
        char typed[40];
        snprintf(typed, sizeof typed, "PLAY %s", cycle[i % 4]);
        /* White moves first, after P-7f: one half-move precedes the cycle. */
        client *mover = i % 2 ? &anna : &bert;
        snprintf(typed, sizeof typed, "PLAY %s", cycle[(i + 1) % 4]);
        send_line(mover, typed);
        send_line(mover, "y");
    }
}

/* Rows: REPLAY DRAWS.1 UNDO.6 */
static void a_game_without_result_is_offered_again(void **state)
{
    (void)state;
    client carl;
    log_in(&carl, "Carl");
    challenge_and_accept(&anna, &bert, "NEW -i -u -t 1h;2h * R-3h");
    send_line(&anna, "BOARD");
    repeat_four_times();
    expect_reply(&anna, "BOARD", "No result: repetition. NEW lists the offer to replay the game.");
    const char *said = send_line(&anna, "NEW");
    expect_contains(said, "  White  ");
    expect_contains(
        said, "        (replay of game 1, which had no result; clock 2h;1h; an illegal move loses; "
              "UNDO is allowed)\n");
    said = send_line(&bert, "NEW");
    expect_contains(said, "  Black  ");
    expect_reply(&carl, "NEW", "There are no challenges.");
    expect_reply(&carl, "NEW 2", "only for players whose names match Bert.");
    expect_reply(&anna, "NEW 2", "You offer to replay the game.  It begins when Bert agrees.\n");
    expect_contains(take_output(&bert), "Anna wants to replay game 1.  NEW 2 begins it.\n");
    /* The player who accepted must be online, too: the game is not by correspondence. */
    disconnect(&anna);
    expect_reply(&bert, "NEW 2",
                 "Anna is not online.  The challenge is for a fast game, which "
                 "begins only while both\nplayers are online.");
    log_in(&anna, "Anna");
    expect_reply(&anna, "NEW", "-    2  shogi"); /* Bert has accepted */
    expect_reply(&anna, "NEW 2", "You offer to replay the game.  It begins when Bert agrees.\n");
    said = send_line(&bert, "NEW 2");
    expect_contains(said, "Game 2 has begun: you are Black.\n");
    expect_contains(said, "Game 2: Shogi, Bert (Black, you) against Anna (White)\n");
    const shg_game_state *game = shg_game_cache_find(server->games->cache, 2);
    assert_string_equal(game->options, "clock=2h;1h illegal-loses undo"); /* Anna has her hour */
    expect_reply(&anna, "NEW", "There are no challenges.");
    /* The other way round; taking the end back removes the offer. */
    challenge_and_accept(&anna, &bert, "NEW * R-3h");
    send_line(&anna, "BOARD 3");
    repeat_four_times();
    expect_reply(&bert, "NEW", "replay of game 3, which had no result");
    expect_reply(&anna, "NEW", "replay of game 3, which had no result");
    send_line(&anna, "BOARD");
    const shg_game_state *third = shg_game_cache_find(server->games->cache, 3);
    const int last = third->items[third->item_count - 1].colour;
    expect_reply(last == SHOOGI_BLACK ? &bert : &anna, "UNDO -o", "has been taken back.");
    expect_reply(&bert, "NEW", "There are no challenges.");
    /* Once the offer is answered the end is final, so that the game is not played twice at once. */
    static const char stays[] =
        "Nothing was stored: the game was already offered again, and that offer was answered.";
    send_line(&anna, "BOARD 1");
    send_line(&bert, "BOARD 1");
    client *const undoing = last == SHOOGI_BLACK ? &bert : &anna;
    expect_reply(undoing, "UNDO -o", stays);
    expect_reply(undoing, "BOARD", "No result: repetition.");
    /* Either player, White included, may decline it, and nobody else. */
    challenge_and_accept(&anna, &bert, "NEW * R-3h");
    send_line(&anna, "BOARD 4");
    repeat_four_times();
    said = strstr(send_line(&bert, "NEW"), "  shogi");
    char decline[40];
    snprintf(decline, sizeof decline, "REMOVE %ld", strtol(said - 5, NULL, 10));
    expect_reply(&carl, decline, "is not yours.");
    expect_reply(&bert, decline, " is withdrawn.");
    expect_reply(&anna, "NEW", "There are no challenges.");
    expect_reply(undoing, "UNDO -o", stays);
    disconnect(&carl);
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

/* Before both players have moved either ends the game: no result, no rating, no offer to play it again. Afterwards
 * neither does. Rows: ABORT */
static void aborted(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        client *by = i % 2 ? &anna : &bert, *other = i % 2 ? &bert : &anna;
        challenge_and_accept(&anna, &bert, i < 2 ? "NEW -r -t 15m Bert P-7f" : "NEW -c black Bert");
        char line[40];
        snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
        send_line(&anna, line);
        take_output(&bert);
        expect_reply(by, "ABORT", "No result: aborted.\n> ");
        expect_contains(take_output(other), "No result: aborted.\n");
        expect_reply(other, "ABORT", "is over.  No result: aborted.\n");
        expect_excludes(send_line(by, "NEW"), "Anna"); /* the game is not offered again */
    }
    wait_for_jobs();
    expect_excludes(send_line(&anna, "USER"), "rated");
    expect_reply(&anna, "HISTORY", "aborted");
    start_game(&anna, &bert);
    play_move(&bert, "P-3d", "P-3d");
    expect_reply(&bert, "ABORT", "Both players have moved");
    expect_reply(&anna, "ABORT", "Both players have moved");
    play_move(&anna, "P-2f", "P-2f");
    /* Not by others, and not without a game. */
    client guest;
    connect_client(&guest);
    send_line(&guest, "guest");
    expect_reply(&guest, "ABORT", "You have no current game");
    send_line(&guest, "BOARD 5");
    expect_reply(&guest, "ABORT", "You do not play in game 5.");
    disconnect(&guest);
}

TEST_SUITE(ends)
{
    const struct CMUnitTest tests[] = {
        PAIR_TEST(draws),
        PAIR_TEST(aborted),
        PAIR_TEST(what_was_agreed_stays),
        PAIR_TEST(what_was_claimed_stays),
        PAIR_TEST(a_king_is_captured),
        PAIR_TEST(counting),
        PAIR_TEST(claims_alone),
        PAIR_TEST(a_game_without_result_is_offered_again),
        cmocka_unit_test(options_reversed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
