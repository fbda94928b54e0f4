/* quit.c: QUIT. */
#include "server/session/session.h"

SHG_RUN(quit)
{
    (void)call;
    shg_say(s, "Goodbye, %s.\n", s->name);
    shg_session_quit(s);
}
