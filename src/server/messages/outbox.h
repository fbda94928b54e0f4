/* outbox.h: schedules the delivery of stored messages: checks for due rows after each new one, and
 * periodically.
 *
 * E-mail and notifications are queued in the storage, so they survive a restart and are retried.
 * The owner checks when called; checks do not overlap while the storage is queried. */
#ifndef SHG_SERVER_MESSAGES_OUTBOX_H
#define SHG_SERVER_MESSAGES_OUTBOX_H

#include "server/loop/host.h"

typedef struct shg_outbox {
    shg_server *server;
    struct event *timer; /* owned; NULL: not initialised */
    bool asking, again;  /* a query is running; a row was stored since it began */
} shg_outbox;

/* look: called with owner, from the loop, first at once for rows of an earlier run; it queries
 * the storage, or schedules a later check. Returns OK (end with shg_outbox_fini) or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_outbox_init(shg_outbox *outbox, shg_server *server,
                                             event_callback_fn look, void *owner);
void shg_outbox_fini(shg_outbox *outbox);

/* Schedules the next check after this time, replacing the scheduled one. */
void shg_outbox_check_in(shg_outbox *outbox, int64_t ms);

/* A row was stored: checks at once or, if a query is running, after it. idle: no delivery is in
 * progress that a check must wait for. */
void shg_outbox_wake(shg_outbox *outbox, bool idle);

/* The query has finished. Returns whether a row was stored since it began. */
bool shg_outbox_answered(shg_outbox *outbox);

#endif
