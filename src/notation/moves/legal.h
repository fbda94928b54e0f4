/* legal.h: the legal moves of a position as a list of one's own. */
#ifndef SHG_NOTATION_MOVES_LEGAL_H
#define SHG_NOTATION_MOVES_LEGAL_H

#include "shoogi/position.h"

/* As shoogi_position_moves, or with paths as shoogi_position_moves_by_path.  Men of several steps have thousands of paths
 * to some dozens of results: what is written as usual is looked for among the moves, and among paths only if it
 * is not there.  Returns OK with *out owned (free), which has room for one move more, or NO_MEMORY with *out
 * NULL. */
SHOOGI_CHECKED shoogi_status shg_legal_list(shoogi_move **out, size_t *count,
                                            const shoogi_position *position, bool paths);

#endif
