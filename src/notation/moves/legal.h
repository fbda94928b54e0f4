/* legal.h: the legal moves of a position as an allocated list. */
#ifndef SHG_NOTATION_MOVES_LEGAL_H
#define SHG_NOTATION_MOVES_LEGAL_H

#include "shoogi/position.h"

/* As shoogi_position_moves, or with paths as shoogi_position_moves_by_path.  Multi-step pieces have thousands of paths
 * to a few dozen results: readers look among the moves first, and among paths only if nothing matches.  Returns OK
 * with *out owned (free), with space for one more move, or NO_MEMORY with *out NULL. */
SHOOGI_CHECKED shoogi_status shg_legal_list(shoogi_move **out, size_t *count,
                                            const shoogi_position *position, bool paths);

#endif
