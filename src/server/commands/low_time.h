/* low_time.h: warns players that little time is left on their clock in their current game (SET LOWTIME). */
#ifndef SHG_SERVER_COMMANDS_LOW_TIME_H
#define SHG_SERVER_COMMANDS_LOW_TIME_H

#include "server/session/session.h"

/* Call it whenever the session is prompted for a command: after each move, by either player, it is. */
void shg_low_time_watch(shg_session *session);
/* The session leaves. */
void shg_low_time_stop(shg_session *session);

#endif
