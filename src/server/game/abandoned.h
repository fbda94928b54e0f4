/* abandoned.h: games by correspondence without a clock in which nothing happens any more.
 *
 * After SHG_ABANDONED_MS both players are asked to go on; if nothing has happened SHG_ABANDONED_GRACE_MS later the game
 * is archived: it ends without contest, "abandoned", which lists show and ratings do not count. */
#ifndef SHG_SERVER_GAME_ABANDONED_H
#define SHG_SERVER_GAME_ABANDONED_H

#include "server/loop/host.h"

/* The reason of such a result. */
#define SHG_REASON_ABANDONED SHG_TEXT("abandoned")

/* The paper, Black's, that says since when the players are asked, in milliseconds. */
#define SHG_DOCUMENT_ABANDONED "abandoned"

/* Looks for such games, and does with them what is due.  From time to time. */
void shg_abandoned_sweep(shg_server *server);

#endif
