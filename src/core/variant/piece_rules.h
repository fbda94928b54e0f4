/* piece_rules.h: what the rules say of one piece, one square or one hand, whatever the board class.
 *
 * The board classes, the reasons why a move is illegal and the slow rules of the tests ask these alike. */
#ifndef SHG_CORE_VARIANT_PIECE_RULES_H
#define SHG_CORE_VARIANT_PIECE_RULES_H

#include "core/variant/variant_int.h"

/* True if the rules let a man of the kind be dropped on the square as far as the square alone decides. */
bool shg_drop_square(const shoogi_variant *v, shoogi_kind kind, shoogi_colour colour,
                     shoogi_square square);

/* A side has its royals in hand, and none on the board; royals: how many stand there. */
bool shg_royal_is_in_hand(const shoogi_variant *v, const uint16_t *hand, unsigned royals);

/* A side that waits so takes nothing, and so it attacks nothing.  Source: docs/variant-format.md, "Hands and drops",
 * royalInHand. */
static inline bool shg_is_peaceful(const shoogi_variant *v, const uint16_t *hand, unsigned royals)
{
    return v->rules.royal_in_hand >= SHG_WAITING_PEACE && shg_royal_is_in_hand(v, hand, royals);
}

/* The rule of royalInHand bars the move of a side that waits so; takes: it takes something. */
bool shg_royal_in_hand_forbids(const shoogi_variant *v, shoogi_move move, bool takes);

/* The squares from which the man on a square borrows its moves, by borrow; square: what stands on each.  Returns how
 * many; 0: it moves as it is. */
enum { SHG_LENDERS_MAX = 2 };
unsigned shg_find_lenders(const shoogi_variant *v, const shg_code *square, shoogi_square borrower,
                          shoogi_square lenders[SHG_LENDERS_MAX]);

/* The square of the first man along a ride of the man on from; square: what stands on each.  NO_SQUARE if there is
 * none. */
shoogi_square shg_first_along(const shoogi_variant *v, const shg_code *square, const shg_ride *ride,
                              shoogi_square from);

/* The man of the other side that holds the one on a square, by nets.  NO_SQUARE if none does. */
shoogi_square shg_find_immobiliser(const shoogi_variant *v, const shg_code *square,
                                   shoogi_square held);

#endif
