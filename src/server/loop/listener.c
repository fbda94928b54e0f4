#include "server/loop/listener.h"

#include "base/error.h"
#include "server/loop/bounds.h"

#include <errno.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BACKLOG = 1024 };

struct shg_listener {
    struct evconnlistener *listener;
    struct event *resume;
    shg_accept_fn *accepted;
    shg_no_accept_fn *failed;
    void *context;
};

static void on_accept(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *from,
                      int from_bytes, void *context)
{
    (void)listener;
    const shg_listener *l = context;
    shg_address address;
    memset(&address, 0, sizeof address);
    address.socket_bytes = (socklen_t)from_bytes;
    memcpy(&address.socket, from, (size_t)from_bytes);
    l->accepted(l->context, fd, &address);
}

/* Without this pause the pending connection keeps the socket readable, and the loop would retry
 * without end, logging a line each time. */
static void on_error(struct evconnlistener *listener, void *context)
{
    shg_listener *l = context;
    l->failed(l->context, strerror(errno));
    evconnlistener_disable(listener);
    const struct timeval pause = { .tv_sec = 0, .tv_usec = SHG_ACCEPT_PAUSE_MS * 1000 };
    event_add(l->resume, &pause);
}

static void on_resume(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    const shg_listener *l = context;
    evconnlistener_enable(l->listener);
}

/* A bound socket, or -1 with errno. */
static int bind_socket(shg_address *address)
{
    const int family = address->socket.ss_family;
    const int fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    const int on = 1;
    struct sockaddr_storage *bound = &address->socket;
    socklen_t bound_bytes = sizeof *bound;
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        (family != AF_INET6 || setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) == 0) &&
        bind(fd, (const struct sockaddr *)bound, address->socket_bytes) == 0 &&
        listen(fd, BACKLOG) == 0 && getsockname(fd, (struct sockaddr *)bound, &bound_bytes) == 0) {
        address->socket_bytes = bound_bytes;
        return fd;
    }
    const int why = errno;
    close(fd);
    errno = why;
    return -1;
}

shoogi_status shg_listener_new(shg_listener **out, struct event_base *base, shg_address *address,
                               int fd, shg_accept_fn *accepted, shg_no_accept_fn *failed,
                               void *context, shoogi_error *err)
{
    char text[SHG_ADDRESS_TEXT_BYTES];
    shg_address_write(text, address);
    shg_listener *l = calloc(1, sizeof *l);
    if (!l)
        return SHOOGI_NO_MEMORY;
    l->accepted = accepted;
    l->failed = failed;
    l->context = context;
    address->socket_bytes = fd >= 0 ? sizeof address->socket : address->socket_bytes;
    if (fd < 0)
        fd = bind_socket(address);
    else if (getsockname(fd, (struct sockaddr *)&address->socket, &address->socket_bytes) != 0)
        fd = -1;
    if (fd < 0) {
        shg_error_set(err, SHOOGI_IO, 0, 0, "cannot listen at %s: %s%s", text, strerror(errno),
                      errno == EADDRINUSE ? " (--telnet, --http and --metrics name others)" : "");
        free(l);
        return SHOOGI_IO;
    }
    /* Backlog 0: the socket already listens. */
    l->listener = evconnlistener_new(base, on_accept, l,
                                     LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 0, fd);
    if (!l->listener)
        close(fd);
    l->resume = event_new(base, -1, 0, on_resume, l);
    if (!l->listener || !l->resume) {
        shg_listener_free(l);
        return SHOOGI_NO_MEMORY;
    }
    evconnlistener_set_error_cb(l->listener, on_error);
    *out = l;
    return SHOOGI_OK;
}

int shg_listener_fd(const shg_listener *l)
{
    return evconnlistener_get_fd(l->listener);
}

void shg_listener_pause(shg_listener *l, bool pauses)
{
    if (!l)
        return;
    event_del(l->resume);
    (pauses ? evconnlistener_disable : evconnlistener_enable)(l->listener);
}

void shg_listener_free(shg_listener *l)
{
    if (!l)
        return;
    if (l->resume)
        event_free(l->resume);
    if (l->listener)
        evconnlistener_free(l->listener);
    free(l);
}
