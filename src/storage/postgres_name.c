/* postgres_name.c: refuses the name of a server that runs: see --node. */
#include "storage/postgres_int.h"

#include "base/error.h"

#include <time.h>

/* A server renews its row each second. */
enum { WATCH_MS = 2500, LOOK_MS = 100 };

shoogi_status shg_postgres_refuse_used_name(struct postgres *q, shoogi_error *err)
{
    const struct timespec pause = { .tv_nsec = LOOK_MS * 1000000L };
    int64_t first = 0;
    for (int waited_ms = 0; waited_ms <= WATCH_MS; waited_ms += LOOK_MS) {
        const enum sql_outcome outcome =
            shg_postgres_run(&q->sql, NODE_BEAT, VALUES(text(q->node_name), number(WATCH_MS)));
        if (outcome == SQL_DONE)
            return SHOOGI_OK; /* there is none, or it has not renewed its row for long */
        if (outcome != SQL_ROW)
            return shg_sql_fail(err, &q->sql);
        if (waited_ms == 0)
            first = q->sql.cells[0].number;
        else if (q->sql.cells[0].number != first)
            return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                                 "a server named %s runs on this database: stop that, or give this "
                                 "one another name by --node",
                                 q->node_name);
        nanosleep(&pause, NULL);
    }
    return SHOOGI_OK;
}
