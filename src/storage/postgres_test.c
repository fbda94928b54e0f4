/* postgres_test.c: what PostgreSQL alone has: round trips, deadlocks, and nodes with their news.
 *
 * The database is that of SHOOGI_POSTGRES (tests/support/with_postgres.py).  storage_test.c tests the rows. */
#include "storage/postgres_int.h"

#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
    char uri[300], skewed_uri[340];
    shg_storage *left, *right; /* nodes */
};

static void psql(const char *uri, const char *commands)
{
    char line[900];
    snprintf(line, sizeof line, "psql -qX -c \"%s\" '%s'", commands, uri);
    assert_int_equal(system(line), 0);
}

/* As a server starts. */
static shg_storage *open_node(const char *uri, const char *name)
{
    shg_storage *s = NULL;
    shoogi_error err;
    int64_t now_ms = 0;
    const shoogi_status status = shg_storage_open_node(&s, uri, name, "", &err);
    if (status != SHOOGI_OK)
        print_error("%s\n", err.message);
    assert_int_equal(status, SHOOGI_OK);
    assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
    assert_int_equal(shg_node_before_run(s, &now_ms, NULL), SHOOGI_OK);
    assert_int_equal(s->ops->run_begin(s, now_ms, NULL), SHOOGI_OK);
    assert_int_equal(shg_node_enter(s, NULL), SHOOGI_OK);
    assert_int_equal(s->ops->commit(s, NULL), SHOOGI_OK);
    return s;
}

static void begin(shg_storage *s)
{
    assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
}

static void commit(shg_storage *s)
{
    assert_int_equal(s->ops->commit(s, NULL), SHOOGI_OK);
}

/* Two games of two players. */
static void add_games(shg_storage *s)
{
    int64_t players[2], definition, game;
    const shg_definition rules = { .name = "shogi", .text = "files=9", .text_bytes = 7 };
    begin(s);
    for (int i = 0; i < 2; i++) {
        const shg_player row = { .name = i ? "Soga" : "Ota", .password = "" };
        assert_int_equal(s->ops->player_add(s, &players[i], &row, NULL), SHOOGI_OK);
    }
    assert_int_equal(s->ops->definition_put(s, &definition, &rules, NULL), SHOOGI_OK);
    const shg_game row = { .definition = definition,
                           .black = players[0],
                           .white = players[1],
                           .sfen = "",
                           .options = "",
                           .comment = "" };
    for (int i = 0; i < 2; i++)
        assert_int_equal(s->ops->game_add(s, &game, &row, NULL), SHOOGI_OK);
    commit(s);
}

static int set_up(void **state)
{
    static int made;
    struct fixture *f = calloc(1, sizeof *f);
    const char *uri = getenv("SHOOGI_POSTGRES");
    char command[64];
    assert_non_null(uri);
    snprintf(command, sizeof command, "CREATE SCHEMA p%d", ++made);
    psql(uri, command);
    /* Deadlocks are looked for after a second usually. */
    snprintf(f->uri, sizeof f->uri, "%s&options=-csearch_path%%3Dp%d%%20-cdeadlock_timeout%%3D20ms",
             uri, made);
    snprintf(f->skewed_uri, sizeof f->skewed_uri, "%s%%20-csearch_path%%3Dp%d,pg_catalog", f->uri,
             made);
    f->left = open_node(f->uri, "left");
    f->right = open_node(f->uri, "right");
    add_games(f->left);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    f->left->ops->close(f->left);
    f->right->ops->close(f->right);
    free(f);
    return 0;
}

static shoogi_status append(shg_storage *s, int64_t game, int64_t number, shoogi_error *err)
{
    const shg_event event = { .game = game, .number = number, .kind = "move", .text = "7g7f" };
    const shg_append what = { .events = &event,
                              .count = 1,
                              .seen = { number, 0 },
                              .plan_kind = "plan",
                              .player = { 1, 2 },
                              .plan_was = { "", "" },
                              .plan_is = { "", "" },
                              .sealer = 1,
                              .sealed_kind = "sealed",
                              .sealed = "",
                              .alive_ms = 5 };
    return s->ops->game_append(s, &what, err);
}

/* --- Cases --- */

