/* board_rays.h: how men go on a wide board: steps, walked square by square to the first man or the edge.
 *
 * There is no table for each square: of 300 kinds on 1,296 squares they would be hundreds of megabytes.  What
 * board_lines.h has for narrow boards is here under the same names. */
#ifndef SHG_CORE_BOARD_BOARD_RAYS_H
#define SHG_CORE_BOARD_BOARD_RAYS_H

#include "core/board/bits.h"
#include "core/variant/variant_int.h"

enum { RAY_TO_EDGE = 255 };

/* The board with a margin as wide as the longest step: on its cells a step is one number, and where it ends is seen
 * without a look at files and ranks. */
typedef struct field {
    shoogi_square *cell; /* the square of each cell; NO_SQUARE in the margin and for holes */
    uint16_t *cell_of;   /* [squares] */
    const bits *squares; /* all but holes: those of the tables */
    unsigned cells;
    int margin, stride; /* in cells: beyond each edge; from a file to the next */
} field;

enum {
    MARGIN_MAX = SHOOGI_FILES_MAX > SHOOGI_RANKS_MAX ? SHOOGI_FILES_MAX : SHOOGI_RANKS_MAX,
    CELLS_MAX = (SHOOGI_FILES_MAX + 2 * MARGIN_MAX) * (SHOOGI_RANKS_MAX + 2 * MARGIN_MAX)
};

/* The same step again and again. */
typedef struct ray {
    int16_t step;  /* in cells */
    uint8_t reach; /* steps at most; RAY_TO_EDGE: any number */
    uint16_t pace; /* its step, as the index of finder.paces */
} ray;

typedef struct way {
    const field *on;
    ray *rays; /* [ray_count] each pace once */
    unsigned ray_count;
    bool universal; /* it leads to all squares besides */
    bool meets;     /* two rays may lead to one square */
} way;

typedef struct double_step {
    int16_t first; /* in cells */
    way second;    /* from where the first step ended */
} double_step;

typedef struct passing {
    way over;
} passing;

/* A step that some men can make. */
typedef struct pace {
    int16_t step;
    uint8_t longest[2]; /* by colour: how often some man attacks along it; 0: none does */
} pace;

/* What all men are found by. */
typedef struct finder {
    field field;
    const way *captures; /* [2 * (kinds + 1)]: what men attack, by their code, close together */
    pace *paces;         /* [pace_count] */
    unsigned pace_count;
    uint16_t *group_of; /* [kinds + 1] */
    unsigned group_count;
    uint16_t *group_move_class; /* [group_count] some shape of each */
} finder;

/* The cell of a square; *cell is a square again. */
static inline const shoogi_square *cell_of(const field *f, unsigned sq)
{
    return f->cell + f->cell_of[sq];
}

static inline bits all_but(const field *f, unsigned sq)
{
    return bits_without(*f->squares, bits_one(sq));
}

/* The squares a way leads to, men of either side that end a ray included. */
static inline bits attacks(const way *w, unsigned sq, bits occupied)
{
    if (w->universal)
        return all_but(w->on, sq);
    const shoogi_square *const start = cell_of(w->on, sq);
    bits found = bits_none();
    for (unsigned i = 0; i < w->ray_count; i++) {
        const ray r = w->rays[i];
        const shoogi_square *at = start;
        for (unsigned steps = 0; steps < r.reach; steps++) {
            at += r.step;
            if (*at == SHOOGI_NO_SQUARE)
                break;
            bits_set(&found, *at);
            if (bits_has(&occupied, *at))
                break;
        }
    }
    return found;
}

/* The squares a way leads to by leaps and single steps. */
static inline bits leaps_from(const way *w, unsigned sq)
{
    if (w->universal)
        return all_but(w->on, sq);
    const shoogi_square *const start = cell_of(w->on, sq);
    bits found = bits_none();
    for (unsigned i = 0; i < w->ray_count; i++) {
        const unsigned to = start[w->rays[i].step];
        if (w->rays[i].reach == 1 && to != SHOOGI_NO_SQUARE)
            bits_set(&found, to);
    }
    return found;
}

static inline unsigned double_first(const double_step *d, unsigned sq)
{
    return cell_of(d->second.on, sq)[d->first];
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
