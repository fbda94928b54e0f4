/* tunables.h: the values of tunables.def as TUNE_name. */
#ifndef SHG_ENGINE_SEARCH_TUNABLES_H
#define SHG_ENGINE_SEARCH_TUNABLES_H

#include <assert.h>

#ifdef SHG_TUNABLES_VARY
/* Variables, each thread's own: shg_tunables_set of tunable_list.h. */
#define TUNABLE(name, value, least, most, step, what) extern _Thread_local int TUNE_##name;
#include "engine/search/tunables.def"
#undef TUNABLE
#else
/* Constants. */
enum {
#define TUNABLE(name, value, least, most, step, what) TUNE_##name = (value),
#include "engine/search/tunables.def"
#undef TUNABLE
};
#endif

#define TUNABLE(name, value, least, most, step, what)                                              \
    static_assert((value) >= (least) && (value) <= (most) && (step) > 0, #name);
#include "engine/search/tunables.def"
#undef TUNABLE

#endif
