/* session_handover.c: a session that goes on in another program: what of it is written, and read there. */
#include "base/json_fields.h"
#include "base/json_write.h"
#include "server/loop/host.h"
#include "server/session/ignored.h"
#include "server/session/part.h"
#include "server/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The members that are numbers: name, member, least and most. */
#define NUMBERS(NUMBER)                                                                            \
    NUMBER(player, 0, INT64_MAX)                                                                   \
    NUMBER(token, 0, INT64_MAX)                                                                    \
    NUMBER(lacks, 0, UINT8_MAX)                                                                    \
    NUMBER(login_ms, 0, INT64_MAX)                                                                 \
    NUMBER(typed_ms, 0, INT64_MAX)                                                                 \
    NUMBER(current_game, 0, INT64_MAX)                                                             \
    NUMBER(loaded_game, 0, INT64_MAX)                                                              \
    NUMBER(loaded_event, 0, INT64_MAX)                                                             \
    NUMBER(replaced_game, 0, INT64_MAX)                                                            \
    NUMBER(noted_game, 0, INT64_MAX)                                                               \
    NUMBER(noted_side, INT8_MIN, INT8_MAX)                                                         \
    NUMBER(drawn_game, 0, INT64_MAX)                                                               \
    NUMBER(drawn_event, 0, INT64_MAX)                                                              \
    NUMBER(drawn_colour, 0, 1)                                                                     \
    NUMBER(redraw_game, 0, INT64_MAX)                                                              \
    NUMBER(client_language, 0, SHG_LANGUAGES)                                                      \
    NUMBER(program_notation, 0, SHOOGI_NOTATION_ANY)                                               \
    NUMBER(message_shown, 0, INT64_MAX)                                                            \
    NUMBER(terminal, 0, SHG_TERMINAL_COLOURS)                                                      \
    NUMBER(rows, 0, UINT16_MAX)                                                                    \
    NUMBER(columns, 0, UINT16_MAX)                                                                 \
    NUMBER(wrong_passwords, 0, SHG_WRONG_PER_CONNECTION_MAX)                                       \
    NUMBER(study, 0, INT64_MAX)                                                                    \
    NUMBER(pending_lost, 0, UINT32_MAX)

static void save_settings(shg_out *json, const shg_settings *settings)
{
    shg_out text = shg_out_growing();
    shg_settings_write(&text, settings);
    json->spent |= text.spent;
    shg_json_text(json, "settings", text.bytes ? text.bytes : "");
    free(text.bytes);
}

/* What the session asks for. */
static const char *what_it_asks(const shg_session *s)
{
    if (!s->question)
        return "command";
    return !s->online && s->question->typing == SHG_TYPING_ANSWER ? "name" : "answer";
}

void shg_session_save(shg_out *json, const shg_session *s)
{
    shg_json_open(json, "session", '{');
    shg_json_text(json, "asks", what_it_asks(s));
    shg_json_text(json, "name", s->name);
    shg_json_flag(json, "online", s->online);
    shg_json_flag(json, "guest", s->guest);
    shg_json_flag(json, "kibitzed", s->kibitzed);
#define NUMBER(member, least, most) shg_json_number(json, #member, (int64_t)s->member);
    NUMBERS(NUMBER)
#undef NUMBER
    save_settings(json, &s->settings);
    shg_json_text(json, "prompt", s->prompt);
    shg_json_text(json, "last_recipient", s->last_recipient);
    if (s->recent_talk)
        shg_json_text(json, "recent_talk", s->recent_talk);
    shg_json_hex(json, "device", s->device, sizeof s->device);
    shg_json_hex(json, "pending", s->pending, s->pending_bytes);
    shg_json_open(json, "ignored", '[');
    for (uint32_t i = 0; i < s->ignored_count; i++)
        shg_json_text(json, NULL, s->ignored[i]);
    shg_json_close(json, ']');
    shg_json_open(json, "opened", '[');
    for (uint32_t i = 0; i < s->opened_count; i++)
        shg_json_number(json, NULL, s->opened[i]);
    shg_json_close(json, ']');
    s->server->sessions->hooks->save(json, s);
    shg_json_close(json, '}');
}

