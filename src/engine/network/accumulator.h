/* accumulator.h: the scores of a network along the line of a search, of which the first layer is updated.
 *
 * For each ply it keeps the first layer of the last position scored there, with that position's board and hands.  A score
 * starts from what differs least from the position, that of the same ply, that of the ply before or the last one that was
 * near to neither, and adds and removes the rows of the differences.  If inputs differ by the region of the own royal, each
 * side starts from one with its royal in the same region, of which there is always one.  It so follows whatever a move may do
 * (burn, demote, change, capture on its way) without knowing moves, and costs nothing at plies that are not scored.
 * docs/decisions/011 has the measurements. */
#ifndef SHG_ENGINE_NETWORK_ACCUMULATOR_H
#define SHG_ENGINE_NETWORK_ACCUMULATOR_H

#include "engine/network/kernel.h"
#include "engine/network/nnue.h"

typedef struct shg_accumulator shg_accumulator;

/* For plies 0 to plies - 1.  network, kernel: borrowed until it is freed; the network is packed.  Returns OK with *out owned
 * (shg_accumulator_free), or NO_MEMORY.  Memory: for each ply 4 * width + 2 * squares bytes and a few. */
SHOOGI_CHECKED shoogi_status shg_accumulator_new(shg_accumulator **out, const shg_nnue *network,
                                                 const shg_nnue_kernel *kernel, unsigned plies);
void shg_accumulator_free(shg_accumulator *accumulator);

/* As shg_nnue_score_plain, to the last bit.  Any position of the variant may follow any other; the plies only make it fast. */
int64_t shg_accumulator_score(shg_accumulator *accumulator, const shoogi_position *position,
                              unsigned ply);

#endif
