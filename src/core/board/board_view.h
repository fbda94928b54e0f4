/* board_view.h: shared by the attack maps of narrow boards (board_lines_view.c) and of wide ones (board_rays_view.c). */
#ifndef SHG_CORE_BOARD_BOARD_VIEW_H
#define SHG_CORE_BOARD_BOARD_VIEW_H

#include "core/board/board_int.h"
#include "core/board/board_search.h"

/* The royals of colour and the squares that they attack. */
static inline bits around_royals(const board *b, shoogi_colour colour)
{
    const bits royals = pieces_in_role(b, ROLE_ROYAL, colour);
    bits around = bits_none();
    EACH_SQUARE(sq, royals)
    {
        const move_class *const sh = move_class_at(b, (unsigned)sq);
        bits_set(&around, (unsigned)sq);
        around = bits_or(around, leaps_from(&sh->move_set[colour].captures, (unsigned)sq));
    }
    return around;
}

static inline uint8_t saturate_u8(unsigned count)
{
    return (uint8_t)(count < UINT8_MAX ? count : UINT8_MAX);
}

/* The next free threat, and the end of the array. */
typedef struct threats {
    shg_threat *next;
    const shg_threat *end;
} threats;

static inline threats threat_list_of(const board *b, shg_board_view *view)
{
    return (threats){ view->threats,
                      view->threats + (size_t)SHG_THREATS_PER_SQUARE * b->v->squares };
}

static inline void add_threat(threats *to, shg_code by, shg_code on)
{
    if (to->next < to->end)
        *to->next++ = (shg_threat){ by, on };
}

#endif
