#include "server/server.h"

#include "base/error.h"
#include "base/text.h"
#include "server/account/login.h"
#include "server/account/login_attempt.h"
#include "server/account/part.h"
#include "server/account/token.h"
#include "server/admin/part.h"
#include "server/api/resources.h"
#include "server/clock/part.h"
#include "server/commands/dispatch.h"
#include "server/commands/greeting.h"
#include "server/commands/part.h"
#include "server/doors/door_http.h"
#include "server/doors/door_telnet.h"
#include "server/doors/part.h"
#include "server/doors/web_files.h"
#include "server/engines/analysis.h"
#include "server/engines/engine_players.h"
#include "server/engines/part.h"
#include "server/game/abandoned.h"
#include "server/game/announce.h"
#include "server/game/final_result.h"
#include "server/game/part.h"
#include "server/game/time_forfeit.h"
#include "server/library/part.h"
#include "server/library/position_index.h"
#include "server/lobby/challenges.h"
#include "server/lobby/lobby.h"
#include "server/lobby/part.h"
#include "server/loop/helper_jobs.h"
#include "server/loop/host.h"
#include "server/loop/test_settings.h"
#include "server/messages/mail.h"
#include "server/messages/notification_mail.h"
#include "server/messages/part.h"
#include "server/messages/push.h"
#include "server/pages/part.h"
#include "server/pages/png_cache.h"
#include "server/pages/routes.h"
#include "server/rules/part.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* ---- the parts ---- */

/* In one piece: the parts are there as long as the server. */
typedef struct whole {
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
    shg_admin_part admin;
    shg_page_part pages;
    shg_command_part commands;
} whole;

static void session_leaving(shg_session *s)
{
    shg_watch_remove_all(&s->server->games->watches, s);
    shg_lobby_leave(s);
}

static void session_left(shg_session *s)
{
    if (s->guest && s->player != 0)
        shg_remove_challenges_of(s->server, s->player);
}

static const shg_session_hooks session_hooks = { .begin = shg_login_begin,
                                                 .line = shg_dispatch,
                                                 .idle = shg_redraw_due,
                                                 .leaving = session_leaving,
                                                 .left = session_left };

static const shg_account_hooks account_hooks = { .signed_in = shg_welcome,
                                                 .changed = shg_letter_of_change };

static void engines_hear(shg_server *server, shg_game_state *game)
{
    shg_engines_follow(server->engines->players, game);
}

static void messages_hear(shg_server *server, shg_game_state *game)
{
    shg_letters_of_game(server, game);
}

static const shg_game_observer game_observers[] = {
    { .happened = messages_hear },
    { .begun = engines_hear, .happened = engines_hear },
    { .ended = shg_places_wake },
    { 0 },
};

static void challenge_offered(shg_server *server, const char *pattern)
{
    shg_engines_challenged(server->engines->players, pattern);
}

static const shg_lobby_hooks lobby_hooks = { .offered = challenge_offered };

/* Nobody comes any more, and no password waits for its delay. */
static void stop_accepting(shg_server *server)
{
    shg_listener_free(server->doors->telnet);
    shg_listener_free(server->doors->http);
    shg_listener_free(server->admin->scrapes);
    server->doors->telnet = server->doors->http = server->admin->scrapes = NULL;
    shg_attempt_cancel_delayed(server);
}

/* What the parts do when stopping begins. */
static void begin_stopping(shg_server *server)
{
    event_del(server->games->settle_event);
    shg_store_alive(server);
    stop_accepting(server);
}

/* Makes the parts, with nothing in them but what they are handed of each other. */
static void join(whole *w)
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
    w->server.admin = &w->admin;
    w->server.pages = &w->pages;
    w->server.commands = &w->commands;
    w->server.wake_fd = -1;
    w->server.on_stop = begin_stopping;
    w->sessions.hooks = &session_hooks;
    w->accounts.hooks = &account_hooks;
    w->games.observers = game_observers;
    w->lobby.hooks = &lobby_hooks;
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

/* ---- variants ---- */

