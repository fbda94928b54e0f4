/* postgres_news_int.h: the internals of a node's thread.
 *
 * postgres_news.c has the thread, and reads what other nodes publish; postgres_beat.c renews the node's row, and knows the time
 * of the database and the other nodes. */
#ifndef SHG_STORAGE_POSTGRES_NEWS_INT_H
#define SHG_STORAGE_POSTGRES_NEWS_INT_H

#include "storage/postgres_int.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    SHG_NEWS_SAMPLES = 60, /* of the database's clock */
};

struct shg_known_node {
    shg_news_position position;
    int64_t beat_ms; /* by the database's clock */
    bool ended;      /* its row is gone, and its last news are not read yet */
};

/* A reading of the database's clock. */
struct shg_time_sample {
    int64_t at_ms; /* of the monotonic clock; 0: none */
    int64_t offset_ms, error_ms;
};

struct shg_news_reader {
    char uri[SHG_STORAGE_PATH_BYTES_MAX + 1];
    int64_t node;
    void (*wake)(void *);
    void *wake_context;
    pthread_t thread;
    int stop_fd;
    atomic_bool wants[SHG_DUTIES], has[SHG_DUTIES];
    atomic_llong alive_ms;   /* when the loop last said that it is alive, */
    atomic_llong queue_ms;   /* and how long a line may wait there */
    atomic_llong renewed_ms; /* when the row was last renewed */
    /* Of the thread alone. */
    PGconn *connection;
    bool was_there;                         /* the nodes are known since the start */
    bool stays;                             /* the node does not end with the reader */
    shg_news_position first[SHG_NODES_MAX]; /* known at the start */
    size_t first_count;
    int64_t forgot_ms;
    int64_t read_ms;          /* when all news were last read */
    int64_t beating_since_ms; /* since when its row is renewed without a gap; 0: it is not */
    int64_t beat_ms;          /* when the last renewal began */
    int64_t pause;            /* the last of which the loop was notified */
    size_t sample_next;
    struct shg_known_node known[SHG_NODES_MAX];
    size_t known_count;
    pthread_mutex_t lock; /* guards the members below */
    shg_named_node others[SHG_NODES_MAX];
    size_t others_count;
    shg_news_taken taken;
    size_t bytes, room;
    struct shg_time_sample samples[SHG_NEWS_SAMPLES];
};

/* --- postgres_news.c --- */

/* Adds lines for the loop, each of which ends in a newline, and does not wake it. */
void shg_news_add_lines(shg_news_reader *n, const char *lines);
/* Adds to what the loop takes, beside its lines, and wakes it. */
void shg_news_note(shg_news_reader *n, shg_news_taken what);

/* Returns the rows, owned, or NULL; then the connection is closed. */
PGresult *shg_news_ask(shg_news_reader *n, const char *sql);
bool shg_news_do(shg_news_reader *n, const char *sql);

static inline int64_t shg_news_number_at(const PGresult *rows, int row, int column)
{
    return strtoll(shg_pq.getvalue(rows, row, column), NULL, 10);
}

/* --- postgres_beat.c --- */

/* Renews the row, removes those of the dead, and stores a pause if no node was alive, or time has jumped. */
void shg_news_beat(shg_news_reader *n);

/* Brings the list of nodes up to date. */
void shg_news_look_for_nodes(shg_news_reader *n);
/* Behind the last news of nodes that have ended: adds their lines "died".  missed: there may have been more news of them. */
void shg_news_forget_ended(shg_news_reader *n, bool missed);
/* NULL: unknown. */
struct shg_known_node *shg_news_find_node(shg_news_reader *n, int64_t node);

#endif
