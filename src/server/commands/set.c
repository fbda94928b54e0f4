/* set.c: SET and STYLE: a setting is stored, and applies in all sessions of the player. */
#include "base/error.h"
#include "server/loop/text_buffer.h"
#include "server/session/part.h"
#include "server/session/rows.h"
#include "server/session/session.h"
#include "server/session/task.h"
#include "shoogi/notation.h"
#include "storage/bounds.h"

#include <stdio.h>
#include <string.h>

/* ---- setting ---- */

typedef struct setting {
    shg_task task;
    int64_t player;
    shg_setting_id id;
    uint8_t value;
    char text[SHG_STORAGE_SETTINGS_BYTES_MAX + 1];
} setting;

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    setting *t = (setting *)(void *)job;
    shg_player row;
    shoogi_status status = storage->ops->player_by_id(storage, &row, t->player, &job->error);
    if (status != SHOOGI_OK)
        return status;
    shg_settings settings;
    shg_settings_init(&settings);
    shg_settings_read(&settings, row.settings);
    settings.value[t->id] = t->value;
    shg_out out = shg_out_make(t->text, sizeof t->text);
    shg_settings_write(&out, &settings);
    return storage->ops->player_set_settings(storage, t->player, t->text, &job->error);
}

/* For a terminal that has not reported its abilities: the player, who sees it, is believed for
 * this session. */
static void trust(shg_session *s, shg_setting_id id)
{
    if (id <= SHG_SET_THREATENED && s->settings.value[id] != 0 &&
        s->terminal == SHG_TERMINAL_UNKNOWN)
        s->terminal = SHG_TERMINAL_COLOURS;
}

static void say_set(shg_session *s, shg_setting_id id)
{
    trust(s, id);
    const shg_setting *row = &shg_setting_rows[id];
    const shg_value *value = &row->values[s->settings.value[id]];
    if (value->meaning)
        shg_say(s, "%s is now %s: %s.\n", row->name, value->word,
                shg_text_in(shg_session_language(s), value->meaning));
    else
        shg_say(s, "%s is now %s.\n", row->name, value->word);
    if (id == SHG_SET_BSTYLE && s->settings.value[id] == SHOOGI_BOARD_KANJI &&
        s->settings.value[SHG_SET_BLACK] == 0 && s->settings.value[SHG_SET_WHITE] == 0)
        shg_say(s, "Both sides will look the same.  See SET BLACK and SET WHITE.\n");
}

/* In the session that asked.  A language chosen here replaces one that the client asked for when it connected. */
static void apply(shg_session *s, shg_setting_id id, uint8_t value)
{
    s->settings.value[id] = value;
    if (id == SHG_SET_LANGUAGE)
        s->client_language = 0;
    say_set(s, id);
}

static void finish(shg_task *task)
{
    const setting *t = (const setting *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    for (shg_session *one = shg_online_first(&s->server->sessions->online, t->player); one;
         one = shg_online_next(one))
        one->settings.value[t->id] = t->value;
    apply(s, t->id, t->value);
}

static void set(shg_session *s, shg_setting_id id, uint8_t value)
{
    if (s->player == 0) { /* a guest who is not stored */
        apply(s, id, value);
        return;
    }
    setting *t = shg_task_alloc(s, sizeof *t);
    if (!t)
        return;
    t->player = s->player;
    t->id = id;
    t->value = value;
    shg_task_write(&t->task, s->server, s, run, finish);
}

/* ---- showing ---- */

/* The value in effect: a language that the client asked for when it connected overrides the player's. */
static unsigned value_in_effect(const shg_session *s, size_t id)
{
    return id == SHG_SET_LANGUAGE ? shg_session_language(s) : s->settings.value[id];
}

static void show_all(shg_session *s)
{
    shg_text_buffer text = { 0 };
    for (size_t i = 0; i < SHG_SETTINGS; i++) {
        const shg_setting *row = &shg_setting_rows[i];
        const char *word = row->values[value_in_effect(s, i)].word;
        shg_text_add(&text, "  %-10s  %-9s  %s\n", row->name, word,
                     shg_text_in(shg_session_language(s), row->brief));
    }
    shg_say_rows(s, text.bytes, text.length);
    shg_text_fini(&text);
    shg_say(s, "SET <name> shows the choices.\n");
}

/* "+" if this terminal can show the value, for a setting that depends on it. */
static char can_show(const shg_session *s, shg_setting_id id, unsigned value)
{
    if (id > SHG_SET_THREATENED || s->terminal == SHG_TERMINAL_UNKNOWN)
        return ' ';
    return value == 0 || shg_attribute_begin(value, s->terminal) ? '+' : ' ';
}

static void show_one(shg_session *s, shg_setting_id id)
{
    const shg_setting *row = &shg_setting_rows[id];
    shg_text_buffer text = { 0 };
    const shg_language language = shg_session_language(s);
    shg_text_add(&text, "%s: %s\n", row->name, shg_text_in(language, row->brief));
    for (unsigned i = 0; row->values[i].word; i++) {
        const shg_value *value = &row->values[i];
        shg_text_add(&text, "%c%c %-9s%s%s\n", value_in_effect(s, id) == i ? '*' : ' ',
                     can_show(s, id, i), value->word, value->meaning ? "  " : "",
                     value->meaning ? shg_text_in(language, value->meaning) : "");
    }
    shg_say_bytes(s, text.bytes, text.length);
    shg_text_fini(&text);
    shg_say(s, id > SHG_SET_THREATENED ? "(* is your choice)\n"
               : s->terminal == SHG_TERMINAL_UNKNOWN
                   ? "(* is your choice; the capabilities of your terminal are unknown)\n"
                   : "(* is your choice; + your terminal can show it)\n");
}

/* The words after the name: none or "?" to show the setting, or a value. */
static void set_or_show(shg_session *s, const shg_call *call, shg_setting_id id, shg_part rest)
{
    shg_part more;
    const shg_part word = shg_call_word(&more, call, rest);
    const char *text = shg_call_text(call, word);
    shoogi_error err = { 0 };
    uint8_t value = 0;
    if (word.bytes == 0 || shg_text_same(text, word.bytes, "?", 1)) {
        show_one(s, id);
        return;
    }
    shoogi_status status =
        shg_setting_read(&value, id, text, word.bytes, shg_call_column(call, word.start), &err);
    if (status == SHOOGI_OK && more.bytes > 0)
        status = shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, more.start),
                                    "the end of the line", shg_call_text(call, more), more.bytes);
    if (status == SHOOGI_OK)
        set(s, id, value);
    else
        shg_say_fault(s, &err);
}

SHG_RUN(set)
{
    if (call->argument.bytes == 0) {
        show_all(s);
        return;
    }
    shg_part rest;
    const shg_part name = shg_call_word(&rest, call, call->argument);
    const shg_setting_id id = shg_setting_find(shg_call_text(call, name), name.bytes);
    if (id < SHG_SETTINGS) {
        set_or_show(s, call, id, rest);
        return;
    }
    shoogi_error err;
    (void)shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, name.start),
                             "the name of a setting (SET lists them)", shg_call_text(call, name),
                             name.bytes);
    shg_say_fault(s, &err);
}

SHG_RUN(style)
{
    set_or_show(s, call, SHG_SET_BSTYLE, call->argument);
}
