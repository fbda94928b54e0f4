/* door_local.h: the door at the terminal of the program itself. */
#ifndef SHG_SERVER_DOOR_LOCAL_H
#define SHG_SERVER_DOOR_LOCAL_H

#include "server/server.h"
#include "shoogi/catalog.h"

#include <stdio.h>

/* Two people at one keyboard play until they leave, SIGTERM or SIGHUP: instead of shg_server_run, on a server
 * made with local.  in, out: the terminal, or pipes in its place.  entry: the game that is meant, or NULL; see
 * shg_sit_down.  Returns the exit status: 0, or 2 if the storage failed or nothing more could be written. */
int shg_local_run(shg_server *server, const shoogi_catalog_entry *entry, FILE *in, FILE *out);

#endif
