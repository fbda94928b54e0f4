/* greeting.h: the greeting after signing in: messages left, games settled since the last visit,
 * games begun since then, games with unseen moves or with the player to move, the current game. */
#ifndef SHG_SERVER_COMMANDS_GREETING_H
#define SHG_SERVER_COMMANDS_GREETING_H

#include "server/account/sign_in.h"

/* Greets a session that has just signed in and is online. Stores that a stored player is online. */
void shg_welcome(shg_session *session, shg_presence presence);

#endif
