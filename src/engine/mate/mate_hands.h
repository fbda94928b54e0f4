/* mate_hands.h: hands packed into a word each, so that a mate solver sees at once which of two is better. */
#ifndef SHG_ENGINE_MATE_MATE_HANDS_H
#define SHG_ENGINE_MATE_MATE_HANDS_H

#include "shoogi/position.h"

enum { SHG_HAND_FIELDS = 32 };

/* How hands are packed: a field for each kind that may be held, and above each a bit that is 0. */
typedef struct shg_hand_layout {
    unsigned count; /* 0: hands are not told from boards */
    uint64_t guards, full;
    struct {
        shoogi_kind kind;
        uint8_t shift;
        uint64_t most; /* the greatest number in the field, which stands for any number of men */
    } field[SHG_HAND_FIELDS];
} shg_hand_layout;

/* True if no field of a is less than that of b. */
static inline bool shg_holds(const shg_hand_layout *layout, uint64_t a, uint64_t b)
{
    return (((a | layout->guards) - b) & layout->guards) == layout->guards;
}

/* A layout that holds all men of the position in one hand; of no fields if they do not fit, if men change what they
 * are in hand, or if it cannot be said which hand is better. */
shg_hand_layout shg_hand_layout_for(const shoogi_position *position);
bool shg_hand_layout_equals(const shg_hand_layout *a, const shg_hand_layout *b);

/* What a hand must be here for it to be limit below, one move on; numbers that stand for any stay. */
uint64_t shg_hand_moved(const shg_hand_layout *layout, uint64_t limit, uint64_t below,
                        uint64_t here);
/* Of each kind the less, or the more, of two. */
uint64_t shg_hand_least(const shg_hand_layout *layout, uint64_t a, uint64_t b);
uint64_t shg_hand_most(const shg_hand_layout *layout, uint64_t a, uint64_t b);
/* The limit, but none of the kinds of which the hand has none. */
uint64_t shg_hand_only_held(const shg_hand_layout *layout, uint64_t limit, uint64_t hand);

#endif
