/* sqlite_copy.c: backup and restore of SQLite databases. */
#include "storage/copy.h"

#include "base/error.h"
#include "storage/sqlite_int.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUSY_MS = 5000 };

static shoogi_status cannot(shoogi_error *err, const char *what, const char *path)
{
    const shoogi_status status = errno == ENOSPC   ? SHOOGI_LIMIT_EXCEEDED
                                 : errno == EEXIST ? SHOOGI_CONFLICT
                                                   : SHOOGI_IO;
    return shg_error_set(err, status, 0, 0, "cannot %s %s: %s", what,
                         shg_sqlite_shown_path(path).text, strerror(errno));
}

static shoogi_status failed(shoogi_error *err, sqlite3 *db, const char *path, int code)
{
    const int kind = code & 0xFF;
    const shoogi_status status = kind == SQLITE_NOMEM  ? SHOOGI_NO_MEMORY
                                 : kind == SQLITE_FULL ? SHOOGI_LIMIT_EXCEEDED
                                                       : SHOOGI_IO;
    const int system = db ? sqlite3_system_errno(db) : 0;
    return shg_error_set(err, status, 0, 0, "cannot copy %s: %s", shg_sqlite_shown_path(path).text,
                         system && kind == SQLITE_CANTOPEN ? strerror(system)
                                                           : sqlite3_errstr(code));
}

/* Syncs the folder of a path, which makes renames durable. */
static shoogi_status sync_folder(const char *path, shoogi_error *err)
{
    char folder[SHG_KEPT_PATH_BYTES + 2];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = fd >= 0 && fsync(fd) == 0;
    const shoogi_status status = synced ? SHOOGI_OK : cannot(err, "sync", folder);
    if (fd >= 0)
        close(fd);
    return status;
}

static int open_at(sqlite3 **db, const char *path, int flags)
{
    char *uri = shg_sqlite_uri(path);
    if (!uri)
        return SQLITE_NOMEM;
    int code = sqlite3_open_v2(uri, db, flags | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE, NULL);
    sqlite3_free(uri);
    if (code == SQLITE_OK)
        code = sqlite3_busy_timeout(*db, BUSY_MS);
    /* Only the server checkpoints the log. */
    if (code == SQLITE_OK)
        code = sqlite3_db_config(*db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
    if (code == SQLITE_OK)
        code = sqlite3_exec(*db, "PRAGMA mmap_size=0; PRAGMA trusted_schema=OFF", NULL, NULL, NULL);
    return code;
}

/* ---- checking ---- */

/* Runs a query and copies the first cell of its result as text; "" if there is none. */
static int query_text(char out[80], sqlite3 *db, const char *question)
{
    sqlite3_stmt *statement = NULL;
    out[0] = '\0';
    int code = sqlite3_prepare_v2(db, question, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    const char *found = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    snprintf(out, 80, "%s", found ? found : "");
    sqlite3_finalize(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

static shoogi_status check(sqlite3 *db, const char *path, shoogi_error *err)
{
    char text[80];
    int code = query_text(text, db, "PRAGMA application_id");
    if (code == SQLITE_OK && strtol(text, NULL, 10) != SHG_SQLITE_APPLICATION_ID)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "%s is not a shoogi database",
                             shg_sqlite_shown_path(path).text);
    if (code == SQLITE_OK)
        code = query_text(text, db, "PRAGMA user_version");
    const long version = strtol(text, NULL, 10);
    bool fits = version >= 1;
    if (code == SQLITE_OK && version > shg_sqlite_schema_version())
        code = shg_sqlite_can_use(&fits, db, version);
    if (code == SQLITE_OK && !fits)
        return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0,
                             "%s: expected a database of version %d or older, found version %ld",
                             shg_sqlite_shown_path(path).text, shg_sqlite_schema_version(),
                             version);
    if (code == SQLITE_OK)
        code = query_text(text, db, "PRAGMA integrity_check(1)");
    if (code == SQLITE_OK && strcmp(text, "ok") != 0)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "%s is damaged: %.60s",
                             shg_sqlite_shown_path(path).text, text);
    if (code == SQLITE_OK)
        code = query_text(text, db, "PRAGMA foreign_key_check");
    if (code == SQLITE_OK && text[0] != '\0')
        return shg_error_set(err, SHOOGI_IO, 0, 0,
                             "%s is damaged: rows of %.30s refer to missing rows",
                             shg_sqlite_shown_path(path).text, text);
    return code == SQLITE_OK ? SHOOGI_OK : failed(err, db, path, code);
}

/* ---- copying ---- */

/* Copies all pages in one step: a reader blocks no one, and a copy in several steps would restart whenever something is
 * written between them. */
static int copy_pages(sqlite3 *to, sqlite3 *from)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup)
        return sqlite3_errcode(to);
    sqlite3_backup_step(backup, -1);
    return sqlite3_backup_finish(backup);
}

