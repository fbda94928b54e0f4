/* storage.h: the persistent rows of a server, behind one table of functions.
 *
 * The event log is authoritative: table event is append-only and holds the events of each game, numbered
 * from 1 without gaps.  Everything else about a game can be rebuilt from its events.
 *
 * One thread at a time may use a storage.  Strings in returned rows are borrowed until the next call on
 * the same storage; strings in rows passed in are copied, and must not be NULL where they are stored.  A
 * callback of a list must not call the storage: collect the rows first.
 *
 * ops.def lists the functions with their contracts.  Each that can fail returns a status and fills *err,
 * if given, with a sentence.  A missing row is NOT_FOUND, also one that a new row refers to; an empty
 * list is OK.  Texts beyond storage/bounds.h are LIMIT_EXCEEDED, invalid UTF-8 is PARSE_ERROR.  These errors change
 * nothing and leave the transaction usable.  NO_MEMORY, IO, a full disk, a database that cannot be reached or whose rows
 * another server is changing (LIMIT_EXCEEDED too: try again), and a file locked by another program (CONFLICT)
 * make the transaction fail: every function then returns the same
 * error until part_drop, if a part is open, else until rollback; commit rolls back. */
#ifndef SHG_STORAGE_STORAGE_H
#define SHG_STORAGE_STORAGE_H

#include "shoogi/status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHG_STORAGE_VERSION = 5 };

typedef struct shg_storage shg_storage;

/* The storage assigns row numbers, starting at 1; 0 is no row.  Times are milliseconds since 1970. */
typedef struct shg_player {
    int64_t id;
    const char *name;     /* as registered; unique, ignoring case */
    const char *password; /* the verifier of libsodium's crypto_pwhash_str; "" for a guest */
    int64_t created_ms, seen_ms;
    int64_t current_game; /* 0: none */
    const char *settings; /* in the server's format, "" at first; filled on reading only */
} shg_player;

/* The text of a variant definition that games are played under; never deleted. */
typedef struct shg_definition {
    int64_t id;
    const char *name; /* "shogi" */
    const char *text;
    size_t text_bytes;
} shg_definition;

typedef struct shg_challenge {
    int64_t id;
    int64_t player;
    const char *player_name; /* filled on reading only */
    const char *variant;
    const char *pattern; /* the players that may answer */
    const char *colour;  /* of the challenger: "black", "white" or "random" */
    const char *options; /* in the server's format, "" for none; copied to the game */
    /* USI or "HANDICAP:..."; "" if none.  In a challenge by White it prescribes Black's first move. */
    const char *first_move;
    const char *comment;
    int64_t created_ms;
} shg_challenge;

typedef struct shg_game {
    int64_t id;
    int64_t definition;
    const char *variant; /* name of the definition; filled on reading only */
    int64_t black, white;
    const char *black_name, *white_name; /* filled on reading only */
    const char *sfen;                    /* start position; "" for the variant's own */
    const char *options;                 /* in the server's format, "" for none */
    const char *comment;
    int64_t created_ms;
    bool rated; /* the result changes ratings once it is final */
    /* A summary of the events, updated in the same transaction: */
    int64_t events;                 /* their number */
    int64_t moves;                  /* the number of moves on the board among them */
    const char *outcome;            /* "" while it runs; "black", "white", "draw", "no-contest" */
    const char *reason;             /* "checkmate", "resignation", ... */
    int64_t ended_ms;               /* time of the event that ended it; 0 while it runs */
    int64_t black_seen, white_seen; /* number of the last event each player has seen */
    int64_t black_seen_ms, white_seen_ms; /* time of that; 0: unknown */
    int64_t settled_ms;                   /* when the result became final; 0: not yet */
    bool sealed;        /* adjourned with a sealed move: after "sealed" and before "resume" */
    int64_t deleted_ms; /* when the game was deleted, which hides its events; 0: not deleted */
} shg_game;

