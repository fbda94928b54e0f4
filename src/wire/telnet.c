#include "wire/telnet.h"

#include "base/error.h"
#include "base/json_fields.h"
#include "base/json_write.h"
#include "wire/key_sequence.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* RFC 854, "Telnet Command Structure"; EOF, SUSP and ABORT from RFC 1184. */
enum {
    CODE_EOF = 236,
    CODE_SUSP = 237,
    CODE_ABORT = 238,
    CODE_SE = 240,
    CODE_NOP = 241,
    CODE_DM = 242,
    CODE_BRK = 243,
    CODE_IP = 244,
    CODE_AO = 245,
    CODE_AYT = 246,
    CODE_EC = 247,
    CODE_EL = 248,
    CODE_GA = 249,
    CODE_SB = 250,
    CODE_WILL = 251,
    CODE_WONT = 252,
    CODE_DO = 253,
    CODE_DONT = 254,
    CODE_IAC = 255
};

enum { KEY_INTERRUPT = 0x03, KEY_BS = 0x08, KEY_KILL = 0x15, KEY_DEL = 0x7F };

/* LOST: in a subnegotiation that is too long, until its end or the end of a line. */
enum {
    STATE_DATA,
    STATE_IAC,
    STATE_OPTION,
    STATE_SUB_OPTION,
    STATE_SUB,
    STATE_SUB_IAC,
    STATE_LOST,
    STATE_LOST_IAC
};

/* RFC 860: every DO TIMING-MARK is answered, so it has no state.
 *
 * On an interrupt a client sends IP and then DO TIMING-MARK, and discards our output until the answer
 * arrives: the user would never see the effect of the interrupt.  Therefore we send the mark at the IP, ahead
 * of the request, which then counts as answered. */
enum { TIMING_MARK = 6 };

/* The supported options, and whether we accept them when the peer asks.  We enable our ECHO and
 * SUPPRESS-GO-AHEAD only at the server's request: WILL for both switches a client to character mode, and
 * nobody would echo what the user types.  An echoing peer would cause a loop. */
static const struct {
    uint8_t code;
    bool us, peer;
} options[SHG_TELNET_OPTIONS] = {
    [SHG_TELNET_OPTION_BINARY] = { 0, true, true },
    [SHG_TELNET_OPTION_ECHO] = { 1, false, false },
    [SHG_TELNET_OPTION_SUPPRESS_GO_AHEAD] = { 3, false, true },
    [SHG_TELNET_OPTION_TERMINAL_TYPE] = { 24, false, true },
    [SHG_TELNET_OPTION_WINDOW_SIZE] = { 31, false, true },
};

/* RFC 1143, section 7: the state of one option on one side.  OPPOSITE is its queue bit. */
enum { Q_NO, Q_YES, Q_WANT_NO, Q_WANT_NO_OPPOSITE, Q_WANT_YES, Q_WANT_YES_OPPOSITE };

void shg_telnet_init(shg_telnet *telnet)
{
    *telnet = (shg_telnet){ .answers_left = SHG_TELNET_ANSWERS_MAX };
}

/* Wipes the line, which may be a password. */
static void drop_line(shg_telnet *telnet)
{
    if (telnet->line)
        shg_wipe(telnet->line, telnet->line_room);
    free(telnet->line);
    telnet->line = NULL;
    telnet->line_bytes = telnet->line_room = 0;
    telnet->delivered = false;
}

void shg_telnet_fini(shg_telnet *telnet)
{
    drop_line(telnet);
}

bool shg_telnet_character_mode(const shg_telnet *telnet)
{
    return telnet->us[SHG_TELNET_OPTION_ECHO] == Q_YES ||
           telnet->us[SHG_TELNET_OPTION_SUPPRESS_GO_AHEAD] == Q_YES;
}

bool shg_telnet_speaks(const shg_telnet *telnet)
{
    return telnet->speaks;
}

shg_telnet_state shg_telnet_option_state(const shg_telnet *telnet, shg_telnet_side side,
                                         shg_telnet_option option)
{
    const uint8_t q = side == SHG_TELNET_US ? telnet->us[option] : telnet->peer[option];
    return q == Q_NO ? SHG_TELNET_OFF : q == Q_YES ? SHG_TELNET_ON : SHG_TELNET_ASKED;
}

