#include "server/admin/admin_door.h"

#include "base/error.h"
#include "base/json_fields.h"
#include "base/json_write.h"
#include "server/admin/admin_int.h"
#include "server/admin/part.h"
#include "server/session/task.h"
#include "storage/storage.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/listener.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BACKLOG = 4 };

int shg_admin_exit_status(shoogi_status status)
{
    if (status == SHOOGI_OK)
        return 0;
    return status == SHOOGI_NOT_FOUND || status == SHOOGI_CONFLICT || status == SHOOGI_ILLEGAL ? 1
                                                                                               : 2;
}

/* ---- requests ---- */

shg_admin_asker *shg_admin_asker_new(shg_admin_door *door)
{
    shg_admin_asker *a = door->count < SHG_ADMIN_CONNECTIONS_MAX ? calloc(1, sizeof *a) : NULL;
    if (!a)
        return NULL;
    a->door = door;
    a->after = door->first;
    if (a->after)
        a->after->before = a;
    door->first = a;
    door->count++;
    return a;
}

void shg_admin_asker_end(shg_admin_asker *a)
{
    shg_admin_task_left(a->task);
    *(a->before ? &a->before->after : &a->door->first) = a->after;
    if (a->after)
        a->after->before = a->before;
    a->door->count--;
    if (a->bev)
        bufferevent_free(a->bev);
    shg_admin_asked_free(a->asked);
    free(a);
}

void shg_admin_write(shg_admin_asker *a, int exit_status, const char *text)
{
    a->answered = true;
    evbuffer_add_printf(bufferevent_get_output(a->bev), "%d\n%s", exit_status, text);
}

void shg_admin_answer(shg_admin_asker *a, const char *text, shoogi_status status,
                      const shoogi_error *err)
{
    char sentence[sizeof err->message + 2];
    const int exit_status = shg_admin_exit_status(status);
    if (status != SHOOGI_OK) {
        snprintf(sentence, sizeof sentence, "%s\n",
                 err->message[0] ? err->message : shoogi_status_text(status));
        text = sentence;
    }
    text = text ? text : "";
    if (a->asked)
        shg_admin_add_reply(a, a->door->server->node, exit_status, text);
    else if (a->bev)
        shg_admin_write(a, exit_status, text);
    else
        shg_admin_reply(a, exit_status, text);
    if (!a->bev)
        shg_admin_asker_end(a);
}

/* ---- connections ---- */

static void on_read(struct bufferevent *bev, void *context)
{
    (void)bev;
    shg_admin_asker *c = context;
    struct evbuffer *input = bufferevent_get_input(c->bev);
    if (evbuffer_get_length(input) >= SHG_ADMIN_REQUEST_BYTES_MAX)
        shg_admin_asker_end(c);
}

static void on_written(struct bufferevent *bev, void *context)
{
    (void)bev;
    shg_admin_asker *c = context;
    if (!c->answered)
        return;
    shg_server *server = c->door->server;
    const bool restores = c->restores;
    shg_admin_asker_end(c);
    if (restores) {
        server->restores = true;
        shg_server_stop(server, 0);
    }
}

static void on_event(struct bufferevent *bev, short what, void *context)
{
    shg_admin_asker *c = context;
    char words[SHG_ADMIN_REQUEST_BYTES_MAX];
    const bool waits = c->task || c->answered || c->upgrades || c->drains || c->asked;
    if (!(what & BEV_EVENT_EOF) || waits) {
        shg_admin_asker_end(c);
        return;
    }
    const size_t bytes = bufferevent_read(bev, words, sizeof words);
    shg_admin_do(c, words, bytes);
    sodium_memzero(words, sizeof words); /* they may be the verifier of a password */
}

static bool is_allowed(int fd)
{
    struct ucred address_count;
    socklen_t bytes = sizeof address_count;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &address_count, &bytes) == 0 &&
           (address_count.uid == geteuid() || address_count.uid == 0);
}

static void on_accept(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *from,
                      int from_bytes, void *context)
{
    (void)listener;
    (void)from;
    (void)from_bytes;
    shg_admin_door *door = context;
    shg_admin_asker *c = is_allowed(fd) ? shg_admin_asker_new(door) : NULL;
    if (c)
        c->bev = bufferevent_socket_new(door->server->base, fd, BEV_OPT_CLOSE_ON_FREE);
    if (!c)
        shg_log_write(&door->server->log, shg_now_ms(door->server), SHG_LOG_admin_refused, NULL);
    if (!c || !c->bev) {
        if (c)
            shg_admin_asker_end(c);
        close(fd);
        return;
    }
    const struct timeval limit = { .tv_sec = SHG_ADMIN_MS / 1000 };
    bufferevent_setcb(c->bev, on_read, on_written, on_event, c);
    bufferevent_setwatermark(c->bev, EV_READ, 0, SHG_ADMIN_REQUEST_BYTES_MAX);
    bufferevent_set_timeouts(c->bev, &limit, &limit);
    bufferevent_enable(c->bev, EV_READ | EV_WRITE);
}

/* ---- hot upgrades ---- */

void shg_admin_door_pause(shg_admin_door *door, bool pauses)
{
    if (door)
        (pauses ? evconnlistener_disable : evconnlistener_enable)(door->listener);
}

