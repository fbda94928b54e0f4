#include "server/keyboard/one_keyboard.h"

#include "server/game/board_page.h"
#include "server/game/load_game.h"
#include "server/game/part.h"
#include "server/lobby/challenges.h"
#include "server/loop/text_buffer.h"
#include "server/rules/part.h"
#include "server/session/part.h"

#include <stdio.h>
#include <string.h>

/* Not a name with which anybody could sign in, in case the file was a server's. */
static const char both[] = "both players";

typedef struct start_task {
    shg_task task;
    const shoogi_catalog_entry *entry;
    int64_t player, current_game, now_ms;
    shg_settings settings;
    int64_t game;            /* the game to continue; 0: none */
    size_t others;           /* other unfinished games */
    shg_text_buffer numbers; /* of some of those */
} start_task;

enum { NUMBERS_SHOWN = 10 };

/* The latest suitable game; the current game has priority. */
static bool each_running(void *context, const shg_game *row)
{
    start_task *d = context;
    if (row->black != row->white || (d->entry && strcmp(row->variant, d->entry->name) != 0))
        return true;
    if (d->game != d->current_game || d->game == 0)
        d->game = row->id;
    return true;
}

static bool each_other(void *context, const shg_game *row)
{
    start_task *d = context;
    if (row->id == d->game)
        return true;
    if (d->others++ < NUMBERS_SHOWN)
        shg_text_add(&d->numbers, "%s%lld", d->others > 1 ? ", " : "", (long long)row->id);
    return true;
}

static shoogi_status find_player(start_task *d, shg_storage *storage, shoogi_error *err)
{
    shg_player row;
    const shoogi_status status = storage->ops->player_by_name(storage, &row, both, err);
    if (status == SHOOGI_OK) {
        d->player = row.id;
        d->current_game = row.current_game;
        shg_settings_read(&d->settings, row.settings);
    }
    if (status != SHOOGI_NOT_FOUND)
        return status;
    const shg_player new = {
        .name = both, .password = "", .created_ms = d->now_ms, .seen_ms = d->now_ms
    };
    return storage->ops->player_add(storage, &d->player, &new, err);
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    start_task *d = (start_task *)(void *)job;
    shg_settings_init(&d->settings);
    shoogi_status status = find_player(d, storage, &job->error);
    const shg_game_filter running = { .player = d->player, .running_only = true };
    if (status == SHOOGI_OK)
        status = storage->ops->game_list(storage, &running, each_running, d, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->game_list(storage, &running, each_other, d, &job->error);
    return status;
}

static void resumed(shg_session *s, shg_game_state *game)
{
    if (!game)
        return;
    shg_set_current_game(s, game->id);
    shg_say(s, "\n");
    shg_say_board_page(s, game, false);
}

static void begin(shg_session *s, const shoogi_catalog_entry *entry)
{
    const shg_challenge row = {
        .variant = entry->name, .pattern = "*", .options = "", .first_move = "", .comment = ""
    };
    shg_begin_shared_game(s, entry, &row);
}

/* entry: NULL is the default game. */
static void begin_first(shg_session *s, const shoogi_catalog_entry *entry)
{
    entry = entry ? entry : shg_server_variant(s->server, SHG_DEFAULT_VARIANT);
    if (entry)
        begin(s, entry);
    else
        shg_refuse_text(s, SHG_BAD_DEFINITION);
}

static void finish(shg_task *task)
{
    start_task *d = (start_task *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        shg_session_quit(s);
        s->server->exit_status = 2;
        return;
    }
    snprintf(s->name, sizeof s->name, "%s", both);
    s->player = d->player;
    s->current_game = d->current_game;
    s->settings = d->settings;
    s->login_ms = d->now_ms;
    if (!s->door)
        return;
    shg_online_add(&s->server->sessions->online, s);
    shg_say(s, "HELP ONE KEYBOARD explains how to play, HELP lists the commands, QUIT leaves.\n");
    if (d->others > 0)
        shg_say(s,
                d->others == 1
                    ? "Also unfinished: game %s.  BOARD <gid> opens one, STAT lists them.\n"
                : d->others <= NUMBERS_SHOWN
                    ? "Also unfinished: games %s.  BOARD <gid> opens one, STAT lists them.\n"
                    : "Also unfinished: games %s and others.  BOARD <gid> opens one, STAT lists "
                      "them.\n",
                d->numbers.bytes);
    if (d->game != 0)
        shg_with_game(s, d->game, resumed);
    else
        begin_first(s, d->entry);
}

static void fini(shg_task *task)
{
    shg_text_fini(&((start_task *)task)->numbers);
}

void shg_begin_at_keyboard(shg_session *s, const shoogi_catalog_entry *entry)
{
    start_task *d = shg_task_alloc(s, sizeof *d);
    if (!d) {
        shg_session_quit(s);
        return;
    }
    d->entry = entry;
    d->now_ms = shg_now_ms(s->server);
    d->task.fini = fini;
    shg_task_write(&d->task, s->server, s, run, finish);
}

void shg_keyboard_prompt(shg_out *out, const shg_session *s)
{
    const shg_game_state *game = shg_game_cache_find(s->server->games->cache, s->current_game);
    const shg_language language = shg_session_language(s);
    const long long id = (long long)s->current_game;
    if (id == 0)
        shg_out_text(out, "> ");
    else if (!game)
        shg_out_format(out, shg_text_in(language, "game %lld> "), id);
    else if (shg_game_over(game))
        shg_out_format(out, shg_text_in(language, "game %lld (over)> "), id);
    else
        shg_out_format(out, shg_text_in(language, "%s, game %lld> "),
                       shg_colour_in(language, (int)shoogi_position_side(game->position)), id);
}
