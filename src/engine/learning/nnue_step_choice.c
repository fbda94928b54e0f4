/* Knows for which processors nnue_step.c was compiled (SHG_NNUE_STEPS, by meson.build). */
#include "engine/learning/nnue_step.h"

extern const shg_nnue_step shg_nnue_step_generic;

#ifdef SHG_NNUE_STEPS
extern const shg_nnue_step shg_nnue_step_v3;

const shg_nnue_step *shg_nnue_step_best(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &shg_nnue_step_v3
                                                                           : &shg_nnue_step_generic;
}
#else
const shg_nnue_step *shg_nnue_step_best(void)
{
    return &shg_nnue_step_generic;
}
#endif
