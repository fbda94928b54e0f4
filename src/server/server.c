#include "server/server.h"

#include "base/error.h"
#include "base/json_fields.h"
#include "base/json_write.h"
#include "server/account/login.h"
#include "server/account/part.h"
#include "server/account/password_check.h"
#include "server/account/sign_in.h"
#include "server/account/token.h"
#include "server/admin/part.h"
#include "server/api/resources.h"
#include "server/clock/part.h"
#include "server/commands/dispatch.h"
#include "server/commands/greeting.h"
#include "server/commands/part.h"
#include "server/doors/part.h"
#include "server/engines/part.h"
#include "server/game/abandoned.h"
#include "server/game/announce.h"
#include "server/commands/command_prompt.h"
#include "server/game/final_result.h"
#include "server/commands/low_time.h"
#include "server/game/part.h"
#include "server/game/time_forfeit.h"
#include "server/library/part.h"
#include "server/library/position_index.h"
#include "server/lobby/challenges.h"
#include "server/lobby/lobby.h"
#include "server/lobby/part.h"
#include "server/loop/connection_setup.h"
#include "server/loop/event_loop.h"
#include "server/loop/helper_jobs.h"
#include "server/loop/host.h"
#include "server/loop/storage_workers.h"
#include "server/loop/test_settings.h"
#include "server/messages/notification_mail.h"
#include "server/messages/part.h"
#include "server/nodes/part.h"
#include "server/pages/part.h"
#include "server/pages/routes.h"
#include "server/rules/part.h"
#include "server/session/part.h"

#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <time.h>

/* ---- the parts ---- */

/* One allocation: the parts live as long as the server. */
typedef struct server_and_parts {
    shg_server server; /* must be first */
    shg_rules_part rules;
    shg_clock_part clocks;
    shg_session_part sessions;
    shg_account_part accounts;
    shg_game_part games;
    shg_message_part messages;
    shg_lobby_part lobby;
    shg_door_part doors;
    shg_engine_part engines;
    shg_library_part library;
    shg_node_part nodes;
    shg_admin_part admin;
    shg_page_part pages;
    shg_command_part commands;
    shg_handover handover; /* during the start */
} server_and_parts;

static void session_prompt(shg_out *out, shg_session *s)
{
    shg_command_prompt_write(out, s);
    shg_low_time_watch(s);
}

static void session_leaving(shg_session *s)
{
    shg_low_time_stop(s);
    shg_watch_remove_all(&s->server->games->watches, s);
    shg_lobby_unfollow(s);
}

static void session_left(shg_session *s)
{
    shg_lobby_players_changed(s->server);
    if (s->guest && s->player != 0 && !shg_is_online(s->server, s->player))
        shg_remove_challenges_of(s->server, s->player);
}

static void session_save(shg_out *json, const shg_session *s)
{
    shg_json_flag(json, "lobby", s->lobby_link != NULL);
    shg_json_open(json, "watches", '[');
    for (const shg_watch *watch = s->watches; watch; watch = watch->next_of_session)
        shg_json_number(json, NULL, watch->game);
    shg_json_close(json, ']');
}

static void session_restored(shg_session *s, const shg_json *json, size_t object)
{
    int64_t games[SHG_WATCHED_MAX];
    size_t count = 0;
    for (size_t at = 0; count < SHG_WATCHED_MAX && shg_field_each(&at, json, object, "watches");)
        games[count++] = shg_json_number_at(json, at, 0);
    while (count > 0) /* the latest comes first */
        (void)!shg_watch_add(&s->server->games->watches, s, games[--count]);
    if (shg_field_is_set(json, object, "lobby"))
        shg_lobby_follow(s);
    if (s->guest)
        shg_sign_in_keep_place(s);
    shg_low_time_watch(s);
}

static const shg_session_hooks session_hooks = { .begin = shg_login_begin,
                                                 .line = shg_dispatch,
                                                 .idle = shg_redraw_due,
                                                 .prompt = session_prompt,
                                                 .leaving = session_leaving,
                                                 .left = session_left,
                                                 .ask_name = shg_login_ask_name,
                                                 .save = session_save,
                                                 .restored = session_restored };

static void signed_in(shg_session *s, shg_presence presence)
{
    shg_lobby_players_changed(s->server);
    shg_welcome(s, presence);
}

