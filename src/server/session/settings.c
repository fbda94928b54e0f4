#include "server/session/settings.h"

#include "base/error.h"
#include "language/language.h"

#include <assert.h>
#include <string.h>

static const shg_value attributes[] = {
    { "NONE", NULL },   { "BOLD", NULL },  { "UNDERLINE", NULL }, { "REVERSE", NULL },
    { "BLINK", NULL },  { "BLACK", NULL }, { "RED", NULL },       { "GREEN", NULL },
    { "YELLOW", NULL }, { "BLUE", NULL },  { "MAGENTA", NULL },   { "CYAN", NULL },
    { "WHITE", NULL },  { NULL, NULL }
};
static const shg_value dragons[] = { { "NEW", "simplified" },
                                     { "OLD", "traditional" },
                                     { NULL, NULL } };
static const shg_value codes[] = { { "1", "JIS (ISO-2022-JP)" },
                                   { "2", "EUC" },
                                   { "3", "Shift-JIS" },
                                   { "4", "UTF-8" },
                                   { NULL, NULL } };
static const shg_value names[] = { { "0", "English" },
                                   { "1", "Japanese in Latin letters" },
                                   { "2", "Japanese in Latin letters, short" },
                                   { "3", "kanji" },
                                   { "4", "kanji, short" },
                                   { NULL, NULL } };
static const shg_value boards[] = { { "0", "letters" },
                                    { "1", "kanji for Black, letters for White" },
                                    { "2", "kanji" },
                                    { "3", "words, for screen readers" },
                                    { NULL, NULL } };
static const shg_value notations[] = { { "AUTO", "by your language" },
                                       { "WESTERN", "P-7f, Bx2b+" },
                                       { "KITAO", "kanji and numbers: 歩-76, 角x22+" },
                                       { "JAPANESE", "▲７六歩, △同　銀" },
                                       { "USI", "7g7f, 8h2b+" },
                                       { NULL, NULL } };
static const shg_value letters[] = { { "OFF", NULL },
                                     { "DAILY", "turns once a day, everything else at once" },
                                     { "EACH", "each turn at once as well" },
                                     { NULL, NULL } };
static const shg_value notify[] = { { "OFF", NULL },
                                    { "GAMES", "all events except turns" },
                                    { "TURNS", "each turn as well" },
                                    { NULL, NULL } };
/* In the order of shg_language. */
static const shg_value languages[] = { { "EN", "English" },
#define LANGUAGE(code, word, name) { #word, name },
#include "languages.def"
#undef LANGUAGE
                                       { NULL, NULL } };
static_assert(sizeof languages / sizeof languages[0] == SHG_LANGUAGES + 1,
              "a word for each language");
static const shg_value compact[] = {
    { "AUTO", "in a low window" }, { "ON", NULL }, { "OFF", NULL }, { NULL, NULL }
};
static const shg_value prompts[] = { { "PLAIN", NULL },
                                     { "GAME", "game and side" },
                                     { "CLOCK", "game, side and clock" },
                                     { NULL, NULL } };
static const shg_value low_time[] = {
    { "OFF", NULL }, { "10", "seconds" }, { "30", "seconds" }, { "60", "seconds" }, { NULL, NULL }
};
static const shg_value switches[] = { { "OFF", NULL }, { "ON", NULL }, { NULL, NULL } };

