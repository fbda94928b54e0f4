/* hand_order.c: the order in which notations list pieces in hand. */
#include "core/variant/variant_int.h"
#include "shoogi/notation.h"

/* The value of a direction of a move.  A slide is worth more than one step but less than two, since on a crowded board
 * it is seldom long.  Any ratio between 3:2 and 2:1 gives R B G S N L P, the established order of SFEN in Shogi: the
 * lance (one slide) after the knight (two leaps), the gold (six steps) after the bishop (four slides). */
enum { STEP_VALUE = 4, SLIDE_VALUE = 7 };

static unsigned value_of(const shoogi_variant *variant, shoogi_kind kind)
{
    const shg_kind *what = &variant->kind[kind];
    unsigned sum = 0;
    for (size_t i = 0; i < what->betza.ride_count; i++)
        sum += what->betza.rides[i].reach == 1 ? STEP_VALUE : SLIDE_VALUE;
    return sum;
}

size_t shoogi_hand_order(shoogi_kind *kinds, size_t kinds_max, const shoogi_variant *variant)
{
    /* Insertion sort: few kinds are ever in hand, and most are in order already.  From the last to the first, so that
     * of two equal values the later kind comes first. */
    shoogi_kind order[SHOOGI_KINDS_MAX];
    unsigned values[SHOOGI_KINDS_MAX];
    size_t count = 0;
    for (shoogi_kind kind = (shoogi_kind)shoogi_variant_kind_count(variant); kind > 0; kind--) {
        if (!shoogi_variant_kind(variant, kind).in_hand)
            continue;
        const unsigned value = value_of(variant, kind);
        size_t place = count++;
        for (; place > 0 && values[place - 1] < value; place--) {
            order[place] = order[place - 1];
            values[place] = values[place - 1];
        }
        order[place] = kind;
        values[place] = value;
    }
    for (size_t i = 0; i < count && i < kinds_max; i++)
        kinds[i] = order[i];
    return count;
}
