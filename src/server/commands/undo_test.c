/* undo_test.c: what was done is taken back: by whom, until when, and what is known of it afterwards. */
#include "support/pair.h"
#include "server/game/part.h"
#include "base/test_suite.h"

/* Anna has Black and played P-7f; Bert has answered. */
static int set_up_game(void **state)
{
    const int failed = set_up_both(state);
    if (!failed)
        begin(&anna, &bert);
    return failed;
}

/* Bert goes, so that what Anna does is not seen; and comes again, having seen nothing. */
static void go(person *p)
{
    leave(p);
}

static void come(person *p, const char *name)
{
    log_in(p, name);
    heard(p);
}

/* Rows: UNDO.1 UNDO.8 */
static void own_move_unseen(void **state)
{
    (void)state;
    play(&bert, "P-3d", "P-3d");
    go(&bert);
    play(&anna, "P-2f", "P-2f");
    const char *said = ask(&anna, "UNDO");
    expect_in(said, "P-2f has been taken back.\n");
    expect_in(said, "Move 3: Black to move.  Last move: 2. P-3d\n");
    lacks(ask(&anna, "MOVES -n"), "P-2f"); /* it has left the list */
    play(&anna, "P-2f", "P-2f");           /* and may be made again, and taken back again */
    expect(&anna, "u", "P-2f has been taken back.\n");
    play(&anna, "P-9f", "P-9f");
    come(&bert, "Bert");
    said = ask(&bert, "MOVES -n");
    expect_in(said, "    3.  Black  P-9f\n");
    lacks(said, "P-2f");
    play(&bert, "P-8d", "P-8d");
    /* The log of events holds all of it. */
    const shg_game_state *game =
        shg_game_cache_find(server->games->cache, bert.session->current_game);
    assert_int_equal(game->items_count, 4);
    assert_int_equal(game->events, 8);
}

/* Rows: UNDO.2 UNDO.3 UNDO.4 UNDO.8 */
static void seen_moves(void **state)
{
    (void)state;
    play(&bert, "P-3d", "P-3d"); /* Anna's board was drawn: she has seen it */
    expect(&bert, "UNDO", "Black has seen it.\n");
    expect(&bert, "UNDO -o", "The last move is your own: UNDO without -o");
    expect(&anna, "UNDO", "The last move is your opponent's: UNDO -o takes it back.\n");
    heard(&bert);
    expect(&anna, "UNDO -o", "P-3d has been taken back.\n");
    expect_in(heard(&bert), ": Anna has taken back P-3d.\n");
    play(&bert, "P-8d", "P-8d"); /* another move is an ordinary one */
    expect(&bert, "UNDO", "Black has seen it.\n");
    expect(&anna, "undo -O", "P-8d has been taken back.\n");
    /* Several in a row: White has to move again, and the latest move is Black's. */
    expect(&anna, "UNDO", "White has seen it.\n");
    expect(&bert, "UNDO -o", "P-7f has been taken back.\n");
    expect(&bert, "UNDO -o", "There is no move to take back.\n");
    expect(&anna, "MOVES", "no moves yet\n> ");
    play(&anna, "P-7f", "P-7f");
}

/* Whoever is at a prompt hears of it all the same, also if another move has been made since.  Rows: UNDO.8 */
static void told_at_a_prompt(void **state)
{
    (void)state;
    play(&bert, "P-3d", "P-3d");
    expect(&bert, "RESIGN", "(yes) ");
    expect(&anna, "UNDO -o", "P-3d has been taken back.\n");
    const char *said = ask(&bert, "no");
    expect_in(said, ": Anna has taken back P-3d.\n");
    expect_in(said, "Move 2: White to move.");
    lacks(strstr(said, "taken back") + 1, "taken back"); /* once */
    /* A new move follows while he is still there. */
    expect(&anna, "RESIGN", "(yes) ");
    play(&bert, "P-1d", "P-1d");
    expect(&anna, "no", "has moved.");
    expect(&bert, "RESIGN", "(yes) ");
    expect(&anna, "UNDO -o", "P-1d has been taken back.\n");
    person again;
    log_in(&again, "Bert");
    ask(&again, "BOARD");
    play(&again, "P-8d", "P-8d");
    said = ask(&bert, "no");
    expect_in(said, ": Anna has taken back P-1d.\n");
    expect_in(said, ": Bert has moved.\n");
    leave(&again);
}

