#include "engine/mate/mate_int.h"

/* The hands on the board, and the key of the rest. */
static uint64_t key_of(const shg_mate *m, shg_hands *hands)
{
    const shoogi_position *const p = m->position;
    const shoogi_colour own = m->attacker, other = shoogi_colour_other(own);
    uint64_t key = p->hash;
    *hands = (shg_hands){ 0, 0 };
    for (unsigned i = 0; i < m->layout.count; i++) {
        const shoogi_kind k = m->layout.field[i].kind;
        const uint64_t mine = p->hand[own][k], theirs = p->hand[other][k];
        hands->attacker |= mine << m->layout.field[i].shift;
        hands->defender |= theirs << m->layout.field[i].shift;
        key -= mine * m->variant->hand_key[own][k] + theirs * m->variant->hand_key[other][k];
    }
    if (own == SHOOGI_WHITE)
        key ^= UINT64_C(0x5BD1E9955BD1E995);
    return key == 0 ? 1 : key;
}

shg_mate_query shg_mate_query_at(shg_mate *m, unsigned ply, int plies)
{
    shg_mate_query query = { .plies = plies };
    query.key = key_of(m, &query.hands);
    query.path = plies == SHG_PLIES_ANY ? m->signature[ply] : 0;
    return query;
}

/* True if lengths are asked for that count no futile drops; such are kept apart. */
static bool counts_otherwise(const shg_mate *m, int plies)
{
    return m->convention && plies != SHG_PLIES_ANY;
}

static shg_mate_query apart(shg_mate_query query)
{
    query.key ^= UINT64_C(0x2545F4914F6CDD1D);
    query.key += query.key == 0;
    return query;
}

bool shg_mate_find(const shg_mate *m, const shg_mate_query *q, shg_mate_known *known)
{
    const bool found = shg_mate_table_find(m->table, q, known);
    if (!counts_otherwise(m, q->plies))
        return found;
    /* A mate is no longer for it, and where there is none there is none. */
    if (found && (known->proof == 0 || (known->disproof == 0 && known->plies == SHG_PLIES_ANY)))
        return true;
    const shg_mate_query other = apart(*q);
    return shg_mate_table_find(m->table, &other, known);
}

void shg_mate_keep(shg_mate *m, const shg_mate_node *n, const shg_mate_known *known,
                   uint64_t nodes_before)
{
    const shg_mate_query asked = counts_otherwise(m, n->asked.plies) ? apart(n->asked) : n->asked;
    shg_mate_table_keep(m->table, &asked, known, m->nodes - nodes_before);
}

/* True, and the disproof, if the attacker was here on the way with no less in hand. */
static bool comes_back(const shg_mate *m, const shg_mate_query *q, unsigned ply,
                       shg_mate_known *known)
{
    if (q->plies != SHG_PLIES_ANY)
        return false;
    for (unsigned i = ply; i >= 2;) {
        i -= 2;
        const shg_mate_query *const before = &m->way[i];
        if (before->key == q->key &&
            shg_holds(&m->layout, before->hands.attacker, q->hands.attacker) &&
            shg_holds(&m->layout, q->hands.defender, before->hands.defender)) {
            *known = shg_mate_disproof(m, SHG_PLIES_ANY);
            known->relies = i;
            return true;
        }
    }
    return false;
}

/* What is known of the position after a move of the attacker, which checks.  The first look counts the answers. */
static shg_mate_known look_at_check(shg_mate *m, const shg_mate_query *q)
{
    shg_mate_known known;
    if (shg_mate_is_over(m, &known) || shg_mate_find(m, q, &known))
        return known;
    uint32_t answers = 2;
    if (shg_mate_must_guard(m)) {
        answers = (uint32_t)m->position->ops->moves(m->position, NULL, 0, false);
        if (answers == 0) {
            known = shg_mate_proof(m, 0);
            if (shg_mate_drop_may_answer(m))
                known.hands.defender =
                    shg_hand_only_held(&m->layout, known.hands.defender, q->hands.defender);
            return known;
        }
    }
    if (q->plies == 0 && shg_mate_must_guard(m) && !(m->convention && shg_mate_drop_may_answer(m))) {
        known = shg_mate_disproof(
            m, 0); /* with no more in hand than this, the defence still has an answer */
        known.hands.defender = q->hands.defender;
        return known;
    }
    return (shg_mate_known){
        .proof = 1 + answers / 2, .disproof = 1, .plies = q->plies, .relies = SHG_RELIES_NOTHING
    };
}

