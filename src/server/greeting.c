#include "server/greeting.h"

#include "server/ratings.h"
#include "server/talk.h"
#include "server/task.h"
#include "server/time_text.h"

#include <stdio.h>
#include <string.h>

typedef struct greeting {
    shg_task task;
    int64_t player;
    shg_text_buffer messages;
    int64_t message[SHG_MESSAGES_MAX];
    size_t messages_count;
    char ignored[SHG_IGNORED_MAX][SHG_NAME_BYTES_MAX + 1];
    size_t ignored_count;
    char text[600];
    size_t games, shown;
    shg_out out;
    int64_t seen_ms;                   /* when he was here last */
    int64_t settled[SHG_SETTLED_TOLD]; /* games that were since; the earliest numbers */
    size_t settled_count;
    shg_text_buffer ratings;
} greeting;

static bool each_game(void *context, const shg_game *row)
{
    greeting *g = context;
    if (row->rated && row->settled_ms > g->seen_ms && g->settled_count < SHG_SETTLED_TOLD)
        g->settled[g->settled_count++] = row->id;
    const int64_t seen = row->black == g->player ? row->black_seen : row->white_seen;
    if (seen >= row->events)
        return true;
    g->games++;
    if (g->out.length + 24 < sizeof g->text) {
        shg_out_format(&g->out, "%s%lld", g->shown > 0 ? ", " : "", (long long)row->id);
        g->shown++;
    }
    return true;
}

static bool each_rating(void *context, const shg_rating_row *row)
{
    greeting *g = context;
    size_t i = 0;
    while (i < g->settled_count && g->settled[i] != row->game)
        i++;
    if (i == g->settled_count)
        return true;
    const shg_rating before = shg_rating_before(row), after = shg_rating_after(row);
    char text[SHG_RATING_TOLD_BYTES];
    shg_out out = shg_out_make(text, sizeof text);
    shg_rating_tell(&out, row->game, row->variant, row->speed, &before, &after);
    shg_text_add(&g->ratings, "%s", text);
    return true;
}

static bool each_message(void *context, const shg_message *row)
{
    greeting *g = context;
    char at[SHG_TIME_TEXT_BYTES];
    shg_time_write(at, row->at_ms);
    shg_text_add(&g->messages, "%s UTC, %s: ", at, row->sender_name);
    shg_text_add_clean(&g->messages, row->text, strlen(row->text), strlen(row->text));
    shg_text_add(&g->messages, "\n");
    g->message[g->messages_count++] = row->id;
    return g->messages_count < SHG_MESSAGES_MAX;
}

static bool each_ignored(void *context, const shg_player *row)
{
    greeting *g = context;
    snprintf(g->ignored[g->ignored_count++], sizeof g->ignored[0], "%s", row->name);
    return g->ignored_count < SHG_IGNORED_MAX;
}

static shoogi_status run_greeting(shg_job *job, shg_storage *storage)
{
    greeting *g = (greeting *)(void *)job;
    g->out = shg_out_make(g->text, sizeof g->text);
    shg_player player;
    shoogi_status status = storage->ops->player_by_id(storage, &player, g->player, &job->error);
    if (status != SHOOGI_OK)
        return status;
    g->seen_ms = player.seen_ms;
    const shg_game_filter filter = { .player = g->player };
    status = storage->ops->game_list(storage, &filter, each_game, g, &job->error);
    const shg_rating_filter ratings = { .player = g->player };
    if (status == SHOOGI_OK && g->settled_count > 0)
        status = storage->ops->rating_list(storage, &ratings, each_rating, g, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->ignored_list(storage, g->player, each_ignored, g, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->message_list(storage, g->player, each_message, g, &job->error);
    return status;
}

static void say_current(shg_session *s)
{
    if (s->current_game != 0)
        shg_say(s, "Your current game is %lld: BOARD shows it.\n", (long long)s->current_game);
}

/* ---- messages that have been shown ---- */

typedef struct forgetting {
    shg_task task;
    size_t count;
    int64_t message[SHG_MESSAGES_MAX];
} forgetting;

static shoogi_status run_forgetting(shg_job *job, shg_storage *storage)
{
    const forgetting *f = (const forgetting *)(const void *)job;
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < f->count && status == SHOOGI_OK; i++) {
        status = storage->ops->message_remove(storage, f->message[i], &job->error);
        if (status == SHOOGI_NOT_FOUND) /* another session has shown it as well */
            status = SHOOGI_OK;
    }
    return status;
}

static void finish_forgetting(shg_task *task)
{
    (void)task; /* if it failed they are shown again */
}

static void show_messages(shg_session *s, const greeting *g)
{
    forgetting *f = !g->messages.failed ? shg_task_alloc(s, sizeof *f) : NULL;
    if (!f)
        return;
    shg_say(s, g->messages_count > 1 ? "Messages were left for you:\n"
                                     : "A message was left for you:\n");
    shg_say_bytes(s, g->messages.bytes, g->messages.length);
    f->count = g->messages_count;
    memcpy(f->message, g->message, sizeof f->message);
    shg_task_write(&f->task, s->server, NULL, run_forgetting, finish_forgetting);
}

static void finish_greeting(shg_task *task)
{
    const greeting *g = (const greeting *)task;
    shg_session *s = task->session;
    if (!s->door || s->quitting)
        return; /* what cannot be shown is kept */
    shg_store_last_seen(s->server, g->player, s->login_ms);
    for (size_t i = 0; i < g->ignored_count; i++)
        if (!shg_talk_set_ignored(s, g->ignored[i], true))
            break;
    if (task->job.status == SHOOGI_OK && g->messages_count > 0)
        show_messages(s, g);
    if (task->job.status == SHOOGI_OK && !g->ratings.failed)
        shg_say_bytes(s, g->ratings.bytes, g->ratings.length);
    if (task->job.status == SHOOGI_OK && g->games > 0) {
        shg_say(s, "Moves you have not seen are in game%s %s", g->games > 1 ? "s" : "", g->text);
        if (g->games > g->shown)
            shg_say(s, " and %zu more", g->games - g->shown);
        shg_say(s, ".  STAT lists your games.\n");
    }
    say_current(s);
}

static void fini(shg_task *task)
{
    greeting *g = (greeting *)task;
    shg_text_fini(&g->messages);
    shg_text_fini(&g->ratings);
}

void shg_greet(shg_session *s)
{
    greeting *g = shg_task_alloc(s, sizeof *g);
    if (!g)
        return;
    g->player = s->player;
    g->task.fini = fini;
    shg_task_read(&g->task, s->server, s, run_greeting, finish_greeting);
}
