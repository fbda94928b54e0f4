#include "server/game/abandoned.h"

#include "server/game/announce.h"
#include "server/game/game_options.h"
#include "server/game/load_game.h"
#include "server/game/observer.h"
#include "server/game/part.h"
#include "server/game/time_forfeit.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* A possibly inactive game. */
typedef struct candidate {
    int64_t game, player[2];
    enum { NOTHING, ASKED, ARCHIVED } done;
} candidate;

typedef struct sweep {
    shg_task task;
    int64_t now_ms;
    size_t count;
    candidate found[SHG_ABANDONED_AT_ONCE];
} sweep;

/* ---- in the storage ---- */

static bool may_be(const shg_game *row, int64_t now_ms)
{
    size_t bytes;
    return row->outcome[0] == '\0' && row->black != row->white &&
           (!shg_option_value(&bytes, row->options, SHG_OPTION_CLOCK) ||
            shg_options_live(row->options)) && /* adjourned, or its flag would have fallen */
           now_ms - row->created_ms >= SHG_ABANDONED_MS;
}

static bool each_time(void *context, const shg_event *event)
{
    *(int64_t *)context = event->at_ms;
    return true;
}

/* Handles one game: reminds once, and archives if nothing has happened since. */
static shoogi_status check_game(candidate *c, int64_t *events, shg_storage *storage, int64_t now_ms,
                                shoogi_error *err)
{
    shg_game row;
    c->done = NOTHING;
    shoogi_status status = storage->ops->game_get(storage, &row, c->game, err);
    if (status != SHOOGI_OK || !may_be(&row, now_ms))
        return status;
    c->player[0] = row.black;
    c->player[1] = row.white;
    *events = row.events;
    int64_t latest_ms = row.created_ms;
    if (row.events > 0)
        status = storage->ops->event_list(storage, c->game, row.events, each_time, &latest_ms, err);
    const char *asked = "";
    if (status == SHOOGI_OK)
        status = storage->ops->document_get(storage, &asked, c->game, c->player[0],
                                            SHG_DOCUMENT_ABANDONED, err);
    if (status != SHOOGI_OK || now_ms - latest_ms < SHG_ABANDONED_MS)
        return status;
    const int64_t asked_ms = strtoll(asked, NULL, 10);
    if (asked_ms < latest_ms) /* no reminder yet, or an event since */
        c->done = ASKED;
    else if (now_ms - asked_ms >= SHG_ABANDONED_GRACE_MS)
        c->done = ARCHIVED;
    return status;
}

static bool each_game(void *context, const shg_game *row)
{
    sweep *w = context;
    if (may_be(row, w->now_ms) && w->count < SHG_ABANDONED_AT_ONCE)
        w->found[w->count++] = (candidate){ .game = row->id };
    return w->count < SHG_ABANDONED_AT_ONCE;
}

/* Reading: collects the games to handle. */
static shoogi_status run_search(shg_job *job, shg_storage *storage)
{
    sweep *w = (sweep *)(void *)job;
    size_t kept = 0;
    int64_t after = 0, events;
    shoogi_status status = SHOOGI_OK;
    for (bool more = true; more && status == SHOOGI_OK && kept < SHG_ABANDONED_AT_ONCE;) {
        const shg_game_filter running = { .running_only = true, .after = after };
        const size_t begin = w->count = kept;
        status = storage->ops->game_list(storage, &running, each_game, w, &job->error);
        more = w->count > begin;
        for (size_t i = begin; i < w->count && status == SHOOGI_OK; i++) {
            after = w->found[i].game;
            status = check_game(&w->found[i], &events, storage, w->now_ms, &job->error);
            if (w->found[i].done != NOTHING)
                w->found[kept++] = w->found[i];
        }
    }
    w->count = kept;
    return status;
}

static shoogi_status archive(const candidate *c, int64_t events, shg_storage *storage,
                             int64_t now_ms, shoogi_error *err)
{
    const shg_event end = { .game = c->game,
                            .number = events + 1,
                            .kind = "result",
                            .text = "no-contest " SHG_REASON_ABANDONED,
                            .at_ms = now_ms };
    return storage->ops->event_add(storage, &end, err);
}

/* Writing: checks again, as events may have happened meanwhile. */
static shoogi_status run_writing(shg_job *job, shg_storage *storage)
{
    sweep *w = (sweep *)(void *)job;
    char now[24];
    snprintf(now, sizeof now, "%" PRId64, w->now_ms);
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < w->count && status == SHOOGI_OK; i++) {
        candidate *c = &w->found[i];
        int64_t events = 0;
        status = check_game(c, &events, storage, w->now_ms, &job->error);
        if (status == SHOOGI_OK && c->done == ASKED)
            status = storage->ops->document_set(storage, c->game, c->player[0],
                                                SHG_DOCUMENT_ABANDONED, now, &job->error);
        else if (status == SHOOGI_OK && c->done == ARCHIVED)
            status = archive(c, events, storage, w->now_ms, &job->error);
    }
    return status;
}

/* ---- in the loop ---- */

static void ask_players(shg_server *server, const candidate *c)
{
    const long long id = (long long)c->game;
    for (int colour = 0; colour < 2; colour++)
        for (shg_session *to = shg_online_first(&server->sessions->online, c->player[colour]); to;
             to = shg_online_next(to))
            shg_notify(to,
                       "Game %lld has had no move for %d days.  Without a move it will be\n"
                       "archived in %d days.\n",
                       id, (int)(SHG_ABANDONED_MS / SHG_DAY_MS),
                       (int)(SHG_ABANDONED_GRACE_MS / SHG_DAY_MS));
}

/* Announces the end like any other. */
static void announce(shg_server *server, shg_game_state *game)
{
    shg_time_forfeits_follow(server, game); /* an adjourned game has a clock */
    shg_announce(server, game, NULL, (shg_added){ 0 });
}

static void finish_writing(shg_task *task)
{
    const sweep *w = (const sweep *)task;
    for (size_t i = 0; i < w->count && task->job.status == SHOOGI_OK; i++) {
        const candidate *c = &w->found[i];
        if (c->done == ASKED)
            ask_players(task->server, c);
        if (c->done != ARCHIVED)
            continue;
        shg_game_state *game = shg_game_cache_find(task->server->games->cache, c->game);
        if (game)
            shg_game_set_stale(game);
        shg_find_game(task->server, c->game, announce);
    }
    shg_observe_ended(task->server);
}

static void finish_search(shg_task *task)
{
    const sweep *found = (const sweep *)task;
    sweep *w =
        task->job.status == SHOOGI_OK && found->count > 0 ? shg_task_alloc(NULL, sizeof *w) : NULL;
    if (!w)
        return;
    w->now_ms = found->now_ms;
    w->count = found->count;
    for (size_t i = 0; i < found->count; i++)
        w->found[i] = found->found[i];
    shg_task_write(&w->task, task->server, NULL, run_writing, finish_writing);
}

void shg_abandoned_sweep(shg_server *server)
{
    sweep *w = shg_task_alloc(NULL, sizeof *w);
    if (!w)
        return; /* next time */
    w->now_ms = shg_now_ms(server);
    shg_task_read(&w->task, server, NULL, run_search, finish_search);
}
