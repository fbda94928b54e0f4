#include "server/doors/web_job.h"

#include "language/message.h"
#include "server/doors/part.h"
#include "server/doors/web_credentials.h"
#include "server/doors/web_files.h"
#include "server/session/settings.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void *shg_web_job_alloc(shg_exchange *x, size_t bytes, unsigned cost)
{
    if (!shg_rate_limit_allows(x->server->doors->calls, 0, &x->address, cost, SHG_CALLS_MAX,
                               shg_now_ms(x->server))) {
        shg_exchange_refuse(x, 429, "Too many requests.  Please wait a moment.");
        return NULL;
    }
    shg_web_job *job = calloc(1, bytes);
    if (!job) {
        shg_exchange_refuse(x, 503, "The server is out of memory.");
        return NULL;
    }
    job->page = shg_web_page_new();
    job->scope = SHG_SCOPE_READ;
    return job;
}

static unsigned status_of(const shg_job *job)
{
    if (job->refused)
        return 503;
    switch (job->status) {
    case SHOOGI_NOT_FOUND: return 404;
    case SHOOGI_PARSE_ERROR:
    case SHOOGI_INVALID_RULES:
    case SHOOGI_ILLEGAL:
    case SHOOGI_CONFLICT: return 422;
    case SHOOGI_LIMIT_EXCEEDED: return 413;
    case SHOOGI_OK:
    case SHOOGI_NO_MEMORY:
    case SHOOGI_IO:
    case SHOOGI_STATUS_COUNT: return 503;
    }
    return 503;
}

/* ---- turns ---- */

static void run_page(shg_web_job *job, shg_server *server);

static shg_web_job *waiting_job(shg_claim *place)
{
    return (shg_web_job *)(void *)((char *)place - offsetof(shg_web_job, place));
}

/* Passes waiting pages to their thread. One that the storage does not take ends at once, which would
 * start the next here: the flag makes it a loop. */
static void start_waiting(shg_server *server)
{
    shg_door_part *doors = server->doors;
    if (doors->pages_starting)
        return;
    doors->pages_starting = true;
    for (shg_claim *place;
         doors->pages_at_work < SHG_PAGES_AT_WORK && (place = shg_share_pop(doors->pages));)
        run_page(waiting_job(place), server);
    doors->pages_starting = false;
}

static void fini(shg_task *task)
{
    shg_web_job *job = (shg_web_job *)(void *)task;
    free(job->page.body.bytes);
    shg_web_files_free(job->files);
    if (job->fini)
        job->fini(job);
}

static void free_job(shg_web_job *job)
{
    fini(&job->task);
    free(job);
}

/* Ends a job that got no turn. */
static void refuse(shg_web_job *job, const char *reason)
{
    shg_exchange *x = job->x;
    x->gone = NULL;
    free_job(job);
    shg_exchange_refuse(x, 503, reason);
}

static void give_way(void *context, shg_claim *claim)
{
    (void)context;
    refuse(waiting_job(claim), shg_share_rows[SHG_SHARE_pages].refusal);
}

void shg_web_jobs_share(shg_server *server)
{
    server->doors->pages = shg_shares_get(server->shares, SHG_SHARE_pages);
    shg_share_set_give_way(server->doors->pages, give_way, NULL);
}

/* ---- the job ---- */

static void finish(shg_task *task)
{
    shg_web_job *job = (shg_web_job *)(void *)task;
    shg_exchange *x = job->x;
    if (job->is_page) {
        task->server->doors->pages_at_work--;
        start_waiting(task->server);
    }
    if (!x)
        return;
    x->gone = NULL;
    job->x = NULL;
    const shoogi_status status = task->job.status;
    if (status == SHOOGI_OK && job->forbidden) {
        char reason[400];
        shg_out out = shg_out_make(reason, sizeof reason);
        shg_scope_refusal(&out, x->language, job->scope);
        shg_exchange_refuse(x, 403, reason);
    } else if (status == SHOOGI_OK && job->then) {
        job->then(job, x);
    } else if (status == SHOOGI_OK) {
        shg_exchange_answer(x, &job->page);
    } else {
        char reason[SHG_MESSAGE_ROOM + 60];
        shg_out out = shg_out_make(reason, sizeof reason);
        const char *why = task->job.error.message;
        const shg_translation said =
            shg_message_in(x->language, why[0] ? why : shoogi_status_text(status));
        if (job->reads && task->job.error.line > 0)
            shg_out_format(&out, "%s:%u:%u: %s", job->reads, task->job.error.line,
                           task->job.error.column, said.text);
        else
            shg_out_format(&out, shg_word_in(x->language, "list", "%s."), said.text);
        if (!job->reads)
            reason[0] = shg_upper(reason[0]);
        const bool nothing = status == SHOOGI_NOT_FOUND && !why[0];
        shg_exchange_refuse(x, status_of(&task->job), nothing ? "Page not found." : reason);
    }
}

