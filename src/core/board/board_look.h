/* board_look.h: what a look at all men of a board is made of, on narrow boards (board_lines_look.c) and on wide ones
 * (board_rays_look.c). */
#ifndef SHG_CORE_BOARD_BOARD_LOOK_H
#define SHG_CORE_BOARD_BOARD_LOOK_H

#include "core/board/board_int.h"
#include "core/board/board_search.h"

/* The royals of colour, and the squares that they attack. */
static inline bits around_royals(const board *b, shoogi_colour colour)
{
    const bits royals = men_in_role(b, ROLE_ROYAL, colour);
    bits around = bits_none();
    EACH_SQUARE(sq, royals)
    {
        const shape *const sh = shape_at(b, (unsigned)sq);
        bits_set(&around, (unsigned)sq);
        around = bits_or(around, leaps_from(&sh->gait[colour].takes, (unsigned)sq));
    }
    return around;
}

static inline uint8_t few(unsigned count)
{
    return (uint8_t)(count < UINT8_MAX ? count : UINT8_MAX);
}

/* Where threats are put, and where there is no more room for them. */
typedef struct threats {
    shg_threat *next;
    const shg_threat *end;
} threats;

static inline threats threats_of(const board *b, shg_sight *sight)
{
    return (threats){ sight->threats,
                      sight->threats + (size_t)SHG_THREATS_OF_EACH * b->v->squares };
}

static inline void see_threat(threats *to, shg_code by, shg_code on)
{
    if (to->next < to->end)
        *to->next++ = (shg_threat){ by, on };
}

#endif
