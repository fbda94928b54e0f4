/* open.c: OPEN: shows a protected game to a player who has its key. */
#include "server/game/privacy.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <string.h>

typedef struct opening {
    shg_task task;
    int64_t game;
    char key[SHG_KEY_BYTES];
    size_t key_bytes;
} opening;

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    const opening *o = (const opening *)(const void *)job;
    shg_game row;
    const shoogi_status status = storage->ops->game_get(storage, &row, o->game, &job->error);
    if (status != SHOOGI_OK)
        return status;
    return shg_key_opens(o->key, o->key_bytes, o->game, row.options) ? SHOOGI_OK : SHOOGI_NOT_FOUND;
}

static void say_no_key(shg_session *s)
{
    shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "No game has this key.\n");
}

static void finish(shg_task *task)
{
    const opening *o = (const opening *)task;
    shg_session *s = task->session;
    const long long id = (long long)o->game;
    if (task->job.status == SHOOGI_NOT_FOUND)
        say_no_key(s);
    else if (task->job.status != SHOOGI_OK)
        shg_say_failed(s, &task->job);
    else if (!shg_viewer_open_game(s, o->game))
        shg_refuse_as(s, SHG_REFUSED_TOO_MUCH,
                      "You have opened as many games as allowed in one session.\n");
    else
        shg_say(s, "You can see game %lld until you log out.  BOARD %lld shows it.\n", id, id);
    if (task->job.status == SHOOGI_OK)
        shg_result(s, "game", o->game);
}

SHG_RUN(open)
{
    const char *key = shg_call_text(call, call->argument);
    const int64_t game = shg_key_number(key, call->argument.bytes);
    if (game == 0 || call->argument.bytes > SHG_KEY_BYTES) {
        say_no_key(s);
        return;
    }
    opening *o = shg_task_alloc(s, sizeof *o);
    if (!o)
        return;
    o->game = game;
    o->key_bytes = call->argument.bytes;
    memcpy(o->key, key, o->key_bytes);
    shg_task_read(&o->task, s->server, s, run, finish);
}
