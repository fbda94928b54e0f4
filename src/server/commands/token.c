/* token.c: TOKEN and SESSIONS: the tokens by which programs and browsers sign in as a player,
 * and where the player is signed in. */
#include "server/account/authenticate.h"
#include "server/account/token.h"
#include "server/account/part.h"
#include "server/loop/text_buffer.h"
#include "server/loop/time_text.h"
#include "server/session/part.h"
#include "server/session/rows.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists ---- */

typedef struct listing {
    shg_task task;
    int64_t player, own; /* own: the token of this session */
    bool programs_only;
    shg_language language;
    size_t count;
    shg_text_buffer text;
} listing;

static bool each_token(void *context, const shg_token *row)
{
    listing *l = context;
    const bool program = strcmp(row->kind, SHG_TOKEN_PROGRAM) == 0;
    if (!program && (l->programs_only || strcmp(row->kind, SHG_TOKEN_BROWSER) != 0))
        return true;
    char made[SHG_TIME_TEXT_BYTES], used[SHG_TIME_TEXT_BYTES];
    shg_time_write(made, row->created_ms);
    shg_time_write(used, row->seen_ms);
    l->count++;
    shg_text_add(&l->text, "  %4lld  %s  ", (long long)row->id,
                 shg_text_in(l->language, program ? "program" : "browser"));
    shg_text_add_clean(&l->text, row->name, strlen(row->name), 16);
    shg_clean from;
    shg_text_add(&l->text, "%s", row->name[0] ? "  " : " ");
    shg_text_add(&l->text, shg_text_in(l->language, "since %s, last used about %s, given to %s"),
                 made, used, shg_clean_word(&from, row->from, strlen(row->from)));
    char scopes[SHG_SCOPES_BYTES];
    shg_scopes_write(scopes, (unsigned)row->scopes);
    if (program)
        shg_text_add(&l->text, "; %s", scopes);
    shg_text_add(&l->text, "%s\n",
                 row->id == l->own ? shg_text_in(l->language, "  (this one)") : "");
    return true;
}

static shoogi_status run_listing(shg_job *job, shg_storage *storage)
{
    listing *l = (listing *)(void *)job;
    return l->player != 0 ? storage->ops->token_list(storage, l->player, each_token, l, &job->error)
                          : SHOOGI_OK;
}

/* A session without a token, which is a telnet session. */
static void say_online(shg_session *s, const shg_session *one)
{
    char address[SHG_NETWORK_TEXT_BYTES], since[SHG_TIME_TEXT_BYTES];
    shg_sign_in_address(address, one);
    shg_time_write(since, one->login_ms);
    shg_say(s,
            one == s ? "     t%lld  telnet  since %s, from %s  (this one)\n"
                     : "     t%lld  telnet  since %s, from %s\n",
            (long long)one->number, since, address);
}

static void finish_listing(shg_task *task)
{
    const listing *l = (const listing *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK || l->text.failed) {
        shg_say_failed(s, &task->job);
        return;
    }
    if (l->text.length > 0)
        shg_say_rows(s, l->text.bytes, l->text.length);
    if (l->programs_only) {
        shg_say(s,
                l->count == 1
                    ? "%zu token.  TOKEN <name> creates one, SESSIONS -e <num> revokes one.\n"
                    : "%zu tokens.  TOKEN <name> creates one, SESSIONS -e <num> revokes one.\n",
                l->count);
        return;
    }
    if (s->player == 0)
        say_online(s, s);
    for (const shg_session *one = shg_online_first(&s->server->sessions->online, s->player); one;
         one = shg_online_next(one))
        if (one->token == 0)
            say_online(s, one);
    shg_say(s, "SESSIONS -e <num> ends one, SESSIONS -o all others.  Times are UTC.\n");
}

static void fini_listing(shg_task *task)
{
    shg_text_fini(&((listing *)task)->text);
}

