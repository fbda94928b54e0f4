/* greeting.h: what a player is told at login: messages left, games settled since he was here last, games with moves
 * he has not seen, his current game. */
#ifndef SHG_SERVER_GREETING_H
#define SHG_SERVER_GREETING_H

#include "server/session.h"

/* The session has just been logged in, as a player who is stored; that he is here now is stored, too. */
void shg_greet(shg_session *session);

#endif
