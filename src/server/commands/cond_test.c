/* cond_test.c: conditional moves: answers that are made at once, and when they are not. */
#include "server/game/time_forfeit.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "server/game/game_json.h"
#include "support/pair.h"

static int64_t test_now_ms;

/* Anna is Black and has played P-7f; neither is asked to confirm moves. */
static void start_game_with(const char *options)
{
    char line[120];
    snprintf(line, sizeof line, "NEW %s * P-7f", options);
    challenge_and_accept(&anna, &bert, line);
    send_line(&anna, "BOARD");
    take_output(&bert);
}

static int set_up_game(void **state)
{
    test_now_ms = INT64_C(1700000000000);
    test_clock = &test_now_ms;
    const int failed = set_up_pair(state);
    if (failed)
        return failed;
    send_line(&anna, "SET CONFIRM OFF");
    send_line(&bert, "SET CONFIRM OFF");
    start_game_with("-u -t 3d");
    return 0;
}

static shg_game_state *current_game(const client *c)
{
    return shg_game_cache_find(server->games->cache, c->session->current_game);
}

/* Anna's plan in the storage. */
static char stored_plan[200];

static shoogi_status read_plan(shg_job *job, shg_storage *storage)
{
    const char *text = "";
    const shoogi_status status =
        storage->ops->document_get(storage, &text, anna.session->current_game, anna.session->player,
                                   SHG_DOCUMENT_PLAN, &job->error);
    snprintf(stored_plan, sizeof stored_plan, "%s", text);
    return status;
}

/* The plan in memory and in the storage, which must agree. */
static void expect_plan(const char *wanted)
{
    run_storage_job(read_plan);
    assert_string_equal(stored_plan, wanted);
    const char *plan = current_game(&anna)->plan[SHOOGI_BLACK];
    assert_string_equal(plan ? plan : "", wanted);
}

/* The game read from its log must equal the game in memory. */
static void expect_same_when_read(void)
{
    shg_game_state *game = current_game(&anna);
    const size_t items = game->item_count;
    char plan[200];
    snprintf(plan, sizeof plan, "%s", game->plan[SHOOGI_BLACK] ? game->plan[SHOOGI_BLACK] : "");
    shg_game_set_stale(game);
    send_line(&bert, "MOVES -n");
    game = current_game(&anna);
    assert_int_equal(game->item_count, items);
    expect_plan(plan);
}

/* Rows: COND */
static void answers(void **state)
{
    (void)state;
    expect_reply(&anna, "COND", "You have no conditional moves in game ");
    const char *said = send_line(&anna, "COND P-3d P-2f P-8d P-2e");
    expect_contains(said, "  if P-3d then P-2f, if P-8d then P-2e\n");
    said = send_line(&anna, "cond 3c3d ２六歩 P-4d p-6f"); /* in any notation */
    expect_contains(
        said, "  if P-3d then P-2f, if P-8d then P-2e\n  if P-3d then P-2f, if P-4d then P-6f\n");
    expect_excludes(take_output(&bert), "if P-3d");
    expect_reply(&bert, "BOARD", "Move 2: White to move.");
    expect_reply(&bert, "COND", "You have no conditional moves");
    expect_reply(&bert, "COND P-3d P-2f",
                 "It is your turn.  Conditional moves answer your opponent's next move.");
    expect_plan("3c3d 2g2f 8c8d 2f2e\n3c3d 2g2f 4c4d 6g6f\n");
    expect_same_when_read();
    take_output(&anna);
    said = send_line(&bert, "PLAY P-3d");
    expect_contains(said, "Move 2: P-3d\nAnna has answered at once.\nMove 3: P-2f\n");
    expect_excludes(said, "8d");
    expect_contains(take_output(&anna), "Bert has moved, and Anna has answered at once.\n");
    expect_plan("8c8d 2f2e\n4c4d 6g6f\n");
    expect_same_when_read();
    assert_int_equal(current_game(&anna)->items[2].think_ms, 0);
    expect_reply(&bert, "PLAY P-8d", "Move 4: P-8d\nAnna has answered at once.\nMove 5: P-2e\n");
    expect_plan("");
    expect_reply(&bert, "MOVES -n",
                 "    3.  Black  P-2f\n    4.  White  P-8d\n    5.  Black  P-2e\n");
}

/* Rows: COND */
static void another_move(void **state)
{
    (void)state;
    send_line(&anna, "COND P-3d P-2f P-8d P-2e");
    const char *said = send_line(&bert, "PLAY P-1d");
    expect_contains(said, "Move 2: P-1d\n");
    expect_excludes(said, "at once");
    expect_plan("");
    expect_reply(&anna, "BOARD", "Move 3: Black to move.");
    expect_reply(&anna, "PLAY P-2f", "Move 3: P-2f");
    said = send_line(&bert, "PLAY P-3d");
    expect_excludes(said, "at once");
}

