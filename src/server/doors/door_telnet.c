#include "server/doors/door_telnet.h"

#include "base/json_fields.h"
#include "base/json_write.h"
#include "server/doors/part.h"
#include "server/loop/host.h"
#include "server/loop/socket_setup.h"
#include "server/loop/test_settings.h"
#include "wire/line_edit.h"
#include "wire/telnet.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { KEY_INTERRUPT = 0x03 };

typedef struct telnet_door {
    shg_connection connection; /* must be first */
    shg_session *session;
    struct bufferevent *bev;
    shg_telnet telnet;
    shg_line_edit edit;
    const char *prompt;    /* the session's, for the line being typed */
    uint8_t typing;        /* shg_typing of that line */
    shg_deadline pace;     /* until it may have come to resumes_ms */
    int64_t resumes_ms;    /* too many lines came: the next is read at this time */
    unsigned lines;        /* handled, and not yet charged */
    bool connected;        /* the TLS handshake, if any, is over */
    bool speaks;           /* the peer has sent a telnet command */
    bool echo, characters; /* last requested: that we echo, and that it sends each key */
    bool refused;          /* it refused one of the two */
    bool editing;          /* it is in character mode, and lines are edited here */
    bool typed;            /* the line is to be drawn again */
    bool pumping;          /* pump is on the stack */
    bool full;             /* enough input is buffered: reading is paused */
    bool ended;            /* the peer has closed its side */
    bool draining;         /* the server stops */
    unsigned notices;      /* the number of the last notice of server->drain that was shown */
    bool finishing;        /* reading is over; the connection closes when all is sent */
    bool lingering;        /* all is sent; the peer gets time to read it */
} telnet_door;

static size_t waiting_output(const telnet_door *d)
{
    return evbuffer_get_length(bufferevent_get_output(d->bev));
}

static size_t waiting_input(const telnet_door *d)
{
    return evbuffer_get_length(bufferevent_get_input(d->bev));
}

/* ---- output ---- */

static void send_bytes(telnet_door *d, const char *bytes, size_t count)
{
    if (d->connection.doomed || d->lingering || count == 0)
        return;
    /* Commands pause long before this. So much output comes from other players to a client that
     * does not read. */
    if (waiting_output(d) + count > SHG_OUTPUT_BYTES_MAX ||
        bufferevent_write(d->bev, bytes, count) != 0)
        shg_connection_doom(&d->connection);
}

static void door_write(shg_session *session, const char *text, size_t text_bytes)
{
    telnet_door *d = session->carrier;
    char wire[2048];
    while (text_bytes > 0 && !d->connection.doomed) {
        const size_t some = text_bytes < sizeof wire / 2 - 1 ? text_bytes : sizeof wire / 2 - 1;
        shg_out out = shg_out_make(wire, sizeof wire);
        shg_telnet_write(&out, text, some);
        send_bytes(d, wire, out.length);
        text += some;
        text_bytes -= some;
    }
}

static void ask(telnet_door *d, shg_telnet_side side, shg_telnet_option option, bool on)
{
    char request[3];
    send_bytes(d, request, shg_telnet_ask(request, &d->telnet, side, option, on));
}

/* ---- typing ---- */

/* Chooses what to request from the peer: that we echo, and that it sends each key. A client that
 * accepts both goes to character mode and lines are edited here, whatever the client program is.
 * A client that accepts only one is left in line mode. */
