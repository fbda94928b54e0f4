/* seen_first.h: with several servers on one database, stores what a player is about to see before it is shown.
 *
 * The opponent may be at another server, where UNDO takes back what the player has not seen: the database decides, so it must
 * know first.  A server that is alone need not wait, since its own writer stores both in order. */
#ifndef SHG_SERVER_GAME_SEEN_FIRST_H
#define SHG_SERVER_GAME_SEEN_FIRST_H

#include "server/game/load_game.h"

/* Whether the session's player is about to see a move of the opponent that could be taken back, and the server is one of
 * several.  If so, stores that it is seen, reads the game again if another server has changed it, and calls
 * shg_with_game(session, game, then). */
bool shg_see_first(shg_session *session, const shg_game_state *game, shg_game_then *then);

/* Likewise for a board that was drawn unasked, which is seen when its player types a line: calls then with the line. */
typedef void shg_line_then(shg_session *session, const char *line, size_t line_bytes,
                           size_t text_at);
bool shg_see_drawn_first(shg_session *session, const char *line, size_t line_bytes, size_t text_at,
                         shg_line_then *then);

#endif
