#include "core/board/board_ops.h"

/* The build defines the classes: SHG_BOARD_CLASSES is CLASS(words) for each, narrowest first, for boards of up to 64
 * * words squares.  On x86-64 those of SHG_BOARD_V3_CLASSES are compiled again for processors with AVX2 and BMI. */
#define CLASS(words) extern const shg_board_ops shg_board_ops_w##words##_generic;
SHG_BOARD_CLASSES
#undef CLASS

static const shg_board_ops *const generic[] = {
#define CLASS(words) &shg_board_ops_w##words##_generic,
    SHG_BOARD_CLASSES
#undef CLASS
};

/* The narrowest of these with at least so many words that holds so many squares; NULL: none. */
static const shg_board_ops *narrowest(const shg_board_ops *const *classes, size_t count,
                                      unsigned squares, unsigned words_least)
{
    for (size_t i = 0; i < count; i++)
        if (classes[i]->words >= words_least && squares <= 64 * classes[i]->words)
            return classes[i];
    return NULL;
}

#ifdef SHG_BOARD_V3_CLASSES
#define CLASS(words) extern const shg_board_ops shg_board_ops_w##words##_v3;
SHG_BOARD_V3_CLASSES
#undef CLASS

static const shg_board_ops *const v3[] = {
#define CLASS(words) &shg_board_ops_w##words##_v3,
    SHG_BOARD_V3_CLASSES
#undef CLASS
};

static bool has_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#endif

const shg_board_ops *shg_board_class(unsigned squares, unsigned words_least, bool any_processor)
{
    const shg_board_ops *found = NULL;
#ifdef SHG_BOARD_V3_CLASSES
    if (!any_processor && has_v3())
        found = narrowest(v3, sizeof v3 / sizeof v3[0], squares, words_least);
#else
    (void)any_processor;
#endif
    return found ? found
                 : narrowest(generic, sizeof generic / sizeof generic[0], squares, words_least);
}
