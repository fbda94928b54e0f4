/* talk.c: TALK: the chat of a game; ANALYSIS: a player's wish that nobody analyses it. */
#include "base/error.h"
#include "base/json_write.h"
#include "server/doors/door_json.h"
#include "server/engines/analysis.h"
#include "server/engines/part.h"
#include "server/game/game_cache.h"
#include "server/game/game_chat.h"
#include "server/loop/time_text.h"
#include "server/messages/talk.h"
#include "server/session/pager.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <stdlib.h>
#include <string.h>

/* ---- TALK ---- */

typedef struct reading {
    shg_task task;
    int64_t game, last; /* the number of the last chat line */
    int colour;         /* of the reader; -1: not a player */
    bool over;
    shg_language language;
    size_t count;
    shg_text_buffer text;
    shg_out json;
    char (*ignored)[SHG_NAME_BYTES_MAX + 1]; /* whose chat lines are left out; owned */
    size_t ignored_count;
} reading;

static bool each_counted(void *context, const shg_chat_line *row)
{
    ((reading *)context)->last = row->number;
    return true;
}

static bool is_ignored(const reading *r, const char *name)
{
    for (size_t i = 0; i < r->ignored_count; i++)
        if (strcmp(r->ignored[i], name) == 0)
            return true;
    return false;
}

static void add_text(reading *r, const shg_chat_line *row)
{
    char at[SHG_TIME_TEXT_BYTES];
    shg_time_write(at, row->at_ms);
    shg_text_buffer clean = { 0 };
    shg_text_add_clean(&clean, row->text, strlen(row->text), strlen(row->text));
    const char *from = row->player_name, *text = clean.length > 0 ? clean.bytes : "";
    shg_text_add(&r->text, "%s  ", at);
    if (strcmp(row->kind, SHG_CHAT_KIBITZ) == 0)
        shg_text_add(&r->text, shg_text_in(r->language, "%s kibitzes: %s\n"), from, text);
    else if (strcmp(row->kind, SHG_CHAT_WHISPER) == 0)
        shg_text_add(&r->text, shg_text_in(r->language, "%s whispers: %s\n"), from, text);
    else
        shg_text_add(&r->text, shg_text_in(r->language, "%s says: %s\n"), from, text);
    r->text.failed |= clean.failed;
    shg_text_fini(&clean);
}

static void add_json(reading *r, const shg_chat_line *row)
{
    shg_json_open(&r->json, NULL, '{');
    shg_json_number(&r->json, "number", row->number);
    shg_json_text(&r->json, "kind", row->kind);
    shg_json_text(&r->json, "from", row->player_name);
    shg_json_text(&r->json, "text", row->text);
    shg_json_number(&r->json, "at_ms", row->at_ms);
    shg_json_close(&r->json, '}');
}

static bool each_chat_line(void *context, const shg_chat_line *row)
{
    reading *r = context;
    if (!shg_game_chat_is_for(row->kind, r->colour, r->over) || is_ignored(r, row->player_name))
        return true;
    r->count++;
    add_text(r, row);
    add_json(r, row);
    return r->text.length < SHG_LIST_BYTES;
}

static shoogi_status run_reading(shg_job *job, shg_storage *storage)
{
    reading *r = (reading *)(void *)job;
    const shoogi_status status =
        storage->ops->chat_list(storage, r->game, 0, each_counted, r, &job->error);
    if (status != SHOOGI_OK)
        return status;
    shg_json_open(&r->json, NULL, '[');
    const shoogi_status listed = storage->ops->chat_list(
        storage, r->game, r->last - SHG_CHAT_LINES_SHOWN, each_chat_line, r, &job->error);
    shg_json_close(&r->json, ']');
    return listed;
}

static void finish_reading(shg_task *task)
{
    const reading *r = (const reading *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK || r->text.failed || r->json.spent)
        shg_say_failed(s, &task->job);
    else if (shg_session_is_program(s))
        shg_json_raw(&shg_json_door_of(s)->out, "talk", r->json.bytes, r->json.length);
    else if (r->count == 0)
        shg_say(s, "There are no messages about game %lld for you.\n", (long long)r->game);
    else
        shg_page_text(s, r->text.bytes, r->text.length);
}

static void fini_reading(shg_task *task)
{
    reading *r = (reading *)task;
    shg_text_fini(&r->text);
    free(r->json.bytes);
    free(r->ignored);
}

SHG_RUN(talk)
{
    reading *r = shg_task_alloc(s, sizeof *r);
    if (!r)
        return;
    r->task.fini = fini_reading;
    r->json = shg_out_growing();
    r->game = call->game->id;
    r->colour = shg_game_colour_of(call->game, s->player);
    r->over = shg_game_over(call->game);
    r->language = shg_session_language(s);
    r->ignored = s->ignored_count > 0 ? malloc(s->ignored_count * sizeof *r->ignored) : NULL;
    if (r->ignored) {
        memcpy(r->ignored, s->ignored, s->ignored_count * sizeof *r->ignored);
        r->ignored_count = s->ignored_count;
    }
    shg_task_read(&r->task, s->server, s, run_reading, finish_reading);
}

/* ---- ANALYSIS ---- */

typedef struct analysis_vote {
    shg_task task;
    shg_game_state *game; /* pinned */
    int64_t id, player;
    int colour;
    bool none;
} analysis_vote;

static shoogi_status run_vote(shg_job *job, shg_storage *storage)
{
    const analysis_vote *w = (const analysis_vote *)(const void *)job;
    return storage->ops->document_set(storage, w->id, w->player, SHG_DOCUMENT_NO_ANALYSIS,
                                      w->none ? "1" : "", &job->error);
}

static void finish_vote(shg_task *task)
{
    const analysis_vote *w = (const analysis_vote *)task;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(task->session, &task->job);
        return;
    }
    w->game->no_analysis[w->colour] = w->none;
    if (w->none)
        shg_analysis_cancel(task->server->engines->analyses, w->id);
    shg_say(task->session,
            w->none ? "Commentators of game %lld will be asked not to analyse it.\n"
                    : "You allow others to analyse game %lld.\n",
            (long long)w->id);
}

static void fini_vote(shg_task *task)
{
    shg_game_unpin(((analysis_vote *)task)->game);
}

SHG_RUN(analysis)
{
    const char *text = shg_call_text(call, call->argument);
    const bool on = shg_text_same(text, call->argument.bytes, "on", 2);
    if (!on && !shg_text_same(text, call->argument.bytes, "off", 3)) {
        shoogi_error err;
        (void)shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1,
                                 shg_call_column(call, call->argument.start), "ON or OFF", text,
                                 call->argument.bytes);
        shg_say_fault(s, &err);
        return;
    }
    analysis_vote *w = shg_task_alloc(s, sizeof *w);
    if (!w)
        return;
    w->task.fini = fini_vote;
    w->game = shg_game_pin(call->game);
    w->id = call->game->id;
    w->player = s->player;
    w->colour = shg_game_colour_of(call->game, s->player);
    w->none = !on;
    shg_task_write(&w->task, s->server, s, run_vote, finish_vote);
}
