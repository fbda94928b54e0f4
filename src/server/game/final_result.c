#include "server/game/final_result.h"

#include "base/error.h"
#include "server/game/abandoned.h"
#include "server/game/announce.h"
#include "server/game/game_options.h"
#include "server/game/load_game.h"
#include "server/game/observer.h"
#include "server/game/part.h"
#include "server/game/time_forfeit.h"
#include "server/game/two_game_match.h"
#include "server/loop/test_settings.h"
#include "server/rules/part.h"
#include "server/session/part.h"
#include "server/session/task.h"
#include "storage/bounds.h"

#include <stdio.h>
#include <string.h>

/* ---- on the writer's thread ---- */

static bool is_due(const shg_game *row, int64_t now_ms)
{
    if (!row->outcome[0] || row->settled_ms != 0)
        return false;
    if (shg_match_has_second_game(row->options))
        return true;
    return row->rated && ((row->black_seen >= row->events && row->white_seen >= row->events) ||
                          now_ms - row->ended_ms >= SHG_FINAL_RESULT_MS);
}

/* A game in which one side has not moved, or that both left, is not rated. */
static bool counts(const shg_game *row)
{
    return row->rated && row->moves >= 2 && strcmp(row->reason, SHG_REASON_ABANDONED) != 0;
}

static int halves_of(const char *outcome)
{
    return strcmp(outcome, "black") == 0 ? 2 : strcmp(outcome, "white") == 0 ? 0 : 1;
}

/* row: its texts end with this call. */
static shoogi_status begin_second(shg_final_result *out, shg_storage *storage, const shg_game *row,
                                  int64_t now_ms, shoogi_error *err)
{
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    snprintf(options, sizeof options, "%s", row->options);
    const shoogi_status status = shg_match_second(&out->second, storage, row, now_ms, err);
    return status == SHOOGI_OK ? shg_new_current_store(&out->current, storage, out->second,
                                                       out->player, options, 0, err)
                               : status;
}

shoogi_status shg_final_result_if_due(shg_final_result *out, shg_storage *storage, int64_t game,
                                      int64_t now_ms, shoogi_error *err)
{
    *out = (shg_final_result){ .game = 0 };
    shg_game row;
    shoogi_status status = storage->ops->game_get(storage, &row, game, err);
    if (status != SHOOGI_OK || !is_due(&row, now_ms))
        return status;
    *out = (shg_final_result){ .game = game,
                               .at_ms = now_ms,
                               .player = { row.black, row.white },
                               .counted = counts(&row),
                               .speed = shg_options_speed(row.options) };
    snprintf(out->variant, sizeof out->variant, "%s", row.variant);
    const shg_counted_game counted = { .game = game,
                                       .player = { row.black, row.white },
                                       .variant = out->variant,
                                       .speed = out->speed,
                                       .halves = halves_of(row.outcome),
                                       .ended_ms = row.ended_ms };
    if (shg_match_has_second_game(row.options))
        status = begin_second(out, storage, &row, now_ms, err);
    if (status == SHOOGI_OK)
        status = storage->ops->game_finalise(storage, game, now_ms, err);
    if (status == SHOOGI_OK && out->counted)
        status = shg_ratings_count(out->before, out->after, storage, &counted, err);
    return status;
}

/* ---- in the loop ---- */

/* The second game of a match has begun: becomes current where it should. */
static void notify_second(shg_session *s, const shg_final_result *settled, int colour)
{
    char replaced[SHG_REPLACED_BYTES];
    shg_new_current_take(&settled->current, s, colour, settled->second, false);
    shg_notify(s,
               "Game %lld, the second of your match, has begun: you are %s again.\n"
               "BOARD %lld shows it.\n",
               (long long)settled->second, shg_colour_in(shg_session_language(s), colour),
               (long long)settled->second);
    shg_new_current_replaced(replaced, s);
    if (replaced[0] != '\0')
        shg_notify(s, "%s", replaced);
}

