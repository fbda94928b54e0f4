#include "server/nodes/time_back.h"

#include "server/clock/part.h"
#include "server/game/add_events.h"
#include "server/game/game_options.h"
#include "server/game/load_game.h"
#include "server/game/part.h"
#include "server/nodes/part.h"
#include "server/session/elsewhere.h"
#include "server/session/part.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SILENT_MS = 2000, /* a node beats each second; after so long without a beat it is silent */
    RANK_MS = 1000,   /* after which the server of the next rank tries to store the event */
};

/* ---- absent players ---- */

void shg_time_back_begin(shg_server *server, int64_t node, int64_t beat_ms)
{
    const shg_elsewhere *elsewhere = &server->sessions->elsewhere;
    for (size_t i = 0; i < elsewhere->count; i++)
        if (elsewhere->each[i].node == node && elsewhere->each[i].player != 0)
            shg_absences_begin(&server->clocks->absences, elsewhere->each[i].player, node, beat_ms);
}

static void look_for_silent_nodes(shg_server *server)
{
    shg_named_node nodes[SHG_NODES_MAX];
    const size_t count = shg_nodes_list(nodes, server);
    for (size_t i = 0; i < count; i++)
        if (nodes[i].silent_ms > SILENT_MS)
            shg_time_back_begin(server, nodes[i].node, nodes[i].beat_ms);
        else
            shg_absences_cancel(&server->clocks->absences, nodes[i].node, nodes[i].beat_ms);
}

/* When the player first came to another node; 0: not yet. */
static int64_t came_back_ms(const shg_server *server, const shg_absence *absence)
{
    int64_t back_ms = 0;
    const shg_session *s = shg_online_first(&server->sessions->online, absence->player);
    for (; s; s = shg_online_next(s))
        if (back_ms == 0 || s->login_ms < back_ms)
            back_ms = s->login_ms;
    const shg_elsewhere *elsewhere = &server->sessions->elsewhere;
    for (size_t i = 0; i < elsewhere->count; i++) {
        const shg_distant_player *at = &elsewhere->each[i];
        if (at->player == absence->player && at->node != absence->node &&
            (back_ms == 0 || at->login_ms < back_ms))
            back_ms = at->login_ms;
    }
    return back_ms;
}

static void look_for_returns(shg_server *server)
{
    shg_absences *absences = &server->clocks->absences;
    for (size_t i = absences->count; i-- > 0;) {
        const shg_absence absence = absences->each[i];
        const int64_t back_ms = absence.back_ms == 0 ? came_back_ms(server, &absence) : 0;
        if (back_ms != 0)
            shg_absences_back(absences, absence.player, back_ms);
    }
}

/* ---- giving back ---- */

/* How much of the absence lies in the present turn; 0: none, or the time was given back before. */
static int64_t length_ms(const shg_game_state *game, const shg_absence *absence)
{
    const int64_t turn_ms = game->board_ms > game->created_ms ? game->board_ms : game->created_ms;
    const int64_t from_ms = absence->from_ms > turn_ms ? absence->from_ms : turn_ms;
    const int64_t length = shg_absence_end_ms(absence) - from_ms;
    const bool given = game->time_back_ms[game->time->clock.turn] >= absence->from_ms;
    return given || length < 0 ? 0 : length;
}

static void give_back(shg_server *server, shg_game_state *game)
{
    if (!game->time || shg_game_over(game) || game->time->clock.pauses > 0 ||
        !shg_options_live(game->options) || game->events > SHG_GAME_EVENTS_MAX / 2)
        return;
    const int turn = game->time->clock.turn;
    const shg_absence *absence = shg_absences_find(&server->clocks->absences, game->player[turn]);
    const int64_t length = absence ? length_ms(game, absence) : 0;
    if (length <= 0)
        return;
    shg_additions additions = { .number = game->events + 1, .count = 1 };
    additions.each[0].kind = "timeback";
    snprintf(additions.each[0].text, sizeof additions.each[0].text, "%s %" PRId64,
             shg_colour_word(turn), length);
    shg_add_server_events(server, game, &additions, shg_now_ms(server));
}

static bool is_due(const shg_server *server, const shg_running_clock *clock)
{
    const shg_absence *absence =
        shg_absences_find(&server->clocks->absences, clock->player[clock->clock.turn]);
    const int64_t rank =
        (int64_t)shg_living_rank(&server->clocks->living, server->node, clock->game);
    return absence && shg_now_ms(server) >= shg_absence_end_ms(absence) + rank * RANK_MS;
}

/* Adding an event changes the clocks, so their games are collected first. */
static void give_all_back(shg_server *server)
{
    const shg_running_clocks *running = server->clocks->running;
    const size_t count = shg_running_clocks_count(running);
    int64_t *games = calloc(count + 1, sizeof *games);
    size_t due = 0;
    for (size_t i = 0; games && i < count; i++)
        if (is_due(server, shg_running_clocks_at(running, i)))
            games[due++] = shg_running_clocks_at(running, i)->game;
    for (size_t i = 0; i < due; i++)
        shg_find_game(server, games[i], give_back);
    free(games);
}

void shg_time_back_look(shg_server *server)
{
    shg_absences *absences = &server->clocks->absences;
    look_for_silent_nodes(server);
    if (absences->count == 0)
        return;
    look_for_returns(server);
    give_all_back(server);
    shg_absences_forget(absences, shg_now_ms(server));
}
