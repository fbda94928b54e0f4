/* board_lines_tables.h: makes the tables of board_lines.h; included by board_tables.h. */
#ifndef SHG_CORE_BOARD_BOARD_LINES_TABLES_H
#define SHG_CORE_BOARD_BOARD_LINES_TABLES_H

/* Steps are in a table for each square. */
static void build_field(build *m)
{
    (void)m;
}

/* The ray of a ride from one square on an empty board. */
static bits ride_ray(const shoogi_variant *v, const shg_ride *ride, shoogi_colour colour,
                     unsigned sq)
{
    bits ray = bits_none();
    for (int steps = 1; ride->reach == 0 || steps <= ride->reach; steps++) {
        const shoogi_square to = shg_ride_square(v, ride, colour, (shoogi_square)sq, steps);
        if (to == SHOOGI_NO_SQUARE)
            break;
        bits_set(&ray, to);
    }
    return ray;
}

static void add_leap(build *m, move_pattern *w, const shg_ride *ride, shoogi_colour colour)
{
    const shoogi_variant *const v = m->v;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        const shoogi_square to = shg_ride_square(v, ride, colour, (shoogi_square)sq, 1);
        if (!v->hole[sq] && to != SHOOGI_NO_SQUARE)
            bits_set(&w->leaps[sq], to);
    }
}

/* Whether two rides go in the same or opposite directions. */
static bool on_one_line(const shg_ride *a, const shg_ride *b)
{
    return (a->right == b->right && a->forward == b->forward) ||
           (a->right == -b->right && a->forward == -b->forward);
}

/* Adds a slide to its line, or to a new line. line_ride: a ride of each line so far. */
static void add_line(build *m, move_pattern *w, const shg_ride *ride, shoogi_colour colour,
                     const shg_ride *line_ride[LINES_MAX])
{
    const shoogi_variant *const v = m->v;
    unsigned at = 0;
    while (at < w->line_count && !on_one_line(line_ride[at], ride))
        at++;
    if (at == w->line_count) {
        assert(at < LINES_MAX); /* the parser has limited their number */
        line *const fresh = shg_arena_array(m->arena, line, v->squares);
        if (!fresh) {
            m->spent = true;
            return;
        }
        w->lines[at] = fresh;
        line_ride[at] = ride;
        w->line_count++;
    }
    for (unsigned sq = 0; sq < v->squares; sq++) {
        const bits ray = v->hole[sq] ? bits_none() : ride_ray(v, ride, colour, sq);
        line *const l = &w->lines[at][sq];
        w->slides[sq] = bits_or(w->slides[sq], ray);
        if (bits_any(ray) && bits_first(ray) > sq)
            l->upper = bits_or(l->upper, ray);
        else
            l->lower = bits_or(l->lower, ray);
    }
}

/* The attack tables of the rides with this mode. */
static void build_pattern(build *m, move_pattern *w, const shg_kind *kind, shoogi_colour colour,
                          uint8_t mode)
{
    const shoogi_variant *const v = m->v;
    const shg_ride *line_ride[LINES_MAX];
    w->leaps = new_sets(m, v->squares);
    w->slides = new_sets(m, v->squares);
    w->reach = new_sets(m, v->squares);
    for (size_t i = 0; i < kind->betza.ride_count && !m->spent; i++) {
        const shg_ride *const ride = &kind->betza.rides[i];
        if (ride_lacks(ride, mode))
            continue;
        if (is_slide(ride))
            add_line(m, w, ride, colour, line_ride);
        else
            add_leap(m, w, ride, colour);
    }
    for (unsigned sq = 0; sq < v->squares && !m->spent; sq++) {
        if ((kind->betza.universal & mode) && !v->hole[sq])
            w->leaps[sq] = bits_without(m->t->board, bits_one(sq));
        w->reach[sq] = bits_or(w->leaps[sq], w->slides[sq]);
    }
}

static shoogi_square leg_square(const shoogi_variant *v, const shg_leg *leg, shoogi_colour colour,
                                unsigned sq, unsigned direction)
{
    int right, forward;
    shg_leg_step(leg, direction, &right, &forward);
    const shg_ride ride = { (int8_t)right, (int8_t)forward, 1, 0 };
    return v->hole[sq] ? SHOOGI_NO_SQUARE : shg_ride_square(v, &ride, colour, (shoogi_square)sq, 1);
}

/* The table of double steps whose first step goes in this direction.  Makes it if needed, with space for most of them. */
static double_step *double_of(build *m, move_set *g, const shg_leg *leg, shoogi_colour colour,
                              unsigned direction, size_t most)
{
    const shoogi_variant *const v = m->v;
    for (unsigned i = 0; i < g->double_count; i++)
        for (unsigned sq = 0; sq < v->squares; sq++) {
            const shoogi_square first = leg_square(v, leg, colour, sq, direction);
            if (first != SHOOGI_NO_SQUARE && g->doubles[i].first[sq] == first)
                return &g->doubles[i];
        }
    assert(g->double_count < most);
    if (!g->doubles)
        g->doubles = shg_arena_array(m->arena, double_step, most);
    if (!g->doubles) {
        m->spent = true;
        return NULL;
    }
    double_step *const d = &g->doubles[g->double_count++];
    d->first = shg_arena_array(m->arena, uint16_t, v->squares);
    d->second = new_sets(m, v->squares);
    m->spent = m->spent || !d->first;
    for (unsigned sq = 0; sq < v->squares && !m->spent; sq++)
        d->first[sq] = leg_square(v, leg, colour, sq, direction);
    return d;
}

