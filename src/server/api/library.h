/* library.h: the resources of the API for the library: searches, records, definitions of
 * players. */
#ifndef SHG_SERVER_API_LIBRARY_H
#define SHG_SERVER_API_LIBRARY_H

#include "server/doors/door_json.h"

void shg_api_search(shg_session *session, shg_json_door *door);
void shg_api_designs(shg_session *session, shg_json_door *door);
void shg_api_record(shg_session *session, shg_json_door *door);

/* Over HTTP only: its body is larger than those of calls. */
void shg_api_upload(shg_session *session, shg_json_door *door);

#endif
