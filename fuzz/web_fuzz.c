/* web_fuzz.c: a whole server in this process, with rows in memory, a game of two players, and a client that sends it anything:
 * whatever comes, it answers in HTTP and WebSocket as others would read them, holds nothing once the client is gone, lets the game
 * go on, and serves the next.
 *
 * The first byte of the input says what the rest is: bytes of a connection; a request whose first line is method and target and
 * whose body is the rest, from a player with a token; bytes behind the handshake of a WebSocket; or its messages,
 * a line each.  What is sent is cut in pieces of a size that this byte says, too, and whether the player is Anna or nobody. */
#include "own_server.h"
#include "server/doors/part.h"
#include "server/account/part.h"
#include "server/account/passwords.h"
#include "wire/http_head.h"
#include "server/doors/door_http.h"
#include "server/loop/host.h"
#include "server/account/token.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ANNA, BERT, PLAYERS };
static char tokens[PLAYERS][SHG_TOKEN_BYTES + 1];
static char answers[4 * 1024 * 1024];
static size_t answers_bytes;

/* ---- the server, and players who have tokens ---- */

static shoogi_status register_players(shg_job *job, shg_storage *storage)
{
    static const char *const names[] = { "Anna", "Bert" };
    for (int i = 0; i < PLAYERS; i++) {
        char hash[SHG_TOKEN_HASH_BYTES + 1];
        const shg_player player = { .name = names[i], .password = "*" };
        shg_token row = { .kind = SHG_TOKEN_PROGRAM,
                          .name = "fuzz",
                          .from = "",
                          .created_ms = shg_now_ms(server),
                          .scopes = SHG_SCOPES_TOKEN };
        int64_t id;
        FUZZ_REQUIRE(storage->ops->player_add(storage, &row.player, &player, &job->error) ==
                     SHOOGI_OK);
        shg_token_make(tokens[i], hash);
        FUZZ_REQUIRE(shg_token_store(storage, &id, &row, hash, &job->error) == SHOOGI_OK);
    }
    return SHOOGI_OK;
}

/* ---- one connection ---- */

static int connect_to(void)
{
    static shg_address from;
    int ends[2];
    FUZZ_REQUIRE(shg_address_read(&from, "127.0.0.1:4711", NULL) == SHOOGI_OK);
    FUZZ_REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    answers_bytes = 0;
    shg_http_accepted(server, ends[0], &from);
    return ends[1];
}

/* Reads what there is.  False: nothing was. */
static bool listen_to(int fd)
{
    const ssize_t got = read(fd, answers + answers_bytes, sizeof answers - answers_bytes);
    if (got > 0)
        answers_bytes += (size_t)got;
    return got > 0;
}

/* Lets the server do all that it can do now. */
static void settle(int fd)
{
    for (int quiet = 0; quiet < 2; quiet++) {
        event_base_loop(server->base, EVLOOP_NONBLOCK);
        if (server->jobs > 0 || shg_passwords_waiting(server->accounts->passwords) > 0)
            event_base_loop(server->base, EVLOOP_ONCE);
        if (listen_to(fd) || server->jobs > 0 ||
            shg_passwords_waiting(server->accounts->passwords) > 0)
            quiet = -1;
    }
}

static void send_all(int fd, const char *bytes, size_t count, size_t piece_max)
{
    for (size_t at = 0; at < count;) {
        const size_t some = count - at < piece_max ? count - at : piece_max;
        const ssize_t took = send(fd, bytes + at, some, MSG_NOSIGNAL);
        if (took < 0 && errno != EAGAIN)
            return; /* the server has closed */
        at += took > 0 ? (size_t)took : 0;
        const size_t before = answers_bytes;
        settle(fd);
        if (took < 0 && before == answers_bytes && evutil_socket_geterror(fd) != 0)
            return;
        if (took < 0 && before == answers_bytes)
            return; /* it reads no more for now, and may wait for long */
    }
}

/* ---- what may be answered ---- */

static bool starts(const char *text, size_t bytes, const char *what)
{
    return bytes >= strlen(what) && memcmp(text, what, strlen(what)) == 0;
}

/* The value of a header of an answer; NULL: it has none. */
static const char *header_of(const char *head, size_t head_bytes, const char *name)
{
    const size_t name_bytes = strlen(name);
    for (size_t at = 0; at + name_bytes + 2 < head_bytes; at++)
        if (head[at] == '\n' && memcmp(head + at + 1, name, name_bytes) == 0 &&
            head[at + 1 + name_bytes] == ':')
            return head + at + 1 + name_bytes + 2;
    return NULL;
}

