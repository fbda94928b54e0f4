/* piece_id.h: the letters of a piece in SFEN and Game Courier's code. */
#ifndef SHG_NOTATION_WORDS_PIECE_ID_H
#define SHG_NOTATION_WORDS_PIECE_ID_H

#include "base/text.h"
#include "shoogi/variant.h"

/* The id, in upper or lower case by the colour. */
void shg_id_write(shg_out *out, const shoogi_variant *variant, shoogi_kind kind,
                  shoogi_colour colour);

#endif