static shoogi_status list_variants(shg_server *server, const shg_server_options *options,
                                   char fault[SHG_SERVER_FAULT_BYTES])
{
    const shoogi_status status =
        shg_variants_new(&server->rules->variants, options->variants, options->guest);
    if (status == SHOOGI_NOT_FOUND)
        snprintf(fault, SHG_SERVER_FAULT_BYTES,
                 "no variant was found: the directory SHOOGI_VARIANTS should hold "
                 "NAME.variant or FAMILY/NAME.variant");
    return status;
}

/* All of them, each fault of which is written as a line. */
static shoogi_status read_variants(FILE *faults, const shg_server *server,
                                   char fault[SHG_SERVER_FAULT_BYTES])
{
    const size_t count = shg_variants_count(server->rules->variants);
    size_t bad = 0;
    for (size_t i = 0; i < count; i++) {
        const shoogi_catalog_entry *entry;
        char text[SHOOGI_CATALOG_FAULT_BYTES];
        size_t game;
        const shoogi_status status = shg_variants_get(&entry, server->rules->variants, i);
        if (status == SHOOGI_NO_MEMORY)
            return status;
        bad += status != SHOOGI_OK;
        while (shg_variants_next_fault(&game, text, server->rules->variants))
            fprintf(faults, "%s\n", text);
    }
    if (bad == 0)
        return SHOOGI_OK;
    snprintf(fault, SHG_SERVER_FAULT_BYTES, "%zu of %zu definitions of games cannot be read", bad,
             count);
    return SHOOGI_BAD_RULES;
}

static void log_faults(shg_server *server)
{
    char text[SHOOGI_CATALOG_FAULT_BYTES];
    size_t game;
    while (shg_variants_next_fault(&game, text, server->rules->variants))
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_bad_definition, "game",
                      shg_variants_name(server->rules->variants, game), "why", text, NULL);
}

/* ---- TLS ---- */

/* Passwords go over the line as they are typed: in plain text only to where nobody can listen. */
static shoogi_status check_plain(const shg_address *address, const char *door,
                                 char fault[SHG_SERVER_FAULT_BYTES])
{
    if (shg_address_is_loopback(address))
        return SHOOGI_OK;
    char text[SHG_ADDRESS_TEXT_BYTES];
    shg_address_write(text, address);
    snprintf(fault, SHG_SERVER_FAULT_BYTES,
             "%s at %s would be plain text that others can read: give --tls-cert and --tls-key, an "
             "address of this machine alone such as 127.0.0.1, or --insecure",
             door, text);
    return SHOOGI_BAD_RULES;
}

static shoogi_status start_tls(shg_server *server, const shg_server_options *options,
                               char fault[SHG_SERVER_FAULT_BYTES])
{
    /* Metrics are always in plain text. */
    if (options->has_metrics && !options->insecure &&
        check_plain(&options->metrics, "metrics", fault) != SHOOGI_OK)
        return SHOOGI_BAD_RULES;
    if (options->tls_certificate) {
        shg_out out = shg_out_make(fault, SHG_SERVER_FAULT_BYTES);
        return shg_tls_new(&server->tls, options->tls_certificate, options->tls_key, &out);
    }
    if (options->insecure || options->local)
        return SHOOGI_OK;
    const shoogi_status status = check_plain(&options->telnet, "telnet", fault);
    return status == SHOOGI_OK ? check_plain(&options->http, "http", fault) : status;
}

/* Reads the page.  Where one is to come later there may be none yet. */
static shoogi_status read_page(shg_server *server, const shg_server_options *options,
                               shoogi_error *err)
{
    server->doors->web_directory = options->web;
    const shoogi_status status = shg_web_files_new(&server->doors->web, options->web, err);
    const bool found = status == SHOOGI_OK && shg_web_files_find(server->doors->web, "/", 1);
    server->doors->web_later = options->web_later && !found;
    if (status != SHOOGI_NOT_FOUND || !options->web_later)
        return status;
    *err = (shoogi_error){ 0 };
    return SHOOGI_OK;
}

/* Answers that are being made keep the page that they began with.  If none is found the one there is stays; if there is
 * none either none is waited for any more. */
