/* postgres_statement.c: running the statements of statements.def in PostgreSQL, and their errors.
 *
 * A statement is prepared when a connection first runs it.  It is sent in a pipeline with the commands of transactions that
 * wait (savepoints above all), so that each costs one round trip.  An error aborts a transaction up to its last savepoint:
 * a guarded statement has one of its own. */
#include "storage/postgres_int.h"

#include "base/error.h"
#include "base/monotonic.h"

#include <endian.h>
#include <stdio.h>
#include <stdlib.h>

/* The planner chooses orders of joins and indexes. */
#define ORDERED_JOIN               "JOIN "
#define INDEXED(index)             " "
#define FOR_UPDATE                 " FOR UPDATE"
#define FOLDED(text)               "lower(" text " COLLATE \"C\")"
#define LAST_CHARACTER             "chr(1114111)"
#define LESSER(a, b)               "least(" a ", " b ")"
#define GREATER(a, b)              "greatest(" a ", " b ")"
#define UNSEEN(colour)             "g." #colour "_unseen"
#define UNPLACED                   "g.unplaced"
#define DATABASE_BYTES             "pg_database_size(current_database())"
#define STATEMENT(name, kind, sql) [name] = { #name, sql, kind },
static const struct statement_text {
    const char *name, *sql;
    enum sql_kind kind;
} statements[] = {
#include "storage/statements.def"
#define STATEMENT(name, kind, sql) [name] = { #name, sql, kind },
#include "storage/postgres_statements.def"
};
static_assert(sizeof statements / sizeof statements[0] == ALL_STATEMENTS,
              "a text for every statement");

enum {
    INT4 = 23, /* numbers of types in the catalog of PostgreSQL, which do not change */
    INT8 = 20,
    TEXT_TYPE = 25
};

/* --- Errors --- */

/* What can be tried again has the status of a busy server: CONFLICT is an answer to many jobs, such as a name that is taken. */
#define LOST "the connection to the database broke; try again"

/* Converts an error of a result or of the connection (result NULL) to an outcome, and fills *err. */
static enum sql_outcome describe_error(shoogi_error *err, const PGconn *connection,
                                       const PGresult *result)
{
    static const struct {
        const char *code; /* SQLSTATE, or the class that it begins with */
        enum sql_outcome outcome;
        shoogi_status status;
        const char *words;
    } rows[] = {
        { "23505", SQL_TAKEN, SHOOGI_CONFLICT, "there is such a row already" },
        { "23503", SQL_MISSING, SHOOGI_NOT_FOUND, "a row that is referred to does not exist" },
        { "23502", SQL_MISSING, SHOOGI_NOT_FOUND,
          "the row of this node does not exist" }, /* NEWS_ADD */
        { "40P01", SQL_FAILED, SHOOGI_LIMIT_EXCEEDED,
          "another server changed the same rows; try again" },
        { "40001", SQL_FAILED, SHOOGI_LIMIT_EXCEEDED,
          "another server changed the same rows; try again" },
        { "55P03", SQL_FAILED, SHOOGI_LIMIT_EXCEEDED,
          "another server holds the same rows; try again" },
        { "53100", SQL_FAILED, SHOOGI_LIMIT_EXCEEDED, "the disk of the database is full" },
        { "53200", SQL_FAILED, SHOOGI_NO_MEMORY, "the database is out of memory" },
        /* Until a commit is sent, a broken connection undoes everything. */
        { "08", SQL_FAILED, SHOOGI_LIMIT_EXCEEDED, LOST },
        { "25P03", SQL_FAILED, SHOOGI_LIMIT_EXCEEDED, LOST }, /* it was silent in a transaction */
        { "57", SQL_FAILED, SHOOGI_LIMIT_EXCEEDED, LOST },
    };
    const char *code = result ? shg_pq.resultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *words = result ? shg_pq.resultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    const char *key = result ? shg_pq.resultErrorField(result, PG_DIAG_CONSTRAINT_NAME) : NULL;
    /* The number of the node is wrong: as SQL_TAKEN, the outcome of a job, each later commit would end in the same way. */
    if (key && strcmp(key, "news_pkey") == 0) {
        shg_error_set(err, SHOOGI_IO, 0, 0, "the database has another commit of this node");
        return SQL_FAILED;
    }
    for (size_t i = 0; code && i < sizeof rows / sizeof rows[0]; i++)
        if (strncmp(code, rows[i].code, strlen(rows[i].code)) == 0) {
            shg_error_set(err, rows[i].status, 0, 0, "%s", rows[i].words);
            return rows[i].outcome;
        }
    /* An error without a code is one of libpq: it could not send or read. */
    if (!code || shg_pq.status(connection) == CONNECTION_BAD)
        shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0, "%s", LOST);
    else
        shg_error_set(err, SHOOGI_IO, 0, 0, "the database failed: %.90s (SQLSTATE %s)",
                      words ? words : "no reason was given", code ? code : "unknown");
    return SQL_FAILED;
}

