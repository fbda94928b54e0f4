/* web_exchange.h: one request at the HTTP door, from its last byte to the end of its answer.
 *
 * The door reads the whole request and hands it to the handler of its route.  The handler answers at once, or sets
 * gone and answers later, or answers with a stream, or makes a WebSocket of the connection.  Meanwhile nothing else is
 * read from this client: what it sends already waits for the end of the answer. */
#ifndef SHG_SERVER_DOORS_WEB_EXCHANGE_H
#define SHG_SERVER_DOORS_WEB_EXCHANGE_H

#include "language/language.h"
#include "server/doors/web_page.h"
#include "server/loop/address.h"
#include "wire/http_head.h"

typedef struct shg_server shg_server;
typedef struct shg_exchange shg_exchange;

struct shg_exchange {
    shg_server *server;
    /* The request: borrowed until it is answered or a stream begins, then NULL. */
    const shg_http_head *head;
    const char *
        path; /* behind the prefix of its route, "" or "/...", as sent, not decoded, not ended by NUL */
    const char *query; /* behind '?', likewise */
    const char *body;  /* ends in NUL besides; "" if there is none */
    size_t path_bytes, query_bytes, body_bytes;
    int64_t came_ms;         /* when its last byte did */
    shg_address_key address; /* of the client, who may stand behind a proxy */
    bool https;              /* the client speaks TLS, with us or with a proxy that is trusted */
    bool secure;             /* nobody on the way can listen: that, or a client on this machine */
    shg_language language;   /* of the client, see web_language.h */
    bool language_chosen;    /* here: that goes before what the player has set */
    /* Of who answers later. */
    void *context;
    void (*gone)(shg_exchange *x); /* the client has, or the server stops: x ends when this returns */
    void (*room)(
        shg_exchange *x); /* of a stream: what was sent has mostly gone out; NULL: nobody asks */
};

typedef void shg_exchange_fn(shg_exchange *x);

/* ---- answering ---- */

/* Answers, which ends the exchange.  page->body is freed; what is spent becomes a 503, and a 404 without a body gets
 * one. */
void shg_exchange_answer(shg_exchange *x, shg_web_page *page);

/* Answers with a sentence, which is looked up in x->language: {"ok":false,"error":"..."} on routes that speak JSON, else as
 * plain text. */
void shg_exchange_refuse(shg_exchange *x, unsigned status, const char *reason);

/* Writes what is answered in JSON where something is not done. */
void shg_refusal_json(shg_out *out, const char *reason);

/* Begins an answer that goes on until shg_exchange_end.  page: all but its body, which is to be empty.
 * True: x lives on, gone is to be set.  False: x has ended, since only the head was asked for or memory is out. */
bool shg_exchange_stream(shg_exchange *x, const shg_web_page *page);

/* Sends a part of a stream.  False: the client has not read for so long that more than SHG_OUTPUT_BYTES_MAX would wait
 * for it; nothing is sent to it any more, and gone comes from the loop. */
bool shg_exchange_send(shg_exchange *x, const char *text, size_t bytes);

/* How much waits to be read by the client: who has much to send stops at SHG_OUTPUT_BYTES_PAUSE until room is called. */
size_t shg_exchange_waiting(const shg_exchange *x);

void shg_exchange_end(shg_exchange *x);

/* ---- WebSockets ---- */

typedef struct shg_socket shg_socket;

/* Called from the loop; what may be NULL says so. */
typedef struct shg_socket_user {
    /* A whole message, UTF-8, ending in NUL besides; borrowed for the call. */
    void (*message)(shg_socket *socket, const char *text, size_t text_bytes);
    void (*gone)(shg_socket *socket);  /* last of all, once: it ends when this returns */
    void (*room)(shg_socket *socket);  /* what was sent has mostly gone out; NULL: nobody asks */
    void (*drain)(shg_socket *socket); /* the server stops: last words; NULL: there are none */
} shg_socket_user;

/* Makes a WebSocket of the connection: RFC 6455.  A page has to be of our own host, unless there is a token.
 * user: borrowed for ever; context: what shg_socket_context gives back.  The exchange ends.  NULL: it was refused and
 * is answered: 400, 403, 426, 503. */
shg_socket *shg_exchange_upgrade(shg_exchange *x, const shg_socket_user *user, void *context);

void *shg_socket_context(const shg_socket *socket);

/* When the last byte of the message came that was given last. */
int64_t shg_socket_came_ms(const shg_socket *socket);

/* Sends a message of well-formed UTF-8.  False: nothing more can be sent, gone comes; also for a peer that has not read for so
 * long that more than SHG_OUTPUT_BYTES_MAX would wait for it. */
bool shg_socket_send(shg_socket *socket, const char *text, size_t text_bytes);
size_t shg_socket_waiting(const shg_socket *socket);

/* No further message comes until it is said otherwise: what the peer sends waits, mostly at the peer's. */
void shg_socket_pause(shg_socket *socket, bool pauses);

/* Sends a close frame behind what was sent.  No further message comes, and then gone. */
void shg_socket_close(shg_socket *socket, uint16_t code, const char *reason);

/* ---- reading ---- */

/* Writes the value of a name in a query, decoded; "+" is a blank.  False: there is none of that name; nothing was
 * written. */
bool shg_query_get(shg_out *value, const char *query, size_t query_bytes, const char *name);

/* Writes what stands between this '/' of a path and the next, decoded, and moves on behind it.  False: there is
 * none; nothing was written. */
bool shg_path_next(shg_out *part, const char **path, size_t *path_bytes);

/* ---- routes ---- */

enum { SHG_GET = 1, SHG_POST = 2, SHG_PUT = 4, SHG_DELETE = 8 }; /* GET: HEAD too */

typedef struct shg_web_route {
    uint8_t methods;
    bool below; /* paths that go on with "/" are its, too */
    bool json;  /* refusals are said in JSON */
    bool metrics; /* at the port of the metrics, and only there; of a page at both ports there are two rows */
    const char *prefix;
    size_t body_max; /* 0: SHG_BODY_BYTES_MAX */
    shg_exchange_fn *handler;
} shg_web_route;

/* What the door serves, made above (pages/routes.h): the first row that fits. */
typedef struct shg_web_routes {
    const shg_web_route *row;
    size_t count;
} shg_web_routes;

#endif
