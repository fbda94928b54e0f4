/* board_moves.c: the legal moves of a board, written or only counted; compiled once for each class.
 *
 * Legality is direct: checkers and pins are found once (survey), after which every man's legal squares
 * are an intersection.  Counting a leaf needs no list, because drops and slides are population counts.
 * Where a man attacks in ways that no pin tells (hops, chains of legs), each move is tried instead. */
#include "core/board_int.h"

#include <string.h>

/* What is asked of generate(): how many moves there are, which, or every way to write each.  A constant
 * wherever it is named, so that each is code of its own; counting in games where nothing but promotion
 * and check is asked of a man who goes somewhere (tables.ordinary) is worth one too: with all the
 * questions of other games in it a count of Shogi took a quarter longer. */
typedef enum wanted { COUNT_ORDINARY, COUNT, LIST, PATHS } wanted;

ALWAYS_INLINE bool counts(wanted what)
{
    return what <= COUNT;
}

/* Where moves go: into a list, or nowhere. */
typedef struct sink {
    shoogi_move *moves;
    size_t room, count;
    bool free;                   /* as if there were no rules of check and of trade */
    bool enough;                 /* one will do */
    bool sifts;                  /* leave out some, for one of these reasons: */
    bool tests;                  /* the royal would stand attacked */
    shoogi_move like, like_bits; /* the move is not like this one in these bits */
    /* Of PATHS only those of these men, or drops. */
    bits men;
    bool drops;
} sink;

typedef struct surveyed_pin {
    unsigned square;
    bits line; /* where the pinned man may go */
} surveyed_pin;

/* What is known of a position once, before any man is looked at. */
typedef struct surveyed {
    bits occupied;
    bits target;      /* where a man other than a guarded royal may land */
    bits drop_target; /* where a man may be dropped, as far as check decides */
    bits barred;      /* men that the counter-strike mark forbids to unmarked takers */
    bits pinned;
    unsigned royal; /* the square of the royal that must not be left attacked, or NO_SQUARE */
    unsigned pin_count;
    surveyed_pin pins[PINS_MAX];
    /* What several men can do with one result is counted once: men taken without a move, by takers
     * that leave a counter-strike mark and by others, and the pass. */
    bits taken_at_home, taken_at_home_marking;
    bool can_pass;
    bool any_barred;
    bool free; /* no rule of trade is asked */
} surveyed;

/* --- attacks ------------------------------------------------------------------------------------- */

static inline bits shifted(const gait *g, bits men)
{
    men = bits_and(men, g->shift_from);
    return g->shift > 0 ? bits_up(men, (unsigned)g->shift) : bits_down(men, (unsigned)-g->shift);
}

/* The men of colour that attack sq by a plain move, were these squares occupied.  A man's moves are those
 * of the other colour turned round, so what attacks sq stands where a man of the other colour on sq would
 * attack. */
static bits plain_attackers(const board *b, unsigned sq, shoogi_colour colour, bits occupied)
{
    bits found = bits_none();
    for (unsigned s = 0; s < b->t->shape_count; s++) {
        const way *w = &b->t->shape[s].gait[shoogi_colour_other(colour)].takes;
        const bits candidates = bits_and(w->reach[sq], *men_of(b, s, colour));
        if (bits_any(candidates))
            found = bits_or(found, bits_and(candidates, attacks(w, sq, occupied)));
    }
    return found;
}

/* All that the man on from could take by its chains, on the way or at the end. */
static bits chain_takes(const board *b, unsigned from)
{
    const shape *const sh = shape_at(b, from);
    const shoogi_colour colour = shg_code_colour(b->square[from]);
    const bits enemies = b->occupied[shoogi_colour_other(colour)];
    const bits own = bits_without(b->occupied[colour], bits_one(from));
    const gait *const g = &sh->gait[colour];
    bits taken = bits_none();
    for (unsigned i = 0; i < g->double_count; i++) {
        const unsigned over = g->doubles[i].first[from];
        if (over == SHOOGI_NO_SQUARE || !bits_has(&enemies, over))
            continue;
        const bits second = bits_without(g->doubles[i].second[from], own);
        if (bits_any(second))
            bits_set(&taken, over);
        taken = bits_or(taken, second);
    }
    if (sh->imitates && b->last_kind != 0) {
        const shape *const model = &b->t->shape[b->t->shape_of[b->last_kind]];
        taken = bits_or(taken, attacks(&model->gait[colour].takes, from, occupied_all(b)));
    }
    if (sh->walks) {
        bits first, second, none;
        if (sh->unloads)
            taken = bits_or(taken, BC(shg_walk)(b, from, NULL, 0, true, &none));
        taken = bits_or(taken, BC(shg_walk)(b, from, NULL, 0, false, &first));
        EACH_SQUARE(a, first) /* a man on the way is taken only if the move can be ended */
        {
            unsigned on_the_way[2] = { (unsigned)a, 0 };
            bits ends = BC(shg_walk)(b, from, on_the_way, 1, false, &second);
            EACH_SQUARE(c, second)
            {
                on_the_way[1] = (unsigned)c;
                const bits later = BC(shg_walk)(b, from, on_the_way, 2, false, &none);
                ends = bits_or(ends, later);
                if (bits_any(later))
                    bits_set(&taken, (unsigned)c);
            }
            if (bits_any(ends))
                bits_set(&taken, (unsigned)a);
            taken = bits_or(taken, ends);
        }
    }
    return bits_and(taken, enemies);
}

