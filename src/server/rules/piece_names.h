/* piece_names.h: all that a piece can be called where help is asked for. */
#ifndef SHG_SERVER_RULES_PIECE_NAMES_H
#define SHG_SERVER_RULES_PIECE_NAMES_H

#include "shoogi/variant.h"

enum { SHG_PIECE_NAMES_BYTES = 200 };

/* Which kinds single letters stand for where players type them; 0: none. */
typedef struct shg_typed_letters {
    shoogi_kind kind['Z' - 'A' + 1];
} shg_typed_letters;

shg_typed_letters shg_typed_letters_of(const shoogi_variant *variant);

/* The id, other letters that players type, the name, and what Japanese call it, in capitals, separated by ", ".  variant: an
 * outline does. */
void shg_piece_names_write(char out[SHG_PIECE_NAMES_BYTES], const shoogi_variant *variant,
                           shoogi_kind kind, const shg_typed_letters *typed);

#endif