/* elsewhere: another server has made the result final, and announces the second game of a match by itself. */
static void notify_player(shg_server *server, const shg_final_result *settled, int colour,
                          bool elsewhere)
{
    shg_session *s = shg_online_first(&server->sessions->online, settled->player[colour]);
    for (; s; s = shg_online_next(s)) {
        if (settled->counted) {
            char text[SHG_RATING_CHANGE_BYTES];
            shg_out out = shg_out_make(text, sizeof text);
            shg_rating_change_write(
                &out, settled->game,
                shg_server_title(server, shg_session_language(s), settled->variant),
                shg_speed_name(settled->speed), &settled->before[colour], &settled->after[colour],
                shg_session_language(s));
            shg_notify(s, "%s", text);
        } else if (settled->second == 0) {
            shg_notify(s, "Game %lld was too short to count for ratings.\n",
                       (long long)settled->game);
        }
        if (settled->second != 0 && !elsewhere && !shg_session_is_program(s))
            notify_second(s, settled, colour);
    }
}

/* Notifies programs of a match's second game, and draws it for people. */
static void announce_second_game(shg_server *server, shg_game_state *game)
{
    for (int colour = 0; colour < 2; colour++)
        for (shg_session *s = shg_online_first(&server->sessions->online, game->player[colour]); s;
             s = shg_online_next(s)) {
            shg_announce_begun(s, game);
            if (!shg_session_is_program(s))
                shg_draw_begun(s, game);
        }
    shg_observe_begun(server, game, 0);
}

static void keep_in_cache(shg_server *server, const shg_final_result *settled)
{
    shg_game_state *game = shg_game_cache_find(server->games->cache, settled->game);
    if (game)
        game->settled_ms = settled->at_ms;
    for (int colour = 0; game && settled->counted && colour < 2; colour++)
        shg_game_set_rated(game, colour, &settled->before[colour], &settled->after[colour]);
}

void shg_final_result_notify(shg_server *server, const shg_final_result *settled)
{
    if (settled->game == 0)
        return;
    keep_in_cache(server, settled);
    shg_publish_surely(server, "final %lld %lld %lld %d", (long long)settled->game,
                       (long long)settled->player[0], (long long)settled->player[1],
                       settled->second != 0);
    if (settled->second != 0)
        shg_time_forfeits_begin(server, settled->second);
    for (int colour = 0; colour < 2; colour++)
        notify_player(server, settled, colour, false);
    if (settled->second != 0)
        shg_find_game(server, settled->second, announce_second_game);
}

/* ---- at another server ---- */

typedef struct remote_final {
    shg_task task;
    shg_final_result settled;
} remote_final;

static shoogi_status read_counted(shg_final_result *out, shg_storage *storage, int64_t ended_ms,
                                  shoogi_error *err)
{
    for (int colour = 0; colour < 2; colour++) {
        shg_rating_row row;
        const shoogi_status status =
            storage->ops->rating_get(storage, &row, out->player[colour], out->variant,
                                     shg_speed_name(out->speed), ended_ms, err);
        if (status != SHOOGI_OK)
            return status;
        out->counted = out->counted && row.game == out->game;
        out->before[colour] = shg_rating_before(&row);
        out->after[colour] = shg_rating_after(&row);
    }
    return SHOOGI_OK;
}

static shoogi_status run_remote_final(shg_job *job, shg_storage *storage)
{
    shg_final_result *out = &((remote_final *)(void *)job)->settled;
    shg_game row;
    const shoogi_status status = storage->ops->game_get(storage, &row, out->game, &job->error);
    if (status != SHOOGI_OK)
        return status;
    out->at_ms = row.settled_ms;
    out->counted = counts(&row);
    out->speed = shg_options_speed(row.options);
    snprintf(out->variant, sizeof out->variant, "%s", row.variant);
    return out->counted ? read_counted(out, storage, row.ended_ms, &job->error) : SHOOGI_OK;
}

static void finish_remote_final(shg_task *task)
{
    const shg_final_result *settled = &((const remote_final *)task)->settled;
    if (task->job.status != SHOOGI_OK || settled->at_ms == 0)
        return;
    keep_in_cache(task->server, settled);
    for (int colour = 0; colour < 2; colour++)
        notify_player(task->server, settled, colour, true);
}

void shg_final_result_elsewhere(shg_server *server, int64_t game, const int64_t player[2],
                                bool second)
{
    const shg_online *online = &server->sessions->online;
    if (!shg_online_first(online, player[0]) && !shg_online_first(online, player[1]))
        return;
    remote_final *f = shg_task_alloc(NULL, sizeof *f);
    if (!f)
        return;
    f->settled =
        (shg_final_result){ .game = game, .player = { player[0], player[1] }, .second = second };
    shg_task_read(&f->task, server, NULL, run_remote_final, finish_remote_final);
}

