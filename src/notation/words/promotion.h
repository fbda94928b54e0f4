/* promotion.h: the mark of promotion: "+", and behind it the form where a kind has several. */
#ifndef SHG_NOTATION_WORDS_PROMOTION_H
#define SHG_NOTATION_WORDS_PROMOTION_H

#include "base/text.h"
#include "shoogi/position.h"

/* One of the choices by the squares of the move promotes. */
bool shg_may_promote(const shoogi_position *position, shoogi_move move);

/* The form to be named behind the "+" of a move that promotes; 0 if its kind has no other. */
shoogi_kind shg_form_to_name(const shoogi_position *position, shoogi_move move);

/* Writes the ids of the forms that choices of one man promote to: "N, L, S, G".  Returns how many. */
size_t shg_out_forms(shg_out *out, const shoogi_variant *variant, const shoogi_move *choices,
                     size_t count);

#endif
