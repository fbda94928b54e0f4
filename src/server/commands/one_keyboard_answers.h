/* one_keyboard_answers.h: answers to two players at one keyboard who call a command that needs
 * other users. */
#ifndef SHG_SERVER_COMMANDS_ONE_KEYBOARD_ANSWERS_H
#define SHG_SERVER_COMMANDS_ONE_KEYBOARD_ANSWERS_H

#include "server/session/session.h"

/* Answers a command that makes no sense with only two players at one keyboard. True if it was
 * one. */
bool shg_answers_at_one_keyboard(shg_session *session, const shg_call *call);

#endif
