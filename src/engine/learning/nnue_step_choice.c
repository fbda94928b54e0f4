/* Knows for which processors nnue_step.c was compiled (SHG_NNUE_STEPS, by meson.build). */
#include "engine/learning/nnue_step.h"

extern const shg_nnue_step shg_nnue_step_generic;

#ifdef SHG_NNUE_STEPS
/* What x86-64-v3 and x86-64-v4 need beyond what every such processor has; the compiler knows no names for these as yet. */
static bool can_run_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2");
}

static bool can_run_v4(void)
{
    return can_run_v3() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

extern const shg_nnue_step shg_nnue_step_v3, shg_nnue_step_v4;

/* The best one first. */
static const shg_nnue_step *special(size_t *number)
{
    if (can_run_v4() && (*number)-- == 0)
        return &shg_nnue_step_v4;
    return can_run_v3() && (*number)-- == 0 ? &shg_nnue_step_v3 : NULL;
}

#else

static const shg_nnue_step *special(size_t *number)
{
    (void)number;
    return NULL;
}

#endif

const shg_nnue_step *shg_nnue_step_number(size_t number)
{
    const shg_nnue_step *const found = special(&number);
    return found ? found : number == 0 ? &shg_nnue_step_generic : NULL;
}
