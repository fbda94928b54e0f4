/* yes_question.h: a question about a game to which only the whole word yes is a yes, in English or the language of the session. */
#ifndef SHG_SERVER_GAME_YES_QUESTION_H
#define SHG_SERVER_GAME_YES_QUESTION_H

#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* number: of the next event when it was asked; should it be taken now, what is done fails as for anybody who
 * was second. */
typedef void shg_yes_fn(shg_session *session, shg_game_state *game, int64_t number);

/* Asks.  At yes calls yes; at anything else, an interrupt too, says no, a line.  prompt: copied, no: a literal; both are looked up in the
 * language of the session. */
void shg_ask_yes(shg_session *session, shg_game_state *game, const char *prompt, const char *no,
                 shg_yes_fn *yes);

#endif
