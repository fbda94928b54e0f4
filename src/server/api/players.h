/* players.h: the resources of the API for players and engines.
 *
 * The rows of shg_resources (resources.h) describe them. */
#ifndef SHG_SERVER_API_PLAYERS_H
#define SHG_SERVER_API_PLAYERS_H

#include "server/doors/door_json.h"

void shg_api_players(shg_session *session, shg_json_door *door);
void shg_api_engines(shg_session *session, shg_json_door *door);
void shg_api_player(shg_session *session, shg_json_door *door);
void shg_api_ratings(shg_session *session, shg_json_door *door);
void shg_api_activity(shg_session *session, shg_json_door *door);

#endif
