/* begun_notice.h: notifies the sessions of a player that a game has begun. */
#ifndef SHG_SERVER_LOBBY_BEGUN_NOTICE_H
#define SHG_SERVER_LOBBY_BEGUN_NOTICE_H

#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* Notifies another session of a player of the game, and draws the board if the game is current
 * there. by: the player who accepted; NULL: the session is one of that player. */
void shg_notify_begun(shg_session *to, shg_game_state *game, const char *by);

/* A game has begun at another server of the database: makes it current in the sessions of its players for whom it is stored as
 * current, and notifies them.  current: the stored current games of the players, by colour. */
void shg_begun_elsewhere(shg_server *server, shg_game_state *game, const int64_t current[2]);

#endif
