/* time_forfeit.h: games that are lost on time.
 *
 * Every timed game that is being played has its clock in memory, also when the rest of it is not, and one timer
 * waits for the first that falls.  That a clock has fallen is stored as a result, like any other event. */
#ifndef SHG_SERVER_GAME_TIME_FORFEIT_H
#define SHG_SERVER_GAME_TIME_FORFEIT_H

#include "server/clock/game_clock.h"
#include "server/clock/running_clocks.h"
#include "server/game/game.h"
#include "server/loop/host.h"

/* Before anything else here.  Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_time_forfeits_init(shg_server *server);
/* Also after init has failed, or was not called. */
void shg_time_forfeits_fini(shg_server *server);

/* Reads the clocks of all timed games that are being played.  Games that cannot be read are left out. */
SHOOGI_CHECKED shoogi_status shg_time_forfeits_read(shg_server *server, shg_storage *storage,
                                                    shoogi_error *err);

/* A game is in memory that was made just now, or something has happened in it. */
void shg_time_forfeits_follow(shg_server *server, const shg_game_state *game);

/* The same of a game that was made and need not be in memory. */
void shg_time_forfeits_begin(shg_server *server, int64_t game);

/* The same of a game that is not in memory, when a player's clock was stopped.  Returns its clock, borrowed for the
 * moment; NULL if it is over. */
const shg_running_clock *shg_time_forfeits_vacation(shg_server *server, int64_t game, int colour,
                                                    int64_t length_ms, int64_t at_ms);

/* Ends the games whose time has run out; the timer calls it. */
void shg_time_forfeits_look(shg_server *server);

/* The clock of a game that is being played; NULL if it has none. */
const shg_game_clock *shg_time_forfeits_clock(const shg_server *server, int64_t game);

#endif
