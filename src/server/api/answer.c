#include "server/api/answer.h"

#include "server/doors/door_json.h"

#include <assert.h>
#include <stdlib.h>

void shg_api_answer_finish(shg_task *task)
{
    shg_api_answer *a = (shg_api_answer *)task;
    shg_session *s = task->session;
    shg_clean why;
    if (task->job.status == SHOOGI_NOT_FOUND && task->job.error.message[0]) {
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "%s\n",
                      shg_session_message(s, &why, task->job.error.message));
    } else if (task->job.status == SHOOGI_NOT_FOUND) {
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "Not found: no such name or number.\n");
    } else if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    } else if (s->door) {
        shg_json_door_of(s)->out = a->out;
        a->out = (shg_out){ 0 };
    }
}

static void fini(shg_task *task)
{
    free(((shg_api_answer *)task)->out.bytes);
}

void *shg_api_answer_new(shg_session *s, size_t bytes)
{
    assert(bytes >= sizeof(shg_api_answer));
    shg_api_answer *a = shg_task_alloc(s, bytes);
    if (!a)
        return NULL;
    a->out = shg_out_growing();
    a->now_ms = shg_now_ms(s->server);
    a->player = s->player;
    a->guest = s->guest;
    a->task.fini = fini;
    return a;
}

void shg_api_answer_start(shg_api_answer *answer, shg_session *s, shg_run_fn *run)
{
    shg_task_read(&answer->task, s->server, s, run, shg_api_answer_finish);
}
