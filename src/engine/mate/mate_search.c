/* mate_search.c: depth-first proof-number search (df-pn, Nagai 2002), for any mate or for one of a length.
 *
 * A node is a position with a bound: is there a mate within so many plies?  Each has a proof and a disproof number, how
 * much there is still to do at least, and the search goes on where least is to do, as long as nothing else promises
 * more (the two thresholds).  Numbers of a side's own choice are the least of its moves'; those of the other's choice
 * are the greatest plus one for each further move (weak proof numbers), since sums count shared positions often.
 *
 * Loops.  Without a bound a position that comes back on its way, or comes back with no more in hand for the attacker,
 * is no mate; a disproof that relies on what lies before it is kept for that way only.  With a bound nothing comes
 * back: a position nearer to its bound is another node.  So lengths, and only they, are asked with a bound, and
 * what is kept of them is true wherever it is met. */
#include "engine/mate/mate_int.h"
#include "engine/search/timing.h"

static bool should_stop(shg_mate *m)
{
    if (m->limits->nodes > 0 && m->nodes >= m->limits->nodes)
        m->stopped = true;
    if (m->nodes >= m->next_poll) {
        /* All moves of a node are looked at: it takes longer than one of the search for a move. */
        m->next_poll = m->nodes + (shg_poll_nodes(m->variant->squares) + 7) / 8;
        if ((m->stop && atomic_load_explicit(m->stop, memory_order_relaxed)) ||
            (m->limits->enough && m->limits->enough(m->limits->context, m->nodes)))
            m->stopped = true;
    }
    return m->stopped;
}

static shg_mate_known search(shg_mate *m, shg_mate_node *n, uint32_t mine_max, uint32_t theirs_max);

static shg_mate_known settle(shg_mate *m, const shg_mate_node *n, shg_mate_known known,
                             uint64_t nodes_before)
{
    if (known.disproof == 0 && known.relies < n->ply)
        known.exact = true; /* what it relies on had the hands that it had */
    else
        known.relies = SHG_RELIES_NOTHING;
    if (known.exact)
        known.hands = n->asked.hands;
    shg_mate_keep(m, n, &known, nodes_before);
    return known;
}

static void go_on_with(shg_mate *m, const shg_mate_node *n, shg_mate_child *c, uint32_t mine_max,
                       uint32_t theirs_max)
{
    shg_mate_do(m, c->move);
    shg_mate_node next = { .attacks = !n->attacks, .ply = n->ply + 1 };
    next.asked = shg_mate_query_at(m, next.ply, shg_plies_less(n->asked.plies));
    c->known = search(m, &next, theirs_max, mine_max);
    shg_mate_undo(m);
}

static uint64_t mixed(uint64_t x)
{
    x ^= x >> 31;
    x *= UINT64_C(0xD6E8FEB86659FD93);
    return x ^ x >> 32;
}

uint64_t shg_mate_signature(uint64_t before, const shg_mate_query *next)
{
    return mixed(before ^ mixed(next->key + mixed(next->hands.attacker + 1) * 3)) | 1;
}

/* Notes where the attacker is to move. */
static void note_way(shg_mate *m, const shg_mate_node *n)
{
    const uint64_t signature = m->signature[n->ply];
    if (n->attacks)
        m->way[n->ply] = n->asked;
    m->signature[n->ply + 1] = n->attacks ? shg_mate_signature(signature, &n->asked) : signature;
}

/* Some child was looked at before, no deeper than here: so it may lead back here. */
static bool leads_back(const shg_mate_node *n)
{
    for (size_t i = 0; i < n->count; i++) {
        const shg_mate_known *const k = &n->children[i].known;
        if (k->proof > 0 && k->disproof > 0 && k->relies <= n->ply)
            return true;
    }
    return false;
}

static uint32_t at_least(uint32_t limit, uint32_t number)
{
    return number >= limit && number < SHG_PROOF_MAX ? number + 1 : limit;
}

/* What is known of the node once one of its numbers reaches its limit.  Where positions come back their numbers may grow
 * with nothing new below them: then limits are stretched until a new position is reached (threshold control,
 * Kishimoto 2010). */
static shg_mate_known search(shg_mate *m, shg_mate_node *n, uint32_t mine_max, uint32_t theirs_max)
{
    const uint64_t nodes_before = m->nodes++;
    const size_t pool_used = m->pool_used;
    shg_mate_known known = { .proof = 1, .disproof = 1, .plies = n->asked.plies, .relies = n->ply };
    if (should_stop(m))
        return known;
    note_way(m, n);
    if (!shg_mate_expand(m, n, &known)) {
        m->pool_used = pool_used;
        return m->stopped ? known : settle(m, n, known, nodes_before);
    }
    if (n->asked.plies == SHG_PLIES_ANY && leads_back(n))
        m->stretch++;
    uint32_t mine_limit = mine_max, theirs_limit = theirs_max;
    shg_mate_sum s;
    for (;;) {
        s = shg_mate_sum_up(n);
        if (s.theirs == 0 && n->held > 0) {
            if (!shg_mate_settle_drops(m, n))
                break;
            continue;
        }
        mine_limit = m->stretch > 0 ? at_least(mine_max, s.mine) : mine_max;
        theirs_limit = m->stretch > 0 ? at_least(theirs_max, s.theirs) : theirs_max;
        if (s.mine == 0 || s.theirs == 0 || s.mine >= mine_limit || s.theirs >= theirs_limit ||
            m->stopped)
            break;
        if (s.best->known.relies == SHG_RELIES_NOTHING)
            m->stretch = 0; /* it is new */
        const uint32_t second = s.second < SHG_PROOF_MAX ? s.second + s.second / 4 + 1 : s.second;
        go_on_with(m, n, s.best, second < mine_limit ? second : mine_limit,
                   theirs_limit - (s.open - 1));
    }
    m->pool_used = pool_used;
    if (s.mine == 0)
        return settle(m, n, shg_mate_settled_by(m, n, s.best), nodes_before);
    if (s.theirs == 0 && n->held == 0)
        return settle(m, n, shg_mate_settled_by_all(m, n), nodes_before);
    known.proof = n->attacks ? s.mine : s.theirs;
    known.disproof = n->attacks ? s.theirs : s.mine;
    known.hands = n->asked.hands;
    if (known.proof == 0) /* drops are still held */
        known.proof = 1;
    if (!m->stopped)
        shg_mate_keep(m, n, &known, nodes_before);
    return known;
}

shg_mate_known shg_mate_solve(shg_mate *m, bool attacks, unsigned ply, int plies)
{
    shg_mate_node n = { .attacks = attacks, .ply = ply };
    n.asked = shg_mate_query_at(m, ply, plies);
    shg_mate_known known;
    if (attacks && plies < 1)
        return shg_mate_disproof(m, plies);
    if (shg_mate_find(m, &n.asked, &known) && (known.proof == 0 || known.disproof == 0))
        return known;
    const unsigned stretch = m->stretch;
    m->stretch = 0;
    do {
        shg_mate_node again = n;
        known = search(m, &again, SHG_PROOF_MAX, SHG_PROOF_MAX);
    } while (known.proof > 0 && known.disproof > 0 && !m->stopped);
    m->stretch = stretch;
    return known;
}
