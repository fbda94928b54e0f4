/* variants.h: the resources of the API for variants, and for definitions of players.
 *
 * The rows of shg_resources (resources.h) describe them. */
#ifndef SHG_SERVER_API_VARIANTS_H
#define SHG_SERVER_API_VARIANTS_H

#include "server/doors/door_json.h"

void shg_api_variants(shg_session *session, shg_json_door *door);
void shg_api_variant(shg_session *session, shg_json_door *door);
void shg_api_definition(shg_session *session, shg_json_door *door);

#endif
