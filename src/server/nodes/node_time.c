#include "server/nodes/node_time.h"

#include "base/monotonic.h"
#include "server/clock/part.h"
#include "server/game/game_cache.h"
#include "server/game/part.h"
#include "server/game/time_forfeit.h"
#include "server/nodes/part.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    TICK_MS = 1000,
    SLEW_MS = 10,             /* a tick, to follow a clock that drifts */
    TRUST_MS = 50,            /* the greatest error of a trusted clock */
    QUEUE_MAX_MS = 10 * 1000, /* the longest queue that is reported; time forfeits wait for it */
};

static void set_trust(shg_server *server, shg_time_trust trust)
{
    static const shg_log_kind kinds[] = { [SHG_TIME_KNOWN] = SHG_LOG_time_known,
                                          [SHG_TIME_UNKNOWN] = SHG_LOG_time_unknown,
                                          [SHG_TIME_WRONG] = SHG_LOG_time_wrong };
    if (server->time_trust == trust)
        return;
    server->time_trust = trust;
    shg_log_write(&server->log, shg_now_ms(server), kinds[trust], NULL);
}

/* This server's clock follows the database's. A drift is corrected slowly, so that no time is charged to a player at once. A
 * jump, such as that to the clock of a standby that has taken over, is followed at once, because it is stored as a pause. */
static void follow(shg_server *server, bool at_once)
{
    shg_clock *clock = &server->clock;
    int64_t error_ms;
    const int64_t offset_ms = shg_news_offset_ms(server->nodes->news, &error_ms);
    const int64_t behind = offset_ms - (clock->start_ms - clock->start_monotonic_ms);
    if (error_ms == INT64_MAX) {
        set_trust(server, SHG_TIME_UNKNOWN);
        return;
    }
    if (shg_node_clocks_differ(shg_monotonic_ms() + offset_ms)) {
        set_trust(server, SHG_TIME_WRONG);
        return;
    }
    if (at_once || llabs(behind) > TRUST_MS + error_ms)
        shg_clock_step(clock, behind);
    else
        clock->start_ms += behind > SLEW_MS ? SLEW_MS : behind < -SLEW_MS ? -SLEW_MS : behind;
    set_trust(server, error_ms > TRUST_MS ? SHG_TIME_UNKNOWN : SHG_TIME_KNOWN);
}

void shg_nodes_set_clock(shg_server *server)
{
    if (server->nodes->news)
        follow(server, true);
}

void shg_nodes_follow_clock(shg_server *server)
{
    follow(server, false);
}

static int64_t greatest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static void list_living_nodes(shg_server *server)
{
    shg_named_node nodes[SHG_NODES_MAX];
    const size_t count = shg_nodes_list(nodes, server);
    server->clocks->living.count = 0;
    for (size_t i = 0; i < count; i++)
        if (nodes[i].silent_ms <= SHG_NODES_SILENT_MS)
            server->clocks->living.id[server->clocks->living.count++] = nodes[i].node;
}

void shg_nodes_beat(shg_server *server)
{
    shg_node_part *nodes = server->nodes;
    const int64_t now_ms = shg_monotonic_ms();
    int64_t queue_ms = nodes->tick_ms ? now_ms - nodes->tick_ms - TICK_MS : 0;
    queue_ms = greatest(queue_ms, shg_worker_waits_ms(server->writer));
    queue_ms = greatest(queue_ms, server->metrics.slowest_commit_us / 1000);
    server->metrics.slowest_commit_us = 0;
    /* The queue of the second before counts, too: it may be as long again in the next second. */
    const int64_t reported_ms = greatest(queue_ms, nodes->queue_ms);
    shg_news_alive(nodes->news, reported_ms < QUEUE_MAX_MS ? reported_ms : QUEUE_MAX_MS);
    nodes->queue_ms = queue_ms;
    nodes->tick_ms = now_ms;
    list_living_nodes(server);
}

void shg_nodes_pause(shg_server *server, int64_t number, shg_downtime pause)
{
    char from[24], to[24];
    server->clocks->pause = number;
    if (!shg_downtimes_add(&server->clocks->downtimes, pause))
        return;
    snprintf(from, sizeof from, "%lld", (long long)pause.from_ms);
    snprintf(to, sizeof to, "%lld", (long long)pause.to_ms);
    shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_paused, "from", from, "to", to, NULL);
    shg_game_cache_outdate_all(server->games->cache);
    shg_time_forfeits_pause(server, pause);
}
