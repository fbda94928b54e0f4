/* postgres_news.c: the thread of a node that renews its row, and reads what other nodes publish; see news.h.
 *
 * It has a connection of its own, on which each statement is a transaction. */
#include "storage/postgres_news_int.h"

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
    READ_MAX = 1000, /* rows of a node that are read at once */
};

/* --- What the loop takes --- */

void shg_news_note(shg_news_reader *n, shg_news_taken what)
{
    assert(!what.lines);
    pthread_mutex_lock(&n->lock);
    n->taken.missed |= what.missed;
    n->taken.died |= what.died;
    n->taken.gone |= what.gone;
    if (what.newer != 0)
        n->taken.newer = what.newer;
    pthread_mutex_unlock(&n->lock);
    n->wake(n->wake_context);
}

/* Without memory the news are missed. */
void shg_news_add_lines(shg_news_reader *n, const char *lines)
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

void shg_news_alive(shg_news_reader *n, int64_t queue_ms)
{
    atomic_store(&n->queue_ms, queue_ms);
    atomic_store(&n->alive_ms, shg_monotonic_ms());
}

int64_t shg_news_silent_ms(const shg_news_reader *n)
{
    return shg_monotonic_ms() - atomic_load(&n->renewed_ms);
}

/* --- The database --- */