bool shg_admin_door_is_used(const shg_admin_door *door)
{
    for (const shg_admin_asker *c = door ? door->first : NULL; c; c = c->after)
        if (!c->upgrades)
            return true;
    return false;
}

void shg_admin_door_hand_over(shg_handover_out *out, const shg_admin_door *door)
{
    if (!door)
        return;
    shg_handover_listener(out, "admin", evconnlistener_get_fd(door->listener));
    for (const shg_admin_asker *c = door->first; c; c = c->after) {
        if (!c->upgrades)
            continue;
        shg_handover_open(out, "asker");
        if (c->bev)
            shg_handover_socket(out, bufferevent_getfd(c->bev));
        shg_json_number(&out->text, "node", c->node);
        shg_json_number(&out->text, "number", c->number);
        shg_handover_close(out);
    }
}

void shg_admin_door_upgraded(shg_admin_door *door, shoogi_status status, const shoogi_error *err)
{
    for (shg_admin_asker *c = door ? door->first : NULL, *after; c; c = after) {
        const bool upgrades = c->upgrades;
        after = c->after;
        c->upgrades = false;
        if (upgrades)
            shg_admin_answer(c, NULL, status, err);
    }
}

/* The answers are short, and their readers wait. */
static void send_at_once(int fd, int exit_status, const char *text)
{
    char answer[SHG_SERVER_FAULT_BYTES + 2];
    snprintf(answer, sizeof answer, "%d\n%s", exit_status, text);
    (void)send(fd, answer, strlen(answer), MSG_NOSIGNAL | MSG_DONTWAIT);
}

void shg_admin_answer_askers(shg_server *server, int exit_status, const char *text)
{
    shg_handover *h = server->handover;
    shg_handover_rewind(h);
    while (shg_handover_next_of(h, "asker")) {
        const shg_admin_asker other = { .door = server->admin->door,
                                        .node = shg_field_number(&h->json, 0, "node", 0),
                                        .number = shg_field_number(&h->json, 0, "number", 0) };
        const int fd = shg_handover_fd(h);
        if (fd >= 0) {
            send_at_once(fd, exit_status, text);
            close(fd);
        } else if (other.node != 0 && other.door) {
            shg_admin_reply(&other, exit_status, text);
        }
    }
}

/* ---- the end of a drain ---- */

void shg_admin_drained(shg_admin_door *door, const char *text)
{
    for (shg_admin_asker *c = door ? door->first : NULL, *after; c; c = after) {
        after = c->after;
        if (!c->drains)
            continue;
        if (c->bev)
            send_at_once(bufferevent_getfd(c->bev), 0, text);
        else
            shg_admin_reply(c, 0, text);
        shg_admin_asker_end(c);
    }
}

/* ---- the socket ---- */

bool shg_admin_address(struct sockaddr_un *out, const char *db_path)
{
    memset(out, 0, sizeof *out);
    out->sun_family = AF_UNIX;
    const char *named = getenv("SHOOGI_ADMIN");
    const int length = shg_storage_is_uri(db_path)
                           ? snprintf(out->sun_path, sizeof out->sun_path, "%s",
                                      named && named[0] ? named : "shoogi-admin")
                           : snprintf(out->sun_path, sizeof out->sun_path, "%s-admin", db_path);
    return length > 0 && (size_t)length < sizeof out->sun_path;
}

/* Makes a socket that only its owner can connect to, even before it listens; -1 with errno. */
static int bind_socket(const struct sockaddr_un *address)
{
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    unlink(address->sun_path);
    if (bind(fd, (const struct sockaddr *)address, sizeof *address) == 0 &&
        chmod(address->sun_path, 0600) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    const int why = errno;
    close(fd);
    errno = why;
    return -1;
}

shoogi_status shg_admin_door_new(shg_admin_door **out, shg_server *server, const char *db_path,
                                 shoogi_error *err)
{
    shg_admin_door *door = calloc(1, sizeof *door);
    if (!door)
        return SHOOGI_NO_MEMORY;
    door->server = server;
    if (!shg_admin_address(&door->address, db_path)) {
        free(door);
        return shg_error_set(err, SHOOGI_IO, 0, 0,
                             "the path of the database is too long for the admin socket beside it");
    }
    const int inherited = shg_handover_copy_listener(server->handover, "admin");
    const int fd = inherited >= 0 ? inherited : bind_socket(&door->address);
    if (fd < 0) {
        const shoogi_status status = shg_error_set(err, SHOOGI_IO, 0, 0, "cannot listen at %s: %s",
                                                   door->address.sun_path, strerror(errno));
        free(door);
        return status;
    }
    door->listener = evconnlistener_new(server->base, on_accept, door,
                                        LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 0, fd);
    if (!door->listener) {
        close(fd);
        free(door);
        return SHOOGI_NO_MEMORY;
    }
    *out = door;
    return SHOOGI_OK;
}

void shg_admin_door_free(shg_admin_door *door)
{
    if (!door)
        return;
    while (door->first)
        shg_admin_asker_end(door->first);
    evconnlistener_free(door->listener);
    if (!door->server->handover) /* else the start has failed, and another program goes on with it */
        unlink(door->address.sun_path);
    free(door);
}
