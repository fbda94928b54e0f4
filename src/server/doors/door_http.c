#include "server/doors/door_http.h"

#include "base/json_fields.h"
#include "base/json_write.h"
#include "server/doors/part.h"
#include "server/doors/web_language.h"
#include "server/doors/web_socket.h"
#include "server/loop/host.h"
#include "server/loop/socket_setup.h"
#include "server/loop/test_settings.h"
#include "wire/http_body.h"

#include <assert.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/sockios.h>
#include <sys/ioctl.h>
#endif

typedef enum door_state {
    READING,   /* a request, or idle */
    ANSWERING, /* a handler has the exchange */
    STREAMING, /* likewise, and its answer has begun */
    SENDING,   /* the answer is complete and being sent */
    LINGERING, /* all output is sent; the client gets time to read it */
    SOCKET     /* it speaks WebSocket */
} door_state;

/* From the first byte of a request to its answer; an idle connection has none. */
typedef struct request {
    shg_http_head head;
    const shg_web_route *route; /* NULL while the head is read */
    shg_http_body reader;
    shg_out body;
} request;

typedef struct http_door {
    shg_connection connection; /* must be first */
    struct bufferevent *bev;
    request *request;   /* owned */
    shg_socket *socket; /* owned; NULL before an upgrade */
    shg_exchange exchange;
    shg_address_key proxy; /* the peer's address, if connection.is_proxy */
    shg_claim body;        /* of the bytes of the request */
    shg_claim answer;      /* of the bytes being sent */
    size_t unsent_bytes;   /* at the last check of SHG_DEADLINE_SEND */
    int64_t sends_since_ms;
    int64_t came_ms;   /* when the last byte that was read arrived */
    uint16_t requests; /* served so far */
    uint8_t state;     /* door_state */
    bool has_metrics;  /* this port serves the metrics */
    bool is_local;     /* the peer is on this machine */
    bool is_own;       /* we listen on a loopback address only */
    bool https;        /* see shg_exchange */
    bool head_only;    /* of the request: send no body */
    bool chunked;      /* of the answer */
    bool keeps_alive;  /* another request may follow */
    bool full;         /* enough input is buffered: reading is paused */
    bool ended;        /* the client has closed its side */
} http_door;

static void doom(http_door *d)
{
    shg_connection_doom(&d->connection);
}

static http_door *door_of(const shg_exchange *x)
{
    return (http_door *)(void *)((char *)(uintptr_t)x - offsetof(http_door, exchange));
}

static struct evbuffer *input_of(const http_door *d)
{
    return bufferevent_get_input(d->bev);
}

static struct evbuffer *output_of(const http_door *d)
{
    return bufferevent_get_output(d->bev);
}

static void drop_body(http_door *d)
{
    shg_share_release(d->connection.server->doors->bodies, &d->body);
    if (d->request)
        shg_out_wipe(&d->request->body);
    d->exchange.body = "";
    d->exchange.body_bytes = 0;
}

static void drop_request(http_door *d)
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

/* ---- answering ---- */

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

/* Headers of every answer that make a browser show it as what it is, and only in our pages. */
static void write_security_headers(shg_out *more, const http_door *d, const shg_web_page *page)
{
    shg_out_format(more,
                   "Cache-Control: %s\r\nContent-Security-Policy: %s%sdefault-src 'none'; "
                   "base-uri 'none'; form-action %s; frame-ancestors %s\r\n"
                   "Cross-Origin-Resource-Policy: %s-origin\r\n",
                   page->cache ? page->cache : "no-store", page->allowed ? page->allowed : "",
                   page->allowed ? "; " : "", page->forms ? "'self'" : "'none'",
                   page->embeddable ? "*" : "'none'", page->embeddable ? "cross" : "same");
    shg_out_text(more, "Cross-Origin-Opener-Policy: same-origin\r\nReferrer-Policy: same-origin\r\n"
                       "X-Content-Type-Options: nosniff\r\n"
                       "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), "
                       "usb=()\r\n");
    if (d->https)
        shg_out_text(more, "Strict-Transport-Security: max-age=31536000\r\n");
    /* A browser must neither render JSON as a page nor save it under a foreign name. */
    const bool is_json = page->content_type && strcmp(page->content_type, "application/json") == 0;
    const char *const file_name = page->file_name ? page->file_name : is_json ? "api.json" : NULL;
    if (file_name)
        shg_out_format(more, "Content-Disposition: attachment; filename=\"%s\"\r\n", file_name);
    if (page->speaks)
        shg_web_language_write(more, &d->exchange, page->language);
    if (page->more)
        shg_out_text(more, page->more);
}

