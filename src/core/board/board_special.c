/* board_special.c: multi-step moves, captures and landings with special rules, and trade rules; compiled once for
 * each board class.
 *
 * This file examines single moves: what a move captures, what the moving piece becomes, which other move has the same
 * result. board_moves.c calls it only for pieces and variants that need it. */
#include "core/board/board_list.h"

#include "core/variant/square.h"

#include <limits.h>
#include <string.h>

/* --- moves --------------------------------------------------------------------------------------- */

static shoogi_move with_kind(shoogi_move move, shoogi_kind kind, bool promotes)
{
    const shoogi_move others = SHOOGI_MOVE_KIND_BITS | SHOOGI_MOVE_PROMOTION;
    return (move & ~others) | (shoogi_move)kind << SHOOGI_MOVE_KIND |
           (promotes ? SHOOGI_MOVE_PROMOTION : 0);
}

/* The squares on which a move captures, in order; returns how many. */
static unsigned victims_of(const board *b, shoogi_move move, unsigned victims[SHG_VICTIMS_MAX])
{
    const unsigned from = shoogi_move_from(move), to = shoogi_move_to(move);
    unsigned count = 0;
    assert(!shoogi_move_is_drop(move) && is_square(b, to));
    if (shoogi_move_is_castling(move))
        return 0;
    if (move & SHOOGI_MOVE_CAPTURES_LINE) {
        const int stride = stride_between(b, from, to);
        for (int sq = (int)from + stride; sq != (int)to; sq += stride)
            if (b->square[sq] != 0)
                victims[count++] = (unsigned)sq;
    }
    shoogi_square visited[SHOOGI_VIA_MAX];
    const unsigned via_count = shoogi_move_via(visited, move, b->v->ranks);
    for (unsigned i = 0; i < via_count; i++)
        if (b->square[visited[i]] != 0)
            victims[count++] = visited[i];
    for (unsigned i = 0; i < count; i++)
        if (victims[i] == to) /* it came back to where it captured */
            return count;
    if (to != from && b->square[to] != 0)
        victims[count++] = to;
    return count;
}

/* --- trade rules --------------------------------------------------------------------------------- */

/* Whether a piece captured on the way, if it were still there, could recapture on victim after the move. */
static bool taken_guards(board *after, const shg_made_move *made, unsigned victim,
                         shoogi_kind taker)
{
    shoogi_square visited[SHOOGI_VIA_MAX];
    const unsigned via_count = shoogi_move_via(visited, made->move, after->v->ranks);
    assert(is_square(after, victim));
    for (unsigned i = 0; i < via_count; i++) {
        const shg_code code = made->captured_on_via[i];
        const unsigned over = visited[i];
        if (code == 0 || shg_code_colour(code) != after->side || after->square[over] != 0)
            continue;
        if (!shg_protects(after->v, shg_code_kind(code), taker))
            continue;
        BC(shg_add_piece)(after, over, code);
        const bits taken = BC(shg_takes_from)(after, over);
        BC(shg_remove_piece)(after, over, code);
        if (bits_has(&taken, victim))
            return true;
    }
    return false;
}

/* Whether one of these pieces, which all attack it, protects against a piece of the kind. */
static bool any_guards(const board *b, bits pieces, shoogi_kind taker)
{
    EACH_SQUARE(sq, pieces)
    {
        if (shg_protects(b->v, shg_code_kind(b->square[sq]), taker))
            return true;
    }
    return false;
}

/* Whether the other side could recapture on the square of a victim after the whole move.  If the piece moved on, one
 * of its former kind is put there for the test.  Source: docs/variant-format.md, "Captures". */
static bool guarded(const board *b, shoogi_move move, unsigned victim)
{
    const shg_code code = b->square[shoogi_move_from(move)];
    const shoogi_kind taker = shg_code_kind(code);
    board *const after = b->scratch;
    shg_made_move made;
    assert(has_ends(b, move));
    assert(is_occupied(b, victim));
    if (after != b)
        BC(shg_copy_board)(after, b);
    BC(shg_board_go)(after, with_kind(move & ~SHOOGI_MOVE_SELF_DESTRUCT, taker, false), &made);
    const bool went_on = after->square[victim] == 0;
    if (went_on)
        BC(shg_add_piece)(after, victim, code);
    const bits attackers = BC(shg_attackers)(after, victim, after->side);
    const bool found =
        any_guards(after, attackers, taker) || (b->v->rules.protection == SHG_PROTECTION_TAKEN &&
                                                taken_guards(after, &made, victim, taker));
    if (went_on)
        BC(shg_remove_piece)(after, victim, code);
    BC(shg_board_undo)(after, &made);
    return found;
}

/* The first victim that a trade rule forbids a piece of class sh to capture; SHOOGI_NO_SQUARE: none. */
static unsigned barred_by_trade(const board *b, const move_class *sh, shoogi_move move)
{
    const shg_rules *const rules = &b->v->rules;
    const uint8_t group = b->v->kind[sh->kind].trade_group;
    unsigned victims[SHG_VICTIMS_MAX];
    const unsigned count = victims_of(b, move, victims);
    assert(move_class_at(b, shoogi_move_from(move)) == sh);
    bool took_enough = false; /* it captured a piece above the threshold before this one */
    for (unsigned i = 0; i < count; i++) {
        const unsigned sq = victims[i];
        if (shg_code_colour(b->square[sq]) == b->side)
            continue;
        const shg_kind *const victim = &b->v->kind[shg_code_kind(b->square[sq])];
        if (victim->uncapturable || (group != 0 && group == victim->trade_group))
            return sq;
        if (sh->captures_unprotected_only && guarded(b, move, sq))
            return sq;
        const bool struck = victim->counter_strike && !sh->counter_strike &&
                            b->counter_strike_square != SHOOGI_NO_SQUARE &&
                            b->counter_strike_square != sq;
        if (struck && !(rules->okazaki && !guarded(b, move, sq)))
            return sq;
        const bool near = rules->adjacent == SHG_ADJACENT_FREE &&
                          shg_distance(b->v, shoogi_move_from(move), (shoogi_square)sq) <= 1;
        const bool bound =
            sh->protected && victim->protected && !took_enough && !near &&
            !(sq == b->counter_strike_square && rules->recapture == SHG_RECAPTURE_FREE);
        if (bound && guarded(b, move, sq))
            return sq;
        took_enough = took_enough || victim->number > rules->trade_threshold;
    }
    return SHOOGI_NO_SQUARE;
}

static bool trade_allows(const board *b, const surveyed *k, const move_class *sh, shoogi_move move)
{
    return k->free || barred_by_trade(b, sh, move) == SHOOGI_NO_SQUARE;
}

