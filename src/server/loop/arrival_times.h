/* arrival_times.h: when what waits to be read has come.
 *
 * What a client sends may wait for the answer to what it sent before.  Its moment is still when it came, and no later
 * bytes change that.  A pure value of fixed size. */
#ifndef SHG_SERVER_LOOP_ARRIVAL_TIMES_H
#define SHG_SERVER_LOOP_ARRIVAL_TIMES_H

#include <stddef.h>
#include <stdint.h>

enum { SHG_ARRIVAL_TIMES_MAX = 16 };

/* Zeroed: nothing has come. */
typedef struct shg_arrival_times {
    struct {
        uint64_t end; /* of all bytes there ever were, up to which it goes */
        int64_t at_ms;
    } piece[SHG_ARRIVAL_TIMES_MAX]; /* the oldest first */
    size_t count;
    uint64_t taken;
    int64_t taken_ms; /* when the last of those came */
} shg_arrival_times;

/* More has come: so many bytes wait now.  Of what waits in more pieces than it keeps the latest count as one, which came
 * with its last byte. */
void shg_arrival_times_add(shg_arrival_times *arrival_times, size_t waiting_bytes, int64_t now_ms);

/* So many of them were taken, from the front.  Returns when the last that was ever taken came; 0: none was. */
int64_t shg_arrival_times_take(shg_arrival_times *arrival_times, size_t bytes);

#endif
