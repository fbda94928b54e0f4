/* yes_question.h: a question about a game that only the whole word "yes" confirms, in English or
 * the session's language. */
#ifndef SHG_SERVER_GAME_YES_QUESTION_H
#define SHG_SERVER_GAME_YES_QUESTION_H

#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* number: of the next event when the question was asked. If that number is taken by now, the
 * action fails with a conflict. */
typedef void shg_yes_fn(shg_session *session, shg_game_state *game, int64_t number);

/* Asks. After "yes" calls yes; after any other answer, or an interrupt, writes the line no.
 * prompt: copied, no: a literal; both are translated. */
void shg_ask_yes(shg_session *session, shg_game_state *game, const char *prompt, const char *no,
                 shg_yes_fn *yes);

#endif