static void list(shg_session *s, bool programs_only)
{
    listing *l = shg_task_alloc(s, sizeof *l);
    if (!l)
        return;
    l->player = s->player;
    l->own = s->token;
    l->language = shg_session_language(s);
    l->programs_only = programs_only;
    l->task.fini = fini_listing;
    shg_task_read(&l->task, s->server, s, run_listing, finish_listing);
}

/* ---- TOKEN ---- */

typedef struct making {
    shg_task task;
    int64_t player, now_ms, id;
    unsigned scopes;
    char name[SHG_TOKEN_NAME_BYTES_MAX + 1], from[SHG_TOKEN_FROM_BYTES_MAX + 1];
    char token[SHG_TOKEN_BYTES + 1], hash[SHG_TOKEN_HASH_BYTES + 1];
} making;

static shoogi_status run_making(shg_job *job, shg_storage *storage)
{
    making *m = (making *)(void *)job;
    const shg_token row = { .player = m->player,
                            .kind = SHG_TOKEN_PROGRAM,
                            .name = m->name,
                            .from = m->from,
                            .scopes = m->scopes,
                            .created_ms = m->now_ms,
                            .seen_ms = m->now_ms };
    return shg_token_store(storage, &m->id, &row, m->hash, &job->error);
}

static void finish_making(shg_task *task)
{
    const making *m = (const making *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    char scopes[SHG_SCOPES_BYTES];
    shg_scopes_write(scopes, m->scopes);
    shg_result(s, "number", m->id);
    shg_result_text(s, "token", m->token);
    shg_result_text(s, "scopes", scopes);
    shg_say(s,
            "A program can log in as you with this token.  It is shown only once:\n\n  %s\n\n"
            "Anyone who has it has these scopes: %s.  SESSIONS -e %lld revokes it.\n",
            m->token, scopes, (long long)m->id);
    s->server->accounts->hooks->changed(s->server, m->player, SHG_CHANGED_TOKEN);
}

static void fini_making(shg_task *task)
{
    making *m = (making *)task;
    sodium_memzero(m->token, sizeof m->token);
}

/* The scopes that the call asks for. False if they cannot be read. */
static bool read_scopes(unsigned *scopes, const shg_call *call)
{
    *scopes = SHG_SCOPES_DEFAULT;
    return !shg_call_has(call, 's') ||
           shg_scopes_read(scopes, shg_call_text(call, call->values[0]), call->values[0].bytes);
}

/* The arguments are kept until the password has been entered. */
static void make_token(shg_session *s)
{
    const shg_call *call = s->call;
    making *m = shg_task_alloc(s, sizeof *m);
    if (!m || !read_scopes(&m->scopes, call)) {
        free(m);
        return;
    }
    m->player = s->player;
    m->now_ms = shg_now_ms(s->server);
    m->task.fini = fini_making;
    snprintf(m->name, sizeof m->name, "%.*s", (int)call->argument.bytes,
             shg_call_text(call, call->argument));
    char address[SHG_NETWORK_TEXT_BYTES];
    shg_sign_in_address(address, s);
    snprintf(m->from, sizeof m->from, "%s", address);
    shg_token_make(m->token, m->hash);
    shg_task_write(&m->task, s->server, s, run_making, finish_making);
}

SHG_RUN(token)
{
    unsigned scopes;
    if (s->guest)
        shg_refuse(s, "Guests have no tokens.  Register to create some.\n");
    else if (!read_scopes(&scopes, call))
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE,
                      "expected read, play, records or manage after -s, with commas between them\n");
    else if (call->argument.bytes == 0 && shg_call_has(call, 's'))
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE, "expected a name for the token\n");
    else if (call->argument.bytes == 0)
        list(s, true);
    else if (call->argument.bytes > SHG_TOKEN_NAME_BYTES_MAX)
        shg_refuse(s, "The name of a token may have at most %d bytes.\n", SHG_TOKEN_NAME_BYTES_MAX);
    else if (shg_session_may(s, SHG_SCOPE_OWNER))
        shg_ask_password_and_code(s, make_token);
}

