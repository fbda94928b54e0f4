/* lobby.h: notifies programs that follow the lobby of changes of challenges, games and players.
 *
 * It also keeps how the latest challenges ended, for players who open a link to one of them. */
#ifndef SHG_SERVER_LOBBY_LOBBY_H
#define SHG_SERVER_LOBBY_LOBBY_H

#include "base/text.h"
#include "server/lobby/part.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* The session, which may be anonymous, is notified from now on. */
void shg_lobby_follow(shg_session *session);
void shg_lobby_unfollow(shg_session *session);

/* row: as stored, with its number and the name of its player. */
void shg_lobby_challenge_added(shg_server *server, const shg_challenge *row);
void shg_lobby_challenge_removed(shg_server *server, int64_t challenge, shg_challenge_end end);

/* The same for a challenge that became a game. players: the players of the game. */
void shg_lobby_challenge_accepted(shg_server *server, int64_t challenge, int64_t game,
                                  const int64_t players[2]);

/* The games in progress or the players online have changed. shg_lobby_alive notifies the followers later, so that many
 * changes at once cost one message, and counts them, so that no reader costs a count. */
void shg_lobby_games_changed(shg_server *server);
void shg_lobby_players_changed(shg_server *server);
void shg_lobby_alive(shg_server *server);

/* How much is going on, as members of an object; at most two seconds old, games of other servers a minute. */
void shg_lobby_counts_json(shg_out *out, const shg_server *server);

/* How a challenge ended, if it is among the latest that ended since the start; NULL: unknown. game: filled with
 * its game if the player plays it, else with 0. */
const char *shg_lobby_challenge_end(int64_t *game, const shg_server *server, int64_t challenge,
                                    int64_t player);

#endif
