/* clock_text.h: what the clocks of a game show, as players are told. */
#ifndef SHG_SERVER_CLOCK_CLOCK_TEXT_H
#define SHG_SERVER_CLOCK_CLOCK_TEXT_H

#include "base/text.h"
#include "language/language.h"
#include "server/clock/game_clock.h"

/* "9:58 / 10:00": Black's and White's. */
void shg_clocks_write(shg_out *out, const shg_game_clock *clock, int64_t now_ms);

/* Lines that say the same: "Clocks: Black 9:58, White 10:00"; in words a line for each, "Black has 9 minutes 58
 * seconds."; and who is on vacation until when. */
void shg_clocks_tell(shg_out *out, const shg_game_clock *clock, int64_t now_ms, bool words,
                     shg_language language);

/* "2 days 5 hours", rounded up. */
void shg_days_write(shg_out *out, int64_t ms, shg_language language);

#endif
