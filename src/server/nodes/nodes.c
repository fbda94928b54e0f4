/* nodes.c: taking the news of other servers, line by line. */
#include "server/game/game_cache.h"
#include "server/game/part.h"
#include "server/loop/event_loop.h"
#include "server/nodes/remote_changes.h"
#include "server/nodes/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_S = 1, NUMBERS_MAX = 5, SLEW_MS = 10 };

/* ---- lines ---- */

static void game_line(shg_server *server, const int64_t n[NUMBERS_MAX])
{
    shg_remote_events(server, n[0], n[1], n[2], &n[3]);
}

static void begun_line(shg_server *server, const int64_t n[NUMBERS_MAX])
{
    shg_remote_begun(server, n[0], &n[1]);
}

static void seen_line(shg_server *server, const int64_t n[NUMBERS_MAX])
{
    shg_remote_seen(server, n[0], n[1] != 0, n[2], n[3]);
}

static void over_line(shg_server *server, const int64_t n[NUMBERS_MAX])
{
    shg_remote_over(server, n[0]);
}

static void challenge_line(shg_server *server, const int64_t n[NUMBERS_MAX])
{
    shg_remote_challenge(server, n[0]);
}

static void bans_line(shg_server *server, const int64_t n[NUMBERS_MAX])
{
    (void)n;
    shg_remote_bans(server);
}

/* Lines of kinds that a later version adds are passed over, so that two versions can run side by side. */
static const struct {
    const char *word;
    size_t numbers;
    void (*apply)(shg_server *server, const int64_t n[NUMBERS_MAX]);
} kinds[] = {
    { "game ", 5, game_line }, { "begun ", 3, begun_line },         { "seen ", 4, seen_line },
    { "over ", 1, over_line }, { "challenge ", 1, challenge_line }, { "bans", 0, bans_line },
};

static void take_line(shg_server *server, const char *line)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const size_t bytes = strlen(kinds[i].word);
        if (strncmp(line, kinds[i].word, bytes) != 0)
            continue;
        int64_t n[NUMBERS_MAX] = { 0 };
        char *at;
        size_t count = 0;
        for (line += bytes; count < kinds[i].numbers; count++, line = at) {
            n[count] = strtoll(line, &at, 10);
            if (at == line)
                return;
        }
        kinds[i].apply(server, n);
        return;
    }
}

/* ---- taking ---- */

static void missed(shg_server *server)
{
    shg_game_cache_doubt_all(server->games->cache);
    shg_remote_bans(server);
}

void shg_nodes_deliver(shg_server *server)
{
    if (!server->nodes->news || server->stopping)
        return;
    const shg_news_taken taken = shg_news_take(server->nodes->news);
    if (taken.missed)
        missed(server);
    for (char *line = taken.lines, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        take_line(server, line);
    }
    free(taken.lines);
    if (taken.died)
        shg_remote_death(server);
    if (taken.gone && server->exit_status == 0) {
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_node_gone, NULL);
        shg_server_stop(server, 2);
    }
}

/* ---- start and stop ---- */

/* How much the clock is behind the database's. */
static int64_t behind_ms(const shg_server *server)
{
    int64_t error_ms;
    const shg_clock *clock = &server->clock;
    return shg_news_offset_ms(server->nodes->news, &error_ms) -
           (clock->start_ms - clock->start_monotonic_ms);
}

void shg_nodes_set_clock(shg_server *server)
{
    if (server->nodes->news)
        server->clock.start_ms += behind_ms(server);
}

/* Clocks drift apart by some milliseconds an hour, and a database that takes over may have another time: the clock follows
 * slowly, so that no time is charged to a player at once. */
static void follow_clock(shg_server *server)
{
    const int64_t behind = behind_ms(server);
    server->clock.start_ms += behind > SLEW_MS ? SLEW_MS : behind < -SLEW_MS ? -SLEW_MS : behind;
}

static void ticked(evutil_socket_t fd, short what, void *context)
{
    (void)fd, (void)what;
    shg_server *server = context;
    shg_news_alive(server->nodes->news);
    follow_clock(server);
}

shoogi_status shg_nodes_start(shg_server *server, const shg_launch *start)
{
    if (server->node == 0)
        return SHOOGI_OK;
    const struct timeval each = { .tv_sec = TICK_S };
    server->nodes->tick = event_new(server->base, -1, EV_PERSIST, ticked, server);
    if (!server->nodes->tick || event_add(server->nodes->tick, &each) != 0)
        return SHOOGI_NO_MEMORY;
    const shoogi_status status = shg_news_new(&server->nodes->news, start->options->db_path,
                                              server->node, shg_loop_wake, server, start->err);
    /* Something may have changed between reading and listening. */
    if (status == SHOOGI_OK)
        missed(server);
    return status;
}

void shg_nodes_stop(shg_server *server)
{
    shg_event_free(server->nodes->tick);
    shg_news_free(server->nodes->news);
}
