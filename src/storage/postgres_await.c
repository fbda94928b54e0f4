/* postgres_await.c: waits for answers of PostgreSQL, but no longer than a silence allows.
 *
 * libpq waits for ever if the machine of a database acknowledges what it receives, and the database sends nothing: the database
 * was stopped, its disk hangs, or its machine was lost between a question and the answer. */
#include "storage/postgres_int.h"

#include "base/monotonic.h"

#include <errno.h>
#include <poll.h>

bool shg_postgres_await(PGconn *connection, int silence_ms)
{
    int64_t until_ms = shg_monotonic_ms() + silence_ms;
    while (silence_ms != SHG_POSTGRES_FOREVER && shg_pq.isBusy(connection)) {
        struct pollfd fd = { .fd = shg_pq.socket(connection), .events = POLLIN };
        if (fd.fd < 0)
            return true;
        const int64_t left_ms = until_ms - shg_monotonic_ms();
        const int ready = poll(&fd, 1, left_ms > 0 ? (int)left_ms : 0);
        if (ready == 0)
            return false;
        /* If the connection is broken, the next result says so. */
        if (ready < 0 ? errno != EINTR : !shg_pq.consumeInput(connection))
            return true;
        if (ready > 0)
            until_ms = shg_monotonic_ms() + silence_ms;
    }
    return true;
}

PGresult *shg_postgres_exec(PGconn *connection, const char *commands, int silence_ms)
{
    PGresult *last = NULL;
    if (!shg_pq.sendQuery(connection, commands))
        return NULL;
    while (shg_postgres_await(connection, silence_ms)) {
        PGresult *result = shg_pq.getResult(connection);
        if (!result)
            return last;
        shg_pq.clear(last);
        last = result;
    }
    shg_pq.clear(last);
    return NULL;
}