unsigned BC(shg_barred_victim)(const board *b, shoogi_move move)
{
    assert(is_occupied(b, shoogi_move_from(move)));
    const shoogi_kind kind = shg_code_kind(b->square[shoogi_move_from(move)]);
    const uint8_t *const matrix = b->v->kind[kind].matrix;
    const shoogi_move plain = with_kind(move & ~SHOOGI_MOVE_SELF_DESTRUCT, kind, false);
    unsigned victims[SHG_VICTIMS_MAX];
    const unsigned count = matrix ? victims_of(b, plain, victims) : 0;
    for (unsigned i = 0; i < count; i++)
        if (shg_code_colour(b->square[victims[i]]) != b->side &&
            matrix[shg_code_kind(b->square[victims[i]])] == SHG_CAPTURE_PROTECTED &&
            guarded(b, plain, victims[i]))
            return victims[i];
    return barred_by_trade(b, move_class_at(b, shoogi_move_from(move)), plain);
}

/* Whether a trade rule may forbid moves of the class. */
static bool may_be_barred(const board *b, const surveyed *k, const move_class *sh)
{
    return !k->free && (b->t->any_uncapturable || k->any_barred || sh->protected ||
                        sh->captures_unprotected_only || b->v->kind[sh->kind].trade_group != 0);
}

/* A superset of the squares that the enemy protects once the piece on `from` has moved away.  Saves trying most
 * captures one by one on crowded boards. */
static bits surely_guarded(const board *b, unsigned from)
{
    assert(is_occupied(b, from));
    const shoogi_colour other = shoogi_colour_other(b->side);
    const bits occupied = bits_without(occupied_all(b), bits_one(from));
    const shoogi_kind taker = shg_code_kind(b->square[from]);
    bits found = bits_none();
    if (b->t->borrows || b->t->hand_rules || b->v->kind[taker].uncapturable ||
        bits_any(pieces_in_role(b, ROLE_IMMOBILISER, b->side)) ||
        bits_any(pieces_in_role(b, ROLE_BURNER, b->side)))
        return found;
    EACH_SQUARE(sq, b->occupied[other])
    {
        if (shg_protects(b->v, shg_code_kind(b->square[sq]), taker))
            found = bits_or(found, BC(shg_plain_attacks)(b, (unsigned)sq, occupied));
    }
    return found;
}

bits BC(shg_allowed_by_trade)(const board *b, const surveyed *k, const move_class *sh,
                              unsigned from, bits targets)
{
    assert(is_occupied(b, from) && move_class_at(b, from) == sh);
    if (!may_be_barred(b, k, sh))
        return targets;
    bits victims = bits_and(targets, b->occupied[shoogi_colour_other(b->side)]);
    const shoogi_kind kind = shg_code_kind(b->square[from]);
    if (BOARD_WORDS > BOARD_WORDS_NARROW_MAX && sh->captures_unprotected_only) {
        const bits guarded_ones = bits_and(victims, surely_guarded(b, from));
        targets = bits_without(targets, guarded_ones);
        victims = bits_without(victims, guarded_ones);
    }
    EACH_SQUARE(to, victims)
    {
        const shoogi_move move =
            shoogi_move_make((shoogi_square)from, (shoogi_square)to, kind, false);
        if (!trade_allows(b, k, sh, move))
            targets = bits_without(targets, bits_one((unsigned)to));
    }
    return targets;
}

/* --- kinds after the move ------------------------------------------------------------------------ */

/* A cache of walks of one piece on one board, each in the slot of its number.  Captures in different orders lead to
 * the same walks for every destination. number 0: empty slot. */
enum { KEPT_WALKS = 13 }; /* prime */
typedef struct kept_walks {
    uint64_t number[KEPT_WALKS];
    walked found[KEPT_WALKS];
} kept_walks;

/* The piece under examination, and the purpose. */
typedef struct piece {
    const board *b;
    const surveyed *k;
    const move_class *sh;
    unsigned sq;
    shoogi_kind kind;
    sink *out;
    generation_type what;
    struct rivals *rivals; /* if rivals are looked for; nothing is emitted then */
    kept_walks *kept;      /* NULL: none */
} piece;

static void emit_candidate(const piece *m, shoogi_move move);

static NEVER_INLINE walked walk_for(const piece *m, walk_asked asked);

/* SHG_PATH_... of a move with so many captures on the way and of the walks, by these chains or the others, that lead
 * there. */
static unsigned walks_by_zone(const piece *m, unsigned to, walk_asked asked, bool unloading)
{
    asked.unloading = unloading;
    const walked found = walk_for(m, asked);
    return (bits_has(&found.ends_by_zone, to) ? SHG_PATH_THROUGH_ZONE : 0U) |
           (bits_has(&found.ends, to) ? SHG_PATH_ELSEWHERE : 0U);
}

/* SHG_PATH_... of the paths of the piece by the squares of the move: whether some enter the zone from outside before
 * they end.  Straight moves enter it only at their destination, so only multi-step pieces have such paths.  Source:
 * docs/variant-format.md, "Promotion", promoWhen. */
static unsigned zone_paths(const piece *m, shoogi_move move)
{
    const board *const b = m->b;
    const bits *const zone = &b->t->promotion[b->side];
    const move_set *const g = &m->sh->move_set[b->side];
    const unsigned to = shoogi_move_to(move);
    walk_asked asked = { .from = m->sq, .by = SHOOGI_NO_SQUARE, .by_zone = true };
    if ((!m->sh->walks && !m->sh->doubles) || (move & SHOOGI_MOVE_CAPTURES_LINE))
        return SHG_PATH_ELSEWHERE;
    const bool outside = !bits_has(zone, m->sq);
    asked.taken_count = shoogi_move_via(asked.taken, move, b->v->ranks);
    const unsigned first = asked.taken[0];
    if (asked.taken_count == 1 && b->square[first] == 0) /* it visits the square */
        return outside && bits_has(zone, first) ? SHG_PATH_THROUGH_ZONE : SHG_PATH_ELSEWHERE;
    const bool unloads = move & SHOOGI_MOVE_UNLOAD;
    unsigned ways = walks_by_zone(m, to, asked, unloads);
    if (unloads)
        return ways;
    if (asked.taken_count == 0) {
        const bits plain = BC(shg_plain_targets)(b, m->k, m->sh, m->sq);
        if (bits_has(&plain, to))
            ways |= SHG_PATH_ELSEWHERE;
        if (m->sh->unloads && b->square[to] == 0)
            ways |= walks_by_zone(m, to, asked, true);
    }
    for (unsigned i = 0; i < g->double_count && asked.taken_count < 2; i++) {
        const unsigned over = double_first(&g->doubles[i], m->sq);
        const bits ends = double_second(&g->doubles[i], m->sq);
        if (over == SHOOGI_NO_SQUARE || !bits_has(&ends, to))
            continue;
        const bool by_zone = outside && bits_has(zone, over);
        if (asked.taken_count == 1 && over == first)
            ways |= by_zone ? SHG_PATH_THROUGH_ZONE : SHG_PATH_ELSEWHERE;
        else if (asked.taken_count == 0 && by_zone && !bits_has(&m->k->occupied, over))
            ways |= SHG_PATH_THROUGH_ZONE;
    }
    return ways;
}

