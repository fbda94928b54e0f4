/* devices.c: the browsers that receive a player's notifications, as JSON: the list of NOTIFY. */
#include "base/json_write.h"
#include "server/api/account.h"
#include "server/messages/part.h"
#include "server/messages/push.h"
#include "server/session/task.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct listing {
    shg_task task;
    int64_t player;
    bool pushes;
    shg_out out;
} listing;

static bool each_device(void *context, const shg_device *row)
{
    listing *l = context;
    shg_json_open(&l->out, NULL, '{');
    shg_json_number(&l->out, "number", row->id);
    shg_json_text(&l->out, "name", row->name);
    shg_json_text(&l->out, "endpoint", row->endpoint);
    shg_json_number(&l->out, "since_ms", row->created_ms);
    shg_json_close(&l->out, '}');
    return true;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    listing *l = (listing *)(void *)job;
    char words[SHG_PUSH_PAIR_SIGNS + 1] = "";
    shg_push_pair pair;
    shoogi_status status = l->pushes ? shg_push_pair_of(&pair, storage, &job->error) : SHOOGI_OK;
    if (status == SHOOGI_OK && l->pushes)
        shg_push_pair_write(words, &pair);
    shg_json_open(&l->out, NULL, '{');
    shg_json_text(&l->out, "key", words[0] ? words + SHG_PUSH_NUMBER_SIGNS + 1 : "");
    shg_json_open(&l->out, "devices", '[');
    if (status == SHOOGI_OK)
        status = storage->ops->device_list(storage, l->player, each_device, l, &job->error);
    shg_json_close(&l->out, ']');
    shg_json_close(&l->out, '}');
    sodium_memzero(words, sizeof words);
    sodium_memzero(&pair, sizeof pair);
    return status;
}

static void finish(shg_task *task)
{
    const listing *l = (const listing *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK || l->out.spent)
        shg_say_failed(s, &task->job);
    else if (s->door)
        shg_out_bytes(&shg_json_door_of(s)->out, l->out.bytes, l->out.length);
}

static void fini(shg_task *task)
{
    free(((listing *)task)->out.bytes);
}

void shg_api_devices(shg_session *s, shg_json_door *d)
{
    (void)d;
    listing *l = shg_task_alloc(s, sizeof *l);
    if (!l)
        return;
    l->player = s->player;
    l->pushes = s->server->messages->pushes != NULL;
    l->out = shg_out_growing();
    l->task.fini = fini;
    shg_task_write(&l->task, s->server, s, run, finish); /* it may have to make the key */
}
