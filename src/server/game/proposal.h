/* proposal.h: something is proposed to one's opponent, whose answer is the same command, or a move that declines it. */
#ifndef SHG_SERVER_GAME_PROPOSAL_H
#define SHG_SERVER_GAME_PROPOSAL_H

#include "server/game/game.h"
#include "server/session/session.h"

/* Proposes it, or says why not: he has done so already, or too much has happened in the game.  what: as the event has
 * it, "draw"; first: of a takeback, else 0. */
void shg_propose(shg_session *session, shg_game_state *game, shg_offer offer, const char *what,
                 uint32_t first);

#endif
