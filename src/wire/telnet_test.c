/* telnet_test.c: what a telnet peer sends, and the events that come of it, however the bytes are cut. */
#include "wire/telnet.h"
#include "base/json_write.h"

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
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size)
{
    if (fail_in > 0 && --fail_in == 0)
        return NULL;
    return __real_realloc(block, size);
}

/* All events as text: "[line abc]", "[reply 255 253 1]", "[fault 1:3 ...]" and so on. */
static void tell(shg_out *out, const shg_telnet_event *event)
{
    switch (event->kind) {
    case SHG_TELNET_MORE: return;
    case SHG_TELNET_LINE:
        assert_int_equal(strlen(event->text), event->text_bytes);
        shg_out_format(out, "[line %s]", event->text);
        return;
    case SHG_TELNET_BYTE: shg_out_format(out, "[%02X]", event->byte); return;
    case SHG_TELNET_FAULT:
        assert_int_equal(event->error.line, 1);
        shg_out_format(out, "[fault %s, %u: %s]", shoogi_status_text(event->error.status),
                       event->error.column, event->error.message);
        return;
    case SHG_TELNET_REPLY:
        shg_out_text(out, "[reply");
        for (size_t i = 0; i < event->text_bytes; i++)
            shg_out_format(out, " %u", (unsigned)(uint8_t)event->text[i]);
        shg_out_char(out, ']');
        return;
    case SHG_TELNET_WINDOW:
        shg_out_format(out, "[window %ux%u]", event->columns, event->rows);
        return;
    case SHG_TELNET_TERMINAL:
        shg_out_format(out, "[terminal %.*s]", (int)event->text_bytes, event->text);
        return;
    case SHG_TELNET_INTERRUPT: shg_out_text(out, "[interrupt]"); return;
    case SHG_TELNET_ABORT_OUTPUT: shg_out_text(out, "[abort output]"); return;
    case SHG_TELNET_ARE_YOU_THERE: shg_out_text(out, "[are you there]"); return;
    case SHG_TELNET_END: shg_out_text(out, "[end]"); return;
    }
}

/* Feeds all of bytes as the loop of a server does. */
static void feed(shg_out *out, shg_telnet *telnet, const char *bytes, size_t count)
{
    shg_telnet_event event;
    do {
        const size_t took = shg_telnet_feed(&event, telnet, bytes, count);
        assert_true(took <= count);
        bytes += took;
        count -= took;
        tell(out, &event);
    } while (event.kind != SHG_TELNET_MORE);
    assert_int_equal(count, 0);
}

/* The events of input for a fresh connection, checked to be the same whole, byte by byte, and cut in
 * two at every place.  set_up, if given, is done first. */
typedef void set_up_fn(shg_telnet *telnet);

static const char *events_after(set_up_fn *set_up, const char *input, size_t count)
{
    static char whole[65536], other[65536];
    shg_telnet telnet;
    shg_telnet_init(&telnet);
    if (set_up)
        set_up(&telnet);
    shg_out out = shg_out_make(whole, sizeof whole);
    feed(&out, &telnet, input, count);
    assert_true(out.length < sizeof whole);
    shg_telnet_fini(&telnet);
    const size_t cuts = count < 3000 ? count : 0;
    for (size_t cut = 0; cut <= cuts; cut++) { /* cut 0 here is: byte by byte */
        shg_telnet_init(&telnet);
        if (set_up)
            set_up(&telnet);
        out = shg_out_make(other, sizeof other);
        if (cut == 0) {
            for (size_t i = 0; i < count; i++)
                feed(&out, &telnet, input + i, 1);
        } else {
            feed(&out, &telnet, input, cut);
            feed(&out, &telnet, input + cut, count - cut);
        }
        assert_string_equal(whole, other);
        shg_telnet_fini(&telnet);
    }
    return whole;
}

#define EVENTS(input) events_after(NULL, input, sizeof input - 1)

/* ---- lines ---- */

static void test_line_ends(void **state)
{
    (void)state;
    assert_string_equal(EVENTS("a\r\nb\r\0c\nd\re\n\n\r\r\n\n"),
                        "[line a][line b][line c][line d][line e][line ][line ][line ][line ]");
    assert_string_equal(EVENTS("half"), "");
    /* What belongs to the line end still does so when a command comes between. */
    assert_string_equal(EVENTS("a\r\xFF\xF1\nb\n"), "[line a][line b]");
    assert_string_equal(EVENTS("a\tb\n"), "[line a b]");
}

