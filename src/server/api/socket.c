/* socket.c: the API over a WebSocket: one session for its whole life, which serves requests one
 * after the other and sends its player's events. */
#include "base/json_write.h"
#include "server/account/token.h"
#include "server/api/http.h"
#include "server/doors/door_json.h"
#include "server/doors/web_credentials.h"
#include "server/doors/web_language.h"

#include <stdlib.h>
#include <string.h>

/* RFC 6455, 7.4.1: a violation of our limits. */
enum { CODE_POLICY = 1008, CODE_NORMAL = 1000 };

typedef struct client {
    shg_json_door door; /* must be first */
    shg_socket *socket; /* NULL: it is closed */
    char id[32];        /* of the request being served, as JSON */
    bool over;          /* the session has ended */
} client;

static client *client_of(shg_json_door *door)
{
    return (client *)(void *)door;
}

/* ---- output ---- */

static bool answered(shg_json_door *d, unsigned status, const char *json, size_t json_bytes)
{
    static const char too_long[] =
        "{\"ok\":false,\"error\":\"The answer is too long for a WebSocket: ask for it "
        "over HTTP.\"}";
    client *c = client_of(d);
    /* The output waiting to be read is limited; a part of the limit is reserved for events. */
    if (shg_socket_waiting(c->socket) + json_bytes >
        SHG_OUTPUT_BYTES_MAX - SHG_OUTPUT_BYTES_RESUME) {
        status = 413;
        json = too_long;
        json_bytes = sizeof too_long - 1;
    }
    shg_out out = shg_out_growing();
    shg_json_open(&out, NULL, '{');
    shg_json_raw(&out, "id", c->id, strlen(c->id));
    shg_json_number(&out, "status", status);
    shg_json_raw(&out, "body", json, json_bytes);
    shg_json_close(&out, '}');
    if (!out.spent)
        shg_socket_send(c->socket, out.bytes, out.length);
    free(out.bytes);
    return true;
}

static void event(shg_json_door *d, const char *json, size_t json_bytes)
{
    if (d->session->lacks & SHG_SCOPE_READ)
        return;
    shg_socket_send(client_of(d)->socket, json, json_bytes);
}

static void over(shg_json_door *d)
{
    client *c = client_of(d);
    c->over = true;
    shg_socket_close(c->socket, CODE_NORMAL, "The session has ended.");
}

/* The session is ready for a request. */
static bool idle(shg_json_door *d)
{
    shg_socket_pause(client_of(d)->socket, false);
    return true;
}

/* ---- input ---- */

static void refuse(client *c, const char *reason)
{
    shg_out json = shg_out_growing();
    shg_refusal_json(&json, reason);
    if (!json.spent)
        answered(&c->door, 400, json.bytes, json.length);
    free(json.bytes);
    shg_socket_pause(c->socket, false);
}

/* Reads a string of the message that contains no escapes, as methods and paths do not. */
static bool take_plain(const char **text, size_t *bytes, const shg_json *json, const char *name)
{
    const size_t value = shg_json_member(json, 0, name);
    if (value == 0 || json->values[value].type != SHG_JSON_STRING)
        return false;
    *text = json->text + json->values[value].at;
    *bytes = json->values[value].bytes;
    return !memchr(*text, '\\', *bytes);
}

/* Whether two hex digits follow every '%' of a path, as in the head of a request. */
static bool is_escaped(const char *path, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (path[i] == '%' &&
            (i + 2 >= bytes || !shg_is_hex(path[i + 1]) || !shg_is_hex(path[i + 2])))
            return false;
    return true;
}

/* Whether the message is a request; its parts are borrowed from the message. */
static bool read_request(shg_api_request *r, client *c, const shg_json *json)
{
    const shg_json_value *values = json->values;
    const size_t id = shg_json_member(json, 0, "id");
    if (id == 0 || values[id].type != SHG_JSON_NUMBER || values[id].bytes >= sizeof c->id)
        return false;
    memcpy(c->id, json->text + values[id].at, values[id].bytes);
    c->id[values[id].bytes] = '\0';
    if (!take_plain(&r->method, &r->method_bytes, json, "method") ||
        !take_plain(&r->path, &r->path_bytes, json, "path") || !is_escaped(r->path, r->path_bytes))
        return false;
    const char *query = memchr(r->path, '?', r->path_bytes);
    r->query = query ? query + 1 : "";
    r->query_bytes = query ? (size_t)(r->path + r->path_bytes - r->query) : 0;
    if (query)
        r->path_bytes = (size_t)(query - r->path);
    const size_t body = shg_json_member(json, 0, "body");
    r->body = body > 0 ? json->text + values[body].at : "";
    r->body_bytes = body > 0 ? values[body].bytes : 0;
    r->came_ms = shg_socket_came_ms(c->socket);
    return body == 0 || values[body].type == SHG_JSON_OBJECT;
}

