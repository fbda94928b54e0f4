/* sessions.c: where a player is signed in, as JSON: the list of SESSIONS. */
#include "base/json_write.h"
#include "server/account/token.h"
#include "server/api/account.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct listing {
    shg_task task;
    int64_t player, own;
    shg_out out;
} listing;

static bool each_token(void *context, const shg_token *row)
{
    listing *l = context;
    if (strcmp(row->kind, SHG_TOKEN_BROWSER) != 0 && strcmp(row->kind, SHG_TOKEN_PROGRAM) != 0)
        return true;
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, row->id);
    shg_json_open(&l->out, NULL, '{');
    shg_json_text(&l->out, "number", number);
    shg_json_text(&l->out, "kind", row->kind);
    shg_json_text(&l->out, "name", row->name);
    if (strcmp(row->kind, SHG_TOKEN_PROGRAM) == 0) {
        char scopes[SHG_SCOPES_BYTES];
        shg_scopes_write(scopes, (unsigned)row->scopes);
        shg_json_text(&l->out, "scopes", scopes);
    }
    shg_json_text(&l->out, "from", row->from);
    shg_json_number(&l->out, "since_ms", row->created_ms);
    shg_json_number(&l->out, "seen_ms", row->seen_ms);
    shg_json_flag(&l->out, "own", row->id == l->own);
    shg_json_close(&l->out, '}');
    return true;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    listing *l = (listing *)(void *)job;
    shg_json_open(&l->out, NULL, '{');
    shg_json_open(&l->out, "sessions", '[');
    return storage->ops->token_list(storage, l->player, each_token, l, &job->error);
}

/* A session without a token, which is a telnet session. */
static void put_online(shg_out *out, const shg_session *one)
{
    char number[24], address[SHG_NETWORK_TEXT_BYTES];
    snprintf(number, sizeof number, "t%" PRId64, one->number);
    shg_sign_in_address(address, one);
    shg_json_open(out, NULL, '{');
    shg_json_text(out, "number", number);
    shg_json_text(out, "kind", "telnet");
    shg_json_text(out, "name", "");
    shg_json_text(out, "from", address);
    shg_json_number(out, "since_ms", one->login_ms);
    shg_json_number(out, "seen_ms", one->typed_ms);
    shg_json_flag(out, "own", false);
    shg_json_close(out, '}');
}

static void finish(shg_task *task)
{
    listing *l = (listing *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK || l->out.spent) {
        shg_say_failed(s, &task->job);
        return;
    }
    for (const shg_session *one = shg_online_first(&s->server->sessions->online, l->player); one;
         one = shg_online_next(one))
        if (one->token == 0)
            put_online(&l->out, one);
    shg_json_close(&l->out, ']');
    shg_json_close(&l->out, '}');
    if (s->door)
        shg_out_bytes(&shg_json_door_of(s)->out, l->out.bytes, l->out.length);
}

static void fini(shg_task *task)
{
    free(((listing *)task)->out.bytes);
}

void shg_api_sessions(shg_session *s, shg_json_door *d)
{
    (void)d;
    listing *l = shg_task_alloc(s, sizeof *l);
    if (!l)
        return;
    l->player = s->player;
    l->own = s->token;
    l->out = shg_out_growing();
    l->task.fini = fini;
    shg_task_read(&l->task, s->server, s, run, finish);
}
