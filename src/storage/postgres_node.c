/* postgres_node.c: the entry of a node, and what it publishes with each commit; see news.h. */
#include "storage/postgres_int.h"

#include "base/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { NEWS_BYTES_MAX = 256 * 1024 };

/* --- News --- */

static bool make_room(struct postgres *q, size_t bytes)
{
    if (q->news_bytes + bytes <= q->news_room)
        return true;
    const size_t room = 2 * (q->news_bytes + bytes);
    char *news = room <= NEWS_BYTES_MAX ? realloc(q->news, room) : NULL;
    if (!news)
        return false;
    q->news = news;
    q->news_room = room;
    return true;
}

void shg_postgres_add_news(struct sql *base, const char *line)
{
    struct postgres *q = (struct postgres *)base;
    const size_t bytes = strlen(line);
    if (q->node == 0)
        return;
    if (!make_room(q, bytes + 1)) {
        q->missed_news = true;
        return;
    }
    memcpy(q->news + q->news_bytes, line, bytes);
    q->news_bytes += bytes;
    q->news[q->news_bytes++] = '\n';
}

void shg_postgres_publish(shg_storage *s, const char *line)
{
    shg_postgres_add_news(sql_of(s), line);
}

shoogi_status shg_postgres_store_news(struct postgres *q, shoogi_error *err)
{
    if (q->node == 0)
        return SHOOGI_OK;
    /* Even a row without lines shows that the transaction was committed, if the answer to the commit is lost.  Other nodes notice
     * a gap in the numbers. */
    q->news_number += q->missed_news;
    return shg_sql_change(NULL, &q->sql, NEWS_ADD,
                          VALUES(number(q->node), number(q->news_number + 1),
                                 bytes(q->news_bytes > 0 ? q->news : "", q->news_bytes)),
                          err);
}

/* "NODE NUMBER", and if they fit the lines of that row, which the others need not read then. */
void shg_postgres_notify(struct postgres *q)
{
    char words[SHG_POSTGRES_NOTICE_BYTES_MAX];
    if (q->node == 0 || (q->news_bytes == 0 && !q->missed_news))
        return;
    size_t length =
        (size_t)snprintf(words, sizeof words, "%" PRId64 " %" PRId64 "\n", q->node, q->news_number);
    if (length + q->news_bytes <= sizeof words) {
        memcpy(words + length, q->news, q->news_bytes);
        length += q->news_bytes;
    }
    q->news_bytes = 0;
    q->missed_news = false;
    shg_postgres_run_and_leave(q, NEWS_NOTIFY, VALUES(bytes(words, length)));
}

/* --- Entering --- */

bool shg_storage_is_node(const shg_storage *storage)
{
    return storage->ops->begin == shg_postgres_begin &&
           shg_postgres_is_node((const struct postgres *)storage);
}

int64_t shg_node_number(const shg_storage *storage)
{
    return shg_storage_is_node(storage) ? ((const struct postgres *)storage)->node : 0;
}

bool shg_node_clocks_differ(int64_t database_ms)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return llabs(now.tv_sec * 1000 - database_ms) > SHG_NODES_WRONG_MS;
}

int64_t shg_node_news_number(const shg_storage *storage)
{
    return shg_storage_is_node(storage) ? ((const struct postgres *)storage)->news_number : 0;
}

void shg_node_go_on(shg_storage *storage, int64_t node, int64_t news_number)
{
    struct postgres *q = postgres_of(storage);
    q->goes_on_as = node;
    q->news_number = news_number;
}

/* Goes on as the node of an earlier program, unless others have found it dead. */
static shoogi_status go_on(struct postgres *q, int64_t *now_ms, shoogi_error *err)
{
    int there = 0;
    shoogi_status status = shg_sql_change(
        &there, &q->sql, NODE_GO_ON,
        VALUES(number(q->goes_on_as), text(q->node_name), number(q->sql.schema_version)), err);
    if (status == SHOOGI_OK && shg_postgres_run(&q->sql, NODE_TIME, NO_VALUES) != SQL_ROW)
        return shg_sql_fail(err, &q->sql);
    if (status != SHOOGI_OK || !there) {
        q->news_number = 0;
        return status;
    }
    *now_ms = q->sql.cells[0].number;
    q->node = q->sql.run = q->goes_on_as;
    return SHOOGI_OK;
}

