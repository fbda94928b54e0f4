/* part.h: administration: bans, notices, backups, an announced shutdown, and the metrics.
 *
 * Keeps the administrators' socket, the port of the metrics and the planned shutdown. Calls all
 * rooms below; called by server.c, and by pages/ for the metrics. */
#ifndef SHG_SERVER_ADMIN_PART_H
#define SHG_SERVER_ADMIN_PART_H

#include "server/admin/admin_door.h"
#include "server/admin/drain.h"
#include "server/admin/shutdown_notice.h"
#include "server/admin/upgrade.h"
#include "server/loop/host.h"
#include "server/loop/listener.h"

typedef struct shg_admin_part {
    shg_admin_door *door;
    shg_shutdown_notice shutdown;
    shg_upgrade upgrade;
    shg_drain drain;
    int64_t questions;     /* how many requests were passed on to other nodes */
    const char *version;   /* of this program; borrowed */
    shg_listener *scrapes; /* NULL: metrics are off */
} shg_admin_part;

/* Opens the port of the metrics. */
SHOOGI_CHECKED shoogi_status shg_metrics_start(shg_server *server, const shg_launch *start);
void shg_metrics_close(shg_server *server);

/* Opens the socket of the administrators beside the database. The database must be open: its
 * lock shows that no other server uses the socket. */
SHOOGI_CHECKED shoogi_status shg_admin_start(shg_server *server, const shg_launch *start);
void shg_admin_stop(shg_server *server);

#endif
