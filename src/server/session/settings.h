/* settings.h: what a player has set: one value of a few for each row of settings.def. */
#ifndef SHG_SERVER_SESSION_SETTINGS_H
#define SHG_SERVER_SESSION_SETTINGS_H

#include "base/text.h"
#include "shoogi/status.h"

typedef enum shg_setting_id {
#define SETTING(id, name, other, values, first, brief, help) SHG_SET_##id,
#include "server/session/settings.def"
#undef SETTING
    SHG_SETTINGS
} shg_setting_id;

/* The values of LANGUAGE are shg_language.  The values of CONFIRM and REDRAW; those of KANJI; those of BSTYLE and PSTYLE are shoogi_board_style and
 * shoogi_style. */
enum { SHG_OFF, SHG_ON };
enum { SHG_EMAIL_OFF, SHG_EMAIL_DAILY, SHG_EMAIL_EACH };
enum { SHG_NOTIFY_OFF, SHG_NOTIFY_GAMES, SHG_NOTIFY_TURNS };
enum { SHG_KANJI_JIS, SHG_KANJI_EUC, SHG_KANJI_SHIFT_JIS, SHG_KANJI_UTF_8 };

typedef struct shg_settings {
    uint8_t value[SHG_SETTINGS]; /* by shg_setting_id: an index of its values */
} shg_settings;

typedef struct shg_value {
    const char *word, *meaning; /* meaning: NULL if the word says it all */
} shg_value;

typedef struct shg_setting {
    const char *name, *other;
    const shg_value *values; /* ends with one whose word is NULL */
    uint8_t first;
    const char *brief, *help;
} shg_setting;

extern const shg_setting shg_setting_rows[SHG_SETTINGS];

/* As they are until something is set. */
void shg_settings_init(shg_settings *settings);

/* As they are stored, "BSTYLE=1 WHITE=REVERSE": those that are not as at first.  Reading passes over what is
 * not known. */
void shg_settings_write(shg_out *out, const shg_settings *settings);
void shg_settings_read(shg_settings *settings, const char *text);

/* The setting with a name, compared without case; SHG_SETTINGS if there is none. */
shg_setting_id shg_setting_find(const char *name, size_t name_bytes);

/* Reads a value: a word, or a beginning that only one has.  column: of the word, for *err.  Returns OK and
 * *out filled, or PARSE_ERROR, the values being named. */
SHOOGI_CHECKED shoogi_status shg_setting_read(uint8_t *out, shg_setting_id id, const char *word,
                                              size_t word_bytes, size_t column, shoogi_error *err);

/* What a terminal can show. */
typedef enum shg_terminal {
    SHG_TERMINAL_UNKNOWN, /* it has not said what it is: plain, until the player sets an attribute at it */
    SHG_TERMINAL_PLAIN,
    SHG_TERMINAL_ATTRIBUTES,
    SHG_TERMINAL_COLOURS
} shg_terminal;

/* What a terminal of a type can show, "XTERM-256COLOR", by the names that terminals have. */
shg_terminal shg_terminal_of(const char *type, size_t type_bytes);

/* What switches an attribute on, an index of the values of BLACK: an escape sequence of ECMA-48.  NULL: it is
 * none, or the terminal cannot show it. */
const char *shg_attribute_begin(unsigned attribute, shg_terminal terminal);
/* What switches all of them off. */
extern const char shg_attribute_end[];

#endif
