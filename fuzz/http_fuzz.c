/* http_fuzz.c: any bytes as the head of a request and its body, cut in three ways, must give the same outcome.
 *
 * Besides: what is refused has a status and a sentence; what is taken lies within what was sent, keeps
 * to the grammar, and printed plainly again is the same request.
 *
 * The first byte of the input says how to cut, the rest is what the client sends. */
#include "fuzz.h"
#include "wire/http_body.h"

#include <string.h>

typedef struct outcome {
    shg_http_kind kind;
    size_t taken;
} outcome;

static outcome run(shg_http_head *head, const char *bytes, size_t count, uint8_t how,
                   size_t piece_max)
{
    outcome seen = { SHG_HTTP_MORE, 0 };
    uint64_t random = how | 0x100u;
    shg_http_head_init(head);
    while (seen.taken < count && seen.kind == SHG_HTTP_MORE) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        size_t piece = 1 + (size_t)(random >> 33) % piece_max;
        if (piece > count - seen.taken)
            piece = count - seen.taken;
        size_t took;
        seen.kind = shg_http_head_feed(&took, head, bytes + seen.taken, piece);
        FUZZ_REQUIRE(took <= piece);
        FUZZ_REQUIRE(took == piece || seen.kind != SHG_HTTP_MORE);
        seen.taken += took;
    }
    return seen;
}

/* Of a body: how it ended, where, and what was meant. */
typedef struct body_outcome {
    outcome end;
    const char *reason; /* NULL unless it is bad */
    size_t bytes;
    uint64_t hash;
} body_outcome;

static body_outcome run_body(const shg_http_head *head, const char *bytes, size_t count,
                             size_t piece_max)
{
    enum { ROOM = 1000 };
    shg_http_body body;
    body_outcome seen = { .end = { SHG_HTTP_MORE, 0 }, .hash = 1 };
    shg_http_body_init(&body, head, ROOM);
    do {
        const char *piece;
        size_t took, piece_bytes;
        const size_t left = count - seen.end.taken;
        const size_t some = left < piece_max ? left : piece_max;
        const char *at = bytes + seen.end.taken;
        seen.end.kind = shg_http_body_feed(&took, &piece, &piece_bytes, &body, at, some);
        FUZZ_REQUIRE(took <= some && piece >= at && piece + piece_bytes <= at + took);
        for (size_t i = 0; i < piece_bytes; i++)
            seen.hash = seen.hash * 1099511628211u + (uint8_t)piece[i];
        seen.bytes += piece_bytes;
        seen.end.taken += took;
    } while (seen.end.kind == SHG_HTTP_MORE && seen.end.taken < count);
    FUZZ_REQUIRE(seen.bytes <= ROOM);
    if (seen.end.kind == SHG_HTTP_DONE && !head->chunked)
        FUZZ_REQUIRE(seen.bytes == head->content_length);
    if (seen.end.kind == SHG_HTTP_BAD) {
        FUZZ_REQUIRE(body.status == 400 || body.status == 413);
        seen.reason = body.reason;
    }
    return seen;
}

static bool same_span(const shg_http_head *a, shg_http_span x, const shg_http_head *b,
                      shg_http_span y)
{
    return x.bytes == y.bytes && memcmp(shg_http_text(a, x), shg_http_text(b, y), x.bytes) == 0;
}

/* The same request, wherever in the heads its parts lie. */
static bool same_request(const shg_http_head *a, const shg_http_head *b)
{
    if (!same_span(a, a->method, b, b->method) || !same_span(a, a->target, b, b->target) ||
        a->version != b->version || a->keep_alive != b->keep_alive || a->chunked != b->chunked ||
        a->has_content_length != b->has_content_length || a->content_length != b->content_length ||
        a->header_count != b->header_count)
        return false;
    for (size_t i = 0; i < a->header_count; i++)
        if (!same_span(a, a->headers[i].name, b, b->headers[i].name) ||
            !same_span(a, a->headers[i].value, b, b->headers[i].value))
            return false;
    return true;
}