static void gone(shg_exchange *x)
{
    shg_web_job *job = x->context;
    job->x = NULL;
    if (!job->place.holder)
        return;
    shg_share_release(x->server->doors->pages, &job->place);
    free_job(job);
}

/* What the client has not chosen follows the settings of a signed-in player. */
static void take_settings(shg_web_job *job, shg_storage *storage)
{
    shg_player row;
    shg_settings settings;
    shg_settings_init(&settings);
    if (job->viewer != 0 &&
        storage->ops->player_by_id(storage, &row, job->viewer, NULL) == SHOOGI_OK) {
        shg_settings_read(&settings, row.settings);
        if (!job->chosen)
            job->page.language = (shg_language)settings.value[SHG_SET_LANGUAGE];
    }
    if (job->page.notation == SHOOGI_NOTATION_ANY)
        job->page.notation = shg_notation_of(&settings, job->page.language);
}

static shoogi_status run(shg_job *of_task, shg_storage *storage)
{
    shg_web_job *job = (shg_web_job *)(void *)of_task;
    uint8_t lacks = SHG_SCOPE_NONE;
    const shoogi_status status = job->hash[0]
                                     ? shg_token_player(&job->viewer, &lacks, storage, job->hash,
                                                        job->now_ms, &of_task->error)
                                     : SHOOGI_OK;
    if (status != SHOOGI_OK)
        return status;
    job->forbidden = (lacks & job->scope) != 0;
    if (job->forbidden)
        return SHOOGI_OK;
    if (!job->chosen || job->page.notation == SHOOGI_NOTATION_ANY)
        take_settings(job, storage);
    return job->run(of_task, storage);
}

static void prepare(shg_web_job *job, shg_exchange *x, shg_run_fn *inner)
{
    shg_credentials who;
    shg_credentials_read(&who, x);
    if (!shg_token_hash(job->hash, who.token, who.token_bytes))
        job->hash[0] = '\0';
    job->now_ms = shg_now_ms(x->server);
    job->run = inner;
    job->page.language = x->language;
    job->page.notation = x->notation;
    job->files = shg_web_files_share(x->server->doors->web);
    job->chosen = x->language_chosen;
    job->x = x;
    job->task.fini = fini;
    x->context = job;
    x->gone = gone;
}

static void run_page(shg_web_job *job, shg_server *server)
{
    server->doors->pages_at_work++;
    shg_task_read_page(&job->task, server, run, finish);
}

void shg_web_job_read(shg_web_job *job, shg_exchange *x, shg_run_fn *inner)
{
    shg_door_part *doors = x->server->doors;
    const shg_owner owner = { .address = x->address };
    prepare(job, x, inner);
    job->is_page = true;
    if (doors->pages_at_work < SHG_PAGES_AT_WORK) {
        run_page(job, x->server);
        return;
    }
    const shoogi_status status = shg_share_take(doors->pages, &job->place, &owner, 1);
    if (status != SHOOGI_OK)
        refuse(job, status == SHOOGI_LIMIT_EXCEEDED ? shg_share_rows[SHG_SHARE_pages].refusal
                                                    : "The server is out of memory.");
}

void shg_web_job_write(shg_web_job *job, shg_exchange *x, shg_run_fn *inner)
{
    prepare(job, x, inner);
    shg_task_write(&job->task, x->server, NULL, run, finish);
}
