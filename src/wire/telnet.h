/* telnet.h: the telnet protocol as a state machine: bytes in, events out, no sockets.
 *
 * It knows RFC 854 and 855, answers options by the method of RFC 1143, and understands ECHO (857),
 * SUPPRESS-GO-AHEAD (858), BINARY (856), TIMING-MARK (860), TERMINAL-TYPE (1091) and NAWS (1073); all
 * other options are refused.  Peers that know nothing of telnet (nc) are served too.
 *
 * The loop that owns the socket:
 *
 *     do {
 *         const size_t took = shg_telnet_feed(&event, &telnet, bytes, count);
 *         bytes += took;
 *         count -= took;
 *         switch (event.kind) { ... }
 *     } while (event.kind != SHG_TELNET_MORE);
 *
 * The socket wants SO_OOBINLINE: clients send the data mark after an interrupt as urgent data, and
 * without it the IAC before the mark would take the next character of the user's line with it. */
#ifndef SHG_WIRE_TELNET_H
#define SHG_WIRE_TELNET_H

#include "base/text.h"
#include "wire/bounds.h"
#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum shg_telnet_kind {
    SHG_TELNET_MORE,  /* all bytes are taken and nothing is left to tell */
    SHG_TELNET_LINE,  /* text: a line without its end, UTF-8, no control characters */
    SHG_TELNET_BYTE,  /* byte: what was typed, under SHG_TELNET_BYTES */
    SHG_TELNET_FAULT, /* error: what was wrong with a line; the line is dropped */
    SHG_TELNET_REPLY, /* text: send these bytes to the peer as they are, before anything else */
    SHG_TELNET_TERMINAL, /* text: what the peer's terminal calls itself, "XTERM": from outside, as it came */
    SHG_TELNET_WINDOW,        /* columns, rows: the peer's window has a new size */
    SHG_TELNET_INTERRUPT,     /* IP, BRK or ABORT: stop what is going on; a line begun is dropped */
    SHG_TELNET_ABORT_OUTPUT,  /* AO: what waits to be sent may be thrown away */
    SHG_TELNET_ARE_YOU_THERE, /* AYT: answer with something that can be seen */
    SHG_TELNET_END            /* EOF: nothing more will be typed */
} shg_telnet_kind;

typedef struct shg_telnet_event {
    shg_telnet_kind kind;
    /* LINE, REPLY, TERMINAL: borrowed until the next call on the same shg_telnet.  A line ends in NUL besides,
     * and its tabs have become blanks. */
    const char *text;
    size_t text_bytes;
    uint16_t columns, rows; /* WINDOW; 0: the peer does not know */
    uint8_t byte;
    /* FAULT: line 1, the column in code points, "expected WHAT, found WHAT"; status PARSE_ERROR (ill-formed
     * UTF-8, a control character), LIMIT_EXCEEDED (line or subnegotiation beyond its bound), NO_MEMORY. */
    shoogi_error error;
} shg_telnet_event;

enum { SHG_TELNET_OPTIONS = 5 };

/* One connection's state, without secrets but not to be touched.  A line buffer hangs on it only
 * between the first byte of a line and the call of feed after the event for it. */
typedef struct shg_telnet {
    char *line;
    uint16_t line_bytes, line_room;
    uint16_t columns, rows;
    uint16_t sub_bytes;                         /* of the subnegotiation so far */
    uint8_t sub[1 + SHG_TELNET_TYPE_BYTES_MAX]; /* its first bytes */
    uint8_t sub_option;
    uint8_t state;
    uint8_t command; /* WILL, WONT, DO or DONT whose option is awaited */
    uint8_t answers_left;
    bool after_cr;    /* the next byte, if LF or NUL, belongs to a line end already told */
    bool skipping;    /* the rest of the line is to be dropped */
    bool delivered;   /* line has been handed out and goes at the next call */
    bool speaks;      /* the peer has said something in telnet */
    uint8_t input;    /* shg_telnet_input */
    uint8_t keys;     /* shg_key_sequence's */
    bool interrupted; /* the next event is an INTERRUPT */
    bool marked;      /* a timing mark was sent that is about to be asked for */
    char reply[3];
    uint8_t us[SHG_TELNET_OPTIONS], him[SHG_TELNET_OPTIONS]; /* RFC 1143, per option we know */
} shg_telnet;

