/* sqlite_statement.c: running the statements of statements.def in SQLite, and their errors. */
#include "storage/sqlite_int.h"

#include "base/error.h"

#include <assert.h>
#include <string.h>

/* --- Statements --- */

/* SQLite keeps the left side of a CROSS JOIN outermost.  Names are NOCASE (sqlite_schema.h), so they compare folded. */
#define ORDERED_JOIN               "CROSS JOIN "
#define INDEXED(index)             " INDEXED BY " #index " "
#define FOR_UPDATE                 ""
#define FOLDED(text)               text
#define LAST_CHARACTER             "char(1114111)"
#define LESSER(a, b)               "min(" a ", " b ")"
#define GREATER(a, b)              "max(" a ", " b ")"
#define UNSEEN(colour)             "g.outcome <> '' AND g." #colour "_seen < g.events"
#define UNPLACED                   "g.outcome <> '' AND g.placed < g.events"
#define DATABASE_BYTES             "(SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)"
#define STATEMENT(name, kind, sql) [name] = sql,
static const char *const sql[] = {
#include "storage/statements.def"
};
static_assert(sizeof sql / sizeof sql[0] == STATEMENTS, "a text for every statement");

static const char *const transaction_sql[] = {
    /* IMMEDIATE: takes the write lock here, so that no later statement fails for want of it. */
    [BEGIN_WRITING] = "BEGIN IMMEDIATE",
    [BEGIN_READING] = "BEGIN",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [PART_BEGIN] = "SAVEPOINT part",
    [PART_KEEP] = "RELEASE part",
    [PART_DROP] = "ROLLBACK TO part",
};
static_assert(sizeof transaction_sql / sizeof transaction_sql[0] == TRANSACTION_STATEMENTS,
              "a text for every statement");

static int prepare(sqlite3_stmt **out, struct sqlite *q, const char *text_of_it)
{
    return sqlite3_prepare_v3(q->db, text_of_it, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);
}

int shg_sqlite_prepare(struct sqlite *q)
{
    int code = SQLITE_OK;
    for (size_t i = 0; i < STATEMENTS && code == SQLITE_OK; i++)
        code = prepare(&q->statements[i], q, sql[i]);
    for (size_t i = 0; i < TRANSACTION_STATEMENTS && code == SQLITE_OK; i++)
        code = prepare(&q->transaction[i], q, transaction_sql[i]);
    return code;
}

/* --- Errors --- */

shoogi_status shg_sqlite_describe(shoogi_error *err, sqlite3 *db, int code)
{
    static const struct {
        int code;
        shoogi_status status;
        const char *words;
    } rows[] = {
        { SQLITE_NOMEM, SHOOGI_NO_MEMORY, "out of memory" },
        { SQLITE_FULL, SHOOGI_LIMIT_EXCEEDED, "the disk is full" },
        { SQLITE_BUSY, SHOOGI_CONFLICT, "another program holds the database" },
        { SQLITE_LOCKED, SHOOGI_CONFLICT, "another connection holds the database" },
    };
    if (code == SQLITE_IOERR_NOMEM)
        code = SQLITE_NOMEM;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if ((code & 0xFF) == rows[i].code)
            return shg_error_set(err, rows[i].status, 0, 0, "%s", rows[i].words);
    return shg_error_set(err, SHOOGI_IO, 0, 0, "the database failed: %s (SQLite code %d)",
                         db ? sqlite3_errmsg(db) : sqlite3_errstr(code), code);
}

static shoogi_status describe(shoogi_error *err, const struct sql *base)
{
    const struct sqlite *q = (const struct sqlite *)base;
    return shg_sqlite_describe(err, q->db, q->code);
}

/* --- Running statements --- */

/* Texts are bound without copying: they outlive the statement's run, and finish clears the bindings. */
static int bind(sqlite3_stmt *statement, const struct value *values, size_t count)
{
    int code = SQLITE_OK;
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        const struct value *v = &values[i];
        const int place = (int)i + 1;
        switch (v->type) {
        case NUMBER: code = sqlite3_bind_int64(statement, place, v->number); break;
        case TEXT:
            code = sqlite3_bind_text64(statement, place, v->text, v->bytes, SQLITE_STATIC,
                                       SQLITE_UTF8);
            break;
        case NOTHING: code = sqlite3_bind_null(statement, place); break;
        }
    }
    return code;
}

