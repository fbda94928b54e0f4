/* downtime.h: when the server was not running: time that no clock is charged for.
 *
 * It begins when the server was last known to go on: a moment that is stored with whatever concerns a clock,
 * and every SHG_ALIVE_MS. */
#ifndef SHG_SERVER_CLOCK_DOWNTIME_H
#define SHG_SERVER_CLOCK_DOWNTIME_H

#include "storage/storage.h"

typedef struct shg_downtime {
    int64_t from_ms, to_ms;
} shg_downtime;

/* All of them in their order, none touching another; const while the server runs, for any thread. */
typedef struct shg_downtimes {
    shg_downtime *spans; /* owned */
    size_t count, room;
} shg_downtimes;

/* Begins a run of the server: reads when the earlier ones were and stores that this one begins.  *now_ms: of
 * the wall clock; it becomes later if the server is known to have been running later than that.  Returns OK and
 * *out filled (shg_downtimes_fini), or what the storage said. */
SHOOGI_CHECKED shoogi_status shg_downtimes_begin(shg_downtimes *out, int64_t *now_ms,
                                                 shg_storage *storage, shoogi_error *err);
void shg_downtimes_fini(shg_downtimes *downtimes);

/* The first that ends after a moment. */
size_t shg_downtimes_after(const shg_downtimes *downtimes, int64_t at_ms);

#endif