static shoogi_status describe(shoogi_error *err, const struct sql *base)
{
    const struct postgres *q = (const struct postgres *)base;
    *err = q->error;
    return q->error.status;
}

/* --- Sending --- */

/* What is sent together: commands, the last but one or the last of which may be a statement. */
struct exchange {
    struct postgres *q;
    size_t commands;   /* that were sent and have an answer each, counted from 0 */
    size_t earlier;    /* how many of them came before the statement of the exchange */
    size_t of_result;  /* the command whose result is wanted; SIZE_MAX: none */
    size_t of_prepare; /* the one that prepares a statement; SIZE_MAX: none */
    bool *prepared;    /* what it sets when it has */
    bool sent;         /* all could be sent */
};

static void send_command(struct exchange *x, const char *command)
{
    x->sent =
        x->sent && shg_pq.sendQueryParams(x->q->connection, command, 0, NULL, NULL, NULL, NULL, 1);
    x->commands++;
}

static struct exchange begin_exchange(struct postgres *q)
{
    struct exchange x = { .q = q,
                          .commands = q->unread,
                          .of_result = SIZE_MAX,
                          .of_prepare = SIZE_MAX,
                          .sent = q->connection != NULL };
    for (size_t i = 0; i < q->queued_count; i++)
        send_command(&x, q->queued[i]);
    q->queued_count = 0;
    x.earlier = x.commands;
    return x;
}

static void fail_exchange(struct postgres *q, const PGresult *result)
{
    if (q->outcome != SQL_DONE)
        return; /* the first error is the reason of the others */
    q->unusable = !result || !shg_pq.resultErrorField(result, PG_DIAG_SQLSTATE);
    q->sql.base.away = q->sql.base.away || q->unusable || shg_postgres_is_broken(q);
    if (q->connection && (result || shg_pq.status(q->connection) == CONNECTION_BAD))
        q->outcome = describe_error(&q->error, q->connection, result);
    else {
        q->outcome = SQL_FAILED;
        shg_error_set(&q->error, q->connection ? SHOOGI_NO_MEMORY : SHOOGI_LIMIT_EXCEEDED, 0, 0,
                      "%s", q->connection ? "out of memory" : LOST);
    }
}

/* A result that can be used.  Takes it and returns false if it is an error. */
static bool is_good(struct postgres *q, PGresult *result)
{
    switch (shg_pq.resultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_SINGLE_TUPLE: return true;
    case PGRES_PIPELINE_ABORTED: break; /* an earlier command failed */
    case PGRES_EMPTY_QUERY:
    case PGRES_COPY_OUT:
    case PGRES_COPY_IN:
    case PGRES_BAD_RESPONSE:
    case PGRES_NONFATAL_ERROR:
    case PGRES_FATAL_ERROR:
    case PGRES_COPY_BOTH:
    case PGRES_PIPELINE_SYNC: fail_exchange(q, result);
    }
    shg_pq.clear(result);
    return false;
}

/* The next result, as PQgetResult has it; *silent: the database does not answer. */
static PGresult *next_result(struct postgres *q, bool *silent)
{
    const int silence_ms =
        q->waits || q->sql.copies ? SHG_POSTGRES_FOREVER : SHG_POSTGRES_SILENCE_MS;
    *silent = *silent || !shg_postgres_await(q->connection, silence_ms);
    if (!*silent)
        atomic_store_explicit(&q->sql.base.heard_ms, shg_monotonic_ms(), memory_order_relaxed);
    return *silent ? NULL : shg_pq.getResult(q->connection);
}

/* Closes the connection: the answer may still come, and would be taken for that of another statement. */
static void fail_silent(struct postgres *q)
{
    q->outcome = SQL_FAILED;
    q->silent = q->sql.base.away = true;
    shg_error_set(&q->error, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                  "the database does not answer; try again");
    shg_postgres_disconnect(q);
}

/* Reads the answer to shg_postgres_run_and_leave, which no one needs; a broken connection shows in what follows. */
static void read_left_answer(struct postgres *q, bool *silent)
{
    bool synced = !q->notifying;
    q->notifying = false;
    while (!synced && !*silent && shg_pq.status(q->connection) == CONNECTION_OK) {
        PGresult *result = next_result(q, silent); /* NULL: the end of the command */
        synced = shg_pq.resultStatus(result) == PGRES_PIPELINE_SYNC;
        shg_pq.clear(result);
    }
}

