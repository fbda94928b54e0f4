/* csa.h: men, squares and ends in the words of CSA, which JKF uses too: "FU", "76", "TORYO". */
#ifndef SHG_NOTATION_RECORDS_CSA_H
#define SHG_NOTATION_RECORDS_CSA_H

#include "shoogi/record.h"

/* Two letters for each of the kinds there are, and no others; CSA is a format for shogi, and for games on
 * boards of at most nine files and ranks that have none but these men. */
enum { SHG_CSA_CODES = 14 };

typedef struct shg_csa {
    const shoogi_variant *variant;
    shoogi_kind kind[SHG_CSA_CODES]; /* that a code means in this game; 0: none */
} shg_csa;

/* Fills *csa.  False if the game has a kind without a code, or too large a board. */
bool shg_csa_init(shg_csa *csa, const shoogi_variant *variant);

/* The code of a kind of the game, two letters and a NUL. */
const char *shg_csa_code(const shg_csa *csa, shoogi_kind kind);

/* The kind of a code, two letters in any case; 0 if it is none or the game does not have it. */
shoogi_kind shg_csa_kind(const shg_csa *csa, const char *code);

/* The square with the numbers of a file and a rank, from 1; SHOOGI_NO_SQUARE if the board has none. */
shoogi_square shg_csa_square(const shg_csa *csa, unsigned file, unsigned rank);

/* The word for an end, without its "%"; NULL if there is none. */
const char *shg_csa_end(shoogi_termination end);

/* The end that a word means; OTHER if it is none. */
shoogi_termination shg_csa_end_of(const char *word, size_t word_bytes);

#endif