/* Two sites that are given one database by mistake would show each other's games and players. */
static shoogi_status refuse_other_site(struct postgres *q, shoogi_error *err)
{
    const enum sql_outcome outcome =
        shg_postgres_run(&q->sql, NODE_OF_OTHER_SITE, VALUES(text(q->site), text(q->node_name)));
    if (outcome == SQL_DONE)
        return SHOOGI_OK;
    if (outcome != SQL_ROW)
        return shg_sql_fail(err, &q->sql);
    const char *site = q->sql.cells[1].text;
    return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                         "server %.16s of this database has --url %.32s, this one %.32s: give each "
                         "site a database, or all servers the same",
                         q->sql.cells[0].text, site[0] ? site : "none",
                         q->site[0] ? q->site : "none");
}

/* A newer program may have migrated the database since this one was connected. */
static shoogi_status refuse_outdated(struct postgres *q, shoogi_error *err)
{
    const enum sql_outcome outcome =
        shg_postgres_run(&q->sql, NODE_OUTDATED, VALUES(number(q->sql.schema_version)));
    if (outcome == SQL_DONE)
        return SHOOGI_OK;
    if (outcome != SQL_ROW)
        return shg_sql_fail(err, &q->sql);
    return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0,
                         "the database has changed to version %" PRId64 ": install a newer shoogi",
                         q->sql.cells[0].number);
}

shoogi_status shg_node_before_run(shg_storage *storage, int64_t *now_ms, shoogi_error *err)
{
    if (!shg_storage_is_node(storage))
        return SHOOGI_OK;
    struct postgres *q = postgres_of(storage);
    if (shg_postgres_run(&q->sql, NODE_LOCK, NO_VALUES) != SQL_ROW)
        return shg_sql_fail(err, &q->sql);
    shoogi_status status = refuse_outdated(q, err);
    if (status == SHOOGI_OK && q->goes_on_as)
        status = go_on(q, now_ms, err);
    if (status != SHOOGI_OK || q->node != 0)
        return status;
    status = shg_postgres_refuse_used_name(q, err);
    if (status == SHOOGI_OK)
        status = shg_sql_change(NULL, &q->sql, NODE_BURY,
                                VALUES(text(q->node_name), number(SHG_NODE_DEAD_S)), err);
    if (status == SHOOGI_OK)
        status = refuse_other_site(q, err);
    if (status == SHOOGI_OK && shg_postgres_run(&q->sql, NODE_TIME, NO_VALUES) != SQL_ROW)
        return shg_sql_fail(err, &q->sql);
    if (status == SHOOGI_OK && shg_node_clocks_differ(q->sql.cells[0].number))
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "the clocks of this machine and of the database differ by more than a "
                             "minute: set the wrong one, and start again");
    if (status == SHOOGI_OK) {
        *now_ms = q->sql.cells[0].number;
        status = shg_sql_change(NULL, &q->sql, NODE_PAUSE,
                                VALUES(number(*now_ms), number(SHG_NODES_SILENT_MS)), err);
        if (status == SHOOGI_OK)
            status = shg_sql_change(NULL, &q->sql, NODE_OTHERS_LIVE, VALUES(number(*now_ms)), err);
    }
    return status;
}

shoogi_status shg_node_enter(shg_storage *storage, shoogi_error *err)
{
    if (!shg_storage_is_node(storage))
        return SHOOGI_OK;
    struct postgres *q = postgres_of(storage);
    if (shg_postgres_run(
            &q->sql, NODE_ENTER,
            VALUES(text(q->node_name), number(q->sql.schema_version), text(q->site))) != SQL_ROW)
        return shg_sql_fail(err, &q->sql);
    q->node = q->sql.run = q->sql.cells[0].number;
    return SHOOGI_OK;
}
