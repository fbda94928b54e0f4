#include "server/loop/host.h"

#include "server/loop/bounds.h"

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
    if (server->stopping) { /* asked a second time */
        event_base_loopbreak(server->base);
        return;
    }
    server->stopping = true;
    if (!server->local)
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_stopping, NULL);
    server->on_stop(server);
    const struct timeval limit = { .tv_sec = SHG_DRAIN_MS / 1000 };
    event_add(server->drain_event, &limit);
    for (shg_connection *c = server->connections; c; c = c->after)
        c->drain(c); /* none is freed before the loop comes to the doomed */
    shg_server_check_drained(server);
}
