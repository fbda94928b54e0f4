/* part.h: the people and programs at the server, one session for each.
 *
 * The room session takes lines in and sends text out (session.h), asks the storage (task.h), and reads a line as a command
 * (command.h, commands.def).  What a command does stands above, as do logging in and what follows when somebody leaves: the
 * room gets them as functions (shg_session_hooks).  It uses the rooms loop, rules and clock. */
#ifndef SHG_SERVER_SESSION_PART_H
#define SHG_SERVER_SESSION_PART_H

#include "server/loop/host.h"
#include "server/session/online.h"
#include "server/session/session.h"

typedef struct shg_session_part {
    shg_online online;
    const shg_session_hooks *hooks; /* static */
} shg_session_part;

#endif