static void finish(sqlite3_stmt *statement)
{
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

/* Copies the current row to the cells, so that the statement can be reset at once: an open statement
 * would hold its snapshot and prevent checkpoints of the log. */
static int copy_row(struct sqlite *q, sqlite3_stmt *statement)
{
    static const char no_text[] =
        ""; /* for numbers, and for columns of a wrong type in a damaged file */
    const int columns = sqlite3_column_count(statement);
    assert(columns <= SHG_SQL_CELLS_MAX);
    size_t room = 0;
    for (int i = 0; i < columns; i++) {
        struct cell *cell = &q->sql.cells[i];
        *cell = (struct cell){ .text = no_text };
        if (sqlite3_column_type(statement, i) == SQLITE_TEXT) {
            cell->text = (const char *)sqlite3_column_text(statement, i);
            if (!cell->text)
                return SQLITE_NOMEM;
            cell->bytes = (size_t)sqlite3_column_bytes(statement, i);
            room += cell->bytes + 1;
        } else {
            cell->number = sqlite3_column_int64(statement, i);
        }
    }
    if (room > q->texts_room) {
        char *texts = sqlite3_malloc64(room);
        if (!texts)
            return SQLITE_NOMEM;
        sqlite3_free(q->texts);
        q->texts = texts;
        q->texts_room = room;
    }
    char *at = q->texts;
    for (int i = 0; i < columns; i++) {
        struct cell *cell = &q->sql.cells[i];
        if (cell->text == no_text)
            continue;
        memcpy(at, cell->text, cell->bytes);
        at[cell->bytes] = '\0';
        cell->text = at;
        at += cell->bytes + 1;
    }
    return SQLITE_ROW;
}

int shg_sqlite_run_transaction(struct sqlite *q, enum transaction_statement which)
{
    const int code = sqlite3_step(q->transaction[which]);
    finish(q->transaction[which]);
    return code;
}

static enum sql_outcome outcome_of(int code)
{
    switch (code) {
    case SQLITE_ROW: return SQL_ROW;
    case SQLITE_DONE: return SQL_DONE;
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_PRIMARYKEY: return SQL_TAKEN;
    case SQLITE_CONSTRAINT_FOREIGNKEY: return SQL_MISSING;
    default: return SQL_FAILED;
    }
}

static enum sql_outcome run(struct sql *base, enum statement which, const struct value *values,
                            size_t count)
{
    struct sqlite *q = (struct sqlite *)base;
    sqlite3_stmt *statement = q->statements[which];
    q->code = bind(statement, values, count);
    if (q->code == SQLITE_OK)
        q->code = sqlite3_step(statement);
    if (q->code == SQLITE_ROW)
        q->code = copy_row(q, statement);
    finish(statement);
    if (q->code == SQLITE_DONE) {
        base->changed = sqlite3_changes(q->db);
        base->added = sqlite3_last_insert_rowid(q->db);
    }
    return outcome_of(q->code);
}

static enum sql_outcome list(struct sql *base, enum statement which, const struct value *values,
                             size_t count, shg_cells_fn *each, void *context)
{
    struct sqlite *q = (struct sqlite *)base;
    sqlite3_stmt *statement = q->statements[which];
    int code = bind(statement, values, count);
    if (code == SQLITE_OK)
        code = SQLITE_ROW;
    while (code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW)
            code = copy_row(q, statement);
        if (code == SQLITE_ROW && !each(base->cells, context))
            code = SQLITE_DONE;
    }
    finish(statement);
    q->code = code;
    return code == SQLITE_DONE ? SQL_DONE : SQL_FAILED;
}

static bool use_text(struct sql *base, enum statement which, const char *text_of_it, bool reads)
{
    struct sqlite *q = (struct sqlite *)base;
    (void)reads;
    sqlite3_finalize(q->statements[which]);
    q->statements[which] = NULL;
    q->code = prepare(&q->statements[which], q, text_of_it);
    return q->code == SQLITE_OK;
}

const struct sql_driver shg_sqlite_driver = {
    .run = run,
    .list = list,
    .describe = describe,
    .use_text = use_text,
    /* https://www.sqlite.org/autoinc.html */
    .last_number = "SELECT seq FROM sqlite_sequence WHERE name = ?1",
    .forget_number = "DELETE FROM sqlite_sequence WHERE name = ?1",
    .set_number = "INSERT INTO sqlite_sequence(name, seq) VALUES(?1, ?2)",
    .set_version = "PRAGMA user_version=",
};
