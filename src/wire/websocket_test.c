/* websocket_test.c: frames as a client sends them, right and wrong, and the events that come of them, however
 * the bytes are cut.  Sections are those of RFC 6455. */
#include "wire/websocket.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The n-th realloc from now fails, if n is not 0. */
static unsigned fail_in;
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    if (fail_in > 0 && --fail_in == 0)
        return NULL;
    return __real_malloc(size);
}

/* ---- what a client sends ---- */

enum { FIN = 0x80, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10 };

typedef struct wire {
    char bytes[80000];
    size_t count;
} wire;

static wire sent;

static void put(uint8_t byte)
{
    assert_true(sent.count < sizeof sent.bytes);
    sent.bytes[sent.count++] = (char)byte;
}

static void put_payload(const char *payload, size_t count)
{
    static const uint8_t mask[4] = { 0x37, 0xFA, 0x21, 0x3D }; /* that of section 5.7 */
    for (size_t i = 0; i < 4; i++)
        put(mask[i]);
    for (size_t i = 0; i < count; i++)
        put((uint8_t)payload[i] ^ mask[i % 4]);
}

/* A frame with its length in so many bytes: 0, 2 or 8. */
static void put_frame_with(uint8_t first, const char *payload, size_t count, unsigned length_bytes)
{
    put(first);
    put(0x80 | (length_bytes == 0 ? (uint8_t)count : length_bytes == 2 ? 126 : 127));
    for (unsigned i = length_bytes; i-- > 0;)
        put((uint8_t)((uint64_t)count >> 8 * i));
    put_payload(payload, count);
}

static void put_frame(uint8_t first, const char *payload, size_t count)
{
    put_frame_with(first, payload, count, count < 126 ? 0 : count < 65536 ? 2 : 8);
}

static void put_text(uint8_t first, const char *text)
{
    put_frame(first, text, strlen(text));
}

static void put_close(unsigned code, const char *reason)
{
    char payload[125];
    const size_t count = strlen(reason);
    payload[0] = (char)(code >> 8);
    payload[1] = (char)code;
    memcpy(payload + 2, reason, count);
    put_frame(FIN | CLOSE, payload, count + 2);
}

/* ---- what comes of it ---- */

/* "[text abc]", "[ping x]", "[close 1000 bye]", "[fault 1002: ...]". */
static void tell(shg_out *out, const shg_websocket_event *event)
{
    static const char *const names[] = {
        [SHG_WEBSOCKET_TEXT] = "text",
        [SHG_WEBSOCKET_BINARY] = "binary",
        [SHG_WEBSOCKET_PING] = "ping",
        [SHG_WEBSOCKET_PONG] = "pong",
    };
    switch (event->kind) {
    case SHG_WEBSOCKET_MORE: return;
    case SHG_WEBSOCKET_TEXT:
        assert_int_equal(event->text[event->text_bytes], '\0');
        assert_true(shg_utf8_valid(event->text, event->text_bytes));
        /* fallthrough */
    case SHG_WEBSOCKET_BINARY:
    case SHG_WEBSOCKET_PING:
    case SHG_WEBSOCKET_PONG:
        shg_out_format(out, "[%s ", names[event->kind]);
        shg_out_bytes(out, event->text, event->text_bytes);
        shg_out_char(out, ']');
        return;
    case SHG_WEBSOCKET_CLOSE:
        shg_out_format(out, "[close %u %.*s]", event->code, (int)event->text_bytes, event->text);
        return;
    case SHG_WEBSOCKET_FAULT:
        shg_out_format(out, "[fault %u: %s]", event->code, event->reason);
        return;
    }
}

static void feed(shg_out *out, shg_websocket *websocket, const char *bytes, size_t count)
{
    shg_websocket_event event;
    do {
        const size_t took = shg_websocket_feed(&event, websocket, bytes, count);
        assert_true(took <= count);
        bytes += took;
        count -= took;
        tell(out, &event);
    } while (event.kind != SHG_WEBSOCKET_MORE);
    assert_int_equal(count, 0);
}

