#include "engine/search/tunable_list.h"

#include "engine/search/tunables.h"

#define TUNABLE(name, value, least, most, step, what) _Thread_local int TUNE_##name = (value);
#include "engine/search/tunables.def"
#undef TUNABLE

const shg_tunable shg_tunables[SHG_TUNABLES] = {
#define TUNABLE(name, value, least, most, step, what)                                              \
    { #name, value, least, most, step, false, what },
#define CLOCK_TUNABLE(name, value, least, most, step, what)                                        \
    { #name, value, least, most, step, true, what },
#include "engine/search/tunables.def"
#undef TUNABLE
};

void shg_tunables_set(const int *values)
{
#define TUNABLE(name, value, least, most, step, what) TUNE_##name = values[SHG_TUNABLE_##name];
#include "engine/search/tunables.def"
#undef TUNABLE
}
