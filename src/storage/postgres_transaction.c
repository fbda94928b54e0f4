/* postgres_transaction.c: transactions in PostgreSQL.
 *
 * A broken connection rolls a transaction back, and the next one connects again.  Only while a commit runs does a break leave
 * open how it ended: then the database is asked whether what it wrote is there, for up to a minute. */
#include "storage/postgres_int.h"

#include "base/error.h"
#include "base/monotonic.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

/* News are kept for longer (SHG_NEWS_KEPT_S). */
enum { RESOLVE_S = 50, RESOLVE_PAUSE_MS = 200 };

/* Marks the contents as unknown: the process must stop. */
static shoogi_status mark_lost(shoogi_error *err, struct postgres *q, const char *words)
{
    q->lost = true;
    shg_error_set(&q->sql.failure, SHOOGI_IO, 0, 0, "%s", words);
    return shg_sql_repeat_failure(err, &q->sql);
}

static shoogi_status start(struct postgres *q, shoogi_error *err)
{
    if (q->sql.read_only)
        return shg_postgres_send(NULL, q, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", err);
    shg_postgres_queue(q, "BEGIN");
    if (shg_postgres_run(&q->sql, TRANSACTION_NUMBER, NO_VALUES) != SQL_ROW)
        return shg_sql_fail(err, &q->sql);
    snprintf(q->number, sizeof q->number, "%s", q->sql.cells[0].text);
    return SHOOGI_OK;
}

/* Connects again.  The jobs of a server whose database is away are refused, and it goes on. */
static shoogi_status reconnect(struct postgres *q, shoogi_error *err)
{
    shoogi_error reason;
    const shoogi_status status = shg_postgres_connect(q, &reason);
    snprintf(q->sql.base.trouble, sizeof q->sql.base.trouble, "%s",
             status == SHOOGI_OK ? "" : reason.message);
    if (status == SHOOGI_IO || status == SHOOGI_INVALID_RULES || status == SHOOGI_ILLEGAL)
        return mark_lost(err, q, reason.message);
    if (status == SHOOGI_NOT_FOUND)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                             "the database cannot be reached; try again");
    if (err && status != SHOOGI_OK)
        *err = reason;
    /* Another server may have taken over: if it has written, the next connection shows it. */
    return status == SHOOGI_CONFLICT ? SHOOGI_LIMIT_EXCEEDED : status;
}

shoogi_status shg_postgres_begin(shg_storage *s, shoogi_error *err)
{
    struct postgres *q = postgres_of(s);
    assert(!q->sql.in_transaction);
    if (q->lost)
        return shg_sql_repeat_failure(err, &q->sql);
    /* Twice: a connection that broke while nobody used it shows that when it is used. */
    shoogi_status status = SHOOGI_OK;
    for (int i = 0; i < 2 && !q->sql.in_transaction; i++) {
        if (shg_postgres_is_broken(q))
            status = reconnect(q, err);
        if (status != SHOOGI_OK)
            break;
        status = start(q, err);
        q->sql.in_transaction = status == SHOOGI_OK;
        if (!shg_postgres_is_broken(q) || q->lost || q->silent)
            break;
        status = SHOOGI_OK;
    }
    s->away = !q->sql.in_transaction;
    if (q->sql.in_transaction)
        return SHOOGI_OK;
    if (status == SHOOGI_OK) /* broken twice */
        status = shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                               "the database cannot be reached; try again");
    return status;
}

/* Before a rollback, which would not be carried out behind a command that failed. */
static void drop_answers(struct postgres *q)
{
    if (q->unread > 0)
        (void)!shg_postgres_read_answers(q, NULL);
}

static void roll_back(struct postgres *q)
{
    q->queued_count = 0;
    drop_answers(q);
    if (!shg_postgres_is_broken(q) && shg_postgres_send(NULL, q, "ROLLBACK", NULL) != SHOOGI_OK)
        shg_postgres_disconnect(q);
    q->sql.in_transaction = q->sql.in_part = false;
    q->sql.failed_status = SHOOGI_OK;
    q->news_bytes = 0;
    q->missed_news = false;
}