/* Whether the piece may promote by the move. captures: whether it captures; *elsewhere: another path also leads
 * there, so promotion is optional even where it is compulsory.  Source: docs/variant-format.md, "Promotion". */
static bool may_promote(const piece *m, shoogi_move move, bool captures, bool *elsewhere)
{
    const shg_rules *const rules = &m->b->v->rules;
    const unsigned to = shoogi_move_to(move);
    const bits *const zone = &m->b->t->promotion[m->b->side];
    if (rules->promotion_captures)
        return captures;
    if (rules->flip != SHG_FLIP_NONE)
        return rules->flip == SHG_FLIP_MOVE || captures;
    if (m->b->v->kind[m->kind].promotes_from_zone)
        return bits_has(zone, m->sq);
    if (rules->promotion_passes && !bits_has(zone, to)) {
        const unsigned ways = zone_paths(m, move);
        *elsewhere = ways & SHG_PATH_ELSEWHERE;
        return ways & SHG_PATH_THROUGH_ZONE;
    }
    if (rules->promotion_ends)
        return bits_has(zone, to);
    if (!rules->promotion_enters)
        return bits_has(zone, to) || bits_has(zone, m->sq);
    if (shg_has_last_chance(m->b->v, m->kind, m->b->side, (shoogi_square)to))
        return true;
    return bits_has(zone, m->sq) ? captures : bits_has(zone, to);
}

/* Whether, with the move made, the companions needed for promotion are in the zone and its side has a piece of each
 * needed set.  Source: docs/variant-format.md, "Promotion", promoWith and promoNeeds. */
static bool others_are_there(const piece *m, shoogi_move move)
{
    const board *const b = m->b;
    const unsigned to = shoogi_move_to(move);
    const shg_kind *const kind = &b->v->kind[m->kind];
    if (!kind->companions && !kind->needs)
        return true;
    bits others = bits_without(b->occupied[b->side], bits_one(m->sq));
    unsigned victims[SHG_VICTIMS_MAX];
    const unsigned count = victims_of(b, move, victims);
    for (unsigned i = 0; i < count; i++)
        others = bits_without(others, bits_one(victims[i]));
    unsigned had = 0;
    EACH_SQUARE(sq, others)
    {
        if (shg_is_missing_companion(b->v, m->kind, b->square[sq], (shoogi_square)sq))
            return false;
        had |= shg_needs_met(b->v, kind, b->square[sq]);
    }
    if (!(move & SHOOGI_MOVE_UNLOAD) || shg_code_colour(b->square[to]) != b->side)
        return had == shg_all_needs(kind);
    had |= shg_needs_met(b->v, kind, b->square[to]);
    return had == shg_all_needs(kind) &&
           !shg_is_missing_companion(b->v, m->kind, b->square[to], (shoogi_square)m->sq);
}

/* Whether the player may choose promotion number i on the square. */
static bool offers(const piece *m, size_t i, unsigned to)
{
    const board *const b = m->b;
    const shg_kind *const kind = &b->v->kind[m->kind];
    const shoogi_kind form = kind->promotions[i];
    const unsigned ahead = shg_ranks_ahead(b->v, b->side, (shoogi_square)to);
    assert(i < kind->promotion_count && is_square(b, to));
    if (kind->choices) {
        const shg_choice *const choice = &kind->choices[i];
        if ((choice->ranks != 0 && ahead >= choice->ranks) || (choice->not_last && ahead == 0) ||
            (choice->from_hand && b->hand[b->side][form] == 0))
            return false;
    }
    return !b->v->rules.promotion_alive ||
           bits_has(&b->t->move_class[b->t->move_class_of[form]].move_set[b->side].alive, to);
}

/* Whether a burning enemy piece that is not captured stands next to the destination. */
static bool is_burnt(const board *b, shoogi_move move)
{
    bits burners = pieces_in_role(b, ROLE_BURNER, shoogi_colour_other(b->side));
    unsigned victims[SHG_VICTIMS_MAX];
    const unsigned count = victims_of(b, move, victims);
    for (unsigned i = 0; i < count; i++)
        burners = bits_without(burners, bits_one(victims[i]));
    return bits_meet(burners, around(b, shoogi_move_to(move)));
}

/* Emits a move whose result is known.  If the piece itself is burnt, its kind makes no difference unless it burns
 * others: *ashes is set, and the move is emitted once, later. */
static void emit_result(const piece *m, shoogi_move move, bool burnt, bool *burnt_later)
{
    const shg_rules *const rules = &m->b->v->rules;
    if (!burnt)
        emit_candidate(m, move);
    else if (rules->burn_meeting != SHG_MEETING_MOVER &&
             shg_starts_burning(m->b->v, m->kind, shoogi_move_kind(move)))
        emit_candidate(m, move | SHOOGI_MOVE_SELF_DESTRUCT);
    else
        *burnt_later = true;
}

/* Whether the piece may not stay what it is on the square, although it may promote, because of promoChoice.
 * offered: it may choose some form there. */
static bool must_choose(const piece *m, unsigned to, bool forced, bool offered)
{
    const shg_choice *const stay = m->b->v->kind[m->kind].stay;
    const unsigned ahead = shg_ranks_ahead(m->b->v, m->b->side, (shoogi_square)to);
    if (!stay)
        return offered || ahead == 0;
    const bool stays = (stay->ranks == 0 || ahead < stay->ranks) && !(stay->not_last && ahead == 0);
    return !stays || (forced && offered);
}

