#include "server/session/shared_limits.h"

#include "server/session/part.h"
#include "server/session/task.h"

#include <limits.h>

static void publish(void *context, unsigned which, int64_t key, int change)
{
    shg_publish(context, "count %u %lld %d", which, (long long)key, change);
}

void shg_limit_share(shg_server *server, shg_shared_limit which, shg_rate_limit *limit)
{
    server->sessions->shared_limits[which] = limit;
    shg_rate_limit_share(limit, which, publish, server);
}

void shg_limit_changed_elsewhere(shg_server *server, int64_t which, int64_t key, int64_t change)
{
    if (which >= 0 && which < SHG_SHARED_LIMITS && change >= -1 && change <= INT_MAX)
        shg_rate_limit_apply(server->sessions->shared_limits[which], key, (int)change,
                             shg_now_ms(server));
}
