#include "server/loop/connection_setup.h"

#include "server/loop/bounds.h"

/* Passwords cross the network as typed, so plain text is allowed only where nobody can listen. */
static shoogi_status check_plain(const shg_address *address, const char *door,
                                 char fault[SHG_SERVER_FAULT_BYTES])
{
    if (shg_address_is_loopback(address))
        return SHOOGI_OK;
    char text[SHG_ADDRESS_TEXT_BYTES];
    shg_address_write(text, address);
    snprintf(fault, SHG_SERVER_FAULT_BYTES,
             "%s at %s would be unencrypted: give --tls-cert and --tls-key, a local address such "
             "as 127.0.0.1, or --insecure",
             door, text);
    return SHOOGI_INVALID_RULES;
}

shoogi_status shg_tls_start(shg_tls **out, const shg_server_options *options,
                            char fault[SHG_SERVER_FAULT_BYTES])
{
    /* Metrics are always in plain text. */
    if (options->has_metrics && !options->insecure &&
        check_plain(&options->metrics, "metrics", fault) != SHOOGI_OK)
        return SHOOGI_INVALID_RULES;
    if (options->tls_certificate) {
        shg_out why = shg_out_make(fault, SHG_SERVER_FAULT_BYTES);
        return shg_tls_new(out, options->tls_certificate, options->tls_key, &why);
    }
    if (options->insecure || options->local)
        return SHOOGI_OK;
    const shoogi_status status = check_plain(&options->telnet, "telnet", fault);
    return status == SHOOGI_OK ? check_plain(&options->http, "http", fault) : status;
}

void shg_certificate_reload(shg_server *server)
{
    char fault[SHG_SERVER_FAULT_BYTES] = "";
    shg_out out = shg_out_make(fault, sizeof fault);
    if (!server->tls)
        return;
    if (shg_tls_reload(server->tls, &out) == SHOOGI_OK)
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_certificate, NULL);
    else
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_no_certificate, "why", fault, NULL);
}

shoogi_status shg_connections_start(shg_server *server, const shg_launch *start)
{
    shoogi_status status = shg_address_counts_new(&server->address_counts);
    if (status == SHOOGI_OK)
        status = shg_shares_new(&server->shares, server->per_address);
    if (status == SHOOGI_OK)
        shg_connections_share(server);
    if (status == SHOOGI_OK)
        status = shg_turns_init(&server->turns, server->base);
    if (status == SHOOGI_OK)
        status = shg_deadlines_init(&server->linger_deadlines, server->base, &server->clock,
                                    SHG_LINGER_MS);
    return status == SHOOGI_OK ? shg_tls_start(&server->tls, start->options, start->fault) : status;
}

void shg_connections_stop(shg_server *server)
{
    shg_tls_free(server->tls);
    if (server->base) {
        shg_deadlines_fini(&server->linger_deadlines);
        shg_turns_fini(&server->turns);
    }
    shg_shares_free(server->shares);
    shg_address_counts_free(server->address_counts);
}
