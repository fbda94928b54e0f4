#include "server/door_telnet.h"

#include "proto/telnet.h"
#include "server/server_int.h"
#include "server/socket_setup.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

typedef struct telnet_door {
    shg_connection connection; /* must be first */
    shg_session *session;
    struct bufferevent *bev;
    shg_telnet telnet;
    bool speaks; /* the peer has answered in telnet */
    bool hidden, keys;
    bool pumping;   /* pump is on the stack */
    bool ended;     /* the peer will type no more */
    bool draining;  /* the server stops */
    bool finishing; /* nothing is read any more; to be closed when all has been sent */
    bool lingering; /* all has been sent; the peer is given time to take it */
} telnet_door;

static size_t waiting_output(const telnet_door *d)
{
    return evbuffer_get_length(bufferevent_get_output(d->bev));
}

static size_t waiting_input(const telnet_door *d)
{
    return evbuffer_get_length(bufferevent_get_input(d->bev));
}

/* ---- out ---- */

static void send_bytes(telnet_door *d, const char *bytes, size_t count)
{
    if (d->connection.doomed || d->lingering || count == 0)
        return;
    /* Commands pause long before; what comes to so much was said by others to one who does not read. */
    if (waiting_output(d) + count > SHG_OUTPUT_BYTES_MAX ||
        bufferevent_write(d->bev, bytes, count) != 0)
        shg_connection_doom(&d->connection);
}

static void door_write(shg_session *session, const char *text, size_t text_bytes)
{
    telnet_door *d = session->carrier;
    char wire[2048];
    while (text_bytes > 0 && !d->connection.doomed) {
        const size_t some = text_bytes < sizeof wire / 2 - 1 ? text_bytes : sizeof wire / 2 - 1;
        shg_out out = shg_out_make(wire, sizeof wire);
        shg_telnet_write(&out, text, some);
        send_bytes(d, wire, out.length);
        text += some;
        text_bytes -= some;
    }
}

static void ask(telnet_door *d, shg_telnet_side side, shg_telnet_option option, bool on)
{
    char request[3];
    send_bytes(d, request, shg_telnet_ask(request, &d->telnet, side, option, on));
}

static void set_hidden(telnet_door *d, bool hide)
{
    /* One who has answered speaks telnet, and can be asked for its window and its terminal as well; others
     * would see signs they cannot read. */
    d->speaks = d->speaks || shg_telnet_character_mode(&d->telnet);
    if (d->hidden == hide)
        return;
    d->hidden = hide;
    ask(d, SHG_TELNET_US, SHG_TELNET_OPTION_ECHO, d->hidden || d->keys);
    if (hide || !d->speaks)
        return;
    ask(d, SHG_TELNET_PEER, SHG_TELNET_OPTION_WINDOW_SIZE, true);
    ask(d, SHG_TELNET_PEER, SHG_TELNET_OPTION_TERMINAL_TYPE, true);
}

/* A client that is told that we echo and that go-ahead is suppressed sends every key at once. */
static void set_keys(telnet_door *d, bool keys)
{
    if (d->keys == keys)
        return;
    d->keys = keys;
    shg_telnet_set_keys(&d->telnet, keys);
    if (!d->speaks)
        return;
    ask(d, SHG_TELNET_US, SHG_TELNET_OPTION_ECHO, d->hidden || d->keys);
    ask(d, SHG_TELNET_US, SHG_TELNET_OPTION_SUPPRESS_GO_AHEAD, d->keys);
}

static void door_prompt(shg_session *session, const char *text, shg_typing typing)
{
    telnet_door *d = session->carrier;
    set_hidden(d, typing == SHG_TYPING_HIDDEN);
    set_keys(d, typing == SHG_TYPING_KEYS);
    shg_say_bytes(session, text, strlen(text));
}

static void door_interject(shg_session *session)
{
    shg_say(session, "\n");
}

/* ---- the end ---- */

/* All has been sent.  Closing at once while the peer is still typing would make the kernel reset the
 * connection, and what was said last might be lost on the way. */
static void linger(telnet_door *d)
{
    if (d->lingering)
        return;
    d->lingering = true;
    shg_connection_linger(&d->connection, bufferevent_getfd(d->bev), d->ended);
}

static void finish(telnet_door *d)
{
    if (d->finishing)
        return;
    d->finishing = true;
    evbuffer_drain(bufferevent_get_input(d->bev), waiting_input(d));
    if (waiting_output(d) == 0)
        linger(d);
}

static void door_finish(shg_session *session)
{
    finish(session->carrier);
}

static void close_door(shg_connection *connection)
{
    telnet_door *d = (telnet_door *)(void *)connection;
    shg_session_gone(d->session);
    shg_telnet_fini(&d->telnet);
    bufferevent_free(d->bev);
    shg_connection_fini(connection);
    free(d);
}

static void say_and_quit(telnet_door *d, const char *why)
{
    shg_say(d->session, "\n%s\n", why);
    shg_session_quit(d->session);
    finish(d);
}

static void too_slow(void *context)
{
    telnet_door *d = context;
    if (!d->session->online && !d->finishing)
        say_and_quit(d, "Nobody has logged in here for a while: goodbye.");
}

/* ---- in ---- */

