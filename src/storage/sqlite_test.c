/* sqlite_test.c: tests of the SQLite storage alone: which files it opens, its settings, and its behaviour
 * with a bad disk, without memory and with a damaged file.  storage_test.c tests the rows,
 * power_cut_test.c power cuts.
 *
 *     sqlite_test [STRIDE]     an odd number, without it 1: where each allocation fails in turn, or a disk has ever more
 *                              room, every STRIDEth does, though not so many of the rooms that all padding is passed over */
#include "storage/copy.h"
#include "support/cut_vfs.h"
#include "storage/sqlite_schema.h"
#include "storage/storage.h"
#include "storage/bounds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- Access to connections, and failing allocations --- */

static sqlite3 *last_opened; /* the last connection that was opened */

static int note_connection(sqlite3 *db, char **message, const struct sqlite3_api_routines *api)
{
    (void)message, (void)api;
    last_opened = db;
    return SQLITE_OK;
}

static sqlite3_mem_methods real_memory;
static long allocations, failing_allocation; /* counted from 1; 0: none fails */
static bool all_later_fail;
static long stride = 1; /* between allocations that fail in turn */
static long opening;    /* the allocations of the last opening */
enum { ROOM_STRIDE_MAX = 5, OPENING_FEWER = 5 };

/* Between rooms on a disk that fills. */
static uint64_t room_step(uint64_t step)
{
    return step * (uint64_t)(stride < ROOM_STRIDE_MAX ? stride : ROOM_STRIDE_MAX);
}

static bool allocation_fails(void)
{
    allocations++;
    return failing_allocation != 0 &&
           (all_later_fail ? allocations >= failing_allocation : allocations == failing_allocation);
}

static void *failing_malloc(int bytes)
{
    return allocation_fails() ? NULL : real_memory.xMalloc(bytes);
}

static void *failing_realloc(void *old, int bytes)
{
    return allocation_fails() ? NULL : real_memory.xRealloc(old, bytes);
}

static void prepare_sqlite(void)
{
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory) != SQLITE_OK)
        abort();
    sqlite3_mem_methods failing = real_memory;
    failing.xMalloc = failing_malloc;
    failing.xRealloc = failing_realloc;
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &failing) != SQLITE_OK ||
        sqlite3_initialize() != SQLITE_OK ||
        sqlite3_auto_extension((void (*)(void))note_connection) != SQLITE_OK)
        abort();
}

/* --- Files --- */

struct fixture {
    char directory[48];
    char path[64];
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    if (!f)
        return -1;
    strcpy(f->directory, "/tmp/shoogi-sqlite-XXXXXX");
    if (!mkdtemp(f->directory))
        return -1;
    snprintf(f->path, sizeof f->path, "%s/shoogi.db", f->directory);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    char command[96];
    snprintf(command, sizeof command, "rm -rf '%s'", f->directory);
    const int result = system(command);
    free(f);
    return result;
}

static shoogi_status try_open(shg_storage **out, const char *path, bool read_only,
                              shoogi_error *err)
{
    const shg_sqlite_options options = { .path = path, .read_only = read_only };
    memset(err, 0, sizeof *err);
    return shg_storage_sqlite(out, &options, err);
}

static shg_storage *open_writer(const char *path)
{
    shg_storage *s = NULL;
    shoogi_error err;
    if (try_open(&s, path, false, &err) != SHOOGI_OK)
        fail_msg("%s", err.message);
    return s;
}

