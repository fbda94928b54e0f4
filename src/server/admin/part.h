/* part.h: what administrators do: bans, notices, backups, an announced stop, and the metrics.
 *
 * The room uses those below it. */
#ifndef SHG_SERVER_ADMIN_PART_H
#define SHG_SERVER_ADMIN_PART_H

#include "server/admin/admin_door.h"
#include "server/admin/shutdown_notice.h"
#include "server/loop/host.h"
#include "server/loop/listener.h"

typedef struct shg_admin_part {
    shg_admin_door *door;
    shg_shutdown_notice shutdown;
    shg_listener *scrapes; /* NULL: nobody is to have metrics */
} shg_admin_part;

/* The port of the metrics. */
SHOOGI_CHECKED shoogi_status shg_metrics_start(shg_server *server, const shg_launch *start);
void shg_metrics_close(shg_server *server);

/* The socket of the administrators.  It lies beside the database, whose lock says that no other server's is there: the
 * database must be open. */
SHOOGI_CHECKED shoogi_status shg_admin_start(shg_server *server, const shg_launch *start);
void shg_admin_stop(shg_server *server);

#endif
