/* connection.c: counting connections in and out, and closing them when nothing of them is in use. */
#include "server/server_int.h"
#include "server/tls.h"

#include <stdio.h>

/* Counts and logs why somebody is not let in. */
static bool refuse(shg_server *server, const shg_address *from, shg_count reason, const char *word)
{
    char address[SHG_ADDRESS_TEXT_BYTES];
    shg_address_write(address, from);
    server->metrics.counts[reason]++;
    shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_refused, "address", address, "reason",
                  word, NULL);
    return false;
}

bool shg_connection_init(shg_connection *c, shg_server *server, const shg_address *from,
                         const char **refusal)
{
    const shg_address_key key = shg_address_to_key(from);
    const shg_house_ban *ban = shg_house_find(server->house, 0, &key, shg_now_ms(server));
    if (ban) {
        shg_text_buffer text = { 0 };
        shg_house_write_ban(&text, ban);
        snprintf(server->refusal, sizeof server->refusal, "%s\r\n", text.failed ? "" : text.bytes);
        shg_text_fini(&text);
        *refusal = server->refusal;
        return refuse(server, from, SHG_COUNT_refused_kept_out, "kept-out");
    }
    *refusal = "The server is full.  Please try again later.\r\n";
    if (server->connections_count >= server->connections_max)
        return refuse(server, from, SHG_COUNT_refused_full, "full");
    const shoogi_status status = shg_peers_enter(&c->peer, server->peers, key, server->per_address);
    if (status == SHOOGI_TOO_BIG) {
        *refusal = "There are too many connections from your address.\r\n";
        return refuse(server, from, SHG_COUNT_refused_address, "address");
    }
    if (status != SHOOGI_OK)
        return refuse(server, from, SHG_COUNT_refused_full, "memory");
    c->server = server;
    c->after = server->connections;
    if (c->after)
        c->after->before = c;
    server->connections = c;
    server->connections_count++;
    return true;
}

void shg_connection_fini(shg_connection *c)
{
    shg_server *server = c->server;
    shg_deadline_stop(&c->deadline);
    shg_turn_give_up(&c->turn);
    shg_peers_leave(server->peers, c->peer);
    *(c->before ? &c->before->after : &server->connections) = c->after;
    if (c->after)
        c->after->before = c->before;
    server->connections_count--;
}

void shg_connection_doom(shg_connection *c)
{
    if (c->doomed)
        return;
    c->doomed = true;
    c->next_doomed = c->server->doomed;
    c->server->doomed = c;
    event_active(c->server->doom_event, 0, 0);
}

static void lingered(void *context)
{
    shg_connection_doom(context);
}

void shg_connection_linger(shg_connection *c, struct bufferevent *bev, bool ended)
{
    shg_tls_end_writing(bev);
    shg_deadline_stop(&c->deadline);
    if (ended || c->server->stopping)
        shg_connection_doom(c);
    else
        shg_deadline_start(&c->deadline, &c->server->linger_deadlines, lingered, c);
}
