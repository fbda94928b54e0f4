/* echo_routes.c: other routes for the HTTP door than those of the program: a server that answers with what it was
 * asked, at once, later, in parts or by WebSocket, so that the door can be tested by itself. */
#include "server/doors/part.h"
#include "server/doors/web_exchange.h"
#include "server/loop/host.h"
#include "server/loop/bounds.h"
#include "server/loop/clock.h"
#include "server/doors/web_credentials.h"
#include "server/pages/pages.h"
#include "server/pages/routes.h"

#include <stdlib.h>
#include <string.h>

static unsigned number_of(const shg_exchange *x, const char *name)
{
    char text[16];
    shg_out out = shg_out_make(text, sizeof text);
    (void)shg_query_get(&out, x->query, x->query_bytes, name);
    return (unsigned)strtoul(text, NULL, 10);
}

/* ---- at once ---- */

static void echo(shg_exchange *x)
{
    shg_web_page page = shg_web_page_new();
    page.status = 200;
    shg_out_bytes(&page.body, x->body, x->body_bytes);
    shg_out_text(&page.body, "\n");
    shg_exchange_answer(x, &page);
}

static void answer_long(shg_exchange *x)
{
    shg_web_page page = shg_web_page_new();
    page.status = 200;
    for (unsigned left = number_of(x, "kib"); left > 0; left--) {
        char text[1024];
        memset(text, 'x', sizeof text);
        shg_out_bytes(&page.body, text, sizeof text);
    }
    shg_exchange_answer(x, &page);
}

static void count(shg_exchange *x)
{
    shg_web_page page = shg_web_page_new();
    page.status = 200;
    shg_out_format(&page.body, "%zu\n", x->body_bytes);
    shg_exchange_answer(x, &page);
}

/* How a request is understood. */
static void tell(shg_exchange *x)
{
    shg_web_page page = shg_web_page_new();
    page.status = 200;
    shg_out_text(&page.body, "path");
    shg_credentials who;
    shg_credentials_read(&who, x);
    const char *path = x->path;
    size_t path_bytes = x->path_bytes;
    char part[100];
    for (shg_out out = shg_out_make(part, sizeof part); shg_path_next(&out, &path, &path_bytes);
         out = shg_out_make(part, sizeof part))
        shg_out_format(&page.body, " [%s]", part);
    shg_out_text(&page.body, "\nq=");
    if (!shg_query_get(&page.body, x->query, x->query_bytes, "q"))
        shg_out_text(&page.body, "(none)");
    shg_out_format(&page.body, "\naddress %u.%u.%u.%u\n%s\n%s\n%s\n", x->address.bytes[0],
                   x->address.bytes[1], x->address.bytes[2], x->address.bytes[3],
                   x->secure ? "secure" : "open", shg_web_same_origin(x) ? "own" : "other",
                   who.token_bytes > 0 && !who.by_cookie ? "token" : "no token");
    shg_exchange_answer(x, &page);
}

/* ---- later ---- */

typedef struct later {
    shg_exchange *x;
    struct event *timer;
    unsigned left, bytes;
} later;

static void forget(later *l)
{
    event_free(l->timer);
    free(l);
}

static void gone(shg_exchange *x)
{
    forget(x->context);
}

static void on_answer(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    later *l = context;
    shg_exchange *x = l->x;
    forget(l);
    echo(x);
}

static later *begin(shg_exchange *x, event_callback_fn happened)
{
    later *l = calloc(1, sizeof *l);
    if (l)
        l->timer = event_new(x->server->base, -1, 0, happened, l);
    if (!l || !l->timer)
        abort();
    l->x = x;
    x->context = l;
    x->gone = gone;
    return l;
}

static void answer_later(shg_exchange *x)
{
    const struct timeval wait = shg_timeval_of_ms(number_of(x, "ms"));
    event_add(begin(x, on_answer)->timer, &wait);
}

/* ---- in parts ---- */

