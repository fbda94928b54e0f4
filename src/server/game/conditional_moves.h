/* conditional_moves.h: conditional moves: what a player answers to what his opponent may play, as a tree.
 *
 * It is kept as its lines, from the position in which the opponent is to move to each end: "MOVE ANSWER MOVE ANSWER",
 * in USI, with a blank between and LF behind each line.  No line begins another, and to the same moves there is one
 * answer.  All of it is text: whoever adds a line has seen to it that its moves are legal one after the other. */
#ifndef SHG_SERVER_GAME_CONDITIONAL_MOVES_H
#define SHG_SERVER_GAME_CONDITIONAL_MOVES_H

#include "base/text.h"
#include "shoogi/notation.h"

/* Writes the plan with a line more.  Where the plan has other answers to the same moves, these go with all that
 * stands behind them.  line: of two moves, four moves...; without LF. */
void shg_plan_add(shg_out *out, const char *plan, const char *line);

/* Writes the plan without the lines that begin with those moves; line: without LF, "" for all. */
void shg_plan_without(shg_out *out, const char *plan, const char *line);

/* What is answered to a move, and the plan from there on.  False if there is no answer, and nothing is written. */
bool shg_plan_answer(char answer[SHOOGI_MOVE_TEXT_BYTES], shg_out *rest, const char *plan,
                     const char *move);

/* The lines of a plan, one after the other: *line, *line_bytes of them without LF.  False at the end.  *at: the plan
 * at first. */
bool shg_plan_line(const char **line, size_t *line_bytes, const char **at);

#endif
