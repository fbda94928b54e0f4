/* preset.h: what a player keeps under names of his own for the pages he looks at, such as how boards look to him.
 *
 * The server keeps JSON objects and does not look into them. */
#ifndef SHG_SERVER_API_PRESET_H
#define SHG_SERVER_API_PRESET_H

#include "server/doors/door_json.h"

void shg_preset_show_all(shg_session *session, shg_json_door *door);
void shg_preset_keep(shg_session *session, shg_json_door *door);

#endif
