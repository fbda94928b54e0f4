/* library.h: the resources of the API that tell of the library: searches, records, definitions of players. */
#ifndef SHG_SERVER_API_LIBRARY_H
#define SHG_SERVER_API_LIBRARY_H

#include "server/doors/door_json.h"

void shg_api_search(shg_session *session, shg_json_door *door);
void shg_api_designs(shg_session *session, shg_json_door *door);
void shg_api_record(shg_session *session, shg_json_door *door);

/* What comes over HTTP alone, as a body that is larger than calls are. */
void shg_api_upload(shg_session *session, shg_json_door *door);

#endif
