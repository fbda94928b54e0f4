/* resources.h: the resources of the API, beside the commands.
 *
 * The room api keeps nothing itself: it turns requests over HTTP and WebSocket into calls and
 * resources that answer in JSON. It calls study, library, engines, doors and all rooms below;
 * doors call it through the table of this header, which server.c passes to them, and pages/
 * hands requests to it. */
#ifndef SHG_SERVER_API_RESOURCES_H
#define SHG_SERVER_API_RESOURCES_H

#include "server/doors/door_json.h"

extern const shg_resource_table shg_resources;

#endif
