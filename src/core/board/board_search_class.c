/* board_search_class.c: finds the search operations of the board class of a variant. */
#include "core/board/board_search.h"

/* As in board_class.c, the build defines the classes. */
#define CLASS(words)                                                                               \
    extern const shg_board_ops shg_board_ops_w##words##_generic;                                   \
    extern const shg_search_ops shg_search_ops_w##words##_generic;
SHG_BOARD_CLASSES
#undef CLASS
#ifdef SHG_BOARD_V3_CLASSES
#define CLASS(words)                                                                               \
    extern const shg_board_ops shg_board_ops_w##words##_v3;                                        \
    extern const shg_search_ops shg_search_ops_w##words##_v3;
SHG_BOARD_V3_CLASSES
#undef CLASS
#endif

static const struct pair {
    const shg_board_ops *board;
    const shg_search_ops *search;
} pairs[] = {
#define CLASS(words) { &shg_board_ops_w##words##_generic, &shg_search_ops_w##words##_generic },
    SHG_BOARD_CLASSES
#undef CLASS
#ifdef SHG_BOARD_V3_CLASSES
#define CLASS(words) { &shg_board_ops_w##words##_v3, &shg_search_ops_w##words##_v3 },
        SHG_BOARD_V3_CLASSES
#undef CLASS
#endif
};

const shg_search_ops *shg_search_class(const shoogi_variant *variant)
{
    size_t i = 0;
    while (pairs[i].board != variant->ops) /* every class has them */
        i++;
    return pairs[i].search;
}