/* A board that was asked for by somebody whose line breaks before it comes makes nothing seen, and when a player
 * saw what he did himself is known alike here and in the storage.  Rows: BOARD.seen */
static void what_was_not_sent(void **state)
{
    (void)state;
    go(&bert);
    come(&bert, "Bert");
    ask(&bert, "BOARD");
    go(&anna);
    play(&bert, "P-3d", "P-3d");
    const int64_t id = bert.session->current_game;
    shg_game_state *game = shg_game_cache_find(server->games->cache, id);
    const int64_t seen_ms = game->seen_ms[SHOOGI_WHITE];
    come(&anna, "Anna");
    shg_game_set_stale(game);
    type(&anna, "BOARD");
    leave(&anna);
    game = shg_game_cache_find(server->games->cache, id);
    assert_non_null(game);
    assert_int_equal(game->seen[SHOOGI_BLACK], 1);
    assert_int_equal(game->seen_ms[SHOOGI_WHITE], seen_ms);
    assert_true(seen_ms > 0);
    expect(&bert, "UNDO", "P-3d has been taken back.\n");
    log_in(&anna, "Anna");
}

/* What is being taken back because it was not seen is not shown any more.  Rows: UNDO.1 UNDO.2 */
static void seen_too_late(void **state)
{
    (void)state;
    ask(&anna, "SET REDRAW OFF");
    play(&bert, "P-3d", "P-3d");
    type(&bert, "UNDO");
    type(&anna, "BOARD");
    assert_int_equal(shg_session_wants(anna.session), SHG_WANTS_NOTHING);
    settle(&bert);
    settle(&anna);
    expect_in(heard(&bert), "P-3d has been taken back.\n");
    const char *said = heard(&anna);
    expect_in(said, "Move 2: White to move.  Last move: 1. P-7f\n");
    lacks(said, "Last move: 2.");
    play(&bert, "P-3d", "P-3d");
    ask(&anna, "BOARD");
    expect(&bert, "UNDO", "Black has seen it.");
}

/* Rows: UNDO.5 */
static void the_same_move_again_stays(void **state)
{
    (void)state;
    play(&bert, "P-3d", "P-3d");
    expect(&anna, "UNDO -o", "P-3d has been taken back.\n");
    go(&anna);
    play(&bert, "P-3d", "P-3d");
    expect(&bert, "UNDO", "can no longer be taken back by anyone.\n");
    come(&anna, "Anna");
    ask(&anna, "BOARD");
    expect(&anna, "UNDO -o", "can no longer be taken back by anyone.\n");
    /* Also after the game was read anew from its log. */
    shg_game_set_stale(shg_game_cache_find(server->games->cache, anna.session->current_game));
    expect(&anna, "UNDO -o", "can no longer be taken back by anyone.\n");
    play(&anna, "P-2f", "P-2f");
}

/* Rows: UNDO.6 RESIGN.3 */
static void ends_are_taken_back(void **state)
{
    (void)state;
    go(&anna);
    expect(&bert, "RESIGN", "(yes) ");
    expect(&bert, "yes", "White resigned: Black wins.\n");
    expect(&bert, "UNDO", "The resignation has been taken back.\n");
    expect(&bert, "RESIGN", "(yes) ");
    expect(&bert, "yes", "White resigned: Black wins.\n");
    come(&anna, "Anna");
    expect(&anna, "BOARD", "White resigned: Black wins.\n");
    expect(&bert, "UNDO", "Black has seen it.\n");
    heard(&bert);
    expect(&anna, "UNDO -o", "The resignation has been taken back.\n");
    expect_in(heard(&bert), ": Anna has taken back the resignation.\n");
    expect(&anna, "GAMES", "White\n"); /* it goes on, and it is White's turn */
    play(&bert, "P-3d", "P-3d");
    expect(&anna, "RESIGN", "(yes) ");
    expect(&anna, "yes", "Black resigned: White wins.\n");
    shg_game_state *game = shg_game_cache_find(server->games->cache, anna.session->current_game);
    assert_true(game->seen_ms[SHOOGI_WHITE] > 0);
    const int64_t seen_ms = game->seen_ms[SHOOGI_WHITE];
    game->seen_ms[SHOOGI_WHITE] = seen_ms - SHG_SETTLED_MS - 1000;
    expect(&bert, "UNDO -o", "The result is final: it was seen more than a day ago.\n");
    game->seen_ms[SHOOGI_WHITE] = seen_ms - SHG_SETTLED_MS + 60000;
    expect(&bert, "UNDO -o", "The resignation has been taken back.\n");
    expect(&bert, "BOARD", "Move 3: Black to move.");
}