/* Emits the move with and without promotion as the rules allow. forced: where promotion is possible it is compulsory. */
static void promote(const piece *m, shoogi_move plain, bool captures, bool forced, bool burnt,
                    bool *burnt_later)
{
    const shg_rules *const rules = &m->b->v->rules;
    const shg_kind *const kind = &m->b->v->kind[m->kind];
    const unsigned to = shoogi_move_to(plain);
    bool must = false, elsewhere = false;
    if ((m->sh->can_promote || kind->stay) && may_promote(m, plain, captures, &elsewhere) &&
        others_are_there(m, plain)) {
        const bool last = rules->promotion_must_last && kind->last_rank &&
                          shg_ranks_ahead(m->b->v, m->b->side, (shoogi_square)to) == 0;
        bool offered = false;
        for (size_t i = 0; i < kind->promotion_count; i++) {
            if (!offers(m, i, to))
                continue;
            offered = true;
            emit_result(m, with_kind(plain, kind->promotions[i], true), burnt, burnt_later);
        }
        must = rules->flip != SHG_FLIP_NONE ||
               ((rules->promotion_must || forced || last) && offered && !elsewhere);
        if (rules->promotion_must && kind->choices && !elsewhere)
            must = must_choose(m, to, forced, offered);
    }
    /* With free, each path counts once, whatever the piece becomes. */
    if ((!must && bits_has(&m->sh->move_set[m->b->side].stay, to)) || m->out->free)
        emit_result(m, plain, burnt, burnt_later);
}

/* Applies captureMatrix to one victim; false if the capture is forbidden. */
static bool matrix_allows(const piece *m, shoogi_move plain, unsigned victim, shoogi_kind *becomes,
                          bool *self_destructs)
{
    const shg_kind *const kind = &m->b->v->kind[m->kind];
    const shoogi_kind taken = shg_code_kind(m->b->square[victim]);
    assert(kind->matrix && is_occupied(m->b, victim));
    switch (kind->matrix[taken]) {
    case SHG_CAPTURE_SHOT:
        *becomes = kind->promotions[0];
        return m->k->free || shg_may_be_shot(m->b->v, m->kind, plain, (shoogi_square)victim);
    case SHG_CAPTURE_BARRED:
        return m->k->free || shg_may_be_shot(m->b->v, m->kind, plain, (shoogi_square)victim);
    case SHG_CAPTURE_PROTECTED: return m->k->free || !guarded(m->b, plain, victim);
    case SHG_CAPTURE_PROMOTES: *becomes = kind->promotions[0]; return true;
    case SHG_CAPTURE_BECOMES: *becomes = taken; return true;
    case SHG_CAPTURE_BOTH_DIE: /* removed, so it cannot go on */
        *self_destructs = victim == shoogi_move_to(plain);
        return *self_destructs || m->k->free;
    default: return true;
    }
}

/* Emits all moves for a path, with each possible kind at the end.
 * Source: docs/variant-format.md, "Captures". */
static void land(const piece *m, shoogi_move plain)
{
    const board *const b = m->b;
    const shg_kind *const kind = &b->v->kind[m->kind];
    const unsigned to = shoogi_move_to(plain);
    unsigned victims[SHG_VICTIMS_MAX];
    assert(shoogi_move_from(plain) == m->sq && shoogi_move_kind(plain) == m->kind);
    const unsigned count = victims_of(b, plain, victims);
    bool captures = false, self_destructs = false, forced = false, burnt_later = false;
    shoogi_kind becomes = 0;
    for (unsigned i = 0; i < count; i++) {
        if (shg_code_colour(b->square[victims[i]]) == b->side)
            continue;
        captures = true;
        forced = forced || (b->v->rules.promotion_must_if_promoted &&
                            shg_is_promoted(b->v, shg_code_kind(b->square[victims[i]])));
        if (kind->matrix && !matrix_allows(m, plain, victims[i], &becomes, &self_destructs))
            return;
    }
    const bool catches = b->v->rules.contagion_hits_royals;
    for (unsigned i = 0; i < count && b->t->contagious && (catches || !kind->royal); i++) {
        const shoogi_kind caught = b->v->kind[shg_code_kind(b->square[victims[i]])].contagion;
        if (caught == 0 || shg_code_colour(b->square[victims[i]]) == b->side)
            continue;
        if (!catches && m->sh->can_become_royal)
            forced = true;
        else
            becomes = caught;
    }
    if (kind->morph && to != m->sq) {
        const shoogi_kind there =
            kind->morph[shg_square_for_black(b->v, b->side, (shoogi_square)to)];
        if (there == SHG_MORPH_BARRED && !m->k->free)
            return;
        if (there != SHG_MORPH_BARRED && there != 0)
            becomes = there;
    }
    const bool burnt = b->t->burns && bits_has(&m->k->landing_effects, to) && is_burnt(b, plain);
    if (self_destructs)
        emit_candidate(m, (plain & ~SHOOGI_MOVE_UNLOAD) | SHOOGI_MOVE_SELF_DESTRUCT);
    else if (becomes != 0)
        emit_result(m, with_kind(plain, becomes, becomes != m->kind), burnt, &burnt_later);
    else
        promote(m, plain, captures, forced, burnt, &burnt_later);
    if (burnt_later)
        emit_candidate(m, plain | SHOOGI_MOVE_SELF_DESTRUCT);
}

static bool has_pass(const board *b)
{
    return b->v->rules.pass != SHG_PASS_NONE;
}

/* --- moves with the same result ------------------------------------------------------------------- */

static uint64_t key_on(const board *b, shg_code code, unsigned sq)
{
    return code == 0 ? 0 : shg_zobrist_key(b->v->piece_key[code], b->v->square_key[sq]);
}

/* Removes what a move burns besides its captures: as burn() of board.c. */
static bits burnt_by(const board *b, shoogi_move move, const unsigned *victims, unsigned count)
{
    const unsigned to = shoogi_move_to(move);
    const unsigned meeting = b->v->rules.burn_meeting;
    const shoogi_colour other = shoogi_colour_other(b->side);
    const shoogi_kind before = shg_code_kind(b->square[shoogi_move_from(move)]);
    if (!shg_starts_burning(b->v, before, shoogi_move_kind(move)) ||
        (is_burnt(b, move) ? meeting == SHG_MEETING_MOVER : (move & SHOOGI_MOVE_SELF_DESTRUCT) != 0))
        return bits_none();
    bits pieces = bits_and(around(b, to), b->occupied[other]);
    if (meeting != SHG_MEETING_BOTH)
        pieces = bits_without(pieces, pieces_in_role(b, ROLE_BURNER, other));
    for (unsigned i = 0; i < count; i++)
        pieces = bits_without(pieces, bits_one(victims[i]));
    return pieces;
}

NEVER_INLINE bits BC(shg_taken_by)(const board *b, shoogi_move move)
{
    unsigned victims[SHG_VICTIMS_MAX];
    const unsigned count = victims_of(b, move, victims);
    bits found = b->t->burns ? burnt_by(b, move, victims, count) : bits_none();
    for (unsigned i = 0; i < count; i++)
        bits_set(&found, victims[i]);
    return found;
}

bool BC(shg_captures_any)(const board *b, shoogi_move move)
{
    unsigned victims[SHG_VICTIMS_MAX];
    return !shoogi_move_is_drop(move) && victims_of(b, move, victims) > 0;
}

