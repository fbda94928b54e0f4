/* door_http.h: the HTTP port: requests read, handed to those who answer them (web_exchange.h), answers sent. */
#ifndef SHG_SERVER_DOORS_DOOR_HTTP_H
#define SHG_SERVER_DOORS_DOOR_HTTP_H

#include "server/loop/listener.h"

/* A connection has come; context: the server. */
shg_accept_fn shg_http_accepted;

/* The same, in plain text, where metrics can be read as well. */
shg_accept_fn shg_metrics_accepted;

#endif