const shg_setting shg_setting_rows[SHG_SETTINGS] = {
#define SETTING(id, name, other, values, first, brief, help)                                       \
    [SHG_SET_##id] = { name, other, values, first, brief, help },
#include "server/session/settings.def"
#undef SETTING
};

void shg_settings_init(shg_settings *settings)
{
    for (size_t i = 0; i < SHG_SETTINGS; i++)
        settings->value[i] = shg_setting_rows[i].first;
}

void shg_settings_write(shg_out *out, const shg_settings *settings)
{
    bool any = false;
    for (size_t i = 0; i < SHG_SETTINGS; i++) {
        const shg_setting *row = &shg_setting_rows[i];
        if (settings->value[i] == row->first)
            continue;
        shg_out_format(out, "%s%s=%s", any ? " " : "", row->name,
                       row->values[settings->value[i]].word);
        any = true;
    }
}

static bool is_word(const char *text, size_t text_bytes, const char *word)
{
    return word && shg_text_same(text, text_bytes, word, strlen(word));
}

/* NAME=VALUE */
static void read_one(shg_settings *settings, const char *text, size_t text_bytes)
{
    const char *sign = memchr(text, '=', text_bytes);
    if (!sign)
        return;
    const shg_setting_id id = shg_setting_find(text, (size_t)(sign - text));
    const size_t value_bytes = text_bytes - (size_t)(sign + 1 - text);
    for (size_t i = 0; id < SHG_SETTINGS && shg_setting_rows[id].values[i].word; i++)
        if (is_word(sign + 1, value_bytes, shg_setting_rows[id].values[i].word))
            settings->value[id] = (uint8_t)i;
}

void shg_settings_read(shg_settings *settings, const char *text)
{
    while (*text) {
        const size_t bytes = strcspn(text, " ");
        read_one(settings, text, bytes);
        text += bytes;
        text += strspn(text, " ");
    }
}

shoogi_notation shg_notation_of(const shg_settings *settings, shg_language language)
{
    static const shoogi_notation chosen[] = {
        [SHG_NOTATION_WESTERN] = SHOOGI_NOTATION_WESTERN,
        [SHG_NOTATION_KITAO] = SHOOGI_NOTATION_KITAO,
        [SHG_NOTATION_JAPANESE] = SHOOGI_NOTATION_JAPANESE,
        [SHG_NOTATION_USI] = SHOOGI_NOTATION_USI,
    };
    static_assert(sizeof chosen / sizeof chosen[0] + 1 == sizeof notations / sizeof notations[0],
                  "a notation for each value");
    const unsigned value = settings->value[SHG_SET_NOTATION];
    if (value != SHG_NOTATION_AUTO)
        return chosen[value];
    return language == SHG_LANGUAGE_ja ? SHOOGI_NOTATION_JAPANESE : SHOOGI_NOTATION_WESTERN;
}

int shg_low_time_seconds(unsigned value)
{
    static const int seconds[] = { 0, 10, 30, 60 };
    static_assert(sizeof seconds / sizeof seconds[0] + 1 == sizeof low_time / sizeof low_time[0],
                  "seconds for each value");
    return seconds[value];
}

shg_setting_id shg_setting_find(const char *name, size_t name_bytes)
{
    size_t id = 0;
    while (id < SHG_SETTINGS && !is_word(name, name_bytes, shg_setting_rows[id].name) &&
           !is_word(name, name_bytes, shg_setting_rows[id].other))
        id++;
    return (shg_setting_id)id;
}

static bool begins_with(const char *word, const char *beginning, size_t beginning_bytes)
{
    return strlen(word) >= beginning_bytes &&
           shg_text_same(word, beginning_bytes, beginning, beginning_bytes);
}

shoogi_status shg_setting_read(uint8_t *out, shg_setting_id id, const char *word, size_t word_bytes,
                               size_t column, shoogi_error *err)
{
    const shg_value *values = shg_setting_rows[id].values;
    char all[SHOOGI_MESSAGE_BYTES], fitting[SHOOGI_MESSAGE_BYTES];
    shg_out of_all = shg_out_make(all, sizeof all);
    shg_out of_fitting = shg_out_make(fitting, sizeof fitting);
    size_t count = 0;
    for (uint8_t i = 0; values[i].word; i++) {
        if (is_word(word, word_bytes, values[i].word)) {
            *out = i;
            return SHOOGI_OK;
        }
        shg_out_format(&of_all, i == 0 ? "%s" : ", %s", values[i].word);
        if (word_bytes == 0 || !begins_with(values[i].word, word, word_bytes))
            continue;
        shg_out_format(&of_fitting, count == 0 ? "%s" : ", %s", values[i].word);
        *out = i;
        count++;
    }
    if (count == 1)
        return SHOOGI_OK;
    char what[SHOOGI_MESSAGE_BYTES];
    shg_out sentence = shg_out_make(what, sizeof what);
    shg_out_format(&sentence, "one of %s", count > 1 ? fitting : all);
    return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, column, what, word, word_bytes);
}

