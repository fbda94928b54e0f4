#include "server/door_http.h"

#include "proto/http_head.h"
#include "server/server_int.h"
#include "server/socket_setup.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

typedef struct http_door {
    shg_connection connection; /* must be first */
    struct bufferevent *bev;
    shg_http_head *head; /* from the first byte of a request to its answer; owned */
    bool answered, lingering, ended;
} http_door;

static void doom(void *context)
{
    http_door *d = context;
    shg_connection_doom(&d->connection);
}

static void drop_input(http_door *d)
{
    struct evbuffer *input = bufferevent_get_input(d->bev);
    evbuffer_drain(input, evbuffer_get_length(input));
}

/* ---- answering ---- */

typedef struct reply {
    unsigned status;
    const char *more; /* header lines */
    const char *body;
} reply;

static reply bad(unsigned status, const char *reason)
{
    return (reply){ status, NULL, reason };
}

static reply route(const shg_server *server, const shg_http_head *head)
{
    /* The query, if there is one, is nobody's business here. */
    shg_http_span path = head->target;
    const char *query = memchr(shg_http_text(head, path), '?', path.bytes);
    if (query)
        path.bytes = (uint16_t)(query - shg_http_text(head, path));
    if (!shg_http_is(head, path, "/healthz", false))
        return bad(404, "There is nothing here.");
    if (!shg_http_is(head, head->method, "GET", false) &&
        !shg_http_is(head, head->method, "HEAD", false))
        return (reply){ 405, "Allow: GET, HEAD\r\n", "This can only be read." };
    return shg_server_failed(server) ? bad(503, "The storage has failed.") : bad(200, "ok");
}

static void answer(http_door *d, const reply *r)
{
    const bool head_only =
        d->head && d->head->status == 0 && shg_http_is(d->head, d->head->method, "HEAD", false);
    char body[200], text[800];
    const int body_bytes = snprintf(body, sizeof body, "%s\n", r->body);
    shg_out out = shg_out_make(text, sizeof text);
    const shg_http_answer head = { .status = r->status,
                                   .now_s = shg_now_ms(d->connection.server) / 1000,
                                   .content_type = "text/plain; charset=utf-8",
                                   .content_length = (uint64_t)body_bytes,
                                   .more = r->more };
    shg_http_answer_write(&out, &head);
    if (!head_only)
        shg_out_bytes(&out, body, (size_t)body_bytes);
    free(d->head);
    d->head = NULL;
    d->answered = true;
    drop_input(d);
    if (out.length >= sizeof text || bufferevent_write(d->bev, text, out.length) != 0)
        doom(d);
}

/* All has been sent: the peer is given time to take it before the socket closes. */
static void linger(http_door *d)
{
    if (d->lingering)
        return;
    d->lingering = true;
    shg_connection_linger(&d->connection, d->bev, d->ended);
}

/* The deadline of the head, however it dribbled in. */
static void too_slow(void *context)
{
    http_door *d = context;
    if (d->answered || !d->head) {
        doom(d);
        return;
    }
    const reply r = bad(408, "The request did not arrive in time.");
    answer(d, &r);
}

/* ---- events ---- */

static void on_read(struct bufferevent *bev, void *context)
{
    http_door *d = context;
    struct evbuffer *input = bufferevent_get_input(bev);
    if (d->answered) {
        drop_input(d);
        return;
    }
    if (!d->head) {
        d->head = malloc(sizeof *d->head);
        if (!d->head) {
            doom(d);
            return;
        }
        shg_http_head_init(d->head);
    }
    while (!d->answered && evbuffer_get_length(input) > 0) {
        struct evbuffer_iovec piece;
        evbuffer_peek(input, -1, NULL, &piece, 1);
        size_t took = 0;
        const shg_http_kind kind =
            shg_http_head_feed(&took, d->head, piece.iov_base, piece.iov_len);
        if (kind == SHG_HTTP_DONE) {
            const reply r = route(d->connection.server, d->head);
            answer(d, &r);
        } else if (kind == SHG_HTTP_BAD) {
            const reply r = bad(d->head->status, d->head->reason);
            answer(d, &r);
        } else {
            evbuffer_drain(input, took);
        }
    }
}

static void on_written(struct bufferevent *bev, void *context)
{
    http_door *d = context;
    if (d->answered && evbuffer_get_length(bufferevent_get_output(bev)) == 0)
        linger(d);
}

static void on_event(struct bufferevent *bev, short what, void *context)
{
    (void)bev;
    http_door *d = context;
    if (what & BEV_EVENT_CONNECTED)
        return;
    d->ended = true;
    /* One who half closes after his request still gets the answer. */
    if (!shg_tls_half_closed(d->bev, what) || !d->answered || d->lingering)
        doom(d);
}

static void close_door(shg_connection *connection)
{
    http_door *d = (http_door *)(void *)connection;
    bufferevent_free(d->bev);
    free(d->head);
    shg_connection_fini(connection);
    free(d);
}

static void drain(shg_connection *connection)
{
    const http_door *d = (const http_door *)(const void *)connection;
    if (!d->answered || d->lingering)
        shg_connection_doom(connection);
}

void shg_http_accepted(void *context, int fd, const shg_address *from)
{
    shg_server *server = context;
    http_door *d = calloc(1, sizeof *d);
    const char *refusal = "";
    if (!d || !shg_connection_init(&d->connection, server, from, &refusal)) {
        shg_socket_refuse(fd, server->tls
                                  ? ""
                                  : "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n"
                                    "Connection: close\r\n\r\n");
        free(d);
        return;
    }
    d->connection.close = close_door;
    d->connection.drain = drain;
    shg_socket_setup(fd, false);
    d->bev = shg_tls_bufferevent(server->tls, server->base, fd);
    if (!d->bev) {
        evutil_closesocket(fd);
        shg_connection_fini(&d->connection);
        free(d);
        return;
    }
    bufferevent_setcb(d->bev, on_read, on_written, on_event, d);
    bufferevent_setwatermark(d->bev, EV_READ, 0, SHG_INPUT_BYTES_MAX);
    const struct timeval write_timeout = { .tv_sec = SHG_WRITE_TIMEOUT_MS / 1000 };
    bufferevent_set_timeouts(d->bev, NULL, &write_timeout);
    bufferevent_enable(d->bev, EV_READ | EV_WRITE);
    shg_deadline_start(&d->connection.deadline, &server->http_deadlines, too_slow, d);
}