/* The events of what was put since the last call, the same whole, byte by byte, and cut in two anywhere. */
static const char *events(void)
{
    static char whole[20000], other[20000];
    const size_t cuts = sent.count < 2000 ? sent.count : 1;
    for (size_t cut = 0; cut <= cuts; cut++) {
        shg_websocket websocket;
        shg_websocket_init(&websocket);
        shg_out out = shg_out_make(cut == 0 ? whole : other, sizeof whole);
        if (cut == 1) {
            for (size_t i = 0; i < sent.count; i++)
                feed(&out, &websocket, sent.bytes + i, 1);
        } else {
            feed(&out, &websocket, sent.bytes, cut);
            feed(&out, &websocket, sent.bytes + cut, sent.count - cut);
        }
        assert_true(out.length < sizeof whole);
        if (cut > 0)
            assert_string_equal(whole, other);
        shg_websocket_fini(&websocket);
    }
    sent.count = 0;
    return whole;
}

/* ---- section 5: frames ---- */

static void test_messages(void **state)
{
    (void)state;
    put_text(FIN | TEXT, "Hello"); /* section 5.7 */
    assert_memory_equal(sent.bytes, "\x81\x85\x37\xFA\x21\x3D\x7F\x9F\x4D\x51\x58", 11);
    put_text(FIN | TEXT, "");
    put_text(FIN | BINARY, "\x01\xFF");
    put_text(FIN | TEXT, "\xE9\xBE\x8D");
    assert_string_equal(events(), "[text Hello][text ][binary \x01\xFF][text \xE9\xBE\x8D]");
}

static void test_parts(void **state)
{
    (void)state;
    put_text(TEXT, "Hel");
    put_text(0, "");
    put_text(FIN | PING, "are you there");
    put_text(FIN, "lo");
    put_text(FIN | PONG, "");
    put_text(BINARY, "");
    put_text(FIN, "");
    put_text(FIN | TEXT, "next");
    assert_string_equal(events(), "[ping are you there][text Hello][pong ][binary ][text next]");
}

static void test_lengths(void **state)
{
    (void)state;
    static char big[SHG_WEBSOCKET_MESSAGE_BYTES_MAX + 1], wanted[sizeof big + 16];
    memset(big, 'x', sizeof big);
    static const size_t lengths[] = { 1, 124, 125, 126, 127, 128, 255, 256, sizeof big - 1 };
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        put_frame(FIN | TEXT, big, lengths[i]);
        snprintf(wanted, sizeof wanted, "[text %.*s]", (int)lengths[i], big);
        assert_string_equal(events(), wanted);
    }
    static const char too_long[] = "[fault 1009: a message that is too long]";
    put_frame(FIN | TEXT, big, sizeof big);
    assert_string_equal(events(), too_long);
    put_frame(TEXT, big, sizeof big - 1);
    put_text(FIN, "x");
    assert_string_equal(events(), too_long);
    /* Said from the head alone, whatever it promises. */
    put(FIN | BINARY);
    put(0x80 | 127);
    for (unsigned i = 0; i < 8; i++)
        put(i == 0 ? 0x7F : 0xFF);
    put_payload("", 0);
    assert_string_equal(events(), too_long);
}

