#include "server/doors/door_http.h"

#include "base/json_fields.h"
#include "base/json_write.h"
#include "server/doors/http_door.h"
#include "server/doors/web_language.h"
#include "server/loop/socket_setup.h"
#include "server/loop/test_settings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void shg_http_doom(http_door *d)
{
    shg_connection_doom(&d->connection);
}

http_door *shg_http_door_of(const shg_exchange *x)
{
    return (http_door *)(void *)((char *)(uintptr_t)x - offsetof(http_door, exchange));
}

static struct evbuffer *input_of(const http_door *d)
{
    return bufferevent_get_input(d->bev);
}

static void drop_body(http_door *d)
{
    shg_share_release(d->connection.server->doors->bodies, &d->body);
    if (d->request)
        shg_out_wipe(&d->request->body);
    d->exchange.body = "";
    d->exchange.body_bytes = 0;
}

void shg_http_drop_request(http_door *d)
{
    drop_body(d);
    free(d->request);
    d->request = NULL;
    shg_exchange *x = &d->exchange;
    x->head = NULL;
    x->path = x->query = x->body = NULL;
    x->path_bytes = x->query_bytes = x->body_bytes = 0;
}

/* Removes the bytes from the input buffer. */
static void consume(http_door *d, size_t bytes)
{
    d->came_ms = shg_connection_take(&d->connection, input_of(d), bytes);
}

/* Before a hot upgrade requests whose head has arrived are finished, and no other is begun. */
static bool begins_nothing(const http_door *d)
{
    return d->connection.server->pausing && d->state != LINGERING &&
           !(d->state == READING && d->request && d->request->route);
}

/* Pauses or resumes reading, depending on how much input is buffered. */
static void limit_input(http_door *d)
{
    if (d->state == SOCKET)
        return; /* the socket does this itself */
    const bool waits = d->state != READING && d->state != LINGERING;
    const bool full =
        begins_nothing(d) || (waits && evbuffer_get_length(input_of(d)) >=
                                           (size_t)shg_test_bound(SHG_INPUT_BYTES_MAX, 1));
    shg_connection_hold_back(d->bev, &d->full, full);
}

static void on_deadline(void *context);

void shg_http_deadline(http_door *d, unsigned kind)
{
    shg_deadline_stop(&d->connection.deadline);
    shg_deadline_start(&d->connection.deadline, &d->connection.server->doors->deadlines[kind],
                       on_deadline, d);
}

/* All is sent: the peer gets time to read it before the socket closes. */
static void linger(http_door *d)
{
    if (d->state == LINGERING)
        return;
    d->state = LINGERING;
    consume(d, evbuffer_get_length(input_of(d)));
    limit_input(d);
    shg_connection_linger(&d->connection, d->bev, d->ended);
}

/* ---- routes ---- */

static const struct {
    const char *name;
    unsigned method;
} method_names[] = { { "GET", SHG_GET },
                     { "HEAD", SHG_GET },
                     { "POST", SHG_POST },
                     { "PUT", SHG_PUT },
                     { "DELETE", SHG_DELETE } };

enum { METHODS = sizeof method_names / sizeof method_names[0] };

static unsigned method_of(const shg_http_head *head)
{
    for (size_t i = 0; i < METHODS; i++)
        if (shg_http_is(head, head->method, method_names[i].name, false))
            return method_names[i].method;
    return 0;
}

static bool fits(const shg_web_route *route, bool has_metrics, const char *path, size_t path_bytes)
{
    const size_t length = strlen(route->prefix);
    return route->metrics == has_metrics && path_bytes >= length &&
           memcmp(path, route->prefix, length) == 0 &&
           (path_bytes == length || (route->below && path[length] == '/'));
}

