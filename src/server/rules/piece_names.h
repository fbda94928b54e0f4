/* piece_names.h: the names and letters of pieces that HELP accepts. */
#ifndef SHG_SERVER_RULES_PIECE_NAMES_H
#define SHG_SERVER_RULES_PIECE_NAMES_H

#include "shoogi/variant.h"

enum { SHG_PIECE_NAMES_BYTES = 200 };

/* The kind for each single letter that players type; 0: none. */
typedef struct shg_typed_letters {
    shoogi_kind kind['Z' - 'A' + 1];
} shg_typed_letters;

shg_typed_letters shg_typed_letters_of(const shoogi_variant *variant);

/* Writes the id, other letters that players type, the name, and the Japanese names, in capitals,
 * separated by ", ". variant: an outline is enough. */
void shg_piece_names_write(char out[SHG_PIECE_NAMES_BYTES], const shoogi_variant *variant,
                           shoogi_kind kind, const shg_typed_letters *typed);

#endif