/* The men of colour that attack sq in any way. */
bits BC(shg_attackers)(const board *b, unsigned sq, shoogi_colour colour)
{
    bits found = plain_attackers(b, sq, colour, occupied_all(b));
    for (unsigned s = 0; b->t->tests_checks && s < b->t->shape_count; s++) {
        if (!b->t->shape[s].walks && !b->t->shape[s].doubles && !b->t->shape[s].imitates)
            continue;
        const bits men = bits_without(*men_of(b, s, colour), found);
        EACH_SQUARE(from, men)
        {
            const bits taken = chain_takes(b, (unsigned)from);
            if (bits_has(&taken, sq))
                bits_set(&found, (unsigned)from);
        }
    }
    return found;
}

/* What the man on sq could take, whoever is to move and whatever the rules of trade say. */
bits BC(shg_takes_from)(const board *b, unsigned sq)
{
    const shoogi_colour colour = shg_code_colour(b->square[sq]);
    const bits plain = attacks(&shape_at(b, sq)->gait[colour].takes, sq, occupied_all(b));
    return bits_or(bits_and(plain, b->occupied[shoogi_colour_other(colour)]), chain_takes(b, sq));
}

unsigned BC(shg_lone_royal)(const board *b, shoogi_colour colour)
{
    if (b->royals[colour] != 1)
        return SHOOGI_NO_SQUARE;
    for (unsigned i = 0; i < b->t->royal_count; i++) {
        const bits men = *men_of(b, b->t->royal[i], colour);
        if (bits_any(men))
            return bits_first(men);
    }
    assert(false);
    return SHOOGI_NO_SQUARE;
}

/* --- checks and pins ----------------------------------------------------------------------------- */

/* The squares strictly between a slider and a square on one of its lines; false if it is on none. */
static inline bool line_between(const tables *t, const line *l, unsigned slider, unsigned sq,
                                bits *path)
{
    if (bits_has(&l->upper, sq)) {
        *path = bits_and(l->upper, t->below[sq]);
        return true;
    }
    if (!bits_has(&l->lower, sq))
        return false;
    *path = bits_without(l->lower, bits_or(t->below[sq], bits_one(sq)));
    (void)slider;
    return true;
}

/* A slider of the other side that reaches the royal over an empty board: it checks, or pins a man. */
ALWAYS_INLINE void survey_slider(const board *b, surveyed *k, const way *w, unsigned sq,
                                 bits *checkers, bits *block)
{
    for (unsigned i = 0; i < w->line_count; i++) {
        bits path;
        if (!line_between(b->t, &w->lines[i][sq], sq, k->royal, &path))
            continue;
        const bits men = bits_and(path, k->occupied);
        if (!bits_any(men)) {
            bits_set(checkers, sq);
            *block = bits_or(path, bits_one(sq));
        } else if (bits_single(men) && bits_meet(men, b->occupied[b->side])) {
            assert(k->pin_count < PINS_MAX);
            k->pins[k->pin_count].square = bits_first(men);
            k->pins[k->pin_count++].line = bits_or(path, bits_one(sq));
            k->pinned = bits_or(k->pinned, men);
        }
    }
}

/* Finds what attacks the royal and what is pinned to it. */
static void survey_royal(const board *b, surveyed *k)
{
    const tables *t = b->t;
    const shoogi_colour own = b->side, other = shoogi_colour_other(b->side);
    const unsigned royal = k->royal;
    bits checkers = bits_none();
    for (unsigned i = 0; i < t->leaper_count; i++) {
        const unsigned s = t->leaper[i];
        checkers = bits_or(
            checkers, bits_and(t->shape[s].gait[own].takes.leaps[royal], *men_of(b, s, other)));
    }
    bits block = checkers; /* squares that answer every check found so far */
    for (unsigned i = 0; i < t->slider_count; i++) {
        const unsigned s = t->slider[i];
        bits candidates = bits_and(t->shape[s].gait[own].takes.slides[royal], *men_of(b, s, other));
        candidates = bits_without(candidates, checkers);
        EACH_SQUARE(sq, candidates)
        survey_slider(b, k, &t->shape[s].gait[other].takes, (unsigned)sq, &checkers, &block);
    }
    if (!bits_any(checkers))
        return;
    if (!bits_single(checkers))
        block = bits_none(); /* no man but the royal can answer two checks */
    k->target = bits_and(k->target, block);
    k->drop_target = bits_and(k->drop_target, block);
}

/* The men of colour whose shape has a property. */
static bits men_with_counter_strike(const board *b, shoogi_colour colour)
{
    bits men = bits_none();
    for (unsigned s = 0; s < b->t->shape_count; s++)
        if (b->t->shape[s].counter_strike)
            men = bits_or(men, *men_of(b, s, colour));
    return men;
}

static bits men_of_iron(const board *b, shoogi_colour colour)
{
    bits men = bits_none();
    for (unsigned s = 0; s < b->t->shape_count; s++)
        if (b->v->kind[b->t->shape[s].kind].iron)
            men = bits_or(men, *men_of(b, s, colour));
    return men;
}

static void survey_trade(const board *b, surveyed *k)
{
    k->taken_at_home = k->taken_at_home_marking = k->barred = bits_none();
    k->can_pass = false;
    /* Docs: variant-format.md, "Rules of trade": on the marked square itself nothing is barred. */
    if (b->mark != SHOOGI_NO_SQUARE)
        k->barred = bits_without(men_with_counter_strike(b, shoogi_colour_other(b->side)),
                                 bits_one(b->mark));
    k->any_barred = bits_any(k->barred);
}

