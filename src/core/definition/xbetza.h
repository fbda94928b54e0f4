/* xbetza.h: parses the XBetza notation of the moves of one kind.
 *
 * Source: docs/xbetza.md. */
#ifndef SHG_CORE_DEFINITION_XBETZA_H
#define SHG_CORE_DEFINITION_XBETZA_H

#include "base/arena.h"
#include "core/definition/faults.h"
#include "core/variant/movement.h"
#include "shoogi/status.h"

/* The greatest number of captures on the way by the legs, including shots, so many at the end of each leg. */
size_t shg_count_on_via(const shg_leg *legs, size_t leg_count, unsigned shots);

/* Whether a move can encode them: at most SHOOGI_VIA_MAX, and if more than two, each within SHOOGI_VIA_STEP_MAX
 * squares of the one before. shot_range: the range of its shots; 0: no limit. */
bool shg_via_fits_a_move(const shg_leg *legs, size_t leg_count, unsigned shots,
                         unsigned shot_range);

/* text: text_bytes without white space, part of a source of faults, copied.  Returns OK and *out filled, its arrays
 * borrowed from arena, perhaps after warnings; PARSE_ERROR after the first error, reported at the first character
 * that does not match; NO_MEMORY. */
shoogi_status shg_betza_read(shg_betza *out, shg_arena *arena, const char *text, size_t text_bytes,
                             shg_faults *faults);

#endif