static void reload_page(shg_server *server)
{
    shoogi_error err = { 0 };
    shg_web_files *files = NULL;
    const bool has_page = shg_web_files_find(server->doors->web, "/", 1) != NULL;
    const shoogi_status status = shg_web_files_new(&files, server->doors->web_directory, &err);
    if (status == SHOOGI_OK && shg_web_files_find(files, "/", 1)) {
        shg_web_files_free(server->doors->web);
        server->doors->web = files;
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_page, NULL);
    } else {
        shg_web_files_free(files);
        if (has_page || server->doors->web_later || server->doors->web_directory)
            shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_no_page, "why",
                          err.message[0]        ? err.message
                          : status != SHOOGI_OK ? shoogi_status_text(status)
                                                : "there is none",
                          NULL);
    }
    server->doors->web_later = false;
}

static void on_reload(evutil_socket_t number, short what, void *context)
{
    (void)number;
    (void)what;
    shg_server *server = context;
    char fault[SHG_SERVER_FAULT_BYTES] = "";
    shg_out out = shg_out_make(fault, sizeof fault);
    reload_page(server);
    if (!server->tls)
        return;
    if (shg_tls_reload(server->tls, &out) == SHOOGI_OK)
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_certificate, NULL);
    else
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_no_certificate, "why", fault, NULL);
}

/* What only shows once the server runs: that letters can be sent, and that the database can be made where it is to be. */
static shoogi_status check_places(const shg_server_options *options,
                                  char fault[SHG_SERVER_FAULT_BYTES])
{
    char folder[PATH_MAX];
    const char *const slash = strrchr(options->db_path, '/');
    const int bytes = slash ? (int)(slash - options->db_path) + 1 : 1;
    snprintf(folder, sizeof folder, "%.*s", bytes, slash ? options->db_path : ".");
    if (strcmp(options->db_path, "memory") != 0 && access(folder, W_OK | X_OK) != 0) {
        snprintf(fault, SHG_SERVER_FAULT_BYTES, "cannot write %s: %s", folder, strerror(errno));
        return SHOOGI_IO;
    }
    if (options->sendmail && strcmp(options->sendmail, "none") != 0 &&
        access(options->sendmail, X_OK) != 0) {
        snprintf(fault, SHG_SERVER_FAULT_BYTES, "cannot run %s: %s", options->sendmail,
                 strerror(errno));
        return SHOOGI_IO;
    }
    return SHOOGI_OK;
}

shoogi_status shg_server_check(FILE *out, FILE *faults, const shg_server_options *options,
                               char fault[SHG_SERVER_FAULT_BYTES])
{
    whole checked = { 0 };
    join(&checked);
    shg_server *server = &checked.server;
    fault[0] = '\0';
    shoogi_error err = { 0 };
    shoogi_status status = list_variants(server, options, fault);
    if (status == SHOOGI_OK)
        status = read_variants(faults, server, fault);
    if (status == SHOOGI_OK) {
        status = read_page(server, options, &err);
        snprintf(fault, SHG_SERVER_FAULT_BYTES, "%s", err.message);
    }
    if (status == SHOOGI_OK)
        status = start_tls(server, options, fault);
    if (status == SHOOGI_OK)
        status = check_places(options, fault);
    shg_variants_free(server->rules->variants);
    shg_web_files_free(server->doors->web);
    shg_tls_free(server->tls);
    if (status != SHOOGI_OK) {
        if (!fault[0])
            snprintf(fault, SHG_SERVER_FAULT_BYTES, "%s", shoogi_status_text(status));
        return status;
    }
    char telnet[SHG_ADDRESS_TEXT_BYTES], http[SHG_ADDRESS_TEXT_BYTES];
    shg_address_write(telnet, &options->telnet);
    shg_address_write(http, &options->http);
    fprintf(out, "telnet %s\nhttp %s\ndb %s\nper-address %u\n", telnet, http, options->db_path,
            options->per_address);
    for (size_t i = 0; i < options->proxy_count; i++) {
        char network[SHG_NETWORK_TEXT_BYTES];
        shg_network_write(network, &options->proxies[i]);
        fprintf(out, "trusted-proxy %s\n", network);
    }
    for (size_t i = 0; i < options->name_count; i++)
        fprintf(out, "host-name %s\n", options->names[i]);
    if (options->has_metrics) {
        shg_address_write(http, &options->metrics);
        fprintf(out, "metrics %s\n", http);
    }
    if (options->sendmail)
        fprintf(out, "sendmail %s\n", options->sendmail);
    if (options->mail_from)
        fprintf(out, "mail-from %s\n", options->mail_from);
    if (options->push)
        fprintf(out, "push %s\n", options->push);
    if (options->url)
        fprintf(out, "url %s\n", options->url);
    fprintf(out, "engines %u\n", options->engines);
    fprintf(out, "log-level %s\n", shg_log_level_word((shg_log_level)options->log_level));
    if (options->web)
        fprintf(out, "web %s\n", options->web);
    if (options->web_later)
        fprintf(out, "web-later\n");
    if (options->tls_certificate)
        fprintf(out, "tls-cert %s\ntls-key %s\n", options->tls_certificate, options->tls_key);
    if (options->insecure)
        fprintf(out, "insecure\n");
    return SHOOGI_OK;
}

