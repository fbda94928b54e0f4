/* downtime.h: the times when the server was not running, which are not charged to any clock.
 *
 * A downtime begins when the server was last known to be alive: a time stored with every event
 * that concerns a clock, and every SHG_ALIVE_MS. */
#ifndef SHG_SERVER_CLOCK_DOWNTIME_H
#define SHG_SERVER_CLOCK_DOWNTIME_H

#include "storage/storage.h"

#include <stdatomic.h>

typedef struct shg_downtime {
    int64_t from_ms, to_ms;
} shg_downtime;

/* The pauses that can be added while the server runs. Later pauses count from its next start on. */
enum { SHG_PAUSES_MAX = 1000 };

/* All downtimes in order, without overlap; for any thread. */
typedef struct shg_downtimes {
    shg_downtime *spans; /* owned; const up to count */
    atomic_size_t count;
    size_t room;
} shg_downtimes;

/* Starts a run of the server: reads the earlier runs and stores the start of this one. *now_ms:
 * wall clock; raised if the server is known to have run at a later time. Returns OK and *out
 * filled (shg_downtimes_fini), or the storage's error. */
SHOOGI_CHECKED shoogi_status shg_downtimes_begin(shg_downtimes *out, int64_t *now_ms,
                                                 shg_storage *storage, shoogi_error *err);
void shg_downtimes_fini(shg_downtimes *downtimes);

/* Adds a pause of all clocks that a server of the database has stored while this one runs (storage/news.h). One thread at a
 * time. Returns whether any of the pause is later than the known downtimes, and there was room. */
bool shg_downtimes_add(shg_downtimes *downtimes, shg_downtime pause);

/* The index of the first one that ends after a time. */
size_t shg_downtimes_after(const shg_downtimes *downtimes, int64_t at_ms);

#endif