/* Opening fails with this status and this message, with the path for %s. */
static void assert_refused(const char *path, bool read_only, shoogi_status status,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

static void assert_refused(const char *path, bool read_only, shoogi_status status,
                           const char *format, ...)
{
    char expected[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    shg_storage *s = NULL;
    shoogi_error err;
    assert_int_equal(try_open(&s, path, read_only, &err), status);
    assert_null(s);
    assert_string_equal(err.message, expected);
    assert_int_equal(err.status, status);
}

static void write_file(const char *path, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

/* Runs statements on a separate connection. */
static int run_sql(const char *path, const char *statements)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    const int code = sqlite3_exec(db, statements, NULL, NULL, NULL);
    sqlite3_close(db);
    return code;
}

static int64_t ask(sqlite3 *db, const char *question)
{
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(db, question, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const int64_t answer = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return answer;
}

/* --- Rows --- */

static shoogi_status add_player(shg_storage *s, const char *name, shoogi_error *err)
{
    int64_t id;
    const shg_player row = { .name = name, .password = "" };
    return s->ops->player_add(s, &id, &row, err);
}

static bool has_player(shg_storage *s, const char *name)
{
    shg_player row;
    const shoogi_status status = s->ops->player_by_name(s, &row, name, NULL);
    assert_true(status == SHOOGI_OK || status == SHOOGI_NOT_FOUND);
    return status == SHOOGI_OK;
}

/* In a transaction of its own. */
static shoogi_status commit_player(shg_storage *s, const char *name, shoogi_error *err)
{
    shoogi_status status = s->ops->begin(s, err);
    if (status != SHOOGI_OK)
        return status;
    status = add_player(s, name, err);
    if (status == SHOOGI_OK)
        return s->ops->commit(s, err);
    s->ops->rollback(s);
    return status;
}

static shoogi_status add_event(shg_storage *s, int64_t number, const char *text, shoogi_error *err)
{
    const shg_event row = { .game = 1, .number = number, .kind = "move", .text = text };
    return s->ops->event_add(s, &row, err);
}

/* Player "Ota", and game 1 between them. */
static void make_game(shg_storage *s)
{
    int64_t id;
    const shg_definition definition = { .name = "shogi", .text = "x", .text_bytes = 1 };
    const shg_game game = {
        .definition = 1, .black = 1, .white = 1, .sfen = "", .options = "", .comment = ""
    };
    assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
    assert_int_equal(add_player(s, "Ota", NULL), SHOOGI_OK);
    assert_int_equal(s->ops->definition_put(s, &id, &definition, NULL), SHOOGI_OK);
    assert_int_equal(s->ops->game_add(s, &id, &game, NULL), SHOOGI_OK);
    assert_int_equal(s->ops->commit(s, NULL), SHOOGI_OK);
}

static int64_t events_of_game(shg_storage *s)
{
    shg_game row;
    assert_int_equal(s->ops->game_get(s, &row, 1, NULL), SHOOGI_OK);
    return row.events;
}

/* --- Which files are accepted --- */

static void a_newer_database_is_refused_if_it_has_changed(void **state)
{
    const struct fixture *f = *state;
    shg_storage *s = open_writer(f->path);
    s->ops->close(s);
    assert_int_equal(run_sql(f->path, "PRAGMA user_version=13"), SQLITE_OK);
    for (int read_only = 0; read_only < 2; read_only++) { /* which has only added */
        assert_int_equal(
            shg_storage_sqlite(&s, &(shg_sqlite_options){ .path = f->path, .read_only = read_only },
                               NULL),
            SHOOGI_OK);
        s->ops->close(s);
    }
    assert_int_equal(run_sql(f->path, "UPDATE shoogi SET oldest=13"), SQLITE_OK);
    for (int read_only = 0; read_only < 2; read_only++)
        assert_refused(f->path, read_only, SHOOGI_INVALID_RULES,
                       "%s: expected a database of version 12 or older, found version 13", f->path);
    assert_int_equal(run_sql(f->path, "UPDATE shoogi SET oldest=12; PRAGMA user_version=12"),
                     SQLITE_OK);
    s = open_writer(f->path);
    s->ops->close(s);
}

/* A database as the first version made it, with a game that is over and one that is not. */
static void an_old_database_is_brought_forward(void **state)
{
    static const char rows[] =
        "PRAGMA application_id=0x73686769; PRAGMA user_version=1;"
        "INSERT INTO player VALUES(1, 'Ota', 'secret', 10, 20, NULL), (2, 'Soga', '', 11, 21, NULL);"
        "INSERT INTO definition VALUES(1, 'shogi', 5, 'files=9');"
        "INSERT INTO challenge VALUES(3, 1, 'shogi', '*', 'black', '7g7f', 'hello', 30);"
        "INSERT INTO game VALUES(1, 1, 1, 2, '', 'old', 40, 3, 1, 'black', 'resignation', 3, 2),"
        "                       (2, 1, 2, 1, '', '', 41, 1, 1, '', '', 1, 0);"
        "INSERT INTO event VALUES(1, 1, 'move', '7g7f', 5, 50), (1, 2, 'resign', 'white', 6, 60),"
        "  (1, 3, 'result', 'black resignation', 0, 60), (2, 1, 'move', '2g2f', 7, 70);"
        "UPDATE player SET current_game = 2 WHERE id = 1;";
    const struct fixture *f = *state;
    assert_int_equal(run_sql(f->path, migrations[0].sql), SQLITE_OK);
    assert_int_equal(run_sql(f->path, rows), SQLITE_OK);
    assert_refused(f->path, true, SHOOGI_ILLEGAL,
                   "%s: expected a database of version 12, found version 1", f->path);
    shg_storage *s = open_writer(f->path);
    shg_player player;
    assert_int_equal(s->ops->player_by_name(s, &player, "ota", NULL), SHOOGI_OK);
    assert_string_equal(player.password, "secret");
    assert_string_equal(player.settings, "");
    assert_int_equal(player.current_game, 2);
    shg_challenge challenge;
    assert_int_equal(s->ops->challenge_get(s, &challenge, 3, NULL), SHOOGI_OK);
    assert_string_equal(challenge.options, "");
    assert_string_equal(challenge.comment, "hello");
    shg_game game;
    assert_int_equal(s->ops->game_get(s, &game, 1, NULL), SHOOGI_OK);
    assert_string_equal(game.reason, "resignation");
    assert_string_equal(game.options, "");
    assert_int_equal(game.ended_ms, 60);
    assert_int_equal(game.black_seen, 3);
    assert_int_equal(game.black_seen_ms, 0);
    assert_int_equal(s->ops->game_get(s, &game, 2, NULL), SHOOGI_OK);
    assert_int_equal(game.ended_ms, 0);
    assert_int_equal(game.events, 1);
    assert_false(game.rated);
    assert_int_equal(game.settled_ms, 0);
    s->ops->close(s);
    s = open_writer(f->path); /* once */
    s->ops->close(s);
}

/* A record as in version 6, with its text among the columns of lists. */
static void an_old_record_is_brought_forward(void **state)
{
    static const char rows[] =
        "PRAGMA application_id=0x73686769; PRAGMA user_version=6;"
        "INSERT INTO player(id, name, password, created_ms, seen_ms) VALUES(1, 'Ota', '', 10, 20);"
        "INSERT INTO definition VALUES(1, 'shogi', 5, 'files=9');"
        "INSERT INTO record VALUES(4, 1, 1, 'a', 'b', 'c', 'd', 'black', 7, 'five\xC3\xA4', 50, 1);";
    const struct fixture *f = *state;
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(run_sql(f->path, migrations[i].sql), SQLITE_OK);
    assert_int_equal(run_sql(f->path, rows), SQLITE_OK);
    shg_storage *s = open_writer(f->path);
    shg_record_row row;
    int kind;
    int64_t id;
    assert_int_equal(s->ops->record_get(s, &row, 4, NULL), SHOOGI_OK);
    assert_string_equal(row.text, "five\xC3\xA4");
    assert_int_equal(row.text_bytes, 6);
    assert_int_equal(row.created_ms, 50);
    assert_int_equal(s->ops->record_head(s, &row, 4, NULL), SHOOGI_OK);
    assert_int_equal(row.text_bytes, 6);
    assert_string_equal(row.outcome, "black");
    assert_int_equal(s->ops->place_next(s, &kind, &id, NULL), SHOOGI_NOT_FOUND);
    s->ops->close(s);
}

/* A study as in version 7: only its events have its current name. */
static void an_old_study_is_brought_forward(void **state)
{
    static const char rows[] =
        "PRAGMA application_id=0x73686769; PRAGMA user_version=7;"
        "INSERT INTO player(id, name, password, created_ms, seen_ms) VALUES(1, 'Ota', '', 10, 20);"
        "INSERT INTO definition VALUES(1, 'shogi', 5, 'files=9');"
        "INSERT INTO study VALUES(1, 1, 1, 'one', '', 0, 50, 3), (2, 1, 1, 'two', '', 0, 60, 1);"
        "INSERT INTO study_event VALUES(1, 1, 1, 'name', 'first', 70), (1, 2, 1, 'name', 'last', 71),"
        "  (1, 3, 1, 'comment', 'x', 72), (2, 1, 1, 'comment', 'y', 73);";
    const struct fixture *f = *state;
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(run_sql(f->path, migrations[i].sql), SQLITE_OK);
    assert_int_equal(run_sql(f->path, rows), SQLITE_OK);
    shg_storage *s = open_writer(f->path);
    static const char *const names[] = { "last", "two" };
    for (int64_t id = 1; id <= 2; id++) {
        shg_study row;
        assert_int_equal(s->ops->study_get(s, &row, id, NULL), SHOOGI_OK);
        assert_string_equal(row.name, names[id - 1]);
    }
    s->ops->close(s);
}

static void the_database_of_another_is_refused(void **state)
{
    const struct fixture *f = *state;
    static const char *const makings[] = {
        "CREATE TABLE player(id)", "PRAGMA application_id=1", "PRAGMA user_version=1",
        "PRAGMA application_id=252006674; CREATE TABLE event(id)", /* Fossil's */
    };
    for (size_t i = 0; i < sizeof makings / sizeof makings[0]; i++) {
        unlink(f->path);
        assert_int_equal(run_sql(f->path, makings[i]), SQLITE_OK);
        assert_refused(f->path, false, SHOOGI_IO, "%s is the database of another program", f->path);
        /* The file is unchanged. */
        sqlite3 *db;
        assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
        assert_int_equal(ask(db, "SELECT journal_mode = 'delete' FROM pragma_journal_mode"), 1);
        sqlite3_close(db);
    }
}

static void what_is_no_database_is_refused(void **state)
{
    const struct fixture *f = *state;
    char noise[5000];
    memset(noise, '#', sizeof noise);
    static const size_t sizes[] = { 2, 15, 100, 511, 512, 4096, sizeof noise };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        write_file(f->path, noise, sizes[i]);
        assert_refused(f->path, false, SHOOGI_IO, "cannot open %s: file is not a database",
                       f->path);
    }
    assert_refused(f->directory, false, SHOOGI_IO, "cannot open %s: Is a directory", f->directory);
    char lock[64];
    snprintf(lock, sizeof lock, "%s-lock", f->directory);
    assert_int_equal(unlink(lock), 0);
}

static void an_empty_file_is_a_new_database(void **state)
{
    const struct fixture *f = *state;
    write_file(f->path, "", 0);
    shg_storage *s = open_writer(f->path);
    assert_int_equal(commit_player(s, "Ota", NULL), SHOOGI_OK);
    s->ops->close(s);
}

static void paths(void **state)
{
    const struct fixture *f = *state;
    char path[128], inside[160];
    snprintf(path, sizeof path, "%s/no/shoogi.db", f->directory);
    assert_refused(path, false, SHOOGI_IO, "cannot open %s-lock: No such file or directory", path);
    assert_refused(path, true, SHOOGI_IO, "cannot open %s: No such file or directory", path);
    snprintf(path, sizeof path, "%s/file", f->directory);
    write_file(path, "x", 1);
    snprintf(inside, sizeof inside, "%s/shoogi.db", path);
    assert_refused(inside, false, SHOOGI_IO, "cannot open %s-lock: Not a directory", inside);
    assert_refused(inside, true, SHOOGI_IO, "cannot open %s: Not a directory", inside);
    assert_refused("", false, SHOOGI_IO, "expected a path of 1 to 4000 bytes, found none");

    char *long_path = malloc(SHG_STORAGE_PATH_BYTES_MAX + 2);
    assert_non_null(long_path);
    memset(long_path, 'x', SHG_STORAGE_PATH_BYTES_MAX + 1);
    long_path[SHG_STORAGE_PATH_BYTES_MAX + 1] = '\0';
    assert_refused(long_path, false, SHOOGI_IO, "expected a path of 1 to 4000 bytes, found more");
    long_path[SHG_STORAGE_PATH_BYTES_MAX] = '\0'; /* accepted here, and refused by the system */
    shg_storage *s = NULL;
    shoogi_error err;
    assert_int_equal(try_open(&s, long_path, false, &err), SHOOGI_IO);
    assert_true(strlen(err.message) < 120);
    assert_non_null(strstr(err.message, "cannot open ...xxx"));
    free(long_path);

    /* A reader creates no file. */
    assert_refused(f->path, true, SHOOGI_IO, "cannot open %s: No such file or directory", f->path);
    assert_int_not_equal(access(f->path, F_OK), 0);

    static const char *const odd[] = { "a?b=c&mode=memory",    "a#b",      "100%25", "file:x?y",
                                       "\xe9\xa3\x9b'\"`$(x)", ":memory:", " ",      "a//b" };
    char *before = getcwd(NULL, 0);
    assert_non_null(before);
    assert_int_equal(chdir(f->directory), 0);
    assert_int_equal(mkdir("a", 0700), 0);
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        if (strcmp(odd[i], ":memory:") == 0) { /* SQLite's name of a temporary database */
            assert_int_equal(try_open(&s, odd[i], false, &err), SHOOGI_IO);
            continue;
        }
        s = open_writer(odd[i]);
        assert_int_equal(commit_player(s, "Ota", NULL), SHOOGI_OK);
        s->ops->close(s);
        assert_int_equal(access(odd[i], R_OK), 0);
        assert_int_equal(try_open(&s, odd[i], true, &err), SHOOGI_OK);
        assert_true(has_player(s, "Ota"));
        s->ops->close(s);
    }
    assert_int_equal(chdir(before), 0);
    free(before);
}

/* Root may write read-only files, so the test switches to another user for a while. */
static void as_nobody(void (*test)(const struct fixture *f), const struct fixture *f)
{
    enum { NOBODY = 65534 };
    const uid_t before = geteuid();
    if (before == 0)
        assert_int_equal(seteuid(NOBODY), 0);
    test(f);
    if (before == 0)
        assert_int_equal(seteuid(before), 0);
}

static void open_read_only_file(const struct fixture *f)
{
    assert_int_not_equal(faccessat(AT_FDCWD, f->path, W_OK, AT_EACCESS), 0);
    assert_refused(f->path, false, SHOOGI_IO, "cannot open %s: it is read-only", f->path);
}

static void a_read_only_file_is_refused(void **state)
{
    const struct fixture *f = *state;
    shg_storage *s = open_writer(f->path);
    s->ops->close(s);
    char lock[80];
    snprintf(lock, sizeof lock, "%s-lock", f->path);
    assert_int_equal(chmod(f->directory, 0777), 0);
    assert_int_equal(chmod(f->path, 0444), 0);
    assert_int_equal(chmod(lock, 0666), 0);
    as_nobody(open_read_only_file, f);
}

static void open_in_read_only_directory(const struct fixture *f)
{
    assert_refused(f->path, false, SHOOGI_IO, "cannot open %s-lock: Permission denied", f->path);
}

static void open_with_lock_in_read_only_directory(const struct fixture *f)
{
    shg_storage *s = NULL;
    shoogi_error err;
    assert_int_equal(try_open(&s, f->path, false, &err), SHOOGI_IO);
    assert_non_null(strstr(err.message, "cannot open "));
    assert_non_null(strstr(err.message, f->path));
}

static void a_read_only_directory_is_refused(void **state)
{
    const struct fixture *f = *state;
    assert_int_equal(chmod(f->directory, 0555), 0);
    as_nobody(open_in_read_only_directory, f);
    /* The file and its lock are writable, but no log can be created next to them. */
    assert_int_equal(chmod(f->directory, 0755), 0);
    shg_storage *s = open_writer(f->path);
    s->ops->close(s);
    char lock[80];
    snprintf(lock, sizeof lock, "%s-lock", f->path);
    assert_int_equal(chmod(f->path, 0666), 0);
    assert_int_equal(chmod(lock, 0666), 0);
    assert_int_equal(chmod(f->directory, 0555), 0);
    as_nobody(open_with_lock_in_read_only_directory, f);
    assert_int_equal(chmod(f->directory, 0755), 0);
}

static void one_writer_at_a_time(void **state)
{
    const struct fixture *f = *state;
    shg_storage *s = open_writer(f->path);
    assert_refused(f->path, false, SHOOGI_CONFLICT, "%s is in use by another program", f->path);
    const pid_t child = fork();
    if (child == 0) {
        shg_storage *other = NULL;
        shoogi_error err;
        _exit(try_open(&other, f->path, false, &err) == SHOOGI_CONFLICT ? 0 : 1);
    }
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
    shg_storage *reader;
    shoogi_error err;
    assert_int_equal(try_open(&reader, f->path, true, &err), SHOOGI_OK);
    assert_int_equal(commit_player(s, "Ota", NULL), SHOOGI_OK); /* all locks are intact */
    assert_true(has_player(reader, "Ota"));
    s->ops->close(s);
    s = open_writer(f->path);
    s->ops->close(s);
    reader->ops->close(reader);
}

static void only_the_owner_may_read(void **state)
{
    const struct fixture *f = *state;
    const mode_t before = umask(0);
    shg_storage *s = open_writer(f->path);
    assert_int_equal(commit_player(s, "Ota", NULL), SHOOGI_OK);
    umask(before);
    static const char *const ends[] = { "", "-wal", "-shm", "-lock" };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char path[80];
        struct stat info;
        snprintf(path, sizeof path, "%s%s", f->path, ends[i]);
        assert_int_equal(stat(path, &info), 0);
        assert_int_equal(info.st_mode & 0777, 0600);
    }
    s->ops->close(s);
}

