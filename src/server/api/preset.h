/* preset.h: named presets that a player stores for the page, such as the look of boards.
 *
 * The server stores JSON objects without interpreting them. */
#ifndef SHG_SERVER_API_PRESET_H
#define SHG_SERVER_API_PRESET_H

#include "server/doors/door_json.h"

void shg_preset_show_all(shg_session *session, shg_json_door *door);
void shg_preset_store(shg_session *session, shg_json_door *door);

#endif
