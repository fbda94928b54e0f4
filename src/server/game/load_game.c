#include "server/game/load_game.h"

#include "server/clock/part.h"
#include "server/game/part.h"
#include "server/game/privacy.h"
#include "server/game/seen_first.h"
#include "server/loop/text_buffer.h"
#include "server/rules/part.h"
#include "server/session/task.h"

#include <stdio.h>
#include <string.h>

typedef struct load {
    shg_task task;
    int64_t id;
    uint64_t changes;      /* by other servers, before it was read */
    shg_game_state *game;  /* the result; owned until it is in the cache */
    shg_game_then *then;   /* callback for a session, or */
    shg_game_found *found; /* for the server itself */
} load;

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    load *l = (load *)(void *)job;
    return shg_game_read(&l->game, storage, l->task.server->rules->past,
                         &l->task.server->clocks->downtimes, l->id, &job->error);
}

static void say_no_such_game(shg_session *s, int64_t id)
{
    shg_refuse_as(s, SHG_REFUSED_NOT_FOUND,
                  "There is no game %lld.  GAMES lists the running games.\n", (long long)id);
}

void shg_log_no_game(shg_server *server, int64_t id, const shg_job *job)
{
    shg_game_part *games = server->games;
    const size_t room = sizeof games->unreadable / sizeof games->unreadable[0];
    const shoogi_status status = job->status;
    if (status != SHOOGI_INVALID_RULES && status != SHOOGI_PARSE_ERROR && status != SHOOGI_ILLEGAL)
        return; /* what the storage or the memory is to blame for, or nobody */
    for (size_t i = 0; i < room; i++)
        if (games->unreadable[i] == id)
            return;
    games->unreadable[games->unreadable_count++ % room] = id;
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)id);
    shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_no_game, "game", number, "reason",
                  job->error.message[0] ? job->error.message : shoogi_status_text(status), NULL);
}

void shg_say_no_game(shg_session *s, int64_t id, const shg_job *job)
{
    if (job->status == SHOOGI_NOT_FOUND) {
        say_no_such_game(s, id);
        return;
    }
    shg_log_no_game(s->server, id, job);
    const char *why = job->error.message[0] ? job->error.message : shoogi_status_text(job->status);
    shg_clean clean;
    shg_refuse_as(s, SHG_REFUSED_FAILED, "Game %lld cannot be shown: %s.\n", (long long)id,
                  shg_session_message(s, &clean, why));
}

/* A program that sends requests by HTTP has no lasting session, and gives the key with each
 * request. */
static bool shows_key(shg_session *s, const shg_game_state *game)
{
    char key[SHG_KEY_BYTES + 1];
    return s->door && s->door->query && s->door->query(key, sizeof key, s, "key") &&
           shg_key_opens(key, strlen(key), game->id, game->options);
}

/* To a viewer without permission, the game does not exist. */
static void show(shg_session *s, shg_game_state *game, shg_game_then *then)
{
    shg_viewer viewer = { 0 };
    if (game) {
        viewer = shg_viewer_of(s, game->id);
        viewer.opened = viewer.opened || shows_key(s, game);
    }
    if (game && !shg_game_may_see(viewer, game)) {
        say_no_such_game(s, game->id);
        game = NULL;
    }
    if (!game || !shg_see_first(s, game, then))
        then(s, game);
}

static void finish(shg_task *task)
{
    load *l = (load *)task;
    shg_game_state *game = NULL;
    if (task->job.status == SHOOGI_OK)
        game = shg_game_cache_put(task->server->games->cache, l->game, l->changes);
    else
        shg_say_no_game(task->session, l->id, &task->job);
    l->game = NULL;
    if (task->job.status == SHOOGI_OK && !game)
        shg_with_game(task->session, l->id, l->then); /* more was stored meanwhile */
    else
        show(task->session, game, l->then);
}

/* Waits for pending writes. Whether the opponent has seen a move is decided when a takeback is
 * queued, so it must not be shown in between. */
static shoogi_status run_load(shg_job *job, shg_storage *storage)
{
    (void)job;
    (void)storage;
    return SHOOGI_OK;
}

static void finish_load(shg_task *task)
{
    const load *l = (const load *)task;
    shg_with_game(task->session, l->id, l->then);
}

void shg_with_game(shg_session *session, int64_t id, shg_game_then *then)
{
    shg_game_state *game = shg_game_cache_find(session->server->games->cache, id);
    if (game && game->undoing == 0) {
        show(session, game, then);
        return;
    }
    load *l = shg_task_alloc(session, sizeof *l);
    if (!l) {
        then(session, NULL);
        return;
    }
    l->id = id;
    l->changes = shg_game_cache_changes(session->server->games->cache);
    l->then = then;
    l->task.aside = true;
    if (game)
        shg_task_write(&l->task, session->server, session, run_load, finish_load);
    else
        shg_task_read(&l->task, session->server, session, run, finish);
}

/* ---- without a session ---- */

static void finish_finding(shg_task *task)
{
    const load *l = (const load *)task;
    if (task->job.status != SHOOGI_OK) {
        shg_log_no_game(task->server, l->id, &task->job);
        return;
    }
    shg_game_state *game = shg_game_cache_put(task->server->games->cache, l->game, l->changes);
    if (game)
        l->found(task->server, game);
    else
        shg_find_game(task->server, l->id, l->found); /* more was stored meanwhile */
}

void shg_find_game(shg_server *server, int64_t id, shg_game_found *then)
{
    shg_game_state *game = shg_game_cache_find(server->games->cache, id);
    if (game) {
        then(server, game);
        return;
    }
    load *l = shg_task_alloc(NULL, sizeof *l);
    if (!l)
        return;
    l->id = id;
    l->changes = shg_game_cache_changes(server->games->cache);
    l->found = then;
    l->task.insists = true;
    shg_task_read(&l->task, server, NULL, run, finish_finding);
}
