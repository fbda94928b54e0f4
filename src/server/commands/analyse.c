/* analyse.c: ANALYSE. */
#include "server/engines/analysis.h"
#include "server/session/session.h"

SHG_RUN(analyse)
{
    shg_analysis_ask(s, call->game);
}