static shoogi_status fill(const char *path, const char *from, shoogi_error *err)
{
    sqlite3 *source = NULL, *target = NULL;
    int code = open_at(&source, from, SQLITE_OPEN_READONLY);
    shoogi_status status = code == SQLITE_OK ? SHOOGI_OK : failed(err, source, from, code);
    if (status == SHOOGI_OK) {
        code = open_at(&target, path, SQLITE_OPEN_READWRITE);
        if (code == SQLITE_OK)
            code = copy_pages(target, source);
        /* A single file, without a log that would have to be copied with it. */
        if (code == SQLITE_OK)
            code = sqlite3_exec(target, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
        status = code == SQLITE_OK ? check(target, from, err) : failed(err, target, from, code);
    }
    sqlite3_close(target);
    sqlite3_close(source);
    return status;
}

static shoogi_status put_in_place(const char *to, const char *part, int fd, shg_copy_to there,
                                  shoogi_error *err)
{
    if (fsync(fd) != 0)
        return cannot(err, "write", to);
    if (there == SHG_COPY_TO_ANYTHING) {
        if (rename(part, to) != 0)
            return cannot(err, "write", to);
    } else if (renameat2(AT_FDCWD, part, AT_FDCWD, to, RENAME_NOREPLACE) != 0) {
        return cannot(err, "write", to);
    }
    return sync_folder(to, err);
}

shoogi_status shg_storage_copy(const char *to, const char *from, shg_copy_to there,
                               const char *owner_of, shoogi_error *err)
{
    char part[SHG_KEPT_PATH_BYTES];
    if (strlen(to) > SHG_STORAGE_PATH_BYTES_MAX || strlen(from) > SHG_STORAGE_PATH_BYTES_MAX)
        return shg_error_set(err, SHOOGI_IO, 0, 0,
                             "expected a path of at most %d bytes, found more",
                             SHG_STORAGE_PATH_BYTES_MAX);
    if (access(from, F_OK) != 0)
        return cannot(err, "read", from);
    if (there == SHG_COPY_TO_NOTHING && access(to, F_OK) == 0) {
        errno = EEXIST;
        return cannot(err, "write", to);
    }
    snprintf(part, sizeof part, "%s.%ld.part", to, (long)getpid());
    const int fd = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return cannot(err, "write", to);
    shoogi_status status = SHOOGI_OK;
    if (owner_of && !shg_sqlite_give_to_owner(fd, owner_of))
        status = cannot(err, "give away", to);
    /* Closing a descriptor of ours while SQLite has the file open would release SQLite's locks. */
    if (status == SHOOGI_OK)
        status = fill(part, from, err);
    if (status == SHOOGI_OK)
        status = put_in_place(to, part, fd, there, err);
    close(fd);
    if (status != SHOOGI_OK)
        unlink(part);
    return status;
}

/* ---- replacing ---- */

/* Checkpoints the log, so that the file is complete without it.  Failing to do so for a damaged database is no error: the
 * database is being replaced, and its log is kept with it. */
static shoogi_status write_back(const char *path, shoogi_error *err)
{
    sqlite3 *db = NULL;
    char version[80];
    int log = -1, written = -1; /* pages */
    int code = open_at(&db, path, SQLITE_OPEN_READWRITE);
    if (code == SQLITE_OK)
        code = query_text(version, db,
                          "PRAGMA user_version"); /* the log is opened by the first read */
    if (code == SQLITE_OK)
        code = sqlite3_wal_checkpoint_v2(db, "main", SQLITE_CHECKPOINT_TRUNCATE, &log, &written);
    const int kind = code & 0xFF;
    shoogi_status status = SHOOGI_OK;
    /* A reader of the latest state prevents truncating the log, but not checkpointing it. */
    if (kind == SQLITE_BUSY && (log < 0 || written < log))
        status = shg_error_set(err, SHOOGI_CONFLICT, 0, 0, "%s is being read by another program",
                               shg_sqlite_shown_path(path).text);
    else if (code != SQLITE_OK && kind != SQLITE_BUSY && kind != SQLITE_NOTADB &&
             kind != SQLITE_CORRUPT && kind != SQLITE_IOERR)
        status = failed(err, db, path, code);
    if (code == SQLITE_OK)
        (void)sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, (int *)0);
    sqlite3_close(db);
    return status;
}

