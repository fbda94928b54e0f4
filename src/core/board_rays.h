/* board_rays.h: how men go on a wide board: steps, walked square by square to the first man or the edge.
 *
 * There is no table for each square: of 300 kinds on 1,296 squares they would be hundreds of megabytes.  What
 * board_lines.h has for narrow boards is here under the same names. */
#ifndef SHG_CORE_BOARD_RAYS_H
#define SHG_CORE_BOARD_RAYS_H

#include "core/bits.h"
#include "core/variant_int.h"

enum { RAY_TO_EDGE = 255 };

/* The same step again and again, in files and ranks of the board. */
typedef struct ray {
    int8_t files, ranks;
    uint8_t reach; /* steps at most; RAY_TO_EDGE: any number */
    uint16_t pace; /* its step, as the index of finder.paces */
} ray;

typedef struct way {
    const shoogi_variant *v;
    ray *rays; /* [ray_count] each pace once */
    unsigned ray_count;
    bool universal; /* it leads to all squares besides */
} way;

typedef struct double_step {
    ray first;
    way second; /* from where the first step ended */
} double_step;

typedef struct passing {
    way over;
} passing;

/* A step that some men can make. */
typedef struct pace {
    int8_t files, ranks;
    uint8_t longest[2]; /* by colour: how often some man attacks along it; 0: none does */
} pace;

/* What all men are found by. */
typedef struct finder {
    pace *paces; /* [pace_count] */
    unsigned pace_count;
    uint16_t *group_of; /* [kinds + 1] */
    unsigned group_count;
    uint16_t *group_shape; /* [group_count] some shape of each */
} finder;

/* A man on its way over the board. */
typedef struct walker {
    const shoogi_variant *v;
    int file, rank;
} walker;

static inline walker walker_on(const shoogi_variant *v, unsigned sq)
{
    return (walker){ v, (int)(sq / v->ranks), (int)(sq % v->ranks) };
}

/* Goes one step; NO_SQUARE beyond the board and on holes. */
ALWAYS_INLINE unsigned walker_step(walker *at, int files, int ranks)
{
    at->file += files;
    at->rank += ranks;
    if ((unsigned)at->file >= at->v->files || (unsigned)at->rank >= at->v->ranks)
        return SHOOGI_NO_SQUARE;
    const unsigned sq = (unsigned)at->file * at->v->ranks + (unsigned)at->rank;
    return at->v->hole[sq] ? SHOOGI_NO_SQUARE : sq;
}

static inline bits all_but(const shoogi_variant *v, unsigned sq)
{
    bits found = bits_none();
    for (unsigned i = 0; i < v->squares; i++)
        if (!v->hole[i] && i != sq)
            bits_set(&found, i);
    return found;
}

/* Tells of the squares that the rays of a way lead to, men of either side that end a ray included; of some of them
 * more than once. */
ALWAYS_INLINE void each_attacked(const way *w, unsigned sq, const bits *occupied,
                                 void (*see)(void *seer, unsigned to), void *seer)
{
    const walker start = walker_on(w->v, sq);
    for (unsigned i = 0; i < w->ray_count; i++) {
        const ray *const r = &w->rays[i];
        walker at = start;
        for (unsigned steps = 0; steps < r->reach; steps++) {
            const unsigned to = walker_step(&at, r->files, r->ranks);
            if (to == SHOOGI_NO_SQUARE)
                break;
            see(seer, to);
            if (bits_has(occupied, to))
                break;
        }
    }
}

ALWAYS_INLINE void add_to_set(void *set, unsigned sq)
{
    bits_set(set, sq);
}

/* The same squares as a set. */
static inline bits attacks(const way *w, unsigned sq, bits occupied)
{
    if (w->universal)
        return all_but(w->v, sq);
    bits found = bits_none();
    each_attacked(w, sq, &occupied, add_to_set, &found);
    return found;
}

/* The squares a way leads to by leaps and single steps. */
static inline bits leaps_from(const way *w, unsigned sq)
{
    if (w->universal)
        return all_but(w->v, sq);
    bits found = bits_none();
    for (unsigned i = 0; i < w->ray_count; i++) {
        walker at = walker_on(w->v, sq);
        const unsigned to = walker_step(&at, w->rays[i].files, w->rays[i].ranks);
        if (w->rays[i].reach == 1 && to != SHOOGI_NO_SQUARE)
            bits_set(&found, to);
    }
    return found;
}

static inline unsigned double_first(const double_step *d, unsigned sq)
{
    walker at = walker_on(d->second.v, sq);
    return walker_step(&at, d->first.files, d->first.ranks);
}

static inline bits double_second(const double_step *d, unsigned sq)
{
    const unsigned first = double_first(d, sq);
    return first == SHOOGI_NO_SQUARE ? bits_none() : leaps_from(&d->second, first);
}

static inline bits passed_from(const passing *p, unsigned sq)
{
    return leaps_from(&p->over, sq);
}

#endif
