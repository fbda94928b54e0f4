/* lobby.h: notifies programs that follow the list of challenges of its changes. */
#ifndef SHG_SERVER_LOBBY_LOBBY_H
#define SHG_SERVER_LOBBY_LOBBY_H

#include "server/loop/host.h"
#include "server/session/session.h"

/* The session, which may be anonymous, is notified from now on. */
void shg_lobby_follow(shg_session *session);
void shg_lobby_unfollow(shg_session *session);

/* row: as stored, with its number and the name of its player. */
void shg_lobby_challenge_added(shg_server *server, const shg_challenge *row);
void shg_lobby_challenge_removed(shg_server *server, int64_t challenge);

#endif
