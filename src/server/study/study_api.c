/* study_api.c: the API's resources for studies: reading and editing.
 *
 * An edit is checked by the reader's thread against the present tree; then it is stored under
 * the number of its event. If another editor was first, the writer's thread repeats the check
 * and stores at once, so that nobody comes between. Each stored event is sent to all who follow
 * the study. */
#include "server/study/study_api.h"

#include "base/error.h"
#include "base/json_write.h"
#include "server/library/library.h"
#include "server/loop/text_buffer.h"
#include "server/rules/part.h"
#include "server/session/part.h"
#include "server/session/task.h"
#include "server/study/study.h"
#include "server/study/study_search.h"
#include "shoogi/notation.h"
#include "storage/bounds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a task that writes an answer ---- */

typedef struct asking {
    shg_task task; /* must be first */
    shg_out json;
    int64_t id, player;
    char who[SHG_NAME_BYTES_MAX + 1]; /* the player who asks; "" if not signed in */
    size_t rows;
    bool more, on;
    shg_study_search search;
    /* The action, or the study to be made. */
    char what[16], variant[SHG_STORAGE_NAME_BYTES_MAX + 1];
    char *text;            /* owned: the argument of the action as sent; for a new study its name */
    char *event_text;      /* owned: the text of the event to store; NULL: none */
    char *sfen;            /* owned */
    char *definition_text; /* owned */
    shg_rules *rules;      /* owned; from the reader, whose cache has it */
    size_t text_bytes, definition_bytes;
    int64_t node, number, definition, now_ms;
    bool hidden;
    bool nobody; /* the text names no existing player */
} asking;

static void fini(shg_task *task)
{
    asking *a = (asking *)task;
    free(a->json.bytes);
    free(a->text);
    free(a->event_text);
    free(a->sfen);
    free(a->definition_text);
    shg_rules_unref(a->rules);
}

static void finish(shg_task *task)
{
    asking *a = (asking *)task;
    shg_session *s = task->session;
    const char *why = task->job.error.message;
    shg_clean clean;
    const shoogi_status status = task->job.status;
    if (status == SHOOGI_OK && s->door) {
        shg_json_door_of(s)->out = a->json;
        a->json = shg_out_growing();
    } else if (status == SHOOGI_NOT_FOUND) {
        if (a->nobody)
            shg_say_no_player(s, a->text);
        else if (why[0])
            shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "%s\n", shg_session_message(s, &clean, why));
        else
            shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "There is no such study.\n");
    } else if (status == SHOOGI_PARSE_ERROR) {
        const char *read = a->what[0] ? "text" : "start";
        shg_say_fault_in(s, read, &task->job.error);
    } else if (status == SHOOGI_ILLEGAL || status == SHOOGI_LIMIT_EXCEEDED ||
               status == SHOOGI_INVALID_RULES) {
        shg_refuse(s, "%s\n", shg_session_message(s, &clean, why));
    } else if (status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    }
}

static asking *begin(shg_session *s)
{
    asking *a = shg_task_alloc(s, sizeof *a);
    if (!a)
        return NULL;
    a->json = shg_out_growing();
    a->task.fini = fini;
    a->player = s->player;
    a->now_ms = shg_now_ms(s->server);
    memcpy(a->who, s->name, sizeof a->who);
    return a;
}

/* The same for the study that the path names. NULL after refusing if it names none. */
static asking *begin_named(shg_session *s)
{
    int64_t id;
    asking *a = shg_json_argument_number(&id, s, 0) ? begin(s) : NULL;
    if (a)
        a->id = id;
    return a;
}

static void drop(asking *a)
{
    fini(&a->task);
    free(a);
}

/* A task is freed when its finish returns, so a second step is a new task with the same
 * contents. */
static asking *continue_with(asking *a)
{
    asking *next = shg_task_alloc(a->task.session, sizeof *next);
    if (!next)
        return NULL;
    *next = *a;
    next->task = (shg_task){ .fini = fini };
    a->json = shg_out_growing();
    a->text = a->event_text = a->sfen = a->definition_text = NULL;
    a->rules = NULL;
    return next;
}

