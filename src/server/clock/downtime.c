#include "server/clock/downtime.h"

#include "base/error.h"
#include "storage/news.h"

#include <stdlib.h>

typedef struct reading {
    shg_downtimes *out;
    int64_t alive_ms; /* the server was running until then */
    bool any, spent;
} reading;

static bool make_room(shg_downtimes *out, size_t room)
{
    if (room <= out->room)
        return true;
    shg_downtime *spans = realloc(out->spans, room * sizeof *spans);
    if (!spans)
        return false;
    out->spans = spans;
    out->room = room;
    return true;
}

/* Adds the part of a span that comes after the last downtime, if any. out must have room. */
static bool append(shg_downtimes *out, shg_downtime span)
{
    const size_t count = out->count;
    if (count > 0 && span.from_ms < out->spans[count - 1].to_ms)
        span.from_ms = out->spans[count - 1].to_ms;
    if (span.from_ms >= span.to_ms)
        return false;
    out->spans[count] = span;
    out->count = count + 1;
    return true;
}

bool shg_downtimes_add(shg_downtimes *out, shg_downtime pause)
{
    return out->count < out->room && append(out, pause);
}

/* Adds the downtime before a run, or a pause. Nothing was down before the first run. */
static bool add(reading *r, shg_downtime span)
{
    shg_downtimes *out = r->out;
    if (!r->any || span.to_ms <= span.from_ms)
        return true;
    if (out->count == out->room && !make_room(out, out->room ? 2 * out->room : 16))
        return false;
    append(out, span);
    return true;
}

static bool each_run(void *context, const shg_run *run)
{
    reading *r = context;
    const bool pause = run->alive_ms < run->began_ms;
    const int64_t until_ms = pause ? run->began_ms : run->alive_ms;
    r->spent = !add(r, (shg_downtime){ pause ? run->alive_ms : r->alive_ms, run->began_ms });
    if (!r->any || until_ms > r->alive_ms)
        r->alive_ms = until_ms;
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
    /* A program that continues as the node of an earlier one continues its run, too. */
    const bool goes_on = shg_node_number(storage) != 0;
    if (r.spent || (!goes_on && !add(&r, (shg_downtime){ r.alive_ms, *now_ms })) ||
        (shg_storage_is_node(storage) && !make_room(out, out->count + SHG_PAUSES_MAX)))
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
