/* nnue.h: an efficiently updatable network (NNUE): what it computes, in plain integers.
 *
 * The inputs are what every game has: (side, kind, square) for each piece on the board, and (side, kind, how many) for the
 * hands, seen by each side as its own: White's board is turned by half a turn.  They may be others for each of four regions of
 * the own royal (king buckets): near or far from its own edge of the board, and near the middle of it or not.
 *
 *     inputs of the side to move --- first layer, [width] --- clipped ---+
 *                                                                        +-- [2 * width] -- [first] -- [second] -- score
 *     inputs of the other side  --- first layer, [width] --- clipped ---+
 *
 * The weights after the first layer are one of several sets (buckets), by the number of pieces on the board.  Each input also
 * has a value of its own in each bucket, half of which goes to the score directly, so that material need not pass the layers.
 *
 * shg_nnue_score_plain is the definition of all this; accumulator.h computes the same fast.
 * Source: Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018. */
#ifndef SHG_ENGINE_NETWORK_NNUE_H
#define SHG_ENGINE_NETWORK_NNUE_H

#include "core/board/board_ops.h"

enum {
    SHG_NNUE_WIDTH_STEP = 64,
    SHG_NNUE_WIDTH_MAX = 512,
    SHG_NNUE_SMALL_STEP = 16, /* of the sizes of both small layers */
    SHG_NNUE_SMALL_MAX = 64,
    SHG_NNUE_BUCKETS_MAX = 8,
    SHG_NNUE_REGIONS = 4,           /* of the own royal, if inputs differ by it */
    SHG_NNUE_ROWS_MAX = UINT16_MAX, /* shg_nnue_rows */
    SHG_NNUE_INPUTS_MAX = 32768,    /* of the board; wide boards share inputs (shg_nnue_block) */
    SHG_NNUE_HAND_STEPS =
        8, /* the first to seventh piece of a kind in hand, and each further one */
    SHG_NNUE_HAND_COUNT_MAX = 255, /* further pieces of a kind in hand count for nothing */
    SHG_NNUE_BYTES_MAX = 40 << 20  /* of the numbers */
};

/* Scales: what stands for 1, as a power of two or a number. */
enum {
    SHG_ACTIVE = 127,     /* an activation after a layer: 0 to 1 */
    SHG_INPUT_SHIFT = 2,  /* the first layer counts in 1 / (SHG_ACTIVE << SHG_INPUT_SHIFT) */
    SHG_SMALL_SHIFT = 6,  /* the weights of the small layers count in 1 / 64 */
    SHG_OUTPUT_SHIFT = 4, /* the last weights, and the values of inputs, count in 1/16 centipawn */
    SHG_BIAS_MAX = 1 << 28, /* so that no sum of a layer leaves 32 bits */
    SHG_VALUE_MAX = 1 << 19 /* of an input: 32,768 centipawns */
};

typedef struct shg_nnue_shape {
    unsigned width;         /* a multiple of SHG_NNUE_WIDTH_STEP, at most SHG_NNUE_WIDTH_MAX */
    unsigned first, second; /* multiples of SHG_NNUE_SMALL_STEP, at most SHG_NNUE_SMALL_MAX */
    unsigned buckets;       /* 1 to SHG_NNUE_BUCKETS_MAX */
    bool by_royal;          /* inputs differ by the region of the own royal */
} shg_nnue_shape;

/* The layers of a bucket. */
typedef struct shg_nnue_layers {
    int32_t *first_bias;  /* [first] in 1 / (SHG_ACTIVE << SHG_SMALL_SHIFT), at most SHG_BIAS_MAX */
    int8_t *first_weight; /* [first][2 * width] */
    int32_t *second_bias; /* [second] */
    int8_t *second_weight;  /* [second][first] */
    int32_t *output_bias;   /* [1] in 1 / (SHG_ACTIVE << SHG_OUTPUT_SHIFT) centipawn */
    int16_t *output_weight; /* [second] */
    /* The small layers once more as [inputs / 4][outputs][4], for the kernels; shg_nnue_pack fills them. */
    int8_t *first_packed, *second_packed;
} shg_nnue_layers;

typedef struct shg_nnue {
    const shoogi_variant *variant; /* borrowed */
    shg_nnue_shape shape;
    unsigned block_side; /* squares that share inputs are blocks of so many files and ranks */
    unsigned blocks;
    uint16_t *block[2];   /* [squares] the block of a square, as Black and as White see it */
    shoogi_kind *in_hand; /* [in_hand_count] the kinds that can be in hand */
    unsigned in_hand_count;
    uint8_t *region[2];     /* [squares] of a royal there, as Black and as White see it */
    unsigned region_inputs; /* of each region */
    unsigned inputs;        /* of all regions */
    unsigned pieces_at_start;
    int16_t *bias;   /* [width] */
    int16_t *weight; /* [inputs][width] */
    int32_t *value;  /* [inputs][buckets], at most SHG_VALUE_MAX */
    shg_nnue_layers layers[SHG_NNUE_BUCKETS_MAX];
    unsigned char *memory; /* [memory_bytes] all numbers */
    size_t memory_bytes;
} shg_nnue;