ALWAYS_INLINE void survey(const board *b, surveyed *k, bool free, wanted what)
{
    const shoogi_colour other = shoogi_colour_other(b->side);
    k->occupied = occupied_all(b);
    k->target = bits_without(b->t->board, b->occupied[b->side]);
    if (what != COUNT_ORDINARY && b->t->irons && !free)
        k->target = bits_without(k->target, men_of_iron(b, other));
    k->drop_target = bits_without(b->t->board, k->occupied);
    k->pinned = bits_none();
    k->pin_count = 0;
    k->free = free;
    if (what != COUNT_ORDINARY)
        survey_trade(b, k);
    k->royal = SHOOGI_NO_SQUARE;
    if (what != COUNT_ORDINARY && (!b->v->rules.check_strict || b->t->tests_checks || free))
        return;
    k->royal = BC(shg_lone_royal)(b, b->side);
    if (k->royal != SHOOGI_NO_SQUARE)
        survey_royal(b, k);
}

/* The squares next to the royal that an enemy attacks once the royal has left its own. */
static bits attacked_around(const board *b, const surveyed *k)
{
    const tables *t = b->t;
    const shoogi_colour other = shoogi_colour_other(b->side);
    const bits without_royal = bits_without(k->occupied, bits_one(k->royal));
    bits attacked = bits_none();
    for (unsigned s = 0; s < t->shape_count; s++) {
        const gait *g = &t->shape[s].gait[other];
        const bits near = bits_and(g->near[k->royal], *men_of(b, s, other));
        EACH_SQUARE(sq, near)
        attacked = bits_or(attacked, attacks(&g->takes, (unsigned)sq, without_royal));
    }
    return attacked;
}

/* --- giving moves out ---------------------------------------------------------------------------- */

/* True if the move leaves the lone royal of the mover attacked. */
static bool exposes(const board *b, shoogi_move move)
{
    const shoogi_colour own = b->side;
    board *const s = b->scratch;
    shg_past past;
    if (s != b)
        BC(shg_copy_board)(s, b);
    BC(shg_board_do)(s, move, &past);
    const unsigned royal = BC(shg_lone_royal)(s, own);
    bool exposed = false;
    if (royal != SHOOGI_NO_SQUARE)
        exposed = bits_any(BC(shg_attackers)(s, royal, shoogi_colour_other(own)));
    BC(shg_board_undo)(s, &past);
    return exposed;
}

static bool is_left_out(const board *b, const sink *out, shoogi_move move)
{
    return ((move ^ out->like) & out->like_bits) != 0 || (out->tests && exposes(b, move));
}

static inline void emit(const board *b, sink *out, shoogi_move move)
{
    if (out->sifts && is_left_out(b, out, move))
        return;
    if (out->count < out->room)
        out->moves[out->count] = move;
    out->count++;
}

/* Those of targets on which a man from sq may promote.
 * Source: docs/variant-format.md, "Promotion". */
ALWAYS_INLINE bits promoting(const board *b, const shape *sh, unsigned sq, bits targets,
                             wanted what)
{
    const bits *const own_zone = &b->t->promotion[b->side];
    if (what == COUNT_ORDINARY || b->t->promotes_by_zone)
        return bits_has(own_zone, sq) ? targets : bits_and(targets, *own_zone);
    const shg_rules *const rules = &b->v->rules;
    const bits enemies = b->occupied[shoogi_colour_other(b->side)];
    if (rules->flip != SHG_FLIP_NONE)
        return rules->flip == SHG_FLIP_MOVE ? targets : bits_and(targets, enemies);
    bits where = *own_zone;
    if (bits_has(own_zone, sq))
        where = rules->promotion_enters ? enemies : b->t->board;
    if (rules->promotion_enters && b->v->kind[sh->kind].last_rank)
        where = bits_or(where, b->t->last_rank[b->side]);
    return bits_and(targets, where);
}

/* Those of targets on which it may stay what it is. */
ALWAYS_INLINE bits staying(const board *b, const shape *sh, bits targets, bits promotable,
                           wanted what)
{
    const shg_rules *const rules = &b->v->rules;
    if (what != COUNT_ORDINARY && (rules->promotion_must || rules->flip != SHG_FLIP_NONE))
        targets = bits_without(targets, promotable);
    return bits_and(targets, sh->gait[b->side].stay);
}

/* Those of targets on which it may take this form: one that could never move again is not offered. */
ALWAYS_INLINE bits taking_form(const board *b, shoogi_kind form, bits promotable)
{
    if (!b->v->rules.must_move)
        return promotable;
    return bits_and(promotable, b->t->shape[b->t->shape_of[form]].gait[b->side].alive);
}

/* How many moves promote, given where a man of the shape may. */
ALWAYS_INLINE size_t count_forms(const board *b, const shape *sh, bits promotable)
{
    size_t count = bits_count(promotable) * sh->free_forms;
    if (!sh->tight_forms)
        return count;
    count = 0;
    const shg_kind *const kind = &b->v->kind[sh->kind];
    for (size_t i = 0; i < kind->promotion_count; i++)
        count += bits_count(taking_form(b, kind->promotions[i], promotable));
    return count;
}

/* A man goes from sq to each of targets, with and without promotion as the rules allow. */
ALWAYS_INLINE void go(const board *b, const shape *sh, unsigned sq, bits targets, sink *out,
                      wanted what)
{
    if (!sh->can_promote) {
        if (counts(what)) {
            out->count += bits_count(targets);
            return;
        }
        const shoogi_kind kind = shg_code_kind(b->square[sq]);
        EACH_SQUARE(to, targets)
        emit(b, out, shoogi_move_make((shoogi_square)sq, (shoogi_square)to, kind, false));
        return;
    }
    const bits promotable = promoting(b, sh, sq, targets, what);
    const bits plain = staying(b, sh, targets, promotable, what);
    if (counts(what)) {
        out->count += bits_count(plain) + count_forms(b, sh, promotable);
        return;
    }
    EACH_SQUARE(to, plain)
    emit(b, out, shoogi_move_make((shoogi_square)sq, (shoogi_square)to, sh->kind, false));
    const shg_kind *const kind = &b->v->kind[sh->kind];
    for (size_t i = 0; i < kind->promotion_count; i++) {
        const bits formed = taking_form(b, kind->promotions[i], promotable);
        EACH_SQUARE(to, formed)
        emit(b, out,
             shoogi_move_make((shoogi_square)sq, (shoogi_square)to, kind->promotions[i], true));
    }
}