/* Sets the request's route; NULL: not found. Returns the methods allowed for the path. */
static unsigned find_route(http_door *d, const char *path, size_t path_bytes)
{
    request *r = d->request;
    const shg_web_routes *routes = d->connection.server->doors->routes;
    const unsigned method = method_of(&r->head);
    const shg_web_route *first = NULL;
    unsigned methods = 0;
    bool found = false;
    for (size_t i = 0; i < routes->count; i++) {
        const shg_web_route *route = &routes->row[i];
        if (!fits(route, d->has_metrics, path, path_bytes) ||
            (first && strcmp(first->prefix, route->prefix) != 0))
            continue;
        first = first ? first : route;
        methods |= route->methods;
        if (!found && (route->methods & method)) {
            first = route;
            found = true;
        }
    }
    r->route = first;
    return methods;
}

static void refuse_method(http_door *d, unsigned methods)
{
    char more[64];
    shg_out out = shg_out_make(more, sizeof more);
    shg_out_text(&out, "Allow");
    const char *before = ": ";
    for (size_t i = 0; i < METHODS; i++) {
        if (!(method_names[i].method & methods))
            continue;
        shg_out_format(&out, "%s%s", before, method_names[i].name);
        before = ", ";
    }
    shg_out_text(&out, "\r\n");
    shg_http_refuse(d, 405,
                    methods == SHG_GET ? "This page can only be read." : "Method not allowed here.",
                    more);
}

/* ---- reading ---- */

static void hand_over(http_door *d)
{
    request *r = d->request;
    shg_exchange *x = &d->exchange;
    shg_deadline_stop(&d->connection.deadline);
    d->state = ANSWERING;
    shg_share_set_yields(d->connection.server->doors->bodies, &d->body, false);
    x->came_ms = d->came_ms;
    x->body = r->body.bytes ? r->body.bytes : "";
    x->body_bytes = r->body.length;
    r->route->handler(x);
    assert((d->state != ANSWERING && d->state != STREAMING) || x->gone);
}

/* A body that is longer than most counts from its first byte. */
static shoogi_status claim_body(http_door *d)
{
    shg_share *bodies = d->connection.server->doors->bodies;
    const int64_t bytes = (int64_t)d->request->body.length;
    const shg_owner owner = { .address = *shg_address_count_key(d->connection.address_count) };
    if (bytes <= SHG_BODY_BYTES_MAX)
        return SHOOGI_OK;
    return d->body.holder ? shg_share_grow(bodies, &d->body, bytes - d->body.amount)
                          : shg_share_take(bodies, &d->body, &owner, bytes);
}

static void refuse_body(http_door *d, shoogi_status why)
{
    d->keeps_alive = false;
    shg_http_refuse(d, 503,
                    why == SHOOGI_LIMIT_EXCEEDED ? shg_share_rows[SHG_SHARE_bodies].refusal
                                                 : "The server is out of memory.",
                    NULL);
}

static void body_gives_way(void *context, shg_claim *claim)
{
    (void)context;
    refuse_body((http_door *)(void *)((char *)claim - offsetof(http_door, body)),
                SHOOGI_LIMIT_EXCEEDED);
}

void shg_http_share(shg_server *server)
{
    shg_door_part *doors = server->doors;
    doors->bodies = shg_shares_get(server->shares, SHG_SHARE_bodies);
    doors->answers = shg_shares_get(server->shares, SHG_SHARE_answers);
    shg_share_set_give_way(doors->bodies, body_gives_way, server);
    shg_share_set_give_way(doors->answers, shg_http_answer_gives_way, server);
}

/* Determines the client's address and checks the Host. False after refusing. */
static bool check_client(http_door *d)
{
    const shg_server *server = d->connection.server;
    const shg_http_head *head = &d->request->head;
    d->https = server->tls && !d->has_metrics;
    if (d->connection.is_proxy) {
        bool https;
        const shg_address_key client =
            shg_front_client(&https, &server->doors->front, head, &d->proxy);
        const char *refusal;
        d->https = d->https || https;
        d->is_local = false; /* the proxy is on this machine, its client is not */
        if (!shg_connection_set_client(&d->connection, &client, &refusal)) {
            d->keeps_alive = false;
            shg_http_refuse(d, 429, refusal, NULL);
            return false;
        }
    }
    if (!shg_front_is_our_host(&server->doors->front, head, d->is_own)) {
        shg_http_refuse(d, 421, "This server does not have that host name.", NULL);
        return false;
    }
    return true;
}

