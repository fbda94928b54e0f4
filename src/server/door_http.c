#include "server/door_http.h"

#include "proto/http_head.h"
#include "server/scrape.h"
#include "server/server_int.h"
#include "server/socket_setup.h"
#include "server/web_page.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

typedef struct http_door {
    shg_connection connection; /* must be first */
    struct bufferevent *bev;
    shg_scrape *scrape;  /* the metrics it waits for */
    shg_http_head *head; /* from the first byte of a request to its answer; owned */
    bool has_metrics, answered, lingering, ended;
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

static shg_web_page new_page(void)
{
    return (shg_web_page){ .status = 404,
                           .content_type = "text/plain; charset=utf-8",
                           .body = shg_out_growing() };
}

/* A sentence instead of a page. */
static shg_web_page bad(unsigned status, const char *reason)
{
    shg_web_page page = new_page();
    page.status = status;
    shg_out_format(&page.body, "%s\n", reason);
    return page;
}

static void write_health(shg_web_page *page, shg_server *server, const char *path,
                         size_t path_bytes)
{
    (void)path;
    (void)path_bytes;
    page->status = shg_server_failed(server) ? 503 : 200;
    shg_out_text(&page->body, page->status == 200 ? "ok\n" : "The storage has failed.\n");
}

static const struct {
    const char *prefix;
    bool below; /* paths that go on with "/" are its, too */
    shg_web_write *write;
} routes[] = {
    { "/healthz", false, write_health },
    { "/help", true, shg_help_web },
    { "", true, shg_files_web }, /* what nobody else has */
};

/* NULL: nothing is there.  *rest becomes what stands behind the prefix. */
static shg_web_write *find_route(const char **rest, size_t *rest_bytes, const char *path,
                                 size_t path_bytes)
{
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        const size_t length = strlen(routes[i].prefix);
        if (path_bytes < length || memcmp(path, routes[i].prefix, length) != 0 ||
            (path_bytes > length && (!routes[i].below || path[length] != '/')))
            continue;
        *rest = path + length;
        *rest_bytes = path_bytes - length;
        return routes[i].write;
    }
    return NULL;
}

static shg_web_page route(shg_server *server, const shg_http_head *head)
{
    /* The query, if there is one, is nobody's business here. */
    shg_http_span path = head->target;
    const char *query = memchr(shg_http_text(head, path), '?', path.bytes);
    if (query)
        path.bytes = (uint16_t)(query - shg_http_text(head, path));
    const char *rest;
    size_t rest_bytes;
    shg_web_write *write = find_route(&rest, &rest_bytes, shg_http_text(head, path), path.bytes);
    if (!write)
        return bad(404, "There is nothing here.");
    if (!shg_http_is(head, head->method, "GET", false) &&
        !shg_http_is(head, head->method, "HEAD", false)) {
        shg_web_page page = bad(405, "This can only be read.");
        page.more = "Allow: GET, HEAD\r\n";
        return page;
    }
    shg_web_page page = new_page();
    page.takes_gzip = shg_http_lists(head, "Accept-Encoding", "gzip");
    write(&page, server, rest, rest_bytes);
    if (page.body.length > 0 && !page.body.spent)
        return page;
    const bool spent = page.body.spent;
    free(page.body.bytes);
    return spent ? bad(503, "The server is out of memory.") : bad(404, "There is nothing here.");
}

/* page: its body is freed. */
static void answer(http_door *d, shg_web_page page)
{
    const bool head_only =
        d->head && d->head->status == 0 && shg_http_is(d->head, d->head->method, "HEAD", false);
    char text[1000];
    shg_out out = shg_out_make(text, sizeof text);
    const shg_http_answer head = { .status = page.status,
                                   .now_s = shg_now_ms(d->connection.server) / 1000,
                                   .content_type = page.content_type,
                                   .content_length = page.body.length,
                                   .more = page.more };
    shg_http_answer_write(&out, &head);
    free(d->head);
    d->head = NULL;
    d->answered = true;
    drop_input(d);
    if (page.body.spent || out.length >= sizeof text ||
        bufferevent_write(d->bev, text, out.length) != 0 ||
        (!head_only && bufferevent_write(d->bev, page.body.bytes, page.body.length) != 0))
        doom(d);
    free(page.body.bytes);
}

