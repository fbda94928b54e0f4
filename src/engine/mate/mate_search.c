/* mate_search.c: depth-first proof-number search (df-pn) for any mate, or for one within a bound on its length.
 *
 * A node is a position with a bound.  Its proof number and disproof number are lower bounds of the work left to prove or
 * disprove it.  The search descends to the most promising child until one of the numbers reaches its threshold.  From the
 * point of view of the side to move they are called phi and delta: phi is the least of its children's numbers, delta the
 * greatest plus one for each further open child (weak proof-number search), since a sum would count transpositions twice.
 *
 * Loops (the graph-history interaction problem).  Without a bound, a position that repeats one of its path, with hands no
 * better for the attacker, is disproven; such a disproof holds on that path only and is stored with its hash.  With a bound
 * nothing repeats, as the bound falls with each ply.  Lengths are searched with a bound, so that results about them hold
 * on every path.
 *
 * Sources: Allis, van der Meulen and van den Herik, "Proof-number search", 1994; Nagai, "Df-pn algorithm for searching AND/OR
 * trees and its applications", 2002; Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number search", 2008; Kishimoto,
 * "Dealing with infinite loops, underestimation, and overestimation of depth-first proof-number search", 2010. */
#include "engine/mate/mate_int.h"
#include "engine/search/timing.h"

static bool should_stop(shg_mate *m)
{
    if (m->limits->nodes > 0 && m->nodes >= m->limits->nodes)
        m->stopped = true;
    if (m->nodes >= m->next_poll) {
        /* A node here examines all its children, which takes longer than a node of alpha-beta. */
        m->next_poll = m->nodes + (shg_poll_nodes(m->variant->squares) + 7) / 8;
        if ((m->stop && atomic_load_explicit(m->stop, memory_order_relaxed)) ||
            (m->limits->should_stop && m->limits->should_stop(m->limits->context, m->nodes)))
            m->stopped = true;
    }
    return m->stopped;
}

static shg_mate_state search(shg_mate *m, shg_mate_node *n, uint32_t phi_threshold,
                             uint32_t delta_threshold);

static shg_mate_state store_settled(shg_mate *m, const shg_mate_node *n, shg_mate_state state,
                                    uint64_t nodes_before)
{
    if (state.disproof == 0 && state.loop_ply < n->ply)
        state.exact = true; /* the position that it repeats had these hands */
    else
        state.loop_ply = SHG_NO_LOOP;
    if (state.exact)
        state.hands = n->query.hands;
    shg_mate_store(m, n, &state, nodes_before);
    return state;
}

static void search_child(shg_mate *m, const shg_mate_node *n, shg_mate_child *c,
                         uint32_t phi_threshold, uint32_t delta_threshold)
{
    shg_mate_do(m, c->move);
    shg_mate_node next = { .attacks = !n->attacks, .ply = n->ply + 1 };
    next.query = shg_mate_query_at(m, next.ply, shg_plies_less(n->query.plies));
    c->state = search(m, &next, delta_threshold, phi_threshold);
    shg_mate_undo(m);
}

static uint64_t mix(uint64_t x)
{
    x ^= x >> 31;
    x *= UINT64_C(0xD6E8FEB86659FD93);
    return x ^ x >> 32;
}

uint64_t shg_mate_path_hash(uint64_t before, const shg_mate_query *next)
{
    return mix(before ^ mix(next->key + mix(next->hands.attacker + 1) * 3)) | 1;
}

/* Records the node in the path. */
static void record_path(shg_mate *m, const shg_mate_node *n)
{
    const uint64_t before = m->path_hash[n->ply];
    if (n->attacks)
        m->path[n->ply] = n->query;
    m->path_hash[n->ply + 1] = n->attacks ? shg_mate_path_hash(before, &n->query) : before;
}

/* Whether some open child was reached at this ply or before: it may lead back to this node. */
static bool may_loop(const shg_mate_node *n)
{
    for (size_t i = 0; i < n->count; i++) {
        const shg_mate_state *const k = &n->children[i].state;
        if (k->proof > 0 && k->disproof > 0 && k->loop_ply <= n->ply)
            return true;
    }
    return false;
}

