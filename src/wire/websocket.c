#include "wire/websocket.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* RFC 6455, section 5.2. */
enum { OP_CONTINUATION = 0, OP_TEXT = 1, OP_BINARY = 2, OP_CLOSE = 8, OP_PING = 9, OP_PONG = 10 };
enum { BIT_FIN = 0x80, BITS_RESERVED = 0x70, BITS_OPCODE = 0x0F, BIT_CONTROL = 0x08 };
enum { BIT_MASK = 0x80, BITS_LENGTH = 0x7F, LENGTH_16 = 126, LENGTH_64 = 127 };
enum { MASK_BYTES = 4, CONTROL_BYTES_MAX = 125 };

/* Section 7.4.1. */
enum {
    CODE_PROTOCOL = 1002,
    CODE_NONE = 1005,
    CODE_BAD_TEXT = 1007,
    CODE_TOO_BIG = 1009,
    CODE_INTERNAL = 1011
};

void shg_websocket_init(shg_websocket *websocket)
{
    *websocket = (shg_websocket){ .head_bytes = 0 };
}

static void drop_message(shg_websocket *w)
{
    if (w->message)
        shg_wipe(w->message, w->message_room); /* may contain a password */
    free(w->message);
    w->message = NULL;
    w->message_bytes = w->message_room = w->checked = 0;
    w->opcode = 0;
    w->delivered = false;
}

void shg_websocket_fini(shg_websocket *websocket)
{
    drop_message(websocket);
}

static bool fault(shg_websocket *w, uint16_t code, const char *reason)
{
    w->fault_code = code;
    w->fault_reason = reason;
    return false;
}

/* ---- text ---- */

/* Whether an incomplete UTF-8 sequence can still become a character. */
static bool may_become(const char *tail, size_t tail_bytes)
{
    /* Continuation bytes range from 80 to BF; the first byte restricts the range at one end only. */
    for (int fill = 0x80; fill <= 0xBF; fill += 0x3F) {
        char whole[4];
        memset(whole, fill, sizeof whole);
        memcpy(whole, tail, tail_bytes);
        uint32_t code_point;
        if (shg_utf8_read(&code_point, whole, sizeof whole) > tail_bytes)
            return true;
    }
    return false;
}

/* Checks the new part of a message.  complete: it is the last one.  Returns false if the message is ill-formed. */
static bool check_text(shg_websocket *w, bool complete)
{
    while (w->checked < w->message_bytes) {
        const char *at = w->message + w->checked;
        const size_t left = w->message_bytes - w->checked;
        uint32_t code_point;
        const size_t took = shg_utf8_read(&code_point, at, left);
        if (took == 1 && code_point == 0xFFFD)
            return !complete && left < 4 && may_become(at, left);
        w->checked += (uint32_t)took;
    }
    return true;
}

/* ---- the head of a frame ---- */

static size_t length_bytes(const shg_websocket *w)
{
    switch (w->head[1] & BITS_LENGTH) {
    case LENGTH_16: return 2;
    case LENGTH_64: return 8;
    default: return 0;
    }
}

static size_t head_bytes_due(const shg_websocket *w)
{
    return w->head_bytes < 2 ? 2 : 2 + length_bytes(w) + MASK_BYTES;
}

/* Checks the first two bytes of a frame. */
static bool check_start(shg_websocket *w)
{
    const unsigned opcode = w->head[0] & BITS_OPCODE;
    const bool control = (opcode & BIT_CONTROL) != 0;
    if (w->head[0] & BITS_RESERVED)
        return fault(w, CODE_PROTOCOL, "a reserved bit is set");
    if (opcode > OP_PONG || (opcode > OP_BINARY && !control))
        return fault(w, CODE_PROTOCOL, "a frame of unknown type");
    if (control && !(w->head[0] & BIT_FIN))
        return fault(w, CODE_PROTOCOL, "a fragmented control frame");
    if (control && (w->head[1] & BITS_LENGTH) > CONTROL_BYTES_MAX)
        return fault(w, CODE_PROTOCOL, "a control frame of more than 125 bytes");
    if (opcode == OP_CONTINUATION && w->opcode == 0)
        return fault(w, CODE_PROTOCOL, "a continuation frame without a message");
    if ((opcode == OP_TEXT || opcode == OP_BINARY) && w->opcode != 0)
        return fault(w, CODE_PROTOCOL, "a new message inside another");
    if (!(w->head[1] & BIT_MASK))
        return fault(w, CODE_PROTOCOL, "an unmasked frame");
    return true;
}

