/* board_rays_tables.h: makes the tables of board_rays.h; included by board_tables.h. */
#ifndef SHG_CORE_BOARD_BOARD_RAYS_TABLES_H
#define SHG_CORE_BOARD_BOARD_RAYS_TABLES_H

#include <stdlib.h>

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int within(int n, int most)
{
    return n > most ? most : n < -most ? -most : n;
}

static int longest_step(const shg_betza *betza)
{
    int longest = 1;
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *const ride = &betza->rides[i];
        longest = larger(longest, larger(abs(ride->right), abs(ride->forward)));
    }
    for (size_t i = 0; i < betza->chain_count; i++)
        for (size_t n = 0; n < betza->chains[i].leg_count; n++)
            longest = larger(longest, betza->chains[i].legs[n].longer);
    return longest;
}

/* The margin is as wide as the longest step, or as the board: no step leads beyond it. */
static void build_field(build *m)
{
    const shoogi_variant *const v = m->v;
    field *const f = &m->t->find.field;
    const int files = (int)v->files, ranks = (int)v->ranks;
    for (unsigned k = 1; k <= v->kinds; k++)
        f->margin = larger(f->margin, longest_step(&v->kind[k].betza));
    if (f->margin > larger(files, ranks))
        f->margin = larger(files, ranks);
    f->squares = &m->t->board;
    f->stride = ranks + 2 * f->margin;
    f->cells = (unsigned)((files + 2 * f->margin) * f->stride);
    f->cell = shg_arena_array(m->arena, shoogi_square, f->cells);
    f->cell_of = shg_arena_array(m->arena, uint16_t, v->squares);
    m->spent = m->spent || !f->cell || !f->cell_of;
    if (m->spent)
        return;
    for (unsigned i = 0; i < f->cells; i++)
        f->cell[i] = SHOOGI_NO_SQUARE;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        f->cell_of[sq] =
            (uint16_t)(((int)sq / ranks + f->margin) * f->stride + (int)sq % ranks + f->margin);
        if (!v->hole[sq])
            f->cell[f->cell_of[sq]] = (shoogi_square)sq;
    }
}

/* A step in cells, right and forward as the colour sees them.  A step longer than the board always leaves it, and so
 * does its remainder within the margin. */
static int16_t step_of(const field *f, int right, int forward, shoogi_colour colour)
{
    const int sign = colour == SHOOGI_BLACK ? -1 : 1;
    return (int16_t)(sign * (within(right, f->margin) * f->stride + within(forward, f->margin)));
}

/* The index of a step among those of all pieces; appends it if it is new. */
static uint16_t pace_index(build *m, int16_t step)
{
    finder *const f = &m->t->find;
    unsigned i = 0;
    while (i < f->pace_count && f->paces[i].step != step)
        i++;
    if (i < f->pace_count)
        return (uint16_t)i;
    if ((f->pace_count & (f->pace_count - 1)) == 0) { /* double the capacity */
        pace *const more = shg_arena_array(m->arena, pace, 2 * f->pace_count + 1);
        m->spent = m->spent || !more;
        if (m->spent)
            return 0;
        for (unsigned k = 0; k < f->pace_count; k++)
            more[k] = f->paces[k];
        f->paces = more;
    }
    f->paces[f->pace_count++] = (pace){ step, { 0, 0 } };
    return (uint16_t)i;
}

/* Adds a ray of so many equal steps, right and forward as the colour sees them.  There must be space for it. */
static void add_ray(build *m, move_pattern *w, int right, int forward, unsigned reach,
                    shoogi_colour colour)
{
    const int16_t step = step_of(&m->t->find.field, right, forward, colour);
    const uint16_t pace_at = pace_index(m, step);
    for (unsigned i = 0; i < w->ray_count; i++) {
        if (w->rays[i].pace != pace_at)
            continue;
        if (w->rays[i].reach < reach)
            w->rays[i].reach = (uint8_t)reach;
        return;
    }
    w->rays[w->ray_count++] = (ray){ step, (uint8_t)reach, pace_at };
}

static void init_pattern(build *m, move_pattern *w, size_t rays_max)
{
    w->on = &m->t->find.field;
    w->rays = shg_arena_array(m->arena, ray, rays_max + 1);
    m->spent = m->spent || !w->rays;
}

/* Whether both rays may reach the same cell. */
static bool rays_meet(const ray *a, const ray *b, int steps_max)
{
    if ((a->step < 0) != (b->step < 0))
        return false;
    for (int n = 1; n <= steps_max && n <= a->reach; n++)
        if (n * a->step % b->step == 0 && n * a->step / b->step <= within(b->reach, steps_max))
            return true;
    return false;
}

static bool pattern_overlaps(const build *m, const move_pattern *w)
{
    const int steps_max = larger((int)m->v->files, (int)m->v->ranks) - 1;
    bool meets = false;
    for (unsigned i = 0; i < w->ray_count; i++)
        for (unsigned k = 0; k < i && !meets; k++)
            meets = rays_meet(&w->rays[i], &w->rays[k], steps_max);
    return meets;
}

/* The rays of the rides with this mode. */
static void build_pattern(build *m, move_pattern *w, const shg_kind *kind, shoogi_colour colour,
                          uint8_t mode)
{
    init_pattern(m, w, kind->betza.ride_count);
    w->universal = kind->betza.universal & mode;
    for (size_t i = 0; i < kind->betza.ride_count && !m->spent; i++) {
        const shg_ride *const ride = &kind->betza.rides[i];
        if (!ride_lacks(ride, mode))
            add_ray(m, w, ride->right, ride->forward,
                    is_slide(ride) && ride->reach == 0 ? RAY_TO_EDGE : ride->reach, colour);
    }
    w->meets = !m->spent && pattern_overlaps(m, w);
}

