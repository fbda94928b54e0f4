/* games.h: the resources of the API for games, and for lists of them.
 *
 * The rows of shg_resources (resources.h) describe them. */
#ifndef SHG_SERVER_API_GAMES_H
#define SHG_SERVER_API_GAMES_H

#include "server/doors/door_json.h"

void shg_api_game(shg_session *session, shg_json_door *door);
void shg_api_legal(shg_session *session, shg_json_door *door);
void shg_api_events(shg_session *session, shg_json_door *door);
void shg_api_game_watch(shg_session *session, shg_json_door *door);
void shg_api_seen(shg_session *session, shg_json_door *door);
void shg_api_games(shg_session *session, shg_json_door *door);

#endif
