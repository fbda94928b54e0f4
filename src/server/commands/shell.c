/* shell.c: SHELL: where the program has a terminal; a server on the network has none to give. */
#include "server/session/session.h"

SHG_RUN(shell)
{
    if (s->door->shell)
        s->door->shell(s, shg_call_text(call, call->argument), call->argument.bytes);
    else
        shg_refuse(s, "Sorry, this server has no shell.\n");
}
