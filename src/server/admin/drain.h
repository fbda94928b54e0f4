/* drain.h: drains one of several servers: sends its clients to the others, and then stops it.
 *
 * At first only /healthz reports the drain, and the telnet port closes, so that a balancer sends new clients to other servers.
 * Then the server disconnects programs and pages, some at a time and each when nothing is being done for it; they connect
 * again by themselves and read the events that they missed.  It asks people at a terminal to connect again, and stops when all
 * clients have gone, or at the end of the time that was given. */
#ifndef SHG_SERVER_ADMIN_DRAIN_H
#define SHG_SERVER_ADMIN_DRAIN_H

#include "server/loop/host.h"

typedef struct shg_drain {
    int64_t since_ms;
    int64_t next_notice_ms; /* when people at a terminal are asked again */
    struct event *timer;    /* owned */
} shg_drain;

/* Begins a drain, or changes the end of the present one.  within: "10m", "90s", "1h". Returns OK, and calls shg_admin_drained
 * at the end; else PARSE_ERROR, ILLEGAL, CONFLICT or NO_MEMORY with a sentence. */
SHOOGI_CHECKED shoogi_status shg_drain_begin(shg_server *server, const char *within,
                                             shoogi_error *err);
void shg_drain_fini(shg_drain *drain);

#endif
