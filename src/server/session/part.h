/* part.h: the people and programs at the server, one session for each.
 *
 * The room session keeps the sessions that are online. A session takes lines in and sends text
 * out (session.h), sends requests to the storage (task.h), and parses command lines (command.h,
 * commands.def). Commands, login and clean-up after a session belong to later rooms, which hand
 * in their functions (shg_session_hooks). The room calls loop and clock; all later rooms call
 * it. */
#ifndef SHG_SERVER_SESSION_PART_H
#define SHG_SERVER_SESSION_PART_H

#include "server/loop/host.h"
#include "server/session/elsewhere.h"
#include "server/session/online.h"
#include "server/session/session.h"
#include "server/session/shared_limits.h"

typedef struct shg_session_part {
    shg_online online;
    shg_elsewhere elsewhere;
    bool unsaid; /* a line about a player online here was lost: elsewhere.h */
    shg_rate_limit *shared_limits[SHG_SHARED_LIMITS]; /* borrowed from later rooms */
    const shg_session_hooks *hooks;                   /* static */
    struct shg_task *insisting; /* tasks that run again when the database is there: task.h */
} shg_session_part;

/* Bounds the notices that wait for all sessions together, by their share. */
SHOOGI_CHECKED shoogi_status shg_sessions_start(shg_server *server, const shg_launch *start);

#endif
