/* analysis.h: games that are over, looked through by the engine when somebody asks for it.
 *
 * The strongest engine looks at each position for so many nodes, whenever no game waits for a move.  What it found is kept
 * as its paper about the game (see storage.h), for all who may see the game. */
#ifndef SHG_SERVER_ENGINES_ANALYSIS_H
#define SHG_SERVER_ENGINES_ANALYSIS_H

#include "server/engines/engine_pool.h"
#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

typedef struct shg_analyses shg_analyses;

/* thinkers: borrowed.  Returns OK and *out owned (shg_analyses_free, before them), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_analyses_new(shg_analyses **out, shg_server *server,
                                              shg_engine_pool *pool);
/* A player asks that this game be not analysed: it is not, though it waits for that or is at work.  NULL is accepted. */
void shg_analyses_drop(shg_analyses *analyses, int64_t game);

/* NULL is accepted. */
void shg_analyses_free(shg_analyses *analyses);

/* Shows a session the analysis of a game, and asks for one if there is none; game: as of shg_with_game. */
void shg_analysis_ask(shg_session *session, shg_game_state *game);

#endif