NEVER_INLINE bool BC(shg_is_noisy)(const board *b, shoogi_move move)
{
    if (shoogi_move_is_drop(move))
        return false;
    return (shoogi_move_is_promotion(move) && b->v->rules.flip == SHG_FLIP_NONE) ||
           BC(shg_captures_any)(b, move) || (b->t->burns && bits_any(burnt_by(b, move, NULL, 0)));
}

/* A hash that is equal for moves after which board, hands and counter-strike square are the same. */
static uint64_t key_of_result(const board *b, shoogi_move move)
{
    const unsigned from = shoogi_move_from(move), to = shoogi_move_to(move);
    const shg_kind *const mover = &b->v->kind[shg_code_kind(b->square[from])];
    const bool unloads = move & SHOOGI_MOVE_UNLOAD;
    unsigned victims[SHG_VICTIMS_MAX], counter_strike_square = SHOOGI_NO_SQUARE;
    const unsigned count = victims_of(b, move, victims) - unloads;
    uint64_t key = 0;
    assert(has_ends(b, move) && !shoogi_move_is_drop(move));
    for (unsigned i = 0; i < count; i++) {
        const shg_code code = b->square[victims[i]];
        const shg_kind *const victim = &b->v->kind[shg_code_kind(code)];
        const shg_code in_hand = BC(shg_into_hand)(b, code, b->side);
        key += b->v->hand_key[shg_code_colour(in_hand)][shg_code_kind(in_hand)];
        key -= key_on(b, code, victims[i]);
        if (victim->counter_strike && !mover->counter_strike && shg_code_colour(code) != b->side)
            counter_strike_square = victims[i];
    }
    const bits burnt = b->t->burns ? burnt_by(b, move, victims, count) : bits_none();
    EACH_SQUARE(sq, burnt) key -= key_on(b, b->square[sq], (unsigned)sq);
    if (unloads)
        key += key_on(b, b->square[to], from) - key_on(b, b->square[to], to);
    key -= key_on(b, b->square[from], from);
    if (!(move & SHOOGI_MOVE_SELF_DESTRUCT))
        key += key_on(b, shg_code_of(shoogi_move_kind(move), b->side), to);
    if (shg_promotes_from_hand(mover, move))
        key -= b->v->hand_key[b->side][shoogi_move_kind(move)];
    if (!(move & SHOOGI_MOVE_SELF_DESTRUCT)) /* its new kind may trigger a change rule */
        key += shg_change_trigger(b->v, shg_code_kind(b->square[from]), shoogi_move_kind(move));
    return key + shg_counter_strike_key(b->v, counter_strike_square);
}

/* Looks for moves that precede a move in the text order and have the same result. */
typedef struct rivals {
    shoogi_move move;
    uint64_t key;
    bits captures, ends; /* all squares on which such a move can capture on its way, and can end */
    bool found;
} rivals;

static void compare(const piece *m, shoogi_move rival)
{
    rivals *const r = m->rivals;
    r->found = r->found || (rival != r->move && key_of_result(m->b, rival) == r->key &&
                            shg_is_written_before(m->b->v, rival, r->move) &&
                            !(m->out->tests && BC(shg_is_barred)(m->b, rival)));
}

/* Whether the piece burns others at the destination, or is burnt there. */
static bool burning_involved(const board *b, shoogi_move move)
{
    const shoogi_kind before = shg_code_kind(b->square[shoogi_move_from(move)]);
    return b->t->burns && ((move & SHOOGI_MOVE_SELF_DESTRUCT) ||
                           shg_starts_burning(b->v, before, shoogi_move_kind(move)));
}

/* Whether another move may have the same result: other pieces may also act without leaving their square, two pieces
 * may be captured in either order, either of two friends may be the captured one, and like friends are
 * interchangeable. */
static bool may_have_rivals(const board *b, shoogi_move move)
{
    const unsigned from = shoogi_move_from(move), to = shoogi_move_to(move);
    shoogi_square visited[SHOOGI_VIA_MAX];
    const unsigned via_count = shoogi_move_via(visited, move, b->v->ranks);
    if (burning_involved(b, move)) /* wherever and by whatever it is burnt */
        return true;
    if (to != from && b->square[to] != 0 && shg_code_colour(b->square[to]) == b->side)
        return true;
    return via_count > 0 && (to == from || to == visited[0] || via_count > 1 ||
                             shg_code_colour(b->square[visited[0]]) == b->side);
}

static void generate_all(const piece *m, bits allowed);

/* Whether only this piece can produce the result: it moves elsewhere and captures none of its own side.  taken: the squares of
 * the pieces that the move captures or burns. */
static bool has_only_itself(const board *b, shoogi_move move, bits taken)
{
    assert(has_ends(b, move));
    return !(move & (SHOOGI_MOVE_SELF_DESTRUCT | SHOOGI_MOVE_UNLOAD)) &&
           shoogi_move_from(move) != shoogi_move_to(move) &&
           !bits_meet(taken, b->occupied[b->side]);
}

/* Fills in the squares on which a move with the same result can capture or end: those that the move changes, and those
 * of friends that could be like a piece that is gone.  A piece that is burnt where it ends leaves no trace there.
 * taken: as of has_only_itself. */
static void find_squares_of_rivals(rivals *r, const board *b, bits taken, bool only_itself)
{
    const bits to = bits_one(shoogi_move_to(r->move));
    r->captures = bits_or(taken, to);
    r->ends = to; /* the piece itself, which is not burnt */
    if (only_itself)
        return;
    r->captures = bits_or(r->captures, b->occupied[b->side]);
    r->ends = b->t->burns ? b->t->board : r->captures;
}

static bool captures_friends(const shg_kind *kind)
{
    for (size_t i = 0; i < kind->betza.chain_count; i++)
        for (size_t leg = 0; leg < kind->betza.chains[i].leg_count; leg++)
            if (kind->betza.chains[i].legs[leg].modes & SHG_MODE_DESTROY)
                return true;
    return false;
}

/* Whether the piece on sq, which a move neither moves nor captures, may have a move with the same result: it would have to return
 * to its square, and to capture on all squares from which that move removes a piece. */
static bool may_capture_all(const board *b, const move_class *sh, unsigned sq, bits removed)
{
    const shg_kind *const kind = &b->v->kind[shg_code_kind(b->square[sq])];
    if (sh->walk_reach == UINT_MAX)
        return true;
    if (bits_meet(removed, b->occupied[b->side]) && !captures_friends(kind))
        return false;
    if (sh->doubles || kind->burns)
        return true;
    EACH_SQUARE(taken, removed)
    {
        if (!may_walk_to(b, sq, (unsigned)taken))
            return false;
    }
    return true;
}

