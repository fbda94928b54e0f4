/* shared_limits.h: rate limits that count the events at all servers of the database.
 *
 * They guard accounts: a wrong password at another server counts here. Each change of a count is a line of news "count WHICH KEY
 * CHANGE" (storage/news.h), so a server learns of it a moment later. Attempts at several servers in the same moment may exceed a
 * limit once; the next attempts then wait longer. */
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

/* Shares a limit. limit: borrowed until the server ends. A server that is alone publishes nothing. */
void shg_limit_share(shg_server *server, shg_shared_limit which, shg_rate_limit *limit);

/* Applies a change that another server has published, unless this version does not know it. */
void shg_limit_changed_elsewhere(shg_server *server, int64_t which, int64_t key, int64_t change);

#endif
