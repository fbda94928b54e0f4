/* undo_test.c: takebacks: by whom, until when, and what remains visible afterwards. */
#include "support/pair.h"
#include "server/game/part.h"
#include "base/test_suite.h"

/* Anna is Black and has played P-7f; Bert has answered. */
static int set_up_game(void **state)
{
    const int failed = set_up_pair(state);
    if (!failed)
        start_game(&anna, &bert);
    return failed;
}

/* Signs a player in again who has seen nothing of what happened meanwhile. */
static void reconnect(client *c, const char *name)
{
    log_in(c, name);
    take_output(c);
}

/* Rows: UNDO.1 UNDO.8 */
static void own_move_unseen(void **state)
{
    (void)state;
    play_move(&bert, "P-3d", "P-3d");
    disconnect(&bert);
    play_move(&anna, "P-2f", "P-2f");
    const char *said = send_line(&anna, "UNDO");
    expect_contains(said, "P-2f has been taken back.\n");
    expect_contains(said, "Move 3: Black to move.  Last move: 2. P-3d\n");
    expect_excludes(send_line(&anna, "MOVES -n"), "P-2f"); /* it has left the list */
    play_move(&anna, "P-2f", "P-2f"); /* and may be made again, and taken back again */
    expect_reply(&anna, "u", "P-2f has been taken back.\n");
    play_move(&anna, "P-9f", "P-9f");
    reconnect(&bert, "Bert");
    said = send_line(&bert, "MOVES -n");
    expect_contains(said, "    3.  Black  P-9f\n");
    expect_excludes(said, "P-2f");
    play_move(&bert, "P-8d", "P-8d");
    /* The log of events holds all of it. */
    const shg_game_state *game =
        shg_game_cache_find(server->games->cache, bert.session->current_game);
    assert_int_equal(game->item_count, 4);
    assert_int_equal(game->events, 8);
}

/* Rows: UNDO.2 UNDO.3 UNDO.4 UNDO.8 */
static void seen_moves(void **state)
{
    (void)state;
    play_move(&bert, "P-3d", "P-3d");
    send_line(&anna, ""); /* her board was drawn, and now she has seen it */
    expect_reply(
        &bert, "UNDO",
        "Black has already seen your move.\nUNDO -t 2 asks your opponent for a takeback.\n");
    expect_reply(&bert, "UNDO -o",
                 "The last move is your own.  UNDO without -o takes it back if "
                 "your opponent has not seen it.");
    expect_reply(&anna, "UNDO", "The last move is your opponent's.  UNDO -o takes it back.\n");
    take_output(&bert);
    expect_reply(&anna, "UNDO -o", "P-3d has been taken back.\n");
    expect_contains(take_output(&bert), ": Anna has taken back P-3d.\n");
    play_move(&bert, "P-8d", "P-8d"); /* another move is an ordinary one */
    send_line(&anna, "WHO");
    expect_reply(
        &bert, "UNDO",
        "Black has already seen your move.\nUNDO -t 2 asks your opponent for a takeback.\n");
    expect_reply(&anna, "undo -O", "P-8d has been taken back.\n");
    /* Several in a row: it is White's turn again, and the latest move is Black's. */
    expect_reply(
        &anna, "UNDO",
        "White has already seen your move.\nUNDO -t 1 asks your opponent for a takeback.\n");
    expect_reply(&bert, "UNDO -o", "P-7f has been taken back.\n");
    expect_reply(&bert, "UNDO -o", "There is no move to take back.\n");
    expect_reply(&anna, "MOVES", "no moves yet\n> ");
    play_move(&anna, "P-7f", "P-7f");
}

/* A player at a prompt is notified all the same, also if another move has been made since. Rows:
 * UNDO.8 */
