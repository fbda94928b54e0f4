#include "server/engines/part.h"

shoogi_status shg_engine_part_start(shg_server *server, const shg_launch *start)
{
    const shg_server_options *options = start->options;
    shg_engine_part *engines = server->engines;
    if (options->local || !options->works || options->engines == 0)
        return SHOOGI_OK;
    shoogi_status status = shg_engine_pool_new(&engines->pool, server, options->engines);
    if (status == SHOOGI_OK)
        status = shg_engines_new(&engines->players, server, engines->pool);
    if (status == SHOOGI_OK)
        status = shg_analyses_new(&engines->analyses, server, engines->pool);
    return status;
}

void shg_engine_part_stop(shg_server *server)
{
    shg_engine_part *engines = server->engines;
    shg_engines_free(engines->players);
    shg_analyses_free(engines->analyses);
    shg_engine_pool_free(engines->pool);
    *engines = (shg_engine_part){ 0 };
}
