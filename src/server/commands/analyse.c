/* analyse.c: ANALYSE. */
#include "server/engines/analysis.h"

SHG_RUN(analyse)
{
    shg_analysis_ask(s, call->game);
}