static void test_text(void **state)
{
    (void)state;
    assert_string_equal(EVENTS("\xE9\xBE\x8D P-7f\n"), "[line \xE9\xBE\x8D P-7f]");
    assert_string_equal(EVENTS("\xE9\xBE\x8Dx\x1B[2J\nnext\n"),
                        "[fault invalid syntax, 3: expected printable "
                        "text, found the control character 0x1B][line next]");
    assert_string_equal(EVENTS("a\0b\n"), "[fault invalid syntax, 2: expected printable "
                                          "text, found the control character 0x00]");
    /* C1, though well-formed: 0x9B would begin an escape sequence on some terminals. */
    assert_string_equal(EVENTS("\xC2\x9B\n"), "[fault invalid syntax, 1: expected printable "
                                              "text, found the control character 0x9B]");
    assert_string_equal(EVENTS("ab\xE9\xBE\n"), "[fault invalid syntax, 3: expected text in "
                                                "UTF-8, found the byte 0xE9]");
    /* A surrogate, an overlong form, and U+FFFD, which is a character like any other. */
    assert_string_equal(EVENTS("\xED\xA0\x80\n\xC0\x80\n\xEF\xBF\xBD\n"),
                        "[fault invalid syntax, 1: expected text in "
                        "UTF-8, found the byte 0xED]"
                        "[fault invalid syntax, 1: expected text in "
                        "UTF-8, found the byte 0xC0]"
                        "[line \xEF\xBF\xBD]");
    /* IAC IAC is the byte 255, which is not text either. */
    assert_string_equal(EVENTS("a\xFF\xFF\n"), "[fault invalid syntax, 2: expected text in "
                                               "UTF-8, found the byte 0xFF]");
}

static void test_line_bound(void **state)
{
    (void)state;
    static char input[4 * SHG_TELNET_LINE_BYTES_MAX];
    memset(input, 'x', sizeof input);
    memcpy(input + SHG_TELNET_LINE_BYTES_MAX, "\r\nok\n", 5);
    const char *events = events_after(NULL, input, SHG_TELNET_LINE_BYTES_MAX + 5);
    assert_int_equal(strlen(events), strlen("[line ][line ok]") + SHG_TELNET_LINE_BYTES_MAX);

    static const char fault[] = "[fault a limit was exceeded, 1025: expected a line of at "
                                "most 1024 bytes, found more]";
    char wanted[sizeof fault + 16];
    snprintf(wanted, sizeof wanted, "%s[line ok]", fault);
    for (size_t length = SHG_TELNET_LINE_BYTES_MAX + 1; length < sizeof input - 5; length += 1000) {
        memset(input, 'x', sizeof input);
        memcpy(input + length, "\r\nok\n", 5);
        assert_string_equal(events_after(NULL, input, length + 5), wanted);
    }
    /* Told before the line ends, and once. */
    memset(input, 'x', sizeof input);
    assert_string_equal(events_after(NULL, input, sizeof input), fault);
}

static void test_memory_is_held_for_half_lines_only(void **state)
{
    (void)state;
    char text[64];
    shg_out out = shg_out_make(text, sizeof text);
    shg_telnet telnet;
    shg_telnet_init(&telnet);
    feed(&out, &telnet, "one\r\ntw", 7);
    assert_non_null(telnet.line);
    feed(&out, &telnet, "o\r", 2);
    assert_null(telnet.line);
    feed(&out, &telnet, "\nx\xFF\xF8", 4);
    assert_null(telnet.line);
    assert_string_equal(text, "[line one][line two]");
    shg_telnet_fini(&telnet);
    assert_true(sizeof telnet <= 64);
}

static void test_no_memory(void **state)
{
    (void)state;
    static char input[700];
    memset(input, 'x', sizeof input);
    input[sizeof input - 1] = '\n';
    unsigned n = 0;
    for (bool failed = true; failed;) {
        char text[1024];
        shg_out out = shg_out_make(text, sizeof text);
        shg_telnet telnet;
        shg_telnet_init(&telnet);
        fail_in = ++n;
        feed(&out, &telnet, input, sizeof input);
        failed = fail_in == 0;
        fail_in = 0;
        feed(&out, &telnet, "next\n", 5);
        if (failed)
            assert_non_null(strstr(text, "out of memory: the line is lost][line next]"));
        else
            assert_int_equal(out.length, sizeof input - 1 + strlen("[line ][line next]"));
        shg_telnet_fini(&telnet);
    }
    assert_true(n > 2);
}

