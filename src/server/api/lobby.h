/* lobby.h: the resources of the API for challenges, and for what the lobby counts.
 *
 * The rows of shg_resources (resources.h) describe them. */
#ifndef SHG_SERVER_API_LOBBY_H
#define SHG_SERVER_API_LOBBY_H

#include "server/doors/door_json.h"

void shg_api_challenges(shg_session *session, shg_json_door *door);
void shg_api_challenge(shg_session *session, shg_json_door *door);
void shg_api_lobby(shg_session *session, shg_json_door *door);
void shg_api_lobby_watch(shg_session *session, shg_json_door *door);

#endif
