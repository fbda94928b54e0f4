/* cond_test.c: conditional moves: answers that are made at once, and when they are not. */
#include "server/game/time_forfeit.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "server/game/game_json.h"
#include "support/pair.h"

static int64_t told_ms;

/* Anna has Black and played P-7f; neither is asked whether he means it. */
static void begin_with(const char *options)
{
    char line[120];
    snprintf(line, sizeof line, "NEW %s * P-7f", options);
    challenge(&anna, &bert, line);
    ask(&anna, "BOARD");
    heard(&bert);
}

static int set_up_game(void **state)
{
    told_ms = INT64_C(1700000000000);
    told_clock = &told_ms;
    const int failed = set_up_both(state);
    if (failed)
        return failed;
    ask(&anna, "SET CONFIRM OFF");
    ask(&bert, "SET CONFIRM OFF");
    begin_with("-u -t 3d");
    return 0;
}

static shg_game_state *current(const person *p)
{
    return shg_game_cache_find(server->games->cache, p->session->current_game);
}

/* What the storage holds of Anna's plan. */
static char stored_plan[200];

static shoogi_status read_plan(shg_job *job, shg_storage *storage)
{
    const char *text = "";
    const shoogi_status status =
        storage->ops->paper_get(storage, &text, anna.session->current_game, anna.session->player,
                                SHG_PAPER_PLAN, &job->error);
    snprintf(stored_plan, sizeof stored_plan, "%s", text);
    return status;
}

/* The plan in memory and in the storage, which agree. */
static void expect_plan(const char *wanted)
{
    do_job(read_plan);
    assert_string_equal(stored_plan, wanted);
    const char *plan = current(&anna)->plan[SHOOGI_BLACK];
    assert_string_equal(plan ? plan : "", wanted);
}

/* What is read of the game from its log is what is there. */
static void expect_same_when_read(void)
{
    shg_game_state *game = current(&anna);
    const size_t items = game->items_count;
    char plan[200];
    snprintf(plan, sizeof plan, "%s", game->plan[SHOOGI_BLACK] ? game->plan[SHOOGI_BLACK] : "");
    shg_game_set_stale(game);
    ask(&bert, "MOVES -n");
    game = current(&anna);
    assert_int_equal(game->items_count, items);
    expect_plan(plan);
}

/* Rows: COND */
static void answers(void **state)
{
    (void)state;
    expect(&anna, "COND", "You have no conditional moves in game ");
    const char *said = ask(&anna, "COND P-3d P-2f P-8d P-2e");
    expect_in(said, "  if P-3d then P-2f, if P-8d then P-2e\n");
    said = ask(&anna, "cond 3c3d ２六歩 P-4d p-6f"); /* in any notation */
    expect_in(said,
              "  if P-3d then P-2f, if P-8d then P-2e\n  if P-3d then P-2f, if P-4d then P-6f\n");
    lacks(heard(&bert), "if P-3d");
    expect(&bert, "BOARD", "Move 2: White to move.");
    expect(&bert, "COND", "You have no conditional moves");
    expect(&bert, "COND P-3d P-2f", "It is your turn: conditional moves are for what comes after");
    expect_plan("3c3d 2g2f 8c8d 2f2e\n3c3d 2g2f 4c4d 6g6f\n");
    expect_same_when_read();
    heard(&anna);
    said = ask(&bert, "PLAY P-3d");
    expect_in(said, "Move 2: P-3d\nAnna has answered at once.\nMove 3: P-2f\n");
    lacks(said, "8d");
    expect_in(heard(&anna), "Bert has moved, and Anna has answered at once.\n");
    expect_plan("8c8d 2f2e\n4c4d 6g6f\n");
    expect_same_when_read();
    assert_int_equal(current(&anna)->items[2].think_ms, 0);
    expect(&bert, "PLAY P-8d", "Move 4: P-8d\nAnna has answered at once.\nMove 5: P-2e\n");
    expect_plan("");
    expect(&bert, "MOVES -n", "    3.  Black  P-2f\n    4.  White  P-8d\n    5.  Black  P-2e\n");
}

/* Rows: COND */
static void another_move(void **state)
{
    (void)state;
    ask(&anna, "COND P-3d P-2f P-8d P-2e");
    const char *said = ask(&bert, "PLAY P-1d");
    expect_in(said, "Move 2: P-1d\n");
    lacks(said, "at once");
    expect_plan("");
    expect(&anna, "BOARD", "Move 3: Black to move.");
    expect(&anna, "PLAY P-2f", "Move 3: P-2f");
    said = ask(&bert, "PLAY P-3d");
    lacks(said, "at once");
}

