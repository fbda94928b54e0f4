/* key_sequence.h: what one key sends in several bytes, such as an arrow, told from keys that send one.
 *
 * ESC [, parameters and a final byte (ECMA-48, 5.4); ESC O and a letter (terminals of DEC); ESC [ [ and a letter
 * (F1 to F5 of Linux). */
#ifndef SHG_WIRE_KEY_SEQUENCE_H
#define SHG_WIRE_KEY_SEQUENCE_H

#include <stdbool.h>
#include <stdint.h>

/* state: 0 at first, and the callee's from then on.  True if the byte belongs to a sequence, but for its ESC, which
 * is a key as well; nothing that is no printing sign of ASCII is within one. */
bool shg_key_sequence(uint8_t *state, uint8_t byte);

#endif
