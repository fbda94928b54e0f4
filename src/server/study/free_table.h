/* free_table.h: free boards: two players move pieces without rules, through the server.
 *
 * The player who sets a board up has one seat, and the named opponent the other; without a named
 * opponent the first player to show the key takes it. Actions are events, numbered from 1
 * without a gap, and only added:
 *
 *     "move"     LINE: as free_board.h reads it; neither turn nor possibility is checked
 *     "undo"     NUMBER: of the line taken back, the last valid one; only its player may do so
 *     "comment"  TEXT
 *     "join"     the free seat is taken
 *
 * Everybody can see a public board. The two players and those who show its key can see a hidden
 * board; all others are told that there is no such board. */
#ifndef SHG_SERVER_STUDY_FREE_TABLE_H
#define SHG_SERVER_STUDY_FREE_TABLE_H

#include "server/game/privacy.h"
#include "server/loop/host.h"

#define SHG_FREE_MOVE    "move"
#define SHG_FREE_UNDO    "undo"
#define SHG_FREE_COMMENT "comment"
#define SHG_FREE_JOIN    "join"

/* The name of a free board, with the key if given: "4", or "4-k3vq9xj2m8c4w7ta". */
typedef struct shg_table_name {
    int64_t id;
    char key[SHG_KEY_BYTES + 1]; /* "" if only the number was given */
} shg_table_name;

/* False if the text is not such a name. */
bool shg_table_name_read(shg_table_name *out, const char *text, size_t text_bytes);

bool shg_free_table_has_seat(const shg_free_table *row, int64_t player);

/* The player of the first side (0) or the second (1): a name, "" for a free seat. */
const char *shg_free_table_seat(const shg_free_table *row, int side);

/* Reads a board that may be shown. Within a job: strings are borrowed as those of the row. */
SHOOGI_CHECKED shoogi_status shg_free_table_read(shg_free_table *row, shg_storage *storage,
                                                 const shg_table_name *name, int64_t player,
                                                 shoogi_error *err);

/* The valid lines: those not taken back, in order. */
typedef struct shg_lines {
    struct shg_line {
        int64_t number, player;
    } each[SHG_FREE_EVENTS_MAX];
    size_t count;
} shg_lines;

/* Adds the next event of a board. */
void shg_lines_add(shg_lines *lines, const shg_study_event *event);

/* Writes an event as a member of a JSON answer. */
void shg_free_event_json(shg_out *json, const shg_study_event *event);

/* Does an action, given in the words of TABLE: JOIN, UNDO, SAY text, or a line. It is stored and
 * sent to everybody at the board. known: refused if the board has more events; INT64_MAX: not
 * checked. */
void shg_free_table_do(shg_session *session, const shg_table_name *name, const char *text,
                       size_t text_bytes, int64_t known);

/* Sends an event to the players (their numbers; 0: a free seat) and observers here. by: the session that
 * caused the event and gets its own answer; NULL: the event happened at another server. */
void shg_free_table_announce(shg_server *server, const shg_study_event *event,
                             const int64_t seats[2], const shg_session *by);

/* A new free board. All strings are copied. */
typedef struct shg_new_table {
    const char *setup; /* as free_board.h reads it; NULL: the initial position of variant */
    size_t setup_bytes;
    const char *variant;  /* the name of a game */
    const char *opponent; /* "" for a player with the key */
    bool second, hidden;  /* as in the row */
} shg_new_table;

/* Sets the board up; answers with its number and key. */
void shg_free_table_make(shg_session *session, const shg_new_table *wanted);

#endif
