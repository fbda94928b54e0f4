/* telnet.h: the telnet protocol as a state machine: bytes in, events out, no sockets.
 *
 * It implements RFC 854 and 855, negotiates options by RFC 1143, and supports ECHO (857),
 * SUPPRESS-GO-AHEAD (858), BINARY (856), TIMING-MARK (860), TERMINAL-TYPE (1091) and NAWS (1073); it
 * refuses all other options.  Peers without telnet (nc) work, too.
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
 * The socket needs SO_OOBINLINE: clients send the data mark after an interrupt as urgent data, and
 * otherwise the IAC before the mark would swallow the next character of the user's line. */
#ifndef SHG_WIRE_TELNET_H
#define SHG_WIRE_TELNET_H

#include "base/json.h"
#include "base/text.h"
#include "wire/bounds.h"
#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum shg_telnet_kind {
    SHG_TELNET_MORE,          /* all bytes are consumed and there are no more events */
    SHG_TELNET_LINE,          /* text: a line without its end, UTF-8, no control characters */
    SHG_TELNET_BYTE,          /* byte: a byte typed, with SHG_TELNET_BYTES */
    SHG_TELNET_FAULT,         /* error: a faulty line, which is dropped */
    SHG_TELNET_REPLY,         /* text: bytes to send to the peer unchanged, before anything else */
    SHG_TELNET_TERMINAL,      /* text: the name of the peer's terminal, "XTERM"; unfiltered input */
    SHG_TELNET_WINDOW,        /* columns, rows: the new size of the peer's window */
    SHG_TELNET_INTERRUPT,     /* IP, BRK or ABORT: stop the current action; the line is dropped */
    SHG_TELNET_ABORT_OUTPUT,  /* AO: queued output may be discarded */
    SHG_TELNET_ARE_YOU_THERE, /* AYT: answer with visible output */
    SHG_TELNET_END            /* EOF: the end of input */
} shg_telnet_kind;

typedef struct shg_telnet_event {
    shg_telnet_kind kind;
    /* LINE, REPLY, TERMINAL: borrowed until the next call on the same shg_telnet.  A line has a NUL after it, and
     * spaces for tabs. */
    const char *text;
    size_t text_bytes;
    uint16_t columns, rows; /* WINDOW; 0: unknown */
    uint8_t byte;
    /* FAULT: line 1, the column in code points, "expected WHAT, found WHAT"; status PARSE_ERROR (ill-formed
     * UTF-8, a control character), LIMIT_EXCEEDED (line or subnegotiation beyond its bound), NO_MEMORY. */
    shoogi_error error;
} shg_telnet_event;

enum { SHG_TELNET_OPTIONS = 5 };

/* The state of a connection; its members are private.  Holds a line buffer only from the first byte of a
 * line to the call of feed after its event. */
typedef struct shg_telnet {
    char *line;
    uint16_t line_bytes, line_room;
    uint16_t columns, rows;
    uint16_t sub_bytes;                         /* of the subnegotiation so far */
    uint8_t sub[1 + SHG_TELNET_TYPE_BYTES_MAX]; /* its first bytes */
    uint8_t sub_option;
    uint8_t state;
    uint8_t command; /* WILL, WONT, DO or DONT that needs its option */
    uint8_t answers_left;
    bool after_cr;    /* a next LF or NUL belongs to the line end already reported */
    bool skipping;    /* dropping the rest of the line */
    bool delivered;   /* line was returned and is freed by the next call */
    bool speaks;      /* the peer has sent a telnet command */
    uint8_t input;    /* shg_telnet_input */
    uint8_t keys;     /* shg_key_sequence's */
    bool interrupted; /* the next event is an INTERRUPT */
    bool marked;      /* a timing mark was sent ahead of its request */
    char reply[3];
    uint8_t us[SHG_TELNET_OPTIONS],
        peer[SHG_TELNET_OPTIONS]; /* RFC 1143, for each supported option */
} shg_telnet;

void shg_telnet_init(shg_telnet *telnet);

/* Frees the line buffer, if there is one. */
void shg_telnet_fini(shg_telnet *telnet);

