/* greeting.h: what a player is told at login: messages left, games settled since he was here last, games that have
 * begun since, those with moves he has not seen or in which it is his turn, his current game. */
#ifndef SHG_SERVER_COMMANDS_GREETING_H
#define SHG_SERVER_COMMANDS_GREETING_H

#include "server/session/session.h"

/* The session has just been logged in, as a player who is stored; that he is here now is stored, too. */
void shg_greet(shg_session *session);

/* A message was left for a player who is here by now, and may have been greeted before it was stored: shows it. */
void shg_greet_late(shg_server *server, int64_t player);

#endif