/* ---- workers ---- */

static void wake(void *context)
{
    const shg_server *server = context;
    const uint64_t one = 1;
    /* It cannot fail but when the counter is full, and then the loop is awake anyway. */
    (void)!write(server->wake_fd, &one, sizeof one);
}

/* Each time that it is otherwise than before. */
static void log_disk(shg_server *server)
{
    const bool full = shg_server_disk_full(server);
    if (full != server->disk_was_full)
        shg_log_write(&server->log, shg_now_ms(server),
                      full ? SHG_LOG_disk_full : SHG_LOG_disk_room, NULL);
    server->disk_was_full = full;
}

static void on_wake(evutil_socket_t fd, short what, void *context)
{
    (void)what;
    shg_server *server = context;
    uint64_t ignored;
    (void)!read(fd, &ignored, sizeof ignored);
    shg_worker_deliver(server->writer);
    if (server->reader != server->writer)
        shg_worker_deliver(server->reader);
    shg_passwords_deliver(server->accounts->passwords);
    log_disk(server);
    if (shg_server_failed(server) && server->exit_status == 0) {
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_storage_failed, NULL);
        shg_server_stop(server, 2);
    }
    shg_server_check_drained(server);
}

static shoogi_status start_worker(shg_server *server, shg_worker **out, shg_storage *storage,
                                  bool writes, shoogi_error *err)
{
    const shoogi_status status = shg_worker_new(out, storage, writes, wake, server, err);
    if (status != SHOOGI_OK)
        storage->ops->close(storage);
    return status;
}

/* A reader: what has to be known before anything is done. */
static shoogi_status start_reader(shg_server *server, shg_storage *storage, shoogi_error *err)
{
    const shoogi_status status = shg_falls_read(server, storage, err);
    if (status == SHOOGI_OK)
        return start_worker(server, &server->reader, storage, false, err);
    storage->ops->close(storage);
    return status;
}

static shoogi_status start_writer(shg_server *server, shg_storage *storage, shoogi_error *err)
{
    shoogi_status status =
        shg_downtimes_begin(&server->clocks->downtimes, &server->clock.start_ms, storage, err);
    if (status == SHOOGI_OK)
        status = shg_house_read(&server->house, storage, err);
    if (status == SHOOGI_OK)
        return start_worker(server, &server->writer, storage, true, err);
    storage->ops->close(storage);
    return status;
}

static shoogi_status open_storage(shg_server *server, const char *path, shoogi_error *err)
{
    shg_storage *storage = NULL;
    if (strcmp(path, "memory") == 0) {
        shoogi_status status = shg_storage_memory(&storage, err);
        if (status == SHOOGI_OK)
            status = start_writer(server, storage, err);
        server->reader = server->writer;
        return status;
    }
    shg_sqlite_options options = { .path = path };
    shoogi_status status = shg_storage_sqlite(&storage, &options, err);
    if (status == SHOOGI_OK)
        status = start_writer(server, storage, err);
    options.read_only = true;
    if (status == SHOOGI_OK)
        status = shg_storage_sqlite(&storage, &options, err);
    if (status == SHOOGI_OK)
        status = start_reader(server, storage, err);
    return status;
}

