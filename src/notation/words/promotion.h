/* promotion.h: the mark of promotion: "+", followed by the kind if there are several. */
#ifndef SHG_NOTATION_WORDS_PROMOTION_H
#define SHG_NOTATION_WORDS_PROMOTION_H

#include "base/text.h"
#include "shoogi/position.h"

/* The kind of the piece on a square after a move, also an illegal one: the first of its promoted forms if it
 * promotes.  An empty square gives any kind: that it is empty is the reason why the move is illegal. */
shoogi_kind shg_kind_after(const shoogi_position *position, shoogi_square from, bool promotes);

/* Whether one of the choices with the squares of the move promotes. */
bool shg_may_promote(const shoogi_position *position, shoogi_move move);

/* The kind to name after the "+" of a promotion; 0: there is only one. */
shoogi_kind shg_form_to_name(const shoogi_position *position, shoogi_move move);

/* Writes the ids of the kinds to which the choices of one piece promote: "N, L, S, G".  Returns how many there are. */
size_t shg_out_forms(shg_out *out, const shoogi_variant *variant, const shoogi_move *choices,
                     size_t count);

#endif
