#include "server/greeting.h"

#include "server/task.h"

typedef struct greeting {
    shg_task task;
    int64_t player;
    char text[600];
    size_t games, shown;
    shg_out out;
} greeting;

static bool each_game(void *context, const shg_game *row)
{
    greeting *g = context;
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

static shoogi_status run_greeting(shg_job *job, shg_storage *storage)
{
    greeting *g = (greeting *)(void *)job;
    g->out = shg_out_make(g->text, sizeof g->text);
    const shg_game_filter filter = { .player = g->player };
    return storage->ops->game_list(storage, &filter, each_game, g, &job->error);
}

static void say_current(shg_session *s)
{
    if (s->current_game != 0)
        shg_say(s, "Your current game is %lld: BOARD shows it.\n", (long long)s->current_game);
}

static void finish_greeting(shg_task *task)
{
    const greeting *g = (const greeting *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_OK && g->games > 0) {
        shg_say(s, "Moves you have not seen are in game%s %s", g->games > 1 ? "s" : "", g->text);
        if (g->games > g->shown)
            shg_say(s, " and %zu more", g->games - g->shown);
        shg_say(s, ".  STAT lists your games.\n");
    }
    say_current(s);
}

void shg_greet(shg_session *s)
{
    greeting *g = shg_task_alloc(s, sizeof *g);
    if (!g)
        return;
    g->player = s->player;
    shg_task_read(&g->task, s->server, s, run_greeting, finish_greeting);
}