/* The change of one player's rating by a game with a final result.  The server computes the numbers. */
typedef struct shg_rating_row {
    int64_t number; /* 1, 2, 3 ... in order of insertion; filled on reading only */
    int64_t game, player;
    const char *variant, *speed; /* the rating's category */
    int64_t was_rating_e3, was_deviation_e3;
    int64_t rating_e3, deviation_e3, volatility_e9;
    int64_t at_ms; /* when the game ended */
    int64_t games; /* the number of rated games, including this one */
} shg_rating_row;

/* An event of a game.  kind, and the format of text:
 *   "move"      USI
 *   "handicap"  "HANDICAP:L@1a,R@8b": pieces removed as the first move
 *   "resign"    "black" or "white", the side that resigns
 *   "illegal"   COLOUR SPACE MOVE: an illegal move that loses the game, as it was typed
 *   "result"    OUTCOME SPACE REASON
 *   "lock"      "": the previous event cannot be taken back
 *   "undo"      COLOUR SPACE KIND: COLOUR takes back the previous event, of this kind, and a result that
 *               followed it
 *   "offer"     COLOUR SPACE WHAT: COLOUR offers WHAT ("draw")
 *   "takeback"  COLOUR SPACE FIRST SPACE MOVES: COLOUR agrees to take back the list of moves from entry FIRST on,
 *               MOVES of them being moves on the board
 *   "adjourn"   COLOUR: COLOUR agrees to adjourn; the next move is sealed
 *   "sealed"    COLOUR: COLOUR has sealed a move; the clocks are stopped
 *   "resume"    COLOUR: COLOUR agrees to resume; the sealed move follows
 *   "comment"   COLOUR SPACE TEXT: a player's comment on the previous event
 *   "moretime"  COLOUR SPACE MILLISECONDS: COLOUR gives the opponent so much time
 *   "timeback"  COLOUR SPACE MILLISECONDS: so much of COLOUR's present turn does not count, since a server has stopped
 *   "vacation"  COLOUR SPACE MILLISECONDS: COLOUR's clock stops for this time from now on; 0: it runs again
 * Later versions add kinds; a reader rejects an unknown kind by name. */
typedef struct shg_event {
    int64_t game;
    int64_t number; /* 1, 2, 3 ... within the game */
    const char *kind;
    const char *text;
    int64_t think_ms; /* thinking time by the server's monotonic clock */
    int64_t at_ms;
} shg_event;

enum { SHG_APPEND_EVENTS_MAX = 4 };

/* Events of one game, and what is stored with them; what is zero is left out. */
typedef struct shg_append {
    const shg_event *events; /* with numbers that follow each other */
    size_t count;            /* 1 to SHG_APPEND_EVENTS_MAX */
    int64_t seen[2]; /* number of the event that Black and White have seen now, at seen_ms */
    int64_t seen_ms;
    /* Documents of the kind plan_kind, of Black and White; NULL: left alone.  They must be plan_was. */
    const char *plan_kind;
    int64_t player[2];
    const char *plan_was[2], *plan_is[2]; /* "" for none */
    /* A document of the player sealer; "" removes it. */
    int64_t sealer;
    const char *sealed_kind, *sealed;
    int64_t alive_ms; /* as of run_alive */
    /* The player of this colour must not have seen this event. */
    int64_t unseen;
    int unseen_by;
    /* When the flag of a player fell, 0: it has not; and the last pause of the clocks that this time accounts for
     * (storage/news.h).  The database of several servers judges it: CONFLICT until each line that has arrived in time at any of
     * them must be stored. */
    int64_t fell_ms, pause;
} shg_append;

/* A message left for an absent player. */
typedef struct shg_message {
    int64_t id;
    int64_t recipient, sender;
    const char *sender_name; /* filled on reading only */
    const char *text;
    int64_t at_ms;
} shg_message;

/* A report of a player's conduct to the moderators. */
typedef struct shg_report {
    int64_t id;
    int64_t sender, accused;
    const char *sender_name, *accused_name; /* filled on reading only */
    int64_t game;                           /* the sender's current one; 0: none */
    const char *text;
    const char *heard; /* the last messages that the sender received, one a line */
    int64_t at_ms;
} shg_report;

