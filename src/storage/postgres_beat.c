/* postgres_beat.c: the beat of a node, the time of the database, and which other nodes are there; see news.h. */
#include "storage/postgres_news_int.h"

#include "base/monotonic.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    HUNG_MS = 5000,        /* the loop's silence after which the row is renewed no more */
    FORGET_MS = 10 * 1000, /* how often old news are removed */
    SAMPLE_MS = 60 * 1000, /* how long a reading of the clock is used */
    DRIFT_MS = 5000,       /* two clocks drift apart by less than a millisecond in this time */
    JUMP_MS = 100,         /* readings that contradict each other by less show no jump */
};

/* The time of the database, as a row. */
#define DATABASE_TIME                                                                              \
    "(SELECT c AS now, CAST(extract(epoch FROM c) * 1000 AS bigint) AS now_ms"                     \
    "   FROM (SELECT clock_timestamp() AS c) AS clock) AS t"

/* --- The clock of the database --- */

static int64_t error_of(const struct shg_time_sample *sample, int64_t now_ms)
{
    if (sample->at_ms == 0 || now_ms - sample->at_ms > SAMPLE_MS)
        return INT64_MAX;
    return sample->error_ms + (now_ms - sample->at_ms) / DRIFT_MS;
}

/* Under the lock. */
static struct shg_time_sample best_sample(const shg_news_reader *n)
{
    const int64_t now_ms = shg_monotonic_ms();
    struct shg_time_sample best = n->samples[0];
    best.error_ms = error_of(&best, now_ms);
    for (size_t i = 1; i < SHG_NEWS_SAMPLES; i++) {
        const int64_t error_ms = error_of(&n->samples[i], now_ms);
        if (error_ms >= best.error_ms)
            continue;
        best = n->samples[i];
        best.error_ms = error_ms;
    }
    return best;
}

int64_t shg_news_offset_ms(shg_news_reader *n, int64_t *error_ms)
{
    pthread_mutex_lock(&n->lock);
    const struct shg_time_sample best = best_sample(n);
    pthread_mutex_unlock(&n->lock);
    *error_ms = best.error_ms;
    return best.offset_ms;
}

/* Returns by how much the clock of the database has jumped, as when a standby has taken over; 0: it has not, as far as can be
 * told.  Earlier readings are then forgotten. */
static int64_t note_time(shg_news_reader *n, int64_t before_ms, int64_t database_ms)
{
    const int64_t after_ms = shg_monotonic_ms();
    const struct shg_time_sample sample = { .at_ms = after_ms,
                                            .offset_ms = database_ms - (before_ms + after_ms) / 2,
                                            .error_ms = (after_ms - before_ms) / 2 + 1 };
    pthread_mutex_lock(&n->lock);
    const struct shg_time_sample best = best_sample(n);
    int64_t jump_ms = sample.offset_ms - best.offset_ms;
    if (best.error_ms == INT64_MAX || llabs(jump_ms) <= JUMP_MS + best.error_ms + sample.error_ms)
        jump_ms = 0;
    if (jump_ms != 0)
        memset(n->samples, 0, sizeof n->samples);
    n->samples[n->sample_next++ % SHG_NEWS_SAMPLES] = sample;
    pthread_mutex_unlock(&n->lock);
    return jump_ms;
}

/* --- Pauses --- */

/* Stores a pause until now, once however many nodes find it. */
static bool store_pause(shg_news_reader *n, int64_t from_ms)
{
    char sql[1000];
    snprintf(sql, sizeof sql,
             "SELECT pg_advisory_xact_lock(hashtext('shoogi nodes ' || current_schema()));"
             "INSERT INTO run(began_ms, alive_ms) SELECT now_ms, %" PRId64 " FROM " DATABASE_TIME
             " WHERE now_ms > %" PRId64
             "   AND NOT EXISTS (SELECT FROM run WHERE alive_ms < began_ms AND began_ms > %" PRId64
             ");"
             "UPDATE node SET beat = clock_timestamp() WHERE id = %" PRId64,
             from_ms, from_ms, from_ms, n->node);
    return shg_news_do(n, sql);
}

/* Notifies the loop of the pauses that it does not know yet; last: the id of the latest. */
static void read_pauses(shg_news_reader *n, int64_t last)
{
    char sql[200];
    if (last <= n->pause)
        return;
    snprintf(sql, sizeof sql,
             "SELECT id, alive_ms, began_ms FROM run WHERE alive_ms < began_ms AND id > %" PRId64
             " ORDER BY id",
             n->pause);
    PGresult *rows = shg_news_ask(n, sql);
    const int count = rows ? shg_pq.ntuples(rows) : 0;
    for (int row = 0; row < count; row++) {
        char line[100];
        n->pause = shg_news_number_at(rows, row, 0);
        snprintf(line, sizeof line, "pause %" PRId64 " %" PRId64 " %" PRId64 "\n", n->pause,
                 shg_news_number_at(rows, row, 1), shg_news_number_at(rows, row, 2));
        shg_news_add_lines(n, line);
    }
    shg_pq.clear(rows);
    if (count > 0)
        shg_news_note(n, (shg_news_taken){ 0 });
}

