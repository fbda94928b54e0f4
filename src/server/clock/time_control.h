/* time_control.h: how much time the players of a game have, and the short text that says so.
 *
 * Forms, meanings and where they come from: docs/clocks.md.  How the time runs: game_clock.h. */
#ifndef SHG_SERVER_CLOCK_TIME_CONTROL_H
#define SHG_SERVER_CLOCK_TIME_CONTROL_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHG_SECOND_MS   INT64_C(1000)
#define SHG_MINUTE_MS   (60 * SHG_SECOND_MS)
#define SHG_HOUR_MS     (60 * SHG_MINUTE_MS)
#define SHG_DAY_MS      (24 * SHG_HOUR_MS)
#define SHG_TIME_MAX_MS (1000 * SHG_DAY_MS) /* of any one time in a time control */

enum {
    SHG_TIME_COUNT_MAX = 1000, /* of periods, and of moves in one */
    SHG_ZONE_MIN_LEAST = -12 * 60,
    SHG_ZONE_MIN_MOST = 14 * 60,
    SHG_TIME_CONTROL_BYTES_MAX = 512 /* of a text, read or written, without the NUL */
};

/* One player's.  Every field is an int64_t, so that a row of time_setting.def is an offset and two limits
 * compare as bytes.  All zero but what is said. */
typedef struct shg_time_limit {
    int64_t bank_ms;          /* in hand at the start */
    int64_t added_ms;         /* to the bank, after each move */
    int64_t period_ms;        /* when the bank is empty: so long for... */
    int64_t period_moves;     /* ...so many moves, then as long again; 0 where there is no period */
    int64_t periods;          /* how many times one may be overstepped, and once more; 0 likewise */
    int64_t grace_ms;         /* of each turn, before anything is charged */
    int64_t returned_ms;      /* of what a move took from the bank, at most so much comes back */
    int64_t bonus_ms;         /* to the bank, after a move... */
    int64_t within_ms;        /* ...made within so long */
    int64_t least_ms;         /* in the bank at the beginning of a turn */
    int64_t most_ms;          /* in the bank, whatever is added; 0: no such bound */
    int64_t vacation_ms;      /* in the whole game */
    int64_t hourglass;        /* 1: what is taken from this bank goes into the other */
    int64_t weekend_zone_min; /* no time runs on Saturdays and Sundays at this offset from UTC... */
    int64_t weekend_zone_min_given; /* ...if 1 */
} shg_time_limit;

typedef struct shg_time_control {
    shg_time_limit limit[2]; /* by colour */
} shg_time_control;

/* How fast a game is: what ratings are kept apart by. */
typedef enum shg_speed {
    SHG_SPEED_ULTRABULLET,
    SHG_SPEED_BULLET,
    SHG_SPEED_BLITZ,
    SHG_SPEED_RAPID,
    SHG_SPEED_CLASSICAL,
    SHG_SPEED_CORRESPONDENCE,
    SHG_SPEED_COUNT
} shg_speed;

/* Reads the text form.  text: text_bytes of anything, borrowed for the call.  Returns OK and *out filled,
 * which then is valid; else *out is untouched and *err, if given, filled: line 1, the column within the
 * text plus column_offset: PARSE_ERROR, or LIMIT_EXCEEDED beyond SHG_TIME_CONTROL_BYTES_MAX. */
SHOOGI_CHECKED shoogi_status shg_time_control_read(shg_time_control *out, const char *text,
                                                   size_t text_bytes, size_t column_offset,
                                                   shoogi_error *err);

/* Writes the one text among all that read to this control; it must be valid and of whole seconds.
 * Returns the length of the whole, at most SHG_TIME_CONTROL_BYTES_MAX; what fits ends in NUL. */
size_t shg_time_control_write(char *text, size_t room, const shg_time_control *control);

/* True if every field is within its bounds and each player has time for a first move.  Times need not be
 * whole seconds. */
bool shg_time_control_valid(const shg_time_control *control);

/* Of the player with less time, where they differ. */
shg_speed shg_time_control_speed(const shg_time_control *control);

enum { SHG_SPEED_BYTES = 16 };

/* "blitz", less than SHG_SPEED_BYTES; borrowed for ever. */
const char *shg_speed_name(shg_speed speed);

#endif
