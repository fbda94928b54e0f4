/* network.h: networks of random numbers, for tests and benchmarks. */
#ifndef SHG_SUPPORT_NETWORK_H
#define SHG_SUPPORT_NETWORK_H

#include "support/core.h"
#include "engine/network/nnue.h"

static inline int random_up_to(uint64_t *chance, int most)
{
    return (int)random_below(chance, 2 * (uint64_t)most + 1) - most;
}

/* Fills a network so that the layers neither vanish nor all reach their bounds. */
static inline void fill_at_random(shg_nnue *n, uint64_t *chance)
{
    const shg_nnue_shape s = n->shape;
    for (size_t i = 0; i < s.width; i++)
        n->bias[i] = (int16_t)random_up_to(chance, 300);
    for (size_t i = 0; i < (size_t)n->inputs * s.width; i++)
        n->weight[i] = (int16_t)random_up_to(chance, 120);
    for (size_t i = 0; i < (size_t)n->inputs * s.buckets; i++)
        n->value[i] = random_up_to(chance, 5000);
    for (unsigned b = 0; b < s.buckets; b++) {
        const shg_nnue_layers *const l = &n->layers[b];
        for (size_t i = 0; i < (size_t)2 * s.width * s.first; i++)
            l->first_weight[i] = (int8_t)random_up_to(chance, 12);
        for (size_t i = 0; i < (size_t)s.first * s.second; i++)
            l->second_weight[i] = (int8_t)random_up_to(chance, 60);
        for (size_t i = 0; i < s.first; i++)
            l->first_bias[i] = random_up_to(chance, 4000);
        for (size_t i = 0; i < s.second; i++) {
            l->second_bias[i] = random_up_to(chance, 4000);
            l->output_weight[i] = (int16_t)random_up_to(chance, 3000);
        }
        *l->output_bias = random_up_to(chance, 100000);
    }
    shg_nnue_pack(n);
}

#endif
