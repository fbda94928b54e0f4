/* settings.h: a player's settings: one of a few values for each row of settings.def. */
#ifndef SHG_SERVER_SESSION_SETTINGS_H
#define SHG_SERVER_SESSION_SETTINGS_H

#include "base/text.h"
#include "language/language.h"
#include "shoogi/move_text.h"
#include "shoogi/status.h"

typedef enum shg_setting_id {
#define SETTING(id, name, other, values, first, brief, help) SHG_SET_##id,
#include "server/session/settings.def"
#undef SETTING
    SHG_SETTINGS
} shg_setting_id;

/* The values of LANGUAGE are shg_language. Below: the values of CONFIRM and REDRAW, then those
 * of KANJI. Those of BSTYLE and PSTYLE are shoogi_board_style and shoogi_style. */
enum { SHG_OFF, SHG_ON };
enum { SHG_EMAIL_OFF, SHG_EMAIL_DAILY, SHG_EMAIL_EACH };
enum { SHG_NOTIFY_OFF, SHG_NOTIFY_GAMES, SHG_NOTIFY_TURNS };
enum {
    SHG_NOTATION_AUTO,
    SHG_NOTATION_WESTERN,
    SHG_NOTATION_KITAO,
    SHG_NOTATION_JAPANESE,
    SHG_NOTATION_USI
};
enum { SHG_COMPACT_AUTO, SHG_COMPACT_ON, SHG_COMPACT_OFF };
enum { SHG_PROMPT_PLAIN, SHG_PROMPT_GAME, SHG_PROMPT_CLOCK };
enum { SHG_KANJI_JIS, SHG_KANJI_EUC, SHG_KANJI_SHIFT_JIS, SHG_KANJI_UTF_8 };

typedef struct shg_settings {
    uint8_t value[SHG_SETTINGS]; /* index of the value, by shg_setting_id */
} shg_settings;

typedef struct shg_value {
    const char *word, *meaning; /* meaning: NULL if the word explains itself */
} shg_value;

typedef struct shg_setting {
    const char *name, *other;
    const shg_value *values; /* ends with a row whose word is NULL */
    uint8_t first;
    const char *brief, *help;
} shg_setting;

extern const shg_setting shg_setting_rows[SHG_SETTINGS];

/* Sets all defaults. */
void shg_settings_init(shg_settings *settings);

/* Write and read the stored form, "BSTYLE=1 WHITE=REVERSE", without defaults. Reading ignores
 * unknown names. */
void shg_settings_write(shg_out *out, const shg_settings *settings);
void shg_settings_read(shg_settings *settings, const char *text);

/* The notation in which a player with these settings reads moves in a language. */
shoogi_notation shg_notation_of(const shg_settings *settings, shg_language language);

/* Returns the seconds of a value of LOWTIME; 0: off. */
int shg_low_time_seconds(unsigned value);

/* Finds a setting by name, compared without case; SHG_SETTINGS if there is none. */
shg_setting_id shg_setting_find(const char *name, size_t name_bytes);

/* Reads a value: a word or an unambiguous beginning of one. column: of the word, for *err.
 * Returns OK and *out filled, or PARSE_ERROR, which lists the values. */
SHOOGI_CHECKED shoogi_status shg_setting_read(uint8_t *out, shg_setting_id id, const char *word,
                                              size_t word_bytes, size_t column, shoogi_error *err);

/* The abilities of a terminal. */
typedef enum shg_terminal {
    SHG_TERMINAL_UNKNOWN, /* unknown type: plain, until the player sets an attribute in that session */
    SHG_TERMINAL_PLAIN,
    SHG_TERMINAL_ATTRIBUTES,
    SHG_TERMINAL_COLOURS
} shg_terminal;

/* Returns the abilities of a terminal type, such as "XTERM-256COLOR". */
shg_terminal shg_terminal_of(const char *type, size_t type_bytes);

/* Returns the ECMA-48 escape sequence that switches on an attribute, an index of the values of
 * BLACK; NULL for no attribute, or one the terminal cannot show. */
const char *shg_attribute_begin(unsigned attribute, shg_terminal terminal);
/* Switches off all attributes. */
extern const char shg_attribute_end[];

#endif
