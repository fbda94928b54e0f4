/* mate.c: depth-first proof-number search (df-pn, Nagai 2002), first for any mate, then for shorter and shorter ones
 * until there is none.
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
#include "engine/mate.h"

#include "core/board_search.h"
#include "engine/mate_table.h"

#include <assert.h>
#include <stdlib.h>

enum { POLL_NODES = 1024, CHECKERS_MAX = 2, CAPTURES_MAX = 4 };

typedef struct child {
    shoogi_move move;
    shg_hands hands;
    shg_mate_known known;
    bool delicate; /* that it is no futile drop is known for these hands only */
} child;

typedef struct node {
    bool attacks;
    unsigned ply;
    shg_mate_query asked;
    child *children; /* [count], then [held] drops that are no children yet */
    size_t count, held;
    bool droppable; /* drops might answer the check */
    /* What futile drops rely on: of a proof by them, and of a disproof by others that are not. */
    shg_mate_known futile, useful;
} node;

struct shg_mate {
    const shoogi_variant *variant;
    const shg_search_ops *ops;
    const _Atomic bool *stop;
    shg_mate_table *table;
    shg_hand_layout layout;
    bool forms_from_hand; /* what promotes may need a man in hand */
    bool convention;      /* futile drops are no defence */
    child *pool;          /* of the children on the way, one node's after the other's */
    size_t pool_room, pool_used;
    shoogi_move *moves; /* room for those of one position */
    shoogi_move line[SHG_MATE_PLIES_MAX + 1];
    unsigned line_count;

    shoogi_position *position; /* only while it searches */
    const shg_mate_limits *limits;
    shoogi_colour attacker;
    uint64_t nodes, next_poll;
    bool stopped;
    unsigned stretch; /* loops may keep thresholds from being reached: see search() */
    shg_mate_query way[SHG_MATE_PLIES_MAX + 3]; /* where the attacker was to move */
    uint64_t signature[SHG_MATE_PLIES_MAX + 3]; /* of the way to each ply */
};

/* ---- memory ---- */

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
    shg_mate_table_clear(m->table, &m->layout);
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

/* ---- positions ---- */

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

/* ---- the rules of mate problems ---- */

static bool one_is_attacked(const shoogi_position *p, shoogi_colour colour)
{
    const shoogi_colour other = shoogi_colour_other(colour);
    const shoogi_square royal = p->ops->royal(p, colour);
    if (royal != SHOOGI_NO_SQUARE)
        return p->ops->attackers(p, royal, other, NULL, 0) > 0;
    if (p->ops->royal_count(p, colour) == 0)
        return false;
    for (shoogi_square sq = 0; sq < p->variant->squares; sq++) {
        const shg_code code = p->square[sq];
        if (code != 0 && shg_code_colour(code) == colour &&
            p->variant->kind[shg_code_kind(code)].royal &&
            p->ops->attackers(p, sq, other, NULL, 0) > 0)
            return true;
    }
    return false;
}

/* The defence has a royal that it may not leave attacked. */
static bool must_guard(const shg_mate *m)
{
    return m->variant->rules.check_strict &&
           m->position->ops->royal_count(m->position, shoogi_colour_other(m->attacker)) == 1;
}

static bool wins(const shg_mate *m, shoogi_result result)
{
    return result.outcome ==
           (m->attacker == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE);
}

/* The answer that the defence has just given is one: it has neither lost the game by it, nor left a royal to be taken on
 * which the game hangs. */
static bool is_answer(const shg_mate *m)
{
    const shoogi_position *const p = m->position;
    const shoogi_colour defender = shoogi_colour_other(m->attacker);
    const shoogi_result result = p->ops->over(p);
    if (result.reason != SHOOGI_REASON_NONE)
        return !wins(m, result);
    if (must_guard(m))
        return true;
    const bool last_only = p->variant->rules.extinction >> defender & 1;
    return (last_only && p->ops->royal_count(p, defender) > 1) || !one_is_attacked(p, defender);
}

