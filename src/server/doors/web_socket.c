#include "server/doors/web_socket.h"

#include "server/doors/part.h"
#include "server/doors/web_credentials.h"
#include "server/loop/test_settings.h"
#include "wire/websocket.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <openssl/evp.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* RFC 6455, 7.4.1; 1013 is from the registry that it establishes. */
enum {
    CODE_GOING_AWAY = 1001,
    CODE_NOT_ACCEPTABLE = 1003,
    CODE_RESTART = 1012,
    CODE_TRY_AGAIN_LATER = 1013
};

struct shg_socket {
    shg_connection *connection;
    struct bufferevent *bev;
    const shg_socket_user *user;
    void *context;
    shg_websocket reader;
    shg_deadline ping; /* when the next ping is due */
    int64_t came_ms;   /* when the last byte of the last message arrived */
    bool asked;        /* a ping was sent, and nothing has arrived since */
    bool paused;       /* the user has paused messages */
    bool pumping;      /* pump is on the stack */
    bool full;         /* enough input is buffered: reading is paused */
    bool ended;        /* the peer has closed its side */
    bool closing;      /* the close frame is queued or sent; input is ignored */
    bool lingering;    /* all is sent */
};

/* ---- the handshake ---- */

/* The only header with a name; false if it is absent or repeated. */
static bool find_one(shg_http_span *value, const shg_http_head *head, const char *name)
{
    size_t index = 0;
    shg_http_span other;
    return shg_http_find(value, head, name, &index) && !shg_http_find(&other, head, name, &index);
}

/* RFC 6455, 4.2.2: the SHA-1 hash of the key followed by this GUID. */
static bool write_accept(char accept[SHG_SOCKET_ACCEPT_BYTES], const char *key, size_t key_bytes)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char nonce[16], digest[20];
    size_t nonce_bytes;
    char text[24 + sizeof guid];
    if (key_bytes != 24 ||
        sodium_base642bin(nonce, sizeof nonce, key, key_bytes, NULL, &nonce_bytes, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        nonce_bytes != sizeof nonce)
        return false;
    memcpy(text, key, 24);
    memcpy(text + 24, guid, sizeof guid);
    if (EVP_Digest(text, sizeof text - 1, digest, NULL, EVP_sha1(), NULL) != 1)
        return false;
    sodium_bin2base64(accept, SHG_SOCKET_ACCEPT_BYTES, digest, sizeof digest,
                      sodium_base64_VARIANT_ORIGINAL);
    return true;
}

unsigned shg_socket_check_handshake(char accept[SHG_SOCKET_ACCEPT_BYTES], const char **reason,
                                    const shg_exchange *x)
{
    const shg_http_head *head = x->head;
    shg_http_span version, key;
    *reason = "This is for WebSockets: expected \"Upgrade: websocket\" and "
              "\"Sec-WebSocket-Version: 13\".";
    if (head->version < 11 || !shg_http_lists(head, "Connection", "Upgrade") ||
        !shg_http_lists(head, "Upgrade", "websocket") ||
        !find_one(&version, head, "Sec-WebSocket-Version") ||
        !shg_http_is(head, version, "13", false))
        return 426;
    *reason = "Expected 16 bytes in Base64 as Sec-WebSocket-Key.";
    if (!find_one(&key, head, "Sec-WebSocket-Key") ||
        !write_accept(accept, shg_http_text(head, key), key.bytes))
        return 400;
    /* Browsers always send Origin. Without Origin a request must have no cookie that a page
     * could use. */
    *reason = "Expected this host as Origin, or a token.";
    shg_credentials who;
    shg_credentials_read(&who, x);
    shg_http_span origin;
    size_t index = 0;
    const bool of_page = who.by_cookie || shg_http_find(&origin, head, "Origin", &index);
    return (who.token_bytes > 0 && !who.by_cookie) || !of_page || shg_web_same_origin(x) ? 101
                                                                                         : 403;
}

/* ---- output ---- */

size_t shg_socket_waiting(const shg_socket *s)
{
    return evbuffer_get_length(bufferevent_get_output(s->bev));
}

/* frame: one whole frame; freed. */
static void send_frame(shg_socket *s, shg_out frame)
{
    if (frame.spent || bufferevent_write(s->bev, frame.bytes, frame.length) != 0)
        shg_connection_doom(s->connection);
    free(frame.bytes);
}

