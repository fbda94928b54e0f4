/* sql_int.h: what the storages in SQL share: rows as parameters and cells of the statements in statements.def.
 *
 * Each sql_*.c has the functions of ops.def for a group of rows, and sql.c runs their statements on a driver: a connection
 * to SQLite (sqlite_*.c) or PostgreSQL (postgres_*.c), which also has opening, closing and transactions. */
#ifndef SHG_STORAGE_SQL_INT_H
#define SHG_STORAGE_SQL_INT_H

#include "base/error.h"
#include "storage/row.h"
#include "storage/storage.h"

#include <assert.h>
#include <string.h>

enum { SHG_SQL_CELLS_MAX = 26 }; /* columns of the widest list */

/* Added to the version of a database with an unfinished copy (transfer.c), so that servers of all versions refuse it. */
enum { SHG_UNFINISHED_VERSION = 1000000 };

enum sql_kind { READ, CHANGE, GUARDED, ADD };

enum statement {
#define STATEMENT(name, kind, sql) name,
#include "storage/statements.def"
    STATEMENTS,
    TRANSFER_READ = STATEMENTS, /* their texts are given by use_text (transfer.c) */
    TRANSFER_ADD,
    STATEMENTS_AND_TEXTS,
    OF_BOTH = STATEMENTS_AND_TEXTS - 1,
#define STATEMENT(name, kind, sql) name,
#include "storage/postgres_statements.def"
    ALL_STATEMENTS
};

/* The end of a statement's run.  TAKEN, MISSING: a unique key or a reference refused a guarded one, which changed nothing.
 * FAILED: anything else. */
enum sql_outcome { SQL_ROW, SQL_DONE, SQL_TAKEN, SQL_MISSING, SQL_FAILED };

enum { SQL_EARLY = 2 }; /* see append of struct sql_driver */

/* A parameter of a statement.  NOTHING: NULL, in place of a number. */
struct value {
    enum { NUMBER, TEXT, NOTHING } type;
    int64_t number;
    const char *text;
    size_t bytes;
};

/* A column of a row that was read: a number, or a text in the storage's memory. */
struct cell {
    int64_t number;
    const char *text;
    size_t bytes;
};

struct sql;

/* Converts the cells to a row and passes it to the caller's function; returning false stops the list. */
typedef bool shg_cells_fn(const struct cell *cells, void *context);

struct sql_driver {
    /* Runs a statement that returns at most one row.  ROW: the row is in the cells.  DONE: changed and added are set. */
    enum sql_outcome (*run)(struct sql *q, enum statement which, const struct value *values,
                            size_t count);
    /* Sends a CHANGE without waiting for its end: if it fails, so do the statements behind it, up to the end of the part.
     * NULL: the driver has no use for it.  False: it failed at once. */
    bool (*run_later)(struct sql *q, enum statement which, const struct value *values,
                      size_t count);
    /* Runs a statement that returns many rows.  DONE or FAILED. */
    enum sql_outcome (*list)(struct sql *q, enum statement which, const struct value *values,
                             size_t count, shg_cells_fn *each, void *context);
    /* Adds events with all that belongs to them in one statement.  ROW: cells are whether it was done; why not: 1: a plan is
     * another than expected, SQL_EARLY: the flag may not have fallen; then events, outcome, settled_ms, deleted_ms, black_seen
     * and white_seen of the game before, black and white.  DONE: there is no such game.  NULL: the driver has no such statement. */
    enum sql_outcome (*append)(struct sql *q, const shg_append *what, const shg_row_effect *effect);
    /* Adds a line to what other servers on this database learn with the commit (storage/news.h).  NULL: there are none. */
    void (*publish)(struct sql *q, const char *line);
    /* Returns the status of the last run that was not ROW or DONE, and fills *err, if given. */
    shoogi_status (*describe)(shoogi_error *err, const struct sql *q);
    /* Gives a statement behind STATEMENTS its text, copied.  False: the reason is what describe says. */
    bool (*use_text)(struct sql *q, enum statement which, const char *sql, bool reads);
    /* How the numbers of rows to come are kept, as statements: ?1 is the table, ?2 the last number. */
    const char *last_number, *forget_number, *set_number;
    bool counts_all;         /* not only for tables that give no number twice */
    const char *set_version; /* a statement without the number at its end */
};

