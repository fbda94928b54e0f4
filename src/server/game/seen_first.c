#include "server/game/seen_first.h"

#include "server/game/game_cache.h"
#include "server/game/game_options.h"
#include "server/game/part.h"
#include "server/session/task.h"

#include <string.h>

typedef struct seeing {
    shg_task task;
    int64_t game, event, events; /* events: of the game, as stored */
    int colour;
    int64_t at_ms;
    shg_game_then *then;
    shg_line_then *line_then;
    size_t line_bytes, text_at;
    char line[];
} seeing;

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    seeing *t = (seeing *)(void *)job;
    return storage->ops->game_set_seen(storage, &t->events, t->game, t->colour, t->event, t->at_ms,
                                       &job->error);
}

static void finish(shg_task *task)
{
    const seeing *t = (const seeing *)task;
    shg_session *s = task->session;
    shg_game_state *game = shg_game_cache_peek(task->server->games->cache, t->game);
    if (game && task->job.status == SHOOGI_OK) {
        if (game->events != t->events)
            shg_game_cache_outdate(task->server->games->cache, t->game);
        if (game->seen[t->colour] < t->event) {
            game->seen[t->colour] = t->event;
            game->seen_ms[t->colour] = t->at_ms;
        }
    }
    if (t->line_then)
        t->line_then(s, t->line, t->line_bytes, t->text_at);
    else if (task->job.status == SHOOGI_OK)
        shg_with_game(s, t->game, t->then);
    else {
        shg_say_no_game(s, t->game, &task->job);
        t->then(s, NULL);
    }
}

static void store(seeing *t, shg_session *s, int64_t game, int colour, int64_t event)
{
    t->game = game;
    t->colour = colour;
    t->event = event;
    t->at_ms = shg_now_ms(s->server);
    t->task.aside = true;
    shg_task_write(&t->task, s->server, s, run, finish);
}

bool shg_see_first(shg_session *s, const shg_game_state *game, shg_game_then *then)
{
    if (s->server->node == 0 || s->player == 0 || shg_game_shared(game) || game->item_count == 0)
        return false;
    if (s->drawn_game == game->id && s->drawn_event == game->events)
        return false; /* PLAY, behind a board that shows all: see shg_dispatch */
    const int own = shg_game_colour_of(game, s->player);
    if (own < 0 || game->items[game->item_count - 1].colour == own ||
        shg_game_seen_last(game, own) || !shg_options_allow_undo(game->options))
        return false;
    seeing *t = shg_task_alloc(s, sizeof *t);
    if (!t)
        return false;
    t->then = then;
    store(t, s, game->id, own, game->events);
    return true;
}

bool shg_see_drawn_first(shg_session *s, const char *line, size_t line_bytes, size_t text_at,
                         shg_line_then *then)
{
    const int64_t game = s->drawn_game;
    if (s->server->node == 0 || game == 0)
        return false;
    seeing *t = shg_task_alloc(s, sizeof *t + line_bytes + 1);
    if (!t)
        return false;
    s->drawn_game = 0;
    t->line_then = then;
    t->line_bytes = line_bytes;
    t->text_at = text_at;
    memcpy(t->line, line, line_bytes);
    store(t, s, game, s->drawn_colour, s->drawn_event);
    return true;
}
