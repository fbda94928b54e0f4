/* shutdown_notice.h: an announced shutdown of the server. */
#ifndef SHG_SERVER_ADMIN_SHUTDOWN_NOTICE_H
#define SHG_SERVER_ADMIN_SHUTDOWN_NOTICE_H

#include "server/loop/host.h"
#include "server/session/session.h"

enum { SHG_SHUTDOWN_REASON_BYTES = 200 };

typedef struct shg_shutdown_notice {
    struct event *timer;                    /* owned; NULL: never used */
    int64_t at_ms;                          /* 0: no shutdown is planned */
    char reason[SHG_SHUTDOWN_REASON_BYTES]; /* sanitised */
} shg_shutdown_notice;

/* Plans a shutdown at at_ms and notifies everybody, now and again as it comes nearer. reason: ""
 * for none, copied. Replaces an earlier plan. Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_shutdown_plan(shg_server *server, int64_t at_ms,
                                               const char *reason);

/* Cancels the planned shutdown and notifies everybody. False if none was planned. */
bool shg_shutdown_cancel(shg_server *server);

/* Notifies a new session of a planned shutdown. */
void shg_shutdown_notify(shg_session *session);

/* For a hot upgrade: writes the plan; goes on with it. */
void shg_shutdown_hand_over(shg_handover_out *out, const shg_server *server);
void shg_shutdown_restore(shg_server *server);

void shg_shutdown_notice_fini(shg_shutdown_notice *shutdown);

/* The time of the next step after now_ms of a shutdown at at_ms: a notice 60, 30, 15, 10, 5, 2
 * and 1 minutes before, or the shutdown itself. */
int64_t shg_shutdown_next_notice_ms(int64_t at_ms, int64_t now_ms);

#endif
