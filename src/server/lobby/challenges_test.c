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
    expire_challenges(false); /* Bert is still online */
    expect_contains(send_line(&anna, "NEW"), "from Bert");
    disconnect(&bert);
    run_storage_job(bert_was_here_long_ago);
    expire_challenges(false);
    said = send_line(&anna, "NEW");
    expect_contains(said, "from Anna");
    expect_excludes(said, "from Bert");
    expect_contains(said, "from a guest");
    log_in(&bert, "Bert");
    expire_challenges(true);
    said = send_line(&bert, "NEW");
    expect_contains(said, "from Anna");
    expect_excludes(said, "from a guest");
    disconnect(&guest);
}

static shoogi_status bert_was_here_two_days_ago(shg_job *job, shg_storage *storage)
{
    const int64_t now_ms = shg_now_ms(server);
    return storage->ops->player_set_seen(storage, 2, now_ms - 2 * SHG_CHALLENGES_ABSENT_MS,
                                         &job->error);
}

/* A challenge to a pattern ends after a day of absence, unless it has an end of its own. Rows: NEW.e */
static void a_day_of_absence(void **state)
{
    (void)state;
    send_line(&bert, "NEW * P-7f to everybody");
    send_line(&bert, "NEW -e 3 * P-7f for three days");
    send_line(&bert, "NEW Anna P-7f to Anna");
    send_line(&bert, "NEW -l * P-7f with a key");
    send_line(&anna, "NEW * P-7f from Anna");
    disconnect(&bert);
    expire_challenges(false);
    expect_contains(send_line(&anna, "NEW"), "to everybody");
    run_storage_job(bert_was_here_two_days_ago);
    expire_challenges(false); /* the server has just begun */
    expect_contains(send_line(&anna, "NEW"), "to everybody");
    server->clock.start_monotonic_ms -= 25 * INT64_C(3600) * 1000;
    expire_challenges(false);
    const char *said = send_line(&anna, "NEW");
    expect_excludes(said, "to everybody");
    expect_contains(said, "for three days");
    expect_contains(said, "to Anna");
    expect_contains(said, "from Anna");
    log_in(&bert, "Bert");
    expect_contains(send_line(&bert, "NEW"), "with a key");
}

/* ---- fair shares ---- */

static void come_from(const client *c, uint8_t network, uint8_t address)
{
    c->session->address = (shg_address_key){ .kind = 4, .bytes = { 10, 0, network, address } };
}

static shg_share_figures figures_of(shg_share_id id)
{
    shg_share_figures figures;
    shg_share_figures_get(&figures, server->shares, id);
    return figures;
}

/* Five addresses of one network with players enough fill the list, without rows of the storage. */
static void fill_challenges(const char *pattern, const char *options, int count)
{
    static int64_t number = 100000;
    for (int i = 0; i < count; i++) {
        const shg_owner owner = { { .kind = 4, .bytes = { 10, 0, 1, (uint8_t)(i % 5) } },
                                  1000 + i % 260 };
        shg_challenge_book_add(server->lobby->book, &owner, ++number, pattern, options, false);
    }
}

/* A full list takes a newcomer's challenge, and the oldest of the largest holder goes. Rows: NEW.full */
static void a_full_list(void **state)
{
    (void)state;
    come_from(&bert, 1, 0);
    expect_reply(&bert, "NEW * P-7f from Bert", "is number 1.");
    fill_challenges("*", "", SHG_CHALLENGES_MAX - 1);
    assert_int_equal(figures_of(SHG_SHARE_challenges).held, SHG_CHALLENGES_MAX);
    come_from(&anna, 2, 0);
    expect_reply(&anna, "NEW * P-7f from Anna", "is number 2.");
    assert_int_equal(figures_of(SHG_SHARE_challenges).held, SHG_CHALLENGES_MAX);
    assert_int_equal(figures_of(SHG_SHARE_challenges).gave_way, 1);
    /* Bert has fewer than the others of his network, so his stays, and he can make another. */
    wait_for_jobs();
    expect_contains(send_line(&anna, "NEW"), "from Bert");
    expect_reply(&bert, "NEW * P-7f from Bert again", "is number 3.");
    /* Challenges by name and with a key are apart. */
    fill_challenges("Carl", "", 100);
    assert_int_equal(figures_of(SHG_SHARE_challenges).gave_way, 2);
    expect_reply(&anna, "NEW Bert P-7f", "is number 4.");
    expect_reply(&anna, "NEW -l * P-7f", "is number 5.");
    assert_int_equal(figures_of(SHG_SHARE_invitations).held, 101);
    assert_int_equal(figures_of(SHG_SHARE_received).held, 101);
    assert_int_equal(figures_of(SHG_SHARE_links).held, 1);
    expect_reply(&bert, "DECLINE 4", "You declined challenge 4");
    assert_int_equal(figures_of(SHG_SHARE_invitations).held, 100);
    assert_int_equal(figures_of(SHG_SHARE_received).held, 100);
}

