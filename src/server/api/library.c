#include "server/api/library.h"

#include "base/json_write.h"
#include "server/game/game_json.h"
#include "server/library/library.h"
#include "server/library/record_text.h"
#include "server/session/task.h"

#include <stdlib.h>
#include <string.h>

typedef struct looking {
    shg_task task; /* must be first */
    shg_out json;
    shg_search search;
    int64_t record;
} looking;

static void fini(shg_task *task)
{
    looking *l = (looking *)task;
    shg_search_fini(&l->search);
    free(l->json.bytes);
}

static void finish(shg_task *task)
{
    looking *l = (looking *)task;
    shg_session *s = task->session;
    shg_clean why;
    switch (task->job.status) {
    case SHOOGI_OK:
        if (s->door) {
            shg_json_door_of(s)->out = l->json;
            l->json = shg_out_growing();
        }
        break;
    case SHOOGI_PARSE_ERROR: shg_say_fault_in(s, "position", &task->job.error); break;
    case SHOOGI_NOT_FOUND:
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "%s\n",
                      shg_session_message(s, &why, task->job.error.message));
        break;
    default: shg_say_failed(s, &task->job);
    }
}

static looking *begin(shg_session *s)
{
    looking *l = shg_task_alloc(s, sizeof *l);
    if (!l)
        return NULL;
    l->json = shg_out_growing();
    l->task.fini = fini;
    return l;
}

/* ---- searching ---- */

static void put_move(shg_out *json, int64_t at)
{
    if (at >= 0)
        shg_json_number(json, "move", at);
    shg_json_close(json, '}');
}

static void found_game(void *context, const shg_game *row, int64_t at)
{
    looking *l = context;
    shg_json_open(&l->json, NULL, '{');
    shg_game_row_json(&l->json, "game", row);
    put_move(&l->json, at);
}

static void put_record(shg_out *json, const char *name, const shg_record_row *row)
{
    shg_json_open(json, name, '{');
    shg_json_number(json, "id", row->id);
    shg_json_text(json, "by", row->player_name);
    shg_json_text(json, "variant", row->variant);
    shg_json_number(json, "definition", row->definition);
    shg_json_text(json, "black", row->black);
    shg_json_text(json, "white", row->white);
    shg_json_text(json, "event", row->event);
    shg_json_text(json, "played", row->played);
    shg_json_text(json, "outcome", row->outcome);
    shg_json_number(json, "moves", row->moves);
    shg_json_number(json, "created_ms", row->created_ms);
}

static void found_record(void *context, const shg_record_row *row, int64_t at)
{
    looking *l = context;
    shg_json_open(&l->json, NULL, '{');
    put_record(&l->json, "record", row);
    shg_json_close(&l->json, '}');
    put_move(&l->json, at);
}

static shoogi_status run_search(shg_job *job, shg_storage *storage)
{
    looking *l = (looking *)(void *)job;
    shg_json_open(&l->json, NULL, '{');
    shg_json_open(&l->json, "found", '[');
    const shoogi_status status = shg_search_run(&l->search, l->task.server, storage, found_game,
                                                found_record, l, &job->error);
    shg_json_close(&l->json, ']');
    shg_json_flag(&l->json, "more", l->search.more);
    if (l->search.more)
        shg_json_number(&l->json, "before", l->search.last);
    shg_json_close(&l->json, '}');
    return status;
}

void shg_api_search(shg_session *s, shg_json_door *d)
{
    looking *l = shg_json_charge(s, SHG_SEARCH_CALLS) ? begin(s) : NULL;
    if (!l)
        return;
    shoogi_error err = { 0 };
    const shoogi_status status = shg_search_read(&l->search, d->query, d->query_bytes, &err);
    if (status == SHOOGI_OK) {
        l->search.viewer = s->player;
        shg_task_read(&l->task, s->server, s, run_search, finish);
        return;
    }
    if (status == SHOOGI_PARSE_ERROR)
        shg_say_fault(s, &err);
    else
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
    fini(&l->task);
    free(l);
}

/* ---- definitions of players ---- */

static bool each_design(void *context, const shg_design *row)
{
    looking *l = context;
    l->search.more = l->search.rows == SHG_SEARCH_ROWS;
    if (l->search.more)
        return false;
    l->search.rows++;
    shg_json_open(&l->json, NULL, '{');
    shg_json_number(&l->json, "id", row->definition);
    shg_json_text(&l->json, "by", row->player_name);
    shg_json_text(&l->json, "name", row->name);
    shg_json_number(&l->json, "version", row->version);
    shg_json_number(&l->json, "created_ms", row->created_ms);
    shg_json_close(&l->json, '}');
    return true;
}

static shoogi_status run_designs(shg_job *job, shg_storage *storage)
{
    looking *l = (looking *)(void *)job;
    shg_player of = { 0 };
    shoogi_status status = SHOOGI_OK;
    if (l->search.player[0])
        status = storage->ops->player_by_name(storage, &of, l->search.player, &job->error);
    if (status != SHOOGI_OK)
        return status;
    shg_json_open(&l->json, NULL, '{');
    shg_json_open(&l->json, "definitions", '[');
    status =
        storage->ops->design_list(storage, of.id, l->search.before, each_design, l, &job->error);
    shg_json_close(&l->json, ']');
    shg_json_flag(&l->json, "more", l->search.more);
    shg_json_close(&l->json, '}');
    return status;
}

void shg_api_designs(shg_session *s, shg_json_door *d)
{
    (void)d;
    looking *l = begin(s);
    if (!l)
        return;
    if (shg_json_query_text(l->search.player, sizeof l->search.player, s, "player") &&
        shg_json_query_number(&l->search.before, s, "before", 0))
        shg_task_read(&l->task, s->server, s, run_designs, finish);
    else
        free(l);
}

/* ---- one record ---- */

/* A record stored before its reader left misleading characters out may have some. */
static void put_record_text(shg_out *json, const shg_record_row *row)
{
    size_t bytes = row->text_bytes;
    char *const text = malloc(bytes + 1);
    if (!text) {
        json->spent = true;
        return;
    }
    memcpy(text, row->text, bytes);
    (void)shg_text_strip(text, &bytes);
    shg_json_bytes(json, "text", text, bytes);
    free(text);
}

static shoogi_status run_record(shg_job *job, shg_storage *storage)
{
    looking *l = (looking *)(void *)job;
    shg_record_row row;
    shoogi_status status = storage->ops->record_get(storage, &row, l->record, &job->error);
    if (status != SHOOGI_OK)
        return status;
    put_record(&l->json, NULL, &row);
    put_record_text(&l->json, &row);
    shoogi_record *record = NULL;
    shg_rules *rules = NULL;
    status = shg_record_read_row(&record, &rules, l->task.server, storage, &row, &job->error);
    if (status == SHOOGI_OK)
        status = shg_record_evaluations_json(&l->json, "evaluations", record);
    shg_json_close(&l->json, '}');
    shoogi_record_free(record);
    shg_rules_unref(rules);
    return status;
}

void shg_api_record(shg_session *s, shg_json_door *d)
{
    int64_t id;
    (void)d;
    looking *l = shg_json_argument_number(&id, s, 0) ? begin(s) : NULL;
    if (!l)
        return;
    l->record = id;
    shg_task_read(&l->task, s->server, s, run_record, finish);
}

void shg_api_upload(shg_session *s, shg_json_door *d)
{
    (void)d;
    shg_refuse(s, "Use HTTP for this: it is the body of the request.\n");
}
