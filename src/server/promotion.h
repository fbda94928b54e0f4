/* promotion.h: the question whether a piece promotes, where a move leaves it open. */
#ifndef SHG_SERVER_PROMOTION_H
#define SHG_SERVER_PROMOTION_H

#include "server/session.h"
#include "shoogi/types.h"

/* Calls then with promoting or unpromoted, whichever is chosen.  context: taken by then; free_context
 * frees it if there is no answer. */
void shg_ask_promotion(shg_session *session, shoogi_move promoting, shoogi_move unpromoted,
                       void (*then)(shg_session *session, void *context, shoogi_move move),
                       void *context, void (*free_context)(void *context));

#endif
