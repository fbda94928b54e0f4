/* nnue_file.h: the file format of a network: a text header as in weights_file.h, an empty line, and the numbers.
 *
 *     shoogi-network 1
 *     board 9x9
 *     kinds P L N S G B R K +P +L +N +S +B +R
 *     moves 8f1d5c1a22e0b7d4
 *     inputs 2380
 *     shape 256 32 32 1
 *     made shoogi learn shogi --nodes 2000 --seed 1
 *     games 20000
 *     positions 1934211
 *     checksum 0123456789abcdef
 *
 * "shape": the width of the first layer, the sizes of the two small ones, and the buckets; then "by royal" if inputs differ
 * by the region of the own royal (256 32 32 1 by royal).  The numbers are signed and little-endian, in the order of shg_nnue
 * and shg_nnue_layers: 16 bits for the first layer and the last weights, 8 for the weights of the small layers, 32 for all
 * biases after the first layer and for the values of inputs. */
#ifndef SHG_ENGINE_NETWORK_NNUE_FILE_H
#define SHG_ENGINE_NETWORK_NNUE_FILE_H

#include "engine/network/learned_file.h"
#include "engine/network/nnue.h"

enum { SHG_NNUE_FILE_BYTES_MAX = SHG_NNUE_BYTES_MAX + 64 * 1024 };

/* Writes the first lines of a file, which say for which game it is. */
void shg_nnue_write_head(shg_out *out, const shoogi_variant *variant);

/* Reads a network for a variant, and packs it.  Returns OK with *out owned (shg_nnue_free), and *from filled if given;
 * PARSE_ERROR or LIMIT_EXCEEDED if it is of another game, version or shape, truncated or altered, or holds a number beyond its
 * bound, with *err filled; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_nnue_read(shg_nnue **out, shg_provenance *from,
                                           const shoogi_variant *variant, const char *bytes,
                                           size_t byte_count, shoogi_error *err);

/* Returns OK with *out owned (free); or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_nnue_write(char **out, size_t *out_bytes, const shg_nnue *network,
                                            const shg_provenance *from);

/* Whether bytes are a network, of whatever game; and whether it may be one for the variant. */
bool shg_nnue_is_file(const char *bytes, size_t byte_count);
bool shg_nnue_fits(const shoogi_variant *variant, const char *bytes, size_t byte_count);

#endif
