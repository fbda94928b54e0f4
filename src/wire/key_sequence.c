#include "wire/key_sequence.h"

enum { STATE_NONE, STATE_ESC, STATE_CSI, STATE_LAST };

bool shg_key_sequence(uint8_t *state, uint8_t byte)
{
    const uint8_t before = byte < 0x20 || byte >= 0x7F ? STATE_NONE : *state;
    *state = STATE_NONE;
    switch (before) {
    case STATE_ESC:
        if (byte != '[' && byte != 'O')
            return false;
        *state = byte == '[' ? STATE_CSI : STATE_LAST;
        return true;
    case STATE_CSI:
        if (byte < 0x40)
            *state = STATE_CSI;
        else if (byte == '[')
            *state = STATE_LAST;
        return true;
    case STATE_LAST: return true;
    default: *state = byte == 0x1B ? STATE_ESC : STATE_NONE; return false;
    }
}
