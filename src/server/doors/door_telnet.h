/* door_telnet.h: sessions over telnet or over a plain connection of lines. */
#ifndef SHG_SERVER_DOORS_DOOR_TELNET_H
#define SHG_SERVER_DOORS_DOOR_TELNET_H

#include "base/json.h"
#include "server/loop/listener.h"

typedef struct shg_server shg_server;

/* Handles a new connection. context: the server. */
shg_accept_fn shg_telnet_accepted;

/* Goes on with a connection of an earlier program: its socket, taken, and its record. */
void shg_telnet_restore_door(shg_server *server, int fd, const shg_json *json);

#endif