static void add_double_steps(build *m, move_set *g, const shg_chain *chain, shoogi_colour colour,
                             size_t most)
{
    const shoogi_variant *const v = m->v;
    const shg_leg *const legs = chain->legs;
    for (unsigned n = 0; n < 8 && !m->spent; n++) {
        if (!(legs[0].directions >> n & 1))
            continue;
        double_step *const d = double_of(m, g, &legs[0], colour, n, most);
        if (m->spent)
            return;
        for (unsigned sq = 0; sq < v->squares && !m->spent; sq++) {
            if (d->first[sq] == SHOOGI_NO_SQUARE)
                continue;
            for (unsigned turn = 0; turn < 8; turn++) {
                if (!(legs[1].directions >> turn & 1))
                    continue;
                const shoogi_square to =
                    leg_square(v, &legs[1], colour, d->first[sq], shg_leg_turn(&legs[1], n, turn));
                if (to != SHOOGI_NO_SQUARE)
                    bits_set(&d->second[sq], to);
            }
        }
    }
}

static void add_passes(build *m, move_set *g, const shg_chain *chain, shoogi_colour colour)
{
    const shoogi_variant *const v = m->v;
    if (!g->passes)
        g->passes = shg_arena_array(m->arena, passing, 1);
    m->spent = m->spent || !g->passes;
    if (!m->spent && !g->passes->over)
        g->passes->over = new_sets(m, v->squares);
    for (unsigned sq = 0; sq < v->squares && !m->spent; sq++)
        for (unsigned n = 0; n < 8; n++) {
            const shoogi_square to = leg_square(v, &chain->legs[0], colour, sq, n);
            if ((chain->legs[0].directions >> n & 1) && to != SHOOGI_NO_SQUARE)
                bits_set(&g->passes->over[sq], to);
        }
}

/* For a kind that captures as it moves and whose landing has no other effect. */
static void build_shift(build *m, move_set *g, const shg_kind *kind, shoogi_colour colour)
{
    if (kind->betza.ride_count != 1 || kind->betza.chain_count > 0 || kind->betza.universal)
        return;
    const shg_ride *const ride = kind->betza.rides;
    if (is_slide(ride))
        return;
    const int sign = colour == SHOOGI_BLACK ? -1 : 1;
    const int shift = sign * (ride->right * (int)m->v->ranks + ride->forward);
    if (shift > -64 && shift < 64) {
        g->shift = shift;
        g->shift_from = g->alive;
    }
}

static bool has_leaps(const move_class *sh, unsigned squares)
{
    for (unsigned sq = 0; sq < squares; sq++)
        if (bits_any(sh->move_set[0].captures.leaps[sq]))
            return true;
    return false;
}

/* near[r]: the squares from which a piece of the class can, on an empty board, attack a square to which an enemy
 * royal on r can move. */
static void build_near(build *m)
{
    const shoogi_variant *const v = m->v;
    tables *const t = m->t;
    for (unsigned i = 0; i < 2 * t->move_class_count; i++)
        t->move_class[i / 2].move_set[i % 2].near = new_sets(m, v->squares);
    for (int colour = 0; colour < 2 && !m->spent; colour++) {
        for (unsigned r = 0; r < v->squares; r++) {
            bits around = bits_none();
            for (unsigned s = 0; s < t->move_class_count; s++)
                if (t->move_class[s].royal)
                    around = bits_or(around,
                                     bits_or(t->move_class[s].move_set[!colour].captures.reach[r],
                                             t->move_class[s].move_set[!colour].quiet->reach[r]));
            for (unsigned s = 0; s < t->move_class_count; s++) {
                const move_set *const g = &t->move_class[s].move_set[colour];
                const move_pattern *const back = &t->move_class[s].move_set[!colour].captures;
                EACH_SQUARE(sq, around) g->near[r] = bits_or(g->near[r], back->reach[sq]);
            }
        }
    }
}

static void build_finder(build *m)
{
    const shoogi_variant *const v = m->v;
    tables *const t = m->t;
    finder *const f = &t->find;
    f->below = new_sets(m, v->squares);
    f->leaper = shg_arena_array(m->arena, uint16_t, v->kinds);
    f->slider = shg_arena_array(m->arena, uint16_t, v->kinds);
    m->spent = m->spent || !f->leaper || !f->slider;
    if (m->spent)
        return;
    for (unsigned sq = 1; sq < v->squares; sq++)
        f->below[sq] = bits_or(f->below[sq - 1], bits_one(sq - 1));
    for (unsigned s = 0; s < t->move_class_count; s++) {
        if (has_leaps(&t->move_class[s], v->squares))
            f->leaper[f->leaper_count++] = (uint16_t)s;
        if (t->move_class[s].move_set[0].captures.line_count > 0)
            f->slider[f->slider_count++] = (uint16_t)s;
    }
    build_near(m);
}

#endif