/* ---- SESSIONS ---- */

typedef struct ending {
    shg_task task;
    int64_t player, token; /* 0: all but the player's current one */
    int64_t own;
    bool there;
} ending;

static bool each_own(void *context, const shg_token *row)
{
    ending *e = context;
    const bool lets_in =
        strcmp(row->kind, SHG_TOKEN_BROWSER) == 0 || strcmp(row->kind, SHG_TOKEN_PROGRAM) == 0;
    e->there = row->id == e->token && lets_in;
    return !e->there;
}

static shoogi_status run_ending(shg_job *job, shg_storage *storage)
{
    ending *e = (ending *)(void *)job;
    shoogi_status status = SHOOGI_OK;
    if (e->token == 0) {
        status = shg_tokens_remove(storage, e->player, SHG_TOKEN_BROWSER, e->own, &job->error);
        return status == SHOOGI_OK
                   ? shg_tokens_remove(storage, e->player, SHG_TOKEN_PROGRAM, e->own, &job->error)
                   : status;
    }
    status = storage->ops->token_list(storage, e->player, each_own, e, &job->error);
    return status == SHOOGI_OK && e->there
               ? storage->ops->token_remove(storage, e->token, &job->error)
               : status;
}

static void finish_ending(shg_task *task)
{
    static const char text[] = SHG_TEXT("This session was ended from elsewhere.");
    const ending *e = (const ending *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    } else if (e->token == 0) {
        shg_token_end_sessions(s->server, e->player, 0, s, text);
        shg_say(s, "All other sessions have ended.\n");
    } else if (!e->there) {
        shg_refuse(s, "You have no session %lld.  SESSIONS lists your sessions.\n",
                   (long long)e->token);
    } else {
        shg_say(s, "Session %lld has ended.\n", (long long)e->token);
        shg_token_end_sessions(s->server, e->player, e->token, s, text);
        if (s->token == e->token)
            shg_session_quit(s);
    }
}

static void end_tokens(shg_session *s, int64_t token)
{
    ending *e = shg_task_alloc(s, sizeof *e);
    if (!e)
        return;
    e->player = s->player;
    e->token = token;
    e->own = s->token;
    shg_task_write(&e->task, s->server, s, run_ending, finish_ending);
}

/* "t12": a telnet session. False if the word has another form. */
static bool end_online(shg_session *s, const char *word)
{
    if (shg_lower(word[0]) != 't')
        return false;
    const int64_t number = strtoll(word + 1, NULL, 10);
    for (shg_session *one = shg_online_first(&s->server->sessions->online, s->player); one;
         one = shg_online_next(one)) {
        if (one->number != number || one->token != 0)
            continue;
        shg_say(s, "Session %s has ended.\n", word);
        if (one == s)
            shg_session_quit(s);
        else
            shg_end_session(one, SHG_TEXT("This session was ended from elsewhere."));
        return true;
    }
    shg_refuse(s, "You have no session %s.  SESSIONS lists your sessions.\n", word);
    return true;
}

SHG_RUN(sessions)
{
    if (shg_call_has(call, 'o')) {
        if (shg_session_may(s, SHG_SCOPE_OWNER))
            end_tokens(s, 0);
        return;
    }
    if (!shg_call_has(call, 'e')) {
        list(s, false);
        return;
    }
    char word[24], *end;
    const shg_part part = call->values[0];
    snprintf(word, sizeof word, "%.*s", (int)(part.bytes < sizeof word ? part.bytes : 0),
             shg_call_text(call, part));
    const int64_t number = strtoll(word, &end, 10);
    /* A program may end its own token, and no other session. */
    const bool own = number > 0 && number == s->token && *end == '\0';
    if (!own && !shg_session_may(s, SHG_SCOPE_OWNER))
        return;
    if (number > 0 && *end == '\0')
        end_tokens(s, number);
    else if (!end_online(s, word))
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE,
                      "expected a number that SESSIONS shows, such as 12 or t3\n");
}
