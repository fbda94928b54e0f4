/* free_table_api.h: tables without rules as programs read and set them up; what is done at one is the command TABLE. */
#ifndef SHG_SERVER_STUDY_FREE_TABLE_API_H
#define SHG_SERVER_STUDY_FREE_TABLE_API_H

#include "server/doors/door_json.h"

void shg_api_tables(shg_session *session, shg_json_door *door);
void shg_api_table_new(shg_session *session, shg_json_door *door);
void shg_api_table(shg_session *session, shg_json_door *door);
void shg_api_table_watch(shg_session *session, shg_json_door *door);

/* Whether the session may see the table of the path is asked; then it hears of it, and then is called.  False after
 * refusing. */
void shg_api_table_hear(shg_session *session, const shg_json_door *door,
                        void (*then)(shg_session *session));

/* In http.c: the stream of one. */
void shg_api_follow_table(shg_session *session, shg_json_door *door);

#endif