/* ---- the tree, on the reader's thread ---- */

typedef struct replay {
    shg_study_tree *tree;
    shoogi_status status;
} replay;

static bool each_event(void *context, const shg_study_event *event)
{
    replay *r = context;
    r->status = shg_study_apply(r->tree, event);
    return r->status == SHOOGI_OK;
}

/* The study and its tree; NOT_FOUND if it is hidden from the player who asks. Strings of row are
 * invalid afterwards, except sfen, which is a copy. */
static shoogi_status read_tree(shg_study_tree *tree, shg_study *row, char **sfen,
                               shg_storage *storage, int64_t id, const char *who, shoogi_error *err)
{
    replay r = { .tree = tree };
    *tree = (shg_study_tree){ .events = 0 };
    *sfen = NULL;
    shoogi_status status = storage->ops->study_get(storage, row, id, err);
    if (status == SHOOGI_OK)
        status = shg_study_init(tree, row->player_name, row->name);
    if (status == SHOOGI_OK && !(*sfen = strdup(row->sfen)))
        status = SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK)
        status = storage->ops->study_event_list(storage, id, 1, each_event, &r, err);
    if (status == SHOOGI_OK)
        status = r.status;
    if (status == SHOOGI_OK && row->hidden && !shg_study_may_edit(tree, who))
        status = shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0, "there is no study %" PRId64, id);
    return status;
}

static shoogi_status make_start(shoogi_position **out, const shg_rules *rules, const char *sfen,
                                shoogi_error *err)
{
    shoogi_status status = shoogi_position_new(out, shg_rules_variant(rules));
    if (status == SHOOGI_OK && sfen[0])
        status = shoogi_sfen_read(*out, sfen, strlen(sfen), err);
    return status;
}

/* Reads a study for an action on it, and its rules unless a has them. In any case tree is filled (shg_study_fini) and
 * *start owned, or NULL. */
static shoogi_status read_for_action(shg_study_tree *tree, shg_study *row, shoogi_position **start,
                                     asking *a, shg_storage *storage, shoogi_error *err)
{
    char *sfen;
    *start = NULL;
    shoogi_status status = read_tree(tree, row, &sfen, storage, a->id, a->who, err);
    if (status == SHOOGI_OK && !a->rules)
        status =
            shg_rules_get(&a->rules, a->task.server->rules->past, storage, row->definition, err);
    if (status == SHOOGI_OK)
        status = make_start(start, a->rules, sfen, err);
    free(sfen);
    return status;
}

/* ---- reading ---- */

static void put_study(shg_out *json, const shg_study *row)
{
    shg_json_number(json, "id", row->id);
    shg_json_number(json, "definition", row->definition);
    shg_json_flag(json, "hidden", row->hidden);
    shg_json_number(json, "created_ms", row->created_ms);
    shg_json_number(json, "events", row->events);
}

static void put_nodes(shg_out *json, const shg_study_tree *tree)
{
    shg_json_open(json, "nodes", '[');
    for (size_t i = 0; i < tree->count; i++) {
        const shg_study_node *node = &tree->nodes[i];
        if (!shg_study_node_exists(tree, i))
            continue;
        shg_json_open(json, NULL, '{');
        shg_json_number(json, "id", node->id);
        if (node->parent != i) {
            shg_json_number(json, "parent", tree->nodes[node->parent].id);
            shg_json_text(json, "usi", node->usi);
            shg_json_text(json, "by", node->by);
        }
        if (node->comment)
            shg_json_text(json, "comment", node->comment);
        shg_json_close(json, '}');
    }
    shg_json_close(json, ']');
}

/* sfen: the start of the study. */
static void put_chapters(shg_out *json, const shg_study_tree *tree, const char *sfen)
{
    shg_json_open(json, "chapters", '[');
    for (size_t i = 0; i < tree->chapter_count; i++) {
        const shg_study_node *start = &tree->nodes[tree->chapters[i]];
        shg_json_open(json, NULL, '{');
        shg_json_number(json, "node", start->id);
        shg_json_text(json, "title", start->title ? start->title : "");
        shg_json_text(json, "start", start->start ? start->start : sfen);
        shg_json_close(json, '}');
    }
    shg_json_close(json, ']');
}

