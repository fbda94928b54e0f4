/* tunables.h: the values of tunables.def as constants TUNE_name. */
#ifndef SHG_ENGINE_SEARCH_TUNABLES_H
#define SHG_ENGINE_SEARCH_TUNABLES_H

#include <assert.h>

enum {
#define TUNABLE(name, value, least, most, step, what) TUNE_##name = (value),
#include "engine/search/tunables.def"
#undef TUNABLE
};

#define TUNABLE(name, value, least, most, step, what)                                              \
    static_assert((value) >= (least) && (value) <= (most) && (step) > 0, #name);
#include "engine/search/tunables.def"
#undef TUNABLE

#endif
