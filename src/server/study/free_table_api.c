#include "server/study/free_table_api.h"

#include "base/error.h"
#include "base/json_write.h"
#include "server/account/token.h"
#include "server/game/part.h"
#include "server/game/watch.h"
#include "server/session/task.h"
#include "server/study/free_board.h"
#include "server/study/free_table.h"

#include <stdlib.h>
#include <string.h>

typedef struct reading {
    shg_task task; /* must be first */
    shg_out json;
    shg_table_name name;
    int64_t player, after, before;
    char of[SHG_NAME_BYTES_MAX + 1]; /* the player whose boards are listed; "" for all */
    shg_lines lines;
    size_t rows, looked;
    bool more, subscribes;              /* subscribes: send its events from now on */
    void (*then)(shg_session *session); /* runs once the session is subscribed */
} reading;

static void fini(shg_task *task)
{
    free(((reading *)task)->json.bytes);
}

static reading *begin(shg_session *s)
{
    reading *r = shg_task_alloc(s, sizeof *r);
    if (!r)
        return NULL;
    r->json = shg_out_growing();
    r->task.fini = fini;
    r->player = s->player;
    return r;
}

static void finish(shg_task *task)
{
    reading *r = (reading *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_NOT_FOUND && r->of[0]) {
        shg_say_no_player(s, r->of);
    } else if (task->job.status == SHOOGI_NOT_FOUND) {
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "There is no such free board.\n");
    } else if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    } else if (s->door) {
        shg_json_door_of(s)->out = r->json;
        r->json = shg_out_growing();
    }
}

static void put_row(shg_out *json, const shg_free_table *row)
{
    static const char *const sides[] = { "first", "second" };
    shg_json_number(json, "id", row->id);
    shg_json_text(json, "title", row->title);
    for (int side = 0; side < 2; side++)
        if (shg_free_table_seat(row, side)[0])
            shg_json_text(json, sides[side], shg_free_table_seat(row, side));
        else
            shg_json_null(json, sides[side]);
    shg_json_flag(json, "hidden", row->hidden);
    shg_json_number(json, "created_ms", row->created_ms);
    shg_json_number(json, "events", row->events);
}

/* ---- one free board ---- */

static bool each_event(void *context, const shg_study_event *event)
{
    reading *r = context;
    shg_lines_add(&r->lines, event);
    if (event->number <= r->after || r->more)
        return true;
    r->more = r->rows == SHG_LIST_ROWS;
    if (r->more)
        return true;
    r->rows++;
    shg_json_open(&r->json, NULL, '{');
    shg_free_event_json(&r->json, event);
    shg_json_close(&r->json, '}');
    return true;
}

static void put_seat(shg_out *json, const shg_free_table *row, int64_t player)
{
    if (!shg_free_table_has_seat(row, player)) {
        shg_json_null(json, "seat");
        return;
    }
    char key[SHG_KEY_BYTES + 1];
    shg_out text = shg_out_make(key, sizeof key);
    shg_out_format(&text, "%lld-%s", (long long)row->id, row->secret);
    shg_json_text(json, "seat", (row->player == player) != row->second ? "first" : "second");
    shg_json_text(json, "key", key);
}

static shoogi_status run_table(shg_job *job, shg_storage *storage)
{
    reading *r = (reading *)(void *)job;
    shg_free_table row;
    shg_free_board board;
    shoogi_status status = shg_free_table_read(&row, storage, &r->name, r->player, &job->error);
    if (status != SHOOGI_OK)
        return status;
    /* The set-up was checked when it was stored; clients check the lines. */
    if (shg_free_setup_read(&board, row.text, strlen(row.text), NULL) != SHOOGI_OK)
        board.second_begins = false;
    shg_json_open(&r->json, NULL, '{');
    put_row(&r->json, &row);
    shg_json_text(&r->json, "setup", row.text);
    put_seat(&r->json, &row, r->player);
    shg_json_open(&r->json, "lines", '[');
    status =
        storage->ops->free_table_event_list(storage, r->name.id, 1, each_event, r, &job->error);
    shg_json_close(&r->json, ']');
    shg_json_flag(&r->json, "more", r->more);
    shg_json_text(&r->json, "turn",
                  board.second_begins == (r->lines.count % 2 == 0) ? "second" : "first");
    shg_json_close(&r->json, '}');
    return status;
}

/* Begins to read the board that the path names. NULL after refusing. */
static reading *begin_named(shg_session *s, const shg_json_door *d)
{
    shg_table_name name;
    if (!shg_table_name_read(&name, d->argument[0], strlen(d->argument[0]))) {
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "There is no such free board.\n");
        return NULL;
    }
    reading *r = begin(s);
    if (r)
        r->name = name;
    return r;
}

void shg_api_table(shg_session *s, shg_json_door *d)
{
    reading *r = begin_named(s, d);
    if (!r)
        return;
    if (shg_json_query_number(&r->after, s, "after", 0)) {
        shg_task_read(&r->task, s->server, s, run_table, finish);
        return;
    }
    fini(&r->task);
    free(r);
}

/* ---- subscribing ---- */

