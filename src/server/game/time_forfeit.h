/* time_forfeit.h: ends games lost on time.
 *
 * The clock of every timed game in progress is in memory, even if the game is not. One timer
 * waits for the next flag fall. The loss is stored as a result, like any other event. */
#ifndef SHG_SERVER_GAME_TIME_FORFEIT_H
#define SHG_SERVER_GAME_TIME_FORFEIT_H

#include "server/clock/downtime.h"
#include "server/clock/game_clock.h"
#include "server/clock/running_clocks.h"
#include "server/game/game.h"
#include "server/loop/host.h"

/* Call it before anything else here. Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_time_forfeits_init(shg_server *server);
/* Also after a failed init, or without init. */
void shg_time_forfeits_fini(shg_server *server);

typedef struct shg_timed_games {
    int64_t *ids; /* owned (free), also after an error */
    size_t count;
} shg_timed_games;

/* Lists all timed games in progress. *out: zeroed, filled. */
SHOOGI_CHECKED shoogi_status shg_timed_games_list(shg_timed_games *out, shg_storage *storage,
                                                  shoogi_error *err);

/* Reads the clocks of all timed games in progress. Unreadable games are left out. */
SHOOGI_CHECKED shoogi_status shg_time_forfeits_read(shg_server *server, shg_storage *storage,
                                                    shoogi_error *err);

/* Updates the clock of a game in memory after its start or an event. */
void shg_time_forfeits_follow(shg_server *server, const shg_game_state *game);

/* The same for a new game that may not be in memory. */
void shg_time_forfeits_begin(shg_server *server, int64_t game);

/* The same for a game not in memory, after a player's clock was stopped. Returns its clock,
 * borrowed for the moment; NULL if the game is over. */
const shg_running_clock *shg_time_forfeits_vacation(shg_server *server, int64_t game, int colour,
                                                    int64_t length_ms, int64_t at_ms);

/* Moves all flag falls behind a pause of all clocks, which is stored and among the downtimes. */
void shg_time_forfeits_pause(shg_server *server, shg_downtime pause);

/* Ends the games whose time has run out; called by the timer. */
void shg_time_forfeits_check(shg_server *server);

/* Returns the clock of a game in progress; NULL if it has none. */
const shg_game_clock *shg_time_forfeits_clock(const shg_server *server, int64_t game);

#endif
