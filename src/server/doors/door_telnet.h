/* door_telnet.h: sessions over telnet or over a plain connection of lines. */
#ifndef SHG_SERVER_DOORS_DOOR_TELNET_H
#define SHG_SERVER_DOORS_DOOR_TELNET_H

#include "server/loop/listener.h"

/* Handles a new connection. context: the server. */
shg_accept_fn shg_telnet_accepted;

#endif
