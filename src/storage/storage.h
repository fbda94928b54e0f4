/* storage.h: the rows a server keeps, behind one table of functions.
 *
 * The move log is the truth: table event holds, for each game, what happened in it, numbered from 1
 * without a gap, append-only.  All else about a game can be rebuilt from its events.
 *
 * A storage belongs to one thread at a time.  Strings in rows that a function hands out are
 * borrowed until the next call on the same storage; strings in rows handed in are copied, and may
 * not be NULL where they are stored.  What a list calls must not call the storage itself: collect,
 * then ask.
 *
 * The functions are the rows of ops.def, each with its contract.  Every one that can fail returns a
 * status and fills *err, if given, with a sentence.  Rows that are not there are NOT_FOUND, those a
 * new row refers to among them; an empty list is OK.
 * Texts beyond storage/bounds.h are LIMIT_EXCEEDED, texts that are not UTF-8 PARSE_ERROR.  Such refusals
 * change nothing, and the transaction goes on.  NO_MEMORY, IO, a full disk (LIMIT_EXCEEDED too) and a
 * database held by another program (CONFLICT) spoil it: until part_drop, if a part is open, or
 * else rollback, every function answers the same again, and commit takes the transaction back. */
#ifndef SHG_STORAGE_STORAGE_H
#define SHG_STORAGE_STORAGE_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHG_STORAGE_VERSION = 3 };

typedef struct shg_storage shg_storage;

/* Row numbers are given by the storage and start at 1; 0 is no row.  Times are milliseconds
 * since 1970. */
typedef struct shg_player {
    int64_t id;
    const char *name;     /* as registered; unique without regard to case */
    const char *password; /* the verifier of libsodium's crypto_pwhash_str; "" for a guest */
    int64_t created_ms, seen_ms;
    int64_t current_game; /* 0: none */
    const char *settings; /* words of the server's, "" at first; filled on reading only */
} shg_player;

/* The text of a variant definition under which games are played, kept for ever. */
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
    const char *pattern; /* who may answer */
    const char *colour;  /* of the player who made it: "black", "white" or "random" */
    const char *options; /* words of the server's, "" for none: they become the game's */
    /* USI or "HANDICAP:..."; "" if none.  White's challenge: Black's first move is forced to it. */
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
    const char *options;                 /* words of the server's, "" for none */
    const char *comment;
    int64_t created_ms;
    bool rated; /* once it is over its result is to be settled */
    /* A summary of the events, kept in the same transaction as they are: */
    int64_t events;                 /* how many */
    int64_t moves;                  /* how many of them are moves on the board */
    const char *outcome;            /* "" while it runs; "black", "white", "draw", "no-contest" */
    const char *reason;             /* "checkmate", "resignation", ... */
    int64_t ended_ms;               /* when the event that ended it happened; 0 while it runs */
    int64_t black_seen, white_seen; /* number of the last event each player has seen */
    int64_t black_seen_ms, white_seen_ms; /* since when; 0: not known */
    int64_t settled_ms;                   /* when the result became final; 0: not yet */
    bool sealed; /* it is adjourned, with a move that nobody sees: "sealed", and not yet "resume" */
    int64_t deleted_ms; /* since when its events are nobody's to see any more; 0: they are */
} shg_game;

/* What a settled game made of the rating of one of its players.  The numbers are the server's. */
typedef struct shg_rating_row {
    int64_t number; /* 1, 2, 3 ... in the order they were added; filled on reading only */
    int64_t game, player;
    const char *variant, *speed; /* what the rating is for */
    int64_t was_rating_e3, was_deviation_e3;
    int64_t rating_e3, deviation_e3, volatility_e9;
    int64_t at_ms; /* when the game ended */
    int64_t games; /* how many there are, this one included */
} shg_rating_row;

/* What happened in a game.  kind:
 *   "move"      text: USI
 *   "handicap"  "HANDICAP:L@1a,R@8b": men taken off as the first move
 *   "resign"    "black" or "white", who resigned
 *   "illegal"   COLOUR SPACE MOVE: an illegal move that loses the game, as it was typed
 *   "result"    OUTCOME SPACE REASON
 *   "lock"      "": the last of these cannot be taken back
 *   "undo"      COLOUR SPACE KIND: who took the last of these back, and its kind; a result that
 *               followed it goes too
 *   "offer"     COLOUR SPACE WHAT: who proposes what ("draw")
 *   "takeback"  COLOUR SPACE FIRST SPACE MOVES: who agreed that all goes from entry FIRST of the list of moves on,
 *               MOVES of them being moves on the board
 *   "adjourn"   COLOUR: who agreed to interrupt the game: the next move is sealed
 *   "sealed"    COLOUR: who has sealed it; the clocks stand
 *   "resume"    COLOUR: who agreed to go on; the sealed move follows
 *   "comment"   COLOUR SPACE TEXT: what a player says about the last of these
 *   "vacation"  COLOUR SPACE MILLISECONDS: whose clock stops for so long from then on; 0: no longer
 * Later versions add kinds; a reader refuses one it does not know by name. */