/* --- Settings --- */

static void the_file_says_what_it_is(void **state)
{
    const struct fixture *f = *state;
    shg_storage *s = open_writer(f->path);
    s->ops->close(s);
    unsigned char header[100];
    FILE *file = fopen(f->path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(header, 1, sizeof header, file), sizeof header);
    fclose(file);
    assert_memory_equal(header, "SQLite format 3", 16);
    assert_int_equal(header[18], 2); /* write-ahead log */
    assert_int_equal(header[19], 2);
    assert_memory_equal(header + 60, "\0\0\0\14", 4); /* user_version */
    assert_memory_equal(header + 68, "shgi", 4);      /* application_id */
}

static void connections_are_set_up(void **state)
{
    static const struct {
        const char *question;
        int64_t writer, reader;
    } rows[] = {
        { "SELECT journal_mode = 'wal' FROM pragma_journal_mode", 1, 1 },
        { "PRAGMA foreign_keys", 1, 1 },
        { "PRAGMA mmap_size", 0, 0 },
        { "PRAGMA temp_store", 2, 2 },
        { "PRAGMA wal_autocheckpoint", 0, 0 },
        { "PRAGMA query_only", 0, 1 },
        { "PRAGMA busy_timeout", 5000, 5000 },
        { "PRAGMA trusted_schema", 0, 0 },
        { "PRAGMA cell_size_check", 1, 1 },
    };
    const struct fixture *f = *state;
    shoogi_error err;
    shg_storage *writer = open_writer(f->path), *reader;
    sqlite3 *writer_db = last_opened;
    assert_int_equal(try_open(&reader, f->path, true, &err), SHOOGI_OK);
    sqlite3 *reader_db = last_opened;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(ask(writer_db, rows[i].question), rows[i].writer);
        assert_int_equal(ask(reader_db, rows[i].question), rows[i].reader);
    }
    assert_int_equal(ask(writer_db, "PRAGMA synchronous"), 2); /* FULL */
    assert_int_equal(sqlite3_db_readonly(writer_db, "main"), 0);
    assert_int_equal(sqlite3_db_readonly(reader_db, "main"), 1);
    int off = -1;
    sqlite3_db_config(reader_db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, -1, &off);
    assert_int_equal(off, 1);
    reader->ops->close(reader);
    writer->ops->close(writer);
}