static bool write_head(http_door *d, const shg_web_page *page, bool streams)
{
    if (d->connection.server->stopping || d->ended)
        d->keeps_alive = false;
    d->chunked = streams && d->request && d->request->head.version == 11;
    if (streams && !d->chunked)
        d->keeps_alive = false; /* the end of the connection ends the answer */
    shg_out text = shg_out_growing(), more = shg_out_growing();
    write_security_headers(&more, d, page);
    const shg_http_answer head = { .status = page->status,
                                   .now_s = shg_time_of_day_ms(d->connection.server) / 1000,
                                   .content_type = page->content_type,
                                   .content_length =
                                       page->file ? page->file_bytes : page->body.length,
                                   .streams = streams,
                                   .chunked = d->chunked,
                                   .keep_alive = d->keeps_alive,
                                   .more = more.bytes };
    if (!more.spent)
        shg_http_answer_write(&text, &head);
    const bool good =
        !more.spent && !text.spent && bufferevent_write(d->bev, text.bytes, text.length) == 0;
    free(more.bytes);
    free(text.bytes);
    return good;
}

static void on_deadline(void *context);

/* What the client has not received, as far as the system says. Its buffer may hold megabytes, and takes
 * more only when a third of it is free: without its figure a slow client would seem to stand still. */
static size_t unsent_bytes(const http_door *d)
{
    size_t bytes = evbuffer_get_length(output_of(d));
#ifdef SIOCOUTQ
    int queued = 0;
    if (ioctl(bufferevent_getfd(d->bev), SIOCOUTQ, &queued) == 0 && queued > 0)
        bytes += (size_t)queued;
#endif
    return bytes;
}

/* A client that reads byte by byte, or hardly, must not keep the answer. */
static bool receives(http_door *d)
{
    const size_t before = d->unsent_bytes;
    d->unsent_bytes = unsent_bytes(d);
    return shg_now_ms(d->connection.server) - d->sends_since_ms < SHG_HTTP_UPLOAD_MS &&
           (d->unsent_bytes <= SHG_BODY_BYTES_MAX ||
            d->unsent_bytes + SHG_SEND_BYTES_MIN <= before);
}

/* The last byte of the answer is queued; on_written continues. */
static void finish_answer(http_door *d)
{
    drop_request(d);
    d->state = SENDING;
    bufferevent_setwatermark(d->bev, EV_WRITE, 0, 0);
    d->sends_since_ms = shg_now_ms(d->connection.server);
    d->unsent_bytes = unsent_bytes(d);
    shg_deadline_stop(&d->connection.deadline);
    shg_deadline_start(&d->connection.deadline,
                       &d->connection.server->doors->deadlines[SHG_DEADLINE_SEND], on_deadline, d);
}

static void free_body(const void *bytes, size_t count, void *context)
{
    (void)bytes;
    (void)count;
    free(context);
}

/* Counts the body of an answer; a file of the page costs no memory. */
static shoogi_status claim_answer(http_door *d, const shg_out *body)
{
    return d->head_only || body->length == 0
               ? SHOOGI_OK
               : shg_share_take(
                     d->connection.server->doors->answers, &d->answer,
                     &(shg_owner){ .address = *shg_address_count_key(d->connection.address_count) },
                     (int64_t)body->length);
}

/* The answer was sent, or never will be. */
static void release_answer(http_door *d)
{
    shg_share_release(d->connection.server->doors->answers, &d->answer);
}

