/* part.h: the time of players: clocks of games, time controls, and when the server was not running.
 *
 * The room clock reckons what each player has left; a clock that has run out ends its game in game/time_forfeit.h.  It uses the
 * rooms loop and rules. */
#ifndef SHG_SERVER_CLOCK_PART_H
#define SHG_SERVER_CLOCK_PART_H

#include "server/clock/downtime.h"
#include "server/clock/running_clocks.h"
#include "server/loop/host.h"

typedef struct shg_clock_part {
    shg_downtimes downtimes;     /* before this run; const while it lasts */
    shg_running_clocks *running; /* of the games that are being played */
} shg_clock_part;

#endif
