#include "server/game/time_forfeit.h"

#include "server/clock/part.h"
#include "server/game/add_events.h"
#include "server/game/game_options.h"
#include "server/game/load_game.h"
#include "server/game/part.h"
#include "server/loop/event_loop.h"
#include "server/rules/part.h"
#include "server/session/elsewhere.h"
#include "server/session/part.h"
#include "server/session/session.h"
#include "server/session/task.h"
#include "storage/news.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- the timer ---- */

static void arm(shg_server *server)
{
    const shg_running_clock *first = shg_running_clocks_first(server->clocks->running);
    if (!first || first->due_ms == SHG_NEVER_MS || server->stopping)
        return; /* if it fires anyway it finds nothing to do */
    if (event_pending(server->games->time_forfeit_event, EV_TIMEOUT, NULL) &&
        server->games->time_forfeit_armed_ms <= first->due_ms)
        return; /* it fires early and is set anew */
    int64_t left_ms = first->due_ms - shg_now_ms(server);
    if (left_ms > SHG_TIME_FORFEIT_CHECK_MS)
        left_ms = SHG_TIME_FORFEIT_CHECK_MS;
    server->games->time_forfeit_armed_ms = first->due_ms;
    const struct timeval left = shg_timeval_of_ms(left_ms);
    event_add(server->games->time_forfeit_event, &left);
}

static void put_off(shg_server *server, int64_t game, int64_t by_ms)
{
    shg_running_clocks_put_off(server->clocks->running, game, shg_now_ms(server) + by_ms);
}

static void fired(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_time_forfeits_check(context);
}

shoogi_status shg_time_forfeits_init(shg_server *server)
{
    server->games->time_forfeit_event = event_new(server->base, -1, 0, fired, server);
    return server->games->time_forfeit_event ? shg_running_clocks_new(&server->clocks->running)
                                             : SHOOGI_NO_MEMORY;
}

void shg_time_forfeits_fini(shg_server *server)
{
    shg_event_free(server->games->time_forfeit_event);
    shg_running_clocks_free(server->clocks->running);
}

void shg_time_forfeits_follow(shg_server *server, const shg_game_state *game)
{
    if (!game->time)
        return;
    if (shg_game_over(game))
        shg_running_clocks_remove(server->clocks->running, game->id);
    else if (shg_running_clocks_put(server->clocks->running, game->id, game->player,
                                    &game->time->clock) == SHOOGI_OK)
        arm(server);
}

const shg_running_clock *shg_time_forfeits_vacation(shg_server *server, int64_t game, int colour,
                                                    int64_t length_ms, int64_t at_ms)
{
    const shg_running_clock *running = shg_running_clocks_find(server->clocks->running, game);
    if (!running)
        return NULL;
    shg_game_clock clock = running->clock;
    const shg_clock_event event = { .at_ms = at_ms,
                                    .length_ms = length_ms,
                                    .kind = SHG_CLOCK_VACATION,
                                    .colour = (uint8_t)colour };
    /* Memory can run out only for a new entry. */
    if (shg_game_clock_apply(&clock, &event) &&
        shg_running_clocks_put(server->clocks->running, game, running->player, &clock) == SHOOGI_OK)
        arm(server);
    return running; /* its address does not change */
}

const shg_game_clock *shg_time_forfeits_clock(const shg_server *server, int64_t game)
{
    const shg_running_clock *clock = shg_running_clocks_find(server->clocks->running, game);
    return clock ? &clock->clock : NULL;
}

void shg_time_forfeits_pause(shg_server *server, shg_downtime pause)
{
    shg_running_clocks *running = server->clocks->running;
    const size_t count = shg_running_clocks_count(running);
    int64_t *ids = calloc(count + 1, sizeof *ids);
    for (size_t i = 0; ids && i < count; i++)
        ids[i] = shg_running_clocks_at(running, i)->game;
    for (size_t i = 0; ids && i < count; i++) {
        const shg_running_clock *at = shg_running_clocks_find(running, ids[i]);
        shg_game_clock clock = at->clock;
        const shg_clock_event from = { .at_ms = pause.from_ms, .kind = SHG_CLOCK_PAUSE },
                              to = { .at_ms = pause.to_ms, .kind = SHG_CLOCK_RESUME };
        /* Memory can run out only for a new entry. */
        if (shg_game_clock_apply(&clock, &from) && shg_game_clock_apply(&clock, &to))
            (void)!shg_running_clocks_put(running, ids[i], at->player, &clock);
    }
    free(ids);
    arm(server);
}

/* ---- flag falls ---- */

/* The player's line or call may have arrived in time and wait, until the session is ready for it
 * or its player is known. */
static bool may_have_moved(const shg_server *server, const shg_game_state *game, int64_t now_ms)
{
    const shg_game_clock *clock = &game->time->clock;
    const int64_t flag_fall_ms = shg_game_clock_flag_fall_ms(clock);
    if (now_ms - flag_fall_ms > SHG_TIME_FORFEIT_PATIENCE_MS)
        return false;
    for (const shg_session *s = server->sessions->online.entering; s; s = s->entered_next)
        if (s->typed_ms < flag_fall_ms)
            return true;
    const int64_t player = game->player[clock->turn];
    for (const shg_session *s = server->sessions->online.entered; s; s = s->entered_next)
        if (s->player == player && ((s->busy > 0 && s->typed_ms < flag_fall_ms) ||
                                    (s->waiting_ms != 0 && s->waiting_ms < flag_fall_ms)))
            return true;
    return false;
}