void shg_telnet_set_input(shg_telnet *telnet, shg_telnet_input input)
{
    telnet->input = (uint8_t)input;
    telnet->keys = 0;
}

bool shg_telnet_keys_act(const shg_telnet *telnet)
{
    return telnet->input == SHG_TELNET_KEYS && shg_telnet_character_mode(telnet);
}

static bool bytes_act(const shg_telnet *telnet)
{
    return telnet->input == SHG_TELNET_BYTES && telnet->line_bytes == 0 && !telnet->skipping;
}

/* ---- options ---- */

static size_t put_request(char reply[3], shg_telnet_side side, uint8_t code, bool on)
{
    reply[0] = (char)CODE_IAC;
    if (side == SHG_TELNET_US)
        reply[1] = (char)(on ? CODE_WILL : CODE_WONT);
    else
        reply[1] = (char)(on ? CODE_DO : CODE_DONT);
    reply[2] = (char)code;
    return 3;
}

size_t shg_telnet_ask(char reply[3], shg_telnet *telnet, shg_telnet_side side,
                      shg_telnet_option option, bool on)
{
    uint8_t *q = side == SHG_TELNET_US ? &telnet->us[option] : &telnet->peer[option];
    switch (*q) {
    case Q_NO:
    case Q_YES:
        if ((*q == Q_YES) == on)
            return 0;
        *q = on ? Q_WANT_YES : Q_WANT_NO;
        return put_request(reply, side, options[option].code, on);
    /* An answer is outstanding: do not send a second request before it, only remember it. */
    case Q_WANT_NO:
    case Q_WANT_NO_OPPOSITE: *q = on ? Q_WANT_NO_OPPOSITE : Q_WANT_NO; return 0;
    default:
        assert(*q == Q_WANT_YES || *q == Q_WANT_YES_OPPOSITE);
        *q = on ? Q_WANT_YES : Q_WANT_YES_OPPOSITE;
        return 0;
    }
}

static bool may_answer(shg_telnet *telnet)
{
    if (telnet->answers_left == 0)
        return false;
    telnet->answers_left--;
    return true;
}

static shg_telnet_kind reply(shg_telnet_event *event, shg_telnet *telnet, shg_telnet_side side,
                             uint8_t code, bool on)
{
    event->text = telnet->reply;
    event->text_bytes = put_request(telnet->reply, side, code, on);
    return SHG_TELNET_REPLY;
}

/* RFC 1091: IAC DO TERMINAL-TYPE, and when the peer has agreed IAC SB TERMINAL-TYPE SEND IAC SE. */
static const char agree_and_ask_type[] = "\xFF\xFD\x18\xFF\xFA\x18\x01\xFF\xF0";
static const char *const ask_type = agree_and_ask_type + 3;
enum { ASK_TYPE_BYTES = 6 };

/* The next state of an option and our answer, when the peer says that it is off or on.
 * Source: RFC 1143, section 7. */
enum { SAY_NOTHING, SAY_NO, SAY_YES };
static const struct transition {
    uint8_t next, say;
} transitions[][2] = {
    [Q_NO] = { { Q_NO, SAY_NOTHING }, { Q_YES, SAY_YES } }, /* if we accept; else see refusal */
    [Q_YES] = { { Q_NO, SAY_NO }, { Q_YES, SAY_NOTHING } },
    /* "on" violates the RFC, which treats it as the end nevertheless */
    [Q_WANT_NO] = { { Q_NO, SAY_NOTHING }, { Q_NO, SAY_NOTHING } },
    [Q_WANT_NO_OPPOSITE] = { { Q_WANT_YES, SAY_YES }, { Q_YES, SAY_NOTHING } },
    [Q_WANT_YES] = { { Q_NO, SAY_NOTHING }, { Q_YES, SAY_NOTHING } },
    [Q_WANT_YES_OPPOSITE] = { { Q_NO, SAY_NOTHING }, { Q_WANT_NO, SAY_NO } },
};
static const struct transition refusal = { Q_NO, SAY_NO };

