#include "server/server.h"
#include "server/game/abandoned.h"
#include "server/engines/analysis.h"

#include "base/error.h"
#include "base/text.h"
#include "server/account/login_attempt.h"
#include "server/lobby/challenges.h"
#include "server/doors/door_http.h"
#include "server/doors/door_telnet.h"
#include "server/engines/engine_players.h"
#include "server/game/time_forfeit.h"
#include "server/messages/notification_mail.h"
#include "server/messages/mail.h"
#include "server/messages/push.h"
#include "server/server_int.h"
#include "server/game/final_result.h"
#include "server/session/task.h"
#include "server/loop/test_settings.h"
#include "server/account/token.h"
#include "server/loop/helper_jobs.h"
#include "server/pages/pictures.h"
#include "server/library/position_index.h"
#include "server/doors/web_files.h"

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
    return server->scrapes ? &server->metrics_address : NULL;
}

/* ---- variants ---- */

const shoogi_catalog_entry *shg_server_variant(const shg_server *server, const char *name)
{
    size_t game;
    const shoogi_catalog_entry *entry = NULL;
    if (!shg_variants_by_name(&game, server->variants, name, strlen(name)) ||
        strcmp(shg_variants_name(server->variants, game), name) != 0 ||
        shg_variants_get(&entry, server->variants, game) != SHOOGI_OK)
        return NULL;
    return entry;
}

shoogi_status shg_server_find_variant(const shoogi_catalog_entry **out, const shg_server *server,
                                      const char *name, size_t name_bytes)
{
    size_t game;
    shoogi_status status = SHOOGI_OK;
    if (!shg_variants_by_name(&game, server->variants, name, name_bytes))
        status = shg_variants_by_alias(&game, server->variants, name, name_bytes);
    if (status != SHOOGI_OK)
        return status;
    status = shg_variants_get(out, server->variants, game);
    return status == SHOOGI_OK || status == SHOOGI_NO_MEMORY ? status : SHOOGI_BAD_RULES;
}

const shoogi_catalog_entry *shg_server_usual_variant(const shg_server *server)
{
    const shoogi_catalog_entry *entry = shg_server_variant(server, SHG_USUAL_VARIANT);
    for (size_t i = 0; i < shg_variants_count(server->variants) && !entry; i++)
        (void)!shg_variants_get(&entry, server->variants, i);
    return entry;
}

static shoogi_status list_variants(shg_server *server, const shg_server_options *options,
                                   char fault[SHG_SERVER_FAULT_BYTES])
{
    const shoogi_status status =
        shg_variants_new(&server->variants, options->variants, options->guest);
    if (status == SHOOGI_NOT_FOUND)
        snprintf(fault, SHG_SERVER_FAULT_BYTES,
                 "no variant was found: the directory SHOOGI_VARIANTS should hold NAME.variant");
    return status;
}

/* All of them, each fault of which is written as a line. */
static shoogi_status read_variants(FILE *faults, const shg_server *server,
                                   char fault[SHG_SERVER_FAULT_BYTES])
{
    const size_t count = shg_variants_count(server->variants);
    size_t bad = 0;
    for (size_t i = 0; i < count; i++) {
        const shoogi_catalog_entry *entry;
        char text[SHOOGI_CATALOG_FAULT_BYTES];
        size_t game;
        const shoogi_status status = shg_variants_get(&entry, server->variants, i);
        if (status == SHOOGI_NO_MEMORY)
            return status;
        bad += status != SHOOGI_OK;
        while (shg_variants_next_fault(&game, text, server->variants))
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
    while (shg_variants_next_fault(&game, text, server->variants))
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_bad_definition, "game",
                      shg_variants_name(server->variants, game), "why", text, NULL);
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
    server->web_directory = options->web;
    const shoogi_status status = shg_web_files_new(&server->web, options->web, err);
    const bool found = status == SHOOGI_OK && shg_web_files_find(server->web, "/", 1);
    server->web_later = options->web_later && !found;
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
    const bool has_page = shg_web_files_find(server->web, "/", 1) != NULL;
    const shoogi_status status = shg_web_files_new(&files, server->web_directory, &err);
    if (status == SHOOGI_OK && shg_web_files_find(files, "/", 1)) {
        shg_web_files_free(server->web);
        server->web = files;
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_page, NULL);
    } else {
        shg_web_files_free(files);
        if (has_page || server->web_later || server->web_directory)
            shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_no_page, "why",
                          err.message[0]        ? err.message
                          : status != SHOOGI_OK ? shoogi_status_text(status)
                                                : "there is none",
                          NULL);
    }
    server->web_later = false;
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
    shg_server server = { 0 };
    fault[0] = '\0';
    shoogi_error err = { 0 };
    shoogi_status status = list_variants(&server, options, fault);
    if (status == SHOOGI_OK)
        status = read_variants(faults, &server, fault);
    if (status == SHOOGI_OK) {
        status = read_page(&server, options, &err);
        snprintf(fault, SHG_SERVER_FAULT_BYTES, "%s", err.message);
    }
    if (status == SHOOGI_OK)
        status = start_tls(&server, options, fault);
    if (status == SHOOGI_OK)
        status = check_places(options, fault);
    shg_variants_free(server.variants);
    shg_web_files_free(server.web);
    shg_tls_free(server.tls);
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
    for (size_t i = 0; i < options->proxies_count; i++) {
        char network[SHG_NETWORK_TEXT_BYTES];
        shg_network_write(network, &options->proxies[i]);
        fprintf(out, "trusted-proxy %s\n", network);
    }
    for (size_t i = 0; i < options->names_count; i++)
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