static void test_forbidden(void **state)
{
    (void)state;
    static const struct {
        uint8_t first;
        const char *wanted;
    } bad[] = {
        { 0x40 | FIN | TEXT, "[fault 1002: a reserved bit is set]" },
        { 0x20 | FIN | PING, "[fault 1002: a reserved bit is set]" },
        { 0x10 | FIN | CLOSE, "[fault 1002: a reserved bit is set]" },
        { FIN | 3, "[fault 1002: a frame of unknown type]" },
        { FIN | 7, "[fault 1002: a frame of unknown type]" },
        { FIN | 11, "[fault 1002: a frame of unknown type]" },
        { FIN | 15, "[fault 1002: a frame of unknown type]" },
        { PING, "[fault 1002: a fragmented control frame]" },
        { CLOSE, "[fault 1002: a fragmented control frame]" },
        { FIN, "[fault 1002: a continuation frame without a message]" },
        { 0, "[fault 1002: a continuation frame without a message]" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        put_text(bad[i].first, "x");
        put_text(FIN | TEXT, "what comes after it is passed over");
        assert_string_equal(events(), bad[i].wanted);
    }
    put_text(TEXT, "one");
    put_text(FIN | TEXT, "two");
    assert_string_equal(events(), "[fault 1002: a new message inside another]");
    put_text(FIN | TEXT, "one");
    put_text(FIN, "more of it");
    assert_string_equal(events(), "[text one][fault 1002: a continuation frame without a message]");
    put(FIN | TEXT);
    put(1);
    put('x');
    assert_string_equal(events(), "[fault 1002: an unmasked frame]");
    char big[126];
    memset(big, 'x', sizeof big);
    put_frame(FIN | PING, big, 125);
    put_frame(FIN | PING, big, 126);
    assert_non_null(strstr(events(), "[fault 1002: a control frame of more than 125 bytes]"));
    put_frame_with(FIN | TEXT, "short", 5, 2);
    assert_string_equal(events(), "[fault 1002: a length in more bytes than needed]");
    put_frame_with(FIN | TEXT, big, 126, 8);
    assert_string_equal(events(), "[fault 1002: a length in more bytes than needed]");
    put(FIN | TEXT);
    put(0x80 | 127);
    for (unsigned i = 0; i < 8; i++)
        put(0xFF);
    put_payload("", 0);
    assert_string_equal(events(), "[fault 1002: a length beyond 63 bits]");
}

/* ---- section 5.5: control frames ---- */

static void test_close(void **state)
{
    (void)state;
    static const char half[] = "[fault 1002: a truncated close code]";
    static const char not_sent[] = "[fault 1002: a close code that may not be sent]";
    put_frame(FIN | CLOSE, "", 0);
    put_text(FIN | TEXT, "what comes after it is passed over");
    assert_string_equal(events(), "[close 1005 ]");
    put_frame(FIN | CLOSE, "\x03", 1);
    assert_string_equal(events(), half);
    put_close(1000, "bye");
    assert_string_equal(events(), "[close 1000 bye]");
    put_text(TEXT, "never ended");
    put_close(1001, "");
    assert_string_equal(events(), "[close 1001 ]");
    put_close(1000, "\xE9\xBE");
    assert_string_equal(events(), "[fault 1007: a close reason that is not UTF-8]");
    static const unsigned good[] = { 1002, 1003, 1007, 1011, 1014, 3000, 3999, 4000, 4999 };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "[close %u ]", good[i]);
        put_close(good[i], "");
        assert_string_equal(events(), wanted);
    }
    static const unsigned bad[] = { 0,    999,  1004, 1005, 1006, 1015,
                                    1016, 1100, 2000, 2999, 5000, 65535 };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        put_close(bad[i], "");
        assert_string_equal(events(), not_sent);
    }
}

/* ---- section 8.1: text ---- */

static void test_text_is_utf8(void **state)
{
    (void)state;
    static const char fault[] = "[fault 1007: a text that is not UTF-8]";
    static const char *const bad[] = {
        "\x80",
        "a\xFF",
        "\xC0\x80",
        "\xC1\xBF",
        "\xE0\x9F\xBF",
        "\xED\xA0\x80",
        "\xF0\x8F\xBF\xBF",
        "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80",
        "\xE9\xBEx",
        "\xE9",
        "\xE9\xBE",
        "\xF0\x9F\x80",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        put_text(FIN | TEXT, bad[i]);
        assert_string_equal(events(), fault);
    }
    static const char *const good[] = {
        "\xEF\xBF\xBD",     "\xC2\x80",
        "\xE0\xA0\x80",     "\xED\x9F\xBF",
        "\xEE\x80\x80",     "\xF0\x90\x80\x80",
        "\xF4\x8F\xBF\xBF", "a\xC3\xA9\xE9\xBE\x8D\xF0\x9F\x80\x80z",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        /* Cut in two frames at every place, within a character too. */
        for (size_t cut = 0; cut <= strlen(good[i]); cut++) {
            put_frame(TEXT, good[i], cut);
            put_text(FIN, good[i] + cut);
            char wanted[64];
            snprintf(wanted, sizeof wanted, "[text %s]", good[i]);
            assert_string_equal(events(), wanted);
        }
    }
    put_text(FIN | BINARY, "\xFF");
    assert_string_equal(events(), "[binary \xFF]");
}

