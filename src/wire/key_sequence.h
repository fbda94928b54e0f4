/* key_sequence.h: recognises the escape sequences of keys, such as arrows.
 *
 * ESC [, parameters and a final byte (ECMA-48, 5.4); ESC O and a letter (DEC terminals); ESC [ [ and a letter
 * (F1 to F5 on the Linux console). */
#ifndef SHG_WIRE_KEY_SEQUENCE_H
#define SHG_WIRE_KEY_SEQUENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the byte belongs to an escape sequence.  False for its ESC, which is also a key, and for bytes other than
 * printable ASCII.  state: 0 initially, then used by this function. */
bool shg_key_sequence(uint8_t *state, uint8_t byte);

#endif
