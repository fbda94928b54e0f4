/* study_api.h: the API's resources for studies. */
#ifndef SHG_SERVER_STUDY_STUDY_API_H
#define SHG_SERVER_STUDY_STUDY_API_H

#include "server/doors/door_json.h"

void shg_api_studies(shg_session *session, shg_json_door *door);
void shg_api_study_new(shg_session *session, shg_json_door *door);
void shg_api_study(shg_session *session, shg_json_door *door);
void shg_api_study_do(shg_session *session, shg_json_door *door);
void shg_api_study_events(shg_session *session, shg_json_door *door);
void shg_api_study_watch(shg_session *session, shg_json_door *door);

#endif