static bool restore_numbers(shg_session *s, const shg_json *json, size_t object)
{
    bool good = true;
#define NUMBER(member, least, most)                                                                \
    {                                                                                              \
        const int64_t value = shg_field_number(json, object, #member, 0);                          \
        good = good && value >= (least) && value <= (most);                                        \
        s->member = good ? (__typeof__(s->member))value : 0;                                       \
    }
    NUMBERS(NUMBER)
#undef NUMBER
    return good;
}

static bool restore_lists(shg_session *s, const shg_json *json, size_t object)
{
    bool good = true;
    for (size_t at = 0; good && shg_field_each(&at, json, object, "ignored");) {
        char name[SHG_NAME_BYTES_MAX + 1];
        shg_out text = shg_out_make(name, sizeof name);
        shg_json_string(&text, json, at);
        good = text.length < sizeof name && shg_ignored_set(s, name, true);
    }
    for (size_t at = 0; good && shg_field_each(&at, json, object, "opened");) {
        int64_t *grown = s->opened_count < SHG_OPENED_MAX
                             ? realloc(s->opened, (s->opened_count + 1u) * sizeof *grown)
                             : NULL;
        good = grown != NULL;
        if (good) {
            s->opened = grown;
            grown[s->opened_count++] = shg_json_number_at(json, at, 0);
        }
    }
    return good;
}

static void restore_texts(shg_session *s, const shg_json *json, size_t object)
{
    size_t bytes;
    char *settings = shg_field_text(json, object, "settings");
    char *device = shg_field_hex(&bytes, json, object, "device");
    char *talk = shg_field_text(json, object, "recent_talk");
    if (settings)
        shg_settings_read(&s->settings, settings);
    if (device && bytes == sizeof s->device)
        memcpy(s->device, device, sizeof s->device);
    if (talk && strlen(talk) <= SHG_REPORTED_TALK_BYTES_MAX)
        s->recent_talk = calloc(1, SHG_REPORTED_TALK_BYTES_MAX + 1);
    if (talk && s->recent_talk)
        memcpy(s->recent_talk, talk, strlen(talk));
    free(settings);
    free(device);
    free(talk);
    shg_field_copy(s->prompt, sizeof s->prompt, json, object, "prompt");
    shg_field_copy(s->last_recipient, sizeof s->last_recipient, json, object, "last_recipient");
}

bool shg_session_restore(shg_session *s, const shg_json *json)
{
    const size_t object = shg_json_member(json, 0, "session");
    if (object == 0 || !restore_numbers(s, json, object) || !restore_lists(s, json, object))
        return false;
    restore_texts(s, json, object);
    shg_field_copy(s->name, sizeof s->name, json, object, "name");
    s->guest = shg_field_is_set(json, object, "guest");
    s->kibitzed = shg_field_is_set(json, object, "kibitzed");
    if (shg_field_is_set(json, object, "online")) {
        if (!s->name[0])
            return false;
        shg_online_add(&s->server->sessions->online, s);
    }
    s->server->sessions->hooks->restored(s, json, object);
    return true;
}

typedef struct interrupted {
    const shg_json *json;
    size_t object;
} interrupted;

/* A question, or a list that was being shown. */
static void report_interrupted(shg_session *s, void *context)
{
    const interrupted *i = context;
    size_t bytes;
    char *pending = shg_field_hex(&bytes, i->json, i->object, "pending");
    shg_say(s, "\nThe server was updated meanwhile: please begin your last command again.\n");
    if (pending)
        shg_say_bytes(s, pending, bytes);
    free(pending);
}

void shg_session_resume(shg_session *s, const shg_json *json)
{
    interrupted i = { json, shg_json_member(json, 0, "session") };
    char asks[16];
    shg_field_copy(asks, sizeof asks, json, i.object, "asks");
    if (shg_session_is_program(s))
        return;
    if (!s->online)
        s->server->sessions->hooks->ask_name(s);
    if (strcmp(asks, s->online ? "command" : "name") != 0) {
        shg_session_run(s, report_interrupted, &i);
        return;
    }
    s->at_prompt = true;
    if (s->question)
        s->door->resume(s, s->question->prompt, s->question->typing);
    else
        s->door->resume(s, s->prompt, SHG_TYPING_COMMAND);
}
