#include "server/admin/upgrade.h"

#include "base/error.h"
#include "base/json_fields.h"
#include "server/account/part.h"
#include "server/admin/admin_door.h"
#include "server/admin/part.h"
#include "server/doors/part.h"
#include "server/engines/part.h"
#include "server/loop/event_loop.h"
#include "server/loop/helper_jobs.h"
#include "server/loop/takeover.h"
#include "server/nodes/part.h"
#include "server/session/task.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static shg_upgrade *upgrade_of(const shg_server *server)
{
    return &server->admin->upgrade;
}

/* ---- the state ---- */

static void write_state(shg_handover_out *out, const shg_server *server)
{
    shg_handover_open(out, "server");
    shg_json_number(&out->text, "start_ms", server->clock.start_ms);
    shg_handover_close(out);
    shg_doors_hand_over(out, server);
    if (server->admin->scrapes)
        shg_handover_listener(out, "metrics", shg_listener_fd(server->admin->scrapes));
    shg_admin_door_hand_over(out, server->admin->door);
    shg_shutdown_hand_over(out, server);
    shg_nodes_hand_over(out, server);
}

/* ---- failure ---- */

/* Resumes after server->pausing has changed. */
static void tell_doors(shg_server *server)
{
    shg_doors_pause(server);
    shg_listener_pause(server->admin->scrapes, server->pausing);
    shg_admin_door_pause(server->admin->door, server->pausing);
    for (shg_connection *c = server->connections; c; c = c->after)
        c->kind->pause(c); /* the loop frees doomed connections later */
}

__attribute__((format(printf, 2, 3))) static void give_up(shg_server *server, const char *format,
                                                          ...)
{
    shoogi_error err = { 0 };
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err.message, sizeof err.message, format, arguments);
    va_end(arguments);
    const bool paused = server->pausing;
    server->pausing = false;
    upgrade_of(server)->trying = false;
    if (paused)
        tell_doors(server);
    shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_not_upgraded, "why", err.message, NULL);
    shg_admin_door_upgraded(server->admin->door, SHOOGI_CONFLICT, &err);
}

/* ---- exec ---- */

/* Returns only on failure. */
static void replace(shg_server *server)
{
    const shg_upgrade *u = upgrade_of(server);
    shg_handover_out out = { 0 };
    shg_takeover next = { .verb = SHG_TAKEOVER_TAKE, .state_fd = -1 };
    shoogi_error err = { 0 };
    snprintf(next.program, sizeof next.program, "%s", u->command[0]);
    next.old_fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    write_state(&out, server);
    if (shg_handover_seal(&next.state_fd, &out, &err) == SHOOGI_OK) {
        sigset_t ours, before;
        shg_engine_pool_reap(server->engines->pool);
        shg_helper_jobs_reap(server->helper_jobs);
        shg_log_flush(&server->log, INT64_MAX);
        /* A signal that comes before the new program handles it waits. */
        shg_loop_signals(&ours);
        pthread_sigmask(SIG_BLOCK, &ours, &before);
        shg_handover_inherit(&out, true);
        shg_takeover_exec(&next, u->command);
        snprintf(err.message, sizeof err.message, "cannot run %.100s: %s", next.program,
                 strerror(errno));
        shg_handover_inherit(&out, false);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        close(next.state_fd);
    }
    if (next.old_fd >= 0)
        close(next.old_fd);
    shg_handover_out_fini(&out);
    give_up(server, "%s", err.message);
}

/* ---- the pause ---- */

static shg_readiness readiness(const shg_server *server)
{
    bool ending = shg_admin_door_is_used(server->admin->door);
    if (server->jobs > 0 || shg_passwords_waiting(server->accounts->passwords) > 0)
        return SHG_BUSY;
    for (const shg_connection *c = server->connections; c; c = c->after) {
        const shg_readiness one = c->kind->readiness(c);
        if (one == SHG_BUSY)
            return SHG_BUSY;
        ending = ending || one == SHG_ENDING;
    }
    return ending ? SHG_ENDING : SHG_READY;
}

static void look_again(shg_server *server)
{
    const struct timeval soon = shg_timeval_of_ms(SHG_UPGRADE_LOOK_MS);
    event_add(upgrade_of(server)->timer, &soon);
}

/* For a server with TLS, whose connections cannot be handed over. The plain connections of metrics end with them. */
static void drain_all(shg_server *server)
{
    for (shg_connection *c = server->connections; c; c = c->after)
        c->kind->drain(c);
}

static void on_look(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_server *server = context;
    shg_upgrade *u = upgrade_of(server);
    if (!server->pausing)
        return;
    const bool late = shg_now_ms(server) - u->since_ms >= SHG_UPGRADE_PAUSE_MS;
    const shg_readiness now = readiness(server);
    if (server->stopping || shg_server_failed(server)) {
        give_up(server, "the server is shutting down");
    } else if (now == SHG_BUSY && late) {
        give_up(server, "the server was busy for too long");
    } else if (now != SHG_READY && !late) {
        look_again(server);
    } else if (!u->stored) { /* clocks stand still from here on */
        u->stored = true;
        shg_store_alive(server);
        look_again(server);
    } else if (server->tls && !u->drained) {
        u->drained = true;
        u->since_ms = shg_now_ms(server); /* as much time again for them to leave */
        drain_all(server);
        look_again(server);
    } else {
        replace(server);
    }
}