static void notified_at_a_prompt(void **state)
{
    (void)state;
    play_move(&bert, "P-3d", "P-3d");
    expect_reply(&bert, "RESIGN", "(type yes) ");
    expect_reply(&anna, "UNDO -o", "P-3d has been taken back.\n");
    const char *said = send_line(&bert, "no");
    expect_contains(said, ": Anna has taken back P-3d.\n");
    expect_contains(said, "Move 2: White to move.");
    expect_excludes(strstr(said, "taken back") + 1, "taken back"); /* once */
    /* A new move follows while Anna is still at the prompt. */
    expect_reply(&anna, "RESIGN", "(type yes) ");
    play_move(&bert, "P-1d", "P-1d");
    expect_reply(&anna, "no", "has moved.");
    expect_reply(&bert, "RESIGN", "(type yes) ");
    expect_reply(&anna, "UNDO -o", "P-1d has been taken back.\n");
    client again;
    log_in(&again, "Bert");
    send_line(&again, "BOARD");
    play_move(&again, "P-8d", "P-8d");
    said = send_line(&bert, "no");
    expect_contains(said, ": Anna has taken back P-1d.\n");
    expect_contains(said, ": Bert has moved.\n");
    disconnect(&again);
}

/* A player who disconnects before the requested board arrives has seen nothing. The server and
 * the storage agree on when players saw their own actions. Rows: BOARD.seen */
static void what_was_not_sent(void **state)
{
    (void)state;
    disconnect(&bert);
    reconnect(&bert, "Bert");
    send_line(&bert, "BOARD");
    disconnect(&anna);
    play_move(&bert, "P-3d", "P-3d");
    const int64_t id = bert.session->current_game;
    shg_game_state *game = shg_game_cache_find(server->games->cache, id);
    const int64_t seen_ms = game->seen_ms[SHOOGI_WHITE];
    reconnect(&anna, "Anna");
    shg_game_set_stale(game);
    type_without_waiting(&anna, "BOARD");
    disconnect(&anna);
    game = shg_game_cache_find(server->games->cache, id);
    assert_non_null(game);
    assert_int_equal(game->seen[SHOOGI_BLACK], 1);
    assert_int_equal(game->seen_ms[SHOOGI_WHITE], seen_ms);
    assert_true(seen_ms > 0);
    expect_reply(&bert, "UNDO", "P-3d has been taken back.\n");
    log_in(&anna, "Anna");
}

/* A move that is being taken back because it was not seen is no longer shown. Rows: UNDO.1
 * UNDO.2 */
static void seen_too_late(void **state)
{
    (void)state;
    send_line(&anna, "SET REDRAW OFF");
    play_move(&bert, "P-3d", "P-3d");
    type_without_waiting(&bert, "UNDO");
    type_without_waiting(&anna, "BOARD");
    assert_int_equal(shg_session_wants(anna.session), SHG_WANTS_NOTHING);
    wait_for_prompt(&bert);
    wait_for_prompt(&anna);
    expect_contains(take_output(&bert), "P-3d has been taken back.\n");
    const char *said = take_output(&anna);
    expect_contains(said, "Move 2: White to move.  Last move: 1. P-7f\n");
    expect_excludes(said, "Last move: 2.");
    play_move(&bert, "P-3d", "P-3d");
    send_line(&anna, "BOARD");
    expect_reply(&bert, "UNDO", "Black has already seen your move.");
}

/* Rows: UNDO.5 */
static void the_same_move_again_stays(void **state)
{
    (void)state;
    play_move(&bert, "P-3d", "P-3d");
    expect_reply(&anna, "UNDO -o", "P-3d has been taken back.\n");
    disconnect(&anna);
    play_move(&bert, "P-3d", "P-3d");
    expect_reply(&bert, "UNDO", "can no longer be taken back.\n");
    reconnect(&anna, "Anna");
    send_line(&anna, "BOARD");
    expect_reply(&anna, "UNDO -o", "can no longer be taken back.\n");
    /* Also after the game was read again from its log. */
    forget_game(anna.session->current_game);
    expect_reply(&anna, "UNDO -o", "can no longer be taken back.\n");
    play_move(&anna, "P-2f", "P-2f");
}