static void negotiate(telnet_door *d)
{
    const bool speaks = shg_telnet_speaks(&d->telnet);
    if (speaks && !d->speaks)
        ask(d, SHG_TELNET_PEER, SHG_TELNET_OPTION_TERMINAL_TYPE, true);
    d->speaks = speaks;
    const bool edits = d->session->settings.value[SHG_SET_EDIT] == SHG_ON;
    const bool characters = speaks && !d->refused && (edits || d->typing == SHG_TYPING_KEYS);
    const bool echo = characters || d->typing == SHG_TYPING_HIDDEN;
    if (echo != d->echo)
        ask(d, SHG_TELNET_US, SHG_TELNET_OPTION_ECHO, echo);
    if (characters != d->characters)
        ask(d, SHG_TELNET_US, SHG_TELNET_OPTION_SUPPRESS_GO_AHEAD, characters);
    d->echo = echo;
    d->characters = characters;
    const shg_telnet_state echoes =
        shg_telnet_option_state(&d->telnet, SHG_TELNET_US, SHG_TELNET_OPTION_ECHO);
    const shg_telnet_state at_once =
        shg_telnet_option_state(&d->telnet, SHG_TELNET_US, SHG_TELNET_OPTION_SUPPRESS_GO_AHEAD);
    const bool answered = echoes != SHG_TELNET_ASKED && at_once != SHG_TELNET_ASKED;
    const bool agreed = echoes == SHG_TELNET_ON && at_once == SHG_TELNET_ON;
    d->editing = characters && edits && agreed;
    if (characters && answered && !agreed) {
        d->refused = true;
        negotiate(d); /* withdraws what was agreed */
    }
}

static void tell(telnet_door *d, void (*write)(shg_out *out, shg_line_edit *edit))
{
    shg_out out = shg_out_growing();
    write(&out, &d->edit);
    shg_say_bytes(d->session, out.bytes, out.spent ? 0 : out.length);
    free(out.bytes);
}

/* The prompt, and the line typed so far. */
static void put_prompt(telnet_door *d)
{
    if (d->editing && d->typing != SHG_TYPING_KEYS) {
        shg_telnet_set_input(&d->telnet, SHG_TELNET_BYTES);
        shg_line_edit_prompt(&d->edit,
                             &(shg_edit_prompt){ .text = d->prompt,
                                                 .hidden = d->typing == SHG_TYPING_HIDDEN,
                                                 .recalls = d->typing == SHG_TYPING_COMMAND });
        tell(d, shg_line_edit_show);
        return;
    }
    const bool keys = d->typing == SHG_TYPING_KEYS;
    shg_telnet_set_input(&d->telnet, keys ? SHG_TELNET_KEYS : SHG_TELNET_LINES);
    shg_line_edit_drop(&d->edit);
    shg_say(d->session, "%s", d->prompt);
}

static void door_prompt(shg_session *session, const char *text, shg_typing typing)
{
    telnet_door *d = session->carrier;
    d->prompt = text;
    d->typing = (uint8_t)typing;
    negotiate(d);
    put_prompt(d);
}

static void door_interject(shg_session *session)
{
    telnet_door *d = session->carrier;
    if (d->edit.begun)
        tell(d, shg_line_edit_hide);
    else
        shg_say(session, "\n");
}

/* The peer sent a telnet command, which may change how the current line is typed. */
static void renegotiate(telnet_door *d)
{
    const bool was_editing = d->editing;
    negotiate(d);
    if (d->editing == was_editing || d->typing == SHG_TYPING_KEYS)
        return;
    if (d->editing)
        shg_say(d->session, "\r"); /* the prompt is already there */
    else
        shg_say(d->session, "\n");
    put_prompt(d);
}

/* ---- closing ---- */

/* All is sent. Closing while the peer is still typing would make the kernel reset the
 * connection, and the last output could be lost. */
static void linger(telnet_door *d)
{
    if (d->lingering)
        return;
    d->lingering = true;
    shg_connection_linger(&d->connection, d->bev, d->ended);
}

/* Pauses or resumes reading, depending on how much input is buffered. */
static void limit_input(telnet_door *d)
{
    const bool full = d->connection.server->pausing ||
                      waiting_input(d) >= (size_t)shg_test_bound(SHG_INPUT_BYTES_MAX, 1);
    shg_connection_hold_back(d->bev, &d->full, full);
}

static void finish(telnet_door *d)
{
    if (d->finishing)
        return;
    d->finishing = true;
    (void)shg_connection_take(&d->connection, bufferevent_get_input(d->bev), waiting_input(d));
    limit_input(d);
    if (waiting_output(d) == 0)
        linger(d);
}

static void door_finish(shg_session *session)
{
    finish(session->carrier);
}