static bool may_continue(const http_door *d)
{
    return d->request->head.keep_alive && d->requests < SHG_HTTP_REQUESTS_MAX;
}

/* The head is good: the body may arrive. */
static void await_body(http_door *d)
{
    const shg_http_head *head = &d->request->head;
    const size_t body_max = d->request->route->body_max;
    const bool large =
        head->chunked ? body_max > SHG_BODY_BYTES_MAX : head->content_length > SHG_BODY_BYTES_MAX;
    d->state = READING;
    d->keeps_alive = may_continue(d);
    shg_http_deadline(d, large ? SHG_DEADLINE_UPLOAD : SHG_DEADLINE_HEAD);
    shg_http_span value;
    size_t index = 0;
    if (head->version < 11 || !shg_http_find(&value, head, "Expect", &index))
        return;
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    if (!shg_http_is(head, value, "100-continue", true)) {
        d->keeps_alive = false;
        shg_http_refuse(d, 417, "The only supported expectation is \"100-continue\".", NULL);
    } else if (evbuffer_get_length(input_of(d)) == 0 &&
               bufferevent_write(d->bev, go_on, sizeof go_on - 1) != 0) {
        shg_http_doom(d);
    }
}

/* The head is complete: finds the route and checks whether a body may follow. */
static void handle_head(http_door *d)
{
    request *r = d->request;
    const shg_http_head *head = &r->head;
    shg_server *server = d->connection.server;
    const char *path = shg_http_text(head, head->target);
    const char *const end = path + head->target.bytes;
    const char *mark = memchr(path, '?', head->target.bytes);
    const char *const path_end = mark ? mark : end;
    const bool has_body = head->chunked || head->content_length > 0;
    d->head_only = shg_http_is(head, head->method, "HEAD", false);
    d->keeps_alive = head->keep_alive && !has_body && ++d->requests < SHG_HTTP_REQUESTS_MAX;
    if (!check_client(d))
        return;
    const unsigned methods = find_route(d, path, (size_t)(path_end - path));
    if (!r->route) {
        shg_http_refuse(d, 404, "Page not found.", NULL);
        return;
    }
    if (!(r->route->methods & method_of(head))) {
        refuse_method(d, methods);
        return;
    }
    const size_t body_max = r->route->body_max ? r->route->body_max : SHG_BODY_BYTES_MAX;
    shg_http_body_init(&r->reader, head, body_max);
    r->body.secret = body_max <= SHG_BODY_BYTES_MAX;
    if (r->reader.status != 0) {
        shg_http_refuse(d, r->reader.status, r->reader.reason, NULL);
        return;
    }
    d->keeps_alive = may_continue(d) && !(has_body && r->route->admit);
    const char *behind = path + strlen(r->route->prefix);
    d->exchange = (shg_exchange){ .server = server,
                                  .head = head,
                                  .path = behind,
                                  .path_bytes = (size_t)(path_end - behind),
                                  .query = mark ? mark + 1 : end,
                                  .query_bytes = mark ? (size_t)(end - mark - 1) : 0,
                                  .address = *shg_address_count_key(d->connection.address_count),
                                  .https = d->https,
                                  .secure = d->is_local || d->https };
    shg_web_language_read(&d->exchange);
    if (!has_body) {
        hand_over(d);
    } else if (r->route->admit && method_of(head) == SHG_POST) {
        shg_deadline_stop(&d->connection.deadline);
        d->state = ANSWERING;
        r->route->admit(&d->exchange);
        assert(d->state != ANSWERING || d->exchange.gone);
    } else {
        await_body(d);
    }
}

