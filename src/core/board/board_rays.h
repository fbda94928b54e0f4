/* board_rays.h: moves on wide boards by ray scan to the first blocker.
 *
 * There are no tables for each square: for 300 kinds on 1,296 squares they would take hundreds of megabytes.  The
 * functions have the names of their counterparts for narrow boards in board_lines.h. */
#ifndef SHG_CORE_BOARD_BOARD_RAYS_H
#define SHG_CORE_BOARD_BOARD_RAYS_H

#include "core/board/bits.h"
#include "core/variant/variant_int.h"

enum { RAY_TO_EDGE = 255 };

/* A mailbox board with a margin as wide as the longest step: a step is one number to add, and the margin shows the
 * edge without comparing files and ranks. */
typedef struct field {
    shoogi_square *cell; /* the square of each cell; SHOOGI_NO_SQUARE in the margin and for holes */
    uint16_t *cell_of;   /* [squares] */
    const bits *squares; /* all squares except holes; borrowed from the tables */
    unsigned cells;
    int margin, stride; /* in cells: the width of the margin; from one file to the next */
} field;

enum {
    MARGIN_MAX = SHOOGI_FILES_MAX > SHOOGI_RANKS_MAX ? SHOOGI_FILES_MAX : SHOOGI_RANKS_MAX,
    CELLS_MAX = (SHOOGI_FILES_MAX + 2 * MARGIN_MAX) * (SHOOGI_RANKS_MAX + 2 * MARGIN_MAX)
};

/* Repetitions of one step. */
typedef struct ray {
    int16_t step;  /* in cells */
    uint8_t reach; /* the greatest number of steps; RAY_TO_EDGE: no limit */
    uint16_t pace; /* index of its step in finder.paces */
} ray;

typedef struct move_pattern {
    const field *on;
    ray *rays; /* [ray_count] each pace at most once */
    unsigned ray_count;
    bool universal; /* it also reaches all squares */
    bool meets;     /* two rays may reach the same square */
} move_pattern;

typedef struct double_step {
    int16_t first;       /* in cells */
    move_pattern second; /* from the end of the first step */
} double_step;

typedef struct passing {
    move_pattern over;
} passing;

/* A step that some pieces can make. */
typedef struct pace {
    int16_t step;
    uint8_t longest[2]; /* by colour: the greatest number of repetitions with which a piece attacks;
                           0: none */
} pace;

/* Look-up of pieces by the way they move. */
typedef struct finder {
    field field;
    const move_pattern
        *captures; /* [2 * (kinds + 1)] the attacks of each piece code, close together in
                            memory */
    pace *paces;   /* [pace_count] */
    unsigned pace_count;
    uint16_t *group_of; /* [kinds + 1] */
    unsigned group_count;
    uint16_t *group_move_class; /* [group_count] one movement class of each group */
} finder;

/* The cell of a square; *cell is the square. */
static inline const shoogi_square *cell_of(const field *f, unsigned sq)
{
    return f->cell + f->cell_of[sq];
}

static inline bits all_but(const field *f, unsigned sq)
{
    return bits_without(*f->squares, bits_one(sq));
}

/* The squares attacked, including the first blockers of either side. */
static inline bits attacks(const move_pattern *w, unsigned sq, bits occupied)
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

/* The squares attacked by leaps and single steps. */
static inline bits leaps_from(const move_pattern *w, unsigned sq)
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
