#include "server/session/session.h"

#include "base/json.h"
#include "base/json_write.h"
#include "language/message.h"
#include "server/loop/host.h"
#include "server/loop/text_buffer.h"
#include "server/session/hints.h"
#include "server/session/part.h"
#include "server/session/rows.h"
#include "server/session/task.h"
#include "shoogi/encoding.h"
#include "shoogi/record.h"
#include "wire/display.h"

#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

shoogi_status shg_session_new(shg_session **out, shg_server *server, const shg_door *door,
                              void *carrier, shg_address_key address)
{
    shg_session *s = calloc(1, sizeof *s);
    if (!s)
        return SHOOGI_NO_MEMORY;
    s->server = server;
    s->door = door;
    s->carrier = carrier;
    s->address = address;
    shg_settings_init(&s->settings);
    *out = s;
    return SHOOGI_OK;
}

/* ---- output ---- */

static bool is_ascii(const char *text, size_t text_bytes)
{
    for (size_t i = 0; i < text_bytes; i++)
        if ((unsigned char)text[i] >= 0x80)
            return false;
    return true;
}

/* Converts to the character set of SET KANJI, with a substitute for missing characters. */
static void write_encoded(shg_session *s, const char *text, size_t text_bytes)
{
    static const shoogi_encoding codes[] = {
        [SHG_KANJI_JIS] = SHOOGI_ENCODING_ISO_2022_JP,
        [SHG_KANJI_EUC] = SHOOGI_ENCODING_EUC_JP,
        [SHG_KANJI_SHIFT_JIS] = SHOOGI_ENCODING_SHIFT_JIS,
        [SHG_KANJI_UTF_8] = SHOOGI_ENCODING_UTF_8,
    };
    char *encoded = NULL;
    size_t bytes = 0;
    if (shoogi_text_encode(&encoded, &bytes, codes[s->settings.value[SHG_SET_KANJI]], text,
                           text_bytes, NULL, NULL) == SHOOGI_OK)
        s->door->write(s, encoded, bytes);
    else
        s->door->write(s, "?", 1);
    shoogi_text_free(encoded);
}

void shg_say_bytes(shg_session *s, const char *text, size_t text_bytes)
{
    if (!s->door || text_bytes == 0)
        return;
    if (s->settings.value[SHG_SET_KANJI] == SHG_KANJI_UTF_8 || shg_session_is_program(s) ||
        is_ascii(text, text_bytes))
        s->door->write(s, text, text_bytes);
    else
        write_encoded(s, text, text_bytes);
}

/* What programs read does not depend on the settings of their player. */
shoogi_notation shg_session_notation(const shg_session *s)
{
    if (s->program_notation > 0)
        return (shoogi_notation)(s->program_notation - 1);
    return shg_session_is_program(s) ? SHOOGI_NOTATION_WESTERN
                                     : shg_notation_of(&s->settings, shg_session_language(s));
}

/* Adds a sentence in the session's language. A program gets it without the commands that a person
 * would type; whole: but all of it if it says nothing else. */
__attribute__((format(printf, 3, 0))) static void add_sentence(shg_text_buffer *text,
                                                               const shg_session *s,
                                                               const char *format,
                                                               va_list arguments, bool whole)
{
    bool all = false;
    format = shg_text_in(shg_session_language(s), format);
    char *marked = shg_session_is_program(s) ? shg_hints_mark(&all, format) : NULL;
    if (marked && !(all && whole))
        format = marked;
    shg_text_add_list(text, format, arguments);
    if (marked && text->bytes)
        text->length = shg_hints_remove(text->bytes, text->length);
    free(marked);
}

__attribute__((format(printf, 2, 0))) static void write_format(shg_session *s, const char *format,
                                                               va_list arguments)
{
    if (!s->door)
        return;
    shg_text_buffer text = { 0 };
    add_sentence(&text, s, format, arguments, s->refusal != SHG_REFUSED_NOT);
    shg_say_sentence(s, text.bytes, text.length);
    shg_text_fini(&text);
}

void shg_say(shg_session *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_format(s, format, arguments);
    va_end(arguments);
}

void shg_refuse(shg_session *s, const char *format, ...)
{
    s->refusal = SHG_REFUSED;
    va_list arguments;
    va_start(arguments, format);
    write_format(s, format, arguments);
    va_end(arguments);
}

