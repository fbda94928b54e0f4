/* time_control.h: a game's time control, and its short text form.
 *
 * Forms, meanings and sources: docs/clocks.md. How clocks run: game_clock.h. */
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
#define SHG_TIME_MAX_MS (1000 * SHG_DAY_MS) /* of any time in a time control */

enum {
    SHG_TIME_COUNT_MAX = 1000, /* of periods, and of moves in one */
    SHG_ZONE_MIN_LEAST = -12 * 60,
    SHG_ZONE_MIN_MOST = 14 * 60,
    SHG_TIME_CONTROL_BYTES_MAX = 512 /* of the text form, without the NUL */
};

/* One player's limits. Every field is an int64_t, so that a row of time_setting.def is an
 * offset, and two limits compare as bytes. Unset fields are zero. */
typedef struct shg_time_limit {
    int64_t bank_ms;          /* initial bank */
    int64_t added_ms;         /* added to the bank after each move */
    int64_t period_ms;        /* with an empty bank: this time for... */
    int64_t period_moves;     /* ...this many moves, then again; 0 without periods */
    int64_t periods;          /* number of periods; 0 without periods */
    int64_t grace_ms;         /* free time of each turn */
    int64_t returned_ms;      /* of the bank time a move used, at most this much is returned */
    int64_t bonus_ms;         /* added to the bank after a move... */
    int64_t within_ms;        /* ...made within this time */
    int64_t least_ms;         /* minimum of the bank at the beginning of a turn */
    int64_t most_ms;          /* maximum of the bank; 0: none */
    int64_t vacation_ms;      /* in the whole game */
    int64_t hourglass;        /* 1: time taken from one bank is added to the other */
    int64_t weekend_zone_min; /* no time runs on Saturdays and Sundays at this UTC offset... */
    int64_t weekend_zone_min_given; /* ...if 1 */
} shg_time_limit;

typedef struct shg_time_control {
    shg_time_limit limit[2]; /* by colour */
} shg_time_control;

/* Speed classes of games; each has its own ratings. */
typedef enum shg_speed {
    SHG_SPEED_ULTRABULLET,
    SHG_SPEED_BULLET,
    SHG_SPEED_BLITZ,
    SHG_SPEED_RAPID,
    SHG_SPEED_CLASSICAL,
    SHG_SPEED_CORRESPONDENCE,
    SHG_SPEED_COUNT
} shg_speed;

/* Parses the text form. text: text_bytes of arbitrary data, borrowed for the call. Returns OK
 * and *out filled and valid; otherwise *out is untouched and *err, if given, filled with line 1
 * and the column within the text plus column_offset: PARSE_ERROR, or LIMIT_EXCEEDED beyond
 * SHG_TIME_CONTROL_BYTES_MAX. */
SHOOGI_CHECKED shoogi_status shg_time_control_read(shg_time_control *out, const char *text,
                                                   size_t text_bytes, size_t column_offset,
                                                   shoogi_error *err);

/* Writes the canonical text of a control, which must be valid and in whole seconds. Returns its
 * full length, at most SHG_TIME_CONTROL_BYTES_MAX; the text is cut to room and NUL-terminated. */
size_t shg_time_control_write(char *text, size_t room, const shg_time_control *control);

/* Whether every field is within its limits and each player has time for a first move. Times need
 * not be whole seconds. */
bool shg_time_control_valid(const shg_time_control *control);

/* What a player will use in a game of usual length, by which games get their speed. */
int64_t shg_time_limit_estimate_ms(const shg_time_limit *limit);

/* If the players' limits differ, of the one with less time. */
shg_speed shg_time_control_speed(const shg_time_control *control);

enum { SHG_SPEED_BYTES = 16 };

/* "blitz", shorter than SHG_SPEED_BYTES; borrowed for ever. */
const char *shg_speed_name(shg_speed speed);

#endif
