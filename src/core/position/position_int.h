/* position_int.h: functions of positions for the engine and for other files of core, beside the public ones. */
#ifndef SHG_CORE_POSITION_POSITION_INT_H
#define SHG_CORE_POSITION_POSITION_INT_H

#include "core/board/board_ops.h"

/* Whether the squares of the move are squares of the board, and its via squares are filled in order. */
bool shg_move_squares_fit(const shoogi_variant *variant, shoogi_move move);

/* Whether the move, whose squares fit, is legal, including forbidden repetition. */
bool shg_position_is_legal(const shoogi_position *position, shoogi_move move);

/* The result by repetition if the position on the board occurs often enough and also occurred before move number
 * first (from 0) of the history. */
shoogi_result shg_position_judge_repetition(const shoogi_position *position, size_t first);

/* Makes space for so many more moves in the history.  OK or NO_MEMORY. */
shoogi_status shg_position_make_room(shoogi_position *position, size_t more);

/* Undoes a handicap, the only move played. */
void shg_handicap_undo(shoogi_position *position);

/* The text of illegal.def. */
const char *shg_illegal_text(shoogi_illegal why);

/* Audits the position: recomputes everything that is updated incrementally, including the hash; true if all agrees.
 * For asserts and tests. */
bool shg_position_check(const shoogi_position *position);

#endif
