/* part.h: the engine at the server: the players that are engines, and analyses of games that are over.
 *
 * The processes that search are those of engine_pool.h.  The room uses those below it. */
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

/* Nothing, where the options ask for no engine. */
SHOOGI_CHECKED shoogi_status shg_engine_part_start(shg_server *server, const shg_launch *start);
void shg_engine_part_stop(shg_server *server);

#endif
