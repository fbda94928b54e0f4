/* game_clock.h: the clocks of one game: the time left to each player at any moment.
 *
 * A plain value. Time is an argument, in milliseconds since 1970, and the same events give the same
 * clocks, so only events are stored; shg_game_clock_replay recreates the clocks.
 *
 * Elapsed time is charged to the player to move, except during pauses and that player's
 * vacations and weekends. A flag falls when no time is left: a move at that very millisecond is
 * too late. The rules in words: docs/clocks.md. */
#ifndef SHG_SERVER_CLOCK_GAME_CLOCK_H
#define SHG_SERVER_CLOCK_GAME_CLOCK_H

#include "server/clock/time_control.h"

#define SHG_NEVER_MS INT64_MAX

/* Clock events. A time before the previous event's counts as equal to it. */
typedef enum shg_clock_event_kind {
    SHG_CLOCK_MOVE, /* of the player to move */
    SHG_CLOCK_PAUSE, /* both clocks stop until as many RESUMEs: the server is down, or the game is over */
    SHG_CLOCK_RESUME,
    SHG_CLOCK_EXTRA, /* length_ms more for player colour, at most to the limit of the bank */
    SHG_CLOCK_BACK, /* takes length_ms off the time of the present turn, if it is the turn of player colour */
    SHG_CLOCK_VACATION /* of player colour: length_ms from now on, replacing the rest of a current vacation; 0 ends it. Limited to the vacation left */
} shg_clock_event_kind;

typedef struct shg_clock_event {
    int64_t at_ms;
    int64_t length_ms;
    uint8_t kind, colour;
} shg_clock_event;

/* A player's time besides the present turn. */
typedef struct shg_clock_account {
    int64_t bank_ms;
    int64_t period_ms;    /* of the present period; 0 without periods */
    int64_t period_moves; /* still to be made in it */
    int64_t periods;      /* including the present one */
    int64_t vacation_ms;  /* neither taken nor planned */
    int64_t vacation_until_ms;
} shg_clock_account;

typedef struct shg_game_clock {
    shg_time_control control;
    shg_clock_account
        account[2];   /* by colour; for the player to move, as of the beginning of the turn */
    int64_t at_ms;    /* time of the latest event */
    int64_t spent_ms; /* time spent on this turn until then */
    int64_t pauses;
    int turn;
} shg_game_clock;

/* The display of a clock. */
typedef struct shg_clock_reading {
    int64_t grace_ms;                         /* free time left in this turn, or the next */
    int64_t bank_ms;                          /* the same for the bank */
    int64_t period_ms, period_moves, periods; /* as in the account */
    int64_t vacation_ms;                      /* left to plan */
    int64_t vacation_until_ms;                /* later than now during a vacation */
    bool fallen;
} shg_clock_reading;

/* control: valid, copied. turn: the side whose clock runs first. */
void shg_game_clock_start(shg_game_clock *clock, const shg_time_control *control, int turn,
                          int64_t at_ms);

/* Applies an event. Returns false, without a change, if it is impossible: a move during a pause
 * or after the flag fell, a RESUME without a PAUSE, an unknown kind. */
bool shg_game_clock_apply(shg_game_clock *clock, const shg_clock_event *event);

/* The time at which the mover's flag falls without further events; SHG_NEVER_MS in a pause. If
 * it fell before the latest event, that event's time. */
int64_t shg_game_clock_flag_fall_ms(const shg_game_clock *clock);

/* Whether the mover's flag has fallen at that time. */
bool shg_game_clock_flag_fell(const shg_game_clock *clock, int64_t at_ms);

/* Whether the mover's clock stands still at that time: in a pause, a vacation or a weekend.
 * *until_ms: the next change without further events; SHG_NEVER_MS: never. */
bool shg_game_clock_stopped(int64_t *until_ms, const shg_game_clock *clock, int64_t at_ms);

shg_clock_reading shg_game_clock_read(const shg_game_clock *clock, int colour, int64_t at_ms);

/* Starts, then applies all events in order. Returns the number applied: event_count without an
 * error. */
size_t shg_game_clock_replay(shg_game_clock *clock, const shg_time_control *control, int turn,
                             int64_t start_ms, const shg_clock_event *events, size_t event_count);

/* Rewrites a list of events so that its last move is undone, at a time not before any of them.
 * It needs room for one more event than *event_count. give_back: neither player is charged for
 * the time since the move, which becomes a pause; otherwise the player who made the move is
 * charged, and the move is removed; the flag may then have fallen, which replaying shows.
 * Returns false, without a change, if there is no move. */
bool shg_clock_events_undo(shg_clock_event *events, size_t *event_count, int64_t at_ms,
                           bool give_back);

enum { SHG_CLOCK_TEXT_BYTES = 64 };

/* Writes a clock for a list, rounded up to seconds, from a day on to minutes: "9:59", "1:02:03",
 * "2d 03:15". In a period it shows the period's time, then "/7" if seven moves remain in it, and
 * "(3)" if it is the first of three; "5:00 +0:04" with four free seconds; "0:00" alone only
 * after the flag fell. */
void shg_clock_reading_write(char out[SHG_CLOCK_TEXT_BYTES], const shg_clock_reading *reading);

#endif