/* Advances the numbers by which the next transaction is recognised (write_question). */
static void note_committed(struct postgres *q)
{
    q->news_number += q->node != 0;
    q->writer += shg_postgres_is_only_writer(q);
    q->resolving = false;
}

static void pause_a_moment(void)
{
    const struct timespec pause = { .tv_nsec = RESOLVE_PAUSE_MS * 1000000L };
    nanosleep(&pause, NULL);
}

/* The question whether the database has what the transaction with the lost answer wrote: a node's row of news, or the next
 * number of the only writer.  The number of the transaction proves nothing: after a crash, or when a standby takes over, another
 * transaction may have it.  It only shows that the transaction still runs, by the lock that each holds on its own number until
 * all can see what it wrote: also while its commit waits for a standby. */
static void write_question(char *out, size_t room, const struct postgres *q)
{
    char is_there[96], may_be_known[64] = "true";
    if (!shg_postgres_is_node(q)) {
        snprintf(is_there, sizeof is_there, "(SELECT writer FROM shoogi) = %" PRId64,
                 q->writer + 1);
    } else {
        snprintf(is_there, sizeof is_there,
                 "EXISTS(SELECT 1 FROM news WHERE node = %" PRId64 " AND number = %" PRId64 ")",
                 q->node, q->news_number + 1);
        snprintf(may_be_known, sizeof may_be_known,
                 "EXISTS(SELECT 1 FROM node WHERE id = %" PRId64 ")", q->node);
    }
    snprintf(
        out, room,
        "SELECT CASE WHEN %s THEN 'committed' WHEN NOT %s THEN 'unknown'"
        " WHEN EXISTS(SELECT 1 FROM pg_locks WHERE locktype = 'transactionid' AND mode = 'ExclusiveLock'"
        " AND transactionid = xid(CAST('%s' AS xid8))) THEN 'in progress' ELSE 'none' END",
        is_there, may_be_known, q->number);
}

/* Finds out how a commit ended whose answer was lost: OK, LIMIT_EXCEEDED (rolled back), or IO if that stays unknown. */
static shoogi_status resolve(struct postgres *q, shoogi_error *err)
{
    char question[512];
    int absent = 0; /* answers in a row: the transaction may end between the parts of a question */
    int64_t until_ms = shg_monotonic_ms() + RESOLVE_S * 1000;
    write_question(question, sizeof question, q);
    q->resolving = true;
    while (absent < 2 && shg_monotonic_ms() < until_ms) {
        PGresult *result = NULL;
        shoogi_error reason;
        shoogi_status status = SHOOGI_OK;
        if (shg_postgres_is_broken(q))
            status = shg_postgres_connect(q, &reason);
        if (status == SHOOGI_IO || status == SHOOGI_INVALID_RULES)
            return mark_lost(err, q, reason.message);
        if (status == SHOOGI_OK)
            status = shg_postgres_send(&result, q, question, NULL);
        char answer[16] = "in progress";
        if (status == SHOOGI_OK)
            snprintf(answer, sizeof answer, "%s", shg_pq.getvalue(result, 0, 0));
        shg_pq.clear(result);
        if (strcmp(answer, "committed") == 0) {
            note_committed(q);
            return SHOOGI_OK;
        }
        if (strcmp(answer, "unknown") == 0)
            break;
        /* The commit waits for a standby, say.  If it has not arrived, PostgreSQL soon ends the transaction
         * (idle_in_transaction_session_timeout). */
        if (status == SHOOGI_OK && shg_postgres_is_node(q) && strcmp(answer, "in progress") == 0)
            until_ms = shg_monotonic_ms() + RESOLVE_S * 1000;
        absent = strcmp(answer, "none") == 0 ? absent + 1 : 0;
        if (absent == 0)
            pause_a_moment();
    }
    q->resolving = false;
    if (absent == 2)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                             "the connection to the database broke; try again");
    return mark_lost(err, q,
                     "the connection to the database broke during a commit, whose end "
                     "cannot be told");
}