static uint32_t at_least(uint32_t limit, uint32_t number)
{
    return number >= limit && number < SHG_PROOF_MAX ? number + 1 : limit;
}

/* Searches the node until phi or delta reaches its threshold.  In loops the numbers may grow without any new position below:
 * then the thresholds are stretched until a new position is reached (threshold control, Kishimoto 2010). */
static shg_mate_state search(shg_mate *m, shg_mate_node *n, uint32_t phi_threshold,
                             uint32_t delta_threshold)
{
    const uint64_t nodes_before = m->nodes++;
    const size_t pool_used = m->pool_used;
    shg_mate_state state = {
        .proof = 1, .disproof = 1, .plies = n->query.plies, .loop_ply = n->ply
    };
    if (should_stop(m))
        return state;
    record_path(m, n);
    if (!shg_mate_expand(m, n, &state)) {
        m->pool_used = pool_used;
        return m->stopped ? state : store_settled(m, n, state, nodes_before);
    }
    if (n->query.plies == SHG_PLIES_ANY && may_loop(n))
        m->threshold_stretch++;
    uint32_t phi_limit = phi_threshold, delta_limit = delta_threshold;
    shg_mate_sum s;
    for (;;) {
        s = shg_mate_sum_children(n);
        if (s.delta == 0 && n->held_drops > 0) {
            if (!shg_mate_settle_drops(m, n))
                break;
            continue;
        }
        phi_limit = m->threshold_stretch > 0 ? at_least(phi_threshold, s.phi) : phi_threshold;
        delta_limit =
            m->threshold_stretch > 0 ? at_least(delta_threshold, s.delta) : delta_threshold;
        if (s.phi == 0 || s.delta == 0 || s.phi >= phi_limit || s.delta >= delta_limit ||
            m->stopped)
            break;
        if (s.best->state.loop_ply == SHG_NO_LOOP)
            m->threshold_stretch = 0; /* a new position */
        /* The 1 + epsilon trick: stay with the best child until it is clearly worse than the second, not at the first tie.
         * Source: Pawlewicz and Lew, "Improving depth-first PN-search: 1 + epsilon trick", 2006. */
        const uint32_t second =
            s.second_phi < SHG_PROOF_MAX ? s.second_phi + s.second_phi / 4 + 1 : s.second_phi;
        search_child(m, n, s.best, second < phi_limit ? second : phi_limit,
                     delta_limit - (s.open - 1));
    }
    m->pool_used = pool_used;
    if (s.phi == 0)
        return store_settled(m, n, shg_mate_settled_by(m, n, s.best), nodes_before);
    if (s.delta == 0 && n->held_drops == 0)
        return store_settled(m, n, shg_mate_settled_by_all(m, n), nodes_before);
    state.proof = n->attacks ? s.phi : s.delta;
    state.disproof = n->attacks ? s.delta : s.phi;
    state.hands = n->query.hands;
    if (state.proof == 0) /* the held drops are still open */
        state.proof = 1;
    if (!m->stopped)
        shg_mate_store(m, n, &state, nodes_before);
    return state;
}

shg_mate_state shg_mate_solve(shg_mate *m, bool attacks, unsigned ply, int plies)
{
    shg_mate_node n = { .attacks = attacks, .ply = ply };
    n.query = shg_mate_query_at(m, ply, plies);
    shg_mate_state state;
    if (attacks && plies < 1)
        return shg_mate_disproven(m, plies);
    if (shg_mate_find(m, &n.query, &state) && (state.proof == 0 || state.disproof == 0))
        return state;
    const unsigned threshold_stretch = m->threshold_stretch;
    m->threshold_stretch = 0;
    do {
        shg_mate_node again = n;
        state = search(m, &again, SHG_PROOF_MAX, SHG_PROOF_MAX);
    } while (state.proof > 0 && state.disproof > 0 && !m->stopped);
    m->threshold_stretch = threshold_stretch;
    return state;
}