/* ---- stopping ---- */

static void on_doomed(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_server *server = context;
    while (server->doomed) {
        shg_connection *c = server->doomed;
        server->doomed = c->next_doomed;
        c->close(c);
    }
    shg_server_check_drained(server);
}

static void on_drain_over(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    const shg_server *server = context;
    event_base_loopbreak(server->base);
}

static void on_signal(evutil_socket_t number, short what, void *context)
{
    (void)number;
    (void)what;
    shg_server_stop(context, 0);
}

/* ---- starting ---- */

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

/* What is typed may come from a file, which epoll refuses. */
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

static void expire(shg_server *server, bool guests)
{
    server->lobby->expire_ms = shg_now_ms(server) + SHG_CHALLENGES_LOOK_S * 1000;
    shg_expire_challenges(server, guests);
    shg_abandoned_sweep(server);
    shg_tokens_expire(server);
}

/* ---- mail ---- */

static bool sends_mail(const shg_server_options *options)
{
    if (options->local || (options->sendmail && strcmp(options->sendmail, "none") == 0))
        return false;
    return options->sendmail || access(SHG_SENDMAIL, X_OK) == 0;
}

/* Where letters come from, if nothing is said: shoogi at this machine. */
static void usual_sender(char *out, size_t room)
{
    char host[256] = "localhost";
    if (gethostname(host, sizeof host - 1) != 0)
        snprintf(host, sizeof host, "localhost");
    snprintf(out, room, "shoogi@%s", host);
}

static shoogi_status start_mail(shg_server *server, const shg_server_options *options)
{
    char from[320];
    if (!sends_mail(options))
        return SHOOGI_OK;
    usual_sender(from, sizeof from);
    return shg_mail_new(
        &server->messages->mail, server, options->sendmail ? options->sendmail : SHG_SENDMAIL,
        options->mail_from ? options->mail_from : from, options->url ? options->url : "");
}

static shoogi_status start_pushes(shg_server *server, const shg_server_options *options)
{
    char from[320], subject[330];
    const char *where = options->push ? options->push : "public";
    if (options->local || !options->works || strcmp(where, "none") == 0)
        return SHOOGI_OK;
    usual_sender(from, sizeof from);
    if (options->url && strncmp(options->url, "https://", 8) == 0)
        snprintf(subject, sizeof subject, "%s", options->url);
    else
        snprintf(subject, sizeof subject, "mailto:%s",
                 options->mail_from ? options->mail_from : from);
    return shg_pushes_new(&server->messages->pushes, server, subject,
                          strcmp(where, "anywhere") == 0);
}

static void on_alive(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_server *server = context;
    shg_store_alive(server);
    if (shg_now_ms(server) >= server->lobby->expire_ms)
        expire(server, false);
    if (shg_now_ms(server) >= server->messages->letters_ms) {
        server->messages->letters_ms = shg_now_ms(server) + SHG_LETTERS_LOOK_MS;
        shg_letters_look(server);
    }
    shg_log_flush(&server->log, shg_now_ms(server));
}

