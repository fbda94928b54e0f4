/* keys.h: reads single keys from a terminal.
 *
 * One use at a time.  The terminal is restored however the program ends, except by SIGKILL. */
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
    CLI_KEY_QUIT  /* q, and the keys for interrupt and end of input */
} cli_key;

/* own_screen: use the alternate screen and redraw it each time; else output scrolls, as screen readers need it.  Returns
 * false if standard input and output are not a terminal. */
bool cli_keys_begin(bool own_screen);
void cli_keys_end(void);

/* Waits for a key.  QUIT at the end of input. */
cli_key cli_keys_next(void);

/* Shows lines: all of them below the previous output; or on the cleared own screen as many as fit, leaving out first the
 * borders "+--+--+" of drawings, then the last lines. */
void cli_keys_show(const char *text);

#endif
