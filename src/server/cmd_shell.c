/* cmd_shell.c: SHELL: a server on the network has none to give. */
#include "server/session.h"

void shg_run_shell(shg_session *s, shg_call *call)
{
    (void)call;
    shg_say(s, "This server has no shell to give: sorry.  Your own terminal has one.\n");
}