static shoogi_status make_signal_event(struct event **out, shg_server *server, int number,
                                       event_callback_fn happened)
{
    *out = evsignal_new(server->base, number, happened, server);
    return *out && evsignal_add(*out, NULL) == 0 ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

/* ---- starting and stopping: a part each ---- */

typedef struct launch {
    const shg_server_options *options;
    char *fault; /* [SHG_SERVER_FAULT_BYTES]: a sentence, where it is more than err says */
    shoogi_error *err;
} launch;

static shoogi_status start_host(shg_server *server, const launch *start)
{
    const shg_server_options *options = start->options;
    server->telnet_address = options->telnet;
    server->http_address = options->http;
    server->metrics_address = options->metrics;
    server->per_address = options->per_address;
    server->local = options->local;
    shg_log_init(&server->log, (shg_log_level)options->log_level);
    shg_clock_init(&server->clock, options->told_ms);
    server->connections_max = 1;
    if (!server->local)
        raise_descriptors(server);
    return SHOOGI_OK;
}

static shoogi_status start_rules(shg_server *server, const launch *start)
{
    const shoogi_status status = list_variants(server, start->options, start->fault);
    return status == SHOOGI_OK ? shg_rules_cache_new(&server->rules->past) : status;
}

static void stop_rules(shg_server *server)
{
    shg_rules_cache_free(server->rules->past);
    shg_variants_free(server->rules->variants);
}

static shoogi_status start_page(shg_server *server, const launch *start)
{
    return server->local ? SHOOGI_OK : read_page(server, start->options, start->err);
}

static void stop_page(shg_server *server)
{
    shg_web_files_free(server->doors->web);
}

/* The loop, and what wakes it. */
static shoogi_status start_loop(shg_server *server, const launch *start)
{
    (void)start;
    /* At a terminal an interrupt is for what is going on there, and its end is the end. */
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
    /* Also where nothing is to be read again: "systemctl reload" is not to end everybody's session. */
    if (status == SHOOGI_OK && !server->local)
        status = make_signal_event(&server->reload_event, server, SIGHUP, on_reload);
    return status;
}

static void free_event(struct event *event)
{
    if (event)
        event_free(event);
}

static void stop_loop(shg_server *server)
{
    free_event(server->wake_event);
    free_event(server->doom_event);
    free_event(server->drain_event);
    free_event(server->alive_event);
    free_event(server->signal_events[0]);
    free_event(server->signal_events[1]);
    free_event(server->reload_event);
    if (server->base)
        event_base_free(server->base);
    if (server->wake_fd >= 0)
        close(server->wake_fd);
}

static shoogi_status start_connections(shg_server *server, const launch *start)
{
    shoogi_status status = shg_peers_new(&server->peers);
    if (status == SHOOGI_OK)
        status = shg_turns_init(&server->turns, server->base);
    if (status == SHOOGI_OK)
        status = shg_deadlines_init(&server->linger_deadlines, server->base, &server->clock,
                                    SHG_LINGER_MS);
    return status == SHOOGI_OK ? start_tls(server, start->options, start->fault) : status;
}

static void stop_connections(shg_server *server)
{
    shg_tls_free(server->tls);
    if (server->base) {
        shg_deadlines_fini(&server->linger_deadlines);
        shg_turns_fini(&server->turns);
    }
    shg_peers_free(server->peers);
}

static shoogi_status start_games(shg_server *server, const launch *start)
{
    (void)start;
    shoogi_status status =
        shg_game_cache_new(&server->games->cache, (size_t)shg_test_bound(SHG_GAMES_CACHED, 1),
                           (size_t)shg_test_bound(SHG_GAMES_CACHED_EVENTS, 1));
    if (status == SHOOGI_OK)
        status = shg_falls_init(server);
    return status == SHOOGI_OK ? shg_settle_init(server) : status;
}

static void stop_games(shg_server *server)
{
    free_event(server->games->settle_event);
    shg_falls_fini(server);
    shg_downtimes_fini(&server->clocks->downtimes);
    shg_game_cache_free(server->games->cache);
}

static shoogi_status start_limits(shg_server *server, const launch *start)
{
    (void)start;
    shoogi_status status = shg_guesses_new(&server->accounts->limits);
    if (status == SHOOGI_OK)
        status = shg_throttle_new(&server->accounts->sign_ups, SHG_ACCOUNTS_FADE_MS);
    if (status == SHOOGI_OK)
        status = shg_throttle_new(&server->messages->talk, SHG_TALK_FADE_MS);
    if (status == SHOOGI_OK)
        status = shg_throttle_new(&server->messages->letters, SHG_LETTERS_FADE_MS);
    if (status == SHOOGI_OK)
        status = shg_throttle_new(&server->doors->calls, SHG_CALLS_FADE_MS);
    if (status == SHOOGI_OK)
        status = shg_throttle_new(&server->commands->searches, SHG_SEARCHES_FADE_MS);
    return status;
}

static void stop_limits(shg_server *server)
{
    shg_guesses_free(server->accounts->limits);
    shg_throttle_free(server->accounts->sign_ups);
    shg_throttle_free(server->messages->talk);
    shg_throttle_free(server->messages->letters);
    shg_throttle_free(server->doors->calls);
    shg_throttle_free(server->commands->searches);
}

static shoogi_status start_messages(shg_server *server, const launch *start)
{
    const shoogi_status status = start_mail(server, start->options);
    return status == SHOOGI_OK ? start_pushes(server, start->options) : status;
}

static void stop_messages(shg_server *server)
{
    shg_pushes_free(server->messages->pushes);
    shg_mail_free(server->messages->mail);
}

static shoogi_status start_library(shg_server *server, const launch *start)
{
    (void)start;
    return shg_places_init(server);
}

static void stop_library(shg_server *server)
{
    free_event(server->library->places_event);
}

static void stop_help(shg_server *server)
{
    for (size_t i = 0; i < SHG_LANGUAGES; i++)
        for (size_t in_words = 0; in_words < 2; in_words++)
            free(server->commands->whole_help[i][in_words].text);
}

static void no_accept(void *context, const char *why)
{
    shg_server *server = context;
    server->metrics.counts[SHG_COUNT_refused_descriptors]++;
    shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_no_accept, "why", why, NULL);
}