static telnet_door *door_of(const shg_connection *connection)
{
    return (telnet_door *)(void *)(uintptr_t)connection;
}

static void close_door(shg_connection *connection)
{
    telnet_door *d = door_of(connection);
    shg_deadline_stop(&d->pace);
    shg_session_gone(d->session);
    shg_telnet_fini(&d->telnet);
    shg_line_edit_fini(&d->edit);
    bufferevent_free(d->bev);
    shg_connection_fini(connection);
    free(d);
}

static void say_and_quit(telnet_door *d, const char *why)
{
    shg_say(d->session, "\n%s\n", shg_text_in(shg_session_language(d->session), why));
    shg_session_quit(d->session);
    finish(d);
}

static void on_deadline(void *context)
{
    telnet_door *d = context;
    if (!d->connected)
        shg_connection_doom(&d->connection);
    else if (!d->session->online && !d->finishing)
        say_and_quit(d, SHG_TEXT("You did not log in within the time allowed.  Goodbye."));
}

/* ---- input ---- */

/* Handles a line, or a fault of it. */
static void handle_line(telnet_door *d, const char *line, size_t line_bytes)
{
    shoogi_error err;
    d->lines++;
    shg_say(d->session, "\n");
    if (shg_telnet_check_line(line, line_bytes, &err) == SHOOGI_OK)
        shg_session_line(d->session, line, line_bytes);
    else
        shg_session_fault(d->session, &err);
}

static void handle_key(telnet_door *d, uint8_t byte)
{
    const shg_edit_kind kind = shg_line_edit_key(&d->edit, byte);
    d->typed = true;
    if (kind == SHG_EDIT_MORE)
        return;
    tell(d, shg_line_edit_done);
    switch (kind) {
    case SHG_EDIT_MORE: break;
    case SHG_EDIT_LINE: handle_line(d, d->edit.line ? d->edit.line : "", d->edit.line_bytes); break;
    case SHG_EDIT_INTERRUPT:
        if (shg_session_interrupt(d->session))
            break;
        shg_say(d->session, "\n");
        put_prompt(d);
        break;
    case SHG_EDIT_END: say_and_quit(d, SHG_TEXT("Goodbye.")); break;
    }
}

static void set_window(telnet_door *d)
{
    shg_line_edit_window(&d->edit, d->telnet.columns,
                         d->session->terminal >= SHG_TERMINAL_ATTRIBUTES);
    d->typed = true;
}

/* Sends a text in the middle of a line being typed. */
static void say_mid_line(telnet_door *d, const char *text)
{
    door_interject(d->session);
    shg_say(d->session, "%s", shg_text_in(shg_session_language(d->session), text));
    if (d->edit.begun)
        d->typed = true;
    else
        put_prompt(d);
}

static void handle_event(telnet_door *d, const shg_telnet_event *event)
{
    shg_session *s = d->session;
    switch (event->kind) {
    case SHG_TELNET_MORE: break;
    case SHG_TELNET_LINE:
        d->lines++;
        shg_line_edit_drop(&d->edit); /* it began before lines were edited here */
        if (d->typing == SHG_TYPING_HIDDEN || shg_telnet_keys_act(&d->telnet))
            shg_say(s, "\n"); /* in character mode we echo the end of the line */
        shg_session_line(s, event->text, event->text_bytes);
        break;
    case SHG_TELNET_BYTE: handle_key(d, event->byte); break;
    case SHG_TELNET_FAULT:
        d->lines++;
        if (d->edit.begun || d->typing == SHG_TYPING_HIDDEN)
            door_interject(s);
        shg_session_fault(s, &event->error);
        break;
    case SHG_TELNET_REPLY: send_bytes(d, event->text, event->text_bytes); break;
    case SHG_TELNET_TERMINAL:
        s->terminal = (uint8_t)shg_terminal_of(event->text, event->text_bytes);
        set_window(d);
        break;
    case SHG_TELNET_WINDOW:
        s->rows = event->rows;
        s->columns = event->columns;
        set_window(d);
        break;
    case SHG_TELNET_INTERRUPT:
        if (d->edit.begun)
            handle_key(d, KEY_INTERRUPT);
        else
            shg_session_interrupt(s);
        break;
    case SHG_TELNET_ABORT_OUTPUT: /* the waiting input may contain a move: discard nothing */ break;
    case SHG_TELNET_ARE_YOU_THERE: say_mid_line(d, SHG_TEXT("[yes]\n")); break;
    case SHG_TELNET_END: d->ended = true; break;
    }
    if (event->kind == SHG_TELNET_MORE || event->kind == SHG_TELNET_REPLY)
        renegotiate(d);
}

