#include "server/loop/event_loop.h"

#include "server/loop/bounds.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* ---- wake-ups ---- */

void shg_loop_wake(void *context)
{
    const shg_server *server = context;
    const uint64_t one = 1;
    /* Fails only if the counter is full, and then the loop is awake anyway. */
    (void)!write(server->wake_fd, &one, sizeof one);
}

/* Logs when the storage becomes full or has room again, and each change of the reason. */
static void log_disk(shg_server *server)
{
    char why[SHOOGI_MESSAGE_BYTES] = "";
    if (shg_server_disk_full(server))
        shg_worker_why_full(server->writer, why);
    else if (server->logged_full[0])
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_disk_room, NULL);
    if (why[0] && strcmp(why, server->logged_full) != 0)
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_disk_full, "why", why, NULL);
    snprintf(server->logged_full, sizeof server->logged_full, "%s", why);
}

static void on_wake(evutil_socket_t fd, short what, void *context)
{
    (void)what;
    shg_server *server = context;
    uint64_t ignored;
    (void)!read(fd, &ignored, sizeof ignored);
    shg_worker_deliver(server->writer);
    if (server->reader != server->writer) {
        shg_worker_deliver(server->reader);
        shg_worker_deliver(server->pages_reader);
    }
    server->hooks->woken(server);
    log_disk(server);
    if (shg_server_failed(server) && server->exit_status == 0) {
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_storage_failed, NULL);
        shg_server_stop(server, 2);
    }
    shg_server_check_drained(server);
}

/* Answers the jobs that wait for a silent database, so that players learn of it within some seconds. */
static void refuse_if_silent(shg_server *server)
{
    shg_worker *const workers[] = { server->writer, server->reader, server->pages_reader };
    bool any = false;
    for (size_t i = 0; i < sizeof workers / sizeof workers[0]; i++)
        if (shg_worker_remote(workers[i]) && shg_worker_refuse_if_silent(workers[i], SHG_SILENCE_MS))
            any = true;
    if (any)
        shg_loop_wake(server);
}

static void on_alive(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_server *server = context;
    refuse_if_silent(server);
    server->hooks->alive(server);
    shg_log_flush(&server->log, shg_now_ms(server));
}

/* ---- signals and stopping ---- */

static void on_signal(evutil_socket_t number, short what, void *context)
{
    (void)number;
    (void)what;
    shg_server_stop(context, 0);
}

static void on_reload(evutil_socket_t number, short what, void *context)
{
    (void)number;
    (void)what;
    shg_server *server = context;
    server->hooks->reload(server);
}

static void on_upgrade(evutil_socket_t number, short what, void *context)
{
    (void)number;
    (void)what;
    shg_server *server = context;
    server->hooks->upgrade(server);
}

static void on_doomed(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_server *server = context;
    shg_connections_close_doomed(server);
    shg_server_check_drained(server);
}

static void on_drain_over(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    const shg_server *server = context;
    event_base_loopbreak(server->base);
}

void shg_loop_signals(sigset_t *out)
{
    static const int signals[] = { SIGTERM, SIGINT, SIGHUP, SIGUSR2 };
    sigemptyset(out);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaddset(out, signals[i]);
}

/* ---- startup ---- */

/* Terminal input may be redirected from a file, which epoll refuses. */
static struct event_base *new_base_for_files(void)
{
    struct event_config *config = event_config_new();
    struct event_base *base = NULL;
    if (config && event_config_require_features(config, EV_FEATURE_FDS) == 0)
        base = event_base_new_with_config(config);
    if (config)
        event_config_free(config);
    return base;
}

static shoogi_status make_signal_event(struct event **out, shg_server *server, int number,
                                       event_callback_fn happened)
{
    *out = evsignal_new(server->base, number, happened, server);
    return *out && evsignal_add(*out, NULL) == 0 ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

shoogi_status shg_loop_start(shg_server *server, const shg_launch *start)
{
    (void)start;
    /* At a terminal, SIGINT belongs to the session there, and SIGHUP ends the program. */
    const int signals[2] = { SIGTERM, server->local ? SIGHUP : SIGINT };
    server->base = server->local ? new_base_for_files() : event_base_new();
    server->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (!server->base || server->wake_fd < 0)
        return SHOOGI_NO_MEMORY;
    server->wake_event =
        event_new(server->base, server->wake_fd, EV_READ | EV_PERSIST, on_wake, server);
    server->doom_event = event_new(server->base, -1, 0, on_doomed, server);
    server->drain_event = event_new(server->base, -1, 0, on_drain_over, server);
    server->alive_event = event_new(server->base, -1, EV_PERSIST, on_alive, server);
    const struct timeval alive = { .tv_sec = SHG_ALIVE_MS / 1000 };
    if (!server->wake_event || !server->doom_event || !server->drain_event ||
        !server->alive_event || event_add(server->wake_event, NULL) != 0 ||
        event_add(server->alive_event, &alive) != 0)
        return SHOOGI_NO_MEMORY;
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < 2 && status == SHOOGI_OK; i++)
        status = make_signal_event(&server->signal_events[i], server, signals[i], on_signal);
    /* Also if there is nothing to read again: "systemctl reload" must not end the sessions. */
    if (status == SHOOGI_OK && !server->local)
        status = make_signal_event(&server->reload_event, server, SIGHUP, on_reload);
    if (status == SHOOGI_OK && !server->local)
        status = make_signal_event(&server->upgrade_event, server, SIGUSR2, on_upgrade);
    /* An earlier program blocked them when it handed over. */
    sigset_t ours;
    shg_loop_signals(&ours);
    pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
    return status;
}

void shg_event_free(struct event *event)
{
    if (event)
        event_free(event);
}

void shg_loop_stop(shg_server *server)
{
    shg_event_free(server->wake_event);
    shg_event_free(server->doom_event);
    shg_event_free(server->drain_event);
    shg_event_free(server->alive_event);
    shg_event_free(server->signal_events[0]);
    shg_event_free(server->signal_events[1]);
    shg_event_free(server->reload_event);
    shg_event_free(server->upgrade_event);
    if (server->base)
        event_base_free(server->base);
    if (server->wake_fd >= 0)
        close(server->wake_fd);
}
