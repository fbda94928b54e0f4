/* game_usi.h: a game as an engine is told it. */
#ifndef SHG_SERVER_GAME_GAME_USI_H
#define SHG_SERVER_GAME_GAME_USI_H

#include "server/game/game.h"

/* Writes what stands behind "position" in USI: "startpos moves 7g7f", or "sfen ..." where pieces were removed first.
 * *moves, if given: how many.  False: no memory. */
bool shg_game_usi_write(shg_out *out, size_t *moves, const shg_game_state *game);

#endif
