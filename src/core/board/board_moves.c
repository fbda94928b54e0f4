/* board_moves.c: generates or counts legal moves; compiled once for each board class.
 *
 * Legality is direct: checkers and pins are found once (survey), and the legal squares of each piece are then an
 * intersection of bitboards.  A leaf is counted without a list, because drops and slides are population counts.  If a
 * piece attacks in ways that pins do not describe (hops, multi-step moves), moves are tried instead: each, or those that
 * touch a square on which an attack depends. */
#include "core/board/board_list.h"

#include <stdlib.h>

/* --- attacks ------------------------------------------------------------------------------------- */

static inline bits shifted(const move_set *g, bits pieces)
{
    pieces = bits_and(pieces, g->shift_from);
    return g->shift > 0 ? bits_up(pieces, (unsigned)g->shift)
                        : bits_down(pieces, (unsigned)-g->shift);
}

bits BC(shg_plain_attacks)(const board *b, unsigned sq, bits occupied)
{
    assert(is_occupied(b, sq));
    const shoogi_colour colour = shg_code_colour(b->square[sq]);
    if (!b->t->borrows)
        return attacks(&move_class_at(b, sq)->move_set[colour].captures, sq, occupied);
    shoogi_square lenders[SHG_LENDERS_MAX];
    const unsigned count = shg_find_lenders(b->v, b->square, (shoogi_square)sq, lenders);
    bits found = bits_none();
    for (unsigned i = 0; i < count; i++)
        found = bits_or(
            found, attacks(&move_class_at(b, lenders[i])->move_set[colour].captures, sq, occupied));
    return found;
}

bits BC(shg_borrowing_attackers)(const board *b, unsigned sq, shoogi_colour colour, bits occupied)
{
    assert(b->t->borrows && is_square(b, sq));
    const bits pieces = bits_and(b->occupied[colour], occupied);
    bits found = bits_none();
    EACH_SQUARE(from, pieces)
    {
        const bits attacked = BC(shg_plain_attacks)(b, (unsigned)from, occupied);
        if (bits_has(&attacked, sq))
            bits_set(&found, (unsigned)from);
    }
    return found;
}

/* The pieces of colour that can be captured. */
static bits takeable(const board *b, shoogi_colour colour)
{
    return bits_without(b->occupied[colour], pieces_in_role(b, ROLE_UNCAPTURABLE, colour));
}

/* The destinations on which a piece of colour may land: not on pieces that can never be captured. */
static bits endable(const board *b, shoogi_colour colour, bits ends, bits prey)
{
    return bits_without(ends, bits_without(b->occupied[shoogi_colour_other(colour)], prey));
}

/* Adds to *taken the destinations of a piece that captures all these on the way, and what it could capture after
 * them; returns whether it could end its move at all.  Recurses at most SHOOGI_VIA_MAX deep. */
static bool walk_takes_after(const board *b, walk_asked asked, bits prey, bits *taken)
{
    const shoogi_colour colour = shg_code_colour(b->square[asked.from]);
    const walked found = BC(shg_walk)(b, asked);
    const bits ends = endable(b, colour, found.ends, prey);
    bool can_end = bits_any(ends);
    *taken = bits_or(*taken, ends);
    if (asked.taken_count == SHOOGI_VIA_MAX)
        return can_end;
    /* it may capture pieces of either side on the way, except those that can never be captured */
    const bits next = bits_and(found.more, bits_or(prey, b->occupied[colour]));
    EACH_SQUARE(sq, next)
    {
        walk_asked further = asked;
        further.taken[further.taken_count++] = (shoogi_square)sq;
        if (!walk_takes_after(b, further, prey, taken))
            continue;
        bits_set(taken, (unsigned)sq);
        can_end = true;
    }
    return can_end;
}

/* Captures of the piece on from by walks: on the way, if the move can then be ended, or at the end. */
static bits walk_takes(const board *b, unsigned from, bits prey)
{
    walk_asked asked = { .from = from, .by = SHOOGI_NO_SQUARE };
    bits taken = bits_none();
    (void)walk_takes_after(b, asked, prey, &taken);
    if (move_class_at(b, from)->unloads) {
        asked.unloading = true;
        taken = bits_or(taken, BC(shg_walk)(b, asked).ends);
    }
    return bits_and(taken, prey);
}

/* Captures of the piece on from by its chains, on the way or at the end. */
static bits chain_takes(const board *b, unsigned from)
{
    const move_class *const sh = move_class_at(b, from);
    const shoogi_colour colour = shg_code_colour(b->square[from]);
    const move_set *const g = &sh->move_set[colour];
    const bits prey = takeable(b, shoogi_colour_other(colour));
    const bits own = bits_without(b->occupied[colour], bits_one(from));
    bits taken = bits_none();
    for (unsigned i = 0; i < g->double_count; i++) {
        const unsigned over = double_first(&g->doubles[i], from);
        if (over == SHOOGI_NO_SQUARE || !bits_has(&prey, over))
            continue;
        const bits second =
            endable(b, colour, bits_without(double_second(&g->doubles[i], from), own), prey);
        if (bits_any(second))
            bits_set(&taken, over);
        taken = bits_or(taken, second);
    }
    if (sh->walks)
        taken = bits_or(taken, walk_takes(b, from, prey));
    if (sh->sweeps)
        taken = bits_or(taken, BC(shg_sweep)(b, from).taken);
    return bits_and(taken, prey);
}

