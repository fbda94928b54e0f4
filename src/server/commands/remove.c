/* remove.c: REMOVE. */
#include "server/game/replay_offer.h"
#include "server/lobby/lobby.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <string.h>

typedef struct removal {
    shg_task task;
    int64_t number, player;
    bool not_own;
    char name[SHG_NAME_BYTES_MAX + 1];
} removal;

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    removal *r = (removal *)(void *)job;
    shg_challenge row;
    const shoogi_status status = storage->ops->challenge_get(storage, &row, r->number, &job->error);
    if (status != SHOOGI_OK)
        return status;
    /* Either player may decline the offer to replay a game. */
    r->not_own = shg_replay_game(row.options) != 0 ? !shg_replay_is_for(&row, r->player, r->name)
                                                   : row.player != r->player;
    if (r->not_own)
        return SHOOGI_ILLEGAL;
    return storage->ops->challenge_remove(storage, r->number, &job->error);
}

static void finish(shg_task *task)
{
    const removal *r = (const removal *)task;
    shg_session *s = task->session;
    const long long number = (long long)r->number;
    if (task->job.status == SHOOGI_OK) {
        shg_lobby_challenge_removed(s->server, r->number, SHG_CHALLENGE_WITHDRAWN);
        shg_say(s, "Challenge %lld is withdrawn.\n", number);
    } else if (task->job.status == SHOOGI_NOT_FOUND)
        shg_refuse(s, "There is no challenge %lld.  NEW lists the challenges.\n", number);
    else if (r->not_own)
        shg_refuse(s, "Challenge %lld is not yours.\n", number);
    else
        shg_say_failed(s, &task->job);
}

SHG_RUN(remove)
{
    removal *r = shg_task_alloc(s, sizeof *r);
    if (!r)
        return;
    r->number = call->number;
    r->player = s->player;
    memcpy(r->name, s->name, sizeof r->name);
    shg_task_write(&r->task, s->server, s, run, finish);
}
