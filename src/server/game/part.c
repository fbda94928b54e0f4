#include "server/game/part.h"

#include "server/game/final_result.h"
#include "server/game/time_forfeit.h"
#include "server/loop/bounds.h"
#include "server/loop/event_loop.h"
#include "server/loop/test_settings.h"

shoogi_status shg_games_start(shg_server *server, const shg_launch *start)
{
    (void)start;
    shoogi_status status =
        shg_game_cache_new(&server->games->cache, (size_t)shg_test_bound(SHG_GAMES_CACHED, 1),
                           (size_t)shg_test_bound(SHG_GAMES_CACHED_EVENTS, 1));
    if (status == SHOOGI_OK)
        status = shg_time_forfeits_init(server);
    return status == SHOOGI_OK ? shg_final_results_init(server) : status;
}

void shg_games_stop(shg_server *server)
{
    shg_event_free(server->games->final_result_event);
    shg_time_forfeits_fini(server);
    shg_game_cache_free(server->games->cache);
}