void shg_refuse_as(shg_session *s, shg_refusal refusal, const char *format, ...)
{
    s->refusal = (uint8_t)refusal;
    va_list arguments;
    va_start(arguments, format);
    write_format(s, format, arguments);
    va_end(arguments);
}

void shg_refuse_text(shg_session *s, const char *sentence)
{
    shg_refuse(s, "%s\n", shg_text_in(shg_session_language(s), sentence));
}

void shg_result(shg_session *s, const char *name, int64_t value)
{
    if (s->door && s->door->result)
        s->door->result(s, name, value);
}

void shg_result_text(shg_session *s, const char *name, const char *text)
{
    if (s->door && s->door->result_text)
        s->door->result_text(s, name, text);
}

void shg_say_clean(shg_session *s, const char *text, size_t text_bytes)
{
    const size_t length = strnlen(text, text_bytes);
    shg_text_buffer clean = { 0 };
    shg_text_add_clean(&clean, text, length, length);
    shg_say_bytes(s, clean.bytes, clean.length);
    shg_text_fini(&clean);
}

const char *shg_session_message(const shg_session *s, shg_clean *out, const char *message)
{
    shg_translation said = shg_message_in(shg_session_language(s), message);
    bool all = false;
    char *marked = shg_session_is_program(s) ? shg_hints_mark(&all, said.text) : NULL;
    if (marked && !all && strlen(marked) < 2 * sizeof said.text) {
        shg_hints_remove(marked, strlen(marked));
        snprintf(said.text, sizeof said.text, "%s", marked);
    }
    free(marked);
    return shg_clean_word(out, said.text, sizeof said.text);
}

void shg_say_fault_as(shg_session *s, const shoogi_error *err, const char *sentence)
{
    char name[40];
    shg_out field = shg_out_make(name, sizeof name);
    uint32_t column = err->column;
    if (err->line == 1 && s->door && s->door->place && s->door->place(s, &field, &column)) {
        shg_fault_parts parts;
        shg_fault_parts_of(&parts, err->message);
        s->door->fault(s, name, column, &parts);
    } else if (err->line == 0 && s->door && s->door->fault) {
        shg_fault_parts parts;
        if (shg_fault_parts_of(&parts, err->message) &&
            shg_fault_field_of(name, sizeof name, &parts))
            s->door->fault(s, name, 1, &parts);
    }
    shg_clean clean;
    shg_refuse_as(s, SHG_REFUSED_UNREADABLE, "%s\n",
                  shg_clean_word(&clean, sentence, strlen(sentence)));
}

void shg_say_fault_of(shg_session *s, const shoogi_error *err, const shg_command *command,
                      const char *line, size_t line_bytes)
{
    char text[SHG_FAULT_BYTES];
    shg_out sentence = shg_out_make(text, sizeof text);
    const bool program = shg_session_is_program(s);
    text[0] = '\0';
    if (program && err->line == 0) { /* a program names its own fields */
        shg_clean message;
        shg_say_fault_as(s, err, shg_session_message(s, &message, err->message));
        return;
    }
    shg_fault_write(&sentence, shg_session_language(s), program ? NULL : command,
                    program ? NULL : line, line_bytes, err);
    shg_say_fault_as(s, err, text);
}

void shg_say_fault(shg_session *s, const shoogi_error *err)
{
    const shg_call *call = s->call;
    shg_say_fault_of(s, err, call ? call->command : NULL, call ? call->line : NULL,
                     call ? call->line_bytes : 0);
}

const char *shg_session_fault_text(char out[SHG_FAULT_BYTES], const shg_session *s,
                                   const char *name, const shoogi_error *err)
{
    shg_clean what;
    out[0] = '\0';
    shg_out text = shg_out_make(out, SHG_FAULT_BYTES);
    if (err->line > 0)
        shg_out_format(&text, "%.40s:%u:%u: ", name, err->line, err->column);
    shg_out_text(&text, shg_session_message(s, &what, err->message));
    return out;
}

void shg_say_fault_in(shg_session *s, const char *name, const shoogi_error *err)
{
    char said[SHG_FAULT_BYTES];
    shg_refuse_as(s, SHG_REFUSED_UNREADABLE, "%s\n", shg_session_fault_text(said, s, name, err));
}

static void ask_for_command(shg_session *s)
{
    shg_out prompt = shg_out_make(s->prompt, sizeof s->prompt);
    if (!shg_session_is_program(s))
        s->server->sessions->hooks->prompt(&prompt, s);
    s->door->prompt(s, s->prompt, SHG_TYPING_COMMAND);
}

