/* http_head_test.c: valid and invalid requests, each fed whole, byte by byte and split at every place. */
#include "wire/http_head.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void put_span(shg_out *out, const char *word, const shg_http_head *head, shg_http_span span)
{
    shg_out_format(out, "%s=", word);
    shg_out_bytes(out, shg_http_text(head, span), span.bytes);
    shg_out_char(out, ' ');
}

/* Writes all members of the head, and the number of bytes consumed. */
static void tell(shg_out *out, const shg_http_head *head, shg_http_kind kind, size_t taken)
{
    shg_out_format(out, "%zu ", taken);
    switch (kind) {
    case SHG_HTTP_MORE: shg_out_text(out, "more"); return;
    case SHG_HTTP_BAD: shg_out_format(out, "%u %s", head->status, head->reason); return;
    case SHG_HTTP_DONE:
        put_span(out, "method", head, head->method);
        put_span(out, "target", head, head->target);
        put_span(out, "host", head, head->host);
        shg_out_format(out, "1.%u%s%s", head->version - 10u, head->keep_alive ? " alive" : "",
                       head->chunked ? " chunked" : "");
        if (head->has_content_length)
            shg_out_format(out, " length=%llu", (unsigned long long)head->content_length);
        for (size_t i = 0; i < head->header_count; i++) {
            shg_out_text(out, " |");
            shg_out_bytes(out, shg_http_text(head, head->headers[i].name),
                          head->headers[i].name.bytes);
            shg_out_char(out, '=');
            shg_out_bytes(out, shg_http_text(head, head->headers[i].value),
                          head->headers[i].value.bytes);
        }
        return;
    }
}

static shg_http_kind feed(size_t *all, shg_http_head *head, const char *bytes, size_t count)
{
    size_t taken;
    const shg_http_kind kind = shg_http_head_feed(&taken, head, bytes, count);
    assert_true(taken <= count);
    if (kind == SHG_HTTP_MORE)
        assert_int_equal(taken, count);
    *all += taken;
    return kind;
}

static const char *outcome(const char *input, size_t count)
{
    static char whole[16384], other[16384];
    static shg_http_head head;
    memset(&head, 0xA5, sizeof head); /* init must not depend on earlier contents */
    shg_http_head_init(&head);
    size_t taken = 0;
    shg_http_kind kind = feed(&taken, &head, input, count);
    shg_out out = shg_out_make(whole, sizeof whole);
    tell(&out, &head, kind, taken);
    assert_true(out.length < sizeof whole);
    for (size_t cut = 0; cut <= count; cut++) { /* 0 here is: byte by byte */
        shg_http_head_init(&head);
        taken = 0;
        kind = SHG_HTTP_MORE;
        if (cut == 0) {
            for (size_t i = 0; i < count; i++)
                kind = feed(&taken, &head, input + i, 1);
        } else {
            feed(&taken, &head, input, cut);
            kind = feed(&taken, &head, input + cut, count - cut);
        }
        out = shg_out_make(other, sizeof other);
        tell(&out, &head, kind, taken);
        assert_string_equal(whole, other);
    }
    return whole;
}

/* ---- what is taken ---- */

static const struct {
    const char *input, *outcome;
} good[] = {
    { "GET /healthz HTTP/1.1\r\nHost: localhost:8080\r\n\r\nmore",
      "47 method=GET target=/healthz host=localhost:8080 1.1 alive |Host=localhost:8080" },
    { "\r\nget / HTTP/1.0\r\n\r\n", "20 method=get target=/ host= 1.0" },
    { "GET / HTTP/1.0\r\nconnection: Keep-Alive\r\n\r\n",
      "42 method=GET target=/ host= 1.0 alive |connection=Keep-Alive" },
    { "POST /a/b;c=d?e=f%2fg:@!$'()*+,~ HTTP/1.1\r\nHost: [::1]:80\r\nContent-Length: 0012 \t\r\n"
      "\r\n",
      "85 method=POST target=/a/b;c=d?e=f%2fg:@!$'()*+,~ host=[::1]:80 1.1 alive length=12 "
      "|Host=[::1]:80 |Content-Length=0012" },
    { "GET /ws HTTP/1.1\r\nHost:x\r\nConnection: keep-alive , CLOSE\r\nX-Empty:\r\n"
      "X-B:  a  b\xE9 \r\n\r\n",
      "84 method=GET target=/ws host=x 1.1 |Host=x |Connection=keep-alive , CLOSE |X-Empty= "
      "|X-B=a  b\xE9" },
    { "GET http://Example.org:8080/x?y HTTP/1.1\r\nHost: other\r\n\r\n",
      "57 method=GET target=/x?y host=Example.org:8080 1.1 alive |Host=other" },
    { "GET HTTPS://a HTTP/1.1\r\nHost:\r\n\r\n", "33 method=GET target=/ host=a 1.1 alive |Host=" },
    { "OPTIONS * HTTP/1.7\r\nHost: a\r\n\r\n",
      "31 method=OPTIONS target=* host=a 1.1 alive |Host=a" },
    { "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n",
      "55 method=PUT target=/ host=a 1.1 alive chunked |Host=a |Transfer-Encoding=Chunked" },
    { "GET / HTTP/1.1\r\nHost: a\r\n", "25 more" },
    { "", "0 more" },
};

