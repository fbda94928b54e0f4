/* shared_limits.h: rate limits whose counts are those of all servers of the database.
 *
 * They guard accounts: a guess at another server counts here. Each change is a line of news "count WHICH KEY CHANGE"
 * (storage/news.h), so a server learns of it a moment later; what is counted at several servers in the same moment may exceed a
 * limit once, and is awaited afterwards. */
#ifndef SHG_SERVER_SESSION_SHARED_LIMITS_H
#define SHG_SERVER_SESSION_SHARED_LIMITS_H

#include "server/loop/host.h"
#include "server/loop/rate_limit.h"

/* The numbers are in news: a new one comes at the end. */
typedef enum shg_shared_limit {
    SHG_LIMIT_WRONG_PAIRS, /* login_limits.h */
    SHG_LIMIT_WRONG_ADDRESSES,
    SHG_LIMIT_WRONG_NAMES,
    SHG_LIMIT_SIGN_UPS,
    SHG_LIMIT_EMAIL,
    SHG_SHARED_LIMITS
} shg_shared_limit;

/* limit: borrowed until the server ends. Does nothing at a server that is alone. */
void shg_limit_share(shg_server *server, shg_shared_limit which, shg_rate_limit *limit);

/* Applies what another server has published. */
void shg_limit_changed_elsewhere(shg_server *server, int64_t which, int64_t key, int64_t change);

#endif
