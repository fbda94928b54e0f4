/* game_time.h: the clocks of a game, kept up with its events and with when the server was not running.
 *
 * The list of clock events is made from the game's own, and never stored: a game that is read again has the
 * same one. */
#ifndef SHG_SERVER_CLOCK_GAME_TIME_H
#define SHG_SERVER_CLOCK_GAME_TIME_H

#include "server/clock/downtime.h"
#include "server/clock/game_clock.h"

typedef struct shg_game_time {
    shg_game_clock clock;    /* after all events */
    shg_clock_event *events; /* owned */
    size_t event_count, events_room;
    int64_t start_ms;
    int first;  /* whose clock ran first */
    size_t end; /* which event is the pause since the game is over; SIZE_MAX: it is not */
    const shg_downtimes *downtimes; /* NULL: there were none */
    size_t downtimes_done;
} shg_game_time;

/* control: copied.  first: whose clock runs first.  downtimes: borrowed as long, or NULL.  Returns OK and *out
 * owned (shg_game_time_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_game_time_new(shg_game_time **out, const shg_time_control *control,
                                               int first, int64_t start_ms,
                                               const shg_downtimes *downtimes);
void shg_game_time_free(shg_game_time *time);

/* Before each event of the game: counts the times when the server was down until then, and makes room, so that
 * what follows cannot fail.  NO_MEMORY: nothing has changed. */
SHOOGI_CHECKED shoogi_status shg_game_time_advance(shg_game_time *time, int64_t at_ms);

/* After advance to the same moment.  move: of the player to move, whose clock must not have fallen. */
void shg_game_time_move(shg_game_time *time, int64_t at_ms);
void shg_game_time_end(shg_game_time *time, int64_t at_ms);
/* The clocks stand, and go on. */
void shg_game_time_pause(shg_game_time *time, int64_t at_ms);
void shg_game_time_resume(shg_game_time *time, int64_t at_ms);
void shg_game_time_vacation(shg_game_time *time, int colour, int64_t length_ms, int64_t at_ms);

/* What was done last is undone, the end of the game too if it is over.  move: it was a move.  give_back: nobody
 * is charged for the time since; else it is charged to him whose turn it is again. */
void shg_game_time_undo(shg_game_time *time, bool move, bool give_back, int64_t at_ms);

/* So many moves are taken back at once, the last ones of a game that goes on: nobody is charged for the time since.
 * NO_MEMORY: nothing has changed. */
SHOOGI_CHECKED shoogi_status shg_game_time_take_back(shg_game_time *time, size_t moves,
                                                     int64_t at_ms);

/* True if after that, not giving back the time, his clock would have fallen; also if memory is too short to know. */
bool shg_game_time_undo_falls(const shg_game_time *time, bool move, int64_t at_ms);

#endif
