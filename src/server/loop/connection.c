/* connection.c: counts connections and closes them once nothing uses them. */
#include "base/json_fields.h"
#include "server/loop/handover.h"
#include "server/loop/host.h"
#include "server/loop/tls.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Counts and logs the reason for a refusal. */
static bool refuse(shg_server *server, const char *address, shg_count reason, const char *word)
{
    server->metrics.counts[reason]++;
    shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_refused, "address", address, "reason",
                  word, NULL);
    return false;
}

/* Takes a place for the client of a connection, unless it is banned or has too many. is_proxy: the client is a
 * trusted proxy, which cannot have too many: its clients are not known yet. */
static bool enter(shg_connection *c, shg_server *server, const shg_address_key *key, bool is_proxy,
                  const char *address, const char **refusal)
{
    const shg_active_ban *ban = shg_bans_find(server->bans, 0, key, shg_now_ms(server));
    if (ban) {
        shg_text_buffer text = { 0 };
        shg_ban_write(&text, ban, SHG_ENGLISH);
        snprintf(server->refusal, sizeof server->refusal, "%s\r\n", text.failed ? "" : text.bytes);
        shg_text_fini(&text);
        *refusal = server->refusal;
        return refuse(server, address, SHG_COUNT_refused_banned, "banned");
    }
    shg_share *places = shg_shares_get(server->shares, SHG_SHARE_sessions);
    const shg_owner owner = { .address = *key };
    const bool full = shg_share_held(places) >= shg_share_bound(places);
    const bool unlimited = is_proxy && !full;
    const shoogi_status status =
        (unlimited ? shg_share_put : shg_share_take)(places, &c->place, &owner, 1);
    if (status == SHOOGI_OK)
        return true;
    snprintf(server->refusal, sizeof server->refusal, "%s\r\n",
             status == SHOOGI_LIMIT_EXCEEDED ? shg_share_rows[SHG_SHARE_sessions].refusal
                                             : "The server is full.  Please try again later.");
    *refusal = server->refusal;
    return full || status != SHOOGI_LIMIT_EXCEEDED
               ? refuse(server, address, SHG_COUNT_refused_full, "full")
               : refuse(server, address, SHG_COUNT_refused_address, "address");
}

/* The place is needed by another network or address. */
static void gives_way(void *context, shg_claim *claim)
{
    shg_server *server = context;
    shg_connection *c = (shg_connection *)(void *)((char *)claim - offsetof(shg_connection, place));
    const shg_address_key *key = shg_address_count_key(c->address_count);
    const shg_network one = { *key, key->kind == 4 ? 32 : 64 };
    char address[SHG_NETWORK_TEXT_BYTES];
    shg_network_write(address, &one);
    (void)refuse(server, address, SHG_COUNT_refused_full, "full");
    shg_connection_doom(c);
}

void shg_connections_share(shg_server *server)
{
    shg_share *places = shg_shares_get(server->shares, SHG_SHARE_sessions);
    shg_share_set_limits(places, (int64_t)server->connections_max, (int64_t)server->per_address);
    shg_share_set_give_way(places, gives_way, server);
}

bool shg_connection_init(shg_connection *c, shg_server *server, const shg_address *from,
                         const char **refusal)
{
    char address[SHG_ADDRESS_TEXT_BYTES];
    const shg_address_key key = shg_address_to_key(from);
    shg_address_write(address, from);
    if (!enter(c, server, &key, c->is_proxy, address, refusal))
        return false;
    if (shg_address_counts_enter(&c->address_count, server->address_counts, key) != SHOOGI_OK) {
        shg_share_release(shg_shares_get(server->shares, SHG_SHARE_sessions), &c->place);
        *refusal = "The server is full.  Please try again later.\r\n";
        return refuse(server, address, SHG_COUNT_refused_full, "memory");
    }
    c->server = server;
    c->after = server->connections;
    if (c->after)
        c->after->before = c;
    server->connections = c;
    server->connection_count++;
    /* Their descriptors are needed before the loop would come to it: many may arrive at once. */
    if (server->connection_count > server->connections_max)
        shg_connections_close_doomed(server);
    return true;
}

