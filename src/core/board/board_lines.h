/* board_lines.h: how men go on a narrow board: tables for each square, and lines of squares as sets.
 *
 * Sliding is by lines: a line is two opposite rays, and the blockers nearest on either side are found
 * with one subtraction (line_attacks).  A ray of limited reach is a ray cut short in its table, so reach
 * costs nothing, and a rider that leaps is a ray with holes.
 *
 * board_rays.h does the same for wide boards, where a table for each square would be too much. */
#ifndef SHG_CORE_BOARD_BOARD_LINES_H
#define SHG_CORE_BOARD_BOARD_LINES_H

#include "core/board/bits.h"
#include "core/variant/variant_int.h"

enum { LINES_MAX = SHG_LINES_MAX };

/* The squares of a line on the two sides of its middle, as numbers: below it and above it. */
typedef struct line {
    bits lower, upper;
} line;

/* Squares that are reached directly: by leaps, and along lines.  What a leaf reads stands first. */
typedef struct way {
    bits *leaps; /* [squares] */
    unsigned line_count;
    line *lines[LINES_MAX]; /* [squares] each */
    bits *slides;           /* [squares] rays of all lines on an empty board */
    bits *reach;            /* [squares] both */
} way;

/* A man that may take on a neighbouring square and then step on, or back, in the same move. */
typedef struct double_step {
    uint16_t *first; /* [squares] where the first step goes, or NO_SQUARE */
    bits *second; /* [squares] where the second may go from there; the start square if it may return */
} double_step;

/* Neighbours over which a man may step out and back. */
typedef struct passing {
    bits *over; /* [squares] */
} passing;

/* What all men are found by. */
typedef struct finder {
    bits *below; /* [squares] all squares of smaller number */
    unsigned leaper_count, slider_count;
    uint16_t *leaper; /* [leaper_count] shapes that attack by leaps */
    uint16_t *slider; /* [slider_count] shapes that attack along lines */
} finder;

/* The squares a slider attacks along one line: up to and with the first man on either side.
 *
 * Of the men above the middle the lowest blocks, of those below it the highest.  Taking the highest
 * blocker below, as a number, from the set of blockers above flips exactly the bits from it up to the
 * lowest blocker above. */
ALWAYS_INLINE bits line_attacks(const line *l, bits occupied)
{
    const bits below = bits_highest_or_0(bits_and(l->lower, occupied));
    const bits above = bits_and(l->upper, occupied);
    return bits_and(bits_xor(above, bits_minus(above, below)), bits_or(l->lower, l->upper));
}

/* The squares a way leads to, men of either side that end a line included. */
ALWAYS_INLINE bits attacks(const way *w, unsigned sq, bits occupied)
{
    bits a = w->leaps[sq];
    for (unsigned i = 0; i < w->line_count; i++)
        a = bits_or(a, line_attacks(&w->lines[i][sq], occupied));
    return a;
}

/* The squares a way leads to by leaps and single steps. */
static inline bits leaps_from(const way *w, unsigned sq)
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
