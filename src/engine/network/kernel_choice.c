/* Knows which kernels there are (SHG_NNUE_KERNELS, by meson.build) and what each needs. */
#include "engine/network/kernel.h"

extern const shg_nnue_kernel shg_nnue_kernel_generic;

#ifdef SHG_NNUE_KERNELS
#include <cpuid.h>

/* AVX-VNNI: leaf 7.1, EAX, bit 4.  The compilers' own test does not know it everywhere.
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2A, "CPUID". */
static bool can_run_avxvnni(void)
{
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __builtin_cpu_supports("avx2") && __get_cpuid_count(7, 1, &a, &b, &c, &d) &&
           (a >> 4 & 1) != 0;
}

static bool can_run_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
}

static bool can_run_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

static bool can_run_sse41(void)
{
    return __builtin_cpu_supports("sse4.1");
}

/* The best one first, as meson.build lists them. */
#define KERNEL(cpu) extern const shg_nnue_kernel shg_nnue_kernel_##cpu;
SHG_NNUE_KERNELS
#undef KERNEL

static const struct {
    const shg_nnue_kernel *kernel;
    bool (*can_run)(void);
} choices[] = {
#define KERNEL(cpu) { &shg_nnue_kernel_##cpu, can_run_##cpu },
    SHG_NNUE_KERNELS
#undef KERNEL
};

static const shg_nnue_kernel *special(size_t *number)
{
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
        if (choices[i].can_run() && (*number)-- == 0)
            return choices[i].kernel;
    return NULL;
}

#else

static const shg_nnue_kernel *special(size_t *number)
{
    (void)number;
    return NULL;
}

#endif

const shg_nnue_kernel *shg_nnue_kernel_number(size_t number)
{
    const shg_nnue_kernel *const found = special(&number);
    return found ? found : number == 0 ? &shg_nnue_kernel_generic : NULL;
}
