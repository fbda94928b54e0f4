/* token_test: tokens authenticate their players; requests with a key run once. */
#include "support/session.h"
#include "server/session/part.h"
#include "server/game/part.h"
#include "base/test_suite.h"
#include "server/account/token.h"

static char shown[SHG_TOKEN_BYTES + 1]; /* the token of the test */
static shg_token_outcome outcome;
static int outcomes;

/* ---- the form ---- */

static void tokens_have_a_form(void **state)
{
    (void)state;
    char token[SHG_TOKEN_BYTES + 1], other[SHG_TOKEN_BYTES + 1];
    char hash[SHG_TOKEN_HASH_BYTES + 1], other_hash[SHG_TOKEN_HASH_BYTES + 1];
    shg_token_make(token, hash);
    shg_token_make(other, other_hash);
    assert_int_equal(strlen(token), SHG_TOKEN_BYTES);
    assert_int_equal(strlen(hash), SHG_TOKEN_HASH_BYTES);
    assert_memory_equal(token, "shoogi_", 7);
    assert_string_not_equal(token, other);
    assert_string_not_equal(hash, other_hash);
    assert_null(strstr(hash, token + 7));
    assert_true(shg_token_hash(other_hash, token, SHG_TOKEN_BYTES));
    assert_string_equal(hash, other_hash);
    assert_false(shg_token_hash(hash, token, SHG_TOKEN_BYTES - 1));
    assert_false(shg_token_hash(hash, "", 0));
    token[0] = 'S';
    assert_false(shg_token_hash(hash, token, SHG_TOKEN_BYTES));
}

static void tokens_expire(void **state)
{
    (void)state;
    const int64_t day_ms = 24 * 60 * 60 * INT64_C(1000);
    assert_int_equal(shg_token_expires_ms("browser", 0, 0), 30 * day_ms);
    assert_int_equal(shg_token_expires_ms("browser", 0, 100 * day_ms), 130 * day_ms);
    assert_int_equal(shg_token_expires_ms("browser", 0, 340 * day_ms), 365 * day_ms);
    assert_int_equal(shg_token_expires_ms("program", 0, 900 * day_ms), 1265 * day_ms);
}

/* ---- sign-in by token ---- */

static int64_t stored_for, stored_id, stored_made_ms;
static const char *stored_kind;
static char stored_hash[SHG_TOKEN_HASH_BYTES + 1];

static shoogi_status run_store(shg_job *job, shg_storage *storage)
{
    const shg_token row = { .player = stored_for,
                            .kind = stored_kind,
                            .name = "",
                            .from = "",
                            .created_ms = stored_made_ms,
                            .seen_ms = stored_made_ms };
    return shg_token_store(storage, &stored_id, &row, stored_hash, &job->error);
}

/* Stores a token of a player, of this age. */
static void store_token(int64_t player, const char *kind, int64_t age_ms)
{
    stored_for = player;
    stored_kind = kind;
    stored_made_ms = shg_now_ms(server) - age_ms;
    shg_token_make(shown, stored_hash);
    run_storage_job(run_store);
}

static void on_entered(shg_session *s, shg_token_outcome o)
{
    (void)s;
    outcome = o;
    outcomes++;
}

static shg_token_outcome enter_with_token(client *c, const char *token, shg_presence presence)
{
    memset(c, 0, sizeof *c);
    assert_int_equal(shg_session_new(&c->session, server, &door, c, (shg_address_key){ .kind = 4 }),
                     SHOOGI_OK);
    outcomes = 0;
    shg_token_enter(c->session, token, strlen(token), presence, on_entered);
    wait_for_prompt(c);
    assert_int_equal(outcomes, 1);
    return outcome;
}