/* ---- commands ---- */

static void test_commands(void **state)
{
    (void)state;
    assert_string_equal(EVENTS("ab\xFF\xF1"
                               "c\xFF\xF9\xFF\xF2"
                               "d\n"),
                        "[line abcd]");
    assert_string_equal(EVENTS("lost\xFF\xF4kept\n"), "[reply 255 251 6][interrupt][line kept]");
    assert_string_equal(EVENTS("\xFF\xF3\xFF\xEE\xFF\xF5\xFF\xF6\xFF\xEC"),
                        "[reply 255 251 6][interrupt][reply 255 251 6][interrupt][abort output]"
                        "[are you there][end]");
    assert_string_equal(EVENTS("abc\xFF\xF7\xFF\xF7x\n"), "[line ax]");
    assert_string_equal(EVENTS("a\xE9\xBE\x8D\xFF\xF7x\n"), "[line ax]");
    assert_string_equal(EVENTS("a\xBE\xFF\xF7x\n"), "[line ax]");
    assert_string_equal(EVENTS("\xFF\xF7\xFF\xF7x\n"), "[line x]");
    assert_string_equal(EVENTS("abc\xFF\xF8x\n"), "[line x]");
    /* Codes that mean nothing. */
    assert_string_equal(EVENTS("a\xFF\x41\xFF\xEF\xFF\xF0z\n"), "[line az]");
}

/* As a password is hidden: with WILL ECHO one promises to echo what is typed, and then does not. */
static size_t hide(char reply[3], shg_telnet *telnet, bool on)
{
    return shg_telnet_ask(reply, telnet, SHG_TELNET_US, SHG_TELNET_OPTION_ECHO, on);
}

static void echoing(shg_telnet *telnet)
{
    char reply[3];
    assert_int_equal(hide(reply, telnet, true), 3);
    assert_memory_equal(reply, "\xFF\xFB\x01", 3);
    assert_false(shg_telnet_character_mode(telnet));
    char text[64];
    shg_out out = shg_out_make(text, sizeof text);
    feed(&out, telnet, "\xFF\xFD\x01", 3);
    assert_string_equal(text, "");
    assert_true(shg_telnet_character_mode(telnet));
}

static void test_editing(void **state)
{
    (void)state;
    static const char input[] = "abc\b\x7Fx\xE9\xBE\x8D\b\ndrop\x15keep\n\b\b\n";
    assert_string_equal(events_after(echoing, input, sizeof input - 1),
                        "[line ax][line keep][line ]");
    /* A peer that edits its lines itself has no reason to send these. */
    assert_string_equal(EVENTS("ab\b\n"), "[fault invalid syntax, 3: expected printable "
                                          "text, found the control character 0x08]");
}

/* ---- options ---- */

static void test_options(void **state)
{
    (void)state;
    /* Peer's own: BINARY, SGA, TTYPE, NAWS are welcome, ECHO and others are not. */
    assert_string_equal(
        EVENTS("\xFF\xFB\x00\xFF\xFB\x03\xFF\xFB\x18\xFF\xFB\x1F\xFF\xFB\x01\xFF\xFB\x22"),
        "[reply 255 253 0][reply 255 253 3][reply 255 253 24 255 250 24 1 255 240][reply 255 253 31]"
        "[reply 255 254 1][reply 255 254 34]");
    /* Ours: BINARY if asked; ECHO and SGA only if we want to. */
    assert_string_equal(EVENTS("\xFF\xFD\x00\xFF\xFD\x01\xFF\xFD\x03\xFF\xFD\x05"),
                        "[reply 255 251 0][reply 255 252 1][reply 255 252 3][reply 255 252 5]");
    /* What is so already is not answered; the end of what never began neither. */
    assert_string_equal(
        EVENTS("\xFF\xFB\x1F\xFF\xFB\x1F\xFF\xFC\x1F\xFF\xFC\x1F\xFF\xFE\x01\xFF\xFC\x63"),
        "[reply 255 253 31][reply 255 254 31]");
    /* RFC 860. */
    assert_string_equal(EVENTS("\xFF\xFD\x06\xFF\xFD\x06\xFF\xFB\x06"),
                        "[reply 255 251 6][reply 255 251 6][reply 255 254 6]");
    /* The one behind an interrupt is answered before it is asked for, once. */
    assert_string_equal(EVENTS("\xFF\xF4\xFF\xFD\x06\xFF\xFD\x06"),
                        "[reply 255 251 6][interrupt][reply 255 251 6]");
    assert_string_equal(EVENTS("\xFF\xF4\xFF\xFD\x05\xFF\xFD\x06"),
                        "[reply 255 251 6][interrupt][reply 255 252 5][reply 255 251 6]");
    assert_string_equal(EVENTS("\xFF\xF4\n\xFF\xFD\x06"),
                        "[reply 255 251 6][interrupt][line ][reply 255 251 6]");
    assert_string_equal(EVENTS("li\xFF\xFD\x06ne\n"), "[reply 255 251 6][line line]");
}

