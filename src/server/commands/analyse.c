/* analyse.c: ANALYSE. */
#include "server/commands/command_table.h"
#include "server/engines/analysis.h"

void shg_run_analyse(shg_session *s, shg_call *call)
{
    shg_analysis_ask(s, call->game);
}
