/* sqlite_file.c: opening and closing an SQLite file.
 *
 * The tables are in sqlite_schema.h.  These settings implement the guarantees of storage.h:
 *
 *  - journal_mode=WAL: a commit appends to one file and syncs it once, and readers in other threads
 *    continue to read their snapshot.
 *  - synchronous=FULL: in WAL mode this is what makes each commit sync the log before it returns.
 *    At NORMAL a power cut may lose the last commits; the file stays intact, except on a disk that
 *    tears sectors while a reader is open: see power_cut_test.c.  Before the log is in use it is
 *    EXTRA, which also syncs the directory after a rollback journal was removed: a journal that
 *    reappears after a power cut would undo the creation of the file and everything committed since.
 *  - psow=0 ("no power-safe overwrite", in the URI): by default SQLite on Unix assumes that a power
 *    cut during a write damages only the bytes being written.  A disk or card that loses the whole
 *    sector would also lose the end of the previous, acknowledged commit.  Without the assumption
 *    SQLite pads each commit to the end of a sector: one page more, no more syncs.
 *  - An empty log at the start: a writer checkpoints the whole log when it opens the file.  After a
 *    crash the padding may be missing, and the next commit would share a sector with an acknowledged
 *    one.
 *  - Only the writer checkpoints (copies the log to the file): wal_autocheckpoint=0 on every
 *    connection, and the writer checkpoints before it begins a transaction.  SQLite's automatic
 *    checkpoint after a commit ignores errors and would delay the answer to the commit.
 *    Readers do not checkpoint on closing (NO_CKPT_ON_CLOSE).  A lock on PATH-lock excludes
 *    other processes of shoogi: SQLite before 3.51.3 can corrupt the file when one connection
 *    checkpoints while another restarts the log ("WAL-reset bug").
 *  - mmap_size=0: with mapped files a disk error is a signal that ends the process, not a status.
 *  - temp_store=MEMORY: undoing a part and sorting lists use no disk.
 *  - foreign_keys=ON: off by default, and per connection.
 *  - cell_size_check=ON, trusted_schema=OFF, DEFENSIVE: damaged or forged files are detected
 *    earlier.
 *  - query_only=ON on readers, in addition to SQLITE_OPEN_READONLY, which alone would let a reader
 *    create temporary tables.
 *  - busy timeout: for the time in which another connection recovers the log after a crash, and for
 *    people who open the file with other programs. */
#include "storage/sqlite_int.h"

#include "base/error.h"
#include "storage/bounds.h"
#include "storage/sqlite_schema.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { BUSY_TIMEOUT_MS = 5000, CHECKPOINT_PAGES = 1000 };

static shg_schema schema_of_program(void)
{
    return shg_schema_of(migrations, sizeof migrations / sizeof migrations[0]);
}

int shg_sqlite_schema_version(void)
{
    return schema_of_program().version;
}

struct shown_path shg_sqlite_shown_path(const char *path)
{
    struct shown_path out;
    const size_t length = strlen(path), room = sizeof out.text - 4;
    const char *end = length > room ? path + length - room : path;
    while (((unsigned char)*end & 0xC0) == 0x80)
        end++; /* not inside a character */
    snprintf(out.text, sizeof out.text, "%s%s", end == path ? "" : "...", end);
    return out;
}

/* Fills *err with the reason why path cannot be opened. */
static shoogi_status cannot_open(shoogi_error *err, struct sqlite *q, const char *path, int code)
{
    if (code == SQLITE_IOERR_NOMEM || (code & 0xFF) == SQLITE_NOMEM || !q->db)
        return shg_sqlite_describe(err, q->db, SQLITE_NOMEM);
    const int system = sqlite3_system_errno(q->db);
    const bool of_system =
        system != 0 && ((code & 0xFF) == SQLITE_CANTOPEN || (code & 0xFF) == SQLITE_IOERR);
    const shoogi_status status = shg_sqlite_describe(NULL, q->db, code);
    return shg_error_set(err, status, 0, 0, "cannot open %s: %s", shg_sqlite_shown_path(path).text,
                         status == SHOOGI_LIMIT_EXCEEDED ? "the disk is full"
                         : of_system                     ? strerror(system)
                                                         : sqlite3_errmsg(q->db));
}

