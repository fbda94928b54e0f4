/* resources.h: the resources of the API: what programs read beside the commands.
 *
 * The room api: JSON for programs over HTTP and WebSocket.  It uses the rooms below it. */
#ifndef SHG_SERVER_API_RESOURCES_H
#define SHG_SERVER_API_RESOURCES_H

#include "server/doors/door_json.h"

extern const shg_resource_table shg_resources;

#endif
