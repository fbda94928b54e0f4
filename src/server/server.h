/* server.h: the server as a program starts it. */
#ifndef SHG_SERVER_SERVER_H
#define SHG_SERVER_SERVER_H

#include "server/loop/options.h"

#include <stdio.h>

/* 127.0.0.1:4080, 127.0.0.1:8080, shoogi.db. */
void shg_server_options_init(shg_server_options *options);

/* Reads all variants and writes the options in their canonical form, a line each.  Returns OK; else fault is filled,
 * and what is wrong with each variant has been written to faults, a line for each. */
SHOOGI_CHECKED shoogi_status shg_server_check(FILE *out, FILE *faults,
                                              const shg_server_options *options,
                                              char fault[SHG_SERVER_FAULT_BYTES]);

/* Finds out what variants there are (each is read when it is asked for), opens the database, starts the
 * threads and listens; from then on connections wait for shg_server_run.  Blocks SIGTERM, SIGINT for the
 * threads and ignores SIGPIPE and SIGXFSZ; SIGHUP reads the page again and, under TLS, the certificate and
 * its key.  Returns OK and *out
 * owned (shg_server_free); else fault is filled with one sentence. */
SHOOGI_CHECKED shoogi_status shg_server_new(shg_server **out, const shg_server_options *options,
                                            char fault[SHG_SERVER_FAULT_BYTES]);

/* The addresses it listens at, the ports being those the system chose where 0 was asked. */
const shg_address *shg_server_telnet(const shg_server *server);
const shg_address *shg_server_http(const shg_server *server);
/* NULL: none. */
const shg_address *shg_server_metrics(const shg_server *server);

/* Serves until SIGTERM or SIGINT, finishes what is queued, and returns the exit status: 0, or 2 after the
 * storage failed in a way only a restart can mend; that is said on standard error. */
int shg_server_run(shg_server *server);

/* True if it has stopped in order to go on with the database that waits for it; see storage/copy.h. */
bool shg_server_restores(const shg_server *server);

/* NULL is accepted. */
void shg_server_free(shg_server *server);

#endif
