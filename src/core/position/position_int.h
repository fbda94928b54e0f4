/* position_int.h: what positions offer to the engine and to each other beside the public functions. */
#ifndef SHG_CORE_POSITION_POSITION_INT_H
#define SHG_CORE_POSITION_POSITION_INT_H

#include "core/board/board_ops.h"

/* True if the squares of the move are squares of the board, and those on the way come one after the other. */
bool shg_move_squares_fit(const shoogi_variant *variant, shoogi_move move);

/* True if the move, whose squares fit, is legal, repetition included where it is forbidden. */
bool shg_position_is_legal(const shoogi_position *position, shoogi_move move);

/* What it comes to if the position occurs often enough that stands on the board, and stood there before move number
 * first (0: the first) of those played. */
shoogi_result shg_position_judge_repetition(const shoogi_position *position, size_t first);

/* Room for so many more moves in the history.  NO_MEMORY. */
shoogi_status shg_position_make_room(shoogi_position *position, size_t more);

/* Takes a handicap back, the only move played. */
void shg_handicap_undo(shoogi_position *position);

/* The words of illegal.def. */
const char *shg_illegal_text(shoogi_illegal why);

/* Recounts everything kept step by step, the hash too, from nothing; true if all agrees.  For asserts
 * and tests. */
bool shg_position_check(const shoogi_position *position);

#endif
