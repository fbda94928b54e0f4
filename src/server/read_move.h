/* read_move.h: a move as a player writes it, in whatever notation. */
#ifndef SHG_SERVER_READ_MOVE_H
#define SHG_SERVER_READ_MOVE_H

#include "shoogi/notation.h"

/* Reads a move in Western notation or, if it is none there, in USI, as Game Courier has it, or in Japanese.
 * Returns OK; what the first notation says in which it is a move; else BAD_TEXT with what Western notation misses;
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_read_move(shoogi_western *out, const shoogi_position *position,
                                           const char *text, size_t text_bytes, shoogi_error *err);

#endif