bool shg_session_idle(const shg_session *s)
{
    return s->door && s->online && s->busy == 0 && !s->question && !s->quitting;
}

void shg_interject_begin(shg_session *s)
{
    if (s->at_prompt)
        s->door->interject(s);
    s->at_prompt = false;
}

void shg_interject_end(shg_session *s)
{
    ask_for_command(s);
    s->at_prompt = true;
}

static void forget_pending(shg_session *s)
{
    shg_share_release(shg_shares_get(s->server->shares, SHG_SHARE_notices), &s->pending_place);
    free(s->pending);
    s->pending = NULL;
    s->pending_bytes = s->pending_count = 0;
}

/* The notices that wait for a session give way to those of others. */
static void notices_give_way(void *context, shg_claim *claim)
{
    (void)context;
    shg_session *s = (shg_session *)(void *)((char *)claim - offsetof(shg_session, pending_place));
    s->pending_lost += s->pending_count;
    forget_pending(s);
}

shoogi_status shg_sessions_start(shg_server *server, const shg_launch *start)
{
    (void)start;
    shg_share_set_give_way(shg_shares_get(server->shares, SHG_SHARE_notices), notices_give_way,
                           NULL);
    return SHOOGI_OK;
}

static bool share_has_room(shg_session *s, size_t bytes)
{
    shg_share *notices = shg_shares_get(s->server->shares, SHG_SHARE_notices);
    const shg_owner owner = { .address = s->address, .player = s->guest ? 0 : s->player };
    return (s->pending_place.holder
                ? shg_share_grow(notices, &s->pending_place, (int64_t)bytes)
                : shg_share_take(notices, &s->pending_place, &owner, (int64_t)bytes)) == SHOOGI_OK;
}

static void keep_for_later(shg_session *s, const shg_text_buffer *text)
{
    const bool fits =
        text->length <= SHG_PENDING_BYTES_MAX - s->pending_bytes && share_has_room(s, text->length);
    char *pending = fits ? realloc(s->pending, s->pending_bytes + text->length + 1) : NULL;
    if (!pending) {
        s->pending_lost++;
        return;
    }
    s->pending = pending;
    if (text->length > 0)
        memcpy(pending + s->pending_bytes, text->bytes, text->length);
    s->pending_bytes += (uint32_t)text->length;
    s->pending_count++;
}

static void send_notice(shg_session *s, const shg_notice *about, const shg_text_buffer *text)
{
    shg_out json = shg_out_growing();
    shg_json_open(&json, NULL, '{');
    shg_json_text(&json, "event", "notice");
    shg_json_bytes(&json, "text", text->bytes ? text->bytes : "", text->length);
    if (about) {
        shg_json_text(&json, "kind", about->kind);
        if (about->game != 0)
            shg_json_number(&json, "game", about->game);
        if (about->challenge != 0)
            shg_json_number(&json, "challenge", about->challenge);
        if (about->key && about->key[0])
            shg_json_text(&json, "key", about->key);
        if (about->by)
            shg_json_text(&json, "by", about->by);
    }
    shg_json_close(&json, '}');
    if (!json.spent)
        s->door->event(s, json.bytes, json.length);
    free(json.bytes);
}

__attribute__((format(printf, 3, 0))) static void notify(shg_session *s, const shg_notice *about,
                                                         const char *format, va_list arguments)
{
    if (!s->door || !s->online || s->quitting)
        return;
    shg_text_buffer text = { 0 };
    if (about && about->board && !shg_session_is_program(s))
        shg_text_add(&text, "%s", about->board);
    add_sentence(&text, s, format, arguments, true);
    if (shg_session_is_program(s)) {
        send_notice(s, about, &text);
    } else if (shg_session_idle(s)) {
        shg_interject_begin(s);
        shg_say_bytes(s, text.bytes, text.length);
        shg_interject_end(s);
    } else {
        keep_for_later(s, &text);
    }
    shg_text_fini(&text);
}

void shg_notify(shg_session *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    notify(s, NULL, format, arguments);
    va_end(arguments);
}

void shg_notify_about(shg_session *s, const shg_notice *about, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    notify(s, about, format, arguments);
    va_end(arguments);
}

