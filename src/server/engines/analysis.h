/* analysis.h: analyses of finished games by the engine, made on request.
 *
 * The strongest engine searches each position with a fixed number of nodes, whenever no game
 * waits for a move. The result is stored as its document about the game (see storage.h), for
 * everybody who may see the game. */
#ifndef SHG_SERVER_ENGINES_ANALYSIS_H
#define SHG_SERVER_ENGINES_ANALYSIS_H

#include "server/engines/engine_pool.h"
#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

typedef struct shg_analyses shg_analyses;

/* pool: borrowed. Returns OK and *out owned (shg_analyses_free, before the pool), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_analyses_new(shg_analyses **out, shg_server *server,
                                              shg_engine_pool *pool);
/* Cancels the analysis of a game, queued or running, because a player asks for none. NULL is
 * accepted. */
void shg_analysis_cancel(shg_analyses *analyses, int64_t game);

/* NULL is accepted. */
void shg_analyses_free(shg_analyses *analyses);

/* Shows a session the analysis of a game, and requests one if there is none; game: as for
 * shg_with_game. */
void shg_analysis_ask(shg_session *session, shg_game_state *game);

#endif
