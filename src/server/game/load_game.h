/* load_game.h: loads a game into memory, then continues. */
#ifndef SHG_SERVER_GAME_LOAD_GAME_H
#define SHG_SERVER_GAME_LOAD_GAME_H

#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* game: borrowed for the call unless pinned; NULL if it could not be loaded, which has been
 * reported to the session. */
typedef void shg_game_then(shg_session *session, shg_game_state *game);

/* Reports why a game could not be read. */
void shg_say_no_game(shg_session *session, int64_t id, const shg_job *job);

/* Reports to the log, once, a game that can never be read: its events cannot be replayed. job: of reading it. */
void shg_log_no_game(shg_server *server, int64_t id, const shg_job *job);

/* Calls then with the game if the session may see it: at once if it is in memory, else after the
 * reader has read it; the session is busy meanwhile. */
void shg_with_game(shg_session *session, int64_t id, shg_game_then *then);

/* The same for the server itself, without permission checks; then is not called if the game
 * cannot be read, but is as soon as a database that is away is there again. */
typedef void shg_game_found(shg_server *server, shg_game_state *game);
void shg_find_game(shg_server *server, int64_t id, shg_game_found *then);

#endif
