/* game_clock.h: the clocks of both players after each move, "[%clk 0:09:57]" in PGN, against the times of the moves. */
#ifndef SHG_NOTATION_RECORDS_GAME_CLOCK_H
#define SHG_NOTATION_RECORDS_GAME_CLOCK_H

#include "shoogi/record.h"

extern const char shg_clock_command[]; /* "[%clk " */

typedef struct shg_game_clock {
    const shoogi_record *record; /* borrowed */
    int64_t limit_ms,
        gain_ms; /* by the header time-limit, "600" or "600+5" in seconds; -1 and 0: not known */
    int64_t *left_ms; /* [count], after the move of each node; -1: not known */
    size_t count, room;
} shg_game_clock;

/* Takes the time limit from the headers. */
void shg_game_clock_init(shg_game_clock *clock, const shoogi_record *record);
void shg_game_clock_fini(shg_game_clock *clock);

/* The clock of the player who made the move of a node, before it and after.  -1: not known. */
int64_t shg_game_clock_before(const shg_game_clock *clock, shoogi_node node);
SHOOGI_CHECKED shoogi_status shg_game_clock_set(shg_game_clock *clock, shoogi_node node,
                                                int64_t left_ms);

/* Whether the clock after a move stands where it began although moves gain time: some servers do not count the first move
 * of a player. */
bool shg_game_clock_rests(const shg_game_clock *clock, shoogi_node node, int64_t left_ms);

/* Reads a time as commands have it: "1:02:03.5", "02:03" or "3". */
bool shg_clock_read(int64_t *time_ms, const char *text, size_t bytes);

#endif
