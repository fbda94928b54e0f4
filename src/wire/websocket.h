/* websocket.h: the server's side of WebSocket framing as a state machine: bytes in, events out, no sockets.
 *
 * It knows RFC 6455 without extensions.  Of what the RFC leaves to us: a message is bounded, not only a
 * frame, and ill-formed UTF-8 is told as soon as it can be seen.  The loop that owns the socket:
 *
 *     do {
 *         const size_t took = shg_websocket_feed(&event, &websocket, bytes, count);
 *         bytes += took;
 *         count -= took;
 *         switch (event.kind) { ... }
 *     } while (event.kind != SHG_WEBSOCKET_MORE);
 *
 * The handshake before it is HTTP's: http_head.h. */
#ifndef SHG_WIRE_WEBSOCKET_H
#define SHG_WIRE_WEBSOCKET_H

#include "base/text.h"
#include "wire/bounds.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum shg_websocket_kind {
    SHG_WEBSOCKET_MORE,   /* all bytes are taken and nothing is left to tell */
    SHG_WEBSOCKET_TEXT,   /* text: a whole message, UTF-8, ending in NUL besides */
    SHG_WEBSOCKET_BINARY, /* text: a whole message */
    SHG_WEBSOCKET_PING,   /* text: answer with a PONG that says the same */
    SHG_WEBSOCKET_PONG,   /* text */
    SHG_WEBSOCKET_CLOSE, /* code and text: the peer closes; answer with a close frame of that code */
    SHG_WEBSOCKET_FAULT  /* code and reason: send them in a close frame, then close */
} shg_websocket_kind;

typedef struct shg_websocket_event {
    shg_websocket_kind kind;
    const char *text; /* borrowed until the next call on the same shg_websocket */
    size_t text_bytes;
    uint16_t code;      /* RFC 6455, section 7.4; 1005 of a CLOSE that names none */
    const char *reason; /* FAULT: a sentence; borrowed for ever */
} shg_websocket_event;

/* One connection's state.  A message buffer hangs on it only from the first byte of a message to the call
 * of feed after the event for it. */
typedef struct shg_websocket {
    char *message;
    uint32_t message_bytes, message_room;
    uint32_t checked;    /* so many bytes of a text are well-formed */
    uint64_t frame_left; /* of the payload of this frame */
    uint8_t head[14];    /* of this frame, as far as it has come */
    uint8_t head_bytes;
    uint8_t mask_at; /* which byte of the mask is next */
    uint8_t opcode;  /* of the message that has begun; 0: none */
    uint8_t control_bytes;
    char control[125]; /* payload of a control frame, which may come within a message */
    bool in_payload;
    bool delivered; /* message has been handed out and goes at the next call */
    bool over;      /* CLOSE or FAULT was told */
    uint16_t fault_code;
    const char *fault_reason;
} shg_websocket;

void shg_websocket_init(shg_websocket *websocket);

/* Frees the message buffer, if there is one. */
void shg_websocket_fini(shg_websocket *websocket);

/* Takes bytes up to the next event, *event filled.  Returns how many were taken; call again with the rest,
 * also when nothing is left, until the event is MORE.  After CLOSE or FAULT all that comes is taken and passed
 * over.
 *
 * A message has at most SHG_WEBSOCKET_MESSAGE_BYTES_MAX bytes in all its frames.  FAULT: 1002 what the RFC
 * forbids, 1007 ill-formed UTF-8, 1009 a message beyond its bound, 1011 no memory.
 *
 * The outcome does not depend on how the bytes are cut into calls.  Time: linear. */
size_t shg_websocket_feed(shg_websocket_event *event, shg_websocket *websocket, const char *bytes,
                          size_t count);

/* Writes one frame that is a whole message, as a server does: not masked.  kind: TEXT, BINARY, PING or PONG;
 * of the latter two at most 125 bytes. */
void shg_websocket_write(shg_out *out, shg_websocket_kind kind, const char *text,
                         size_t text_bytes);

/* Writes a close frame.  code: 1005 writes none.  reason: what is beyond 123 bytes is cut between characters. */
void shg_websocket_close_write(shg_out *out, uint16_t code, const char *reason);

#endif
