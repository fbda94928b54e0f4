/* storage_workers.h: the threads of the storage: one writes, and the other reads. */
#ifndef SHG_SERVER_LOOP_STORAGE_WORKERS_H
#define SHG_SERVER_LOOP_STORAGE_WORKERS_H

#include "server/loop/host.h"

/* Opens the database of that path, reads what has to be known before anything is done (shg_host_hooks), and starts the
 * threads, which have the signals blocked that the caller has blocked.  Returns OK; else *err is filled. */
SHOOGI_CHECKED shoogi_status shg_storage_workers_start(shg_server *server, const char *path,
                                                       shoogi_error *err);
/* Lets them finish what they have; also of workers that were started by half. */
void shg_storage_workers_stop(shg_server *server);

#endif
