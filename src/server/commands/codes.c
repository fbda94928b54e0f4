/* codes.c: CODES: whether signing in asks for a code from the player's phone. */
#include "server/account/account.h"
#include "server/account/authenticate.h"
#include "server/account/part.h"
#include "server/account/token.h"
#include "server/account/totp.h"
#include "server/messages/notification_mail.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum action { ACTION_SHOW, ACTION_ON, ACTION_CONFIRM, ACTION_NEW, ACTION_OFF } action;

typedef struct codes_task {
    shg_task task;
    action action;
    int64_t player, now_ms, day_ms; /* day_ms: for codes */
    size_t left;                    /* recovery codes */
    bool on;
    char code[SHG_CODE_BYTES_MAX + 1];
    char secret[SHG_TOTP_SECRET_SIGNS + 1];
    char spare[SHG_RECOVERY_CODES][SHG_RECOVERY_BYTES + 1];
} codes_task;

/* ---- on a storage's thread ---- */

static bool each_token(void *context, const shg_token *row)
{
    codes_task *d = context;
    d->left += strcmp(row->kind, SHG_TOKEN_RECOVERY) == 0;
    return true;
}

static shoogi_status renew_spare(codes_task *d, shg_storage *storage, shoogi_error *err)
{
    shoogi_status status = shg_tokens_remove(storage, d->player, SHG_TOKEN_RECOVERY, 0, err);
    for (size_t i = 0; i < SHG_RECOVERY_CODES && status == SHOOGI_OK; i++) {
        char hash[SHG_TOKEN_HASH_BYTES + 1];
        int64_t id;
        shg_recovery_make(d->spare[i]);
        shg_recovery_hash(hash, d->player, d->spare[i]);
        const shg_token row = { .player = d->player,
                                .kind = SHG_TOKEN_RECOVERY,
                                .name = "",
                                .hash = hash,
                                .from = "",
                                .created_ms = d->now_ms };
        status = storage->ops->token_add(storage, &id, &row, err);
    }
    return status;
}

/* ILLEGAL: there is nothing to confirm, or the code is wrong. */
static shoogi_status confirm(codes_task *d, shg_account *account, shg_storage *storage,
                             shoogi_error *err)
{
    if (account->totp[0] != SHG_TOTP_PENDING ||
        !shg_totp_fits(&account->row.totp_step, account->totp + 1, d->code, 0, d->day_ms))
        return SHOOGI_ILLEGAL;
    memmove(account->totp, account->totp + 1, strlen(account->totp));
    const shoogi_status status = storage->ops->account_set(storage, &account->row, err);
    return status == SHOOGI_OK ? renew_spare(d, storage, err) : status;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    codes_task *d = (codes_task *)(void *)job;
    shg_account account;
    shoogi_status status = shg_account_read(&account, storage, d->player, &job->error);
    if (status != SHOOGI_OK)
        return status;
    d->on = shg_account_has_codes(&account);
    switch (d->action) {
    case ACTION_SHOW:
        return storage->ops->token_list(storage, d->player, each_token, d, &job->error);
    case ACTION_ON:
        if (d->on)
            return SHOOGI_ILLEGAL;
        snprintf(account.totp, sizeof account.totp, "%c%s", SHG_TOTP_PENDING, d->secret);
        account.row.totp_step = 0;
        return storage->ops->account_set(storage, &account.row, &job->error);
    case ACTION_CONFIRM: return confirm(d, &account, storage, &job->error);
    case ACTION_NEW: return d->on ? renew_spare(d, storage, &job->error) : SHOOGI_ILLEGAL;
    case ACTION_OFF: break;
    }
    account.totp[0] = '\0';
    account.row.totp_step = 0;
    status = storage->ops->account_set(storage, &account.row, &job->error);
    return status == SHOOGI_OK
               ? shg_tokens_remove(storage, d->player, SHG_TOKEN_RECOVERY, 0, &job->error)
               : status;
}

/* ---- notifying ---- */

static void say_uri(shg_session *s, const codes_task *d)
{
    char uri[200];
    shg_out out = shg_out_make(uri, sizeof uri);
    shg_totp_uri(&out, d->secret, s->name);
    shg_result_text(s, "uri", uri);
    shg_result_text(s, "secret", d->secret);
    shg_say(s,
            "Add this to your authenticator app:\n\n  %s\n\nor type the secret there: %s\n"
            "Then type CODES and the code that the app shows.  Until then no code is asked for.\n",
            uri, d->secret);
}

static void say_spare(shg_session *s, const codes_task *d)
{
    char all[SHG_RECOVERY_CODES * (SHG_RECOVERY_BYTES + 1) + 1];
    shg_out out = shg_out_make(all, sizeof all);
    for (size_t i = 0; i < SHG_RECOVERY_CODES; i++)
        shg_out_format(&out, "%s%s", i > 0 ? " " : "", d->spare[i]);
    shg_result_text(s, "spare", all);
    sodium_memzero(all, sizeof all);
    shg_say(s, "Keep these recovery codes in case you lose your phone.  Each works once:\n\n");
    for (size_t i = 0; i < SHG_RECOVERY_CODES; i++)
        shg_say(s, "  %s%s", d->spare[i], i % 5 == 4 ? "\n" : "");
    shg_say(s, "\nThey are not shown again.  CODES NEW makes new ones.\n");
}