static void test_asking(void **state)
{
    (void)state;
    char text[256], reply[3];
    shg_out out = shg_out_make(text, sizeof text);
    shg_telnet telnet;
    shg_telnet_init(&telnet);

    assert_int_equal(hide(reply, &telnet, true), 3);
    assert_memory_equal(reply, "\xFF\xFB\x01", 3);
    assert_int_equal(hide(reply, &telnet, true), 0);
    /* No second request before the answer; then at once. */
    assert_int_equal(hide(reply, &telnet, false), 0);
    feed(&out, &telnet, "\xFF\xFD\x01", 3);
    assert_string_equal(text, "[reply 255 252 1]");
    assert_int_equal(hide(reply, &telnet, true), 0);
    feed(&out, &telnet, "\xFF\xFE\x01", 3);
    assert_string_equal(text, "[reply 255 252 1][reply 255 251 1]");
    feed(&out, &telnet, "\xFF\xFD\x01", 3);
    assert_true(shg_telnet_character_mode(&telnet));
    assert_int_equal(hide(reply, &telnet, false), 3);
    assert_memory_equal(reply, "\xFF\xFC\x01", 3);
    feed(&out, &telnet, "\xFF\xFE\x01", 3);
    assert_false(shg_telnet_character_mode(&telnet));

    /* A peer that refuses, and asks itself later, is refused in turn. */
    assert_int_equal(hide(reply, &telnet, true), 3);
    out = shg_out_make(text, sizeof text);
    feed(&out, &telnet, "\xFF\xFE\x01\xFF\xFD\x01", 6);
    assert_string_equal(text, "[reply 255 252 1]");

    /* The window of a peer that does not offer it. */
    assert_int_equal(
        shg_telnet_ask(reply, &telnet, SHG_TELNET_PEER, SHG_TELNET_OPTION_WINDOW_SIZE, true), 3);
    assert_memory_equal(reply, "\xFF\xFD\x1F", 3);
    out = shg_out_make(text, sizeof text);
    feed(&out, &telnet, "\xFF\xFB\x1F\xFF\xFA\x1F\x00\x50\x00\x18\xFF\xF0", 12);
    assert_string_equal(text, "[window 80x24]");
    assert_int_equal(telnet.columns, 80);
    shg_telnet_fini(&telnet);
}

/* RFC 1091. */
static void test_terminal_type(void **state)
{
    (void)state;
    char text[256], reply[3];
    shg_out out = shg_out_make(text, sizeof text);
    shg_telnet telnet;
    shg_telnet_init(&telnet);
    assert_int_equal(
        shg_telnet_ask(reply, &telnet, SHG_TELNET_PEER, SHG_TELNET_OPTION_TERMINAL_TYPE, true), 3);
    assert_memory_equal(reply, "\xFF\xFD\x18", 3);
    feed(&out, &telnet, "\xFF\xFB\x18", 3);
    assert_string_equal(text, "[reply 255 250 24 1 255 240]");
    out = shg_out_make(text, sizeof text);
    feed(&out, &telnet, "\xFF\xFA\x18\x00XTERM\xFF\xF0", 11);
    assert_string_equal(text, "[terminal XTERM]");
    /* A longer name than is kept, none, and a question that is ours to ask. */
    out = shg_out_make(text, sizeof text);
    feed(&out, &telnet,
         "\xFF\xFA\x18\x00"
         "123456789012345678901234567890123456789012345\xFF\xF0"
         "\xFF\xFA\x18\x00\xFF\xF0\xFF\xFA\x18\x01\xFF\xF0\xFF\xFA\x18\xFF\xF0",
         4 + 45 + 2 + 6 + 6 + 5);
    assert_string_equal(text, "[terminal 123456789012]");
    /* One who has not been asked. */
    shg_telnet_init(&telnet);
    out = shg_out_make(text, sizeof text);
    feed(&out, &telnet, "\xFF\xFA\x18\x00XTERM\xFF\xF0", 11);
    assert_string_equal(text, "");
    shg_telnet_fini(&telnet);
}