static void a_move_is_one_round_trip(void **state)
{
    const struct fixture *f = *state;
    shg_storage *s = f->left;
    const struct postgres *q = postgres_of(s);
    for (int64_t number = 1; number < 4; number++) {
        begin(s);
        const uint64_t before = q->round_trips;
        assert_int_equal(s->ops->part_begin(s, NULL), SHOOGI_OK);
        assert_int_equal(append(s, 1, number, NULL), SHOOGI_OK);
        assert_int_equal(append(s, 2, number, NULL), SHOOGI_OK);
        assert_int_equal(s->ops->part_keep(s, NULL), SHOOGI_OK);
        assert_int_equal(q->round_trips - before, 2);
        /* A refusal is one, too, and no error. */
        assert_int_equal(append(s, 1, number, NULL), SHOOGI_CONFLICT);
        assert_int_equal(q->round_trips - before, 3);
        commit(s); /* with the news */
        assert_int_equal(q->round_trips - before, 4);
    }
}

struct other {
    shg_storage *s;
    shoogi_status first, second;
    atomic_bool has_first;
};

/* Game 2, then game 1, which the other connection has. */
static void *other_group(void *context)
{
    struct other *o = context;
    begin(o->s);
    assert_int_equal(o->s->ops->part_begin(o->s, NULL), SHOOGI_OK);
    o->first = append(o->s, 2, 1, NULL);
    assert_int_equal(o->s->ops->part_keep(o->s, NULL), SHOOGI_OK);
    atomic_store(&o->has_first, true);
    assert_int_equal(o->s->ops->part_begin(o->s, NULL), SHOOGI_OK);
    o->second = append(o->s, 1, 1, NULL);
    if (o->second != SHOOGI_OK)
        o->s->ops->part_drop(o->s);
    else
        assert_int_equal(o->s->ops->part_keep(o->s, NULL), SHOOGI_OK);
    commit(o->s);
    return NULL;
}

static void a_deadlock_refuses_one_job_of_one_group(void **state)
{
    const struct fixture *f = *state;
    shg_storage *s = f->left;
    struct other o = { .s = f->right };
    pthread_t thread;
    begin(s);
    assert_int_equal(append(s, 1, 1, NULL), SHOOGI_OK);
    assert_int_equal(pthread_create(&thread, NULL, other_group, &o), 0);
    while (!atomic_load(&o.has_first))
        usleep(1000);
    shoogi_error err = { 0 };
    assert_int_equal(s->ops->part_begin(s, NULL), SHOOGI_OK);
    const shoogi_status second = append(s, 2, 1, &err);
    if (second != SHOOGI_OK)
        s->ops->part_drop(s);
    else
        assert_int_equal(s->ops->part_keep(s, NULL), SHOOGI_OK);
    commit(s);
    pthread_join(thread, NULL);
    assert_int_equal(o.first, SHOOGI_OK);
    /* One of the two was the victim, and is told to try again; the other came second. */
    if (second == SHOOGI_LIMIT_EXCEEDED) {
        assert_string_equal(err.message, "another server changed the same rows; try again");
        assert_int_equal(o.second, SHOOGI_CONFLICT);
    } else {
        assert_int_equal(second, SHOOGI_CONFLICT);
        assert_int_equal(o.second, SHOOGI_LIMIT_EXCEEDED);
    }
    /* It can be run again. */
    shg_storage *victim = second == SHOOGI_LIMIT_EXCEEDED ? s : f->right;
    begin(victim);
    assert_int_equal(append(victim, second == SHOOGI_LIMIT_EXCEEDED ? 2 : 1, 2, NULL), SHOOGI_OK);
    commit(victim);
}

struct wakes {
    atomic_int count;
};

static void wake(void *context)
{
    atomic_fetch_add(&((struct wakes *)context)->count, 1);
}

/* Waits for something to take. */
static shg_news_taken take(shg_news_reader *news)
{
    for (;;) {
        const shg_news_taken taken = shg_news_take(news);
        if (taken.lines || taken.missed || taken.died || taken.gone)
            return taken;
        usleep(1000);
        shg_news_alive(news, 0);
    }
}

