/* piece_rules.h: rules about one piece, one square or one hand, independent of the board class.
 *
 * The board classes, the explanations of illegal moves and the reference rules of the tests share them. */
#ifndef SHG_CORE_VARIANT_PIECE_RULES_H
#define SHG_CORE_VARIANT_PIECE_RULES_H

#include "core/variant/variant_int.h"

/* Whether the rules allow dropping the kind on the square, as far as the square alone decides. */
bool shg_drop_square(const shoogi_variant *v, shoogi_kind kind, shoogi_colour colour,
                     shoogi_square square);

/* Whether a side has royals in hand and none on the board. royals: its royals on the board. */
bool shg_royal_is_in_hand(const shoogi_variant *v, const uint16_t *hand, unsigned royals);

/* Whether such a side may not capture, and so does not attack.  Source: docs/variant-format.md, "Hands and drops",
 * royalInHand. */
static inline bool shg_is_peaceful(const shoogi_variant *v, const uint16_t *hand, unsigned royals)
{
    return v->rules.royal_in_hand >= SHG_WAITING_PEACE && shg_royal_is_in_hand(v, hand, royals);
}

/* Whether royalInHand forbids the move of such a side. captures: whether the move captures. */
bool shg_royal_in_hand_forbids(const shoogi_variant *v, shoogi_move move, bool takes);

/* The squares of the pieces whose moves the piece on borrower has (parameter borrow): its own if none lends any.
 * square: the contents of all squares.  Returns how many there are, at least one. */
enum { SHG_LENDERS_MAX = SHOOGI_SQUARES_MAX };
unsigned shg_find_lenders(const shoogi_variant *v, const shg_code *square, shoogi_square borrower,
                          shoogi_square lenders[SHG_LENDERS_MAX]);

/* Whether the piece on borrower has its own moves, as it has unless others lend it theirs in their place. */
bool shg_has_own_moves(const shoogi_variant *v, const shg_code *square, shoogi_square borrower);

/* The square of the first piece along a ride of the piece on from; SHOOGI_NO_SQUARE: none. square: the contents of
 * all squares. */
shoogi_square shg_first_along(const shoogi_variant *v, const shg_code *square, const shg_ride *ride,
                              shoogi_square from);

/* One step of a piece of colour that castles, as a ride.  Source: docs/xbetza.md, "Castling". */
shg_ride shg_castle_step(const shoogi_variant *v, const shg_castle *castle, shoogi_colour colour);

/* The square on which the partner of a castling piece on from stood at the start of the game: the last in this
 * direction on which a piece stood, or the last but one; SHOOGI_NO_SQUARE: none. */
shoogi_square shg_castling_home(const shoogi_variant *v, const shg_castle *castle,
                                shoogi_colour colour, shoogi_square from);

/* The castling move of a piece of the kind. */
shoogi_move shg_castling_make(const shoogi_variant *v, const shg_castle *castle, shoogi_kind kind,
                              shoogi_colour colour, shoogi_square from, shoogi_square partner);

/* The square of the partner of a castling move; square: the contents of all squares before it. */
shoogi_square shg_castling_partner(const shoogi_variant *v, const shg_code *square,
                                   shoogi_move move);

/* The square to which the partner comes: the one before the destination. */
shoogi_square shg_castling_stop(const shoogi_variant *v, shoogi_move move);

/* Whether the squares of the try rule are the last rank of each side. */
bool shg_tries_are_last_ranks(const shoogi_variant *v);

/* The square of an enemy piece that immobilises the piece on held (parameter nets); SHOOGI_NO_SQUARE: none. */
shoogi_square shg_find_immobiliser(const shoogi_variant *v, const shg_code *square,
                                   shoogi_square held);

#endif
