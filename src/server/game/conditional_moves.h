/* conditional_moves.h: conditional moves: a player's prepared answers to possible moves of the
 * opponent, a tree.
 *
 * It is stored as its lines, each from the position in which the opponent is to move to a leaf:
 * "MOVE ANSWER MOVE ANSWER", in USI, with spaces between and LF at the end. No line is a prefix
 * of another, and the same moves have only one answer. This module handles text only: callers
 * check that the moves of a line are legal in sequence. */
#ifndef SHG_SERVER_GAME_CONDITIONAL_MOVES_H
#define SHG_SERVER_GAME_CONDITIONAL_MOVES_H

#include "base/text.h"
#include "shoogi/notation.h"

/* Writes the plan with one more line. A different answer to the same moves is replaced with
 * everything after it. line: an even number of moves, without LF. */
void shg_plan_add(shg_out *out, const char *plan, const char *line);

/* Writes the plan without the lines that begin with these moves; line: without LF, "" for all. */
void shg_plan_without(shg_out *out, const char *plan, const char *line);

/* Finds the answer to a move, and writes the plan after it. Returns false, writing nothing, if
 * there is none. */
bool shg_plan_answer(char answer[SHOOGI_MOVE_TEXT_BYTES], shg_out *rest, const char *plan,
                     const char *move);

/* Iterates over the lines of a plan: *line, *line_bytes without LF; false at the end. *at:
 * initially the plan. */
bool shg_plan_line(const char **line, size_t *line_bytes, const char **at);

#endif