static void news_arrive_with_the_commit(void **state)
{
    const struct fixture *f = *state;
    struct wakes wakes = { 0 };
    shg_news_reader *news;
    assert_int_equal(shg_news_new(&news, f->uri, shg_node_number(f->right), wake, &wakes, NULL),
                     SHOOGI_OK);
    begin(f->left);
    assert_int_equal(append(f->left, 1, 1, NULL), SHOOGI_OK);
    f->left->ops->rollback(f->left);
    begin(f->left);
    assert_int_equal(f->left->ops->part_begin(f->left, NULL), SHOOGI_OK);
    assert_int_equal(append(f->left, 2, 1, NULL), SHOOGI_OK);
    f->left->ops->part_drop(f->left);
    assert_int_equal(append(f->left, 1, 1, NULL), SHOOGI_OK);
    f->left->ops->publish(f->left, "a line of the server");
    commit(f->left);
    begin(f->right); /* its own news are none */
    assert_int_equal(append(f->right, 1, 2, NULL), SHOOGI_OK);
    commit(f->right);
    const shg_news_taken taken = take(news);
    assert_false(taken.missed);
    char expected[100];
    snprintf(expected, sizeof expected, "from %lld %lld\ngame 1 1 1 1 2\na line of the server\n",
             (long long)shg_node_number(f->left), (long long)postgres_of(f->left)->news_number);
    assert_string_equal(taken.lines, expected);
    free(taken.lines);
    int64_t error_ms;
    (void)shg_news_offset_ms(news, &error_ms);
    assert_true(error_ms < 60 * 1000);
    shg_news_free(news);
}

/* A notification has the row itself.  It is taken if it is the next, and once, whatever the table has. */
static void a_notification_brings_its_row(void **state)
{
    const struct fixture *f = *state;
    struct wakes wakes = { 0 };
    shg_news_reader *news;
    char command[300], expected[300];
    assert_int_equal(shg_news_new(&news, f->uri, shg_node_number(f->right), wake, &wakes, NULL),
                     SHOOGI_OK);
    const long long left = shg_node_number(f->left), number = postgres_of(f->left)->news_number;
    static const char *const rows[][2] = {
        { "1", "next" }, { "1", "again" }, { "3", "behind a gap" }, { "2", "second" }
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(
            command, sizeof command,
            "SELECT pg_notify('shoogi ' || current_schema(), E'%lld ' || %lld + %s || E'\\n%s\\n')",
            left, number, rows[i][0], rows[i][1]);
        psql(f->uri, command);
    }
    snprintf(expected, sizeof expected, "from %lld %lld\nnext\nfrom %lld %lld\nsecond\n", left,
             number + 1, left, number + 2);
    char lines[300] = "";
    while (strlen(lines) < strlen(expected)) {
        const shg_news_taken taken = take(news);
        assert_false(taken.missed);
        strncat(lines, taken.lines, sizeof lines - strlen(lines) - 1);
        free(taken.lines);
    }
    assert_string_equal(lines, expected);
    shg_news_free(news);
}