void shg_ring(shg_session *s)
{
    if (s->door && s->online && !s->quitting && !shg_session_is_program(s) &&
        s->settings.value[SHG_SET_BELL] == SHG_ON)
        s->door->write(s, "\a", 1);
}

static void send_pending(shg_session *s)
{
    shg_say_bytes(s, s->pending, s->pending_bytes);
    if (s->pending_lost > 0)
        shg_say(s, "(%u more notices not shown.)\n", s->pending_lost);
    forget_pending(s);
    s->pending_lost = 0;
}

/* ---- states ---- */

static void end_call(shg_session *s)
{
    if (s->call && s->call->end)
        s->call->end(s->call);
    free(s->call);
    s->call = NULL;
}

static void free_session(shg_session *s)
{
    shg_session_answered(s);
    end_call(s);
    forget_pending(s);
    free(s->ignored);
    free(s->recent_talk);
    free(s->opened);
    free(s);
}

/* Makes the session idle: writes waiting notices, and prompts. */
static void become_idle(shg_session *s)
{
    if (s->quitting) {
        s->door->finish(s);
        return;
    }
    if (!s->question) {
        end_call(s);
        send_pending(s);
        s->server->sessions->hooks->idle(s);
    }
    const shg_question *question = s->question;
    if (question && question->stream)
        return;
    if (question)
        s->door->prompt(s, question->prompt, question->typing);
    else
        ask_for_command(s);
    s->at_prompt = true;
}

void shg_session_hold(shg_session *s)
{
    assert(s->busy < UINT8_MAX);
    s->busy++;
}

void shg_session_release(shg_session *s)
{
    assert(s->busy > 0);
    if (--s->busy > 0)
        return;
    if (!s->door) {
        free_session(s);
        return;
    }
    const bool quitting = s->quitting;
    become_idle(s);
    if (!quitting) /* else the door, and the session with it, may be gone by now */
        s->door->go_on(s);
}

void shg_session_ask(shg_session *s, shg_question *question)
{
    shg_session_answered(s);
    if (s->door)
        s->question = question;
    else
        question->free(s, question);
}

/* Whether a line is the word, or its first character if that is enough. */
static bool is_answer(const char *line, size_t line_bytes, const char *word, bool letter)
{
    uint32_t c;
    return shg_text_same(line, line_bytes, word, strlen(word)) ||
           (letter && line_bytes > 0 && line_bytes == shg_utf8_read(&c, word, strlen(word)) &&
            shg_text_same(line, line_bytes, word, line_bytes));
}

static bool means_yes(const shg_session *s, const char *line, size_t line_bytes, bool letter)
{
    return is_answer(line, line_bytes, "yes", letter) ||
           is_answer(line, line_bytes, shg_word_in(shg_session_language(s), "answer", "yes"),
                     letter);
}

bool shg_session_means_yes(const shg_session *s, const char *line, size_t line_bytes)
{
    shg_trim(&line, &line_bytes);
    return means_yes(s, line, line_bytes, false);
}

shg_reply shg_session_reply(const shg_session *s, const char *line, size_t line_bytes)
{
    shg_trim(&line, &line_bytes);
    if (means_yes(s, line, line_bytes, true))
        return SHG_REPLY_YES;
    if (is_answer(line, line_bytes, "no", true) ||
        is_answer(line, line_bytes, shg_word_in(shg_session_language(s), "answer", "no"), true))
        return SHG_REPLY_NO;
    return SHG_REPLY_OTHER;
}

/* The command that a line at a question is; NULL for none. HELP alone asks about the question, and a
 * single letter is a wrong answer rather than the short name of a command. */
static const shg_command *command_at_question(const char *line, size_t line_bytes)
{
    const shg_command *command = line_bytes > 1 ? shg_command_of_line(line, line_bytes) : NULL;
    return command && strcmp(command->id, "help") == 0 && !memchr(line, ' ', line_bytes) ? NULL
                                                                                         : command;
}

void shg_session_not_answered(shg_session *s, const char *line, size_t line_bytes,
                              const char *explanation)
{
    const char *typed = line;
    size_t typed_bytes = line_bytes;
    shg_trim(&typed, &typed_bytes);
    shg_question *question = s->question;
    const shg_command *command = command_at_question(typed, typed_bytes);
    const bool quits = command && strcmp(command->id, "quit") == 0;
    const bool leaves = quits || shg_text_same(typed, typed_bytes, "c", 1) ||
                        shg_text_same(typed, typed_bytes, "cancel", 6);
    if (!question->interrupt || !(leaves || (command && !shg_session_is_program(s)))) {
        shg_say(s, "%s\n", shg_text_in(shg_session_language(s), explanation));
        return;
    }
    question->answer(s, question, question->interrupt, strlen(question->interrupt));
    if (leaves || s->question)
        return;
    end_call(s);
    shg_session_command(s, line, line_bytes, SHG_TYPED);
}