static void a_token_is_its_player(void **state)
{
    (void)state;
    client anna, call, silent;
    log_in(&anna, "Anna");
    send_line(&anna, "SET BSTYLE 3");
    send_line(&anna, "NEW * P-7f");
    store_token(anna.session->player, "browser", 0);

    assert_int_equal(enter_with_token(&call, shown, SHG_PRESENCE_CALL), SHG_TOKEN_ENTERED);
    assert_string_equal(call.session->name, "Anna");
    assert_int_equal(call.session->player, anna.session->player);
    assert_int_equal(call.session->token, stored_id);
    assert_int_equal(call.session->settings.value[SHG_SET_BSTYLE], 3);
    assert_false(call.session->online);
    expect_excludes(take_output(&call), "Welcome");
    expect_reply(&call, "NEW", "Anna");
    assert_int_equal(server->sessions->online.count, 1);

    assert_int_equal(enter_with_token(&silent, shown, SHG_PRESENCE_SILENT), SHG_TOKEN_ENTERED);
    expect_excludes(take_output(&silent), "Welcome");
    assert_int_equal(server->sessions->online.count, 2);
    disconnect(&silent);

    assert_int_equal(enter_with_token(&silent, shown, SHG_PRESENCE_GREETED), SHG_TOKEN_ENTERED);
    expect_contains(take_output(&silent), "Welcome, Anna.");

    /* Ending a token ends its sessions and no others. */
    shg_token_end_sessions(server, anna.session->player, stored_id, NULL, "Ended.");
    assert_true(silent.finished);
    expect_contains(take_output(&silent), "Ended.");
    assert_true(call.finished); /* possibly an endless stream */
    assert_false(anna.finished);
    assert_ptr_equal(server->sessions->online.entered, anna.session);
    disconnect(&silent);
    disconnect(&call);

    /* Other sessions of the player stay; a session that has ended cannot be ended again. */
    client other;
    const int64_t first = stored_id;
    assert_int_equal(enter_with_token(&call, shown, SHG_PRESENCE_CALL), SHG_TOKEN_ENTERED);
    store_token(anna.session->player, "browser", 0);
    assert_int_equal(enter_with_token(&other, shown, SHG_PRESENCE_CALL), SHG_TOKEN_ENTERED);
    assert_int_equal(enter_with_token(&silent, shown, SHG_PRESENCE_CALL), SHG_TOKEN_ENTERED);
    shg_token_end_sessions(server, anna.session->player, first, NULL, "Ended.");
    assert_true(call.finished);
    assert_false(other.finished);
    disconnect(&other);
    shg_token_end_sessions(server, anna.session->player, 0, anna.session, "Ended.");
    assert_true(silent.finished);
    assert_false(anna.finished);
    disconnect(&call);
    disconnect(&silent);
    disconnect(&anna);
}

static shoogi_status run_remove(shg_job *job, shg_storage *storage)
{
    return storage->ops->token_remove(storage, stored_id, &job->error);
}

static shoogi_status run_ban(shg_job *job, shg_storage *storage)
{
    const shg_ban row = { .player = stored_for, .network = "", .reason = "rude" };
    int64_t id;
    const shoogi_status status = storage->ops->ban_add(storage, &id, &row, &job->error);
    if (status != SHOOGI_OK)
        return status;
    shg_bans *bans = NULL;
    const shoogi_status read = shg_bans_read(&bans, storage, &job->error);
    if (read == SHOOGI_OK) { /* the loop waits for this job: the memory is not in use */
        shg_bans_free(server->bans);
        server->bans = bans;
    }
    return read;
}