bool shg_server_failed(const shg_server *server)
{
    return shg_worker_failed(server->writer);
}

bool shg_server_disk_full(const shg_server *server)
{
    return shg_worker_full(server->writer);
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
    shg_passwords_deliver(server->passwords);
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
        shg_downtimes_begin(&server->downtimes, &server->clock.start_ms, storage, err);
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

void shg_server_check_drained(shg_server *server)
{
    if (server->stopping && server->jobs == 0 && server->connections_count == 0)
        event_base_loopbreak(server->base);
}

static void on_drain_over(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    const shg_server *server = context;
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
    event_del(server->settle_event);
    shg_store_alive(server);
    shg_listener_free(server->telnet);
    shg_listener_free(server->http);
    shg_listener_free(server->scrapes);
    server->telnet = server->http = server->scrapes = NULL;
    const struct timeval limit = { .tv_sec = SHG_DRAIN_MS / 1000 };
    event_add(server->drain_event, &limit);
    shg_attempt_cancel_delayed(server);
    for (shg_connection *c = server->connections; c; c = c->after)
        c->drain(c); /* none is freed before the loop comes to the doomed */
    shg_server_check_drained(server);
}

static void on_signal(evutil_socket_t number, short what, void *context)
{
    (void)number;
    (void)what;
    shg_server_stop(context, 0);
}

/* ---- making and running ---- */

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
    server->expire_ms = shg_now_ms(server) + SHG_CHALLENGES_LOOK_S * 1000;
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
    return shg_mail_new(&server->mail, server, options->sendmail ? options->sendmail : SHG_SENDMAIL,
                        options->mail_from ? options->mail_from : from,
                        options->url ? options->url : "");
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
    return shg_pushes_new(&server->pushes, server, subject, strcmp(where, "anywhere") == 0);
}

static shoogi_status start_engines(shg_server *server, const shg_server_options *options)
{
    if (options->local || !options->works || options->engines == 0)
        return SHOOGI_OK;
    shoogi_status status = shg_thinkers_new(&server->thinkers, server, options->engines);
    if (status == SHOOGI_OK)
        status = shg_engines_new(&server->engines, server, server->thinkers);
    if (status == SHOOGI_OK)
        status = shg_analyses_new(&server->analyses, server, server->thinkers);
    return status;
}

