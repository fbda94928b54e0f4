#include "server/clock/downtime.h"

#include "base/error.h"
#include "storage/news.h"

#include <stdlib.h>

typedef struct reading {
    shg_downtimes *out;
    int64_t alive_ms; /* the server was running until then */
    bool any, spent;
} reading;

/* Adds the time between the previous run and one that begins. */
static bool add(reading *r, int64_t began_ms)
{
    shg_downtimes *out = r->out;
    if (!r->any || began_ms <= r->alive_ms)
        return true;
    if (out->count == out->room) {
        const size_t room = out->room ? 2 * out->room : 16;
        shg_downtime *spans = realloc(out->spans, room * sizeof *spans);
        if (!spans)
            return false;
        out->spans = spans;
        out->room = room;
    }
    out->spans[out->count++] = (shg_downtime){ r->alive_ms, began_ms };
    return true;
}

static bool each_run(void *context, const shg_run *run)
{
    reading *r = context;
    r->spent = !add(r, run->began_ms);
    if (!r->any || run->alive_ms > r->alive_ms)
        r->alive_ms = run->alive_ms;
    r->any = true;
    return !r->spent;
}

static shoogi_status begin(shg_downtimes *out, int64_t *now_ms, shg_storage *storage,
                           shoogi_error *err)
{
    reading r = { .out = out };
    shoogi_status status = shg_node_before_run(storage, now_ms, err);
    if (status == SHOOGI_OK)
        status = storage->ops->run_list(storage, each_run, &r, err);
    if (status != SHOOGI_OK)
        return status;
    /* The wall clock was put back: time continues from where it was. */
    if (r.any && *now_ms < r.alive_ms)
        *now_ms = r.alive_ms;
    const bool goes_on = shg_node_number(storage) != 0; /* with its run */
    if (r.spent || (!goes_on && !add(&r, *now_ms)))
        return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
    if (goes_on)
        return SHOOGI_OK;
    status = storage->ops->run_begin(storage, *now_ms, err);
    return status == SHOOGI_OK ? shg_node_enter(storage, err) : status;
}

shoogi_status shg_downtimes_begin(shg_downtimes *out, int64_t *now_ms, shg_storage *storage,
                                  shoogi_error *err)
{
    *out = (shg_downtimes){ 0 };
    shoogi_status status = storage->ops->begin(storage, err);
    if (status != SHOOGI_OK)
        return status;
    status = begin(out, now_ms, storage, err);
    if (status == SHOOGI_OK)
        status = storage->ops->commit(storage, err);
    else
        storage->ops->rollback(storage);
    if (status != SHOOGI_OK)
        shg_downtimes_fini(out);
    return status;
}

void shg_downtimes_fini(shg_downtimes *downtimes)
{
    free(downtimes->spans);
    *downtimes = (shg_downtimes){ 0 };
}

size_t shg_downtimes_after(const shg_downtimes *downtimes, int64_t at_ms)
{
    size_t low = 0, high = downtimes->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (downtimes->spans[middle].to_ms <= at_ms)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
