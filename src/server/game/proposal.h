/* proposal.h: proposals to the opponent, who accepts with the same command or declines by moving. */
#ifndef SHG_SERVER_GAME_PROPOSAL_H
#define SHG_SERVER_GAME_PROPOSAL_H

#include "server/game/game.h"
#include "server/session/session.h"

/* Proposes, or reports why that is impossible: already proposed, or too many events in the game.
 * what: word of the event, "draw"; first: of a takeback, else 0. */
void shg_propose(shg_session *session, shg_game_state *game, shg_offer offer, const char *what,
                 uint32_t first);

#endif
