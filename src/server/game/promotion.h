/* promotion.h: the question whether a piece promotes, and to what, where a move leaves it open. */
#ifndef SHG_SERVER_GAME_PROMOTION_H
#define SHG_SERVER_GAME_PROMOTION_H

#include "server/rules/past_rules.h"
#include "server/session/session.h"
#include "shoogi/position.h"

/* Asks for one of the choices that position allows at the end of move, and calls then with it.  rules: of
 * position, which are held until then, whatever becomes of the game; NULL for a variant of the start, which
 * stays.  context: taken by then; free_context frees it if there is no answer. */
void shg_ask_promotion(shg_session *session, const shoogi_position *position, shg_rules *rules,
                       shoogi_move move,
                       void (*then)(shg_session *session, void *context, shoogi_move move),
                       void *context, void (*free_context)(void *context));

#endif