static void invalid_tokens_are_refused(void **state)
{
    (void)state;
    const int64_t day_ms = 24 * 60 * 60 * INT64_C(1000);
    client anna, nobody;
    log_in(&anna, "Anna");
    static const char *const never[] = { "", "shoogi_", "x",
                                         "shoogi_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" };
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
        assert_int_equal(enter_with_token(&nobody, never[i], SHG_PRESENCE_CALL), SHG_TOKEN_UNKNOWN);
        assert_int_equal(nobody.session->player, 0);
        disconnect(&nobody);
    }
    store_token(anna.session->player, "browser", 31 * day_ms); /* expired */
    assert_int_equal(enter_with_token(&nobody, shown, SHG_PRESENCE_CALL), SHG_TOKEN_UNKNOWN);
    disconnect(&nobody);
    store_token(anna.session->player, "program", 31 * day_ms); /* not expired */
    assert_int_equal(enter_with_token(&nobody, shown, SHG_PRESENCE_CALL), SHG_TOKEN_ENTERED);
    disconnect(&nobody);
    run_storage_job(run_remove);
    assert_int_equal(enter_with_token(&nobody, shown, SHG_PRESENCE_CALL), SHG_TOKEN_UNKNOWN);
    disconnect(&nobody);
    store_token(anna.session->player, "letter", 0); /* of another kind */
    assert_int_equal(enter_with_token(&nobody, shown, SHG_PRESENCE_CALL), SHG_TOKEN_UNKNOWN);
    disconnect(&nobody);
    store_token(anna.session->player, "browser", 0);
    run_storage_job(run_ban);
    assert_int_equal(enter_with_token(&nobody, shown, SHG_PRESENCE_CALL), SHG_TOKEN_REFUSED);
    expect_contains(take_output(&nobody), "rude");
    assert_int_equal(nobody.session->player, 0);
    disconnect(&nobody);
    disconnect(&anna);
}

/* The connection ends while its token is looked up. */
static void gone_meanwhile(void **state)
{
    (void)state;
    client anna, p;
    log_in(&anna, "Anna");
    store_token(anna.session->player, "browser", 0);
    memset(&p, 0, sizeof p);
    assert_int_equal(shg_session_new(&p.session, server, &door, &p, (shg_address_key){ .kind = 4 }),
                     SHOOGI_OK);
    outcomes = 0;
    shg_token_enter(p.session, shown, strlen(shown), SHG_PRESENCE_GREETED, on_entered);
    disconnect(&p);
    assert_int_equal(outcomes, 1);
    assert_int_equal(server->sessions->online.count, 1);
    disconnect(&anna);
}

/* ---- limits ---- */

static size_t of_program, of_browser;

static bool each_token(void *context, const shg_token *row)
{
    (void)context;
    if (strcmp(row->kind, "browser") == 0)
        of_browser++;
    if (strcmp(row->kind, "program") == 0)
        of_program++;
    return true;
}

static shoogi_status run_many(shg_job *job, shg_storage *storage)
{
    shg_token row = { .player = stored_for, .kind = "browser", .name = "", .from = "" };
    shoogi_status status = SHOOGI_OK;
    for (int i = 0; i < SHG_TOKENS_PER_PLAYER + 3 && status == SHOOGI_OK; i++) {
        row.created_ms = row.seen_ms = 1000 - i; /* the newest token was unused for longest */
        shg_token_make(shown, stored_hash);
        status = shg_token_store(storage, &stored_id, &row, stored_hash, &job->error);
    }
    row.kind = "program";
    for (int i = 0; i < SHG_TOKENS_PER_PLAYER && status == SHOOGI_OK; i++) {
        shg_token_make(shown, stored_hash);
        status = shg_token_store(storage, &stored_id, &row, stored_hash, &job->error);
    }
    if (status != SHOOGI_OK)
        return status;
    shg_token_make(shown, stored_hash);
    if (shg_token_store(storage, &stored_id, &row, stored_hash, &job->error) !=
        SHOOGI_LIMIT_EXCEEDED)
        return SHOOGI_ILLEGAL;
    of_program = of_browser = 0;
    return storage->ops->token_list(storage, stored_for, each_token, NULL, &job->error);
}

static void so_many_and_no_more(void **state)
{
    (void)state;
    client anna;
    log_in(&anna, "Anna");
    stored_for = anna.session->player;
    run_storage_job(run_many);
    assert_int_equal(of_browser, SHG_TOKENS_PER_PLAYER);
    assert_int_equal(of_program, SHG_TOKENS_PER_PLAYER);
    disconnect(&anna);
}

/* ---- idempotent requests ---- */

static void on_begun(shg_session *s)
{
    (void)s;
    outcomes++;
}

/* Runs a call under a key; returns whether it was a repetition. */
static bool is_repeated(client *c, const char *key, const char *line, const char *wanted)
{
    outcomes = 0;
    c->session->repeated = false;
    shg_session_hold(c->session);
    shg_request_begin(c->session, key, strlen(key), on_begun);
    shg_session_release(c->session);
    wait_for_prompt(c);
    assert_int_equal(outcomes, 1);
    if (!c->session->repeated)
        expect_reply(c, line, wanted);
    c->session->request[0] = '\0';
    return c->session->repeated;
}