/* Counts the moves of all men of a shape at once; for shapes that take one step in one direction. */
ALWAYS_INLINE void count_shifted(const board *b, const shape *sh, bits men, bits target, sink *out,
                                 wanted what)
{
    const gait *const g = &sh->gait[b->side];
    const bits to = bits_and(shifted(g, men), target);
    if (!sh->can_promote) {
        out->count += bits_count(to);
        return;
    }
    const bits zone = b->t->promotion[b->side];
    bits inside = bits_and(shifted(g, bits_and(men, zone)), target);
    if (what != COUNT_ORDINARY && b->v->rules.promotion_enters)
        inside = bits_and(inside, b->occupied[shoogi_colour_other(b->side)]);
    bits promotable =
        bits_or(inside, bits_and(bits_and(shifted(g, bits_without(men, zone)), target), zone));
    const shg_kind *const kind = &b->v->kind[sh->kind];
    if (what != COUNT_ORDINARY && b->v->rules.promotion_enters && kind->last_rank)
        promotable = bits_or(promotable, bits_and(to, b->t->last_rank[b->side]));
    out->count += bits_count(staying(b, sh, to, promotable, what)) + count_forms(b, sh, promotable);
}

/* --- rules of trade ------------------------------------------------------------------------------ */

static bool next_to(const board *b, unsigned a, unsigned c)
{
    const int ranks = (int)b->v->ranks;
    const int files_apart = (int)a / ranks - (int)c / ranks,
              ranks_apart = (int)a % ranks - (int)c % ranks;
    return files_apart >= -1 && files_apart <= 1 && ranks_apart >= -1 && ranks_apart <= 1;
}

/* Could the other side take back on to, the man from there having made the whole move, by way of over if
 * that is a square?  Source: docs/variant-format.md, "Rules of trade". */
static bool guarded(const board *b, unsigned from, unsigned over, unsigned to)
{
    const shoogi_colour other = shoogi_colour_other(b->side);
    bits occupied = bits_or(bits_without(occupied_all(b), bits_one(from)), bits_one(to));
    bits gone = bits_one(to);
    if (over != SHOOGI_NO_SQUARE) {
        occupied = bits_without(occupied, bits_one(over));
        gone = bits_or(gone, bits_one(over));
    }
    if (bits_any(bits_without(plain_attackers(b, to, other, occupied), gone)))
        return true;
    if (over == SHOOGI_NO_SQUARE || b->v->rules.protection != SHG_PROTECTION_TAKEN)
        return false;
    const bits by_taken = attacks(&shape_at(b, over)->gait[other].takes, over, occupied);
    return bits_has(&by_taken, to);
}

/* True if the rules of trade bar sh on from from taking on to, having taken on over if that is a square. */
static bool trade_barred(const board *b, const surveyed *k, const shape *sh, unsigned from,
                         unsigned over, unsigned to)
{
    if (!sh->counter_strike && bits_has(&k->barred, to))
        return !(b->v->rules.okazaki && !guarded(b, from, over, to));
    if (!sh->protected || b->square[to] == 0 || !shape_at(b, to)->protected || next_to(b, from, to))
        return false;
    if (to == b->mark && b->v->rules.recapture == SHG_RECAPTURE_FREE)
        return false;
    if (over != SHOOGI_NO_SQUARE && shg_code_kind(b->square[over]) > b->v->rules.trade_threshold)
        return false;
    return guarded(b, from, over, to);
}

/* Those of targets that no rule about who may take whom forbids. */
ALWAYS_INLINE bits fair(const board *b, const surveyed *k, const shape *sh, unsigned from,
                        unsigned over, bits targets)
{
    if (k->free)
        return targets;
    const bits enemies = b->occupied[shoogi_colour_other(b->side)];
    if (b->t->irons)
        targets = bits_without(targets, men_of_iron(b, shoogi_colour_other(b->side)));
    const uint8_t group = b->v->kind[sh->kind].trade_group;
    if (!sh->protected && !k->any_barred && group == 0)
        return targets;
    const bits victims = bits_and(targets, enemies);
    EACH_SQUARE(to, victims)
    {
        const bool same_group =
            group != 0 && b->v->kind[shg_code_kind(b->square[to])].trade_group == group;
        if (same_group || trade_barred(b, k, sh, from, over, (unsigned)to))
            targets = bits_without(targets, bits_one((unsigned)to));
    }
    return targets;
}

/* --- the men of the board ------------------------------------------------------------------------ */

/* Where a man may land by a plain move, check apart. */
ALWAYS_INLINE bits plain_targets(const board *b, const surveyed *k, const shape *sh, unsigned sq)
{
    const gait *const g = &sh->gait[b->side];
    if (!sh->splits)
        return bits_without(attacks(&g->takes, sq, k->occupied), b->occupied[b->side]);
    const bits taken =
        bits_and(attacks(&g->takes, sq, k->occupied), b->occupied[shoogi_colour_other(b->side)]);
    return bits_or(taken, bits_without(attacks(g->goes, sq, k->occupied), k->occupied));
}

