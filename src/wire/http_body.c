#include "wire/http_body.h"

#include <assert.h>

enum {
    STATE_ALL,        /* in a body with Content-Length */
    STATE_SIZE_FIRST, /* before the size of a chunk */
    STATE_SIZE,
    STATE_EXTENSION,
    STATE_SIZE_LF,
    STATE_CHUNK,
    STATE_CHUNK_CR, /* after the content of a chunk */
    STATE_CHUNK_LF,
    STATE_END_CR, /* after the last chunk */
    STATE_END_LF,
    STATE_DONE,
    STATE_BAD
};

static void bad(shg_http_body *body, uint16_t status, const char *reason)
{
    body->state = STATE_BAD;
    body->status = status;
    body->reason = reason;
}

static const char too_big[] = "the body is too large for this request";
static const char bad_line[] = "expected CR LF at the end of a chunk's line";

void shg_http_body_init(shg_http_body *body, const shg_http_head *head, size_t bytes_max)
{
    *body = (shg_http_body){ .room = bytes_max, .state = STATE_SIZE_FIRST };
    if (head->chunked)
        return;
    body->left = head->content_length;
    body->state = body->left == 0 ? STATE_DONE : STATE_ALL;
    if (body->left > bytes_max)
        bad(body, 413, too_big);
}

/* The value of a hexadecimal digit; -1 for any other character. */
static int hex_of(char c)
{
    if (shg_is_digit(c))
        return c - '0';
    const char lower = shg_lower(c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

static void take_size(shg_http_body *body, char byte)
{
    const int digit = hex_of(byte);
    if (digit < 0 && body->state == STATE_SIZE_FIRST) {
        bad(body, 400, "expected the size of a chunk in hex digits");
    } else if (digit >= 0) {
        const bool useless = body->state == STATE_SIZE && body->left == 0;
        body->left = body->left * 16 + (unsigned)digit;
        body->state = STATE_SIZE;
        if (body->left > body->room)
            bad(body, 413, too_big);
        else if (useless && ++body->extra > SHG_HTTP_CHUNK_EXTRA_MAX)
            bad(body, 400, "the size of a chunk has too many leading zeros");
    } else if (byte == '\r') {
        body->state = STATE_SIZE_LF;
    } else if (byte == ';') {
        body->state = STATE_EXTENSION;
    } else {
        bad(body, 400, "expected CR LF or ';' after the size of a chunk");
    }
}

static void take_extension(shg_http_body *body, char byte)
{
    if (byte == '\r')
        body->state = STATE_SIZE_LF;
    else if ((byte < 0x20 && byte != '\t') || byte == 0x7F)
        bad(body, 400, bad_line);
    else if (++body->extra > SHG_HTTP_CHUNK_EXTRA_MAX)
        bad(body, 400, "the extensions of the chunks are too long");
}

/* Handles a byte of the chunk framing. */
static void take_byte(shg_http_body *body, char byte)
{
    static const struct {
        char wanted;
        uint8_t next;
    } line_ends[] = {
        [STATE_CHUNK_CR] = { '\r', STATE_CHUNK_LF },
        [STATE_CHUNK_LF] = { '\n', STATE_SIZE_FIRST },
        [STATE_END_CR] = { '\r', STATE_END_LF },
        [STATE_END_LF] = { '\n', STATE_DONE },
    };
    switch (body->state) {
    case STATE_SIZE_FIRST:
    case STATE_SIZE: take_size(body, byte); return;
    case STATE_EXTENSION: take_extension(body, byte); return;
    case STATE_SIZE_LF:
        if (byte != '\n')
            bad(body, 400, bad_line);
        else
            body->state = body->left > 0 ? STATE_CHUNK : STATE_END_CR;
        return;
    default:
        if (byte == line_ends[body->state].wanted)
            body->state = line_ends[body->state].next;
        else if (body->state == STATE_END_CR)
            bad(body, 400, "expected the end after the last chunk, found something else");
        else
            bad(body, 400, bad_line);
        return;
    }
}

shg_http_kind shg_http_body_feed(size_t *taken, const char **piece, size_t *piece_bytes,
                                 shg_http_body *body, const char *bytes, size_t count)
{
    size_t at = 0;
    *piece = bytes;
    *piece_bytes = 0;
    while (at < count && body->state != STATE_DONE && body->state != STATE_BAD) {
        if (body->state != STATE_ALL && body->state != STATE_CHUNK) {
            take_byte(body, bytes[at]);
            at += body->state != STATE_BAD; /* the faulty byte is not consumed */
            continue;
        }
        const size_t some = count - at < body->left ? count - at : (size_t)body->left;
        *piece = bytes + at;
        *piece_bytes = some;
        at += some;
        body->left -= some;
        body->room -= some;
        if (body->left == 0)
            body->state = body->state == STATE_ALL ? STATE_DONE : STATE_CHUNK_CR;
        break;
    }
    *taken = at;
    return body->state == STATE_DONE  ? SHG_HTTP_DONE
           : body->state == STATE_BAD ? SHG_HTTP_BAD
                                      : SHG_HTTP_MORE;
}