/* ---- metrics ---- */

static void scraped(void *context, const char *text)
{
    http_door *d = context;
    d->scrape = NULL;
    if (d->answered)
        return;
    shg_web_page page = new_page();
    page.status = 200;
    page.content_type = "text/plain; version=0.0.4; charset=utf-8";
    shg_out_text(&page.body, text ? text : "");
    if (text && !page.body.spent) {
        answer(d, page);
        return;
    }
    free(page.body.bytes);
    answer(d, bad(503, "The server is out of memory."));
}

/* True if they are what is asked for; the answer comes when the storage has told its part. */
static bool asks_for_metrics(http_door *d)
{
    if (!d->has_metrics || !shg_http_is(d->head, d->head->target, "/metrics", false) ||
        !shg_http_is(d->head, d->head->method, "GET", false))
        return false;
    shg_scrape *started = shg_scrape_start(d->connection.server, scraped, d);
    if (!started)
        scraped(d, NULL);
    else if (!d->answered)
        d->scrape = started;
    return true;
}

/* ---- the end ---- */

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
    answer(d, bad(408, "The request did not arrive in time."));
}

/* ---- events ---- */

static void on_read(struct bufferevent *bev, void *context)
{
    http_door *d = context;
    struct evbuffer *input = bufferevent_get_input(bev);
    if (d->answered || d->scrape) {
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
        if (kind == SHG_HTTP_DONE && asks_for_metrics(d)) {
            drop_input(d);
        } else if (kind == SHG_HTTP_DONE) {
            answer(d, route(d->connection.server, d->head));
        } else if (kind == SHG_HTTP_BAD) {
            answer(d, bad(d->head->status, d->head->reason));
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
    if (d->scrape)
        shg_scrape_cancel(d->scrape);
    bufferevent_free(d->bev);
    free(d->head);
    shg_connection_fini(connection);
    free(d);
}

static void drain(shg_connection *connection)
{
    const http_door *d = (const http_door *)(const void *)connection;
    if ((!d->answered && !d->scrape) || d->lingering)
        shg_connection_doom(connection);
}

static void accept_at(shg_server *server, int fd, const shg_address *from, bool has_metrics)
{
    shg_tls *tls = has_metrics ? NULL : server->tls;
    http_door *d = calloc(1, sizeof *d);
    const char *refusal = "";
    if (!d || !shg_connection_init(&d->connection, server, from, &refusal)) {
        shg_socket_refuse(fd, tls ? ""
                                  : "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n"
                                    "Connection: close\r\n\r\n");
        free(d);
        return;
    }
    server->metrics.counts[SHG_COUNT_http_accepted]++;
    d->has_metrics = has_metrics;
    d->connection.close = close_door;
    d->connection.drain = drain;
    shg_socket_setup(fd, false);
    d->bev = shg_tls_bufferevent(tls, server->base, fd);
    if (!d->bev) {
        evutil_closesocket(fd);
        shg_connection_fini(&d->connection);
        free(d);
        return;
    }
    bufferevent_setcb(d->bev, on_read, on_written, on_event, d);
    const struct timeval write_timeout = { .tv_sec = SHG_WRITE_TIMEOUT_MS / 1000 };
    bufferevent_set_timeouts(d->bev, NULL, &write_timeout);
    bufferevent_enable(d->bev, EV_READ | EV_WRITE);
    shg_deadline_start(&d->connection.deadline, &server->http_deadlines, too_slow, d);
}

void shg_http_accepted(void *context, int fd, const shg_address *from)
{
    accept_at(context, fd, from, false);
}

void shg_metrics_accepted(void *context, int fd, const shg_address *from)
{
    accept_at(context, fd, from, true);
}
