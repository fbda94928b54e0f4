/* promotion.h: asks whether a piece promotes, and to what, if the move does not say. */
#ifndef SHG_SERVER_GAME_PROMOTION_H
#define SHG_SERVER_GAME_PROMOTION_H

#include "server/rules/past_rules.h"
#include "server/session/session.h"
#include "shoogi/position.h"

/* Asks for one of the choices for `move` in position, then calls then with it. rules: the
 * position's rules, retained until then; NULL for a variant loaded at startup. context: taken by
 * then; free_context frees it if there is no answer. no: the sentence that follows if the player
 * cancels, a literal marked with SHG_TEXT. */
void shg_ask_promotion(shg_session *session, const shoogi_position *position, shg_rules *rules,
                       shoogi_move move, const char *no,
                       void (*then)(shg_session *session, void *context, shoogi_move move),
                       void *context, void (*free_context)(void *context));

#endif