/* Answers an unsupported option with a refusal, and a request for a timing mark with the mark. */
static shg_telnet_kind answer_unknown(shg_telnet_event *event, shg_telnet *telnet,
                                      shg_telnet_side side, uint8_t code, bool on, bool marked)
{
    const bool mark = code == TIMING_MARK && side == SHG_TELNET_US;
    if (!on || (mark && marked) || !may_answer(telnet))
        return SHG_TELNET_MORE;
    return reply(event, telnet, side, code, mark);
}

/* Requests the terminal type, which the peer has agreed to send. */
static shg_telnet_kind ask_for_type(shg_telnet_event *event, bool agree)
{
    event->text = agree ? agree_and_ask_type : ask_type;
    event->text_bytes = agree ? sizeof agree_and_ask_type - 1 : ASK_TYPE_BYTES;
    return SHG_TELNET_REPLY;
}

/* Handles the peer's statement that an option is on or off. */
static shg_telnet_kind follow(shg_telnet_event *event, shg_telnet *telnet, shg_telnet_side side,
                              size_t option, bool on)
{
    uint8_t *const q = side == SHG_TELNET_US ? &telnet->us[option] : &telnet->peer[option];
    const bool agreeable = side == SHG_TELNET_US ? options[option].us : options[option].peer;
    const uint8_t before = *q;
    const struct transition to =
        before == Q_NO && on && !agreeable ? refusal : transitions[before][on];
    /* The peer requests a change rather than answering.  It may always disable an option, answered or not. */
    if (before == (on ? Q_NO : Q_YES) && !may_answer(telnet)) {
        *q = on ? before : to.next;
        return SHG_TELNET_MORE;
    }
    *q = to.next;
    if (option == SHG_TELNET_OPTION_TERMINAL_TYPE && *q == Q_YES &&
        (before == Q_NO || before == Q_WANT_YES))
        return ask_for_type(event, before == Q_NO);
    if (to.say == SAY_NOTHING)
        return SHG_TELNET_MORE;
    return reply(event, telnet, side, options[option].code, to.say == SAY_YES);
}

/* Handles WILL, WONT (side: PEER), DO or DONT (side: US). */
static shg_telnet_kind negotiate(shg_telnet_event *event, shg_telnet *telnet, uint8_t code)
{
    const bool on = telnet->command == CODE_WILL || telnet->command == CODE_DO;
    const shg_telnet_side side = telnet->command == CODE_DO || telnet->command == CODE_DONT
                                     ? SHG_TELNET_US
                                     : SHG_TELNET_PEER;
    const bool marked = telnet->marked;
    telnet->marked = false;
    telnet->speaks = true;
    size_t known = 0;
    while (known < SHG_TELNET_OPTIONS && options[known].code != code)
        known++;
    return known == SHG_TELNET_OPTIONS ? answer_unknown(event, telnet, side, code, on, marked)
                                       : follow(event, telnet, side, known, on);
}

/* Handles a terminal type: IS and the name. */
static shg_telnet_kind end_type(shg_telnet_event *event, shg_telnet *telnet)
{
    if (telnet->sub_bytes < 2 || telnet->sub[0] != 0 ||
        telnet->peer[SHG_TELNET_OPTION_TERMINAL_TYPE] != Q_YES || !may_answer(telnet))
        return SHG_TELNET_MORE;
    const size_t kept =
        telnet->sub_bytes < sizeof telnet->sub ? telnet->sub_bytes : sizeof telnet->sub;
    event->text = (const char *)telnet->sub + 1;
    event->text_bytes = kept - 1;
    return SHG_TELNET_TERMINAL;
}

static shg_telnet_kind end_sub(shg_telnet_event *event, shg_telnet *telnet)
{
    if (telnet->sub_option == options[SHG_TELNET_OPTION_TERMINAL_TYPE].code)
        return end_type(event, telnet);
    if (telnet->sub_option != options[SHG_TELNET_OPTION_WINDOW_SIZE].code ||
        telnet->sub_bytes != 4 || telnet->peer[SHG_TELNET_OPTION_WINDOW_SIZE] != Q_YES)
        return SHG_TELNET_MORE;
    const uint16_t columns = (uint16_t)(telnet->sub[0] << 8 | telnet->sub[1]);
    const uint16_t rows = (uint16_t)(telnet->sub[2] << 8 | telnet->sub[3]);
    if (columns == telnet->columns && rows == telnet->rows)
        return SHG_TELNET_MORE;
    telnet->columns = event->columns = columns;
    telnet->rows = event->rows = rows;
    return SHG_TELNET_WINDOW;
}