/* --- Duties --- */

static const char *const duty_names[] = {
    [SHG_DUTY_LEADING] = "leading", [SHG_DUTY_ENGINES] = "engines"
};
static_assert(sizeof duty_names / sizeof duty_names[0] == SHG_DUTIES, "a name for every duty");

void shg_news_want(shg_news_reader *n, shg_duty duty)
{
    atomic_store(&n->wants[duty], true);
}

bool shg_news_has(const shg_news_reader *n, shg_duty duty)
{
    return atomic_load(&n->has[duty]);
}

/* The wanted duties, as an array of texts. */
static void write_wanted(char *out, size_t room, const shg_news_reader *n)
{
    int length = snprintf(out, room, "CAST('{");
    for (size_t i = 0; i < SHG_DUTIES; i++)
        if (atomic_load(&n->wants[i]))
            length += snprintf(out + length, room - (size_t)length, "%s%s",
                               out[length - 1] == '{' ? "" : ",", duty_names[i]);
    snprintf(out + length, room - (size_t)length, "}' AS text[])");
}

/* names: of the duties that this node has. */
static void note_duties(shg_news_reader *n, const char *names)
{
    bool more = false;
    for (size_t i = 0; i < SHG_DUTIES; i++) {
        const bool has = strstr(names, duty_names[i]) != NULL;
        more = more || (has && !atomic_load(&n->has[i]));
        atomic_store(&n->has[i], has);
    }
    if (more)
        n->wake(n->wake_context);
}

/* --- The beat --- */

