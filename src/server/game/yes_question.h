/* yes_question.h: a question about a game that is answered by yes or no, in English or the session's
 * language. */
#ifndef SHG_SERVER_GAME_YES_QUESTION_H
#define SHG_SERVER_GAME_YES_QUESTION_H

#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* number: of the next event when the question was asked. If that number is taken by now, the
 * action fails with a conflict. */
typedef void shg_yes_fn(shg_session *session, shg_game_state *game, int64_t number);

/* What confirms: y or yes, or for something that cannot be undone only the whole word. */
typedef enum shg_yes_kind { SHG_YES_SHORT, SHG_YES_WHOLE_WORD } shg_yes_kind;

/* Asks. After yes calls yes; after no, or an interrupt, writes the line no; explains itself after any
 * other answer. prompt: copied, no: a literal; both are translated. */
void shg_ask_yes(shg_session *session, shg_game_state *game, shg_yes_kind kind, const char *prompt,
                 const char *no, shg_yes_fn *yes);

/* Explains to a player what confirms. */
void shg_explain_yes(shg_session *session, shg_yes_kind kind, const char *line, size_t line_bytes);

#endif
