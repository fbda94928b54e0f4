/* sqlite_transaction.c: transactions and the write-ahead log.
 *
 * After an error SQLite sometimes rolls back the whole transaction (a full disk, no memory), sometimes
 * only the statement, and later statements would then be committed one by one.  Therefore the first
 * such error is kept, every later function returns it again, and commit refuses. */
#include "storage/sqlite_int.h"

#include <assert.h>
#include <string.h>

enum { LOG_HEADER_BYTES = SHG_SQLITE_LOG_HEADER_BYTES, LOG_PAGE_HEADER_BYTES = 24 };

/* Marks the contents of the file as unknown until recovery.  Closing must not checkpoint the log then:
 * recovery decides what in it is valid. */
static shoogi_status mark_lost(shoogi_error *err, struct sqlite *q, int code)
{
    shg_sqlite_describe(&q->sql.failure, q->db, code);
    q->sql.failure.status = SHOOGI_IO;
    q->lost = true;
    sqlite3_db_config(q->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
    return shg_sql_repeat_failure(err, &q->sql);
}

/* SQLite's file object of the log, or NULL. */
static sqlite3_file *log_file(struct sqlite *q)
{
    sqlite3_file *file = NULL;
    const int code = sqlite3_file_control(q->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    return code == SQLITE_OK && file && file->pMethods ? file : NULL;
}

static int read_log_header(struct sqlite *q, unsigned char header[LOG_HEADER_BYTES])
{
    sqlite3_file *log = log_file(q);
    const int code =
        log ? log->pMethods->xRead(log, header, LOG_HEADER_BYTES, 0) : SQLITE_IOERR_READ;
    return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code; /* missing bytes read as zeros */
}

int shg_sqlite_log_grew(void *context, sqlite3 *db, const char *name, int pages)
{
    struct sqlite *q = context;
    (void)db, (void)name;
    /* A shorter log has restarted, so a postponed checkpoint is obsolete. */
    if ((unsigned)pages < q->log_pages)
        q->due_pages = q->checkpoint_pages;
    q->log_pages = (unsigned)pages;
    q->log_header_known = read_log_header(q, q->log_header) == SQLITE_OK;
    return SQLITE_OK;
}

/* Truncates the log after a commit that failed because the disk is full.  SQLite has rolled the
 * transaction back; but if only the padding after its last page had no room, the log contains the whole
 * commit, and recovery would restore it although it was refused.  The log is therefore cut at the end of
 * the last successful commit, which is its beginning if the log had restarted for the failed one. */
static int truncate_log(struct sqlite *q)
{
    unsigned char header[LOG_HEADER_BYTES];
    sqlite3_file *log = log_file(q);
    int code = read_log_header(q, header);
    if (code != SQLITE_OK || (q->log_pages > 0 && !q->log_header_known))
        return SQLITE_IOERR_READ;
    if (memcmp(header, q->log_header, sizeof header) != 0)
        q->log_pages = 0;
    sqlite3_int64 end = 0, size;
    if (q->log_pages > 0)
        end = LOG_HEADER_BYTES + q->log_pages * (LOG_PAGE_HEADER_BYTES + q->page_bytes);
    code = log->pMethods->xFileSize(log, &size);
    if (code == SQLITE_OK && size > end) {
        code = log->pMethods->xTruncate(log, end);
        if (code == SQLITE_OK)
            code = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
    }
    return code;
}

/* Checkpoints the log when it has grown long.  PASSIVE: as far as readers allow; the rest is tried
 * again when the log has grown by the same amount.  A full disk or lack of memory does no harm here,
 * since the log still has everything; any other error may be a failed fsync, after which the system may
 * drop unwritten pages. */
static shoogi_status checkpoint_if_due(struct sqlite *q, shoogi_error *err)
{
    if (q->log_pages < q->due_pages)
        return SHOOGI_OK;
    q->due_pages = q->log_pages + q->checkpoint_pages;
    const int code =
        sqlite3_wal_checkpoint_v2(q->db, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    if (code == SQLITE_OK || shg_sqlite_describe(NULL, q->db, code) != SHOOGI_IO)
        return SHOOGI_OK;
    return mark_lost(err, q, code);
}

shoogi_status shg_sqlite_begin(shg_storage *s, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    assert(!q->sql.in_transaction);
    if (q->lost)
        return shg_sql_repeat_failure(err, &q->sql);
    if (!q->sql.read_only && checkpoint_if_due(q, err) != SHOOGI_OK)
        return SHOOGI_IO;
    const int code =
        shg_sqlite_run_transaction(q, q->sql.read_only ? BEGIN_READING : BEGIN_WRITING);
    if (code != SQLITE_DONE)
        return shg_sqlite_describe(err, q->db, code);
    q->sql.in_transaction = true;
    return SHOOGI_OK;
}

/* ROLLBACK fails only if SQLite has rolled back already, as autocommit shows. */
static void roll_back(struct sqlite *q)
{
    if (!sqlite3_get_autocommit(q->db))
        shg_sqlite_run_transaction(q, ROLLBACK);
    q->sql.in_transaction = q->sql.in_part = false;
    q->sql.failed_status = SHOOGI_OK;
}

shoogi_status shg_sqlite_commit(shg_storage *s, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->sql.in_transaction && !q->sql.in_part);
    if (q->sql.failed_status != SHOOGI_OK) {
        const shoogi_status status = shg_sql_repeat_failure(err, &q->sql);
        roll_back(q);
        if (status == SHOOGI_IO && !q->sql.read_only) {
            q->lost = true;
            sqlite3_db_config(q->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
        }
        return status;
    }
    const int code = shg_sqlite_run_transaction(q, COMMIT);
    if (code == SQLITE_DONE) {
        q->sql.in_transaction = false;
        return SHOOGI_OK;
    }
    const shoogi_status status = shg_sqlite_describe(err, q->db, code);
    /* Also without memory: SQLite allocates after syncing the log, so the commit may already be on
     * disk. */
    const bool unknown = status != SHOOGI_LIMIT_EXCEEDED && !q->sql.read_only;
    if (unknown)
        mark_lost(err, q, code);
    roll_back(q);
    if (unknown)
        return SHOOGI_IO;
    const int cut = q->sql.read_only ? SQLITE_OK : truncate_log(q);
    return cut == SQLITE_OK ? status : mark_lost(err, q, cut);
}

void shg_sqlite_rollback(shg_storage *s)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->sql.in_transaction);
    roll_back(q);
}

/* Runs a statement of a part; its failure makes the transaction fail. */
static shoogi_status control(struct sqlite *q, enum transaction_statement which, shoogi_error *err)
{
    q->code = shg_sqlite_run_transaction(q, which);
    return q->code == SQLITE_DONE ? SHOOGI_OK : shg_sql_fail(err, &q->sql);
}

shoogi_status shg_sqlite_part_begin(shg_storage *s, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->sql.in_transaction && !q->sql.in_part);
    shoogi_status status = shg_sql_may_read(&q->sql, err);
    if (status == SHOOGI_OK)
        status = control(q, PART_BEGIN, err);
    if (status == SHOOGI_OK)
        q->sql.in_part = true;
    return status;
}

shoogi_status shg_sqlite_part_keep(shg_storage *s, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->sql.in_part);
    shoogi_status status = shg_sql_may_read(&q->sql, err);
    if (status == SHOOGI_OK)
        status = control(q, PART_KEEP, err);
    if (status == SHOOGI_OK)
        q->sql.in_part = false;
    return status;
}

void shg_sqlite_part_drop(shg_storage *s)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->sql.in_part);
    q->sql.in_part = false;
    /* If SQLite has rolled back the whole transaction there is no savepoint to return to. */
    if (sqlite3_get_autocommit(q->db))
        return;
    const shoogi_status failed_status = q->sql.failed_status;
    q->sql.failed_status = SHOOGI_OK;
    if (control(q, PART_DROP, NULL) == SHOOGI_OK && control(q, PART_KEEP, NULL) == SHOOGI_OK)
        return;
    if (failed_status != SHOOGI_OK)
        q->sql.failed_status = failed_status;
}

void shg_sqlite_publish(shg_storage *s, const char *line)
{
    (void)s, (void)line; /* no other server has it */
}
