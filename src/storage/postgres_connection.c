/* postgres_connection.c: connecting to PostgreSQL, its lock and its migrations.
 *
 * One server at a time may write, since it keeps in memory what it has read: it holds an advisory lock while it is connected,
 * and has a number, by which it notices after a broken connection that another has written meanwhile.  Nodes, which tell
 * each other what they write (news.h), share the lock.
 *
 * A node migrates while others run, if all of them can use the new version: their rows have the versions of their programs.  A
 * node without a row can commit nothing (NEWS_ADD), and one that starts meanwhile waits, and then looks at the version. */
#include "storage/postgres_int.h"

#include "base/error.h"
#include "storage/postgres_schema.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { SERVER_VERSION_MIN = 140000 };

static shg_schema schema_of_program(void)
{
    return shg_schema_of(migrations, sizeof migrations / sizeof migrations[0]);
}

static void ignore_notice(void *context, const PGresult *notice)
{
    (void)context, (void)notice;
}

static shoogi_status cannot_open(shoogi_error *err, const struct postgres *q, shoogi_status status,
                                 const char *words)
{
    const char *name = shg_pq.db(q->connection), *host = shg_pq.host(q->connection);
    const char *port = shg_pq.port(q->connection);
    const bool far = host && host[0] != '\0' && host[0] != '/';
    const bool has_port = far && port && port[0] != '\0'; /* "": several hosts have the usual one */
    return shg_error_set(err, status, 0, 0,
                         "cannot open the PostgreSQL database %.32s%s%.40s%s%.6s: %s",
                         name ? name : "", far ? " at " : "", far ? host : "", has_port ? ":" : "",
                         has_port ? port : "", words);
}

/* Runs commands.  Returns the first column of the last one's first row, copied into out, "" if there is none. */
static shoogi_status ask_within(char *out, size_t room, const struct postgres *q,
                                const char *commands, int silence_ms, shoogi_error *err)
{
    PGresult *result = shg_postgres_exec(q->connection, commands, silence_ms);
    const ExecStatusType status = shg_pq.resultStatus(result);
    shoogi_status answer = SHOOGI_OK;
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
        if (out)
            snprintf(out, room, "%s",
                     shg_pq.ntuples(result) > 0 && shg_pq.nfields(result) > 0
                         ? shg_pq.getvalue(result, 0, 0)
                         : "");
    } else {
        const char *code = result ? shg_pq.resultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
        answer = code && strcmp(code, "55P03") == 0 ? SHOOGI_CONFLICT /* a lock */
                 : !result || shg_pq.status(q->connection) != CONNECTION_OK ? SHOOGI_NOT_FOUND
                                                                            : SHOOGI_IO;
        const char *words =
            result ? shg_pq.resultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
        const char *said = words ? words : shg_pq.errorMessage(q->connection);
        cannot_open(err, q, answer,
                    said[0] ? shg_postgres_reason_of(said).text : "it does not answer");
    }
    shg_pq.clear(result);
    return answer;
}

static shoogi_status ask(char *out, size_t room, const struct postgres *q, const char *commands,
                         shoogi_error *err)
{
    return ask_within(out, room, q, commands, SHG_POSTGRES_SILENCE_MS, err);
}

static shoogi_status ask_number(int64_t *out, const struct postgres *q, const char *question,
                                shoogi_error *err)
{
    char text_of_it[32];
    const shoogi_status status = ask(text_of_it, sizeof text_of_it, q, question, err);
    *out = status == SHOOGI_OK ? strtoll(text_of_it, NULL, 10) : 0;
    return status;
}

/* INVALID_RULES for a newer version or an unfinished copy; for an older version PARSE_ERROR if servers of that version can go on
 * beside this program, else ILLEGAL. */
static shoogi_status refuse_version(shoogi_error *err, const struct postgres *q, int64_t version)
{
    char words[100];
    const shg_schema schema = schema_of_program();
    if (version > SHG_UNFINISHED_VERSION)
        return cannot_open(err, q, SHOOGI_INVALID_RULES, shg_sql_unfinished_words(&q->sql));
    const bool newer = version > schema.version;
    snprintf(words, sizeof words, "expected version %d%s, found version %" PRId64 ": %s",
             schema.version, q->sql.read_only ? "" : " or older", version,
             newer ? "install a newer shoogi" : "start its server once");
    return cannot_open(err, q,
                       newer                                    ? SHOOGI_INVALID_RULES
                       : shg_schema_only_adds(&schema, version) ? SHOOGI_PARSE_ERROR
                                                                : SHOOGI_ILLEGAL,
                       words);
}

/* Whether a newer version is one that this program can use. */
static shoogi_status check_newer(int64_t version, struct postgres *q, shoogi_error *err)
{
    int64_t oldest = 0;
    if (version > SHG_UNFINISHED_VERSION || q->sql.copies)
        return refuse_version(err, q, version);
    const shoogi_status status = ask_number(&oldest, q, "SELECT oldest FROM shoogi", err);
    if (status != SHOOGI_OK)
        return status;
    q->sql.newer = oldest <= q->sql.schema_version;
    return q->sql.newer ? SHOOGI_OK : refuse_version(err, q, version);
}

