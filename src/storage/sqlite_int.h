/* sqlite_int.h: the internals of the SQLite storage: the connection, its statements, and running them.
 *
 * sqlite_statement.c has the text of all statements and runs them, sqlite_transaction.c has transactions and the log,
 * sqlite_file.c opening and closing, each other sqlite_*.c a group of rows, and sqlite.c the table of functions. */
#ifndef SHG_STORAGE_SQLITE_INT_H
#define SHG_STORAGE_SQLITE_INT_H

#include "storage/storage.h"

#include <sqlite3.h>

#include <assert.h>
#include <string.h>

enum {
    SHG_SQLITE_CELLS_MAX = 26, /* columns of the widest list */
    SHG_SQLITE_LOG_HEADER_BYTES =
        32 /* https://www.sqlite.org/fileformat.html#the_write_ahead_log */
};

enum statement {
    BEGIN_WRITING,
    BEGIN_READING,
    COMMIT,
    ROLLBACK,
    PART_BEGIN,
    PART_KEEP,
    PART_DROP,
    PLAYER_ADD,
    PLAYER_BY_NAME,
    PLAYER_BY_ID,
    PLAYER_SET_SEEN,
    PLAYER_SET_GAME,
    PLAYER_SET_PASSWORD,
    PLAYER_SET_SETTINGS,
    PLAYER_LIST,
    IGNORED_ADD,
    IGNORED_REMOVE,
    IGNORED_LIST,
    MESSAGE_ADD,
    MESSAGE_REMOVE,
    MESSAGE_LIST,
    REPORT_ADD,
    REPORT_LIST,
    REPORT_LIST_OF,
    REPORT_COUNT,
    DEFINITION_FIND,
    DEFINITION_ADD,
    DEFINITION_GET,
    CHALLENGE_ADD,
    CHALLENGE_GET,
    CHALLENGE_REMOVE,
    CHALLENGE_SET_OPTIONS,
    CHALLENGE_LIST,
    CHALLENGE_LIST_PLAYER,
    GAME_ADD,
    GAME_GET,
    GAME_LIST,
    GAME_LIST_RUNNING,
    GAME_LIST_PLAYER,
    GAME_LIST_PLAYER_RUNNING,
    GAME_LIST_PLAYER_OPEN,
    GAME_LIST_PLAYER_NEWEST,
    GAME_LIST_NEWEST,
    GAME_LIST_UNSETTLED,
    GAME_SEEN_BLACK,
    GAME_SEEN_WHITE,
    GAME_SUMMARY,
    GAME_COUNT_EVENT,
    GAME_FINISH,
    EVENT_ADD,
    EVENT_LIST,
    RUN_BEGIN,
    RUN_ALIVE,
    RUN_LIST,
    GAME_SETTLE,
    RATING_ADD,
    RATING_GET,
    RATING_BEST,
    RATING_LIST,
    RATING_LIST_PLAYER,
    BAN_ADD,
    BAN_REMOVE,
    BAN_LIST,
    NOTICE_SET,
    NOTICE_CLEAR,
    NOTICE_GET,
    RECORD_ADD,
    RECORD_ADD_TEXT,
    RECORD_GET,
    RECORD_HEAD,
    RECORD_SUM,
    RECORD_LIST,
    RECORD_LIST_PLAYER,
    PLACE_ADD,
    PLACE_CLEAR,
    PLACE_OF_GAME,
    PLACE_OF_RECORD,
    PLACE_NEXT,
    PLACE_LIST,
    PLACE_FORGET,
    PLACE_FORGET_GAMES,
    PLACE_FORGET_RECORDS,
    DESIGN_ADD,
    DESIGN_VERSION,
    DESIGN_GET,
    DESIGN_LIST,
    DESIGN_LIST_PLAYER,
    STUDY_ADD,
    STUDY_GET,
    STUDY_LIST,
    STUDY_LIST_PLAYER,
    STUDY_COUNT_EVENT,
    STUDY_EVENT_ADD,
    STUDY_EVENT_LIST,
    FREE_TABLE_ADD,
    FREE_TABLE_GET,
    FREE_TABLE_LIST,
    FREE_TABLE_LIST_PLAYER,
    FREE_TABLE_SIT,
    FREE_TABLE_COUNT_EVENT,
    FREE_TABLE_EVENT_ADD,
    FREE_TABLE_EVENT_LIST,
    TOTALS,
    TOKEN_ADD,
    TOKEN_GET,
    TOKEN_SET_SEEN,
    TOKEN_REMOVE,
    TOKEN_LIST,
    TOKEN_EXPIRE,
    REQUEST_ADD,
    REQUEST_FORGET,
    REQUEST_GET,
    REQUEST_EXPIRE,
    PAPER_SET,
    PAPER_CLEAR,
    PAPER_GET,
    PRESET_SET,
    PRESET_CLEAR,
    PRESET_COUNT,
    PRESET_LIST,
    REMARK_LAST,
    REMARK_ADD,
    REMARK_FORGET,
    REMARK_LIST,
    GAME_DELETE,
    ACCOUNT_GET,
    ACCOUNT_SET,
    ACCOUNT_LIST,
    PLAYER_RENAME,
    FORGET_CHALLENGES,
    FORGET_MESSAGES,
    FORGET_IGNORED,
    FORGET_TOKENS,
    FORGET_REQUESTS,
    FORGET_PAPERS,
    FORGET_PRESETS,
    FORGET_LETTERS,
    FORGET_PUSHES,
    FORGET_DEVICES,
    FORGET_ACCOUNT,
    PAPER_LIST,
    LETTER_ADD,
    LETTER_SET_NEXT,
    LETTER_REMOVE,
    LETTER_LIST,
    DEVICE_ADD,
    DEVICE_REMOVE,
    DEVICE_AT,
    DEVICE_LIST,
    PUSH_ADD,
    PUSH_SET_NEXT,
    PUSH_REMOVE,
    PUSH_FORGET,
    PUSH_LIST,
    STATEMENTS
};