/* Signals are the loop's: the threads are started with them blocked. */
static shoogi_status start_threads(shg_server *server, const launch *start)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    shoogi_status status = open_storage(server, start->options->db_path, start->err);
    if (status == SHOOGI_OK)
        status = shg_passwords_new(&server->accounts->passwords, wake, server);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

static void stop_threads(shg_server *server)
{
    server->closed = true;
    shg_passwords_free(server->accounts->passwords);
    if (server->reader != server->writer)
        shg_worker_free(server->reader);
    shg_worker_free(server->writer);
    shg_house_free(server->house);
}

/* The deadlines of connections, and the ports. */
static shoogi_status start_doors(shg_server *server, const launch *start)
{
    const shg_server_options *options = start->options;
    shg_door_part *doors = server->doors;
    const struct {
        shg_deadlines *deadlines;
        int64_t ms;
    } rows[] = {
        { &doors->login_deadlines, SHG_LOGIN_MS },
        { &doors->http_deadlines, shg_test_setting_ms("SHOOGI_TEST_HEAD_MS", SHG_HTTP_HEAD_MS) },
        { &doors->upload_deadlines, SHG_HTTP_UPLOAD_MS },
        { &doors->heartbeats, SHG_HEARTBEAT_MS },
        { &doors->idle_deadlines, shg_test_setting_ms("SHOOGI_TEST_IDLE_MS", SHG_HTTP_IDLE_MS) },
        { &doors->ping_deadlines, shg_test_setting_ms("SHOOGI_TEST_PING_MS", SHG_PING_MS) },
    };
    doors->front = (shg_web_front){ .proxies = options->proxies,
                                    .proxy_count = options->proxy_count,
                                    .names = options->names,
                                    .name_count = options->name_count };
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == SHOOGI_OK; i++)
        status = shg_deadlines_init(rows[i].deadlines, server->base, &server->clock, rows[i].ms);
    if (status == SHOOGI_OK && !server->local)
        status = shg_listener_new(&doors->telnet, server->base, &server->telnet_address,
                                  shg_telnet_accepted, no_accept, server, start->err);
    if (status == SHOOGI_OK && !server->local)
        status = shg_listener_new(&doors->http, server->base, &server->http_address,
                                  shg_http_accepted, no_accept, server, start->err);
    if (status == SHOOGI_OK && !server->local && options->has_metrics)
        status = shg_listener_new(&server->admin->scrapes, server->base, &server->metrics_address,
                                  shg_metrics_accepted, no_accept, server, start->err);
    return status;
}

static void stop_doors(shg_server *server)
{
    shg_door_part *doors = server->doors;
    if (!server->base)
        return;
    shg_deadlines_fini(&doors->login_deadlines);
    shg_deadlines_fini(&doors->http_deadlines);
    shg_deadlines_fini(&doors->upload_deadlines);
    shg_deadlines_fini(&doors->heartbeats);
    shg_deadlines_fini(&doors->idle_deadlines);
    shg_deadlines_fini(&doors->ping_deadlines);
}