/* The pieces of colour that the other side immobilises.  Source: docs/variant-format.md, "Captures", nets. */
bits BC(shg_held)(const board *b, shoogi_colour colour)
{
    const shoogi_colour other = shoogi_colour_other(colour);
    const bits nets = pieces_in_role(b, ROLE_IMMOBILISER, other);
    bits found = bits_none();
    EACH_SQUARE(sq, nets)
    {
        const shg_betza *const betza = &b->v->kind[shg_code_kind(b->square[sq])].betza;
        for (size_t i = 0; i < betza->ride_count; i++) {
            const shg_ride *const ride = &betza->rides[i];
            const unsigned at = shg_first_along(b->v, b->square, ride, (shoogi_square)sq);
            if (ride->reach != 1 && at != SHOOGI_NO_SQUARE && bits_has(&b->occupied[colour], at))
                bits_set(&found, at);
        }
    }
    return found;
}

static bool is_peaceful(const board *b, shoogi_colour colour)
{
    return b->t->hand_rules && shg_is_peaceful(b->v, b->hand[colour], b->royals[colour]);
}

static bool are_on_queen_line(const board *b, unsigned sq, unsigned other)
{
    const unsigned ranks = b->v->ranks;
    const int files_away = abs((int)(sq / ranks) - (int)(other / ranks)),
              ranks_away = abs((int)(sq % ranks) - (int)(other % ranks));
    return files_away == 0 || ranks_away == 0 || files_away == ranks_away;
}

/* Whether the piece on from may capture on sq by a chain, without a walk, which costs much more. */
static bool may_chain_to(const board *b, unsigned from, unsigned sq)
{
    const move_class *const sh = move_class_at(b, from);
    if (HAS_SHORT_CUTS && sh->only_jumps)
        return are_on_queen_line(b, from, sq);
    return sh->doubles || sh->sweeps || may_walk_to(b, from, sq);
}

/* The pieces of colour that attack sq in any way. */
bits BC(shg_attackers)(const board *b, unsigned sq, shoogi_colour colour)
{
    assert(is_square(b, sq));
    if (b->t->any_uncapturable && b->square[sq] != 0 &&
        b->v->kind[shg_code_kind(b->square[sq])].uncapturable)
        return bits_none();
    if (is_peaceful(b, colour))
        return bits_none();
    bits found = b->t->borrows ? BC(shg_borrowing_attackers)(b, sq, colour, occupied_all(b))
                               : plain_attackers(b, sq, colour, occupied_all(b));
    const bits idle = BC(shg_held)(b, colour);
    found = bits_without(found, idle);
    for (unsigned g = 0; b->t->tests_each_move && g < group_count(b->t); g++) {
        const move_class *const sh = group_move_class(b->t, g);
        if (!sh->walks && !sh->doubles && !sh->sweeps)
            continue;
        const bits pieces = bits_without(bits_without(*pieces_of(b, g, colour), idle), found);
        EACH_SQUARE(from, pieces)
        {
            if (!may_chain_to(b, (unsigned)from, sq))
                continue;
            const bits taken = chain_takes(b, (unsigned)from);
            if (bits_has(&taken, sq))
                bits_set(&found, (unsigned)from);
        }
    }
    return found;
}

/* What the piece on sq could capture, whichever side is to move, ignoring the trade rules. */
bits BC(shg_takes_from)(const board *b, unsigned sq)
{
    assert(is_square(b, sq));
    if (b->square[sq] == 0)
        return bits_none();
    const shoogi_colour colour = shg_code_colour(b->square[sq]);
    const bits idle = BC(shg_held)(b, colour);
    if (is_peaceful(b, colour) || bits_has(&idle, sq))
        return bits_none();
    const bits plain = BC(shg_plain_attacks)(b, sq, occupied_all(b));
    return bits_or(bits_and(plain, takeable(b, shoogi_colour_other(colour))), chain_takes(b, sq));
}

unsigned BC(shg_lone_royal)(const board *b, shoogi_colour colour)
{
    if (b->royals[colour] != 1)
        return SHOOGI_NO_SQUARE;
    const unsigned royal = bits_first(pieces_in_role(b, ROLE_ROYAL, colour));
    assert(is_occupied(b, royal) && is_royal(b, b->square[royal]));
    return royal;
}

bool BC(shg_is_in_check)(const board *b)
{
    const unsigned royal = BC(shg_lone_royal)(b, b->side);
    return royal != SHOOGI_NO_SQUARE &&
           bits_any(BC(shg_attackers)(b, royal, shoogi_colour_other(b->side)));
}

/* --- checks and pins ----------------------------------------------------------------------------- */

/* The attackers of the royal found so far. */
typedef struct checkers {
    surveyed *k;
    bits pieces;
    bits block; /* squares that answer every check along a line */
} checkers;

/* A slider gives check or pins a piece.  Two sliders may pin the same piece, and one slider may attack along two
 * lines. */
ALWAYS_INLINE void see_check(void *seer, const board *b, unsigned from, bits path, bits between)
{
    checkers *const c = seer;
    surveyed *const k = c->k;
    const bits where = bits_or(path, bits_one(from));
    if (!bits_any(between)) {
        bits_set(&c->pieces, from);
        c->block = bits_and(c->block, where);
        return;
    }
    if (!bits_meet(between, b->occupied[b->side]))
        return;
    const unsigned pinned = bits_first(between);
    if (bits_has(&k->pinned, pinned)) {
        for (unsigned i = 0; i < k->pin_count; i++)
            if (k->pins[i].square == pinned)
                k->pins[i].line = bits_and(k->pins[i].line, where);
        return;
    }
    assert(k->pin_count < PINS_MAX);
    k->pins[k->pin_count].square = pinned;
    k->pins[k->pin_count++].line = where;
    k->pinned = bits_or(k->pinned, between);
}

