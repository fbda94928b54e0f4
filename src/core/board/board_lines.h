/* board_lines.h: sliding-attack tables for small boards.
 *
 * A line is two opposite rays; one subtraction finds the nearest blockers on both sides (line_attacks, an o^(o-2r)
 * trick for both directions at once).  A limited reach is a ray cut short in its table, so it costs nothing, and a
 * rider that leaps is a ray with gaps.
 *
 * board_rays.h does the same for wide boards, where tables for each square would be too large. */
#ifndef SHG_CORE_BOARD_BOARD_LINES_H
#define SHG_CORE_BOARD_BOARD_LINES_H

#include "core/board/bits.h"
#include "core/variant/variant_int.h"

enum { LINES_MAX = SHG_LINES_MAX };

/* The squares of a line on both sides of its origin: those of smaller and of greater number. */
typedef struct line {
    bits lower, upper;
} line;

/* The attacks of a piece: by leaps and along lines.  Members that a search leaf reads come first. */
typedef struct move_pattern {
    bits *leaps; /* [squares] */
    unsigned line_count;
    line *lines[LINES_MAX]; /* [squares] each */
    bits *slides;           /* [squares] rays of all lines on an empty board */
    bits *reach;            /* [squares] both */
} move_pattern;

/* A piece that may capture on an adjacent square and then step on, or back, in the same move (igui). */
typedef struct double_step {
    uint16_t *first; /* [squares] the first step; SHOOGI_NO_SQUARE: none */
    bits *second; /* [squares] destinations of the second step, including the start square if it may
                     return */
} double_step;

/* Adjacent squares over which a piece may step out and back to pass (jitto). */
typedef struct passing {
    bits *over; /* [squares] */
} passing;

/* Look-up of pieces by the way they move. */
typedef struct finder {
    bits *below; /* [squares] all squares of smaller number */
    unsigned leaper_count, slider_count;
    uint16_t *leaper; /* [leaper_count] classes that attack by leaps */
    uint16_t *slider; /* [slider_count] classes that attack along lines */
} finder;

/* The attacks of a slider along one line, including the first blocker on each side.
 *
 * Above the origin the lowest piece blocks, below it the highest.  Subtracting the highest blocker below, as a number,
 * from the set of blockers above flips exactly the bits from it up to the lowest blocker above. */
ALWAYS_INLINE bits line_attacks(const line *l, bits occupied)
{
    const bits below = bits_highest_or_0(bits_and(l->lower, occupied));
    const bits above = bits_and(l->upper, occupied);
    return bits_and(bits_xor(above, bits_minus(above, below)), bits_or(l->lower, l->upper));
}

/* The squares attacked, including the first blockers of either side. */
ALWAYS_INLINE bits attacks(const move_pattern *w, unsigned sq, bits occupied)
{
    bits a = w->leaps[sq];
    for (unsigned i = 0; i < w->line_count; i++)
        a = bits_or(a, line_attacks(&w->lines[i][sq], occupied));
    return a;
}

/* The squares attacked by leaps and single steps. */
static inline bits leaps_from(const move_pattern *w, unsigned sq)
{
    return w->leaps[sq];
}

static inline unsigned double_first(const double_step *d, unsigned sq)
{
    return d->first[sq];
}

static inline bits double_second(const double_step *d, unsigned sq)
{
    return d->second[sq];
}

static inline bits passed_from(const passing *p, unsigned sq)
{
    return p->over[sq];
}

#endif