/* A ban of a player or of a network. */
typedef struct shg_ban {
    int64_t id;
    int64_t player;          /* 0: the ban is of a network */
    const char *player_name; /* filled on reading only; "" for a network */
    const char *network;     /* in the server's format; "" for a player */
    const char *reason;      /* shown to the banned */
    int64_t until_ms;        /* 0: permanent */
    int64_t at_ms;           /* when it began */
} shg_ban;

/* A token that authenticates its holder; only its hash is stored.  The server defines kind, name and from. */
typedef struct shg_token {
    int64_t id;
    int64_t player;
    const char *kind;
    const char *name; /* the holder's description of its purpose */
    const char *hash; /* unique */
    const char *from; /* where it was issued, for people to read */
    int64_t created_ms, seen_ms;
    int64_t expires_ms; /* 0: never */
    int64_t scopes;     /* what it permits: bits that the server defines */
} shg_token;

/* A record in the library; immutable. */
typedef struct shg_record_row {
    int64_t id;
    int64_t player;                             /* who uploaded it */
    const char *player_name;                    /* filled on reading only */
    int64_t definition;                         /* the one it was parsed under */
    const char *variant;                        /* name of the definition; filled on reading only */
    const char *black, *white, *event, *played; /* from the record's headers; "" if missing */
    const char *outcome;                        /* as of a game, or "" */
    int64_t moves;                              /* of the main line */
    const char *text;                           /* in our own format; NULL in lists */
    size_t text_bytes;                          /* its size, in lists, too */
    int64_t created_ms;
} shg_record_row;

/* How many records there are, and the bytes of their texts. */
typedef struct shg_record_sums {
    int64_t records, bytes;
    int64_t latest, latest_bytes; /* of these, since a time, which counts in steps of an hour */
} shg_record_sums;

enum { SHG_RECORD_SUM_MS = 3600 * 1000 };

/* The kinds of entries in the position index. */
enum { SHG_POSITION_INDEX_GAME, SHG_POSITION_INDEX_RECORD };

/* A version of a variant designed by a player.  Its text is the definition, which is immutable. */
typedef struct shg_design {
    int64_t definition;
    int64_t player;
    const char *player_name; /* filled on reading only */
    const char *name;
    int64_t version; /* 1, 2, 3 ... of this player and name; filled on reading only */
    int64_t created_ms;
} shg_design;

/* A study: a tree of variations that several players edit.  Its edits are events, as with games. */
typedef struct shg_study {
    int64_t id;
    int64_t player;          /* its owner */
    const char *player_name; /* filled on reading only */
    int64_t definition;
    const char *variant; /* name of the definition; filled on reading only */
    const char *name;
    const char *sfen; /* the root position; "" for the variant's own */
    bool hidden;      /* visible to its editors only */
    int64_t created_ms;
    int64_t events; /* their number; filled on reading only */
} shg_study;

/* A board without rules on which two people move pieces freely.  Their actions are events, too. */
typedef struct shg_free_table {
    int64_t id;
    int64_t player;            /* its owner */
    const char *player_name;   /* filled on reading only */
    int64_t opponent;          /* 0: the seat is free */
    const char *opponent_name; /* "" if the seat is free; filled on reading only */
    const char *title, *text;  /* its title, and its setup in the server's format */
    const char *secret;        /* the secret of its access key */
    bool second;               /* the owner has the pieces of the second side */
    bool hidden;               /* visible to the two players and holders of the access key only */
    int64_t created_ms;
    int64_t events; /* their number; filled on reading only */
} shg_free_table;

/* An event of a study or a free table.  The server defines kind and text, except that an event of this kind names a study by
 * its text. */
#define SHG_STUDY_NAME "name"
typedef struct shg_study_event {
    int64_t study;  /* or free table */
    int64_t number; /* 1, 2, 3 ... within the study or table */
    int64_t player;
    const char *player_name; /* filled on reading only */
    const char *kind, *text;
    int64_t at_ms;
} shg_study_event;

/* A line of a game's chat. */
typedef struct shg_chat_line {
    int64_t game;
    int64_t number; /* 1, 2, 3 ... within the game; assigned by the storage */
    int64_t player;
    const char *player_name; /* filled on reading only */
    const char *kind;        /* defined by the server */
    const char *text;
    int64_t at_ms;
} shg_chat_line;
/* A player's private document about a game; see document_set. */
typedef struct shg_document {
    int64_t game, player;
    const char *kind, *text;
} shg_document;

