/* Knows for which processors nnue_step.c was compiled (SHG_NNUE_STEPS, by meson.build). */
#include "engine/learning/nnue_step.h"

#include <stdbool.h>

typedef struct choice {
    const shg_nnue_step *step;
    bool (*runs_here)(void);
} choice;

#ifdef SHG_NNUE_STEPS
/* What x86-64-v3 and x86-64-v4 need beyond what every such processor has; the compiler knows no names for these as yet. */
static bool runs_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2");
}

static bool runs_v4(void)
{
    return runs_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

extern const shg_nnue_step shg_nnue_step_v3, shg_nnue_step_v4;
#endif

static bool runs_everywhere(void)
{
    return true;
}

extern const shg_nnue_step shg_nnue_step_generic;

const shg_nnue_step *shg_nnue_step_best(void)
{
    static const choice choices[] = {
#ifdef SHG_NNUE_STEPS
        { &shg_nnue_step_v4, runs_v4 },
        { &shg_nnue_step_v3, runs_v3 },
#endif
        { &shg_nnue_step_generic, runs_everywhere },
    };
    size_t i = 0;
    while (!choices[i].runs_here())
        i++;
    return choices[i].step;
}
