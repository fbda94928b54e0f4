#include "server/doors/part.h"
#include "server/loop/connection_setup.h"
#include "server/rules/part.h"
#include "server/server.h"
#include "storage/storage.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Checks what otherwise fails only at run time: whether e-mail can be sent, and whether the
 * database can be created at its path. */
static shoogi_status check_places(const shg_server_options *options,
                                  char fault[SHG_SERVER_FAULT_BYTES])
{
    char folder[PATH_MAX];
    const char *const slash = strrchr(options->db_path, '/');
    const int bytes = slash ? (int)(slash - options->db_path) + 1 : 1;
    snprintf(folder, sizeof folder, "%.*s", bytes, slash ? options->db_path : ".");
    if (!shg_storage_is_memory(options->db_path) && !shg_storage_is_uri(options->db_path) &&
        access(folder, W_OK | X_OK) != 0) {
        snprintf(fault, SHG_SERVER_FAULT_BYTES, "cannot write %s: %s", folder, strerror(errno));
        return SHOOGI_IO;
    }
    if (options->node && !shg_storage_is_uri(options->db_path)) {
        snprintf(fault, SHG_SERVER_FAULT_BYTES,
                 "several servers need a database in PostgreSQL: --db postgresql://...");
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

/* Reads everything that a server reads at startup. faults: NULL: the variants are not read. */
static shoogi_status check_all(FILE *faults, const shg_server_options *options,
                               char fault[SHG_SERVER_FAULT_BYTES])
{
    shg_rules_part rules = { 0 };
    shg_door_part doors = { 0 };
    shg_server server = { .rules = &rules, .doors = &doors };
    shoogi_error err = { 0 };
    const shg_launch start = { options, fault, &err };
    shoogi_status status = shg_rules_start(&server, &start);
    if (status == SHOOGI_OK && faults)
        status = shg_rules_check(faults, &server, fault);
    if (status == SHOOGI_OK) {
        status = shg_page_read(&server, options, &err);
        if (status != SHOOGI_OK) /* else a folder that was tried may have left one */
            snprintf(fault, SHG_SERVER_FAULT_BYTES, "%s", err.message);
    }
    if (status == SHOOGI_OK)
        status = shg_tls_start(&server.tls, options, fault);
    if (status == SHOOGI_OK)
        status = check_places(options, fault);
    shg_rules_stop(&server);
    shg_web_files_free(doors.web);
    shg_tls_free(server.tls);
    return status;
}

/* What a start does to the database. */
typedef enum start_change {
    CHANGES_NOTHING,
    CHANGES_BY_ADDING, /* servers of the version that it has can go on */
    CHANGES_FOR_NEW_ALONE,
} start_change;

static shoogi_status check_database(start_change *out, const char *path, shoogi_error *err)
{
    shg_storage *storage = NULL;
    *out = CHANGES_NOTHING;
    if (shg_storage_is_memory(path) || (!shg_storage_is_uri(path) && access(path, F_OK) != 0))
        return SHOOGI_OK;
    const shoogi_status status = shg_storage_open(&storage, path, true, err);
    if (storage)
        storage->ops->close(storage);
    *out = status == SHOOGI_PARSE_ERROR ? CHANGES_BY_ADDING
           : status == SHOOGI_ILLEGAL   ? CHANGES_FOR_NEW_ALONE
                                        : CHANGES_NOTHING;
    return *out != CHANGES_NOTHING ? SHOOGI_OK : status;
}

shoogi_status shg_server_check(FILE *out, FILE *faults, const shg_server_options *options,
                               char fault[SHG_SERVER_FAULT_BYTES])
{
    start_change change = CHANGES_NOTHING;
    shoogi_error err = { 0 };
    fault[0] = '\0';
    shoogi_status status = check_all(faults, options, fault);
    if (status == SHOOGI_OK)
        status = check_database(&change, options->db_path, &err);
    if (status != SHOOGI_OK) {
        if (!fault[0])
            snprintf(fault, SHG_SERVER_FAULT_BYTES, "%s",
                     err.message[0] ? err.message : shoogi_status_text(status));
        return status;
    }
    char telnet[SHG_ADDRESS_TEXT_BYTES], http[SHG_ADDRESS_TEXT_BYTES];
    shg_address_write(telnet, &options->telnet);
    shg_address_write(http, &options->http);
    fprintf(out, "telnet %s\nhttp %s\ndb %s\nper-address %u\n", telnet, http, options->db_path,
            options->per_address);
    if (change == CHANGES_BY_ADDING)
        fprintf(out, "# The start adds to this database, and older servers can go on: %s\n",
                err.message);
    if (change == CHANGES_FOR_NEW_ALONE)
        fprintf(out,
                "# The start changes this database to the version of this program, and older ones "
                "cannot use it\n# any more: %s\n",
                err.message);
    if (options->node)
        fprintf(out, "node %s\n", options->node);
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

shoogi_status shg_server_try(const shg_server_options *options, int state_fd,
                             char fault[SHG_SERVER_FAULT_BYTES])
{
    shoogi_error err = { 0 };
    shg_handover handover = { 0 };
    shg_storage *storage = NULL;
    fault[0] = '\0';
    shoogi_status status = check_all(NULL, options, fault);
    if (status == SHOOGI_OK)
        status = shg_handover_read(&handover, state_fd, &err);
    else
        close(state_fd);
    /* As a reader, which refuses a database that would have to be changed first.  Additions do not matter: if the start fails
     * behind them, the earlier program can go on. */
    if (status == SHOOGI_OK)
        status = shg_storage_open(&storage, options->db_path, true, &err);
    if (status == SHOOGI_PARSE_ERROR)
        status = SHOOGI_OK;
    if (storage)
        storage->ops->close(storage);
    shg_handover_fini(&handover);
    if (status != SHOOGI_OK && !fault[0])
        snprintf(fault, SHG_SERVER_FAULT_BYTES, "%s",
                 err.message[0] ? err.message : shoogi_status_text(status));
    return status;
}