/* ---- lines ---- */

/* The messages below contain the bounds as numbers. */
static_assert(SHG_TELNET_LINE_BYTES_MAX == 1024, "said in take_data");
static_assert(SHG_TELNET_SUB_BYTES_MAX == 256, "said in take_sub");

static shg_telnet_kind fault(shg_telnet_event *event, shoogi_status status, size_t column,
                             const char *message)
{
    shg_error_set(&event->error, status, 1, column, "%s", message);
    return SHG_TELNET_FAULT;
}

/* The column of the next character of the line. */
static size_t column_of(const shg_telnet *telnet)
{
    return shg_utf8_length(telnet->line ? telnet->line : "", telnet->line_bytes) + 1;
}

/* Drops the line and skips the rest of it. */
static shg_telnet_kind give_line_up(shg_telnet_event *event, shg_telnet *telnet,
                                    shoogi_status status, const char *message)
{
    const size_t column = column_of(telnet);
    drop_line(telnet);
    telnet->skipping = true;
    return fault(event, status, column, message);
}

/* The initial size: large enough that a password is never reallocated, which would leave a copy. */
enum { LINE_ROOM = 256 };

static bool make_room(shg_telnet *telnet)
{
    if (telnet->line_bytes + 2u <= telnet->line_room)
        return true;
    const size_t most = SHG_TELNET_LINE_BYTES_MAX + 1;
    size_t room = telnet->line_room ? telnet->line_room * (size_t)4 : LINE_ROOM;
    if (room > most)
        room = most;
    char *grown = realloc(telnet->line, room);
    if (!grown)
        return false;
    telnet->line = grown;
    telnet->line_room = (uint16_t)room;
    return true;
}

/* Erases a character: a whole UTF-8 sequence if there is one, else a byte. */
static void erase_character(shg_telnet *telnet)
{
    for (size_t back = 1; back <= 4 && back <= telnet->line_bytes; back++) {
        uint32_t ignored;
        if (shg_utf8_read(&ignored, telnet->line + telnet->line_bytes - back, back) == back &&
            back > 1) {
            telnet->line_bytes = (uint16_t)(telnet->line_bytes - back);
            return;
        }
    }
    if (telnet->line_bytes > 0)
        telnet->line_bytes--;
}

shoogi_status shg_telnet_check_line(const char *line, size_t line_bytes, shoogi_error *err)
{
    size_t column = 1;
    for (size_t at = 0; at < line_bytes; column++) {
        uint32_t c;
        const size_t took = shg_utf8_read(&c, line + at, line_bytes - at);
        if (c == 0xFFFD && took == 1)
            return shg_error_set(err, SHOOGI_PARSE_ERROR, 1, column,
                                 "expected text in UTF-8, found the byte 0x%02X",
                                 (unsigned)(uint8_t)line[at]);
        if (c < 0x20 || (c >= 0x7F && c < 0xA0))
            return shg_error_set(err, SHOOGI_PARSE_ERROR, 1, column,
                                 "expected printable text, found the control character 0x%02X",
                                 (unsigned)c);
        at += took;
    }
    return SHOOGI_OK;
}

static shg_telnet_kind end_line(shg_telnet_event *event, shg_telnet *telnet)
{
    if (telnet->skipping) {
        telnet->skipping = false;
        return SHG_TELNET_MORE;
    }
    telnet->delivered = true;
    const char *text = telnet->line ? telnet->line : "";
    const size_t bytes = telnet->line_bytes;
    if (shg_telnet_check_line(text, bytes, &event->error) != SHOOGI_OK)
        return SHG_TELNET_FAULT;
    if (telnet->line)
        telnet->line[bytes] = '\0';
    event->text = text;
    event->text_bytes = bytes;
    return SHG_TELNET_LINE;
}

