/* part.h: challenges: making, listing and answering them, and who follows the list.
 *
 * The room uses those below it; engines hear of a challenge in the function given here. */
#ifndef SHG_SERVER_LOBBY_PART_H
#define SHG_SERVER_LOBBY_PART_H

#include "server/lobby/challenges.h"
#include "server/loop/host.h"
#include "server/session/session.h"

typedef struct shg_lobby_part {
    shg_session *followers;       /* see lobby.h */
    int64_t expire_ms;            /* when to look for challenges that nobody will play */
    const shg_lobby_hooks *hooks; /* static */
} shg_lobby_part;

#endif