/* Finds the checkers and the pinned pieces. */
static void survey_royal(const board *b, surveyed *k)
{
    const shoogi_colour other = shoogi_colour_other(b->side);
    const bits leapers = leaping_attackers(b, k->royal, other);
    checkers c = { k, leapers, b->t->board };
    each_aim(b, k->royal, other, leapers, k->occupied, see_check, &c);
    if (!bits_any(c.pieces))
        return;
    if (bits_any(leapers))
        c.block = bits_and(c.block, leapers);
    if (!bits_single(c.pieces))
        c.block = bits_none(); /* in a double check only the royal can move */
    k->target = bits_and(k->target, c.block);
    k->drop_target = bits_and(k->drop_target, c.block);
}

/* Squares with effects on landing: next to a burning piece, and on a contagious piece. */
static bits landing_effect_squares(const board *b, shoogi_colour other)
{
    bits landing_effects = pieces_in_role(b, ROLE_CONTAGIOUS, other);
    const bits burners = pieces_in_role(b, ROLE_BURNER, other);
    EACH_SQUARE(sq, burners)
    {
        landing_effects = bits_or(landing_effects, around(b, (unsigned)sq));
    }
    return landing_effects;
}

static void survey_trade(const board *b, surveyed *k)
{
    k->can_pass = false;
    k->landing_effects = bits_none();
    if (b->t->burns || b->t->contagious)
        k->landing_effects = landing_effect_squares(b, shoogi_colour_other(b->side));
    k->any_landing_effects = bits_any(k->landing_effects);
    /* On the counter-strike square itself nothing is forbidden.
     * Source: docs/variant-format.md, "Captures". */
    const shoogi_colour other = shoogi_colour_other(b->side);
    k->any_barred = b->counter_strike_square != SHOOGI_NO_SQUARE &&
                    bits_any(bits_without(pieces_in_role(b, ROLE_COUNTER_STRIKE, other),
                                          bits_one(b->counter_strike_square)));
}

ALWAYS_INLINE void survey(const board *b, surveyed *k, bool free, generation_type what)
{
    const shoogi_colour other = shoogi_colour_other(b->side);
    k->occupied = occupied_all(b);
    k->target = bits_without(b->t->board, b->occupied[b->side]);
    if (what != COUNT_ORDINARY && b->t->any_uncapturable && !free)
        k->target = bits_without(k->target, bits_without(b->occupied[other], takeable(b, other)));
    k->drop_target = bits_without(b->t->board, k->occupied);
    k->pinned = what != COUNT_ORDINARY ? BC(shg_held)(b, b->side) : bits_none();
    k->pin_count = 0;
    k->free = free;
    if (what != COUNT_ORDINARY)
        survey_trade(b, k);
    k->royal = SHOOGI_NO_SQUARE;
    if (what != COUNT_ORDINARY &&
        (!b->v->rules.check_strict || b->t->tests_each_move || b->t->royals_change || free))
        return;
    k->royal = BC(shg_lone_royal)(b, b->side);
    if (k->royal != SHOOGI_NO_SQUARE)
        survey_royal(b, k);
}

/* --- emitting moves ------------------------------------------------------------------------------ */

/* Whether the side to move is checkmated; b is a scratch board. */
static bool is_mated(board *b)
{
    assert(b->scratch == b);
    if (!BC(shg_is_in_check)(b))
        return false;
    shoogi_move answer;
    if (BC(shg_board_over)(b).reason != SHOOGI_REASON_NONE)
        return false; /* it has ended otherwise */
    b->mate_tests++;
    const bool answers = BC(shg_list_some)(b, &answer, 1) > 0;
    b->mate_tests--;
    return !answers;
}

static bool has_pieces_in_hand(const board *b, shoogi_colour colour)
{
    bool any = false;
    for (unsigned k = 1; k <= b->v->kinds; k++)
        any = any || b->hand[colour][k] > 0;
    return any;
}

/* Source: docs/variant-format.md, "Hands and drops", royalInHand. */
static bool is_barred_while_waiting(const board *b, shoogi_move move)
{
    return shg_royal_is_in_hand(b->v, b->hand[b->side], b->royals[b->side]) &&
           shg_royal_in_hand_forbids(b->v, move, BC(shg_captures_any)(b, move));
}

/* A piece of the kind comes to another file, where fileLimit counts it. */
static bool comes_to_file(const board *b, shoogi_move move)
{
    const unsigned from = shoogi_move_from(move), to = shoogi_move_to(move);
    return b->v->rules.file_limit_moves && !shoogi_move_is_drop(move) &&
           b->v->kind[shoogi_move_kind(move)].drop_per_file > 0 &&
           (from / b->v->ranks != to / b->v->ranks ||
            shg_code_kind(b->square[from]) != shoogi_move_kind(move));
}

/* Whether the position after a move, on a scratch board, makes it illegal: by fileLimit (nifu) if it came to the
 * file, by dropCheck or by mateInHand. */
static bool is_barred_after(board *after, shoogi_move move, bool came)
{
    const shoogi_variant *const v = after->v;
    const shoogi_colour own = shoogi_colour_other(after->side);
    const shoogi_kind kind = shoogi_move_kind(move);
    assert(after->scratch == after && after->side != own);
    const bits like = bits_and(after->t->file[shoogi_move_to(move) / v->ranks],
                               pieces_of_class(after, after->t->move_class_of[kind], own));
    if (came && bit_count(like) > v->kind[kind].drop_per_file)
        return true;
    const unsigned royal = BC(shg_lone_royal)(after, after->side);
    if (royal == SHOOGI_NO_SQUARE)
        return false;
    if (shoogi_move_is_drop(move) && v->kind[kind].drop_check_barred) {
        const bits taken = BC(shg_takes_from)(after, shoogi_move_to(move));
        if (bits_has(&taken, royal))
            return true;
    }
    return !v->rules.mate_in_hand && after->mate_tests < SHG_MATE_TESTS_MAX &&
           has_pieces_in_hand(after, own) && is_mated(after);
}