/* Handles one event of the input. False if there is none. */
static bool handle_input(telnet_door *d)
{
    struct evbuffer *input = bufferevent_get_input(d->bev);
    struct evbuffer_iovec piece = { NULL, 0 };
    if (waiting_input(d) > 0)
        evbuffer_peek(input, -1, NULL, &piece, 1);
    shg_telnet_event event;
    const size_t took = shg_telnet_feed(&event, &d->telnet, piece.iov_base, piece.iov_len);
    d->session->typed_ms = shg_connection_take(&d->connection, input, took);
    handle_event(d, &event);
    return event.kind != SHG_TELNET_MORE || waiting_input(d) > 0;
}

static void next_turn(void *context);
static void pump(telnet_door *d);

/* ---- the budget of lines ---- */

static void on_pace(void *context)
{
    pump(context);
}

/* Charges the lines handled to the player, or to the address of guests and of those who have not signed in. Beyond
 * the budget each line puts off the next one of its connection until the count has faded by the excess, so
 * several connections of one owner wait for about equally long. */
static void charge(telnet_door *d)
{
    const shg_session *s = d->session;
    const shg_server *server = d->connection.server;
    const int64_t player = s->guest ? 0 : s->player;
    if (d->lines == 0 || server->local)
        return;
    const int64_t now_ms = shg_now_ms(server);
    const int64_t wait_ms = shg_rate_limit_charge(server->doors->calls, player, &s->address,
                                                  d->lines, SHG_CALLS_MAX, now_ms);
    d->lines = 0;
    if (wait_ms > 0)
        d->resumes_ms = now_ms + wait_ms;
}

/* Whether the next line has to wait. */
static bool paced(telnet_door *d)
{
    if (d->resumes_ms == 0 || d->draining || d->finishing)
        return false;
    const shg_server *server = d->connection.server;
    if (shg_now_ms(server) >= d->resumes_ms) {
        d->resumes_ms = 0;
        return false;
    }
    if (!d->pace.list)
        shg_deadline_start(&d->pace, &server->doors->deadlines[SHG_DEADLINE_LINES], on_pace, d);
    return true;
}

/* ---- turns ---- */

static const char *why_it_drains(const shg_server *server)
{
    return server->restores
               ? SHG_TEXT("The server restarts from a backup.  Log in again in a moment.")
           : shg_is_draining(server)
               ? SHG_TEXT("This server goes out of service.  Connect again to go on at another one.")
           : server->pausing ? SHG_TEXT("The server is being updated.  Log in again in a moment.")
                             : SHG_TEXT("The server is shutting down now.  Your games are saved.");
}

/* Works until the session or the peer must wait, or its turn of the loop is over. */
static void run(telnet_door *d, bool at_once)
{
    d->pumping = true;
    d->session->waiting_ms = 0;
    const int64_t began_us = shg_turn_now_us();
    bool more = true, waits = false;
    while (more && !waits && !d->connection.doomed && !d->finishing) {
        const shg_wants wants = shg_session_wants(d->session);
        if (wants == SHG_WANTS_NOTHING)
            break;
        if (d->draining) {
            say_and_quit(d, why_it_drains(d->connection.server));
            break;
        }
        if (d->connection.server->pausing) {
            waits = true;
            break;
        }
        if (waiting_output(d) > (size_t)shg_test_bound(SHG_OUTPUT_BYTES_PAUSE, 0))
            break; /* on_written continues */
        if (wants == SHG_WANTS_ROOM)
            shg_session_stream(d->session);
        else if ((waits = paced(d)))
            break;
        else if (!handle_input(d))
            more = false;
        charge(d);
        if (more && shg_turn_over(began_us)) {
            shg_connection_wait(&d->connection, next_turn, d);
            waits = true;
        }
    }
    if (d->typed && d->edit.begun && !d->connection.doomed && !d->finishing)
        tell(d, shg_line_edit_show);
    d->typed = false;
    d->pumping = false;
    shg_connection_used(&d->connection, began_us, at_once);
    if (waits)
        d->session->waiting_ms = shg_connection_waiting_ms(&d->connection);
    limit_input(d);
    if (d->ended && !more && !d->finishing) {
        shg_session_quit(d->session);
        finish(d);
    }
}