bool shg_connection_set_client(shg_connection *c, const shg_address_key *client,
                               const char **refusal)
{
    shg_server *server = c->server;
    const shg_network one = { *client, client->kind == 4 ? 32 : 64 };
    char address[SHG_NETWORK_TEXT_BYTES];
    shg_network_write(address, &one);
    const shg_address_key *now = shg_address_count_key(c->address_count);
    if (now->kind == client->kind && memcmp(now->bytes, client->bytes, sizeof now->bytes) == 0)
        return true;
    shg_address_count *address_count;
    if (shg_address_counts_enter(&address_count, server->address_counts, *client) != SHOOGI_OK) {
        *refusal = "The server is full.  Please try again later.\r\n";
        return refuse(server, address, SHG_COUNT_refused_full, "memory");
    }
    shg_share *places = shg_shares_get(server->shares, SHG_SHARE_sessions);
    const shg_owner was = shg_claim_owner(&c->place);
    shg_share_release(places, &c->place);
    if (!enter(c, server, client, false, address, refusal)) {
        (void)!shg_share_put(places, &c->place, &was, 1); /* until the answer is sent */
        shg_address_counts_leave(server->address_counts, address_count);
        return false;
    }
    shg_address_counts_leave(server->address_counts, c->address_count);
    c->address_count = address_count;
    return true;
}

