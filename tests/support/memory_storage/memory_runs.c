/* memory_runs.c: the runs of the server, in memory. */
#include "support/memory_storage/memory_int.h"

#include "storage/row.h"

shoogi_status shg_memory_run_begin(shg_storage *s, int64_t at_ms, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    char *texts;
    shg_run *added =
        shg_memory_row_reserve(m, &m->runs) ? shg_memory_row_new(&texts, sizeof *added, 0) : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = (shg_run){ .began_ms = at_ms, .alive_ms = at_ms };
    shg_memory_row_add(m, &m->runs, added);
    return SHOOGI_OK;
}

shoogi_status shg_memory_run_alive(shg_storage *s, int64_t at_ms, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    if (m->runs.count == 0)
        return shg_row_no_run(err);
    if (!shg_memory_undo_reserve(m))
        return shg_memory_exhausted(err);
    shg_run *row = m->runs.rows[m->runs.count - 1];
    shg_memory_undo_push(m, RUN_CHANGED, row)->old.run = *row;
    if (row->alive_ms < at_ms)
        row->alive_ms = at_ms;
    return SHOOGI_OK;
}

shoogi_status shg_memory_run_list(shg_storage *s, shg_runs_fn *each, void *context,
                                  shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = 0; i < m->runs.count; i++)
        if (!each(context, m->runs.rows[i]))
            break;
    m->listing = false;
    return SHOOGI_OK;
}