shoogi_status shg_postgres_commit(shg_storage *s, shoogi_error *err)
{
    struct postgres *q = postgres_of(s);
    assert(q->sql.in_transaction && !q->sql.in_part);
    if (q->sql.failed_status != SHOOGI_OK || shg_postgres_is_broken(q)) {
        const shoogi_status status =
            q->sql.failed_status != SHOOGI_OK
                ? shg_sql_repeat_failure(err, &q->sql)
                : shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                                "the connection to the database broke; try again");
        roll_back(q);
        q->lost = status == SHOOGI_IO && !q->sql.read_only;
        return status;
    }
    PGresult *result = NULL;
    shoogi_status status = shg_postgres_store_news(q, err);
    if (status == SHOOGI_OK && shg_postgres_is_only_writer(q))
        shg_postgres_queue(q, "UPDATE shoogi SET writer = writer + 1");
    /* The commit of a server that is alone keeps the lock of its connection while it waits for a standby. */
    q->waits = !shg_postgres_is_node(q);
    if (status == SHOOGI_OK)
        status = shg_postgres_send(&result, q, "COMMIT", err);
    q->waits = false;
    /* COMMIT of a transaction that had failed succeeds as a ROLLBACK. */
    const bool committed = status == SHOOGI_OK && strcmp(shg_pq.cmdStatus(result), "COMMIT") == 0;
    shg_pq.clear(result);
    if (committed) {
        q->sql.in_transaction = false;
        note_committed(q);
        shg_postgres_notify(q);
        return SHOOGI_OK;
    }
    /* The row of this node (NEWS_ADD). */
    if (status == SHOOGI_NOT_FOUND && q->node != 0) {
        roll_back(q);
        return mark_lost(err, q,
                         "another server has taken the place of this one, or found it dead");
    }
    if (status == SHOOGI_OK)
        status = shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                               "the database rolled the changes back; try again");
    const bool unknown = shg_postgres_is_broken(q) && !q->sql.read_only;
    const shoogi_error why = q->error; /* a rollback has an outcome of its own */
    roll_back(q);
    if (unknown)
        return resolve(q, err);
    return status == SHOOGI_IO && !q->sql.read_only ? mark_lost(err, q, why.message) : status;
}

void shg_postgres_rollback(shg_storage *s)
{
    struct postgres *q = postgres_of(s);
    assert(q->sql.in_transaction);
    roll_back(q);
}

/* --- Parts --- */

static const char part_begin[] = "SAVEPOINT part";

/* Takes a part that was not sent back out of the queue.  Returns whether there was one. */
static bool unqueue_part(struct postgres *q)
{
    const bool queued = q->queued_count > 0 && q->queued[q->queued_count - 1] == part_begin;
    q->queued_count -= queued;
    return queued;
}

shoogi_status shg_postgres_part_begin(shg_storage *s, shoogi_error *err)
{
    struct postgres *q = postgres_of(s);
    assert(q->sql.in_transaction && !q->sql.in_part);
    const shoogi_status status = shg_sql_may_read(&q->sql, err);
    if (status != SHOOGI_OK)
        return status;
    shg_postgres_queue(q, part_begin);
    q->sql.in_part = true;
    q->news_of_earlier_parts = q->news_bytes;
    return SHOOGI_OK;
}

shoogi_status shg_postgres_part_keep(shg_storage *s, shoogi_error *err)
{
    struct postgres *q = postgres_of(s);
    assert(q->sql.in_part);
    const shoogi_status status = shg_sql_may_read(&q->sql, err);
    if (status != SHOOGI_OK)
        return status;
    if (!unqueue_part(q))
        shg_postgres_queue(q, "RELEASE part");
    /* A failure must be that of this part. */
    if (q->unread > 0 && shg_postgres_read_answers(q, NULL) != SHOOGI_OK)
        return shg_sql_fail(err, &q->sql);
    q->sql.in_part = false;
    return SHOOGI_OK;
}

void shg_postgres_part_drop(shg_storage *s)
{
    struct postgres *q = postgres_of(s);
    assert(q->sql.in_part);
    q->sql.in_part = false;
    q->news_bytes = q->news_of_earlier_parts;
    q->sql.failed_status = SHOOGI_OK; /* a broken connection fails again, at the latest in commit */
    if (unqueue_part(q))
        return;
    drop_answers(q);
    shg_postgres_queue(q, "ROLLBACK TO part");
    shg_postgres_queue(q, "RELEASE part");
}
