/* security.c: the security of a player's account, as JSON: the output of MAIL and CODES. */
#include "base/json_write.h"
#include "server/account/account.h"
#include "server/account/authenticate.h"
#include "server/account/token.h"
#include "server/api/account.h"
#include "server/messages/notification_mail.h"
#include "server/messages/part.h"
#include "server/session/task.h"

#include <stdio.h>
#include <string.h>

typedef struct looking {
    shg_task task;
    int64_t player, now_ms;
    shg_account account;
    char awaited[SHG_STORAGE_MAIL_BYTES_MAX + 1]; /* an e-mail address not verified yet */
    int64_t spare;                                /* unused recovery codes */
} looking;

static bool each_token(void *context, const shg_token *row)
{
    looking *l = context;
    l->spare += strcmp(row->kind, SHG_TOKEN_RECOVERY) == 0;
    if (strcmp(row->kind, SHG_TOKEN_MAIL) == 0 && row->expires_ms > l->now_ms)
        snprintf(l->awaited, sizeof l->awaited, "%s", row->name);
    return true;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    looking *l = (looking *)(void *)job;
    const shoogi_status status = shg_account_read(&l->account, storage, l->player, &job->error);
    return status == SHOOGI_OK
               ? storage->ops->token_list(storage, l->player, each_token, l, &job->error)
               : status;
}

static void finish(shg_task *task)
{
    const looking *l = (const looking *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    if (!s->door)
        return;
    shg_out *out = &shg_json_door_of(s)->out;
    shg_json_open(out, NULL, '{');
    shg_json_flag(out, "sends_mail", s->server->messages->mail != NULL);
    shg_json_text(out, "mail", l->account.mail);
    shg_json_text(out, "awaited", l->awaited);
    shg_json_flag(out, "codes", shg_account_has_codes(&l->account));
    shg_json_number(out, "spare", l->spare);
    shg_json_close(out, '}');
}

void shg_api_security(shg_session *s, shg_json_door *d)
{
    (void)d;
    looking *l = shg_task_alloc(s, sizeof *l);
    if (!l)
        return;
    l->player = s->player;
    l->now_ms = shg_now_ms(s->server);
    shg_task_read(&l->task, s->server, s, run, finish);
}
