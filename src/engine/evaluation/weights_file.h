/* weights_file.h: learned weights as bytes: lines of text that say what they are, an empty line, and the numbers.
 *
 *     shoogi-weights 2
 *     board 9x9
 *     kinds P L N S G B R K +P +L +N +S +B +R
 *     moves 8f1d5c1a22e0b7d4
 *     features 12526
 *     made shoogi learn shogi --nodes 2000 --seed 1
 *     games 20000
 *     positions 1934211
 *     checksum 0123456789abcdef
 *
 * The numbers are of 16 bits with sign, the lower byte first: what each feature is worth early, then what it is late.  "moves" is FNV-1a, 64 bits, of how each kind moves
 * and what becomes of it; "checksum" the same of all bytes before that line, and of the numbers. */
#ifndef SHG_ENGINE_EVALUATION_WEIGHTS_FILE_H
#define SHG_ENGINE_EVALUATION_WEIGHTS_FILE_H

#include "base/text.h"
#include "engine/evaluation/evaluate.h"

enum { SHG_WEIGHTS_BYTES_MAX = 2 * 1024 * 1024, SHG_MADE_BYTES_MAX = 200 };

/* Where weights come from. */
typedef struct shg_provenance {
    char made[SHG_MADE_BYTES_MAX + 1]; /* the command, one line of ASCII */
    unsigned long games, positions;
} shg_provenance;

/* Reads weights for a variant.  Weights of another game, of another version, cut or changed are refused: PARSE_ERROR or
 * LIMIT_EXCEEDED, and *err says what was expected and what stood there.  Returns OK with *out owned (shg_weights_free), and
 * *from filled if given; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_weights_read(shg_weights **out, shg_provenance *from,
                                              const shoogi_variant *variant, const char *bytes,
                                              size_t byte_count, shoogi_error *err);

/* Writes them.  Returns OK with *out owned (free); or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_weights_write(char **out, size_t *out_bytes,
                                               const shg_weights *weights,
                                               const shg_provenance *from);

/* Writes the lines with which weights for the variant begin: those of a game with the same men on the same board begin
 * alike, unless one of them is won by check. */
void shg_weights_write_head(shg_out *out, const shoogi_variant *variant);

/* True if bytes begin like weights for the variant: as many of them as there are, at least up to the line "moves". */
bool shg_weights_fit(const shoogi_variant *variant, const char *bytes, size_t byte_count);

#endif
