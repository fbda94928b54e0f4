/* load_socket.c: players with tokens by WebSocket, for load_players.c. */
#include "load.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The number of a request encodes its kind: a player has one request at a time. */
enum { ID_OFFER = 1, ID_ANSWER, ID_PLAY, ID_RESIGN };

enum { TEXT = 0x81, PING = 0x89, PONG = 0x8A };

static void send_frame(const player *p, unsigned char first, const char *text, size_t count)
{
    unsigned char frame[600] = { first };
    size_t head = 2;
    frame[1] = (unsigned char)(0x80 | count);
    if (count > 125) {
        frame[1] = 0x80 | 126;
        frame[2] = (unsigned char)(count >> 8);
        frame[3] = (unsigned char)count;
        head = 4;
    }
    head += 4; /* the mask is 0 */
    if (head + count > sizeof frame)
        fail("%zu bytes are too long a message", count);
    memcpy(frame + head, text, count);
    send_all(p, frame, head + count);
}

static void ask(const player *p, int id, const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void ask(const player *p, int id, const char *path, const char *format, ...)
{
    char text[500];
    va_list arguments;
    size_t length = (size_t)snprintf(
        text, sizeof text, "{\"id\":%d,\"method\":\"POST\",\"path\":\"%s\",\"body\":{", id, path);
    va_start(arguments, format);
    length += (size_t)vsnprintf(text + length, sizeof text - length, format, arguments);
    va_end(arguments);
    length += (size_t)snprintf(text + length, sizeof text - length, "}}");
    send_frame(p, TEXT, text, length);
}

/* The number behind "name": in what the server writes; 0 if there is none. */
static unsigned number_of(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    return at ? (unsigned)strtoul(at + strlen(name), NULL, 10) : 0;
}

/* ---- in ---- */

static void take_answer(const player *p, const char *text, double now_s)
{
    game *g = p->game;
    if (number_of(text, "\"status\":") != 200)
        fail("%s in game %u was told: %s", p->name, g->number, text);
    switch (number_of(text, "{\"id\":")) {
    case ID_OFFER:
        g->phase = PHASE_ANSWERED;
        ask(g->who[1], ID_ANSWER, "/new", "\"number\":%u", number_of(text, "\"challenge\":"));
        break;
    case ID_ANSWER:
        g->number = number_of(text, "\"game\":");
        begin_to_play(g, now_s);
        break;
    default: move_told(g, true, now_s); break;
    }
}

static void take_event(const player *p, const char *text, double now_s)
{
    game *g = p->game;
    const bool mover = p == g->who[shoogi_position_side(g->position)];
    if (number_of(text, "\"game\":") != g->number)
        return;
    if (g->phase == PHASE_RESIGNED && !mover && strstr(text, "\"kind\":\"resign\"")) {
        move_told(g, false, now_s);
        return;
    }
    /* The side that has moved is not to move any more, so this is the one who is told. */
    if (g->phase != PHASE_SENT || !mover || !strstr(text, "\"kind\":\"move\""))
        return;
    char usi[SHOOGI_MOVE_TEXT_BYTES + 10];
    snprintf(usi, sizeof usi, "\"usi\":\"%s\"", g->usi);
    if (number_of(text, "\"number\":") != shoogi_position_moves_played(g->position) ||
        !strstr(text, usi))
        fail("game %u: expected move %s, found %s", g->number, g->wanted, text);
    move_told(g, false, now_s);
}

static void take_message(const player *p, const char *text, double now_s)
{
    if (!p->game)
        return;
    if (strncmp(text, "{\"id\":", 6) == 0)
        take_answer(p, text, now_s);
    else if (strncmp(text, "{\"event\":\"game\"", 15) == 0)
        take_event(p, text, now_s);
}

/* The bytes of the whole frame at the beginning of what has come; 0: it is not all there. */
static size_t take_frame(const player *p, double now_s)
{
    const unsigned char *b = p->pending;
    if (p->pending_bytes < 2)
        return 0;
    size_t head = 2, count = b[1];
    if (count == 126) {
        head = 4;
        count = p->pending_bytes < 4 ? 0 : (size_t)b[2] << 8 | b[3];
    }
    if (count == 127 || b[0] == 0x88)
        fail("%s: a frame that begins %02x %02x", p->name, b[0], b[1]);
    if (p->pending_bytes < head + count)
        return 0;
    const char *text = (const char *)b + head;
    if (b[0] == PING)
        send_frame(p, PONG, text, count);
    else if (b[0] == TEXT) {
        static char message[65536];
        memcpy(message, text, count);
        message[count] = '\0';
        take_message(p, message, now_s);
    }
    return head + count;
}

static size_t take_handshake(player *p)
{
    const char *end = memmem(p->pending, p->pending_bytes, "\r\n\r\n", 4);
    if (!end)
        return 0;
    if (memcmp(p->pending, "HTTP/1.1 101 ", 13) != 0)
        fail("%s: %.*s", p->name, (int)p->pending_bytes, (const char *)p->pending);
    p->at = STEP_HERE;
    all.here++;
    return (size_t)(end - (const char *)p->pending) + 4;
}

static void hear(player *p, const unsigned char *bytes, size_t count, double now_s)
{
    if (p->pending_bytes + count > p->pending_room) {
        p->pending_room = p->pending_bytes + count + 1000;
        p->pending = realloc(p->pending, p->pending_room);
        if (!p->pending)
            fail("out of memory");
    }
    memcpy(p->pending + p->pending_bytes, bytes, count);
    p->pending_bytes += count;
    size_t took;
    while (p->pending_bytes > 0 &&
           (took = p->at == STEP_NAME ? take_handshake(p) : take_frame(p, now_s)) > 0) {
        p->pending_bytes -= took;
        memmove(p->pending, p->pending + took, p->pending_bytes);
    }
}

/* ---- out ---- */

static void begin(player *p)
{
    char text[400];
    const int length =
        snprintf(text, sizeof text,
                 "GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer %s\r\n\r\n",
                 p->token);
    send_all(p, text, (size_t)length);
}

static void offer(game *g)
{
    ask(g->who[0], ID_OFFER, "/new",
        "\"pattern\":\"%s\",\"variant\":\"shogi\",\"colour\":\"black\"%s%s%s", g->who[1]->name,
        all.clock[0] ? ",\"clock\":\"" : "", all.clock, all.clock[0] ? "\"" : "");
}

static void play(const game *g, const player *mover, const char *written)
{
    (void)written;
    ask(mover, ID_PLAY, "/play", "\"game\":%u,\"move\":\"%s\"", g->number, g->usi);
}

static void resign(const game *g, const player *mover)
{
    ask(mover, ID_RESIGN, "/resign", "\"game\":%u,\"answers\":[\"yes\"]", g->number);
}

const door socket_door = {
    .begin = begin, .hear = hear, .offer = offer, .play = play, .resign = resign
};