/* ---- seen results ---- */

typedef struct seen_end {
    shg_task task;
    int64_t game, event, at_ms;
    int colour;
    shg_final_result settled;
} seen_end;

static shoogi_status run_seen_end(shg_job *job, shg_storage *storage)
{
    seen_end *e = (seen_end *)(void *)job;
    const shoogi_status status = storage->ops->game_set_seen(storage, NULL, e->game, e->colour,
                                                             e->event, e->at_ms, &job->error);
    return status == SHOOGI_OK
               ? shg_final_result_if_due(&e->settled, storage, e->game, e->at_ms, &job->error)
               : status;
}

/* If this failed, the sweep does it later. */
static void finish_seen_end(shg_task *task)
{
    if (task->job.status == SHOOGI_OK)
        shg_final_result_notify(task->server, &((const seen_end *)task)->settled);
}

void shg_store_seen_end(shg_server *server, int64_t game, int colour, int64_t event)
{
    seen_end *e = shg_task_alloc(NULL, sizeof *e);
    if (!e)
        return;
    e->game = game;
    e->event = event;
    e->colour = colour;
    e->at_ms = shg_now_ms(server);
    shg_task_write(&e->task, server, NULL, run_seen_end, finish_seen_end);
}

/* ---- by the timer ---- */

typedef struct sweep {
    shg_task task;
    int64_t now_ms;
    int64_t due_ms; /* when the next one is due */
    size_t count;
    int64_t game[SHG_FINAL_RESULTS_AT_ONCE];
    shg_final_result settled[SHG_FINAL_RESULTS_AT_ONCE];
} sweep;

/* In the order in which they ended. */
static bool each_unsettled(void *context, const shg_game *row)
{
    sweep *w = context;
    const int64_t due_ms = row->ended_ms + SHG_FINAL_RESULT_MS;
    if (due_ms > w->now_ms || w->count == (size_t)shg_test_bound(SHG_FINAL_RESULTS_AT_ONCE, 1)) {
        w->due_ms = due_ms;
        return false;
    }
    w->game[w->count++] = row->id;
    return true;
}

static shoogi_status run_sweep(shg_job *job, shg_storage *storage)
{
    sweep *w = (sweep *)(void *)job;
    const shg_game_filter filter = { .unsettled = true };
    shoogi_status status =
        storage->ops->game_list(storage, &filter, each_unsettled, w, &job->error);
    for (size_t i = 0; i < w->count && status == SHOOGI_OK; i++)
        status =
            shg_final_result_if_due(&w->settled[i], storage, w->game[i], w->now_ms, &job->error);
    return status;
}

static void start_timer(shg_server *server, int64_t after_ms)
{
    const struct timeval delay = shg_timeval_of_ms(after_ms);
    if (!server->stopping && server->games->final_result_event)
        event_add(server->games->final_result_event, &delay);
}

static void finish_sweep(shg_task *task)
{
    const sweep *w = (const sweep *)task;
    shg_server *server = task->server;
    if (task->job.status != SHOOGI_OK) {
        start_timer(server, SHG_FINAL_RESULT_AGAIN_MS);
        return;
    }
    for (size_t i = 0; i < w->count; i++)
        shg_final_result_notify(server, &w->settled[i]);
    start_timer(server, w->due_ms - shg_now_ms(server));
}

void shg_final_results_sweep(shg_server *server)
{
    if (server->another_leads)
        return; /* take_duties of nodes.c calls it when this server leads */
    sweep *w = shg_task_alloc(NULL, sizeof *w);
    if (!w) {
        start_timer(server, SHG_FINAL_RESULT_AGAIN_MS);
        return;
    }
    w->now_ms = shg_now_ms(server);
    w->due_ms = w->now_ms + SHG_FINAL_RESULT_MS; /* games that end later are not due before this */
    shg_task_write(&w->task, server, NULL, run_sweep, finish_sweep);
}

static void on_timer(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_final_results_sweep(context);
}

shoogi_status shg_final_results_init(shg_server *server)
{
    server->games->final_result_event = event_new(server->base, -1, 0, on_timer, server);
    return server->games->final_result_event ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}