/* The account data of a player besides the name. */
typedef struct shg_account_row {
    int64_t player;
    const char *mail;    /* e-mail address; "" for none */
    const char *totp;    /* secret of the one-time passwords (TOTP); "" for none */
    int64_t totp_step;   /* time step of the last code used, which cannot be used again */
    int64_t reminded_ms; /* time of the last e-mail that reminded the player of a turn */
} shg_account_row;

/* A queued e-mail. */
typedef struct shg_email {
    int64_t id;
    int64_t player;
    const char *address, *subject, *text;
    const char *topic; /* a later e-mail with the same topic replaces this one; "" for none */
    int64_t at_ms;
    int64_t tries, next_ms; /* attempts so far, and the earliest time of the next one */
} shg_email;

/* A browser that receives a player's push notifications: its endpoint at a push service and its keys.  Source: RFC 8291. */
typedef struct shg_device {
    int64_t id;
    int64_t player;
    const char *endpoint; /* a URL */
    const char *key, *auth;
    const char *name; /* chosen by the player */
    int64_t created_ms;
} shg_device;

/* A queued push notification. */
typedef struct shg_push {
    int64_t id;
    int64_t device,
        player; /* filled on reading only: player, endpoint, key and auth of the device */
    const char *endpoint, *key, *auth;
    const char *topic; /* a later notification with the same topic replaces this one */
    const char *text;
    bool urgent;
    int64_t at_ms;
    int64_t tries, next_ms; /* as of an e-mail */
} shg_push;

/* Totals for statistics. */
typedef struct shg_totals {
    int64_t players, games, games_running;
    int64_t bytes; /* size of the file; 0 without one */
} shg_totals;

/* A run of the server: its start, and the last time at which it is known to have run. */
typedef struct shg_run {
    int64_t began_ms, alive_ms;
} shg_run;

/* Callbacks of lists.  Returning false stops the list. */
typedef bool shg_player_fn(void *context, const shg_player *row);
typedef bool shg_report_fn(void *context, const shg_report *row);
typedef bool shg_message_fn(void *context, const shg_message *row);
typedef bool shg_challenge_fn(void *context, const shg_challenge *row);
typedef bool shg_game_fn(void *context, const shg_game *row);
typedef bool shg_event_fn(void *context, const shg_event *row);
typedef bool shg_ban_fn(void *context, const shg_ban *row);
typedef bool shg_runs_fn(void *context, const shg_run *row);
typedef bool shg_rating_fn(void *context, const shg_rating_row *row);
typedef bool shg_record_fn(void *context, const shg_record_row *row);
typedef bool shg_indexed_position_fn(void *context, int64_t number, int64_t at);
typedef bool shg_design_fn(void *context, const shg_design *row);
typedef bool shg_study_fn(void *context, const shg_study *row);
typedef bool shg_study_event_fn(void *context, const shg_study_event *row);
typedef bool shg_free_table_fn(void *context, const shg_free_table *row);
typedef bool shg_chat_line_fn(void *context, const shg_chat_line *row);
typedef bool shg_token_fn(void *context, const shg_token *row);
typedef bool shg_preset_fn(void *context, const char *name, const char *text);
typedef bool shg_document_fn(void *context, const shg_document *row);
typedef bool shg_number_fn(void *context, int64_t number);
typedef bool shg_email_fn(void *context, const shg_email *row);
typedef bool shg_device_fn(void *context, const shg_device *row);
typedef bool shg_push_fn(void *context, const shg_push *row);

/* Selects the games of a list. */
typedef struct shg_game_filter {
    int64_t player;    /* only games of this player; 0: of all */
    bool running_only; /* only games without an outcome */
    /* Needs player: only running games, and finished ones whose latest event the player has not seen. */
    bool open_only;
    /* Without running_only and open_only: highest number first. */
    bool newest_first;
    int64_t after; /* only games after this number in the order of the list; 0: all */
    /* Only finished rated games without a final result, in the order in which they ended; the members above are
     * ignored. */
    bool unsettled;
} shg_game_filter;

