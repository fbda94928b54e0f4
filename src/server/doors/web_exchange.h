/* web_exchange.h: one request at the HTTP door, from its last byte to the end of its answer.
 *
 * The door reads the whole request and passes it to the handler of its route. The handler
 * answers at once, or sets gone and answers later, or answers with a stream, or turns the
 * connection into a WebSocket. Until the answer ends nothing more is read from this client. */
#ifndef SHG_SERVER_DOORS_WEB_EXCHANGE_H
#define SHG_SERVER_DOORS_WEB_EXCHANGE_H

#include "base/json.h"
#include "language/language.h"
#include "server/doors/web_page.h"
#include "server/loop/address.h"
#include "shoogi/move_text.h"
#include "wire/http_head.h"

typedef struct shg_server shg_server;
typedef struct shg_exchange shg_exchange;

struct shg_exchange {
    shg_server *server;
    /* The request: borrowed until it is answered or a stream begins, then NULL. */
    const shg_http_head *head;
    /* After the prefix of its route, "" or "/...", as sent: not decoded, no final NUL. */
    const char *path;
    const char *query; /* after '?', likewise */
    const char *body;  /* with a NUL after its last byte; "" if absent */
    size_t path_bytes, query_bytes, body_bytes;
    int64_t came_ms;          /* when its last byte arrived */
    shg_address_key address;  /* of the client, which may be behind a proxy */
    bool https;               /* the client speaks TLS, with us or with a trusted proxy */
    bool secure;              /* https, or a client on this machine */
    shg_language language;    /* of the client, see web_language.h */
    bool language_chosen;     /* set by the query or a cookie: it overrides the player's setting */
    shoogi_notation notation; /* of moves, likewise; SHOOGI_NOTATION_ANY: not chosen */
    /* For a handler that answers later. */
    void *context;
    /* The client has gone, or the server stops: x ends when this returns. */
    void (*gone)(shg_exchange *x);
    void (*room)(
        shg_exchange *x); /* of a stream: most of the output has been sent; NULL: not needed */
};

typedef void shg_exchange_fn(shg_exchange *x);

/* ---- answering ---- */

/* Answers and ends the exchange. page->body is freed. A body that ran out of memory becomes a
 * 503, and a 404 without a body gets one. */
void shg_exchange_answer(shg_exchange *x, shg_web_page *page);

/* Answers with a sentence, translated to x->language: {"ok":false,"error":"..."} on routes that
 * speak JSON, a page in the frame of the site for a browser that asks for a page, else plain text. */
void shg_exchange_refuse(shg_exchange *x, unsigned status, const char *reason);

/* Reads the body of a request that its route has admitted, then calls the handler. */
void shg_exchange_read_body(shg_exchange *x);
/* Forgets the body: x->body is "" from here on. */
void shg_exchange_drop_body(shg_exchange *x);

/* Writes the JSON of a refusal. */
void shg_refusal_json(shg_out *out, const char *reason);

/* Begins an answer that continues until shg_exchange_end. page: all but its body, which must be
 * empty. Returns true if x lives on; set gone then. False: x has ended, because only the head
 * was asked for or memory is out. */
bool shg_exchange_stream(shg_exchange *x, const shg_web_page *page);

/* Sends a part of a stream. False: the client has stopped reading and more than
 * SHG_OUTPUT_BYTES_MAX would wait for it; nothing more is sent to it, and the loop calls gone. */
bool shg_exchange_send(shg_exchange *x, const char *text, size_t bytes);

/* Bytes of output not yet sent. A handler with much to send pauses at SHG_OUTPUT_BYTES_PAUSE
 * until room is called. */
size_t shg_exchange_waiting(const shg_exchange *x);

void shg_exchange_end(shg_exchange *x);

/* ---- WebSockets ---- */

typedef struct shg_socket shg_socket;