static shoogi_status run_study(shg_job *job, shg_storage *storage)
{
    asking *a = (asking *)(void *)job;
    shg_study_tree tree;
    shg_study row;
    char *sfen;
    shoogi_status status = read_tree(&tree, &row, &sfen, storage, a->id, a->who, &job->error);
    if (status == SHOOGI_OK) {
        shg_json_open(&a->json, NULL, '{');
        put_study(&a->json, &row);
        shg_json_text(&a->json, "name", tree.name);
        shg_json_text(&a->json, "by", tree.owner);
        shg_json_text(&a->json, "start", sfen);
        shg_json_flag(&a->json, "may_edit", shg_study_may_edit(&tree, a->who));
        shg_json_open(&a->json, "editors", '[');
        for (size_t i = 0; i < tree.editor_count; i++)
            shg_json_text(&a->json, NULL, tree.editors[i]);
        shg_json_close(&a->json, ']');
        put_chapters(&a->json, &tree, sfen);
        put_nodes(&a->json, &tree);
        shg_json_close(&a->json, '}');
    }
    shg_study_fini(&tree);
    free(sfen);
    return status;
}

void shg_api_study(shg_session *s, shg_json_door *d)
{
    (void)d;
    asking *a = begin_named(s);
    if (a)
        shg_task_read(&a->task, s->server, s, run_study, finish);
}

static void put_event(shg_out *json, const shg_study_event *event)
{
    shg_json_number(json, "study", event->study);
    shg_json_number(json, "number", event->number);
    shg_json_text(json, "kind", event->kind);
    shg_json_text(json, "text", event->text);
    shg_json_text(json, "by", event->player_name);
    shg_json_number(json, "at_ms", event->at_ms);
}

static bool each_follower(void *context, const shg_study_event *event)
{
    asking *a = context;
    a->more = a->rows == SHG_LIST_ROWS;
    if (a->more)
        return false;
    a->rows++;
    shg_json_open(&a->json, NULL, '{');
    put_event(&a->json, event);
    shg_json_close(&a->json, '}');
    return true;
}

static shoogi_status run_events(shg_job *job, shg_storage *storage)
{
    asking *a = (asking *)(void *)job;
    shg_study_tree tree;
    shg_study row;
    char *sfen;
    shoogi_status status = read_tree(&tree, &row, &sfen, storage, a->id, a->who, &job->error);
    shg_study_fini(&tree);
    free(sfen);
    shg_json_open(&a->json, NULL, '{');
    shg_json_open(&a->json, "events", '[');
    if (status == SHOOGI_OK)
        status = storage->ops->study_event_list(storage, a->id, a->number + 1, each_follower, a,
                                                &job->error);
    shg_json_close(&a->json, ']');
    shg_json_flag(&a->json, "more", a->more);
    shg_json_close(&a->json, '}');
    return status;
}

void shg_api_study_events(shg_session *s, shg_json_door *d)
{
    (void)d;
    asking *a = begin_named(s);
    if (!a)
        return;
    if (shg_json_query_number(&a->number, s, "after", 0))
        shg_task_read(&a->task, s->server, s, run_events, finish);
    else
        drop(a);
}

/* ---- lists ---- */

static bool each_study(void *context, const shg_study *row)
{
    asking *a = context;
    shg_json_open(&a->json, NULL, '{');
    put_study(&a->json, row);
    shg_json_text(&a->json, "name", row->name);
    shg_json_text(&a->json, "by", row->player_name);
    shg_json_text(&a->json, "variant", row->variant);
    shg_json_text(&a->json, "start", row->sfen);
    shg_json_close(&a->json, '}');
    return true;
}