bool shg_sqlite_give_to_owner(int fd, const char *path)
{
    struct stat owner;
    char folder[SHG_STORAGE_PATH_BYTES_MAX + 2];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    if (geteuid() != 0 || (stat(path, &owner) != 0 && stat(folder, &owner) != 0))
        return true;
    return fchown(fd, owner.st_uid, owner.st_gid) == 0;
}

shoogi_status shg_sqlite_lock(int *fd, const char *path, shoogi_error *err)
{
    /* Resolves links, so that all paths to the file share one lock. */
    char *file = realpath(path, NULL);
    char lock_path[SHG_STORAGE_PATH_BYTES_MAX + sizeof "-lock"];
    const int length = snprintf(lock_path, sizeof lock_path, "%s-lock", file ? file : path);
    free(file);
    if (length >= (int)sizeof lock_path)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0, "the path of %s is too long",
                             shg_sqlite_shown_path(path).text);
    *fd = open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*fd < 0)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "cannot open %s: %s",
                             shg_sqlite_shown_path(lock_path).text, strerror(errno));
    if (flock(*fd, LOCK_EX | LOCK_NB) == 0 && shg_sqlite_give_to_owner(*fd, path))
        return SHOOGI_OK;
    return errno == EWOULDBLOCK
               ? shg_error_set(err, SHOOGI_CONFLICT, 0, 0, "%s is in use by another program",
                               shg_sqlite_shown_path(path).text)
               : shg_error_set(err, SHOOGI_IO, 0, 0, "cannot lock %s: %s",
                               shg_sqlite_shown_path(lock_path).text, strerror(errno));
}

/* Locks the database, and creates a new file with access for its owner only: it contains password
 * verifiers, and SQLite would use the umask. */
static shoogi_status lock_and_create(struct sqlite *q, const char *path, shoogi_error *err)
{
    const shoogi_status status = shg_sqlite_lock(&q->lock_fd, path, err);
    if (status != SHOOGI_OK)
        return status;
    /* O_EXCL: closing a descriptor of an existing file would release all locks of this process on
     * it, including those of other connections.  If it cannot be created, SQLite reports why. */
    const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    return SHOOGI_OK;
}

char *shg_sqlite_uri(const char *path)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    static const char begin[] = "file:", end[] = "?psow=0";
    const size_t room = sizeof begin + 3 * strlen(path) + sizeof end;
    char *uri = sqlite3_malloc64(room);
    if (!uri)
        return NULL;
    memcpy(uri, begin, sizeof begin - 1);
    char *at = uri + sizeof begin - 1;
    for (; *path; path++) {
        if (strchr(plain, *path))
            *at++ = *path;
        else
            at += snprintf(at, 4, "%%%02X", (unsigned)(unsigned char)*path);
    }
    memcpy(at, end, sizeof end);
    return uri;
}

static int open_database(struct sqlite *q, const shg_sqlite_options *options)
{
    char *uri = options->in_memory ? sqlite3_mprintf(":memory:") : shg_sqlite_uri(options->path);
    if (!uri)
        return SQLITE_NOMEM;
    /* NOMUTEX: only one thread at a time uses a connection, so SQLite need not lock it. */
    const int flags =
        SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE;
    const int mode =
        q->sql.read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    const int code = sqlite3_open_v2(uri, &q->db, flags | mode, options->vfs);
    sqlite3_free(uri);
    return code;
}

