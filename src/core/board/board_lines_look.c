/* board_lines_look.c: what all men of a narrow board attack, as an evaluation asks it, in sets; compiled once for each class. */
#include "core/board/board_look.h"

/* A look at all men; what one of them does is put into man, and adds to attacked. */
typedef struct looker {
    const board *b;
    bits occupied;
    bits around[2]; /* the royals of each */
    threats threats;
    shoogi_colour colour; /* of the man */
    shg_seen *man;
    bits *attacked;
} looker;

static inline void see_set(looker *l, bits found)
{
    const shoogi_colour own = l->colour, other = shoogi_colour_other(own);
    *l->attacked = bits_or(*l->attacked, found);
    EACH_SQUARE(on, bits_and(found, l->b->occupied[other]))
    {
        see_threat(&l->threats, l->man->code, l->b->square[on]);
    }
    l->man->mobility = (uint16_t)bit_count(bits_without(found, l->b->occupied[own]));
    l->man->on_own_royal = few(bit_count(bits_and(found, l->around[own])));
    l->man->on_their_royal = few(bit_count(bits_and(found, l->around[other])));
}

void BC(shg_look)(const shoogi_position *p, shg_sight *sight)
{
    const board *const b = p->board;
    shg_court *const court = &sight->court;
    bits attacked_by[2] = { bits_none(), bits_none() }; /* by all men */
    bits guarded_by[2] = { bits_none(), bits_none() };  /* by those that are not royal */
    looker l = { .b = b,
                 .occupied = occupied_all(b),
                 .around = { around_royals(b, SHOOGI_BLACK), around_royals(b, SHOOGI_WHITE) },
                 .threats = threats_of(b, sight),
                 .man = sight->men };
    for (unsigned g = 0; g < group_count(b->t); g++) {
        const shape *const any = group_shape(b->t, g);
        for (unsigned colour = 0; colour < 2; colour++) {
            bits by_group = bits_none();
            l.attacked = &by_group;
            l.colour = (shoogi_colour)colour;
            EACH_SQUARE(sq, *men_of(b, g, (shoogi_colour)colour))
            {
                *l.man = (shg_seen){ .code = b->square[sq], .square = (shoogi_square)sq };
                see_set(&l, b->t->borrows
                                ? BC(shg_plain_attacks)(b, (unsigned)sq, l.occupied)
                                : attacks(&shape_in(b, any, (unsigned)sq)->gait[colour].takes,
                                          (unsigned)sq, l.occupied));
                l.man++;
            }
            attacked_by[colour] = bits_or(attacked_by[colour], by_group);
            if (!any->royal)
                guarded_by[colour] = bits_or(guarded_by[colour], by_group);
        }
    }
    sight->count = (size_t)(l.man - sight->men);
    sight->threat_count = (size_t)(l.threats.next - sight->threats);
    for (size_t i = 0; i < sight->count; i++) {
        shg_seen *const man = &sight->men[i];
        const shoogi_colour own = shg_code_colour(man->code);
        man->attacked = bits_has(&attacked_by[!own], man->square);
        man->guarded = bits_has(&attacked_by[own], man->square);
    }
    for (unsigned colour = 0; colour < 2; colour++) {
        const bits hit = bits_and(l.around[colour], attacked_by[!colour]);
        court->weak[colour] = few(bit_count(bits_without(hit, guarded_by[colour])));
        court->flights[colour] =
            few(bit_count(bits_without(bits_without(l.around[colour], hit), b->occupied[colour])));
    }
}
