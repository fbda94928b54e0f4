/* quit.c: QUIT. */
#include "server/session/session.h"
#include "server/commands/command_table.h"

void shg_run_quit(shg_session *s, shg_call *call)
{
    (void)call;
    shg_say(s, "Goodbye, %s.\n", s->name);
    shg_session_quit(s);
}
