/* free_table.h: boards without rules at which two people play by hand, through the server.
 *
 * Who sets one up sits at it, and whom he names; else whoever shows its key sits down in the free seat.  What they do are
 * events, numbered from 1 without a gap and only ever added:
 *
 *     "move"     LINE: as free_board.h reads it; nobody asks whose turn it is, or whether it can be done
 *     "undo"     NUMBER: of the line that counts no more, the last that did; only who did it takes it back
 *     "comment"  TEXT
 *     "join"     the free seat is taken
 *
 * A public table is there for all to see.  A hidden one is there for the two, and for those who show its key; to anybody
 * else the answer is that there is no such table. */
#ifndef SHG_SERVER_STUDY_FREE_TABLE_H
#define SHG_SERVER_STUDY_FREE_TABLE_H

#include "server/game/privacy.h"
#include "server/loop/host.h"

#define SHG_FREE_MOVE    "move"
#define SHG_FREE_UNDO    "undo"
#define SHG_FREE_COMMENT "comment"
#define SHG_FREE_JOIN    "join"

/* Which table is meant, and what is shown for it: "4", or the key "4-k3vq9xj2m8c4w7ta". */
typedef struct shg_table_name {
    int64_t id;
    char key[SHG_KEY_BYTES + 1]; /* "" if it is the number alone */
} shg_table_name;

/* False if the text is neither. */
bool shg_table_name_read(shg_table_name *out, const char *text, size_t text_bytes);

/* Who looks at a table. */
bool shg_free_table_sits(const shg_free_table *row, int64_t player);
bool shg_free_table_may_see(const shg_free_table *row, int64_t player, const char *key);

/* The player of the first side (0) or the second (1): a name, "" for nobody yet. */
const char *shg_free_table_seat(const shg_free_table *row, int side);

/* What is shown of a table.  Within a job: strings are borrowed as those of the row. */
SHOOGI_CHECKED shoogi_status shg_free_table_read(shg_free_table *row, shg_storage *storage,
                                                 const shg_table_name *name, int64_t player,
                                                 shoogi_error *err);

/* Which lines count: those that have not been taken back, in the order in which they were done. */
typedef struct shg_lines {
    struct shg_line {
        int64_t number, player;
    } each[SHG_FREE_EVENTS_MAX];
    size_t count;
} shg_lines;

/* Adds the next event of a table. */
void shg_lines_add(shg_lines *lines, const shg_study_event *event);

/* A member of an answer for programs: an event. */
void shg_free_event_json(shg_out *json, const shg_study_event *event);

/* What somebody does, by the words of TABLE: JOIN, UNDO, SAY text, or a line; stored, and told to all who are at the
 * table.  known: refused if the table has more events; INT64_MAX: whatever it has. */
void shg_free_table_do(shg_session *session, const shg_table_name *name, const char *text,
                       size_t text_bytes, int64_t known);

/* A new table.  All copied. */
typedef struct shg_new_table {
    const char *setup; /* as free_board.h reads it; NULL: as variant begins */
    size_t setup_bytes;
    const char *variant;  /* the name of a game */
    const char *opponent; /* "" for whoever shows the key */
    bool second, hidden;  /* as in the row */
} shg_new_table;

/* Sets it up; answers with its number and key. */
void shg_free_table_make(shg_session *session, const shg_new_table *wanted);

#endif