static shoogi_status run_studies(shg_job *job, shg_storage *storage)
{
    asking *a = (asking *)(void *)job;
    a->search.viewer = a->player;
    shg_json_open(&a->json, NULL, '{');
    shg_json_open(&a->json, "studies", '[');
    const shoogi_status status =
        shg_study_search_run(&a->search, a->task.server, storage, each_study, a, &job->error);
    shg_json_close(&a->json, ']');
    shg_json_flag(&a->json, "more", a->search.more);
    shg_json_number(&a->json, "before", a->search.last);
    shg_json_close(&a->json, '}');
    return status;
}

void shg_api_studies(shg_session *s, shg_json_door *d)
{
    (void)d;
    asking *a = begin(s);
    if (!a)
        return;
    shg_study_search *search = &a->search;
    if (shg_json_query_text(search->words, sizeof search->words, s, "words") &&
        shg_json_query_text(search->player, sizeof search->player, s, "player") &&
        shg_json_query_text(search->variant, sizeof search->variant, s, "variant") &&
        shg_json_query_number(&search->before, s, "before", 0))
        shg_task_read(&a->task, s->server, s, run_studies, finish);
    else
        drop(a);
}

/* ---- followers ---- */

static void notify_followers(shg_server *server, const shg_study_event *event)
{
    shg_out json = shg_out_growing();
    shg_json_open(&json, NULL, '{');
    shg_json_text(&json, "event", "study");
    put_event(&json, event);
    shg_json_close(&json, '}');
    for (shg_session *s = server->sessions->online.first; s && !json.spent; s = s->after)
        if (s->study == event->study && shg_session_is_program(s))
            s->door->event(s, json.bytes, json.length);
    free(json.bytes);
}

/* A player dismissed from a hidden study no longer gets its events. */
static void stop_watching(shg_server *server, int64_t study, const char *name)
{
    for (shg_session *s = server->sessions->online.first; s; s = s->after)
        if (s->study == study && shg_text_same(s->name, strlen(s->name), name, strlen(name)))
            s->study = 0;
}

void shg_study_announce(shg_server *server, const shg_study_event *event, bool hidden)
{
    notify_followers(server, event);
    if (hidden && strcmp(event->kind, "dismiss") == 0)
        stop_watching(server, event->study, event->text);
}

bool shg_study_is_followed(const shg_server *server, int64_t study)
{
    const shg_session *s = server->sessions->online.first;
    while (s && s->study != study)
        s = s->after;
    return s != NULL;
}

/* The player may see the study. The answer is its state before the first event that follows. */
static void finish_watching(shg_task *task)
{
    asking *a = (asking *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        finish(task);
        return;
    }
    s->study = a->on ? a->id : 0;
    free(a->json.bytes);
    a->json = shg_out_growing();
    asking *next = continue_with(a);
    if (next)
        shg_task_read(&next->task, s->server, s, run_study, finish);
}

void shg_api_study_watch(shg_session *s, shg_json_door *d)
{
    shoogi_error err = { 0 };
    if (d->http) {
        shg_refuse(s, "Use a WebSocket for this; over HTTP read the events of the study.\n");
        return;
    }
    asking *a = begin_named(s);
    if (!a)
        return;
    if (shg_api_flag(&a->on, &d->json, "on", &err) == SHOOGI_OK) {
        shg_task_read(&a->task, s->server, s, run_study, finish_watching);
    } else {
        shg_say_fault(s, &err);
        drop(a);
    }
}

/* ---- editing ---- */

static void put_done(asking *a, int64_t number, int64_t node)
{
    shg_json_open(&a->json, NULL, '{');
    shg_json_flag(&a->json, "ok", true);
    if (number != 0)
        shg_json_number(&a->json, "event", number);
    if (node != 0)
        shg_json_number(&a->json, "node", node);
    shg_json_close(&a->json, '}');
}

/* The invited player's name in its original spelling; *name: owned. */
static shoogi_status find_invited(char **name, asking *a, shg_storage *storage, shoogi_error *err)
{
    shg_player row;
    const shoogi_status status = storage->ops->player_by_name(storage, &row, *name, err);
    a->nobody = status == SHOOGI_NOT_FOUND;
    if (status != SHOOGI_OK)
        return status;
    char *own = strdup(row.name);
    if (!own)
        return SHOOGI_NO_MEMORY;
    free(*name);
    *name = own;
    return SHOOGI_OK;
}

