/* The inner loops, compiled once for each KERNEL_CPU, whose instructions kernel_vector.h and the compiler's own vectors
 * use. */
#include "engine/network/kernel.h"

#include "engine/network/kernel_vector.h"
#include "engine/network/nnue.h"

#define PASTE(cpu)  shg_nnue_kernel_##cpu
#define EXPAND(cpu) PASTE(cpu)
#define QUOTE(cpu)  #cpu
#define TEXT(cpu)   QUOTE(cpu)

/* Two vectors at a time, which stay in registers on every processor that has them. */
static void update(int16_t *out, const int16_t *in, unsigned width, const int16_t *weight,
                   const unsigned *added, size_t added_count, const unsigned *removed,
                   size_t removed_count)
{
    for (unsigned i = 0; i < width; i += 2 * LANES) {
        lanes low, high;
        memcpy(&low, in + i, sizeof low);
        memcpy(&high, in + i + LANES, sizeof high);
        for (size_t j = 0; j < added_count; j++) {
            const int16_t *const row = weight + (size_t)added[j] * width + i;
            add_lanes(&low, row);
            add_lanes(&high, row + LANES);
        }
        for (size_t j = 0; j < removed_count; j++) {
            const int16_t *const row = weight + (size_t)removed[j] * width + i;
            subtract_lanes(&low, row);
            subtract_lanes(&high, row + LANES);
        }
        memcpy(out + i, &low, sizeof low);
        memcpy(out + i + LANES, &high, sizeof high);
    }
}

static void clip(uint8_t *active, const int16_t *sum, unsigned width)
{
    enum { MOST = SHG_ACTIVE << SHG_INPUT_SHIFT };
    for (unsigned i = 0; i < width; i++) {
        const int16_t most = sum[i] < MOST ? sum[i] : MOST;
        active[i] = (uint8_t)((most > 0 ? most : 0) >> SHG_INPUT_SHIFT);
    }
}

/* vectors: outputs / SUMS, a constant where this is inlined, so that the sums stay in registers.  Four activations that are all
 * 0, which many are, cost nothing. */
VECTOR_INLINE void layer_of(uint8_t *active, unsigned vectors, const int32_t *bias,
                            const int8_t *weight, const uint8_t *in, unsigned inputs)
{
    sums sum[4];
    int32_t out[4 * SUMS];
    for (unsigned i = 0; i < vectors; i++)
        sum[i] = load_sums(bias + SUMS * i);
    for (unsigned at = 0; at < inputs; at += 4) {
        int32_t x;
        memcpy(&x, in + at, sizeof x);
        if (x == 0)
            continue;
        const int8_t *const w = weight + (size_t)at * vectors * SUMS;
        for (unsigned i = 0; i < vectors; i++)
            sum[i] = add_products(sum[i], x, w + 4 * SUMS * i);
    }
    for (unsigned i = 0; i < vectors; i++)
        store_sums(out + SUMS * i, sum[i]);
    for (unsigned i = 0; i < vectors * SUMS; i++) {
        const int32_t scaled = out[i] > 0 ? out[i] >> SHG_SMALL_SHIFT : 0;
        active[i] = (uint8_t)(scaled < SHG_ACTIVE ? scaled : SHG_ACTIVE);
    }
}

static void layer(uint8_t *active, unsigned outputs, const int32_t *bias, const int8_t *weight,
                  const uint8_t *in, unsigned inputs)
{
    switch (outputs / SUMS) {
    case 1: layer_of(active, 1, bias, weight, in, inputs); break;
    case 2: layer_of(active, 2, bias, weight, in, inputs); break;
    case 3: layer_of(active, 3, bias, weight, in, inputs); break;
    case 4: layer_of(active, 4, bias, weight, in, inputs); break;
    }
}

extern const shg_nnue_kernel EXPAND(KERNEL_CPU);
const shg_nnue_kernel EXPAND(KERNEL_CPU) = {
    .name = TEXT(KERNEL_CPU),
    .update = update,
    .clip = clip,
    .layer = layer,
};
