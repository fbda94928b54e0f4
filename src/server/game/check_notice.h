/* check_notice.h: what is said of a check: who gives it, where the king could go, how it can be answered.
 *
 * Source: shoogi-commands.md, CHECK.1 to CHECK.6. */
#ifndef SHG_SERVER_GAME_CHECK_NOTICE_H
#define SHG_SERVER_GAME_CHECK_NOTICE_H

#include "base/text.h"
#include "language/language.h"
#include "shoogi/position.h"

/* Writes the notices for the position as it stands, royals being called as names says, each a line ending in LF; nothing if no royal is
 * attacked.  Where memory runs out what could not be looked at is left out. */
void shg_notices_write(shg_out *out, const shoogi_position *position, shoogi_style names,
                       shg_language language);

#endif