/* Every statement finds its rows by a key or walks them in the order it wants.  Some walk whole
 * trees: the lists of all challenges and bans, the challenges and the running games when they are counted, and
 * these when they are listed, which are sorted afterwards, as are the few whom a player ignores and his tables, and the indexes of the unsettled games and of those whose
 * positions are to be set; to forget positions is to forget those of all. */
static void statements_use_indexes(void **state)
{
    const struct fixture *f = *state;
    shg_storage *s = open_writer(f->path);
    sqlite3 *db = last_opened;
    unsigned looked_at = 0;
    for (sqlite3_stmt *of = sqlite3_next_stmt(db, NULL); of; of = sqlite3_next_stmt(db, of)) {
        if (sqlite3_stmt_isexplain(of))
            continue;
        const char *text = sqlite3_sql(of);
        char *question = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", text);
        sqlite3_stmt *plan;
        assert_int_equal(sqlite3_prepare_v2(db, question, -1, &plan, NULL), SQLITE_OK);
        while (sqlite3_step(plan) == SQLITE_ROW) {
            const char *detail = (const char *)sqlite3_column_text(plan, 3);
            const bool whole = strncmp(detail, "SCAN", 4) == 0 && !strstr(detail, "CONSTANT ROW");
            const bool sorts = strstr(detail, "TEMP B-TREE") != NULL;
            const bool unsettled = strstr(detail, "game_unsettled") != NULL;
            const bool all_challenges = strstr(text, "FROM challenge") && !strstr(text, "WHERE");
            /* one row for each player of the game */
            const bool best = strstr(text, "INDEXED BY rating_variant") != NULL;
            const bool few = strstr(text, "FROM ignored") || strstr(text, "FROM free_table t");
            const bool all_runs = strstr(text, "FROM run ORDER BY") != NULL;
            const bool all_bans = strstr(text, "FROM ban b") != NULL;
            const bool counts = strstr(text, "pragma_page_count") != NULL;
            const bool unplaced = strstr(detail, "unplaced") || strstr(text, "SET placed = 0");
            if ((whole && !unplaced && !all_challenges && !all_runs && !all_bans && !counts &&
                 !unsettled) ||
                (sorts && !few && !best))
                fail_msg("%s\n%s", text, detail);
            looked_at++;
        }
        sqlite3_finalize(plan);
        sqlite3_free(question);
    }
    assert_in_range(looked_at, 30, 400);
    s->ops->close(s);
}

enum { RECORD_BYTES = 1 << 20 };

/* Adds records of a game with a text of RECORD_BYTES each. */
static void add_records(shg_storage *s, int64_t *ids, size_t count)
{
    make_game(s);
    char *text = malloc(RECORD_BYTES + 1);
    assert_non_null(text);
    memset(text, 'x', RECORD_BYTES);
    text[RECORD_BYTES] = '\0';
    const shg_record_row row = { .player = 1,
                                 .definition = 1,
                                 .black = "",
                                 .white = "",
                                 .event = "",
                                 .played = "",
                                 .outcome = "",
                                 .text = text,
                                 .text_bytes = RECORD_BYTES };
    assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(s->ops->record_add(s, &ids[i], &row, NULL), SHOOGI_OK);
    assert_int_equal(s->ops->commit(s, NULL), SHOOGI_OK);
    free(text);
}

/* The pages that the connection has read since the last call. */
static int pages_read(void)
{
    int hits, misses, highest;
    sqlite3_db_status(last_opened, SQLITE_DBSTATUS_CACHE_HIT, &hits, &highest, 1);
    sqlite3_db_status(last_opened, SQLITE_DBSTATUS_CACHE_MISS, &misses, &highest, 1);
    return hits + misses;
}

static bool count_record(void *context, const shg_record_row *row)
{
    assert_null(row->text);
    assert_int_equal(row->text_bytes, RECORD_BYTES);
    ++*(int *)context;
    return true;
}

static void texts_of_records_are_passed_over(void **state)
{
    const struct fixture *f = *state;
    shg_storage *s = open_writer(f->path);
    shg_record_row row;
    int64_t ids[3];
    add_records(s, ids, 3);
    for (int64_t player = 0; player < 2; player++) {
        int count = 0;
        (void)pages_read();
        assert_int_equal(s->ops->record_list(s, player, 0, count_record, &count, NULL), SHOOGI_OK);
        assert_int_equal(count, 3);
        assert_in_range(pages_read(), 1, 50);
    }
    assert_int_equal(s->ops->record_head(s, &row, ids[2], NULL), SHOOGI_OK);
    assert_in_range(pages_read(), 1, 50);
    assert_int_equal(s->ops->record_get(s, &row, ids[2], NULL), SHOOGI_OK);
    assert_true(pages_read() > 200);
    s->ops->close(s);
}

/* At rest a connection keeps little of the pages it has read, and reads them again when asked. */
static void memory_is_given_back_at_rest(void **state)
{
    enum { RECORDS = 6 };
    const struct fixture *f = *state;
    shg_storage *s = open_writer(f->path);
    sqlite3 *db = last_opened;
    shg_record_row row;
    int64_t ids[RECORDS];
    int used = 0, most = 0;
    add_records(s, ids, RECORDS);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < RECORDS; i++)
            assert_int_equal(s->ops->record_get(s, &row, ids[i], NULL), SHOOGI_OK);
        sqlite3_db_status(db, SQLITE_DBSTATUS_CACHE_USED, &used, &most, 0);
        assert_in_range(used, 5 * RECORD_BYTES, 17 * RECORD_BYTES);
        s->ops->rest(s);
        sqlite3_db_status(db, SQLITE_DBSTATUS_CACHE_USED, &used, &most, 0);
        assert_in_range(used, 0, RECORD_BYTES);
    }
    s->ops->close(s);
}

static void events_are_only_ever_added(void **state)
{
    const struct fixture *f = *state;
    shg_storage *s = open_writer(f->path);
    make_game(s);
    assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
    assert_int_equal(add_event(s, 1, "7g7f", NULL), SHOOGI_OK);
    assert_int_equal(s->ops->commit(s, NULL), SHOOGI_OK);
    s->ops->close(s);
    static const char *const forbidden[] = {
        "UPDATE event SET text = '2g2f'",
        "DELETE FROM event",
        "INSERT INTO event VALUES(1,1,'move','2g2f',0,0)",
        "INSERT INTO event VALUES(1,0,'move','2g2f',0,0)",
        "INSERT INTO event VALUES(1,'x','move','2g2f',0,0)",
        "INSERT INTO event VALUES(1,2,'move',NULL,0,0)",
        "INSERT INTO rating VALUES(1,1,1,'shogi','blitz',0,0,0,0,0,0,1);UPDATE rating SET games=0",
        "DELETE FROM rating",
        "INSERT INTO rating VALUES(2,1,1,'shogi','blitz',0,0,0,0,0,0,1)",
    };
    for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++)
        assert_int_equal(run_sql(f->path, forbidden[i]), SQLITE_CONSTRAINT);
}

