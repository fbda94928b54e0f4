/* free_table_api.h: the API's resources for free boards: reading them and setting them up. The
 * command TABLE acts on them. */
#ifndef SHG_SERVER_STUDY_FREE_TABLE_API_H
#define SHG_SERVER_STUDY_FREE_TABLE_API_H

#include "server/doors/door_json.h"

void shg_api_tables(shg_session *session, shg_json_door *door);
void shg_api_table_new(shg_session *session, shg_json_door *door);
void shg_api_table(shg_session *session, shg_json_door *door);
void shg_api_table_watch(shg_session *session, shg_json_door *door);

/* Subscribes the session to the board of the path, if it may see the board, then calls `then`.
 * False after refusing. */
void shg_api_table_subscribe(shg_session *session, const shg_json_door *door,
                             void (*then)(shg_session *session));

/* Defined in api/http.c: streams the events of a board. */
void shg_api_follow_table(shg_session *session, shg_json_door *door);

#endif
