#include "server/messages/offline_messages.h"

#include "server/loop/time_text.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include <string.h>

bool shg_offline_message_add(void *context, const shg_message *row)
{
    shg_offline_messages *l = context;
    char at[SHG_TIME_TEXT_BYTES];
    shg_time_write(at, row->at_ms);
    l->at[l->count] = l->text.length;
    shg_text_add(&l->text, "%s UTC, %s: ", at, row->sender_name);
    shg_text_add_clean(&l->text, row->text, strlen(row->text), strlen(row->text));
    shg_text_add(&l->text, "\n");
    l->id[l->count++] = row->id;
    return l->count < SHG_MESSAGES_MAX;
}

typedef struct removal {
    shg_task task;
    size_t count;
    int64_t message[SHG_MESSAGES_MAX];
} removal;

static shoogi_status run_removal(shg_job *job, shg_storage *storage)
{
    const removal *f = (const removal *)(const void *)job;
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < f->count && status == SHOOGI_OK; i++) {
        status = storage->ops->message_remove(storage, f->message[i], &job->error);
        if (status == SHOOGI_NOT_FOUND) /* another session has shown it, too */
            status = SHOOGI_OK;
    }
    return status;
}

static void finish_removal(shg_task *task)
{
    (void)task; /* after a failure they are shown again */
}

/* Shows the messages that the session has not shown yet, and deletes them. late: between
 * commands, for a message left just as the player logged in. */
void shg_offline_messages_show(shg_session *s, const shg_offline_messages *l, bool late)
{
    size_t first = 0;
    while (first < l->count && l->id[first] <= s->message_shown)
        first++;
    if (first == l->count || l->text.failed)
        return;
    const size_t bytes = l->text.length - l->at[first];
    if (late && !shg_session_idle(s) && bytes > SHG_PENDING_BYTES_MAX / 2)
        return; /* too long for the pending buffer: at the next login */
    removal *f = shg_task_alloc(s, sizeof *f);
    if (!f)
        return;
    f->count = l->count - first;
    memcpy(f->message, l->id + first, f->count * sizeof f->message[0]);
    s->message_shown = l->id[l->count - 1];
    const char *head =
        shg_text_in(shg_session_language(s), f->count > 1 ? "Messages were left for you:\n"
                                                          : "A message was left for you:\n");
    if (late) {
        shg_notify(s, "%s%s", head, l->text.bytes + l->at[first]);
    } else {
        shg_say(s, "%s", head);
        shg_say_bytes(s, l->text.bytes + l->at[first], bytes);
    }
    shg_task_write(&f->task, s->server, NULL, run_removal, finish_removal);
}

/* ---- messages left during a login ---- */

typedef struct fetch {
    shg_task task;
    int64_t player;
    shg_offline_messages stored;
} fetch;

static shoogi_status run_fetch(shg_job *job, shg_storage *storage)
{
    fetch *f = (fetch *)(void *)job;
    return storage->ops->message_list(storage, f->player, shg_offline_message_add, &f->stored,
                                      &job->error);
}

static void finish_fetch(shg_task *task)
{
    const fetch *f = (const fetch *)task;
    shg_session *s = shg_online_first(&task->server->sessions->online, f->player);
    if (task->job.status == SHOOGI_OK && s && s->door && !s->quitting)
        shg_offline_messages_show(s, &f->stored, true);
}

static void fini_fetch(shg_task *task)
{
    shg_text_fini(&((fetch *)task)->stored.text);
}

void shg_offline_messages_late(shg_server *server, int64_t player)
{
    fetch *f = shg_task_alloc(NULL, sizeof *f);
    if (!f)
        return; /* at the next login */
    f->player = player;
    f->task.fini = fini_fetch;
    shg_task_read(&f->task, server, NULL, run_fetch, finish_fetch);
}
