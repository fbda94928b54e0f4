/* postgres_news.c: the thread of a node that renews its row, and reads what other nodes publish; see news.h.
 *
 * It has a connection of its own, on which each statement is a transaction. */
#include "storage/postgres_int.h"

#include "base/error.h"
#include "base/monotonic.h"

#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    BEAT_MS = 1000,
    HUNG_MS = 5000,        /* the loop's silence after which the row is renewed no more */
    FORGET_MS = 10 * 1000, /* how often old news are removed */
    SAMPLES = 60,          /* of the database's clock */
    SQL_BYTES = 256 + SHG_NODES_MAX * 48,
};

struct sample {
    int64_t offset_ms, error_ms;
};

struct shg_news_reader {
    char uri[SHG_STORAGE_PATH_BYTES_MAX + 1];
    int64_t node;
    void (*wake)(void *);
    void *wake_context;
    pthread_t thread;
    int stop_fd;
    atomic_bool leads;
    atomic_llong alive_ms; /* when the loop last said that it is alive */
    /* Of the thread alone. */
    PGconn *connection;
    bool was_there; /* the nodes are known since the start */
    bool stays;     /* the node does not end with the reader */
    shg_news_position known[SHG_NODES_MAX];
    size_t known_count;
    shg_news_position first[SHG_NODES_MAX]; /* known at the start */
    size_t first_count;
    int64_t forgot_ms;
    int64_t beating_since_ms; /* since when its row is renewed without a gap; 0: it is not */
    int64_t beat_ms;          /* when that was last begun */
    size_t sample_next;
    pthread_mutex_t lock; /* guards the members below */
    shg_news_taken taken;
    size_t bytes, room;
    struct sample samples[SAMPLES];
    shg_named_node others[SHG_NODES_MAX];
    size_t others_count;
};

/* --- What the loop takes --- */

static void note(shg_news_reader *n, bool missed, bool died, bool gone)
{
    pthread_mutex_lock(&n->lock);
    n->taken.missed |= missed;
    n->taken.died |= died;
    n->taken.gone |= gone;
    pthread_mutex_unlock(&n->lock);
    n->wake(n->wake_context);
}

/* Without memory the news are missed. */
static void add_lines(shg_news_reader *n, const char *lines)
{
    const size_t bytes = strlen(lines);
    pthread_mutex_lock(&n->lock);
    if (n->bytes + bytes + 1 > n->room) {
        const size_t room = 2 * (n->bytes + bytes + 1);
        char *grown = realloc(n->taken.lines, room);
        if (!grown) {
            n->taken.missed = true;
            pthread_mutex_unlock(&n->lock);
            return;
        }
        n->taken.lines = grown;
        n->room = room;
    }
    memcpy(n->taken.lines + n->bytes, lines, bytes + 1);
    n->bytes += bytes;
    pthread_mutex_unlock(&n->lock);
}

shg_news_taken shg_news_take(shg_news_reader *n)
{
    pthread_mutex_lock(&n->lock);
    const shg_news_taken taken = n->taken;
    n->taken = (shg_news_taken){ 0 };
    n->bytes = n->room = 0;
    pthread_mutex_unlock(&n->lock);
    return taken;
}

void shg_news_alive(shg_news_reader *n)
{
    atomic_store(&n->alive_ms, shg_monotonic_ms());
}

bool shg_news_leads(const shg_news_reader *n)
{
    return atomic_load(&n->leads);
}

size_t shg_news_names(shg_named_node out[SHG_NODES_MAX], shg_news_reader *n)
{
    pthread_mutex_lock(&n->lock);
    const size_t count = n->others_count;
    memcpy(out, n->others, count * sizeof *out);
    pthread_mutex_unlock(&n->lock);
    return count;
}

int64_t shg_news_offset_ms(shg_news_reader *n, int64_t *error_ms)
{
    pthread_mutex_lock(&n->lock);
    struct sample best = n->samples[0];
    for (size_t i = 1; i < SAMPLES; i++)
        if (n->samples[i].error_ms < best.error_ms)
            best = n->samples[i];
    pthread_mutex_unlock(&n->lock);
    *error_ms = best.error_ms;
    return best.offset_ms;
}

/* --- The database --- */

