/* remote_game.c: games that other servers have changed. */
#include "server/clock/part.h"
#include "server/clock/running_clocks.h"
#include "server/game/announce.h"
#include "server/game/load_game.h"
#include "server/game/observer.h"
#include "server/game/part.h"
#include "server/game/time_forfeit.h"
#include "server/lobby/begun_notice.h"
#include "server/nodes/remote_changes.h"
#include "server/rules/part.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include <stdlib.h>
#include <string.h>

/* ---- events ---- */

typedef struct remote_read {
    shg_task task;
    int64_t id, first;  /* the first event that is news */
    uint64_t changes;   /* by other servers, before it was read */
    bool begun;         /* the game itself is news */
    bool only_events;   /* the game in memory has all events before first */
    int64_t current[2]; /* the players' current games, if it has begun */
    shg_game_state *game;
    shg_event *events; /* owned, as their texts are */
    size_t count, room;
    bool spent;
} remote_read;

static bool add_event(void *context, const shg_event *event)
{
    remote_read *h = context;
    if (h->count == h->room) {
        const size_t room = h->room ? 2 * h->room : 4;
        shg_event *events = realloc(h->events, room * sizeof *events);
        if (events) {
            h->events = events;
            h->room = room;
        }
        h->spent = !events;
    }
    const size_t kind_bytes = strlen(event->kind) + 1, text_bytes = strlen(event->text) + 1;
    char *texts = h->spent ? NULL : malloc(kind_bytes + text_bytes);
    if (!texts) {
        h->spent = true;
        return false;
    }
    shg_event *to = &h->events[h->count++];
    *to = *event;
    to->kind = memcpy(texts, event->kind, kind_bytes);
    to->text = memcpy(texts + kind_bytes, event->text, text_bytes);
    return true;
}

/* Drops what a run has read. */
static void drop(remote_read *h)
{
    shg_game_free(h->game);
    h->game = NULL;
    for (size_t i = 0; i < h->count; i++) {
        char *texts;
        memcpy(&texts, &h->events[i].kind, sizeof texts);
        free(texts);
    }
    h->count = 0;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    remote_read *h = (remote_read *)(void *)job;
    shoogi_status status = SHOOGI_OK;
    drop(h); /* of a run that was refused */
    if (!h->only_events)
        status = shg_game_read(&h->game, storage, h->task.server->rules->past,
                               &h->task.server->clocks->downtimes, h->id, &job->error);
    for (int colour = 0; h->begun && colour < 2 && status == SHOOGI_OK; colour++) {
        shg_player player;
        status = storage->ops->player_by_id(storage, &player, h->game->player[colour], &job->error);
        if (status == SHOOGI_OK)
            h->current[colour] = player.current_game;
    }
    if (status == SHOOGI_OK && !h->begun)
        status = storage->ops->event_list(storage, h->id, h->first, add_event, h, &job->error);
    return status == SHOOGI_OK && h->spent ? SHOOGI_NO_MEMORY : status;
}

static void fini(shg_task *task)
{
    remote_read *h = (remote_read *)task;
    drop(h);
    free(h->events);
}

static void read_game(shg_server *server, int64_t id, int64_t first, bool begun);

/* The events that were not announced here. */
static shg_added not_announced(const remote_read *h, const shg_game_state *game)
{
    size_t from = 0;
    while (from < h->count && h->events[from].number <= game->announced)
        from++;
    return (shg_added){ h->events + from, h->count - from };
}

/* Whether new events are enough to bring a game in memory up to date.  They are not if it has documents (plans, a sealed move),
 * which change with events. */
static bool can_grow(const shg_game_state *game)
{
    return !game->stale && !game->plan[0] && !game->plan[1] && !game->sealed && game->undoing == 0;
}

/* Adds moves to the game in memory; NULL if it has to be read as a whole. */
static shg_game_state *grow(remote_read *h)
{
    shg_game_state *game = shg_game_cache_peek(h->task.server->games->cache, h->id);
    if (!game || !can_grow(game))
        return NULL;
    for (size_t i = 0; i < h->count; i++) {
        const shg_event *event = &h->events[i];
        if (event->number <= game->events)
            continue;
        const int side = (int)shoogi_position_side(game->position);
        if (strcmp(event->kind, "move") != 0 || shg_game_apply(game, event, NULL) != SHOOGI_OK)
            return NULL;
        game->seen[side] = event->number;
        game->seen_ms[side] = event->at_ms;
    }
    return game;
}