/* What does not fit into a notification is read in the table. */
static void long_news_arrive(void **state)
{
    const struct fixture *f = *state;
    struct wakes wakes = { 0 };
    shg_news_reader *news;
    char line[SHG_NEWS_LINE_BYTES];
    memset(line, 'a', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    assert_int_equal(shg_news_new(&news, f->uri, shg_node_number(f->right), wake, &wakes, NULL),
                     SHOOGI_OK);
    begin(f->left);
    f->left->ops->publish(f->left, line);
    f->left->ops->publish(f->left, line);
    commit(f->left);
    const shg_news_taken taken = take(news);
    assert_false(taken.missed);
    const char *text = strchr(taken.lines, '\n') + 1;
    assert_int_equal(strlen(text), 2 * sizeof line);
    assert_memory_equal(text + sizeof line, line, sizeof line - 1);
    free(taken.lines);
    shg_news_free(news);
}

static void a_gap_is_noticed(void **state)
{
    const struct fixture *f = *state;
    struct wakes wakes = { 0 };
    shg_news_reader *news;
    assert_int_equal(shg_news_new(&news, f->uri, shg_node_number(f->right), wake, &wakes, NULL),
                     SHOOGI_OK);
    postgres_of(f->left)->news_number++; /* as if the row before were gone */
    begin(f->left);
    f->left->ops->publish(f->left, "late");
    commit(f->left);
    const shg_news_taken taken = take(news);
    assert_true(taken.missed);
    assert_non_null(strstr(taken.lines, "late\n"));
    free(taken.lines);
    shg_news_free(news);
}

/* A node stops: what it published last is read by those that have not looked yet, before they hear of its end. */
static void news_outlive_their_node(void **state)
{
    const struct fixture *f = *state;
    struct wakes wakes = { 0 };
    shg_news_reader *news;
    char lines[300] = "", expected[100];
    assert_int_equal(shg_news_new(&news, f->uri, shg_node_number(f->right), wake, &wakes, NULL),
                     SHOOGI_OK);
    const long long left = shg_node_number(f->left);
    psql(f->uri, /* in one transaction */
         "INSERT INTO news(node, number, text) SELECT node, max(number) + 1, E'last words\\n'"
         "  FROM news WHERE node = (SELECT id FROM node WHERE name = 'left') GROUP BY node;"
         "DELETE FROM node WHERE name = 'left'");
    for (bool died = false; !died;) {
        const shg_news_taken taken = take(news);
        assert_false(taken.missed);
        died = taken.died;
        if (taken.lines)
            strncat(lines, taken.lines, sizeof lines - strlen(lines) - 1);
        free(taken.lines);
    }
    snprintf(expected, sizeof expected, "from %lld %lld\nlast words\ndied %lld ", left,
             (long long)postgres_of(f->left)->news_number + 1, left);
    assert_memory_equal(lines, expected, strlen(expected));
    shg_news_free(news);
}

/* Any node removes the old news of all, but for the last of each node that is there. */
static void old_news_are_removed(void **state)
{
    const struct fixture *f = *state;
    struct wakes wakes = { 0 };
    shg_news_reader *news;
    psql(
        f->uri,
        "INSERT INTO news(node, number, text, at) SELECT n.id, k, '', clock_timestamp() - interval '61 s'"
        "  FROM (SELECT id FROM node WHERE name = 'left' UNION SELECT 7) AS n, generate_series(1001, 1002) AS k");
    assert_int_equal(shg_news_new(&news, f->uri, shg_node_number(f->right), wake, &wakes, NULL),
                     SHOOGI_OK);
    psql(f->uri,
         "DO \\$\\$ BEGIN ASSERT (SELECT array_agg(number ORDER BY number) FROM news WHERE number > 1000)"
         " = ARRAY[CAST(1002 AS bigint)]; END \\$\\$");
    shg_news_free(news);
}

static void wait_for_duty(shg_news_reader *news, shg_duty duty)
{
    while (!shg_news_has(news, duty)) {
        usleep(1000);
        shg_news_alive(news, 0);
    }
}

static void a_node_that_was_replaced_stores_nothing(void **state)
{
    struct fixture *f = *state;
    struct wakes wakes = { 0 };
    shg_news_reader *of_left, *of_right;
    assert_int_equal(shg_news_new(&of_left, f->uri, shg_node_number(f->left), wake, &wakes, NULL),
                     SHOOGI_OK);
    assert_int_equal(shg_news_new(&of_right, f->uri, shg_node_number(f->right), wake, &wakes, NULL),
                     SHOOGI_OK);
    assert_true(shg_news_has(of_left, SHG_DUTY_LEADING));
    assert_false(shg_news_has(of_right, SHG_DUTY_LEADING));
    shg_news_want(of_right, SHG_DUTY_ENGINES);
    wait_for_duty(of_right, SHG_DUTY_ENGINES);            /* which the left one does not want */
    psql(f->uri, "DELETE FROM node WHERE name = 'left'"); /* as if it had been silent for long */
    shg_storage *again = open_node(f->uri, "left");
    shoogi_error err;
    begin(f->left);
    assert_int_equal(append(f->left, 1, 1, NULL), SHOOGI_OK);
    assert_int_equal(f->left->ops->commit(f->left, &err), SHOOGI_IO);
    assert_string_equal(err.message,
                        "another server has taken the place of this one, or found it dead");
    assert_int_equal(f->left->ops->begin(f->left, NULL), SHOOGI_IO);
    assert_true(take(of_left).gone);
    const shg_news_taken taken = take(of_right);
    assert_true(taken.died);
    free(taken.lines);
    wait_for_duty(of_right, SHG_DUTY_LEADING);
    begin(f->right);
    assert_int_equal(append(f->right, 1, 1, NULL), SHOOGI_OK);
    commit(f->right);
    shg_news_free(of_left);
    shg_news_free(of_right);
    again->ops->close(again);
}

/* As if it had taken a commit of its own for one that was rolled back. */
static void a_node_whose_number_is_taken_stores_nothing(void **state)
{
    struct fixture *f = *state;
    shoogi_error err;
    begin(f->left);
    assert_int_equal(append(f->left, 1, 1, NULL), SHOOGI_OK);
    commit(f->left);
    postgres_of(f->left)->news_number--;
    begin(f->left);
    assert_int_equal(append(f->left, 1, 2, NULL), SHOOGI_OK);
    assert_int_equal(f->left->ops->commit(f->left, &err), SHOOGI_IO);
    assert_string_equal(err.message, "the database has another commit of this node");
    assert_int_equal(f->left->ops->begin(f->left, NULL), SHOOGI_IO);
}

/* After the database was away for long, the first that renews its row finds those of all others old. */
static void nodes_outlive_a_database_that_was_away(void **state)
{
    const struct fixture *f = *state;
    struct wakes wakes = { 0 };
    shg_news_reader *news;
    assert_int_equal(shg_news_new(&news, f->uri, shg_node_number(f->left), wake, &wakes, NULL),
                     SHOOGI_OK);
    psql(f->uri, "UPDATE node SET beat = beat - interval '20 s'");
    psql(f->uri,
         "DO \\$\\$ BEGIN WHILE (SELECT beat < clock_timestamp() - interval '10 s' FROM node"
         " WHERE name = 'left') LOOP PERFORM pg_sleep(0.05); END LOOP; END \\$\\$");
    begin(f->right);
    assert_int_equal(append(f->right, 1, 1, NULL), SHOOGI_OK);
    commit(f->right); /* its row is still there */
    shg_news_free(news);
}

static void the_name_of_a_server_that_runs_is_refused(void **state)
{
    const struct fixture *f = *state;
    struct wakes wakes = { 0 };
    shg_news_reader *news;
    shg_storage *s = NULL;
    shoogi_error err;
    int64_t now_ms;
    assert_int_equal(shg_news_new(&news, f->uri, shg_node_number(f->left), wake, &wakes, NULL),
                     SHOOGI_OK);
    assert_int_equal(shg_storage_open_node(&s, f->uri, "left", "", &err), SHOOGI_OK);
    begin(s);
    assert_int_equal(shg_node_before_run(s, &now_ms, &err), SHOOGI_CONFLICT);
    assert_string_equal(err.message,
                        "a server named left runs on this database: stop that, or give "
                        "this one another name by --node");
    s->ops->rollback(s);
    s->ops->close(s);
    shg_news_free(news);
}

/* Opens a node of a site, and returns how its entry ends. */
static shoogi_status try_site(const char *uri, const char *name, const char *site,
                              shoogi_error *err)
{
    shg_storage *s = NULL;
    int64_t now_ms;
    assert_int_equal(shg_storage_open_node(&s, uri, name, site, err), SHOOGI_OK);
    begin(s);
    const shoogi_status status = shg_node_before_run(s, &now_ms, err);
    s->ops->rollback(s);
    s->ops->close(s);
    return status;
}

static void two_sites_do_not_share_a_database(void **state)
{
    const struct fixture *f = *state;
    shoogi_error err;
    psql(f->uri, "DELETE FROM node WHERE name = 'right';"
                 "UPDATE node SET site = 'https://a.example'");
    assert_int_equal(try_site(f->uri, "middle", "https://b.example", &err), SHOOGI_CONFLICT);
    assert_string_equal(err.message, "server left of this database has --url https://a.example, "
                                     "this one https://b.example: give each site a database, or "
                                     "all servers the same");
    assert_int_equal(try_site(f->uri, "middle", "", &err), SHOOGI_CONFLICT);
    assert_non_null(strstr(err.message, "this one none"));
    assert_int_equal(try_site(f->uri, "middle", "https://a.example", &err), SHOOGI_OK);
    psql(f->uri, "UPDATE node SET beat = clock_timestamp() - interval '1 min'"); /* it is dead */
    assert_int_equal(try_site(f->uri, "middle", "https://b.example", &err), SHOOGI_OK);
}

static void a_newer_database_is_used_if_it_has_more(void **state)
{
    const struct fixture *f = *state;
    shg_storage *s = NULL;
    shoogi_error err;
    psql(f->uri, "UPDATE shoogi SET version = version + 1");
    assert_int_equal(shg_storage_postgres(&s, f->uri, true, &err), SHOOGI_OK);
    s->ops->close(s);
    s = open_node(f->uri, "middle");
    /* One that has connected, and is about to start, notices a migration. */
    s->ops->close(s);
    assert_int_equal(shg_storage_open_node(&s, f->uri, "third", "", &err), SHOOGI_OK);
    psql(f->uri, "UPDATE shoogi SET oldest = version");
    int64_t now_ms;
    begin(s);
    assert_int_equal(shg_node_before_run(s, &now_ms, &err), SHOOGI_INVALID_RULES);
    assert_non_null(strstr(err.message, "install a newer shoogi"));
    s->ops->rollback(s);
    s->ops->close(s);
    assert_int_equal(shg_storage_postgres(&s, f->uri, true, &err), SHOOGI_INVALID_RULES);
    assert_int_equal(shg_storage_open_node(&s, f->uri, "third", "", &err), SHOOGI_INVALID_RULES);
}

static void a_server_alone_and_nodes_exclude_each_other(void **state)
{
    const struct fixture *f = *state;
    shg_storage *s = NULL;
    shoogi_error err;
    assert_int_equal(shg_storage_postgres(&s, f->uri, false, &err), SHOOGI_CONFLICT);
    assert_non_null(strstr(err.message, "another server is using it"));
}

/* --- A connection that is cut --- */

/* The cut: which exchange, counted from 1, and whether the database has answered it.  at 0: none. */
static struct {
    int at, count;
    bool answered;
    __typeof__(PQpipelineSync) *sync;
} cut;

/* Puts a dead socket in the place of the connection's: the database sees its end, and so does libpq. */
static void cut_connection(PGconn *connection)
{
    int dead[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, dead), 0);
    close(dead[1]);
    assert_true(dup2(dead[0], shg_pq.socket(connection)) >= 0);
    close(dead[0]);
}

