/* one_keyboard.h: two people at one keyboard: the player who has both sides.
 *
 * A local server has one session, whose player is both of them; the games in which he plays against himself
 * are theirs (shg_game_shared), and whose turn it is sits at the keyboard.
 *
 * The room keyboard: a server that has one session, at the terminal (door_local.h, console.h).  It uses all rooms. */
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

/* Writes who is at the keyboard and at which game: "Black, game 3> ". */
void shg_table_prompt(shg_out *out, const shg_session *session);

#endif