/* Frames of a server, the last of which may be cut off. */
static void check_frames(const char *bytes, size_t count)
{
    bool closed = false;
    for (size_t at = 0; at < count;) {
        FUZZ_REQUIRE(!closed);
        const unsigned first = (uint8_t)bytes[at], opcode = first & 0x0F;
        FUZZ_REQUIRE((first & 0xF0) == 0x80 && (opcode == 1 || opcode >= 8) && opcode <= 10);
        if (at + 2 > count)
            return;
        size_t length = (uint8_t)bytes[at + 1], head = 2;
        FUZZ_REQUIRE(length <= 127 && (opcode == 1 || length <= 125));
        if (length > 125) {
            const size_t more = length == 126 ? 2 : 8;
            if (at + 2 + more > count)
                return;
            length = 0;
            for (size_t i = 0; i < more; i++)
                length = length << 8 | (uint8_t)bytes[at + 2 + i];
            FUZZ_REQUIRE(length > (more == 2 ? 125U : 65535U));
            head += more;
        }
        if (length > count - at - head)
            return;
        const char *payload = bytes + at + head;
        if (opcode == 1) {
            FUZZ_REQUIRE(shg_utf8_valid(payload, length));
            FUZZ_REQUIRE(length >= 2 && payload[0] == '{' && payload[length - 1] == '}');
        }
        if (opcode == 8 && length > 0) {
            FUZZ_REQUIRE(length >= 2 && shg_utf8_valid(payload + 2, length - 2));
            const unsigned code = (unsigned)(uint8_t)payload[0] << 8 | (uint8_t)payload[1];
            FUZZ_REQUIRE(code >= 1000 && code < 5000 && code != 1005 && code != 1006);
        }
        closed = opcode == 8;
        at += head + length;
    }
}

/* The length of a body in chunks; count if it is cut off. */
static size_t chunks_of(const char *bytes, size_t count)
{
    for (size_t at = 0; at < count;) {
        const char *line_end = memchr(bytes + at, '\n', count - at);
        if (!line_end)
            return count;
        char *end;
        const size_t length = (size_t)strtoull(bytes + at, &end, 16);
        FUZZ_REQUIRE(end == line_end - 1 && *end == '\r');
        at = (size_t)(line_end + 1 - bytes);
        if (count - at < length + 2)
            return count;
        FUZZ_REQUIRE(memcmp(bytes + at + length, "\r\n", 2) == 0);
        at += length + 2;
        if (length == 0)
            return at;
    }
    return count;
}

/* Answers one behind the other; returns how many there are, those of status 100 apart.  heads: in their place, whether HEAD was
 * asked for, which the answer does not tell, is found out by what follows. */
static size_t check_answers(bool asked_for_heads)
{
    size_t answered = 0;
    for (size_t at = 0; at < answers_bytes;) {
        const char *head = answers + at;
        const size_t left = answers_bytes - at;
        FUZZ_REQUIRE(starts(head, left, "HTTP/1.1 ") || left < 9);
        const char *end = memmem(head, left, "\r\n\r\n", 4);
        FUZZ_REQUIRE(end);
        const size_t head_bytes = (size_t)(end - head) + 4;
        const unsigned status = (unsigned)strtoul(head + 9, NULL, 10);
        FUZZ_REQUIRE(status >= 100 && status <= 599);
        for (size_t i = 0; i < head_bytes; i++)
            FUZZ_REQUIRE((head[i] >= 0x20 && head[i] < 0x7F) || head[i] == '\r' || head[i] == '\n');
        at += head_bytes;
        if (status == 100)
            continue;
        answered++;
        if (status == 101) {
            check_frames(answers + at, answers_bytes - at);
            return answered;
        }
        FUZZ_REQUIRE(header_of(head, head_bytes, "X-Content-Type-Options"));
        FUZZ_REQUIRE(header_of(head, head_bytes, "Content-Security-Policy"));
        const char *length = header_of(head, head_bytes, "Content-Length");
        const char *body = answers + at;
        const size_t body_left = answers_bytes - at;
        if (header_of(head, head_bytes, "Transfer-Encoding")) {
            FUZZ_REQUIRE(!length);
            at += asked_for_heads && starts(body, body_left, "HTTP/1.1 ")
                      ? 0
                      : chunks_of(body, body_left);
        } else if (!length) {
            return answered; /* to the end of the connection: HTTP/1.0, or 304 */
        } else {
            const size_t bytes = (size_t)strtoull(length, NULL, 10);
            const bool none =
                asked_for_heads && (body_left == 0 || starts(body, body_left, "HTTP/1.1 "));
            FUZZ_REQUIRE(none || body_left >= bytes || answers_bytes == sizeof answers);
            at += none ? 0 : bytes < body_left ? bytes : body_left;
        }
    }
    return answered;
}

/* ---- the conversation ---- */

static const char upgrade[] =
    "GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Origin: http://localhost\r\n";