static void accepted_heads(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(good); i++)
        assert_string_equal(outcome(good[i].input, strlen(good[i].input)), good[i].outcome);
}

/* ---- what is refused ---- */

#define HEAD "GET / HTTP/1.1\r\nHost: a\r\n"

static const struct {
    const char *input;
    unsigned status;
    const char *reason; /* a part of it */
} refused[] = {
    { "GET / HTTP/1.1\n", 400, "found LF alone" },
    { "GET / HTTP/1.1\r\r", 400, "LF after CR" },
    { "GET / HTTP/1.1\r\nHost: a\n", 400, "found LF alone" },
    { HEAD "\n", 400, "found LF alone" },
    { HEAD "\rx", 400, "LF after CR" },
    { HEAD "X: a\rb\r\n", 400, "LF after CR" },
    { "\n", 400, "expected a method" },
    { "\r\n\r\n", 400, "expected a method" },
    { "\rG", 400, "LF after CR" },
    { " GET / HTTP/1.1\r\n", 400, "expected a method" },
    { "GET\r\n", 400, "expected a space after the method" },
    { "G@T / HTTP/1.1\r\n", 400, "expected a space after the method" },
    { "GET  / HTTP/1.1\r\n", 400, "one space" },
    { "GET /  HTTP/1.1\r\n", 400, "expected \"HTTP/1.1\"" },
    { "GET /\tHTTP/1.1\r\n", 400, "one space" },
    { "GET /\r\n", 400, "one space" },
    { "GET / HTTP/1.1 \r\n", 400, "and CR LF after" },
    { "GET / http/1.1\r\n", 400, "expected \"HTTP/1.1\"" },
    { "GET / HTTP/1\r\n", 400, "expected \"HTTP/1.1\"" },
    { "GET / HTTP/2.0\r\n", 505, "another version" },
    { "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "another version" },
    { "GET x HTTP/1.1\r\n", 400, "begins with '/'" },
    { "GET * HTTP/1.1\r\n", 400, "OPTIONS only" },
    { "GET /a#b HTTP/1.1\r\n", 400, "expected a target" },
    { "GET /\xC3\xA9 HTTP/1.1\r\n", 400, "expected a target" },
    { "GET /a\x01 HTTP/1.1\r\n", 400, "expected a target" },
    { "GET /%4 HTTP/1.1\r\n", 400, "two hex digits" },
    { "GET /%4g HTTP/1.1\r\n", 400, "two hex digits" },
    { "GET /?a[]=b HTTP/1.1\r\n", 400, "as %5B and %5D" },
    { "GET http:/// HTTP/1.1\r\n", 400, "expected a host" },
    { "GET http://me@a/ HTTP/1.1\r\n", 400, "expected a host" },
    { "GET ftp://a/ HTTP/1.1\r\n", 400, "begins with '/'" },
    { "CONNECT a:443 HTTP/1.1\r\n", 501, "not a proxy" },
    { "GET / HTTP/1.1\r\n folded: x\r\n", 400, "folded" },
    { HEAD "X: a\r\n b\r\n", 400, "folded" },
    { HEAD "X : a\r\n", 400, "right after the name" },
    { HEAD ": a\r\n", 400, "expected the name" },
    { HEAD "X\r\n", 400, "right after the name" },
    { HEAD "X(: a\r\n", 400, "right after the name" },
    { HEAD "X: a\x01\r\n", 400, "control character" },
    { HEAD "X: a\x7F\r\n", 400, "control character" },
    { HEAD "X: \n", 400, "found LF alone" },
    { "GET / HTTP/1.1\r\n\r\n", 400, "expected a Host" },
    { HEAD "host: a\r\n", 400, "twice" },
    { "GET / HTTP/1.1\r\nHost: a b\r\n", 400, "as Host" },
    { "GET / HTTP/1.1\r\nHost: a/b\r\n", 400, "as Host" },
    { "GET / HTTP/1.1\r\nHost: a:b\r\n", 400, "as Host" },
    { "GET / HTTP/1.1\r\nHost: a:123456\r\n", 400, "as Host" },
    { "GET / HTTP/1.1\r\nHost: [::1\r\n", 400, "as Host" },
    { "GET / HTTP/1.1\r\nHost: []\r\n", 400, "as Host" },
    { "GET / HTTP/1.1\r\nHost: [::1]x\r\n", 400, "as Host" },
    { "GET / HTTP/1.1\r\nHost: %zz\r\n", 400, "as Host" },
    { HEAD "Content-Length: 5\r\nContent-Length: 5\r\n", 400, "twice" },
    { HEAD "Content-Length: 5, 5\r\n", 400, "number of bytes" },
    { HEAD "Content-Length: +5\r\n", 400, "number of bytes" },
    { HEAD "Content-Length: -5\r\n", 400, "number of bytes" },
    { HEAD "Content-Length: 0x5\r\n", 400, "number of bytes" },
    { HEAD "Content-Length:\r\n", 400, "number of bytes" },
    { HEAD "Content-Length: 1234567890123456789\r\n", 400, "number of bytes" },
    { HEAD "Transfer-Encoding: gzip, chunked\r\n", 501, "chunked" },
    { HEAD "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400, "twice" },
    { HEAD "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n", 400, "found both" },
    { "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "HTTP/1.0" },
};

static void rejected_heads(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refused); i++) {
        const char *told = outcome(refused[i].input, strlen(refused[i].input));
        char *reason;
        strtoul(told, &reason, 10); /* how much of it was taken */
        const unsigned long status = strtoul(reason, &reason, 10);
        if (status != refused[i].status || !strstr(reason, refused[i].reason))
            fail_msg("%s: expected %u %s, got %s", refused[i].input, refused[i].status,
                     refused[i].reason, told);
    }
    /* A NUL, where strlen would stop. */
    static const char nul[] = HEAD "X: a\0b\r\n";
    assert_non_null(strstr(outcome(nul, sizeof nul - 1), "400 expected text"));
}

/* Every byte in every part of a request: the outcome does not depend on how it is split. */
static void every_byte(void **state)
{
    (void)state;
    static const char request[] = "GET /a HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n";
    for (size_t at = 0; at < sizeof request - 1; at++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            char input[sizeof request];
            memcpy(input, request, sizeof request);
            input[at] = (char)byte;
            outcome(input, sizeof request - 1);
        }
    }
}

