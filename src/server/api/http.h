/* http.h: the streaming resources of the API. */
#ifndef SHG_SERVER_API_HTTP_H
#define SHG_SERVER_API_HTTP_H

#include "server/doors/door_json.h"
#include "server/doors/web_exchange.h"

void shg_api_follow_game(shg_session *session, shg_json_door *door);
void shg_api_follow_player(shg_session *session, shg_json_door *door);

/* The user of the WebSockets at /api/socket. */
extern const shg_socket_user shg_api_socket_user;

/* The handlers of /api and /api/socket. */
shg_exchange_fn shg_api_web, shg_api_socket_web;

#endif