static int sync_and_cut(PGconn *connection)
{
    const bool now = ++cut.count == cut.at;
    if (now && !cut.answered)
        cut_connection(connection);
    const int sent = cut.sync(connection);
    struct pollfd answer = { .fd = shg_pq.socket(connection), .events = POLLIN };
    if (now && cut.answered) {
        assert_int_equal(poll(&answer, 1, -1), 1);
        cut_connection(connection);
    }
    return sent;
}

/* Stores a move as the worker does.  Returns the status of which its player is notified. */
static shoogi_status store_move(shg_storage *s, int64_t number)
{
    shoogi_status told = s->ops->begin(s, NULL);
    if (told != SHOOGI_OK)
        return told;
    told = s->ops->part_begin(s, NULL);
    if (told == SHOOGI_OK) {
        told = append(s, 1, number, NULL);
        if (told == SHOOGI_OK)
            told = s->ops->part_keep(s, NULL);
        if (told != SHOOGI_OK)
            s->ops->part_drop(s);
    }
    const shoogi_status committed = s->ops->commit(s, NULL);
    return told == SHOOGI_OK ? committed : told;
}

static int64_t stored_moves(shg_storage *s)
{
    shg_game row;
    begin(s);
    assert_int_equal(s->ops->game_get(s, &row, 1, NULL), SHOOGI_OK);
    commit(s);
    return row.events;
}

