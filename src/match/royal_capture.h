/* royal_capture.h: whether a royal can be captured, in games that allow leaving it in check. */
#ifndef SHG_MATCH_ROYAL_CAPTURE_H
#define SHG_MATCH_ROYAL_CAPTURE_H

#include "shoogi/position.h"

/* *out: whether the side to move has a move that wins by capturing a royal.  The position is unchanged.  Returns OK, or NO_MEMORY.
 * Cost: makes every legal move and checks the result. */
SHOOGI_CHECKED shoogi_status shg_can_capture_royal(bool *out, shoogi_position *position);

#endif
