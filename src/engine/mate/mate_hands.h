/* mate_hands.h: a hand packed into one word, so that the mate solver compares two hands in a few instructions.
 *
 * A hand contains another if it has at least as many pieces of every kind. */
#ifndef SHG_ENGINE_MATE_MATE_HANDS_H
#define SHG_ENGINE_MATE_MATE_HANDS_H

#include "shoogi/position.h"

enum { SHG_HAND_FIELDS = 32 };

/* A bit field for each kind that may be in hand, and above each a guard bit that is 0. */
typedef struct shg_hand_layout {
    unsigned count; /* 0: hands are part of the board's key instead */
    uint64_t guard_bits, full;
    struct {
        shoogi_kind kind;
        uint8_t shift;
        uint64_t most; /* the field's greatest value, which stands for any number of pieces */
    } field[SHG_HAND_FIELDS];
} shg_hand_layout;

/* Whether hand a contains hand b. */
static inline bool shg_hand_contains(const shg_hand_layout *layout, uint64_t a, uint64_t b)
{
    return (((a | layout->guard_bits) - b) & layout->guard_bits) == layout->guard_bits;
}

/* A layout with room for all pieces of the position in one hand.  It has no fields if they do not fit, if pieces change kind in
 * hand, or if a larger hand is not always better. */
shg_hand_layout shg_hand_layout_for(const shoogi_position *position);
bool shg_hand_layout_equals(const shg_hand_layout *a, const shg_hand_layout *b);

/* Translates a limit on a hand after a move, where the hand is `below`, to one before the move, where it is `here`.  Fields that
 * stand for any number are unchanged. */
uint64_t shg_hand_propagate(const shg_hand_layout *layout, uint64_t limit, uint64_t below,
                            uint64_t here);
/* The minimum, or the maximum, of each field. */
uint64_t shg_hand_min(const shg_hand_layout *layout, uint64_t a, uint64_t b);
uint64_t shg_hand_max(const shg_hand_layout *layout, uint64_t a, uint64_t b);
/* The limit, with 0 for each kind that the hand has none of. */
uint64_t shg_hand_only_held(const shg_hand_layout *layout, uint64_t limit, uint64_t hand);

#endif