/* Rows: MOVES.more */
static void test_keys(void **state)
{
    (void)state;
    char text[256], reply[3];
    shg_telnet telnet;
    shg_telnet_init(&telnet);
    shg_telnet_set_input(&telnet, SHG_TELNET_KEYS);
    /* In line mode nothing changes. */
    shg_out out = shg_out_make(text, sizeof text);
    feed(&out, &telnet, "yes\r\n", 5);
    assert_string_equal(text, "[line yes]");
    assert_false(shg_telnet_keys_act(&telnet));
    /* A line that was begun before goes on to its end. */
    hide(reply, &telnet, true);
    out = shg_out_make(text, sizeof text);
    feed(&out, &telnet,
         "ab\xFF\xFD\x01"
         "c\r\ny \r\nq\r\0",
         3 + 2 + 3 + 2 + 2 + 3);
    assert_true(shg_telnet_keys_act(&telnet));
    assert_string_equal(text, "[line abc][line y][line  ][line ][line q][line ]");
    /* Erasing, escapes and characters beyond ASCII. */
    out = shg_out_make(text, sizeof text);
    feed(&out, &telnet, "\x7F\x08[\xE9\xBE\x8D\t", 7);
    assert_string_equal(text, "[line [][line ?]");
    /* Arrows, Page Down, F2 of three terminals; ESC by itself takes only a beginning of one with it. */
    static const char arrows[] =
        "\x1B[A\x1BOQ\x1B[6~\x1B[1;5C\x1B[12~\x1B[[Bn\x1Bq\x1B\x1B[Dy\x1B[\r\nz\x1B[\x03y";
    out = shg_out_make(text, sizeof text);
    feed(&out, &telnet, arrows, sizeof arrows - 1);
    assert_string_equal(text, "[line n][line q][line y][line ][line z][interrupt][line y]");
    out = shg_out_make(text, sizeof text);
    feed(&out, &telnet, "\x03y", 2);
    assert_string_equal(text, "[interrupt][line y]");
    shg_telnet_set_input(&telnet, SHG_TELNET_LINES);
    out = shg_out_make(text, sizeof text);
    feed(&out, &telnet, "who\r\n", 5);
    assert_string_equal(text, "[line who]");
    shg_telnet_fini(&telnet);
}

static void test_bytes(void **state)
{
    (void)state;
    char text[256];
    shg_telnet telnet;
    shg_telnet_init(&telnet);
    shg_out out = shg_out_make(text, sizeof text);
    feed(&out, &telnet, "ab", 2);
    shg_telnet_set_input(&telnet, SHG_TELNET_BYTES);
    /* A line that was begun before goes on to its end. */
    feed(&out, &telnet, "c\r\nx\x1B[A\r\0\n\r\n\x08", 13);
    assert_string_equal(text, "[line abc][78][1B][5B][41][0D][0D][0D][08]");
    /* Requests to erase are keys, an interrupt stays one, and all the rest is as ever. */
    out = shg_out_make(text, sizeof text);
    feed(&out, &telnet, "\xFF\xF7\xFF\xF8\xFF\xFF\xFF\xF4\xFF\xFB\x22\xFF", 12);
    assert_string_equal(text, "[7F][15][FF][reply 255 251 6][interrupt][reply 255 254 34]");
    shg_telnet_fini(&telnet);

    /* A storm earns no storm of answers before the next end of a line. */
    static char input[4 * SHG_TELNET_ANSWERS_MAX * 3];
    for (size_t i = 0; i < sizeof input; i += 3)
        memcpy(input + i, "\xFF\xF6k", 3);
    static char events[sizeof input * 8];
    shg_telnet_init(&telnet);
    shg_telnet_set_input(&telnet, SHG_TELNET_BYTES);
    for (int round = 0; round < 2; round++) {
        out = shg_out_make(events, sizeof events);
        feed(&out, &telnet, input, sizeof input);
        size_t answers = 0;
        for (const char *at = events; (at = strstr(at, "[are you there]")); at++)
            answers++;
        assert_int_equal(answers, SHG_TELNET_ANSWERS_MAX);
        feed(&out, &telnet, "\r\n", 2);
    }
    shg_telnet_fini(&telnet);
}