/* Cuts the connection at each exchange of one move, before the database has it and before the answer arrives. */
static void a_move_is_stored_if_its_player_is_told_so(void **state)
{
    const struct fixture *f = *state;
    int64_t stored = 0;
    cut.sync = shg_pq.pipelineSync;
    for (int answered = 0; answered < 2; answered++) {
        int at = 1;
        for (bool was_cut = true; was_cut; at++) {
            cut.at = at;
            cut.count = 0;
            cut.answered = answered;
            shg_pq.pipelineSync = sync_and_cut;
            const shoogi_status told = store_move(f->left, stored + 1);
            shg_pq.pipelineSync = cut.sync;
            was_cut = cut.count >= at;
            assert_true(told == SHOOGI_OK || (was_cut && told == SHOOGI_LIMIT_EXCEEDED));
            stored += told == SHOOGI_OK;
            assert_int_equal(stored_moves(f->right), stored);
            /* The storage goes on. */
            assert_int_equal(store_move(f->left, stored + 1), SHOOGI_OK);
            stored++;
        }
        assert_true(at > 4); /* the beginning, the move, the commit */
    }
    /* Other nodes are notified of each move once, and find no gap.  Every commit has news. */
    char command[300];
    snprintf(command, sizeof command,
             "DO \\$\\$ BEGIN ASSERT (SELECT count(*) = max(number) AND"
             " count(*) FILTER (WHERE text LIKE 'game %%') = %d"
             " FROM news JOIN node ON node = id WHERE name = 'left'); END \\$\\$",
             (int)stored);
    psql(f->uri, command);
}