/* Whether the move leaves the only royal in check, or is illegal because of the hands. */
bool BC(shg_is_barred)(const board *b, shoogi_move move)
{
    assert(has_ends(b, move));
    if (b->t->hand_rules && is_barred_while_waiting(b, move))
        return true;
    const bool came = b->t->hand_rules && comes_to_file(b, move);
    const shoogi_colour own = b->side;
    board *const s = b->scratch;
    shg_made_move made;
    if (s != b)
        BC(shg_copy_board)(s, b);
    BC(shg_board_do)(s, move, &made);
    const unsigned royal = BC(shg_lone_royal)(s, own);
    bool barred = false;
    if (royal != SHOOGI_NO_SQUARE && b->v->rules.check_strict)
        barred = bits_any(BC(shg_attackers)(s, royal, shoogi_colour_other(own)));
    if (!barred && b->t->hand_rules)
        barred = is_barred_after(s, move, came);
    BC(shg_board_undo)(s, &made);
    return barred;
}

/* Adds the squares where a change may let the piece on from attack the royal, which it does not attack now; false: any may. */
static bool add_exposing(bits *found, const board *b, unsigned from, unsigned royal)
{
    const move_class *const sh = move_class_at(b, from);
    if (!sh->only_jumps && may_chain_to(b, from, royal))
        return false;
    if (!are_on_queen_line(b, from, royal))
        return true;
    const bits attacked = BC(shg_plain_attacks)(b, from, bits_one(from));
    if (!bits_has(&attacked, royal) && !sh->only_jumps)
        return true;
    const int stride = stride_between(b, from, royal);
    for (int sq = (int)from + stride; sq != (int)royal; sq += stride)
        bits_set(found, (unsigned)sq);
    return true;
}

/* A move that captures at its end only leaves the only royal in check only if it begins or ends on one of these squares: that of
 * the royal itself, or one between it and a piece that attacks along a line.  All squares, if others may decide, too. */
static bits exposing_squares(const board *b)
{
    const shoogi_colour other = shoogi_colour_other(b->side);
    const unsigned royal = BC(shg_lone_royal)(b, b->side);
    if (royal == SHOOGI_NO_SQUARE || bits_any(BC(shg_attackers)(b, royal, other)))
        return b->t->board;
    bits found = bits_one(royal);
    if (b->t->borrows) /* a captured piece lends no more */
        found = bits_or(found, b->occupied[other]);
    EACH_SQUARE(from, b->occupied[other])
    {
        if (!add_exposing(&found, b, (unsigned)from, royal))
            return b->t->board;
    }
    return found;
}

bool BC(shg_is_barred_listed)(const board *b, sink *out, shoogi_move move)
{
    const shoogi_move more =
        SHOOGI_MOVE_SELF_DESTRUCT | SHOOGI_MOVE_UNLOAD | SHOOGI_MOVE_CAPTURES_LINE;
    if (!HAS_SHORT_CUTS || !b->t->exposes_locally)
        return BC(shg_is_barred)(b, move);
    if (!out->exposing_known)
        out->exposing = exposing_squares(b);
    out->exposing_known = true;
    const bool may_expose =
        (move & SHOOGI_MOVE_DIRECT) != SHOOGI_MOVE_DIRECT || (move & more) ||
        bits_has(&out->exposing, shoogi_move_to(move)) ||
        (!shoogi_move_is_drop(move) && bits_has(&out->exposing, shoogi_move_from(move)));
    return may_expose && BC(shg_is_barred)(b, move);
}

/* The squares on which a piece promotes by any move to them. */
static inline bits last_chance(const board *b, const move_class *sh)
{
    const move_set *const g = &sh->move_set[b->side];
    const bool named = b->v->kind[sh->kind].last_rank;
    const bits stuck = bits_without(b->t->board, named ? g->alive : g->stay);
    return named ? bits_or(b->t->last_rank[b->side], stuck) : stuck;
}

/* The targets on which a piece from sq may promote.  Source: docs/variant-format.md, "Promotion". */
ALWAYS_INLINE bits promoting(const board *b, const move_class *sh, unsigned sq, bits targets,
                             generation_type what)
{
    const bits *const own_zone = &b->t->promotion[b->side];
    if (what == COUNT_ORDINARY || b->t->promotes_by_zone)
        return bits_has(own_zone, sq) ? targets : bits_and(targets, *own_zone);
    const shg_rules *const rules = &b->v->rules;
    const bits enemies = b->occupied[shoogi_colour_other(b->side)];
    if (rules->promotion_captures)
        return bits_and(targets, enemies);
    if (rules->flip != SHG_FLIP_NONE)
        return rules->flip == SHG_FLIP_MOVE ? targets : bits_and(targets, enemies);
    bits where = *own_zone;
    if (!rules->promotion_ends && bits_has(own_zone, sq))
        where = rules->promotion_enters ? enemies : b->t->board;
    if (rules->promotion_enters)
        where = bits_or(where, last_chance(b, sh));
    return bits_and(targets, where);
}

/* The squares with promoted pieces. */
static bits promoted_pieces(const board *b, bits squares)
{
    bits found = bits_none();
    EACH_SQUARE(sq, squares)
    {
        if (shg_is_promoted(b->v, shg_code_kind(b->square[sq])))
            bits_set(&found, (unsigned)sq);
    }
    return found;
}