/* ---- terminals ---- */

shg_terminal shg_terminal_of(const char *type, size_t type_bytes)
{
    static const struct {
        const char *beginning;
        shg_terminal shows;
    } rows[] = {
        { "dumb", SHG_TERMINAL_PLAIN },        { "unknown", SHG_TERMINAL_PLAIN },
        { "network", SHG_TERMINAL_PLAIN },     { "vt", SHG_TERMINAL_ATTRIBUTES },
        { "ansi-m", SHG_TERMINAL_ATTRIBUTES }, { "ansi", SHG_TERMINAL_COLOURS },
        { "xterm", SHG_TERMINAL_COLOURS },     { "screen", SHG_TERMINAL_COLOURS },
        { "tmux", SHG_TERMINAL_COLOURS },      { "rxvt", SHG_TERMINAL_COLOURS },
        { "linux", SHG_TERMINAL_COLOURS },     { "putty", SHG_TERMINAL_COLOURS },
        { "konsole", SHG_TERMINAL_COLOURS },   { "cygwin", SHG_TERMINAL_COLOURS },
        { "alacritty", SHG_TERMINAL_COLOURS }, { "foot", SHG_TERMINAL_COLOURS },
        { "gnome", SHG_TERMINAL_COLOURS },     { "kitty", SHG_TERMINAL_COLOURS },
        { "mintty", SHG_TERMINAL_COLOURS },    { "st-", SHG_TERMINAL_COLOURS },
        { "vte", SHG_TERMINAL_COLOURS },       { "wezterm", SHG_TERMINAL_COLOURS },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_t bytes = strlen(rows[i].beginning);
        if (type_bytes >= bytes && shg_text_same(type, bytes, rows[i].beginning, bytes))
            return rows[i].shows;
    }
    return SHG_TERMINAL_UNKNOWN;
}

const char shg_attribute_end[] = "\033[0m";

const char *shg_attribute_begin(unsigned attribute, shg_terminal terminal)
{
    static const struct {
        const char *begin;
        shg_terminal needs;
    } rows[] = {
        { NULL, SHG_TERMINAL_PLAIN },           { "\033[1m", SHG_TERMINAL_ATTRIBUTES },
        { "\033[4m", SHG_TERMINAL_ATTRIBUTES }, { "\033[7m", SHG_TERMINAL_ATTRIBUTES },
        { "\033[5m", SHG_TERMINAL_ATTRIBUTES }, { "\033[30m", SHG_TERMINAL_COLOURS },
        { "\033[31m", SHG_TERMINAL_COLOURS },   { "\033[32m", SHG_TERMINAL_COLOURS },
        { "\033[33m", SHG_TERMINAL_COLOURS },   { "\033[34m", SHG_TERMINAL_COLOURS },
        { "\033[35m", SHG_TERMINAL_COLOURS },   { "\033[36m", SHG_TERMINAL_COLOURS },
        { "\033[37m", SHG_TERMINAL_COLOURS },
    };
    static_assert(sizeof rows / sizeof rows[0] + 1 == sizeof attributes / sizeof attributes[0],
                  "a sequence for every attribute");
    assert(attribute < sizeof rows / sizeof rows[0]);
    return terminal >= rows[attribute].needs ? rows[attribute].begin : NULL;
}