static void finish_subscribing(shg_task *task)
{
    reading *r = (reading *)task;
    shg_session *s = task->session;
    shg_watches *watches = &s->server->games->watches;
    const int64_t watched = shg_watched_table(r->name.id);
    const bool may = task->job.status == SHOOGI_OK && s->door;
    if (may && r->subscribes && shg_watch_add(watches, s, watched) != SHOOGI_OK) {
        shg_refuse_as(s, SHG_REFUSED_TOO_MUCH, "You are watching as many games as allowed.\n");
        return;
    }
    if (may && !r->subscribes)
        shg_watch_remove(watches, s, watched);
    if (!r->then)
        finish(task);
    else if (may)
        r->then(s);
    else
        finish(task);
}

/* then: called instead of answering with the board; NULL: answer. */
static void subscribe(shg_session *s, const shg_json_door *d, bool subscribes,
                      void (*then)(shg_session *session))
{
    reading *r = begin_named(s, d);
    if (!r)
        return;
    r->subscribes = subscribes;
    r->then = then;
    r->after = INT64_MAX; /* the board without events */
    shg_task_read(&r->task, s->server, s, run_table, finish_subscribing);
}

void shg_api_table_subscribe(shg_session *s, const shg_json_door *d,
                             void (*then)(shg_session *session))
{
    subscribe(s, d, true, then);
}

void shg_api_table_watch(shg_session *s, shg_json_door *d)
{
    shoogi_error err = { 0 };
    bool on;
    if (d->http)
        shg_refuse(s, "Use a WebSocket for this; over HTTP read the stream of the free board.\n");
    else if (shg_api_flag(&on, &d->json, "on", &err) != SHOOGI_OK)
        shg_say_fault(s, &err);
    else
        subscribe(s, d, on, NULL);
}

/* ---- lists ---- */

static bool each_table(void *context, const shg_free_table *row)
{
    reading *r = context;
    r->more = r->rows == SHG_SEARCH_ROWS || r->looked == SHG_API_HIDDEN_EXAMINED;
    if (r->more)
        return false;
    r->looked++;
    r->before = row->id;
    if (row->hidden && !shg_free_table_has_seat(row, r->player))
        return true;
    r->rows++;
    shg_json_open(&r->json, NULL, '{');
    put_row(&r->json, row);
    shg_json_close(&r->json, '}');
    return true;
}

static shoogi_status run_tables(shg_job *job, shg_storage *storage)
{
    reading *r = (reading *)(void *)job;
    shg_player of = { 0 };
    shoogi_status status = SHOOGI_OK;
    if (r->of[0])
        status = storage->ops->player_by_name(storage, &of, r->of, &job->error);
    if (status != SHOOGI_OK)
        return status;
    shg_json_open(&r->json, NULL, '{');
    shg_json_open(&r->json, "tables", '[');
    status = storage->ops->free_table_list(storage, of.id, r->before, each_table, r, &job->error);
    shg_json_close(&r->json, ']');
    shg_json_flag(&r->json, "more", r->more);
    shg_json_number(&r->json, "before", r->before);
    shg_json_close(&r->json, '}');
    return status;
}

void shg_api_tables(shg_session *s, shg_json_door *d)
{
    (void)d;
    reading *r = begin(s);
    if (!r)
        return;
    if (shg_json_query_text(r->of, sizeof r->of, s, "player") &&
        shg_json_query_number(&r->before, s, "before", 0)) {
        shg_task_read(&r->task, s->server, s, run_tables, finish);
        return;
    }
    fini(&r->task);
    free(r);
}

/* ---- making one ---- */

static void make(shg_session *s)
{
    shoogi_error err = { 0 };
    shg_json_door *d = s->door ? shg_json_door_of(s) : NULL;
    if (!d || s->repeated)
        return;
    char setup[SHG_FREE_SETUP_BYTES + 1], opponent[SHG_NAME_BYTES_MAX + 1];
    shg_new_table wanted = { .setup = setup, .opponent = opponent };
    shoogi_status status = shg_api_text(setup, sizeof setup, &d->json, "setup", &err);
    if (status == SHOOGI_OK)
        status = shg_api_text(opponent, sizeof opponent, &d->json, "opponent", &err);
    if (status == SHOOGI_OK)
        status = shg_api_flag(&wanted.second, &d->json, "second", &err);
    if (status == SHOOGI_OK)
        status = shg_api_flag(&wanted.hidden, &d->json, "hidden", &err);
    wanted.setup_bytes = strlen(setup);
    if (status == SHOOGI_OK)
        shg_free_table_make(s, &wanted);
    else
        shg_say_fault(s, &err);
}

void shg_api_table_new(shg_session *s, shg_json_door *d)
{
    shoogi_error err = { 0 };
    char key[SHG_REQUEST_KEY_BYTES_MAX + 1];
    if (shg_api_text(key, sizeof key, &d->json, SHG_API_REQUEST, &err) != SHOOGI_OK)
        shg_say_fault(s, &err);
    else if (key[0])
        shg_request_begin(s, key, strlen(key), make);
    else
        make(s);
}