/* Fills the plan to its limit: White pushes four different pawns, in every order of their files. */
static void fill_plan(void)
{
    int set = 0;
    bool full = false;
    for (int picked = 0; picked < 512 && !full; picked++) {
        static const char *const answers[] = { "2g2f", "2f2e", "2e2d", "9g9f" };
        char line[80];
        shg_out out = shg_out_make(line, sizeof line);
        int moves = 0;
        for (int file = 1; file <= 9; file++)
            if (picked >> (file - 1) & 1) {
                if (moves < 4)
                    shg_out_format(&out, " %dc%dd %s", file, file, answers[moves]);
                moves++;
            }
        if (moves != 4)
            continue;
        char typed[100];
        snprintf(typed, sizeof typed, "COND%s", line);
        const char *said = send_line(&anna, typed);
        full = strstr(said, "You have too many conditional moves.  COND -c removes some.") != NULL;
        if (!full)
            expect_contains(said, "if P-");
        set += !full;
    }
    assert_true(full);
    assert_int_equal(set, SHG_PLAN_BYTES_MAX / 40); /* of 40 bytes each, and all were kept */
    run_storage_job(read_plan);
    assert_int_equal(strlen(current_game(&anna)->plan[SHOOGI_BLACK]), set * 40);
    expect_reply(&anna, "COND -c", "You have no conditional moves");
}