typedef void row_fn(struct postgres *q, PGresult *result, void *context);

/* Ends an exchange and waits for all answers.  Calls row for each result of the wanted command.  Sets q->outcome to DONE or
 * what the first error means. */
static void end_exchange(struct exchange *x, bool row_by_row, row_fn *row, void *context)
{
    struct postgres *q = x->q;
    q->outcome = SQL_DONE;
    q->error = (shoogi_error){ 0 };
    q->unusable = q->silent = false;
    q->unread = 0;
    q->round_trips++;
    if (!x->sent || !shg_pq.pipelineSync(q->connection)) {
        fail_exchange(q, NULL);
        if (q->connection) /* answers to a part of it would be taken for later ones */
            shg_postgres_disconnect(q);
        return;
    }
    bool silent = false;
    read_left_answer(q, &silent);
    for (size_t i = 0; i < x->commands && !silent; i++) {
        bool answered = false;
        PGresult *result;
        if (i == x->of_result && row_by_row)
            shg_pq.setSingleRowMode(q->connection);
        while ((result = next_result(q, &silent))) {
            answered = true;
            if (!is_good(q, result))
                continue;
            if (i == x->of_result)
                row(q, result, context); /* takes it */
            else
                shg_pq.clear(result);
            if (i == x->of_prepare)
                *x->prepared = true;
        }
        if (silent)
            break;
        if (!answered)
            fail_exchange(q, NULL);
        /* What refused an earlier statement is no answer to this one. */
        if (q->outcome != SQL_DONE && i < x->earlier)
            q->outcome = SQL_FAILED;
        if (q->unusable || shg_pq.status(q->connection) == CONNECTION_BAD) {
            fail_exchange(q, NULL);
            shg_postgres_disconnect(q);
            return;
        }
    }
    PGresult *sync = next_result(q, &silent);
    if (silent)
        fail_silent(q);
    else if (shg_pq.resultStatus(sync) != PGRES_PIPELINE_SYNC)
        fail_exchange(q, NULL);
    shg_pq.clear(sync);
}

void shg_postgres_queue(struct postgres *q, const char *command)
{
    assert(q->queued_count < SHG_POSTGRES_QUEUED_MAX);
    q->queued[q->queued_count++] = command;
}

static void keep_result(struct postgres *q, PGresult *result, void *context)
{
    PGresult **out = context;
    (void)q;
    shg_pq.clear(*out);
    *out = result;
}

/* The end of the last exchange.  Fills *err, if given, unless it is OK. */
static shoogi_status status_of(const struct postgres *q, shoogi_error *err)
{
    if (q->outcome == SQL_DONE)
        return SHOOGI_OK;
    if (err)
        *err = q->error;
    return q->error.status;
}

shoogi_status shg_postgres_send(PGresult **out, struct postgres *q, const char *command,
                                shoogi_error *err)
{
    PGresult *result = NULL;
    struct exchange x = begin_exchange(q);
    x.of_result = x.commands;
    send_command(&x, command);
    end_exchange(&x, false, keep_result, &result);
    if (q->outcome == SQL_DONE && out) {
        *out = result;
        result = NULL;
    }
    shg_pq.clear(result);
    return status_of(q, err);
}

/* --- Statements --- */

/* The text, name and kind of a statement. */
static struct statement_text text_in(const struct postgres *q, enum statement which)
{
    return which < STATEMENTS || which >= STATEMENTS_AND_TEXTS
               ? statements[which]
               : (struct statement_text){ which == TRANSFER_READ ? "TRANSFER_READ" : "TRANSFER_ADD",
                                          q->texts[which - STATEMENTS],
                                          which == TRANSFER_READ ? READ : CHANGE };
}

/* The text of a statement with PostgreSQL's $1 in place of ?1: owned (free), or NULL without memory.  page: a part of its
 * rows, by two more parameters. */
static char *text_of(const struct statement_text *statement, bool page, size_t count)
{
    const char *sql = statement->sql;
    const size_t room = strlen(sql) + 64;
    char *out = malloc(room);
    if (!out)
        return NULL;
    if (page)
        snprintf(out, room, "%s LIMIT $%zu OFFSET $%zu", sql, count - 1, count);
    else
        snprintf(out, room, "%s%s", sql, statement->kind == ADD ? " RETURNING id" : "");
    for (char *at = out; (at = strchr(at, '?')); at++)
        *at = '$';
    return out;
}

