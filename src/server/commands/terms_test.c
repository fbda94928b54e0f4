/* terms_test.c: challenges restricted by rating, key, name or days; declining them; rematches. */
#include "server/lobby/challenge_terms.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "notation/boards/setup.h"
#include "server/lobby/challenges.h"
#include "server/lobby/lobby.h"
#include "server/rules/part.h"
#include "support/pair.h"
#include "server/game/privacy.h"
#include "storage/bounds.h"

static int64_t test_now_ms;
static client cecil;

static int set_up_three(void **state)
{
    test_now_ms = INT64_C(1700000000000);
    test_clock = &test_now_ms;
    const int failed = set_up_pair(state);
    if (!failed)
        log_in(&cecil, "Cecil");
    return failed;
}

static int tear_down_three(void **state)
{
    disconnect(&cecil);
    return tear_down_pair(state);
}

/* Rows: NEW.b */
static void ratings(void **state)
{
    (void)state;
    static const char *const bad[] = { "x", "-", "1500", "1800-1500", "1500-x", "1500-1800-", "" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(shg_ratings_range_check(bad[i], strlen(bad[i]), 0, NULL),
                         SHOOGI_PARSE_ERROR);
    static const char *const good[] = { "1500-1800", "1500-", "-1800", "0-1" };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_int_equal(shg_ratings_range_check(good[i], strlen(good[i]), 0, NULL), SHOOGI_OK);
    static const struct {
        const char *options;
        int32_t rating;
        bool fits;
    } rows[] = {
        { "ratings=1500-1800", 1500, true },
        { "ratings=1500-1800", 1800, true },
        { "ratings=1500-1800", 1499, false },
        { "ratings=1500-1800", 1801, false },
        { "rated ratings=1500- undo", 3000, true },
        { "ratings=-1800", 1900, false },
        { "rated", 1, true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const shg_rating rating = { .rating_e3 = rows[i].rating * 1000 + 400 };
        assert_int_equal(shg_terms_fit_rating(rows[i].options, &rating), rows[i].fits);
    }
    expect_reply(&anna, "NEW -b 15x * P-7f",
                 "\"15x\" should be a range of ratings such as 1500-1800");
    expect_reply(&anna, "NEW -b 1600-1800 * P-7f", "is number 1.");
    expect_reply(&bert, "NEW", "(for ratings of 1600-1800)");
    /* Bert has 1500. */
    expect_reply(&bert, "NEW 1", "The challenge of Anna to Shogi is for players of other ratings.");
    expect_reply(&anna, "NEW -b 1400-1600 -r * P-7f", "is number 2.");
    expect_reply(&bert, "ACCEPT 2", "has begun: you are White.");
    /* The game has only the conditions that concern a game. */
    const char *options =
        shg_game_cache_find(server->games->cache, bert.session->current_game)->options;
    assert_string_equal(options, "rated");
}

/* Rows: NEW.f REMATCH */
static void positions(void **state)
{
    (void)state;
    static const struct {
        const char *line, *says;
    } refused[] = {
        { "NEW -f 4k4/9/9/9/9/9/9/9/9_b_- *", "cannot begin in that position: a side has no royal" },
        { "NEW -v chu -f 12/12/12/12/6n5/6i5/5N6/12/12/12/12/K11_b *",
          "cannot begin in that position: a side has no royal" },
        { "NEW -v dobutsu -f 1l1/1C1/3/3_b_- *", "a side has no royal" },
        { "NEW -f 4k4/9/9/9/9/9/9/4r4/4K4_w_- *", "the side that is not to move is in check" },
        { "NEW -f 4k4/9/9/9/9/9/9/9/4K4_b_3R *", "more pieces of a kind than the game has" },
        { "NEW -f 4k4/9/P8/9/9/9/P8/9/4K4_b_- *", "(nifu)" },
        { "NEW -f 4kP3/9/9/9/9/9/9/9/4K4_b_- *", "could never move again" },
        { "NEW -f 3nkn3/3pGp3/4P4/9/9/9/9/9/4K4_w_- *", "it is the end of a game" },
        { "NEW -f 4k4/9/9/9/9/9/9/9/4K4 b G *", "_ in place of spaces" },
        { "NEW -f 4k4/9/9/9/9/9/9/9/4Kx3_b_- *", "\"x3\" should begin with a piece" },
        { "NEW -f 4k4/9/4P4/9/9/9/9/9/4K4_b_G -r *", "A rated game begins from the first position" },
        { "NEW -f 4k4/9/4P4/9/9/9/9/9/4K4_b_G -g *", "Grades decide the handicap" },
        { "NEW -f 4k4/9/4P4/9/9/9/9/9/4K4_b_G -c black * K-5h", "without a first move" },
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        expect_reply(&anna, refused[i].line, refused[i].says);
    expect_reply(&anna, "NEW", "There are no challenges.");

    /* White has the move and is Anna. */
    static const char said[] = "from the position 4k4/9/9/9/4p4/9/9/9/4K4 w g 1";
    const char *text =
        send_line(&anna, "NEW -f 4k4/9/9/9/4p4/9/9/9/4K4_w_g -c white Bert Can you mate?");
    expect_contains(text, "White has: G\nYour challenge is number 1."); /* her side is below */
    expect_contains(text, ":  :  :  :  : p:  :  :  :  : e\n");
    text = take_output(&bert);
    expect_contains(text, ":  :  :  :  : p:  :  :  :  : e\n");
    expect_contains(text, "Black has: -\nAnna challenges you");
    expect_contains(text, said);
    expect_reply(&cecil, "NEW", said);
    expect_reply(&bert, "ACCEPT 1", "has begun: you are Black.");
    const int64_t id = bert.session->current_game;
    const shg_game_state *game = shg_game_cache_find(server->games->cache, id);
    assert_string_equal(game->options, "");
    assert_string_equal(game->sfen, "4k4/9/9/9/4p4/9/9/9/4K4 w g 1");
    expect_reply(&bert, "PLAY K-5h", "not your turn");
    play_move(&anna, "P-5f", "P-5f");
    take_output(&bert);
    send_line(&bert, "BOARD");
    play_move(&bert, "K-4i", "K-4i");
    send_line(&anna, "BOARD");
    expect_reply(&anna, "EXPORT 1 USI", "sfen 4k4/9/9/9/4p4/9/9/9/4K4 w g 1 moves 5e5f 5i4i");
    expect_contains(send_line(&anna, "EXPORT 1 KIF"), "|");
    send_line(&anna, "RESIGN");
    send_line(&anna, "yes");
    send_line(&bert, "BOARD");

    /* A rematch begins in the same position. */
    send_line(&bert, "REMATCH 1");
    expect_contains(take_output(&anna), said);
    expect_reply(&anna, "REMATCH 1", "Game 2 has begun: you are Black.");
    game = shg_game_cache_find(server->games->cache, 2);
    assert_string_equal(game->sfen, "4k4/9/9/9/4p4/9/9/9/4K4 w g 1");
}

/* Positions of large boards are in no list. Rows: NEW.f */
static void large_positions(void **state)
{
    (void)state;
    shoogi_position *start = NULL;
    const shoogi_catalog_entry *tai = shg_server_variant(server, "tai");
    assert_non_null(tai);
    assert_int_equal(shoogi_position_new(&start, tai->variant), SHOOGI_OK);
    shg_out line = shg_out_growing();
    shg_out_text(&line, "NEW -v tai -c black -f ");
    const size_t at = line.length;
    shg_out_sfen(&line, start);
    const size_t bytes = line.length - at;
    assert_true(bytes > 1000);
    for (char *space = line.bytes + at; (space = strchr(space, ' '));)
        *space = '_';
    shg_out_text(&line, " Bert");
    expect_reply(&anna, line.bytes, "Your challenge is number 1.");
    static const char said[] = "from another position, which the page shows";
    expect_contains(take_output(&bert), said);
    expect_reply(&cecil, "NEW", said);
    expect_reply(&bert, "ACCEPT 1", "has begun: you are White.");
    const shg_game_state *game =
        shg_game_cache_find(server->games->cache, bert.session->current_game);
    assert_int_equal(strlen(game->sfen), bytes);
    free(line.bytes);
    shoogi_position_free(start);

    char longest[SHG_STORAGE_START_BYTES_MAX + 40] = "NEW -f ";
    memset(longest + 7, '1', SHG_STORAGE_START_BYTES_MAX + 1);
    memcpy(longest + 8 + SHG_STORAGE_START_BYTES_MAX, "_b_- *", sizeof "_b_- *");
    expect_reply(&anna, longest, "a position of at most 4096 bytes");
}

/* Rows: NEW.l ACCEPT */
static void keys(void **state)
{
    (void)state;
    const char *said = send_line(&anna, "NEW -l nobody P-7f");
    const char *at = strstr(said, "ACCEPT ");
    assert_non_null(at);
    char line[80], wrong[80];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at + 7, " ") + 7, at);
    expect_reply(&anna, "NEW", "(only with its key)");
    expect_reply(&bert, "NEW", "There are no challenges.");
    expect_reply(&bert, "NEW 1", "There is no challenge 1.  NEW lists the challenges.");
    expect_reply(&bert, "ACCEPT 1", "There is no challenge 1.  NEW lists the challenges.");
    snprintf(wrong, sizeof wrong, "%s", line);
    wrong[strlen(wrong) - 1] ^= 1;
    expect_reply(&bert, wrong, "There is no challenge 1.  NEW lists the challenges.");
    expect_reply(&bert, "ACCEPT 1-abc", "No challenge has this key.");
    expect_reply(&bert, "ACCEPT 77-aaaaaaaaaaaaaaaa", "There is no challenge 77");
    expect_reply(&anna, line, "This challenge to Shogi is your own.");
    expect_reply(&bert, line,
                 "has begun: you are White."); /* the key suffices, whatever the pattern */
    expect_reply(&cecil, line, "There is no challenge 1");
    assert_string_equal(
        shg_game_cache_find(server->games->cache, bert.session->current_game)->options, "");
    /* Nor does the answer reveal that the challenger is away. */
    said = send_line(&anna, "NEW -l -t 10m * P-7f");
    assert_non_null(strstr(said, "ACCEPT "));
    disconnect(&anna);
    expect_reply(&bert, "NEW 2", "There is no challenge 2");
    log_in(&anna, "Anna");
    /* A challenge without a key is not answered by a key. */
    send_line(&anna, "NEW * P-7f");
    expect_reply(&bert, "ACCEPT 3-aaaaaaaaaaaaaaaa", "There is no challenge 3");
}

static char overheard[400];

static void overhear(shg_session *s, const char *json, size_t json_bytes)
{
    (void)s;
    snprintf(overheard, sizeof overheard, "%.*s", (int)json_bytes, json);
}

/* Rows: NEW.e NEW.1 */
static void days(void **state)
{
    (void)state;
    static const char *const bad[] = { "0", "91", "x", "1x", "-1", "100" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char line[60], wanted[80];
        snprintf(line, sizeof line, "NEW -e %s * P-7f", bad[i]);
        snprintf(wanted, sizeof wanted, "\"%s\" should be days, 1 to 90", bad[i]);
        expect_reply(&anna, line, wanted);
    }
    send_line(&anna, "NEW -e 2 * P-7f");
    send_line(&anna, "NEW * P-2f");
    expect_reply(&bert, "NEW", "(until 2023-11-16 22:13 UTC)");
    test_now_ms += 2 * SHG_DAY_MS;
    expect_excludes(send_line(&bert, "NEW"), "P-7f");
    expect_reply(&bert, "NEW", "P-2f");
    expect_reply(&bert, "NEW 1", "There is no challenge 1");
    const shg_door *own = cecil.session->door;
    shg_door of_a_program = *own;
    of_a_program.event = overhear;
    cecil.session->door = &of_a_program;
    shg_lobby_follow(cecil.session);
    shg_expire_challenges(server, false);
    wait_for_jobs();
    assert_string_equal(overheard, "{\"event\":\"challenge_gone\",\"id\":1}");
    shg_lobby_unfollow(cecil.session);
    cecil.session->door = own;
    expect_reply(&anna, "REMOVE 1", "There is no challenge 1");
    expect_reply(&anna, "REMOVE 2", "Challenge 2 is withdrawn.");
    int64_t game;
    assert_string_equal(shg_lobby_challenge_end(&game, server, 1, 0), "expired");
    assert_string_equal(shg_lobby_challenge_end(&game, server, 2, 0), "withdrawn");
    assert_null(shg_lobby_challenge_end(&game, server, 3, 0));
}

/* Rows: DECLINE */
static void declining(void **state)
{
    (void)state;
    send_line(&anna, "NEW -v chu -t 3d BERT W");
    expect_contains(
        take_output(&bert),
        "Anna challenges you to a game of Chu Shogi (clock 3d): ACCEPT 1, or DECLINE 1.\n");
    expect_excludes(take_output(&cecil), "challenges");
    expect_reply(&cecil, "DECLINE 1", "Challenge 1 is not for you alone");
    expect_reply(&anna, "DECLINE 1", "Challenge 1 is not for you alone");
    expect_reply(&bert, "DECLINE x",
                 "Name the number of a challenge: DECLINE <num> "
                 "[<word>].");
    expect_reply(&bert, "DECLINE 1 next week perhaps", "You declined challenge 1 from Anna.");
    expect_contains(take_output(&anna), "Bert declines your challenge 1: next week perhaps\n");
    expect_reply(&bert, "DECLINE 1", "There is no challenge 1");
    send_line(&anna, "NEW * P-7f");
    expect_reply(&bert, "DECLINE 2", "Challenge 2 is not for you alone");
    /* At sign-in, for each of the two. */
    disconnect(&bert);
    send_line(&anna, "NEW Bert P-7f");
    disconnect(&anna);
    client again;
    connect_client(&again);
    send_line(&again, "Bert");
    expect_reply(&again, "correct horse",
                 "You have been challenged by name.  NEW shows "
                 "challenge 3.\n");
    expect_reply(&again, "DECLINE 3", "You declined challenge 3 from Anna.");
    disconnect(&again);
    connect_client(&anna);
    send_line(&anna, "Anna");
    expect_reply(&anna, "correct horse", "Bert: I decline your challenge 3.\n");
    log_in(&bert, "Bert");
    send_line(&bert, "IGNORE Anna");
    take_output(&bert);
    send_line(&anna, "NEW Bert P-7f");
    expect_excludes(take_output(&bert), "challenges you");
}

static int64_t resign_current_game(void)
{
    send_line(&bert, "RESIGN");
    send_line(&bert, "yes");
    take_output(&anna);
    return bert.session->current_game;
}

/* Rows: REMATCH */
static void rematch(void **state)
{
    (void)state;
    challenge_and_accept(&anna, &bert, "NEW -v shosu -u -i -t 3d * p-8g");
    expect_reply(&anna, "REMATCH", " is not over yet.");
    const int64_t first = resign_current_game();
    expect_reply(&cecil, "REMATCH 1", "You do not play in game ");
    expect_reply(&anna, "REMATCH", "Your challenge is number ");
    const char *said = take_output(&bert);
    expect_contains(
        said, "Anna challenges you to a game of Shosu Shogi (clock 3d; an illegal move loses; "
              "UNDO is allowed) (a rematch of game ");
    expect_reply(&anna, "REMATCH", "You have already asked for a rematch.  It is up to Bert.");
    expect_reply(&bert, "REMATCH", "has begun: you are Black.");
    const shg_game_state *game =
        shg_game_cache_find(server->games->cache, bert.session->current_game);
    assert_string_equal(game->options, "clock=3d illegal-loses undo");
    assert_string_equal(game->variant_name, "shosu");
    assert_int_equal(game->player[SHOOGI_BLACK], bert.session->player);
    assert_true(game->id != first);
    expect_reply(&bert, "NEW", "There are no challenges.");
    /* The same player gives the handicap again. */
    challenge_and_accept(&anna, &bert, "NEW -p protected * HANDICAP:L@1a");
    resign_current_game();
    send_line(&bert, "REMATCH");
    expect_reply(&anna, "NEW", "(a rematch of game ");
    char line[40];
    snprintf(line, sizeof line, "REMATCH %lld", (long long)bert.session->current_game);
    expect_reply(&anna, line, "has begun: you are Black.");
    game = shg_game_cache_find(server->games->cache, anna.session->current_game);
    assert_int_equal(game->items[0].kind, SHG_ITEM_HANDICAP);
    assert_int_equal(strncmp(game->options, SHG_OPTION_KEY, sizeof SHG_OPTION_KEY - 1), 0);
    /* Both ask at the same instant: one request answers the other, and none is left over. */
    snprintf(line, sizeof line, "REMATCH %lld", (long long)resign_current_game());
    type_without_waiting(&anna, line);
    type_without_waiting(&bert, line);
    wait_for_prompt(&anna);
    wait_for_prompt(&bert);
    expect_contains(take_output(&anna), "Your challenge is number ");
    expect_contains(take_output(&bert), "Your challenge is number ");
    expect_reply(&anna, line, "has begun");
    expect_reply(&bert, "NEW", "There are no challenges.");
}

TEST_SUITE(terms)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ratings, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(positions, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(large_positions, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(keys, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(days, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(declining, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(rematch, set_up_three, tear_down_three),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
