/* weights_file.h: the file format of learned weights: a text header, an empty line, and the numbers.
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
 * The numbers are signed, 16 bits, little-endian: for each feature the early value, then the late one.  "moves" is the 64-bit
 * FNV-1a hash of how each kind moves, promotes and changes when captured; "checksum" is that of all bytes before its line,
 * and of the numbers. */
#ifndef SHG_ENGINE_EVALUATION_WEIGHTS_FILE_H
#define SHG_ENGINE_EVALUATION_WEIGHTS_FILE_H

#include "engine/evaluation/evaluate.h"
#include "engine/network/learned_file.h"

enum { SHG_WEIGHTS_BYTES_MAX = 2 * 1024 * 1024 };

/* Reads weights for a variant.  Returns OK with *out owned (shg_weights_free), and *from filled if given; PARSE_ERROR or
 * LIMIT_EXCEEDED if they are for another game or version, truncated or altered, with *err filled; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_weights_read(shg_weights **out, shg_provenance *from,
                                              const shoogi_variant *variant, const char *bytes,
                                              size_t byte_count, shoogi_error *err);

/* Returns OK with *out owned (free); or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_weights_write(char **out, size_t *out_bytes,
                                               const shg_weights *weights,
                                               const shg_provenance *from);

/* Writes the first lines of the header of weights for the variant.  They are the same for games with the same pieces on the
 * same board, unless only one of them is won by check. */
void shg_weights_write_head(shg_out *out, const shoogi_variant *variant);

/* Whether a file that begins with these bytes, at least up to the line "moves", may hold weights for the variant. */
bool shg_weights_fit(const shoogi_variant *variant, const char *bytes, size_t byte_count);

#endif
