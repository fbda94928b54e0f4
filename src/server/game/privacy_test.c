/* privacy_test.c: who sees a game that is not public, in every command that shows games. */
#include "server/game/privacy.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "support/pair.h"

#include <stdio.h>

static client cecil;

static int set_up_three(void **state)
{
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

/* Returns the reply about a number, without the number. */
static void reply_without_number(char *out, size_t out_bytes, client *c, const char *command,
                                 int64_t number)
{
    char line[80], word[24];
    snprintf(line, sizeof line, "%s %lld", command, (long long)number);
    snprintf(word, sizeof word, "%lld", (long long)number);
    const char *said = send_line(c, line);
    shg_out kept = shg_out_make(out, out_bytes);
    for (const char *at; (at = strstr(said, word)) != NULL; said = at + strlen(word))
        shg_out_format(&kept, "%.*s#", (int)(at - said), said);
    shg_out_text(&kept, said);
}

static int64_t start_private_game(const char *privacy)
{
    char line[60];
    snprintf(line, sizeof line, "NEW -p %s * P-7f", privacy);
    challenge_and_accept(&anna, &bert, line);
    return bert.session->current_game;
}

static void key_of(char key[SHG_KEY_BYTES + 1], int64_t game)
{
    shg_out out = shg_out_make(key, SHG_KEY_BYTES + 1);
    shg_key_write(&out, shg_game_cache_find(server->games->cache, game)->options, game);
    assert_true(out.length > 0);
}

/* Every command that names a game answers as if it did not exist. Rows: NEW.p */
static void protected_games(void **state)
{
    (void)state;
    expect_reply(&cecil, "NEW", "There are no challenges.");
    send_line(&anna, "NEW -p protected * P-2f");
    expect_reply(&cecil, "NEW", "(protected: visible only with its key)");
    send_line(&anna, "REMOVE 1");
    const int64_t game = start_private_game("protected");
    static const char *const forms[] = { "BOARD", "MOVES -n", "OBSERVE", "EXPORT", "BOARD -o" };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        for (int stale = 0; stale < 2; stale++) {
            char hidden[400], missing[400];
            if (stale) /* the same if it has to be read first */
                forget_game(game);
            reply_without_number(hidden, sizeof hidden, &cecil, forms[i], game);
            reply_without_number(missing, sizeof missing, &cecil, forms[i], 977);
            assert_string_equal(hidden, missing);
            send_line(&anna, "BOARD");
        }
    assert_int_equal(cecil.session->current_game, 0);
    expect_reply(&cecil, "KIBITZ hello",
                 "You are not watching a game and have no current game.  "
                 "OBSERVE <gid> watches one.");
    cecil.session->current_game = game; /* as if seen at another time */
    expect_reply(&cecil, "KIBITZ hello", "There is no game ");
    expect_reply(&cecil, "BOARD", "There is no game ");
    expect_reply(&cecil, "GAMES", "There are no running games.");
    expect_reply(&anna, "GAMES", "Anna");
    send_line(&bert, "SET CONFIRM OFF");
    expect_reply(&bert, "PLAY P-3d", "Move 2: P-3d");
    expect_excludes(take_output(&cecil), "has moved");
    expect_reply(&bert, "RESIGN", "(type yes) ");
    expect_reply(&bert, "yes", "Black wins");
    expect_reply(&cecil, "HISTORY Anna", "There are no finished games of Anna.");
    expect_reply(&bert, "HISTORY Anna", "Black won");
}

/* Rows: OPEN NEW.p */
static void keys(void **state)
{
    (void)state;
    const int64_t game = start_private_game("protected");
    char key[SHG_KEY_BYTES + 1], line[80];
    key_of(key, game);
    snprintf(line, sizeof line, "(OPEN %s shows it to others)\n", key);
    expect_reply(&anna, "BOARD", line);
    expect_reply(&bert, "BOARD", line);
    static const char no[] = "No game has this key.\n";
    expect_reply(&cecil, "OPEN 12", no);
    expect_reply(&cecil, "OPEN nonsense", no);
    expect_reply(&cecil, "OPEN 99-aaaaaaaaaaaaaaaa", no);
    snprintf(line, sizeof line, "OPEN %lld-aaaaaaaaaaaaaaaa", (long long)game);
    expect_reply(&cecil, line, no);
    snprintf(line, sizeof line, "OPEN %s", key);
    line[strlen(line) - 1] ^= 1;
    expect_reply(&cecil, line, no);
    snprintf(line, sizeof line, "BOARD %lld", (long long)game);
    expect_reply(&cecil, line, "There is no game ");
    snprintf(line, sizeof line, "OPEN %s", key);
    expect_reply(&cecil, line, " until you log out");
    snprintf(line, sizeof line, "OBSERVE %lld", (long long)game);
    expect_reply(&cecil, line, "You are watching game ");
    expect_reply(&cecil, "GAMES",
                 "There are no running games."); /* still in no other player's list */
    send_line(&bert, "SET CONFIRM OFF");
    expect_reply(&bert, "PLAY P-3d", "Move 2: P-3d");
    expect_contains(take_output(&cecil), "Bert has moved.");
    /* The key of one game does not open another. */
    const int64_t other = start_private_game("protected");
    char second[SHG_KEY_BYTES + 1];
    key_of(second, other);
    assert_string_not_equal(strchr(second, '-'), strchr(key, '-'));
    snprintf(line, sizeof line, "OPEN %lld%s", (long long)other, strchr(key, '-'));
    expect_reply(&cecil, line, no);
    disconnect(&cecil);
    log_in(&cecil, "Cecil");
    snprintf(line, sizeof line, "BOARD %lld", (long long)game);
    expect_reply(&cecil, line, "There is no game ");
}

/* Rows: NEW.p */
static void hidden_games(void **state)
{
    (void)state;
    const int64_t game = start_private_game("hidden");
    expect_reply(&cecil, "GAMES", "There are no running games.");
    expect_reply(&anna, "GAMES", "Anna");
    expect_reply(&anna, "STAT", "Anna");
    expect_reply(&anna, "BOARD", "(hidden: not in anyone else's lists)");
    char line[60];
    snprintf(line, sizeof line, "BOARD %lld", (long long)game);
    expect_reply(&cecil, line, "Anna (Black) against Bert (White)");
    const int64_t open = start_private_game("public");
    snprintf(line, sizeof line, "%5lld  shogi", (long long)open);
    expect_reply(&cecil, "GAMES", line);
    expect_reply(&anna, "NEW -p secret * P-7f", "\"secret\" should be public, hidden or protected");
}

/* The check of pages without a session. */
static void rows(void **state)
{
    (void)state;
    static const char secret[] = "protected=abcdefghabcdefgh rated";
    assert_true(shg_key_opens("12-abcdefghabcdefgh", 19, 12, secret));
    assert_false(shg_key_opens("12-abcdefghabcdefgh", 19, 13, secret));
    assert_false(shg_key_opens("12-abcdefghabcdefg", 18, 12, secret));
    assert_false(shg_key_opens("12-abcdefghabcdefgh", 19, 12, "rated"));
    assert_false(shg_key_opens("12-", 3, 12, "protected="));
    const shg_game row = { .id = 12, .black = 1, .white = 2, .options = secret };
    const shg_game open = { .id = 13, .black = 1, .white = 2, .options = "" };
    const shg_game hidden = { .id = 13, .black = 1, .white = 2, .options = "rated hidden" };
    assert_true(shg_game_row_may_see((shg_viewer){ .player = 2 }, &row));
    assert_true(shg_game_row_may_see((shg_viewer){ .opened = true }, &row));
    assert_false(shg_game_row_may_see((shg_viewer){ .player = 3 }, &row));
    assert_false(shg_game_row_may_see((shg_viewer){ .player = 0 }, &row));
    assert_true(shg_game_row_may_see((shg_viewer){ .player = 0 }, &open));
    assert_true(shg_game_row_may_see((shg_viewer){ .player = 0 }, &hidden));
    assert_false(shg_game_row_may_list(3, &row));
    assert_false(shg_game_row_may_list(0, &hidden));
    assert_true(shg_game_row_may_list(0, &open));
    assert_true(shg_game_row_may_list(1, &hidden));
    assert_string_equal(shg_privacy_word(secret), "protected");
    assert_string_equal(shg_privacy_word("hidden"), "hidden");
    assert_string_equal(shg_privacy_word("rated"), "public");
}

TEST_SUITE(privacy)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(protected_games, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(keys, set_up_three, tear_down_three),
        cmocka_unit_test_setup_teardown(hidden_games, set_up_three, tear_down_three),
        cmocka_unit_test(rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
