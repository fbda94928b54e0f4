/* csa.h: pieces, squares and terminations in CSA, also used by JKF: "FU", "76", "TORYO". */
#ifndef SHG_NOTATION_RECORDS_CSA_H
#define SHG_NOTATION_RECORDS_CSA_H

#include "shoogi/record.h"

/* CSA has two-letter codes for these kinds only: it is a format for Shogi, and for variants on boards of at most nine
 * files and ranks without other pieces. */
enum { SHG_CSA_CODES = 14 };

typedef struct shg_csa {
    const shoogi_variant *variant;
    shoogi_kind kind[SHG_CSA_CODES]; /* of a code in this variant; 0: none */
} shg_csa;

/* Fills *csa.  False if the variant has a kind without a code, or too large a board. */
bool shg_csa_init(shg_csa *csa, const shoogi_variant *variant);

/* The code of a kind of the variant, two letters and a NUL. */
const char *shg_csa_code(const shg_csa *csa, shoogi_kind kind);

/* The kind of a code, two letters in any case; 0: not a code, or not in the variant. */
shoogi_kind shg_csa_kind(const shg_csa *csa, const char *code);

/* The square with these numbers of file and rank, from 1; SHOOGI_NO_SQUARE: not on the board. */
shoogi_square shg_csa_square(const shg_csa *csa, unsigned file, unsigned rank);

/* The termination for which CSA has a word: the one of the node, or the nearest with the same winner, which loses how the game
 * ended; OTHER: none.  side: to move.  *same: nothing is lost. */
shoogi_termination shg_csa_nearest_end(bool *same, const shoogi_node_info *node,
                                       shoogi_colour side);

/* The word for a termination, without its "%"; NULL: none. */
const char *shg_csa_end(shoogi_termination end);

/* The termination that a word means; OTHER: none. */
shoogi_termination shg_csa_end_of(const char *word, size_t word_bytes);

#endif
