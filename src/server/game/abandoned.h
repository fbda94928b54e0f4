/* abandoned.h: archives inactive correspondence games without a clock.
 *
 * After SHG_ABANDONED_MS without an event both players get a reminder. If nothing happens for
 * SHG_ABANDONED_GRACE_MS more, the game is archived: it ends with no result, reason "abandoned",
 * which lists show and ratings do not count. */
#ifndef SHG_SERVER_GAME_ABANDONED_H
#define SHG_SERVER_GAME_ABANDONED_H

#include "server/loop/host.h"

/* The reason of that result. */
#define SHG_REASON_ABANDONED SHG_TEXT("abandoned")

/* Kind of the document (Black's) that stores the time of the reminder in milliseconds. */
#define SHG_DOCUMENT_ABANDONED "abandoned"

/* Finds inactive games, and reminds their players or archives them. Call it periodically. */
void shg_abandoned_sweep(shg_server *server);

#endif
