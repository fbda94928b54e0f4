/* storage_workers.h: the threads of the storage: one writes, one reads for sessions, one for pages. */
#ifndef SHG_SERVER_LOOP_STORAGE_WORKERS_H
#define SHG_SERVER_LOOP_STORAGE_WORKERS_H

#include "server/loop/host.h"

/* Opens the database at a path, reads what must be known first (shg_host_hooks), and starts the
 * threads, which inherit the caller's signal mask. node: the server's name among several on the
 * database; NULL: it is alone. site: see shg_storage_open_node. Returns OK; else *err is filled. */
SHOOGI_CHECKED shoogi_status shg_storage_workers_start(shg_server *server, const char *path,
                                                       const char *node, const char *site,
                                                       shoogi_error *err);
/* Finishes pending jobs and stops the threads; also after a failed start. */
void shg_storage_workers_stop(shg_server *server);

#endif
