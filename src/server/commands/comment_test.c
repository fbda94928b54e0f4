/* comment_test.c: comments on moves: how they are added, where they are shown, and when they go. */
#include "server/game/game_json.h"
#include "server/messages/part.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "support/pair.h"

static int set_up_game(void **state)
{
    const int failed = set_up_pair(state);
    if (failed)
        return failed;
    send_line(&anna, "SET CONFIRM OFF");
    send_line(&bert, "SET CONFIRM OFF");
    start_game(&anna, &bert);
    send_line(&anna, "BOARD");
    take_output(&bert);
    return 0;
}

static shg_game_state *current_game(const client *c)
{
    return shg_game_cache_find(server->games->cache, c->session->current_game);
}

/* Rows: COMMENT */
static void said_and_shown(void **state)
{
    (void)state;
    expect_reply(&bert, "PLAY P-3d //  I open the diagonal", "Move 2: P-3d\n");
    const char *said = take_output(&anna);
    expect_contains(said, "Bert has moved.\n");
    expect_contains(said, "Last move: 2. P-3d\nWhite: I open the diagonal\n");
    expect_reply(&anna, "COMMENT So I see.", "Comment added to move 2.\n");
    said = take_output(&bert);
    expect_contains(said, "Game ");
    expect_contains(said, "Anna comments on move 2: So I see.\n");
    expect_excludes(said, "+--"); /* a comment draws no board */
    expect_reply(
        &anna, "MOVES -n",
        "    2.  White  P-3d\n        White: I open the diagonal\n        Black: So I see.\n");
    said = send_line(&anna, "EXPORT");
    expect_contains(said, "Bert: I open the diagonal");
    expect_contains(said, "Anna: So I see.");
    shg_game_set_stale(current_game(&anna));
    expect_reply(&bert, "MOVES -n",
                 "        White: I open the diagonal\n        Black: So I see.\n");
    shg_out json = shg_out_growing();
    shg_game_json(&json, current_game(&anna), -1, 0, 0, SHOOGI_NOTATION_WESTERN);
    expect_contains(json.bytes, "\"comments\":[{\"by\":\"white\",\"text\":\"I open the diagonal\"},"
                                "{\"by\":\"black\",\"text\":\"So I see.\"}]");
    free(json.bytes);
    /* A move made in the meantime concerns the board, and is made. */
    expect_reply(&anna, "RESIGN", "(type yes) ");
    expect_reply(&bert, "COMMENT Are you sure?", "Comment added to move 2.");
    expect_reply(&anna, "no", "Bert comments on move 2: Are you sure?\n");
    expect_reply(&anna, "PLAY P-2f", "Move 3: P-2f\n");
    expect_excludes(send_line(&anna, "BOARD"), "Are you sure");
}