/* Returns a constant statement: values from outside are never pasted into SQL. */
static const char *synchronous_pragma(const char *word)
{
    static const char *const rows[][2] = {
        { "FULL", "PRAGMA synchronous=FULL" },
        { "OFF", "PRAGMA synchronous=OFF" },
        { "NORMAL", "PRAGMA synchronous=NORMAL" },
        { "EXTRA", "PRAGMA synchronous=EXTRA" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!word || strcmp(word, rows[i][0]) == 0)
            return rows[i][1];
    return NULL;
}

/* Sets the options of a connection; see the head of this file. */
static int configure(struct sqlite *q)
{
    static const char common[] = "PRAGMA mmap_size=0;"
                                 "PRAGMA temp_store=MEMORY;"
                                 "PRAGMA foreign_keys=ON;"
                                 "PRAGMA cell_size_check=ON;"
                                 "PRAGMA trusted_schema=OFF;"
                                 "PRAGMA cache_size=-16384;" /* KiB */
                                 "PRAGMA wal_autocheckpoint=0;"
                                 "PRAGMA synchronous=EXTRA;";
    int code = sqlite3_busy_timeout(q->db, BUSY_TIMEOUT_MS);
    if (code == SQLITE_OK)
        code = sqlite3_db_config(q->db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (code == SQLITE_OK && q->sql.read_only)
        code = sqlite3_db_config(q->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
    if (code == SQLITE_OK)
        code = sqlite3_exec(q->db, common, NULL, NULL, NULL);
    if (code == SQLITE_OK && q->sql.read_only)
        code = sqlite3_exec(q->db, "PRAGMA query_only=ON", NULL, NULL, NULL);
    return code;
}

/* Runs a query that returns one number. */
static int query_number(sqlite3 *db, int64_t *out, const char *question)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, question, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

/* Whether the file is empty or begins like a database.  SQLite treats a file of a few bytes as empty
 * and would overwrite somebody's notes. */
static bool is_empty_or_database(struct sqlite *q)
{
    static const char magic[] = "SQLite format 3";
    char begin[sizeof magic] = "";
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;
    if (sqlite3_file_control(q->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
        !file || !file->pMethods || file->pMethods->xFileSize(file, &size) != SQLITE_OK)
        return false;
    return size == 0 || (file->pMethods->xRead(file, begin, sizeof begin, 0) == SQLITE_OK &&
                         memcmp(begin, magic, sizeof magic) == 0);
}

int shg_sqlite_can_use(bool *out, sqlite3 *db, int64_t version)
{
    int64_t oldest = 0;
    *out = false;
    if (version > SHG_UNFINISHED_VERSION)
        return SQLITE_OK;
    const int code = query_number(db, &oldest, "SELECT oldest FROM shoogi");
    *out = code == SQLITE_OK && oldest <= shg_sqlite_schema_version();
    return code == SQLITE_ERROR ? SQLITE_OK : code; /* no such table */
}

static shoogi_status check_version(int64_t version, struct sqlite *q, const char *path,
                                   shoogi_error *err)
{
    const shg_schema schema = schema_of_program();
    if (version > SHG_UNFINISHED_VERSION)
        return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0, "cannot open %s: %s",
                             shg_sqlite_shown_path(path).text, shg_sql_unfinished_words(&q->sql));
    if (version > schema.version && !q->sql.copies) {
        const int code = shg_sqlite_can_use(&q->sql.newer, q->db, version);
        if (code != SQLITE_OK)
            return cannot_open(err, q, path, code);
    }
    if (version > schema.version && !q->sql.newer)
        return shg_error_set(
            err, SHOOGI_INVALID_RULES, 0, 0,
            "%s: expected a database of version %d or older, found version %" PRId64,
            shg_sqlite_shown_path(path).text, schema.version, version);
    if (q->sql.read_only && version < schema.version)
        return shg_error_set(
            err, shg_schema_only_adds(&schema, version) ? SHOOGI_PARSE_ERROR : SHOOGI_ILLEGAL, 0, 0,
            "%s: expected a database of version %d, found version %" PRId64,
            shg_sqlite_shown_path(path).text, schema.version, version);
    return SHOOGI_OK;
}

/* Rejects databases of other programs and of versions that this one cannot use.  *version: 0 for an empty file. */
static shoogi_status check_application(int64_t *version, struct sqlite *q, const char *path,
                                       shoogi_error *err)
{
    int64_t application = 0, tables = 0;
    int code = query_number(q->db, &application, "PRAGMA application_id");
    if (code == SQLITE_OK)
        code = query_number(q->db, version, "PRAGMA user_version");
    if (code == SQLITE_OK)
        code = query_number(q->db, &tables, "SELECT count(*) FROM sqlite_schema");
    if (code != SQLITE_OK)
        return cannot_open(err, q, path, code);
    const bool empty = application == 0 && *version == 0 && tables == 0;
    if (empty && !q->in_memory && !is_empty_or_database(q))
        return shg_error_set(err, SHOOGI_IO, 0, 0, "cannot open %s: file is not a database",
                             shg_sqlite_shown_path(path).text);
    if (application != SHG_SQLITE_APPLICATION_ID && !empty)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "%s is the database of another program",
                             shg_sqlite_shown_path(path).text);
    shg_sql_accept_unfinished(&q->sql, version);
    return check_version(*version, q, path, err);
}

static int use_log(struct sqlite *q, bool *in_use)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(q->db, "PRAGMA journal_mode=WAL", -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        const char *mode = (const char *)sqlite3_column_text(statement, 0);
        *in_use = mode && strcmp(mode, "wal") == 0;
    }
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

/* Migrates the tables from version from to the next. */
static int migrate(sqlite3 *db, int64_t from)
{
    char stamp[160], oldest[60] = "";
    const char *commands;
    size_t next = 0;
    const shg_schema schema = schema_of_program();
    if (from + 1 >= SHG_SQLITE_OLDEST_SINCE)
        snprintf(oldest, sizeof oldest, "UPDATE shoogi SET oldest = %d;",
                 shg_schema_oldest(&schema, from + 1));
    snprintf(stamp, sizeof stamp, "%sPRAGMA application_id=%d; PRAGMA user_version=%" PRId64,
             oldest, SHG_SQLITE_APPLICATION_ID, from + 1);
    int code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    while (code == SQLITE_OK && (commands = shg_schema_commands(&next, &schema, from + 1)))
        code = sqlite3_exec(db, commands, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, stamp, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    return code; /* closing the connection rolls back */
}

static int migrate_all(sqlite3 *db, int64_t version)
{
    int code = SQLITE_OK;
    for (; code == SQLITE_OK && version < shg_sqlite_schema_version(); version++)
        code = migrate(db, version);
    return code;
}

/* Makes the tables in an empty database in memory.  They are made by all migrations once in a process, and then copied from
 * that database, which takes a tenth of the time: tests and fuzz targets open hundreds of storages.  Any thread. */
static int make_in_memory(sqlite3 *db)
{
    static sqlite3 *first; /* until the process ends */
    sqlite3_mutex *const mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_APP1);
    int code = SQLITE_OK;
    sqlite3_mutex_enter(mutex);
    if (!first) {
        sqlite3 *made = NULL;
        code = sqlite3_open(":memory:", &made);
        if (code == SQLITE_OK)
            code = migrate_all(made, 0);
        if (code == SQLITE_OK)
            first = made;
        else
            sqlite3_close(made);
    }
    if (code == SQLITE_OK) {
        sqlite3_backup *const copy = sqlite3_backup_init(db, "main", first, "main");
        code = copy ? sqlite3_backup_step(copy, -1) : sqlite3_errcode(db);
        const int end = sqlite3_backup_finish(copy); /* accepts NULL */
        if (code == SQLITE_DONE)
            code = end;
    }
    sqlite3_mutex_leave(mutex);
    return code;
}

/* Prepares a file for writing, and makes sure now, not at the first move, that it can be written. */
static shoogi_status prepare_file(struct sqlite *q, const char *path, const char *synchronous,
                                  int64_t version, shoogi_error *err)
{
    if (sqlite3_db_readonly(q->db, "main") == 1)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "cannot open %s: it is read-only",
                             shg_sqlite_shown_path(path).text);
    bool log_in_use = q->in_memory; /* as it were */
    int code = q->in_memory ? SQLITE_OK : use_log(q, &log_in_use);
    if (code == SQLITE_OK && !log_in_use)
        return shg_error_set(err, SHOOGI_IO, 0, 0,
                             "cannot open %s: no write-ahead log is possible there",
                             shg_sqlite_shown_path(path).text);
    if (code == SQLITE_OK)
        code = sqlite3_exec(q->db, synchronous, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = q->in_memory ? make_in_memory(q->db) : migrate_all(q->db, version);
    if (code == SQLITE_OK)
        code = sqlite3_wal_checkpoint_v2(q->db, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    if (code == SQLITE_OK)
        code = query_number(q->db, &q->page_bytes, "PRAGMA page_size");
    if (code == SQLITE_OK)
        code = sqlite3_exec(q->db, "BEGIN IMMEDIATE; ROLLBACK", NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return cannot_open(err, q, path, code);
    sqlite3_wal_hook(q->db, shg_sqlite_log_grew, q);
    return SHOOGI_OK;
}

static shoogi_status open_all(struct sqlite *q, const shg_sqlite_options *options,
                              const char *synchronous, shoogi_error *err)
{
    const char *path = options->path;
    if (!q->sql.read_only && !options->vfs && !q->in_memory) {
        const shoogi_status status = lock_and_create(q, path, err);
        if (status != SHOOGI_OK)
            return status;
    }
    int code = open_database(q, options);
    if (code == SQLITE_OK)
        code = configure(q);
    if (code != SQLITE_OK)
        return cannot_open(err, q, path, code);
    int64_t version = 0;
    shoogi_status status = check_application(&version, q, path, err);
    if (status == SHOOGI_OK && !q->sql.read_only)
        status = prepare_file(q, path, synchronous, version, err);
    if (status != SHOOGI_OK)
        return status;
    code = shg_sqlite_prepare(q);
    return code == SQLITE_OK ? SHOOGI_OK : cannot_open(err, q, path, code);
}

void shg_sqlite_rest(shg_storage *s)
{
    enum { SMALL_BYTES = 1024 * 1024 };
    sqlite3 *const db = sqlite_of(s)->db;
    int bytes = 0, most = 0;
    if (sqlite3_db_status(db, SQLITE_DBSTATUS_CACHE_USED, &bytes, &most, 0) != SQLITE_OK ||
        bytes < SMALL_BYTES)
        return;
    (void)sqlite3_db_release_memory(db);
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}

void shg_sqlite_close(shg_storage *s)
{
    struct sqlite *q = sqlite_of(s);
    if (q->sql.in_transaction)
        shg_sqlite_rollback(s);
    for (size_t i = 0; i < STATEMENTS_AND_TEXTS; i++)
        sqlite3_finalize(q->statements[i]);
    for (size_t i = 0; i < TRANSACTION_STATEMENTS; i++)
        sqlite3_finalize(q->transaction[i]);
    sqlite3_close(q->db); /* accepts NULL */
    if (q->lock_fd >= 0)
        close(q->lock_fd); /* releases the lock */
    sqlite3_free(q->texts);
    sqlite3_free(q);
}

shoogi_status shg_sqlite_open(struct sqlite **out, const shg_sqlite_options *options,
                              shoogi_error *err)
{
    const char *synchronous = synchronous_pragma(options->synchronous);
    assert(synchronous);
    const char *path = options->in_memory ? "memory" : options->path;
    const size_t path_bytes = strnlen(path, SHG_STORAGE_PATH_BYTES_MAX + 1);
    if (path_bytes == 0 || path_bytes > SHG_STORAGE_PATH_BYTES_MAX)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "expected a path of 1 to %d bytes, found %s",
                             SHG_STORAGE_PATH_BYTES_MAX, path_bytes ? "more" : "none");
    struct sqlite *q = sqlite3_malloc64(sizeof *q);
    if (!q)
        return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
    memset(q, 0, sizeof *q);
    q->sql.driver = &shg_sqlite_driver;
    q->lock_fd = -1;
    q->sql.read_only = options->read_only;
    q->sql.copies = options->copies;
    q->sql.schema_version = shg_sqlite_schema_version();
    q->in_memory = options->in_memory;
    q->checkpoint_pages = options->checkpoint_pages ? options->checkpoint_pages : CHECKPOINT_PAGES;
    q->due_pages = q->checkpoint_pages;
    const shoogi_status status = open_all(q, options, synchronous, err);
    if (status == SHOOGI_OK)
        *out = q;
    else
        shg_sqlite_close(&q->sql.base);
    return status;
}
