/* xbetza.h: reads the moves of one kind from XBetza notation.
 *
 * Source: docs/xbetza.md. */
#ifndef SHG_CORE_DEFINITION_XBETZA_H
#define SHG_CORE_DEFINITION_XBETZA_H

#include "base/arena.h"
#include "core/definition/faults.h"
#include "core/variant/movement.h"
#include "shoogi/status.h"

/* The most men that the legs take on the way, and of those that their man shoots, so many at the end of each leg. */
size_t shg_count_on_via(const shg_leg *legs, size_t leg_count, unsigned shots);

/* True if a move can tell them, who are SHOOGI_VIA_MAX at most: where more than two are taken, each stands within
 * SHOOGI_VIA_STEP_MAX squares of the one before.  shot_range: how far it shoots; 0: as far as the board goes. */
bool shg_tells_way(const shg_leg *legs, size_t leg_count, unsigned shots, unsigned shot_range);

/* text: text_bytes without white space, which lie in a source of faults; copied from.
 * Returns OK and *out filled, its arrays borrowed from arena, perhaps after warnings; PARSE_ERROR after the
 * first fault, told at the first character that does not fit; NO_MEMORY. */
shoogi_status shg_betza_read(shg_betza *out, shg_arena *arena, const char *text, size_t text_bytes,
                             shg_faults *faults);

#endif