static void finish(shg_task *task)
{
    remote_read *h = (remote_read *)task;
    shg_server *server = task->server;
    if (task->job.status != SHOOGI_OK) {
        shg_log_no_game(server, h->id, &task->job);
        shg_remote_change(server, h->id);
        return;
    }
    shg_game_state *game =
        h->only_events ? grow(h) : shg_game_cache_put(server->games->cache, h->game, h->changes);
    h->game = NULL;
    if (!game) { /* more was stored meanwhile, or more than moves */
        if (h->only_events)
            shg_remote_change(server, h->id);
        read_game(server, h->id, h->first, h->begun);
        return;
    }
    shg_time_forfeits_follow(server, game);
    if (h->begun) {
        shg_begun_elsewhere(server, game, h->current);
        game->announced = game->events; /* its first move is on the board */
        shg_observe_elsewhere(server, game);
        return;
    }
    const shg_added added = not_announced(h, game);
    if (added.count > 0)
        shg_announce_remote(server, game, added);
}

static void read_game(shg_server *server, int64_t id, int64_t first, bool begun)
{
    const shg_game_state *known = shg_game_cache_peek(server->games->cache, id);
    remote_read *h = shg_task_alloc(NULL, sizeof *h);
    if (!h) {
        shg_remote_change(server, id);
        return;
    }
    h->id = id;
    h->changes = shg_game_cache_changes(server->games->cache);
    h->first = first;
    h->begun = begun;
    h->only_events = known && !begun && can_grow(known) && known->events + 1 >= first;
    h->task.fini = fini;
    h->task.insists = true;
    shg_task_read(&h->task, server, NULL, run, finish);
}

static bool somebody_is_here(const shg_server *server, int64_t game, const int64_t player[2])
{
    return shg_online_first(&server->sessions->online, player[0]) ||
           shg_online_first(&server->sessions->online, player[1]) ||
           shg_watch_first(&server->games->watches, game);
}

void shg_remote_events(shg_server *server, int64_t id, int64_t first, int64_t last,
                       const int64_t player[2])
{
    shg_game_state *game = shg_game_cache_peek(server->games->cache, id);
    if (game && game->announced >= last)
        return;
    const bool here = somebody_is_here(server, id, player);
    if (!here || !game || !can_grow(game)) /* moves are added to a game that can grow */
        shg_game_cache_outdate(server->games->cache, id);
    if (here)
        read_game(server, id, first, false);
}

void shg_remote_begun(shg_server *server, int64_t id, const int64_t player[2])
{
    if (somebody_is_here(server, id, player))
        read_game(server, id, 1, true);
}

void shg_remote_seen(shg_server *server, int64_t id, int colour, int64_t event, int64_t at_ms)
{
    shg_game_state *game = shg_game_cache_find(server->games->cache, id);
    if (!game) {
        shg_game_cache_outdate(server->games->cache, id);
        return;
    }
    if (game->seen[colour] >= event)
        return;
    game->seen[colour] = event;
    game->seen_ms[colour] = at_ms;
}

void shg_remote_change(shg_server *server, int64_t id)
{
    shg_game_cache_outdate(server->games->cache, id);
}

/* ---- clocks of a node that has ended ---- */

typedef struct orphans {
    shg_task task;
    shg_timed_games games; /* all; the node followed the clocks of some */
} orphans;

static shoogi_status run_orphans(shg_job *job, shg_storage *storage)
{
    shg_timed_games *games = &((orphans *)(void *)job)->games;
    games->count = 0;
    return shg_timed_games_list(games, storage, &job->error);
}

static void finish_orphans(shg_task *task)
{
    const shg_timed_games *games = &((const orphans *)task)->games;
    for (size_t i = 0; task->job.status == SHOOGI_OK && i < games->count; i++)
        if (!shg_running_clocks_find(task->server->clocks->running, games->ids[i]))
            shg_time_forfeits_begin(task->server, games->ids[i]);
}

static void fini_orphans(shg_task *task)
{
    free(((orphans *)task)->games.ids);
}

void shg_remote_death(shg_server *server)
{
    orphans *o = shg_task_alloc(NULL, sizeof *o);
    if (!o)
        return;
    o->task.fini = fini_orphans;
    o->task.insists = true;
    shg_task_read(&o->task, server, NULL, run_orphans, finish_orphans);
}
