/* board_lines_pieces.h: finds the pieces of a narrow board by the tables of board_lines.h.
 *
 * Its groups are the movement classes. */
#ifndef SHG_CORE_BOARD_BOARD_LINES_PIECES_H
#define SHG_CORE_BOARD_BOARD_LINES_PIECES_H

#include "core/board/board_data.h"

static inline unsigned group_count(const tables *t)
{
    return t->move_class_count;
}

static inline unsigned group_of(const tables *t, shoogi_kind kind)
{
    return t->move_class_of[kind];
}

static inline const move_class *group_move_class(const tables *t, unsigned group)
{
    return &t->move_class[group];
}

/* The movement class of the piece on sq.  of_group: that of its group. */
static inline const move_class *class_in(const board *b, const move_class *of_group, unsigned sq)
{
    (void)b, (void)sq;
    return of_group;
}

static inline bits pieces_of_class(const board *b, unsigned class_index, shoogi_colour colour)
{
    return *pieces_of(b, class_index, colour);
}

/* Which pieces of a group stand where they have a move on an empty board. */
static inline bits alive_among(const board *b, unsigned group, shoogi_colour colour, bits pieces)
{
    return bits_and(pieces, b->t->move_class[group].move_set[colour].alive);
}

/* The pieces of colour that attack sq with ordinary moves, given the occupied squares.  Moves are symmetric between
 * the colours: a piece attacks sq from where a piece of the other colour on sq would attack. */
static inline bits plain_attackers(const board *b, unsigned sq, shoogi_colour colour, bits occupied)
{
    bits found = bits_none();
    for (unsigned s = 0; s < b->t->move_class_count; s++) {
        const move_pattern *w = &b->t->move_class[s].move_set[shoogi_colour_other(colour)].captures;
        const bits candidates = bits_and(w->reach[sq], *pieces_of(b, s, colour));
        if (bits_any(candidates))
            found = bits_or(found, bits_and(candidates, attacks(w, sq, occupied)));
    }
    return found;
}

/* Those of them that attack by a leap or a single step. */
static inline bits leaping_attackers(const board *b, unsigned sq, shoogi_colour colour)
{
    const tables *const t = b->t;
    bits found = bits_none();
    for (unsigned i = 0; i < t->find.leaper_count; i++) {
        const unsigned s = t->find.leaper[i];
        const move_pattern *const w =
            &t->move_class[s].move_set[shoogi_colour_other(colour)].captures;
        found = bits_or(found, bits_and(w->leaps[sq], *pieces_of(b, s, colour)));
    }
    return found;
}

/* The squares strictly between a slider and a square on one of its lines; false if it is on none. */
static inline bool line_between(const tables *t, const line *l, unsigned sq, bits *path)
{
    if (bits_has(&l->upper, sq)) {
        *path = bits_and(l->upper, t->find.below[sq]);
        return true;
    }
    if (!bits_has(&l->lower, sq))
        return false;
    *path = bits_without(l->lower, bits_or(t->find.below[sq], bits_one(sq)));
    return true;
}

/* Calls back for each piece of colour outside except that attacks sq along a line, or would if the only piece between
 * them were gone. */
ALWAYS_INLINE void each_aim(const board *b, unsigned sq, shoogi_colour colour, bits except,
                            bits occupied, see_aim *see, void *seer)
{
    const tables *const t = b->t;
    for (unsigned i = 0; i < t->find.slider_count; i++) {
        const unsigned s = t->find.slider[i];
        const move_class *const sh = &t->move_class[s];
        bits pieces = bits_and(sh->move_set[shoogi_colour_other(colour)].captures.slides[sq],
                               *pieces_of(b, s, colour));
        pieces = bits_without(pieces, except);
        const move_pattern *const w = &sh->move_set[colour].captures;
        EACH_SQUARE(from, pieces)
        {
            for (unsigned j = 0; j < w->line_count; j++) {
                bits path;
                if (!line_between(t, &w->lines[j][from], sq, &path))
                    continue;
                const bits between = bits_and(path, occupied);
                if (!bits_any(between) || bits_single(between))
                    see(seer, b, (unsigned)from, path, between);
            }
        }
    }
}

/* The squares next to a royal on sq that pieces of colour attack, given the occupied squares: all of them within
 * wanted, perhaps others. */
static inline bits attacked_near(const board *b, unsigned sq, shoogi_colour colour, bits occupied,
                                 bits wanted)
{
    (void)wanted;
    bits attacked = bits_none();
    for (unsigned s = 0; s < b->t->move_class_count; s++) {
        const move_set *g = &b->t->move_class[s].move_set[colour];
        const bits near = bits_and(g->near[sq], *pieces_of(b, s, colour));
        EACH_SQUARE(from, near)
        attacked = bits_or(attacked, attacks(&g->captures, (unsigned)from, occupied));
    }
    return attacked;
}

#endif
