/* shutdown_notice.h: a stop of the server that everyone is told of before. */
#ifndef SHG_SERVER_ADMIN_SHUTDOWN_NOTICE_H
#define SHG_SERVER_ADMIN_SHUTDOWN_NOTICE_H

#include "server/loop/host.h"
#include "server/session/session.h"

enum { SHG_SHUTDOWN_REASON_BYTES = 200 };

typedef struct shg_shutdown_notice {
    struct event *timer;                    /* owned; NULL: never used */
    int64_t at_ms;                          /* 0: the server is not to stop */
    char reason[SHG_SHUTDOWN_REASON_BYTES]; /* safe to show */
} shg_shutdown_notice;

/* The server stops at at_ms: everyone is told now, and again as it comes nearer.  reason: "" for none, copied.
 * Replaces what was planned before.  Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_shutdown_plan(shg_server *server, int64_t at_ms,
                                               const char *reason);

/* It does not: everyone is told.  False if it was not going to. */
bool shg_shutdown_cancel(shg_server *server);

/* Tells one who has come of it, if it is planned. */
void shg_shutdown_notify(shg_session *session);

void shg_shutdown_notice_fini(shg_shutdown_notice *shutdown);

/* When, after now_ms, something is due that is to happen at at_ms: a warning, 60, 30, 15, 10, 5, 2 and 1 minutes
 * before, or the stop itself. */
int64_t shg_shutdown_next_notice_ms(int64_t at_ms, int64_t now_ms);

#endif
