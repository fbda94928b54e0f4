/* simultaneous_test.c: one player with several sessions, many players at one challenge,
 * and commands after the end of a game. */
#include "support/session.h"
#include "server/game/part.h"
#include "base/test_suite.h"

enum { TERMINALS = 10 };

/* All sessions see each move and each setting; of moves made in all of them at once one is
 * stored. */
static void ten_sessions_of_one_player(void **state)
{
    (void)state;
    static client anna[TERMINALS];
    client bert;
    char line[100];
    for (int i = 0; i < TERMINALS; i++)
        log_in(&anna[i], "Anna");
    log_in(&bert, "Bert");
    start_game(&anna[0], &bert);
    expect_reply(&bert, "WHO", "11 online.");
    for (int i = 0; i < TERMINALS; i++) {
        expect_contains(take_output(&anna[i]), i == 0 ? "" : "has accepted your challenge");
        expect_reply(&anna[i], "BOARD 1", "Move 2: White to move.");
    }
    play_move(&bert, "P-3d", "P-3d");
    for (int i = 0; i < TERMINALS; i++)
        expect_contains(take_output(&anna[i]), "Last move: 2. P-3d\n");

    expect_reply(&anna[3], "SET CONFIRM OFF", "CONFIRM is now OFF");
    for (int i = 0; i < TERMINALS; i++)
        type_without_waiting(&anna[i], i % 2 == 0 ? "PLAY P-2f" : "PLAY P-6f");
    int made = 0, refused = 0;
    for (int i = 0; i < TERMINALS; i++) {
        wait_for_prompt(&anna[i]);
        const char *said = take_output(&anna[i]);
        made += strstr(said, "Move 3: P-") != NULL;
        refused += strstr(said, "Nothing was stored: ") != NULL;
        expect_contains(said, i == 0 ? "Move 3: P-2f" : "Last move: 3. P-2f");
    }
    assert_int_equal(made, 1);
    assert_int_equal(refused, TERMINALS - 1);
    expect_reply(&bert, "MOVES -n", "    3.  Black  P-2f\n> ");

    expect_reply(&bert, "TELL anna hello", "Said to Anna.");
    for (int i = 0; i < TERMINALS; i++)
        expect_contains(take_output(&anna[i]), "Bert tells you: hello");
    for (int i = TERMINALS; i-- > 1;) {
        disconnect(&anna[i]);
        snprintf(line, sizeof line, "%d online.", i + 1);
        expect_reply(&bert, "WHO", line);
    }
    play_move(&bert, "P-8d", "P-8d");
    expect_contains(take_output(&anna[0]), "Last move: 4. P-8d\n");
    disconnect(&anna[0]);
    disconnect(&bert);
}

/* The rate limit of talk covers all of a player's terminals, and continues after signing in
 * again. */
static void a_flood_from_several_terminals(void **state)
{
    (void)state;
    static client anna[TERMINALS];
    client bert;
    log_in(&bert, "Bert");
    for (int i = 0; i < TERMINALS; i++)
        log_in(&anna[i], "Anna");
    int sent = 0, refused = 0;
    for (int i = 0; i < 2 * SHG_TALK_MAX; i++) {
        const char *said = send_line(&anna[i % TERMINALS], "TELL bert look at me");
        sent += strstr(said, "Said to Bert.") != NULL;
        refused += strstr(said, "You are sending too many messages.  Nothing was sent.  Wait a "
                                "moment.") != NULL;
    }
    assert_int_equal(sent + refused, 2 * SHG_TALK_MAX);
    assert_in_range(sent, SHG_TALK_MAX + 1, SHG_TALK_MAX + 20); /* some expire meanwhile */
    for (int i = 0; i < TERMINALS; i++)
        disconnect(&anna[i]);
    log_in(&anna[0], "Anna");
    expect_reply(&anna[0], "SHOUT look at me", "You are sending too many messages.");
    expect_reply(&bert, "SHOUT quiet", "1 other heard it.");

    /* Guests from one address share a limit. */
    client guest[2];
    for (int i = 0; i < 2; i++) {
        connect_client(&guest[i]);
        expect_reply(&guest[i], "guest", "Welcome, guest");
    }
    const char *said = "";
    for (int i = 0; i < 100 && !strstr(said, "too much"); i++)
        said = send_line(&guest[0], "SHOUT look at me");
    expect_reply(&guest[1], "SHOUT look at me", "You are sending too many messages.");
    expect_reply(&bert, "SHOUT quiet", "3 others heard it.");
    server->clock.start_ms += 2 * SHG_TALK_MAX * SHG_TALK_FADE_MS;
    expect_reply(&guest[1], "SHOUT sorry", "3 others heard it.");
    disconnect(&guest[0]);
    disconnect(&guest[1]);
    disconnect(&anna[0]);
    disconnect(&bert);
}

