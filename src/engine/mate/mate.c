/* mate.c: finds a mate, then the shortest one, and its line. */
#include "engine/mate/mate.h"

#include "core/position/position_int.h"
#include "engine/mate/mate_int.h"

#include <stdlib.h>

shoogi_status shg_mate_new(shg_mate **out, const shoogi_variant *variant, size_t size_mib,
                           const _Atomic bool *stop)
{
    shg_mate *const m = calloc(1, sizeof *m);
    if (!m)
        return SHOOGI_NO_MEMORY;
    m->variant = variant;
    m->ops = shg_search_class(variant);
    m->stop = stop;
    for (unsigned k = 1; k <= variant->kinds; k++)
        m->forms_from_hand = m->forms_from_hand || variant->kind[k].choices;
    const size_t bytes = size_mib * 1024 * 1024;
    m->pool_room = bytes / 8 / sizeof *m->pool;
    if (m->pool_room < 4 * variant->moves_max)
        m->pool_room = 4 * variant->moves_max;
    m->pool = calloc(m->pool_room, sizeof *m->pool);
    m->moves = calloc(variant->moves_max, sizeof *m->moves);
    if (!m->pool || !m->moves || shg_mate_table_new(&m->table, bytes - bytes / 8) != SHOOGI_OK) {
        shg_mate_free(m);
        return SHOOGI_NO_MEMORY;
    }
    *out = m;
    return SHOOGI_OK;
}

void shg_mate_free(shg_mate *mate)
{
    if (!mate)
        return;
    shg_mate_table_free(mate->table);
    free(mate->pool);
    free(mate->moves);
    free(mate);
}

/* ---- result ---- */

/* The child that settles the node for the side to move.  Results that the table has dropped are searched again. */
static const shg_mate_child *find_settling_child(shg_mate *m, shg_mate_node *n)
{
    (void)shg_mate_solve(m, n->attacks, n->ply, n->query.plies);
    shg_mate_state state;
    if (m->stopped || !shg_mate_expand(m, n, &state))
        return NULL;
    for (;;) {
        const shg_mate_sum s = shg_mate_sum_children(n);
        if (s.best && s.phi == 0)
            return s.best;
        for (size_t i = 0; i < n->count && !m->stopped; i++) {
            shg_mate_child *const c = &n->children[i];
            if (c->state.proof == 0 || c->state.disproof == 0)
                continue;
            shg_mate_do(m, c->move);
            c->state = shg_mate_solve(m, !n->attacks, n->ply + 1, n->query.plies - 1);
            shg_mate_undo(m);
            if (shg_mate_phi(n, c) == 0)
                return c;
        }
        if (m->stopped || n->held_drops == 0 || !shg_mate_settle_drops(m, n))
            return NULL;
    }
}

/* The child with the shortest proven mate or, for the defence, the longest. */
static const shg_mate_child *find_proven_child(shg_mate *m, shg_mate_node *n)
{
    shg_mate_state state;
    if (!shg_mate_expand(m, n, &state))
        return NULL;
    const shg_mate_child *best = NULL;
    for (size_t i = 0; i < n->count; i++) {
        const shg_mate_child *const c = &n->children[i];
        if (c->state.proof == 0 && (!best || (n->attacks ? c->state.plies < best->state.plies
                                                         : c->state.plies > best->state.plies)))
            best = c;
    }
    return best;
}

/* Writes the line of a mate of this length.  exact: the length is the shortest, and the longest defence is searched for, as far
 * as the limits allow.  Otherwise the line is that of the proof in the table, in which all drops count as defences. */
static void write_pv(shg_mate *m, int plies, bool exact)
{
    const size_t pool_used = m->pool_used;
    m->ignore_futile_drops = m->ignore_futile_drops && exact;
    while (m->line_count < SHG_MATE_PLIES_MAX && plies > 0) {
        const bool attacks = m->line_count % 2 == 0;
        shg_mate_node n = { .attacks = attacks, .ply = m->line_count };
        n.query = shg_mate_query_at(m, n.ply, attacks || !exact ? plies : plies - 2);
        const shg_mate_child *c = exact ? find_settling_child(m, &n) : NULL;
        if (!c) {
            exact = m->stopped = m->ignore_futile_drops = false;
            m->pool_used = pool_used;
            n.query = shg_mate_query_at(m, n.ply, plies);
            c = find_proven_child(m, &n);
        }
        m->pool_used = pool_used;
        if (!c)
            break;
        plies = exact || c->state.plies > plies - 1 ? plies - 1 : c->state.plies;
        m->line[m->line_count++] = c->move;
        shg_mate_do(m, c->move);
    }
    for (unsigned i = 0; i < m->line_count; i++)
        shg_mate_undo(m);
}

/* Finds a mate of any length, then raises the bound from 1 until there is a mate within it: low bounds are cheap to disprove,
 * while a bound above the shortest length may be as costly to prove as many bounds below it. */
static void find_mate(shg_mate_result *out, shg_mate *m)
{
    const unsigned most = m->limits->plies;
    shg_mate_state state =
        shg_mate_solve(m, true, 0, most == 0 ? SHG_PLIES_ANY : (int)(most - 1) / 2 * 2 + 1);
    if (state.disproof == 0)
        out->answer = SHG_MATE_NONE;
    if (state.proof > 0)
        return;
    out->answer = SHG_MATE_FOUND;
    int length = state.plies;
    for (int plies = 1; !m->limits->any_length && !out->exact && !m->stopped; plies += 2) {
        if (plies < length)
            state = shg_mate_solve(m, true, 0, plies);
        if (state.proof == 0)
            length = state.plies;
        out->exact = plies == length;
    }
    out->length_plies = (unsigned)length;
    write_pv(m, length, out->exact);
    out->moves = m->line;
    out->move_count = m->line_count;
}

shoogi_status shg_mate_go(shg_mate_result *out, shg_mate *mate, const shoogi_position *position,
                          const shg_mate_limits *limits)
{
    static const shg_mate_limits none = { 0 };
    shoogi_position *copy;
    mate->attacker = position->side;
    if (position->ops->royal_count(position, shoogi_colour_other(position->side)) == 0)
        return SHOOGI_ILLEGAL;
    if (shoogi_position_copy(&copy, position) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    if (shg_position_make_room(copy, 2 * SHG_MATE_PLIES_MAX) != SHOOGI_OK) {
        shoogi_position_free(copy);
        return SHOOGI_NO_MEMORY;
    }
    const shg_hand_layout layout = shg_hand_layout_for(copy);
    mate->layout = layout;
    shg_mate_table_begin(mate->table, &layout);
    mate->position = copy;
    mate->limits = limits ? limits : &none;
    mate->ignore_futile_drops = mate->limits->ignore_futile_drops && mate->variant->rules.drops &&
                                !mate->variant->rules.holdings_own;
    mate->nodes = mate->next_poll = 0;
    mate->stopped = false;
    mate->threshold_stretch = mate->line_count = 0;
    mate->pool_used = 0;
    mate->path_hash[0] = 1;
    *out = (shg_mate_result){ .answer = SHG_MATE_UNKNOWN };
    find_mate(out, mate);
    out->nodes = mate->nodes;
    shoogi_position_free(copy);
    mate->position = NULL;
    return SHOOGI_OK;
}