/* Rows: UNDO.6 RESIGN.3 */
static void ends_are_taken_back(void **state)
{
    (void)state;
    disconnect(&anna);
    expect_reply(&bert, "RESIGN", "(type yes) ");
    expect_reply(&bert, "yes", "White resigned: Black wins.\n");
    expect_reply(&bert, "UNDO", "The resignation has been taken back.\n");
    expect_reply(&bert, "RESIGN", "(type yes) ");
    expect_reply(&bert, "yes", "White resigned: Black wins.\n");
    reconnect(&anna, "Anna");
    expect_reply(&anna, "BOARD", "White resigned: Black wins.\n");
    expect_reply(&bert, "UNDO",
                 "Black has already seen your move.\n> "); /* nobody is asked after the end */
    take_output(&bert);
    expect_reply(&anna, "UNDO -o", "The resignation has been taken back.\n");
    expect_contains(take_output(&bert), ": Anna has taken back the resignation.\n");
    expect_reply(&anna, "GAMES", "White\n"); /* the game goes on, and it is White's turn */
    play_move(&bert, "P-3d", "P-3d");
    expect_reply(&anna, "RESIGN", "(type yes) ");
    expect_reply(&anna, "yes", "Black resigned: White wins.\n");
    send_line(&bert, "WHO");
    shg_game_state *game = shg_game_cache_find(server->games->cache, anna.session->current_game);
    assert_true(game->seen_ms[SHOOGI_WHITE] > 0);
    const int64_t seen_ms = game->seen_ms[SHOOGI_WHITE];
    game->seen_ms[SHOOGI_WHITE] = seen_ms - SHG_FINAL_RESULT_MS - 1000;
    expect_reply(&bert, "UNDO -o", "The result is final.  You saw it more than a day ago.\n");
    game->seen_ms[SHOOGI_WHITE] = seen_ms - SHG_FINAL_RESULT_MS + 60000;
    expect_reply(&bert, "UNDO -o", "The resignation has been taken back.\n");
    expect_reply(&bert, "BOARD", "Move 3: Black to move.");
}

/* Rows: UNDO.7 NEW.9 NEW.10 */
static void first_moves(void **state)
{
    (void)state;
    /* Black's own first move was seen when it was answered: only White can take it back. */
    expect_reply(
        &anna, "UNDO",
        "White has already seen your move.\nUNDO -t 1 asks your opponent for a takeback.\n");
    expect_reply(&bert, "UNDO -o", "P-7f has been taken back.\n");
    /* A forced first move stays. */
    const char *at = strstr(send_line(&anna, "NEW Wp-2f"), "is number ");
    assert_non_null(at);
    char line[40];
    snprintf(line, sizeof line, "NEW %ld", strtol(at + 10, NULL, 10));
    expect_reply(&bert, line, "Last move: 1. P-2f\n");
    expect_reply(&bert, "UNDO",
                 "The challenge fixed the first move.  It cannot be taken back.\n> ");
    expect_reply(&bert, "UNDO -o",
                 "The challenge fixed the first move.  It cannot be taken back.\n> ");
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    expect_reply(&anna, line, "Last move: 1. P-2f\n");
    expect_reply(&anna, "UNDO -o",
                 "The challenge fixed the first move.  It cannot be taken back.\n> ");
    expect_reply(&anna, "UNDO",
                 "The challenge fixed the first move.  It cannot be taken back.\n> ");
}

/* A board that was drawn and not asked for is seen when its player types the next line, whatever it is: in a live game
 * a slip can be corrected. Rows: UNDO.1 UNDO.2 BOARD.seen */
