/* arrival_times.h: the arrival times of input that waits to be read.
 *
 * Input may wait until an earlier command is answered. It still counts from the time it arrived,
 * whatever arrives later. A plain value of fixed size. */
#ifndef SHG_SERVER_LOOP_ARRIVAL_TIMES_H
#define SHG_SERVER_LOOP_ARRIVAL_TIMES_H

#include <stddef.h>
#include <stdint.h>

enum { SHG_ARRIVAL_TIMES_MAX = 16 };

/* All zero: no input has arrived. */
typedef struct shg_arrival_times {
    struct {
        uint64_t end; /* byte count of the whole connection at the end of this piece */
        int64_t at_ms;
    } piece[SHG_ARRIVAL_TIMES_MAX]; /* oldest first */
    size_t count;
    uint64_t taken;
    int64_t taken_ms; /* arrival time of the last byte taken */
} shg_arrival_times;

/* Records that waiting_bytes bytes now wait. If they came in more pieces than fit, the latest
 * pieces are merged and count from the arrival of their last byte. */
void shg_arrival_times_add(shg_arrival_times *arrival_times, size_t waiting_bytes, int64_t now_ms);

/* Removes `bytes` bytes from the front. Returns the arrival time of the last byte ever taken, 0
 * if none was. */
int64_t shg_arrival_times_take(shg_arrival_times *arrival_times, size_t bytes);

#endif