/* ---- bounds ---- */

static char long_input[2 * SHG_HTTP_HEAD_BYTES_MAX];

static size_t put(size_t at, const char *text)
{
    memcpy(long_input + at, text, strlen(text));
    return at + strlen(text);
}

static size_t fill(size_t at, size_t count)
{
    memset(long_input + at, 'a', count);
    return at + count;
}

static void heads_at_the_limits(void **state)
{
    (void)state;
    for (size_t over = 0; over < 2; over++) {
        size_t end = put(fill(0, SHG_HTTP_METHOD_BYTES_MAX + over), " / HTTP/1.0\r\n\r\n");
        assert_non_null(
            strstr(outcome(long_input, end), over ? "501 the method is too long" : "method=aaa"));

        end = put(fill(put(0, "GET /"), SHG_HTTP_TARGET_BYTES_MAX - 1 + over), " HTTP/1.0\r\n\r\n");
        assert_non_null(strstr(outcome(long_input, end), over ? "414 expected" : "target=/aaa"));

        end = put(0, "GET / HTTP/1.0\r\n");
        for (size_t i = 0; i < SHG_HTTP_HEADERS_MAX + over; i++)
            end = put(end, "X: y\r\n");
        end = put(end, "\r\n");
        assert_non_null(strstr(outcome(long_input, end), over ? "431 expected at most 64" : "|X=y"));

        for (size_t empty_line = 0; empty_line < 2; empty_line++) {
            end = put(put(0, empty_line ? "\r\n" : ""), "GET / HTTP/1.0\r\nX: ");
            end = put(fill(end, SHG_HTTP_HEAD_BYTES_MAX - 4 - end + over), "\r\n\r\n");
            assert_int_equal(end, SHG_HTTP_HEAD_BYTES_MAX + over);
            assert_non_null(
                strstr(outcome(long_input, end), over ? "431 expected a head" : "|X=aaa"));
        }
    }
}