static void send_statement(struct exchange *x, enum statement which, bool page,
                           const struct value *values, size_t count)
{
    char name[40];
    const char *parameters[SHG_POSTGRES_VALUES_MAX];
    uint64_t numbers[SHG_POSTGRES_VALUES_MAX];
    int lengths[SHG_POSTGRES_VALUES_MAX], formats[SHG_POSTGRES_VALUES_MAX];
    Oid types[SHG_POSTGRES_VALUES_MAX];
    struct postgres *q = x->q;
    assert(count <= SHG_POSTGRES_VALUES_MAX);
    for (size_t i = 0; i < count; i++) {
        const struct value *v = &values[i];
        const bool is_text = v->type == TEXT;
        numbers[i] = htobe64((uint64_t)v->number);
        parameters[i] = is_text ? v->text : v->type == NUMBER ? (const char *)&numbers[i] : NULL;
        lengths[i] = is_text ? (int)v->bytes : (int)sizeof numbers[i];
        formats[i] = 1; /* binary */
        types[i] = is_text ? TEXT_TYPE : INT8;
    }
    const struct statement_text statement = text_in(q, which);
    const bool guarded = statement.kind == GUARDED || statement.kind == ADD;
    if (guarded && q->sql.in_transaction)
        send_command(x, "SAVEPOINT guard");
    snprintf(name, sizeof name, "%s%s", statement.name, page ? " page" : "");
    if (!q->prepared[page][which]) {
        char *sql = text_of(&statement, page, count);
        x->prepared = &q->prepared[page][which];
        x->of_prepare = x->commands++;
        x->sent = x->sent && sql && shg_pq.sendPrepare(q->connection, name, sql, (int)count, types);
        free(sql);
    }
    x->of_result = x->commands++;
    x->sent = x->sent && shg_pq.sendQueryPrepared(q->connection, name, (int)count, parameters,
                                                  lengths, formats, 1);
    if (guarded && q->sql.in_transaction)
        send_command(x, "RELEASE guard");
}

/* Reads a row of a result into the cells; texts stay in the result. */
static void read_row(struct postgres *q, const PGresult *result)
{
    const int columns = shg_pq.nfields(result);
    assert(columns <= SHG_SQL_CELLS_MAX);
    for (int i = 0; i < columns; i++) {
        struct cell *cell = &q->sql.cells[i];
        const char *at = shg_pq.getvalue(result, 0, i);
        *cell = (struct cell){ .text = "" };
        if (shg_pq.getisnull(result, 0, i))
            continue;
        switch (shg_pq.ftype(result, i)) {
        case INT8: {
            uint64_t big;
            memcpy(&big, at, sizeof big);
            cell->number = (int64_t)be64toh(big);
            break;
        }
        case INT4: {
            uint32_t big;
            memcpy(&big, at, sizeof big);
            cell->number = (int32_t)be32toh(big);
            break;
        }
        default: cell->text = at; cell->bytes = (size_t)shg_pq.getlength(result, 0, i);
        }
    }
}

static void take_row(struct postgres *q, PGresult *result, void *context)
{
    (void)context;
    shg_pq.clear(q->result);
    q->result = result;
}

enum sql_outcome shg_postgres_run(struct sql *base, enum statement which,
                                  const struct value *values, size_t count)
{
    struct postgres *q = (struct postgres *)base;
    shg_pq.clear(q->result);
    q->result = NULL;
    struct exchange x = begin_exchange(q);
    send_statement(&x, which, false, values, count);
    end_exchange(&x, false, take_row, NULL);
    if (q->outcome != SQL_DONE) {
        if ((q->outcome == SQL_TAKEN || q->outcome == SQL_MISSING) && base->in_transaction) {
            shg_postgres_queue(q, "ROLLBACK TO guard");
            shg_postgres_queue(q, "RELEASE guard");
        }
        return q->outcome;
    }
    const bool rows = shg_pq.ntuples(q->result) > 0;
    if (rows)
        read_row(q, q->result);
    if (text_in(q, which).kind == READ)
        return rows ? SQL_ROW : SQL_DONE;
    base->changed = atoi(shg_pq.cmdTuples(q->result));
    if (rows)
        base->added = base->cells[0].number;
    return SQL_DONE;
}