/* --- Time --- */

/* The clock of the database is moved by a function that comes before its own. */
static void skew(const struct fixture *f, int ms)
{
    char commands[300];
    snprintf(commands, sizeof commands,
             "CREATE OR REPLACE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql AS "
             "'SELECT pg_catalog.clock_timestamp() + %d * interval ''1 ms'''",
             ms);
    psql(f->uri, commands);
}

/* Tries to store the end of game 1 on time. */
static shoogi_status flag(shg_storage *s, int64_t number, int64_t fell_ms, int64_t pause)
{
    const shg_event event = {
        .game = 1, .number = number, .kind = "result", .text = "white time", .at_ms = fell_ms
    };
    const shg_append what = { .events = &event, .count = 1, .fell_ms = fell_ms, .pause = pause };
    begin(s);
    const shoogi_status status = s->ops->game_append(s, &what, NULL);
    s->ops->rollback(s);
    return status;
}

static int64_t database_ms(shg_storage *s)
{
    begin(s);
    assert_int_equal(shg_postgres_run(sql_of(s), NODE_TIME, NO_VALUES), SQL_ROW);
    const int64_t now_ms = sql_of(s)->cells[0].number;
    s->ops->rollback(s);
    return now_ms;
}

static void the_database_judges_flags(void **state)
{
    const struct fixture *f = *state;
    static const char beat[] = "UPDATE node SET beat = clock_timestamp()";
    const int64_t now_ms = database_ms(f->left), node = shg_node_number(f->right);
    const int64_t fell_ms = now_ms - 60 * 1000;
    psql(f->uri, beat);
    assert_int_equal(flag(f->left, 1, fell_ms, node), SHOOGI_OK);
    assert_int_equal(flag(f->left, 2, fell_ms, node), SHOOGI_CONFLICT); /* not the next event */
    assert_int_equal(flag(f->left, 1, now_ms + 60 * 1000, node), SHOOGI_CONFLICT);
    /* A node at which lines wait for long, or that is silent. */
    psql(f->uri, "UPDATE node SET beat = clock_timestamp(),"
                 " queue_ms = CASE name WHEN 'right' THEN 900000 ELSE 0 END");
    assert_int_equal(flag(f->left, 1, fell_ms, node), SHOOGI_CONFLICT);
    psql(f->uri, "UPDATE node SET queue_ms = 0, beat = clock_timestamp()"
                 " - CASE name WHEN 'right' THEN 900 ELSE 0 END * interval '1 s'");
    assert_int_equal(flag(f->left, 1, fell_ms, node), SHOOGI_CONFLICT);
    /* A node that has ended. */
    psql(f->uri, "INSERT INTO node_lost(id, at) VALUES (1, clock_timestamp() + interval '1 h')");
    psql(f->uri, beat);
    assert_int_equal(flag(f->left, 1, fell_ms, node), SHOOGI_CONFLICT);
    psql(f->uri, "DELETE FROM node_lost");
    /* A pause that this node does not know. */
    psql(f->uri, "INSERT INTO run(began_ms, alive_ms) VALUES (7, 5)");
    psql(f->uri, beat);
    assert_int_equal(flag(f->left, 1, fell_ms, node), SHOOGI_CONFLICT);
    psql(f->uri, beat);
    assert_int_equal(flag(f->left, 1, fell_ms, node + 1), SHOOGI_OK);
    /* No node has beaten: first a pause must be stored. */
    psql(f->uri, "UPDATE node SET beat = clock_timestamp() - interval '4 s'");
    assert_int_equal(flag(f->left, 1, fell_ms, node + 1), SHOOGI_CONFLICT);
}