static const shg_account_hooks account_hooks = { .signed_in = signed_in,
                                                 .changed = shg_email_account_change };

static void engines_hear(shg_server *server, shg_game_state *game)
{
    shg_engines_game_changed(server->engines->players, game);
}

static void engines_hear_begin(shg_server *server, shg_game_state *game, int64_t by)
{
    (void)by;
    engines_hear(server, game);
}

static void messages_hear_begin(shg_server *server, shg_game_state *game, int64_t by)
{
    shg_email_game_begun(server, game, by);
}

static void messages_hear(shg_server *server, shg_game_state *game)
{
    shg_email_game_news(server, game);
}

static void lobby_hears_begin(shg_server *server, shg_game_state *game, int64_t by)
{
    (void)game, (void)by;
    shg_lobby_games_changed(server);
}

static void lobby_hears(shg_server *server, shg_game_state *game)
{
    if (shg_game_over(game))
        shg_lobby_games_changed(server);
}

static const shg_game_observer game_observers[] = {
    { .begun = lobby_hears_begin, .happened = lobby_hears, .happened_elsewhere = lobby_hears },
    { .begun = messages_hear_begin, .happened = messages_hear },
    { .begun = engines_hear_begin, .happened = engines_hear, .happened_elsewhere = engines_hear },
    { .ended = shg_position_index_wake },
    { 0 },
};

static bool challenge_offered(shg_server *server, const shg_owner *owner, const char *pattern)
{
    return shg_engines_challenge_made(server->engines->players, owner, pattern);
}

static size_t engines_online(const shg_server *server)
{
    return shg_engines_online(server->engines->players);
}

static const shg_lobby_hooks lobby_hooks = { .offered = challenge_offered,
                                             .engines = engines_online };

static const shg_node_hooks node_hooks = { .asked = shg_admin_asked_by,
                                           .replied = shg_admin_replied,
                                           .died = shg_admin_node_died };

/* ---- hooks of the loop ---- */

static void look_for_expired(shg_server *server, bool guests)
{
    server->lobby->expire_ms = shg_now_ms(server) + SHG_CHALLENGES_CHECK_S * 1000;
    if (server->another_leads)
        return;
    shg_expire_challenges(server, guests);
    shg_abandoned_sweep(server);
    shg_tokens_expire(server);
}

static void woken(shg_server *server)
{
    shg_passwords_deliver(server->accounts->passwords);
    shg_nodes_deliver(server);
}

static void alive(shg_server *server)
{
    shg_tasks_insist(server);
    shg_store_alive(server);
    if (shg_now_ms(server) >= server->lobby->expire_ms)
        look_for_expired(server, false);
    if (!server->another_leads)
        shg_messages_alive(server);
    shg_lobby_alive(server);
    shg_doors_alive(server);
}

static void reload(shg_server *server)
{
    shg_page_reload(server);
    shg_certificate_reload(server);
}

/* Stops accepting connections, and cancels delayed password checks. */
static void stop_accepting(shg_server *server)
{
    shg_doors_close(server);
    shg_metrics_close(server);
    shg_password_checks_cancel(server);
}

static void stopping(shg_server *server)
{
    event_del(server->games->final_result_event);
    shg_store_alive(server);
    stop_accepting(server);
}

static shoogi_status read_before_writing(shg_server *server, shg_storage *storage,
                                         shoogi_error *err)
{
    shg_nodes_go_on(storage, server);
    const shoogi_status status =
        shg_downtimes_begin(&server->clocks->downtimes, &server->clock.start_ms, storage, err);
    server->clocks->pause = shg_node_number(storage);
    return status;
}

static const shg_host_hooks host_hooks = { .woken = woken,
                                           .alive = alive,
                                           .reload = reload,
                                           .upgrade = shg_upgrade_signal,
                                           .stopping = stopping,
                                           .read_before_writing = read_before_writing,
                                           .read_before_reading = shg_time_forfeits_read };