static void forget_old_rows(shg_news_reader *n, int64_t now_ms)
{
    char sql[600];
    if (now_ms - n->forgot_ms < FORGET_MS)
        return;
    n->forgot_ms = now_ms;
    /* The last row of each node stays: the node may have to look for it if its commit was not answered (write_question), and a
     * node that starts reads behind it. */
    snprintf(sql, sizeof sql,
             "DELETE FROM news WHERE (node, number) IN (SELECT w.node, w.number FROM news w"
             " WHERE w.at < clock_timestamp() - %d * interval '1 s'"
             " AND (w.number < (SELECT max(number) FROM news WHERE node = w.node)"
             "   OR NOT EXISTS (SELECT FROM node WHERE id = w.node)) FOR UPDATE OF w SKIP LOCKED);"
             "DELETE FROM node_lost WHERE id IN (SELECT id FROM node_lost"
             " WHERE at < clock_timestamp() - %d * interval '1 s' FOR UPDATE SKIP LOCKED)",
             SHG_NEWS_KEPT_S, SHG_NEWS_KEPT_S);
    shg_news_do(n, sql);
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

void shg_news_beat(shg_news_reader *n)
{
    char sql[2000], wanted[64];
    const int64_t before_ms = shg_monotonic_ms();
    if (before_ms - atomic_load(&n->alive_ms) > HUNG_MS)
        return;
    const bool judges = may_judge(n, before_ms);
    write_wanted(wanted, sizeof wanted, n);
    /* If no node has beaten for long, none beats before a pause is stored. */
    snprintf(
        sql, sizeof sql,
        "WITH t AS (SELECT * FROM " DATABASE_TIME "),"
        " last AS (SELECT CAST(extract(epoch FROM max(beat)) * 1000 AS bigint) AS ms FROM node),"
        " mine AS (UPDATE node SET beat = t.now, queue_ms = %lld FROM t, last"
        "   WHERE node.id = %" PRId64 " AND t.now_ms - last.ms <= %d RETURNING node.id),"
        " alive AS (UPDATE run SET alive_ms = greatest(run.alive_ms, t.now_ms) FROM t"
        "   WHERE run.id IN (SELECT id FROM mine)),"
        " dead AS (DELETE FROM node USING t WHERE node.beat < t.now - %d * interval '1 s'"
        "   AND node.id <> %" PRId64 " AND %s AND EXISTS (SELECT FROM mine) RETURNING node.id),"
        " lost AS (INSERT INTO node_lost(id) SELECT id FROM dead),"
        " taken AS (INSERT INTO duty(name, node) SELECT unnest(%s), id FROM mine"
        "   ON CONFLICT DO NOTHING RETURNING name),"
        " duties AS (SELECT name FROM duty WHERE node = %" PRId64 " UNION SELECT name FROM taken)"
        " SELECT t.now_ms, (SELECT count(*) FROM node WHERE id = %" PRId64
        "), coalesce(last.ms, 0),"
        "   (SELECT coalesce(max(id), 0) FROM run WHERE alive_ms < began_ms),"
        "   (SELECT coalesce(string_agg(name, ' '), '') FROM duties) FROM t, last",
        (long long)atomic_load(&n->queue_ms), n->node, SHG_NODES_SILENT_MS, SHG_NODE_DEAD_S,
        n->node, judges ? "true" : "false", wanted, n->node, n->node);
    PGresult *rows = shg_news_ask(n, sql);
    if (!rows)
        return;
    if (n->beating_since_ms == 0)
        n->beating_since_ms = before_ms;
    const int64_t now_ms = shg_news_number_at(rows, 0, 0);
    const bool there = shg_news_number_at(rows, 0, 1) != 0;
    const int64_t last_ms = shg_news_number_at(rows, 0, 2);
    const int64_t pause = shg_news_number_at(rows, 0, 3);
    if (there)
        note_duties(n, shg_pq.getvalue(rows, 0, 4));
    shg_pq.clear(rows);
    const int64_t jump_ms = note_time(n, before_ms, now_ms);
    if (!there) {
        shg_news_note(n, (shg_news_taken){ .gone = true });
        return;
    }
    atomic_store(&n->renewed_ms, before_ms);
    read_pauses(n, pause);
    const bool silent = now_ms - last_ms > SHG_NODES_SILENT_MS;
    if (shg_node_clocks_differ(now_ms))
        return; /* it would be a pause of years */
    if ((silent || jump_ms > 0) && store_pause(n, silent ? last_ms : now_ms - jump_ms))
        read_pauses(n, INT64_MAX);
    forget_old_rows(n, before_ms);
}

/* --- The other nodes --- */

struct shg_known_node *shg_news_find_node(shg_news_reader *n, int64_t node)
{
    for (size_t i = 0; i < n->known_count; i++)
        if (n->known[i].position.node == node)
            return &n->known[i];
    return NULL;
}

void shg_news_forget_ended(shg_news_reader *n, bool missed)
{
    bool died = false;
    for (size_t i = n->known_count; i-- > 0;) {
        char line[64];
        if (!n->known[i].ended)
            continue;
        snprintf(line, sizeof line, "died %" PRId64 " %" PRId64 "\n", n->known[i].position.node,
                 n->known[i].beat_ms);
        shg_news_add_lines(n, line);
        n->known[i] = n->known[--n->known_count];
        died = true;
    }
    if (died)
        shg_news_note(n, (shg_news_taken){ .missed = missed, .died = true });
}

static void note_others(shg_news_reader *n, const PGresult *rows)
{
    pthread_mutex_lock(&n->lock);
    n->others_count = 0;
    for (int row = 0; row < shg_pq.ntuples(rows) && n->others_count < SHG_NODES_MAX; row++) {
        shg_named_node *other = &n->others[n->others_count++];
        other->node = shg_news_number_at(rows, row, 0);
        other->beat_ms = shg_news_number_at(rows, row, 2);
        other->silent_ms = shg_news_number_at(rows, row, 3);
        snprintf(other->name, sizeof other->name, "%s", shg_pq.getvalue(rows, row, 4));
    }
    pthread_mutex_unlock(&n->lock);
}

/* For nodes that were there at the start, only later news are read: this server had nothing in memory that earlier ones could
 * change. */
void shg_news_look_for_nodes(shg_news_reader *n)
{
    char sql[400];
    snprintf(sql, sizeof sql,
             "SELECT id, coalesce((SELECT max(number) FROM news WHERE node = id), 0),"
             " CAST(extract(epoch FROM beat) * 1000 AS bigint),"
             " CAST(extract(epoch FROM clock_timestamp() - beat) * 1000 AS bigint), name"
             " FROM node WHERE id <> %" PRId64 " ORDER BY id",
             n->node);
    PGresult *rows = shg_news_ask(n, sql);
    if (!rows)
        return;
    /* A node without a row has ended.  Its last news are read before it is forgotten (shg_news_forget_ended). */
    for (size_t i = 0; i < n->known_count; i++)
        n->known[i].ended = true;
    for (int row = 0; row < shg_pq.ntuples(rows); row++) {
        const int64_t node = shg_news_number_at(rows, row, 0);
        struct shg_known_node *known = shg_news_find_node(n, node);
        if (!known && n->known_count < SHG_NODES_MAX) {
            known = &n->known[n->known_count++];
            *known = (struct shg_known_node){
                .position = { node, n->was_there ? 0 : shg_news_number_at(rows, row, 1) }
            };
        }
        if (!known)
            continue;
        known->beat_ms = shg_news_number_at(rows, row, 2);
        known->ended = false;
    }
    note_others(n, rows);
    shg_pq.clear(rows);
    n->was_there = true;
}

size_t shg_news_names(shg_named_node out[SHG_NODES_MAX], shg_news_reader *n)
{
    pthread_mutex_lock(&n->lock);
    const size_t count = n->others_count;
    memcpy(out, n->others, count * sizeof *out);
    pthread_mutex_unlock(&n->lock);
    return count;
}