/* Checks the action: it has an event_text afterwards, unless its node already exists. */
static shoogi_status run_check(shg_job *job, shg_storage *storage)
{
    asking *a = (asking *)(void *)job;
    shg_study_tree tree;
    shg_study row;
    shoogi_position *start;
    int64_t same = 0;
    free(a->event_text);
    a->event_text = NULL;
    a->json.length = 0; /* a job may be run again */
    shoogi_status status = read_for_action(&tree, &row, &start, a, storage, &job->error);
    if (status == SHOOGI_OK) {
        const shg_study_action action = { a->what, a->node, a->text ? a->text : "", a->text_bytes };
        status = shg_study_check(&a->event_text, &same, &tree, start, a->who, &action, &job->error);
    }
    if (status == SHOOGI_OK && strcmp(a->what, "invite") == 0)
        status = find_invited(&a->event_text, a, storage, &job->error);
    a->number = tree.events + 1;
    a->hidden = status == SHOOGI_OK && row.hidden;
    if (status == SHOOGI_OK && same != 0)
        put_done(a, 0, same);
    shoogi_position_free(start);
    shg_study_fini(&tree);
    return status;
}

/* ---- a line of moves ---- */

/* Stores an event of a line. */
typedef struct line_store {
    const asking *asking;
    shg_storage *storage; /* NULL: the line is only checked */
} line_store;

static shoogi_status store_event(void *context, const shg_study_event *event, shoogi_error *err)
{
    const line_store *l = context;
    if (!l->storage)
        return SHOOGI_OK;
    shg_study_event row = *event;
    row.study = l->asking->id;
    row.player = l->asking->player;
    row.at_ms = l->asking->now_ms;
    return l->storage->ops->study_event_add(l->storage, &row, err);
}

/* Checks a line and, if stores, stores it: the writer's thread does both in one job, so that nobody comes between. */
static shoogi_status run_line(shg_job *job, shg_storage *storage, bool stores)
{
    asking *a = (asking *)(void *)job;
    line_store l = { a, stores ? storage : NULL };
    shg_study_tree tree;
    shg_study row;
    shoogi_position *start;
    shg_out nodes = shg_out_growing();
    a->json.length = 0; /* a job may be run again */
    shoogi_status status = read_for_action(&tree, &row, &start, a, storage, &job->error);
    if (status == SHOOGI_OK) {
        const shg_study_action action = { a->what, a->node, a->text, a->text_bytes };
        status =
            shg_study_add_line(&tree, start, a->who, &action, store_event, &l, &nodes, &job->error);
    }
    a->number = tree.events;
    shg_json_open(&a->json, NULL, '{');
    shg_json_flag(&a->json, "ok", true);
    shg_json_number(&a->json, "event", a->number);
    shg_json_open(&a->json, "nodes", '[');
    shg_out_bytes(&a->json, nodes.bytes ? nodes.bytes : "", nodes.length);
    a->json.spent |= nodes.spent;
    shg_json_close(&a->json, ']');
    shg_json_close(&a->json, '}');
    free(nodes.bytes);
    shoogi_position_free(start);
    shg_study_fini(&tree);
    return status;
}

static shoogi_status run_line_check(shg_job *job, shg_storage *storage)
{
    return run_line(job, storage, false);
}

static shoogi_status run_line_store(shg_job *job, shg_storage *storage)
{
    return run_line(job, storage, true);
}

/* Followers get the last event: they see that others came before it, and fetch the study. */
static void finish_line(shg_task *task)
{
    asking *a = (asking *)task;
    if (task->job.status == SHOOGI_OK) {
        const shg_study_event event = { .study = a->id,
                                        .number = a->number,
                                        .player_name = a->who,
                                        .kind = SHG_STUDY_LINE,
                                        .text = "",
                                        .at_ms = a->now_ms };
        notify_followers(task->server, &event);
    }
    finish(task);
}