/* bytes: "METHOD TARGET", a line end, the body.  token: NULL for nobody. */
static void write_request(shg_out *out, const char *token, const char *bytes, size_t count)
{
    const char *line_end = memchr(bytes, '\n', count);
    const size_t line = line_end ? (size_t)(line_end - bytes) : count;
    const char *body = line_end ? line_end + 1 : bytes + count;
    const size_t body_bytes = count - (size_t)(body - bytes);
    shg_out_bytes(out, bytes, line);
    shg_out_text(out, " HTTP/1.1\r\nHost: localhost\r\n");
    if (token)
        shg_out_format(out, "Authorization: Bearer %s\r\n", token);
    shg_out_format(out, "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
                   body_bytes);
    shg_out_bytes(out, body, body_bytes);
}

static void write_message(shg_out *out, const char *text, size_t bytes)
{
    shg_out_char(out, (char)0x81);
    if (bytes < 126) {
        shg_out_char(out, (char)(0x80 | bytes));
    } else {
        const size_t length_bytes = bytes < 65536 ? 2 : 8;
        shg_out_char(out, (char)(bytes < 65536 ? 0xFE : 0xFF));
        for (size_t i = length_bytes; i-- > 0;)
            shg_out_char(out, (char)(bytes >> 8 * i));
    }
    shg_out_bytes(out, "\0\0\0\0", 4);
    shg_out_bytes(out, text, bytes);
}

static void write_conversation(shg_out *out, unsigned kind, const char *token, const char *bytes,
                               size_t count)
{
    if (kind == 0) {
        shg_out_bytes(out, bytes, count);
        return;
    }
    if (kind == 1) {
        write_request(out, token, bytes, count);
        return;
    }
    shg_out_text(out, upgrade);
    if (token)
        shg_out_format(out, "Authorization: Bearer %s\r\n", token);
    shg_out_text(out, "\r\n");
    if (kind == 2) {
        shg_out_bytes(out, bytes, count);
        return;
    }
    for (size_t at = 0; at < count;) {
        const char *end = memchr(bytes + at, '\n', count - at);
        const size_t line = end ? (size_t)(end - bytes) - at : count - at;
        write_message(out, bytes + at, line);
        at += line + 1;
    }
}

static bool has_text(const char *bytes, size_t count, const char *text)
{
    return memmem(bytes, count, text, strlen(text)) != NULL;
}

static void go(int fd)
{
    close(fd);
    for (int i = 0; i < 10000 && server->connection_count > 0; i++)
        event_base_loop(server->base, EVLOOP_ONCE);
    FUZZ_REQUIRE(server->connection_count == 0);
    FUZZ_REQUIRE(shg_share_held(server->doors->bodies) == 0);
}

/* A request of a player, alone on a connection: what was answered is in answers. */
static void call(int player, const char *request)
{
    shg_out out = shg_out_growing();
    write_request(&out, tokens[player], request, strlen(request));
    FUZZ_REQUIRE(!out.spent);
    const int fd = connect_to();
    send_all(fd, out.bytes, out.length, out.length);
    FUZZ_REQUIRE(starts(answers, answers_bytes, "HTTP/1.1 "));
    go(fd);
    free(out.bytes);
}

static void begin_game(void)
{
    call(ANNA, "POST /api/new\n{\"pattern\":\"Bert\",\"variant\":\"shogi\","
               "\"colour\":\"black\"}");
    FUZZ_REQUIRE(starts(answers, answers_bytes, "HTTP/1.1 200 "));
    call(BERT, "POST /api/new\n{\"number\":1}");
    FUZZ_REQUIRE(starts(answers, answers_bytes, "HTTP/1.1 200 "));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    static const size_t pieces[] = { 1 << 20, 1, 7, 1000 };
    if (data_bytes == 0)
        return 0;
    const unsigned kind = data[0] & 3U;
    const char *bytes = (const char *)data + 1;
    open_own_server(register_players);
    begin_game();
    shg_out out = shg_out_growing();
    write_conversation(&out, kind, data[0] & 0x10 ? NULL : tokens[ANNA], bytes, data_bytes - 1);
    FUZZ_REQUIRE(!out.spent);
    size_t piece = pieces[data[0] >> 2 & 3U];
    if (piece == 1 && out.length > 4096)
        piece = 7;
    int fd = connect_to();
    send_all(fd, out.bytes, out.length, piece);
    shutdown(fd, SHUT_WR);
    settle(fd);
    const size_t answered = check_answers(has_text(out.bytes, out.length, "HEAD"));
    if (kind >= 2)
        FUZZ_REQUIRE(answered == 1 && starts(answers, answers_bytes, "HTTP/1.1 101 "));
    go(fd);
    free(out.bytes);

    /* The listeners of the game are gone; the moves may be refused by now. */
    call(ANNA, "POST /api/play\n{\"game\":1,\"move\":\"7g7f\"}");
    call(BERT, "POST /api/resign\n{\"game\":1,\"answers\":[\"yes\"]}");
    static const char next[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    fd = connect_to();
    send_all(fd, next, sizeof next - 1, sizeof next);
    FUZZ_REQUIRE(starts(answers, answers_bytes, "HTTP/1.1 200 OK\r\n"));
    go(fd);
    shg_server_free(server);
    return 0;
}