/* The length of the payload, by a complete head. */
static uint64_t frame_length(const shg_websocket *w)
{
    const size_t count = length_bytes(w);
    uint64_t length = count == 0 ? w->head[1] & BITS_LENGTH : 0;
    for (size_t i = 0; i < count; i++)
        length = length << 8 | w->head[2 + i];
    return length;
}

/* Starts the payload after a complete head. */
static bool begin_payload(shg_websocket *w)
{
    const size_t count = length_bytes(w);
    const uint64_t length = frame_length(w);
    if ((count == 2 && length < LENGTH_16) || (count == 8 && length <= UINT16_MAX))
        return fault(w, CODE_PROTOCOL, "a length in more bytes than needed");
    if (length > INT64_MAX)
        return fault(w, CODE_PROTOCOL, "a length beyond 63 bits");
    const unsigned opcode = w->head[0] & BITS_OPCODE;
    if (!(opcode & BIT_CONTROL)) {
        if (length > SHG_WEBSOCKET_MESSAGE_BYTES_MAX - w->message_bytes)
            return fault(w, CODE_TOO_BIG, "a message that is too long");
        if (opcode != OP_CONTINUATION)
            w->opcode = (uint8_t)opcode;
    }
    w->frame_left = length;
    w->mask_at = 0;
    w->control_bytes = 0;
    w->in_payload = true;
    return true;
}

static size_t take_head(shg_websocket *w, const char *bytes, size_t count)
{
    size_t took = 0;
    while (took < count && !w->in_payload && !w->fault_code) {
        w->head[w->head_bytes++] = (uint8_t)bytes[took++];
        if (w->head_bytes == 2 && !check_start(w))
            break;
        if (w->head_bytes >= 2 && w->head_bytes == head_bytes_due(w))
            begin_payload(w);
    }
    return took;
}

/* ---- the payload ---- */

/* Makes room for a message of this size and a NUL. */
static bool make_room(shg_websocket *w, size_t bytes)
{
    if (bytes < w->message_room)
        return true;
    size_t room = w->message_room ? w->message_room : 128;
    while (room <= bytes)
        room *= 2;
    char *message = malloc(room);
    if (!message)
        return fault(w, CODE_INTERNAL, "no memory for a message");
    if (w->message) {
        memcpy(message, w->message, w->message_room);
        shg_wipe(w->message, w->message_room);
        free(w->message);
    }
    w->message = message;
    w->message_room = (uint32_t)room;
    return true;
}

static void unmask(shg_websocket *w, char *to, const char *bytes, size_t count)
{
    const uint8_t *mask = w->head + head_bytes_due(w) - MASK_BYTES;
    for (size_t i = 0; i < count; i++) {
        to[i] = (char)((uint8_t)bytes[i] ^ mask[w->mask_at]);
        w->mask_at = (uint8_t)((w->mask_at + 1) % MASK_BYTES);
    }
    w->frame_left -= count;
}

