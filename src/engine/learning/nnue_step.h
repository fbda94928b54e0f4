/* nnue_step.h: the arithmetic of training a network, on floating-point numbers, compiled once for each kind of processor.
 *
 * A batch is trained in two phases.  The first computes for each position its activations and gradients, the second adds up the
 * gradients and changes the numbers.  The positions of the first and the parts of the second are independent of each
 * other, and each part adds its positions in order, so that any number of threads computes the same. */
#ifndef SHG_ENGINE_LEARNING_NNUE_STEP_H
#define SHG_ENGINE_LEARNING_NNUE_STEP_H

#include "engine/network/nnue.h"
#include "engine/search/table.h"

/* Numbers that are trained, with the moments of the optimiser (Adam with decoupled decay).
 * Sources: Kingma and Ba, "Adam: a method for stochastic optimization", 2015; Loshchilov and Hutter, "Decoupled weight decay
 * regularization", 2019. */
typedef struct shg_trained {
    float *value, *gradient, *first, *second; /* [count] */
    size_t count;
    float most; /* the bound that the file format sets */
    bool decays;
} shg_trained;

typedef struct shg_trained_layers {
    shg_trained first_bias, first_weight, second_bias, second_weight, output_bias, output_weight;
    /* What the file will hold of the small layers, made from these before each batch; also with rows and columns exchanged. */
    float *first, *first_turned, *second, *second_turned;
} shg_trained_layers;

/* A network in units of activations (SHG_ACTIVE) and, for its output, of SHG_SCALE centipawns.  If inputs differ by the
 * region of the royal, a region has the sum of its own rows and of those that all share, which are the last: an example lists
 * both, so that what is learned in one region is known in others (factorisation). */
typedef struct shg_trained_network {
    shg_nnue_shape shape;
    unsigned rows;                   /* the inputs of shg_nnue, and those that are shared */
    shg_trained bias, weight, value; /* as in shg_nnue, but [rows] for [inputs] */
    shg_trained_layers layers[SHG_NNUE_BUCKETS_MAX];
} shg_trained_network;

/* A position: its inputs as the side to move and as the other side sees them. */
typedef struct shg_example {
    const uint16_t *own, *other; /* [count] */
    unsigned count, bucket;
    float target;    /* winning chance of the side to move */
    shg_bound bound; /* what the target says of it: as a score of a search, it may be a bound */
} shg_example;

/* What the first phase leaves of the examples of a batch, each a row. */
typedef struct shg_traces {
    float *active;                /* [count][2 * width] the first layer, clipped */
    float *slope;                 /* [count][2 * width] gradient of the loss by its sums */
    float *first, *first_slope;   /* [count][first] */
    float *second, *second_slope; /* [count][second] */
    float *output_slope, *error;  /* [count] slope 0: there is nothing to learn */
} shg_traces;

/* Which sides of which examples have each row: side[begin[row] ...begin[row + 1]], 2 * example for its own, and one more for
 * the other. */
typedef struct shg_occurrences {
    uint32_t *begin; /* [rows + 1] */
    uint16_t *side;
} shg_occurrences;

/* The parts of the second phase: SHG_COLUMNS columns of the first layer each, then as many of the first small layer, then
 * all the rest. */
enum { SHG_COLUMNS = 64 };
static inline unsigned shg_nnue_parts(shg_nnue_shape shape)
{
    return 3 * shape.width / SHG_COLUMNS + 1;
}

/* How much of the moments a step keeps. */
static const float shg_keep_first = 0.9F, shg_keep_second = 0.999F;

typedef struct shg_stride {
    float rate, decay;
    float first_share, second_share; /* of the moments that the steps so far have filled */
    float batch;                     /* examples */
} shg_stride;

typedef struct shg_nnue_step {
    const char *name;
    /* For the examples from begin to end - 1.  It is quickest if those of a bucket follow each other. */
    void (*trace)(const shg_traces *out, size_t begin, size_t end,
                  const shg_trained_network *network, const shg_example *examples);
    /* Here examples must be in the order of their buckets. */
    void (*part)(shg_trained_network *network, unsigned part, const shg_example *examples,
                 const shg_occurrences *occurrences, const shg_traces *traces, size_t count,
                 const shg_stride *stride);
} shg_nnue_step;

/* Those that this processor can run: number 0 is the best one, the last one is for every processor; NULL: there are no
 * more.  Their results differ by what they round. */
const shg_nnue_step *shg_nnue_step_number(size_t number);

#endif
