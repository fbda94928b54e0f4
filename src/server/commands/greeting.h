/* greeting.h: what a player is told at login: messages left, games settled since the last visit, games that have
 * begun since, those with moves not seen or in which it is the player's turn, the current game. */
#ifndef SHG_SERVER_COMMANDS_GREETING_H
#define SHG_SERVER_COMMANDS_GREETING_H

#include "server/account/sign_in.h"

/* The session has just been signed in and is online: welcomes it.  That a stored player is here now is stored, too. */
void shg_welcome(shg_session *session, shg_presence presence);

#endif