static void message(shg_socket *socket, const char *text, size_t text_bytes)
{
    client *c = shg_socket_context(socket);
    shg_json json;
    shg_api_request request;
    shoogi_error err = { 0 };
    memcpy(c->id, "null", 5);
    shg_socket_pause(socket, true); /* until the answer */
    c->door.session->waiting_ms = 0;
    if (shg_json_read(&json, text, text_bytes, &err) != SHOOGI_OK) {
        char reason[SHG_FAULT_BYTES];
        refuse(c, shg_session_fault_text(reason, c->door.session, "message", &err));
        return;
    }
    if (read_request(&request, c, &json))
        shg_json_door_serve(&c->door, &request);
    else
        refuse(c, "expected {\"id\": a number, \"method\": ..., \"path\": ..., \"body\": {...}}");
    shg_json_fini(&json);
}

static void gone(shg_socket *socket)
{
    client *c = shg_socket_context(socket);
    shg_json_door_fini(&c->door);
    free(c);
}

static const shg_json_carrier carrier = {
    .idle = idle, .answered = answered, .event = event, .over = over
};
static bool is_ready(const shg_socket *socket)
{
    const client *c = shg_socket_context(socket);
    return !c->over && shg_json_door_is_idle(&c->door);
}

static void save(shg_out *json, const shg_socket *socket)
{
    const client *c = shg_socket_context(socket);
    shg_session_save(json, c->door.session);
}

static void *restore(shg_socket *socket, const shg_json *json)
{
    client *c = calloc(1, sizeof *c);
    if (!c || shg_json_door_restore(&c->door, shg_socket_server(socket), shg_socket_address(socket),
                                    &carrier, json) != SHOOGI_OK) {
        free(c);
        return NULL;
    }
    c->socket = socket;
    c->door.session->waiting_ms = shg_socket_waiting_ms(socket);
    return c;
}

const shg_socket_user shg_api_socket_user = {
    .message = message, .gone = gone, .is_ready = is_ready, .save = save, .restore = restore
};

static void entered(shg_session *s, shg_token_outcome outcome)
{
    if (!s->door || outcome == SHG_TOKEN_ENTERED)
        return;
    client *c = client_of(s->carrier);
    shg_socket_close(c->socket, CODE_POLICY,
                     outcome == SHG_TOKEN_UNKNOWN ? "That token is unknown or has been revoked."
                                                  : "That token could not be checked.");
}

void shg_api_socket_web(shg_exchange *x)
{
    shg_credentials who;
    char token[SHG_TOKEN_BYTES + 1] = "";
    shg_credentials_read(&who, x);
    /* A text that is too long is not a token. */
    const size_t token_bytes = who.token_bytes < sizeof token ? who.token_bytes : sizeof token - 1;
    if (token_bytes > 0)
        memcpy(token, who.token, token_bytes);
    client *c = calloc(1, sizeof *c);
    if (!c || shg_json_door_init(&c->door, x, &carrier) != SHOOGI_OK) {
        free(c);
        shg_exchange_refuse(x, 503, "The server is out of memory.");
        return;
    }
    const shoogi_notation notation = shg_web_query_notation(x);
    if (notation != SHOOGI_NOTATION_ANY)
        c->door.session->program_notation = (uint8_t)(notation + 1);
    c->socket = shg_exchange_upgrade(x, &shg_api_socket_user, c);
    if (!c->socket) {
        shg_json_door_fini(&c->door);
        free(c);
        return;
    }
    if (who.token_bytes == 0)
        return;
    shg_socket_pause(c->socket, true); /* until the token is looked up */
    shg_token_enter(c->door.session, token, token_bytes + (who.token_bytes > token_bytes),
                    SHG_PRESENCE_SILENT, entered);
}