/* The targets on which it may promote to this kind, excluding those from which that kind could never move. */
ALWAYS_INLINE bits taking_form(const board *b, shoogi_kind form, bits promotable)
{
    if (!b->v->rules.promotion_alive)
        return promotable;
    return bits_and(promotable,
                    b->t->move_class[b->t->move_class_of[form]].move_set[b->side].alive);
}

/* The targets on which it may stay unpromoted: not where it flips, and not where it must promote and some promotion
 * is offered. */
ALWAYS_INLINE bits staying(const board *b, const move_class *sh, bits targets, bits promotable,
                           generation_type what)
{
    const shg_rules *const rules = &b->v->rules;
    if (what != COUNT_ORDINARY && (rules->promotion_must || rules->promotion_must_if_promoted ||
                                   rules->promotion_must_last || rules->flip != SHG_FLIP_NONE)) {
        const shg_kind *const kind = &b->v->kind[sh->kind];
        if (rules->promotion_must_last && rules->flip == SHG_FLIP_NONE)
            promotable =
                kind->last_rank ? bits_and(promotable, b->t->last_rank[b->side]) : bits_none();
        if (rules->promotion_must_if_promoted && rules->flip == SHG_FLIP_NONE)
            promotable = promoted_pieces(b, bits_without(promotable, b->occupied[b->side]));
        bits gone = sh->free_forms > 0 || rules->flip != SHG_FLIP_NONE ? promotable : bits_none();
        for (size_t i = 0; sh->tight_forms && i < kind->promotion_count; i++)
            gone = bits_or(gone, taking_form(b, kind->promotions[i], promotable));
        targets = bits_without(targets, gone);
    }
    return bits_and(targets, sh->move_set[b->side].stay);
}

/* The number of promotions, given where a piece of the class may promote. */
ALWAYS_INLINE size_t count_forms(const board *b, const move_class *sh, bits promotable)
{
    size_t count = bit_count(promotable) * sh->free_forms;
    if (!sh->tight_forms)
        return count;
    count = 0;
    const shg_kind *const kind = &b->v->kind[sh->kind];
    for (size_t i = 0; i < kind->promotion_count; i++)
        count += bit_count(taking_form(b, kind->promotions[i], promotable));
    return count;
}

/* Emits the moves of a piece from sq to each target, with and without promotion as the rules allow. */
ALWAYS_INLINE void go(const board *b, const move_class *sh, unsigned sq, bits targets, sink *out,
                      generation_type what)
{
    if (BOARD_WORDS > BOARD_WORDS_NARROW_MAX && !bits_any(targets))
        return; /* on a crowded board most pieces are blocked */
    const bits enemies = b->occupied[shoogi_colour_other(b->side)];
    if (!sh->can_promote) {
        if (counts(what)) {
            out->count += bit_count(targets);
            return;
        }
        if (what == NOISY || what == QUIET)
            targets = what == NOISY ? bits_and(targets, enemies) : bits_without(targets, enemies);
        const shoogi_kind kind = shg_code_kind(b->square[sq]);
        EACH_SQUARE(to, targets)
        emit(b, out, shoogi_move_make((shoogi_square)sq, (shoogi_square)to, kind, false));
        return;
    }
    const bits promotable = promoting(b, sh, sq, targets, what);
    bits plain = staying(b, sh, targets, promotable, what);
    if (counts(what)) {
        out->count += bit_count(plain) + count_forms(b, sh, promotable);
        return;
    }
    if (what == PATHS && out->free)
        plain = targets; /* with free, every path counts, whatever the piece becomes */
    if (what == NOISY || what == QUIET)
        plain = what == NOISY ? bits_and(plain, enemies) : bits_without(plain, enemies);
    EACH_SQUARE(to, plain)
    emit(b, out, shoogi_move_make((shoogi_square)sq, (shoogi_square)to, sh->kind, false));
    if (what == QUIET && b->v->rules.flip == SHG_FLIP_NONE)
        return;
    const shg_kind *const kind = &b->v->kind[sh->kind];
    for (size_t i = 0; i < kind->promotion_count; i++) {
        bits formed = taking_form(b, kind->promotions[i], promotable);
        if (what == QUIET)
            formed = bits_without(formed, enemies);
        if (what == NOISY && b->v->rules.flip != SHG_FLIP_NONE)
            formed = bits_and(formed, enemies);
        EACH_SQUARE(to, formed)
        emit(b, out,
             shoogi_move_make((shoogi_square)sq, (shoogi_square)to, kind->promotions[i], true));
    }
}

/* Counts the moves of all pieces of a class at once; for classes with a single leap. */
ALWAYS_INLINE void count_shifted(const board *b, const move_class *sh, bits pieces, bits target,
                                 sink *out, generation_type what)
{
    const move_set *const g = &sh->move_set[b->side];
    const bits to = bits_and(shifted(g, pieces), target);
    if (!sh->can_promote) {
        out->count += bit_count(to);
        return;
    }
    const bits zone = b->t->promotion[b->side];
    bits inside = bits_and(shifted(g, bits_and(pieces, zone)), target);
    if (what != COUNT_ORDINARY && b->v->rules.promotion_enters)
        inside = bits_and(inside, b->occupied[shoogi_colour_other(b->side)]);
    bits promotable =
        bits_or(inside, bits_and(bits_and(shifted(g, bits_without(pieces, zone)), target), zone));
    if (what != COUNT_ORDINARY && b->v->rules.promotion_enters)
        promotable = bits_or(promotable, bits_and(to, last_chance(b, sh)));
    out->count += bit_count(staying(b, sh, to, promotable, what)) + count_forms(b, sh, promotable);
}

/* --- pieces on the board ------------------------------------------------------------------------- */