/* A text is refused at its first byte that cannot stand there, not when the message is over. */
static void test_bad_text_is_told_at_once(void **state)
{
    (void)state;
    static const struct {
        const char *first;
        bool refused;
    } tails[] = {
        { "\xE0", false },         { "\xE0\x9F", true },         { "\xE0\xA0", false },
        { "\xED\x9F", false },     { "\xED\xA0", true },         { "\xF0\x8F", true },
        { "\xF0\x90\xBF", false }, { "\xF4\x90", true },         { "\xF4\x8F\xBF", false },
        { "\xC1", true },          { "\xF4\x8F\xBF\x41", true }, { "ok\xF8", true },
    };
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        put_text(TEXT, tails[i].first);
        assert_string_equal(events(),
                            tails[i].refused ? "[fault 1007: a text that is not UTF-8]" : "");
    }
}

/* ---- memory ---- */

static void test_memory_is_held_for_half_messages_only(void **state)
{
    (void)state;
    char text[64];
    shg_out out = shg_out_make(text, sizeof text);
    shg_websocket websocket;
    shg_websocket_init(&websocket);
    put_text(FIN | TEXT, "one");
    put_text(FIN | PING, "");
    feed(&out, &websocket, sent.bytes, sent.count);
    assert_null(websocket.message);
    sent.count = 0;
    put_text(TEXT, "two");
    feed(&out, &websocket, sent.bytes, sent.count);
    assert_non_null(websocket.message);
    sent.count = 0;
    put_close(1000, "");
    feed(&out, &websocket, sent.bytes, sent.count);
    sent.count = 0;
    assert_null(websocket.message);
    assert_string_equal(text, "[text one][ping ][close 1000 ]");
    shg_websocket_fini(&websocket);
    assert_true(sizeof websocket <= 216);
}

static void test_no_memory(void **state)
{
    (void)state;
    char big[1000];
    memset(big, 'x', sizeof big);
    put_frame(FIN | TEXT, big, sizeof big);
    for (unsigned n = 1;; n++) {
        char text[1200];
        shg_out out = shg_out_make(text, sizeof text);
        shg_websocket websocket;
        shg_websocket_init(&websocket);
        fail_in = n;
        for (size_t i = 0; i < sent.count; i++)
            feed(&out, &websocket, sent.bytes + i, 1);
        shg_websocket_fini(&websocket);
        const bool failed = fail_in == 0;
        fail_in = 0;
        if (!failed) {
            assert_true(n > 3);
            assert_memory_equal(text, "[text xxx", 9);
            break;
        }
        assert_string_equal(text, "[fault 1011: no memory for a message]");
    }
    sent.count = 0;
}

/* ---- writing ---- */

static size_t write_frame(char *to, size_t room, shg_websocket_kind kind, size_t count)
{
    static char payload[70000];
    shg_out out = shg_out_make(to, room);
    shg_websocket_write(&out, kind, payload, count);
    return out.length;
}

static void test_writing(void **state)
{
    (void)state;
    static char bytes[70100];
    shg_out out = shg_out_make(bytes, sizeof bytes);
    shg_websocket_write(&out, SHG_WEBSOCKET_TEXT, "Hello", 5); /* section 5.7 */
    assert_int_equal(out.length, 7);
    assert_memory_equal(bytes, "\x81\x05Hello", 7);
    assert_int_equal(write_frame(bytes, sizeof bytes, SHG_WEBSOCKET_PONG, 125), 127);
    assert_memory_equal(bytes, "\x8A\x7D", 2);
    assert_int_equal(write_frame(bytes, sizeof bytes, SHG_WEBSOCKET_BINARY, 126), 130);
    assert_memory_equal(bytes, "\x82\x7E\x00\x7E", 4);
    assert_int_equal(write_frame(bytes, sizeof bytes, SHG_WEBSOCKET_TEXT, 65535), 65539);
    assert_memory_equal(bytes, "\x81\x7E\xFF\xFF", 4);
    assert_int_equal(write_frame(bytes, sizeof bytes, SHG_WEBSOCKET_TEXT, 65536), 65546);
    assert_memory_equal(bytes, "\x81\x7F\x00\x00\x00\x00\x00\x01\x00\x00", 10);
}

