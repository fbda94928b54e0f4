/* postgres_int.h: the internals of the PostgreSQL storage: the connection, and running statements on it.
 *
 * postgres_statement.c runs statements in a pipeline and names their errors, postgres_transaction.c has transactions and
 * finds out how a commit ended whose answer was lost, postgres_connection.c connects and migrates, postgres_reason.c says why
 * that fails, postgres_await.c waits for answers, and postgres.c is the table of functions.  postgres_node.c and postgres_name.c
 * have what a node adds (news.h).
 * libpq is called through postgres_library.h. */
#ifndef SHG_STORAGE_POSTGRES_INT_H
#define SHG_STORAGE_POSTGRES_INT_H

#include "storage/bounds.h"
#include "storage/news.h"
#include "storage/postgres_library.h"
#include "storage/sql_int.h"

enum {
    SHG_POSTGRES_VALUES_MAX = 28, /* of a statement */
    SHG_POSTGRES_QUEUED_MAX = 16,
    SHG_POSTGRES_NOTICE_BYTES_MAX = 7999, /* https://www.postgresql.org/docs/15/sql-notify.html */
    SHG_POSTGRES_UNREAD_MAX = 128, /* few enough that their answers fit the buffers of a socket */
    SHG_POSTGRES_SILENCE_MS =
        10 * 1000, /* the longest wait for bytes of an answer; longer than for a lock */
    SHG_POSTGRES_FOREVER = -1,
};

struct postgres {
    struct sql sql;
    PGconn *connection;
    PGresult *result;                               /* has the texts of the cells */
    bool prepared[2][ALL_STATEMENTS];               /* whole, and in pages */
    char *texts[STATEMENTS_AND_TEXTS - STATEMENTS]; /* of use_text */
    /* Commands of transactions that are sent with the next statement, in its round trip. */
    const char *queued[SHG_POSTGRES_QUEUED_MAX];
    size_t queued_count;
    size_t unread; /* commands that were sent, and whose answers are not read */
    uint64_t round_trips;
    enum sql_outcome outcome; /* of the last exchange, and why */
    shoogi_error error;
    bool waits;     /* the exchange waits for its answer as long as the connection holds */
    bool silent;    /* the last exchange failed because the database did not answer */
    bool unusable;  /* an error of libpq, after which answers would be taken for those of others */
    bool lost;      /* what is stored cannot be told; sql.failure says why */
    int64_t writer; /* a number that the only writer raises with each commit; 0: it is not yet one */
    char number[24]; /* of the transaction */
    bool resolving; /* the end of the last commit is not known: the writer may have the next number */
    /* Of a node; see news.h. */
    char node_name[SHG_NODE_NAME_BYTES_MAX + 1]; /* "": it is none, and the only writer */
    char site[SHG_NODE_SITE_BYTES_MAX + 1];      /* the address of its site; "": none */
    int64_t node;                                /* its number, from its entry on */
    int64_t goes_on_as;  /* the number that it had in an earlier program; 0: it enters anew */
    int64_t news_number; /* of its last row of news */
    char *news;          /* lines to be committed; owned */
    size_t news_bytes, news_room, news_of_earlier_parts;
    bool missed_news; /* not all lines fitted */
    bool notifying;   /* a notification was sent, and its answer is not read */
    char uri[SHG_STORAGE_PATH_BYTES_MAX + 1];
};

static inline struct postgres *postgres_of(shg_storage *s)
{
    return (struct postgres *)sql_of(s);
}

static inline bool shg_postgres_is_node(const struct postgres *q)
{
    return q->node_name[0] != '\0';
}

static inline bool shg_postgres_is_only_writer(const struct postgres *q)
{
    return !shg_postgres_is_node(q) && !q->sql.read_only;
}

/* The number of the advisory lock that a node takes while it starts or migrates. */
#define SHG_NODES_LOCK "hashtext('shoogi nodes ' || current_schema())"

/* --- Connections --- */

/* Connects, checks the database, and as a writer locks and migrates it.  Leaves q->connection NULL on failure: NOT_FOUND
 * (cannot be reached), CONFLICT (another server uses it), INVALID_RULES (of a newer version that this program cannot use), ILLEGAL
 * and PARSE_ERROR (as a reader: of an older version; see shg_storage_open), IO (cannot be used, or another server has used it
 * since this one was connected), NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_postgres_connect(struct postgres *q, shoogi_error *err);

/* Connects by a URI, and checks nothing: owned (PQfinish), NULL without memory. */
PGconn *shg_postgres_open(const char *uri);

/* The reason that libpq gives for a failure, in one line, with what to do about it. */
struct shg_postgres_reason {
    char text[140];
};
struct shg_postgres_reason shg_postgres_reason_of(const char *message);

/* Closes the connection, if there is one. */
void shg_postgres_disconnect(struct postgres *q);

/* Waits until the next result can be taken at once.  False: nothing has come for silence_ms; then the connection should be
 * closed. */
bool shg_postgres_await(PGconn *connection, int silence_ms);

/* Runs commands, as PQexec does.  Returns the last result, owned, or NULL: the database is silent, or the connection broken. */
PGresult *shg_postgres_exec(PGconn *connection, const char *commands, int silence_ms);

/* Whether the connection is broken, which may show only when it is used. */
bool shg_postgres_is_broken(const struct postgres *q);

/* --- Statements --- */

/* Queues a command of a transaction. */
void shg_postgres_queue(struct postgres *q, const char *command);

/* Sends what is queued, and command, and waits.  Returns OK, or fills *err, if given.  *out, if given: the result of
 * command, owned (PQclear). */
SHOOGI_CHECKED shoogi_status shg_postgres_send(PGresult **out, struct postgres *q,
                                               const char *command, shoogi_error *err);

/* Waits for the answers that are not read.  Returns OK, or fills *err, if given. */
SHOOGI_CHECKED shoogi_status shg_postgres_read_answers(struct postgres *q, shoogi_error *err);

/* Runs a statement of this storage or of both, as the driver's run does. */
enum sql_outcome shg_postgres_run(struct sql *q, enum statement which, const struct value *values,
                                  size_t count);

/* game_append, as the driver's append. */
enum sql_outcome shg_postgres_append(struct sql *q, const shg_append *what,
                                     const shg_row_effect *effect);

/* Runs a statement in a transaction of its own, and does not wait for its end, but the first time on a connection. */
void shg_postgres_run_and_leave(struct postgres *q, enum statement which,
                                const struct value *values, size_t count);

/* --- the news that nodes publish --- */

void shg_postgres_add_news(struct sql *q, const char *line);

/* Before the entry of a node: waits a moment to see whether another server of its name lives.  CONFLICT: it does. */
SHOOGI_CHECKED shoogi_status shg_postgres_refuse_used_name(struct postgres *q, shoogi_error *err);

/* Before a commit: adds the lines to the table; after it: notifies the others. */
SHOOGI_CHECKED shoogi_status shg_postgres_store_news(struct postgres *q, shoogi_error *err);
void shg_postgres_notify(struct postgres *q);

/* The driver of the statements. */
extern const struct sql_driver shg_postgres_driver;

/* --- The functions of ops.def for the connection: shg_postgres_begin ... --- */

#define OP(result, name, parameters)
#define OP_OF_CONNECTION(result, name, parameters) result shg_postgres_##name parameters;
#include "storage/ops.def"

#endif