typedef struct shg_event {
    int64_t game;
    int64_t number; /* 1, 2, 3 ... within the game */
    const char *kind;
    const char *text;
    int64_t think_ms; /* how long the player thought, by the server's monotonic clock */
    int64_t at_ms;
} shg_event;

/* A message left for a player who was not there. */
typedef struct shg_message {
    int64_t id;
    int64_t recipient, sender;
    const char *sender_name; /* filled on reading only */
    const char *text;
    int64_t at_ms;
} shg_message;

/* A complaint about a player, for moderators. */
typedef struct shg_report {
    int64_t id;
    int64_t sender, accused;
    const char *sender_name, *accused_name; /* filled on reading only */
    int64_t game;                           /* the sender's current one; 0: none */
    const char *text;
    const char *heard; /* what the sender had been told last, a line for each message */
    int64_t at_ms;
} shg_report;

/* Somebody is kept out: a player, or all who come from a network. */
typedef struct shg_ban {
    int64_t id;
    int64_t player;          /* 0: a network is */
    const char *player_name; /* filled on reading only; "" for a network */
    const char *network;     /* a word of the server's; "" for a player */
    const char *reason;      /* told to them */
    int64_t until_ms;        /* 0: for ever */
    int64_t at_ms;           /* since when */
} shg_ban;

/* A secret that somebody holds, by which the server knows him again; only its hash is kept.  The kinds and what
 * name and from hold are the server's. */
typedef struct shg_token {
    int64_t id;
    int64_t player;
    const char *kind;
    const char *name; /* what for, in the words of who has it */
    const char *hash; /* unique */
    const char *from; /* where it was given, in words */
    int64_t created_ms, seen_ms;
    int64_t expires_ms; /* 0: never */
} shg_token;

/* A record that somebody has put into the library; it never changes. */
typedef struct shg_record_row {
    int64_t id;
    int64_t player;          /* who did */
    const char *player_name; /* filled on reading only */
    int64_t definition;      /* under which it was read */
    const char *variant;     /* name of the definition; filled on reading only */
    const char *black, *white, *event,
        *played;         /* as the record has them; "" where it does not say */
    const char *outcome; /* of a game's four words, or "" */
    int64_t moves;       /* of the main line */
    const char *text;    /* in our own format; NULL in lists */
    size_t text_bytes;   /* of it, in lists, too */
    int64_t created_ms;
} shg_record_row;

/* What has positions that can be searched for. */
enum { SHG_POSITION_INDEX_GAME, SHG_POSITION_INDEX_RECORD };

/* A version of a game that a player has made: the definition is its text and never changes. */
typedef struct shg_design {
    int64_t definition;
    int64_t player;
    const char *player_name; /* filled on reading only */
    const char *name;
    int64_t version; /* 1, 2, 3 ... of this player and name; filled on reading only */
    int64_t created_ms;
} shg_design;

/* A tree of variations that several people edit: what they did is its events, as with games. */
typedef struct shg_study {
    int64_t id;
    int64_t player;          /* who has made it */
    const char *player_name; /* filled on reading only */
    int64_t definition;
    const char *variant; /* name of the definition; filled on reading only */
    const char *name;
    const char *sfen; /* where it starts; "" for the variant's own */
    bool hidden;      /* only those who edit it see it */
    int64_t created_ms;
    int64_t events; /* how many; filled on reading only */
} shg_study;

/* A board without rules at which two people play by hand: what they did is its events, too. */
typedef struct shg_free_table {
    int64_t id;
    int64_t player;            /* who has set it up */
    const char *player_name;   /* filled on reading only */
    int64_t opponent;          /* 0: nobody sits there yet */
    const char *opponent_name; /* "" for nobody; filled on reading only */
    const char *title, *text;  /* what it is called, and how it is set up, in the server's words */
    const char *secret;        /* of its key */
    bool second;               /* who has set it up has the men of the second side */
    bool hidden;               /* only the two see it, and those who have the key */
    int64_t created_ms;
    int64_t events; /* how many; filled on reading only */
} shg_free_table;

/* What was done to a study or at a table.  kind and text are the server's, but that an event of this kind gives a study
 * its text for a name. */
#define SHG_STUDY_NAME "name"
typedef struct shg_study_event {
    int64_t study;  /* or the table */
    int64_t number; /* 1, 2, 3 ... within it */
    int64_t player;
    const char *player_name; /* filled on reading only */
    const char *kind, *text;
    int64_t at_ms;
} shg_study_event;