/* The client has not read its answer, and others need the memory. */
static void answer_gives_way(void *context, shg_claim *claim)
{
    (void)context;
    doom((http_door *)(void *)((char *)claim - offsetof(http_door, answer)));
}

static void free_file(const void *bytes, size_t count, void *files)
{
    (void)bytes;
    (void)count;
    shg_web_files_free(files);
}

/* Adds the body to the output buffer, or a file by reference. */
static bool send_body(http_door *d, shg_web_page *page)
{
    if (d->head_only)
        return true;
    if (page->file && page->file_bytes > 0) {
        struct shg_web_files *files = shg_web_files_share(page->files);
        if (evbuffer_add_reference(output_of(d), page->file, page->file_bytes, free_file, files) ==
            0)
            return true;
        shg_web_files_free(files);
        return false;
    }
    shg_out *body = &page->body;
    if (body->length == 0)
        return true;
    if (evbuffer_add_reference(output_of(d), body->bytes, body->length, free_body, body->bytes) != 0)
        return false;
    *body = shg_out_growing();
    return true;
}

/* Whether the client is a browser that would show a page: it says so, or accepts anything for a path that names no file. */
static bool wants_page(const http_door *d, const char **path, size_t *path_bytes)
{
    const request *r = d->request;
    if (!r || !r->route || d->has_metrics || !d->connection.server->doors->routes->refusal)
        return false;
    const char *target = shg_http_text(&r->head, r->head.target);
    const char *mark = memchr(target, '?', r->head.target.bytes);
    *path = target;
    *path_bytes = mark ? (size_t)(mark - target) : r->head.target.bytes;
    const char *slash = memrchr(target, '/', *path_bytes);
    const size_t last = slash ? (size_t)(slash - target) : 0;
    return shg_http_lists(&r->head, "Accept", "text/html") ||
           (!memchr(target + last, '.', *path_bytes - last) &&
            shg_http_lists(&r->head, "Accept", "*/*"));
}

static void write_refusal(shg_web_page *page, const http_door *d, unsigned status,
                          const char *sentence)
{
    const bool json = d->request && d->request->route && d->request->route->json;
    const char *reason = shg_text_in(d->exchange.language, sentence);
    page->status = status;
    const size_t reason_bytes = strcspn(reason, "\r\n");
    const char *path;
    size_t path_bytes;
    if (!json && status < 500 && wants_page(d, &path, &path_bytes)) {
        char line[SHOOGI_MESSAGE_BYTES * 2];
        snprintf(line, sizeof line, "%.*s", (int)reason_bytes, reason);
        page->language = d->exchange.language;
        const shg_server *server = d->connection.server;
        server->doors->routes->refusal(page, server, path, path_bytes, line);
        page->status = status;
    } else if (json) {
        page->content_type = "application/json";
        shg_out_text(&page->body, "{\"ok\":false,\"error\":");
        shg_json_quote(&page->body, reason, reason_bytes);
        shg_out_text(&page->body, "}\n");
    } else {
        shg_out_format(&page->body, "%.*s\n", (int)reason_bytes, reason);
    }
}

void shg_exchange_answer(shg_exchange *x, shg_web_page *page)
{
    http_door *d = door_of(x);
    assert(d->state == READING || d->state == ANSWERING);
    const shoogi_status claimed =
        page->body.spent ? SHOOGI_NO_MEMORY : claim_answer(d, &page->body);
    const bool full = claimed == SHOOGI_LIMIT_EXCEEDED, spent = claimed != SHOOGI_OK;
    if (spent || (page->status == 404 && page->body.length == 0)) {
        free(page->body.bytes);
        *page = shg_web_page_new();
        write_refusal(page, d, spent ? 503 : 404,
                      full    ? shg_share_rows[SHG_SHARE_answers].refusal
                      : spent ? "The server is out of memory."
                              : "Page not found.");
    }
    if (!write_head(d, page, false) || !send_body(d, page))
        doom(d);
    free(page->body.bytes);
    page->body = shg_out_growing();
    finish_answer(d);
}

static void refuse_request(http_door *d, unsigned status, const char *reason, const char *more)
{
    shg_web_page page = shg_web_page_new();
    write_refusal(&page, d, status, reason);
    page.more = more;
    shg_exchange_answer(&d->exchange, &page);
}