/* Reports a key as a line. */
static shg_telnet_kind take_key(shg_telnet_event *event, shg_telnet *telnet, uint8_t byte)
{
    if (shg_key_sequence(&telnet->keys, byte))
        return SHG_TELNET_MORE;
    if (byte == KEY_INTERRUPT)
        return may_answer(telnet) ? SHG_TELNET_INTERRUPT : SHG_TELNET_MORE;
    const bool shows = byte >= 0x20 && byte != KEY_DEL;
    const bool continues = (byte & 0xC0) == 0x80; /* of a character already reported */
    if (!shows || continues)
        return SHG_TELNET_MORE;
    if (!make_room(telnet))
        return give_line_up(event, telnet, SHOOGI_NO_MEMORY, "out of memory: the line is lost");
    telnet->line[telnet->line_bytes++] = byte < 0x80 ? (char)byte : '?';
    return end_line(event, telnet);
}

static shg_telnet_kind tell_byte(shg_telnet_event *event, uint8_t byte)
{
    event->byte = byte;
    return SHG_TELNET_BYTE;
}

static shg_telnet_kind take_data(shg_telnet_event *event, shg_telnet *telnet, uint8_t byte)
{
    const bool ended = telnet->after_cr && (byte == '\n' || byte == '\0');
    telnet->after_cr = telnet->marked = false;
    if (ended)
        return SHG_TELNET_MORE;
    if (byte == '\r' || byte == '\n') {
        telnet->after_cr = byte == '\r';
        telnet->keys = 0;
        telnet->answers_left = SHG_TELNET_ANSWERS_MAX;
        return bytes_act(telnet) ? tell_byte(event, '\r') : end_line(event, telnet);
    }
    if (bytes_act(telnet))
        return tell_byte(event, byte);
    if (telnet->skipping)
        return SHG_TELNET_MORE;
    if (telnet->line_bytes == 0 && shg_telnet_keys_act(telnet))
        return take_key(event, telnet, byte);
    if (shg_telnet_character_mode(telnet)) {
        if (byte == KEY_BS || byte == KEY_DEL) {
            erase_character(telnet);
            return SHG_TELNET_MORE;
        }
        if (byte == KEY_KILL) {
            drop_line(telnet);
            return SHG_TELNET_MORE;
        }
    }
    if (telnet->line_bytes == SHG_TELNET_LINE_BYTES_MAX)
        return give_line_up(event, telnet, SHOOGI_LIMIT_EXCEEDED,
                            "expected a line of at most 1024 bytes, found more");
    if (!make_room(telnet))
        return give_line_up(event, telnet, SHOOGI_NO_MEMORY, "out of memory: the line is lost");
    telnet->line[telnet->line_bytes++] = byte == '\t' ? ' ' : (char)byte;
    return SHG_TELNET_MORE;
}

/* ---- bytes ---- */

static shg_telnet_kind take_command(shg_telnet_event *event, shg_telnet *telnet, uint8_t byte)
{
    telnet->state = STATE_DATA;
    switch (byte) {
    case CODE_IAC: return take_data(event, telnet, byte);
    case CODE_SB: telnet->state = STATE_SUB_OPTION; return SHG_TELNET_MORE;
    case CODE_WILL:
    case CODE_WONT:
    case CODE_DO:
    case CODE_DONT:
        telnet->command = byte;
        telnet->state = STATE_OPTION;
        return SHG_TELNET_MORE;
    case CODE_EC:
        if (bytes_act(telnet))
            return tell_byte(event, KEY_DEL);
        erase_character(telnet);
        return SHG_TELNET_MORE;
    case CODE_EL:
        if (bytes_act(telnet))
            return tell_byte(event, KEY_KILL);
        drop_line(telnet);
        return SHG_TELNET_MORE;
    case CODE_IP:
    case CODE_BRK:
    case CODE_ABORT:
        drop_line(telnet);
        if (!may_answer(telnet))
            return SHG_TELNET_MORE;
        telnet->marked = telnet->interrupted = true;
        return reply(event, telnet, SHG_TELNET_US, TIMING_MARK, true);
    case CODE_AO: return may_answer(telnet) ? SHG_TELNET_ABORT_OUTPUT : SHG_TELNET_MORE;
    case CODE_AYT: return may_answer(telnet) ? SHG_TELNET_ARE_YOU_THERE : SHG_TELNET_MORE;
    case CODE_EOF: return may_answer(telnet) ? SHG_TELNET_END : SHG_TELNET_MORE;
    default:
        /* NOP, GA, DM (we discard nothing, so there is nothing to synchronise), SUSP, a stray SE and
         * undefined codes have no effect: RFC 854. */
        return SHG_TELNET_MORE;
    }
}

