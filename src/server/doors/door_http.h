/* door_http.h: the HTTP port: reads requests, passes them to the handlers of their routes
 * (web_exchange.h) and sends the answers. */
#ifndef SHG_SERVER_DOORS_DOOR_HTTP_H
#define SHG_SERVER_DOORS_DOOR_HTTP_H

#include "server/loop/host.h"
#include "server/loop/listener.h"

/* Handles a new connection. context: the server. */
shg_accept_fn shg_http_accepted;

/* The same for the plain-text port that also serves the metrics. */
shg_accept_fn shg_metrics_accepted;

/* Goes on with a connection of an earlier program: its socket, taken, and its record. */
void shg_http_restore_door(shg_server *server, int fd, const shg_json *json);

/* Makes the bytes of requests and answers give way to those of other clients. */
void shg_http_share(shg_server *server);

#endif
