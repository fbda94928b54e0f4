/* sqlite_transaction.c: transactions, and the log that they are appended to.
 *
 * After an error SQLite sometimes takes back the whole transaction by itself (a full disk, spent
 * memory), sometimes only the statement, and statements that follow would then be committed one
 * by one.  So the first such error is kept, everything after it answers the same, and commit
 * refuses. */
#include "storage/sqlite_int.h"

#include <assert.h>
#include <string.h>

enum { LOG_HEADER_BYTES = SHG_SQLITE_LOG_HEADER_BYTES, LOG_PAGE_HEADER_BYTES = 24 };

/* From here on only recovery can tell what the file holds.  Closing must not write the log back
 * then: what is in it stays for recovery to judge. */
static shoogi_status lose(shoogi_error *err, struct sqlite *q, int code)
{
    shg_sqlite_describe(&q->why, q->db, code);
    q->why.status = SHOOGI_IO;
    q->lost = true;
    sqlite3_db_config(q->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
    return shg_sqlite_again(err, q);
}

/* The log as a file, or NULL. */
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
    return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code; /* what is missing reads as zeros */
}

int shg_sqlite_log_grew(void *context, sqlite3 *db, const char *name, int pages)
{
    struct sqlite *q = context;
    (void)db, (void)name;
    /* A shorter log is a new one: what was put off is done with. */
    if ((unsigned)pages < q->log_pages)
        q->due_pages = q->checkpoint_pages;
    q->log_pages = (unsigned)pages;
    q->log_header_known = read_log_header(q, q->log_header) == SQLITE_OK;
    return SQLITE_OK;
}

/* After a commit that found the disk full.  SQLite took the transaction back; yet if it was the
 * padding behind the commit's last page that had no room, the log's file holds the commit whole,
 * and recovery would bring it back although it was refused.  So the file is cut where the last
 * commit that succeeded ends: what is behind belongs to nobody.  If the log had begun anew for
 * the refused one, that is at its beginning. */
static int cut_log(struct sqlite *q)
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

/* Writes the log back to the file when it has grown long.  PASSIVE: as far as readers let it;
 * what is left is tried again when as much has been added once more.  A full disk and spent
 * memory harm nothing here, for the log still has everything; any other error may be a failed
 * fsync, after which the system forgets what it could not write. */
static shoogi_status checkpoint_if_due(struct sqlite *q, shoogi_error *err)
{
    if (q->log_pages < q->due_pages)
        return SHOOGI_OK;
    q->due_pages = q->log_pages + q->checkpoint_pages;
    const int code =
        sqlite3_wal_checkpoint_v2(q->db, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    if (code == SQLITE_OK || shg_sqlite_describe(NULL, q->db, code) != SHOOGI_IO)
        return SHOOGI_OK;
    return lose(err, q, code);
}

shoogi_status shg_sqlite_begin(shg_storage *s, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    assert(!q->in_transaction);
    if (q->lost)
        return shg_sqlite_again(err, q);
    if (!q->read_only && checkpoint_if_due(q, err) != SHOOGI_OK)
        return SHOOGI_IO;
    const int code = shg_sqlite_run(q, q->read_only ? BEGIN_READING : BEGIN_WRITING, NO_VALUES);
    if (code != SQLITE_DONE)
        return shg_sqlite_describe(err, q->db, code);
    q->in_transaction = true;
    return SHOOGI_OK;
}

/* ROLLBACK fails only if SQLite rolled back already, which autocommit tells. */
static void take_back(struct sqlite *q)
{
    if (!sqlite3_get_autocommit(q->db))
        shg_sqlite_run(q, ROLLBACK, NO_VALUES);
    q->in_transaction = q->in_part = false;
    q->spoilt = SHOOGI_OK;
}

shoogi_status shg_sqlite_commit(shg_storage *s, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->in_transaction && !q->in_part);
    if (q->spoilt != SHOOGI_OK) {
        const shoogi_status status = shg_sqlite_again(err, q);
        take_back(q);
        if (status == SHOOGI_IO && !q->read_only) {
            q->lost = true;
            sqlite3_db_config(q->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
        }
        return status;
    }
    const int code = shg_sqlite_run(q, COMMIT, NO_VALUES);
    if (code == SQLITE_DONE) {
        q->in_transaction = false;
        return SHOOGI_OK;
    }
    const shoogi_status status = shg_sqlite_describe(err, q->db, code);
    /* Also when memory ran out: SQLite allocates after it has synced the log, so that the commit
     * may be on disk already. */
    const bool unknown = status != SHOOGI_LIMIT_EXCEEDED && !q->read_only;
    if (unknown)
        lose(err, q, code);
    take_back(q);
    if (unknown)
        return SHOOGI_IO;
    const int cut = q->read_only ? SQLITE_OK : cut_log(q);
    return cut == SQLITE_OK ? status : lose(err, q, cut);
}

void shg_sqlite_rollback(shg_storage *s)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->in_transaction);
    take_back(q);
}

shoogi_status shg_sqlite_part_begin(shg_storage *s, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->in_transaction && !q->in_part);
    shoogi_status status = shg_sqlite_may_read(q, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_change(NULL, q, PART_BEGIN, NO_VALUES, err);
    if (status == SHOOGI_OK)
        q->in_part = true;
    return status;
}

shoogi_status shg_sqlite_part_keep(shg_storage *s, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->in_part);
    shoogi_status status = shg_sqlite_may_read(q, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_change(NULL, q, PART_KEEP, NO_VALUES, err);
    if (status == SHOOGI_OK)
        q->in_part = false;
    return status;
}

void shg_sqlite_part_drop(shg_storage *s)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->in_part);
    q->in_part = false;
    /* If SQLite took the whole transaction back there is no part to go back to, and no way on. */
    if (sqlite3_get_autocommit(q->db))
        return;
    const shoogi_status spoilt = q->spoilt;
    q->spoilt = SHOOGI_OK;
    if (shg_sqlite_change(NULL, q, PART_DROP, NO_VALUES, NULL) == SHOOGI_OK &&
        shg_sqlite_change(NULL, q, PART_KEEP, NO_VALUES, NULL) == SHOOGI_OK)
        return;
    if (spoilt != SHOOGI_OK)
        q->spoilt = spoilt;
}