/* Creates the parts, and passes each the functions of the others that it needs. */
static void join(server_and_parts *w)
{
    w->server.rules = &w->rules;
    w->server.clocks = &w->clocks;
    w->server.sessions = &w->sessions;
    w->server.accounts = &w->accounts;
    w->server.games = &w->games;
    w->server.messages = &w->messages;
    w->server.lobby = &w->lobby;
    w->server.doors = &w->doors;
    w->server.engines = &w->engines;
    w->server.library = &w->library;
    w->server.nodes = &w->nodes;
    w->server.admin = &w->admin;
    w->server.pages = &w->pages;
    w->server.commands = &w->commands;
    w->server.wake_fd = -1;
    w->server.hooks = &host_hooks;
    w->sessions.hooks = &session_hooks;
    w->accounts.hooks = &account_hooks;
    w->games.observers = game_observers;
    w->lobby.hooks = &lobby_hooks;
    w->nodes.hooks = &node_hooks;
    w->doors.routes = &shg_routes;
    w->doors.resources = &shg_resources;
}

void shg_server_options_init(shg_server_options *options)
{
    *options = (shg_server_options){ .db_path = "shoogi.db",
                                     .per_address = SHG_PER_ADDRESS_DEFAULT,
                                     .log_level = SHG_LOG_NOTICE };
    if (shg_address_read(&options->telnet, "127.0.0.1:4080", NULL) != SHOOGI_OK ||
        shg_address_read(&options->http, "127.0.0.1:8080", NULL) != SHOOGI_OK)
        abort(); /* the two literals are addresses */
}

const shg_address *shg_server_telnet(const shg_server *server)
{
    return &server->telnet_address;
}

const shg_address *shg_server_http(const shg_server *server)
{
    return &server->http_address;
}

const shg_address *shg_server_metrics(const shg_server *server)
{
    return server->admin->scrapes ? &server->metrics_address : NULL;
}

/* ---- startup and shutdown ---- */

static void stop_clocks(shg_server *server)
{
    shg_downtimes_fini(&server->clocks->downtimes);
    shg_absences_fini(&server->clocks->absences);
}

static shoogi_status start_library(shg_server *server, const shg_launch *start)
{
    (void)start;
    const shoogi_status status =
        shg_rate_limit_new(&server->library->record_blocks, SHG_RECORD_BLOCK_FADE_MS,
                           shg_shares_times(server->shares));
    return status == SHOOGI_OK ? shg_position_index_init(server) : status;
}

static void stop_library(shg_server *server)
{
    shg_event_free(server->library->position_index_event);
    shg_rate_limit_free(server->library->record_blocks);
}

/* Signals belong to the loop: threads start with them blocked. */
static shoogi_status start_threads(shg_server *server, const shg_launch *start)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const shg_server_options *options = start->options;
    shoogi_status status = shg_storage_workers_start(server, options->db_path, options->node,
                                                     options->url ? options->url : "", start->err);
    if (status == SHOOGI_OK)
        status =
            shg_passwords_new(&server->accounts->passwords, server->shares, shg_loop_wake, server);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

static void stop_threads(shg_server *server)
{
    server->closed = true;
    shg_tasks_insist(server);
    shg_passwords_free(server->accounts->passwords);
    shg_storage_workers_stop(server);
}

static shoogi_status start_helpers(shg_server *server, const shg_launch *start)
{
    static const shg_share_id queues[] = {
        [SHG_HELPER_UPLOADS] = SHG_SHARE_uploads, [SHG_HELPER_PICTURES] = SHG_SHARE_pictures
    };
    const shoogi_status status = shg_pictures_new(&server->pages->pictures);
    return status == SHOOGI_OK && start->options->works
               ? shg_helper_jobs_new(&server->helper_jobs, server, SHG_HELPER_JOBS_AT_ONCE, queues,
                                     sizeof queues / sizeof queues[0])
               : status;
}

static void stop_helpers(shg_server *server)
{
    shg_helper_jobs_free(server->helper_jobs);
    shg_pictures_free(server->pages->pictures);
}

/* Closes the remaining connections; sessions that wait for a worker live until it has answered. */
static void close_connections(shg_server *server)
{
    server->stopping = true;
    stop_accepting(server);
    while (server->connections)
        server->connections->kind->close(server->connections);
}

/* Started in this order and stopped in reverse. A part may be stopped after a failed start, or
 * without a start. Ports are opened before the database, so that a second server with the same
 * options fails there. */