/* The move of a man that visits over on the way. */
static shoogi_move by_way_of(unsigned from, unsigned over, unsigned to, shoogi_kind kind)
{
    const shoogi_move none = (shoogi_move)SHOOGI_NO_SQUARE << 22;
    const shoogi_move plain = shoogi_move_make((shoogi_square)from, (shoogi_square)to, kind, false);
    return (plain & ~none) | (shoogi_move)over << 22;
}

/* True if taking the man on sq leaves a counter-strike mark. */
static bool leaves_mark(const board *b, const shape *sh, unsigned sq)
{
    return !sh->counter_strike && shape_at(b, sq)->counter_strike;
}

/* A man takes, or in PATHS merely visits, a neighbour and goes on. */
ALWAYS_INLINE void go_double(const board *b, surveyed *k, const shape *sh, unsigned sq, bits plain,
                             sink *out, wanted what)
{
    const gait *const g = &sh->gait[b->side];
    const bits own = bits_without(b->occupied[b->side], bits_one(sq));
    const bits enemies = b->occupied[shoogi_colour_other(b->side)];
    const shoogi_kind kind = shg_code_kind(b->square[sq]);
    for (unsigned i = 0; i < g->double_count; i++) {
        const unsigned over = g->doubles[i].first[sq];
        if (over == SHOOGI_NO_SQUARE || bits_has(&own, over))
            continue;
        const bits second = bits_without(g->doubles[i].second[sq], own);
        if (!bits_has(&enemies, over)) {
            /* The square is empty: the same as going there at once, but a path of its own. */
            if (what != PATHS)
                continue;
            bits ways = bits_and(second, plain);
            if (bits_has(&second, sq) && g->passes && bits_has(&g->passes[sq], over) &&
                b->v->rules.pass != SHG_PASS_NONE)
                bits_set(&ways, sq);
            EACH_SQUARE(to, ways) emit(b, out, by_way_of(sq, over, (unsigned)to, kind));
            continue;
        }
        const bits first = fair(b, k, sh, sq, SHOOGI_NO_SQUARE, bits_one(over));
        if (!bits_any(first))
            continue;
        bits ways = fair(b, k, sh, sq, over, bits_without(second, bits_one(sq)));
        if (counts(what)) {
            out->count += bits_count(ways);
        } else {
            EACH_SQUARE(to, ways) emit(b, out, by_way_of(sq, over, (unsigned)to, kind));
        }
        if (!bits_has(&second, sq))
            continue;
        if (what == PATHS)
            emit(b, out, by_way_of(sq, over, sq, kind));
        else if (leaves_mark(b, sh, over))
            bits_set(&k->taken_at_home_marking, over);
        else
            bits_set(&k->taken_at_home, over);
    }
    if (g->passes && b->v->rules.pass != SHG_PASS_NONE)
        k->can_pass = k->can_pass || bits_any(bits_without(g->passes[sq], k->occupied));
}

/* Of two ways to write one result: the shorter, then the first in sort order. */
static bool written_first(const shoogi_variant *v, shoogi_move a, shoogi_move c)
{
    char text[2][3 * SHOOGI_SQUARE_TEXT_BYTES];
    const shoogi_move moves[2] = { a, c };
    size_t bytes[2];
    for (int i = 0; i < 2; i++) {
        const shoogi_square over = (shoogi_square)(moves[i] >> 22 & SHOOGI_NO_SQUARE);
        bytes[i] = shoogi_square_text(text[i], sizeof text[i], v, shoogi_move_from(moves[i]));
        bytes[i] += shoogi_square_text(text[i] + bytes[i], sizeof text[i] - bytes[i], v, over);
        bytes[i] += shoogi_square_text(text[i] + bytes[i], sizeof text[i] - bytes[i], v,
                                       shoogi_move_to(moves[i]));
    }
    return bytes[0] != bytes[1] ? bytes[0] < bytes[1] : strcmp(text[0], text[1]) < 0;
}

/* Gives out once what several men can do with the same result: take victim without moving, or, with no
 * victim, pass. */
static void go_shared(const board *b, const surveyed *k, unsigned victim, bool marking, sink *out)
{
    shoogi_move best = 0;
    for (unsigned s = 0; s < b->t->shape_count; s++) {
        const shape *const sh = &b->t->shape[s];
        const gait *const g = &sh->gait[b->side];
        if (!sh->doubles)
            continue;
        EACH_SQUARE(sq, *men_of(b, s, b->side))
        {
            bits over = bits_none();
            if (victim == SHOOGI_NO_SQUARE && g->passes)
                over = bits_without(g->passes[sq], k->occupied);
            for (unsigned i = 0; victim != SHOOGI_NO_SQUARE && i < g->double_count; i++)
                if (g->doubles[i].first[sq] == victim &&
                    bits_has(&g->doubles[i].second[sq], (unsigned)sq) &&
                    leaves_mark(b, sh, victim) == marking &&
                    bits_any(fair(b, k, sh, (unsigned)sq, SHOOGI_NO_SQUARE, bits_one(victim))))
                    bits_set(&over, victim);
            EACH_SQUARE(o, over)
            {
                const shoogi_move move = by_way_of((unsigned)sq, (unsigned)o, (unsigned)sq,
                                                   shg_code_kind(b->square[sq]));
                if (best == 0 || written_first(b->v, move, best))
                    best = move;
            }
        }
    }
    assert(best != 0);
    emit(b, out, best);
}

static void go_all_shared(const board *b, const surveyed *k, sink *out, wanted what)
{
    if (counts(what)) {
        out->count +=
            bits_count(k->taken_at_home) + bits_count(k->taken_at_home_marking) + k->can_pass;
        return;
    }
    EACH_SQUARE(victim, k->taken_at_home) go_shared(b, k, (unsigned)victim, false, out);
    EACH_SQUARE(victim, k->taken_at_home_marking) go_shared(b, k, (unsigned)victim, true, out);
    if (k->can_pass && what == LIST) /* as paths they were given out one by one */
        go_shared(b, k, SHOOGI_NO_SQUARE, false, out);
}

