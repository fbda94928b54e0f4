/* announce.h: telling the players of a game what has happened in it. */
#ifndef SHG_SERVER_GAME_ANNOUNCE_H
#define SHG_SERVER_GAME_ANNOUNCE_H

#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* What was added to a game. */
typedef struct shg_added {
    const shg_event *events; /* borrowed */
    size_t count;            /* 0: it has to be read again */
} shg_added;

/* Something has been added to a game, and is stored.  Sessions of both players, but for the one that did
 * it, have the board drawn if the game is their current one, or are told that there is a new move; all
 * are told of the end.  Programs are sent the events, also those of their own.  by: NULL for nobody. */
void shg_announce(shg_server *server, shg_game_state *game, const shg_session *by, shg_added added);

/* A game has begun in which the session plays: it is told so if a program is at it. */
void shg_announce_begun(shg_session *session, const shg_game_state *game);

/* Draws the board that has been waiting for the end of a command or question, if there is one. */
void shg_redraw_due(shg_session *session);

#endif
