/* part.h: engines: engine players, and analyses of finished games.
 *
 * Keeps the pool of engine processes, the engines' games and challenges, and the queue of
 * analyses. Calls doors, lobby, game and those below; notified by server.c of games and
 * challenges; called by commands/ and api/ for analyses. */
#ifndef SHG_SERVER_ENGINES_PART_H
#define SHG_SERVER_ENGINES_PART_H

#include "server/engines/analysis.h"
#include "server/engines/engine_players.h"
#include "server/engines/engine_pool.h"
#include "server/loop/host.h"

typedef struct shg_engine_part {
    shg_engine_pool *pool; /* NULL: no engine plays here, and the other two are NULL as well */
    shg_engines *players;
    shg_analyses *analyses;
} shg_engine_part;

/* Does nothing if the options ask for no engine. */
SHOOGI_CHECKED shoogi_status shg_engine_part_start(shg_server *server, const shg_launch *start);
void shg_engine_part_stop(shg_server *server);

#endif