/* Returns how many bytes were consumed. */
static size_t feed(http_door *d, const char *bytes, size_t count)
{
    request *r = d->request;
    size_t took;
    if (!r->route) {
        const shg_http_kind kind = shg_http_head_feed(&took, &r->head, bytes, count);
        if (kind == SHG_HTTP_BAD) {
            d->keeps_alive = d->head_only = false;
            shg_http_refuse(d, r->head.status, r->head.reason, NULL);
        } else if (kind == SHG_HTTP_DONE) {
            /* The head has its own copy of the bytes. */
            consume(d, took);
            took = 0;
            handle_head(d);
        }
        return took;
    }
    const char *piece;
    size_t piece_bytes;
    const shg_http_kind kind =
        shg_http_body_feed(&took, &piece, &piece_bytes, &r->reader, bytes, count);
    shg_out_bytes(&r->body, piece, piece_bytes);
    const shoogi_status claimed = r->body.spent ? SHOOGI_NO_MEMORY : claim_body(d);
    if (kind == SHG_HTTP_BAD) {
        d->keeps_alive = false;
        shg_http_refuse(d, r->reader.status, r->reader.reason, NULL);
    } else if (claimed != SHOOGI_OK) {
        refuse_body(d, claimed);
    } else if (kind == SHG_HTTP_DONE) {
        consume(d, took);
        took = 0;
        hand_over(d);
    }
    return took;
}

static bool begin_request(http_door *d)
{
    d->request = malloc(sizeof *d->request);
    if (!d->request) {
        shg_http_doom(d);
        return false;
    }
    shg_http_head_init(&d->request->head);
    d->request->route = NULL;
    d->request->body = shg_out_growing();
    if (d->requests > 0) /* the deadline of the first began with the connection */
        shg_http_deadline(d, SHG_DEADLINE_HEAD);
    return true;
}

static void read_request(http_door *d)
{
    struct evbuffer *input = input_of(d);
    while (d->state == READING && !d->connection.doomed && !begins_nothing(d) &&
           evbuffer_get_length(input) > 0) {
        if (!d->request && !begin_request(d))
            return;
        struct evbuffer_iovec piece;
        evbuffer_peek(input, -1, NULL, &piece, 1);
        consume(d, feed(d, piece.iov_base, piece.iov_len));
    }
    limit_input(d);
    if (d->ended && d->state == READING)
        shg_http_doom(d); /* in the middle of a request, or before any */
}

void shg_exchange_read_body(shg_exchange *x)
{
    http_door *d = shg_http_door_of(x);
    assert(d->state == ANSWERING && d->request);
    await_body(d);
    read_request(d);
}

void shg_exchange_drop_body(shg_exchange *x)
{
    drop_body(shg_http_door_of(x));
}

/* The deadline of a request, however slowly it arrives, of an idle connection, or of an answer
 * being sent. */
static void on_deadline(void *context)
{
    http_door *d = context;
    if (d->state == SENDING && shg_http_receives(d)) {
        shg_http_deadline(d, SHG_DEADLINE_SEND);
        return;
    }
    if (d->state != READING || !d->request) {
        shg_http_doom(d);
        return;
    }
    d->keeps_alive = d->head_only = false;
    shg_http_refuse(d, 408, "The request did not arrive in time.", NULL);
}

/* ---- events ---- */

static void on_read(struct bufferevent *bev, void *context)
{
    (void)bev;
    http_door *d = context;
    if (d->state == SOCKET) {
        shg_socket_read(d->socket);
        return;
    }
    shg_connection_arrived(&d->connection, input_of(d));
    if (d->state == READING)
        read_request(d);
    else if (d->state == LINGERING)
        consume(d, evbuffer_get_length(input_of(d)));
    else
        limit_input(d);
}

