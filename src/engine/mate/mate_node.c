#include "engine/mate/mate_int.h"

/* The Zobrist hash of the position without the hands, which are returned separately. */
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
    query.path = plies == SHG_PLIES_ANY ? m->path_hash[ply] : 0;
    return query;
}

/* Whether lengths are counted without futile drops.  Such results have entries of their own. */
static bool ignores_futile_drops(const shg_mate *m, int plies)
{
    return m->ignore_futile_drops && plies != SHG_PLIES_ANY;
}

static shg_mate_query separate_query(shg_mate_query query)
{
    query.key ^= UINT64_C(0x2545F4914F6CDD1D);
    query.key += query.key == 0;
    return query;
}

bool shg_mate_find(const shg_mate *m, const shg_mate_query *q, shg_mate_state *state)
{
    const bool found = shg_mate_table_find(m->table, q, state);
    if (!ignores_futile_drops(m, q->plies))
        return found;
    /* Results that count every drop hold, too: a proof bounds the length, and no mate is no mate. */
    if (found && (state->proof == 0 || (state->disproof == 0 && state->plies == SHG_PLIES_ANY)))
        return true;
    const shg_mate_query other = separate_query(*q);
    return shg_mate_table_find(m->table, &other, state);
}

void shg_mate_store(shg_mate *m, const shg_mate_node *n, const shg_mate_state *state,
                    uint64_t nodes_before)
{
    const shg_mate_query asked =
        ignores_futile_drops(m, n->query.plies) ? separate_query(n->query) : n->query;
    shg_mate_table_store(m->table, &asked, state, m->nodes - nodes_before);
}

/* Returns true, with a disproof, if the path has the same board with hands at least as good for the attacker. */
static bool repeats_path(const shg_mate *m, const shg_mate_query *q, unsigned ply,
                         shg_mate_state *state)
{
    if (q->plies != SHG_PLIES_ANY)
        return false;
    for (unsigned i = ply; i >= 2;) {
        i -= 2;
        const shg_mate_query *const before = &m->path[i];
        if (before->key == q->key &&
            shg_hand_contains(&m->layout, before->hands.attacker, q->hands.attacker) &&
            shg_hand_contains(&m->layout, q->hands.defender, before->hands.defender)) {
            *state = shg_mate_disproven(m, SHG_PLIES_ANY);
            state->loop_ply = i;
            return true;
        }
    }
    return false;
}

/* The state after a check.  A new position starts with numbers by how many answers there are. */
static shg_mate_state state_after_check(shg_mate *m, const shg_mate_query *q)
{
    shg_mate_state state;
    if (shg_mate_is_over(m, &state) || shg_mate_find(m, q, &state))
        return state;
    uint32_t answers = 2;
    if (shg_mate_must_evade(m)) {
        answers = (uint32_t)m->position->ops->moves(m->position, NULL, 0, false);
        if (answers == 0) {
            state = shg_mate_proven(m, 0);
            if (shg_mate_drop_may_interpose(m))
                state.hands.defender =
                    shg_hand_only_held(&m->layout, state.hands.defender, q->hands.defender);
            return state;
        }
    }
    if (q->plies == 0 && shg_mate_must_evade(m) &&
        !(m->ignore_futile_drops && shg_mate_drop_may_interpose(m))) {
        state = shg_mate_disproven(
            m, 0); /* with no more in hand than this, the defence still has an answer */
        state.hands.defender = q->hands.defender;
        return state;
    }
    return (shg_mate_state){
        .proof = 1 + answers / 2, .disproof = 1, .plies = q->plies, .loop_ply = SHG_NO_LOOP
    };
}

static shg_mate_state state_after_defence(shg_mate *m, const shg_mate_query *q, unsigned ply)
{
    shg_mate_state state;
    if (shg_mate_is_over(m, &state))
        return state;
    if (q->plies < 1)
        return shg_mate_disproven(m, q->plies);
    if (repeats_path(m, q, ply, &state) || shg_mate_find(m, q, &state))
        return state;
    return (shg_mate_state){ .proof = 1, .disproof = 1, .plies = q->plies, .loop_ply = SHG_NO_LOOP };
}

bool shg_mate_examine(shg_mate *m, const shg_mate_node *n, shg_mate_child *c)
{
    const shoogi_position *const p = m->position;
    const shoogi_colour defender = shoogi_colour_other(m->attacker);
    const unsigned royals = p->ops->royal_count(p, defender);
    shg_mate_do(m, c->move);
    const bool counts =
        n->attacks ? p->ops->royal_count(p, defender) < royals || shg_mate_is_attacked(p, defender)
                   : shg_mate_is_defence(m);
    if (counts) {
        const shg_mate_query q = shg_mate_query_at(m, n->ply + 1, shg_plies_less(n->query.plies));
        c->hands = q.hands;
        c->state = n->attacks ? state_after_check(m, &q) : state_after_defence(m, &q, n->ply + 1);
    }
    c->exact_hands = false;
    shg_mate_undo(m);
    return counts;
}

bool shg_mate_expand(shg_mate *m, shg_mate_node *n, shg_mate_state *state)
{
    const shoogi_position *const p = m->position;
    const size_t room = m->variant->moves_max;
    const size_t count = n->attacks ? m->ops->checks(p, m->moves, room, false)
                                    : p->ops->moves(p, m->moves, room, false);
    n->children = &m->pool[m->pool_used];
    n->count = n->held_drops = 0;
    if (m->pool_used + count > m->pool_room || n->ply >= SHG_MATE_PLIES_MAX) {
        m->stopped = true;
        return false;
    }
    const bool holds = !n->attacks && ignores_futile_drops(m, n->query.plies);
    for (size_t i = 0; i < count; i++) {
        if (holds && shoogi_move_is_drop(m->moves[i]))
            continue;
        n->children[n->count] = (shg_mate_child){ .move = m->moves[i] };
        n->count += shg_mate_examine(m, n, &n->children[n->count]);
    }
    for (size_t i = 0; holds && i < count; i++)
        if (shoogi_move_is_drop(m->moves[i]))
            n->children[n->count + n->held_drops++] = (shg_mate_child){ .move = m->moves[i] };
    n->droppable =
        !n->attacks && m->layout.count > 0 && (n->held_drops > 0 || shg_mate_drop_may_interpose(m));
    n->futile = shg_mate_proven(m, 0);
    n->useful = shg_mate_disproven(m, 0);
    m->pool_used += n->count + n->held_drops;
    if (n->count + n->held_drops > 0)
        return true;
    *state = n->attacks ? shg_mate_disproven(m, SHG_PLIES_ANY)
                        : shg_mate_judge_no_defence(m, count == 0);
    if (n->attacks)
        state->hands.attacker =
            shg_hand_only_held(&m->layout, state->hands.attacker, n->query.hands.attacker);
    else if (n->droppable)
        state->hands.defender =
            shg_hand_only_held(&m->layout, state->hands.defender, n->query.hands.defender);
    return false;
}