static const shg_mate_known won = { .proof = 0, .disproof = SHG_PROOF_MAX };
static const shg_mate_known lost = { .proof = SHG_PROOF_MAX, .disproof = 0 };

static shg_mate_known proof_of(const shg_mate *m, int plies)
{
    shg_mate_known known = won;
    known.plies = plies;
    known.relies = SHG_RELIES_NOTHING;
    known.hands = (shg_hands){ 0, m->layout.full };
    return known;
}

static shg_mate_known disproof_of(const shg_mate *m, int plies)
{
    shg_mate_known known = lost;
    known.plies = plies;
    known.relies = SHG_RELIES_NOTHING;
    known.hands = (shg_hands){ m->layout.full, 0 };
    return known;
}

/* True, and *known, if the board says that the game is over. */
static bool is_over(const shg_mate *m, shg_mate_known *known)
{
    const shoogi_result result = m->position->ops->over(m->position);
    if (result.reason == SHOOGI_REASON_NONE)
        return false;
    *known = wins(m, result) ? proof_of(m, 0) : disproof_of(m, SHG_PLIES_ANY);
    return true;
}

/* A drop could be put between: not if two men check, or one from the next square. */
static bool drop_may_answer(const shg_mate *m)
{
    const shoogi_position *const p = m->position;
    const shoogi_variant *const v = m->variant;
    const shoogi_square royal = p->ops->royal(p, p->side);
    if (royal == SHOOGI_NO_SQUARE || m->forms_from_hand || !must_guard(m))
        return true;
    shoogi_square from[CHECKERS_MAX];
    const size_t count = p->ops->attackers(p, royal, m->attacker, from, CHECKERS_MAX);
    const int files = (int)shg_file_of(v, royal) - (int)shg_file_of(v, from[0]),
              ranks = (int)shg_rank_of(v, royal) - (int)shg_rank_of(v, from[0]);
    return count == 1 && (abs(files) > 1 || abs(ranks) > 1);
}

/* The defence has no move that saves it: *known says whether that is mate. */
static shg_mate_known judge_no_defence(const shg_mate *m, bool no_move)
{
    if (no_move && !must_guard(m) && m->variant->rules.stalemate != SHG_STALEMATE_WIN)
        return disproof_of(m, SHG_PLIES_ANY);
    return proof_of(m, 0);
}

/* ---- nodes ---- */

static bool should_stop(shg_mate *m)
{
    if (m->limits->nodes > 0 && m->nodes >= m->limits->nodes)
        m->stopped = true;
    if (m->nodes >= m->next_poll) {
        m->next_poll = m->nodes + POLL_NODES;
        if ((m->stop && atomic_load_explicit(m->stop, memory_order_relaxed)) ||
            (m->limits->enough && m->limits->enough(m->limits->context, m->nodes)))
            m->stopped = true;
    }
    return m->stopped;
}

static void do_move(shg_mate *m, shoogi_move move)
{
    m->position->ops->do_move(m->position, move);
}

static void undo_move(shg_mate *m)
{
    m->position->ops->undo_move(m->position);
}

static int less_one(int plies)
{
    return plies == SHG_PLIES_ANY ? plies : plies - 1;
}

static int plus_one(int plies)
{
    return plies == SHG_PLIES_ANY ? plies : plies + 1;
}

/* The query about a position that has just been reached. */
static shg_mate_query query_at(shg_mate *m, unsigned ply, int plies)
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

static bool find(const shg_mate *m, const shg_mate_query *q, shg_mate_known *known)
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
            *known = disproof_of(m, SHG_PLIES_ANY);
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
    if (is_over(m, &known) || find(m, q, &known))
        return known;
    uint32_t answers = 2;
    if (must_guard(m)) {
        answers = (uint32_t)m->position->ops->moves(m->position, NULL, 0, false);
        if (answers == 0) {
            known = proof_of(m, 0);
            if (drop_may_answer(m))
                known.hands.defender =
                    shg_hand_only_held(&m->layout, known.hands.defender, q->hands.defender);
            return known;
        }
    }
    if (q->plies == 0 && must_guard(m) && !(m->convention && drop_may_answer(m))) {
        known =
            disproof_of(m, 0); /* with no more in hand than this, the defence still has an answer */
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
    if (is_over(m, &known))
        return known;
    if (q->plies < 1)
        return disproof_of(m, q->plies);
    if (comes_back(m, q, ply, &known) || find(m, q, &known))
        return known;
    return (shg_mate_known){
        .proof = 1, .disproof = 1, .plies = q->plies, .relies = SHG_RELIES_NOTHING
    };
}