static const struct {
    shoogi_status (*start)(shg_server *server, const shg_launch *start);
    void (*stop)(shg_server *server);
} parts[] = {
    { shg_host_start, NULL },
    { shg_rules_start, shg_rules_stop },
    { shg_loop_start, shg_loop_stop },
    { shg_connections_start, shg_connections_stop },
    { shg_sessions_start, NULL },
    { shg_lobby_start, shg_lobby_stop },
    { NULL, stop_clocks },
    { shg_games_start, shg_games_stop },
    { shg_accounts_start, shg_accounts_stop },
    { shg_messages_start, shg_messages_stop },
    { start_library, stop_library },
    { shg_commands_start, shg_commands_stop },
    { shg_doors_start, shg_doors_stop },
    { shg_metrics_start, NULL },
    { NULL, shg_nodes_stop }, /* what the writer stores last refers to the node */
    { start_threads, stop_threads },
    { shg_nodes_start, NULL },
    { shg_admin_start, shg_admin_stop },
    { start_helpers, stop_helpers },
    { shg_engine_part_start, shg_engine_part_stop },
    { NULL, close_connections },
};
enum { PARTS = sizeof parts / sizeof parts[0] };

shoogi_status shg_server_new(shg_server **out, const shg_server_options *options,
                             char fault[SHG_SERVER_FAULT_BYTES])
{
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN); /* makes exceeding the file size limit a write error */
    fault[0] = '\0';
    server_and_parts *made = sodium_init() >= 0 ? calloc(1, sizeof *made) : NULL;
    shoogi_error err = { 0 };
    const shg_launch start = { options, fault, &err };
    shoogi_status status = made ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    shg_server *server = NULL;
    if (made) {
        join(made);
        server = &made->server;
    }
    if (made && options->handover_fd > 0) {
        status = shg_handover_read(&made->handover, options->handover_fd, &err);
        server->handover = status == SHOOGI_OK ? &made->handover : NULL;
    }
    for (size_t i = 0; i < PARTS && status == SHOOGI_OK; i++)
        if (parts[i].start)
            status = parts[i].start(server, &start);
    if (status == SHOOGI_OK && server->handover &&
        shg_test_setting_is("SHOOGI_TEST_UPGRADE", "fails") && !options->handover_why)
        status = shg_error_set(&err, SHOOGI_IO, 0, 0, "this is a test");
    if (status == SHOOGI_OK) {
        shg_clock_restart(&server->clock); /* startup is not charged to any clock */
        shg_nodes_set_clock(server);
        shg_upgrade_restore(server, options);
        server->handover = NULL;
        shg_handover_fini(&made->handover);
        look_for_expired(server, server->node == 0); /* guests may be at other servers */
        shg_final_results_sweep(server);
        shg_position_index_wake(server);
        *out = server;
        return status;
    }
    if (!fault[0])
        snprintf(fault, SHG_SERVER_FAULT_BYTES, "%s",
                 err.message[0] ? err.message : shoogi_status_text(status));
    shg_server_free(server);
    return status;
}

bool shg_server_restores(const shg_server *server)
{
    return server->restores;
}

/* CPU time of this thread, which does not include waiting. */
static int64_t processor_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* cannot fail for this clock */
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int shg_server_run(shg_server *server)
{
    char telnet[SHG_ADDRESS_TEXT_BYTES], http[SHG_ADDRESS_TEXT_BYTES];
    shg_address_write(telnet, &server->telnet_address);
    shg_address_write(http, &server->http_address);
    if (!server->local)
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_started, "telnet", telnet, "http",
                      http, NULL);
    int end = 0;
    while (end == 0 && !event_base_got_break(server->base)) {
        const int64_t began_us = processor_us();
        end = event_base_loop(server->base, EVLOOP_ONCE);
        shg_rules_log_faults(server);
        shg_histogram_add(&server->metrics.turn, processor_us() - began_us);
    }
    if (end < 0 && server->exit_status == 0)
        server->exit_status = 2;
    if (!server->local)
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_stopped, NULL);
    shg_log_flush(&server->log, INT64_MAX);
    return server->exit_status;
}

void shg_server_free(shg_server *server)
{
    if (!server)
        return;
    for (size_t i = PARTS; i-- > 0;)
        if (parts[i].stop)
            parts[i].stop(server);
    server_and_parts *all = (server_and_parts *)(void *)server; /* it is the first member */
    shg_handover_fini(&all->handover);
    free(all);
}