/* The double steps whose first step goes in this direction.  Makes them if needed, with space for most of them. */
static double_step *double_of(build *m, move_set *g, int right, int forward, shoogi_colour colour,
                              size_t most)
{
    const int16_t first = step_of(&m->t->find.field, right, forward, colour);
    for (unsigned i = 0; i < g->double_count; i++)
        if (g->doubles[i].first == first)
            return &g->doubles[i];
    assert(g->double_count < most);
    if (!g->doubles)
        g->doubles = shg_arena_array(m->arena, double_step, most);
    m->spent = m->spent || !g->doubles;
    if (m->spent)
        return NULL;
    double_step *const d = &g->doubles[g->double_count++];
    d->first = first;
    init_pattern(m, &d->second, most);
    return d;
}

static void add_double_steps(build *m, move_set *g, const shg_chain *chain, shoogi_colour colour,
                             size_t most)
{
    const shg_leg *const legs = chain->legs;
    int right, forward;
    for (unsigned n = 0; n < 8 && !m->spent; n++) {
        if (!(legs[0].directions >> n & 1))
            continue;
        shg_leg_step(&legs[0], n, &right, &forward);
        double_step *const d = double_of(m, g, right, forward, colour, most);
        for (unsigned turn = 0; turn < 8 && !m->spent; turn++) {
            if (!(legs[1].directions >> turn & 1))
                continue;
            shg_leg_step(&legs[1], shg_leg_turn(&legs[1], n, turn), &right, &forward);
            add_ray(m, &d->second, right, forward, 1, colour);
        }
    }
}

static void add_passes(build *m, move_set *g, const shg_chain *chain, shoogi_colour colour)
{
    enum { LEAPS_MAX = 8 * SHG_CHAINS_MAX };
    if (!g->passes) {
        g->passes = shg_arena_array(m->arena, passing, 1);
        m->spent = m->spent || !g->passes;
        if (!m->spent)
            init_pattern(m, &g->passes->over, LEAPS_MAX);
    }
    for (unsigned n = 0; n < 8 && !m->spent; n++) {
        int right, forward;
        shg_leg_step(&chain->legs[0], n, &right, &forward);
        if (chain->legs[0].directions >> n & 1)
            add_ray(m, &g->passes->over, right, forward, 1, colour);
    }
}

/* On wide boards pieces are never moved by a shift. */
static void build_shift(build *m, move_set *g, const shg_kind *kind, shoogi_colour colour)
{
    (void)m, (void)g, (void)kind, (void)colour;
}

/* Whether the rules treat the pieces of both classes alike. */
static bool in_one_group(const tables *t, const shoogi_variant *v, unsigned s, unsigned other)
{
    const move_class *const a = &t->move_class[s], *const b = &t->move_class[other];
    const shg_kind *const x = &v->kind[a->kind], *const y = &v->kind[b->kind];
    for (unsigned which = 0; which < ROLES; which++)
        if (has_role(v, a, which) != has_role(v, b, which))
            return false;
    return a->can_become_royal == b->can_become_royal && a->sweeps == b->sweeps &&
           a->doubles == b->doubles && a->walks == b->walks &&
           a->move_set[0].captures.universal == b->move_set[0].captures.universal &&
           x->bare == y->bare && x->weak == y->weak && x->changes == y->changes;
}

static void build_groups(build *m)
{
    const shoogi_variant *const v = m->v;
    tables *const t = m->t;
    finder *const f = &t->find;
    f->group_of = shg_arena_array(m->arena, uint16_t, v->kinds + 1);
    f->group_move_class = shg_arena_array(m->arena, uint16_t, t->move_class_count);
    m->spent = m->spent || !f->group_of || !f->group_move_class;
    for (unsigned k = 1; k <= v->kinds && !m->spent; k++) {
        unsigned g = 0;
        while (g < f->group_count &&
               !in_one_group(t, v, f->group_move_class[g], t->move_class_of[k]))
            g++;
        if (g == f->group_count)
            f->group_move_class[f->group_count++] = t->move_class_of[k];
        f->group_of[k] = (uint16_t)g;
    }
}

static void build_finder(build *m)
{
    const tables *const t = m->t;
    for (unsigned i = 0; i < 2 * t->move_class_count; i++) {
        const move_pattern *const captures = &t->move_class[i / 2].move_set[i % 2].captures;
        for (unsigned n = 0; n < captures->ray_count; n++) {
            uint8_t *const longest = &t->find.paces[captures->rays[n].pace].longest[i % 2];
            if (*longest < captures->rays[n].reach)
                *longest = captures->rays[n].reach;
        }
    }
    move_pattern *const captures = shg_arena_array(m->arena, move_pattern, 2 * (m->v->kinds + 1));
    m->spent = m->spent || !captures;
    for (unsigned k = 1; k <= m->v->kinds && !m->spent; k++)
        for (unsigned colour = 0; colour < 2; colour++)
            captures[shg_code_of((shoogi_kind)k, (shoogi_colour)colour)] =
                t->move_class[t->move_class_of[k]].move_set[colour].captures;
    m->t->find.captures = captures;
    build_groups(m);
}

#endif