/* A man that becomes a second royal answers every check and breaks every pin, because neither of two
 * royals is in check: its promotions to squares that check or pin would bar, and that go() leaves out.
 * Source: docs/variant-format.md, "Royals". */
static void crown(const board *b, const surveyed *k, sink *out, wanted what)
{
    const tables *const t = b->t;
    for (unsigned s = 0; s < t->shape_count; s++) {
        const shape *const sh = &t->shape[s];
        if (!sh->can_be_crowned || sh->royal)
            continue;
        EACH_SQUARE(sq, *men_of(b, s, b->side))
        {
            const bits free = fair(b, k, sh, (unsigned)sq, SHOOGI_NO_SQUARE,
                                   plain_targets(b, k, sh, (unsigned)sq));
            bits allowed = bits_and(free, k->target);
            for (unsigned i = 0; i < k->pin_count; i++)
                if (k->pins[i].square == sq)
                    allowed = bits_and(allowed, k->pins[i].line);
            const bits barred = promoting(b, sh, (unsigned)sq, bits_without(free, allowed), what);
            const shg_kind *const kind = &b->v->kind[sh->kind];
            for (size_t i = 0; i < kind->promotion_count; i++) {
                const shoogi_kind form = kind->promotions[i];
                const bits formed = taking_form(b, form, barred);
                if (!b->v->kind[form].royal)
                    continue;
                if (counts(what))
                    out->count += bits_count(formed);
                else
                    EACH_SQUARE(to, formed)
                emit(b, out, shoogi_move_make((shoogi_square)sq, (shoogi_square)to, form, true));
            }
        }
    }
}

/* Moves that take men on the way, other than by a double step. */
static void go_walking(const board *b, surveyed *k, const shape *sh, unsigned sq, bits first,
                       sink *out, wanted what)
{
    const shoogi_kind kind = shg_code_kind(b->square[sq]);
    const gait *const g = &sh->gait[b->side];
    first = fair(b, k, sh, sq, SHOOGI_NO_SQUARE, first);
    EACH_SQUARE(a, first)
    {
        unsigned taken[2] = { (unsigned)a, 0 };
        bits second, none;
        bits ends = BC(shg_walk)(b, sq, taken, 1, false, &second);
        for (unsigned i = 0; i < g->double_count;
             i++) /* what a double step does as well was given out */
            if (g->doubles[i].first[sq] == a)
                ends = bits_without(ends, g->doubles[i].second[sq]);
        ends = fair(b, k, sh, sq, (unsigned)a, ends);
        if (bits_has(&ends, sq)) { /* back where it came from: several men may do the same */
            ends = bits_without(ends, bits_one(sq));
            if (what == PATHS)
                emit(b, out, by_way_of(sq, (unsigned)a, sq, kind));
            else if (leaves_mark(b, sh, (unsigned)a))
                bits_set(&k->taken_at_home_marking, (unsigned)a);
            else
                bits_set(&k->taken_at_home, (unsigned)a);
        }
        EACH_SQUARE(to, ends) emit(b, out, by_way_of(sq, (unsigned)a, (unsigned)to, kind));
        second = fair(b, k, sh, sq, (unsigned)a, second);
        EACH_SQUARE(c, second)
        {
            taken[0] = (unsigned)a;
            taken[1] = (unsigned)c;
            ends = BC(shg_walk)(b, sq, taken, 2, false, &none);
            if (c < a) { /* the same two in the other order may lead to the same result */
                const unsigned swapped[2] = { (unsigned)c, (unsigned)a };
                ends = bits_without(ends, BC(shg_walk)(b, sq, swapped, 2, false, &none));
            }
            EACH_SQUARE(to, ends)
            {
                const shoogi_move none_yet = (shoogi_move)SHOOGI_NO_SQUARE << 33;
                const shoogi_move move = by_way_of(sq, (unsigned)a, (unsigned)to, kind);
                emit(b, out, (move & ~none_yet) | (shoogi_move)c << 33);
            }
        }
    }
}

/* --- landings with rules of their own ------------------------------------------------------------ */

/* The square as Black's side of the table has it. */
static unsigned as_black(const board *b, unsigned sq)
{
    return b->side == SHOOGI_BLACK ? sq : b->v->squares - 1 - sq;
}

static void give_out(const board *b, shoogi_move move, sink *out, wanted what)
{
    if (counts(what))
        out->count++;
    else
        emit(b, out, move);
}

/* A landing where morph or captureMatrix may change what the man becomes, or forbid it.
 * Source: docs/variant-format.md, "Changes on landing". */
static void go_each(const board *b, const shape *sh, unsigned sq, bits targets, sink *out,
                    wanted what)
{
    const shg_kind *const kind = &b->v->kind[sh->kind];
    EACH_SQUARE(to, targets)
    {
        const shoogi_square from = (shoogi_square)sq, end = (shoogi_square)to;
        const shoogi_kind victim = shg_code_kind(b->square[to]);
        const unsigned action =
            kind->matrix && victim != 0 ? kind->matrix[victim] : SHG_CAPTURE_PLAIN;
        const shoogi_kind morph = kind->morph ? kind->morph[as_black(b, (unsigned)to)] : 0;
        if (action == SHG_CAPTURE_BARRED || morph == SHG_MORPH_BARRED ||
            (action == SHG_CAPTURE_PROTECTED && guarded(b, sq, SHOOGI_NO_SQUARE, (unsigned)to)))
            continue;
        if (action == SHG_CAPTURE_BOTH_DIE)
            give_out(b, shoogi_move_make(from, end, sh->kind, false) | SHOOGI_MOVE_VANISHES, out,
                     what);
        else if (morph != 0)
            give_out(b, shoogi_move_make(from, end, morph, morph != sh->kind), out, what);
        else if (action == SHG_CAPTURE_BECOMES)
            give_out(b, shoogi_move_make(from, end, victim, victim != sh->kind), out, what);
        else if (action == SHG_CAPTURE_PROMOTES && kind->promotion_count > 0)
            give_out(b, shoogi_move_make(from, end, kind->promotions[0], true), out, what);
        else
            go(b, sh, sq, bits_one((unsigned)to), out, what);
    }
}