static void pause_all(shg_server *server)
{
    shg_upgrade *u = upgrade_of(server);
    u->trying = u->stored = u->drained = false;
    u->since_ms = shg_now_ms(server);
    server->pausing = true;
    tell_doors(server);
    look_again(server);
}

/* ---- the trial ---- */

/* The first line that the new program has written, without the name of its command. */
static void copy_reason(char *out, size_t room, struct evbuffer *said)
{
    static const char name[] = "shoogi serve: ";
    char *line = evbuffer_readln(said, NULL, EVBUFFER_EOL_ANY);
    const char *at = line ? line : "";
    if (strncmp(at, name, sizeof name - 1) == 0)
        at += sizeof name - 1;
    snprintf(out, room, "%s", at[0] ? at : "it ended without a message");
    free(line);
}

static void on_trial_event(struct bufferevent *bev, short what, void *context)
{
    shg_server *server = context;
    shg_upgrade *u = upgrade_of(server);
    char why[sizeof((shoogi_error){ 0 }.message)];
    copy_reason(why, sizeof why, bufferevent_get_input(bev));
    const bool ended = (what & BEV_EVENT_EOF) != 0;
    const bool good = shg_child_reap(&u->trial) && ended;
    shg_child_end(&u->trial);
    if (server->stopping)
        give_up(server, "the server is shutting down");
    else if (good)
        pause_all(server);
    else if (ended)
        give_up(server, "the new program does not start: %.120s", why);
    else
        give_up(server, "the new program did not say in time whether it starts");
}

static shoogi_status try_program(shg_server *server, shoogi_error *err)
{
    shg_upgrade *u = upgrade_of(server);
    shg_handover_out out = { 0 };
    int state_fd = -1;
    write_state(&out, server);
    shoogi_status status = shg_handover_seal(&state_fd, &out, err);
    shg_handover_out_fini(&out);
    if (status != SHOOGI_OK)
        return status;
    shg_takeover next = { .verb = SHG_TAKEOVER_TRY, .old_fd = -1, .state_fd = SHG_CHILD_FILE };
    snprintf(next.program, sizeof next.program, "%s", u->command[0]);
    char setting[PATH_MAX + 64];
    char **environment = shg_takeover_environment(setting, &next);
    if (!environment ||
        !shg_child_start_program(&u->trial, server->base, u->command, environment, state_fd))
        status = shg_error_set(err, SHOOGI_CONFLICT, 0, 0, "cannot run %.120s: %s", u->command[0],
                               strerror(errno));
    free(environment);
    close(state_fd);
    if (status != SHOOGI_OK)
        return status;
    const struct timeval limit = shg_timeval_of_ms(SHG_UPGRADE_TRIAL_MS);
    bufferevent_setcb(u->trial.bev, NULL, NULL, on_trial_event, server);
    bufferevent_set_timeouts(u->trial.bev, &limit, NULL);
    bufferevent_enable(u->trial.bev, EV_READ);
    return SHOOGI_OK;
}

shoogi_status shg_upgrade_begin(shg_server *server, shoogi_error *err)
{
    shg_upgrade *u = upgrade_of(server);
    if (!u->command)
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0,
                             "a server without a database on disk cannot be upgraded while it runs");
    if (server->stopping || shg_is_draining(server))
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0, "the server is shutting down");
    if (u->trying || server->pausing)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0, "an upgrade is under way");
    const shoogi_status status = try_program(server, err);
    u->trying = status == SHOOGI_OK;
    return status;
}

void shg_upgrade_signal(shg_server *server)
{
    shoogi_error err = { 0 };
    if (shg_upgrade_begin(server, &err) != SHOOGI_OK)
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_not_upgraded, "why", err.message,
                      NULL);
}

void shg_upgrade_init(shg_server *server, const shg_server_options *options)
{
    shg_upgrade *u = upgrade_of(server);
    u->timer = event_new(server->base, -1, 0, on_look, server);
    if (!u->timer || shg_storage_is_memory(options->db_path))
        return;
    u->command = options->command;
}

void shg_upgrade_fini(shg_server *server)
{
    shg_upgrade *u = upgrade_of(server);
    server->pausing = false;
    shg_child_end(&u->trial);
    shg_event_free(u->timer);
    *u = (shg_upgrade){ 0 };
}

/* ---- in the new program ---- */

void shg_upgrade_restore(shg_server *server, const shg_server_options *options)
{
    shg_handover *h = server->handover;
    if (!h)
        return;
    if (shg_handover_find(h, "server", NULL))
        shg_clock_continue(&server->clock, shg_field_number(&h->json, 0, "start_ms", 0));
    shg_doors_restore(server);
    shg_shutdown_restore(server);
    const char *why = options->handover_why;
    char answer[SHG_SERVER_FAULT_BYTES];
    if (why) {
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_not_upgraded, "why", why, NULL);
        snprintf(answer, sizeof answer, "%s; the running version goes on\n", why);
    } else {
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_upgraded, "version",
                      options->version, NULL);
        snprintf(answer, sizeof answer, "The server now runs shoogi %s.\n", options->version);
    }
    shg_admin_answer_askers(server, why ? 1 : 0, answer);
    shg_handover_close_listeners(h);
}