static void next_turn(void *context)
{
    run(context, false);
}

/* Works at once, or in its turn. */
static void pump(telnet_door *d)
{
    if (d->pumping)
        return; /* the pump further down the stack checks again */
    if (shg_turn_waits(&d->connection.turn)) {
        limit_input(d);
        return;
    }
    if (shg_connection_at_once(&d->connection)) {
        run(d, true);
        return;
    }
    d->session->waiting_ms = shg_connection_waiting_ms(&d->connection);
    limit_input(d);
    shg_connection_wait(&d->connection, next_turn, d);
}

static void door_go_on(shg_session *session)
{
    pump(session->carrier);
}

static void on_read(struct bufferevent *bev, void *context)
{
    telnet_door *d = context;
    struct evbuffer *input = bufferevent_get_input(bev);
    shg_connection_arrived(&d->connection, input);
    if (d->finishing)
        (void)shg_connection_take(&d->connection, input, waiting_input(d));
    else
        pump(d);
}

static void on_written(struct bufferevent *bev, void *context)
{
    (void)bev;
    telnet_door *d = context;
    if (!d->finishing)
        pump(d);
    else if (waiting_output(d) == 0)
        linger(d);
}

static void begin(telnet_door *d)
{
    d->connected = true;
    /* Any answer to this, even a refusal, shows that the peer speaks telnet. */
    ask(d, SHG_TELNET_PEER, SHG_TELNET_OPTION_WINDOW_SIZE, true);
    shg_session_begin(d->session);
}

static void on_event(struct bufferevent *bev, short what, void *context)
{
    (void)bev;
    telnet_door *d = context;
    if (what & BEV_EVENT_CONNECTED) {
        begin(d);
        return;
    }
    if (!d->connected || !shg_tls_half_closed(d->bev, what)) {
        /* An error, or the peer has stopped reading for too long. */
        shg_connection_doom(&d->connection);
        return;
    }
    d->ended = true;
    if (d->lingering)
        shg_connection_doom(&d->connection);
    else
        pump(d);
}

static void drain(shg_connection *connection)
{
    telnet_door *d = door_of(connection);
    d->draining = true;
    if (!d->connected || d->lingering)
        shg_connection_doom(connection);
    else
        pump(d);
}

/* ---- another server ---- */

static void tell_to_go(telnet_door *d)
{
    enum { MINUTE_MS = 60 * 1000 };
    const shg_server *server = d->connection.server;
    const int64_t left_ms = server->drain.ends_ms - shg_now_ms(server);
    const long long minutes = (left_ms + MINUTE_MS / 2) / MINUTE_MS;
    const shg_language language = shg_session_language(d->session);
    char when[160];
    snprintf(when, sizeof when,
             shg_text_in(language, minutes < 1 ? "This server goes out of service now."
                                   : minutes == 1
                                       ? "This server goes out of service in %lld minute."
                                       : "This server goes out of service in %lld minutes."),
             minutes);
    shg_notify(
        d->session, "%s  %s\n", when,
        shg_text_in(language, "Type QUIT and connect again: another one goes on with your games."));
    d->notices = server->drain.notices;
}