static void nothing_is_consumed_after_the_end(void **state)
{
    (void)state;
    static shg_http_head head;
    size_t took;
    shg_http_head_init(&head);
    assert_int_equal(shg_http_head_feed(&took, &head, HEAD "\r\nbody", sizeof HEAD + 5),
                     SHG_HTTP_DONE);
    assert_int_equal(took, sizeof HEAD + 1);
    assert_int_equal(shg_http_head_feed(&took, &head, "body", 4), SHG_HTTP_DONE);
    assert_int_equal(took, 0);
    shg_http_head_init(&head);
    assert_int_equal(shg_http_head_feed(&took, &head, "@", 1), SHG_HTTP_BAD);
    assert_int_equal(took, 0);
    assert_int_equal(shg_http_head_feed(&took, &head, HEAD, 4), SHG_HTTP_BAD);
    assert_int_equal(took, 0);
}

static void finding(void **state)
{
    (void)state;
    static const char input[] = "GET / HTTP/1.1\r\nHost: a\r\nCookie: x=1\r\nUpgrade: h2c\r\n"
                                "cookie: y=2\r\nUpgrade:,websocket ,\r\n\r\n";
    static shg_http_head head;
    size_t took, index = 0;
    shg_http_span value = { 0, 0 };
    shg_http_head_init(&head);
    assert_int_equal(shg_http_head_feed(&took, &head, input, sizeof input - 1), SHG_HTTP_DONE);
    assert_true(shg_http_find(&value, &head, "COOKIE", &index));
    assert_true(shg_http_is(&head, value, "x=1", false));
    assert_true(shg_http_find(&value, &head, "COOKIE", &index));
    assert_true(shg_http_is(&head, value, "Y=2", true));
    assert_false(shg_http_is(&head, value, "Y=2", false));
    assert_false(shg_http_find(&value, &head, "COOKIE", &index));
    assert_true(shg_http_lists(&head, "upgrade", "WebSocket"));
    assert_true(shg_http_lists(&head, "upgrade", "h2c"));
    assert_false(shg_http_lists(&head, "upgrade", "web"));
    assert_false(shg_http_lists(&head, "connection", "upgrade"));
}

/* ---- answers ---- */

static void answers(void **state)
{
    (void)state;
    static const struct {
        shg_http_answer answer;
        const char *text;
    } cases[] = {
        { { .status = 200,
            .now_s = 784111777,
            .content_type = "text/plain; charset=utf-8",
            .content_length = 3,
            .keep_alive = true },
          "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
          "Content-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n"
          "Connection: keep-alive\r\n\r\n" },
        { { .status = 405, .more = "Allow: GET\r\n" },
          "HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n"
          "Allow: GET\r\n\r\n" },
        { { .status = 204, .keep_alive = true },
          "HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n" },
        { { .status = 101, .more = "Connection: Upgrade\r\nUpgrade: websocket\r\n" },
          "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n" },
        { { .status = 599, .now_s = 951782400 },
          "HTTP/1.1 599 Unknown\r\nDate: Tue, 29 Feb 2000 00:00:00 GMT\r\nContent-Length: 0\r\n"
          "Connection: close\r\n\r\n" },
        { { .status = 304, .now_s = 4107542399 },
          "HTTP/1.1 304 Not Modified\r\nDate: Sun, 28 Feb 2100 23:59:59 GMT\r\n"
          "Connection: close\r\n\r\n" },
        { { .status = 304, .now_s = 4107542400 },
          "HTTP/1.1 304 Not Modified\r\nDate: Mon, 01 Mar 2100 00:00:00 GMT\r\n"
          "Connection: close\r\n\r\n" },
        { { .status = 304, .now_s = 1 },
          "HTTP/1.1 304 Not Modified\r\nDate: Thu, 01 Jan 1970 00:00:01 GMT\r\n"
          "Connection: close\r\n\r\n" },
        { { .status = 304, .now_s = 1735689599 },
          "HTTP/1.1 304 Not Modified\r\nDate: Tue, 31 Dec 2024 23:59:59 GMT\r\n"
          "Connection: close\r\n\r\n" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[512];
        shg_out out = shg_out_make(text, sizeof text);
        shg_http_answer_write(&out, &cases[i].answer);
        assert_string_equal(text, cases[i].text);
        for (size_t room = 0; room < 100; room += 9) {
            out = shg_out_make(text, room);
            shg_http_answer_write(&out, &cases[i].answer);
            assert_int_equal(out.length, strlen(cases[i].text));
        }
    }
}

TEST_SUITE(http_head)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepted_heads),
        cmocka_unit_test(rejected_heads),
        cmocka_unit_test(every_byte),
        cmocka_unit_test(heads_at_the_limits),
        cmocka_unit_test(nothing_is_consumed_after_the_end),
        cmocka_unit_test(finding),
        cmocka_unit_test(answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