static void drawn_is_not_seen(void **state)
{
    (void)state;
    static const char *const lines[] = { "", "WHO", "PLAY P-2f", "PLAY P-2i", "frob", "BOARD" };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        play_move(&bert, "P-3d", "P-3d");
        expect_contains(take_output(&anna), "Last move: 2. P-3d");
        expect_reply(&bert, "UNDO",
                     "P-3d has been taken back.\n"); /* Anna has typed nothing since */
        expect_contains(take_output(&anna), "Bert has taken back P-3d");
        play_move(&bert, "P-8d", "P-8d");
        send_line(&anna, lines[i]);
        expect_reply(&bert, "UNDO", "Black has already seen your move.\nUNDO -t 2 asks");
        send_line(&anna, "n"); /* the question of PLAY */
        expect_reply(&bert, "UNDO -t 2", "Offered to Anna");
        expect_reply(&anna, "UNDO -t 2", "The game continues at move 2.");
    }
    /* A board drawn after a question is one that was drawn, too. */
    expect_reply(&anna, "RESIGN", "(type yes) ");
    play_move(&bert, "P-3d", "P-3d");
    expect_reply(&anna, "no", "Last move: 2. P-3d");
    expect_reply(&bert, "UNDO", "P-3d has been taken back.\n");
    /* The move can be answered without another board: the game is loaded. */
    play_move(&bert, "P-3d", "P-3d");
    play_move(&anna, "P-2f", "P-2f");
}

/* That a move was seen is stored with the answer to it, and not before: a player waits once for each move. */
static void drawn_is_seen_with_the_answer(void **state)
{
    (void)state;
    send_line(&anna, "SET CONFIRM OFF");
    play_move(&bert, "P-3d", "P-3d");
    type_without_waiting(&anna, "PLAY P-2f");
    assert_int_equal(server->jobs, 1);
    wait_for_jobs();
    expect_contains(take_output(&anna), "Move 3: P-2f");
    expect_reply(&anna, "UNDO", "P-2f has been taken back.\n"); /* Bert has not seen it */
    expect_reply(&bert, "UNDO", "Black has already seen your move.\n");
    /* An answer that cannot be stored: the next line tells that the move was seen. */
    expect_reply(&anna, "UNDO -o", "P-3d has been taken back.\n");
    play_move(&bert, "P-8d", "P-8d");
    server->closed = true;
    expect_reply(&anna, "PLAY P-2f", "failed");
    server->closed = false;
    send_line(&anna, "WHO");
    expect_reply(&bert, "UNDO", "Black has already seen your move.\n");
}

/* Where UNDO is off, it says how the players can agree, if they can. Rows: UNDO.2 UNDO.t */
static void how_to_ask(void **state)
{
    (void)state;
    challenge_and_accept(&anna, &bert, "NEW -t 15m Bert P-7f");
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    expect_reply(&anna, "UNDO",
                 "Takebacks are off in games with clocks.  NEW -u allows them.\n"
                 "UNDO -t 1 asks your opponent for a takeback.\n");
    play_move(&bert, "P-3d", "P-3d");
    expect_reply(&anna, "UNDO",
                 "UNDO -t 1 asks"); /* one's own last move, although it was answered */
    expect_reply(&anna, "UNDO -o", "UNDO -t 2 asks");
    challenge_and_accept(&anna, &bert, "NEW -r -t 15m Bert P-7f"); /* not in rated games */
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    expect_reply(&anna, "UNDO", "Takebacks are off in rated games.  NEW -u allows them.\n> ");
}

