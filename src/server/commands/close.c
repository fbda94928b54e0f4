/* close.c: CLOSE: closes an account. Its games stay, under a name that belongs to no account;
 * the old name stays reserved. */
#include "server/account/account.h"
#include "server/account/authenticate.h"
#include "server/account/token.h"
#include "server/game/part.h"
#include "server/game/yes_question.h"
#include "server/lobby/lobby.h"
#include "server/lobby/renamed_player.h"
#include "server/session/session.h"
#include "server/session/settings.h"
#include "server/session/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct closing {
    shg_task task;
    int64_t player, now_ms;
    size_t running;
    size_t challenge_count;
    int64_t challenges[2 * SHG_CHALLENGES_PER_PLAYER];
    char name[SHG_NAME_BYTES_MAX + 1], closed[SHG_NAME_BYTES_MAX + 1];
} closing;

static bool each_running(void *context, const shg_game *row)
{
    closing *c = context;
    (void)row;
    c->running++;
    return true;
}

static bool each_challenge(void *context, const shg_challenge *row)
{
    closing *c = context;
    c->challenges[c->challenge_count++] = row->id;
    return c->challenge_count < sizeof c->challenges / sizeof c->challenges[0];
}

/* ILLEGAL while games run: an opponent waits for a move. */
static shoogi_status run(shg_job *job, shg_storage *storage)
{
    closing *c = (closing *)(void *)job;
    const shg_game_filter running = { .player = c->player, .running_only = true };
    shoogi_status status = storage->ops->game_list(storage, &running, each_running, c, &job->error);
    if (status == SHOOGI_OK && c->running > 0)
        return SHOOGI_ILLEGAL;
    if (status == SHOOGI_OK)
        status = storage->ops->challenge_list(storage, c->player, each_challenge, c, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->player_forget(storage, c->player, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->player_set_settings(storage, c->player, "", &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->player_set_password(storage, c->player, "", &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->player_set_game(storage, c->player, 0, &job->error);
    if (status == SHOOGI_OK)
        status = shg_rename_player(storage, c->player, c->name, c->closed, &job->error);
    char hash[SHG_TOKEN_HASH_BYTES + 1];
    int64_t id;
    shg_account_name_hash(hash, c->name);
    const shg_token taken = { .player = c->player,
                              .kind = SHG_TOKEN_CLOSED,
                              .name = "",
                              .hash = hash,
                              .from = "",
                              .created_ms = c->now_ms };
    return status == SHOOGI_OK ? storage->ops->token_add(storage, &id, &taken, &job->error)
                               : status;
}

static void finish(shg_task *task)
{
    const closing *c = (const closing *)task;
    shg_session *s = task->session;
    shg_server *server = task->server;
    if (task->job.status == SHOOGI_ILLEGAL) {
        shg_refuse(s,
                   c->running == 1
                       ? "You have %zu running game: finish it first.  STAT lists it.\n"
                       : "You have %zu running games: finish them first.  STAT lists them.\n",
                   c->running);
        return;
    }
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    shg_player_renamed(server, c->player, c->name, c->closed);
    for (size_t i = 0; i < c->challenge_count; i++)
        shg_lobby_challenge_removed(server, c->challenges[i], SHG_CHALLENGE_WITHDRAWN);
    shg_say(s, "Your account is closed.  Goodbye, and thank you for the games.\n");
    shg_token_end_sessions(server, c->player, 0, s, SHG_TEXT("Your account has been closed."));
    shg_session_quit(s);
}

static void close_account(shg_session *s)
{
    closing *c = shg_task_alloc(s, sizeof *c);
    if (!c)
        return;
    c->player = s->player;
    c->now_ms = shg_now_ms(s->server);
    snprintf(c->name, sizeof c->name, "%s", s->name);
    snprintf(c->closed, sizeof c->closed, "closed-%" PRId64, s->player);
    shg_task_write(&c->task, s->server, s, run, finish);
}

/* ---- questions ---- */

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    (void)question;
    if (shg_session_means_yes(s, line, line_bytes)) {
        shg_session_answered(s);
        shg_ask_password(s, close_account);
    } else if (shg_session_reply(s, line, line_bytes) == SHG_REPLY_NO) {
        shg_session_answered(s);
        shg_refuse(s, "Your account is kept.\n");
    } else {
        shg_explain_yes(s, SHG_YES_WHOLE_WORD, line, line_bytes);
    }
}

static void free_question(shg_session *s, shg_question *question)
{
    (void)s;
    free(question);
}

SHG_RUN(close)
{
    (void)call;
    if (s->guest) {
        shg_refuse(s, "Guests have no account.\n");
        return;
    }
    shg_question *question = calloc(1, sizeof *question);
    if (!question) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        return;
    }
    question->answer = answer;
    question->free = free_question;
    question->interrupt = "no";
    snprintf(question->prompt, sizeof question->prompt,
             shg_text_in(shg_session_language(s), "Close your account forever? (type yes) "));
    shg_say(
        s,
        "Closing deletes your personal data, notes, settings and challenges.  Your games stay under "
        "another name,\nand nobody else can take yours.\n");
    shg_session_ask(s, question);
}
