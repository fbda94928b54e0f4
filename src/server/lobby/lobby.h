/* lobby.h: programs that follow the list of challenges are told when it changes. */
#ifndef SHG_SERVER_LOBBY_LOBBY_H
#define SHG_SERVER_LOBBY_LOBBY_H

#include "server/loop/host.h"
#include "server/session/session.h"

/* Whether a session, which may be nobody's, is told from now on. */
void shg_lobby_enter(shg_session *session);
void shg_lobby_leave(shg_session *session);

/* row: as it was stored, with its number and the name of its player. */
void shg_lobby_made(shg_server *server, const shg_challenge *row);
void shg_lobby_gone(shg_server *server, int64_t challenge);

#endif
