#include "engine/mate/mate_int.h"

static uint32_t numbers_theirs(const shg_mate_node *n, const shg_mate_child *c)
{
    return n->attacks ? c->known.disproof : c->known.proof;
}

static bool is_better(const shg_mate_node *n, const shg_mate_child *a, const shg_mate_child *b)
{
    if (shg_mate_numbers_mine(n, a) != shg_mate_numbers_mine(n, b))
        return shg_mate_numbers_mine(n, a) < shg_mate_numbers_mine(n, b);
    if (shg_mate_numbers_mine(n, a) == 0 && n->attacks)
        return a->known.plies < b->known.plies;
    return numbers_theirs(n, a) < numbers_theirs(n, b);
}

shg_mate_sum shg_mate_sum_up(const shg_mate_node *n)
{
    shg_mate_sum s = { .mine = SHG_PROOF_MAX, .second = SHG_PROOF_MAX };
    for (size_t i = 0; i < n->count; i++) {
        shg_mate_child *const c = &n->children[i];
        const uint32_t theirs = numbers_theirs(n, c);
        if (theirs > 0) {
            s.open++;
            s.theirs = theirs > s.theirs ? theirs : s.theirs;
        }
        if (!s.best || is_better(n, c, s.best)) {
            s.second = s.mine;
            s.mine = shg_mate_numbers_mine(n, c);
            s.best = c;
        } else if (shg_mate_numbers_mine(n, c) < s.second)
            s.second = shg_mate_numbers_mine(n, c);
    }
    if (s.open > 0)
        s.theirs += s.open - 1;
    if (s.theirs > SHG_PROOF_MAX || s.mine == 0)
        s.theirs = SHG_PROOF_MAX;
    return s;
}

/* The hands with which what is known of the child would be known of it at the node. */
static shg_hands hands_through(const shg_mate *m, const shg_mate_node *n, const shg_mate_child *c)
{
    return (shg_hands){ shg_hand_moved(&m->layout, c->known.hands.attacker, c->hands.attacker,
                                       n->asked.hands.attacker),
                        shg_hand_moved(&m->layout, c->known.hands.defender, c->hands.defender,
                                       n->asked.hands.defender) };
}

void shg_mate_add_needs(const shg_mate *m, shg_mate_known *to, shg_hands hands, bool exact)
{
    const shg_hand_layout *const l = &m->layout;
    to->exact = to->exact || exact;
    if (to->proof == 0) {
        to->hands.attacker = shg_hand_most(l, to->hands.attacker, hands.attacker);
        to->hands.defender = shg_hand_least(l, to->hands.defender, hands.defender);
    } else {
        to->hands.attacker = shg_hand_least(l, to->hands.attacker, hands.attacker);
        to->hands.defender = shg_hand_most(l, to->hands.defender, hands.defender);
    }
}

shg_mate_known shg_mate_settled_by(const shg_mate *m, const shg_mate_node *n,
                                   const shg_mate_child *c)
{
    shg_mate_known known = c->known;
    known.plies = shg_plies_more(known.plies);
    known.hands = hands_through(m, n, c);
    known.exact = known.exact || c->delicate;
    if (!n->attacks && shoogi_move_is_drop(c->move))
        shg_mate_add_needs(m, &known, n->useful.hands, false);
    return known;
}

shg_mate_known shg_mate_settled_by_all(const shg_mate *m, const shg_mate_node *n)
{
    const shg_hand_layout *const l = &m->layout;
    shg_mate_known known = n->attacks ? shg_mate_disproof(m, SHG_PLIES_ANY) : n->futile;
    known.plies = n->attacks ? SHG_PLIES_ANY : 0;
    for (size_t i = 0; i < n->count; i++) {
        const shg_mate_child *const c = &n->children[i];
        const int plies = shg_plies_more(c->known.plies);
        if (n->attacks ? plies < known.plies : plies > known.plies)
            known.plies = plies;
        if (c->known.relies < known.relies)
            known.relies = c->known.relies;
        shg_mate_add_needs(m, &known, hands_through(m, n, c), c->known.exact);
    }
    if (n->attacks)
        known.hands.attacker = shg_hand_only_held(l, known.hands.attacker, n->asked.hands.attacker);
    else if (n->droppable)
        known.hands.defender = shg_hand_only_held(l, known.hands.defender, n->asked.hands.defender);
    return known;
}
