/* server.h: the server, as a program starts it. */
#ifndef SHG_SERVER_SERVER_H
#define SHG_SERVER_SERVER_H

#include "server/loop/options.h"

#include <stdio.h>

/* Sets the defaults: 127.0.0.1:4080, 127.0.0.1:8080, shoogi.db. */
void shg_server_options_init(shg_server_options *options);

/* Reads all variants and writes the options in canonical form, one per line. Returns OK; else
 * fills fault, and writes the error of each variant to faults, one per line. */
SHOOGI_CHECKED shoogi_status shg_server_check(FILE *out, FILE *faults,
                                              const shg_server_options *options,
                                              char fault[SHG_SERVER_FAULT_BYTES]);

/* Checks whether shg_server_new would succeed in place of the running server whose state this is; state_fd: taken. */
SHOOGI_CHECKED shoogi_status shg_server_try(const shg_server_options *options, int state_fd,
                                            char fault[SHG_SERVER_FAULT_BYTES]);

/* Lists the variants (each is parsed on first use), opens the database, starts the threads and
 * listens; connections then wait for shg_server_run. Blocks SIGTERM and SIGINT for the threads,
 * and ignores SIGPIPE and SIGXFSZ; SIGHUP reloads the page and, with TLS, the certificate and
 * its key; SIGUSR2 starts the installed version in its place. Goes on with what an earlier program
 * handed over. Returns OK and *out owned (shg_server_free); else fills fault with one sentence. */
SHOOGI_CHECKED shoogi_status shg_server_new(shg_server **out, const shg_server_options *options,
                                            char fault[SHG_SERVER_FAULT_BYTES]);

/* The listening addresses, with the ports that the system chose for 0. */
const shg_address *shg_server_telnet(const shg_server *server);
const shg_address *shg_server_http(const shg_server *server);
/* NULL: none. */
const shg_address *shg_server_metrics(const shg_server *server);

/* Serves until SIGTERM or SIGINT, finishes queued work, and returns the exit status: 0, or 2
 * after a storage failure that only a restart can mend, which is reported on standard error. */
int shg_server_run(shg_server *server);

/* Whether it stopped to restart with the database waiting to be restored; see storage/copy.h. */
bool shg_server_restores(const shg_server *server);

/* NULL is accepted. */
void shg_server_free(shg_server *server);

#endif