/* All moves of one man that land on allowed squares, and those of several legs. */
static __attribute__((noinline)) void go_special(const board *b, surveyed *k, const shape *sh,
                                                 unsigned sq, bits allowed, sink *out, wanted what)
{
    bits targets = plain_targets(b, k, sh, sq);
    bits first = bits_none(), swapped = bits_none(), none;
    if (sh->imitates && b->last_kind != 0)
        targets =
            bits_or(targets, plain_targets(b, k, &b->t->shape[b->t->shape_of[b->last_kind]], sq));
    if (sh->walks) {
        const bits walked = BC(shg_walk)(b, sq, NULL, 0, false, &first);
        targets = bits_or(targets, bits_without(walked, bits_one(sq)));
        if (sh->unloads) {
            const bits reached = BC(shg_walk)(b, sq, NULL, 0, true, &none);
            swapped = bits_and(reached, k->occupied);
            targets = bits_or(targets, bits_without(reached, k->occupied));
        }
        /* Some chains take men of their own side; where there are chains, check is not in allowed. */
        allowed = bits_or(allowed, b->occupied[b->side]);
    }
    targets = fair(b, k, sh, sq, SHOOGI_NO_SQUARE, bits_and(targets, allowed));
    if (sh->each)
        go_each(b, sh, sq, targets, out, what);
    else
        go(b, sh, sq, targets, out, what);
    if (sh->doubles)
        go_double(b, k, sh, sq, targets, out, what);
    if (bits_any(first))
        go_walking(b, k, sh, sq, first, out, what);
    swapped = fair(b, k, sh, sq, SHOOGI_NO_SQUARE, bits_and(swapped, allowed));
    EACH_SQUARE(to, swapped)
    give_out(b,
             shoogi_move_make((shoogi_square)sq, (shoogi_square)to, shg_code_kind(b->square[sq]),
                              false) |
                 SHOOGI_MOVE_UNLOADS,
             out, what);
}

/* The same.  What most men do is kept apart from what few do, so that the common loop stays small: with all
 * of it in one place a count of Shogi took a third longer. */
ALWAYS_INLINE void go_man(const board *b, surveyed *k, const shape *sh, unsigned sq, bits allowed,
                          sink *out, wanted what)
{
    if (what != COUNT_ORDINARY && (sh->special || k->any_barred))
        go_special(b, k, sh, sq, allowed, out, what);
    else
        go(b, sh, sq, bits_and(attacks(&sh->gait[b->side].takes, sq, k->occupied), allowed), out,
           what);
}

/* --- drops --------------------------------------------------------------------------------------- */

static bool must_test(const board *b);
static void generate_some(const board *b, sink *out);

/* True if the drop leaves the other side in check without a legal move. */
static bool drop_mates(const board *b, shoogi_move move)
{
    board *const s = b->scratch;
    shg_past past;
    if (s != b)
        BC(shg_copy_board)(s, b);
    BC(shg_board_do)(s, move, &past);
    s->mate_tests = b->mate_tests + 1;
    sink out = { .enough = true };
    out.sifts = out.tests = must_test(s);
    generate_some(s, &out);
    s->mate_tests--;
    BC(shg_board_undo)(s, &past);
    return out.count == 0;
}

/* The squares among places from which a drop of d attacks the other royal and mates it. */
static bits mating_drops(const board *b, const surveyed *k, const drop *d, bits places)
{
    const shoogi_colour other = shoogi_colour_other(b->side);
    const unsigned royal = BC(shg_lone_royal)(b, other);
    bits mating = bits_none();
    if (royal == SHOOGI_NO_SQUARE)
        return mating;
    const way *const w = &b->t->shape[d->shape].gait[other].takes;
    const bits checks = bits_and(places, attacks(w, royal, k->occupied));
    EACH_SQUARE(sq, checks)
    {
        if (drop_mates(b, shoogi_move_make_drop(d->kind, (shoogi_square)sq)))
            bits_set(&mating, (unsigned)sq);
    }
    return mating;
}

/* The squares of files that have no room for one more man. */
static bits full_files(const board *b, const drop *d, bits men)
{
    const unsigned ranks = b->v->ranks;
    bits full = bits_none();
    if (d->per_file == 1) {
        EACH_SQUARE(sq, men) full = bits_or(full, b->t->file[(unsigned)sq / ranks]);
        return full;
    }
    for (unsigned f = 0; f < b->v->files; f++)
        if (bits_count(bits_and(men, b->t->file[f])) >= d->per_file)
            full = bits_or(full, b->t->file[f]);
    return full;
}

/* The squares where there is no room.  Source: docs/xbetza.md, "The drop atom". */
static bits full_squares(const board *b, const drop *d)
{
    const bits men = *men_of(b, d->shape, b->side);
    bits full = d->per_file > 0 ? full_files(b, d, men) : bits_none();
    for (int i = 0; i < 2; i++)
        if (d->per_shade && bits_meet(men, b->t->shade[i]))
            full = bits_or(full, b->t->shade[i]);
    return d->one && bits_any(men) ? b->t->board : full;
}

