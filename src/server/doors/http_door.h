/* http_door.h: a connection of the HTTP port, for the files that share it: door_http.c reads requests and has the life of the
 * connection, http_answer.c writes answers. */
#ifndef SHG_SERVER_DOORS_HTTP_DOOR_H
#define SHG_SERVER_DOORS_HTTP_DOOR_H

#include "server/doors/part.h"
#include "server/doors/web_socket.h"
#include "server/loop/host.h"
#include "wire/http_body.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>

typedef enum door_state {
    READING,   /* a request, or idle */
    ANSWERING, /* a handler has the exchange */
    STREAMING, /* likewise, and its answer has begun */
    SENDING,   /* the answer is complete and being sent */
    LINGERING, /* all output is sent; the client gets time to read it */
    SOCKET     /* it speaks WebSocket */
} door_state;

/* From the first byte of a request to its answer; an idle connection has none. */
typedef struct request {
    shg_http_head head;
    const shg_web_route *route; /* NULL while the head is read */
    shg_http_body reader;
    shg_out body;
} request;

typedef struct http_door {
    shg_connection connection; /* must be first */
    struct bufferevent *bev;
    request *request;   /* owned */
    shg_socket *socket; /* owned; NULL before an upgrade */
    shg_exchange exchange;
    shg_address_key proxy; /* the peer's address, if connection.is_proxy */
    shg_claim body;        /* of the bytes of the request */
    shg_claim answer;      /* of the bytes being sent */
    size_t unsent_bytes;   /* at the last check of SHG_DEADLINE_SEND */
    int64_t sends_since_ms;
    int64_t came_ms;   /* when the last byte that was read arrived */
    uint16_t requests; /* served so far */
    uint8_t state;     /* door_state */
    bool has_metrics;  /* this port serves the metrics */
    bool is_local;     /* the peer is on this machine */
    bool is_own;       /* we listen on a loopback address only */
    bool https;        /* see shg_exchange */
    bool head_only;    /* of the request: send no body */
    bool chunked;      /* of the answer */
    bool keeps_alive;  /* another request may follow */
    bool full;         /* enough input is buffered: reading is paused */
    bool ended;        /* the client has closed its side */
} http_door;

static inline struct evbuffer *shg_http_output(const http_door *d)
{
    return bufferevent_get_output(d->bev);
}

/* ---- door_http.c ---- */

void shg_http_doom(http_door *d);
http_door *shg_http_door_of(const shg_exchange *x);
/* Frees the request, and what was counted for its body. */
void shg_http_drop_request(http_door *d);
/* Begins the deadline of what the door does now: one kind replaces another. */
void shg_http_deadline(http_door *d, unsigned kind);

/* ---- http_answer.c ---- */

/* Answers with a sentence, and with further headers; NULL: none. */
void shg_http_refuse(http_door *d, unsigned status, const char *reason, const char *more);
/* At SHG_DEADLINE_SEND: whether the client has received enough since the last check, and may keep the answer.  A client that
 * reads byte by byte has not. */
bool shg_http_receives(http_door *d);
/* Frees what was counted for the answer, which was sent or never will be. */
void shg_http_release_answer(http_door *d);
/* Closes the connection: the client has not read its answer, and others need the memory.  claim: http_door.answer. */
void shg_http_answer_gives_way(void *context, shg_claim *claim);
/* Ends the exchange without an answer. */
void shg_http_abandon(http_door *d);

#endif