static void on_written(struct bufferevent *bev, void *context)
{
    (void)bev;
    http_door *d = context;
    if (d->state == SOCKET)
        shg_socket_written(d->socket);
    if (d->state == STREAMING && d->exchange.room)
        d->exchange.room(&d->exchange);
    if (d->state != SENDING || evbuffer_get_length(shg_http_output(d)) > 0)
        return;
    shg_http_release_answer(d);
    if (!d->keeps_alive) {
        linger(d);
        return;
    }
    d->state = READING;
    shg_http_deadline(d, SHG_DEADLINE_IDLE);
    read_request(d);
}

static void on_event(struct bufferevent *bev, short what, void *context)
{
    (void)bev;
    http_door *d = context;
    if (what & BEV_EVENT_CONNECTED)
        return;
    d->ended = true;
    if (d->state == SOCKET && shg_tls_half_closed(d->bev, what)) {
        shg_socket_ended(d->socket);
        return;
    }
    /* A client that closes its side after the request still gets the answer, but not an endless
     * stream. */
    if (!shg_tls_half_closed(d->bev, what) || d->state == READING || d->state == STREAMING ||
        d->state == LINGERING || d->state == SOCKET)
        shg_http_doom(d);
}

static http_door *door_of_connection(const shg_connection *connection)
{
    return (http_door *)(void *)(uintptr_t)connection;
}

static void close_door(shg_connection *connection)
{
    http_door *d = door_of_connection(connection);
    shg_http_abandon(d);
    shg_socket_free(d->socket);
    shg_http_drop_request(d);
    shg_http_release_answer(d);
    bufferevent_free(d->bev);
    shg_connection_fini(connection);
    free(d);
}

static void drain(shg_connection *connection)
{
    http_door *d = door_of_connection(connection);
    d->keeps_alive = false;
    if (d->state == SOCKET) {
        shg_socket_drain(d->socket);
    } else if (d->state == READING || d->state == LINGERING) {
        shg_connection_doom(connection);
    } else if (d->state == STREAMING) {
        shg_http_abandon(d);
        shg_exchange_end(&d->exchange);
    }
}

/* ---- another server ---- */

/* A request that has begun is finished. */
static shg_leaving send_away(shg_connection *connection)
{
    http_door *d = door_of_connection(connection);
    const bool is_new = d->requests == 0 && !d->request; /* its first request may be on the way */
    if (connection->doomed || d->state == LINGERING || d->has_metrics || is_new)
        return SHG_LEAVES_NOBODY;
    if (d->state == SOCKET && shg_socket_readiness(d->socket) != SHG_READY)
        return SHG_LEAVES_LATER;
    if (d->state != SOCKET && d->state != STREAMING && !(d->state == READING && !d->request))
        return SHG_LEAVES_LATER;
    drain(connection);
    return SHG_LEAVES_NOW;
}

/* ---- another program ---- */

static void pause_door(shg_connection *connection)
{
    http_door *d = door_of_connection(connection);
    if (d->state == SOCKET) {
        shg_socket_pausing(d->socket);
        return;
    }
    if (connection->server->pausing && d->state == STREAMING) {
        shg_http_abandon(d);
        shg_exchange_end(&d->exchange);
    }
    if (!connection->server->pausing && d->state == READING)
        read_request(d);
    limit_input(d);
}

static shg_readiness readiness(const shg_connection *connection)
{
    const http_door *d = door_of_connection(connection);
    if (connection->doomed)
        return SHG_ENDING;
    if (d->state == SOCKET)
        return shg_socket_readiness(d->socket);
    return d->state == READING && begins_nothing(d) ? SHG_READY : SHG_ENDING;
}

static void hand_over_door(shg_handover_out *out, const shg_connection *connection)
{
    const http_door *d = door_of_connection(connection);
    shg_out rest = { .grows = true, .secret = true };
    if (d->socket)
        shg_socket_rest(&rest, d->socket);
    else if (d->request)
        shg_out_bytes(&rest, d->request->head.bytes, d->request->head.used);
    shg_handover_open(out, "http");
    shg_connection_save(out, connection, d->bev, &rest);
    shg_out_wipe(&rest);
    shg_json_flag(&out->text, "metrics", d->has_metrics);
    shg_json_number(&out->text, "requests", d->requests);
    shg_json_flag(&out->text, "socket", d->socket != NULL);
    if (d->socket)
        shg_socket_save(&out->text, d->socket);
    shg_handover_close(out);
}