/* What somebody said at a game. */
typedef struct shg_chat_line {
    int64_t game;
    int64_t number; /* 1, 2, 3 ... within the game; given by the storage */
    int64_t player;
    const char *player_name; /* filled on reading only */
    const char *kind;        /* a word of the server's */
    const char *text;
    int64_t at_ms;
} shg_chat_line;
/* What a player keeps about a game for himself; see paper_set. */
typedef struct shg_document {
    int64_t game, player;
    const char *kind, *text;
} shg_document;

/* What a player has told the server of himself beyond his name; the words are the server's. */
typedef struct shg_account_row {
    int64_t player;
    const char *mail;  /* where letters reach him; "" for nowhere */
    const char *totp;  /* the secret of his codes; "" for none */
    int64_t totp_step; /* of the last code that was used */
    int64_t told_ms;   /* when he was written to last that it is his turn */
} shg_account_row;

/* A letter that is to be sent. */
typedef struct shg_email {
    int64_t id;
    int64_t player;
    const char *address, *subject, *text;
    const char *topic; /* what comes later under the same takes its place; "" for none */
    int64_t at_ms;
    int64_t tries, next_ms; /* how often it was tried; not before */
} shg_email;

/* A browser that a player is told things on: where, at a push service, and with which keys; RFC 8291. */
typedef struct shg_device {
    int64_t id;
    int64_t player;
    const char *endpoint; /* a URL */
    const char *key, *auth;
    const char *name; /* the player's for it */
    int64_t created_ms;
} shg_device;

/* What a device is to be told. */
typedef struct shg_push {
    int64_t id;
    int64_t device, player; /* filled on reading only: the player, and where the device is */
    const char *endpoint, *key, *auth;
    const char *topic; /* what comes later under the same takes its place */
    const char *text;
    bool urgent;
    int64_t at_ms;
    int64_t tries, next_ms; /* as those of a letter */
} shg_push;

/* How much there is. */
typedef struct shg_totals {
    int64_t players, games, games_running;
    int64_t bytes; /* of the file; 0 if there is none */
} shg_totals;

/* One run of the server: from when, and until when it is known to have gone on. */
typedef struct shg_run {
    int64_t began_ms, alive_ms;
} shg_run;

/* Returning false stops the list. */
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

/* Which games a list holds. */
typedef struct shg_game_filter {
    int64_t player;    /* only games of this player; 0: of anyone */
    bool running_only; /* without an outcome */
    /* With player: only games that run, and those that are over and whose latest event he has not seen. */
    bool open_only;
    /* With none of the above but player: the highest number first. */
    bool newest_first;
    int64_t after; /* only games that come behind this number in the list; 0: all */
    /* Only rated games that are over and not settled, the one that ended first first; what is above is not
     * looked at. */
    bool unsettled;
} shg_game_filter;

/* Which ratings a list holds. */
typedef struct shg_rating_filter {
    int64_t player; /* only this player's; 0: of all */
    int64_t after;  /* only those with a greater number */
} shg_rating_filter;

typedef struct shg_storage_ops {
    int version; /* SHG_STORAGE_VERSION */
#define OP(result, name, parameters) result(*name) parameters;
#include "storage/ops.def"
} shg_storage_ops;

/* Every implementation begins with this. */
struct shg_storage {
    const shg_storage_ops *ops;
};

/* Rows in memory, which end with the process.  It is the oracle of the other storage: storage_test.c runs one suite
 * over both and compares what they answer to random calls.  Besides it serves programs that keep nothing: unit tests of the
 * server, and `--db memory` of `shoogi serve` and `shoogi play` for tests and trials.  Games that people play go to
 * SQLite, unless they ask for this.  *out owned (ops->close); NO_MEMORY. */
shoogi_status shg_storage_memory(shg_storage **out, shoogi_error *err);

/* Rows in an SQLite file, made if it is not there, for its owner alone to read.  *out owned
 * (ops->close).
 * read_only: a connection for readers beside a writer of the same process, which never writes and
 * never checkpoints; the file must be there.
 * A writer writes back what an earlier one left in the log, and holds a lock on the file PATH-lock
 * for as long as it is open: this version of SQLite can spoil a database when two connections write
 * and checkpoint at once.
 * vfs: the name of an SQLite VFS, whose files are then not locked, or NULL.  synchronous: "FULL", or
 * another word of SQLite's in tests that show what it is for.
 * Errors, each with a sentence naming the path: IO (cannot be opened, is read-only, is no database
 * of shoogi), CONFLICT (another process writes to it, or reads it and does not let go), INVALID_RULES
 * (made by a newer version of shoogi: says which), LIMIT_EXCEEDED (the disk is full), NO_MEMORY. */
typedef struct shg_sqlite_options {
    const char *path;
    bool read_only;
    const char *vfs;
    const char *synchronous;   /* NULL: FULL */
    unsigned checkpoint_pages; /* of the log, from which on it is written back; 0: 1000, 4 MiB */
} shg_sqlite_options;
shoogi_status shg_storage_sqlite(shg_storage **out, const shg_sqlite_options *options,
                                 shoogi_error *err);

#endif
