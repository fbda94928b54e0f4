/* event_loop.h: the libevent loop: signals, wake-ups from threads, and a tick every SHG_ALIVE_MS. */
#ifndef SHG_SERVER_LOOP_EVENT_LOOP_H
#define SHG_SERVER_LOOP_EVENT_LOOP_H

#include "server/loop/host.h"

#include <signal.h>

SHOOGI_CHECKED shoogi_status shg_loop_start(shg_server *server, const shg_launch *start);
/* Also after a failed start. */
void shg_loop_stop(shg_server *server);

/* Wakes the loop from another thread.  context: a shg_server. */
void shg_loop_wake(void *context);

/* NULL is accepted. */
void shg_event_free(struct event *event);

/* Fills *out with the signals that the loop handles. */
void shg_loop_signals(sigset_t *out);

#endif
