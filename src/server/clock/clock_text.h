/* clock_text.h: the clocks of a game as text for players. */
#ifndef SHG_SERVER_CLOCK_CLOCK_TEXT_H
#define SHG_SERVER_CLOCK_CLOCK_TEXT_H

#include "base/text.h"
#include "language/language.h"
#include "server/clock/game_clock.h"

/* Writes Black's and White's: "9:58 / 10:00". */
void shg_clocks_write(shg_out *out, const shg_game_clock *clock, int64_t now_ms);

/* Writes the same in lines: "Clocks: Black 9:58, White 10:00"; in words one line each, "Black
 * has 9 minutes 58 seconds."; and vacations with their ends. */
void shg_clocks_describe(shg_out *out, const shg_game_clock *clock, int64_t now_ms, bool words,
                         shg_language language);

/* Writes "2 days 5 hours", rounded up. */
void shg_days_write(shg_out *out, int64_t ms, shg_language language);

#endif
