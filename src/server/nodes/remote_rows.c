/* remote_rows.c: challenges, studies, free boards and bans that other servers have changed. */
#include "server/account/token.h"
#include "server/game/part.h"
#include "server/lobby/challenge_notice.h"
#include "server/lobby/challenges.h"
#include "server/lobby/lobby.h"
#include "server/nodes/part.h"
#include "server/nodes/remote_changes.h"
#include "server/session/part.h"
#include "server/session/task.h"
#include "server/study/free_table.h"
#include "server/study/study_api.h"
#include "storage/bounds.h"

#include <stdio.h>
#include <string.h>

/* ---- challenges ---- */

typedef struct challenge_read {
    shg_task task;
    int64_t id;
    bool there;
    shg_challenge row;
    char variant[SHG_STORAGE_NAME_BYTES_MAX + 1], pattern[SHG_STORAGE_PATTERN_BYTES_MAX + 1],
        colour[SHG_STORAGE_KIND_BYTES_MAX + 1], options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1],
        first_move[SHG_STORAGE_FIRST_MOVE_BYTES_MAX + 1],
        comment[SHG_STORAGE_COMMENT_BYTES_MAX + 1], name[SHG_STORAGE_NAME_BYTES_MAX + 1];
} challenge_read;

static shoogi_status run_challenge(shg_job *job, shg_storage *storage)
{
    challenge_read *c = (challenge_read *)(void *)job;
    const shoogi_status status = storage->ops->challenge_get(storage, &c->row, c->id, &job->error);
    if (status == SHOOGI_NOT_FOUND)
        return SHOOGI_OK;
    if (status != SHOOGI_OK)
        return status;
    const struct {
        const char **from;
        char *to;
        size_t room;
    } texts[] = {
        { &c->row.variant, c->variant, sizeof c->variant },
        { &c->row.pattern, c->pattern, sizeof c->pattern },
        { &c->row.colour, c->colour, sizeof c->colour },
        { &c->row.options, c->options, sizeof c->options },
        { &c->row.first_move, c->first_move, sizeof c->first_move },
        { &c->row.comment, c->comment, sizeof c->comment },
        { &c->row.player_name, c->name, sizeof c->name },
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        snprintf(texts[i].to, texts[i].room, "%s", *texts[i].from);
        *texts[i].from = texts[i].to;
    }
    c->there = true;
    return SHOOGI_OK;
}

static void finish_challenge(shg_task *task)
{
    const challenge_read *c = (const challenge_read *)task;
    if (task->job.status != SHOOGI_OK)
        return;
    if (c->there) {
        shg_lobby_challenge_added(task->server, &c->row);
        shg_notify_challenged(task->server, &c->row);
        const shg_owner owner = { .player = c->row.player };
        (void)shg_challenge_offered(task->server, &owner, c->row.pattern);
    } else
        shg_lobby_challenge_removed(task->server, c->id, SHG_CHALLENGE_REMOVED);
}

void shg_remote_challenge(shg_server *server, int64_t challenge)
{
    challenge_read *c = shg_task_alloc(NULL, sizeof *c);
    if (!c)
        return;
    c->id = challenge;
    c->task.insists = true;
    /* By the writer, behind a removal that is being stored here: an earlier snapshot would put the challenge back. */
    shg_task_write(&c->task, server, NULL, run_challenge, finish_challenge);
}

/* ---- studies ---- */

typedef struct study_read {
    shg_task task;
    int64_t id, number;
    bool hidden, there;
    shg_study_event event;
    char name[SHG_STORAGE_NAME_BYTES_MAX + 1], kind[SHG_STORAGE_KIND_BYTES_MAX + 1],
        text[SHG_STORAGE_EVENT_BYTES_MAX + 1];
} study_read;