static void test_what_the_peer_has_said(void **state)
{
    (void)state;
    char text[64], reply[3];
    const shg_telnet_side us = SHG_TELNET_US;
    const shg_telnet_option sga = SHG_TELNET_OPTION_SUPPRESS_GO_AHEAD;
    shg_telnet telnet;
    shg_telnet_init(&telnet);
    shg_out out = shg_out_make(text, sizeof text);
    feed(&out, &telnet, "who\r\n\xFF\xF6", 7);
    assert_false(shg_telnet_speaks(&telnet));
    assert_int_equal(shg_telnet_option_state(&telnet, us, sga), SHG_TELNET_OFF);
    shg_telnet_ask(reply, &telnet, us, sga, true);
    assert_int_equal(shg_telnet_option_state(&telnet, us, sga), SHG_TELNET_ASKED);
    feed(&out, &telnet, "\xFF\xFD\x03", 3);
    assert_true(shg_telnet_speaks(&telnet));
    assert_int_equal(shg_telnet_option_state(&telnet, us, sga), SHG_TELNET_ON);
    feed(&out, &telnet, "\xFF\xFE\x03", 3);
    assert_int_equal(shg_telnet_option_state(&telnet, us, sga), SHG_TELNET_OFF);
    shg_telnet_fini(&telnet);
}

static void test_storm(void **state)
{
    (void)state;
    /* Each of 30,000 requests would change something, or be refused. */
    static char input[30000 * 3];
    for (size_t i = 0; i < sizeof input / 3; i++) {
        input[3 * i] = '\xFF';
        input[3 * i + 1] = "\xFB\xFC\xFD\xFE"[i % 4];
        input[3 * i + 2] = (char)(i / 2 % 255);
    }
    static char text[65536];
    shg_telnet telnet;
    shg_telnet_init(&telnet);
    for (int round = 1; round <= 3; round++) {
        shg_out out = shg_out_make(text, sizeof text);
        feed(&out, &telnet, input, sizeof input);
        assert_true(out.length < sizeof text);
        int replies = 0;
        for (const char *at = text; (at = strstr(at, "[reply")); at++)
            replies++;
        assert_int_equal(replies, SHG_TELNET_ANSWERS_MAX);
        /* The connection lives, and a line gives it new credit. */
        out = shg_out_make(text, sizeof text);
        feed(&out, &telnet, "who\r\n", 5);
        assert_string_equal(text, "[line who]");
    }
    shg_telnet_fini(&telnet);

    memset(input, '\xFF', sizeof input);
    for (size_t i = 1; i < sizeof input; i += 2)
        input[i] = '\xF6';
    const char *events = events_after(NULL, input, sizeof input);
    assert_int_equal(strlen(events), SHG_TELNET_ANSWERS_MAX * strlen("[are you there]"));
}

/* ---- subnegotiation ---- */

static void test_window(void **state)
{
    (void)state;
    /* 255 columns: the byte is doubled.  The same again is no news.  Unasked, or of a wrong length: none. */
    assert_string_equal(
        EVENTS(
            "\xFF\xFB\x1F\xFF\xFA\x1F\x00\xFF\xFF\x00\x18\xFF\xF0\xFF\xFA\x1F\x00\xFF\xFF\x00\x18\xFF\xF0"
            "\xFF\xFA\x1F\x00\x00\x00\x00\xFF\xF0"),
        "[reply 255 253 31][window 255x24][window 0x0]");
    assert_string_equal(EVENTS("\xFF\xFA\x1F\x00\x50\x00\x18\xFF\xF0"), "");
    assert_string_equal(
        EVENTS(
            "\xFF\xFB\x1F\xFF\xFA\x1F\x00\x50\x00\xFF\xF0\xFF\xFA\x1F\x00\x50\x00\x18\x00\xFF\xF0"),
        "[reply 255 253 31]");
}