static int64_t size_of(const struct fixture *f, const char *end)
{
    char path[80];
    struct stat info;
    snprintf(path, sizeof path, "%s%s", f->path, end);
    return stat(path, &info) == 0 ? (int64_t)info.st_size : -1;
}

static void only_the_writer_writes_back(void **state)
{
    const struct fixture *f = *state;
    const shg_sqlite_options options = { .path = f->path, .checkpoint_pages = 20 };
    shg_storage *writer, *reader;
    shoogi_error err;
    assert_int_equal(shg_storage_sqlite(&writer, &options, NULL), SHOOGI_OK);
    assert_int_equal(try_open(&reader, f->path, true, &err), SHOOGI_OK);
    for (int i = 0; i < 300; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%d", i);
        assert_int_equal(commit_player(writer, name, NULL), SHOOGI_OK);
        assert_true(has_player(reader, name));
    }
    assert_in_range(size_of(f, "-wal"), 1, 40 * 4120);
    writer->ops->close(writer);
    const int64_t before = size_of(f, "");
    assert_true(size_of(f, "-wal") > 0); /* there still is a reader */
    reader->ops->close(reader);
    assert_true(size_of(f, "-wal") > 0);
    assert_int_equal(size_of(f, ""), before);
    writer = open_writer(f->path);
    assert_true(has_player(writer, "p299"));
    writer->ops->close(writer);
    assert_int_equal(size_of(f, "-wal"), -1);
}

/* --- Replacing a database --- */

static void assert_has_player(const char *path, const char *name)
{
    shg_storage *s = open_writer(path);
    assert_true(has_player(s, name));
    s->ops->close(s);
}

/* A database with a player, whose log cannot be checkpointed while a reader holds its snapshot. */
static sqlite3 *make_with_log(const struct fixture *f)
{
    sqlite3 *reader;
    shg_storage *s = open_writer(f->path);
    assert_int_equal(sqlite3_open(f->path, &reader), SQLITE_OK);
    sqlite3_db_config(reader, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
    sqlite3_exec(reader, "BEGIN", NULL, NULL, NULL);
    assert_int_equal(ask(reader, "SELECT count(*) FROM player"), 0);
    assert_int_equal(commit_player(s, "Ota", NULL), SHOOGI_OK);
    s->ops->close(s);
    assert_true(size_of(f, "-wal") > 0);
    return reader;
}

static void what_cannot_be_replaced_keeps_its_log(void **state)
{
    const struct fixture *f = *state;
    char kept[SHG_KEPT_PATH_BYTES], with[80], expected[160];
    shoogi_error err = { 0 };
    snprintf(with, sizeof with, "%s-with", f->path);
    sqlite3 *reader = make_with_log(f);
    shg_storage *other = open_writer(with);
    other->ops->close(other);

    const int64_t log_bytes = size_of(f, "-wal");
    assert_int_equal(shg_storage_replace(kept, f->path, with, 0, &err), SHOOGI_CONFLICT);
    snprintf(expected, sizeof expected, "%s is being read by another program", f->path);
    assert_string_equal(err.message, expected);
    assert_string_equal(kept, "");
    assert_int_equal(size_of(f, "-wal"), log_bytes);
    assert_int_equal(size_of(f, "-before-19700101T000000Z"), -1);
    sqlite3_close(reader);
    assert_has_player(f->path, "Ota");

    /* The replacement has disappeared. */
    assert_int_equal(unlink(with), 0);
    assert_int_equal(shg_storage_replace(kept, f->path, with, 0, &err), SHOOGI_IO);
    assert_int_equal(size_of(f, "-before-19700101T000000Z"), -1);
    assert_has_player(f->path, "Ota");
}

/* After a checkpoint the file is complete, even if a reader prevents truncating the log. */
static void who_reads_the_latest_state_holds_up_nobody(void **state)
{
    const struct fixture *f = *state;
    char kept[SHG_KEPT_PATH_BYTES], with[80];
    snprintf(with, sizeof with, "%s-with", f->path);
    sqlite3 *reader = make_with_log(f);
    sqlite3_exec(reader, "COMMIT; BEGIN", NULL, NULL, NULL);
    assert_int_equal(ask(reader, "SELECT count(*) FROM player"), 1);
    shg_storage *other = open_writer(with);
    assert_int_equal(commit_player(other, "Ito", NULL), SHOOGI_OK);
    other->ops->close(other);
    shoogi_error err = { 0 };
    if (shg_storage_replace(kept, f->path, with, 0, &err) != SHOOGI_OK)
        fail_msg("%s", err.message);
    assert_int_equal(ask(reader, "SELECT count(*) FROM player"), 1);
    sqlite3_close(reader);
    assert_has_player(f->path, "Ito");
    assert_has_player(kept, "Ota");
}

/* The log of a damaged file cannot be checkpointed: it is moved with the file, or stays with it. */
static void a_damaged_one_is_replaced_with_its_log(void **state)
{
    const struct fixture *f = *state;
    char kept[SHG_KEPT_PATH_BYTES], with[80];
    shoogi_error err = { 0 };
    snprintf(with, sizeof with, "%s-with", f->path);
    sqlite3_close(make_with_log(f));
    write_file(f->path,
               "no database of SQLite, but long enough for a header of a hundred bytes: "
               "0123456789012345678901234567890123456789",
               112);
    char log[80];
    snprintf(log, sizeof log, "%s-wal", f->path);
    write_file(log, "the log", 7);
    assert_int_equal(shg_storage_replace(kept, f->path, with, 0, &err), SHOOGI_IO);
    assert_int_equal(size_of(f, "-wal"), 7);
    assert_int_equal(size_of(f, "-before-19700101T000000Z"), -1);

    shg_storage *other = open_writer(with);
    assert_int_equal(commit_player(other, "Ito", NULL), SHOOGI_OK);
    other->ops->close(other);
    assert_int_equal(shg_storage_replace(kept, f->path, with, 0, &err), SHOOGI_OK);
    assert_int_equal(size_of(f, "-before-19700101T000000Z"), 112);
    assert_int_equal(size_of(f, "-before-19700101T000000Z-wal"), 7);
    assert_has_player(f->path, "Ito");
}

/* The log of a deleted file is not applied to the new one. */
static void a_log_without_its_file_goes(void **state)
{
    const struct fixture *f = *state;
    char kept[SHG_KEPT_PATH_BYTES], with[80];
    shoogi_error err = { 0 };
    snprintf(with, sizeof with, "%s-with", f->path);
    sqlite3_close(make_with_log(f));
    assert_int_equal(unlink(f->path), 0);
    shg_storage *other = open_writer(with);
    assert_int_equal(commit_player(other, "Ito", NULL), SHOOGI_OK);
    other->ops->close(other);
    assert_int_equal(shg_storage_replace(kept, f->path, with, 0, &err), SHOOGI_OK);
    assert_string_equal(kept, "");
    assert_has_player(f->path, "Ito");
}

/* A VFS that is named is not locked, so that two writers can meet. */
/* A file has one lock for all paths to it. */
static void a_link_is_the_file(void **state)
{
    const struct fixture *f = *state;
    shg_storage *s = open_writer(f->path);
    char link_path[300];
    snprintf(link_path, sizeof link_path, "%s-link", f->path);
    assert_int_equal(symlink(f->path, link_path), 0);
    const shg_sqlite_options options = { .path = link_path };
    shg_storage *other;
    shoogi_error err;
    assert_int_equal(shg_storage_sqlite(&other, &options, &err), SHOOGI_CONFLICT);
    assert_non_null(strstr(err.message, "is in use by another program"));
    s->ops->close(s);
    assert_int_equal(shg_storage_sqlite(&other, &options, &err), SHOOGI_OK);
    other->ops->close(other);
    unlink(link_path);
}

static void two_writers_meet(void **state)
{
    const struct fixture *f = *state;
    const shg_sqlite_options options = { .path = f->path, .vfs = "unix" };
    shg_storage *a, *b;
    assert_int_equal(shg_storage_sqlite(&a, &options, NULL), SHOOGI_OK);
    assert_int_equal(shg_storage_sqlite(&b, &options, NULL), SHOOGI_OK);
    sqlite3_busy_timeout(last_opened, 10);
    make_game(a);
    assert_int_equal(a->ops->begin(a, NULL), SHOOGI_OK);
    assert_int_equal(add_event(a, 1, "7g7f", NULL), SHOOGI_OK);
    shoogi_error err;
    assert_int_equal(b->ops->begin(b, &err), SHOOGI_CONFLICT);
    assert_string_equal(err.message, "another program holds the database");
    assert_int_equal(a->ops->commit(a, NULL), SHOOGI_OK);
    assert_int_equal(b->ops->begin(b, NULL), SHOOGI_OK);
    assert_int_equal(add_event(b, 1, "2g2f", NULL), SHOOGI_CONFLICT);
    assert_int_equal(add_event(b, 2, "3c3d", NULL), SHOOGI_OK);
    assert_int_equal(b->ops->commit(b, NULL), SHOOGI_OK);
    assert_int_equal(events_of_game(a), 2);
    a->ops->close(a);
    b->ops->close(b);
}

/* --- Bad disks --- */

static shg_storage *open_on_disk(cut_disk *disk, shoogi_status expected)
{
    (void)disk;
    const shg_sqlite_options options = { .path = "shoogi.db",
                                         .vfs = "cut",
                                         .checkpoint_pages = 1000000 };
    shg_storage *s = NULL;
    shoogi_error err = { 0 };
    const shoogi_status status = shg_storage_sqlite(&s, &options, &err);
    if (status != expected)
        fail_msg("%s", err.message);
    return s;
}

/* As after a crash of the program: nothing is closed, and all writes have reached the disk. */
static shg_storage *reopen_after_crash(cut_disk *disk, shg_storage *s)
{
    cut_disk_crash(disk);
    s->ops->close(s);
    cut_disk_reboot(disk);
    return open_on_disk(disk, SHOOGI_OK);
}

enum { TEXT_BYTES = 4000 };

/* The disk has room for so many bytes more when a transaction of several pages is committed.  It
 * is either there or refused, and stays so after a crash. */
static bool commit_with_room(cut_disk *disk, int64_t many, uint64_t room, bool log_begins_anew)
{
    char text[TEXT_BYTES + 1];
    memset(text, 'x', TEXT_BYTES);
    text[TEXT_BYTES] = '\0';
    cut_disk_format(disk, 1);
    shg_storage *s = open_on_disk(disk, SHOOGI_OK);
    sqlite3 *db = last_opened;
    make_game(s);
    if (log_begins_anew)
        assert_int_equal(sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_RESTART, NULL, NULL),
                         SQLITE_OK);
    assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
    for (int64_t i = 1; i <= many; i++)
        assert_int_equal(add_event(s, i, text, NULL), SHOOGI_OK);
    cut_disk_limit(disk, cut_disk_bytes(disk) + room);
    shoogi_error err = { 0 };
    const shoogi_status status = s->ops->commit(s, &err);
    cut_disk_limit(disk, UINT64_MAX);
    if (status != SHOOGI_OK) {
        assert_int_equal(status, SHOOGI_LIMIT_EXCEEDED);
        assert_string_equal(err.message, "the disk is full");
    }
    const int64_t events = status == SHOOGI_OK ? many : 0;
    assert_int_equal(events_of_game(s), events);
    if (room % 3 == 0) {
        s = reopen_after_crash(disk, s);
        assert_int_equal(events_of_game(s), events);
    }
    /* The storage is usable again. */
    assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
    assert_int_equal(add_event(s, events + 1, text, NULL), SHOOGI_OK);
    assert_int_equal(s->ops->commit(s, NULL), SHOOGI_OK);
    s = reopen_after_crash(disk, s);
    assert_int_equal(events_of_game(s), events + 1);
    s->ops->close(s);
    return status == SHOOGI_OK;
}