/* A column of a row that was read: a number, or a text in the storage's memory. */
struct cell {
    int64_t number;
    const char *text;
    size_t bytes;
};

struct sqlite {
    shg_storage base;
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENTS];
    struct cell cells[SHG_SQLITE_CELLS_MAX];
    char *texts; /* the texts of the cells */
    size_t texts_room;
    int lock_fd; /* -1: none */
    bool read_only, in_transaction, in_part, listing;
    bool lost;                   /* the contents are unknown until recovery */
    shoogi_status failed_status; /* the error that made the transaction fail */
    shoogi_error failure;
    /* The log at the last commit: its size in pages, and its header, which changes when the log
     * restarts; the size at which the next checkpoint is due. */
    unsigned log_pages, due_pages, checkpoint_pages;
    unsigned char log_header[SHG_SQLITE_LOG_HEADER_BYTES];
    bool log_header_known;
    int64_t page_bytes;
};

static inline struct sqlite *sqlite_of(shg_storage *s)
{
    struct sqlite *q = (struct sqlite *)s;
    assert(!q->listing); /* a list's callback must not call the storage */
    return q;
}

/* --- Files --- */

/* "shgi" in ASCII, in the header of each database. */
#define SHG_SQLITE_APPLICATION_ID 0x73686769

/* The schema version that this program creates, and the newest that it can open. */
extern const int shg_sqlite_newest_version;

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

/* --- Errors and permissions --- */

/* Converts an SQLite result code to a status, and fills *err, if given. */
shoogi_status shg_sqlite_describe(shoogi_error *err, sqlite3 *db, int code);

/* Converts an SQLite result code to a status, fills *err, if given, and marks a transaction in progress as failed. */
shoogi_status shg_sqlite_fail(shoogi_error *err, struct sqlite *q, int code);

/* Returns the error that made the transaction fail, again. */
shoogi_status shg_sqlite_repeat_failure(shoogi_error *err, const struct sqlite *q);

/* Return OK if rows may be read, or changed; else fill *err, if given, with the reason. */
SHOOGI_CHECKED shoogi_status shg_sqlite_may_read(const struct sqlite *q, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_sqlite_may_write(const struct sqlite *q, shoogi_error *err);

/* Reads events, outcome, settled_ms and deleted_ms of a game into the cells.  NOT_FOUND if there is none. */
SHOOGI_CHECKED shoogi_status shg_sqlite_game_summary(struct sqlite *q, int64_t game,
                                                     shoogi_error *err);

/* --- Running statements --- */

/* A parameter of a statement. */
struct value {
    enum { NUMBER, TEXT, NOTHING } type;
    int64_t number;
    const char *text;
    size_t bytes;
};

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

/* Runs a statement that returns at most one row.  Returns SQLITE_ROW with the row in the cells,
 * SQLITE_DONE without a row, or an error code. */
int shg_sqlite_run(struct sqlite *q, enum statement which, const struct value *values,
                   size_t count);

/* Runs a statement that changes rows.  *changed, if given: their number. */
SHOOGI_CHECKED shoogi_status shg_sqlite_change(int *changed, struct sqlite *q, enum statement which,
                                               const struct value *values, size_t count,
                                               shoogi_error *err);

/* Change a text of the row with this number, or remove the row.  what: the kind of row for the NOT_FOUND message. */
SHOOGI_CHECKED shoogi_status shg_sqlite_set_text(struct sqlite *q, enum statement which,
                                                 const char *what, int64_t id, const char *to,
                                                 shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_sqlite_remove_row(struct sqlite *q, enum statement which,
                                                   const char *what, int64_t id, shoogi_error *err);

/* Runs a statement that returns a count. */
SHOOGI_CHECKED shoogi_status shg_sqlite_count(struct sqlite *q, int64_t *out, enum statement which,
                                              const struct value *values, size_t value_count,
                                              shoogi_error *err);

/* Converts the cells to a row and passes it to the caller's function; returning false stops the list. */
typedef bool shg_cells_fn(const struct cell *cells, void *context);

/* Runs a statement that returns many rows. */
SHOOGI_CHECKED shoogi_status shg_sqlite_list(struct sqlite *q, enum statement which,
                                             const struct value *values, size_t count,
                                             shg_cells_fn *each, void *context, shoogi_error *err);

/* --- The functions of ops.def: shg_sqlite_begin ... --- */

#define OP(result, name, parameters) result shg_sqlite_##name parameters;
#include "storage/ops.def"

#endif
