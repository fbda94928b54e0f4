/* piece_id.h: the letters of a piece in SFEN and Game Courier's code. */
#ifndef SHG_NOTATION_WORDS_PIECE_ID_H
#define SHG_NOTATION_WORDS_PIECE_ID_H

#include "base/text.h"
#include "shoogi/variant.h"

/* The id, in upper or lower case by the colour. */
void shg_id_write(shg_out *out, const shoogi_variant *variant, shoogi_kind kind,
                  shoogi_colour colour);

/* The kind that a text of any program names: by its id, or by another letter of the definition (idAlias); with "+" before either it
 * is what that piece promotes to, or its other side, as "+L" in Kyoto shogi.  In any case of letters; 0: none. */
shoogi_kind shg_kind_named(const shoogi_variant *variant, const char *text, size_t text_bytes);

#endif
