#include "server/api/activity.h"

#include "base/json_write.h"
#include "server/game/privacy.h"
#include "server/session/task.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    WEEKS = 52,
    GAMES_MAX = 2000 /* games read: of a player who plays more, the weeks before are unknown */
};

static const int64_t week_ms = INT64_C(7) * 24 * 3600 * 1000;

typedef struct activity {
    shg_task task; /* must be first */
    shg_out out;
    char name[SHG_NAME_BYTES_MAX + 1];
    int64_t viewer, now_ms;
    int64_t weeks[WEEKS]; /* the last one ends now */
    size_t looked;
    bool more;
} activity;

/* From the newest on, until one is older than a year. */
static bool each_game(void *context, const shg_game *row)
{
    activity *a = context;
    const int64_t age = (a->now_ms - row->created_ms) / week_ms;
    a->more = a->looked == GAMES_MAX && age < WEEKS;
    if (a->more || age >= WEEKS)
        return false;
    a->looked++;
    if (age >= 0 && shg_game_row_may_list(a->viewer, row))
        a->weeks[WEEKS - 1 - age]++;
    return true;
}

static shoogi_status run_activity(shg_job *job, shg_storage *storage)
{
    activity *a = (activity *)(void *)job;
    shg_player player = { 0 };
    shoogi_status status = storage->ops->player_by_name(storage, &player, a->name, &job->error);
    const shg_game_filter filter = { .player = player.id, .newest_first = true };
    if (status == SHOOGI_OK)
        status = storage->ops->game_list(storage, &filter, each_game, a, &job->error);
    shg_json_open(&a->out, NULL, '{');
    shg_json_open(&a->out, "weeks", '[');
    for (size_t i = 0; i < WEEKS; i++)
        shg_json_number(&a->out, NULL, a->weeks[i]);
    shg_json_close(&a->out, ']');
    shg_json_number(&a->out, "until_ms", a->now_ms);
    shg_json_flag(&a->out, "more", a->more);
    shg_json_close(&a->out, '}');
    return status;
}

static void finish(shg_task *task)
{
    activity *a = (activity *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_NOT_FOUND) {
        shg_say_no_player(s, a->name);
    } else if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    } else if (s->door) {
        shg_json_door_of(s)->out = a->out;
        a->out = (shg_out){ 0 };
    }
}

static void fini(shg_task *task)
{
    free(((activity *)task)->out.bytes);
}

void shg_api_activity(shg_session *s, shg_json_door *d)
{
    activity *a = shg_task_alloc(s, sizeof *a);
    if (!a)
        return;
    a->out = shg_out_growing();
    a->task.fini = fini;
    a->viewer = s->player;
    a->now_ms = shg_now_ms(s->server);
    snprintf(a->name, sizeof a->name, "%.*s", SHG_NAME_BYTES_MAX, d->argument[0]);
    shg_task_read(&a->task, s->server, s, run_activity, finish);
}
