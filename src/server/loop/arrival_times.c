#include "server/loop/arrival_times.h"

#include <assert.h>
#include <string.h>

void shg_arrival_times_add(shg_arrival_times *a, size_t waiting_bytes, int64_t now_ms)
{
    const uint64_t end = a->taken + waiting_bytes;
    if (end <= (a->count > 0 ? a->piece[a->count - 1].end : a->taken))
        return; /* no new bytes */
    if (a->count < SHG_ARRIVAL_TIMES_MAX)
        a->count++;
    a->piece[a->count - 1].end = end;
    a->piece[a->count - 1].at_ms = now_ms;
}

int64_t shg_arrival_times_take(shg_arrival_times *a, size_t bytes)
{
    a->taken += bytes;
    size_t gone = 0;
    while (gone < a->count && a->piece[gone].end < a->taken)
        gone++;
    assert(bytes == 0 || gone < a->count); /* taken bytes had arrived */
    if (bytes > 0)
        a->taken_ms = a->piece[gone].at_ms;
    if (gone < a->count && a->piece[gone].end == a->taken)
        gone++;
    a->count -= gone;
    memmove(a->piece, a->piece + gone, a->count * sizeof a->piece[0]);
    return a->taken_ms;
}
