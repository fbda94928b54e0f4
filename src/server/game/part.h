/* part.h: games: their events, players' actions, watchers, and ends.
 *
 * The room game keeps the games in memory, the watchers, and the timers of flag falls and final
 * results. Events are added by add_events.h, which stores them first and then shows them. It
 * calls loop, rules, clock, rating and session. Lobby, commands, the API and other later rooms call
 * it; engines, messages and the library get its events as observers, which server.c lists. */
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
    struct event *time_forfeit_event;   /* timer of the next flag fall */
    int64_t time_forfeit_armed_ms;      /* the time for which it is set */
    struct event *final_result_event;   /* timer of the next final result */
    int64_t unreadable[64]; /* the last games that could not be replayed, which are in the log */
    size_t unreadable_count;
} shg_game_part;

SHOOGI_CHECKED shoogi_status shg_games_start(shg_server *server, const shg_launch *start);
void shg_games_stop(shg_server *server);

#endif
