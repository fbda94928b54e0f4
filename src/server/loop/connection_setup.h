/* connection_setup.h: what all connections share: the counts by address, their turns, and TLS. */
#ifndef SHG_SERVER_LOOP_CONNECTION_SETUP_H
#define SHG_SERVER_LOOP_CONNECTION_SETUP_H

#include "server/loop/host.h"

SHOOGI_CHECKED shoogi_status shg_connections_start(shg_server *server, const shg_launch *start);
/* Also of those that were started by half. */
void shg_connections_stop(shg_server *server);

/* Makes *out as the options say, or leaves NULL for plain text, which is refused where others could listen.  Returns OK;
 * else fault has a sentence. */
SHOOGI_CHECKED shoogi_status shg_tls_start(shg_tls **out, const shg_server_options *options,
                                           char fault[SHG_SERVER_FAULT_BYTES]);

/* Reads the certificate and its key again, and logs it; without TLS it does nothing. */
void shg_certificate_reload(shg_server *server);

#endif
