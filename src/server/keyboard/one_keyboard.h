/* one_keyboard.h: two people at one keyboard: the player who has both sides.
 *
 * A local server has one session, whose player is both of them; the games in which he plays against himself
 * are theirs (shg_game_shared), and whose turn it is sits at the keyboard. */
#ifndef SHG_SERVER_KEYBOARD_ONE_KEYBOARD_H
#define SHG_SERVER_KEYBOARD_ONE_KEYBOARD_H

#include "server/game/game.h"
#include "server/session/session.h"
#include "shoogi/catalog.h"

/* Logs the session in and goes to a game: the latest unfinished one of the variant, or a new one if there is
 * none; entry NULL: the current game, the latest unfinished one, or a new one of the usual variant.  entry:
 * borrowed until the session is gone.  The session must be held; if the storage fails it is told why and
 * quits. */
void shg_sit_down(shg_session *session, const shoogi_catalog_entry *entry);

/* Where there are only the two players, a command that is for others is answered here.  True if it was. */
bool shg_table_refuses(shg_session *session, const shg_call *call);

/* Whether somebody wants to see the board: not while a machine is to move. */
bool shg_table_shows(const shg_session *session, const shg_game_state *game);

/* Writes who is at the keyboard and at which game: "Black, game 3> ". */
void shg_table_prompt(shg_out *out, const shg_session *session);

#endif
