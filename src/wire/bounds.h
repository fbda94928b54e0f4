/* bounds.h: the bounds of everything that arrives at this layer from outside. */
#ifndef SHG_WIRE_BOUNDS_H
#define SHG_WIRE_BOUNDS_H

enum {
    /* Telnet: a line without its end; our answers between two lines; a subnegotiation. */
    SHG_TELNET_LINE_BYTES_MAX = 1024,
    SHG_TELNET_ANSWERS_MAX = 64,
    SHG_TELNET_SUB_BYTES_MAX = 256,
    SHG_TELNET_TYPE_BYTES_MAX = 12, /* of a terminal's name, whose beginning is its type */
    SHG_HISTORY_BYTES_MAX = 2048,   /* of the input history */

    /* HTTP/1.1: the head on the wire with its last CRLF, its header fields, its request line. */
    SHG_HTTP_HEAD_BYTES_MAX = 8192,
    SHG_HTTP_HEADERS_MAX = 64,
    SHG_HTTP_METHOD_BYTES_MAX = 32,
    SHG_HTTP_TARGET_BYTES_MAX = 6144, /* a position of 36x36 squares has a picture and a page */
    SHG_HTTP_CHUNK_EXTRA_MAX = 256,   /* chunk extensions and leading zeros of one body */

    /* WebSocket: a message in any number of frames. */
    SHG_WEBSOCKET_MESSAGE_BYTES_MAX = 8192
};

#endif