static void take_event(telnet_door *d, const shg_telnet_event *event)
{
    shg_session *s = d->session;
    switch (event->kind) {
    case SHG_TELNET_MORE: break;
    case SHG_TELNET_LINE:
        if (d->hidden || shg_telnet_keys_act(&d->telnet))
            shg_say(s, "\n"); /* nobody else shows the end of what was typed */
        shg_session_line(s, event->text, event->text_bytes);
        break;
    case SHG_TELNET_FAULT:
        if (d->hidden)
            shg_say(s, "\n");
        shg_session_fault(s, &event->error);
        break;
    case SHG_TELNET_REPLY: send_bytes(d, event->text, event->text_bytes); break;
    case SHG_TELNET_TERMINAL:
        s->terminal = (uint8_t)shg_terminal_of(event->text, event->text_bytes);
        break;
    case SHG_TELNET_WINDOW: s->rows = event->rows; break;
    case SHG_TELNET_INTERRUPT: shg_session_interrupt(s); break;
    case SHG_TELNET_ABORT_OUTPUT: /* a move might be among what waits: nothing is thrown away */
        break;
    case SHG_TELNET_ARE_YOU_THERE: shg_say(s, "\n[yes]\n"); break;
    case SHG_TELNET_END: d->ended = true; break;
    }
}

/* Takes one event out of what has come.  Returns false if there is none. */
static bool take_input(telnet_door *d)
{
    struct evbuffer *input = bufferevent_get_input(d->bev);
    struct evbuffer_iovec piece = { NULL, 0 };
    if (waiting_input(d) > 0)
        evbuffer_peek(input, -1, NULL, &piece, 1);
    shg_telnet_event event;
    const size_t took = shg_telnet_feed(&event, &d->telnet, piece.iov_base, piece.iov_len);
    evbuffer_drain(input, took);
    take_event(d, &event);
    return event.kind != SHG_TELNET_MORE || waiting_input(d) > 0;
}

/* Goes on as far as the session and the peer let us. */
static void pump(telnet_door *d)
{
    if (d->pumping)
        return; /* the pump below us on the stack looks again */
    d->pumping = true;
    bool more = true;
    while (more && !d->connection.doomed && !d->finishing) {
        const shg_wants wants = shg_session_wants(d->session);
        if (wants == SHG_WANTS_NOTHING)
            break;
        if (d->draining) {
            say_and_quit(d, "The server stops now.  Your games are kept.");
            break;
        }
        if (waiting_output(d) > SHG_OUTPUT_BYTES_PAUSE)
            break; /* on_written goes on */
        if (wants == SHG_WANTS_ROOM)
            shg_session_stream(d->session);
        else if (!take_input(d))
            more = false;
    }
    d->pumping = false;
    if (d->ended && !more && !d->finishing) {
        shg_session_quit(d->session);
        finish(d);
    }
}

static void door_go_on(shg_session *session)
{
    pump(session->carrier);
}

static void on_read(struct bufferevent *bev, void *context)
{
    (void)bev;
    telnet_door *d = context;
    if (d->finishing)
        evbuffer_drain(bufferevent_get_input(d->bev), waiting_input(d));
    else
        pump(d);
}

static void on_written(struct bufferevent *bev, void *context)
{
    (void)bev;
    telnet_door *d = context;
    if (!d->finishing)
        pump(d);
    else if (waiting_output(d) == 0)
        linger(d);
}

static void on_event(struct bufferevent *bev, short what, void *context)
{
    (void)bev;
    telnet_door *d = context;
    if (!(what & BEV_EVENT_EOF)) {
        shg_connection_doom(&d->connection); /* an error, or the peer has not read for too long */
        return;
    }
    d->ended = true;
    if (d->lingering)
        shg_connection_doom(&d->connection);
    else
        pump(d);
}

static void drain(shg_connection *connection)
{
    telnet_door *d = (telnet_door *)(void *)connection;
    d->draining = true;
    if (d->lingering)
        shg_connection_doom(connection);
    else
        pump(d);
}

/* ---- the beginning ---- */

static const shg_door door = {
    .write = door_write,
    .prompt = door_prompt,
    .interject = door_interject,
    .go_on = door_go_on,
    .finish = door_finish,
};

void shg_telnet_accepted(void *context, int fd, const shg_address *from)
{
    shg_server *server = context;
    telnet_door *d = calloc(1, sizeof *d);
    const char *refusal = "The server is out of memory.\r\n";
    if (!d || !shg_connection_init(&d->connection, server, from, &refusal)) {
        shg_socket_refuse(fd, refusal);
        free(d);
        return;
    }
    d->connection.close = close_door;
    d->connection.drain = drain;
    shg_telnet_init(&d->telnet);
    shg_socket_setup(fd, true);
    d->bev = bufferevent_socket_new(server->base, fd, BEV_OPT_CLOSE_ON_FREE);
    if (!d->bev || shg_session_new(&d->session, server, &door, d,
                                   *shg_peer_key(d->connection.peer)) != SHOOGI_OK) {
        if (d->bev)
            bufferevent_free(d->bev);
        else
            evutil_closesocket(fd);
        shg_connection_fini(&d->connection);
        free(d);
        return;
    }
    bufferevent_setcb(d->bev, on_read, on_written, on_event, d);
    bufferevent_setwatermark(d->bev, EV_READ, 0, SHG_INPUT_BYTES_MAX);
    bufferevent_setwatermark(d->bev, EV_WRITE, SHG_OUTPUT_BYTES_RESUME, 0);
    const struct timeval write_timeout = { .tv_sec = SHG_WRITE_TIMEOUT_MS / 1000 };
    bufferevent_set_timeouts(d->bev, NULL, &write_timeout);
    bufferevent_enable(d->bev, EV_READ | EV_WRITE);
    shg_deadline_start(&d->connection.deadline, &server->login_deadlines, too_slow, d);
    shg_session_begin(d->session);
}