/* Waits until a line of news begins with a word, and fills the numbers behind it. */
static void take_numbers(int64_t *numbers, shg_news_reader *news, const char *word, int count)
{
    for (;;) {
        const shg_news_taken taken = take(news);
        char *at = taken.lines ? strstr(taken.lines, word) : NULL;
        if (at)
            at += strlen(word);
        for (int i = 0; at && i < count; i++)
            numbers[i] = strtoll(at, &at, 10);
        free(taken.lines);
        if (at)
            return;
    }
}

static void silence_of_all_is_a_pause(void **state)
{
    const struct fixture *f = *state;
    struct wakes wakes = { 0 };
    shg_news_reader *of_left, *of_right;
    psql(f->uri, "UPDATE node SET beat = clock_timestamp() - interval '8 s'");
    assert_int_equal(shg_news_new(&of_left, f->uri, shg_node_number(f->left), wake, &wakes, NULL),
                     SHOOGI_OK);
    assert_int_equal(shg_news_new(&of_right, f->uri, shg_node_number(f->right), wake, &wakes, NULL),
                     SHOOGI_OK);
    int64_t left[3], right[3];
    take_numbers(left, of_left, "pause ", 3);
    take_numbers(right, of_right, "pause ", 3);
    assert_memory_equal(left, right, sizeof left); /* once */
    assert_true(left[2] - left[1] >= 8000);
    shg_named_node others[SHG_NODES_MAX];
    assert_int_equal(shg_news_names(others, of_left), 1);
    assert_int_equal(others[0].node, shg_node_number(f->right));
    assert_string_equal(others[0].name, "right");
    /* The line about the end of a node has its last beat. */
    shg_news_free(of_right);
    take_numbers(right, of_left, "died ", 2);
    assert_int_equal(right[0], shg_node_number(f->right));
    assert_true(right[1] > 0);
    shg_news_free(of_left);
}

/* Waits until the database's clock is ahead by less than, or by at least, a limit; false if there is a pause first. */
static bool offset_reaches(shg_news_reader *news, bool least, int64_t limit_ms)
{
    bool paused = false;
    for (int64_t error_ms; (shg_news_offset_ms(news, &error_ms) >= limit_ms) != least;) {
        const shg_news_taken taken = shg_news_take(news);
        paused = paused || (taken.lines && strstr(taken.lines, "pause "));
        free(taken.lines);
        usleep(1000);
        shg_news_alive(news, 0);
    }
    return !paused;
}

static void a_jump_of_the_time_is_a_pause(void **state)
{
    const struct fixture *f = *state;
    struct wakes wakes = { 0 };
    shg_news_reader *news;
    int64_t error_ms, pause[3];
    skew(f, 0);
    assert_int_equal(
        shg_news_new(&news, f->skewed_uri, shg_node_number(f->left), wake, &wakes, NULL),
        SHOOGI_OK);
    const int64_t before_ms = shg_news_offset_ms(news, &error_ms);
    skew(f, 2500);
    take_numbers(pause, news, "pause ", 3);
    assert_true(pause[2] - pause[1] >= 1500);
    assert_true(offset_reaches(news, true, before_ms + 1000));
    /* A jump backward is no pause, and neither is one of a day. */
    skew(f, 24 * 3600 * 1000);
    assert_true(offset_reaches(news, true, before_ms + 23 * 3600 * 1000));
    skew(f, 0);
    assert_true(offset_reaches(news, false, before_ms + 1000));
    shg_news_free(news);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_move_is_one_round_trip, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_deadlock_refuses_one_job_of_one_group, set_up, tear_down),
        cmocka_unit_test_setup_teardown(news_arrive_with_the_commit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_notification_brings_its_row, set_up, tear_down),
        cmocka_unit_test_setup_teardown(long_news_arrive, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_gap_is_noticed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(news_outlive_their_node, set_up, tear_down),
        cmocka_unit_test_setup_teardown(old_news_are_removed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_node_that_was_replaced_stores_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_node_whose_number_is_taken_stores_nothing, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_move_is_stored_if_its_player_is_told_so, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(nodes_outlive_a_database_that_was_away, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_name_of_a_server_that_runs_is_refused, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_database_judges_flags, set_up, tear_down),
        cmocka_unit_test_setup_teardown(silence_of_all_is_a_pause, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_jump_of_the_time_is_a_pause, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_sites_do_not_share_a_database, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_newer_database_is_used_if_it_has_more, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_server_alone_and_nodes_exclude_each_other, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests_name("postgres", tests, NULL, NULL);
}