/* Among several servers the database decides whether a flag has fallen (storage/news.h), and each server may ask it. The server
 * of the player asks first, since the player's lines wait there; the others ask one after another. */
static bool another_asks_first(const shg_server *server, const shg_game_state *game, int64_t now_ms)
{
    if (server->node == 0)
        return false;
    const shg_game_clock *clock = &game->time->clock;
    const int64_t player = game->player[clock->turn];
    size_t others = 0;
    if (!shg_online_first(&server->sessions->online, player))
        others = shg_living_rank(&server->clocks->living, server->node, game->id) +
                 (shg_elsewhere_find(&server->sessions->elsewhere, player) != NULL);
    return now_ms - shg_game_clock_flag_fall_ms(clock) <=
           SHG_FLAG_PATIENCE_MS + (int64_t)others * SHG_TIME_FORFEIT_ELSEWHERE_MS;
}

/* Whether the player's server was lost, and the player has yet to get back the time since then. */
static bool is_absent(const shg_server *server, const shg_game_state *game)
{
    const int turn = game->time->clock.turn;
    const shg_absence *absence = shg_absences_find(&server->clocks->absences, game->player[turn]);
    return absence && game->time_back_ms[turn] < absence->from_ms;
}

/* Runs the clock through the pauses that were stored since it last ran. If memory runs out, the next call does it. */
static void let_time_run(const shg_game_state *game, int64_t now_ms)
{
    if (game->time)
        (void)!shg_game_time_advance(game->time, now_ms);
}

static void follow_or_end(shg_server *server, shg_game_state *game)
{
    const int64_t now_ms = shg_now_ms(server);
    let_time_run(game, now_ms);
    if (!shg_game_flag_fell(game, now_ms)) { /* or it has no clock */
        shg_time_forfeits_follow(server, game);
        return;
    }
    if (may_have_moved(server, game, now_ms) || another_asks_first(server, game, now_ms) ||
        is_absent(server, game)) {
        put_off(server, game->id, SHG_TIME_FORFEIT_WAIT_MS);
        arm(server);
        return;
    }
    const shg_game_clock *clock = &game->time->clock;
    const int64_t fell_ms = shg_game_clock_flag_fall_ms(clock);
    shg_additions additions = { .number = game->events + 1,
                                .fell_ms = fell_ms,
                                .pause = server->clocks->pause };
    shg_additions_end(&additions,
                      clock->turn == SHOOGI_BLACK ? SHOOGI_OUTCOME_WHITE : SHOOGI_OUTCOME_BLACK,
                      SHG_REASON_TIME);
    shg_add_server_events(server, game, &additions, fell_ms);
}

void shg_time_forfeits_begin(shg_server *server, int64_t id)
{
    shg_find_game(server, id, follow_or_end);
}

/* In any case the game is checked again later if it does not end now. */
static void check_game(shg_server *server, int64_t id)
{
    put_off(server, id, SHG_TIME_FORFEIT_AGAIN_MS);
    shg_time_forfeits_begin(server, id);
}

void shg_time_forfeits_check(shg_server *server)
{
    const int64_t now_ms = shg_now_ms(server);
    const shg_running_clock *first;
    while (!server->stopping &&
           (first = shg_running_clocks_first(server->clocks->running)) != NULL &&
           first->due_ms <= now_ms)
        check_game(server, first->game);
    arm(server);
}

/* ---- all timed games ---- */

typedef struct found {
    shg_timed_games *games;
    size_t room;
    bool spent;
} found;

static bool each_game(void *context, const shg_game *row)
{
    found *f = context;
    shg_timed_games *g = f->games;
    shg_time_control control;
    if (!shg_options_clock(&control, row->options))
        return true;
    if (g->count == f->room) {
        const size_t room = f->room ? 2 * f->room : 256;
        int64_t *ids = realloc(g->ids, room * sizeof *ids);
        if (!ids) {
            f->spent = true;
            return false;
        }
        g->ids = ids;
        f->room = room;
    }
    g->ids[g->count++] = row->id;
    return true;
}

shoogi_status shg_timed_games_list(shg_timed_games *out, shg_storage *storage, shoogi_error *err)
{
    found f = { .games = out };
    const shg_game_filter running = { .running_only = true };
    const shoogi_status status = storage->ops->game_list(storage, &running, each_game, &f, err);
    return status == SHOOGI_OK && f.spent ? SHOOGI_NO_MEMORY : status;
}

shoogi_status shg_time_forfeits_read(shg_server *server, shg_storage *storage, shoogi_error *err)
{
    shg_timed_games games = { 0 };
    const shoogi_status status = shg_timed_games_list(&games, storage, err);
    for (size_t i = 0; i < games.count && status == SHOOGI_OK; i++) {
        shg_game_state *game = NULL;
        shoogi_error why = { 0 };
        if (shg_game_read(&game, storage, server->rules->past, &server->clocks->downtimes,
                          games.ids[i], &why) == SHOOGI_OK) {
            shg_time_forfeits_follow(server, game);
            shg_game_free(game);
        } else {
            char number[24];
            snprintf(number, sizeof number, "%lld", (long long)games.ids[i]);
            shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_no_clock, "game", number,
                          "reason", why.message, NULL);
        }
    }
    free(games.ids);
    return status;
}