static void on_alive(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_server *server = context;
    shg_store_alive(server);
    if (shg_now_ms(server) >= server->expire_ms)
        expire(server, false);
    if (shg_now_ms(server) >= server->letters_ms) {
        server->letters_ms = shg_now_ms(server) + SHG_LETTERS_LOOK_MS;
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

static shoogi_status make_events(shg_server *server)
{
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
    if (status == SHOOGI_OK)
        status = shg_deadlines_init(&server->login_deadlines, server->base, &server->clock,
                                    SHG_LOGIN_MS);
    if (status == SHOOGI_OK)
        status = shg_deadlines_init(&server->http_deadlines, server->base, &server->clock,
                                    shg_test_setting_ms("SHOOGI_TEST_HEAD_MS", SHG_HTTP_HEAD_MS));
    if (status == SHOOGI_OK)
        status = shg_deadlines_init(&server->upload_deadlines, server->base, &server->clock,
                                    SHG_HTTP_UPLOAD_MS);
    if (status == SHOOGI_OK)
        status =
            shg_deadlines_init(&server->heartbeats, server->base, &server->clock, SHG_HEARTBEAT_MS);
    if (status == SHOOGI_OK)
        status = shg_deadlines_init(&server->idle_deadlines, server->base, &server->clock,
                                    shg_test_setting_ms("SHOOGI_TEST_IDLE_MS", SHG_HTTP_IDLE_MS));
    if (status == SHOOGI_OK)
        status = shg_deadlines_init(&server->ping_deadlines, server->base, &server->clock,
                                    shg_test_setting_ms("SHOOGI_TEST_PING_MS", SHG_PING_MS));
    if (status == SHOOGI_OK)
        status = shg_deadlines_init(&server->linger_deadlines, server->base, &server->clock,
                                    SHG_LINGER_MS);
    if (status == SHOOGI_OK)
        status = shg_turns_init(&server->turns, server->base);
    return status;
}

static shoogi_status make_tables(shg_server *server)
{
    shoogi_status status = shg_rules_cache_new(&server->rules);
    if (status == SHOOGI_OK)
        status = shg_game_cache_new(&server->games, SHG_GAMES_CACHED, SHG_GAMES_CACHED_EVENTS);
    if (status == SHOOGI_OK)
        status = shg_guesses_new(&server->guesses);
    if (status == SHOOGI_OK)
        status = shg_throttle_new(&server->talk, SHG_TALK_FADE_MS);
    if (status == SHOOGI_OK)
        status = shg_throttle_new(&server->searches, SHG_SEARCHES_FADE_MS);
    if (status == SHOOGI_OK)
        status = shg_throttle_new(&server->calls, SHG_CALLS_FADE_MS);
    if (status == SHOOGI_OK)
        status = shg_throttle_new(&server->accounts, SHG_ACCOUNTS_FADE_MS);
    if (status == SHOOGI_OK)
        status = shg_throttle_new(&server->letters, SHG_LETTERS_FADE_MS);
    if (status == SHOOGI_OK)
        status = shg_peers_new(&server->peers);
    if (status == SHOOGI_OK)
        status = shg_falls_init(server);
    return status;
}

static void no_accept(void *context, const char *why)
{
    shg_server *server = context;
    server->metrics.counts[SHG_COUNT_refused_descriptors]++;
    shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_no_accept, "why", why, NULL);
}

/* Signals are the loop's: the threads are started with them blocked. */
static shoogi_status start_threads(shg_server *server, const char *path, shoogi_error *err)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    shoogi_status status = open_storage(server, path, err);
    if (status == SHOOGI_OK)
        status = shg_passwords_new(&server->passwords, wake, server);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

static shoogi_status start(shg_server *server, const shg_server_options *options,
                           char fault[SHG_SERVER_FAULT_BYTES], shoogi_error *err)
{
    server->telnet_address = options->telnet;
    server->http_address = options->http;
    server->per_address = options->per_address;
    server->front = (shg_web_front){ .proxies = options->proxies,
                                     .proxies_count = options->proxies_count,
                                     .names = options->names,
                                     .names_count = options->names_count };
    server->local = options->local;
    server->metrics_address = options->metrics;
    shg_log_init(&server->log, (shg_log_level)options->log_level);
    shg_clock_init(&server->clock, options->told_ms);
    server->connections_max = 1;
    if (!server->local)
        raise_descriptors(server);
    shoogi_status status = list_variants(server, options, fault);
    if (status == SHOOGI_OK && !server->local)
        status = read_page(server, options, err);
    if (status == SHOOGI_OK)
        status = shg_pictures_new(&server->pictures);
    if (status == SHOOGI_OK && options->works)
        status = shg_chores_new(&server->chores, server, SHG_CHORES_AT_ONCE);
    if (status == SHOOGI_OK)
        status = make_events(server);
    if (status == SHOOGI_OK)
        status = make_tables(server);
    if (status == SHOOGI_OK)
        status = start_tls(server, options, fault);
    /* Also where nothing is to be read again: "systemctl reload" is not to end everybody's session. */
    if (status == SHOOGI_OK && !server->local)
        status = make_signal_event(&server->reload_event, server, SIGHUP, on_reload);
    /* The ports first: a second server in the same place must find them taken, not the database. */
    if (status == SHOOGI_OK && !server->local)
        status = shg_listener_new(&server->telnet, server->base, &server->telnet_address,
                                  shg_telnet_accepted, no_accept, server, err);
    if (status == SHOOGI_OK && !server->local)
        status = shg_listener_new(&server->http, server->base, &server->http_address,
                                  shg_http_accepted, no_accept, server, err);
    if (status == SHOOGI_OK && !server->local && options->has_metrics)
        status = shg_listener_new(&server->scrapes, server->base, &server->metrics_address,
                                  shg_metrics_accepted, no_accept, server, err);
    if (status == SHOOGI_OK)
        status = start_threads(server, options->db_path, err);
    /* After the database: its lock says that no other server's socket is there. */
    if (status == SHOOGI_OK && !server->local && strcmp(options->db_path, "memory") != 0)
        status = shg_admin_door_new(&server->admin, server, options->db_path, err);
    if (status == SHOOGI_OK)
        status = shg_settle_init(server);
    if (status == SHOOGI_OK)
        status = shg_places_init(server);
    if (status == SHOOGI_OK)
        status = start_mail(server, options);
    if (status == SHOOGI_OK)
        status = start_pushes(server, options);
    if (status == SHOOGI_OK)
        status = start_engines(server, options);
    shg_clock_restart(&server->clock); /* no clock is charged for all that */
    if (status == SHOOGI_OK) {
        expire(server, true);
        shg_settle_sweep(server);
        shg_places_wake(server);
    }
    return status;
}

shoogi_status shg_server_new(shg_server **out, const shg_server_options *options,
                             char fault[SHG_SERVER_FAULT_BYTES])
{
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of writing */
    fault[0] = '\0';
    shg_server *server = sodium_init() >= 0 ? calloc(1, sizeof *server) : NULL;
    shoogi_error err = { 0 };
    shoogi_status status = SHOOGI_NO_MEMORY;
    if (server) {
        server->wake_fd = -1;
        status = start(server, options, fault, &err);
    }
    if (status == SHOOGI_OK) {
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

static void free_event(struct event *event)
{
    if (event)
        event_free(event);
}

void shg_server_free(shg_server *server)
{
    if (!server)
        return;
    shg_listener_free(server->telnet);
    shg_listener_free(server->http);
    shg_listener_free(server->scrapes);
    /* Whoever is still here is closed; sessions that wait for a worker live on until it has answered. */
    server->stopping = true;
    shg_attempt_cancel_delayed(server);
    while (server->connections)
        server->connections->close(server->connections);
    shg_engines_free(server->engines);
    server->engines = NULL;
    shg_analyses_free(server->analyses);
    server->analyses = NULL;
    shg_thinkers_free(server->thinkers);
    server->thinkers = NULL;
    server->closed = true;
    shg_chores_free(server->chores);
    shg_pictures_free(server->pictures);
    shg_passwords_free(server->passwords);
    if (server->reader != server->writer)
        shg_worker_free(server->reader);
    shg_worker_free(server->writer);
    shg_falls_fini(server);
    shg_downtimes_fini(&server->downtimes);
    shg_admin_door_free(server->admin);
    shg_closing_fini(&server->closing);
    shg_house_free(server->house);
    shg_game_cache_free(server->games);
    shg_rules_cache_free(server->rules);
    shg_guesses_free(server->guesses);
    shg_throttle_free(server->talk);
    shg_throttle_free(server->searches);
    shg_throttle_free(server->letters);
    shg_throttle_free(server->calls);
    shg_throttle_free(server->accounts);
    shg_peers_free(server->peers);
    shg_tls_free(server->tls);
    if (server->base) {
        shg_deadlines_fini(&server->login_deadlines);
        shg_deadlines_fini(&server->http_deadlines);
        shg_deadlines_fini(&server->upload_deadlines);
        shg_deadlines_fini(&server->idle_deadlines);
        shg_deadlines_fini(&server->heartbeats);
        shg_deadlines_fini(&server->ping_deadlines);
        shg_deadlines_fini(&server->linger_deadlines);
        shg_turns_fini(&server->turns);
        shg_mail_free(server->mail);
        shg_pushes_free(server->pushes);
        free_event(server->settle_event);
        free_event(server->places_event);
        free_event(server->wake_event);
        free_event(server->doom_event);
        free_event(server->drain_event);
        free_event(server->alive_event);
        free_event(server->signal_events[0]);
        free_event(server->signal_events[1]);
        free_event(server->reload_event);
        event_base_free(server->base);
    }
    if (server->wake_fd >= 0)
        close(server->wake_fd);
    shg_variants_free(server->variants);
    for (size_t i = 0; i < SHG_LANGUAGES; i++)
        for (size_t in_words = 0; in_words < 2; in_words++)
            free(server->whole_help[i][in_words].text);
    shg_web_files_free(server->web);
    free(server);
}
