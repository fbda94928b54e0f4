/* challenges_test.c: limits of challenges and games, and the expiry of challenges. */
#include "server/lobby/challenges.h"
#include "server/server.h"
#include "server/lobby/part.h"
#include "base/test_suite.h"
#include "support/pair.h"

#include <stdlib.h>

static void expire_challenges(bool guests)
{
    shg_expire_challenges(server, guests);
    wait_for_jobs();
}

static shoogi_status bert_was_here_long_ago(shg_job *job, shg_storage *storage)
{
    const int64_t now_ms = shg_now_ms(server);
    return storage->ops->player_set_seen(storage, 2, now_ms - SHG_CHALLENGES_EXPIRE_MS - 1000,
                                         &job->error);
}

/* Challenges of players who no longer come expire, as do challenges of guests who were online
 * when the server crashed, and they begin no games. Rows: NEW.1 */
static void old_challenges_go(void **state)
{
    (void)state;
    assert_true(server->lobby->expire_ms > shg_now_ms(server)); /* the start has checked it */
    client guest;
    connect_client(&guest);
    send_line(&guest, "guest");
    send_line(&anna, "NEW * P-7f from Anna");
    send_line(&bert, "NEW * P-7f from Bert");
    send_line(&guest, "NEW * P-7f from a guest");
    expire_challenges(false);
    const char *said = send_line(&anna, "NEW");
    expect_contains(said, "from Anna");
    expect_contains(said, "from Bert");
    expect_contains(said, "from a guest");
    run_storage_job(bert_was_here_long_ago);
    expire_challenges(false);
    said = send_line(&anna, "NEW");
    expect_contains(said, "from Anna");
    expect_excludes(said, "from Bert");
    expect_contains(said, "from a guest");
    expire_challenges(true);
    said = send_line(&bert, "NEW");
    expect_contains(said, "from Anna");
    expect_excludes(said, "from a guest");
    disconnect(&guest);
}

/* A guest who does more than watch is stored for ever, so the number for an address is limited. */
static void many_guests(void **state)
{
    (void)state;
    bool refused = false;
    int stored = 0;
    for (; stored <= SHG_ACCOUNTS_MAX && !refused; stored++) {
        client guest;
        connect_client(&guest);
        send_line(&guest, "guest");
        const char *said = send_line(&guest, "NEW * W");
        refused = strstr(said, "Too many guests have come from your address.  Try again "
                               "later.") != NULL;
        if (!refused) {
            expect_contains(said, "Your challenge is number");
            /* The guest is stored. */
            expect_reply(&guest, "NEW * P-7f", "Your challenge is number");
        } else {
            expect_reply(&guest, "REPORT anna x",
                         "Too many guests have come from your address.  Try again "
                         "later.");
            expect_contains(send_line(&guest, "WHO anna"), "Anna");
        }
        disconnect(&guest);
    }
    assert_true(refused);
    assert_true(stored > SHG_ACCOUNTS_MAX - 4); /* the players of this test count, too */
    expect_reply(&anna, "NEW * W", "Your challenge is number");
}

static shoogi_status add_many_challenges(shg_job *job, shg_storage *storage)
{
    shoogi_status status = SHOOGI_OK;
    for (int i = 0; i < SHG_LIST_ROWS + 10 && status == SHOOGI_OK; i++) {
        const shg_challenge row = { .player = 2,
                                    .variant = "shogi",
                                    .pattern = "*",
                                    .colour = "white",
                                    .options = "",
                                    .first_move = "",
                                    .comment = "",
                                    .created_ms = 1 };
        int64_t id;
        status = storage->ops->challenge_add(storage, &id, &row, &job->error);
    }
    return status;
}

/* A list that cannot hold them all leaves the oldest out. Rows: NEW.1 */
static void many_challenges(void **state)
{
    (void)state;
    run_storage_job(add_many_challenges);
    const char *said = send_line(&anna, "NEW");
    expect_excludes(said, "\n    10  shogi");
    expect_contains(said, "\n    11  shogi");
    expect_contains(said, "\n   510  shogi");
    expect_contains(said, "\n  10 older ones not shown\n");
    /* The limit of one player's challenges; offers to replay do not count. */
    expect_reply(&bert, "NEW W", "you already have 510 challenges; REMOVE withdraws one");
    for (int i = 0; i < SHG_CHALLENGES_PER_PLAYER; i++)
        expect_reply(&anna, "NEW W", "Your challenge is number ");
    expect_reply(&anna, "NEW W", "you already have 20 challenges; REMOVE withdraws one");
}

