/* memory_int.h: the internals of the storage in memory: its lists and its undo log.
 *
 * memory_rows.c has the shared functions and transactions, each other memory_*.c a group of rows, and memory.c the table
 * of functions. */
#ifndef SHG_STORAGE_MEMORY_INT_H
#define SHG_STORAGE_MEMORY_INT_H

#include "storage/bounds.h"
#include "storage/storage.h"

#include <assert.h>

/* Pointers to rows, sorted by number. */
struct list {
    void **rows;
    size_t count, room;
};

struct game {
    shg_game row;
    struct list events; /* of shg_event */
};

struct study {
    shg_study row;
    struct list events; /* of shg_study_event */
};

struct free_table {
    shg_free_table row; /* opponent_name is looked up when the row is read */
    struct list events; /* of shg_study_event */
};

/* Removable rows, sorted by number.  Numbers are not reused.  The first member of each row is its number. */
struct numbered {
    struct list list;
    int64_t made;
};

/* A player who ignores another. */
struct ignored {
    int64_t id;
    int64_t player, other;
};

/* A player's private document about a game. */
struct document {
    int64_t id;
    int64_t game, player;
    const char *kind, *text;
};

struct preset {
    int64_t id, player;
    const char *name, *text;
};

/* An idempotency key of a player. */
struct request {
    int64_t id;
    int64_t player, at_ms;
    const char *key;
};

/* An account has a number since every change replaces the row. */
struct account {
    int64_t id;
    shg_account_row row;
};

/* A player's mutable texts are separate allocations. */
struct player {
    shg_player row;
    char *password, *settings;
    char name[SHG_STORAGE_NAME_BYTES_MAX + 1]; /* changed in place: other rows point to it */
};

/* A challenge's pattern and options, which change, are separate allocations. */
struct challenge {
    shg_challenge row;
    char *pattern, *options;
};

enum change {
    PLAYER_ADDED,
    PLAYER_CHANGED,
    NAME_CHANGED,
    PASSWORD_CHANGED,
    SETTINGS_CHANGED,
    ROW_ADDED, /* at the end of a list, as one allocation */
    NUMBERED_ADDED,
    NUMBERED_REMOVED,
    PATTERN_CHANGED,
    OPTIONS_CHANGED,
    GAME_ADDED,
    GAME_CHANGED,
    EVENT_ADDED,
    STUDY_ADDED,
    STUDY_EVENT_ADDED,
    FREE_TABLE_ADDED,
    FREE_TABLE_EVENT_ADDED,
    RUN_CHANGED,
    NUMBER_CHANGED
};

/* An undo step.  row: the row that was added, changed or removed. */
struct undo {
    enum change what;
    void *row;
    struct list *list;   /* the list of an added row */
    struct numbered *of; /* the list of an added or removed numbered row */
    char *text;          /* the previous value of a changed text */
    union {
        shg_player player; /* previous values; strings are not copied */
        shg_game game;
        shg_run run;
        int64_t number;
    } old;
};

struct memory {
    shg_storage base;
    struct list players, definitions, games;
    struct numbered challenges, messages, ignored, bans, notices, tokens, requests, documents,
        presets, chat_lines, accounts, letters, devices, pushes;
    struct list reports, runs, ratings, records, designs, studies, free_tables; /* never removed */
    struct numbered places; /* of games and records */
    struct undo *undo;
    size_t undo_count, undo_room, part_start;
    bool in_transaction, in_part, listing;
};

static inline struct memory *memory_of(shg_storage *s)
{
    struct memory *m = (struct memory *)s;
    assert(!m->listing); /* a list's callback must not call the storage */
    return m;
}

/* Fills *err, if given, and returns NO_MEMORY. */
shoogi_status shg_memory_exhausted(shoogi_error *err);

/* --- Lists and rows --- */

/* Returns the row with this number in a list of which no row is ever removed, or NULL. */
static inline void *list_at(const struct list *list, int64_t number)
{
    if (number < 1 || (uint64_t)number > list->count)
        return NULL;
    return list->rows[number - 1];
}

/* Allocates a zeroed row of row_bytes and, after it, text_bytes for strings with their NULs.  *texts: the room for strings.
 * Returns NULL without memory. */
void *shg_memory_row_new(char **texts, size_t row_bytes, size_t text_bytes);

/* Copies a text, or bytes of one, to that room and advances *texts. */
const char *shg_memory_put_text(char **texts, const char *text);
const char *shg_memory_put_bytes(char **texts, const char *text, size_t bytes);

/* Copies a text to a new allocation.  Returns NULL without memory. */
char *shg_memory_text_new(const char *text);

/* Frees a player and its texts. */
void shg_memory_player_free(struct player *player);

/* --- Undo --- */

/* Reserves room for one undo step. */
SHOOGI_CHECKED bool shg_memory_undo_reserve(struct memory *m);

/* Appends a row to a list with reserved room. */
void shg_memory_list_push(struct list *list, void *row);

/* Reserves room for one row in a list and for its undo step. */
SHOOGI_CHECKED bool shg_memory_row_reserve(struct memory *m, struct list *list);

/* Appends a row, which is a single allocation, and its undo step; room must be reserved. */
void shg_memory_row_add(struct memory *m, struct list *list, void *row);

/* The same for numbered rows.  add: assigns the next number.  remove: what is the kind of row for the error message. */
SHOOGI_CHECKED bool shg_memory_numbered_reserve(struct memory *m, struct numbered *rows);
void shg_memory_numbered_add(struct memory *m, struct numbered *rows, void *row);
SHOOGI_CHECKED shoogi_status shg_memory_numbered_remove(struct memory *m, struct numbered *rows,
                                                        const char *what, int64_t id,
                                                        shoogi_error *err);

/* Returns the row with this number, or NULL. */
void *shg_memory_numbered_at(const struct numbered *rows, int64_t id);

/* Changes numbers in existing rows, all or none (NO_MEMORY). */
struct number_change {
    int64_t *number, to;
};
SHOOGI_CHECKED shoogi_status shg_memory_change_numbers(struct memory *m,
                                                       const struct number_change *changes,
                                                       size_t count, shoogi_error *err);

/* Changes a text of an existing row, which is a separate allocation. */
SHOOGI_CHECKED shoogi_status shg_memory_change_text(struct memory *m, enum change what, void *row,
                                                    char **text, const char **in_row,
                                                    const char *to, shoogi_error *err);

/* Appends an undo step; room must be reserved.  row: the row that was added, changed or removed. */
struct undo *shg_memory_undo_push(struct memory *m, enum change what, void *row);

/* Saves a game's row before a change; room must be reserved. */
void shg_memory_remember_game(struct memory *m, enum change what, struct game *game);

/* --- The functions of ops.def: shg_memory_begin ... --- */

#define OP(result, name, parameters) result shg_memory_##name parameters;
#include "storage/ops.def"

#endif
