/* part.h: games: their events, what players do in them, who watches, and their ends.
 *
 * Something happens in a game by add_events.h: it is stored first and shown then.  Others who want to hear of it (engines,
 * messages, the library) are observers, which server.c lists.  The room uses loop, rules, clock, rating, session and account. */
#ifndef SHG_SERVER_GAME_PART_H
#define SHG_SERVER_GAME_PART_H

#include "server/game/game_cache.h"
#include "server/game/observer.h"
#include "server/game/watch.h"
#include "server/loop/host.h"

typedef struct shg_game_part {
    shg_game_cache *cache;
    shg_watches watches;
    const shg_game_observer *observers; /* static */
    struct event *time_forfeit_event;   /* when the next clock runs out */
    int64_t time_forfeit_armed_ms;      /* for when it was set */
    struct event *final_result_event;   /* when the next result becomes final */
} shg_game_part;

SHOOGI_CHECKED shoogi_status shg_games_start(shg_server *server, const shg_launch *start);
void shg_games_stop(shg_server *server);

#endif
