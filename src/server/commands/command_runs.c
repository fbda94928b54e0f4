#include "server/commands/command_runs.h"

#define COMMAND(id, names, options, argument, need, scope, brief, help)                            \
    void shg_run_##id(shg_session *session, shg_call *call);
#include "server/session/commands.def"
#undef COMMAND

static void (*const runs[])(shg_session *session, shg_call *call) = {
#define COMMAND(id, names, options, argument, need, scope, brief, help) shg_run_##id,
#include "server/session/commands.def"
#undef COMMAND
};

void shg_run_call(shg_session *session, shg_call *call)
{
    runs[call->command - shg_commands](session, call);
}
