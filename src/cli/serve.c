/* serve.c: shoogi serve: runs the server. */
#include "cli/bundled_data.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/sd_notify.h"
#include "server/loop/bounds.h"
#include "server/loop/clock.h"
#include "server/loop/log.h"
#include "server/loop/takeover.h"
#include "server/messages/mail.h"
#include "server/server.h"
#include "storage/copy.h"
#include "storage/news.h"
#include "wire/http_head.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fail(const char *sentence)
{
    fprintf(stderr, "shoogi serve: %s\n", sentence);
    return CLI_BAD;
}

/* Parses an address into a shg_address. */
static bool read_address(const cli_option *option, const char *command, const char *text)
{
    shoogi_error err;
    if (shg_address_read(option->into, text, &err) == SHOOGI_OK)
        return true;
    fprintf(stderr, "shoogi %s: --%s: %s\n", command, option->name, err.message);
    return false;
}

/* Parses the address of the metrics into a shg_server_options. */
static bool read_metrics(const cli_option *option, const char *command, const char *text)
{
    shg_server_options *const options = option->into;
    const cli_option address = { .name = option->name, .into = &options->metrics };
    options->has_metrics = true;
    return read_address(&address, command, text);
}

static bool read_network(shg_network *out, const char *text)
{
    shoogi_error err;
    if (shg_network_read(out, text, &err) == SHOOGI_OK)
        return true;
    fprintf(stderr, "shoogi serve: --trusted-proxy: %s\n", err.message);
    return false;
}

/* The program in whose place this one was started, until it serves. */
static shg_takeover takeover;

/* This program cannot take the place of the one before: starts that one again, which goes on with the state. */
static void go_back(const shg_server_options *options, const char *fault)
{
    if (takeover.verb != SHG_TAKEOVER_TAKE)
        return;
    takeover.verb = SHG_TAKEOVER_BACK;
    snprintf(takeover.why, sizeof takeover.why, "the new program did not start: %s", fault);
    shg_takeover_exec(&takeover, options->command);
}

static void forget_takeover(void)
{
    if (takeover.state_fd >= 0)
        close(takeover.state_fd);
    if (takeover.old_fd >= 0)
        close(takeover.old_fd);
    takeover.verb = SHG_TAKEOVER_NONE;
    takeover.state_fd = takeover.old_fd = -1;
}

/* Runs the server once.  *restores: it stopped to restart with another database, at the addresses that options
 * then contains. */
static int serve_once(bool *restores, shg_server_options *options)
{
    char fault[SHG_SERVER_FAULT_BYTES], telnet[SHG_ADDRESS_TEXT_BYTES],
        http[SHG_ADDRESS_TEXT_BYTES];
    shg_server *server = NULL;
    shg_address metrics = options->metrics;
    const shoogi_status made = shg_server_new(&server, options, fault);
    options->handover_fd = 0;
    options->handover_why = NULL;
    if (made != SHOOGI_OK) {
        go_back(options, fault);
        return fail(fault);
    }
    forget_takeover();
    shg_address_write(telnet, shg_server_telnet(server));
    shg_address_write(http, shg_server_http(server));
    printf("telnet %s\nhttp %s\n", telnet, http);
    if (options->has_metrics) {
        metrics = *shg_server_metrics(server);
        shg_address_write(http, &metrics);
        printf("metrics %s\n", http);
    }
    printf("ready\n");
    int status = cli_written(CLI_GOOD);
    cli_sd_notify("READY=1");
    if (status == CLI_GOOD)
        status = shg_server_run(server);
    *restores = status == CLI_GOOD && shg_server_restores(server);
    options->telnet = *shg_server_telnet(server);
    options->http = *shg_server_http(server);
    if (options->has_metrics)
        options->metrics = metrics;
    shg_server_free(server);
    return status;
}

/* Installs the waiting database.  If that fails the server continues with the old one. */
static void restore(const shg_server_options *options)
{
    char waiting[SHG_KEPT_PATH_BYTES], kept[SHG_KEPT_PATH_BYTES];
    shoogi_error err;
    shg_log log;
    shg_clock clock;
    shg_clock_init(&clock, NULL);
    const int64_t now_ms = shg_clock_now_ms(&clock);
    shg_log_init(&log, (shg_log_level)options->log_level);
    shg_storage_waiting_path(waiting, options->db_path);
    if (shg_storage_replace(kept, options->db_path, waiting, now_ms, &err) == SHOOGI_OK)
        shg_log_write(&log, now_ms, SHG_LOG_restored, "kept", kept, NULL);
    else
        shg_log_write(&log, now_ms, SHG_LOG_not_restored, "why", err.message, NULL);
}