/* Fills *c with what is known after its move; false if the move is none that counts. */
static bool look(shg_mate *m, const node *n, child *c)
{
    const shoogi_position *const p = m->position;
    const shoogi_colour defender = shoogi_colour_other(m->attacker);
    const unsigned royals = p->ops->royal_count(p, defender);
    do_move(m, c->move);
    const bool counts =
        n->attacks ? p->ops->royal_count(p, defender) < royals || one_is_attacked(p, defender)
                   : is_answer(m);
    if (counts) {
        const shg_mate_query q = query_at(m, n->ply + 1, less_one(n->asked.plies));
        c->hands = q.hands;
        c->known = n->attacks ? look_at_check(m, &q) : look_at_answer(m, &q, n->ply + 1);
    }
    c->delicate = false;
    undo_move(m);
    return counts;
}

/* Lists the children.  Returns false, with *known, if the answer is plain without them. */
static bool expand(shg_mate *m, node *n, shg_mate_known *known)
{
    const shoogi_position *const p = m->position;
    const size_t room = m->variant->moves_max;
    const size_t count =
        n->attacks ? m->ops->checks(p, m->moves, room) : p->ops->moves(p, m->moves, room, false);
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
        n->children[n->count] = (child){ .move = m->moves[i] };
        n->count += look(m, n, &n->children[n->count]);
    }
    for (size_t i = 0; holds && i < count; i++)
        if (shoogi_move_is_drop(m->moves[i]))
            n->children[n->count + n->held++] = (child){ .move = m->moves[i] };
    n->droppable = !n->attacks && m->layout.count > 0 && (n->held > 0 || drop_may_answer(m));
    n->futile = proof_of(m, 0);
    n->useful = disproof_of(m, 0);
    m->pool_used += n->count + n->held;
    if (n->count + n->held > 0)
        return true;
    *known = n->attacks ? disproof_of(m, SHG_PLIES_ANY) : judge_no_defence(m, count == 0);
    if (n->attacks)
        known->hands.attacker =
            shg_hand_only_held(&m->layout, known->hands.attacker, n->asked.hands.attacker);
    else if (n->droppable)
        known->hands.defender =
            shg_hand_only_held(&m->layout, known->hands.defender, n->asked.hands.defender);
    return false;
}

/* ---- what follows for a node from its children ---- */

static uint32_t numbers_mine(const node *n, const child *c)
{
    return n->attacks ? c->known.proof : c->known.disproof;
}

static uint32_t numbers_theirs(const node *n, const child *c)
{
    return n->attacks ? c->known.disproof : c->known.proof;
}

/* The child to go on with, or one that settles it, and the two numbers. */
typedef struct sum {
    child *best;
    uint32_t mine, theirs; /* of the side to move, of the other side */
    uint32_t second;       /* mine of the next best */
    uint32_t open;         /* children neither proven nor disproven */
} sum;

static bool is_better(const node *n, const child *a, const child *b)
{
    if (numbers_mine(n, a) != numbers_mine(n, b))
        return numbers_mine(n, a) < numbers_mine(n, b);
    if (numbers_mine(n, a) == 0 && n->attacks)
        return a->known.plies < b->known.plies;
    return numbers_theirs(n, a) < numbers_theirs(n, b);
}

