/* engine_players.h: the players that are engines: an account for each of ten strengths, as good at every game.
 *
 * Each is a program that stands inside the server: it has a session as programs outside have, and calls the commands
 * that anybody calls.  What it plays is found by the processes of engine_pool.h.  It holds nothing that is not stored: after
 * a restart it goes on with its games and looks at the challenges made to it. */
#ifndef SHG_SERVER_ENGINES_ENGINE_PLAYERS_H
#define SHG_SERVER_ENGINES_ENGINE_PLAYERS_H

#include "base/text.h"
#include "server/account/engine_names.h"
#include "server/engines/engine_pool.h"
#include "server/game/game.h"
#include "server/loop/host.h"
#include "storage/storage.h"

typedef struct shg_engines shg_engines;
typedef struct shg_game_state shg_game_state;

/* The accounts are made if they are not there, which is done when the loop runs.  thinkers: borrowed.  Returns OK and *out
 * owned (shg_engines_free, before the workers end), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_engines_new(shg_engines **out, shg_server *server,
                                             shg_engine_pool *pool);
/* NULL is accepted. */
void shg_engines_free(shg_engines *engines);

/* Something has happened in a game, or it has begun.  NULL is accepted. */
void shg_engines_follow(shg_engines *engines, shg_game_state *game);

/* A challenge was made.  pattern: for whom.  NULL is accepted. */
void shg_engines_challenged(shg_engines *engines, const char *pattern);

/* Which level somebody who is online here has; 0: he is no engine.  NULL is accepted. */
unsigned shg_engines_level_of(const shg_engines *engines, int64_t player);

/* What there is, as a member "engines" and numbers beside it.  NULL: none. */
void shg_engines_json(shg_out *out, const shg_engines *engines);

#endif
