/* news.h: several servers on one database: nodes, and the news that they publish.
 *
 * A node has a row in table node, numbered as its run of the server, which a thread of its own renews each second.  A node
 * whose row is older than SHG_NODE_DEAD_S is dead: another one removes the row.  If it was asleep, it can store nothing any
 * more, and stops.
 *
 * All times of games are the database's.  If no node beats for SHG_NODES_SILENT_MS, the database was away, or all nodes slept:
 * the first that beats again stores a pause, in which no clock runs, and so does one that sees the time jump forward.  A pause
 * is a row of table run that ends (alive_ms) before it begins (began_ms).
 *
 * Each commit that changes something others show adds a row to table news: lines of text, numbered for each node without
 * gaps.  After the commit the others are notified, with the lines of the row if they are short.  They read the table where a number
 * is not the next, and once a second, so that a lost notification costs a second and no news.
 *
 * Lines that the storage writes; numbers are decimal:
 *     game ID FIRST LAST BLACK WHITE   events FIRST to LAST were added; BLACK and WHITE are the players
 *     begun ID BLACK WHITE             a game was added
 *     seen ID COLOUR NUMBER AT_MS      a player has seen an event
 *     changed ID                       a result became final, a game was deleted, or a document about it has changed
 *     challenge ID                     a challenge was added or removed
 *     study ID NUMBER                  an event was added to a study
 *     table ID NUMBER                  an event was added to a free board
 *     bans                             bans or the message of the day have changed
 * Lines of the server (publish of ops.def):
 *     hello                            a server has started, or has missed news: who is online?
 *     here PLAYER SINCE_MS GUEST NAME  a player is online
 *     left NAME                        a player has left with the last session
 *     only                             nobody is online here but those of the lines "here" that follow
 *     talk GAME KIND TO FROM TEXT      somebody says something, to a player, or "-"
 *     renamed PLAYER OLD NEW           a player has another name (lobby/renamed_player.h)
 *     end PLAYER TOKEN KEEP TEXT       sessions of a player end (shg_token_end_sessions)
 *     final GAME BLACK WHITE SECOND    a result is final; SECOND: 1 if the second game of a match begins
 *     count WHICH KEY CHANGE           a count of a rate limit has changed (server/session/shared_limits.h)
 *     declined PLAYER CHALLENGE NAME WORDS  a challenge of a player was declined by NAME
 *     queued PLAYER CHALLENGE PLACE NAME  the place of a challenge in the queue of an engine player (shg_engine_place)
 *     positions                        there are games or records for the index of positions
 *     ask NUMBER NAME WORDS            an administrator asks a node, or all ("*") (server/admin/admin_nodes.c)
 *     reply NODE NUMBER STATUS TEXT    a part of the answer to NODE */
#ifndef SHG_STORAGE_NEWS_H
#define SHG_STORAGE_NEWS_H

#include "storage/storage.h"

typedef struct shg_news_reader shg_news_reader;

enum {
    SHG_NEWS_LINE_BYTES = 4096,
    SHG_NODE_NAME_BYTES_MAX = 32,
    SHG_NODE_SITE_BYTES_MAX = 200,
    SHG_NODES_MAX = 64, /* beside this one */
    SHG_NODE_DEAD_S = 10,
    SHG_NODES_SILENT_MS = 3000,     /* if no node has beaten for so long, nobody could play */
    SHG_NODES_WRONG_MS = 60 * 1000, /* by how much clocks of a node and the database may differ */
    SHG_NODES_LOST_MS = 3000,       /* no flag is judged for so long after the end of a node */
    SHG_FLAG_PATIENCE_MS = 300,     /* a flag waits so long, and for the longest queue of a node */
    SHG_NEWS_KEPT_S = 60, /* a node that has not looked for so long forgets all that it knows */
};

/* Opens a storage for writing as the node of this name, beside others; otherwise as shg_storage_postgres.  site: the address of
 * the site, "" for none.  shg_node_before_run refuses the name of a node that runs, and a site other than that of the nodes that
 * run; it replaces a silent node of the same name, which stops when it notices. */
SHOOGI_CHECKED shoogi_status shg_storage_open_node(shg_storage **out, const char *uri,
                                                   const char *name, const char *site,
                                                   shoogi_error *err);

/* Whether the storage was opened as a node's, which may not have entered yet. */
bool shg_storage_is_node(const shg_storage *storage);
/* The number of the node that has this storage; 0: it is no node. */
int64_t shg_node_number(const shg_storage *storage);

/* For a hot upgrade, in which the new program goes on as the node of the old one.  news_number: the number of its last row of
 * news, while no job is pending.  go_on: called before shg_node_before_run, which enters anew if another node has found this
 * one dead. */
int64_t shg_node_news_number(const shg_storage *storage);
void shg_node_go_on(shg_storage *storage, int64_t node, int64_t news_number);