static shg_telnet_kind take_sub(shg_telnet_event *event, shg_telnet *telnet, uint8_t byte)
{
    if (telnet->sub_bytes == SHG_TELNET_SUB_BYTES_MAX) {
        const size_t column = column_of(telnet);
        drop_line(telnet);
        telnet->state = STATE_LOST;
        return fault(event, SHOOGI_LIMIT_EXCEEDED, column,
                     "expected the end of a telnet subnegotiation within 256 bytes, found more");
    }
    if (telnet->sub_bytes < sizeof telnet->sub)
        telnet->sub[telnet->sub_bytes] = byte;
    telnet->sub_bytes++;
    telnet->state = STATE_SUB;
    return SHG_TELNET_MORE;
}

/* A subnegotiation this long has probably lost its end.  A line end terminates it, too, so that the user's input works
 * again. */
static shg_telnet_kind take_lost(shg_telnet *telnet, uint8_t byte)
{
    const bool ended =
        telnet->state == STATE_LOST_IAC ? byte == CODE_SE : byte == '\n' || byte == '\r';
    telnet->after_cr = ended && byte == '\r';
    if (ended)
        telnet->state = STATE_DATA;
    else
        telnet->state =
            byte == CODE_IAC && telnet->state == STATE_LOST ? STATE_LOST_IAC : STATE_LOST;
    return SHG_TELNET_MORE;
}

static shg_telnet_kind take_byte(shg_telnet_event *event, shg_telnet *telnet, uint8_t byte)
{
    switch (telnet->state) {
    case STATE_DATA:
        if (byte != CODE_IAC)
            return take_data(event, telnet, byte);
        telnet->state = STATE_IAC;
        return SHG_TELNET_MORE;
    case STATE_IAC: return take_command(event, telnet, byte);
    case STATE_OPTION: telnet->state = STATE_DATA; return negotiate(event, telnet, byte);
    case STATE_SUB_OPTION:
        telnet->sub_option = byte;
        telnet->sub_bytes = 0;
        /* "IAC SB IAC SE" has no option, but ends the subnegotiation. */
        telnet->state = byte == CODE_IAC ? STATE_SUB_IAC : STATE_SUB;
        return SHG_TELNET_MORE;
    case STATE_SUB:
        if (byte != CODE_IAC)
            return take_sub(event, telnet, byte);
        telnet->state = STATE_SUB_IAC;
        return SHG_TELNET_MORE;
    case STATE_LOST:
    case STATE_LOST_IAC: return take_lost(telnet, byte);
    default:
        assert(telnet->state == STATE_SUB_IAC);
        if (byte == CODE_IAC)
            return take_sub(event, telnet, byte);
        if (byte == CODE_SE) {
            telnet->state = STATE_DATA;
            return end_sub(event, telnet);
        }
        /* RFC 855 allows only SE and IAC here.  Another command means that SE was lost. */
        return take_command(event, telnet, byte);
    }
}

size_t shg_telnet_feed(shg_telnet_event *event, shg_telnet *telnet, const char *bytes, size_t count)
{
    event->kind = SHG_TELNET_MORE;
    event->text = NULL;
    event->text_bytes = 0;
    event->columns = event->rows = 0;
    event->error.status = SHOOGI_OK;
    if (telnet->delivered)
        drop_line(telnet);
    if (telnet->interrupted) {
        telnet->interrupted = false;
        event->kind = SHG_TELNET_INTERRUPT;
        return 0;
    }
    size_t at = 0;
    while (at < count && event->kind == SHG_TELNET_MORE)
        event->kind = take_byte(event, telnet, (uint8_t)bytes[at++]);
    return at;
}

void shg_telnet_write(shg_out *out, const char *text, size_t text_bytes)
{
    size_t plain = 0; /* start of the bytes to write unchanged */
    for (size_t i = 0; i < text_bytes; i++) {
        const uint8_t byte = (uint8_t)text[i];
        if (byte != '\n' && byte != '\r' && byte != CODE_IAC)
            continue;
        if (byte == '\r' && i + 1 < text_bytes && text[i + 1] == '\n') {
            i++; /* already CR LF */
            continue;
        }
        shg_out_bytes(out, text + plain, i - plain);
        plain = i + 1;
        if (byte == '\n')
            shg_out_bytes(out, "\r\n", 2);
        else if (byte == '\r')
            shg_out_bytes(out, "\r\0", 2);
        else
            shg_out_bytes(out, "\xFF\xFF", 2);
    }
    shg_out_bytes(out, text + plain, text_bytes - plain);
}

