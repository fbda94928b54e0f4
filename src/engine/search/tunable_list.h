/* tunable_list.h: the rows of tunables.def as a table, and their values in the copy of the search that is tuned. */
#ifndef SHG_ENGINE_SEARCH_TUNABLE_LIST_H
#define SHG_ENGINE_SEARCH_TUNABLE_LIST_H

#include <stdbool.h>

enum {
#define TUNABLE(name, value, least, most, step, what) SHG_TUNABLE_##name,
#include "engine/search/tunables.def"
#undef TUNABLE
    SHG_TUNABLES
};

typedef struct shg_tunable {
    const char *name;
    int value, least, most, step; /* value: that of the engine */
    bool by_clock;                /* without effect on a search of a fixed number of nodes */
    const char *what;
} shg_tunable;

extern const shg_tunable shg_tunables[SHG_TUNABLES];

/* Searches of this thread by the copy have these values from now on.  values: [SHG_TUNABLES] copied. */
void shg_tunables_set(const int *values);

#endif