static void test_subnegotiation(void **state)
{
    (void)state;
    assert_string_equal(EVENTS("a\xFF\xFA\x18\x00xterm\n\xFF\xF0z\n"), "[line az]");
    assert_string_equal(EVENTS("a\xFF\xFA\xFF\xF0z\n"), "[line az]");
    /* SE lost: the next command ends it. */
    assert_string_equal(EVENTS("\xFF\xFA\x18\x00xterm\xFF\xF6z\n"), "[are you there][line z]");

    static char input[2000];
    static const char fault[] = "[fault a limit was exceeded, 1: expected the end of a "
                                "telnet subnegotiation within 256 bytes, found more]";
    for (size_t over = 0; over < 2; over++) {
        const size_t length = SHG_TELNET_SUB_BYTES_MAX + over;
        char wanted[sizeof fault + 16];
        snprintf(wanted, sizeof wanted, "%s%s", over ? fault : "", "[line ok]");
        memcpy(input, "\xFF\xFA\x18", 3);
        memset(input + 3, 'x', length);
        memcpy(input + 3 + length, "\xFF\xF0ok\n", 5);
        assert_string_equal(events_after(NULL, input, 3 + length + 5), wanted);
    }
    /* The end never comes: a line end will do. */
    memset(input + 3, 'x', sizeof input - 3);
    memcpy(input + sizeof input - 6, "\xFF\xFF\r\nok", 6);
    char wanted[sizeof fault + 16];
    shg_telnet telnet;
    shg_telnet_init(&telnet);
    shg_out out = shg_out_make(wanted, sizeof wanted);
    feed(&out, &telnet, input, sizeof input);
    assert_string_equal(wanted, fault);
    feed(&out, &telnet, "\n", 1);
    assert_string_equal(wanted + strlen(fault), "[line ok]");
    shg_telnet_fini(&telnet);
}

/* ---- output ---- */

static void test_write(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t text_bytes;
        const char *wire;
        size_t wire_bytes;
    } cases[] = {
        { "", 0, "", 0 },
        { "a\nb\n", 4, "a\r\nb\r\n", 6 },
        { "a\r\nb\r", 5, "a\r\nb\r\0", 6 },
        { "\r\r\n\n", 4, "\r\0\r\n\r\n", 6 },
        { "\xFF\xFFz", 3, "\xFF\xFF\xFF\xFFz", 5 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char bytes[32];
        shg_out out = shg_out_make(bytes, sizeof bytes);
        shg_telnet_write(&out, cases[i].text, cases[i].text_bytes);
        assert_int_equal(out.length, cases[i].wire_bytes);
        assert_memory_equal(bytes, cases[i].wire, cases[i].wire_bytes);
        /* Too little room is told by the length. */
        out = shg_out_make(bytes, 1);
        shg_telnet_write(&out, cases[i].text, cases[i].text_bytes);
        assert_int_equal(out.length, cases[i].wire_bytes);
    }
}

static void *watched;
static size_t watched_bytes;

/* A line that was typed is gone from memory once it is not needed: it may have been a password. */
static char wiped[1024];
void __real_free(void *bytes);
void __wrap_free(void *bytes);
void __wrap_free(void *bytes)
{
    if (bytes && bytes == watched) {
        memcpy(wiped, bytes, watched_bytes);
        watched = NULL;
    }
    __real_free(bytes);
}

static void lines_are_wiped(void **state)
{
    (void)state;
    static const char secret[] = "correct horse";
    shg_telnet telnet;
    shg_telnet_event event;
    shg_telnet_init(&telnet);
    assert_int_equal(shg_telnet_feed(&event, &telnet, secret, sizeof secret - 1),
                     sizeof secret - 1);
    watched = telnet.line;
    watched_bytes = telnet.line_room;
    assert_in_range(watched_bytes, 200, sizeof wiped); /* a password is not moved while it grows */
    memset(wiped, 1, sizeof wiped);
    shg_telnet_fini(&telnet);
    assert_null(watched);
    for (size_t i = 0; i < watched_bytes; i++)
        assert_int_equal(wiped[i], 0);
}

/* What a connection makes of the bytes: every event as a line of text. */
static void hear(shg_out *heard, shg_telnet *telnet, const char *bytes, size_t count)
{
    shg_telnet_event event;
    do {
        const size_t took = shg_telnet_feed(&event, telnet, bytes, count);
        if (took > 0)
            bytes += took;
        count -= took;
        if (event.kind == SHG_TELNET_MORE)
            break;
        shg_out_format(heard, "%d ", (int)event.kind);
        if (event.kind == SHG_TELNET_LINE || event.kind == SHG_TELNET_TERMINAL)
            shg_out_bytes(heard, event.text, event.text_bytes);
        if (event.kind == SHG_TELNET_WINDOW)
            shg_out_format(heard, "%d %d", event.columns, event.rows);
        if (event.kind == SHG_TELNET_FAULT)
            shg_out_text(heard, event.error.message);
        shg_out_char(heard, '\n');
    } while (true);
}