/* Reads the version, 0 for an empty database. */
static shoogi_status read_version(int64_t *version, const struct postgres *q, shoogi_error *err)
{
    int64_t ours = 0, tables = 0;
    shoogi_status status =
        ask_number(&ours, q, "SELECT CAST(to_regclass('shoogi') IS NOT NULL AS integer)", err);
    if (status == SHOOGI_OK && ours)
        return ask_number(version, q, "SELECT version FROM shoogi", err);
    *version = 0;
    if (status == SHOOGI_OK)
        status = ask_number(&tables, q,
                            "SELECT count(*) FROM pg_class WHERE relnamespace = "
                            "(SELECT oid FROM pg_namespace WHERE nspname = current_schema())",
                            err);
    return status == SHOOGI_OK && tables
               ? cannot_open(err, q, SHOOGI_IO, "it has the tables of another program")
               : status;
}

static shoogi_status migrate(const struct postgres *q, int64_t from, shoogi_error *err)
{
    char stamp[120], oldest[40] = "";
    const char *commands;
    size_t next = 0;
    const shg_schema schema = schema_of_program();
    if (from + 1 >= SHG_POSTGRES_OLDEST_SINCE)
        snprintf(oldest, sizeof oldest, ", oldest = %d", shg_schema_oldest(&schema, from + 1));
    snprintf(stamp, sizeof stamp, "UPDATE shoogi SET version = %" PRId64 "%s; COMMIT", from + 1,
             oldest);
    shoogi_status status = ask(NULL, 0, q, "BEGIN", err);
    if (status == SHOOGI_OK && from == 0)
        status = ask(NULL, 0, q,
                     "CREATE TABLE shoogi(version bigint NOT NULL, writer bigint NOT NULL);"
                     "INSERT INTO shoogi VALUES(0, 0)",
                     err);
    while (status == SHOOGI_OK && (commands = shg_schema_commands(&next, &schema, from + 1)))
        status = ask_within(NULL, 0, q, commands, SHG_POSTGRES_FOREVER, err);
    if (status == SHOOGI_OK)
        status = ask_within(NULL, 0, q, stamp, SHG_POSTGRES_FOREVER, err);
    return status; /* closing the connection rolls back */
}

/* The number of the advisory lock: of this program and the schema. */
#define LOCK_KEY "hashtext('shoogi ' || current_schema())"

static shoogi_status lock(const struct postgres *q, bool shared, shoogi_error *err)
{
    /* A moment for the connection of a server that has just ended. */
    const shoogi_status status = ask(NULL, 0, q,
                                     shared ? "SELECT pg_advisory_lock_shared(" LOCK_KEY ")"
                                            : "SELECT pg_advisory_lock(" LOCK_KEY ")",
                                     err);
    return status == SHOOGI_CONFLICT
               ? cannot_open(err, q, SHOOGI_CONFLICT,
                             "another server is using it: stop that, or name all by --node")
               : status;
}

int shg_node_schema(void)
{
    return schema_of_program().version;
}

/* Refuses to migrate while nodes live whose programs could not go on, and names them. */
static shoogi_status refuse_older_nodes(const struct postgres *q, shoogi_error *err)
{
    char question[300], nodes[64] = "", words[128];
    const shg_schema schema = schema_of_program();
    int64_t has_nodes = 0;
    /* Nodes of the first versions have no column for theirs. */
    snprintf(question, sizeof question,
             "SELECT string_agg(name, ', ' ORDER BY id) FROM node WHERE"
             " beat > clock_timestamp() - %d * interval '1 s'"
             " AND coalesce(CAST(to_jsonb(node) ->> 'schema' AS bigint), 0) < %d",
             SHG_NODE_DEAD_S, shg_schema_oldest(&schema, schema.version));
    shoogi_status status =
        ask_number(&has_nodes, q, "SELECT CAST(to_regclass('node') IS NOT NULL AS integer)", err);
    if (status == SHOOGI_OK && has_nodes)
        status = ask(nodes, sizeof nodes, q, question, err);
    if (status != SHOOGI_OK || nodes[0] == '\0')
        return status;
    snprintf(words, sizeof words, "first drain or stop the servers of an older version: %s", nodes);
    return cannot_open(err, q, SHOOGI_CONFLICT, words);
}

static shoogi_status migrate_all(int64_t *version, const struct postgres *q, shoogi_error *err)
{
    shoogi_status status = SHOOGI_OK;
    for (; status == SHOOGI_OK && *version < q->sql.schema_version; ++*version)
        status = migrate(q, *version, err);
    return status;
}