static void a_full_disk(void **state)
{
    (void)state;
    cut_disk *disk = cut_disk_new("cut");
    for (int log_begins_anew = 0; log_begins_anew < 2; log_begins_anew++) {
        uint64_t room = 0;
        while (!commit_with_room(disk, 15, room, log_begins_anew))
            room += room_step(411); /* the padding alone is some 4,000 bytes */
        assert_in_range(room, 10000, 100000);
    }
    /* A restarted log that is refused where the old one ended. */
    for (int64_t many = 1; many < 15; many++)
        commit_with_room(disk, many, 0, true);
    cut_disk_free(disk);
}

/* A transaction that is larger than the cache is written to the log before it is committed. */
static void a_full_disk_before_the_commit(void **state)
{
    (void)state;
    enum { MANY = 6000 };
    cut_disk *disk = cut_disk_new("cut");
    shg_storage *s = open_on_disk(disk, SHOOGI_OK);
    make_game(s);
    char text[TEXT_BYTES + 1];
    memset(text, 'x', TEXT_BYTES);
    text[TEXT_BYTES] = '\0';
    for (int in_part = 0; in_part < 2; in_part++) {
        cut_disk_limit(disk, cut_disk_bytes(disk) + 100000);
        assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
        assert_int_equal(add_player(s, in_part ? "b" : "a", NULL), SHOOGI_OK);
        if (in_part)
            assert_int_equal(s->ops->part_begin(s, NULL), SHOOGI_OK);
        shoogi_error err;
        shoogi_status status = SHOOGI_OK;
        int64_t i;
        for (i = 1; status == SHOOGI_OK && i < MANY; i++)
            status = add_event(s, i, text, &err);
        assert_int_equal(status, SHOOGI_LIMIT_EXCEEDED);
        assert_string_equal(err.message, "the disk is full");
        assert_true(i > 1000);
        /* SQLite has rolled back by now; later statements must not be committed separately. */
        if (in_part)
            s->ops->part_drop(s);
        assert_int_equal(add_player(s, "c", &err), SHOOGI_LIMIT_EXCEEDED);
        assert_string_equal(err.message, "the disk is full");
        shg_player row;
        assert_int_equal(s->ops->player_by_id(s, &row, 1, NULL), SHOOGI_LIMIT_EXCEEDED);
        assert_int_equal(s->ops->part_begin(s, NULL), SHOOGI_LIMIT_EXCEEDED);
        assert_int_equal(s->ops->commit(s, &err), SHOOGI_LIMIT_EXCEEDED);
        assert_string_equal(err.message, "the disk is full");
        cut_disk_limit(disk, UINT64_MAX);
        assert_int_equal(events_of_game(s), 0);
        assert_false(has_player(s, "a") || has_player(s, "b") || has_player(s, "c"));
    }
    assert_int_equal(commit_player(s, "a", NULL), SHOOGI_OK);
    s = reopen_after_crash(disk, s);
    assert_true(has_player(s, "a"));
    assert_int_equal(events_of_game(s), 0);
    s->ops->close(s);
    cut_disk_free(disk);
}

