/* announce.h: telling the players of a game what has happened in it. */
#ifndef SHG_SERVER_ANNOUNCE_H
#define SHG_SERVER_ANNOUNCE_H

#include "server/server_int.h"

/* Something has been added to a game, and is stored.  Sessions of both players, but for the one that did
 * it, have the board drawn if the game is their current one, or are told that there is a new move; all
 * are told of the end.  by: NULL for nobody. */
void shg_announce(shg_server *server, shg_game_state *game, const shg_session *by);

/* Draws the board that has been waiting for the end of a command or question, if there is one. */
void shg_redraw_due(shg_session *session);

#endif
