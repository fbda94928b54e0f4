/* cmd_password.c: PASSWORD: the old one is asked, then the new one twice; none of them is shown. */
#include "server/attempt.h"
#include "server/task.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum step { STEP_OLD, STEP_NEW, STEP_AGAIN } step;

typedef struct dialogue {
    shg_question question; /* must be first */
    step step;
    char verifier[SHG_VERIFIER_BYTES]; /* of the old one */
    size_t typed_bytes;
    char typed[SHG_PASSWORD_BYTES_MAX]; /* the new one, until it is typed again; wiped */
} dialogue;

static void go_to(dialogue *d, step next)
{
    static const char *const prompts[] = {
        [STEP_OLD] = "old password: ",
        [STEP_NEW] = "new password: ",
        [STEP_AGAIN] = "new password again: ",
    };
    d->step = next;
    snprintf(d->question.prompt, sizeof d->question.prompt, "%s", prompts[next]);
}

static void stop(shg_session *s, const char *why)
{
    shg_refuse(s, "%s  Your password is as before.\n", why);
    shg_session_answered(s);
}

/* ---- storing ---- */

typedef struct change {
    shg_task task;
    int64_t player;
    char verifier[SHG_VERIFIER_BYTES];
} change;

static shoogi_status run_change(shg_job *job, shg_storage *storage)
{
    const change *c = (const change *)(const void *)job;
    return storage->ops->player_set_password(storage, c->player, c->verifier, &job->error);
}

static void finish_change(shg_task *task)
{
    if (task->job.status == SHOOGI_OK)
        shg_say(task->session, "Your password has been changed.\n");
    else
        shg_say_failed(task->session, &task->job);
}

static void made(shg_session *s, shoogi_status status, const char *verifier)
{
    if (!s->door)
        return;
    change *c = status == SHOOGI_OK ? shg_task_alloc(s, sizeof *c) : NULL;
    if (!c) {
        stop(s, "That could not be done now.");
        return;
    }
    shg_session_answered(s);
    c->player = s->player;
    snprintf(c->verifier, sizeof c->verifier, "%s", verifier);
    shg_task_write(&c->task, s->server, s, run_change, finish_change);
}

/* ---- asking ---- */

static void compared(shg_session *s, shoogi_status status, const char *verifier)
{
    (void)verifier;
    dialogue *d = (dialogue *)s->question;
    if (!s->door)
        return;
    if (status == SHOOGI_OK) {
        go_to(d, STEP_NEW);
    } else if (status == SHOOGI_ILLEGAL && ++s->wrong_passwords >= SHG_WRONG_PER_CONNECTION_MAX) {
        stop(s, "That was the last attempt on this connection.");
        shg_session_quit(s);
    } else {
        stop(s, status == SHOOGI_ILLEGAL ? "Wrong password." : "That could not be done now.");
    }
}

static void answer_new(shg_session *s, dialogue *d, const char *line, size_t line_bytes)
{
    if (line_bytes == 0) {
        stop(s, "No new password was typed.");
    } else if (shg_utf8_length(line, line_bytes) < SHG_PASSWORD_CHARACTERS_MIN) {
        shg_refuse(s, "A password has at least %d characters.\n", SHG_PASSWORD_CHARACTERS_MIN);
    } else if (line_bytes > SHG_PASSWORD_BYTES_MAX) {
        shg_refuse(s, "A password has at most %d bytes.\n", SHG_PASSWORD_BYTES_MAX);
    } else {
        memcpy(d->typed, line, line_bytes);
        d->typed_bytes = line_bytes;
        go_to(d, STEP_AGAIN);
    }
}

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    dialogue *d = (dialogue *)question;
    switch (d->step) {
    case STEP_OLD:
        if (line_bytes == 0 || line_bytes > SHG_PASSWORD_BYTES_MAX)
            stop(s, "Wrong password.");
        else
            shg_attempt_start(s, line, line_bytes, d->verifier,
                              shg_throttle_delay_ms(s->wrong_passwords), compared);
        break;
    case STEP_NEW: answer_new(s, d, line, line_bytes); break;
    case STEP_AGAIN:
        if (line_bytes != d->typed_bytes || memcmp(line, d->typed, line_bytes) != 0)
            stop(s, "The two are not the same.");
        else
            shg_attempt_start(s, line, line_bytes, NULL, 0, made);
        break;
    }
}

static void free_dialogue(shg_session *s, shg_question *question)
{
    (void)s;
    sodium_memzero(question, sizeof(dialogue));
    free(question);
}

/* ---- the verifier of the old one ---- */

typedef struct lookup {
    shg_task task;
    int64_t player;
    char verifier[SHG_VERIFIER_BYTES];
} lookup;

static shoogi_status run_lookup(shg_job *job, shg_storage *storage)
{
    lookup *k = (lookup *)(void *)job;
    shg_player row;
    const shoogi_status status = storage->ops->player_by_id(storage, &row, k->player, &job->error);
    if (status == SHOOGI_OK)
        snprintf(k->verifier, sizeof k->verifier, "%s", row.password);
    return status;
}

static void finish_lookup(shg_task *task)
{
    const lookup *k = (const lookup *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    dialogue *d = calloc(1, sizeof *d);
    if (!d) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        return;
    }
    d->question.answer = answer;
    d->question.free = free_dialogue;
    d->question.typing = SHG_TYPING_HIDDEN;
    d->question.interrupt = "";
    memcpy(d->verifier, k->verifier, sizeof d->verifier);
    go_to(d, STEP_OLD);
    shg_session_ask(s, &d->question);
}

void shg_run_password(shg_session *s, shg_call *call)
{
    (void)call;
    if (s->guest) {
        shg_refuse(s, "Guests have no password: log in with a name of your own to have one.\n");
        return;
    }
    lookup *k = shg_task_alloc(s, sizeof *k);
    if (!k)
        return;
    k->player = s->player;
    shg_task_read(&k->task, s->server, s, run_lookup, finish_lookup);
}