/* Its socket lies beside the database, whose lock says that no other server's is there. */
static shoogi_status start_admin(shg_server *server, const launch *start)
{
    const char *path = start->options->db_path;
    return server->local || strcmp(path, "memory") == 0
               ? SHOOGI_OK
               : shg_admin_door_new(&server->admin->door, server, path, start->err);
}

static void stop_admin(shg_server *server)
{
    shg_admin_door_free(server->admin->door);
    shg_closing_fini(&server->admin->closing);
}

static shoogi_status start_helpers(shg_server *server, const launch *start)
{
    const shoogi_status status = shg_pictures_new(&server->pages->pictures);
    return status == SHOOGI_OK && start->options->works
               ? shg_chores_new(&server->chores, server, SHG_CHORES_AT_ONCE)
               : status;
}

static void stop_helpers(shg_server *server)
{
    shg_chores_free(server->chores);
    shg_pictures_free(server->pages->pictures);
}

static shoogi_status start_engines(shg_server *server, const launch *start)
{
    const shg_server_options *options = start->options;
    if (options->local || !options->works || options->engines == 0)
        return SHOOGI_OK;
    shoogi_status status = shg_thinkers_new(&server->engines->pool, server, options->engines);
    if (status == SHOOGI_OK)
        status = shg_engines_new(&server->engines->players, server, server->engines->pool);
    if (status == SHOOGI_OK)
        status = shg_analyses_new(&server->engines->analyses, server, server->engines->pool);
    return status;
}

static void stop_engines(shg_server *server)
{
    shg_engine_part *engines = server->engines;
    shg_engines_free(engines->players);
    shg_analyses_free(engines->analyses);
    shg_thinkers_free(engines->pool);
    *engines = (shg_engine_part){ 0 };
}

/* Whoever is still here is closed; sessions that wait for a worker live on until it has answered. */
static void close_connections(shg_server *server)
{
    server->stopping = true;
    stop_accepting(server);
    while (server->connections)
        server->connections->close(server->connections);
}

/* Started in this order and stopped in the other.  What is stopped may have been started by half, or not at all.  The ports
 * come before the database: a second server in the same place is to find them taken. */
static const struct {
    shoogi_status (*start)(shg_server *server, const launch *start);
    void (*stop)(shg_server *server);
} parts[] = {
    { start_host, NULL },
    { start_rules, stop_rules },
    { start_page, stop_page },
    { start_loop, stop_loop },
    { start_connections, stop_connections },
    { start_games, stop_games },
    { start_limits, stop_limits },
    { start_messages, stop_messages },
    { start_library, stop_library },
    { NULL, stop_help },
    { start_doors, stop_doors },
    { start_threads, stop_threads },
    { start_admin, stop_admin },
    { start_helpers, stop_helpers },
    { start_engines, stop_engines },
    { NULL, close_connections },
};
enum { PARTS = sizeof parts / sizeof parts[0] };

shoogi_status shg_server_new(shg_server **out, const shg_server_options *options,
                             char fault[SHG_SERVER_FAULT_BYTES])
{
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of writing */
    fault[0] = '\0';
    whole *made = sodium_init() >= 0 ? calloc(1, sizeof *made) : NULL;
    shoogi_error err = { 0 };
    const launch start = { options, fault, &err };
    shoogi_status status = made ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    shg_server *server = NULL;
    if (made) {
        join(made);
        server = &made->server;
    }
    for (size_t i = 0; i < PARTS && status == SHOOGI_OK; i++)
        if (parts[i].start)
            status = parts[i].start(server, &start);
    if (status == SHOOGI_OK) {
        shg_clock_restart(&server->clock); /* no clock is charged for all that */
        expire(server, true);
        shg_settle_sweep(server);
        shg_places_wake(server);
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

/* What this thread has used; waiting costs nothing of it. */
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
        log_faults(server);
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
    free(server); /* it is the first in its whole */
}
