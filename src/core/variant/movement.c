#include "core/variant/movement.h"

#include <assert.h>

static const int8_t unit[8][2] = { { 0, 1 },  { 1, 1 },   { 1, 0 },  { 1, -1 },
                                   { 0, -1 }, { -1, -1 }, { -1, 0 }, { -1, 1 } };

void shg_leg_step(const shg_leg *leg, unsigned direction, int *right, int *forward)
{
    assert(direction < 8 && leg->class < SHG_CLASSES);
    *right = unit[direction][0] * leg->longer;
    *forward = unit[direction][1] * leg->longer;
    if (leg->class != SHG_OBLIQUE)
        return;
    /* The n-th of the eight leaps clockwise, beginning with (shorter, longer) itself:
     * right = a * shorter + b * longer, forward = c * shorter + d * longer. */
    static const int8_t turn[8][4] = {
        { 1, 0, 0, 1 },   { 0, 1, 1, 0 },   { 0, 1, -1, 0 }, { 1, 0, 0, -1 },
        { -1, 0, 0, -1 }, { 0, -1, -1, 0 }, { 0, -1, 1, 0 }, { -1, 0, 0, 1 },
    };
    const int8_t *t = turn[direction];
    *right = t[0] * leg->shorter + t[1] * leg->longer;
    *forward = t[2] * leg->shorter + t[3] * leg->longer;
}
