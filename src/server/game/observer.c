#include "server/game/observer.h"

#include "server/game/part.h"

static bool is_last(const shg_game_observer *observer)
{
    return !observer->begun && !observer->happened && !observer->ended;
}

void shg_observe_begun(shg_server *server, shg_game_state *game, int64_t by)
{
    for (const shg_game_observer *o = server->games->observers; !is_last(o); o++)
        if (o->begun)
            o->begun(server, game, by);
}

void shg_observe_happened(shg_server *server, shg_game_state *game)
{
    for (const shg_game_observer *o = server->games->observers; !is_last(o); o++)
        if (o->happened)
            o->happened(server, game);
}

void shg_observe_elsewhere(shg_server *server, shg_game_state *game)
{
    for (const shg_game_observer *o = server->games->observers; !is_last(o); o++)
        if (o->happened_elsewhere)
            o->happened_elsewhere(server, game);
}

void shg_observe_ended(shg_server *server)
{
    for (const shg_game_observer *o = server->games->observers; !is_last(o); o++)
        if (o->ended)
            o->ended(server);
}
