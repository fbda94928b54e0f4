/* ignore.c: IGNORE: switches a player's messages off, or on again. */
#include "server/messages/talk.h"
#include "server/session/ignored.h"
#include "server/session/part.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct ignoring {
    shg_task task;
    int64_t player;
    bool ignored, stored;
    char name[SHG_NAME_BYTES_MAX + 1];
} ignoring;

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    ignoring *g = (ignoring *)(void *)job;
    shg_player other;
    shoogi_status status = storage->ops->player_by_name(storage, &other, g->name, &job->error);
    if (status != SHOOGI_OK)
        return status;
    g->stored = true;
    snprintf(g->name, sizeof g->name, "%s", other.name);
    if (g->player != 0)
        status = storage->ops->ignored_set(storage, g->player, other.id, g->ignored, &job->error);
    return status;
}

static void finish(shg_task *task)
{
    ignoring *g = (ignoring *)task;
    shg_session *s = task->session;
    const bool here = shg_online_named(&s->server->sessions->online, g->name) != NULL;
    /* A guest who is here may not be stored yet: the guest is ignored for the rest of this
     * session. */
    if (task->job.status == SHOOGI_NOT_FOUND && !here) {
        shg_say_no_player(s, g->name);
        return;
    }
    if (task->job.status != SHOOGI_OK && task->job.status != SHOOGI_NOT_FOUND) {
        shg_say_failed(s, &task->job);
        return;
    }
    bool done = shg_ignored_set(s, g->name, g->ignored);
    for (shg_session *one = shg_online_first(&s->server->sessions->online, g->player); one;
         one = shg_online_next(one))
        done = shg_ignored_set(one, g->name, g->ignored) && done;
    if (!done)
        shg_refuse(s, "Your ignore list is full.\n");
    else
        shg_say(s, g->ignored ? "You now ignore %s.\n" : "You no longer ignore %s.\n", g->name);
}

SHG_RUN(ignore)
{
    if (call->argument.bytes == 0) {
        for (size_t i = 0; i < s->ignored_count; i++)
            shg_say(s, "  %s\n", s->ignored[i]);
        shg_say(s, "Players you ignore: %u.  IGNORE <name> adds or removes one.\n",
                s->ignored_count);
        return;
    }
    if (call->argument.bytes > SHG_NAME_BYTES_MAX) {
        shg_refuse(s, "That name is too long for a player.\n");
        return;
    }
    ignoring *g = shg_task_alloc(s, sizeof *g);
    if (!g)
        return;
    g->player = s->player;
    snprintf(g->name, sizeof g->name, "%.*s", (int)call->argument.bytes,
             shg_call_text(call, call->argument));
    g->ignored = !shg_ignores(s, g->name);
    if (g->ignored && s->ignored_count >= SHG_IGNORED_MAX) {
        shg_refuse(s, "Your ignore list is full.\n");
        free(g);
        return;
    }
    shg_task_write(&g->task, s->server, s, run, finish);
}