void shg_telnet_init(shg_telnet *telnet);

/* Frees the line buffer, if there is one. */
void shg_telnet_fini(shg_telnet *telnet);

/* Takes bytes up to the next event, *event filled.  Returns how many were taken; call again with the
 * rest, also when nothing is left, until the event is MORE: then all of bytes is taken, and no memory
 * is held but for a line begun.
 *
 * A line ends with CR LF, CR NUL, LF or CR.  One of more than SHG_TELNET_LINE_BYTES_MAX bytes is a
 * FAULT, told once and as soon as it is too long.  While the peer is in character mode (we echo, or go
 * ahead is suppressed) BS and DEL take back a character, and ^U the line; EC and EL do so always.
 * Between two line ends at most SHG_TELNET_ANSWERS_MAX REPLYs to requests of the peer, INTERRUPTs and
 * so on are told; what is beyond that is passed over, so a storm of options earns no storm of answers.
 *
 * The outcome does not depend on how the bytes are cut into calls.  Time: linear. */
size_t shg_telnet_feed(shg_telnet_event *event, shg_telnet *telnet, const char *bytes,
                       size_t count);

/* The options we may ask for. */
typedef enum shg_telnet_option {
    SHG_TELNET_OPTION_BINARY,
    SHG_TELNET_OPTION_ECHO,
    SHG_TELNET_OPTION_SUPPRESS_GO_AHEAD,
    SHG_TELNET_OPTION_TERMINAL_TYPE,
    SHG_TELNET_OPTION_WINDOW_SIZE
} shg_telnet_option;

typedef enum shg_telnet_side { SHG_TELNET_US, SHG_TELNET_PEER } shg_telnet_side;

/* Asks that side begin or cease to use an option: we with WILL or WONT, the peer with DO or DONT.
 * reply: filled with the bytes to send.  Returns how many: 3, or 0 if nothing need be said now. */
size_t shg_telnet_ask(char reply[3], shg_telnet *telnet, shg_telnet_side side,
                      shg_telnet_option option, bool on);

/* True if the peer has agreed that we echo, or that go-ahead is suppressed: it then sends every key at
 * once, its line editing included. */
bool shg_telnet_character_mode(const shg_telnet *telnet);

/* True once the peer has asked for an option or answered about one: others would see what is asked of them as
 * signs they cannot read. */
bool shg_telnet_speaks(const shg_telnet *telnet);

typedef enum shg_telnet_state { SHG_TELNET_OFF, SHG_TELNET_ON, SHG_TELNET_ASKED } shg_telnet_state;

/* How it stands with an option; ASKED: the peer's answer is awaited. */
shg_telnet_state shg_telnet_option_state(const shg_telnet *telnet, shg_telnet_side side,
                                         shg_telnet_option option);

/* What becomes of what is typed.  A line begun before the change goes on to its end. */
typedef enum shg_telnet_input {
    SHG_TELNET_LINES,
    /* While the peer is in character mode every key is a line of its own: the sign typed, "?" for one beyond
     * ASCII, "" for the end of a line, ^C an INTERRUPT; what other keys send, arrows too, is passed over. */
    SHG_TELNET_KEYS,
    /* Every byte is told as it comes, the end of a line as CR, EC and EL as DEL and ^U. */
    SHG_TELNET_BYTES
} shg_telnet_input;

void shg_telnet_set_input(shg_telnet *telnet, shg_telnet_input input);

/* True if keys are lines now: then nobody but us ends the line on the peer's screen. */
bool shg_telnet_keys_act(const shg_telnet *telnet);

/* OK, or what is wrong with a line that was not made here: see FAULT. */
SHOOGI_CHECKED shoogi_status shg_telnet_check_line(const char *line, size_t line_bytes,
                                                   shoogi_error *err);

/* Writes text as it goes over the wire: LF becomes CR LF (CR LF stays), a bare CR becomes CR NUL, IAC
 * is doubled.  At most twice text_bytes. */
void shg_telnet_write(shg_out *out, const char *text, size_t text_bytes);

#endif
