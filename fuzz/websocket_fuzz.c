/* websocket_fuzz.c: any bytes as a WebSocket client's, cut in three ways, must give the same events.
 *
 * Besides: a message is short, a text well-formed, nothing follows the end, and no memory is held when none
 * is due. */
#include "fuzz.h"
#include "wire/websocket.h"

#include <string.h>

/* A running digest of events: FNV-1a, 64 bits. */
static void digest(uint64_t *sum, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < count; i++)
        *sum = (*sum ^ at[i]) * 0x100000001B3u;
}

static void check(uint64_t *sum, bool *over, const shg_websocket_event *event)
{
    FUZZ_REQUIRE(!*over);
    digest(sum, &event->kind, sizeof event->kind);
    digest(sum, event->text, event->text_bytes);
    FUZZ_REQUIRE(event->text_bytes <= SHG_WEBSOCKET_MESSAGE_BYTES_MAX);
    switch (event->kind) {
    case SHG_WEBSOCKET_TEXT:
        FUZZ_REQUIRE(event->text[event->text_bytes] == '\0');
        FUZZ_REQUIRE(shg_utf8_valid(event->text, event->text_bytes));
        break;
    case SHG_WEBSOCKET_PING:
    case SHG_WEBSOCKET_PONG: FUZZ_REQUIRE(event->text_bytes <= 125); break;
    case SHG_WEBSOCKET_CLOSE:
        FUZZ_REQUIRE(shg_utf8_valid(event->text, event->text_bytes));
        digest(sum, &event->code, sizeof event->code);
        *over = true;
        break;
    case SHG_WEBSOCKET_FAULT:
        FUZZ_REQUIRE(event->reason && event->code >= 1002 && event->code <= 1011);
        digest(sum, event->reason, strlen(event->reason));
        *over = true;
        break;
    case SHG_WEBSOCKET_MORE:
    case SHG_WEBSOCKET_BINARY: break;
    }
}

/* All events of one connection, cut into pieces of piece_bytes. */
static uint64_t run(const char *data, size_t data_bytes, size_t piece_bytes)
{
    uint64_t sum = 0xCBF29CE484222325u;
    bool over = false;
    shg_websocket websocket;
    shg_websocket_init(&websocket);
    while (data_bytes > 0) {
        size_t piece = piece_bytes < data_bytes ? piece_bytes : data_bytes;
        const char *at = data;
        data += piece;
        data_bytes -= piece;
        shg_websocket_event event;
        do {
            const size_t took = shg_websocket_feed(&event, &websocket, at, piece);
            FUZZ_REQUIRE(took <= piece);
            at += took;
            piece -= took;
            if (event.kind != SHG_WEBSOCKET_MORE)
                check(&sum, &over, &event);
        } while (event.kind != SHG_WEBSOCKET_MORE);
        FUZZ_REQUIRE(piece == 0);
        FUZZ_REQUIRE(websocket.opcode != 0 || websocket.message == NULL);
        FUZZ_REQUIRE(websocket.message_room <= 2 * SHG_WEBSOCKET_MESSAGE_BYTES_MAX);
    }
    shg_websocket_fini(&websocket);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    const char *bytes = (const char *)data;
    const uint64_t whole = run(bytes, data_bytes, data_bytes);
    FUZZ_REQUIRE(run(bytes, data_bytes, 1) == whole);
    FUZZ_REQUIRE(run(bytes, data_bytes, 7) == whole);
    return 0;
}