static sum sum_up(const node *n)
{
    sum s = { .mine = SHG_PROOF_MAX, .second = SHG_PROOF_MAX };
    for (size_t i = 0; i < n->count; i++) {
        child *const c = &n->children[i];
        const uint32_t theirs = numbers_theirs(n, c);
        if (theirs > 0) {
            s.open++;
            s.theirs = theirs > s.theirs ? theirs : s.theirs;
        }
        if (!s.best || is_better(n, c, s.best)) {
            s.second = s.mine;
            s.mine = numbers_mine(n, c);
            s.best = c;
        } else if (numbers_mine(n, c) < s.second)
            s.second = numbers_mine(n, c);
    }
    if (s.open > 0)
        s.theirs += s.open - 1;
    if (s.theirs > SHG_PROOF_MAX || s.mine == 0)
        s.theirs = SHG_PROOF_MAX;
    return s;
}

/* The hands with which what is known of the child would be known of it at the node. */
static shg_hands hands_through(const shg_mate *m, const node *n, const child *c)
{
    return (shg_hands){ shg_hand_moved(&m->layout, c->known.hands.attacker, c->hands.attacker,
                                       n->asked.hands.attacker),
                        shg_hand_moved(&m->layout, c->known.hands.defender, c->hands.defender,
                                       n->asked.hands.defender) };
}

static void add_needs(const shg_mate *m, shg_mate_known *to, shg_hands hands, bool exact)
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

/* The mover has a move that settles it for its side. */
static shg_mate_known settled_by(const shg_mate *m, const node *n, const child *c)
{
    shg_mate_known known = c->known;
    known.plies = plus_one(known.plies);
    known.hands = hands_through(m, n, c);
    known.exact = known.exact || c->delicate;
    if (!n->attacks && shoogi_move_is_drop(c->move))
        add_needs(m, &known, n->useful.hands, false);
    return known;
}

/* None of its moves helps the mover. */
static shg_mate_known settled_by_all(const shg_mate *m, const node *n)
{
    const shg_hand_layout *const l = &m->layout;
    shg_mate_known known = n->attacks ? disproof_of(m, SHG_PLIES_ANY) : n->futile;
    known.plies = n->attacks ? SHG_PLIES_ANY : 0;
    for (size_t i = 0; i < n->count; i++) {
        const child *const c = &n->children[i];
        const int plies = plus_one(c->known.plies);
        if (n->attacks ? plies < known.plies : plies > known.plies)
            known.plies = plies;
        if (c->known.relies < known.relies)
            known.relies = c->known.relies;
        add_needs(m, &known, hands_through(m, n, c), c->known.exact);
    }
    if (n->attacks)
        known.hands.attacker = shg_hand_only_held(l, known.hands.attacker, n->asked.hands.attacker);
    else if (n->droppable)
        known.hands.defender = shg_hand_only_held(l, known.hands.defender, n->asked.hands.defender);
    return known;
}

/* ---- the search ---- */

static shg_mate_known search(shg_mate *m, node *n, uint32_t mine_max, uint32_t theirs_max);
static bool settle_drops(shg_mate *m, node *n);

static void keep(shg_mate *m, const node *n, const shg_mate_known *known, uint64_t nodes_before)
{
    const shg_mate_query asked = counts_otherwise(m, n->asked.plies) ? apart(n->asked) : n->asked;
    shg_mate_table_keep(m->table, &asked, known, m->nodes - nodes_before);
}

static shg_mate_known settle(shg_mate *m, const node *n, shg_mate_known known,
                             uint64_t nodes_before)
{
    if (known.disproof == 0 && known.relies < n->ply)
        known.exact = true; /* what it relies on had the hands that it had */
    else
        known.relies = SHG_RELIES_NOTHING;
    if (known.exact)
        known.hands = n->asked.hands;
    keep(m, n, &known, nodes_before);
    return known;
}

static void go_on_with(shg_mate *m, const node *n, child *c, uint32_t mine_max, uint32_t theirs_max)
{
    do_move(m, c->move);
    node next = { .attacks = !n->attacks, .ply = n->ply + 1 };
    next.asked = query_at(m, next.ply, less_one(n->asked.plies));
    c->known = search(m, &next, theirs_max, mine_max);
    undo_move(m);
}

static uint64_t mixed(uint64_t x)
{
    x ^= x >> 31;
    x *= UINT64_C(0xD6E8FEB86659FD93);
    return x ^ x >> 32;
}

