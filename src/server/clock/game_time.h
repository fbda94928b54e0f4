/* game_time.h: the clocks of a game, updated with its events and the server's downtimes.
 *
 * The list of clock events is derived from the game's events and never stored: reading the game
 * again gives the same list. */
#ifndef SHG_SERVER_CLOCK_GAME_TIME_H
#define SHG_SERVER_CLOCK_GAME_TIME_H

#include "server/clock/downtime.h"
#include "server/clock/game_clock.h"

typedef struct shg_game_time {
    shg_game_clock clock;    /* after all events */
    shg_clock_event *events; /* owned */
    size_t event_count, events_room;
    int64_t start_ms;
    int first;  /* the side whose clock ran first */
    size_t end; /* index of the pause that began with the end of the game; SIZE_MAX: not over */
    const shg_downtimes *downtimes; /* NULL: none */
    size_t downtimes_done;
} shg_game_time;

/* control: copied. first: the side whose clock runs first. downtimes: borrowed for its life, or
 * NULL. Returns OK and *out owned (shg_game_time_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_game_time_new(shg_game_time **out, const shg_time_control *control,
                                               int first, int64_t start_ms,
                                               const shg_downtimes *downtimes);
void shg_game_time_free(shg_game_time *time);

/* Call it before each event of the game: applies downtimes up to then, and makes room, so that
 * the following calls cannot fail. On NO_MEMORY nothing has changed. */
SHOOGI_CHECKED shoogi_status shg_game_time_advance(shg_game_time *time, int64_t at_ms);

/* Call it after advance with the same time. The mover's flag must not have fallen. */
void shg_game_time_move(shg_game_time *time, int64_t at_ms);
void shg_game_time_end(shg_game_time *time, int64_t at_ms);
/* Stop and restart the clocks. */
void shg_game_time_pause(shg_game_time *time, int64_t at_ms);
void shg_game_time_resume(shg_game_time *time, int64_t at_ms);
void shg_game_time_extra(shg_game_time *time, int colour, int64_t length_ms, int64_t at_ms);
void shg_game_time_back(shg_game_time *time, int colour, int64_t length_ms, int64_t at_ms);
void shg_game_time_vacation(shg_game_time *time, int colour, int64_t length_ms, int64_t at_ms);

/* Undoes the last event, including the end of a game that is over. move: it was a move.
 * give_back: the time since is charged to neither player; otherwise to the player whose turn it
 * is again. */
void shg_game_time_undo(shg_game_time *time, bool move, bool give_back, int64_t at_ms);

/* Takes back the last `moves` moves of a game in progress; the time since is charged to neither
 * player. On NO_MEMORY nothing has changed. */
SHOOGI_CHECKED shoogi_status shg_game_time_take_back(shg_game_time *time, size_t moves,
                                                     int64_t at_ms);

/* Whether that, without giving back the time, would make the player's flag fall; also true if
 * memory is too short to know. */
bool shg_game_time_undo_loses_on_time(const shg_game_time *time, bool move, int64_t at_ms);

#endif