static void a_full_disk_when_opened(void **state)
{
    (void)state;
    cut_disk *disk = cut_disk_new("cut");
    for (uint64_t room = 0;; room += room_step(1000)) {
        cut_disk_format(disk, 1);
        cut_disk_limit(disk, room);
        const shg_sqlite_options options = { .path = "shoogi.db", .vfs = "cut" };
        shg_storage *s = NULL;
        shoogi_error err;
        const shoogi_status status = shg_storage_sqlite(&s, &options, &err);
        if (status == SHOOGI_OK) {
            s->ops->close(s);
            break;
        }
        assert_int_equal(status, SHOOGI_LIMIT_EXCEEDED);
        assert_string_equal(err.message, "cannot open shoogi.db: the disk is full");
        assert_true(room < 1000000);
    }
    cut_disk_free(disk);
}

static void a_failed_sync_at_commit(void **state)
{
    (void)state;
    cut_disk *disk = cut_disk_new("cut");
    for (unsigned seed = 1; seed < 20; seed++) {
        cut_disk_format(disk, seed);
        shg_storage *s = open_on_disk(disk, SHOOGI_OK);
        make_game(s);
        cut_disk_fail_sync(disk, "-wal", 1);
        shoogi_error err;
        assert_int_equal(commit_player(s, "a", &err), SHOOGI_IO);
        assert_string_equal(err.message, "the database failed: disk I/O error (SQLite code 1034)");
        /* The contents are unknown, so nothing more is done. */
        assert_int_equal(commit_player(s, "b", &err), SHOOGI_IO);
        assert_string_equal(err.message, "the database failed: disk I/O error (SQLite code 1034)");
        const uint64_t before = cut_disk_steps(disk);
        s->ops->close(s);
        assert_int_equal(cut_disk_steps(disk), before); /* the log is left for recovery */
        cut_disk_cut(disk);
        cut_disk_reboot(disk);
        s = open_on_disk(disk, SHOOGI_OK);
        assert_true(has_player(s, "Ota"));
        assert_false(has_player(s, "b"));
        assert_int_equal(commit_player(s, "c", NULL), SHOOGI_OK);
        s->ops->close(s);
    }
    cut_disk_free(disk);
}

static void a_failed_sync_at_a_checkpoint(void **state)
{
    (void)state;
    cut_disk *disk = cut_disk_new("cut");
    for (unsigned seed = 1; seed < 20; seed++) {
        cut_disk_format(disk, seed);
        const shg_sqlite_options options = { .path = "shoogi.db",
                                             .vfs = "cut",
                                             .checkpoint_pages = 8 };
        shg_storage *s;
        shoogi_error err;
        assert_int_equal(shg_storage_sqlite(&s, &options, NULL), SHOOGI_OK);
        cut_disk_fail_sync(disk, ".db", 1);
        int acknowledged = 0;
        char name[16] = "p0";
        shoogi_status status;
        while ((status = commit_player(s, name, &err)) == SHOOGI_OK) {
            assert_true(acknowledged < 20);
            snprintf(name, sizeof name, "p%d", ++acknowledged);
        }
        assert_int_equal(status, SHOOGI_IO);
        assert_int_equal(s->ops->begin(s, NULL), SHOOGI_IO);
        assert_false(has_player(s, name));
        s->ops->close(s);
        cut_disk_cut(disk);
        cut_disk_reboot(disk);
        s = open_on_disk(disk, SHOOGI_OK);
        for (int i = 0; i < acknowledged; i++) {
            snprintf(name, sizeof name, "p%d", i);
            assert_true(has_player(s, name));
        }
        s->ops->close(s);
    }
    cut_disk_free(disk);
}

/* The bytes of a file with game 1 and its first event; to be freed. */
static unsigned char *image_of_game(size_t *size, const struct fixture *f)
{
    shg_storage *s = open_writer(f->path);
    make_game(s);
    assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
    assert_int_equal(add_event(s, 1, "7g7f", NULL), SHOOGI_OK);
    assert_int_equal(s->ops->commit(s, NULL), SHOOGI_OK);
    s->ops->close(s);
    *size = (size_t)size_of(f, "");
    unsigned char *image = malloc(*size);
    FILE *file = fopen(f->path, "rb");
    assert_true(image && file && fread(image, 1, *size, file) == *size);
    fclose(file);
    return image;
}

static bool measure_event(void *context, const shg_event *row)
{
    *(size_t *)context += strlen(row->kind) + strlen(row->text);
    return true;
}

static bool measure_game(void *context, const shg_game *row)
{
    *(size_t *)context += strlen(row->variant) + strlen(row->black_name) + strlen(row->white_name) +
                          strlen(row->sfen) + strlen(row->comment) + strlen(row->outcome) +
                          strlen(row->reason);
    return true;
}

/* Reads all rows, including the last bytes of texts. */
static bool read_all(shg_storage *s)
{
    size_t bytes = 0;
    shg_player player;
    const shg_game_filter all = { 0 }, running = { .player = 1, .running_only = true };
    const shoogi_status status[] = {
        s->ops->game_list(s, &all, measure_game, &bytes, NULL),
        s->ops->game_list(s, &running, measure_game, &bytes, NULL),
        s->ops->event_list(s, 1, 1, measure_event, &bytes, NULL),
        s->ops->player_by_name(s, &player, "Ota", NULL),
    };
    if (status[3] == SHOOGI_OK)
        bytes += strlen(player.name) + strlen(player.password);
    bool good = true;
    for (size_t i = 0; i < sizeof status / sizeof status[0]; i++) {
        assert_true(status[i] == SHOOGI_OK || status[i] == SHOOGI_IO ||
                    status[i] == SHOOGI_NOT_FOUND);
        good = good && status[i] == SHOOGI_OK;
    }
    return good && bytes > 0;
}

/* A file with any damage gives wrong rows or IO, and does no other harm. */
static void a_damaged_file(void **state)
{
    size_t size;
    unsigned char *image = image_of_game(&size, *state), *damaged = malloc(size);
    assert_non_null(damaged);
    shg_storage *s;
    cut_disk *disk = cut_disk_new("cut");
    uint64_t random = 5;
    unsigned refused = 0, failed = 0;
    const int times = stride > ROOM_STRIDE_MAX ? 200 : 600;
    for (int i = 0; i < times; i++) {
        memcpy(damaged, image, size);
        for (uint64_t k = 1 + cut_random_below(&random, 8); k > 0; k--)
            damaged[cut_random_below(&random, size)] = (unsigned char)cut_random(&random);
        if (i % 3 == 0) /* a page for another */
            memcpy(damaged + 4096 * cut_random_below(&random, size / 4096),
                   image + 4096 * cut_random_below(&random, size / 4096), 4096);
        cut_disk_format(disk, 1);
        cut_disk_put(disk, "shoogi.db", damaged,
                     i % 5 == 0 ? cut_random_below(&random, size) : size);
        const shg_sqlite_options options = { .path = "shoogi.db", .vfs = "cut" };
        if (shg_storage_sqlite(&s, &options, NULL) != SHOOGI_OK) {
            refused++;
            continue;
        }
        failed += !read_all(s);
        if (s->ops->begin(s, NULL) == SHOOGI_OK) {
            int64_t at = 1;
            while (at < 60 && add_event(s, at, "7g7f", NULL) != SHOOGI_OK)
                at++;
            s->ops->commit(s, NULL);
        }
        s->ops->close(s);
    }
    assert_in_range(refused, times / 12, times * 5 / 6);
    assert_in_range(failed, 1, times * 5 / 6);
    cut_disk_free(disk);
    free(image);
    free(damaged);
}

/* --- Failing allocations --- */

/* Opens, appends, commits and reads, while allocations fail.  Returns true if none failed.
 * Afterwards acknowledged writes are stored, and refused ones are not. */