/* Whether some piece has such a move. */
static bool is_written_otherwise(const piece *m, shoogi_move move)
{
    const board *const b = m->b;
    rivals looked_for = { .move = move, .key = key_of_result(b, move) };
    const bits allowed = bits_or(m->k->target, b->occupied[b->side]);
    const bits taken = BC(shg_taken_by)(b, move);
    const bool only_itself = has_only_itself(b, move, taken);
    find_squares_of_rivals(&looked_for, b, taken, only_itself);
    if (only_itself) {
        const piece same = { b, m->k, m->sh, m->sq, m->kind, m->out, LIST, &looked_for, m->kept };
        generate_all(&same, allowed);
        return looked_for.found;
    }
    const unsigned from = shoogi_move_from(move), to = shoogi_move_to(move);
    const bits anywhere = looked_for.ends;
    const bits changed = bits_or(taken, bits_or(bits_one(from), bits_one(to)));
    bits removed = bits_without(taken, bits_one(to));
    if (from != to || (move & SHOOGI_MOVE_SELF_DESTRUCT))
        bits_set(&removed, from);
    for (unsigned g = 0; g < group_count(b->t) && !looked_for.found; g++) {
        const move_class *const any = group_move_class(b->t, g);
        const bool stays =
            any->doubles || any->walks || (b->v->kind[any->kind].burns && has_pass(b));
        if (!stays && !bits_has(pieces_of(b, g, b->side), from))
            continue;
        const bits pieces = bits_without(*pieces_of(b, g, b->side), m->k->pinned);
        EACH_SQUARE(sq, pieces)
        {
            const move_class *const sh = class_in(b, any, (unsigned)sq);
            const bool returns = !bits_has(&changed, (unsigned)sq);
            if (returns && !may_capture_all(b, sh, (unsigned)sq, removed))
                continue;
            looked_for.ends = returns ? bits_one((unsigned)sq) : anywhere;
            const piece other = {
                b,      m->k, sh,          (unsigned)sq, shg_code_kind(b->square[sq]),
                m->out, LIST, &looked_for, NULL
            };
            generate_all(&other, allowed);
        }
    }
    return looked_for.found;
}

static void emit_candidate(const piece *m, shoogi_move move)
{
    assert(shoogi_move_from(move) == m->sq || m->rivals);
    if (m->rivals) {
        compare(m, move);
        return;
    }
    if (m->what != PATHS && may_have_rivals(m->b, move) && is_written_otherwise(m, move))
        return;
    if (counts(m->what))
        m->out->count++;
    else
        emit(m->b, m->out, move);
}

/* --- paths of a piece ------------------------------------------------------------------------------ */

static NEVER_INLINE walked walk_for(const piece *m, walk_asked asked)
{
    if (!m->sh->walks)
        return (walked){ 0 };
    uint64_t number = 4 * asked.taken_count + 2 * asked.by_zone + asked.unloading + 1;
    for (unsigned i = 0; i < asked.taken_count; i++)
        number = number * SHOOGI_SQUARES_MAX + asked.taken[i];
    if (!m->kept)
        return BC(shg_walk)(m->b, asked);
    const size_t place = number % KEPT_WALKS;
    if (m->kept->number[place] != number) {
        m->kept->number[place] = number;
        m->kept->found[place] = BC(shg_walk)(m->b, asked);
    }
    return m->kept->found[place];
}

static walked walk_from(const piece *m, const shoogi_square *taken, unsigned count, bool unloading)
{
    assert(count <= SHOOGI_VIA_MAX);
    walk_asked asked = {
        .from = m->sq, .taken_count = count, .by = SHOOGI_NO_SQUARE, .unloading = unloading
    };
    for (unsigned i = 0; i < count; i++)
        asked.taken[i] = taken[i];
    return walk_for(m, asked);
}

/* The possible destinations, and the possible next captures, after these captures on the way. */
static walked after_taking(const piece *m, const shoogi_square *taken, unsigned count)
{
    const move_set *const g = &m->sh->move_set[m->b->side];
    const bits enemies = m->b->occupied[shoogi_colour_other(m->b->side)];
    const bits friends = bits_without(m->b->occupied[m->b->side], bits_one(m->sq));
    walked found = walk_from(m, taken, count, false);
    for (unsigned i = 0; i < g->double_count; i++) {
        const unsigned over = double_first(&g->doubles[i], m->sq);
        if (over == SHOOGI_NO_SQUARE || !bits_has(&enemies, over))
            continue;
        if (count == 0)
            bits_set(&found.more, over);
        else if (count == 1 && over == taken[0])
            found.ends =
                bits_or(found.ends, bits_without(double_second(&g->doubles[i], m->sq), friends));
    }
    return found;
}

static shoogi_move move_to(const piece *m, unsigned to)
{
    return shoogi_move_make((shoogi_square)m->sq, (shoogi_square)to, m->kind, false);
}

/* Emits the moves through the same via squares to each destination. */
static void emit_with_captures(const piece *m, const shoogi_square *taken, unsigned count,
                               bits ends)
{
    const bool judged = may_be_barred(m->b, m->k, m->sh);
    if (m->rivals)
        ends = bits_and(ends, m->rivals->ends);
    if (counts(m->what) && !judged && !m->rivals && !m->sh->can_promote && !m->sh->each &&
        !m->k->any_landing_effects && !m->b->t->burns) {
        /* Moves that cannot have rivals are counted at once. */
        bits free = bits_without(ends, bits_or(bits_one(m->sq), bits_one(taken[0])));
        if (count > 1 || bits_has(&m->b->occupied[m->b->side], taken[0]))
            free = bits_none();
        m->out->count += bit_count(free);
        ends = bits_without(ends, free);
    }
    EACH_SQUARE(to, ends)
    {
        const shoogi_move move =
            shoogi_move_with_via(move_to(m, (unsigned)to), m->b->v->ranks, taken, count);
        if (!judged || trade_allows(m->b, m->k, m->sh, move))
            land(m, move);
    }
}

/* Emits all moves with these captures on the way and one more of next, and perhaps others.  Recurses at most
 * SHOOGI_VIA_MAX deep. */
static void go_taking(const piece *m, shoogi_square taken[SHOOGI_VIA_MAX], unsigned count,
                      bits next)
{
    assert(count < SHOOGI_VIA_MAX || !bits_any(next));
    if (m->rivals)
        next = bits_and(next, m->rivals->captures);
    EACH_SQUARE(sq, next)
    {
        taken[count] = (shoogi_square)sq;
        const walked found = after_taking(m, taken, count + 1);
        emit_with_captures(m, taken, count + 1, found.ends);
        if (count + 1 < SHOOGI_VIA_MAX)
            go_taking(m, taken, count + 1, found.more);
    }
}

