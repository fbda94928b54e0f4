/* shell.c: SHELL: on a terminal the program's; a network server offers no shell. */
#include "server/session/session.h"

SHG_RUN(shell)
{
    if (s->door->shell)
        s->door->shell(s, shg_call_text(call, call->argument), call->argument.bytes);
    else
        shg_refuse(s, "Sorry, this server has no shell.\n");
}