/* The largest holder is refused with a sentence; one whose challenge gives way is notified. */
static void the_largest_gives_way(void **state)
{
    (void)state;
    come_from(&bert, 1, 0);
    for (int i = 1; i <= 3; i++)
        send_line(&bert, "NEW * P-7f from Bert");
    for (int i = 0; i < SHG_CHALLENGES_MAX - 3; i++) {
        const shg_owner owner = { .player = 1000 + i };
        shg_challenge_book_add(server->lobby->book, &owner, 100000 + i, "*", "", false);
    }
    expect_reply(&bert, "NEW * P-7f",
                 "The list of challenges is full, and nobody has more of it than you or your "
                 "network.  REMOVE withdraws a challenge.\n");
    come_from(&anna, 2, 0);
    expect_reply(&anna, "NEW * P-7f", "is number 4.");
    wait_for_jobs();
    expect_contains(take_output(&bert), "Your challenge 1 is withdrawn: there were too many");
    expect_excludes(send_line(&anna, "NEW"), "    1  shogi");
    expect_reply(&anna, "NEW * P-7f", "The list of challenges is full"); /* both have two */
    /* What is freed for an administrator or by a ban. */
    shg_shares_free_owned(server->shares, &(shg_share_selection){ .player = 2 });
    wait_for_jobs();
    expect_excludes(send_line(&anna, "NEW"), "Bert");
    assert_int_equal(figures_of(SHG_SHARE_challenges).held, SHG_CHALLENGES_MAX - 2);
}

/* One player can receive many challenges, of which no challenger has most. */
static void a_popular_player(void **state)
{
    (void)state;
    fill_challenges("anna", "", SHG_INVITATIONS_RECEIVED_MAX);
    assert_int_equal(figures_of(SHG_SHARE_received).held, SHG_INVITATIONS_RECEIVED_MAX);
    come_from(&bert, 2, 0);
    expect_reply(&bert, "NEW Anna P-7f", "is number 1.");
    wait_for_jobs();
    assert_int_equal(figures_of(SHG_SHARE_received).held, SHG_INVITATIONS_RECEIVED_MAX);
    assert_int_equal(figures_of(SHG_SHARE_invitations).held, SHG_INVITATIONS_RECEIVED_MAX);
    assert_int_equal(figures_of(SHG_SHARE_received).gave_way, 1);
    /* The book follows the storage, in which there is only Bert's. */
    expire_challenges(false);
    assert_int_equal(figures_of(SHG_SHARE_received).held, 1);
    assert_int_equal(figures_of(SHG_SHARE_invitations).held, 1);
    assert_true(shg_share_check(shg_shares_get(server->shares, SHG_SHARE_invitations)));
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
                 "Anna is not online.  The challenge is for a fast game, which begins only while "
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
        PAIR_TEST(a_day_of_absence),
        PAIR_TEST(a_full_list),
        PAIR_TEST(the_largest_gives_way),
        PAIR_TEST(a_popular_player),
        PAIR_TEST(many_guests),
        PAIR_TEST(many_challenges),
        PAIR_TEST(many_games),
        PAIR_TEST(fast_games_begin_with_both),
        cmocka_unit_test_setup_teardown(names_are_those_of_the_start, set_up_from_nowhere,
                                        tear_down_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