/* Rows: COMMENT */
static void bad_input(void **state)
{
    (void)state;
    expect_reply(&bert, "PLAY P-3d P-8d", "Expected \"+\", \"=\" or the end, not \"P-8d\"");
    expect_reply(&bert, "PLAY // P-3d", "PLAY needs a move (HELP PLAY).");
    expect_reply(&bert, "PLAY P-3d //", "Move 2: P-3d\n");
    expect_excludes(send_line(&anna, "MOVES -n"), "White: ");
    char line[1100] = "PLAY P-2f // ";
    const size_t at = strlen(line);
    memset(line + at, 'x', SHG_MOVE_COMMENT_BYTES_MAX + 1);
    expect_reply(&anna, line, "a comment of at most 1000 bytes");
    line[at + SHG_MOVE_COMMENT_BYTES_MAX] = '\0';
    expect_reply(&anna, line, "Move 3: P-2f\n");
    expect_reply(&bert, "PLAY P-8d // \x1b[2Jred\xe2\x80\xaetxet", "Move 4: P-8d\n");
    const char *said = send_line(&anna, "MOVES -n");
    expect_excludes(said, "\x1b[2J");
    expect_excludes(said, "\xe2\x80\xae");
    client guest;
    connect_client(&guest);
    send_line(&guest, "guest");
    char board[40];
    snprintf(board, sizeof board, "BOARD %lld", (long long)anna.session->current_game);
    expect_reply(&guest, board, "White: ");
    expect_reply(&guest, "COMMENT hello", "You do not play in game");
    disconnect(&guest);
    /* The limit, and one past it. */
    int said_times = 0;
    for (bool full = false; !full; said_times++) {
        shg_rate_limit_free(server->messages->talk); /* the rate limit is a different refusal */
        assert_int_equal(shg_rate_limit_new(&server->messages->talk, SHG_TALK_FADE_MS, 1),
                         SHOOGI_OK);
        memcpy(line, "COMMENT      ", 13);
        full = strstr(send_line(&anna, line), "This game has as many comments as allowed.") != NULL;
    }
    assert_true(said_times > 60 && said_times < 70);
    expect_reply(&anna, "PLAY P-2e", "Move 5: P-2e\n"); /* a move without a comment fits */
    expect_reply(&bert, "PLAY P-8e // more", "This game has as many comments as allowed.");
    expect_reply(&bert, "PLAY P-8e", "Move 6: P-8e\n");
}

/* Taking a move back removes its comments. Rows: COMMENT */
static void they_go_with_the_move(void **state)
{
    (void)state;
    send_line(&bert, "COMMENT Good evening");
    send_line(&bert, "PLAY P-3d // a");
    send_line(&anna, "PLAY P-2f // b");
    send_line(&bert, "PLAY P-8d // c");
    expect_reply(&anna, "UNDO -o", "P-8d has been taken back.");
    const char *said = send_line(&anna, "MOVES -n");
    expect_contains(said, "        Black: b\n");
    expect_excludes(said, "White: c");
    send_line(&anna, "UNDO -t 2");
    expect_reply(&bert, "UNDO -t 2", "White: Good evening\n");
    said = send_line(&anna, "MOVES -n");
    expect_excludes(said, "White: a");
    expect_excludes(said, "Black: b");
    shg_game_set_stale(current_game(&anna));
    said = send_line(&anna, "MOVES -n");
    expect_contains(said, "    1.  Black  P-7f\n        White: Good evening\n");
    expect_excludes(said, "White: a");
    assert_int_equal(current_game(&anna)->comments.count, 1);
}

/* A comment on a move that ends the game: the game still ends with the move, and the move can be
 * taken back. Rows: COMMENT */
static void with_the_last_move(void **state)
{
    (void)state;
    challenge_and_accept(&anna, &bert, "NEW -v shogi-club * P-7f");
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    send_line(&bert, "PLAY K-4b");
    send_line(&anna, "PLAY Bx3c+");
    send_line(&anna, "COND P-9d +Bx4b"); /* the conditional answer follows the comment */
    const char *said = send_line(&bert, "PLAY P-9d // oh");
    expect_contains(said, "Move 4: P-9d\nAnna has answered at once.\nMove 5: +Bx4b\n");
    expect_contains(said, "Black wins");
    said = send_line(&anna, "MOVES -n");
    expect_contains(said, "White: oh\n    5.  Black  +Bx4b\n");
    expect_reply(&bert, "UNDO -o", "+Bx4b has been taken back.");
    send_line(&anna, "PLAY +Bx4b // mine"); /* once, it can be taken back */
    send_line(&anna, "BOARD");
    assert_true(current_game(&anna)->result_of_item);
    shg_game_set_stale(current_game(&anna));
    expect_reply(&bert, "BOARD", "Black wins");
    assert_true(current_game(&anna)->result_of_item);
    expect_reply(&bert, "COMMENT too late", " is over.  Use KIBITZ or SAY to talk about it.");
}

TEST_SUITE(comment)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(said_and_shown, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(bad_input, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(they_go_with_the_move, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(with_the_last_move, set_up_game, tear_down_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
