#include "server/admin/drain.h"

#include "base/error.h"
#include "server/admin/admin.h"
#include "server/admin/part.h"
#include "server/admin/shutdown_notice.h"
#include "server/doors/part.h"
#include "server/loop/event_loop.h"
#include "server/nodes/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK_MS = 100,
    LOOKS = 50,         /* about so many until all programs and pages are disconnected */
    AT_ONCE_MIN = 16,   /* at least so many are disconnected in one look */
    BALANCER_MS = 5000, /* for balancers to ask /healthz before clients are disconnected */
    WITHIN_MS_MAX = 24 * 60 * 60 * 1000,
};

static void look_again(shg_server *server)
{
    const struct timeval soon = shg_timeval_of_ms(LOOK_MS);
    event_add(server->admin->drain.timer, &soon);
}

/* Returns how many clients are still connected. */
static size_t send_away(shg_server *server)
{
    size_t left = 0, sent = 0;
    const size_t at_once = server->connection_count / LOOKS + AT_ONCE_MIN;
    for (shg_connection *c = server->connections; c; c = c->after) {
        const shg_leaving leaving = sent < at_once ? c->kind->send_away(c) : SHG_LEAVES_LATER;
        left += leaving != SHG_LEAVES_NOBODY;
        sent += leaving == SHG_LEAVES_NOW;
    }
    return left;
}

static void end(shg_server *server, size_t left)
{
    char text[200];
    snprintf(text, sizeof text,
             left == 0 ? "%s has stopped: all clients have gone.\n"
             : left == 1
                 ? "%s has stopped; %zu client that was still there had to be disconnected.\n"
                 : "%s has stopped; %zu clients that were still there had to be disconnected.\n",
             server->nodes->name, left);
    shg_admin_drained(server->admin->door, text);
    shg_server_stop(server, 0);
}

static void on_look(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_server *server = context;
    shg_drain *d = &server->admin->drain;
    const int64_t now_ms = shg_now_ms(server), ends_ms = server->drain.ends_ms;
    if (server->stopping)
        return;
    const int64_t lead_ms = (ends_ms - d->since_ms) / 10;
    server->drain.sends = now_ms - d->since_ms >= (lead_ms < BALANCER_MS ? lead_ms : BALANCER_MS);
    if (!server->drain.sends) {
        look_again(server);
        return;
    }
    if (now_ms >= d->next_notice_ms) {
        server->drain.notices++;
        d->next_notice_ms = shg_shutdown_next_notice_ms(ends_ms, now_ms);
    }
    const size_t left = send_away(server);
    if ((left == 0 && server->jobs == 0) || now_ms >= ends_ms)
        end(server, left);
    else
        look_again(server);
}

shoogi_status shg_drain_begin(shg_server *server, const char *within, shoogi_error *err)
{
    shg_drain *d = &server->admin->drain;
    shg_named_node others[SHG_NODES_MAX];
    int64_t within_ms = 0;
    if (!shg_admin_read_length(&within_ms, within, "smh") || within_ms > WITHIN_MS_MAX)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0,
                                  "a time from 1s to 24h, such as 90s or 10m", within,
                                  strlen(within));
    if (server->node == 0)
        return shg_error_set(
            err, SHOOGI_ILLEGAL, 0, 0,
            "a server without --node has no others to which its clients could go: use shutdown");
    if (shg_nodes_list(others, server) == 0)
        return shg_error_set(
            err, SHOOGI_CONFLICT, 0, 0,
            "no other server runs on the database, so clients could go nowhere: use shutdown");
    if (server->stopping || server->pausing || server->admin->upgrade.trying)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "the server is shutting down or being upgraded");
    if (!d->timer)
        d->timer = event_new(server->base, -1, 0, on_look, server);
    if (!d->timer)
        return SHOOGI_NO_MEMORY;
    const int64_t now_ms = shg_now_ms(server);
    if (!shg_is_draining(server)) {
        d->since_ms = now_ms;
        shg_log_write(&server->log, now_ms, SHG_LOG_draining, NULL);
        shg_doors_close_telnet(server);
    }
    server->drain.ends_ms = now_ms + within_ms;
    d->next_notice_ms = 0;
    look_again(server);
    return SHOOGI_OK;
}

void shg_drain_fini(shg_drain *drain)
{
    shg_event_free(drain->timer);
    drain->timer = NULL;
}
