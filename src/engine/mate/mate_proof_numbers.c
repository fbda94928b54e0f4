#include "engine/mate/mate_int.h"

static uint32_t delta_of(const shg_mate_node *n, const shg_mate_child *c)
{
    return n->attacks ? c->state.disproof : c->state.proof;
}

static bool is_better(const shg_mate_node *n, const shg_mate_child *a, const shg_mate_child *b)
{
    if (shg_mate_phi(n, a) != shg_mate_phi(n, b))
        return shg_mate_phi(n, a) < shg_mate_phi(n, b);
    if (shg_mate_phi(n, a) == 0 && n->attacks)
        return a->state.plies < b->state.plies;
    return delta_of(n, a) < delta_of(n, b);
}

shg_mate_sum shg_mate_sum_children(const shg_mate_node *n)
{
    shg_mate_sum s = { .phi = SHG_PROOF_MAX, .second_phi = SHG_PROOF_MAX };
    for (size_t i = 0; i < n->count; i++) {
        shg_mate_child *const c = &n->children[i];
        const uint32_t theirs = delta_of(n, c);
        if (theirs > 0) {
            s.open++;
            s.delta = theirs > s.delta ? theirs : s.delta;
        }
        if (!s.best || is_better(n, c, s.best)) {
            s.second_phi = s.phi;
            s.phi = shg_mate_phi(n, c);
            s.best = c;
        } else if (shg_mate_phi(n, c) < s.second_phi)
            s.second_phi = shg_mate_phi(n, c);
    }
    if (s.open > 0)
        s.delta += s.open - 1;
    if (s.delta > SHG_PROOF_MAX || s.phi == 0)
        s.delta = SHG_PROOF_MAX;
    return s;
}

/* The limits on the hands of a child's state, translated to the node. */
static shg_hands hands_through(const shg_mate *m, const shg_mate_node *n, const shg_mate_child *c)
{
    return (shg_hands){ shg_hand_propagate(&m->layout, c->state.hands.attacker, c->hands.attacker,
                                           n->query.hands.attacker),
                        shg_hand_propagate(&m->layout, c->state.hands.defender, c->hands.defender,
                                           n->query.hands.defender) };
}

void shg_mate_add_needs(const shg_mate *m, shg_mate_state *to, shg_hands hands, bool exact)
{
    const shg_hand_layout *const l = &m->layout;
    to->exact = to->exact || exact;
    if (to->proof == 0) {
        to->hands.attacker = shg_hand_max(l, to->hands.attacker, hands.attacker);
        to->hands.defender = shg_hand_min(l, to->hands.defender, hands.defender);
    } else {
        to->hands.attacker = shg_hand_min(l, to->hands.attacker, hands.attacker);
        to->hands.defender = shg_hand_max(l, to->hands.defender, hands.defender);
    }
}

shg_mate_state shg_mate_settled_by(const shg_mate *m, const shg_mate_node *n,
                                   const shg_mate_child *c)
{
    shg_mate_state state = c->state;
    state.plies = shg_plies_more(state.plies);
    state.hands = hands_through(m, n, c);
    state.exact = state.exact || c->exact_hands;
    if (!n->attacks && shoogi_move_is_drop(c->move))
        shg_mate_add_needs(m, &state, n->useful.hands, false);
    return state;
}

shg_mate_state shg_mate_settled_by_all(const shg_mate *m, const shg_mate_node *n)
{
    const shg_hand_layout *const l = &m->layout;
    shg_mate_state state = n->attacks ? shg_mate_disproven(m, SHG_PLIES_ANY) : n->futile;
    state.plies = n->attacks ? SHG_PLIES_ANY : 0;
    for (size_t i = 0; i < n->count; i++) {
        const shg_mate_child *const c = &n->children[i];
        const int plies = shg_plies_more(c->state.plies);
        if (n->attacks ? plies < state.plies : plies > state.plies)
            state.plies = plies;
        if (c->state.loop_ply < state.loop_ply)
            state.loop_ply = c->state.loop_ply;
        shg_mate_add_needs(m, &state, hands_through(m, n, c), c->state.exact);
    }
    if (n->attacks)
        state.hands.attacker = shg_hand_only_held(l, state.hands.attacker, n->query.hands.attacker);
    else if (n->droppable)
        state.hands.defender = shg_hand_only_held(l, state.hands.defender, n->query.hands.defender);
    return state;
}
