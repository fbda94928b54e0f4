/* board_rays_pieces.h: finds the pieces of a wide board by scanning rays from a square to the first piece.
 *
 * It has few groups: one for all classes that the rules treat alike, however they move.  So a board is a few bitboards
 * and the array of squares, not a bitboard for each of hundreds of kinds. */
#ifndef SHG_CORE_BOARD_BOARD_RAYS_PIECES_H
#define SHG_CORE_BOARD_BOARD_RAYS_PIECES_H

#include "core/board/board_data.h"

static inline unsigned group_count(const tables *t)
{
    return t->find.group_count;
}

static inline unsigned group_of(const tables *t, shoogi_kind kind)
{
    return t->find.group_of[kind];
}

/* One movement class of the group.  All classes of a group are the same to the rules. */
static inline const move_class *group_move_class(const tables *t, unsigned group)
{
    return &t->move_class[t->find.group_move_class[group]];
}

/* The movement class of the piece on sq.  of_group: one of its group. */
static inline const move_class *class_in(const board *b, const move_class *of_group, unsigned sq)
{
    (void)of_group;
    return move_class_at(b, sq);
}

/* The attacks of a piece. */
static inline const move_pattern *captures_of(const board *b, shg_code code)
{
    return &b->t->find.captures[code];
}

static inline bits pieces_of_class(const board *b, unsigned class_index, shoogi_colour colour)
{
    bits pieces = b->occupied[colour];
    EACH_SQUARE(sq, b->occupied[colour])
    {
        if (move_class_at(b, (unsigned)sq) != &b->t->move_class[class_index])
            bits_flip(&pieces, (unsigned)sq);
    }
    return pieces;
}

/* Which pieces of a group stand where they have a move on an empty board. */
static inline bits alive_among(const board *b, unsigned group, shoogi_colour colour, bits pieces)
{
    (void)group;
    bits alive = bits_none();
    EACH_SQUARE(sq, pieces)
    {
        if (bits_has(&move_class_at(b, (unsigned)sq)->move_set[colour].alive, (unsigned)sq))
            bits_set(&alive, (unsigned)sq);
    }
    return alive;
}

/* How often the piece of colour on from may repeat the step in a capture; 0: never. */
static inline unsigned reach_along(const board *b, unsigned from, unsigned pace_index)
{
    const move_pattern *const w = captures_of(b, b->square[from]);
    for (unsigned i = 0; i < w->ray_count; i++)
        if (w->rays[i].pace == pace_index)
            return w->rays[i].reach;
    return 0;
}

/* The pieces of colour that attack every square. */
static inline bits universal_pieces(const board *b, unsigned sq, shoogi_colour colour)
{
    bits found = bits_none();
    for (unsigned g = 0; g < group_count(b->t); g++)
        if (group_move_class(b->t, g)->move_set[0].captures.universal)
            found = bits_or(found, *pieces_of(b, g, colour));
    return bits_without(found, bits_one(sq));
}

/* The pieces of colour that attack sq with ordinary moves, given the occupied squares. */
static inline bits plain_attackers(const board *b, unsigned sq, shoogi_colour colour, bits occupied)
{
    const shoogi_square *const start = cell_of(&b->t->find.field, sq);
    bits found = universal_pieces(b, sq, colour);
    for (unsigned i = 0; i < b->t->find.pace_count; i++) {
        const pace *const s = &b->t->find.paces[i];
        const shoogi_square *at = start;
        for (unsigned steps = 1; steps <= s->longest[colour]; steps++) {
            const unsigned from = *(at -= s->step);
            if (from == SHOOGI_NO_SQUARE)
                break;
            if (!bits_has(&occupied, from))
                continue;
            if (bits_has(&b->occupied[colour], from) && reach_along(b, from, i) >= steps)
                bits_set(&found, from);
            break;
        }
    }
    return found;
}

/* Those of them that attack by a leap or a single step. */
static inline bits leaping_attackers(const board *b, unsigned sq, shoogi_colour colour)
{
    const shoogi_square *const start = cell_of(&b->t->find.field, sq);
    bits found = universal_pieces(b, sq, colour);
    for (unsigned i = 0; i < b->t->find.pace_count; i++) {
        const pace *const s = &b->t->find.paces[i];
        const unsigned from = start[-s->step];
        if (from != SHOOGI_NO_SQUARE && bits_has(&b->occupied[colour], from) &&
            reach_along(b, from, i) == 1)
            bits_set(&found, from);
    }
    return found;
}

/* Calls back for each piece of colour outside except that attacks sq along a line, or would if the only piece between
 * them were gone. */
static inline void each_aim(const board *b, unsigned sq, shoogi_colour colour, bits except,
                            bits occupied, see_aim *see, void *seer)
{
    const shoogi_square *const start = cell_of(&b->t->find.field, sq);
    for (unsigned i = 0; i < b->t->find.pace_count; i++) {
        const pace *const s = &b->t->find.paces[i];
        const unsigned longest = s->longest[colour];
        bits path = bits_none(), between = bits_none();
        const shoogi_square *at = start;
        for (unsigned steps = 1; longest > 1 && steps <= longest; steps++) {
            const unsigned from = *(at -= s->step);
            if (from == SHOOGI_NO_SQUARE)
                break;
            if (bits_has(&occupied, from)) {
                const unsigned reach =
                    bits_has(&b->occupied[colour], from) ? reach_along(b, from, i) : 0;
                if (reach > 1 && reach >= steps && !bits_has(&except, from))
                    see(seer, b, from, path, between);
                if (bits_any(between))
                    break;
                bits_set(&between, from);
            }
            bits_set(&path, from);
        }
    }
}

/* The squares next to a royal on sq that pieces of colour attack, given the occupied squares: all of them within
 * wanted, perhaps others. */
static inline bits attacked_near(const board *b, unsigned sq, shoogi_colour colour, bits occupied,
                                 bits wanted)
{
    (void)sq;
    bits attacked = bits_none();
    EACH_SQUARE(to, wanted)
    {
        if (bits_any(plain_attackers(b, (unsigned)to, colour, occupied)))
            bits_set(&attacked, (unsigned)to);
    }
    return attacked;
}

#endif