/* Where a piece that moves as the class may land with an ordinary move, ignoring check. */
ALWAYS_INLINE bits targets_like(const board *b, const surveyed *k, const move_class *sh,
                                unsigned sq)
{
    const move_set *const g = &sh->move_set[b->side];
    if (!sh->splits)
        return bits_without(attacks(&g->captures, sq, k->occupied), b->occupied[b->side]);
    const bits taken =
        bits_and(attacks(&g->captures, sq, k->occupied), b->occupied[shoogi_colour_other(b->side)]);
    return bits_or(taken, bits_without(attacks(g->quiet, sq, k->occupied), k->occupied));
}

/* Where a piece that may borrow moves may land; a function of its own to keep the common code small. */
static bits borrowed_targets(const board *b, const surveyed *k, unsigned sq)
{
    shoogi_square lenders[SHG_LENDERS_MAX];
    const unsigned count = shg_find_lenders(b->v, b->square, (shoogi_square)sq, lenders);
    bits targets = bits_none();
    for (unsigned i = 0; i < count; i++)
        targets = bits_or(targets, targets_like(b, k, move_class_at(b, lenders[i]), sq));
    return targets;
}

/* Where a piece may land with an ordinary move, ignoring check. */
ALWAYS_INLINE bits plain_targets(const board *b, const surveyed *k, const move_class *sh,
                                 unsigned sq)
{
    return b->t->borrows ? borrowed_targets(b, k, sq) : targets_like(b, k, sh, sq);
}

bits BC(shg_plain_targets)(const board *b, const surveyed *k, const move_class *sh, unsigned sq)
{
    return plain_targets(b, k, sh, sq);
}

void BC(shg_go)(const board *b, const move_class *sh, unsigned sq, bits targets, sink *out,
                generation_type what)
{
    assert(is_occupied(b, sq) && move_class_at(b, sq) == sh);
    if (counts(what))
        go(b, sh, sq, targets, out, COUNT);
    else
        go(b, sh, sq, targets, out, PATHS); /* in a list they are the same */
}

/* A piece that becomes a second royal answers every check and may leave every pin, because neither of two royals is
 * in check.  These are its promotions on squares that check or pin forbids, which go() leaves out.  Source:
 * docs/variant-format.md, "Royals and the end of the game". */
static void list_second_royals(const board *b, const surveyed *k, sink *out, generation_type what)
{
    const tables *const t = b->t;
    for (unsigned g = 0; g < group_count(t); g++) {
        const move_class *const any = group_move_class(t, g);
        if (!any->can_become_royal || any->royal)
            continue;
        EACH_SQUARE(sq, *pieces_of(b, g, b->side))
        {
            const move_class *const sh = class_in(b, any, (unsigned)sq);
            const bits free = BC(shg_allowed_by_trade)(b, k, sh, (unsigned)sq,
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
                    out->count += bit_count(formed);
                else
                    EACH_SQUARE(to, formed)
                emit(b, out, shoogi_move_make((shoogi_square)sq, (shoogi_square)to, form, true));
            }
        }
    }
}

/* All moves of one piece to allowed squares.  The common cases are separate from the rare ones, so that the hot loop
 * stays small: in one function a count of Shogi took a third longer. */
ALWAYS_INLINE void go_piece(const board *b, surveyed *k, const move_class *sh, unsigned sq,
                            bits allowed, sink *out, generation_type what)
{
    if (what != COUNT_ORDINARY && (sh->special || k->any_barred || k->any_landing_effects))
        BC(shg_generate_special)(b, k, sh, sq, allowed, out, what);
    else
        go(b, sh, sq, bits_and(attacks(&sh->move_set[b->side].captures, sq, k->occupied), allowed),
           out, what);
}

/* --- drops --------------------------------------------------------------------------------------- */

/* Uchifuzume: whether the dropped piece gives check and the other side has no legal move. */
static bool drop_mates(const board *b, shoogi_move move, unsigned royal)
{
    board *const s = b->scratch;
    assert(shoogi_move_is_drop(move) && has_ends(b, move));
    assert(is_occupied(b, royal));
    assert(b->mate_tests < SHG_MATE_TESTS_MAX);
    shg_made_move made;
    if (s != b)
        BC(shg_copy_board)(s, b);
    BC(shg_board_do)(s, move, &made);
    s->mate_tests = b->mate_tests + 1;
    shoogi_move answer;
    const bits taken = BC(shg_takes_from)(s, shoogi_move_to(move));
    const bool mates = bits_has(&taken, royal) &&
                       BC(shg_board_over)(s).reason == SHOOGI_REASON_NONE &&
                       BC(shg_list_some)(s, &answer, 1) == 0;
    s->mate_tests--;
    BC(shg_board_undo)(s, &made);
    return mates;
}

/* The squares of places from which a drop of d gives check and mates. */
static bits mating_drops(const board *b, const surveyed *k, const drop *d, bits places)
{
    const shoogi_colour other = shoogi_colour_other(b->side);
    const unsigned royal = BC(shg_lone_royal)(b, other);
    bits mating = bits_none();
    if (royal == SHOOGI_NO_SQUARE)
        return mating;
    const move_class *const sh = &b->t->move_class[d->move_class];
    bits checks = places;
    if (b->t->borrows) {
        checks = bits_none();
        for (unsigned s = 0; s < b->t->move_class_count; s++)
            checks = bits_or(
                checks, attacks(&b->t->move_class[s].move_set[other].captures, royal, k->occupied));
        checks = bits_and(checks, places);
    } else if (!sh->walks && !sh->doubles && !sh->sweeps)
        checks = bits_and(places, attacks(&sh->move_set[other].captures, royal, k->occupied));
    EACH_SQUARE(sq, checks)
    {
        if (drop_mates(b, shoogi_move_make_drop(d->kind, (shoogi_square)sq), royal))
            bits_set(&mating, (unsigned)sq);
    }
    return mating;
}