static void go_on(shg_exchange *x)
{
    later *l = x->context;
    char text[1000];
    memset(text, 'x', sizeof text);
    text[l->bytes - 1] = '\n';
    while (l->left > 0 && shg_exchange_waiting(x) <= SHG_OUTPUT_BYTES_PAUSE) {
        if (!shg_exchange_send(x, text, l->bytes))
            return;
        l->left--;
    }
    if (l->left > 0)
        return;
    forget(l);
    shg_exchange_end(x);
}

static void on_part(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_exchange *x = ((later *)context)->x;
    x->room = go_on;
    go_on(x);
}

/* ?lines=N&bytes=N of a line&ms=N before the first. */
static void stream(shg_exchange *x)
{
    const unsigned lines = number_of(x, "lines"), bytes = number_of(x, "bytes");
    const struct timeval wait = shg_timeval_of_ms(number_of(x, "ms"));
    shg_web_page page = shg_web_page_new();
    page.status = 200;
    page.content_type = "application/x-ndjson";
    if (!shg_exchange_stream(x, &page))
        return;
    later *l = begin(x, on_part);
    l->left = lines;
    l->bytes = bytes > 0 && bytes <= 1000 ? bytes : 1;
    event_add(l->timer, &wait);
}

/* ---- by WebSocket ---- */

/* "close CODE" closes, "flood N" answers with N messages, "pause MS" takes nothing for so long; all else is said
 * again. */
static void on_pause_over(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_socket_pause(context, false);
}

static void message(shg_socket *socket, const char *text, size_t text_bytes)
{
    struct event **timer = shg_socket_context(socket);
    if (strncmp(text, "close ", 6) == 0) {
        shg_socket_close(socket, (uint16_t)atoi(text + 6), "as you like");
    } else if (strncmp(text, "flood ", 6) == 0) {
        char line[1000];
        memset(line, 'x', sizeof line);
        for (int i = atoi(text + 6); i > 0 && shg_socket_send(socket, line, sizeof line); i--)
            ;
    } else if (strncmp(text, "pause ", 6) == 0) {
        const struct timeval wait = shg_timeval_of_ms(atoi(text + 6));
        shg_socket_pause(socket, true);
        event_assign(*timer, event_get_base(*timer), -1, 0, on_pause_over, socket);
        event_add(*timer, &wait);
    } else {
        shg_socket_send(socket, text, text_bytes);
    }
}

static void socket_gone(shg_socket *socket)
{
    struct event **timer = shg_socket_context(socket);
    event_free(*timer);
    free(timer);
}

static void socket_drain(shg_socket *socket)
{
    shg_socket_send(socket, "last words", 10);
}

static const shg_socket_user echoes = { .message = message,
                                        .gone = socket_gone,
                                        .drain = socket_drain };

static void open_socket(shg_exchange *x)
{
    struct event_base *base = x->server->base;
    struct event **timer = malloc(sizeof *timer);
    if (!timer || !(*timer = event_new(base, -1, 0, on_pause_over, NULL)))
        abort();
    if (!shg_exchange_upgrade(x, &echoes, timer)) {
        event_free(*timer);
        free(timer);
    }
}

/* ---- the table ---- */

static const shg_web_route rows[] = {
    { SHG_GET, .prefix = "/healthz", .handler = shg_health_web },
    { SHG_GET, .prefix = "/metrics", .metrics = true, .handler = shg_metrics_web },
    { SHG_GET, .prefix = "/tell", .below = true, .handler = tell },
    { SHG_POST, .prefix = "/echo", .handler = echo },
    { SHG_GET, .prefix = "/long", .handler = answer_long },
    { SHG_PUT, .prefix = "/echo", .json = true, .handler = count },
    { SHG_POST, .prefix = "/large", .body_max = SHG_DEFINITION_BODY_BYTES_MAX, .handler = count },
    { SHG_POST, .prefix = "/huge", .body_max = SHG_RECORD_BODY_BYTES_MAX, .handler = count },
    { SHG_GET | SHG_POST, .prefix = "/later", .json = true, .handler = answer_later },
    { SHG_GET, .prefix = "/stream", .handler = stream },
    { SHG_GET, .prefix = "/socket", .handler = open_socket },
};

const shg_web_routes shg_routes = { .row = rows, .count = sizeof rows / sizeof rows[0] };