/* Goes on with a connection in another program. */
static void go_on_elsewhere(shg_telnet *to, const shg_telnet *from)
{
    shg_out saved = shg_out_growing(), rest = shg_out_growing(), none = shg_out_growing();
    shg_json json;
    shg_json_open(&saved, NULL, '{');
    shg_telnet_save(&saved, from);
    shg_json_close(&saved, '}');
    shg_telnet_rest(&rest, from);
    assert_int_equal(shg_json_read(&json, saved.bytes, saved.length, NULL), SHOOGI_OK);
    shg_telnet_init(to);
    assert_true(shg_telnet_restore(to, &json, 0));
    hear(&none, to, rest.bytes, rest.length);
    assert_int_equal(none.length, 0);
    shg_json_fini(&json);
    free(saved.bytes);
    free(rest.bytes);
    free(none.bytes);
}

/* Cut at every byte, a connection that goes on elsewhere makes the same of the bytes. */
static void test_going_on_elsewhere(void **state)
{
    (void)state;
    static const char bytes[] =
        "first\r\nsecond\r\0caf\xC3\xA9 \xFF\xFFx\n\xFF\xFB\x1F\xFF\xFA\x1F\0\x50\0\x18\xFF\xF0"
        "\xFF\xFB\x18\xFF\xFA\x18\0XTERM-256COLOR-AND-MORE\xFF\xF0third\n\xFF\xFD\x01"
        "\xFF\xFA\x18\0VT\xFF\xFF\xFF\xF0\xFF\xF4"
        "fourth\r\n";
    enum { BYTES = sizeof bytes - 1 };
    shg_out whole = shg_out_growing();
    shg_telnet one;
    char request[3];
    shg_telnet_init(&one);
    (void)shg_telnet_ask(request, &one, SHG_TELNET_PEER, SHG_TELNET_OPTION_WINDOW_SIZE, true);
    hear(&whole, &one, bytes, BYTES);
    shg_telnet_fini(&one);
    assert_non_null(strstr(whole.bytes, " 80 24\n"));
    for (size_t cut = 0; cut <= BYTES; cut++) {
        shg_out heard = shg_out_growing();
        shg_telnet other;
        shg_telnet_init(&one);
        (void)shg_telnet_ask(request, &one, SHG_TELNET_PEER, SHG_TELNET_OPTION_WINDOW_SIZE, true);
        hear(&heard, &one, bytes, cut);
        go_on_elsewhere(&other, &one);
        hear(&heard, &other, bytes + cut, BYTES - cut);
        assert_string_equal(heard.bytes, whole.bytes);
        shg_telnet_fini(&one);
        shg_telnet_fini(&other);
        free(heard.bytes);
    }
    free(whole.bytes);
}

static void test_states_that_are_none(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "{}",
        "{\"us\":\"0000\",\"peer\":\"00000\"}",
        "{\"us\":\"00006\",\"peer\":\"00000\"}",
        "{\"us\":\"00000\",\"peer\":\"00000\",\"columns\":65536}",
        "{\"us\":\"00000\",\"peer\":\"00000\",\"rows\":-1}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        shg_json json;
        shg_telnet telnet;
        shg_telnet_init(&telnet);
        assert_int_equal(shg_json_read(&json, bad[i], strlen(bad[i]), NULL), SHOOGI_OK);
        assert_false(shg_telnet_restore(&telnet, &json, 0));
        shg_json_fini(&json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line_ends),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_line_bound),
        cmocka_unit_test(test_memory_is_held_for_half_lines_only),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_editing),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_asking),
        cmocka_unit_test(test_terminal_type),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_what_the_peer_has_said),
        cmocka_unit_test(test_storm),
        cmocka_unit_test(test_window),
        cmocka_unit_test(test_subnegotiation),
        cmocka_unit_test(test_write),
        cmocka_unit_test(lines_are_wiped),
        cmocka_unit_test(test_going_on_elsewhere),
        cmocka_unit_test(test_states_that_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