static shg_mate_known look_at_answer(shg_mate *m, const shg_mate_query *q, unsigned ply)
{
    shg_mate_known known;
    if (shg_mate_is_over(m, &known))
        return known;
    if (q->plies < 1)
        return shg_mate_disproof(m, q->plies);
    if (comes_back(m, q, ply, &known) || shg_mate_find(m, q, &known))
        return known;
    return (shg_mate_known){
        .proof = 1, .disproof = 1, .plies = q->plies, .relies = SHG_RELIES_NOTHING
    };
}

bool shg_mate_look(shg_mate *m, const shg_mate_node *n, shg_mate_child *c)
{
    const shoogi_position *const p = m->position;
    const shoogi_colour defender = shoogi_colour_other(m->attacker);
    const unsigned royals = p->ops->royal_count(p, defender);
    shg_mate_do(m, c->move);
    const bool counts =
        n->attacks ? p->ops->royal_count(p, defender) < royals || shg_mate_is_attacked(p, defender)
                   : shg_mate_is_answer(m);
    if (counts) {
        const shg_mate_query q = shg_mate_query_at(m, n->ply + 1, shg_plies_less(n->asked.plies));
        c->hands = q.hands;
        c->known = n->attacks ? look_at_check(m, &q) : look_at_answer(m, &q, n->ply + 1);
    }
    c->delicate = false;
    shg_mate_undo(m);
    return counts;
}

bool shg_mate_expand(shg_mate *m, shg_mate_node *n, shg_mate_known *known)
{
    const shoogi_position *const p = m->position;
    const size_t room = m->variant->moves_max;
    const size_t count = n->attacks ? m->ops->checks(p, m->moves, room, false)
                                    : p->ops->moves(p, m->moves, room, false);
    n->children = &m->pool[m->pool_used];
    n->count = n->held = 0;
    if (m->pool_used + count > m->pool_room || n->ply >= SHG_MATE_PLIES_MAX) {
        m->stopped = true;
        return false;
    }
    const bool holds = !n->attacks && counts_otherwise(m, n->asked.plies);
    for (size_t i = 0; i < count; i++) {
        if (holds && shoogi_move_is_drop(m->moves[i]))
            continue;
        n->children[n->count] = (shg_mate_child){ .move = m->moves[i] };
        n->count += shg_mate_look(m, n, &n->children[n->count]);
    }
    for (size_t i = 0; holds && i < count; i++)
        if (shoogi_move_is_drop(m->moves[i]))
            n->children[n->count + n->held++] = (shg_mate_child){ .move = m->moves[i] };
    n->droppable =
        !n->attacks && m->layout.count > 0 && (n->held > 0 || shg_mate_drop_may_answer(m));
    n->futile = shg_mate_proof(m, 0);
    n->useful = shg_mate_disproof(m, 0);
    m->pool_used += n->count + n->held;
    if (n->count + n->held > 0)
        return true;
    *known =
        n->attacks ? shg_mate_disproof(m, SHG_PLIES_ANY) : shg_mate_judge_no_defence(m, count == 0);
    if (n->attacks)
        known->hands.attacker =
            shg_hand_only_held(&m->layout, known->hands.attacker, n->asked.hands.attacker);
    else if (n->droppable)
        known->hands.defender =
            shg_hand_only_held(&m->layout, known->hands.defender, n->asked.hands.defender);
    return false;
}
