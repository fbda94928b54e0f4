/* board_rays_look.c: what all men of a wide board attack, as an evaluation asks it; compiled once for each class.
 *
 * It goes cell by cell: sets of many words, nearly all empty, would take longer to count than cells to fill. */
#include "core/board/board_look.h"

#include <string.h>

/* What is on a cell, and what attacks it: bits, by colour. */
enum { ON_MAN = 1, ON_COURT = 4, ON_NOTHING = 16 };
enum { HIT_BY_ANY = 1, HIT_BY_COMMONER = 4 };

typedef struct looker {
    const board *b;
    const field *f;
    threats threats;
    bits royals;                           /* of both sides */
    uint8_t on[CELLS_MAX], hit[CELLS_MAX]; /* as many as the field has */
} looker;

static void set_up(looker *l, const bits *around)
{
    const board *const b = l->b;
    memset(l->on, ON_NOTHING, l->f->cells);
    memset(l->hit, 0, l->f->cells);
    EACH_SQUARE(sq, b->t->board)
    {
        const shg_code code = b->square[sq];
        l->on[l->f->cell_of[sq]] = (uint8_t)(code == 0 ? 0 : ON_MAN << shg_code_colour(code));
    }
    for (unsigned colour = 0; colour < 2; colour++)
        EACH_SQUARE(sq, around[colour])
        {
            l->on[l->f->cell_of[sq]] |= (uint8_t)(ON_COURT << colour);
        }
}

/* One man, while he is looked at. */
typedef struct view {
    shg_code code;
    uint8_t own, their, hits; /* the bits of his men, of the others, of what he attacks */
    unsigned mobility, on_own_royal, on_their_royal;
} view;

ALWAYS_INLINE void see_cell(looker *l, view *man, unsigned cell)
{
    const uint8_t on = l->on[cell];
    l->hit[cell] |= man->hits;
    man->mobility += !(on & man->own);
    if (on == 0)
        return;
    man->on_own_royal += (on & man->own * ON_COURT) != 0;
    man->on_their_royal += (on & man->their * ON_COURT) != 0;
    if (on & man->their)
        see_threat(&l->threats, man->code, l->b->square[l->f->cell[cell]]);
}

/* What he attacks, found as a set. */
static NEVER_INLINE view see_set(looker *l, view man, unsigned sq)
{
    const board *const b = l->b;
    const bits occupied = occupied_all(b);
    const bits found = b->t->borrows ? BC(shg_plain_attacks)(b, sq, occupied)
                                     : attacks(takes_of(b, man.code), sq, occupied);
    EACH_SQUARE(to, found)
    {
        see_cell(l, &man, l->f->cell_of[to]);
    }
    return man;
}

/* What he attacks by rays that never meet: each cell once. */
ALWAYS_INLINE view see_rays(looker *l, view man, const way *w, unsigned start)
{
    for (unsigned i = 0; i < w->ray_count; i++) {
        const ray r = w->rays[i];
        unsigned cell = start;
        for (unsigned steps = r.reach; steps > 0; steps--) {
            cell += (unsigned)r.step;
            if (l->on[cell] & ON_NOTHING)
                break;
            see_cell(l, &man, cell);
            if (l->on[cell] & (ON_MAN | ON_MAN << 1))
                break;
        }
    }
    return man;
}

static void see_man(looker *l, shg_seen *seen, unsigned sq, shoogi_colour colour)
{
    const board *const b = l->b;
    const shg_code code = b->square[sq];
    const way *const w = takes_of(b, code);
    view man = {
        .code = code,
        .own = (uint8_t)(ON_MAN << colour),
        .their = (uint8_t)(ON_MAN << !colour),
        .hits = (uint8_t)((bits_has(&l->royals, sq) ? HIT_BY_ANY : HIT_BY_ANY | HIT_BY_COMMONER)
                          << colour)
    };
    man = b->t->borrows || w->universal || w->meets ? see_set(l, man, sq)
                                                    : see_rays(l, man, w, l->f->cell_of[sq]);
    seen->code = code;
    seen->square = (shoogi_square)sq;
    seen->mobility = (uint16_t)man.mobility;
    seen->on_own_royal = few(man.on_own_royal);
    seen->on_their_royal = few(man.on_their_royal);
}

/* The royals and what is next to them, now that what is attacked is known. */
static void see_court(const looker *l, shg_court *court, bits around, shoogi_colour colour)
{
    unsigned weak = 0, flights = 0;
    EACH_SQUARE(sq, around)
    {
        const unsigned hit = l->hit[l->f->cell_of[sq]];
        const bool attacked = hit >> !colour & HIT_BY_ANY;
        weak += attacked && !(hit >> colour & HIT_BY_COMMONER);
        flights += !attacked && !bits_has(&l->b->occupied[colour], (unsigned)sq);
    }
    court->weak[colour] = few(weak);
    court->flights[colour] = few(flights);
}

void BC(shg_look)(const shoogi_position *p, shg_sight *sight)
{
    const board *const b = p->board;
    const field *const f = &b->t->find.field;
    const bits around[2] = { around_royals(b, SHOOGI_BLACK), around_royals(b, SHOOGI_WHITE) };
    looker l;
    l.b = b;
    l.f = f;
    l.threats = threats_of(b, sight);
    l.royals =
        bits_or(men_in_role(b, ROLE_ROYAL, SHOOGI_BLACK), men_in_role(b, ROLE_ROYAL, SHOOGI_WHITE));
    set_up(&l, around);
    sight->count = 0;
    for (unsigned colour = 0; colour < 2; colour++)
        EACH_SQUARE(sq, b->occupied[colour])
        {
            see_man(&l, &sight->men[sight->count++], (unsigned)sq, (shoogi_colour)colour);
        }
    sight->threat_count = (size_t)(l.threats.next - sight->threats);
    for (size_t i = 0; i < sight->count; i++) {
        shg_seen *const man = &sight->men[i];
        const unsigned hit = l.hit[f->cell_of[man->square]];
        const shoogi_colour own = shg_code_colour(man->code);
        man->attacked = hit >> !own & HIT_BY_ANY;
        man->guarded = hit >> own & HIT_BY_ANY;
    }
    for (unsigned colour = 0; colour < 2; colour++)
        see_court(&l, &sight->court, around[colour], (shoogi_colour)colour);
}