static shoogi_status add_many_games(shg_job *job, shg_storage *storage)
{
    const shg_definition definition = { .name = "shogi", .text = "x", .text_bytes = 1 };
    int64_t id = 0, game;
    shoogi_status status = storage->ops->definition_put(storage, &id, &definition, &job->error);
    const shg_game row = {
        .definition = id, .black = 1, .white = 2, .sfen = "", .options = "", .comment = ""
    };
    for (int i = 1; i < SHG_GAMES_PER_PLAYER && status == SHOOGI_OK; i++)
        status = storage->ops->game_add(storage, &game, &row, &job->error);
    return status;
}

/* Rows: NEW.2 */
static void many_games(void **state)
{
    (void)state;
    run_storage_job(add_many_games);
    client carl;
    log_in(&carl, "Carl");
    expect_reply(&anna, "NEW W", "is number 1.");
    expect_reply(&carl, "NEW W", "is number 2.");
    expect_reply(&carl, "NEW 1", "Game 500 has begun");
    static const char refused[] =
        "Nobody can play more than 500 games at a time.  No game has begun.\n";
    expect_reply(&anna, "NEW 2", refused);
    expect_reply(&bert, "NEW 2", "Game 501 has begun");
    expect_reply(&anna, "NEW W", "is number 3.");
    expect_reply(&carl, "NEW 3", refused);
    expect_reply(&carl, "NEW", "    3  shogi"); /* the challenge is still there */
    disconnect(&carl);
}

/* No clock starts while its player is offline. Rows: NEW.2 NEW.t */
static void fast_games_begin_with_both(void **state)
{
    (void)state;
    send_line(&anna, "NEW -t 5m W");
    send_line(&anna, "NEW -t 3d W");
    expect_reply(&bert, "NEW", "     1  shogi");
    disconnect(&anna);
    const char *said = send_line(&bert, "NEW");
    expect_contains(said, "-    1  shogi");
    expect_contains(said, "\n     2  shogi");
    expect_contains(said, "(- you cannot answer it)\n");
    expect_reply(&bert, "NEW 1",
                 "Anna is not online.  Challenge 1 is for a fast game, which begins only while "
                 "both\nplayers are online.");
    expect_reply(&bert, "NEW 2", "Game 1 has begun");
    log_in(&anna, "Anna");
    expect_excludes(send_line(&bert, "NEW"), "-    1  shogi");
    expect_reply(&bert, "NEW 1", "Game 2 has begun");
}

/* A server whose directory of variants has been deleted. */
static int set_up_from_nowhere(void **state)
{
    (void)state;
    char place[] = "/tmp/shoogi-challenges-XXXXXX", command[400];
    const char *variants = getenv("SHOOGI_VARIANTS");
    if (!variants || !mkdtemp(place))
        return -1;
    snprintf(command, sizeof command, "cp -r '%s'/*/ %s", variants, place);
    if (system(command) != 0)
        return -1;
    shg_server_options options;
    char fault[SHG_SERVER_FAULT_BYTES];
    shg_server_options_init(&options);
    options.db_path = "memory";
    options.variants = place;
    if (shg_address_read(&options.telnet, "127.0.0.1:0", NULL) != SHOOGI_OK)
        return -1;
    options.http = options.telnet;
    if (shg_server_new(&server, &options, fault) != SHOOGI_OK)
        return -1;
    snprintf(command, sizeof command, "rm -r %s", place);
    if (system(command) != 0)
        return -1;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    return 0;
}

/* Names and aliases are those of the start; no file is read to look up a word. Rows: NEW.v */
static void names_are_those_of_the_start(void **state)
{
    (void)state;
    expect_contains(challenge_and_accept(&anna, &bert, "NEW -v MINISHOGI W"), ": Mini Shogi, ");
    expect_contains(challenge_and_accept(&anna, &bert, "NEW -v Chu -s lishogi W"),
                    ": Chu Shogi, rules of lishogi, ");
    expect_reply(&anna, "NEW -v nothing W", "\"nothing\" should be the name of a game");
}

TEST_SUITE(challenges)
{
    const struct CMUnitTest tests[] = {
        PAIR_TEST(old_challenges_go),
        PAIR_TEST(many_guests),
        PAIR_TEST(many_challenges),
        PAIR_TEST(many_games),
        PAIR_TEST(fast_games_begin_with_both),
        cmocka_unit_test_setup_teardown(names_are_those_of_the_start, set_up_from_nowhere,
                                        tear_down_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