/* As paths: a piece that may capture on an adjacent square and step on may also visit it empty. */
static void go_visiting(const piece *m, bits at_once)
{
    const move_set *const g = &m->sh->move_set[m->b->side];
    for (unsigned i = 0; i < g->double_count; i++) {
        const shoogi_square over = (shoogi_square)double_first(&g->doubles[i], m->sq);
        if (over == SHOOGI_NO_SQUARE || bits_has(&m->k->occupied, over))
            continue;
        const bits ends = bits_without(bits_and(double_second(&g->doubles[i], m->sq), at_once),
                                       m->b->occupied[m->b->side]);
        EACH_SQUARE(to, ends)
        land(m, shoogi_move_with_via(move_to(m, (unsigned)to), m->b->v->ranks, &over, 1));
    }
}

/* Unloading captures.  Like pieces do not exchange places, and if both are gone the move equals an ordinary capture. */
static void go_unloading(const piece *m, bits ends, bits at_once)
{
    const uint8_t *const matrix = m->b->v->kind[m->kind].matrix;
    EACH_SQUARE(to, ends)
    {
        const shg_code victim = m->b->square[to];
        const bool both_die = matrix && shg_code_colour(victim) != m->b->side &&
                              matrix[shg_code_kind(victim)] == SHG_CAPTURE_BOTH_DIE;
        const shoogi_move move = move_to(m, (unsigned)to) | (both_die ? 0 : SHOOGI_MOVE_UNLOAD);
        if (victim != m->b->square[m->sq] && !(both_die && bits_has(&at_once, (unsigned)to)) &&
            trade_allows(m->b, m->k, m->sh, move))
            land(m, move);
    }
}

/* The empty via squares through which it can return without a capture. */
static bits pass_squares(const piece *m)
{
    const move_set *const g = &m->sh->move_set[m->b->side];
    bits over = g->passes ? passed_from(g->passes, m->sq) : bits_none();
    const walked found = walk_from(m, NULL, 0, false);
    if (bits_has(&found.ends, m->sq))
        EACH_SQUARE(by, found.stops)
        {
            const walk_asked asked = { .from = m->sq, .by = (unsigned)by };
            const bits ends = BC(shg_walk)(m->b, asked).ends;
            if (bits_has(&ends, m->sq))
                bits_set(&over, (unsigned)by);
        }
    return bits_without(over, m->k->occupied);
}

/* Range jumps over captured pieces, unless an ordinary move leads to the same square. */
static void go_sweeping(const piece *m, bits ends)
{
    assert(m->sh->sweeps);
    EACH_SQUARE(to, ends)
    {
        const shoogi_move move = move_to(m, (unsigned)to) | SHOOGI_MOVE_CAPTURES_LINE;
        if (trade_allows(m->b, m->k, m->sh, move))
            land(m, move);
    }
}

/* If the piece burns others without moving, its pass is a move like any other. */
static bool burns_in_place(const piece *m)
{
    return m->b->t->burns && has_pass(m->b) && bits_any(burnt_by(m->b, move_to(m, m->sq), NULL, 0));
}

/* The via squares of a pass, the own square for a piece that may stand still; each gives one encoding. */
static bits passes_by(const piece *m)
{
    bits by = m->sh->walks || m->sh->doubles ? pass_squares(m) : bits_none();
    if (m->b->v->rules.pass == SHG_PASS_ANY)
        bits_set(&by, m->sq);
    return by;
}

static shoogi_move pass_by(const piece *m, unsigned by)
{
    const shoogi_square over = (shoogi_square)by;
    return shoogi_move_with_via(move_to(m, m->sq), m->b->v->ranks, &over, by != m->sq);
}

/* All except the pass that changes nothing. */
static void generate_all(const piece *m, bits allowed)
{
    const board *const b = m->b;
    const bits occupied = m->k->occupied;
    bits ends = BC(shg_plain_targets)(b, m->k, m->sh, m->sq), swapped = bits_none();
    if (m->sh->walks) {
        ends = bits_or(ends, bits_without(walk_from(m, NULL, 0, false).ends, bits_one(m->sq)));
        /* Some chains capture friends; with chains, allowed does not consider check. */
        allowed = bits_or(allowed, b->occupied[b->side]);
    }
    if (m->sh->unloads) {
        const bits reached = bits_and(walk_from(m, NULL, 0, true).ends, allowed);
        swapped = bits_and(reached, occupied);
        ends = bits_or(ends, bits_without(reached, occupied));
    }
    const bits at_once = ends;
    if (m->rivals)
        allowed = bits_and(allowed, m->rivals->ends);
    ends = BC(shg_allowed_by_trade)(b, m->k, m->sh, m->sq, bits_and(ends, allowed));
    const bits one_by_one = m->sh->each || m->rivals || m->k->any_landing_effects
                                ? ends
                                : bits_and(ends, b->occupied[b->side]);
    EACH_SQUARE(to, one_by_one) land(m, move_to(m, (unsigned)to));
    BC(shg_go)(b, m->sh, m->sq, bits_without(ends, one_by_one), m->out, m->what);
    go_unloading(m, swapped, ends);
    if (m->sh->walks || m->sh->doubles) {
        shoogi_square taken[SHOOGI_VIA_MAX];
        go_taking(m, taken, 0, after_taking(m, NULL, 0).more);
    }
    if (m->sh->sweeps)
        go_sweeping(m, bits_without(BC(shg_sweep)(b, m->sq).ends, at_once));
    if (m->rivals && !bits_has(&m->rivals->ends, m->sq))
        return;
    if (m->what == PATHS && m->sh->doubles)
        go_visiting(m, ends);
    const bits ways = burns_in_place(m) ? passes_by(m) : bits_none();
    EACH_SQUARE(by, ways) emit_candidate(m, pass_by(m, (unsigned)by));
}

/* --- castling ------------------------------------------------------------------------------------- */

/* Whether a piece of colour may come to the square by castling, where landing has no effect of its own. */
static bool may_castle_to(const board *b, shg_code code, unsigned sq)
{
    const shoogi_colour colour = shg_code_colour(code);
    const shg_kind *const kind = &b->v->kind[shg_code_kind(code)];
    if (kind->morph && kind->morph[shg_square_for_black(b->v, colour, (shoogi_square)sq)] != 0)
        return false;
    return !b->t->burns ||
           !bits_meet(around(b, sq), pieces_in_role(b, ROLE_BURNER, shoogi_colour_other(colour)));
}

/* The square of the partner, if the piece on from may castle so, check apart; else SHOOGI_NO_SQUARE.
 * Source: docs/xbetza.md, "Castling". */