/* Returns the rows, owned, or NULL; then the connection is closed. */
static PGresult *ask(shg_news_reader *n, const char *sql)
{
    PGresult *result = n->connection ? shg_pq.exec(n->connection, sql) : NULL;
    const ExecStatusType status = shg_pq.resultStatus(result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
        return result;
    shg_pq.clear(result);
    if (n->connection)
        shg_pq.finish(n->connection);
    n->connection = NULL;
    n->beating_since_ms = 0;
    return NULL;
}

static int64_t number_at(const PGresult *rows, int row, int column)
{
    return strtoll(shg_pq.getvalue(rows, row, column), NULL, 10);
}

static bool do_it(shg_news_reader *n, const char *sql)
{
    PGresult *result = ask(n, sql);
    shg_pq.clear(result);
    return result != NULL;
}

/* Connects and listens.  The channel has the name of the schema. */
static bool connect_again(shg_news_reader *n)
{
    n->connection = shg_postgres_open(n->uri);
    if (n->connection && shg_pq.status(n->connection) != CONNECTION_OK) {
        shg_pq.finish(n->connection);
        n->connection = NULL;
    }
    PGresult *name = ask(n, "SELECT 'LISTEN ' || quote_ident('shoogi ' || current_schema())");
    char listen[200] = "";
    if (name)
        snprintf(listen, sizeof listen, "%s", shg_pq.getvalue(name, 0, 0));
    shg_pq.clear(name);
    return name && do_it(n, "SET lock_timeout = 5000; SET statement_timeout = 5000") &&
           do_it(n, listen);
}

static void note_time(shg_news_reader *n, int64_t before_ms, int64_t database_ms)
{
    const int64_t after_ms = shg_monotonic_ms();
    const struct sample sample = { .offset_ms = database_ms - (before_ms + after_ms) / 2,
                                   .error_ms = (after_ms - before_ms) / 2 + 1 };
    pthread_mutex_lock(&n->lock);
    n->samples[n->sample_next++ % SAMPLES] = sample;
    pthread_mutex_unlock(&n->lock);
}

/* Whether this node may find others dead.  After the database was away, or has let all wait (for a standby, say), the rows
 * of all nodes are old, so a node judges others only when it has renewed its own for long enough. */
static bool may_judge(shg_news_reader *n, int64_t now_ms)
{
    if (now_ms - n->beat_ms > HUNG_MS)
        n->beating_since_ms = 0;
    n->beat_ms = now_ms;
    return n->beating_since_ms != 0 && now_ms - n->beating_since_ms >= SHG_NODE_DEAD_S * 1000;
}

/* Renews the row, and removes those of the dead. */
static void beat(shg_news_reader *n)
{
    char sql[900];
    const int64_t before_ms = shg_monotonic_ms();
    if (before_ms - atomic_load(&n->alive_ms) > HUNG_MS)
        return;
    const bool judges = may_judge(n, before_ms);
    snprintf(
        sql, sizeof sql,
        "WITH mine AS (UPDATE node SET beat = clock_timestamp() WHERE id = %" PRId64
        " RETURNING id),"
        " run AS (UPDATE run SET alive_ms = greatest(alive_ms, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint))"
        "   WHERE id IN (SELECT id FROM mine)),"
        " dead AS (DELETE FROM node WHERE beat < clock_timestamp() - %d * interval '1 s' AND id <> %" PRId64
        "%s)"
        " SELECT (SELECT count(*) FROM mine), CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)",
        n->node, SHG_NODE_DEAD_S, n->node, judges ? "" : " AND false");
    PGresult *rows = ask(n, sql);
    if (!rows)
        return;
    if (n->beating_since_ms == 0)
        n->beating_since_ms = before_ms;
    note_time(n, before_ms, number_at(rows, 0, 1));
    if (number_at(rows, 0, 0) == 0)
        note(n, false, false, true);
    shg_pq.clear(rows);
    if (before_ms - n->forgot_ms < FORGET_MS)
        return;
    n->forgot_ms = before_ms;
    snprintf(sql, sizeof sql,
             "DELETE FROM news WHERE node = %" PRId64
             " AND at < clock_timestamp() - %d * interval '1 s'",
             n->node, SHG_NEWS_KEPT_S);
    do_it(n, sql);
}

static shg_news_position *find_known(shg_news_reader *n, int64_t node)
{
    for (size_t i = 0; i < n->known_count; i++)
        if (n->known[i].node == node)
            return &n->known[i];
    return NULL;
}

static void forget_ended(shg_news_reader *n, const PGresult *rows)
{
    bool died = false;
    for (size_t i = n->known_count; i-- > 0;) {
        bool there = false;
        for (int row = 0; row < shg_pq.ntuples(rows); row++)
            there = there || number_at(rows, row, 0) == n->known[i].node;
        if (!there) {
            char line[32];
            snprintf(line, sizeof line, "died %" PRId64 "\n", n->known[i].node);
            add_lines(n, line);
            n->known[i] = n->known[--n->known_count];
            died = true;
        }
    }
    /* What it published last is gone with it. */
    if (died)
        note(n, true, true, false);
}

static void note_others(shg_news_reader *n, const PGresult *rows)
{
    pthread_mutex_lock(&n->lock);
    n->others_count = 0;
    for (int row = 0; row < shg_pq.ntuples(rows) && n->others_count < SHG_NODES_MAX; row++) {
        shg_named_node *other = &n->others[n->others_count++];
        other->node = number_at(rows, row, 0);
        snprintf(other->name, sizeof other->name, "%s", shg_pq.getvalue(rows, row, 2));
    }
    pthread_mutex_unlock(&n->lock);
}

/* Brings the list of nodes up to date. For those that were there at the start, only later news are read: this server had
 * nothing in memory that earlier ones could change. */
static void look_for_nodes(shg_news_reader *n)
{
    char sql[200];
    snprintf(
        sql, sizeof sql,
        "SELECT id, coalesce((SELECT max(number) FROM news WHERE node = id), 0), name FROM node WHERE id <> %" PRId64
        " ORDER BY id",
        n->node);
    PGresult *rows = ask(n, sql);
    if (!rows)
        return;
    for (int row = 0; row < shg_pq.ntuples(rows); row++)
        if (!find_known(n, number_at(rows, row, 0)) && n->known_count < SHG_NODES_MAX)
            n->known[n->known_count++] =
                (shg_news_position){ number_at(rows, row, 0),
                                     n->was_there ? 0 : number_at(rows, row, 1) };
    forget_ended(n, rows);
    note_others(n, rows);
    shg_pq.clear(rows);
    n->was_there = true;
    bool leads = true;
    for (size_t i = 0; i < n->known_count; i++)
        leads = leads && n->node < n->known[i].node;
    atomic_store(&n->leads, leads);
}

static void read_news(shg_news_reader *n)
{
    char sql[SQL_BYTES];
    if (n->known_count == 0)
        return;
    int length = snprintf(sql, sizeof sql, "SELECT k.node, w.number, w.text FROM (VALUES ");
    for (size_t i = 0; i < n->known_count; i++)
        length +=
            snprintf(sql + length, sizeof sql - (size_t)length, "%s(%" PRId64 ", %" PRId64 ")",
                     i ? ", " : "", n->known[i].node, n->known[i].number);
    snprintf(
        sql + length, sizeof sql - (size_t)length,
        ") AS k(node, last) CROSS JOIN LATERAL (SELECT number, text FROM news WHERE news.node = k.node"
        " AND news.number > k.last ORDER BY number LIMIT 1000) w ORDER BY k.node, w.number");
    PGresult *rows = ask(n, sql);
    bool missed = false;
    const int count = rows ? shg_pq.ntuples(rows) : 0;
    for (int row = 0; row < count; row++) {
        shg_news_position *known = find_known(n, number_at(rows, row, 0));
        const int64_t number = number_at(rows, row, 1);
        missed = missed || number != known->number + 1;
        known->number = number;
        char from[64];
        snprintf(from, sizeof from, "from %" PRId64 " %" PRId64 "\n", known->node, number);
        add_lines(n, from);
        add_lines(n, shg_pq.getvalue(rows, row, 2));
    }
    shg_pq.clear(rows);
    if (count > 0)
        note(n, missed, false, false);
}

/* The lock of a node keeps newer servers from migrating, but it ends with its connection; until that is opened again, which finds
 * the new version, this thread and the readers would go on. */
static void look_at_version(shg_news_reader *n)
{
    PGresult *rows = ask(n, "SELECT version FROM shoogi");
    const int64_t version = rows && shg_pq.ntuples(rows) > 0 ? number_at(rows, 0, 0) : 0;
    shg_pq.clear(rows);
    if (version <= shg_node_schema())
        return;
    pthread_mutex_lock(&n->lock);
    n->taken.newer = (int)version;
    pthread_mutex_unlock(&n->lock);
    n->wake(n->wake_context);
}

/* Takes what has arrived.  Returns whether another node has published something; unknown: a node that is not known yet. */
static bool take_notifications(shg_news_reader *n, bool *unknown)
{
    bool any = false;
    PGnotify *notice;
    if (!shg_pq.consumeInput(n->connection))
        return true; /* reading shows that the connection is broken */
    while ((notice = shg_pq.notifies(n->connection))) {
        const int64_t node = strtoll(notice->extra, NULL, 10);
        const bool other = node != n->node;
        any = any || other;
        *unknown = *unknown || (other && !find_known(n, node));
        shg_pq.freemem(notice);
    }
    return any;
}

/* --- The thread --- */

/* Waits for a notification, the stop or a time.  False: the stop. */
static bool wait_until(const shg_news_reader *n, int64_t until_ms)
{
    const int64_t left_ms = until_ms - shg_monotonic_ms();
    struct pollfd fds[] = { { .fd = n->stop_fd, .events = POLLIN },
                            { .fd = n->connection ? shg_pq.socket(n->connection) : -1,
                              .events = POLLIN } };
    (void)!poll(fds, 2, left_ms > 0 ? (int)left_ms : 0);
    return (fds[0].revents & POLLIN) == 0;
}

static void *listen(void *context)
{
    shg_news_reader *n = context;
    int64_t next_ms = shg_monotonic_ms() + BEAT_MS;
    while (wait_until(n, next_ms)) {
        bool due = shg_monotonic_ms() >= next_ms, unknown = false;
        const bool notified = n->connection && take_notifications(n, &unknown);
        if (due) {
            next_ms = shg_monotonic_ms() + BEAT_MS;
            if (!n->connection)
                (void)!connect_again(n);
            beat(n);
            look_at_version(n);
        }
        if (due || unknown)
            look_for_nodes(n);
        if (due || notified)
            read_news(n);
    }
    return NULL;
}

static bool start_thread(shg_news_reader *n)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(&n->thread, NULL, listen, n) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void free_all(shg_news_reader *n)
{
    if (n->connection)
        shg_pq.finish(n->connection);
    if (n->stop_fd >= 0)
        close(n->stop_fd);
    pthread_mutex_destroy(&n->lock);
    free(n->taken.lines);
    free(n);
}

shoogi_status shg_news_new(shg_news_reader **out, const char *uri, int64_t node,
                           void (*wake)(void *), void *wake_context, shoogi_error *err)
{
    return shg_news_go_on(out, uri, node, NULL, 0, wake, wake_context, err);
}

size_t shg_news_begin(shg_news_position out[SHG_NODES_MAX], const shg_news_reader *n)
{
    memcpy(out, n->first, n->first_count * sizeof *out);
    return n->first_count;
}

void shg_news_stay(shg_news_reader *n)
{
    n->stays = true;
}

shoogi_status shg_news_go_on(shg_news_reader **out, const char *uri, int64_t node,
                             const shg_news_position *known, size_t known_count,
                             void (*wake)(void *), void *wake_context, shoogi_error *err)
{
    shg_news_reader *n = calloc(1, sizeof *n);
    if (!n)
        return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
    snprintf(n->uri, sizeof n->uri, "%s", uri);
    n->node = node;
    n->was_there = known != NULL;
    n->known_count = known_count < SHG_NODES_MAX ? known_count : SHG_NODES_MAX;
    if (known)
        memcpy(n->known, known, n->known_count * sizeof *known);
    n->wake = wake;
    n->wake_context = wake_context;
    for (size_t i = 0; i < SAMPLES; i++)
        n->samples[i].error_ms = INT64_MAX;
    pthread_mutex_init(&n->lock, NULL);
    n->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    shg_news_alive(n);
    if (n->stop_fd >= 0 && connect_again(n)) {
        beat(n);
        look_for_nodes(n);
    }
    memcpy(n->first, n->known, sizeof n->first);
    n->first_count = n->known_count;
    if (n->connection && n->was_there && start_thread(n)) {
        *out = n;
        return SHOOGI_OK;
    }
    free_all(n);
    return shg_error_set(err, SHOOGI_IO, 0, 0,
                         "cannot listen to the other servers of the database");
}

void shg_news_free(shg_news_reader *n)
{
    char sql[96];
    if (!n)
        return;
    const uint64_t one = 1;
    (void)!write(n->stop_fd, &one, sizeof one);
    pthread_join(n->thread, NULL);
    snprintf(sql, sizeof sql, "DELETE FROM node WHERE id = %" PRId64, n->node);
    if (!n->stays)
        do_it(n, sql);
    free_all(n);
}
