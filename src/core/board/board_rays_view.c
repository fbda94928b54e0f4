/* board_rays_view.c: the attack map of a wide board, cell by cell; compiled once for each class.
 *
 * Counting in bitboards of many words, most of them zero, would take longer than filling cells. */
#include "core/board/board_view.h"

#include <string.h>

/* Bits by colour: the contents of a cell, and the attacks on it. */
enum { ON_PIECE = 1, ON_KING_ZONE = 4, ON_NOTHING = 16 };
enum { HIT_BY_ANY = 1, HIT_BY_COMMONER = 4 };

typedef struct viewer {
    const board *b;
    const field *f;
    threats threats;
    bits royals;                           /* of both sides */
    uint8_t on[CELLS_MAX], hit[CELLS_MAX]; /* as many as the mailbox board has */
} viewer;

static void set_up(viewer *l, const bits *around)
{
    const board *const b = l->b;
    memset(l->on, ON_NOTHING, l->f->cells);
    memset(l->hit, 0, l->f->cells);
    EACH_SQUARE(sq, b->t->board)
    {
        const shg_code code = b->square[sq];
        l->on[l->f->cell_of[sq]] = (uint8_t)(code == 0 ? 0 : ON_PIECE << shg_code_colour(code));
    }
    for (unsigned colour = 0; colour < 2; colour++)
        EACH_SQUARE(sq, around[colour])
        {
            l->on[l->f->cell_of[sq]] |= (uint8_t)(ON_KING_ZONE << colour);
        }
}

/* The counts of one piece. */
typedef struct piece_tally {
    shg_code code;
    uint8_t own, their, hits; /* bits of its own pieces, of the enemy's, and of its attacks */
    unsigned mobility, on_own_royal, on_their_royal;
} piece_tally;

ALWAYS_INLINE void tally_cell(viewer *l, piece_tally *piece, unsigned cell)
{
    const uint8_t on = l->on[cell];
    l->hit[cell] |= piece->hits;
    piece->mobility += !(on & piece->own);
    if (on == 0)
        return;
    piece->on_own_royal += (on & piece->own * ON_KING_ZONE) != 0;
    piece->on_their_royal += (on & piece->their * ON_KING_ZONE) != 0;
    if (on & piece->their)
        add_threat(&l->threats, piece->code, l->b->square[l->f->cell[cell]]);
}

/* Counts attacked squares given as a set. */
static NEVER_INLINE piece_tally tally_set(viewer *l, piece_tally piece, unsigned sq)
{
    const board *const b = l->b;
    const bits occupied = occupied_all(b);
    const bits found = b->t->borrows ? BC(shg_plain_attacks)(b, sq, occupied)
                                     : attacks(captures_of(b, piece.code), sq, occupied);
    EACH_SQUARE(to, found)
    {
        tally_cell(l, &piece, l->f->cell_of[to]);
    }
    return piece;
}

/* Counts the squares along rays that never meet, each cell once. */
ALWAYS_INLINE piece_tally tally_rays(viewer *l, piece_tally piece, const move_pattern *w,
                                     unsigned start)
{
    for (unsigned i = 0; i < w->ray_count; i++) {
        const ray r = w->rays[i];
        unsigned cell = start;
        for (unsigned steps = r.reach; steps > 0; steps--) {
            cell += (unsigned)r.step;
            if (l->on[cell] & ON_NOTHING)
                break;
            tally_cell(l, &piece, cell);
            if (l->on[cell] & (ON_PIECE | ON_PIECE << 1))
                break;
        }
    }
    return piece;
}

static void view_piece(viewer *l, shg_piece_view *seen, unsigned sq, shoogi_colour colour)
{
    const board *const b = l->b;
    const shg_code code = b->square[sq];
    const move_pattern *const w = captures_of(b, code);
    piece_tally piece = {
        .code = code,
        .own = (uint8_t)(ON_PIECE << colour),
        .their = (uint8_t)(ON_PIECE << !colour),
        .hits = (uint8_t)((bits_has(&l->royals, sq) ? HIT_BY_ANY : HIT_BY_ANY | HIT_BY_COMMONER)
                          << colour)
    };
    piece = b->t->borrows || w->universal || w->meets ? tally_set(l, piece, sq)
                                                      : tally_rays(l, piece, w, l->f->cell_of[sq]);
    seen->code = code;
    seen->square = (shoogi_square)sq;
    seen->mobility = (uint16_t)piece.mobility;
    seen->on_own_royal = saturate_u8(piece.on_own_royal);
    seen->on_their_royal = saturate_u8(piece.on_their_royal);
}

/* Counts the king zone of colour from the finished attack map. */
static void view_king_zone(const viewer *l, shg_king_zone *king_zone, bits around,
                           shoogi_colour colour)
{
    unsigned weak = 0, flights = 0;
    EACH_SQUARE(sq, around)
    {
        const unsigned hit = l->hit[l->f->cell_of[sq]];
        const bool attacked = hit >> !colour & HIT_BY_ANY;
        weak += attacked && !(hit >> colour & HIT_BY_COMMONER);
        flights += !attacked && !bits_has(&l->b->occupied[colour], (unsigned)sq);
    }
    king_zone->weak[colour] = saturate_u8(weak);
    king_zone->flights[colour] = saturate_u8(flights);
}

void BC(shg_view)(const shoogi_position *p, shg_board_view *view)
{
    const board *const b = p->board;
    const field *const f = &b->t->find.field;
    const bits around[2] = { around_royals(b, SHOOGI_BLACK), around_royals(b, SHOOGI_WHITE) };
    viewer l;
    l.b = b;
    l.f = f;
    l.threats = threat_list_of(b, view);
    l.royals = bits_or(pieces_in_role(b, ROLE_ROYAL, SHOOGI_BLACK),
                       pieces_in_role(b, ROLE_ROYAL, SHOOGI_WHITE));
    set_up(&l, around);
    view->count = 0;
    for (unsigned colour = 0; colour < 2; colour++)
        EACH_SQUARE(sq, b->occupied[colour])
        {
            view_piece(&l, &view->pieces[view->count++], (unsigned)sq, (shoogi_colour)colour);
        }
    view->threat_count = (size_t)(l.threats.next - view->threats);
    for (size_t i = 0; i < view->count; i++) {
        shg_piece_view *const piece = &view->pieces[i];
        const unsigned hit = l.hit[f->cell_of[piece->square]];
        const shoogi_colour own = shg_code_colour(piece->code);
        piece->attacked = hit >> !own & HIT_BY_ANY;
        piece->guarded = hit >> own & HIT_BY_ANY;
    }
    for (unsigned colour = 0; colour < 2; colour++)
        view_king_zone(&l, &view->king_zone, around[colour], (shoogi_colour)colour);
}
