/* royal.h: whether a royal is about to be taken, in games in which nobody must answer a check. */
#ifndef SHG_MATCH_ROYAL_H
#define SHG_MATCH_ROYAL_H

#include "shoogi/position.h"

/* *out: the side to move has a move that wins because it takes a royal.  The position is as before.  Returns OK, or
 * NO_MEMORY.  Cost: a look for a result behind every move. */
SHOOGI_CHECKED shoogi_status shg_royal_in_reach(bool *out, shoogi_position *position);

#endif