static bool run_later(struct sql *base, enum statement which, const struct value *values,
                      size_t count)
{
    struct postgres *q = (struct postgres *)base;
    if (text_in(q, which).kind != CHANGE || !q->prepared[0][which] ||
        q->unread >= SHG_POSTGRES_UNREAD_MAX)
        return shg_postgres_run(base, which, values, count) == SQL_DONE;
    struct exchange x = begin_exchange(q);
    send_statement(&x, which, false, values, count);
    if (!x.sent) {
        end_exchange(&x, false, NULL, NULL);
        return false;
    }
    q->unread = x.commands;
    return true;
}

void shg_postgres_run_and_leave(struct postgres *q, enum statement which,
                                const struct value *values, size_t count)
{
    assert(q->queued_count == 0 && q->unread == 0 && !q->notifying);
    if (!q->prepared[0][which]) {
        (void)shg_postgres_run(&q->sql, which, values, count);
        return;
    }
    struct exchange x = begin_exchange(q);
    send_statement(&x, which, false, values, count);
    q->notifying = x.sent && shg_pq.pipelineSync(q->connection);
}

shoogi_status shg_postgres_read_answers(struct postgres *q, shoogi_error *err)
{
    struct exchange x = begin_exchange(q);
    end_exchange(&x, false, NULL, NULL);
    return status_of(q, err);
}

/* --- Lists --- */

struct reader {
    shg_cells_fn *each;
    void *context;
    int64_t rows;
    bool stopped;
};

static void read_each(struct postgres *q, PGresult *result, void *context)
{
    struct reader *reader = context;
    take_row(q, result, NULL);
    if (shg_pq.ntuples(result) == 0)
        return; /* the end */
    reader->rows++;
    if (reader->stopped)
        return;
    read_row(q, result);
    reader->stopped = !reader->each(q->sql.cells, reader->context);
}

/* Rows come one by one, and those behind the last that is wanted are dropped.  Most lists of readers stop early, so they come
 * in pages that grow: at most seven times as many are dropped as were wanted, and a page begins where the one before it
 * ended, since the transaction is a snapshot. */
static enum sql_outcome list(struct sql *base, enum statement which, const struct value *values,
                             size_t count, shg_cells_fn *each, void *context)
{
    enum { FIRST_PAGE = 64, GROWTH = 8 };
    struct postgres *q = (struct postgres *)base;
    struct reader reader = { .each = each, .context = context };
    const bool pages =
        base->read_only && base->in_transaction && !strstr(text_in(q, which).sql, "LIMIT");
    struct value more[SHG_POSTGRES_VALUES_MAX];
    assert(count + 2 <= SHG_POSTGRES_VALUES_MAX);
    if (count > 0)
        memcpy(more, values, count * sizeof *values);
    int64_t page = FIRST_PAGE;
    bool ended = false;
    while (!ended) {
        const int64_t begin = reader.rows;
        more[count] = number(page);
        more[count + 1] = number(begin);
        struct exchange x = begin_exchange(q);
        send_statement(&x, which, pages, more, count + (pages ? 2 : 0));
        end_exchange(&x, true, read_each, &reader);
        ended = q->outcome != SQL_DONE || !pages || reader.stopped || reader.rows - begin < page;
        page *= GROWTH;
    }
    return q->outcome;
}

static bool forget(struct postgres *q, const char *command)
{
    return shg_postgres_send(NULL, q, command, &q->error) == SHOOGI_OK;
}

static bool use_text(struct sql *base, enum statement which, const char *sql, bool reads)
{
    struct postgres *q = (struct postgres *)base;
    const bool was_prepared = q->prepared[0][which], was_paged = q->prepared[1][which];
    assert(which >= STATEMENTS && reads == (which == TRANSFER_READ));
    free(q->texts[which - STATEMENTS]);
    q->texts[which - STATEMENTS] = strdup(sql);
    q->prepared[0][which] = q->prepared[1][which] = false;
    q->error = (shoogi_error){ .status = SHOOGI_NO_MEMORY, .message = "out of memory" };
    return q->texts[which - STATEMENTS] &&
           (!was_prepared ||
            forget(q, reads ? "DEALLOCATE \"TRANSFER_READ\"" : "DEALLOCATE \"TRANSFER_ADD\"")) &&
           (!was_paged || forget(q, "DEALLOCATE \"TRANSFER_READ page\""));
}

const struct sql_driver shg_postgres_driver = {
    .run = shg_postgres_run,
    .append = shg_postgres_append,
    .publish = shg_postgres_add_news,
    .run_later = run_later,
    .list = list,
    .describe = describe,
    .use_text = use_text,
    .last_number = "SELECT last FROM counter WHERE name = ?1",
    .set_number = "UPDATE counter SET last = ?2 WHERE name = ?1",
    .counts_all = true,
    .set_version = "UPDATE shoogi SET version = ",
};
