#include "core/board_ops.h"

/* The build knows which classes it compiles: SHG_BOARD_CLASSES is CLASS(words) for each, the narrowest first,
 * which is for boards of up to 64 * words squares.  Each is compiled for any processor and, on x86-64, again
 * for those with AVX2 and BMI. */
#define CLASS(words)                                                                               \
    extern const shg_board_ops shg_board_ops_w##words##_generic;                                   \
    extern const shg_board_ops shg_board_ops_w##words##_v3;
SHG_BOARD_CLASSES
#undef CLASS

static const shg_board_ops *const generic[] = {
#define CLASS(words) &shg_board_ops_w##words##_generic,
    SHG_BOARD_CLASSES
#undef CLASS
};

#ifdef SHG_X86_V3
static const shg_board_ops *const v3[] = {
#define CLASS(words) &shg_board_ops_w##words##_v3,
    SHG_BOARD_CLASSES
#undef CLASS
};
_Static_assert(sizeof v3 == sizeof generic, "every class for every processor");

static bool has_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#endif

const shg_board_ops *shg_board_class(unsigned squares, unsigned words_least, bool any_processor)
{
    const shg_board_ops *const *classes = generic;
#ifdef SHG_X86_V3
    if (!any_processor && has_v3())
        classes = v3;
#else
    (void)any_processor;
#endif
    for (size_t i = 0; i < sizeof generic / sizeof generic[0]; i++)
        if (classes[i]->words >= words_least && squares <= 64 * classes[i]->words)
            return classes[i];
    return NULL;
}