/* Notes where the attacker is to move. */
static void note_way(shg_mate *m, const node *n)
{
    uint64_t signature = m->signature[n->ply];
    if (n->attacks) {
        m->way[n->ply] = n->asked;
        signature += mixed(n->asked.key + mixed(n->asked.hands.attacker + 1) * 3);
    }
    m->signature[n->ply + 1] = signature | 1;
}

/* Some child was looked at before, no deeper than here: so it may lead back here. */
static bool leads_back(const node *n)
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
static shg_mate_known search(shg_mate *m, node *n, uint32_t mine_max, uint32_t theirs_max)
{
    const uint64_t nodes_before = m->nodes++;
    const size_t pool_used = m->pool_used;
    shg_mate_known known = { .proof = 1, .disproof = 1, .plies = n->asked.plies, .relies = n->ply };
    if (should_stop(m))
        return known;
    note_way(m, n);
    if (!expand(m, n, &known)) {
        m->pool_used = pool_used;
        return m->stopped ? known : settle(m, n, known, nodes_before);
    }
    if (n->asked.plies == SHG_PLIES_ANY && leads_back(n))
        m->stretch++;
    uint32_t mine_limit = mine_max, theirs_limit = theirs_max;
    sum s;
    for (;;) {
        s = sum_up(n);
        if (s.theirs == 0 && n->held > 0) {
            if (!settle_drops(m, n))
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
        return settle(m, n, settled_by(m, n, s.best), nodes_before);
    if (s.theirs == 0 && n->held == 0)
        return settle(m, n, settled_by_all(m, n), nodes_before);
    known.proof = n->attacks ? s.mine : s.theirs;
    known.disproof = n->attacks ? s.theirs : s.mine;
    known.hands = n->asked.hands;
    if (known.proof == 0) /* drops are still held */
        known.proof = 1;
    if (!m->stopped)
        keep(m, n, &known, nodes_before);
    return known;
}

/* Whether there is a mate within so many plies from the position on the board, once and for all; neither if it was
 * stopped. */
static shg_mate_known solve(shg_mate *m, bool attacks, unsigned ply, int plies)
{
    node n = { .attacks = attacks, .ply = ply };
    n.asked = query_at(m, ply, plies);
    shg_mate_known known;
    if (attacks && plies < 1)
        return disproof_of(m, plies);
    if (find(m, &n.asked, &known) && (known.proof == 0 || known.disproof == 0))
        return known;
    const unsigned stretch = m->stretch;
    m->stretch = 0;
    do {
        node again = n;
        known = search(m, &again, SHG_PROOF_MAX, SHG_PROOF_MAX);
    } while (known.proof > 0 && known.disproof > 0 && !m->stopped);
    m->stretch = stretch;
    return known;
}

/* ---- futile drops ---- */

/* The board after the drop was taken again by the man that checked from there, and the man taken is given back: puts it
 * up, and true, if that is a legal check; then unput() takes it down. */
static bool put_taken(shg_mate *m, shoogi_move drop, shoogi_move capture)
{
    shoogi_position *const p = m->position;
    const shoogi_variant *const v = m->variant;
    const shoogi_kind kind = shoogi_move_kind(drop), held = v->kind[kind].hand,
                      drawn = v->kind[kind].drawn;
    do_move(m, capture);
    p->hand[m->attacker][held]--;
    p->hand[shoogi_colour_other(m->attacker)][drawn]++;
    p->hash +=
        v->hand_key[shoogi_colour_other(m->attacker)][drawn] - v->hand_key[m->attacker][held];
    return one_is_attacked(p, shoogi_colour_other(m->attacker));
}

static void unput(shg_mate *m, shoogi_move drop)
{
    shoogi_position *const p = m->position;
    const shoogi_kind kind = shoogi_move_kind(drop);
    p->hand[m->attacker][m->variant->kind[kind].hand]++;
    p->hand[shoogi_colour_other(m->attacker)][m->variant->kind[kind].drawn]--;
    undo_move(m);
}

/* The longest defence without drops lasts so long at least. */
static bool lasts(shg_mate *m, node *n, int plies)
{
    for (size_t i = 0; i < n->count && !m->stopped; i++) {
        child *const c = &n->children[i];
        if (shoogi_move_is_drop(c->move))
            continue;
        do_move(m, c->move);
        const shg_mate_known known = solve(m, true, n->ply + 1, plies - 3);
        undo_move(m);
        if (known.disproof == 0)
            return true;
    }
    return false;
}

/* What is known of the defence after a capture that makes a drop futile, if it lasts no longer than the other moves. */
static bool is_as_short(shg_mate *m, node *n, shoogi_move drop, shoogi_move capture, int longest)
{
    for (;;) {
        shg_mate_known known = disproof_of(m, 0);
        if (put_taken(m, drop, capture))
            known = solve(m, false, n->ply + 2, longest);
        unput(m, drop);
        if (m->stopped)
            return false;
        if (known.disproof == 0) {
            add_needs(m, &n->useful, known.hands, known.exact);
            return false;
        }
        undo_move(m);
        const bool as_short = known.plies == 0 || lasts(m, n, known.plies);
        do_move(m, drop);
        if (as_short) {
            add_needs(m, &n->futile, known.hands, known.exact || known.plies > 0);
            return true;
        }
        if (m->stopped)
            return false;
        longest = known.plies - 2;
    }
}

static bool is_futile(shg_mate *m, node *n, shoogi_move drop, shoogi_square checker, int longest)
{
    const shoogi_position *const p = m->position;
    shoogi_move captures[CAPTURES_MAX];
    const shoogi_move like = shoogi_move_make(checker, shoogi_move_to(drop), 0, false);
    do_move(m, drop);
    size_t count = p->ops->moves_like(p, captures, CAPTURES_MAX, like, SHG_MOVE_SQUARES, false);
    count = count < CAPTURES_MAX ? count : CAPTURES_MAX;
    bool futile = false;
    for (size_t i = 0; i < count && !futile && !m->stopped; i++)
        futile = is_as_short(m, n, drop, captures[i], longest);
    undo_move(m);
    return futile;
}

/* All other defences are proven to fail: the drops that are not futile become children.  False if it was stopped. */
static bool settle_drops(shg_mate *m, node *n)
{
    const shoogi_position *const p = m->position;
    const shoogi_square royal = p->ops->royal(p, p->side);
    const bool others = n->count > 0;
    shoogi_square checkers[CHECKERS_MAX];
    size_t checker_count = 0;
    int longest = 0;
    if (royal != SHOOGI_NO_SQUARE)
        checker_count = p->ops->attackers(p, royal, m->attacker, checkers, CHECKERS_MAX);
    for (size_t i = 0; i < n->count; i++)
        if (plus_one(n->children[i].known.plies) > longest)
            longest = plus_one(n->children[i].known.plies);
    for (; n->held > 0; n->held--) {
        child *const c = &n->children[n->count];
        const bool capturable =
            checker_count == 1 && m->variant->kind[shoogi_move_kind(c->move)].hand != 0;
        if (capturable && is_futile(m, n, c->move, checkers[0], longest)) {
            *c = c[n->held - 1];
            continue;
        }
        if (m->stopped)
            return false;
        if (!look(m, n, c)) {
            *c = c[n->held - 1];
            continue;
        }
        c->delicate = capturable && (others || n->useful.exact);
        n->count++;
    }
    return true;
}

/* ---- the answer ---- */

/* The child that settles a node for its mover: it is known to be, and found again if it has been forgotten. */
static const child *find_settling(shg_mate *m, node *n)
{
    (void)solve(m, n->attacks, n->ply, n->asked.plies);
    shg_mate_known known;
    if (m->stopped || !expand(m, n, &known))
        return NULL;
    for (;;) {
        const sum s = sum_up(n);
        if (s.best && s.mine == 0)
            return s.best;
        for (size_t i = 0; i < n->count && !m->stopped; i++) {
            child *const c = &n->children[i];
            if (c->known.proof == 0 || c->known.disproof == 0)
                continue;
            do_move(m, c->move);
            c->known = solve(m, !n->attacks, n->ply + 1, n->asked.plies - 1);
            undo_move(m);
            if (numbers_mine(n, c) == 0)
                return c;
        }
        if (m->stopped || n->held == 0 || !settle_drops(m, n))
            return NULL;
    }
}

/* The child that is known to mate soonest, or to last longest until it is mate. */
static const child *find_known(shg_mate *m, node *n)
{
    shg_mate_known known;
    if (!expand(m, n, &known))
        return NULL;
    const child *best = NULL;
    for (size_t i = 0; i < n->count; i++) {
        const child *const c = &n->children[i];
        if (c->known.proof == 0 && (!best || (n->attacks ? c->known.plies < best->known.plies
                                                         : c->known.plies > best->known.plies)))
            best = c;
    }
    return best;
}

/* Writes the line of a mate of so many plies.  exact: it is the shortest, and what lasts longest can be searched for, as
 * far as the limits allow. */
static void write_line(shg_mate *m, int plies, bool exact)
{
    const size_t pool_used = m->pool_used;
    while (m->line_count < SHG_MATE_PLIES_MAX && plies > 0) {
        const bool attacks = m->line_count % 2 == 0;
        node n = { .attacks = attacks, .ply = m->line_count };
        n.asked = query_at(m, n.ply, attacks || !exact ? plies : plies - 2);
        const child *c = exact ? find_settling(m, &n) : NULL;
        if (!c) {
            exact = m->stopped = false;
            m->pool_used = pool_used;
            n.asked = query_at(m, n.ply, plies);
            c = find_known(m, &n);
        }
        m->pool_used = pool_used;
        if (!c)
            break;
        plies = exact || c->known.plies > plies - 1 ? plies - 1 : c->known.plies;
        m->line[m->line_count++] = c->move;
        do_move(m, c->move);
    }
    for (unsigned i = 0; i < m->line_count; i++)
        undo_move(m);
}

/* Looks for a mate, then for the shortest.  Bounds grow from 1: each is cheap to disprove beside the next, while one above
 * the shortest length may be as dear to prove as many below it. */
static void answer(shg_mate_finding *out, shg_mate *m)
{
    const unsigned most = m->limits->plies;
    shg_mate_known known =
        solve(m, true, 0, most == 0 ? SHG_PLIES_ANY : (int)(most - 1) / 2 * 2 + 1);
    if (known.disproof == 0)
        out->answer = SHG_MATE_NONE;
    if (known.proof > 0)
        return;
    out->answer = SHG_MATE_FOUND;
    int length = known.plies;
    for (int plies = 1; !m->limits->any_length && !out->exact && !m->stopped; plies += 2) {
        if (plies < length)
            known = solve(m, true, 0, plies);
        if (known.proof == 0)
            length = known.plies;
        out->exact = plies == length;
    }
    out->length_plies = (unsigned)length;
    write_line(m, length, out->exact);
    out->moves = m->line;
    out->move_count = m->line_count;
}

shoogi_status shg_mate_go(shg_mate_finding *out, shg_mate *mate, const shoogi_position *position,
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
    if (!shg_hand_layout_equals(&layout, &mate->layout)) {
        mate->layout = layout;
        shg_mate_table_clear(mate->table, &layout);
    } else
        shg_mate_table_begin(mate->table);
    mate->position = copy;
    mate->limits = limits ? limits : &none;
    mate->convention = mate->limits->futile_free && mate->variant->rules.drops &&
                       !mate->variant->rules.holdings_own;
    mate->nodes = mate->next_poll = 0;
    mate->stopped = false;
    mate->stretch = mate->line_count = 0;
    mate->pool_used = 0;
    mate->signature[0] = 1;
    *out = (shg_mate_finding){ .answer = SHG_MATE_OPEN };
    answer(out, mate);
    out->nodes = mate->nodes;
    shoogi_position_free(copy);
    mate->position = NULL;
    return SHOOGI_OK;
}
