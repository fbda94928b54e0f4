/* part.h: the lobby: challenges.
 *
 * Keeps the sessions that follow the list of challenges, the fair shares of it, and the time of the next
 * expiry. Calls game, account, session and those below; notifies engines of a new challenge through
 * shg_lobby_hooks. Called by engines/, api/, pages/, commands/, keyboard/ and admin/. */
#ifndef SHG_SERVER_LOBBY_PART_H
#define SHG_SERVER_LOBBY_PART_H

#include "server/lobby/challenge_book.h"
#include "server/lobby/challenges.h"
#include "server/loop/host.h"
#include "server/session/session.h"

typedef struct shg_lobby_part {
    shg_session *followers; /* see lobby.h */
    shg_challenge_book *book;
    int64_t expire_ms;            /* when to expire old challenges next */
    const shg_lobby_hooks *hooks; /* static */
} shg_lobby_part;

SHOOGI_CHECKED shoogi_status shg_lobby_start(shg_server *server, const shg_launch *start);
void shg_lobby_stop(shg_server *server);

#endif