static void name_kept(char kept[SHG_KEPT_PATH_BYTES], const char *path, int64_t now_ms)
{
    const time_t now_s = (time_t)(now_ms / 1000);
    struct tm parts;
    char text[32] = "";
    if (gmtime_r(&now_s, &parts))
        strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &parts);
    snprintf(kept, SHG_KEPT_PATH_BYTES, "%s-before-%s", path, text);
}

/* The paths of a database's log and of its backup. */
typedef struct log_names {
    char there[SHG_KEPT_PATH_BYTES + 8], kept[SHG_KEPT_PATH_BYTES + 8];
} log_names;

static log_names name_logs(const char *path, const char *kept)
{
    log_names names;
    snprintf(names.there, sizeof names.there, "%s-wal", path);
    snprintf(names.kept, sizeof names.kept, "%s-wal", kept);
    return names;
}

/* Undoes keep_old_file(), as far as it got. */
static void restore_old_file(const char *path, const char *kept, bool there)
{
    const log_names names = name_logs(path, kept);
    (void)rename(names.kept, names.there);
    if (there)
        (void)unlink(kept);
}

/* Links the old file, if there is one, to its backup name and moves its log out of the way: applied to the new file, the log
 * would corrupt it. */
static shoogi_status keep_old_file(const char *path, const char *kept, bool there,
                                   shoogi_error *err)
{
    char shared[SHG_KEPT_PATH_BYTES + 8];
    const log_names names = name_logs(path, kept);
    if (there && link(path, kept) != 0)
        return cannot(err, "keep the old database as", kept);
    shoogi_status status = SHOOGI_OK;
    if (rename(names.there, names.kept) != 0 && errno != ENOENT)
        status = cannot(err, "move", names.there);
    snprintf(shared, sizeof shared, "%s-shm", path);
    if (status == SHOOGI_OK && unlink(shared) != 0 && errno != ENOENT)
        status = cannot(err, "remove", shared);
    if (status == SHOOGI_OK)
        status = sync_folder(path, err);
    if (status != SHOOGI_OK)
        restore_old_file(path, kept, there);
    return status;
}

shoogi_status shg_storage_replace(char kept[SHG_KEPT_PATH_BYTES], const char *path,
                                  const char *with, int64_t now_ms, shoogi_error *err)
{
    char name[SHG_KEPT_PATH_BYTES];
    struct stat old;
    const bool there = stat(path, &old) == 0;
    int lock_fd = -1;
    kept[0] = '\0';
    name_kept(name, path, now_ms);
    shoogi_status status = shg_sqlite_lock(&lock_fd, path, err);
    if (status == SHOOGI_OK && there)
        status = write_back(path, err);
    if (status == SHOOGI_OK)
        status = keep_old_file(path, name, there, err);
    if (status == SHOOGI_OK && rename(with, path) != 0) {
        status = cannot(err, "write", path);
        restore_old_file(path, name, there);
    } else if (status == SHOOGI_OK) {
        if (there)
            memcpy(kept, name, sizeof name);
        status = sync_folder(path, err);
    }
    if (lock_fd >= 0)
        close(lock_fd);
    return status;
}

void shg_storage_waiting_path(char out[SHG_KEPT_PATH_BYTES], const char *path)
{
    snprintf(out, SHG_KEPT_PATH_BYTES, "%s-restore", path);
}
