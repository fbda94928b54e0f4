/* activity.h: how many games a player has begun in each week of the last year. */
#ifndef SHG_SERVER_API_ACTIVITY_H
#define SHG_SERVER_API_ACTIVITY_H

#include "server/doors/door_json.h"

void shg_api_activity(shg_session *session, shg_json_door *door);

#endif