/* The first that is listed is the wanted one. */
static bool keep_event(void *context, const shg_study_event *event)
{
    study_read *r = context;
    r->there = event->number == r->number;
    r->event = *event;
    snprintf(r->name, sizeof r->name, "%s", event->player_name);
    snprintf(r->kind, sizeof r->kind, "%s", event->kind);
    snprintf(r->text, sizeof r->text, "%s", event->text);
    r->event.player_name = r->name;
    r->event.kind = r->kind;
    r->event.text = r->text;
    return false;
}

static shoogi_status run_study(shg_job *job, shg_storage *storage)
{
    study_read *r = (study_read *)(void *)job;
    shg_study row;
    const shoogi_status status = storage->ops->study_get(storage, &row, r->id, &job->error);
    if (status != SHOOGI_OK)
        return status;
    r->hidden = row.hidden;
    return storage->ops->study_event_list(storage, r->id, r->number, keep_event, r, &job->error);
}

static void finish_study(shg_task *task)
{
    const study_read *r = (const study_read *)task;
    if (task->job.status == SHOOGI_OK && r->there)
        shg_study_announce(task->server, &r->event, r->hidden);
}

void shg_remote_study(shg_server *server, int64_t study, int64_t number)
{
    study_read *r = shg_study_is_followed(server, study) ? shg_task_alloc(NULL, sizeof *r) : NULL;
    if (!r)
        return;
    r->id = study;
    r->number = number;
    r->task.insists = true;
    shg_task_read(&r->task, server, NULL, run_study, finish_study);
}

/* ---- free boards ---- */

typedef struct table_read {
    study_read event; /* must be first */
    int64_t seats[2];
} table_read;

static shoogi_status run_table(shg_job *job, shg_storage *storage)
{
    table_read *r = (table_read *)(void *)job;
    shg_free_table row;
    const shoogi_status status =
        storage->ops->free_table_get(storage, &row, r->event.id, &job->error);
    if (status != SHOOGI_OK)
        return status;
    r->seats[0] = row.player;
    r->seats[1] = row.opponent;
    return storage->ops->free_table_event_list(storage, r->event.id, r->event.number, keep_event,
                                               &r->event, &job->error);
}

static void finish_table(shg_task *task)
{
    const table_read *r = (const table_read *)(const void *)task;
    if (task->job.status == SHOOGI_OK && r->event.there)
        shg_free_table_announce(task->server, &r->event.event, r->seats, NULL);
}

void shg_remote_table(shg_server *server, int64_t table, int64_t number)
{
    /* Only the row says which players sit at the board, so that it is read for any session. */
    const bool here = server->sessions->online.first ||
                      shg_watch_first(&server->games->watches, shg_watched_table(table));
    table_read *r = here ? shg_task_alloc(NULL, sizeof *r) : NULL;
    if (!r)
        return;
    r->event.id = table;
    r->event.number = number;
    r->event.task.insists = true;
    shg_task_read(&r->event.task, server, NULL, run_table, finish_table);
}

/* ---- bans ---- */

typedef struct bans_read {
    shg_task task;
    shg_bans *bans;
} bans_read;

static shoogi_status run_bans(shg_job *job, shg_storage *storage)
{
    return shg_bans_read(&((bans_read *)(void *)job)->bans, storage, &job->error);
}

static void finish_bans(shg_task *task)
{
    bans_read *b = (bans_read *)task;
    task->server->nodes->bans_outdated = task->job.status != SHOOGI_OK;
    if (task->job.status != SHOOGI_OK)
        return;
    shg_bans_free(task->server->bans);
    task->server->bans = b->bans;
    b->bans = NULL;
    shg_end_banned_sessions(task->server);
}

static void fini_bans(shg_task *task)
{
    shg_bans_free(((bans_read *)task)->bans);
}

void shg_remote_bans(shg_server *server)
{
    bans_read *b = shg_task_alloc(NULL, sizeof *b);
    server->nodes->bans_outdated = !b;
    if (!b)
        return;
    b->task.fini = fini_bans;
    /* By the writer, behind a ban that is being added here: an earlier snapshot would replace it in memory. */
    shg_task_write(&b->task, server, NULL, run_bans, finish_bans);
}
