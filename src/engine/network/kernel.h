/* kernel.h: the inner loops of a network, compiled once for each kind of processor. */
#ifndef SHG_ENGINE_NETWORK_KERNEL_H
#define SHG_ENGINE_NETWORK_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct shg_nnue_kernel {
    const char *name;

    /* out = in + the rows of `added` - the rows of `removed`, modulo 2^16.  All: [width], aligned to 64 bytes; width is a
     * multiple of 64.  out may be in. */
    void (*update)(int16_t *out, const int16_t *in, unsigned width, const int16_t *weight,
                   const unsigned *added, size_t added_count, const unsigned *removed,
                   size_t removed_count);

    /* The clipped first layer: active[i] = sum[i] >> SHG_INPUT_SHIFT, at least 0 and at most SHG_ACTIVE. */
    void (*clip)(uint8_t *active, const int16_t *sum, unsigned width);

    /* A small layer with its clipping.  weight: packed, [inputs / 4][outputs][4]; active, in: aligned to 64 bytes; inputs is a
     * multiple of 16, outputs one of 16 up to 64.  The values of in are at most SHG_ACTIVE. */
    void (*layer)(uint8_t *active, unsigned outputs, const int32_t *bias, const int8_t *weight,
                  const uint8_t *in, unsigned inputs);
} shg_nnue_kernel;

/* The kernels that this processor can run: number 0 is the best one, the last one is plain C; NULL: there are no more. */
const shg_nnue_kernel *shg_nnue_kernel_number(size_t number);

#endif
