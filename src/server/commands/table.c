/* table.c: TABLE: free boards, on which two players move pieces without rules. */
#include "server/session/pager.h"
#include "server/session/session.h"
#include "server/session/task.h"
#include "server/study/free_table.h"
#include "storage/bounds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct showing {
    shg_task task; /* must be first */
    shg_table_name name;
    int64_t player;
    shg_text_buffer text;
    size_t rows;
} showing;

static void fini(shg_task *task)
{
    shg_text_fini(&((showing *)task)->text);
}

static void finish(shg_task *task)
{
    const showing *w = (const showing *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_NOT_FOUND)
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "There is no such free board.\n");
    else if (task->job.status != SHOOGI_OK || w->text.failed)
        shg_say_failed(s, &task->job);
    else if (w->text.length > 0)
        shg_page_text(s, w->text.bytes, w->text.length);
    else
        shg_say(s, "You have no free board.  TABLE -n <variant> sets one up.\n");
}

static void start(shg_session *s, const shg_table_name *name, shg_run_fn *run)
{
    showing *w = shg_task_alloc(s, sizeof *w);
    if (!w)
        return;
    w->player = s->player;
    if (name)
        w->name = *name;
    w->task.fini = fini;
    shg_task_read(&w->task, s->server, s, run, finish);
}

/* ---- one free board ---- */

static const char *named(const char *name)
{
    return name[0] ? name : "nobody yet";
}

static bool each_event(void *context, const shg_study_event *event)
{
    showing *w = context;
    const bool undo = strcmp(event->kind, SHG_FREE_UNDO) == 0;
    const bool join = strcmp(event->kind, SHG_FREE_JOIN) == 0;
    const bool comment = strcmp(event->kind, SHG_FREE_COMMENT) == 0;
    shg_text_add(&w->text, "%4" PRId64 ". %s%s%s%s%s\n", event->number, event->player_name,
                 join   ? " joins"
                 : undo ? " takes back line "
                        : ": ",
                 comment ? "\"" : "", join ? "" : event->text, comment ? "\"" : "");
    return true;
}

static shoogi_status run_one(shg_job *job, shg_storage *storage)
{
    showing *w = (showing *)(void *)job;
    shg_free_table row;
    const shoogi_status status =
        shg_free_table_read(&row, storage, &w->name, w->player, &job->error);
    if (status != SHOOGI_OK)
        return status;
    shg_text_add(&w->text, "Free board %" PRId64 ": %s and %s\n%s", row.id,
                 named(shg_free_table_seat(&row, 0)), named(shg_free_table_seat(&row, 1)),
                 row.text);
    if (row.text[strlen(row.text) - 1] != '\n')
        shg_text_add(&w->text, "\n");
    if (shg_free_table_has_seat(&row, w->player))
        shg_text_add(&w->text, "key=%" PRId64 "-%s\n", row.id, row.secret);
    return storage->ops->free_table_event_list(storage, row.id, 1, each_event, w, &job->error);
}

/* ---- the player's own boards ---- */

static bool each_own(void *context, const shg_free_table *row)
{
    showing *w = context;
    shg_text_add(&w->text, "%6" PRId64 "  %-16s %-16s %4" PRId64 "  %s\n", row->id,
                 named(shg_free_table_seat(row, 0)), named(shg_free_table_seat(row, 1)),
                 row->events, row->title);
    return ++w->rows < SHG_LIST_ROWS;
}

static shoogi_status run_own(shg_job *job, shg_storage *storage)
{
    showing *w = (showing *)(void *)job;
    return w->player != 0
               ? storage->ops->free_table_list(storage, w->player, 0, each_own, w, &job->error)
               : SHOOGI_OK;
}

/* ---- the command ---- */

/* Copies the value of an option to the caller's memory. False if it is too long. */
static bool take_value(char *out, size_t room, const shg_call *call, unsigned which)
{
    const shg_part part = call->values[which];
    snprintf(out, room, "%.*s", (int)part.bytes, shg_call_text(call, part));
    return part.bytes < room;
}

static void make(shg_session *s, const shg_call *call)
{
    char variant[SHG_STORAGE_NAME_BYTES_MAX + 1] = "", opponent[SHG_NAME_BYTES_MAX + 1] = "";
    const shg_new_table wanted = { .variant = variant,
                                   .opponent = opponent,
                                   .second = shg_call_has(call, 's'),
                                   .hidden = shg_call_has(call, 'h') };
    const bool fits = take_value(variant, sizeof variant, call, 0) &&
                      (!shg_call_has(call, 'w') || take_value(opponent, sizeof opponent, call, 1));
    if (!fits || call->argument.bytes > 0)
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE,
                      "Name a game and a player: TABLE -n <variant> -w <name>.\n");
    else
        shg_free_table_make(s, &wanted);
}

SHG_RUN(table)
{
    shg_part line;
    shg_table_name name;
    const shg_part first = shg_call_word(&line, call, call->argument);
    /* Programs say which events they know; what a terminal has seen is unknown. */
    const int64_t known = shg_session_is_program(s) ? s->loaded_event : INT64_MAX;
    if (shg_call_has(call, 'n'))
        make(s, call);
    else if (first.bytes == 0)
        start(s, NULL, run_own);
    else if (!shg_table_name_read(&name, shg_call_text(call, first), first.bytes))
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "There is no such free board.\n");
    else if (line.bytes == 0)
        start(s, &name, run_one);
    else
        shg_free_table_do(s, &name, shg_call_text(call, line), line.bytes, known);
}
