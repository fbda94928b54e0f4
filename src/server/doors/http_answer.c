/* http_answer.c: answers to requests: whole ones, streams, and the step to a WebSocket. */
#include "server/doors/http_door.h"

#include "base/json_write.h"
#include "server/doors/web_language.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <linux/sockios.h>
#include <sys/ioctl.h>
#endif

/* ---- answering ---- */

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
    const shg_server *server = d->connection.server;
    if (server->stopping || shg_is_draining(server) || d->ended)
        d->keeps_alive = false;
    d->chunked = streams && d->request && d->request->head.version == 11;
    if (streams && !d->chunked)
        d->keeps_alive = false; /* the end of the connection ends the answer */
    shg_out text = shg_out_growing(), more = shg_out_growing();
    write_security_headers(&more, d, page);
    const shg_http_answer head = { .status = page->status,
                                   .now_s = shg_time_of_day_ms(server) / 1000,
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

/* What the client has not received, as far as the system says. Its buffer may hold megabytes, and takes
 * more only when a third of it is free: without its figure a slow client would seem to stand still. */
static size_t unsent_bytes(const http_door *d)
{
    size_t bytes = evbuffer_get_length(shg_http_output(d));
#ifdef SIOCOUTQ
    int queued = 0;
    if (ioctl(bufferevent_getfd(d->bev), SIOCOUTQ, &queued) == 0 && queued > 0)
        bytes += (size_t)queued;
#endif
    return bytes;
}

bool shg_http_receives(http_door *d)
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
    shg_http_drop_request(d);
    d->state = SENDING;
    bufferevent_setwatermark(d->bev, EV_WRITE, 0, 0);
    d->sends_since_ms = shg_now_ms(d->connection.server);
    d->unsent_bytes = unsent_bytes(d);
    shg_http_deadline(d, SHG_DEADLINE_SEND);
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

void shg_http_release_answer(http_door *d)
{
    shg_share_release(d->connection.server->doors->answers, &d->answer);
}

void shg_http_answer_gives_way(void *context, shg_claim *claim)
{
    (void)context;
    shg_http_doom((http_door *)(void *)((char *)claim - offsetof(http_door, answer)));
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
        if (evbuffer_add_reference(shg_http_output(d), page->file, page->file_bytes, free_file,
                                   files) == 0)
            return true;
        shg_web_files_free(files);
        return false;
    }
    shg_out *body = &page->body;
    if (body->length == 0)
        return true;
    if (evbuffer_add_reference(shg_http_output(d), body->bytes, body->length, free_body,
                               body->bytes) != 0)
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
    http_door *d = shg_http_door_of(x);
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
        shg_http_doom(d);
    free(page->body.bytes);
    page->body = shg_out_growing();
    finish_answer(d);
}

void shg_http_refuse(http_door *d, unsigned status, const char *reason, const char *more)
{
    shg_web_page page = shg_web_page_new();
    write_refusal(&page, d, status, reason);
    page.more = more;
    shg_exchange_answer(&d->exchange, &page);
}

void shg_exchange_refuse(shg_exchange *x, unsigned status, const char *reason)
{
    shg_http_refuse(shg_http_door_of(x), status, reason, NULL);
}

/* ---- streams ---- */

bool shg_exchange_stream(shg_exchange *x, const shg_web_page *page)
{
    http_door *d = shg_http_door_of(x);
    assert(d->state == ANSWERING && page->body.length == 0);
    if (!write_head(d, page, true))
        shg_http_doom(d);
    if (d->connection.doomed || d->head_only) {
        finish_answer(d);
        return false;
    }
    d->state = STREAMING;
    shg_http_drop_request(d);
    bufferevent_setwatermark(d->bev, EV_WRITE, SHG_OUTPUT_BYTES_RESUME, 0);
    return true;
}

size_t shg_exchange_waiting(const shg_exchange *x)
{
    return evbuffer_get_length(shg_http_output(shg_http_door_of(x)));
}

bool shg_exchange_send(shg_exchange *x, const char *text, size_t bytes)
{
    http_door *d = shg_http_door_of(x);
    assert(d->state == STREAMING);
    if (d->connection.doomed)
        return false;
    if (bytes == 0) /* an empty chunk would be the last */
        return true;
    struct evbuffer *output = shg_http_output(d);
    if (shg_exchange_waiting(x) + bytes > SHG_OUTPUT_BYTES_MAX ||
        (d->chunked && evbuffer_add_printf(output, "%zx\r\n", bytes) < 0) ||
        evbuffer_add(output, text, bytes) != 0 ||
        (d->chunked && evbuffer_add(output, "\r\n", 2) != 0))
        shg_http_doom(d);
    return !d->connection.doomed;
}

void shg_exchange_end(shg_exchange *x)
{
    http_door *d = shg_http_door_of(x);
    assert(d->state == STREAMING);
    if (d->chunked && evbuffer_add(shg_http_output(d), "0\r\n\r\n", 5) != 0)
        shg_http_doom(d);
    finish_answer(d);
    if (evbuffer_get_length(shg_http_output(d)) == 0)
        bufferevent_trigger(d->bev, EV_WRITE, BEV_OPT_DEFER_CALLBACKS);
}

shg_socket *shg_exchange_upgrade(shg_exchange *x, const shg_socket_user *user, void *context)
{
    http_door *d = shg_http_door_of(x);
    assert(d->state == ANSWERING);
    char accept[SHG_SOCKET_ACCEPT_BYTES], more[200];
    const char *reason;
    const unsigned status = shg_socket_check_handshake(accept, &reason, x);
    if (status != 101) {
        shg_http_refuse(d, status, reason,
                        status == 426 ? "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                      : NULL);
        return NULL;
    }
    if (d->connection.server->drain.sends) {
        shg_http_refuse(d, 503,
                        "This server goes out of service: connect again to go on at another one.",
                        NULL);
        return NULL;
    }
    d->socket = shg_socket_new(&d->connection, d->bev, user, context);
    if (!d->socket) {
        shg_http_refuse(d, 503, "The server is out of memory.", NULL);
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
        shg_http_doom(d);
    shg_http_drop_request(d);
    d->state = SOCKET;
    if (d->full) /* from here on the socket limits its input */
        bufferevent_enable(d->bev, EV_READ);
    return d->socket;
}

void shg_http_abandon(http_door *d)
{
    if (d->state != ANSWERING && d->state != STREAMING)
        return;
    shg_exchange *x = &d->exchange;
    assert(x->gone);
    x->gone(x);
    x->gone = NULL;
}
