/* board_lines_view.c: the attack map of a narrow board, by bitboards; compiled once for each class. */
#include "core/board/board_view.h"

/* The map under construction.  Squares that the current piece attacks are counted in piece and added to attacked. */
typedef struct viewer {
    const board *b;
    bits occupied;
    bits around[2]; /* of each side */
    threats threats;
    shoogi_colour colour; /* of the current piece */
    shg_piece_view *piece;
    bits *attacked;
} viewer;

static inline void view_set(viewer *l, bits found)
{
    const shoogi_colour own = l->colour, other = shoogi_colour_other(own);
    *l->attacked = bits_or(*l->attacked, found);
    EACH_SQUARE(on, bits_and(found, l->b->occupied[other]))
    {
        add_threat(&l->threats, l->piece->code, l->b->square[on]);
    }
    l->piece->mobility = (uint16_t)bit_count(bits_without(found, l->b->occupied[own]));
    l->piece->on_own_royal = saturate_u8(bit_count(bits_and(found, l->around[own])));
    l->piece->on_their_royal = saturate_u8(bit_count(bits_and(found, l->around[other])));
}

void BC(shg_view)(const shoogi_position *p, shg_board_view *view)
{
    const board *const b = p->board;
    shg_king_zone *const king_zone = &view->king_zone;
    bits attacked_by[2] = { bits_none(), bits_none() }; /* by any piece */
    bits guarded_by[2] = { bits_none(), bits_none() };  /* by pieces other than royals */
    viewer l = { .b = b,
                 .occupied = occupied_all(b),
                 .around = { around_royals(b, SHOOGI_BLACK), around_royals(b, SHOOGI_WHITE) },
                 .threats = threat_list_of(b, view),
                 .piece = view->pieces };
    for (unsigned g = 0; g < group_count(b->t); g++) {
        const move_class *const any = group_move_class(b->t, g);
        for (unsigned colour = 0; colour < 2; colour++) {
            bits by_group = bits_none();
            l.attacked = &by_group;
            l.colour = (shoogi_colour)colour;
            EACH_SQUARE(sq, *pieces_of(b, g, (shoogi_colour)colour))
            {
                *l.piece = (shg_piece_view){ .code = b->square[sq], .square = (shoogi_square)sq };
                view_set(&l,
                         b->t->borrows
                             ? BC(shg_plain_attacks)(b, (unsigned)sq, l.occupied)
                             : attacks(&class_in(b, any, (unsigned)sq)->move_set[colour].captures,
                                       (unsigned)sq, l.occupied));
                l.piece++;
            }
            attacked_by[colour] = bits_or(attacked_by[colour], by_group);
            if (!any->royal)
                guarded_by[colour] = bits_or(guarded_by[colour], by_group);
        }
    }
    view->count = (size_t)(l.piece - view->pieces);
    view->threat_count = (size_t)(l.threats.next - view->threats);
    for (size_t i = 0; i < view->count; i++) {
        shg_piece_view *const piece = &view->pieces[i];
        const shoogi_colour own = shg_code_colour(piece->code);
        piece->attacked = bits_has(&attacked_by[!own], piece->square);
        piece->guarded = bits_has(&attacked_by[own], piece->square);
    }
    for (unsigned colour = 0; colour < 2; colour++) {
        const bits hit = bits_and(l.around[colour], attacked_by[!colour]);
        king_zone->weak[colour] = saturate_u8(bit_count(bits_without(hit, guarded_by[colour])));
        king_zone->flights[colour] = saturate_u8(
            bit_count(bits_without(bits_without(l.around[colour], hit), b->occupied[colour])));
    }
}
