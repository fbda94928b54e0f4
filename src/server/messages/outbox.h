/* outbox.h: rows that wait to be given to somebody outside: looked for when one has been stored, and now and then.
 *
 * Mail and notifications wait in the storage, so that none is lost when the server stops, and are tried again.  The owner
 * looks for what is due when it is told to; while the storage is asked no second look begins. */
#ifndef SHG_SERVER_MESSAGES_OUTBOX_H
#define SHG_SERVER_MESSAGES_OUTBOX_H

#include "server/loop/host.h"

typedef struct shg_outbox {
    shg_server *server;
    struct event *timer; /* owned; NULL: it was never made */
    bool asking, again;  /* the storage is asked; something has been stored since */
} shg_outbox;

/* look: called with owner, from the loop, first at once for what an earlier run has left; it asks the storage, or waits.
 * Returns OK, and the outbox is to be ended by shg_outbox_fini; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_outbox_init(shg_outbox *outbox, shg_server *server,
                                             event_callback_fn look, void *owner);
void shg_outbox_fini(shg_outbox *outbox);

/* Looks in so many milliseconds, instead of at the time that was said before. */
void shg_outbox_look_in(shg_outbox *outbox, int64_t ms);

/* Something has been stored: looks at once or, if the storage is being asked, when it has answered.  idle: nothing else is
 * under way for which a look has to wait. */
void shg_outbox_wake(shg_outbox *outbox, bool idle);

/* The storage has answered.  True if something has been stored since it was asked. */
bool shg_outbox_answered(shg_outbox *outbox);

#endif
