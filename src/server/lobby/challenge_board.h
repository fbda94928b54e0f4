/* challenge_board.h: draws the position from which a challenge's game begins. */
#ifndef SHG_SERVER_LOBBY_CHALLENGE_BOARD_H
#define SHG_SERVER_LOBBY_CHALLENGE_BOARD_H

#include "base/text.h"
#include "server/session/session.h"
#include "storage/storage.h"

/* Writes the board of a challenge that names a position, as the session's settings draw boards and with the player's own side at
 * the bottom. Nothing for programs, for the first position of a game, for a position that lists do not show either, and for a
 * stored definition, which would have to be read first. */
void shg_challenge_board_write(shg_out *out, const shg_session *session, const shg_challenge *row);

#endif