static unsigned find_partner(const board *b, const shg_castle *castle, unsigned from, bits held)
{
    const shg_code code = b->square[from];
    const shoogi_colour colour = shg_code_colour(code);
    const shg_ride ride = shg_castle_step(b->v, castle, colour);
    const unsigned home = shg_castling_home(b->v, castle, colour, (shoogi_square)from);
    if (home == SHOOGI_NO_SQUARE || !bits_has(&b->unmoved, home) ||
        !bits_has(&b->occupied[colour], home) || bits_has(&held, home) ||
        (castle->initial && !bits_has(&b->unmoved, from)) ||
        b->v->kind[shg_code_kind(b->square[home])].betza.castle_count > 0)
        return SHOOGI_NO_SQUARE;
    unsigned distance = 0, to = from, stop = from;
    for (unsigned at = from; at != home; distance++) {
        at = shg_ride_square(b->v, &ride, colour, (shoogi_square)at, 1);
        if (at != home && b->square[at] != 0)
            return SHOOGI_NO_SQUARE;
        if (distance < castle->steps) {
            stop = to;
            to = at;
        }
    }
    return distance >= castle->steps && may_castle_to(b, code, to) &&
                   may_castle_to(b, b->square[home], stop)
               ? home
               : SHOOGI_NO_SQUARE;
}

/* Whether the royal on from would be attacked before it castles, or on a square that it passes. */
static bool castles_through_check(const board *b, const shg_castle *castle, unsigned from)
{
    const shg_code code = b->square[from];
    const shoogi_colour colour = shg_code_colour(code);
    const shg_ride ride = shg_castle_step(b->v, castle, colour);
    board *const s = b->scratch;
    if (s != b)
        BC(shg_copy_board)(s, b);
    bool attacked = false;
    BC(shg_remove_piece)(s, from, code);
    for (int steps = 0; steps < castle->steps && !attacked; steps++) {
        const unsigned sq = shg_ride_square(b->v, &ride, colour, (shoogi_square)from, steps);
        BC(shg_add_piece)(s, sq, code);
        attacked = bits_any(BC(shg_attackers)(s, sq, shoogi_colour_other(colour)));
        BC(shg_remove_piece)(s, sq, code);
    }
    BC(shg_add_piece)(s, from, code);
    return attacked;
}

static void castle_with(const board *b, unsigned from, bits held, sink *out, generation_type what)
{
    const shg_betza *const betza = &b->v->kind[shg_code_kind(b->square[from])].betza;
    const bool strict = b->v->rules.check_strict && !out->free;
    for (size_t i = 0; i < betza->castle_count; i++) {
        const shg_castle *const castle = &betza->castles[i];
        const unsigned partner = find_partner(b, castle, from, held);
        if (partner == SHOOGI_NO_SQUARE)
            continue;
        const shg_code code = b->square[from];
        const shoogi_move move =
            shg_castling_make(b->v, castle, shg_code_kind(code), shg_code_colour(code),
                              (shoogi_square)from, (shoogi_square)partner);
        bool again = false; /* the same by two groups of the moves */
        for (size_t n = 0; n < i && !again; n++)
            again = betza->castles[n].steps == castle->steps &&
                    betza->castles[n].right == castle->right &&
                    betza->castles[n].forward == castle->forward &&
                    find_partner(b, &betza->castles[n], from, held) != SHOOGI_NO_SQUARE;
        if (again ||
            (strict && BC(shg_lone_royal)(b, b->side) == from &&
             castles_through_check(b, castle, from)) ||
            (strict && !out->tests && BC(shg_is_barred)(b, move)))
            continue;
        if (counts(what))
            out->count++;
        else
            emit(b, out, move);
    }
}

void BC(shg_generate_castling)(const board *b, sink *out, generation_type what)
{
    const bits held = BC(shg_held)(b, b->side);
    bits pieces = bits_without(pieces_in_role(b, ROLE_CASTLING, b->side), held);
    if (what == PATHS)
        pieces = bits_and(pieces, out->pieces);
    EACH_SQUARE(from, pieces)
    {
        if (shg_has_own_moves(b->v, b->square, (shoogi_square)from))
            castle_with(b, (unsigned)from, held, out, what);
    }
}

unsigned BC(shg_zone_paths)(const board *b, shoogi_move move)
{
    const unsigned sq = shoogi_move_from(move);
    assert(is_occupied(b, sq));
    const surveyed k = { .occupied = occupied_all(b) };
    const piece m = {
        .b = b, .k = &k, .sh = move_class_at(b, sq), .sq = sq, .kind = shg_code_kind(b->square[sq])
    };
    return zone_paths(&m, move);
}

void BC(shg_generate_special)(const board *b, surveyed *k, const move_class *sh, unsigned sq,
                              bits allowed, sink *out, generation_type what)
{
    kept_walks kept;
    if (sh->walks)
        memset(kept.number, 0, sizeof kept.number);
    const piece m = { b, k, sh, sq, shg_code_kind(b->square[sq]), out, what, NULL, &kept };
    generate_all(&m, allowed);
    if (!has_pass(b) || (!sh->walks && !sh->doubles) || burns_in_place(&m))
        return;
    const bits over = pass_squares(&m);
    k->can_pass = k->can_pass || bits_any(over);
    if (what == PATHS)
        EACH_SQUARE(by, over) emit(b, out, pass_by(&m, (unsigned)by));
}

/* The canonical encoding of the pass among those of all pieces. */
void BC(shg_generate_pass)(const board *b, const surveyed *k, sink *out, generation_type what)
{
    const bool still = b->v->rules.pass == SHG_PASS_ANY;
    shoogi_move best = 0;
    if (!still && (!k->can_pass || what == PATHS))
        return;
    if (counts(what) && k->can_pass) {
        out->count++;
        return;
    }
    const bits pieces = b->occupied[b->side];
    EACH_SQUARE(sq, what == PATHS ? bits_and(pieces, out->pieces) : pieces)
    {
        const move_class *const sh = move_class_at(b, (unsigned)sq);
        const piece m = { b,   k,    sh,   (unsigned)sq, shg_code_kind(b->square[sq]),
                          out, what, NULL, NULL };
        if (burns_in_place(&m))
            continue;
        if (what == PATHS) {
            emit(b, out, pass_by(&m, (unsigned)sq));
            continue;
        }
        const bits ways = passes_by(&m);
        EACH_SQUARE(by, ways)
        {
            const shoogi_move move = pass_by(&m, (unsigned)by);
            if (!(out->tests && BC(shg_is_barred)(b, move)) &&
                (best == 0 || shg_is_written_before(b->v, move, best)))
                best = move;
        }
    }
    if (best == 0)
        return;
    if (counts(what))
        out->count++;
    else
        emit(b, out, best);
}
