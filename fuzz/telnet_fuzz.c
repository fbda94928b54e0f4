/* telnet_fuzz.c: any bytes as a telnet peer's, cut in three ways, must give the same events.
 *
 * Besides: a line is short, well-formed and printable, and written to the wire and read again it is the
 * same line; what a peer can provoke between two lines is bounded; no memory is held when none is due.
 *
 * The first byte of the input says how to begin and how to cut, the rest is what the peer sends. */
#include "fuzz.h"
#include "wire/telnet.h"

#include <string.h>

/* A running digest of events: FNV-1a, 64 bits. */
static void digest(uint64_t *sum, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < count; i++)
        *sum = (*sum ^ at[i]) * 0x100000001B3u;
}

static void check_line(const shg_telnet_event *event)
{
    FUZZ_REQUIRE(event->text_bytes <= SHG_TELNET_LINE_BYTES_MAX);
    FUZZ_REQUIRE(event->text[event->text_bytes] == '\0');
    FUZZ_REQUIRE(shg_utf8_valid(event->text, event->text_bytes));
    for (size_t i = 0; i < event->text_bytes; i++)
        FUZZ_REQUIRE((uint8_t)event->text[i] >= 0x20 && event->text[i] != 0x7F);

    char wire[2 * SHG_TELNET_LINE_BYTES_MAX + 3];
    shg_out out = shg_out_make(wire, sizeof wire);
    shg_telnet_write(&out, event->text, event->text_bytes);
    shg_telnet_write(&out, "\n", 1);
    FUZZ_REQUIRE(out.length < sizeof wire);
    shg_telnet again;
    shg_telnet_init(&again);
    shg_telnet_event line;
    const size_t took = shg_telnet_feed(&line, &again, wire, out.length);
    FUZZ_REQUIRE(took + 1 == out.length && wire[took] == '\n'); /* told at the CR */
    FUZZ_REQUIRE(line.kind == SHG_TELNET_LINE && line.text_bytes == event->text_bytes);
    FUZZ_REQUIRE(memcmp(line.text, event->text, event->text_bytes) == 0);
    shg_telnet_fini(&again);
}

static void check(uint64_t *sum, unsigned *provoked, const shg_telnet *telnet,
                  const shg_telnet_event *event)
{
    digest(sum, &event->kind, sizeof event->kind);
    switch (event->kind) {
    case SHG_TELNET_MORE: break;
    case SHG_TELNET_LINE:
        check_line(event);
        digest(sum, event->text, event->text_bytes);
        *provoked = 0;
        return;
    case SHG_TELNET_BYTE:
        digest(sum, &event->byte, sizeof event->byte);
        *provoked = 0;
        return;
    case SHG_TELNET_FAULT:
        FUZZ_REQUIRE(event->error.status != SHOOGI_OK && event->error.line == 1);
        FUZZ_REQUIRE(event->error.column <= SHG_TELNET_LINE_BYTES_MAX + 1);
        digest(sum, event->error.message, strlen(event->error.message));
        digest(sum, &event->error.column, sizeof event->error.column);
        *provoked = 0; /* tells no more than one in a line or subnegotiation */
        return;
    case SHG_TELNET_REPLY:
        FUZZ_REQUIRE(event->text_bytes > 0 && event->text_bytes <= 9 && event->text_bytes % 3 == 0);
        digest(sum, event->text, event->text_bytes);
        break;
    case SHG_TELNET_TERMINAL: FUZZ_REQUIRE(event->text_bytes <= SHG_TELNET_TYPE_BYTES_MAX); break;
    case SHG_TELNET_WINDOW:
        FUZZ_REQUIRE(event->columns == telnet->columns && event->rows == telnet->rows);
        digest(sum, &event->columns, sizeof event->columns);
        digest(sum, &event->rows, sizeof event->rows);
        return;
    case SHG_TELNET_INTERRUPT:
    case SHG_TELNET_ABORT_OUTPUT:
    case SHG_TELNET_ARE_YOU_THERE:
    case SHG_TELNET_END: break;
    }
    /* An interrupt is two events.  Two more: the queued answers to requests of ours. */
    if (event->kind != SHG_TELNET_MORE)
        FUZZ_REQUIRE(++*provoked <= 2 * SHG_TELNET_ANSWERS_MAX + 2);
}

/* All events of one connection, cut into pieces of 1 to piece_max bytes. */
static uint64_t run(const uint8_t *data, size_t data_bytes, uint8_t how, size_t piece_max)
{
    uint64_t sum = 0xCBF29CE484222325u;
    uint64_t random = how | 0x100u;
    unsigned provoked = 0;
    shg_telnet telnet;
    shg_telnet_init(&telnet);
    char reply[3];
    if (how & 1)
        shg_telnet_ask(reply, &telnet, SHG_TELNET_US, SHG_TELNET_OPTION_ECHO, true);
    if (how & 2)
        shg_telnet_ask(reply, &telnet, SHG_TELNET_US, SHG_TELNET_OPTION_ECHO, false);
    if (how & 4)
        shg_telnet_ask(reply, &telnet, SHG_TELNET_PEER, SHG_TELNET_OPTION_WINDOW_SIZE, true);
    if (how & 8)
        shg_telnet_ask(reply, &telnet, SHG_TELNET_PEER, SHG_TELNET_OPTION_TERMINAL_TYPE, true);
    shg_telnet_set_input(&telnet, how & 32   ? SHG_TELNET_BYTES
                                  : how & 16 ? SHG_TELNET_KEYS
                                             : SHG_TELNET_LINES);
    while (data_bytes > 0) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        size_t piece = 1 + (size_t)(random >> 33) % piece_max;
        if (piece > data_bytes)
            piece = data_bytes;
        const char *at = (const char *)data;
        data += piece;
        data_bytes -= piece;
        shg_telnet_event event;
        do {
            const size_t took = shg_telnet_feed(&event, &telnet, at, piece);
            FUZZ_REQUIRE(took <= piece);
            at += took;
            piece -= took;
            if (event.kind != SHG_TELNET_MORE)
                check(&sum, &provoked, &telnet, &event);
        } while (event.kind != SHG_TELNET_MORE);
        FUZZ_REQUIRE(piece == 0);
        FUZZ_REQUIRE(!telnet.delivered && telnet.line_bytes <= SHG_TELNET_LINE_BYTES_MAX);
    }
    /* The connection lives: whatever went before, and once that is over it hears a line. */
    shg_telnet_set_input(&telnet, SHG_TELNET_LINES);
    shg_telnet_event event;
    static const char last[] = "\xFF\xF0\xFF\xF0\n\nwho\n";
    size_t at = 0;
    bool heard = false;
    do {
        at += shg_telnet_feed(&event, &telnet, last + at, sizeof last - 1 - at);
        heard = event.kind == SHG_TELNET_LINE && strcmp(event.text, "who") == 0 ? true : heard;
    } while (event.kind != SHG_TELNET_MORE);
    FUZZ_REQUIRE(heard && telnet.line == NULL);
    shg_telnet_fini(&telnet);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    if (data_bytes == 0)
        return 0;
    const uint8_t how = data[0];
    const uint64_t whole = run(data + 1, data_bytes - 1, how, data_bytes);
    FUZZ_REQUIRE(run(data + 1, data_bytes - 1, how, 1) == whole);
    FUZZ_REQUIRE(run(data + 1, data_bytes - 1, how, 7) == whole);
    return 0;
}