/* The squares of files that have reached the limit. */
static bits full_files(const board *b, const drop *d, bits pieces)
{
    assert(d->per_file > 0);
    const unsigned ranks = b->v->ranks;
    bits full = bits_none();
    if (d->per_file == 1) {
        EACH_SQUARE(sq, pieces) full = bits_or(full, b->t->file[(unsigned)sq / ranks]);
        return full;
    }
    for (unsigned f = 0; f < b->v->files; f++)
        if (bit_count(bits_and(pieces, b->t->file[f])) >= d->per_file)
            full = bits_or(full, b->t->file[f]);
    return full;
}

/* The squares that the drop limits forbid (file limit: nifu).  Source: docs/xbetza.md, "The drop atom". */
static bits full_squares(const board *b, const drop *d)
{
    const bits pieces = pieces_of_class(b, d->move_class, b->side);
    bits full = d->per_file > 0 ? full_files(b, d, pieces) : bits_none();
    for (int i = 0; i < 2; i++)
        if (d->per_shade && bits_meet(pieces, b->t->shade[i]))
            full = bits_or(full, b->t->shade[i]);
    return d->one && bits_any(pieces) ? b->t->board : full;
}

static bool has_enough(const sink *out)
{
    return out->enough > 0 && out->count >= out->enough;
}

