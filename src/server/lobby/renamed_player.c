#include "server/lobby/renamed_player.h"

#include "base/text.h"
#include "server/game/game_cache.h"
#include "server/game/part.h"
#include "server/game/watch.h"
#include "server/lobby/lobby.h"
#include "server/session/ignored.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include <stdio.h>
#include <string.h>

/* Games whose opponents are notified; a guest has few. */
enum { GAMES_MAX = 256 };

/* Some of the challenges to a player by name. */
typedef struct named {
    const char *name;
    size_t count;
    int64_t challenges[32];
} named;

static bool each_challenge(void *context, const shg_challenge *row)
{
    named *n = context;
    if (shg_text_same(row->pattern, strlen(row->pattern), n->name, strlen(n->name)))
        n->challenges[n->count++] = row->id;
    return n->count < sizeof n->challenges / sizeof n->challenges[0];
}

/* The challenges to a player stand under the new name. */
static shoogi_status rename_challenges(shg_storage *storage, const char *old_name,
                                       const char *new_name, shoogi_error *err)
{
    named n = { .name = old_name };
    shoogi_status status;
    do {
        n.count = 0;
        status = storage->ops->challenge_list(storage, 0, each_challenge, &n, err);
        for (size_t i = 0; i < n.count && status == SHOOGI_OK; i++)
            status = storage->ops->challenge_set_pattern(storage, n.challenges[i], new_name, err);
    } while (n.count > 0 && status == SHOOGI_OK);
    return status;
}

shoogi_status shg_rename_player(shg_storage *storage, int64_t player, const char *old_name,
                                const char *new_name, shoogi_error *err)
{
    shoogi_status status = storage->ops->player_rename(storage, player, new_name, err);
    if (status == SHOOGI_OK &&
        !shg_text_same(old_name, strlen(old_name), new_name, strlen(new_name)))
        status = rename_challenges(storage, old_name, new_name, err);
    if (status != SHOOGI_OK)
        return status;
    char line[32 + 2 * (SHG_NAME_BYTES_MAX + 1)];
    snprintf(line, sizeof line, "renamed %lld %s %s", (long long)player, old_name, new_name);
    storage->ops->publish(storage, line);
    return SHOOGI_OK;
}

typedef struct renamed {
    shg_task task;
    int64_t player;
    size_t count;
    struct {
        int64_t id, players[2];
    } games[GAMES_MAX];
    char old_name[SHG_NAME_BYTES_MAX + 1], new_name[SHG_NAME_BYTES_MAX + 1];
} renamed;

static bool each_game(void *context, const shg_game *row)
{
    renamed *r = context;
    r->games[r->count].id = row->id;
    r->games[r->count].players[0] = row->black;
    r->games[r->count++].players[1] = row->white;
    return r->count < GAMES_MAX;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    renamed *r = (renamed *)(void *)job;
    const shg_game_filter running = { .player = r->player, .running_only = true };
    return storage->ops->game_list(storage, &running, each_game, r, &job->error);
}

static void notify(shg_session *to, const renamed *r, int64_t game)
{
    const shg_notice about = { .kind = "renamed", .game = game, .by = r->new_name };
    shg_notify_about(to, &about, "Game %lld: %s has signed up, and is now called %s.\n",
                     (long long)game, r->old_name, r->new_name);
}

static void finish(shg_task *task)
{
    const renamed *r = (const renamed *)task;
    shg_server *server = task->server;
    for (size_t i = 0; task->job.status == SHOOGI_OK && i < r->count; i++) {
        const int64_t id = r->games[i].id, *players = r->games[i].players;
        const int64_t opponent = players[players[0] == r->player];
        shg_session *s = shg_online_first(&server->sessions->online, opponent);
        for (; s && opponent != r->player; s = shg_online_next(s))
            notify(s, r, id);
        shg_watch *w = shg_watch_first(&server->games->watches, id);
        for (; w; w = shg_watch_next(w))
            if (w->session->player != players[0] && w->session->player != players[1])
                notify(w->session, r, id);
    }
}

void shg_player_renamed(shg_server *server, int64_t player, const char *old_name,
                        const char *new_name)
{
    shg_game_cache_rename(server->games->cache, player, new_name);
    for (shg_session *s = server->sessions->online.first; s; s = s->after)
        shg_ignored_rename(s, old_name, new_name);
    /* Its challenges stand also when it has no session. */
    shg_session *own = shg_online_first(&server->sessions->online, player);
    for (; own; own = shg_online_next(own))
        own->guest = false;
    shg_lobby_games_changed(server);
    renamed *r = shg_task_alloc(NULL, sizeof *r);
    if (!r)
        return;
    r->player = player;
    snprintf(r->old_name, sizeof r->old_name, "%s", old_name);
    snprintf(r->new_name, sizeof r->new_name, "%s", new_name);
    shg_task_read(&r->task, server, NULL, run, finish);
}
