/* keys.h: a terminal that gives each key as it is pressed.
 *
 * One at a time.  However the program ends but by SIGKILL, the terminal is as it was before. */
#ifndef SHG_CLI_KEYS_H
#define SHG_CLI_KEYS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum cli_key {
    CLI_KEY_OTHER,
    CLI_KEY_LEFT,
    CLI_KEY_RIGHT,
    CLI_KEY_UP,
    CLI_KEY_DOWN,
    CLI_KEY_HOME,
    CLI_KEY_END,
    CLI_KEY_FLIP, /* f */
    CLI_KEY_QUIT  /* q, and what ends programs or their input */
} cli_key;

/* own_screen: what is shown is drawn over what was shown before, on a screen of its own; else it stands below it,
 * for texts that are read from the top to the bottom.  False if standard input and output are no terminal. */
bool cli_keys_begin(bool own_screen);
void cli_keys_end(void);

/* Waits for a key.  QUIT at the end of input. */
cli_key cli_keys_next(void);

/* Shows lines: below those before, all of them; or on the empty screen, as many as there is room for: those that drawings can do without, "+--+--+",
 * are left out first, then the last ones. */
void cli_keys_show(const char *text);

#endif
