/* mail.c: MAIL: the e-mail address of a player. */
#include "server/account/account.h"
#include "server/account/authenticate.h"
#include "server/account/token.h"
#include "server/messages/mail.h"
#include "server/messages/notification_mail.h"
#include "server/messages/part.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct looking {
    shg_task task;
    int64_t player;
    bool off; /* e-mail is switched off */
    shg_account account;
} looking;

static shoogi_status run_showing(shg_job *job, shg_storage *storage)
{
    looking *l = (looking *)(void *)job;
    return shg_account_read(&l->account, storage, l->player, &job->error);
}

static shoogi_status run_ending(shg_job *job, shg_storage *storage)
{
    looking *l = (looking *)(void *)job;
    shoogi_status status = shg_account_read(&l->account, storage, l->player, &job->error);
    l->account.mail[0] = '\0';
    if (status == SHOOGI_OK)
        status = storage->ops->account_set(storage, &l->account.row, &job->error);
    if (status == SHOOGI_OK)
        status = shg_tokens_remove(storage, l->player, SHG_TOKEN_MAIL, 0, &job->error);
    if (status == SHOOGI_OK)
        status = shg_tokens_remove(storage, l->player, SHG_TOKEN_RESET, 0, &job->error);
    return status;
}

static void finish(shg_task *task)
{
    const looking *l = (const looking *)task;
    shg_session *s = task->session;
    const char *mail = l->account.mail;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    shg_result_text(s, "mail", mail);
    if (l->off)
        shg_say(s, "Your e-mail address is deleted.  You get no more e-mail.\n");
    else if (mail[0])
        shg_say(
            s, "E-mail goes to %s.  SET LETTERS chooses which e-mail you get, MAIL OFF stops it.\n",
            mail);
    else
        shg_say(s,
                "No e-mail address on file.  MAIL <address> adds one; a confirmation e-mail goes "
                "there.\n");
}

static void show_address(shg_session *s, bool off)
{
    looking *l = shg_task_alloc(s, sizeof *l);
    if (!l)
        return;
    l->player = s->player;
    l->off = off;
    if (off)
        shg_task_write(&l->task, s->server, s, run_ending, finish);
    else
        shg_task_read(&l->task, s->server, s, run_showing, finish);
}

/* The argument, kept until the password has been entered. */
static void authenticated(shg_session *s)
{
    const shg_call *call = s->call;
    char address[SHG_STORAGE_MAIL_BYTES_MAX + 1];
    snprintf(address, sizeof address, "%.*s", (int)call->argument.bytes,
             shg_call_text(call, call->argument));
    shg_email_confirm_address(s, s->player, s->name, address);
}

SHG_RUN(mail)
{
    const char *text = shg_call_text(call, call->argument);
    const size_t bytes = call->argument.bytes;
    if (s->guest)
        shg_refuse(s, "Guests get no e-mail.\n");
    else if (bytes == 0)
        show_address(s, false);
    else if (shg_text_same(text, bytes, "off", 3))
        show_address(s, true);
    else if (bytes == SHG_TOKEN_BYTES && memcmp(text, SHG_TOKEN_PREFIX, 7) == 0)
        shg_email_use_link(s, text, bytes, "");
    else if (!s->server->messages->mail)
        shg_refuse(s, "This server sends no e-mail.\n");
    else if (!shg_mail_address_fits(text, bytes))
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE,
                      "expected an address such as anna@example.org, or OFF\n");
    else
        shg_ask_password(s, authenticated);
}
