/* websocket.h: the server's side of WebSocket framing as a state machine: bytes in, events out, no sockets.
 *
 * It implements RFC 6455 without extensions.  It bounds messages, not only frames, and reports ill-formed
 * UTF-8 as soon as possible.  The loop that owns the socket:
 *
 *     do {
 *         const size_t took = shg_websocket_feed(&event, &websocket, bytes, count);
 *         bytes += took;
 *         count -= took;
 *         switch (event.kind) { ... }
 *     } while (event.kind != SHG_WEBSOCKET_MORE);
 *
 * The handshake is an HTTP request: http_head.h. */
#ifndef SHG_WIRE_WEBSOCKET_H
#define SHG_WIRE_WEBSOCKET_H

#include "base/text.h"
#include "wire/bounds.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum shg_websocket_kind {
    SHG_WEBSOCKET_MORE,   /* all bytes are consumed and there are no more events */
    SHG_WEBSOCKET_TEXT,   /* text: a whole message, UTF-8, with a NUL after it */
    SHG_WEBSOCKET_BINARY, /* text: a whole message */
    SHG_WEBSOCKET_PING,   /* text: answer with a PONG of the same text */
    SHG_WEBSOCKET_PONG,   /* text */
    SHG_WEBSOCKET_CLOSE, /* code and text: the peer closes; answer with a close frame of that code */
    SHG_WEBSOCKET_FAULT  /* code and reason: send them in a close frame, then close */
} shg_websocket_kind;

typedef struct shg_websocket_event {
    shg_websocket_kind kind;
    const char *text; /* borrowed until the next call on the same shg_websocket */
    size_t text_bytes;
    uint16_t code;      /* RFC 6455, section 7.4; 1005 of a CLOSE that names none */
    const char *reason; /* FAULT: a sentence; a static string */
} shg_websocket_event;

/* The state of a connection.  Holds a message buffer only from the first byte of a message to the call of
 * feed after its event. */
typedef struct shg_websocket {
    char *message;
    uint32_t message_bytes, message_room;
    uint32_t checked;    /* bytes of a text known to be well-formed */
    uint64_t frame_left; /* bytes left of this frame's payload */
    uint8_t head[14];    /* of this frame, as far as received */
    uint8_t head_bytes;
    uint8_t mask_at; /* index of the next mask byte */
    uint8_t opcode;  /* of the current message; 0: none */
    uint8_t control_bytes;
    char control[125]; /* payload of a control frame, which may interrupt a message */
    bool in_payload;
    bool delivered; /* message was returned and is freed by the next call */
    bool over;      /* CLOSE or FAULT was reported */
    uint16_t fault_code;
    const char *fault_reason;
} shg_websocket;

void shg_websocket_init(shg_websocket *websocket);

/* Frees the message buffer, if there is one. */
void shg_websocket_fini(shg_websocket *websocket);

/* Consumes bytes up to the next event and fills *event.  Returns the number consumed; call again with the rest,
 * even if it is empty, until the event is MORE.  After CLOSE or FAULT all further bytes are ignored.
 *
 * A message has at most SHG_WEBSOCKET_MESSAGE_BYTES_MAX bytes in all its frames.  Codes of FAULT: 1002 protocol
 * error, 1007 ill-formed UTF-8, 1009 message too long, 1011 no memory.
 *
 * The outcome does not depend on how the bytes are split into calls.  Time: linear. */
size_t shg_websocket_feed(shg_websocket_event *event, shg_websocket *websocket, const char *bytes,
                          size_t count);

/* Writes bytes that, fed to a new reader, bring it to the state of this one, which is not over: a connection may go on in
 * another program. */
void shg_websocket_rest(shg_out *bytes, const shg_websocket *websocket);

/* Writes a whole message as one unmasked frame.  kind: TEXT, BINARY, PING or PONG; the latter two have at most
 * 125 bytes. */
void shg_websocket_write(shg_out *out, shg_websocket_kind kind, const char *text,
                         size_t text_bytes);

/* Writes a close frame.  code: 1005 stands for no code.  reason: cut to 123 bytes, between characters. */
void shg_websocket_close_write(shg_out *out, uint16_t code, const char *reason);

#endif
