/* sqlite_int.h: the internals of the SQLite storage: the connection, and running statements on it.
 *
 * sqlite_statement.c runs the statements of statements.def, sqlite_transaction.c has transactions and the log,
 * sqlite_file.c opening and closing, and sqlite.c the table of functions. */
#ifndef SHG_STORAGE_SQLITE_INT_H
#define SHG_STORAGE_SQLITE_INT_H

#include "storage/sql_int.h"

#include <sqlite3.h>

enum {
    SHG_SQLITE_LOG_HEADER_BYTES =
        32 /* https://www.sqlite.org/fileformat.html#the_write_ahead_log */
};

/* The statements of transactions. */
enum transaction_statement {
    BEGIN_WRITING,
    BEGIN_READING,
    COMMIT,
    ROLLBACK,
    PART_BEGIN,
    PART_KEEP,
    PART_DROP,
    TRANSACTION_STATEMENTS
};

struct sqlite {
    struct sql sql;
    sqlite3 *db;
    int code; /* of the last statement */
    sqlite3_stmt *statements[STATEMENTS_AND_TEXTS], *transaction[TRANSACTION_STATEMENTS];
    char *texts; /* the texts of the cells */
    size_t texts_room;
    int lock_fd; /* -1: none */
    bool in_memory;
    bool lost; /* the contents are unknown until recovery; sql.failure says why */
    /* The log at the last commit: its size in pages, and its header, which changes when the log
     * restarts; the size at which the next checkpoint is due. */
    unsigned log_pages, due_pages, checkpoint_pages;
    unsigned char log_header[SHG_SQLITE_LOG_HEADER_BYTES];
    bool log_header_known;
    int64_t page_bytes;
};

static inline struct sqlite *sqlite_of(shg_storage *s)
{
    return (struct sqlite *)sql_of(s);
}

/* --- Files --- */

/* "shgi" in ASCII, in the header of each database. */
#define SHG_SQLITE_APPLICATION_ID 0x73686769

/* The schema version that this program creates. */
int shg_sqlite_schema_version(void);

/* Whether this program can use an open database of this newer version.  Returns an SQLite result code. */
int shg_sqlite_can_use(bool *out, sqlite3 *db, int64_t version);

/* The end of a path, as much as fits a message. */
struct shown_path {
    char text[72];
};

struct shown_path shg_sqlite_shown_path(const char *path);

/* Returns the path as a URI with special bytes escaped as %XX: owned (sqlite3_free), or NULL without
 * memory. */
char *shg_sqlite_uri(const char *path);

/* If root created the file fd, changes its owner to that of the database at path, or of its folder.  Returns false with
 * errno on failure. */
bool shg_sqlite_give_to_owner(int fd, const char *path);

/* Locks the database against other writing processes until *fd is closed.  *fd is always set, to -1 if it is not open.
 * CONFLICT if another process has the lock. */
SHOOGI_CHECKED shoogi_status shg_sqlite_lock(int *fd, const char *path, shoogi_error *err);

/* Opens a storage as shg_storage_sqlite does, without its table of functions.  *out owned (shg_sqlite_close). */
SHOOGI_CHECKED shoogi_status shg_sqlite_open(struct sqlite **out, const shg_sqlite_options *options,
                                             shoogi_error *err);

/* Prepares all statements of an open database.  Returns an SQLite result code. */
int shg_sqlite_prepare(struct sqlite *q);

/* The WAL hook, which SQLite calls after each commit to the log.  context: the struct sqlite. */
int shg_sqlite_log_grew(void *context, sqlite3 *db, const char *name, int pages);

/* --- Statements --- */

/* Converts an SQLite result code to a status, and fills *err, if given. */
shoogi_status shg_sqlite_describe(shoogi_error *err, sqlite3 *db, int code);

/* Runs a statement of a transaction.  Returns SQLITE_DONE or an error code. */
int shg_sqlite_run_transaction(struct sqlite *q, enum transaction_statement which);

/* The driver of the statements. */
extern const struct sql_driver shg_sqlite_driver;

/* --- The functions of ops.def for the connection: shg_sqlite_begin ... --- */

#define OP(result, name, parameters)
#define OP_OF_CONNECTION(result, name, parameters) result shg_sqlite_##name parameters;
#include "storage/ops.def"

#endif