/* Both do nothing if the storage is no node's.  Within a transaction, before the runs are read: waits for other nodes that
 * start, removes dead ones, and sets *now_ms to the time of the database.  A node that goes on has its number then, and begins
 * no run.  The time in which another node lived is no downtime: that node's run is marked as alive now, behind a pause if none
 * has beaten for long.  CONFLICT: a node of the same name runs, or one of another site, or the clocks of this machine and of the
 * database differ too much; INVALID_RULES: a newer program has migrated the database meanwhile. */
SHOOGI_CHECKED shoogi_status shg_node_before_run(shg_storage *storage, int64_t *now_ms,
                                                 shoogi_error *err);
/* Behind run_begin in the same transaction: adds the node. */
SHOOGI_CHECKED shoogi_status shg_node_enter(shg_storage *storage, shoogi_error *err);

/* The version of the database that nodes of this program use. */
int shg_node_schema(void);

/* What has happened since the last shg_news_take. */
typedef struct shg_news_taken {
    /* Owned (free); NULL: none.  Each ends in a newline.  Those of a node follow "from NODE NUMBER", with the number of the last
     * row of its news that was read; "died NODE BEAT_MS": it has ended, after a last beat; "pause ID FROM_MS TO_MS": a pause was
     * stored. */
    char *lines;
    bool missed; /* some news are lost: what is known of rows may be outdated */
    bool died;   /* another node has ended */
    bool gone;   /* another server has removed this node, which must stop */
    int newer; /* the version of the database, which this program cannot use any more; 0: it can */
} shg_news_taken;

/* The news of a node up to a number are known. */
typedef struct shg_news_position {
    int64_t node, number;
} shg_news_position;

/* Starts the thread.  wake: called on it when there is something to take.  Returns OK and *out owned (shg_news_free); IO or
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_news_new(shg_news_reader **out, const char *uri, int64_t node,
                                          void (*wake)(void *), void *wake_context,
                                          shoogi_error *err);
/* The same, for a node that goes on: the news behind these positions are read. */
SHOOGI_CHECKED shoogi_status shg_news_go_on(shg_news_reader **out, const char *uri, int64_t node,
                                            const shg_news_position *known, size_t known_count,
                                            void (*wake)(void *), void *wake_context,
                                            shoogi_error *err);
/* The positions behind which the reader began to read.  Returns how many nodes there were. */
size_t shg_news_begin(shg_news_position out[SHG_NODES_MAX], const shg_news_reader *news);

shg_news_taken shg_news_take(shg_news_reader *news);

/* Must be called each second or so: a node whose loop hangs is dead to others.  queue_ms: how long a line may take here from its
 * arrival until it is stored. */
void shg_news_alive(shg_news_reader *news, int64_t queue_ms);

/* How long ago the node's row was last renewed. */
int64_t shg_news_silent_ms(const shg_news_reader *news);

/* Whether the clocks of this machine and of the database differ by more than SHG_NODES_WRONG_MS. */
bool shg_node_clocks_differ(int64_t database_ms);

/* Milliseconds that the database's clock is ahead of CLOCK_MONOTONIC, from the exchange with the shortest round trip of the
 * last minute; *error_ms: the greatest error of that, INT64_MAX if there was no exchange. */
int64_t shg_news_offset_ms(shg_news_reader *news, int64_t *error_ms);

/* A duty is work that one of several nodes does for all.  A row of table duty says which node has it.  The row is removed with the
 * row of its node; then the next node that beats and wants the duty takes it.  For a moment no node may have it.  A node that
 * sleeps until others find it dead may believe that it still has its duties, but can store nothing. */
typedef enum shg_duty {
    SHG_DUTY_LEADING, /* sweeps, reminders, the index of positions: every node takes it if nobody has it */
    SHG_DUTY_ENGINES, /* the engine players: nodes that run engines take it */
    SHG_DUTIES
} shg_duty;

/* From now on this node takes the duty if nobody has it. */
void shg_news_want(shg_news_reader *news, shg_duty duty);

/* Whether this node has the duty, which it keeps until it ends. */
bool shg_news_has(const shg_news_reader *news, shg_duty duty);

/* Another node. */
typedef struct shg_named_node {
    int64_t node;
    int64_t beat_ms;   /* its last beat, by the database's clock, */
    int64_t silent_ms; /* and how long that was ago when this node last looked */
    char name[SHG_NODE_NAME_BYTES_MAX + 1];
} shg_named_node;

/* The other nodes, as they were a second ago.  Returns how many there are. */
size_t shg_news_names(shg_named_node out[SHG_NODES_MAX], shg_news_reader *news);

/* Another program goes on as this node: shg_news_free does not remove it. */
void shg_news_stay(shg_news_reader *news);

/* Removes the node, so that others know at once.  NULL is accepted. */
void shg_news_free(shg_news_reader *news);

#endif