/* Migrates as a node, while no other one starts. */
static shoogi_status migrate_beside_nodes(int64_t *version, const struct postgres *q,
                                          shoogi_error *err)
{
    shoogi_status status = ask(NULL, 0, q, "SELECT pg_advisory_lock(" SHG_NODES_LOCK ")", err);
    if (status == SHOOGI_OK)
        status = read_version(version, q, err); /* another one may have migrated meanwhile */
    if (status == SHOOGI_OK && *version < q->sql.schema_version)
        status = refuse_older_nodes(q, err);
    if (status == SHOOGI_OK)
        status = migrate_all(version, q, err);
    if (status == SHOOGI_OK) /* a broken connection unlocks, too */
        status = ask(NULL, 0, q, "SELECT pg_advisory_unlock(" SHG_NODES_LOCK ")", err);
    return status;
}

/* Becomes the writer, or stays it.  A new writer raises the number further than commits of the last one can. */
static shoogi_status take_over(struct postgres *q, shoogi_error *err)
{
    int64_t writer = 0;
    shoogi_status status = ask_number(&writer, q,
                                      q->writer ? "SELECT writer FROM shoogi"
                                                : "UPDATE shoogi SET writer = writer + 4294967296 "
                                                  "RETURNING writer",
                                      err);
    if (status != SHOOGI_OK)
        return status;
    if (q->writer && q->writer != writer && !(q->resolving && writer == q->writer + 1))
        return cannot_open(err, q, SHOOGI_IO, "another server has used it meanwhile");
    if (!q->writer)
        q->writer = writer;
    return SHOOGI_OK;
}

static shoogi_status prepare_database(struct postgres *q, shoogi_error *err)
{
    char encoding[32] = "";
    int64_t version = 0;
    q->sql.schema_version = shg_node_schema();
    q->sql.newer = false;
    if (shg_pq.serverVersion(q->connection) < SERVER_VERSION_MIN)
        return cannot_open(err, q, SHOOGI_IO, "expected PostgreSQL 14 or newer");
    shoogi_status status =
        ask(encoding, sizeof encoding, q, "SET lock_timeout = 5000; SHOW server_encoding", err);
    if (status == SHOOGI_OK && strcmp(encoding, "UTF8") != 0)
        return cannot_open(err, q, SHOOGI_IO, "its encoding is not UTF8");
    const bool node = shg_postgres_is_node(q);
    /* A node that sleeps or is cut off within a transaction must not keep its locks: others wait for them. */
    if (status == SHOOGI_OK && node)
        status = ask(NULL, 0, q, "SET idle_in_transaction_session_timeout = 5000", err);
    if (status == SHOOGI_OK && !q->sql.read_only)
        status = lock(q, node, err);
    if (status == SHOOGI_OK)
        status = read_version(&version, q, err);
    if (status != SHOOGI_OK)
        return status;
    shg_sql_accept_unfinished(&q->sql, &version);
    if (version > q->sql.schema_version)
        status = check_newer(version, q, err);
    else if (q->sql.read_only && version < q->sql.schema_version)
        status = refuse_version(err, q, version);
    else if (node && version < q->sql.schema_version)
        status = migrate_beside_nodes(&version, q, err);
    else
        status = migrate_all(&version, q, err);
    if (status == SHOOGI_OK && shg_postgres_is_only_writer(q))
        status = take_over(q, err);
    return status;
}

PGconn *shg_postgres_open(const char *uri)
{
    /* The later word wins: a URI can say otherwise than those before it. */
    static const char *const keywords[] = { "application_name",
                                            "connect_timeout",
                                            "tcp_user_timeout",
                                            "dbname",
                                            "client_encoding",
                                            "target_session_attrs",
                                            NULL };
    const char *const values[] = { "shoogi", "10", "10000", uri, "UTF8", "read-write", NULL };
    PGconn *connection = shg_pq.connectdbParams(keywords, values, 1);
    if (connection)
        shg_pq.setNoticeReceiver(connection, ignore_notice, NULL);
    return connection;
}

shoogi_status shg_postgres_connect(struct postgres *q, shoogi_error *err)
{
    shg_postgres_disconnect(q);
    q->connection = shg_postgres_open(q->uri);
    if (!q->connection)
        return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
    shoogi_status status =
        shg_pq.status(q->connection) == CONNECTION_OK
            ? prepare_database(q, err)
            : cannot_open(err, q, SHOOGI_NOT_FOUND,
                          shg_postgres_reason_of(shg_pq.errorMessage(q->connection)).text);
    if (status == SHOOGI_OK && !shg_pq.enterPipelineMode(q->connection))
        status = shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
    if (status != SHOOGI_OK)
        shg_postgres_disconnect(q);
    return status;
}

void shg_postgres_disconnect(struct postgres *q)
{
    shg_pq.clear(q->result);
    q->result = NULL;
    if (q->connection)
        shg_pq.finish(q->connection);
    q->connection = NULL;
    q->queued_count = q->unread = 0;
    q->notifying = false;
    memset(q->prepared, 0, sizeof q->prepared);
}

bool shg_postgres_is_broken(const struct postgres *q)
{
    return shg_pq.status(q->connection) != CONNECTION_OK; /* NULL, too */
}