ALWAYS_INLINE void generate_drops(const board *b, const surveyed *k, sink *out, wanted what)
{
    const tables *t = b->t;
    const shoogi_colour own = b->side;
    unsigned counted_zone = ~0u, counted = 0;
    for (unsigned i = 0; i < t->drop_count; i++) {
        const drop *const d = &t->drop[i];
        if (b->hand[own][d->hand] == 0)
            continue;
        if (what != COUNT_ORDINARY && out->enough && out->count > 0)
            return;
        const unsigned zone = d->zone[own];
        if (counts(what) && !d->limited && !d->mate_barred) {
            if (zone != counted_zone) { /* kinds of one zone stand together in the table */
                counted = bits_count(bits_and(t->zone[zone], k->drop_target));
                counted_zone = zone;
            }
            out->count += counted;
            continue;
        }
        bits places = bits_and(t->zone[zone], k->drop_target);
        if (d->limited)
            places = bits_without(places, full_squares(b, d));
        if (d->mate_barred && !k->free && b->mate_tests < SHG_MATE_TESTS_MAX)
            places = bits_without(places, mating_drops(b, k, d, places));
        if (counts(what)) {
            out->count += bits_count(places);
            continue;
        }
        EACH_SQUARE(to, places) emit(b, out, shoogi_move_make_drop(d->kind, (shoogi_square)to));
    }
}

/* --- all of it ----------------------------------------------------------------------------------- */

ALWAYS_INLINE void generate(const board *b, sink *out, wanted what)
{
    const tables *t = b->t;
    const shoogi_colour own = b->side;
    const bool rich = what != COUNT_ORDINARY;
    const bool may_be_over = (rich && t->ends_by_men) || b->royals[own] < b->royals_set_up[own];
    if (may_be_over && BC(shg_board_over)(b).reason != SHOOGI_REASON_NONE)
        return;
    surveyed k;
    survey(b, &k, out->free, what);
    if (k.royal != SHOOGI_NO_SQUARE && (what != PATHS || bits_has(&out->men, k.royal))) {
        const shape *const sh = shape_at(b, k.royal);
        bits targets = plain_targets(b, &k, sh, k.royal);
        if (rich && t->trades)
            targets = fair(b, &k, sh, k.royal, SHOOGI_NO_SQUARE, targets);
        if (bits_any(targets)) {
            targets = bits_without(targets, attacked_around(b, &k));
            go(b, sh, k.royal, targets, out, what);
        }
        if (rich && out->enough && out->count > 0)
            return;
    }
    if (rich && k.royal != SHOOGI_NO_SQUARE && t->crowns)
        crown(b, &k, out, what);
    if (!bits_any(k.target) && !bits_any(k.drop_target))
        return; /* double check */
    for (unsigned s = 0; s < t->shape_count; s++) {
        const shape *const sh = &t->shape[s];
        const gait *const g = &sh->gait[own];
        if (sh->royal && k.royal != SHOOGI_NO_SQUARE)
            continue;
        bits men = bits_without(*men_of(b, s, own), k.pinned);
        if (what == PATHS)
            men = bits_and(men, out->men);
        if (counts(what) && g->shift != 0 && (!rich || (t->counts_shifted && !k.any_barred))) {
            count_shifted(b, sh, men, k.target, out, what);
            continue;
        }
        EACH_SQUARE(sq, men) go_man(b, &k, sh, (unsigned)sq, k.target, out, what);
        if (rich && out->enough && out->count > 0)
            return;
    }
    for (unsigned i = 0; i < k.pin_count; i++) {
        const unsigned sq = k.pins[i].square;
        if (what == PATHS && !bits_has(&out->men, sq))
            continue;
        go_man(b, &k, shape_at(b, sq), sq, bits_and(k.target, k.pins[i].line), out, what);
    }
    if (rich && t->shares)
        go_all_shared(b, &k, out, what);
    if (what != PATHS || out->drops)
        generate_drops(b, &k, out, what);
}

/* Where moves have to be tried they cannot be counted by squares. */
static bool must_test(const board *b)
{
    const unsigned royals = b->royals[b->side];
    return b->v->rules.check_strict &&
           ((b->t->tests_checks && royals == 1) || (b->t->royals_change && royals > 0) ||
            (b->t->crowns && royals == 0)); /* a first royal may not be crowned into check */
}

static void generate_some(const board *b, sink *out)
{
    if (out->tests)
        generate(b, out, LIST);
    else
        generate(b, out, COUNT);
}

size_t BC(shg_count_moves)(const board *b)
{
    sink out = { 0 };
    out.sifts = out.tests = must_test(b);
    if (b->t->ordinary)
        generate(b, &out, COUNT_ORDINARY);
    else
        generate_some(b, &out);
    return out.count;
}

size_t BC(shg_list_moves)(const board *b, shoogi_move *moves, size_t room, bool paths)
{
    sink out = { .moves = moves, .room = room };
    out.sifts = out.tests = must_test(b);
    if (!paths) {
        generate(b, &out, LIST);
        return out.count;
    }
    out.men = b->t->board;
    out.drops = true;
    generate(b, &out, PATHS);
    return out.count;
}

size_t BC(shg_list_like)(const board *b, shoogi_move *moves, size_t room, shoogi_move like,
                         shoogi_move like_bits, bool free)
{
    sink out = { .moves = moves,
                 .room = room,
                 .free = free,
                 .sifts = true,
                 .tests = !free && must_test(b),
                 .like = like,
                 .like_bits = like_bits,
                 .drops = shoogi_move_is_drop(like) };
    if (!out.drops)
        bits_set(&out.men, shoogi_move_from(like));
    generate(b, &out, PATHS);
    return out.count;
}