void shg_exchange_refuse(shg_exchange *x, unsigned status, const char *reason)
{
    refuse_request(door_of(x), status, reason, NULL);
}

/* ---- streams ---- */

bool shg_exchange_stream(shg_exchange *x, const shg_web_page *page)
{
    http_door *d = door_of(x);
    assert(d->state == ANSWERING && page->body.length == 0);
    if (!write_head(d, page, true))
        doom(d);
    if (d->connection.doomed || d->head_only) {
        finish_answer(d);
        return false;
    }
    d->state = STREAMING;
    drop_request(d);
    bufferevent_setwatermark(d->bev, EV_WRITE, SHG_OUTPUT_BYTES_RESUME, 0);
    return true;
}

size_t shg_exchange_waiting(const shg_exchange *x)
{
    return evbuffer_get_length(output_of(door_of(x)));
}

bool shg_exchange_send(shg_exchange *x, const char *text, size_t bytes)
{
    http_door *d = door_of(x);
    assert(d->state == STREAMING);
    if (d->connection.doomed)
        return false;
    if (bytes == 0) /* an empty chunk would be the last */
        return true;
    struct evbuffer *output = output_of(d);
    if (shg_exchange_waiting(x) + bytes > SHG_OUTPUT_BYTES_MAX ||
        (d->chunked && evbuffer_add_printf(output, "%zx\r\n", bytes) < 0) ||
        evbuffer_add(output, text, bytes) != 0 ||
        (d->chunked && evbuffer_add(output, "\r\n", 2) != 0))
        doom(d);
    return !d->connection.doomed;
}

void shg_exchange_end(shg_exchange *x)
{
    http_door *d = door_of(x);
    assert(d->state == STREAMING);
    if (d->chunked && evbuffer_add(output_of(d), "0\r\n\r\n", 5) != 0)
        doom(d);
    finish_answer(d);
    if (evbuffer_get_length(output_of(d)) == 0)
        bufferevent_trigger(d->bev, EV_WRITE, BEV_OPT_DEFER_CALLBACKS);
}