void shg_connection_fini(shg_connection *c)
{
    shg_server *server = c->server;
    shg_deadline_stop(&c->deadline);
    shg_turn_cancel(&c->turn);
    shg_share_release(shg_shares_get(server->shares, SHG_SHARE_sessions), &c->place);
    shg_address_counts_leave(server->address_counts, c->address_count);
    *(c->before ? &c->before->after : &server->connections) = c->after;
    if (c->after)
        c->after->before = c->before;
    server->connection_count--;
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

void shg_connections_close_doomed(shg_server *server)
{
    while (server->doomed) {
        shg_connection *c = server->doomed;
        server->doomed = c->next_doomed;
        c->kind->close(c);
    }
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

static void wipe_out(struct evbuffer *input, size_t count)
{
    struct evbuffer_iovec piece;
    while (count > 0 && evbuffer_peek(input, -1, NULL, &piece, 1) > 0) {
        const size_t some = count < piece.iov_len ? count : piece.iov_len;
        shg_wipe(piece.iov_base, some);
        evbuffer_drain(input, some);
        count -= some;
    }
}

void shg_connection_arrived(shg_connection *c, struct evbuffer *input)
{
    shg_arrival_times_add(&c->arrival_times, evbuffer_get_length(input), shg_now_ms(c->server));
}

int64_t shg_connection_take(shg_connection *c, struct evbuffer *input, size_t bytes)
{
    shg_connection_arrived(c, input);
    wipe_out(input, bytes);
    return shg_arrival_times_take(&c->arrival_times, bytes);
}

void shg_connection_hold_back(struct bufferevent *bev, bool *held, bool full)
{
    if (full == *held)
        return;
    *held = full;
    if (full)
        bufferevent_disable(bev, EV_READ);
    else
        bufferevent_enable(bev, EV_READ);
}

int64_t shg_connection_waiting_ms(const shg_connection *c)
{
    return c->arrival_times.count > 0 ? c->arrival_times.piece[0].at_ms : 0;
}

void shg_connection_wait(shg_connection *c, void (*go_on)(void *), void *context)
{
    shg_turn_wait(&c->turn, &c->server->turns, shg_address_count_turns(c->address_count), go_on,
                  context);
}

bool shg_connection_at_once(const shg_connection *c)
{
    return shg_turn_at_once(&c->server->turns);
}

void shg_connection_used(shg_connection *c, int64_t began_us, bool at_once)
{
    shg_turn_used(&c->server->turns, shg_address_count_turns(c->address_count), began_us, at_once);
}

/* ---- another program ---- */

static void save_buffer(shg_out *json, const char *name, struct evbuffer *buffer)
{
    const size_t bytes = evbuffer_get_length(buffer);
    const unsigned char *text = bytes > 0 ? evbuffer_pullup(buffer, -1) : NULL;
    json->spent |= bytes > 0 && !text;
    shg_json_hex(json, name, text, text ? bytes : 0);
}

void shg_connection_save(shg_handover_out *out, const shg_connection *c, struct bufferevent *bev,
                         const shg_out *rest)
{
    const shg_address_key *key = shg_address_count_key(c->address_count);
    shg_handover_socket(out, bufferevent_getfd(bev));
    if (c->is_proxy)
        shg_json_hex(&out->text, "client", key, sizeof *key);
    if (rest)
        shg_json_hex(&out->text, "rest", rest->bytes, rest->length);
    out->text.spent |= rest && rest->spent;
    save_buffer(&out->text, "input", bufferevent_get_input(bev));
    save_buffer(&out->text, "output", bufferevent_get_output(bev));
    const shg_arrival_times *times = &c->arrival_times;
    shg_json_number(&out->text, "came_ms", times->taken_ms);
    shg_json_open(&out->text, "arrivals", '[');
    for (size_t i = 0; i < times->count; i++) {
        shg_json_number(&out->text, NULL, (int64_t)(times->piece[i].end - times->taken));
        shg_json_number(&out->text, NULL, times->piece[i].at_ms);
    }
    shg_json_close(&out->text, ']');
}

bool shg_connection_peer(shg_address *from, int fd)
{
    memset(from, 0, sizeof *from);
    from->socket_bytes = sizeof from->socket;
    return getpeername(fd, (struct sockaddr *)&from->socket, &from->socket_bytes) == 0;
}

/* The input of a bufferevent is frozen for everybody else. */
static bool put_input(struct evbuffer *input, const char *bytes, size_t count)
{
    evbuffer_unfreeze(input, 0);
    const bool done = count == 0 || evbuffer_add(input, bytes, count) == 0;
    evbuffer_freeze(input, 0);
    return done;
}

bool shg_connection_restore(shg_connection *c, struct bufferevent *bev, const shg_json *json)
{
    size_t client_bytes, rest_bytes, input_bytes, output_bytes;
    char *client = shg_field_hex(&client_bytes, json, 0, "client");
    char *rest = shg_field_hex(&rest_bytes, json, 0, "rest");
    char *input = shg_field_hex(&input_bytes, json, 0, "input");
    char *output = shg_field_hex(&output_bytes, json, 0, "output");
    const char *refusal;
    shg_address_key key;
    bool good = true;
    if (client && client_bytes == sizeof key) {
        memcpy(&key, client, sizeof key);
        good = shg_connection_set_client(c, &key, &refusal);
    }
    good = good && put_input(bufferevent_get_input(bev), rest, rest_bytes) &&
           put_input(bufferevent_get_input(bev), input, input_bytes) &&
           (output_bytes == 0 || bufferevent_write(bev, output, output_bytes) == 0);
    c->arrival_times.taken_ms = shg_field_number(json, 0, "came_ms", 0);
    if (rest_bytes > 0)
        shg_arrival_times_add(&c->arrival_times, rest_bytes, c->arrival_times.taken_ms);
    for (size_t at = 0; good && shg_field_each(&at, json, 0, "arrivals");) {
        const int64_t end = shg_json_number_at(json, at, 0);
        good = shg_field_each(&at, json, 0, "arrivals") && end > 0 && (size_t)end <= input_bytes;
        if (good)
            shg_arrival_times_add(&c->arrival_times, rest_bytes + (size_t)end,
                                  shg_json_number_at(json, at, 0));
    }
    shg_connection_arrived(c, bufferevent_get_input(bev));
    if (input)
        shg_wipe(input, input_bytes);
    if (rest)
        shg_wipe(rest, rest_bytes);
    free(client);
    free(rest);
    free(input);
    free(output);
    return good;
}
