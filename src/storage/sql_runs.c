/* sql_runs.c: the runs of the server, in SQL. */
#include "storage/sql_int.h"

#include "storage/row.h"

shoogi_status shg_sql_run_begin(shg_storage *s, int64_t at_ms, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    const shoogi_status status = shg_sql_may_write(q, err);
    return status == SHOOGI_OK ? shg_sql_change(NULL, q, RUN_BEGIN, VALUES(number(at_ms)), err)
                               : status;
}

shoogi_status shg_sql_run_alive(shg_storage *s, int64_t at_ms, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    int changed = 0;
    shoogi_status status = shg_sql_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sql_change(&changed, q, RUN_ALIVE, VALUES(number(at_ms), number(q->run)), err);
    return status == SHOOGI_OK && !changed ? shg_row_no_run(err) : status;
}

struct run_reader {
    shg_runs_fn *each;
    void *context;
};

static bool each_run(const struct cell *cells, void *context)
{
    const struct run_reader *reader = context;
    const shg_run row = { .began_ms = cells[0].number, .alive_ms = cells[1].number };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sql_run_list(shg_storage *s, shg_runs_fn *each, void *context, shoogi_error *err)
{
    struct run_reader reader = { each, context };
    return shg_sql_list(sql_of(s), RUN_LIST, NO_VALUES, each_run, &reader, err);
}
