/* people.h: a server on rows in memory and a few people at it, each at a telnet terminal that is watched: for the
 * fuzz targets that type.
 *
 * What reaches a terminal must be text in the code that its player has set, whole signs and whole escape sequences
 * only: no control character but the end of a line, no sign that turns the direction of writing, and no escape
 * sequence but those that switch between the sets of ISO-2022-JP and, for a player who has set how pieces look, those of
 * SET BLACK and its like.  These are the rules of terminals, told here once more, apart from proto/display.c. */
#ifndef SHOOGI_FUZZ_PEOPLE_H
#define SHOOGI_FUZZ_PEOPLE_H

#include "own_server.h"
#include "wire/telnet.h"
#include "server/commands/dispatch.h"
#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

typedef struct person {
    const char *name;
    shg_session *session;
    shg_telnet telnet;
    bool finished;
} person;

enum { PEOPLE = 3 };

static person people[PEOPLE] = { { .name = "Anna" }, { .name = "Bert" }, { .name = "Carl" } };

/* ---- what may reach a terminal ---- */

static inline bool between(unsigned c, unsigned first, unsigned last)
{
    return c >= first && c <= last;
}

/* Bytes of the sign at the beginning of text: a printable one of the code; 0 if there is none. */
static size_t sign_ascii(const uint8_t *text, size_t left)
{
    return left > 0 && between(text[0], 0x20, 0x7E);
}

static size_t sign_utf_8(const uint8_t *text, size_t left)
{
    uint32_t c;
    const size_t took = shg_utf8_read(&c, (const char *)text, left);
    const bool ill_formed = c == 0xFFFD && (took != 3 || memcmp(text, "\xEF\xBF\xBD", 3) != 0);
    const bool control = c < 0x20 || between(c, 0x7F, 0x9F) || c == 0x2028 || c == 0x2029;
    const bool turns = c == 0x061C || c == 0x200E || c == 0x200F || between(c, 0x202A, 0x202E) ||
                       between(c, 0x2066, 0x2069);
    return ill_formed || control || turns ? 0 : took;
}

static size_t sign_euc(const uint8_t *text, size_t left)
{
    if (left >= 2 && text[0] == 0x8E)
        return between(text[1], 0xA1, 0xDF) ? 2 : 0;
    if (left >= 3 && text[0] == 0x8F)
        return between(text[1], 0xA1, 0xFE) && between(text[2], 0xA1, 0xFE) ? 3 : 0;
    if (left >= 2 && between(text[0], 0xA1, 0xFE))
        return between(text[1], 0xA1, 0xFE) ? 2 : 0;
    return sign_ascii(text, left);
}

static size_t sign_shift_jis(const uint8_t *text, size_t left)
{
    if (left >= 1 && between(text[0], 0xA1, 0xDF))
        return 1;
    if (left >= 2 && (between(text[0], 0x81, 0x9F) || between(text[0], 0xE0, 0xFC)))
        return between(text[1], 0x40, 0xFC) && text[1] != 0x7F ? 2 : 0;
    return sign_ascii(text, left);
}

/* While a set of two bytes a sign is switched on. */
static size_t sign_pair(const uint8_t *text, size_t left)
{
    return left >= 2 && between(text[0], 0x21, 0x7E) && between(text[1], 0x21, 0x7E) ? 2 : 0;
}

/* ESC [ digits and semicolons m: bytes, or 0. */
static size_t attribute_at(const uint8_t *text, size_t left)
{
    size_t at = 2;
    if (left < 3 || text[0] != 0x1B || text[1] != '[')
        return 0;
    while (at < left && (between(text[at], '0', '9') || text[at] == ';'))
        at++;
    return at < left && text[at] == 'm' ? at + 1 : 0;
}

/* A switch of ISO-2022-JP: bytes, or 0; *pairs: signs of two bytes follow. */
static size_t switch_at(bool *pairs, const uint8_t *text, size_t left)
{
    static const struct {
        const char *bytes;
        bool pairs;
    } switches[] = {
        { "\x1B(B", false }, { "\x1B(J", false }, { "\x1B$@", true }, { "\x1B$B", true }
    };
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
        if (left >= 3 && memcmp(text, switches[i].bytes, 3) == 0) {
            *pairs = switches[i].pairs;
            return 3;
        }
    return 0;
}

static void require_shown(const shg_settings *settings, const uint8_t *text, size_t text_bytes)
{
    static size_t (*const signs[])(const uint8_t *text, size_t left) = {
        [SHG_KANJI_JIS] = sign_ascii,
        [SHG_KANJI_EUC] = sign_euc,
        [SHG_KANJI_SHIFT_JIS] = sign_shift_jis,
        [SHG_KANJI_UTF_8] = sign_utf_8,
    };
    const unsigned code = settings->value[SHG_SET_KANJI];
    const bool attributes = settings->value[SHG_SET_BLACK] != 0 ||
                            settings->value[SHG_SET_WHITE] != 0 ||
                            settings->value[SHG_SET_THREATENED] != 0;
    bool pairs = false;
    for (size_t at = 0; at < text_bytes;) {
        size_t took = 0;
        if (code == SHG_KANJI_JIS)
            took = switch_at(&pairs, text + at, text_bytes - at);
        if (took == 0 && pairs)
            took = sign_pair(text + at, text_bytes - at);
        else if (took == 0 && text[at] == '\n')
            took = 1;
        else if (took == 0 && attributes && text[at] == 0x1B)
            took = attribute_at(text + at, text_bytes - at);
        else if (took == 0)
            took = signs[code](text + at, text_bytes - at);
        FUZZ_REQUIRE(took > 0);
        at += took;
    }
    FUZZ_REQUIRE(!pairs);
}

