#include "server/loop/host.h"

#include "server/loop/bounds.h"

#include <sys/resource.h>

static void raise_descriptors(shg_server *server)
{
    struct rlimit limit;
    server->connections_max = SHG_CONNECTIONS_MAX;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    if (limit.rlim_cur < limit.rlim_max) {
        const rlim_t was = limit.rlim_cur;
        limit.rlim_cur = limit.rlim_max;
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
            limit.rlim_cur = was;
    }
    if (limit.rlim_cur < SHG_CONNECTIONS_MAX + SHG_DESCRIPTORS_KEPT)
        server->connections_max = limit.rlim_cur > 2 * SHG_DESCRIPTORS_KEPT
                                      ? limit.rlim_cur - SHG_DESCRIPTORS_KEPT
                                      : SHG_DESCRIPTORS_KEPT;
}

shoogi_status shg_host_start(shg_server *server, const shg_launch *start)
{
    const shg_server_options *options = start->options;
    server->telnet_address = options->telnet;
    server->http_address = options->http;
    server->metrics_address = options->metrics;
    server->per_address = options->per_address;
    server->local = options->local;
    shg_log_init(&server->log, (shg_log_level)options->log_level);
    shg_clock_init(&server->clock, options->test_clock_ms);
    server->connections_max = 1;
    if (!server->local)
        raise_descriptors(server);
    return SHOOGI_OK;
}

void shg_host_no_accept(void *context, const char *why)
{
    shg_server *server = context;
    server->metrics.counts[SHG_COUNT_refused_descriptors]++;
    shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_no_accept, "why", why, NULL);
}

bool shg_server_failed(const shg_server *server)
{
    return shg_worker_failed(server->writer);
}

bool shg_server_disk_full(const shg_server *server)
{
    return shg_worker_full(server->writer);
}

void shg_server_check_drained(shg_server *server)
{
    if (server->stopping && server->jobs == 0 && server->connection_count == 0)
        event_base_loopbreak(server->base);
}

void shg_server_stop(shg_server *server, int exit_status)
{
    if (exit_status > server->exit_status)
        server->exit_status = exit_status;
    if (server->stopping) { /* second request */
        event_base_loopbreak(server->base);
        return;
    }
    server->stopping = true;
    if (!server->local)
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_stopping, NULL);
    server->hooks->stopping(server);
    const struct timeval limit = { .tv_sec = SHG_DRAIN_MS / 1000 };
    event_add(server->drain_event, &limit);
    for (shg_connection *c = server->connections; c; c = c->after)
        c->kind->drain(c); /* the loop frees doomed connections later */
    shg_server_check_drained(server);
}