/* Rows: COND */
static void setting(void **state)
{
    (void)state;
    static const struct {
        const char *line, *said;
    } bad[] = {
        { "COND P-3d", "A line must end with a move of yours.  What do you answer to the last "
                       "one?" },
        { "COND P-3d P-2f P-8d", "A line must end with a move of yours.  What do you answer to "
                                 "the last one?" },
        { "COND P-3d P*5e", "In that line P*5e is illegal: you have no pawn in hand.\n" },
        { "COND P*5e P-2f", "In that line P*5e is illegal: " },
        { "COND P-3d hello", "Expected \"-\", \"x\" or \"*\" between piece and square, not " },
        { "COND P-3d Bx2b", "Promote or not?  Write Bx2b+ or Bx2b=.\n" },
        { "COND -x P-3d", "the option -c" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_reply(&anna, bad[i].line, bad[i].said);
    expect_plan("");
    send_line(&anna, "COND P-3d P-2f P-8d P-2e");
    send_line(&anna, "COND P-8d P-2f");
    expect_reply(&anna, "COND P-3d P-6f", "  if P-8d then P-2f\n  if P-3d then P-6f\n> ");
    expect_excludes(send_line(&anna, "COND -c P-8d"), "P-8d");
    expect_plan("3c3d 6g6f\n");
    expect_reply(&anna, "COND -c", "You have no conditional moves");
    expect_plan("");
    fill_plan();
    client guest;
    connect_client(&guest);
    send_line(&guest, "guest");
    char board[40];
    snprintf(board, sizeof board, "BOARD %lld", (long long)anna.session->current_game);
    send_line(&guest, board);
    expect_reply(&guest, "COND", "You do not play in game");
    disconnect(&guest);
    /* A plan and a move at once: whichever is stored first is news to the other player. */
    type_without_waiting(&anna, "COND P-3d P-2f");
    type_without_waiting(&bert, "PLAY P-3d");
    wait_for_prompt(&anna);
    wait_for_prompt(&bert);
    expect_contains(take_output(&bert), "Anna has answered at once.\nMove 3: P-2f\n");
    take_output(&anna);
    type_without_waiting(&bert, "PLAY P-8d");
    type_without_waiting(&anna, "COND P-8d P-2e");
    wait_for_prompt(&anna);
    wait_for_prompt(&bert);
    expect_contains(take_output(&anna), " has changed meanwhile.  BOARD shows it.");
    expect_reply(&anna, "BOARD", "Last move: 4. P-8d\n");
    expect_plan("");
}

/* An answer may end the game; so may the opponent's move, which then has no answer. Rows: COND */
static void ends(void **state)
{
    (void)state;
    start_game_with("-v shogi-club");
    send_line(&anna, "BOARD");
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    expect_reply(&anna, "COND K-4b Bx3c+ P-9d +Bx4b P-1d P-1f",
                 "The game would be over before P-1d.");
    expect_reply(&anna, "COND K-4b Bx3c+ P-9d +Bx4b", "if K-4b then Bx3c+, if P-9d then +Bx4b");
    send_line(&bert, "PLAY K-4b");
    const char *said = send_line(&bert, "PLAY P-9d");
    expect_contains(said, "Move 4: P-9d\nAnna has answered at once.\nMove 5: +Bx4b\n");
    expect_contains(said, "Black wins: ");
    expect_reply(&anna, "BOARD", "Black wins: ");
    expect_plan("");
    expect_reply(&anna, "COND P-3d P-2f", " is over. ");
    /* A resignation ends it, too. */
    start_game_with("");
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    send_line(&anna, "COND P-3d P-2f");
    expect_plan("3c3d 2g2f\n");
    send_line(&bert, "RESIGN");
    send_line(&bert, "yes");
    expect_plan("");
}

/* A takeback cancels the answer, and answering counts as having seen the move. Rows: COND */
static void undo(void **state)
{
    (void)state;
    disconnect(&anna);
    log_in(&anna, "Anna");
    send_line(&anna, "BOARD");
    send_line(&anna, "COND P-3d P-2f P-8d P-2e");
    expect_plan("3c3d 2g2f 8c8d 2f2e\n");
    disconnect(&anna);
    send_line(&bert, "PLAY P-3d");
    assert_int_equal(current_game(&bert)->seen[SHOOGI_BLACK], 2); /* apart from Anna's answer */
    expect_reply(&bert, "UNDO", "The last move is your opponent's");
    expect_reply(&bert, "UNDO -o", "P-2f has been taken back.");
    expect_reply(&bert, "UNDO",
                 "Black has already seen your move.\n"); /* trying must not reveal a plan */
    log_in(&anna, "Anna");
    send_line(&anna, "BOARD");
    expect_plan("");
    send_line(&anna, "SET CONFIRM OFF");
    send_line(&anna, "PLAY P-6f");
    send_line(&anna, "COND P-8d P-2f");
    expect_reply(&bert, "UNDO -o", "P-6f has been taken back.");
    expect_plan("");
    send_line(&anna, "PLAY P-5f");
    expect_excludes(send_line(&bert, "PLAY P-8d"), "at once");
}

/* An offer made with a move asks the opponent in person, so no plan answers it. Rows: COND */
static void offers(void **state)
{
    (void)state;
    send_line(&anna, "COND P-3d P-2f");
    send_line(&bert, "DRAW");
    expect_plan("3c3d 2g2f\n"); /* an ordinary remark */
    expect_excludes(send_line(&bert, "PLAY P-3d"), "at once");
    expect_plan("");
    expect_reply(&anna, "BOARD", "White offers a draw.");
    expect_reply(&anna, "DRAW", "drawn");
}

/* Rows: COND */
static void clocks(void **state)
{
    (void)state;
    start_game_with("-t 1d/12h,vacation=5d");
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    const shg_game_clock *clock = &current_game(&anna)->time->clock;
    const int64_t bank_ms = clock->account[SHOOGI_BLACK].bank_ms;
    send_line(&anna, "COND P-3d P-2f P-8d P-2e");
    test_now_ms += 3600 * 1000;
    send_line(&bert, "PLAY P-3d");
    clock = &current_game(&anna)->time->clock;
    assert_int_equal(clock->turn, SHOOGI_WHITE);
    assert_int_equal(clock->account[SHOOGI_BLACK].bank_ms, bank_ms);
    assert_int_equal(clock->account[SHOOGI_WHITE].bank_ms, bank_ms - 3600 * 1000);
    /* Anna is away, and yet she answers. */
    send_line(&anna, "VACATION 2");
    test_now_ms += 3600 * 1000;
    expect_reply(&bert, "PLAY P-8d", "Anna has answered at once.");
    assert_int_equal(clock->turn, SHOOGI_WHITE);
    expect_same_when_read();
    /* A flag fall ends the plan. */
    send_line(&anna, "COND P-9d P-9f");
    test_now_ms += INT64_C(40) * 24 * 3600 * 1000;
    shg_time_forfeits_check(server);
    wait_for_jobs();
    expect_reply(&anna, "BOARD", "White lost on time: Black wins.");
    expect_plan("");
    /* Fast games have no conditional moves. */
    start_game_with("-t 10m+5s");
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    send_line(&anna, line);
    expect_reply(&anna, "COND P-3d P-2f", "Conditional moves are only for correspondence games.");
}

/* Checks the plans in the game's JSON. */
static void expect_json(int own, const char *wanted)
{
    shg_out out = shg_out_growing();
    shg_game_json(&out, current_game(&anna), own, 0, test_now_ms, SHOOGI_NOTATION_WESTERN);
    assert_false(out.spent);
    const char *plan = strstr(out.bytes, "\"plan\"");
    const char *events = strstr(out.bytes, "8c8d");
    if (wanted)
        assert_memory_equal(plan, wanted, strlen(wanted));
    else
        assert_true(!plan && !events);
    free(out.bytes);
}

/* Rows: COND */
static void programs(void **state)
{
    (void)state;
    send_line(&anna, "COND P-3d P-2f P-8d P-2e");
    send_line(&anna, "COND P-1d P-1f");
    expect_json(SHOOGI_BLACK, "\"plan\":[\"3c3d 2g2f 8c8d 2f2e\",\"1c1d 1g1f\"]");
    expect_json(SHOOGI_WHITE, "\"plan\":[]");
    expect_json(-1, NULL);
}

TEST_SUITE(cond)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(answers, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(another_move, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(setting, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(ends, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(undo, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(offers, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(clocks, set_up_game, tear_down_pair),
        cmocka_unit_test_setup_teardown(programs, set_up_game, tear_down_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