/* Callbacks from the loop. Only those so marked may be NULL. */
typedef struct shg_socket_user {
    /* A complete message in UTF-8, with a NUL after its last byte; borrowed for the call. */
    void (*message)(shg_socket *socket, const char *text, size_t text_bytes);
    /* The last call, made once: the socket ends when it returns. */
    void (*gone)(shg_socket *socket);
    void (*room)(shg_socket *socket); /* most of the output has been sent; NULL: not needed */
    /* The server stops: the last chance to send; NULL: not needed. */
    void (*drain)(shg_socket *socket);
    /* For a hot upgrade; NULL: its sockets are closed. Whether no request is being served; writes members of a record;
     * goes on with a socket of such a record: returns the context, NULL if that is impossible. */
    bool (*is_ready)(const shg_socket *socket);
    void (*save)(shg_out *json, const shg_socket *socket);
    void *(*restore)(shg_socket *socket, const shg_json *json);
} shg_socket_user;

/* Turns the connection into a WebSocket (RFC 6455). The Origin must be our own host unless the
 * request has a token. user: borrowed for ever; context: the result of shg_socket_context. The
 * exchange ends. NULL: the request was refused with 400, 403, 426 or 503. */
shg_socket *shg_exchange_upgrade(shg_exchange *x, const shg_socket_user *user, void *context);

void *shg_socket_context(const shg_socket *socket);
shg_server *shg_socket_server(const shg_socket *socket);
/* The address that counts for the client. */
shg_address_key shg_socket_address(const shg_socket *socket);
/* When the first byte arrived that waits to be read; 0: none does. */
int64_t shg_socket_waiting_ms(const shg_socket *socket);

/* When the last byte of the current message arrived. */
int64_t shg_socket_came_ms(const shg_socket *socket);

/* Sends a message of well-formed UTF-8. False: nothing more can be sent, and gone follows; also
 * if the peer has stopped reading and more than SHG_OUTPUT_BYTES_MAX would wait for it. */
bool shg_socket_send(shg_socket *socket, const char *text, size_t text_bytes);
size_t shg_socket_waiting(const shg_socket *socket);

/* While paused, no message is delivered: what the peer sends waits, mostly at the peer. */
void shg_socket_pause(shg_socket *socket, bool pauses);

/* Sends a close frame after the output. No further message is delivered, then gone is called. */
void shg_socket_close(shg_socket *socket, uint16_t code, const char *reason);

/* ---- reading ---- */

/* Writes the decoded value of a query parameter; "+" is a space. False if it is absent; nothing
 * is written. */
bool shg_query_get(shg_out *value, const char *query, size_t query_bytes, const char *name);

/* Writes "&name=value", percent-encoded where necessary, for HTML with "&amp;"; nothing for "" and NULL. */
void shg_query_add(shg_out *out, const char *name, const char *value, bool html);

/* Writes the decoded segment of a path between this '/' and the next, and advances past it.
 * False if there is none; nothing is written. */
bool shg_path_next(shg_out *part, const char **path, size_t *path_bytes);

/* ---- routes ---- */

enum { SHG_GET = 1, SHG_POST = 2, SHG_PUT = 4, SHG_DELETE = 8 }; /* GET includes HEAD */

typedef struct shg_web_route {
    uint8_t methods;
    bool below; /* it also serves longer paths that continue with "/" */
    bool json;  /* refusals are JSON */
    /* Served at the metrics port and only there; a page at both ports has two rows. */
    bool metrics;
    const char *prefix;
    size_t body_max; /* 0: SHG_BODY_BYTES_MAX */
    /* Called before the body of a POST is read: refuses the exchange, or lets it go on with
     * shg_exchange_read_body, at once or later. NULL: any client may send a body. */
    shg_exchange_fn *admit;
    shg_exchange_fn *handler;
} shg_web_route;

/* The door's routes; pages/routes.h defines the table. The first row that fits serves a request. */
typedef struct shg_web_routes {
    const shg_web_route *row;
    size_t count;
    const shg_socket_user
        *socket; /* of the WebSockets that an earlier program hands over; NULL: none are */
    /* Writes a refusal for a browser that wants a page: sentence, in page->language, in the frame of the
     * site. path: as sent, not decoded; both borrowed. The status is the caller's. NULL: text only. */
    void (*refusal)(shg_web_page *page, const shg_server *server, const char *path,
                    size_t path_bytes, const char *sentence);
} shg_web_routes;

#endif
