/* announce.h: notifies the players and watchers of a game of new events. */
#ifndef SHG_SERVER_GAME_ANNOUNCE_H
#define SHG_SERVER_GAME_ANNOUNCE_H

#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* The events added to a game. */
typedef struct shg_added {
    const shg_event *events; /* borrowed */
    size_t count;            /* 0: the events have to be read again */
} shg_added;

/* Announces stored events. In sessions of both players, except the one that acted, the board is
 * drawn if the game is current, else a notice reports the new move; every session gets the end
 * of the game. Programs get all events, also their own. by: NULL for the server. */
void shg_announce(shg_server *server, shg_game_state *game, const shg_session *by, shg_added added);

/* Announces events that another server of the database has stored: as above, but the observers know that
 * it was elsewhere. */
void shg_announce_remote(shg_server *server, shg_game_state *game, shg_added added);

/* Announces a new game to the player's session if it is a program. */
void shg_announce_begun(shg_session *session, const shg_game_state *game);

/* Draws the board of a game that has begun in a session in which it is current: now if the session is idle,
 * after its command or question else; not if REDRAW is off. */
void shg_draw_begun(shg_session *session, shg_game_state *game);

/* Draws a board that was delayed by a command or question. */
void shg_redraw_due(shg_session *session);

#endif
