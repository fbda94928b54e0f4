/* delete.c: DELETE: a finished game disappears from all views when both players ask for it.
 *
 * Its events stay in the storage, and lists of finished games mention it. A player's request is
 * stored with the number of events of the game: if the end is taken back, the request does not
 * apply to the next end. */
#include "server/game/game.h"
#include "server/game/game_cache.h"
#include "server/loop/host.h"
#include "server/session/part.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PAPER_DELETE "delete"

typedef struct deleting {
    shg_task task;
    shg_game_state *game; /* pinned */
    int64_t id, player, opponent, events, now_ms;
    bool wants, deleted;
} deleting;

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    deleting *d = (deleting *)(void *)job;
    char end[24] = "";
    if (d->wants)
        snprintf(end, sizeof end, "%" PRId64, d->events);
    shoogi_status status =
        storage->ops->document_set(storage, d->id, d->player, PAPER_DELETE, end, &job->error);
    const char *other = "";
    if (status == SHOOGI_OK)
        status = storage->ops->document_get(storage, &other, d->id, d->opponent, PAPER_DELETE,
                                            &job->error);
    d->deleted = status == SHOOGI_OK && d->wants && strcmp(other, end) == 0;
    return d->deleted ? storage->ops->game_delete(storage, d->id, d->now_ms, &job->error) : status;
}

static void tell_opponent(const deleting *d)
{
    shg_session *to = shg_online_first(&d->task.server->sessions->online, d->opponent);
    for (; to && d->opponent != d->player; to = shg_online_next(to))
        if (d->deleted)
            shg_notify(to, "Game %lld is deleted: you both agreed.\n", (long long)d->id);
        else if (d->wants)
            shg_notify_about(
                to, &(shg_notice){ .kind = "delete", .game = d->id, .by = d->task.session->name },
                "%s wants to delete game %lld.  DELETE %lld agrees.\n", d->task.session->name,
                (long long)d->id, (long long)d->id);
}

static void finish(shg_task *task)
{
    const deleting *d = (const deleting *)task;
    shg_session *s = task->session;
    const long long id = (long long)d->id;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    if (d->deleted) {
        d->game->deleted_ms = d->now_ms;
        shg_say(s, "Game %lld is deleted.  Nobody can see it any more.\n", id);
    } else if (d->wants) {
        shg_say(s, "Game %lld will be deleted if %s agrees.  DELETE -c withdraws your request.\n",
                id, d->game->name[d->game->player[0] == d->player]);
    } else {
        shg_say(s, "Game %lld is kept.\n", id);
    }
    tell_opponent(d);
}

static void fini(shg_task *task)
{
    shg_game_unpin(((deleting *)task)->game);
}

SHG_RUN(delete)
{
    shg_game_state *game = call->game;
    const int own = shg_game_colour_of(game, s->player);
    if (!shg_game_over(game)) {
        shg_refuse(s, "Game %lld is still running.  Only finished games can be deleted.\n",
                   (long long)game->id);
        return;
    }
    deleting *d = shg_task_alloc(s, sizeof *d);
    if (!d)
        return;
    d->game = shg_game_pin(game);
    d->id = game->id;
    d->player = s->player;
    d->opponent = game->player[!own];
    d->events = game->events;
    d->now_ms = shg_now_ms(s->server);
    d->wants = !shg_call_has(call, 'c');
    d->task.fini = fini;
    shg_task_write(&d->task, s->server, s, run, finish);
}
