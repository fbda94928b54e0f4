/* game_usi.h: a game as a USI position. */
#ifndef SHG_SERVER_GAME_GAME_USI_H
#define SHG_SERVER_GAME_GAME_USI_H

#include "server/game/game.h"

/* Writes the arguments of "position": "startpos moves 7g7f", or "sfen ..." with a handicap.
 * *moves, if given: their number. Returns false without memory. */
bool shg_game_usi_write(shg_out *out, size_t *moves, const shg_game_state *game);

#endif