/* ---- the door ---- */

static void door_write(shg_session *session, const char *text, size_t text_bytes)
{
    require_shown(&session->settings, (const uint8_t *)text, text_bytes);
}

static void door_prompt(shg_session *session, const char *text, shg_typing typing)
{
    person *p = session->carrier;
    shg_telnet_set_input(&p->telnet,
                         typing == SHG_TYPING_KEYS ? SHG_TELNET_KEYS : SHG_TELNET_LINES);
    shg_say_bytes(session, text, strlen(text));
}

static void door_interject(shg_session *session)
{
    shg_say(session, "\n");
}

static void door_go_on(shg_session *session)
{
    (void)session;
}

static void door_finish(shg_session *session)
{
    ((person *)session->carrier)->finished = true;
}

static const shg_door door = {
    .write = door_write,
    .prompt = door_prompt,
    .interject = door_interject,
    .go_on = door_go_on,
    .finish = door_finish,
};

/* ---- typing ---- */

/* Until the storage has done everything and each waits for a line. */
static void settle_all(void)
{
    bool moved = true;
    while (moved) {
        moved = server->jobs > 0;
        if (moved)
            event_base_loop(server->base, EVLOOP_ONCE);
        for (int i = 0; i < PEOPLE; i++) {
            person *p = &people[i];
            if (!p->session || p->finished || shg_session_wants(p->session) != SHG_WANTS_ROOM)
                continue;
            shg_session_stream(p->session);
            moved = true;
        }
    }
}

static void take_event(person *p, const shg_telnet_event *event)
{
    switch (event->kind) {
    case SHG_TELNET_LINE:
        p->session->typed_ms = shg_now_ms(server);
        shg_session_line(p->session, event->text, event->text_bytes);
        break;
    case SHG_TELNET_FAULT: shg_session_fault(p->session, &event->error); break;
    case SHG_TELNET_WINDOW: p->session->rows = event->rows; break;
    case SHG_TELNET_INTERRUPT: shg_session_interrupt(p->session); break;
    case SHG_TELNET_TERMINAL:
        p->session->terminal = (uint8_t)shg_terminal_of(event->text, event->text_bytes);
        break;
    case SHG_TELNET_MORE:
    case SHG_TELNET_BYTE:
    case SHG_TELNET_REPLY:
    case SHG_TELNET_ABORT_OUTPUT:
    case SHG_TELNET_ARE_YOU_THERE:
    case SHG_TELNET_END: break;
    }
}

/* Types bytes at a player's terminal. */
static void type_bytes(person *p, const char *bytes, size_t count)
{
    shg_telnet_event event;
    do {
        if (p->finished)
            return;
        const size_t took = shg_telnet_feed(&event, &p->telnet, bytes, count);
        bytes += took;
        count -= took;
        take_event(p, &event);
        settle_all();
    } while (event.kind != SHG_TELNET_MORE);
}

static void type(person *p, const char *line)
{
    type_bytes(p, line, strlen(line));
    type_bytes(p, "\n", 1);
}

/* ---- coming and going ---- */

static void leave(person *p)
{
    if (p->session)
        shg_session_gone(p->session);
    shg_telnet_fini(&p->telnet);
    p->session = NULL;
    settle_all();
}

static void arrive(person *p)
{
    shg_telnet_init(&p->telnet);
    p->finished = false;
    FUZZ_REQUIRE(shg_session_new(&p->session, server, &door, p, (shg_address_key){ .kind = 4 }) ==
                 SHOOGI_OK);
    shg_session_begin(p->session);
    type(p, p->name);
    type(p, "correct horse");
    FUZZ_REQUIRE(p->session->online);
}

/* Accounts whose passwords cost nothing to compare. */
static const char *const registered[] = { "Anna", "Bert", "Carl", "Dora" };

static shoogi_status run_registration(shg_job *job, shg_storage *storage)
{
    static char verifier[crypto_pwhash_STRBYTES];
    if (!verifier[0])
        FUZZ_REQUIRE(crypto_pwhash_str_alg(verifier, "correct horse", 13,
                                           crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN,
                                           crypto_pwhash_ALG_ARGON2ID13) == 0);
    for (size_t i = 0; i < sizeof registered / sizeof registered[0]; i++) {
        const shg_player row = { .name = registered[i], .password = verifier };
        int64_t id;
        FUZZ_REQUIRE(storage->ops->player_add(storage, &id, &row, &job->error) == SHOOGI_OK);
    }
    return SHOOGI_OK;
}

/* Opens the server; all people log in. */
static void open_server(void)
{
    open_own_server(run_registration);
    for (int i = 0; i < PEOPLE; i++)
        arrive(&people[i]);
}

static void close_server(void)
{
    for (int i = 0; i < PEOPLE; i++)
        leave(&people[i]);
    shg_server_free(server);
    server = NULL;
}

#endif
