/* game_clock.h: the clocks of one game: what each player has left at any moment.
 *
 * A pure value: time comes in as an argument, in milliseconds since 1970, and the same events give the same
 * clocks.  So the events are what is stored, and shg_game_clock_replay makes the clocks again.
 *
 * What elapses counts against the player to move, except during pauses, his vacation and his weekends.  A
 * clock has fallen when nothing is left: a move that comes at that very millisecond is too late.
 * The rules in words: docs/clocks.md. */
#ifndef SHG_SERVER_CLOCK_GAME_CLOCK_H
#define SHG_SERVER_CLOCK_GAME_CLOCK_H

#include "server/clock/time_control.h"

#define SHG_NEVER_MS INT64_MAX

/* What happens to clocks.  A time before that of the event before it counts as equal to it. */
typedef enum shg_clock_event_kind {
    SHG_CLOCK_MOVE, /* of the player to move */
    SHG_CLOCK_PAUSE, /* nobody's time runs until as many RESUMEs: the server is down, the game is over */
    SHG_CLOCK_RESUME,
    SHG_CLOCK_VACATION /* of the player colour: length_ms from now, instead of what may be left of the one he
                        * is on; 0 ends it.  Cut to what he has left */
} shg_clock_event_kind;

typedef struct shg_clock_event {
    int64_t at_ms;
    int64_t length_ms;
    uint8_t kind, colour;
} shg_clock_event;

/* What one player has besides the time of his present turn. */
typedef struct shg_clock_account {
    int64_t bank_ms;
    int64_t period_ms;    /* of the present period; 0 without periods */
    int64_t period_moves; /* still to be made in it */
    int64_t periods;      /* the present one included */
    int64_t vacation_ms;  /* neither taken nor planned */
    int64_t vacation_until_ms;
} shg_clock_account;

typedef struct shg_game_clock {
    shg_time_control control;
    shg_clock_account account[2]; /* by colour; of the player to move as his turn began */
    int64_t at_ms;                /* the latest event */
    int64_t spent_ms;             /* of this turn until then */
    int64_t pauses;
    int turn;
} shg_game_clock;

/* What a clock shows. */
typedef struct shg_clock_reading {
    int64_t grace_ms;                         /* still free of his turn, or of his next */
    int64_t bank_ms;                          /* likewise */
    int64_t period_ms, period_moves, periods; /* as in the account */
    int64_t vacation_ms;                      /* left to plan */
    int64_t vacation_until_ms;                /* later than now while he is on one */
    bool fallen;
} shg_clock_reading;

/* control: valid, copied.  turn: whose clock runs first. */
void shg_game_clock_start(shg_game_clock *clock, const shg_time_control *control, int turn,
                          int64_t at_ms);

/* Returns false, and nothing is changed, if it cannot happen: a move in a pause or of one whose clock had
 * fallen, a RESUME without a PAUSE, an event of no kind. */
bool shg_game_clock_apply(shg_game_clock *clock, const shg_clock_event *event);

/* When the clock of the player to move falls if nothing more happens; SHG_NEVER_MS in a pause.  If it had
 * fallen before the latest event, the time of that. */
int64_t shg_game_clock_falls_ms(const shg_game_clock *clock);

/* True if the clock of the player to move has fallen at that time. */
bool shg_game_clock_fallen(const shg_game_clock *clock, int64_t at_ms);

/* True if the time of the player to move does not count at that time: in a pause, on his vacation or at his weekends.
 * *until_ms: when that changes next if nothing more happens; SHG_NEVER_MS: never. */
bool shg_game_clock_stands(int64_t *until_ms, const shg_game_clock *clock, int64_t at_ms);

shg_clock_reading shg_game_clock_read(const shg_game_clock *clock, int colour, int64_t at_ms);

/* start, then all events in their order.  Returns how many could happen: event_count if all is well. */
size_t shg_game_clock_replay(shg_game_clock *clock, const shg_time_control *control, int turn,
                             int64_t start_ms, const shg_clock_event *events, size_t event_count);

/* Rewrites a list of events so that its last move is undone at a time not before any of them; it has room for one
 * event more than *event_count.  give_back: neither player is charged for the time since the move, so it
 * becomes a pause; otherwise it is charged to him who made the move, and the move just goes: his clock may
 * then have fallen, which replaying shows.  Returns false, and nothing is changed, if there is no move. */
bool shg_clock_events_undo(shg_clock_event *events, size_t *event_count, int64_t at_ms,
                           bool give_back);

enum { SHG_CLOCK_TEXT_BYTES = 64 };

/* What a clock shows as a list has it, rounded up to seconds, from a day on to minutes: "9:59", "1:02:03",
 * "2d 03:15"; in a period the time of that, then "/7" if seven moves are still to be made in it and "(3)" if it is
 * the first of three; "5:00 +0:04" while four seconds are free; "0:00" alone only if it has fallen. */
void shg_clock_reading_write(char out[SHG_CLOCK_TEXT_BYTES], const shg_clock_reading *reading);

#endif