static void doom(void *context)
{
    shg_connection_doom(((shg_socket *)context)->connection);
}

void shg_socket_close(shg_socket *s, uint16_t code, const char *reason)
{
    if (s->closing || s->connection->doomed)
        return;
    s->closing = true;
    shg_deadline_stop(&s->ping);
    shg_deadline_start(&s->connection->deadline,
                       &s->connection->server->doors->deadlines[SHG_DEADLINE_HEAD], doom, s);
    bufferevent_setwatermark(s->bev, EV_WRITE, 0, 0);
    shg_out frame = shg_out_growing();
    shg_websocket_close_write(&frame, code, reason);
    send_frame(s, frame);
}

bool shg_socket_send(shg_socket *s, const char *text, size_t bytes)
{
    if (s->closing || s->connection->doomed)
        return false;
    if (shg_socket_waiting(s) + bytes > SHG_OUTPUT_BYTES_MAX) {
        shg_socket_close(s, CODE_TRY_AGAIN_LATER, "the client did not read for too long");
        return false;
    }
    shg_out frame = shg_out_growing();
    shg_websocket_write(&frame, SHG_WEBSOCKET_TEXT, text, bytes);
    send_frame(s, frame);
    return !s->connection->doomed;
}

static void send_ping(void *context)
{
    shg_socket *s = context;
    if (s->asked) {
        shg_connection_doom(s->connection);
        return;
    }
    s->asked = true;
    shg_out frame = shg_out_growing();
    shg_websocket_write(&frame, SHG_WEBSOCKET_PING, "", 0);
    send_frame(s, frame);
    shg_deadline_start(&s->ping, &s->connection->server->doors->deadlines[SHG_DEADLINE_PING],
                       send_ping, s);
}

/* ---- input ---- */

static struct evbuffer *input_of(const shg_socket *s)
{
    return bufferevent_get_input(s->bev);
}

static void handle_event(shg_socket *s, const shg_websocket_event *event)
{
    switch (event->kind) {
    case SHG_WEBSOCKET_MORE:
    case SHG_WEBSOCKET_PONG: break;
    case SHG_WEBSOCKET_TEXT: s->user->message(s, event->text, event->text_bytes); break;
    case SHG_WEBSOCKET_BINARY:
        shg_socket_close(s, CODE_NOT_ACCEPTABLE, "expected text, found a binary message");
        break;
    case SHG_WEBSOCKET_PING: {
        shg_out frame = shg_out_growing();
        shg_websocket_write(&frame, SHG_WEBSOCKET_PONG, event->text, event->text_bytes);
        send_frame(s, frame);
        break;
    }
    case SHG_WEBSOCKET_CLOSE: shg_socket_close(s, event->code, ""); break;
    case SHG_WEBSOCKET_FAULT: shg_socket_close(s, event->code, event->reason); break;
    }
}

/* Handles one event of the input. False if there is none. */
static bool handle_input(shg_socket *s)
{
    struct evbuffer_iovec piece = { NULL, 0 };
    if (evbuffer_get_length(input_of(s)) > 0)
        evbuffer_peek(input_of(s), -1, NULL, &piece, 1);
    const char *bytes = piece.iov_base ? piece.iov_base : "";
    shg_websocket_event event;
    const size_t took = shg_websocket_feed(&event, &s->reader, bytes, piece.iov_len);
    s->came_ms = shg_connection_take(s->connection, input_of(s), took);
    handle_event(s, &event);
    return event.kind != SHG_WEBSOCKET_MORE || evbuffer_get_length(input_of(s)) > 0;
}

static void limit_input(shg_socket *s)
{
    struct evbuffer *input = input_of(s);
    const bool full = s->connection->server->pausing ||
                      evbuffer_get_length(input) >= (size_t)shg_test_bound(SHG_INPUT_BYTES_MAX, 1);
    shg_connection_hold_back(s->bev, &s->full, full);
}

static void pump(void *context)
{
    shg_socket *s = context;
    if (s->pumping || shg_turn_waits(&s->connection->turn)) {
        limit_input(s);
        return; /* the pump further down the stack checks again, or the next turn does */
    }
    s->pumping = true;
    const int64_t began_us = shg_turn_now_us();
    bool more = true;
    while (more && !s->connection->doomed && !s->closing && !s->paused &&
           !s->connection->server->pausing &&
           shg_socket_waiting(s) <= (size_t)shg_test_bound(SHG_OUTPUT_BYTES_PAUSE, 0)) {
        more = handle_input(s);
        if (more && shg_turn_over(began_us)) {
            shg_connection_wait(s->connection, pump, s);
            break;
        }
    }
    s->pumping = false;
    shg_connection_used(s->connection, began_us, false);
    struct evbuffer *input = input_of(s);
    if (s->closing)
        (void)shg_connection_take(s->connection, input, evbuffer_get_length(input));
    limit_input(s);
    if (s->ended && !more && !s->closing)
        shg_connection_doom(s->connection);
}