static const shg_connection_kind door_kind = { .close = close_door,
                                               .drain = drain,
                                               .pause = pause_door,
                                               .readiness = readiness,
                                               .hand_over = hand_over_door,
                                               .send_away = send_away };

/* ---- connecting ---- */

/* A door for a connection; NULL without a place or memory, and the connection is refused. */
static http_door *new_door(shg_server *server, int fd, const shg_address *from, bool has_metrics)
{
    shg_tls *tls = has_metrics ? NULL : server->tls;
    http_door *d = calloc(1, sizeof *d);
    const char *refusal = "";
    const shg_address_key key = shg_address_to_key(from);
    if (d) {
        d->proxy = key;
        d->connection.is_proxy = !has_metrics && shg_front_has_proxy(&server->doors->front, &key);
    }
    if (!d || !shg_connection_init(&d->connection, server, from, &refusal)) {
        shg_socket_refuse(fd, tls ? ""
                                  : "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n"
                                    "Connection: close\r\n\r\n");
        free(d);
        return NULL;
    }
    d->has_metrics = has_metrics;
    d->is_local = shg_address_is_loopback(from);
    d->is_own =
        shg_address_is_loopback(has_metrics ? &server->metrics_address : &server->http_address);
    d->connection.kind = &door_kind;
    shg_socket_setup(fd, false);
    d->bev = shg_tls_bufferevent(tls, server->base, fd);
    if (!d->bev) {
        evutil_closesocket(fd);
        shg_connection_fini(&d->connection);
        free(d);
        return NULL;
    }
    bufferevent_setcb(d->bev, on_read, on_written, on_event, d);
    const struct timeval write_timeout = { .tv_sec = SHG_WRITE_TIMEOUT_MS / 1000 };
    bufferevent_set_timeouts(d->bev, NULL, &write_timeout);
    bufferevent_enable(d->bev, EV_READ | EV_WRITE);
    shg_http_deadline(d, SHG_DEADLINE_HEAD);
    return d;
}

static void accept_at(shg_server *server, int fd, const shg_address *from, bool has_metrics)
{
    if (new_door(server, fd, from, has_metrics))
        server->metrics.counts[SHG_COUNT_http_accepted]++;
}

static bool restore_socket(http_door *d, const shg_json *json)
{
    const shg_socket_user *user = d->connection.server->doors->routes->socket;
    d->socket = user ? shg_socket_restore(&d->connection, d->bev, user, json) : NULL;
    if (!d->socket)
        return false;
    d->state = SOCKET;
    shg_deadline_stop(&d->connection.deadline);
    return true;
}

/* Reads the next request, or what has come of it. */
static void go_on_reading(void *context)
{
    read_request(context);
}

void shg_http_restore_door(shg_server *server, int fd, const shg_json *json)
{
    const bool has_metrics = shg_field_is_set(json, 0, "metrics");
    shg_address from;
    if (!shg_connection_peer(&from, fd)) {
        close(fd);
        return;
    }
    http_door *d = new_door(server, fd, &from, has_metrics);
    if (!d)
        return;
    d->requests = (uint16_t)shg_field_number(json, 0, "requests", 0);
    if (!shg_connection_restore(&d->connection, d->bev, json) ||
        (shg_field_is_set(json, 0, "socket") && !restore_socket(d, json))) {
        shg_http_doom(d);
        return;
    }
    if (d->state == READING)
        shg_connection_wait(&d->connection, go_on_reading, d);
}

void shg_http_accepted(void *context, int fd, const shg_address *from)
{
    accept_at(context, fd, from, false);
}

void shg_metrics_accepted(void *context, int fd, const shg_address *from)
{
    accept_at(context, fd, from, true);
}