void shg_session_answered(shg_session *s)
{
    shg_question *question = s->question;
    s->question = NULL;
    if (question)
        question->free(s, question);
}

static void leave(shg_session *s)
{
    const shg_session_hooks *hooks = s->server->sessions->hooks;
    shg_share_release(shg_shares_get(s->server->shares, SHG_SHARE_guests), &s->guest_place);
    hooks->leaving(s);
    const bool online = s->online;
    shg_online_remove(&s->server->sessions->online, s);
    if (!online)
        return;
    shg_publish_left(s);
    shg_log_write(&s->server->log, shg_now_ms(s->server), SHG_LOG_logout, "name", s->name, NULL);
    shg_store_last_seen(s->server, s->player, shg_now_ms(s->server));
    hooks->left(s);
}

void shg_session_quit(shg_session *s)
{
    leave(s);
    s->quitting = true;
}

bool shg_session_counts(const shg_session *s, shg_rate_limit *done, unsigned more, unsigned max)
{
    return shg_rate_limit_allows(done, s->guest ? 0 : s->player, &s->address, more, max,
                                 shg_now_ms(s->server));
}

/* ---- for doors ---- */

void shg_session_begin(shg_session *s)
{
    shg_session_hold(s);
    s->server->sessions->hooks->begin(s);
    shg_session_release(s);
}

shg_wants shg_session_wants(const shg_session *s)
{
    if (s->busy > 0 || s->quitting)
        return SHG_WANTS_NOTHING;
    return s->question && s->question->stream ? SHG_WANTS_ROOM : SHG_WANTS_LINE;
}

void shg_session_line(shg_session *s, const char *line, size_t line_bytes)
{
    assert(shg_session_wants(s) == SHG_WANTS_LINE);
    shg_session_hold(s);
    s->at_prompt = false;
    if (s->question) {
        /* What was refused before the question is up to the answer. */
        s->refusal = SHG_REFUSED_NOT;
        s->question->answer(s, s->question, line, line_bytes);
    } else {
        shg_session_command(s, line, line_bytes, SHG_TYPED);
    }
    shg_session_release(s);
}

void shg_session_command(shg_session *s, const char *line, size_t line_bytes, size_t text_at)
{
    s->server->sessions->hooks->line(s, line, line_bytes, text_at);
}

void shg_session_fault(shg_session *s, const shoogi_error *err)
{
    shg_session_hold(s);
    s->at_prompt = false;
    shg_say_fault(s, err);
    shg_session_release(s);
}

bool shg_session_interrupt(shg_session *s)
{
    if (shg_session_wants(s) == SHG_WANTS_NOTHING || !s->question || !s->question->interrupt)
        return false;
    const char *answer = s->question->interrupt;
    shg_session_hold(s);
    s->at_prompt = false;
    shg_say(s, "\n");
    s->question->answer(s, s->question, answer, strlen(answer));
    shg_session_release(s);
    return true;
}

void shg_session_stream(shg_session *s)
{
    assert(shg_session_wants(s) == SHG_WANTS_ROOM);
    shg_session_hold(s);
    s->question->stream(s, s->question);
    shg_session_release(s);
}

void shg_session_run(shg_session *s, void (*run)(shg_session *session, void *context),
                     void *context)
{
    assert(shg_session_wants(s) == SHG_WANTS_LINE);
    shg_session_hold(s);
    run(s, context);
    shg_session_release(s);
}

void shg_session_drop_question(shg_session *s)
{
    assert(shg_session_wants(s) == SHG_WANTS_LINE);
    shg_session_hold(s);
    shg_session_answered(s);
    shg_session_release(s);
}

void shg_session_gone(shg_session *s)
{
    s->door = NULL;
    leave(s);
    shg_session_answered(s);
    if (s->busy == 0)
        free_session(s);
}

void shg_set_current_game(shg_session *s, int64_t game)
{
    if (s->current_game == game)
        return;
    s->current_game = game;
    shg_store_current_game(s->server, s->player, game);
}