static size_t take_payload(shg_websocket *w, const char *bytes, size_t count)
{
    const size_t take = w->frame_left < count ? (size_t)w->frame_left : count;
    if (take == 0)
        return 0;
    if (w->head[0] & BIT_CONTROL) {
        unmask(w, w->control + w->control_bytes, bytes, take);
        w->control_bytes += (uint8_t)take;
        return take;
    }
    if (!make_room(w, w->message_bytes + take))
        return take;
    unmask(w, w->message + w->message_bytes, bytes, take);
    w->message_bytes += (uint32_t)take;
    w->message[w->message_bytes] = '\0';
    if (w->opcode == OP_TEXT && !check_text(w, false))
        fault(w, CODE_BAD_TEXT, "a text that is not UTF-8");
    return take;
}

/* ---- whole frames ---- */

/* Whether a code is allowed in a close frame: sections 7.4.1 and 7.4.2, and 1012 to 1014 from the registry. */
static bool code_allowed(unsigned code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

static void tell_close(shg_websocket_event *event, shg_websocket *w)
{
    *event = (shg_websocket_event){ .kind = SHG_WEBSOCKET_CLOSE, .code = CODE_NONE, .text = "" };
    if (w->control_bytes == 0)
        return;
    if (w->control_bytes == 1) {
        fault(w, CODE_PROTOCOL, "a truncated close code");
        return;
    }
    event->code = (uint16_t)((uint8_t)w->control[0] << 8 | (uint8_t)w->control[1]);
    event->text = w->control + 2;
    event->text_bytes = w->control_bytes - 2u;
    if (!code_allowed(event->code))
        fault(w, CODE_PROTOCOL, "a close code that may not be sent");
    else if (!shg_utf8_valid(event->text, event->text_bytes))
        fault(w, CODE_BAD_TEXT, "a close reason that is not UTF-8");
}

static void tell_message(shg_websocket_event *event, shg_websocket *w)
{
    const bool text = w->opcode == OP_TEXT;
    if (text && !check_text(w, true)) {
        fault(w, CODE_BAD_TEXT, "a text that is not UTF-8");
        return;
    }
    *event = (shg_websocket_event){ .kind = text ? SHG_WEBSOCKET_TEXT : SHG_WEBSOCKET_BINARY,
                                    .text = w->message ? w->message : "",
                                    .text_bytes = w->message_bytes };
    w->delivered = true;
}

/* Handles a complete frame.  Leaves event unchanged if more frames of the message follow. */
static void end_frame(shg_websocket_event *event, shg_websocket *w)
{
    w->in_payload = false;
    w->head_bytes = 0;
    switch (w->head[0] & BITS_OPCODE) {
    case OP_CLOSE: tell_close(event, w); break;
    case OP_PING:
    case OP_PONG:
        *event = (shg_websocket_event){ .kind = (w->head[0] & BITS_OPCODE) == OP_PING
                                                    ? SHG_WEBSOCKET_PING
                                                    : SHG_WEBSOCKET_PONG,
                                        .text = w->control,
                                        .text_bytes = w->control_bytes };
        break;
    default:
        if (w->head[0] & BIT_FIN)
            tell_message(event, w);
        break;
    }
}

size_t shg_websocket_feed(shg_websocket_event *event, shg_websocket *websocket, const char *bytes,
                          size_t count)
{
    shg_websocket *w = websocket;
    *event = (shg_websocket_event){ .kind = SHG_WEBSOCKET_MORE };
    if (w->delivered || w->over)
        drop_message(w);
    size_t took = 0;
    while (!w->over && event->kind == SHG_WEBSOCKET_MORE) {
        if (!w->in_payload)
            took += take_head(w, bytes + took, count - took);
        if (w->in_payload && !w->fault_code)
            took += take_payload(w, bytes + took, count - took);
        if (w->in_payload && !w->fault_code && w->frame_left == 0)
            end_frame(event, w);
        else if (!w->fault_code && took == count)
            return took;
        if (w->fault_code)
            *event = (shg_websocket_event){ .kind = SHG_WEBSOCKET_FAULT,
                                            .text = "",
                                            .code = w->fault_code,
                                            .reason = w->fault_reason };
        w->over = event->kind == SHG_WEBSOCKET_FAULT || event->kind == SHG_WEBSOCKET_CLOSE;
    }
    return event->kind == SHG_WEBSOCKET_MORE ? count : took;
}

/* ---- writing ---- */

/* first: the byte with the opcode; mask: BIT_MASK or 0. */
static void write_head(shg_out *out, unsigned first, unsigned mask, size_t bytes)
{
    shg_out_char(out, (char)first);
    unsigned count = 0;
    if (bytes < LENGTH_16) {
        shg_out_char(out, (char)(mask | bytes));
    } else {
        count = bytes <= UINT16_MAX ? 2 : 8;
        shg_out_char(out, (char)(mask | (count == 2 ? LENGTH_16 : LENGTH_64)));
    }
    while (count-- > 0)
        shg_out_char(out, (char)((uint64_t)bytes >> 8 * count));
}

void shg_websocket_write(shg_out *out, shg_websocket_kind kind, const char *text, size_t text_bytes)
{
    static const uint8_t opcodes[] = {
        [SHG_WEBSOCKET_TEXT] = OP_TEXT,
        [SHG_WEBSOCKET_BINARY] = OP_BINARY,
        [SHG_WEBSOCKET_PING] = OP_PING,
        [SHG_WEBSOCKET_PONG] = OP_PONG,
    };
    assert(kind >= SHG_WEBSOCKET_TEXT && kind <= SHG_WEBSOCKET_PONG);
    assert(kind < SHG_WEBSOCKET_PING || text_bytes <= CONTROL_BYTES_MAX);
    write_head(out, BIT_FIN | opcodes[kind], 0, text_bytes);
    shg_out_bytes(out, text, text_bytes);
}

void shg_websocket_close_write(shg_out *out, uint16_t code, const char *reason)
{
    if (code == CODE_NONE) {
        write_head(out, BIT_FIN | OP_CLOSE, 0, 0);
        return;
    }
    size_t bytes = strlen(reason);
    if (bytes > CONTROL_BYTES_MAX - 2) {
        bytes = CONTROL_BYTES_MAX - 2;
        while (bytes > 0 && ((uint8_t)reason[bytes] & 0xC0) == 0x80)
            bytes--;
    }
    write_head(out, BIT_FIN | OP_CLOSE, 0, bytes + 2);
    shg_out_char(out, (char)(code >> 8));
    shg_out_char(out, (char)code);
    shg_out_bytes(out, reason, bytes);
}

/* ---- another program ---- */

/* Writes the beginning of a message as a frame that more follow. */
static void write_begun(shg_out *bytes, uint8_t opcode, const char *text, size_t count)
{
    write_head(bytes, opcode, BIT_MASK, count);
    shg_out_bytes(bytes, "\0\0\0", MASK_BYTES); /* the mask changes nothing */
    shg_out_bytes(bytes, text, count);
}

void shg_websocket_rest(shg_out *bytes, const shg_websocket *w)
{
    const unsigned frame = w->head[0] & BITS_OPCODE;
    const bool in_data = w->in_payload && !(frame & BIT_CONTROL);
    const size_t came = w->in_payload ? (size_t)(frame_length(w) - w->frame_left) : 0;
    const size_t message = w->delivered ? 0 : w->message_bytes;
    const size_t before = in_data ? message - came : message; /* of earlier frames */
    if (w->opcode != 0 && !w->delivered && !(in_data && frame != OP_CONTINUATION))
        write_begun(bytes, w->opcode, w->message ? w->message : "", before);
    shg_out_bytes(bytes, (const char *)w->head, w->head_bytes);
    const char *payload = in_data && w->message ? w->message + before : w->control;
    for (size_t i = 0; i < came; i++) {
        const uint8_t mask = w->head[head_bytes_due(w) - MASK_BYTES + i % MASK_BYTES];
        shg_out_char(bytes, (char)((uint8_t)payload[i] ^ mask));
    }
}