bool shg_nnue_shape_fits(shg_nnue_shape shape);

/* A network whose numbers are all 0.  Returns OK with *out owned (shg_nnue_free); LIMIT_EXCEEDED if the shape is not one, or
 * the numbers would need more than SHG_NNUE_BYTES_MAX; or NO_MEMORY.  The variant is borrowed until then. */
SHOOGI_CHECKED shoogi_status shg_nnue_new(shg_nnue **out, const shoogi_variant *variant,
                                          shg_nnue_shape shape);
void shg_nnue_free(shg_nnue *network);

/* To be called when the weights of the small layers have changed, before a kernel reads them. */
void shg_nnue_pack(shg_nnue *network);

/* What training has rows for: the inputs of all regions, and once more those of one, which regions share. */
static inline unsigned shg_nnue_rows(const shg_nnue *n)
{
    return n->inputs + (n->shape.by_royal ? n->region_inputs : 0);
}

/* The region of the own royal, as `seen_by` sees a position: 0 if the side has not exactly one royal, or inputs do not differ
 * by it. */
static inline unsigned shg_nnue_region(const shg_nnue *n, const shoogi_position *position,
                                       shoogi_colour seen_by)
{
    if (!n->shape.by_royal)
        return 0;
    const unsigned square = position->ops->royal(position, seen_by);
    return square == SHOOGI_NO_SQUARE ? 0 : n->region[seen_by][square];
}

/* The input of the first region for a piece on a square, and for the n-th piece (from 0) of in_hand[hand] in the hand of a
 * colour, as `seen_by` sees them. */
static inline unsigned shg_nnue_board_input(const shg_nnue *n, shoogi_colour seen_by, shg_code code,
                                            unsigned square)
{
    const unsigned side = shg_code_colour(code) != seen_by;
    return (side * n->variant->kinds + shg_code_kind(code) - 1) * n->blocks +
           n->block[seen_by][square];
}

static inline unsigned shg_nnue_hand_input(const shg_nnue *n, shoogi_colour seen_by,
                                           shoogi_colour colour, unsigned hand, unsigned nth)
{
    const unsigned side = colour != seen_by;
    return 2 * n->variant->kinds * n->blocks +
           (side * n->in_hand_count + hand) * SHG_NNUE_HAND_STEPS +
           (nth < SHG_NNUE_HAND_STEPS ? nth : SHG_NNUE_HAND_STEPS - 1);
}

/* How many pieces of a kind in a hand count. */
static inline unsigned shg_nnue_held(const shoogi_position *position, shoogi_colour colour,
                                     shoogi_kind kind)
{
    const unsigned held = position->hand[colour][kind];
    return held < SHG_NNUE_HAND_COUNT_MAX ? held : SHG_NNUE_HAND_COUNT_MAX;
}

/* Lists the inputs of a position as `seen_by` sees it, of the first region, in no particular order; one may be listed several times.  found: filled;
 * room for shg_nnue_active_max().  pieces: filled, those on the board.  Returns how many there are. */
size_t shg_nnue_active_max(const shg_nnue *network);
size_t shg_nnue_active(unsigned *found, unsigned *pieces, const shg_nnue *network,
                       const shoogi_position *position, shoogi_colour seen_by);

/* The set of layers for so many pieces on the board. */
static inline unsigned shg_nnue_bucket(const shg_nnue *n, unsigned pieces)
{
    const unsigned bucket = pieces * n->shape.buckets / (n->pieces_at_start + 1);
    return bucket < n->shape.buckets ? bucket : n->shape.buckets - 1;
}

/* The score in centipawns for the side to move, from everything and square by square: the reference.  Allocates; for tests and
 * training.  Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_nnue_score_plain(int64_t *score, const shg_nnue *network,
                                                  const shoogi_position *position);

/* The last step, from the second layer and the values: the score in centipawns, rounded toward 0. */
static inline int64_t shg_nnue_output(const shg_nnue_layers *layers, unsigned second,
                                      const uint8_t *active, int64_t value_own, int64_t value_other)
{
    int64_t sum = *layers->output_bias;
    for (unsigned i = 0; i < second; i++)
        sum += layers->output_weight[i] * active[i];
    return (sum / SHG_ACTIVE + (value_own - value_other) / 2) / (1 << SHG_OUTPUT_SHIFT);
}

#endif