/* ---- another program ---- */

static void save_options(shg_out *json, const char *name, const uint8_t states[SHG_TELNET_OPTIONS])
{
    char text[SHG_TELNET_OPTIONS];
    for (size_t i = 0; i < SHG_TELNET_OPTIONS; i++)
        text[i] = (char)('0' + states[i]);
    shg_json_bytes(json, name, text, sizeof text);
}

static bool restore_options(uint8_t states[SHG_TELNET_OPTIONS], const shg_json *json, size_t object,
                            const char *name)
{
    char text[SHG_TELNET_OPTIONS + 1];
    shg_field_copy(text, sizeof text, json, object, name);
    for (size_t i = 0; i < SHG_TELNET_OPTIONS; i++) {
        if (text[i] < '0' + Q_NO || text[i] > '0' + Q_WANT_YES_OPPOSITE)
            return false;
        states[i] = (uint8_t)(text[i] - '0');
    }
    return true;
}

void shg_telnet_save(shg_out *json, const shg_telnet *telnet)
{
    save_options(json, "us", telnet->us);
    save_options(json, "peer", telnet->peer);
    shg_json_number(json, "columns", telnet->columns);
    shg_json_number(json, "rows", telnet->rows);
    shg_json_flag(json, "speaks", telnet->speaks);
    shg_json_flag(json, "skipping", telnet->skipping);
    shg_json_flag(json, "after_cr", telnet->after_cr);
}

/* The command that has arrived in part. */
static void write_command(shg_out *bytes, const shg_telnet *telnet)
{
    if (telnet->state == STATE_DATA)
        return;
    shg_out_char(bytes, (char)CODE_IAC);
    if (telnet->state == STATE_OPTION)
        shg_out_char(bytes, (char)telnet->command);
    if (telnet->state <= STATE_OPTION)
        return;
    shg_out_char(bytes, (char)CODE_SB);
    if (telnet->state == STATE_SUB_OPTION)
        return;
    const bool lost = telnet->state >= STATE_LOST;
    const size_t count = lost ? SHG_TELNET_SUB_BYTES_MAX + 1 : telnet->sub_bytes;
    shg_out_char(bytes, (char)telnet->sub_option);
    for (size_t i = 0; i < count; i++) { /* what is not kept does not matter */
        const uint8_t byte = !lost && i < sizeof telnet->sub ? telnet->sub[i] : 0;
        shg_out_char(bytes, (char)byte);
        if (byte == CODE_IAC)
            shg_out_char(bytes, (char)byte);
    }
    if (telnet->state == STATE_SUB_IAC || telnet->state == STATE_LOST_IAC)
        shg_out_char(bytes, (char)CODE_IAC);
}

void shg_telnet_rest(shg_out *bytes, const shg_telnet *telnet)
{
    for (size_t i = 0; i < telnet->line_bytes && !telnet->delivered; i++) {
        shg_out_char(bytes, telnet->line[i]);
        if ((uint8_t)telnet->line[i] == CODE_IAC)
            shg_out_char(bytes, telnet->line[i]);
    }
    write_command(bytes, telnet);
}

bool shg_telnet_restore(shg_telnet *telnet, const shg_json *json, size_t object)
{
    const int64_t columns = shg_field_number(json, object, "columns", 0);
    const int64_t rows = shg_field_number(json, object, "rows", 0);
    if (columns < 0 || columns > UINT16_MAX || rows < 0 || rows > UINT16_MAX ||
        !restore_options(telnet->us, json, object, "us") ||
        !restore_options(telnet->peer, json, object, "peer"))
        return false;
    telnet->columns = (uint16_t)columns;
    telnet->rows = (uint16_t)rows;
    telnet->speaks = shg_field_is_set(json, object, "speaks");
    telnet->skipping = shg_field_is_set(json, object, "skipping");
    telnet->after_cr = shg_field_is_set(json, object, "after_cr");
    return true;
}