shg_socket *shg_exchange_upgrade(shg_exchange *x, const shg_socket_user *user, void *context)
{
    http_door *d = door_of(x);
    assert(d->state == ANSWERING);
    char accept[SHG_SOCKET_ACCEPT_BYTES], more[200];
    const char *reason;
    const unsigned status = shg_socket_check_handshake(accept, &reason, x);
    if (status != 101) {
        refuse_request(d, status, reason,
                       status == 426 ? "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                     : NULL);
        return NULL;
    }
    d->socket = shg_socket_new(&d->connection, d->bev, user, context);
    if (!d->socket) {
        refuse_request(d, 503, "The server is out of memory.", NULL);
        return NULL;
    }
    shg_out out = shg_out_make(more, sizeof more);
    shg_out_format(
        &out, "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n", accept);
    char text[400];
    out = shg_out_make(text, sizeof text);
    const shg_http_answer head = { .status = 101, .more = more };
    shg_http_answer_write(&out, &head);
    if (bufferevent_write(d->bev, text, out.length) != 0)
        doom(d);
    drop_request(d);
    d->state = SOCKET;
    if (d->full) /* from here on the socket limits its input */
        bufferevent_enable(d->bev, EV_READ);
    return d->socket;
}

/* Ends the exchange without an answer. */
static void abandon_exchange(http_door *d)
{
    if (d->state != ANSWERING && d->state != STREAMING)
        return;
    shg_exchange *x = &d->exchange;
    assert(x->gone);
    x->gone(x);
    x->gone = NULL;
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
    refuse_request(d, 405,
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
    refuse_request(d, 503,
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
    shg_share_set_give_way(doors->answers, answer_gives_way, server);
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
            refuse_request(d, 429, refusal, NULL);
            return false;
        }
    }
    if (!shg_front_is_our_host(&server->doors->front, head, d->is_own)) {
        refuse_request(d, 421, "This server does not have that host name.", NULL);
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
    shg_deadlines *deadlines = d->connection.server->doors->deadlines;
    const size_t body_max = d->request->route->body_max;
    const bool large =
        head->chunked ? body_max > SHG_BODY_BYTES_MAX : head->content_length > SHG_BODY_BYTES_MAX;
    d->state = READING;
    d->keeps_alive = may_continue(d);
    shg_deadline_stop(&d->connection.deadline);
    shg_deadline_start(&d->connection.deadline,
                       &deadlines[large ? SHG_DEADLINE_UPLOAD : SHG_DEADLINE_HEAD], on_deadline, d);
    shg_http_span value;
    size_t index = 0;
    if (head->version < 11 || !shg_http_find(&value, head, "Expect", &index))
        return;
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    if (!shg_http_is(head, value, "100-continue", true)) {
        d->keeps_alive = false;
        refuse_request(d, 417, "The only supported expectation is \"100-continue\".", NULL);
    } else if (evbuffer_get_length(input_of(d)) == 0 &&
               bufferevent_write(d->bev, go_on, sizeof go_on - 1) != 0) {
        doom(d);
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
        refuse_request(d, 404, "Page not found.", NULL);
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
        refuse_request(d, r->reader.status, r->reader.reason, NULL);
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
            refuse_request(d, r->head.status, r->head.reason, NULL);
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
        refuse_request(d, r->reader.status, r->reader.reason, NULL);
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
    shg_server *server = d->connection.server;
    d->request = malloc(sizeof *d->request);
    if (!d->request) {
        doom(d);
        return false;
    }
    shg_http_head_init(&d->request->head);
    d->request->route = NULL;
    d->request->body = shg_out_growing();
    if (d->requests > 0) { /* the deadline of the first began with the connection */
        shg_deadline_stop(&d->connection.deadline);
        shg_deadline_start(&d->connection.deadline, &server->doors->deadlines[SHG_DEADLINE_HEAD],
                           on_deadline, d);
    }
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
        doom(d); /* in the middle of a request, or before any */
}

void shg_exchange_read_body(shg_exchange *x)
{
    http_door *d = door_of(x);
    assert(d->state == ANSWERING && d->request);
    await_body(d);
    read_request(d);
}

void shg_exchange_drop_body(shg_exchange *x)
{
    drop_body(door_of(x));
}

/* The deadline of a request, however slowly it arrives, of an idle connection, or of an answer
 * being sent. */
static void on_deadline(void *context)
{
    http_door *d = context;
    if (d->state == SENDING && receives(d)) {
        shg_deadline_start(&d->connection.deadline,
                           &d->connection.server->doors->deadlines[SHG_DEADLINE_SEND], on_deadline,
                           d);
        return;
    }
    if (d->state != READING || !d->request) {
        doom(d);
        return;
    }
    d->keeps_alive = d->head_only = false;
    refuse_request(d, 408, "The request did not arrive in time.", NULL);
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
    if (d->state != SENDING || evbuffer_get_length(output_of(d)) > 0)
        return;
    release_answer(d);
    if (!d->keeps_alive) {
        linger(d);
        return;
    }
    d->state = READING;
    shg_deadline_stop(&d->connection.deadline);
    shg_deadline_start(&d->connection.deadline,
                       &d->connection.server->doors->deadlines[SHG_DEADLINE_IDLE], on_deadline, d);
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
        doom(d);
}

static http_door *door_of_connection(const shg_connection *connection)
{
    return (http_door *)(void *)(uintptr_t)connection;
}

static void close_door(shg_connection *connection)
{
    http_door *d = door_of_connection(connection);
    abandon_exchange(d);
    shg_socket_free(d->socket);
    drop_request(d);
    release_answer(d);
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
        abandon_exchange(d);
        shg_exchange_end(&d->exchange);
    }
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
        abandon_exchange(d);
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
                                               .hand_over = hand_over_door };

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
    shg_deadline_start(&d->connection.deadline, &server->doors->deadlines[SHG_DEADLINE_HEAD],
                       on_deadline, d);
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
        doom(d);
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
