/* check_notice.h: notices of a check: the checking pieces, the king's escapes, the possible
 * answers.
 *
 * Source: shoogi-commands.md, CHECK.1 to CHECK.6. */
#ifndef SHG_SERVER_GAME_CHECK_NOTICE_H
#define SHG_SERVER_GAME_CHECK_NOTICE_H

#include "base/text.h"
#include "language/language.h"
#include "shoogi/move_text.h"
#include "shoogi/position.h"

/* Writes the notices for a position, one line each, ending in LF; nothing if no royal piece is
 * attacked. names: names of royal pieces. If memory runs out, what could not be computed is left
 * out. */
void shg_notices_write(shg_out *out, const shoogi_position *position, shoogi_style names,
                       shg_language language, shoogi_notation notation);

#endif