/* Returns the rows, owned, or NULL; then the connection is closed. */
PGresult *shg_news_ask(shg_news_reader *n, const char *sql)
{
    PGresult *result =
        n->connection ? shg_postgres_exec(n->connection, sql, SHG_POSTGRES_SILENCE_MS) : NULL;
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

bool shg_news_do(shg_news_reader *n, const char *sql)
{
    PGresult *result = shg_news_ask(n, sql);
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
    PGresult *name =
        shg_news_ask(n, "SELECT 'LISTEN ' || quote_ident('shoogi ' || current_schema())");
    char listen[200] = "";
    if (name)
        snprintf(listen, sizeof listen, "%s", shg_pq.getvalue(name, 0, 0));
    shg_pq.clear(name);
    return name && shg_news_do(n, "SET lock_timeout = 5000; SET statement_timeout = 5000") &&
           shg_news_do(n, listen);
}

static void add_row(shg_news_reader *n, struct shg_known_node *known, int64_t number,
                    const char *lines)
{
    char from[64];
    known->position.number = number;
    snprintf(from, sizeof from, "from %" PRId64 " %" PRId64 "\n", known->position.node, number);
    shg_news_add_lines(n, from);
    shg_news_add_lines(n, lines);
}

/* Reads what the known nodes have published.  Returns whether there may be more. */
static bool read_some(shg_news_reader *n)
{
    char sql[256 + SHG_NODES_MAX * 48];
    const int64_t now_ms = shg_monotonic_ms();
    int length = snprintf(sql, sizeof sql, "SELECT k.node, w.number, w.text FROM (VALUES ");
    for (size_t i = 0; i < n->known_count; i++)
        length +=
            snprintf(sql + length, sizeof sql - (size_t)length, "%s(%" PRId64 ", %" PRId64 ")",
                     i ? ", " : "", n->known[i].position.node, n->known[i].position.number);
    snprintf(
        sql + length, sizeof sql - (size_t)length,
        ") AS k(node, last) CROSS JOIN LATERAL (SELECT number, text FROM news WHERE news.node = k.node"
        " AND news.number > k.last ORDER BY number LIMIT %d) w ORDER BY k.node, w.number",
        READ_MAX);
    PGresult *rows = shg_news_ask(n, sql);
    bool missed = false;
    if (!rows)
        return false;
    const int count = shg_pq.ntuples(rows);
    for (int row = 0; row < count; row++) {
        struct shg_known_node *known = shg_news_find_node(n, shg_news_number_at(rows, row, 0));
        const int64_t number = shg_news_number_at(rows, row, 1);
        missed = missed || number != known->position.number + 1;
        add_row(n, known, number, shg_pq.getvalue(rows, row, 2));
    }
    shg_pq.clear(rows);
    if (count > 0)
        shg_news_note(n, (shg_news_taken){ .missed = missed });
    if (count >= READ_MAX)
        return true;
    /* After a long silence the last rows of a node that has ended may be gone, which no later row shows. */
    shg_news_forget_ended(n, now_ms - n->read_ms > SHG_NEWS_KEPT_S * 1000 / 2);
    n->read_ms = now_ms;
    return false;
}

static void read_news(shg_news_reader *n)
{
    while (n->known_count > 0 && read_some(n)) {}
}

/* A newer server migrates although a node was silent for long whose program cannot use the new version.  Such a node stops here:
 * this thread and the readers would go on otherwise. */
static void look_at_version(shg_news_reader *n)
{
    PGresult *rows = shg_news_ask(n, "SELECT version, oldest FROM shoogi");
    if (rows && shg_pq.ntuples(rows) > 0 && shg_news_number_at(rows, 0, 1) > shg_node_schema())
        shg_news_note(n, (shg_news_taken){ .newer = (int)shg_news_number_at(rows, 0, 0) });
    shg_pq.clear(rows);
}

/* What notifications have told. */
struct notified {
    bool added;   /* lines for the loop */
    bool unread;  /* that there is something to read in the table */
    bool unknown; /* that there is a node that is not known yet */
};

/* Takes the row of news that a notification has, if it is the next. */
static void take_notification(struct notified *notified, shg_news_reader *n, const char *words)
{
    char *end;
    const int64_t node = strtoll(words, &end, 10), number = strtoll(end, &end, 10);
    if (node == n->node)
        return;
    struct shg_known_node *known = shg_news_find_node(n, node);
    if (!known) {
        notified->unknown = notified->unread = true;
    } else if (number == known->position.number + 1 && end[0] == '\n' && end[1] != '\0') {
        add_row(n, known, number, end + 1);
        notified->added = true;
    } else if (number > known->position.number) {
        notified->unread = true;
    }
}

static struct notified take_notifications(shg_news_reader *n)
{
    struct notified notified = { 0 };
    PGnotify *notice;
    if (!n->connection)
        return notified;
    if (!shg_pq.consumeInput(n->connection))
        notified.unread = true; /* reading shows that the connection is broken */
    while ((notice = shg_pq.notifies(n->connection))) {
        take_notification(&notified, n, notice->extra);
        shg_pq.freemem(notice);
    }
    if (notified.added)
        shg_news_note(n, (shg_news_taken){ 0 });
    return notified;
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
        const bool due = shg_monotonic_ms() >= next_ms;
        const struct notified notified = take_notifications(n);
        if (due) {
            next_ms = shg_monotonic_ms() + BEAT_MS;
            if (!n->connection)
                (void)!connect_again(n);
            shg_news_beat(n);
            look_at_version(n);
        }
        if (due || notified.unknown)
            shg_news_look_for_nodes(n);
        if (due || notified.unread)
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
    for (size_t i = 0; known && i < n->known_count; i++)
        n->known[i].position = known[i];
    n->wake = wake;
    n->wake_context = wake_context;
    n->pause = node;
    n->read_ms = shg_monotonic_ms();
    atomic_store(&n->renewed_ms, n->read_ms);
    shg_news_want(n, SHG_DUTY_LEADING);
    pthread_mutex_init(&n->lock, NULL);
    n->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    shg_news_alive(n, 0);
    if (n->stop_fd >= 0 && connect_again(n)) {
        shg_news_beat(n);
        shg_news_look_for_nodes(n);
    }
    n->first_count = n->known_count;
    for (size_t i = 0; i < n->known_count; i++)
        n->first[i] = n->known[i].position;
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
    char sql[200];
    if (!n)
        return;
    const uint64_t one = 1;
    (void)!write(n->stop_fd, &one, sizeof one);
    pthread_join(n->thread, NULL);
    snprintf(sql, sizeof sql,
             "WITH ended AS (DELETE FROM node WHERE id = %" PRId64
             " RETURNING id) INSERT INTO node_lost(id) SELECT id FROM ended",
             n->node);
    if (!n->stays)
        shg_news_do(n, sql);
    free_all(n);
}