static int serve(shg_server_options *options)
{
    bool restores = false;
    int status = serve_once(&restores, options);
    while (restores) {
        restore(options);
        restores = false;
        status = serve_once(&restores, options);
    }
    return status;
}

/* Whether text is a valid base URL: characters that cannot end a link. */
static bool is_url(const char *text)
{
    const size_t scheme = strncmp(text, "https://", 8) == 0  ? 8
                          : strncmp(text, "http://", 7) == 0 ? 7
                                                             : 0;
    const size_t bytes = strlen(text);
    return scheme > 0 && bytes > scheme && bytes < 200 && text[bytes - 1] != '/' &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/[]") ==
               bytes;
}

/* Parses "public", "anywhere" or "none"; into is a text, as in the next two. */
static bool read_push(const cli_option *option, const char *command, const char *text)
{
    if (strcmp(text, "public") != 0 && strcmp(text, "anywhere") != 0 && strcmp(text, "none") != 0) {
        (void)cli_expected(command, text, "public, anywhere or none");
        return false;
    }
    *(const char **)option->into = text;
    return true;
}

static bool read_mail_from(const cli_option *option, const char *command, const char *text)
{
    if (!shg_mail_address_fits(text, strlen(text))) {
        (void)cli_expected(command, text, "an address such as shoogi@example.org");
        return false;
    }
    *(const char **)option->into = text;
    return true;
}

static bool read_node(const cli_option *option, const char *command, const char *text)
{
    const size_t bytes =
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.");
    if (bytes == 0 || bytes > SHG_NODE_NAME_BYTES_MAX || text[bytes] != '\0') {
        (void)cli_expected(command, text, "a name of at most 32 letters, digits, dots and hyphens");
        return false;
    }
    *(const char **)option->into = text;
    return true;
}

static bool read_url(const cli_option *option, const char *command, const char *text)
{
    if (!is_url(text)) {
        (void)cli_expected(command, text,
                           "https://HOST or http://HOST, without a slash at its end");
        return false;
    }
    *(const char **)option->into = text;
    return true;
}

/* Parses a log level into the int of shg_server_options. */
static bool read_log_level(const cli_option *option, const char *command, const char *text)
{
    shg_log_level level;
    if (!shg_log_level_read(&level, text)) {
        (void)cli_expected(command, text, "error, warning, notice, info or debug");
        return false;
    }
    *(int *)option->into = (int)level;
    return true;
}

/* Megabytes of an answer or upload return to the system when they are freed. glibc would keep them: its
 * limit grows to the largest block that was freed. */
static void return_large_blocks(void)
{
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    (void)mallopt(M_TRIM_THRESHOLD, 128 * 1024);
#endif
}

/* A copy of the command line, for the next program; NULL without memory. */
static const char **copy_command(int argc, char **argv)
{
    const char **command = calloc((size_t)argc + 2, sizeof *command);
    if (!command)
        return NULL;
    command[0] = takeover.program;
    for (int i = 0; i < argc; i++)
        command[i + 1] = argv[i];
    return command;
}