static void say_state(shg_session *s, const codes_task *d)
{
    if (!d->on)
        shg_say(
            s,
            "Two-factor authentication is off: your password is enough.  CODES ON turns it on.\n");
    else
        shg_say(
            s,
            "Two-factor authentication is on: you need a code besides your password.  %zu recovery "
            "codes "
            "are left.\n",
            d->left);
}

static void finish(shg_task *task)
{
    const codes_task *d = (const codes_task *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK && task->job.status != SHOOGI_ILLEGAL) {
        shg_say_failed(s, &task->job);
        return;
    }
    const bool done = task->job.status == SHOOGI_OK;
    switch (d->action) {
    case ACTION_SHOW: say_state(s, d); break;
    case ACTION_ON:
        if (done)
            say_uri(s, d);
        else
            shg_refuse(s, "Two-factor authentication is already on.  CODES OFF turns it off.\n");
        break;
    case ACTION_CONFIRM:
        if (done)
            shg_login_limits_succeeded(s->server->accounts->limits, &s->address, false, s->name,
                                       d->now_ms);
        if (done)
            shg_say(s, "Two-factor authentication is on.  You need a code from now on.\n");
        else
            shg_refuse(s,
                       "Wrong code.  Check that the clock of your phone is right; CODES ON starts "
                       "again.\n");
        if (done)
            say_spare(s, d);
        break;
    case ACTION_NEW:
        if (done)
            say_spare(s, d);
        else
            shg_refuse(s, "Two-factor authentication is off.  CODES ON turns it on.\n");
        break;
    case ACTION_OFF:
        shg_say(s, "Two-factor authentication is off.\n");
        shg_email_account_change(s->server, d->player, SHG_CHANGED_CODES_OFF);
        break;
    }
}

static void fini(shg_task *task)
{
    codes_task *d = (codes_task *)task;
    sodium_memzero(d->secret, sizeof d->secret);
    sodium_memzero(d->spare, sizeof d->spare);
}

static void start(shg_session *s, action what, const char *code)
{
    codes_task *d = shg_task_alloc(s, sizeof *d);
    if (!d)
        return;
    d->action = what;
    d->player = s->player;
    d->now_ms = shg_now_ms(s->server);
    d->day_ms = shg_time_of_day_ms(s->server);
    d->task.fini = fini;
    snprintf(d->code, sizeof d->code, "%s", code);
    shg_totp_make(d->secret);
    shg_task_write(&d->task, s->server, s, run, finish);
}

/* ---- asking for the password, and for a code where one that is in use ends ---- */

static void verified_on(shg_session *s)
{
    start(s, ACTION_ON, "");
}

static void verified_new(shg_session *s)
{
    start(s, ACTION_NEW, "");
}

static void verified_off(shg_session *s)
{
    start(s, ACTION_OFF, "");
}

/* A wrong code counts like a wrong password: it is charged to the address and delays the next
 * attempt. */
static void confirm_code(shg_session *s, const char *code)
{
    int64_t delay_ms;
    if (shg_login_limits_check(&delay_ms, s->server->accounts->limits, &s->address, false, s->name,
                               shg_now_ms(s->server)) != SHG_LOGIN_MAY_TRY)
        shg_refuse_as(
            s, SHG_REFUSED_TOO_MUCH, "%s",
            shg_text_in(shg_session_language(s), shg_auth_result_text(SHG_AUTH_TOO_MANY_HERE)));
    else
        start(s, ACTION_CONFIRM, code);
}

SHG_RUN(codes)
{
    static const struct {
        const char *word;
        void (*then)(shg_session *session);
        void (*ask)(shg_session *session, void (*then)(shg_session *session));
    } words[] = { { "on", verified_on, shg_ask_password },
                  { "new", verified_new, shg_ask_password_and_code },
                  { "off", verified_off, shg_ask_password_and_code } };
    const char *text = shg_call_text(call, call->argument);
    const size_t bytes = call->argument.bytes;
    if (s->guest) {
        shg_refuse(s, "Guests have no password and no codes.\n");
        return;
    }
    if (bytes == 0) {
        start(s, ACTION_SHOW, "");
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (shg_text_same(text, bytes, words[i].word, strlen(words[i].word))) {
            words[i].ask(s, words[i].then);
            return;
        }
    char code[SHG_TOTP_DIGITS + 1];
    snprintf(code, sizeof code, "%.*s", (int)(bytes < sizeof code ? bytes : 0), text);
    if (strspn(code, "0123456789") == SHG_TOTP_DIGITS)
        confirm_code(s, code);
    else
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE, "expected ON, OFF, NEW or a code of %d digits\n",
                      SHG_TOTP_DIGITS);
}