static void finish_line_check(shg_task *task)
{
    asking *next = task->job.status == SHOOGI_OK ? continue_with((asking *)task) : NULL;
    if (next)
        shg_task_write(&next->task, task->server, task->session, run_line_store, finish_line);
    else
        finish(task);
}

static shg_study_event event_of(const asking *a)
{
    return (shg_study_event){ .study = a->id,
                              .number = a->number,
                              .player = a->player,
                              .player_name = a->who,
                              .kind = a->what,
                              .text = a->event_text,
                              .at_ms = a->now_ms };
}

static shoogi_status run_store(shg_job *job, shg_storage *storage)
{
    const shg_study_event event = event_of((const asking *)(const void *)job);
    return storage->ops->study_event_add(storage, &event, &job->error);
}

/* Runs on the writer's thread, with the rules that the first check loaded. */
static shoogi_status run_check_and_store(shg_job *job, shg_storage *storage)
{
    const asking *a = (const asking *)(const void *)job;
    const shoogi_status status = run_check(job, storage);
    return status == SHOOGI_OK && a->event_text ? run_store(job, storage) : status;
}

static void finish_store(shg_task *task)
{
    asking *a = (asking *)task;
    if (task->job.status == SHOOGI_OK && a->event_text) {
        const shg_study_event event = event_of(a);
        shg_study_announce(task->server, &event, a->hidden);
        const bool node = strcmp(a->what, "move") == 0 || strcmp(a->what, "chapter") == 0;
        put_done(a, a->number, node ? a->number : 0);
    }
    finish(task);
}

static void finish_try(shg_task *task)
{
    if (task->job.status != SHOOGI_CONFLICT) {
        finish_store(task);
        return;
    }
    /* Another editor was first, so the action may mean something else now. */
    asking *next = continue_with((asking *)task);
    if (next)
        shg_task_write(&next->task, task->server, task->session, run_check_and_store, finish_store);
}

static void finish_check(shg_task *task)
{
    asking *a = (asking *)task;
    if (task->job.status != SHOOGI_OK || !a->event_text) {
        finish(task);
        return;
    }
    asking *next = continue_with(a);
    if (next)
        shg_task_write(&next->task, task->server, task->session, run_store, finish_try);
}

static bool is_member(shg_session *s)
{
    if (s->player == 0)
        shg_refuse(s,
                   "Guests can create studies after their first game.  Play one, or register.\n");
    return s->player != 0;
}

void shg_api_study_do(shg_session *s, shg_json_door *d)
{
    shoogi_error err = { 0 };
    asking *a = is_member(s) ? begin_named(s) : NULL;
    if (!a)
        return;
    const shg_study_kind *kind = NULL;
    shoogi_status status = shg_api_text(a->what, sizeof a->what, &d->json, "do", &err);
    if (status == SHOOGI_OK && !(kind = shg_study_kind_named(a->what, &err)))
        status = SHOOGI_PARSE_ERROR;
    if (status == SHOOGI_OK)
        status = shg_api_number(&a->node, &d->json, "node", &err);
    if (status == SHOOGI_OK)
        status = shg_api_text_copy(&a->text, &d->json, "text", kind->of_text, &err);
    if (status == SHOOGI_OK) {
        a->text_bytes = a->text ? strlen(a->text) : 0;
        const bool line = strcmp(kind->word, SHG_STUDY_LINE) == 0;
        shg_task_read(&a->task, s->server, s, line ? run_line_check : run_check,
                      line ? finish_line_check : finish_check);
    } else {
        shg_say_fault(s, &err);
        drop(a);
    }
}

/* ---- making one ---- */

static bool each_own(void *context, const shg_study *row)
{
    (void)row;
    return ++((asking *)context)->rows < SHG_STUDIES_PER_PLAYER;
}

