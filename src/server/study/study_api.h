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

/* Notifies the programs that follow a study of an event, which may have been stored by another server. hidden: the study is; a
 * player dismissed from it then no longer gets its events. */
void shg_study_announce(shg_server *server, const shg_study_event *event, bool hidden);
bool shg_study_is_followed(const shg_server *server, int64_t study);

#endif