static void test_writing_the_end(void **state)
{
    (void)state;
    char bytes[200];
    shg_out out = shg_out_make(bytes, sizeof bytes);
    shg_websocket_close_write(&out, 1000, "bye");
    assert_int_equal(out.length, 7);
    assert_memory_equal(bytes,
                        "\x88\x05\x03\xE8"
                        "bye",
                        7);
    out = shg_out_make(bytes, sizeof bytes);
    shg_websocket_close_write(&out, 1005, "");
    assert_int_equal(out.length, 2);
    assert_memory_equal(bytes, "\x88\x00", 2);
    char reason[200];
    memset(reason, 'x', sizeof reason);
    memcpy(reason + 122, "\xE9\xBE\x8D", 4);
    out = shg_out_make(bytes, sizeof bytes);
    shg_websocket_close_write(&out, 1011, reason);
    assert_int_equal(out.length, 2 + 2 + 122);
}

/* Adds a masked frame to the bytes. */
static void add_frame(shg_out *out, unsigned first, const char *text, size_t count)
{
    static const uint8_t mask[4] = { 0x12, 0xF0, 0x5A, 0x99 };
    shg_out_char(out, (char)first);
    if (count < 126) {
        shg_out_char(out, (char)(0x80 | count));
    } else {
        shg_out_char(out, (char)0xFE);
        shg_out_char(out, (char)(count >> 8));
        shg_out_char(out, (char)count);
    }
    shg_out_bytes(out, (const char *)mask, 4);
    for (size_t i = 0; i < count; i++)
        shg_out_char(out, (char)((uint8_t)text[i] ^ mask[i % 4]));
}

static void hear(shg_out *heard, shg_websocket *websocket, const char *bytes, size_t count)
{
    shg_websocket_event event;
    while (true) {
        const size_t took = shg_websocket_feed(&event, websocket, bytes, count);
        bytes += took;
        count -= took;
        if (event.kind == SHG_WEBSOCKET_MORE)
            return;
        shg_out_format(heard, "%d ", (int)event.kind);
        shg_out_bytes(heard, event.text, event.text_bytes);
        shg_out_char(heard, '\n');
    }
}

/* Cut at every byte, a connection that goes on in another program gets the same messages. */
static void test_going_on_elsewhere(void **state)
{
    (void)state;
    char large[300];
    memset(large, 'l', sizeof large);
    shg_out bytes = shg_out_growing(), whole = shg_out_growing();
    add_frame(&bytes, 0x81, "whole", 5);
    add_frame(&bytes, 0x01, "be", 2); /* a message in three frames, with a ping in the middle */
    add_frame(&bytes, 0x00, "gun \xC3", 5);
    add_frame(&bytes, 0x89, "ping", 4);
    add_frame(&bytes, 0x80, "\xA9 and done", 10);
    add_frame(&bytes, 0x01, "", 0);
    add_frame(&bytes, 0x80, "", 0);
    add_frame(&bytes, 0x82, large, sizeof large);
    add_frame(&bytes, 0x8A, "", 0);
    shg_websocket one;
    shg_websocket_init(&one);
    hear(&whole, &one, bytes.bytes, bytes.length);
    shg_websocket_fini(&one);
    for (size_t cut = 0; cut <= bytes.length; cut++) {
        shg_out heard = shg_out_growing(), rest = shg_out_growing();
        shg_websocket other;
        shg_websocket_init(&one);
        shg_websocket_init(&other);
        hear(&heard, &one, bytes.bytes, cut);
        const size_t before = heard.length;
        shg_websocket_rest(&rest, &one);
        hear(&heard, &other, rest.bytes, rest.length);
        assert_int_equal(heard.length, before);
        hear(&heard, &other, bytes.bytes + cut, bytes.length - cut);
        assert_string_equal(heard.bytes, whole.bytes);
        shg_websocket_fini(&one);
        shg_websocket_fini(&other);
        free(heard.bytes);
        free(rest.bytes);
    }
    free(bytes.bytes);
    free(whole.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_forbidden),
        cmocka_unit_test(test_close),
        cmocka_unit_test(test_text_is_utf8),
        cmocka_unit_test(test_bad_text_is_told_at_once),
        cmocka_unit_test(test_memory_is_held_for_half_messages_only),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_writing),
        cmocka_unit_test(test_writing_the_end),
        cmocka_unit_test(test_going_on_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