/* Several players answer one challenge at the same instant: one gets the game, the others are
 * refused. */
static void one_challenge_and_many_answers(void **state)
{
    (void)state;
    static const char *const names[] = { "Bert", "Carl", "Dora", "Emil" };
    enum { OTHERS = 4 };
    static client anna, other[OTHERS];
    log_in(&anna, "Anna");
    for (int i = 0; i < OTHERS; i++)
        log_in(&other[i], names[i]);
    for (int round = 0; round < 3; round++) {
        const char *at = strstr(send_line(&anna, "NEW * P-7f"), "is number ");
        assert_non_null(at);
        char line[40];
        snprintf(line, sizeof line, "NEW %ld", strtol(at + 10, NULL, 10));
        for (int i = 0; i < OTHERS; i++)
            type_without_waiting(&other[(i + round) % OTHERS], line);
        int begun = 0, refused = 0;
        for (int i = 0; i < OTHERS; i++) {
            wait_for_prompt(&other[i]);
            const char *said = take_output(&other[i]);
            begun += strstr(said, " has begun: you are White.") != NULL;
            refused += strstr(said, "There is no challenge ") != NULL;
        }
        assert_int_equal(begun, 1);
        assert_int_equal(refused, OTHERS - 1);
        snprintf(line, sizeof line, " has accepted your challenge: ");
        expect_contains(take_output(&anna), line);
    }
    expect_reply(&anna, "STAT", " 3 ");
    expect_excludes(send_line(&anna, "STAT"), " 4 ");
    /* Removed and answered at the same instant: one of the two succeeds. */
    const char *at = strstr(send_line(&anna, "NEW * P-7f"), "is number ");
    char answer[40], removal[40];
    snprintf(answer, sizeof answer, "NEW %ld", strtol(at + 10, NULL, 10));
    snprintf(removal, sizeof removal, "REMOVE %ld", strtol(at + 10, NULL, 10));
    type_without_waiting(&anna, removal);
    type_without_waiting(&other[0], answer);
    wait_for_prompt(&anna);
    wait_for_prompt(&other[0]);
    expect_contains(take_output(&other[0]), "There is no challenge ");
    for (int i = 0; i < OTHERS; i++)
        disconnect(&other[i]);
    disconnect(&anna);
}

/* A resignation and a move at the same instant, and every command after the end. */
static void after_the_end(void **state)
{
    (void)state;
    static const struct {
        const char *line, *said;
    } rows[] = {
        { "PLAY P-2f", "Game 1 is over.  White resigned: Black wins." },
        { "PLAY P-3d", "Game 1 is over." },
        { "HANDICAP two-pieces", "Game 1 is over." },
        { "RESIGN", "Game 1 is over." },
        { "DRAW", "Game 1 is over." },
        { "IMPASSE", "Game 1 is over." },
        { "BOARD", "White resigned: Black wins." },
        { "MOVES -n", "White resigned: Black wins." },
        { "SAY well played", "Said to " },
    };
    client who[2];
    log_in(&who[0], "Anna");
    log_in(&who[1], "Bert");
    start_game(&who[0], &who[1]);
    send_line(&who[0], "BOARD 1");
    play_move(&who[1], "P-3d", "P-3d");
    expect_reply(&who[0], "PLAY P-2f", "<p,o,n,y> ");
    expect_reply(&who[1], "RESIGN", "(type yes) ");
    type_without_waiting(&who[1], "yes");
    type_without_waiting(&who[0], "y");
    wait_for_prompt(&who[0]);
    wait_for_prompt(&who[1]);
    expect_contains(take_output(&who[1]), "White resigned: Black wins.");
    expect_contains(take_output(&who[0]), "Nothing was stored: ");
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
            expect_reply(&who[i], rows[k].line, rows[k].said);
    const shg_game_state *game = shg_game_cache_find(server->games->cache, 1);
    assert_int_equal(game->outcome, SHOOGI_OUTCOME_BLACK);
    assert_int_equal(game->item_count, 3);
    disconnect(&who[0]);
    disconnect(&who[1]);
}

TEST_SUITE(simultaneous)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ten_sessions_of_one_player, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_flood_from_several_terminals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_challenge_and_many_answers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(after_the_end, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