/* Starts, or says whether a start in place of a running server would succeed. */
static int start(shg_server_options *options)
{
    char fault[SHG_SERVER_FAULT_BYTES];
    if (takeover.verb == SHG_TAKEOVER_TRY)
        return shg_server_try(options, takeover.state_fd, fault) == SHOOGI_OK ? CLI_GOOD
                                                                              : fail(fault);
    if (takeover.verb != SHG_TAKEOVER_NONE)
        options->handover_fd = fcntl(takeover.state_fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    options->handover_why = takeover.why[0] ? takeover.why : NULL;
    return serve(options);
}

static int run(int argc, char **argv, const char *const *command)
{
    bool check_only = false;
    cli_list proxies = { .count = 0 }, names = { .count = 0 };
    shg_network networks[CLI_LIST_MAX];
    shg_server_options options;
    shg_server_options_init(&options);
    const cli_option rows[] = {
        { .name = "telnet",
          .value = "ADDR:PORT",
          .help = "telnet listen address (default: 127.0.0.1:4080)",
          .read = read_address,
          .into = &options.telnet },
        { .name = "http",
          .value = "ADDR:PORT",
          .help = "HTTP listen address (default: 127.0.0.1:8080)",
          .read = read_address,
          .into = &options.http },
        { .name = "tls-cert",
          .value = "FILE",
          .help = "TLS certificate (and its chain) in PEM, for both",
          .text = &options.tls_certificate },
        { .name = "tls-key",
          .value = "FILE",
          .help = "its private key, in PEM",
          .text = &options.tls_key },
        { .name = "insecure",
          .help = "allow unencrypted connections from other machines",
          .given = &options.insecure },
        { .name = "db",
          .value = "PATH",
          .help = "the database, created if missing (default: shoogi.db)",
          .text = &options.db_path },
        { .name = "node",
          .value = "NAME",
          .help = "the name of this server, one of several on a database in PostgreSQL",
          .read = read_node,
          .into = &options.node },
        { .name = "web",
          .value = "DIR",
          .help = "the built web page (default: the installed one)",
          .text = &options.web },
        { .name = "web-later",
          .help = "the page may appear later: SIGHUP loads it",
          .given = &options.web_later },
        { .name = "per-address",
          .value = "N",
          .help = "connections allowed for each address (default: 64)",
          .read = cli_read_number,
          .into = &options.per_address,
          .noun = "connections",
          .least = 1,
          .most = SHG_PER_ADDRESS_MAX },
        { .name = "trusted-proxy",
          .value = "NETWORK",
          .help = "a proxy whose X-Forwarded-For is trusted; may be repeated",
          .list = &proxies },
        { .name = "host-name",
          .value = "NAME",
          .help = "a host name of this server, without port; may be repeated",
          .list = &names },
        { .name = "sendmail",
          .value = "PATH",
          .help = "the program that sends e-mail, or none (default: /usr/sbin/sendmail)",
          .text = &options.sendmail },
        { .name = "mail-from",
          .value = "ADDRESS",
          .help = "the sender of e-mail (default: shoogi at this host)",
          .read = read_mail_from,
          .into = &options.mail_from },
        { .name = "push",
          .value = "WHERE",
          .help = "allowed push services: public, anywhere or none (default: public)",
          .read = read_push,
          .into = &options.push },
        { .name = "url",
          .value = "URL",
          .help = "the web address for links in e-mail: https://shogi.example",
          .read = read_url,
          .into = &options.url },
        { .name = "engines",
          .value = "N",
          .help = "engine processes that play as engine1 to engine10 (default: 0)",
          .read = cli_read_number,
          .into = &options.engines,
          .noun = "processes",
          .least = 0,
          .most = SHG_ENGINES_MAX },
        { .name = "metrics",
          .value = "ADDR:PORT",
          .help = "listen address for Prometheus /metrics, unencrypted (default: none)",
          .read = read_metrics,
          .into = &options },
        { .name = "log-level",
          .value = "LEVEL",
          .help = "error, warning, notice, info or debug (default: notice)",
          .read = read_log_level,
          .into = &options.log_level },
        { .name = "n",
          .help = "check the configuration and the database, print it and exit",
          .given = &check_only },
        { .name = "check", .help = "the same as -n", .given = &check_only },
    };
    const cli_arguments arguments = {
        .help =
            "Runs the game server, over telnet and HTTP, until SIGTERM or SIGINT.  Prints its "
            "listen addresses,\n"
            "then \"ready\".  Port 0 picks a free port; write an IPv6 address in brackets, as in "
            "[::1]:4080;\n"
            "--db memory stores nothing on disk.  Without a certificate it listens only on local "
            "addresses,\nunless --insecure.  SIGHUP reloads the certificate and the page, SIGUSR2 starts the "
            "installed\nversion in its place.",
        .options = rows,
        .option_count = sizeof rows / sizeof rows[0],
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    if (!options.tls_certificate != !options.tls_key)
        return fail("--tls-cert and --tls-key must be given together");
    options.works = true;
    options.version = SHOOGI_VERSION;
    options.command = command;
    char web_path[PATH_MAX];
    if (!options.web && cli_bundled_data_path(web_path, "web"))
        options.web = web_path;
    for (size_t i = 0; i < proxies.count; i++, options.proxy_count++)
        if (!read_network(&networks[i], proxies.each[i]))
            return CLI_BAD;
    for (size_t i = 0; i < names.count; i++, options.name_count++)
        if (!shg_http_host_good(names.each[i]))
            return cli_expected(argv[0], names.each[i], "a name of a host, without a port");
    options.proxies = networks;
    options.names = names.each;
    if (!check_only)
        return start(&options);
    char fault[SHG_SERVER_FAULT_BYTES];
    if (shg_server_check(stdout, stderr, &options, fault) != SHOOGI_OK)
        return fail(fault);
    return cli_written(CLI_GOOD);
}

int cli_serve(int argc, char **argv)
{
    return_large_blocks();
    shg_takeover_read(&takeover);
    const char **const command = copy_command(argc, argv);
    const int status = command ? run(argc, argv, command) : fail("out of memory");
    free(command);
    return status;
}