/* The first member of both storages. */
struct sql {
    shg_storage base;
    const struct sql_driver *driver;
    struct cell cells[SHG_SQL_CELLS_MAX];
    int64_t added; /* the number of the last row added */
    int changed;   /* the number of rows that the last statement changed */
    int64_t run;   /* of this server, if there are several; 0: the latest run is */
    bool read_only, in_transaction, in_part, listing;
    bool copies, unfinished;     /* opened to be copied to; with a copy that is not whole */
    int schema_version;          /* of this program */
    bool newer;                  /* the database has a newer version, which this program can use */
    shoogi_status failed_status; /* the error that made the transaction fail */
    shoogi_error failure;
};

static inline struct sql *sql_of(shg_storage *s)
{
    struct sql *q = (struct sql *)s;
    assert(!q->listing); /* a list's callback must not call the storage */
    return q;
}

/* Returns the status of the last run, fills *err, if given, and marks a transaction in progress as failed. */
shoogi_status shg_sql_fail(shoogi_error *err, struct sql *q);

/* Returns the error that made the transaction fail, again. */
shoogi_status shg_sql_repeat_failure(shoogi_error *err, const struct sql *q);

/* Replaces the version of a database with an unfinished copy by that of its schema, if q may go on with the copy. */
void shg_sql_accept_unfinished(struct sql *q, int64_t *version);
/* Why a database with an unfinished copy cannot be opened, to be copied to or otherwise. */
const char *shg_sql_unfinished_words(const struct sql *q);

/* Return OK if rows may be read, or changed; else fill *err, if given, with the reason. */
SHOOGI_CHECKED shoogi_status shg_sql_may_read(const struct sql *q, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_sql_may_write(const struct sql *q, shoogi_error *err);

/* Reads events, outcome, settled_ms, deleted_ms, black and white of a game into the cells, for a change of the game.
 * NOT_FOUND if there is none. */
SHOOGI_CHECKED shoogi_status shg_sql_game_summary(struct sql *q, int64_t game, shoogi_error *err);

/* Publishes a line to other servers on this database: see news.h. */
void shg_sql_publish(struct sql *q, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- Running statements --- */

static inline struct value number(int64_t n)
{
    return (struct value){ .type = NUMBER, .number = n };
}

static inline struct value bytes(const char *text, size_t count)
{
    return (struct value){ .type = TEXT, .text = text, .bytes = count };
}

static inline struct value text(const char *t)
{
    return bytes(t, strlen(t));
}

/* A row number; NULL for 0. */
static inline struct value reference(int64_t id)
{
    return (struct value){ .type = id ? NUMBER : NOTHING, .number = id };
}

/* The last two arguments of a call: an array of values and its length. */
#define VALUES(...)                                                                                \
    (const struct value[]){ __VA_ARGS__ },                                                         \
        sizeof((const struct value[]){ __VA_ARGS__ }) / sizeof(struct value)
#define NO_VALUES NULL, 0

static inline enum sql_outcome shg_sql_run(struct sql *q, enum statement which,
                                           const struct value *values, size_t count)
{
    return q->driver->run(q, which, values, count);
}

/* Runs a statement that changes rows.  *changed, if given: their number; without it a failure may be reported by a later
 * statement of the part, or by its end. */
SHOOGI_CHECKED shoogi_status shg_sql_change(int *changed, struct sql *q, enum statement which,
                                            const struct value *values, size_t count,
                                            shoogi_error *err);

/* Reads the row with this number into the cells.  what: the kind of row for the NOT_FOUND message. */
SHOOGI_CHECKED shoogi_status shg_sql_find_row(struct sql *q, enum statement which, const char *what,
                                              int64_t id, shoogi_error *err);

/* Change the row with this number, or a text of it, or remove the row.  what: likewise. */
SHOOGI_CHECKED shoogi_status shg_sql_change_row(struct sql *q, enum statement which,
                                                const char *what, int64_t id,
                                                const struct value *values, size_t count,
                                                shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_sql_set_text(struct sql *q, enum statement which, const char *what,
                                              int64_t id, const char *to, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_sql_remove_row(struct sql *q, enum statement which,
                                                const char *what, int64_t id, shoogi_error *err);

/* Runs a statement that returns a count. */
SHOOGI_CHECKED shoogi_status shg_sql_count(struct sql *q, int64_t *out, enum statement which,
                                           const struct value *values, size_t value_count,
                                           shoogi_error *err);

/* Runs a statement that returns many rows. */
SHOOGI_CHECKED shoogi_status shg_sql_list(struct sql *q, enum statement which,
                                          const struct value *values, size_t count,
                                          shg_cells_fn *each, void *context, shoogi_error *err);

/* --- The functions of ops.def, but for those of the connection: shg_sql_player_add ... --- */

#define OP(result, name, parameters) result shg_sql_##name parameters;
#define OP_OF_CONNECTION(result, name, parameters)
#include "storage/ops.def"

#endif