static bool go_through(cut_disk *disk, long failing, bool all_later)
{
    const shg_sqlite_options options = { .path = "shoogi.db", .vfs = "cut", .checkpoint_pages = 1 };
    shg_storage *s = NULL;
    shoogi_status first = SHOOGI_NO_MEMORY, part = SHOOGI_NO_MEMORY, committed = SHOOGI_NO_MEMORY;
    allocations = 0;
    failing_allocation = failing;
    all_later_fail = all_later;
    const shoogi_status opened = shg_storage_sqlite(&s, &options, NULL);
    opening = allocations;
    assert_int_equal(opened == SHOOGI_OK, s != NULL);
    assert_true(opened == SHOOGI_OK || opened == SHOOGI_NO_MEMORY);
    if (s && s->ops->begin(s, NULL) == SHOOGI_OK) {
        first = add_player(s, "new", NULL);
        part = s->ops->part_begin(s, NULL);
        if (part == SHOOGI_OK) {
            part = add_event(s, 2, "3c3d", NULL);
            if (part == SHOOGI_OK)
                part = s->ops->part_keep(s, NULL);
            if (part != SHOOGI_OK)
                s->ops->part_drop(s);
        }
        committed = s->ops->commit(s, NULL);
        shg_game game;
        if (s->ops->game_get(s, &game, 1, NULL) == SHOOGI_OK && committed == SHOOGI_OK)
            assert_int_equal(game.events, part == SHOOGI_OK ? 2 : 1);
    }
    if (s)
        s->ops->close(s);
    const bool through = allocations < failing;
    failing_allocation = 0;
    if (!s && failing / 2 % 8 != 0)
        return through; /* no allocation failed */

    cut_disk_crash(disk);
    cut_disk_reboot(disk);
    s = open_on_disk(disk, SHOOGI_OK);
    const bool added = first == SHOOGI_OK && committed == SHOOGI_OK;
    const bool appended = part == SHOOGI_OK && committed == SHOOGI_OK;
    if (committed != SHOOGI_IO) {
        assert_int_equal(has_player(s, "new"), added);
        assert_int_equal(events_of_game(s), appended ? 2 : 1);
    }
    s->ops->close(s);
    return through;
}

static void memory_runs_out(void **state)
{
    size_t size;
    unsigned char *image = image_of_game(&size, *state);
    cut_disk *disk = cut_disk_new("cut");
    for (int all_later = 0; all_later < 2; all_later++) {
        bool through = false, open = false;
        /* Of the two runs one has those with odd numbers, the other the rest; or every so many of them.  Opening needs most
         * of them, for one prepared statement after another: there it is fewer, unless each is wanted. */
        for (long n = 1 + all_later; !through;) {
            cut_disk_format(disk, 1);
            cut_disk_put(disk, "shoogi.db", image, size);
            through = go_through(disk, n, all_later);
            open = open || opening < n;
            n += 2 * stride * (open || stride == 1 ? 1 : OPENING_FEWER);
            assert_true(n < 100000);
        }
    }
    cut_disk_free(disk);
    free(image);
}

/* SQLite needs memory for the index of the log once it has some 4,000 pages, and allocates it when the
 * commit is already on disk.  The status must not say that the commit was rolled back. */
static void memory_runs_out_behind_the_commit(void **state)
{
    (void)state;
    cut_disk *disk = cut_disk_new("cut");
    shg_storage *s = open_on_disk(disk, SHOOGI_OK);
    make_game(s);
    char text[TEXT_BYTES + 1];
    memset(text, 'x', TEXT_BYTES);
    text[TEXT_BYTES] = '\0';
    int64_t at = 1;
    assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
    while (at < 3000)
        assert_int_equal(add_event(s, at++, text, NULL), SHOOGI_OK);
    assert_int_equal(s->ops->commit(s, NULL), SHOOGI_OK);
    shoogi_status status = SHOOGI_OK;
    while (status == SHOOGI_OK) {
        assert_true(at < 3500);
        assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
        assert_int_equal(add_event(s, at++, "7g7f", NULL), SHOOGI_OK);
        allocations = 0;
        failing_allocation = 1;
        all_later_fail = true;
        status = s->ops->commit(s, NULL);
        failing_allocation = 0;
    }
    assert_int_equal(status, SHOOGI_IO);
    s = reopen_after_crash(disk, s);
    assert_int_equal(events_of_game(s), at - 1); /* it had been committed */
    s->ops->close(s);
    cut_disk_free(disk);
}

static void memory_runs_out_when_the_file_is_made(void **state)
{
    (void)state;
    const shg_sqlite_options options = { .path = "shoogi.db", .vfs = "cut" };
    cut_disk *disk = cut_disk_new("cut");
    bool through = false;
    /* Every twenty-ninth, or every so many of these: they are some ten thousands, and the statements prepared at the end
     * are as above. */
    for (long n = 1; !through; n += 29 * stride) { /* odd: n % 8 below */
        cut_disk_format(disk, 1);
        allocations = 0;
        failing_allocation = n;
        all_later_fail = false;
        shg_storage *s = NULL;
        const shoogi_status status = shg_storage_sqlite(&s, &options, NULL);
        through = allocations < n;
        failing_allocation = 0;
        assert_int_equal(status == SHOOGI_OK, s != NULL);
        assert_true(status == SHOOGI_OK || status == SHOOGI_NO_MEMORY);
        if (s)
            s->ops->close(s);
        if (n % 8 == 0) {
            s = open_on_disk(disk, SHOOGI_OK); /* recovers from any state */
            assert_int_equal(commit_player(s, "Ota", NULL), SHOOGI_OK);
            s->ops->close(s);
        }
        assert_true(n < 100000);
    }
    cut_disk_free(disk);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
    if (argc > 1)
        stride = strtol(argv[1], NULL, 10);
    if (stride < 1 || stride % 2 == 0) {
        fprintf(stderr, "expected an odd stride, found \"%s\"\n", argv[1]);
        return 1;
    }
    prepare_sqlite();
    const struct CMUnitTest tests[] = {
        CASE(a_newer_database_is_refused_if_it_has_changed),
        CASE(an_old_database_is_brought_forward),
        CASE(an_old_record_is_brought_forward),
        CASE(an_old_study_is_brought_forward),
        CASE(the_database_of_another_is_refused),
        CASE(what_is_no_database_is_refused),
        CASE(an_empty_file_is_a_new_database),
        CASE(paths),
        CASE(a_read_only_file_is_refused),
        CASE(a_read_only_directory_is_refused),
        CASE(one_writer_at_a_time),
        CASE(only_the_owner_may_read),
        CASE(the_file_says_what_it_is),
        CASE(connections_are_set_up),
        CASE(statements_use_indexes),
        CASE(texts_of_records_are_passed_over),
        CASE(memory_is_given_back_at_rest),
        CASE(events_are_only_ever_added),
        CASE(only_the_writer_writes_back),
        CASE(what_cannot_be_replaced_keeps_its_log),
        CASE(who_reads_the_latest_state_holds_up_nobody),
        CASE(a_damaged_one_is_replaced_with_its_log),
        CASE(a_log_without_its_file_goes),
        CASE(a_link_is_the_file),
        CASE(two_writers_meet),
        CASE(a_full_disk),
        CASE(a_full_disk_before_the_commit),
        CASE(a_full_disk_when_opened),
        CASE(a_failed_sync_at_commit),
        CASE(a_failed_sync_at_a_checkpoint),
        CASE(a_damaged_file),
        CASE(memory_runs_out),
        CASE(memory_runs_out_behind_the_commit),
        CASE(memory_runs_out_when_the_file_is_made),
    };
    return cmocka_run_group_tests_name("sqlite", tests, NULL, NULL);
}