static void a_key_is_for_one_call(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    assert_false(is_repeated(&anna, "k1", "NEW * P-7f", "is number 1"));
    assert_true(is_repeated(&anna, "k1", "NEW * P-7f", ""));
    assert_false(is_repeated(&bert, "k1", "NEW * P-7f", "is number 2"));
    assert_false(is_repeated(&anna, "k2", "NEW * P-7f", "is number 3"));
    /* A refused call does not use up its key. */
    assert_false(is_repeated(&anna, "k3", "NEW 17", "There is no challenge 17"));
    assert_false(is_repeated(&anna, "k3", "NEW 2", "has begun"));
    assert_true(is_repeated(&anna, "k3", "NEW 2", ""));
    expect_reply(&anna, "NEW", "3");
    disconnect(&anna);
    disconnect(&bert);
}

/* Two calls with one key, both looked up before either is stored: only one takes effect. */
static void two_at_the_same_time(void **state)
{
    (void)state;
    client anna, other;
    log_in(&anna, "Anna");
    log_in(&other, "Anna");
    client *both[] = { &anna, &other };
    for (size_t i = 0; i < 2; i++) {
        shg_session_hold(both[i]->session);
        shg_request_begin(both[i]->session, "k", 1, on_begun);
        shg_session_release(both[i]->session);
    }
    for (size_t i = 0; i < 2; i++) {
        wait_for_prompt(both[i]);
        assert_false(both[i]->session->repeated);
    }
    type_without_waiting(&anna, "NEW * P-7f");
    type_without_waiting(&other, "NEW * P-7f");
    wait_for_prompt(&anna);
    wait_for_prompt(&other);
    expect_contains(take_output(&anna), "is number 1");
    expect_contains(take_output(&other), "that was already done");
    assert_false(anna.session->repeated);
    assert_true(other.session->repeated);
    expect_excludes(send_line(&anna, "NEW"), "2 ");
    disconnect(&anna);
    disconnect(&other);
}

/* A write that is not the call's, or fails, leaves the key to a later one. */
static shoogi_status run_failing(shg_job *job, shg_storage *storage)
{
    (void)storage;
    (void)job;
    return SHOOGI_ILLEGAL;
}

static void on_task_done(shg_task *task)
{
    (void)task;
}

static void a_key_is_not_wasted(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);

    /* During a takeback, a request for the game waits and is then refused. */
    shg_game_state *game = shg_game_cache_find(server->games->cache, anna.session->current_game);
    snprintf(anna.session->request, sizeof anna.session->request, "k4");
    game->undoing++;
    type_without_waiting(&anna, "PLAY P-2f");
    game->undoing--;
    wait_for_prompt(&anna);
    expect_contains(take_output(&anna), "not your turn");
    assert_string_equal(anna.session->request, "k4");

    shg_task *task = shg_task_alloc(anna.session, sizeof *task);
    shg_task_write(task, server, anna.session, run_failing, on_task_done);
    assert_string_equal(anna.session->request, "");
    wait_for_prompt(&anna);
    assert_string_equal(anna.session->request, "k4");
    assert_false(is_repeated(&anna, "k4", "NEW * P-7f", "is number"));
    assert_true(is_repeated(&anna, "k4", "NEW * P-7f", ""));
    disconnect(&anna);
    disconnect(&bert);
}

TEST_SUITE(token)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_have_a_form),
        cmocka_unit_test(tokens_expire),
        cmocka_unit_test_setup_teardown(a_token_is_its_player, set_up, tear_down),
        cmocka_unit_test_setup_teardown(invalid_tokens_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gone_meanwhile, set_up, tear_down),
        cmocka_unit_test_setup_teardown(so_many_and_no_more, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_key_is_for_one_call, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_at_the_same_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_key_is_not_wasted, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("token", tests, NULL, NULL);
}