ALWAYS_INLINE void generate_drops(const board *b, const surveyed *k, sink *out,
                                  generation_type what)
{
    const tables *t = b->t;
    const shoogi_colour own = b->side;
    unsigned counted_zone = ~0u, counted = 0;
    for (unsigned i = 0; i < t->drop_count; i++) {
        const drop *const d = &t->drop[i];
        if (b->hand[own][d->hand] == 0)
            continue;
        if (what != COUNT_ORDINARY && has_enough(out))
            return;
        const unsigned zone = d->zone[own];
        if (counts(what) && !d->limited && !d->mate_barred) {
            if (zone != counted_zone) { /* kinds of one zone are neighbours in the table */
                counted = bit_count(bits_and(t->zone[zone], k->drop_target));
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
            out->count += bit_count(places);
            continue;
        }
        EACH_SQUARE(to, places) emit(b, out, shoogi_move_make_drop(d->kind, (shoogi_square)to));
    }
}

/* --- generation ---------------------------------------------------------------------------------- */

ALWAYS_INLINE void generate(const board *b, sink *out, generation_type what)
{
    const tables *t = b->t;
    const shoogi_colour own = b->side;
    const bool rich = what != COUNT_ORDINARY;
    const shoogi_colour other = shoogi_colour_other(own);
    const bool may_be_over =
        b->royals[own] < b->royals_had[own] ||
        (rich && (t->ends_by_pieces || b->royals[other] < b->royals_had[other]));
    if (may_be_over && !out->free && BC(shg_board_over)(b).reason != SHOOGI_REASON_NONE)
        return;
    surveyed k;
    survey(b, &k, out->free, what);
    if (k.royal != SHOOGI_NO_SQUARE && (what != PATHS || bits_has(&out->pieces, k.royal))) {
        const move_class *const sh = move_class_at(b, k.royal);
        bits targets = plain_targets(b, &k, sh, k.royal);
        if (rich && t->trade_rules)
            targets = BC(shg_allowed_by_trade)(b, &k, sh, k.royal, targets);
        if (bits_any(targets)) {
            /* It may be attacked on the next square through the one it has left. */
            const bits occupied = bits_without(k.occupied, bits_one(k.royal));
            targets = bits_without(targets, attacked_near(b, k.royal, other, occupied, targets));
            go(b, sh, k.royal, targets, out, what);
        }
        if (rich && has_enough(out))
            return;
    }
    if (rich && k.royal != SHOOGI_NO_SQUARE && t->any_becomes_royal)
        list_second_royals(b, &k, out, what);
    if (rich && t->castles)
        BC(shg_generate_castling)(b, out, what);
    if ((!rich || k.royal != SHOOGI_NO_SQUARE) && !bits_any(k.target) && !bits_any(k.drop_target))
        return; /* double check */
    for (unsigned group = 0; group < group_count(t); group++) {
        const move_class *const sh = group_move_class(t, group);
        if (sh->royal && k.royal != SHOOGI_NO_SQUARE)
            continue;
        bits pieces = bits_without(*pieces_of(b, group, own), k.pinned);
        if (what == PATHS)
            pieces = bits_and(pieces, out->pieces);
        if (counts(what) && sh->move_set[own].shift != 0 &&
            (!rich || (t->counts_shifted && !k.any_barred && !k.any_landing_effects))) {
            count_shifted(b, sh, pieces, k.target, out, what);
            continue;
        }
        EACH_SQUARE(sq, pieces)
        go_piece(b, &k, class_in(b, sh, (unsigned)sq), (unsigned)sq, k.target, out, what);
        if (rich && has_enough(out))
            return;
    }
    for (unsigned i = 0; i < k.pin_count; i++) {
        const unsigned sq = k.pins[i].square;
        if (what == PATHS && !bits_has(&out->pieces, sq))
            continue;
        go_piece(b, &k, move_class_at(b, sq), sq, bits_and(k.target, k.pins[i].line), out, what);
    }
    if (rich && t->passes)
        BC(shg_generate_pass)(b, &k, out, what);
    if (what != NOISY && (what != PATHS || out->drops))
        generate_drops(b, &k, out, what);
}

/* If moves must be tried they cannot be counted by squares. */
static bool must_test(const board *b)
{
    const unsigned royals = b->royals[b->side];
    return b->t->hand_rules ||
           (b->v->rules.check_strict &&
            (b->t->tests_each_move || (b->t->royals_change && royals > 0) ||
             (b->t->any_becomes_royal && royals == 0))); /* a first royal may not appear in check by
                                                     promotion */
}

static void list(const board *b, sink *out)
{
    generate(b, out, LIST);
}

static NEVER_INLINE void list_noisy(const board *b, sink *out)
{
    generate(b, out, NOISY);
}

static sink sink_of_part(const board *b, shoogi_move *moves, size_t room, bool noisy)
{
    assert(moves || room == 0);
    sink out = { .moves = moves, .room = room, .noisy = noisy };
    out.tests = must_test(b);
    out.sorts = !b->t->ordinary; /* moves examined one by one are listed in full */
    out.filters = out.tests || out.sorts;
    return out;
}

/* Whether only captures are legal, because one of them is.  Source: docs/variant-format.md, "Captures", mustCapture. */
static bool must_capture(const board *b)
{
    if (!b->v->rules.must_capture)
        return false;
    sink out = sink_of_part(b, NULL, 0, true);
    out.captures = out.filters = true;
    out.enough = 1;
    list_noisy(b, &out);
    return out.count > 0;
}

/* Leaves only captures if they are compulsory. */
static void require_captures(const board *b, sink *out)
{
    out->captures = must_capture(b);
    out->filters = out->filters || out->captures;
}

size_t BC(shg_count_moves)(const board *b)
{
    sink out = { 0 };
    out.filters = out.tests = must_test(b);
    require_captures(b, &out);
    if (out.captures)
        list(b, &out);
    else if (b->t->ordinary)
        generate(b, &out, COUNT_ORDINARY);
    else if (out.tests)
        list(b, &out);
    else
        generate(b, &out, COUNT);
    return out.count;
}

size_t BC(shg_list_moves)(const board *b, shoogi_move *moves, size_t room, bool paths)
{
    assert(moves || room == 0);
    sink out = { .moves = moves, .room = room };
    out.filters = out.tests = must_test(b);
    require_captures(b, &out);
    if (!paths) {
        list(b, &out);
        return out.count;
    }
    out.pieces = b->t->board;
    out.drops = true;
    generate(b, &out, PATHS);
    return out.count;
}

size_t BC(shg_list_some)(const board *b, shoogi_move *moves, size_t room)
{
    assert(moves && room > 0);
    sink out = { .moves = moves, .room = room, .enough = room };
    out.filters = out.tests = must_test(b);
    require_captures(b, &out);
    list(b, &out);
    return out.count < room ? out.count : room;
}

size_t BC(shg_list_noisy)(const board *b, shoogi_move *moves, size_t room)
{
    sink out = sink_of_part(b, moves, room, true);
    require_captures(b, &out);
    list_noisy(b, &out);
    return out.count;
}

size_t BC(shg_list_quiet)(const board *b, shoogi_move *moves, size_t room)
{
    sink out = sink_of_part(b, moves, room, false);
    if (must_capture(b))
        return 0;
    generate(b, &out, QUIET);
    return out.count;
}

static void see_discoverer(void *seer, const board *b, unsigned from, bits path, bits between)
{
    bits *const found = seer;
    (void)from, (void)path;
    *found = bits_or(*found, bits_and(between, b->occupied[b->side]));
}

/* The pieces whose move uncovers an attack of a slider of their own side on the royal. */
static bits discoverers(const board *b, unsigned royal)
{
    bits found = bits_none();
    each_aim(b, royal, b->side, bits_none(), occupied_all(b), see_discoverer, &found);
    return found;
}

size_t BC(shg_list_checks)(const board *b, shoogi_move *moves, size_t room, bool plain)
{
    assert(moves || room == 0);
    const tables *const t = b->t;
    const shoogi_colour other = shoogi_colour_other(b->side);
    const unsigned royal = BC(shg_lone_royal)(b, other);
    const bool filters = royal != SHOOGI_NO_SQUARE && t->move_class_count <= CHECK_CLASSES_MAX &&
                         !t->borrows && (plain || !t->tests_each_move);
    if (!filters)
        return plain ? 0 : BC(shg_list_moves)(b, moves, room, false);
    check_info checks;
    checks.discoverers = discoverers(b, royal);
    for (unsigned s = 0; s < t->move_class_count; s++)
        checks.from[s] =
            attacks(&t->move_class[s].move_set[other].captures, royal, b->occupied[other]);
    sink out = { .moves = moves, .room = room, .checks = &checks, .filters = true };
    out.tests = must_test(b);
    require_captures(b, &out);
    list(b, &out);
    return out.count;
}

size_t BC(shg_list_like)(const board *b, shoogi_move *moves, size_t room, shoogi_move like,
                         shoogi_move like_bits, bool free)
{
    assert((~like_bits & (shoogi_move)SHOOGI_NO_SQUARE << SHOOGI_MOVE_FROM) == 0);
    assert(shoogi_move_is_drop(like) || is_square(b, shoogi_move_from(like)));
    sink out = { .moves = moves,
                 .room = room,
                 .free = free,
                 .filters = true,
                 .tests = !free && must_test(b),
                 .like = like,
                 .like_bits = like_bits,
                 .drops = shoogi_move_is_drop(like) };
    if (!out.drops)
        bits_set(&out.pieces, shoogi_move_from(like));
    out.captures = !free && must_capture(b);
    generate(b, &out, PATHS);
    return out.count;
}
