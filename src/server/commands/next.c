/* next.c: NEXT: goes to the player's next game in which it is their turn. */
#include "server/commands/dispatch.h"
#include "server/game/board_page.h"
#include "server/game/game.h"
#include "server/game/load_game.h"
#include "server/session/session.h"
#include "server/session/task.h"

typedef struct search {
    shg_task task;
    int64_t player, current;
    int64_t first,
        /* Games in which it is the player's turn: the lowest number, and the lowest above the
         * current game. */
        behind;
    size_t count;
} search;

static bool each_game(void *context, const shg_game *row)
{
    search *n = context;
    if (shg_game_row_mover(row) != n->player)
        return true;
    n->count++;
    if (n->first == 0)
        n->first = row->id;
    if (n->behind == 0 && row->id > n->current)
        n->behind = row->id;
    return true;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    search *n = (search *)(void *)job;
    const shg_game_filter filter = { .player = n->player, .running_only = true };
    return storage->ops->game_list(storage, &filter, each_game, n, &job->error);
}

static void show(shg_session *s, shg_game_state *game)
{
    if (!game)
        return;
    shg_set_current_game(s, game->id);
    shg_say_board_page(s, game, false);
    shg_result(s, "game", game->id);
}

static void say_none(shg_session *s)
{
    shg_refuse(s, "It is not your turn in any game.  STAT lists your games.\n");
}

static void finish(shg_task *task)
{
    const search *n = (const search *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    if (n->count == 0) {
        say_none(s);
        return;
    }
    if (n->count == 1)
        shg_say(s, "It is your turn in this game only.\n");
    else
        shg_say(s, "It is your turn in %zu games.\n", n->count);
    shg_with_game(s, n->behind != 0 ? n->behind : n->first, show);
}

SHG_RUN(next)
{
    (void)call;
    if (s->player == 0) { /* a guest who is not stored yet */
        say_none(s);
        return;
    }
    search *n = shg_task_alloc(s, sizeof *n);
    if (!n)
        return;
    n->player = s->player;
    n->current = s->current_game;
    shg_task_read(&n->task, s->server, s, run, finish);
}