void shg_socket_pause(shg_socket *s, bool pauses)
{
    s->paused = pauses;
    if (!pauses)
        pump(s); /* at once: the flag might fall before a waiting move is read */
}

/* ---- the door's side ---- */

shg_socket *shg_socket_new(shg_connection *connection, struct bufferevent *bev,
                           const shg_socket_user *user, void *context)
{
    shg_socket *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->connection = connection;
    s->bev = bev;
    s->user = user;
    s->context = context;
    shg_websocket_init(&s->reader);
    bufferevent_setwatermark(bev, EV_WRITE, SHG_OUTPUT_BYTES_RESUME, 0);
    shg_deadline_start(&s->ping, &connection->server->doors->deadlines[SHG_DEADLINE_PING],
                       send_ping, s);
    /* Frames may have arrived with the request. */
    shg_connection_wait(connection, pump, s);
    return s;
}

void shg_socket_free(shg_socket *s)
{
    if (!s)
        return;
    s->user->gone(s);
    shg_deadline_stop(&s->ping);
    shg_websocket_fini(&s->reader);
    free(s);
}

/* ---- another program ---- */

void shg_socket_pausing(shg_socket *s)
{
    pump(s);
}

shg_readiness shg_socket_readiness(const shg_socket *s)
{
    if (s->closing || s->lingering || !s->user->is_ready)
        return SHG_ENDING;
    return !s->paused && s->user->is_ready(s) ? SHG_READY : SHG_BUSY;
}

void shg_socket_rest(shg_out *bytes, const shg_socket *s)
{
    shg_websocket_rest(bytes, &s->reader);
}

void shg_socket_save(shg_out *json, const shg_socket *s)
{
    s->user->save(json, s);
}

shg_socket *shg_socket_restore(shg_connection *connection, struct bufferevent *bev,
                               const shg_socket_user *user, const shg_json *json)
{
    shg_socket *s = shg_socket_new(connection, bev, user, NULL);
    if (!s)
        return NULL;
    s->context = user->restore(s, json);
    if (s->context)
        return s;
    shg_deadline_stop(&s->ping);
    shg_turn_cancel(&connection->turn);
    free(s);
    return NULL;
}

shg_server *shg_socket_server(const shg_socket *s)
{
    return s->connection->server;
}

shg_address_key shg_socket_address(const shg_socket *s)
{
    return *shg_address_count_key(s->connection->address_count);
}

int64_t shg_socket_waiting_ms(const shg_socket *s)
{
    return shg_connection_waiting_ms(s->connection);
}

void *shg_socket_context(const shg_socket *s)
{
    return s->context;
}

int64_t shg_socket_came_ms(const shg_socket *s)
{
    return s->came_ms;
}

void shg_socket_read(shg_socket *s)
{
    shg_connection_arrived(s->connection, input_of(s));
    s->asked = false;
    pump(s);
}

void shg_socket_written(shg_socket *s)
{
    if (!s->closing) {
        if (s->user->room)
            s->user->room(s);
        pump(s);
    } else if (!s->lingering && shg_socket_waiting(s) == 0) {
        s->lingering = true;
        shg_connection_linger(s->connection, s->bev, s->ended);
    }
}

void shg_socket_ended(shg_socket *s)
{
    s->ended = true;
    if (s->lingering)
        shg_connection_doom(s->connection);
    else
        pump(s);
}

void shg_socket_drain(shg_socket *s)
{
    if (s->user->drain && !s->closing)
        s->user->drain(s);
    const shg_server *server = s->connection->server;
    const bool goes_on = server->pausing || shg_is_draining(server);
    shg_socket_close(s, goes_on ? CODE_RESTART : CODE_GOING_AWAY,
                     server->pausing ? "the server is being updated"
                     : goes_on       ? "another server goes on"
                                     : "the server is shutting down");
    if (s->lingering)
        shg_connection_doom(s->connection);
}