/* Rows: GEN.7 */
static void only_in_a_loaded_game_of_ones_own(void **state)
{
    (void)state;
    client guest;
    connect_client(&guest);
    send_line(&guest, "guest");
    char line[40];
    expect_reply(&guest, "UNDO", "You have no current game");
    snprintf(line, sizeof line, "BOARD %lld", (long long)anna.session->current_game);
    send_line(&guest, line);
    static const char *const playing[] = { "PLAY P-3d", "HANDICAP L@1a", "RESIGN", "UNDO",
                                           "UNDO -o" };
    for (size_t i = 0; i < 5; i++)
        expect_reply(&guest, playing[i], "You do not play in game");
    disconnect(&guest);
    client again;
    log_in(&again, "Bert");
    for (size_t i = 0; i < 5; i++)
        expect_reply(&again, playing[i], " up to move 0 of 1: type BOARD or MOVES -N first.\n");
    send_line(&again, "MOVES -n");
    expect_reply(&again, "UNDO", "The last move is your opponent's");
    /* A move that replaces one taken back has not been sent to this session. */
    disconnect(&anna);
    play_move(&bert, "P-3d", "P-3d");
    take_output(&again);
    expect_reply(&again, "UNDO", "P-3d has been taken back.\n");
    disconnect(&again);
    reconnect(&anna, "Anna");
    send_line(&anna, "BOARD");
    expect_reply(&anna, "RESIGN", "(type yes) ");
    play_move(&bert, "P-8d", "P-8d");
    anna.session->redraw_game = 0; /* as if the board were not to be redrawn */
    expect_reply(&anna, "no", "You have not resigned.\n");
    expect_reply(&anna, "PLAY P-2f", " up to move 1 of 2: type BOARD or MOVES -N first.\n");
    send_line(&anna, "BOARD");
    play_move(&anna, "P-2f", "P-2f");
}

/* A list waiting at its --More-- prompt ends when one of its moves is taken back. */
static void a_list_of_what_is_taken_back(void **state)
{
    (void)state;
    play_move(&bert, "P-3d", "P-3d");
    client guest;
    connect_client(&guest);
    send_line(&guest, "guest");
    guest.session->rows = 3;
    char line[40];
    snprintf(line, sizeof line, "MOVES %lld", (long long)anna.session->current_game);
    expect_reply(&guest, line, "    1.  Black  P-7f\n--More-- ");
    expect_reply(&anna, "UNDO -o", "P-3d has been taken back.");
    expect_reply(&bert, "UNDO -o", "P-7f has been taken back.");
    expect_reply(&guest, "", "A move has been taken back.  MOVES lists the moves again.\n> ");
    expect_reply(&guest, "MOVES", "no moves yet");
    disconnect(&guest);
}

/* A program that names the last event that it knows does not act in a position that it has not seen, although it knows
 * more moves than there are now. Rows: GEN.7 */
static void what_was_taken_back_is_to_be_seen(void **state)
{
    (void)state;
    play_move(&bert, "P-3d", "P-3d");
    const int64_t known = anna.session->loaded_event;
    assert_int_equal(known, 2);
    expect_reply(&bert, "UNDO", "P-3d has been taken back.\n");
    take_output(&anna);
    anna.session->loaded_event = known;
    expect_reply(&anna, "RESIGN", "has changed since you saw it: type BOARD first.\n");
    send_line(&anna, "BOARD");
    expect_reply(&anna, "RESIGN", "Do you really resign? (type yes) ");
    send_line(&anna, "n");
    /* The same if no move is left. */
    expect_reply(&bert, "UNDO -o", "P-7f has been taken back.");
    take_output(&anna);
    anna.session->loaded_event = known;
    expect_reply(&anna, "RESIGN", "has changed since you saw it: type BOARD first.\n");
}

TEST_SUITE(undo)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(own_move_unseen, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(seen_moves, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(seen_too_late, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(notified_at_a_prompt, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(what_was_not_sent, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(the_same_move_again_stays, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(ends_are_taken_back, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(first_moves, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(drawn_is_not_seen, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(drawn_is_seen_with_the_answer, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(how_to_ask, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(only_in_a_loaded_game_of_ones_own, set_up_game,
                                        tear_down_pair),
        cmocka_unit_test_setup_teardown(a_list_of_what_is_taken_back, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(what_was_taken_back_is_to_be_seen, set_up_game,
                                        tear_down_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