/* A player at a terminal has to connect again, so the server shows how long it stays. */
static shg_leaving send_away(shg_connection *connection)
{
    telnet_door *d = door_of(connection);
    if (!d->session->online || d->draining)
        drain(connection);
    else if (d->notices != connection->server->drain.notices)
        tell_to_go(d);
    return SHG_LEAVES_LATER;
}

/* ---- another program ---- */

static void pause_door(shg_connection *connection)
{
    telnet_door *d = door_of(connection);
    if (connection->server->pausing)
        limit_input(d);
    else if (!d->finishing)
        pump(d);
}

static shg_readiness readiness(const shg_connection *connection)
{
    const telnet_door *d = door_of(connection);
    if (connection->doomed || d->finishing || d->session->quitting)
        return SHG_ENDING;
    return d->session->busy > 0 ? SHG_BUSY : SHG_READY;
}

/* The line that is edited here. */
static void save_edit(shg_out *json, const telnet_door *d)
{
    const shg_line_edit *edit = &d->edit;
    if (edit->begun && (d->typing == SHG_TYPING_COMMAND || d->typing == SHG_TYPING_ANSWER)) {
        shg_json_hex(json, "typed", edit->line, edit->at);
        shg_json_hex(json, "typed_after", edit->line ? edit->line + edit->at : "",
                     (size_t)(edit->line_bytes - edit->at));
        shg_json_flag(json, "cut", edit->first > 0 || edit->torn > 0 || !edit->drawn);
    }
    shg_json_hex(json, "history", edit->history, edit->history_bytes);
}

static void hand_over(shg_handover_out *out, const shg_connection *connection)
{
    const telnet_door *d = door_of(connection);
    shg_out *json = &out->text;
    shg_out rest = { .grows = true, .secret = true };
    shg_telnet_rest(&rest, &d->telnet);
    shg_handover_open(out, "telnet");
    shg_connection_save(out, connection, d->bev, &rest);
    shg_out_wipe(&rest);
    shg_json_open(json, "telnet", '{');
    shg_telnet_save(json, &d->telnet);
    shg_json_close(json, '}');
    shg_json_flag(json, "known", d->speaks);
    shg_json_flag(json, "echo", d->echo);
    shg_json_flag(json, "characters", d->characters);
    shg_json_flag(json, "refused", d->refused);
    save_edit(json, d);
    shg_session_save(json, d->session);
    shg_handover_close(out);
}

static void type_bytes(telnet_door *d, const shg_json *json, const char *name)
{
    size_t count;
    char *bytes = shg_field_hex(&count, json, 0, name);
    for (size_t i = 0; i < count && (unsigned char)bytes[i] >= ' '; i++)
        (void)shg_line_edit_key(&d->edit, (uint8_t)bytes[i]);
    if (bytes)
        shg_wipe(bytes, count);
    free(bytes);
}

/* As put_prompt, but the prompt is on the screen. */
static void door_resume(shg_session *session, const char *text, shg_typing typing)
{
    telnet_door *d = session->carrier;
    d->prompt = text;
    d->typing = (uint8_t)typing;
    negotiate(d);
    if (!d->editing || typing == SHG_TYPING_KEYS)
        return;
    shg_telnet_set_input(&d->telnet, SHG_TELNET_BYTES);
    shg_line_edit_prompt(&d->edit, &(shg_edit_prompt){ .text = text,
                                                       .hidden = typing == SHG_TYPING_HIDDEN,
                                                       .recalls = typing == SHG_TYPING_COMMAND });
    d->typed = true;
}

/* The row is on the screen. Only where it shows a part of a long line it is drawn again, as that part may be another. */
static void restore_edit(telnet_door *d, const shg_json *json)
{
    enum { KEY_HOME = 0x01 };
    if (!d->typed)
        return;
    d->typed = false;
    type_bytes(d, json, "typed_after");
    (void)shg_line_edit_key(&d->edit, KEY_HOME);
    type_bytes(d, json, "typed");
    if (shg_field_is_set(json, 0, "cut")) {
        shg_say(d->session, "\r");
        tell(d, shg_line_edit_show);
        return;
    }
    shg_out unsent = shg_out_growing();
    shg_line_edit_show(&unsent, &d->edit);
    free(unsent.bytes);
}

