/* api_web.h: the resources of the API that are streams. */
#ifndef SHG_SERVER_API_WEB_H
#define SHG_SERVER_API_WEB_H

#include "server/door_json.h"

void shg_api_follow_game(shg_session *session, shg_json_door *door);
void shg_api_follow_player(shg_session *session, shg_json_door *door);

#endif
