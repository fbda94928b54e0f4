/* analysis_resources.h: the analysis of a game as a resource. */
#ifndef SHG_SERVER_ENGINES_ANALYSIS_RESOURCES_H
#define SHG_SERVER_ENGINES_ANALYSIS_RESOURCES_H

#include "server/doors/door_json.h"

void shg_api_analysis(shg_session *session, shg_json_door *door);
/* The same, and requests an analysis if there is none. */
void shg_api_analyse(shg_session *session, shg_json_door *door);

#endif