/* Selects the ratings of a list. */
typedef struct shg_rating_filter {
    int64_t player; /* only of this player; 0: of all */
    int64_t after;  /* only with a greater number */
} shg_rating_filter;

typedef struct shg_storage_ops {
    int version;      /* SHG_STORAGE_VERSION */
    size_t group_max; /* parts that one transaction should have at most; 0: any number */
    bool remote;      /* the database is elsewhere: it may be away and come back */
#define OP(result, name, parameters) result(*name) parameters;
#include "storage/ops.def"
} shg_storage_ops;

/* The first member of every implementation. */
struct shg_storage {
    const shg_storage_ops *ops;
    char trouble[SHOOGI_MESSAGE_BYTES]; /* for the log: why the last attempt to connect failed; "": it did not */
    /* When a database last answered, or was first asked by the running jobs, by the monotonic clock.  Any thread may read it. */
    atomic_llong heard_ms;
    bool away; /* since the last begin the connection to the database broke, or none could be made */
};

/* Opens a storage in an SQLite file, creating it with access for its owner only.  Returns OK and *out owned (ops->close).
 * read_only: a connection for readers besides a writer of the same process; it never writes or
 * checkpoints, and the file must exist.
 * A writer first checkpoints the log of an earlier one, and holds a lock on the file PATH-lock while it
 * is open: this version of SQLite can corrupt a database when two connections write and checkpoint at
 * once.
 * in_memory: a database without a file, gone with the storage; path is then not read, and there are no readers besides.
 * vfs: the name of an SQLite VFS, whose files are then not locked, or NULL.  synchronous: "FULL", or
 * another value of SQLite's pragma in tests that show its effect.
 * Errors, each with a sentence that names the path: IO (cannot be opened, is read-only, or is not a
 * database of shoogi), CONFLICT (another process writes to it, or holds a read lock), INVALID_RULES
 * (of a newer version that this one cannot use: says which), ILLEGAL (read_only: of an older version, so that a writer has to migrate
 * it first), PARSE_ERROR (the same, but programs of that version can still use it after that: schema.h), LIMIT_EXCEEDED (the disk
 * is full), NO_MEMORY. */
typedef struct shg_sqlite_options {
    const char *path;
    bool read_only, in_memory;
    bool copies; /* opens an unfinished copy, too (transfer.h) */
    const char *vfs;
    const char *synchronous;   /* NULL: FULL */
    unsigned checkpoint_pages; /* size of the log at which it is checkpointed; 0: 1000, 4 MiB */
} shg_sqlite_options;
shoogi_status shg_storage_sqlite(shg_storage **out, const shg_sqlite_options *options,
                                 shoogi_error *err);

/* Opens a storage in a PostgreSQL database.  uri: "postgresql://..." as libpq reads it (34.1.1.2, "Connection URIs": several
 * hosts, TLS, a password file), copied.  read_only: a connection for readers besides a writer.  A writer creates the tables in
 * an empty database, migrates older ones, and holds a lock while it is open.  A broken connection is opened again by the next
 * begin.  Returns OK and *out owned (ops->close).
 * Errors, each with a sentence: IO (cannot be reached or used, belongs to another program, or this build has no libpq),
 * CONFLICT (another server uses it), INVALID_RULES, ILLEGAL, PARSE_ERROR (of another version, as above), NO_MEMORY. */
shoogi_status shg_storage_postgres(shg_storage **out, const char *uri, bool read_only,
                                   shoogi_error *err);

/* The same, for shg_storage_open_copy (transfer.h). */
shoogi_status shg_storage_postgres_copy(shg_storage **out, const char *uri, shoogi_error *err);

/* Whether a name is the URI of a PostgreSQL database, and not the path of a file. */
bool shg_storage_is_uri(const char *name);

/* Whether a name stands for a database in memory. */
bool shg_storage_is_memory(const char *name);

/* Opens the storage that a name stands for: shg_storage_postgres for a URI, else shg_storage_sqlite, in memory for "memory". */
shoogi_status shg_storage_open(shg_storage **out, const char *name, bool read_only,
                               shoogi_error *err);

#endif
