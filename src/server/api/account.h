/* account.h: the resources of the API for signing up, in and out in a browser. */
#ifndef SHG_SERVER_API_ACCOUNT_H
#define SHG_SERVER_API_ACCOUNT_H

#include "server/doors/door_json.h"

void shg_api_login(shg_session *session, shg_json_door *door);
void shg_api_signup(shg_session *session, shg_json_door *door);
void shg_api_logout(shg_session *session, shg_json_door *door);
void shg_api_security(shg_session *session, shg_json_door *door);
void shg_api_sessions(shg_session *session, shg_json_door *door);
void shg_api_devices(shg_session *session, shg_json_door *door);
void shg_api_export(shg_session *session, shg_json_door *door);
void shg_api_reset(shg_session *session, shg_json_door *door);
void shg_api_use_email_link(shg_session *session, shg_json_door *door);
void shg_api_password(shg_session *session, shg_json_door *door);

#endif
