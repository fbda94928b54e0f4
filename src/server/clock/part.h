/* part.h: the time of players: clocks of games, time controls, and the server's downtimes.
 *
 * The room clock keeps the clocks of all timed games in progress and computes the time left;
 * game/time_forfeit.h ends a game whose time has run out. It calls loop and rules; rating,
 * session, game and other later rooms call it. */
#ifndef SHG_SERVER_CLOCK_PART_H
#define SHG_SERVER_CLOCK_PART_H

#include "server/clock/absences.h"
#include "server/clock/downtime.h"
#include "server/clock/living_nodes.h"
#include "server/clock/running_clocks.h"
#include "server/loop/host.h"

typedef struct shg_clock_part {
    shg_downtimes downtimes; /* the loop adds the pauses of this run */
    int64_t pause; /* the last row of table run that is known: a pause (storage/news.h), or this run */
    shg_running_clocks *running; /* of the games in progress */
    shg_absences absences;       /* of players whose server was lost */
    shg_living_nodes living;     /* the other servers */
} shg_clock_part;

#endif