/* Everything but what needs the session to speak. */
static bool restore_state(telnet_door *d, const shg_json *json)
{
    size_t bytes;
    char *history = shg_field_hex(&bytes, json, 0, "history");
    if (history)
        (void)shg_line_edit_remember(&d->edit, history, bytes);
    free(history);
    d->speaks = shg_field_is_set(json, 0, "known");
    d->echo = shg_field_is_set(json, 0, "echo");
    d->characters = shg_field_is_set(json, 0, "characters");
    d->refused = shg_field_is_set(json, 0, "refused");
    const size_t telnet = shg_json_member(json, 0, "telnet");
    const bool good = telnet > 0 && shg_telnet_restore(&d->telnet, json, telnet) &&
                      shg_connection_restore(&d->connection, d->bev, json) &&
                      shg_session_restore(d->session, json);
    set_window(d);
    d->typed = false;
    return good;
}

/* ---- connecting ---- */

static const shg_door door = {
    .write = door_write,
    .prompt = door_prompt,
    .resume = door_resume,
    .interject = door_interject,
    .go_on = door_go_on,
    .finish = door_finish,
};

static const shg_connection_kind door_kind = { .close = close_door,
                                               .drain = drain,
                                               .pause = pause_door,
                                               .readiness = readiness,
                                               .hand_over = hand_over,
                                               .send_away = send_away };

/* A door for a connection; NULL without a place or memory, and the connection is refused. */
static telnet_door *new_door(shg_server *server, int fd, const shg_address *from)
{
    telnet_door *d = calloc(1, sizeof *d);
    const char *refusal = "The server is out of memory.\r\n";
    if (!d || !shg_connection_init(&d->connection, server, from, &refusal)) {
        shg_socket_refuse(fd, server->tls ? "" : refusal);
        free(d);
        return NULL;
    }
    d->connection.kind = &door_kind;
    shg_telnet_init(&d->telnet);
    shg_line_edit_init(&d->edit);
    shg_socket_setup(fd, true);
    d->bev = shg_tls_bufferevent(server->tls, server->base, fd);
    if (!d->bev ||
        shg_session_new(&d->session, server, &door, d,
                        *shg_address_count_key(d->connection.address_count)) != SHOOGI_OK) {
        if (d->bev)
            bufferevent_free(d->bev);
        else
            evutil_closesocket(fd);
        shg_connection_fini(&d->connection);
        free(d);
        return NULL;
    }
    bufferevent_setcb(d->bev, on_read, on_written, on_event, d);
    bufferevent_setwatermark(d->bev, EV_WRITE, SHG_OUTPUT_BYTES_RESUME, 0);
    const struct timeval write_timeout = { .tv_sec = SHG_WRITE_TIMEOUT_MS / 1000 };
    bufferevent_set_timeouts(d->bev, NULL, &write_timeout);
    bufferevent_enable(d->bev, EV_READ | EV_WRITE);
    shg_deadline_start(&d->connection.deadline, &server->doors->deadlines[SHG_DEADLINE_LOGIN],
                       on_deadline, d);
    return d;
}

void shg_telnet_accepted(void *context, int fd, const shg_address *from)
{
    shg_server *server = context;
    telnet_door *d = new_door(server, fd, from);
    if (!d)
        return;
    server->metrics.counts[SHG_COUNT_telnet_accepted]++;
    if (!server->tls)
        begin(d);
}

void shg_telnet_restore_door(shg_server *server, int fd, const shg_json *json)
{
    shg_address from;
    if (!shg_connection_peer(&from, fd)) {
        close(fd);
        return;
    }
    telnet_door *d = new_door(server, fd, &from);
    if (!d)
        return;
    d->connected = true;
    if (!restore_state(d, json)) {
        shg_connection_doom(&d->connection);
        return;
    }
    shg_session_resume(d->session, json);
    restore_edit(d, json);
    d->session->waiting_ms = shg_connection_waiting_ms(&d->connection);
    limit_input(d);
    shg_connection_wait(&d->connection, next_turn, d);
}
