/* drain.h: one of several servers is emptied: its clients go to others, and then it stops.
 *
 * At first only /healthz says it, and the telnet port closes, so that a balancer sends new clients elsewhere.  Then programs and
 * pages are disconnected, some at a time and each when nothing is being done for it; they connect again by themselves and
 * find what they missed by its number.  People at a terminal are asked to connect again.  The server stops when all
 * have gone, or at the end of the time that was given. */
#ifndef SHG_SERVER_ADMIN_DRAIN_H
#define SHG_SERVER_ADMIN_DRAIN_H

#include "server/loop/host.h"

typedef struct shg_drain {
    int64_t since_ms;
    int64_t next_notice_ms; /* when people are told again */
    struct event *timer;    /* owned */
} shg_drain;

/* Begins, or changes the end of what has begun.  within: "10m", "90s", "1h". OK, and when it is over shg_admin_drained; PARSE_ERROR,
 * ILLEGAL, CONFLICT, NO_MEMORY with a sentence. */
SHOOGI_CHECKED shoogi_status shg_drain_begin(shg_server *server, const char *within,
                                             shoogi_error *err);
void shg_drain_fini(shg_drain *drain);

#endif