/* The initial position, and the definition in canonical form. */
static shoogi_status run_prepare(shg_job *job, shg_storage *storage)
{
    asking *a = (asking *)(void *)job;
    const shoogi_variant *variant = NULL;
    shg_rules *kept = NULL;
    shoogi_position *start = NULL;
    shoogi_status status =
        storage->ops->study_list(storage, a->player, 0, each_own, a, &job->error);
    if (status == SHOOGI_OK && a->rows >= SHG_STUDIES_PER_PLAYER)
        status = shg_error_set(&job->error, SHOOGI_ILLEGAL, 0, 0,
                               "You have %d studies, the most allowed.", SHG_STUDIES_PER_PLAYER);
    if (status == SHOOGI_OK)
        status = shg_rules_named(&variant, &kept, a->task.server, storage, a->variant,
                                 strlen(a->variant), &job->error);
    if (status == SHOOGI_OK)
        status = shoogi_position_new(&start, variant);
    if (status == SHOOGI_OK && a->sfen)
        status = shoogi_sfen_read(start, a->sfen, strlen(a->sfen), &job->error);
    if (status == SHOOGI_OK) {
        a->definition_bytes = shoogi_variant_print(NULL, 0, variant);
        a->definition_text = malloc(a->definition_bytes + 1);
        if (a->definition_text)
            shoogi_variant_print(a->definition_text, a->definition_bytes + 1, variant);
        else
            status = SHOOGI_NO_MEMORY;
        snprintf(a->variant, sizeof a->variant, "%s", shoogi_variant_name(variant));
    }
    shoogi_position_free(start);
    shg_rules_unref(kept);
    return status;
}

static shoogi_status run_make(shg_job *job, shg_storage *storage)
{
    asking *a = (asking *)(void *)job;
    const shg_definition definition = { .name = a->variant,
                                        .text = a->definition_text,
                                        .text_bytes = a->definition_bytes };
    shoogi_status status =
        storage->ops->definition_put(storage, &a->definition, &definition, &job->error);
    const shg_study row = { .player = a->player,
                            .definition = a->definition,
                            .name = a->text,
                            .sfen = a->sfen ? a->sfen : "",
                            .hidden = a->hidden,
                            .created_ms = a->now_ms };
    if (status == SHOOGI_OK)
        status = storage->ops->study_add(storage, &a->id, &row, &job->error);
    shg_json_open(&a->json, NULL, '{');
    shg_json_flag(&a->json, "ok", true);
    shg_json_number(&a->json, "study", a->id);
    shg_json_close(&a->json, '}');
    return status;
}

static void finish_prepare(shg_task *task)
{
    asking *a = (asking *)task;
    shg_session *s = task->session;
    asking *next = task->job.status == SHOOGI_OK ? continue_with(a) : NULL;
    if (next)
        shg_task_write(&next->task, s->server, s, run_make, finish);
    else if (task->job.status != SHOOGI_OK)
        finish(task);
}

void shg_api_study_new(shg_session *s, shg_json_door *d)
{
    shoogi_error err = { 0 };
    char name[SHG_STUDY_NAME_BYTES + 1];
    asking *a = is_member(s) ? begin(s) : NULL;
    if (!a)
        return;
    shoogi_status status = shg_api_text(name, sizeof name, &d->json, "name", &err);
    if (status == SHOOGI_OK)
        status = shg_api_text(a->variant, sizeof a->variant, &d->json, "variant", &err);
    if (status == SHOOGI_OK)
        status = shg_api_flag(&a->hidden, &d->json, "hidden", &err);
    if (status == SHOOGI_OK)
        status = shg_api_text_copy(&a->sfen, &d->json, "start", false, &err);
    shg_text_buffer clean = { 0 };
    shg_text_add_clean(&clean, name, status == SHOOGI_OK ? strlen(name) : 0, SHG_STUDY_NAME_BYTES);
    a->text = clean.bytes;
    if (!a->variant[0])
        snprintf(a->variant, sizeof a->variant, SHG_DEFAULT_VARIANT);
    if (status == SHOOGI_OK && clean.length > 0 && !clean.failed) {
        shg_task_read(&a->task, s->server, s, run_prepare, finish_prepare);
        return;
    }
    if (status != SHOOGI_OK)
        shg_say_fault(s, &err);
    else
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE, "expected \"name\", the name of the study\n");
    drop(a);
}
