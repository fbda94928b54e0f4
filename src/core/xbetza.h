/* xbetza.h: reads the moves of one kind from XBetza notation.
 *
 * Source: docs/xbetza.md.  Read so far: steps, leaps, slides and riders of limited or unlimited range in
 * any set of directions, and the drop atom.  Directions are the mover's own: files to its right, ranks
 * forward. */
#ifndef SHG_CORE_XBETZA_H
#define SHG_CORE_XBETZA_H

#include "base/arena.h"
#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHG_RANGE_MAX = 99 };

/* One way to go: to the square (right, forward) away and, if reach is not 1, on in equal steps over
 * empty squares, at most reach of them in all; reach 0: to the edge. */
typedef struct shg_ride {
    int8_t right, forward;
    uint8_t reach;
} shg_ride;

typedef struct shg_betza {
    shg_ride *rides; /* each step once, in a fixed order; borrowed from the arena */
    size_t ride_count;
    /* The drop atom @. */
    bool has_drop;
    uint8_t drop_depth;      /* ranks from the mover's own back rank on which it may be dropped */
    bool drop_not_back_rank; /* j */
    uint8_t drop_per_file;   /* f, ff: at most so many of the kind on a file; 0: any number */
    size_t drop_column;      /* where the drop atom stands, 0-based code points into the text */
} shg_betza;

/* text: text_bytes without white space, copied from.  line, column: the place of its first character,
 * for errors.  Returns OK and *out filled, its arrays borrowed from arena; BAD_TEXT with the place of the
 * first character that does not fit; NO_MEMORY. */
shoogi_status shg_betza_read(shg_betza *out, shg_arena *arena, const char *text, size_t text_bytes,
                             size_t line, size_t column, shoogi_error *err);

#endif
