/* memory_int.h: what the files of the storage in memory share: its lists, and how a change is taken back.
 *
 * memory_rows.c holds what all of them share, and transactions; each other memory_*.c a group of rows; memory.c the table
 * of their functions, and calls nothing else. */
#ifndef SHG_STORAGE_MEMORY_INT_H
#define SHG_STORAGE_MEMORY_INT_H

#include "storage/bounds.h"
#include "storage/storage.h"

#include <assert.h>

/* Pointers to rows, in the order of their numbers. */
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
    shg_free_table row; /* opponent_name is that of a player as it is when the row is read */
    struct list events; /* of shg_study_event */
};

/* Rows that may be removed, in the order of their numbers, which are not used again.  Each begins with its
 * number. */
struct numbered {
    struct list list;
    int64_t made;
};

/* That a player ignores another. */
struct ignored {
    int64_t id;
    int64_t player, other;
};

/* What a player keeps about a game for himself. */
struct document {
    int64_t id;
    int64_t game, player;
    const char *kind, *text;
};

struct preset {
    int64_t id, player;
    const char *name, *text;
};

/* That a player has had something done once. */
struct request {
    int64_t id;
    int64_t player, at_ms;
    const char *key;
};

/* With a number of its own, as it is replaced by a new one where it changes. */
struct account {
    int64_t id;
    shg_account_row row;
};

/* A player's texts that change have memory of their own. */
struct player {
    shg_player row;
    char *password, *settings;
    char name[SHG_STORAGE_NAME_BYTES_MAX + 1]; /* it changes in its place: other rows point to it */
};

/* So does a challenge's. */
struct challenge {
    shg_challenge row;
    char *options;
};

enum change {
    PLAYER_ADDED,
    PLAYER_CHANGED,
    NAME_CHANGED,
    PASSWORD_CHANGED,
    SETTINGS_CHANGED,
    ROW_ADDED, /* at the end of a list, in one piece of memory */
    NUMBERED_ADDED,
    NUMBERED_REMOVED,
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

/* How to take one change back.  row: what was added, changed or removed. */
struct undo {
    enum change what;
    void *row;
    struct list *list;   /* where a row was added */
    struct numbered *of; /* where a numbered row was added or removed */
    char *text;          /* what a changed text was */
    union {
        shg_player player; /* as they were; the strings stay where they are */
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
    assert(!m->listing); /* the function that a list calls must not call the storage */
    return m;
}

/* NO_MEMORY, with the sentence. */
shoogi_status shg_memory_spent(shoogi_error *err);

/* --- Lists and rows --- */

/* The row with this number in a list that never lost one, or NULL. */
static inline void *list_at(const struct list *list, int64_t number)
{
    if (number < 1 || (uint64_t)number > list->count)
        return NULL;
    return list->rows[number - 1];
}

/* A row of row_bytes, zeroed, and behind it room for strings of text_bytes with their NULs; NULL: no memory. */
void *shg_memory_row_new(char **texts, size_t row_bytes, size_t text_bytes);

/* Copies a text, or so many bytes of one, to that room, and goes on behind it. */
const char *shg_memory_put_text(char **texts, const char *text);
const char *shg_memory_put_bytes(char **texts, const char *text, size_t bytes);

/* A copy of a text in memory of its own; NULL: no memory. */
char *shg_memory_text_new(const char *text);

/* Frees a player and the texts. */
void shg_memory_player_free(struct player *player);

/* --- Taking back --- */

/* Makes room for one more undo step. */
SHOOGI_CHECKED bool shg_memory_undo_reserve(struct memory *m);

/* Puts a row at the end of a list that has room. */
void shg_memory_list_push(struct list *list, void *row);

/* Makes room for one more row at the end of a list, and for its undo step. */
SHOOGI_CHECKED bool shg_memory_row_reserve(struct memory *m, struct list *list);

/* Puts a row of one piece of memory there; where there is room. */
void shg_memory_row_add(struct memory *m, struct list *list, void *row);

/* The same for numbered rows: room for one more and its undo step; adding one, which gets the next number;
 * removing the one with a number, what being its name for a sentence. */
SHOOGI_CHECKED bool shg_memory_numbered_reserve(struct memory *m, struct numbered *rows);
void shg_memory_numbered_add(struct memory *m, struct numbered *rows, void *row);
SHOOGI_CHECKED shoogi_status shg_memory_numbered_remove(struct memory *m, struct numbered *rows,
                                                        const char *what, int64_t id,
                                                        shoogi_error *err);

/* The row with this number, or NULL. */
void *shg_memory_numbered_at(const struct numbered *rows, int64_t id);

/* Changes numbers of rows that are there, all or none: NO_MEMORY. */
struct number_change {
    int64_t *number, to;
};
SHOOGI_CHECKED shoogi_status shg_memory_change_numbers(struct memory *m,
                                                       const struct number_change *changes,
                                                       size_t count, shoogi_error *err);

/* Changes a text of a row that is there; it has memory of its own. */
SHOOGI_CHECKED shoogi_status shg_memory_change_text(struct memory *m, enum change what, void *row,
                                                    char **text, const char **in_row,
                                                    const char *to, shoogi_error *err);

/* The next step, where there is room.  row: what was added, changed or removed. */
struct undo *shg_memory_undo_push(struct memory *m, enum change what, void *row);

/* Before something about a game's row changes; where there is room. */
void shg_memory_remember_game(struct memory *m, enum change what, struct game *game);

/* --- The functions of ops.def: shg_memory_begin ... --- */

#define OP(result, name, parameters) result shg_memory_##name parameters;
#include "storage/ops.def"

#endif