/* Rows: UNDO.7 NEW.9 NEW.10 */
static void first_moves(void **state)
{
    (void)state;
    /* Black's own first move was seen when it was answered: only White takes it back. */
    expect(&anna, "UNDO", "White has seen it.\n");
    expect(&bert, "UNDO -o", "P-7f has been taken back.\n");
    /* One that was forced stays. */
    const char *at = strstr(ask(&anna, "NEW Wp-2f"), "is number ");
    assert_non_null(at);
    char line[40];
    snprintf(line, sizeof line, "NEW %ld", strtol(at + 10, NULL, 10));
    expect(&bert, line, "Last move: 1. P-2f\n");
    expect(&bert, "UNDO", "can no longer be taken back by anyone.\n");
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    expect(&anna, line, "Last move: 1. P-2f\n");
    expect(&anna, "UNDO -o", "can no longer be taken back by anyone.\n");
}

/* Rows: GEN.7 */
static void only_in_a_loaded_game_of_ones_own(void **state)
{
    (void)state;
    person guest;
    arrive(&guest);
    ask(&guest, "guest");
    char line[40];
    expect(&guest, "UNDO", "You have no current game");
    snprintf(line, sizeof line, "BOARD %lld", (long long)anna.session->current_game);
    ask(&guest, line);
    static const char *const playing[] = { "PLAY P-3d", "HANDICAP L@1a", "RESIGN", "UNDO",
                                           "UNDO -o" };
    for (size_t i = 0; i < 5; i++)
        expect(&guest, playing[i], " is not yours: STAT lists the games in which you play.\n");
    leave(&guest);
    person again;
    log_in(&again, "Bert");
    for (size_t i = 0; i < 5; i++)
        expect(&again, playing[i], " is loaded to move 0 of 1: BOARD or MOVES -N loads it.\n");
    ask(&again, "MOVES -n");
    expect(&again, "UNDO", "The last move is your opponent's");
    /* A move that takes the place of one taken back has not been sent to this session. */
    go(&anna);
    play(&bert, "P-3d", "P-3d");
    heard(&again);
    expect(&again, "UNDO", "P-3d has been taken back.\n");
    go(&again);
    come(&anna, "Anna");
    ask(&anna, "BOARD");
    expect(&anna, "RESIGN", "(yes) ");
    play(&bert, "P-8d", "P-8d");
    anna.session->redraw_game = 0; /* as if it were not to be drawn */
    expect(&anna, "no", "You have not resigned.\n");
    expect(&anna, "PLAY P-2f", " is loaded to move 1 of 2: BOARD or MOVES -N loads it.\n");
    ask(&anna, "BOARD");
    play(&anna, "P-2f", "P-2f");
}

/* A list that stands at its more prompt while a move of it is taken back ends there. */
static void a_list_of_what_is_taken_back(void **state)
{
    (void)state;
    play(&bert, "P-3d", "P-3d");
    person guest;
    arrive(&guest);
    ask(&guest, "guest");
    guest.session->rows = 3;
    char line[40];
    snprintf(line, sizeof line, "MOVES %lld", (long long)anna.session->current_game);
    expect(&guest, line, "    1.  Black  P-7f\n--More-- ");
    expect(&anna, "UNDO -o", "P-3d has been taken back.");
    expect(&bert, "UNDO -o", "P-7f has been taken back.");
    expect(&guest, "", "A move has been taken back: MOVES lists them anew.\n> ");
    expect(&guest, "MOVES", "no moves yet");
    leave(&guest);
}

TEST_SUITE(undo)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(own_move_unseen, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(seen_moves, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(seen_too_late, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(told_at_a_prompt, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(what_was_not_sent, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(the_same_move_again_stays, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(ends_are_taken_back, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(first_moves, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(only_in_a_loaded_game_of_ones_own, set_up_game,
                                        tear_down_both),
        cmocka_unit_test_setup_teardown(a_list_of_what_is_taken_back, set_up_game, tear_down_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
