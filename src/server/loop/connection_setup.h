/* connection_setup.h: what all connections share: places, turns and TLS. */
#ifndef SHG_SERVER_LOOP_CONNECTION_SETUP_H
#define SHG_SERVER_LOOP_CONNECTION_SETUP_H

#include "server/loop/host.h"

SHOOGI_CHECKED shoogi_status shg_connections_start(shg_server *server, const shg_launch *start);
/* Also after a failed start. */
void shg_connections_stop(shg_server *server);

/* Creates *out from the options, or sets NULL for plain text. Plain text is refused where others
 * could listen. Returns OK; else fault contains a sentence. */
SHOOGI_CHECKED shoogi_status shg_tls_start(shg_tls **out, const shg_server_options *options,
                                           char fault[SHG_SERVER_FAULT_BYTES]);

/* Reads the certificate and its key again and logs the result. No effect without TLS. */
void shg_certificate_reload(shg_server *server);

#endif
