/* one_keyboard_answers.h: what two people at one keyboard are answered who call a command that is for others. */
#ifndef SHG_SERVER_COMMANDS_ONE_KEYBOARD_ANSWERS_H
#define SHG_SERVER_COMMANDS_ONE_KEYBOARD_ANSWERS_H

#include "server/session/session.h"

/* Where there are only the two players, a command that is for others is answered here.  True if it was. */
bool shg_answers_at_one_keyboard(shg_session *session, const shg_call *call);

#endif