/* Consumes bytes up to the next event and fills *event.  Returns the number consumed; call again with the
 * rest, even if it is empty, until the event is MORE: then all bytes are consumed, and only an incomplete
 * line holds memory.
 *
 * A line ends with CR LF, CR NUL, LF or CR.  A line of more than SHG_TELNET_LINE_BYTES_MAX bytes is a
 * FAULT, reported once and as soon as it is too long.  While the peer is in character mode (we echo, or
 * go-ahead is suppressed) BS and DEL erase a character, and ^U the line; EC and EL always do.  Between two
 * line ends at most SHG_TELNET_ANSWERS_MAX REPLYs to requests of the peer, INTERRUPTs and so on are
 * reported; further ones are ignored, so that a flood of options does not cause a flood of answers.
 *
 * The outcome does not depend on how the bytes are split into calls.  Time: linear. */
size_t shg_telnet_feed(shg_telnet_event *event, shg_telnet *telnet, const char *bytes,
                       size_t count);

/* The options that we may request. */
typedef enum shg_telnet_option {
    SHG_TELNET_OPTION_BINARY,
    SHG_TELNET_OPTION_ECHO,
    SHG_TELNET_OPTION_SUPPRESS_GO_AHEAD,
    SHG_TELNET_OPTION_TERMINAL_TYPE,
    SHG_TELNET_OPTION_WINDOW_SIZE
} shg_telnet_option;

typedef enum shg_telnet_side { SHG_TELNET_US, SHG_TELNET_PEER } shg_telnet_side;

/* Requests that a side enable or disable an option: ours with WILL or WONT, the peer's with DO or DONT.
 * reply: filled with the bytes to send.  Returns their number: 3, or 0 if no request is needed now. */
size_t shg_telnet_ask(char reply[3], shg_telnet *telnet, shg_telnet_side side,
                      shg_telnet_option option, bool on);

/* Whether the peer has agreed that we echo, or that go-ahead is suppressed: it then sends every key at
 * once, including editing keys. */
bool shg_telnet_character_mode(const shg_telnet *telnet);

/* Whether the peer has requested an option or answered a request.  Other peers would display our requests as
 * garbage. */
bool shg_telnet_speaks(const shg_telnet *telnet);

typedef enum shg_telnet_state { SHG_TELNET_OFF, SHG_TELNET_ON, SHG_TELNET_ASKED } shg_telnet_state;

/* Returns the state of an option.  ASKED: waiting for the peer's answer. */
shg_telnet_state shg_telnet_option_state(const shg_telnet *telnet, shg_telnet_side side,
                                         shg_telnet_option option);

/* The input mode.  A line begun before a change continues to its end. */
typedef enum shg_telnet_input {
    SHG_TELNET_LINES,
    /* In character mode every key is a line: the character, "?" for a non-ASCII one, "" for Enter; ^C is an
     * INTERRUPT; escape sequences, such as of arrows, are ignored. */
    SHG_TELNET_KEYS,
    /* Every byte is reported at once, a line end as CR, EC and EL as DEL and ^U. */
    SHG_TELNET_BYTES
} shg_telnet_input;

void shg_telnet_set_input(shg_telnet *telnet, shg_telnet_input input);

/* Whether keys are lines now.  The peer's terminal then does not move to a new line by itself. */
bool shg_telnet_keys_act(const shg_telnet *telnet);

/* A connection may go on in another program. save writes the state as members of a JSON object, without the line and
 * command that have arrived in part: rest writes bytes that, fed after restore, bring those back. restore: telnet is new;
 * returns false if the members are not such a state. */
void shg_telnet_save(shg_out *json, const shg_telnet *telnet);
void shg_telnet_rest(shg_out *bytes, const shg_telnet *telnet);
bool shg_telnet_restore(shg_telnet *telnet, const shg_json *json, size_t object);

/* Checks a line from another source.  Returns OK or an error as of FAULT. */
SHOOGI_CHECKED shoogi_status shg_telnet_check_line(const char *line, size_t line_bytes,
                                                   shoogi_error *err);

/* Writes text encoded for telnet: LF becomes CR LF (CR LF stays), a bare CR becomes CR NUL, IAC is
 * doubled.  Writes at most twice text_bytes. */
void shg_telnet_write(shg_out *out, const char *text, size_t text_bytes);

#endif
