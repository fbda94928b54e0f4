/* activity.c: how many games a player has begun in each week of the last year. */
#include "base/json_write.h"
#include "server/api/answer.h"
#include "server/api/players.h"
#include "server/game/privacy.h"

#include <stdio.h>

enum {
    WEEKS = 52,
    GAMES_MAX = 2000 /* games read: of a player who plays more, the weeks before are unknown */
};

static const int64_t week_ms = INT64_C(7) * 24 * 3600 * 1000;

typedef struct activity {
    shg_api_answer answer; /* must be first */
    char name[SHG_NAME_BYTES_MAX + 1];
    int64_t weeks[WEEKS]; /* the last one ends now */
    size_t looked;
    bool more;
} activity;

/* From the newest on, until one is older than a year. */
static bool each_game(void *context, const shg_game *row)
{
    activity *a = context;
    const int64_t age = (a->answer.now_ms - row->created_ms) / week_ms;
    a->more = a->looked == GAMES_MAX && age < WEEKS;
    if (a->more || age >= WEEKS)
        return false;
    a->looked++;
    if (age >= 0 && shg_game_row_may_list(a->answer.player, row))
        a->weeks[WEEKS - 1 - age]++;
    return true;
}

static shoogi_status run_activity(shg_job *job, shg_storage *storage)
{
    activity *a = (activity *)(void *)job;
    shg_out *const out = &a->answer.out;
    shg_player player = { 0 };
    shoogi_status status = storage->ops->player_by_name(storage, &player, a->name, &job->error);
    const shg_game_filter filter = { .player = player.id, .newest_first = true };
    if (status == SHOOGI_OK)
        status = storage->ops->game_list(storage, &filter, each_game, a, &job->error);
    shg_json_open(out, NULL, '{');
    shg_json_open(out, "weeks", '[');
    for (size_t i = 0; i < WEEKS; i++)
        shg_json_number(out, NULL, a->weeks[i]);
    shg_json_close(out, ']');
    shg_json_number(out, "until_ms", a->answer.now_ms);
    shg_json_flag(out, "more", a->more);
    shg_json_close(out, '}');
    return status;
}

static void finish(shg_task *task)
{
    if (task->job.status == SHOOGI_NOT_FOUND)
        shg_say_no_player(task->session, ((activity *)task)->name);
    else
        shg_api_answer_finish(task);
}

void shg_api_activity(shg_session *s, shg_json_door *d)
{
    activity *a = shg_api_answer_new(s, sizeof *a);
    if (!a)
        return;
    snprintf(a->name, sizeof a->name, "%.*s", SHG_NAME_BYTES_MAX, d->argument[0]);
    shg_task_read(&a->answer.task, s->server, s, run_activity, finish);
}