static void check_span(const shg_http_head *head, shg_http_span span)
{
    FUZZ_REQUIRE((size_t)span.start + span.bytes <= head->used);
    const char *text = shg_http_text(head, span);
    for (size_t i = 0; i < span.bytes; i++)
        FUZZ_REQUIRE(text[i] == '\t' || ((uint8_t)text[i] >= 0x20 && text[i] != 0x7F));
}

static void check_request(const shg_http_head *head, uint8_t how)
{
    static shg_http_head again;
    static char text[SHG_HTTP_HEAD_BYTES_MAX + 2 * SHG_HTTP_HEADERS_MAX + 16];
    check_span(head, head->method);
    check_span(head, head->target);
    check_span(head, head->host);
    const char first = *shg_http_text(head, head->target);
    FUZZ_REQUIRE(head->method.bytes > 0 && head->method.bytes <= SHG_HTTP_METHOD_BYTES_MAX);
    FUZZ_REQUIRE(head->target.bytes > 0 && head->target.bytes <= SHG_HTTP_TARGET_BYTES_MAX);
    FUZZ_REQUIRE(first == '/' || (first == '*' && head->target.bytes == 1));
    FUZZ_REQUIRE(head->header_count <= SHG_HTTP_HEADERS_MAX);
    FUZZ_REQUIRE(head->version == 10 || head->version == 11);
    FUZZ_REQUIRE(!(head->chunked && head->has_content_length));

    shg_out out = shg_out_make(text, sizeof text);
    shg_out_bytes(&out, shg_http_text(head, head->method), head->method.bytes);
    shg_out_char(&out, ' ');
    shg_out_bytes(&out, shg_http_text(head, head->target), head->target.bytes);
    shg_out_format(&out, " HTTP/1.%u\r\n", head->version - 10u);
    for (size_t i = 0; i < head->header_count; i++) {
        check_span(head, head->headers[i].name);
        check_span(head, head->headers[i].value);
        shg_out_bytes(&out, shg_http_text(head, head->headers[i].name),
                      head->headers[i].name.bytes);
        shg_out_char(&out, ':');
        shg_out_bytes(&out, shg_http_text(head, head->headers[i].value),
                      head->headers[i].value.bytes);
        shg_out_text(&out, "\r\n");
    }
    shg_out_text(&out, "\r\n");
    FUZZ_REQUIRE(out.length < sizeof text && out.length <= head->wire);
    const outcome seen = run(&again, text, out.length, how, 64);
    FUZZ_REQUIRE(seen.kind == SHG_HTTP_DONE && seen.taken == out.length);
    FUZZ_REQUIRE(same_request(head, &again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    static shg_http_head whole, other;
    if (data_bytes == 0)
        return 0;
    const char *bytes = (const char *)data + 1;
    const size_t count = data_bytes - 1;
    const outcome seen = run(&whole, bytes, count, 0, data_bytes);
    const size_t pieces[] = { 1, 7 };
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        const outcome too = run(&other, bytes, count, data[0], pieces[i]);
        FUZZ_REQUIRE(too.kind == seen.kind && too.taken == seen.taken);
        if (seen.kind == SHG_HTTP_BAD)
            FUZZ_REQUIRE(whole.status == other.status && whole.reason == other.reason);
        if (seen.kind == SHG_HTTP_DONE)
            FUZZ_REQUIRE(same_request(&whole, &other));
    }
    FUZZ_REQUIRE(seen.taken <= SHG_HTTP_HEAD_BYTES_MAX);
    if (seen.kind == SHG_HTTP_BAD)
        FUZZ_REQUIRE(whole.status >= 400 && whole.status <= 599 && whole.reason != NULL);
    if (seen.kind == SHG_HTTP_DONE) {
        check_request(&whole, data[0]);
        const char *rest = bytes + seen.taken;
        const size_t left = count - seen.taken;
        const body_outcome body = run_body(&whole, rest, left, data_bytes);
        for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
            const body_outcome too = run_body(&whole, rest, left, pieces[i]);
            FUZZ_REQUIRE(too.end.kind == body.end.kind && too.end.taken == body.end.taken);
            FUZZ_REQUIRE(too.reason == body.reason && too.bytes == body.bytes);
            FUZZ_REQUIRE(too.hash == body.hash);
        }
    }
    return 0;
}