/* So many lines and no more: White pushes four different pawns, in every order of their files. */
static void fill_up(void)
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
        const char *said = ask(&anna, typed);
        full = strstr(said, "So many conditional moves have no room") != NULL;
        if (!full)
            expect_in(said, "if P-");
        set += !full;
    }
    assert_true(full);
    assert_int_equal(set, SHG_PLAN_BYTES_MAX / 40); /* of 40 bytes each, and all of them kept */
    do_job(read_plan);
    assert_int_equal(strlen(current(&anna)->plan[SHOOGI_BLACK]), set * 40);
    expect(&anna, "COND -c", "You have no conditional moves");
}

/* Rows: COND */
static void setting(void **state)
{
    (void)state;
    static const struct {
        const char *line, *said;
    } bad[] = {
        { "COND P-3d", "A line ends with a move of yours" },
        { "COND P-3d P-2f P-8d", "A line ends with a move of yours" },
        { "COND P-3d P*5e", "In that line P*5e is illegal: no pawn is in your hand.\n" },
        { "COND P*5e P-2f", "In that line P*5e is illegal: " },
        { "COND P-3d hello", "input:1:12: expected " },
        { "COND P-3d Bx2b", "Say whether the man promotes: Bx2b+ or Bx2b=.\n" },
        { "COND -x P-3d", "input:1:6: expected the option -c" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect(&anna, bad[i].line, bad[i].said);
    expect_plan("");
    ask(&anna, "COND P-3d P-2f P-8d P-2e");
    ask(&anna, "COND P-8d P-2f");
    expect(&anna, "COND P-3d P-6f", "  if P-8d then P-2f\n  if P-3d then P-6f\n> ");
    lacks(ask(&anna, "COND -c P-8d"), "P-8d");
    expect_plan("3c3d 6g6f\n");
    expect(&anna, "COND -c", "You have no conditional moves");
    expect_plan("");
    fill_up();
    person guest;
    arrive(&guest);
    ask(&guest, "guest");
    char board[40];
    snprintf(board, sizeof board, "BOARD %lld", (long long)anna.session->current_game);
    ask(&guest, board);
    expect(&guest, "COND", " is not yours: STAT lists the games in which you play.");
    leave(&guest);
    /* Two at once: what was stored first is what the other was not told of. */
    type(&anna, "COND P-3d P-2f");
    type(&bert, "PLAY P-3d");
    settle(&anna);
    settle(&bert);
    expect_in(heard(&bert), "Anna has answered at once.\nMove 3: P-2f\n");
    heard(&anna);
    type(&bert, "PLAY P-8d");
    type(&anna, "COND P-8d P-2e");
    settle(&anna);
    settle(&bert);
    expect_in(heard(&anna), "Something has happened in game ");
    expect(&anna, "BOARD", "Last move: 4. P-8d\n");
    expect_plan("");
}

/* An answer may end the game; so may the move itself, and then nothing is answered.  Rows: COND */
static void ends(void **state)
{
    (void)state;
    begin_with("-v shogi-club");
    ask(&anna, "BOARD");
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    ask(&anna, line);
    expect(&anna, "COND K-4b Bx3c+ P-9d +Bx4b P-1d P-1f", "The game would be over before P-1d.");
    expect(&anna, "COND K-4b Bx3c+ P-9d +Bx4b", "if K-4b then Bx3c+, if P-9d then +Bx4b");
    ask(&bert, "PLAY K-4b");
    const char *said = ask(&bert, "PLAY P-9d");
    expect_in(said, "Move 4: P-9d\nAnna has answered at once.\nMove 5: +Bx4b\n");
    expect_in(said, "Black wins: ");
    expect(&anna, "BOARD", "Black wins: ");
    expect_plan("");
    expect(&anna, "COND P-3d P-2f", " is over. ");
    /* Resigning ends it, too. */
    begin_with("");
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    ask(&anna, line);
    ask(&anna, "COND P-3d P-2f");
    expect_plan("3c3d 2g2f\n");
    ask(&bert, "RESIGN");
    ask(&bert, "yes");
    expect_plan("");
}

/* What is taken back leaves nothing to be answered, and an answer counts as having seen the move.  Rows: COND */
static void undo(void **state)
{
    (void)state;
    leave(&anna);
    log_in(&anna, "Anna");
    ask(&anna, "BOARD");
    ask(&anna, "COND P-3d P-2f P-8d P-2e");
    expect_plan("3c3d 2g2f 8c8d 2f2e\n");
    leave(&anna);
    ask(&bert, "PLAY P-3d");
    assert_int_equal(current(&bert)->seen[SHOOGI_BLACK], 2); /* but for her answer */
    expect(&bert, "UNDO", "The last move is your opponent's");
    expect(&bert, "UNDO -o", "P-2f has been taken back.");
    expect(&bert, "UNDO", "Black has seen it.\n"); /* nobody finds a plan out by trying */
    log_in(&anna, "Anna");
    ask(&anna, "BOARD");
    expect_plan("");
    ask(&anna, "SET CONFIRM OFF");
    ask(&anna, "PLAY P-6f");
    ask(&anna, "COND P-8d P-2f");
    expect(&bert, "UNDO -o", "P-6f has been taken back.");
    expect_plan("");
    ask(&anna, "PLAY P-5f");
    lacks(ask(&bert, "PLAY P-8d"), "at once");
}

/* Whoever offers something with his move wants an answer by the other himself.  Rows: COND */
static void offers(void **state)
{
    (void)state;
    ask(&anna, "COND P-3d P-2f");
    ask(&bert, "DRAW");
    expect_plan("3c3d 2g2f\n"); /* said in passing */
    lacks(ask(&bert, "PLAY P-3d"), "at once");
    expect_plan("");
    expect(&anna, "BOARD", "White offers a draw.");
    expect(&anna, "DRAW", "drawn");
}

/* Rows: COND */
static void clocks(void **state)
{
    (void)state;
    begin_with("-t 1d/12h,vacation=5d");
    char line[40];
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    ask(&anna, line);
    const shg_game_clock *clock = &current(&anna)->time->clock;
    const int64_t bank_ms = clock->account[SHOOGI_BLACK].bank_ms;
    ask(&anna, "COND P-3d P-2f P-8d P-2e");
    told_ms += 3600 * 1000;
    ask(&bert, "PLAY P-3d");
    clock = &current(&anna)->time->clock;
    assert_int_equal(clock->turn, SHOOGI_WHITE);
    assert_int_equal(clock->account[SHOOGI_BLACK].bank_ms, bank_ms);
    assert_int_equal(clock->account[SHOOGI_WHITE].bank_ms, bank_ms - 3600 * 1000);
    /* Away, and yet she answers. */
    ask(&anna, "VACATION 2");
    told_ms += 3600 * 1000;
    expect(&bert, "PLAY P-8d", "Anna has answered at once.");
    assert_int_equal(clock->turn, SHOOGI_WHITE);
    expect_same_when_read();
    /* A clock that falls ends it. */
    ask(&anna, "COND P-9d P-9f");
    told_ms += INT64_C(40) * 24 * 3600 * 1000;
    shg_falls_look(server);
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
    expect(&anna, "BOARD", "White's time has run out: Black wins.");
    expect_plan("");
    /* In a fast game there are none. */
    begin_with("-t 10m+5s");
    snprintf(line, sizeof line, "BOARD %lld", (long long)bert.session->current_game);
    ask(&anna, line);
    expect(&anna, "COND P-3d P-2f", "Conditional moves are for games by correspondence");
}

/* What a program is told of the game. */
static void expect_json(int own, const char *wanted)
{
    shg_out out = shg_out_growing();
    shg_game_json(&out, current(&anna), own, 0, told_ms);
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
    ask(&anna, "COND P-3d P-2f P-8d P-2e");
    ask(&anna, "COND P-1d P-1f");
    expect_json(SHOOGI_BLACK, "\"plan\":[\"3c3d 2g2f 8c8d 2f2e\",\"1c1d 1g1f\"]");
    expect_json(SHOOGI_WHITE, "\"plan\":[]");
    expect_json(-1, NULL);
}

TEST_SUITE(cond)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(answers, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(another_move, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(setting, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(ends, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(undo, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(offers, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(clocks, set_up_game, tear_down_both),
        cmocka_unit_test_setup_teardown(programs, set_up_game, tear_down_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
