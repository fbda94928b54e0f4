/* one_keyboard.h: two people at one keyboard, who share one player.
 *
 * A local server has one session, whose player has both sides: the games of this player against
 * themselves are theirs (shg_game_shared), and the side to move is at the keyboard.
 *
 * The room keyboard keeps the session of a server that has only one, at the terminal
 * (door_local.h, console.h). It calls all rooms; src/cli calls it. */
#ifndef SHG_SERVER_KEYBOARD_ONE_KEYBOARD_H
#define SHG_SERVER_KEYBOARD_ONE_KEYBOARD_H

#include "server/game/game.h"
#include "server/session/session.h"
#include "shoogi/catalog.h"

/* Signs the session in and continues a game: the latest unfinished one of the variant, or else a
 * new one; entry NULL: the current game, the latest unfinished one, or a new one of the default
 * variant. entry: borrowed until the session is gone. The session must be held; if the storage
 * fails it is notified and quits. */
void shg_begin_at_keyboard(shg_session *session, const shoogi_catalog_entry *entry);

/* Writes the prompt with the side to move and the game: "Black, game 3> ". */
void shg_keyboard_prompt(shg_out *out, const shg_session *session);

#endif
