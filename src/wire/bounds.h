/* bounds.h: the bound of everything that reaches this layer from outside. */
#ifndef SHG_WIRE_BOUNDS_H
#define SHG_WIRE_BOUNDS_H

enum {
    /* Telnet: a line without its end; what a peer may provoke between two lines; a subnegotiation. */
    SHG_TELNET_LINE_BYTES_MAX = 1024,
    SHG_TELNET_ANSWERS_MAX = 64,
    SHG_TELNET_SUB_BYTES_MAX = 256,
    SHG_TELNET_TYPE_BYTES_MAX = 12, /* of the name of a terminal: its kind stands in front */
    SHG_HISTORY_BYTES_MAX = 2048,   /* of lines typed before */

    /* HTTP/1.1: the head on the wire with its last CRLF, its header fields, its request line. */
    SHG_HTTP_HEAD_BYTES_MAX = 8192,
    SHG_HTTP_HEADERS_MAX = 64,
    SHG_HTTP_METHOD_BYTES_MAX = 32,
    SHG_HTTP_TARGET_BYTES_MAX = 2048,
    SHG_HTTP_CHUNK_EXTRA_MAX = 256, /* bytes around the chunks of one body that say nothing */

    /* WebSocket: a message in all its frames. */
    SHG_WEBSOCKET_MESSAGE_BYTES_MAX = 8192
};

#endif
