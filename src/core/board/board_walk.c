/* board_walk.c: moves of several legs, walked leg by leg; compiled once for each board class.
 *
 * A walk answers one question at a time: given the captures on the way, where can the move end, and what could it
 * capture next.  Common parts of several paths are found once, and each state of the walk (leg, direction, square) is
 * visited once, however many paths lead to it. */
#include "core/board/board_int.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_LEG = 8 };          /* direction of the leg before a first leg */
enum { BY_RIDE = SHG_LEGS_MAX }; /* leg number: none */

typedef struct walk {
    const board *b;
    const walk_asked *asked;
    const shg_chain *chain;
    shoogi_colour colour;
    bool borrowing; /* the moves of another kind */
    bits empty;     /* empty squares of the board, and the origin */
    bits own, enemies;
    bits passed;  /* squares on which the last move may be captured en passant */
    bool by_zone; /* the walk has entered the promotion zone from outside, if that is asked */
    walked found;
    /* Kinds of friends whose moves the piece may borrow: a set. */
    uint64_t lenders[(SHOOGI_KINDS_MAX + 64) / 64];
    /* Visited states, indexed by: through the zone, number of captures, leg, direction of the leg before. */
    bits seen[2][SHOOGI_VIA_MAX + 1][SHG_LEGS_MAX][FIRST_LEG + 1];
} walk;

/* One step from a square, on a board joined at its edges if the leg says so; SHOOGI_NO_SQUARE: off the board.  *round:
 * set if it crosses an edge. */
static unsigned step(const walk *w, const shg_leg *leg, unsigned sq, int right, int forward,
                     bool *round)
{
    const shoogi_variant *const v = w->b->v;
    const int files = (int)v->files, ranks = (int)v->ranks;
    const int sign = w->colour == SHOOGI_BLACK ? -1 : 1;
    int file = (int)shg_file_of(v, (shoogi_square)sq) + sign * right;
    int rank = (int)shg_rank_of(v, (shoogi_square)sq) + sign * forward;
    if (file < 0 || file >= files || rank < 0 || rank >= ranks)
        *round = true;
    if (leg->modes & SHG_MODE_CYLINDER)
        file = (file % files + files) % files;
    if (leg->modes & SHG_MODE_TORUS)
        rank = (rank % ranks + ranks) % ranks;
    if (file < 0 || rank < 0 || file >= files || rank >= ranks)
        return SHOOGI_NO_SQUARE;
    const unsigned to = (unsigned)(file * ranks + rank);
    return v->hole[to] ? SHOOGI_NO_SQUARE : to;
}

/* Whether the square is empty or the walk has captured its piece. */
static bool is_empty(const walk *w, unsigned sq, unsigned taken)
{
    assert(is_square(w->b, sq));
    if (bits_has(&w->empty, sq))
        return true;
    for (unsigned i = 0; i < taken; i++)
        if (w->asked->taken[i] == sq)
            return true;
    return false;
}

/* Whether the square at this distance from sq is on the board and empty. */
static bool is_free(const walk *w, const shg_leg *leg, unsigned sq, int right, int forward,
                    unsigned taken)
{
    bool round;
    const unsigned at = step(w, leg, sq, right, forward, &round);
    return at != SHOOGI_NO_SQUARE && is_empty(w, at, taken);
}

/* Whether a shortest way of a king is free that leads along an oblique leap, turning neither back nor aside from it.
 * Bit n of a set: the square n lines to the side. */
static bool has_free_way(const walk *w, const shg_leg *leg, unsigned sq, int right, int forward,
                         unsigned taken)
{
    const bool sideways = abs(right) > abs(forward); /* the longer side */
    const int along = (sideways ? right : forward) > 0 ? 1 : -1;
    const int aside = (sideways ? forward : right) > 0 ? 1 : -1;
    uint64_t reached = 1;
    for (int ahead = 1; ahead < leg->longer; ahead++) {
        uint64_t next = 0;
        for (int n = 0; n <= ahead && n <= leg->shorter; n++) {
            const uint64_t before = reached | reached << 1;
            const int x = sideways ? along * ahead : aside * n;
            const int y = sideways ? aside * n : along * ahead;
            if ((before >> n & 1) && is_free(w, leg, sq, x, y, taken))
                next |= UINT64_C(1) << n;
        }
        reached = next;
    }
    return ((reached | reached << 1) >> leg->shorter & 1) != 0;
}

/* Whether the squares in between allow the leap: empty for a lame leap, the one midway occupied for a jump.  Midway is
 * half the leap or, for a knight, the neighbour along its longer side.  Source: docs/xbetza.md, "Modes". */
static bool between_allows(const walk *w, const shg_leg *leg, unsigned sq, int right, int forward,
                           unsigned taken)
{
    const bool lame = leg->modes & SHG_MODE_LAME;
    if (leg->longer == 2) {
        const bool jumps = leg->modes & SHG_MODE_JUMP;
        if (!jumps && !lame)
            return true;
        bool round;
        const unsigned half = step(w, leg, sq, right / 2, forward / 2, &round); /* 1 / 2 is 0 */
        if (half == SHOOGI_NO_SQUARE)
            return false;
        return is_empty(w, half, taken) ? !jumps : !lame;
    }
    if (lame && leg->class == SHG_OBLIQUE)
        return has_free_way(w, leg, sq, right, forward, taken);
    for (int n = 1; lame && n < leg->longer; n++)
        if (!is_free(w, leg, sq, right / leg->longer * n, forward / leg->longer * n, taken))
            return false;
    return true;
}

static void walk_leg(walk *w, unsigned leg_index, unsigned sq, unsigned before,
                     unsigned steps_before, unsigned taken);

/* After a leg with so many captures: the walk ends, or continues with a following leg: the next one, one after
 * optional legs, or this one again if it loops. */
static void continue_walk(walk *w, unsigned leg_index, unsigned sq, unsigned direction,
                          unsigned steps, unsigned taken)
{
    const shg_chain *const chain = w->chain;
    if (leg_index == BY_RIDE || leg_index + 1 == chain->leg_count) {
        if (taken == w->asked->taken_count)
            bits_set(w->by_zone ? &w->found.ends_by_zone : &w->found.ends, sq);
        return;
    }
    if (leg_index == 0 && w->asked->by != SHOOGI_NO_SQUARE && w->asked->by != sq)
        return;
    if (leg_index == 0 && taken == 0)
        bits_set(&w->found.stops, sq);
    if (chain->legs[leg_index].modes & SHG_MODE_LOOP)
        walk_leg(w, leg_index, sq, direction, steps, taken);
    for (unsigned next = leg_index + 1; next < chain->leg_count; next++) {
        walk_leg(w, next, sq, direction, steps, taken);
        if (!(chain->legs[next].modes & SHG_MODE_LOOP))
            return;
    }
}

/* The first piece along a ride from sq, whatever the walk has captured; SHOOGI_NO_SQUARE: none. */
static unsigned first_along(const walk *w, const shg_ride *ride, unsigned sq, unsigned taken)
{
    const shoogi_variant *const v = w->b->v;
    const int sign = w->colour == SHOOGI_BLACK ? -1 : 1;
    unsigned file = shg_file_of(v, (shoogi_square)sq), rank = shg_rank_of(v, (shoogi_square)sq);
    for (unsigned steps = 1; ride->reach == 0 || steps <= ride->reach; steps++) {
        file += (unsigned)(sign * ride->right);
        rank += (unsigned)(sign * ride->forward);
        if (file >= v->files || rank >= v->ranks || v->hole[file * v->ranks + rank])
            break;
        if (!is_empty(w, file * v->ranks + rank, taken))
            return file * v->ranks + rank;
    }
    return SHOOGI_NO_SQUARE;
}

/* Whether a piece that is not captured protects the one on victim from a shot from sq.  Source:
 * docs/variant-format.md, "Captures", shotCover. */
static bool is_covered(const walk *w, shoogi_kind shooter, unsigned sq, unsigned victim,
                       unsigned taken)
{
    const shoogi_variant *const v = w->b->v;
    if (!v->kind[shooter].shooting.cover)
        return false;
    const bits covers = pieces_in_role(w->b, ROLE_COVER, shoogi_colour_other(w->colour));
    EACH_SQUARE(at, covers)
    {
        const unsigned distance = shg_distance(v, (shoogi_square)at, (shoogi_square)victim);
        if ((unsigned)at != sq && !is_empty(w, (unsigned)at, taken) &&
            shg_is_covered(v, shooter, shg_code_kind(w->b->square[at]), distance))
            return true;
    }
    return false;
}

/* After a leg to sq the piece shoots several times, up to its limit.
 * Source: docs/variant-format.md, "Captures", shoots. */
static void shoot(walk *w, unsigned leg_index, unsigned sq, unsigned direction, unsigned steps,
                  unsigned taken, unsigned left)
{
    const shoogi_variant *const v = w->b->v;
    const shoogi_kind shooter = shg_code_kind(w->b->square[w->asked->from]);
    const shg_shooting *const shooting = &v->kind[shooter].shooting;
    const bool aims = taken < w->asked->taken_count; /* at the next piece to capture */
    bool hits = false;
    int right = 0, forward = 0; /* from sq to that piece */
    if (left == 0)
        return;
    if (aims) {
        const shoogi_square target = (shoogi_square)w->asked->taken[taken];
        const int sign = w->colour == SHOOGI_BLACK ? -1 : 1;
        if (shooting->reach > 0 && shg_distance(v, (shoogi_square)sq, target) > shooting->reach)
            return;
        right = sign * ((int)shg_file_of(v, target) - (int)shg_file_of(v, (shoogi_square)sq));
        forward = sign * ((int)shg_rank_of(v, target) - (int)shg_rank_of(v, (shoogi_square)sq));
    }
    for (size_t i = 0; i < shooting->ride_count; i++) {
        const shg_ride *const ride = &shooting->ride[i];
        if (!(ride->modes & SHG_MODE_CAPTURE) ||
            (aims && (right * ride->forward != forward * ride->right ||
                      right * ride->right + forward * ride->forward <= 0)))
            continue;
        const unsigned victim = first_along(w, ride, sq, taken);
        if (victim == SHOOGI_NO_SQUARE || !bits_has(&w->enemies, victim) ||
            !shg_may_shoot(v, shooter, shg_code_kind(w->b->square[victim]),
                           shg_distance(v, (shoogi_square)sq, (shoogi_square)victim)) ||
            is_covered(w, shooter, sq, victim, taken))
            continue;
        if (aims)
            hits = hits || w->asked->taken[taken] == victim;
        else
            bits_set(&w->found.more, victim);
    }
    if (!hits)
        return;
    continue_walk(w, leg_index, sq, direction, steps, taken + 1);
    shoot(w, leg_index, sq, direction, steps, taken + 1, left - 1);
}

/* Whether a leg may end on sq after so many captures.  A piece shoots only after moves of its own. */
static void arrive(walk *w, unsigned leg_index, unsigned sq, unsigned direction, unsigned steps,
                   unsigned taken)
{
    const shoogi_kind kind = shg_code_kind(w->b->square[w->asked->from]);
    continue_walk(w, leg_index, sq, direction, steps, taken);
    if (!w->borrowing)
        shoot(w, leg_index, sq, direction, steps, taken, w->b->v->kind[kind].shooting.count);
}

/* The same with one more capture, on victim, which differs from sq if it is captured in passing. */
static void arrive_taking(walk *w, unsigned leg_index, unsigned sq, unsigned victim,
                          unsigned direction, unsigned steps, unsigned taken)
{
    if (taken == w->asked->taken_count)
        bits_set(&w->found.more, victim);
    else if (w->asked->taken[taken] == victim)
        arrive(w, leg_index, sq, direction, steps, taken + 1);
}

/* Whether a leg with these modes may capture the piece on sq. */
static bool may_take(const walk *w, uint32_t modes, unsigned sq)
{
    if (!bits_has(&w->enemies, sq))
        return (modes & SHG_MODE_DESTROY) && bits_has(&w->own, sq);
    if (!is_royal(w->b, w->b->square[sq]))
        return modes & SHG_MODE_CAPTURE;
    return (modes & SHG_MODE_ROYAL) || ((modes & SHG_MODE_CAPTURE) && !(modes & SHG_MODE_TAME));
}

/* The leg meets a piece on sq. */
static void meet_piece(walk *w, unsigned leg_index, unsigned sq, unsigned direction, unsigned steps,
                       unsigned taken)
{
    const uint32_t modes = w->chain->legs[leg_index].modes;
    const shoogi_kind kind = shg_code_kind(w->b->square[sq]);
    if ((modes & SHG_MODE_RELAY) && !w->borrowing && bits_has(&w->own, sq) &&
        kind != shg_code_kind(w->b->square[w->asked->from]))
        w->lenders[kind / 64] |= UINT64_C(1) << kind % 64;
    const shoogi_variant *const v = w->b->v;
    const shoogi_kind mover = shg_code_kind(w->b->square[w->asked->from]);
    if (may_take(w, modes, sq) &&
        (!shg_chain_is_beyond(w->chain, leg_index) || shg_may_capture_beyond(v, mover, kind))) {
        if (leg_index + 1 == w->chain->leg_count)
            arrive(w, leg_index, sq, direction, steps, taken);
        else if (shg_may_step_on(v, mover, kind))
            arrive_taking(w, leg_index, sq, sq, direction, steps, taken);
    }
    if ((modes & SHG_MODE_HOP) && !((modes & SHG_MODE_TAME) && bits_has(&w->enemies, sq)) &&
        shg_may_pass_over(v, mover, kind))
        arrive(w, leg_index, sq, direction, steps, taken);
}

/* A leg comes to a square on which it may end. */
static void land(walk *w, unsigned leg_index, unsigned sq, unsigned direction, unsigned steps,
                 unsigned taken)
{
    const uint32_t modes = w->chain->legs[leg_index].modes;
    if (!is_empty(w, sq, taken)) {
        meet_piece(w, leg_index, sq, direction, steps, taken);
        return;
    }
    if (modes & SHG_MODE_MOVE)
        arrive(w, leg_index, sq, direction, steps, taken);
    if ((modes & SHG_MODE_PASSANT) && bits_has(&w->passed, sq) &&
        !is_empty(w, w->b->pushed_to, taken) &&
        may_take(w, SHG_MODE_CAPTURE | (modes & SHG_MODE_TAME), w->b->pushed_to))
        arrive_taking(w, leg_index, sq, w->b->pushed_to, direction, steps, taken);
}

/* The direction of step n, from 0, of a leg that turns as it goes. */
static unsigned turned(const shg_leg *leg, unsigned direction, unsigned steps, bool other_way)
{
    if (leg->modes & SHG_MODE_CROOKED)
        return steps % 2 == 0 ? direction : (direction + (other_way ? 6 : 2)) % 8;
    if (leg->modes & SHG_MODE_CIRCULAR)
        return (direction + (other_way ? 8 - steps % 8 : steps)) % 8;
    return direction;
}

/* Walks one ray of a leg.  The caller restores by_zone.  Source: docs/xbetza.md, "Legs". */
static void walk_ray(walk *w, unsigned leg_index, unsigned sq, unsigned direction, bool other_way,
                     unsigned steps_before, unsigned taken)
{
    const shg_leg *const leg = &w->chain->legs[leg_index];
    const bool skips = (leg->modes & SHG_MODE_JUMP) && leg->longer == 1;
    const bool depends = leg->modes & (SHG_MODE_LAME | SHG_MODE_JUMP); /* on what is in between */
    unsigned most = shg_steps_max(w->b->v, leg->range, w->colour, (shoogi_square)sq);
    if ((leg->modes & SHG_MODE_CIRCULAR) && most > 7)
        most = 7;
    if (leg->modes & SHG_MODE_EQUAL)
        most = steps_before;
    const bits *const zone = &w->b->t->promotion[w->colour];
    bool round = false;
    for (unsigned steps = 1; steps <= most; steps++) {
        int right, forward;
        const bool outside = w->asked->by_zone && !bits_has(zone, sq);
        shg_leg_step(leg, turned(leg, direction, steps - 1, other_way), &right, &forward);
        if (depends && !between_allows(w, leg, sq, right, forward, taken))
            return;
        sq = step(w, leg, sq, right, forward, &round);
        if (sq == SHOOGI_NO_SQUARE || (round && sq == w->asked->from))
            return; /* around the edge a piece blocks itself */
        w->by_zone = w->by_zone || (outside && bits_has(zone, sq));
        if (skips && steps == 1)
            continue;
        const bool empty = is_empty(w, sq, taken);
        if (!(leg->modes & SHG_MODE_EQUAL) || steps == steps_before)
            land(w, leg_index, sq, direction, steps, taken);
        if (!empty)
            return;
    }
}

/* Leaps to every other square. */
static void walk_anywhere(walk *w, unsigned leg_index, unsigned from, unsigned taken)
{
    const bits *const zone = &w->b->t->promotion[w->colour];
    const bool by_zone = w->by_zone, outside = w->asked->by_zone && !bits_has(zone, from);
    EACH_SQUARE(sq, w->b->t->board)
    {
        w->by_zone = by_zone || (outside && bits_has(zone, (unsigned)sq));
        if ((unsigned)sq != from)
            land(w, leg_index, (unsigned)sq, 0, 1, taken);
    }
    w->by_zone = by_zone;
}

static void walk_leg(walk *w, unsigned leg_index, unsigned sq, unsigned before,
                     unsigned steps_before, unsigned taken)
{
    const shg_leg *const leg = &w->chain->legs[leg_index];
    const bool by_zone = w->by_zone;
    bits *const seen = &w->seen[by_zone][taken][leg_index][before];
    if (!(leg->modes & SHG_MODE_EQUAL)) {
        if (bits_has(seen, sq))
            return;
        bits_set(seen, sq);
    }
    if (leg->modes & SHG_MODE_ANYWHERE) {
        walk_anywhere(w, leg_index, sq, taken);
        return;
    }
    const bool turns = leg->modes & (SHG_MODE_CROOKED | SHG_MODE_CIRCULAR);
    for (unsigned n = 0; n < 8; n++) {
        if (!(leg->directions >> n & 1))
            continue;
        const unsigned direction = before == FIRST_LEG ? n : shg_leg_turn(leg, before, n);
        walk_ray(w, leg_index, sq, direction, false, steps_before, taken);
        w->by_zone = by_zone;
        if (turns)
            walk_ray(w, leg_index, sq, direction, true, steps_before, taken);
        w->by_zone = by_zone;
    }
}

/* ---- area moves: step by step over empty squares ---- */

/* Whether all legs of the chain are steps to a neighbouring square, and only the last one may capture. */
static bool is_area_move(const shg_chain *chain)
{
    for (size_t i = 0; i < chain->leg_count; i++) {
        const shg_leg *const leg = &chain->legs[i];
        const uint32_t usual =
            i + 1 < chain->leg_count ? SHG_MODE_MOVE : SHG_MODE_MOVE | SHG_MODE_CAPTURE;
        if (leg->class == SHG_OBLIQUE || leg->longer != 1 || leg->range != 1 ||
            (leg->modes & ~usual) != 0 || leg->modes == 0)
            return false;
    }
    return true;
}

/* The squares one step from these in a direction of a leg. */
static NEVER_INLINE bits neighbours(const walk *w, const shg_leg *leg, unsigned direction,
                                    bits from)
{
    const int sign = w->colour == SHOOGI_BLACK ? -1 : 1;
    int right, forward;
    shg_leg_step(leg, direction, &right, &forward);
    if (forward != 0) /* the shift would move the last rank to the next file */
        from = bits_without(
            from, w->b->t->last_rank[forward > 0 ? w->colour : shoogi_colour_other(w->colour)]);
    const int by = sign * (right * (int)w->b->v->ranks + forward);
    return bits_and(by > 0 ? bits_up(from, (unsigned)by) : bits_down(from, (unsigned)-by),
                    w->b->t->board);
}

/* The squares from which the leg can go on in a direction. */
static NEVER_INLINE bits turning_points(const shg_leg *leg, const bits *reached, unsigned direction)
{
    bits from = bits_none();
    for (unsigned before = 0; before < 8; before++)
        if (leg->directions >> ((direction - leg->straight[before]) & 7) & 1)
            from = bits_or(from, reached[before]);
    return from;
}

/* Walks all ways of an area move at once.  reached[d]: the squares that the legs so far can reach with a last step in direction d. */
static void walk_area(walk *w)
{
    const shg_chain *const chain = w->chain;
    bits reached[8];
    for (size_t i = 0; i < chain->leg_count; i++) {
        const shg_leg *const leg = &chain->legs[i];
        bits next[8], all = bits_none();
        for (unsigned direction = 0; direction < 8; direction++) {
            const bits from = i > 0 ? turning_points(leg, reached, direction)
                              : leg->directions >> direction & 1 ? bits_one(w->asked->from)
                                                                 : bits_none();
            next[direction] = neighbours(w, leg, direction, from);
            all = bits_or(all, next[direction]);
        }
        if (i + 1 == chain->leg_count) {
            bits ends = leg->modes & SHG_MODE_MOVE ? w->empty : bits_none();
            if (leg->modes & SHG_MODE_CAPTURE)
                ends = bits_or(ends, w->enemies);
            if (w->asked->taken_count == 0)
                w->found.ends = bits_or(w->found.ends, bits_and(all, ends));
            return;
        }
        bits free = w->empty;
        if (i == 0 && w->asked->by != SHOOGI_NO_SQUARE)
            free = bits_and(free, bits_one(w->asked->by));
        for (unsigned direction = 0; direction < 8; direction++)
            reached[direction] = bits_and(next[direction], free);
        if (i == 0)
            w->found.stops = bits_or(w->found.stops, bits_and(all, free));
    }
}

/* ---- jumps along a line: over one piece (a cannon) or any number (a great general), to a square beyond ---- */

static void jump_along(walk *w, unsigned direction)
{
    const board *const b = w->b;
    const shoogi_variant *const v = b->v;
    const shg_chain *const chain = w->chain;
    const shoogi_kind mover = shg_code_kind(b->square[w->asked->from]);
    const bool ends = w->asked->taken_count == 0;
    const uint32_t modes = ends ? chain->legs[chain->leg_count - 1].modes : 0;
    int right, forward;
    unsigned passed = 0, steps = 0, sq = w->asked->from;
    shg_leg_step(&chain->legs[0], direction, &right, &forward);
    const shg_ride ride = { (int8_t)right, (int8_t)forward, 0, 0 };
    while ((sq = next_square(b, &ride, w->colour, sq)) != SHOOGI_NO_SQUARE &&
           shg_line_jump_reaches(chain, passed, ++steps)) {
        if (b->square[sq] == 0) {
            if (passed > 0 && (modes & SHG_MODE_MOVE))
                bits_set(&w->found.ends, sq);
            continue;
        }
        const shoogi_kind kind = shg_code_kind(b->square[sq]);
        if (passed > 0 && (modes & SHG_MODE_CAPTURE) && bits_has(&w->enemies, sq) &&
            shg_may_capture_beyond(v, mover, kind))
            bits_set(&w->found.ends, sq);
        if (!shg_line_jump_goes_on(chain, passed) || !shg_may_pass_over(v, mover, kind))
            return;
        steps = 0;
        if (passed++ == 0) {
            if (w->asked->by != SHOOGI_NO_SQUARE && w->asked->by != sq)
                return;
            bits_set(&w->found.stops, sq);
        }
    }
}

static void jump(walk *w)
{
    for (unsigned direction = 0; direction < 8; direction++)
        if (w->chain->legs[0].directions >> direction & 1)
            jump_along(w, direction);
}

/* Whether the piece on from can capture one of the kind on `to` by a line jump of the chain in this direction, if exactly these
 * squares are occupied. */
static bool jumps_to(const board *b, const shg_chain *chain, unsigned direction, unsigned from,
                     unsigned to, shoogi_kind on_it, bits occupied)
{
    const shoogi_variant *const v = b->v;
    const shoogi_kind mover = shg_code_kind(b->square[from]);
    const shoogi_colour colour = shg_code_colour(b->square[from]);
    int right, forward;
    shg_leg_step(&chain->legs[0], direction, &right, &forward);
    const int sign = colour == SHOOGI_BLACK ? -1 : 1;
    const int file = sign * ((int)shg_file_of(v, (shoogi_square)to) -
                             (int)shg_file_of(v, (shoogi_square)from)),
              rank = sign * ((int)shg_rank_of(v, (shoogi_square)to) -
                             (int)shg_rank_of(v, (shoogi_square)from));
    if (file * forward != rank * right || file * right + rank * forward <= 0)
        return false;
    const shg_ride ride = { (int8_t)right, (int8_t)forward, 0, 0 };
    unsigned passed = 0, steps = 0;
    for (unsigned sq = from; (sq = next_square(b, &ride, colour, sq)) != to;) {
        /* No square: a hole. */
        if (sq == SHOOGI_NO_SQUARE || !shg_line_jump_reaches(chain, passed, ++steps))
            return false;
        if (!bits_has(&occupied, sq))
            continue;
        if (!shg_line_jump_goes_on(chain, passed) ||
            !shg_may_pass_over(v, mover, shg_code_kind(b->square[sq])))
            return false;
        passed++;
        steps = 0;
    }
    return passed > 0 && shg_line_jump_reaches(chain, passed, steps + 1) &&
           shg_may_capture_beyond(v, mover, on_it);
}

bits BC(shg_jumping_attackers)(const board *b, unsigned sq, shoogi_kind on_it, shoogi_colour colour,
                               bits occupied)
{
    bits found = bits_none();
    const bits jumpers = bits_and(pieces_in_role(b, ROLE_JUMPER, colour), occupied);
    EACH_SQUARE(from, jumpers)
    {
        const shg_betza *const betza = &b->v->kind[shg_code_kind(b->square[from])].betza;
        bool jumps = false;
        for (size_t i = 0; i < betza->chain_count; i++) {
            const shg_chain *const chain = &betza->chains[i];
            if (!shg_chain_is_line_jump(chain) || !shg_line_jump_captures(chain))
                continue;
            for (unsigned direction = 0; direction < 8 && !jumps; direction++)
                jumps = (chain->legs[0].directions >> direction & 1) &&
                        jumps_to(b, chain, direction, (unsigned)from, sq, on_it, occupied);
        }
        if (jumps)
            bits_set(&found, (unsigned)from);
    }
    return found;
}

/* Whether a piece begins where the initial modes require: on its start square, one rank in front of it, or on its last
 * rank. unmoved: it has not moved. */
static bool may_begin(const walk *w, const shg_leg *leg, shg_code piece, bool unmoved)
{
    const shoogi_variant *const v = w->b->v;
    const shoogi_square from = (shoogi_square)w->asked->from;
    if (leg->modes & SHG_MODE_FAR)
        return shg_ranks_ahead(v, w->colour, from) == 0;
    if (leg->modes & SHG_MODE_SECOND) {
        const shg_ride back = { 0, -1, 1, 0 };
        const shoogi_square behind = shg_ride_square(v, &back, w->colour, from, 1);
        return behind != SHOOGI_NO_SQUARE && v->start[behind] == piece;
    }
    return !(leg->modes & SHG_MODE_INITIAL) || unmoved;
}

/* --- en passant ---------------------------------------------------------------------------------- */

/* Looks for the ways of a move that has been made, from its last leg back.  Each state is visited once; it is good if
 * the move can end from there. */
typedef struct tracing {
    walk w;
    shoogi_kind kind; /* of the piece */
    unsigned to;
    bits marked;
    bits seen[SHG_LEGS_MAX][FIRST_LEG + 1], good[SHG_LEGS_MAX][FIRST_LEG + 1];
} tracing;

static bool trace_leg(tracing *t, unsigned leg_index, unsigned sq, unsigned before,
                      unsigned steps_before);

/* Whether the move can end after this leg to sq. */
static bool trace_on(tracing *t, unsigned leg_index, unsigned sq, unsigned direction,
                     unsigned steps)
{
    const shg_chain *const chain = t->w.chain;
    if (leg_index + 1 == chain->leg_count)
        return sq == t->to;
    bool ends = false;
    if (chain->legs[leg_index].modes & SHG_MODE_LOOP)
        ends = trace_leg(t, leg_index, sq, direction, steps);
    for (unsigned next = leg_index + 1; next < chain->leg_count; next++) {
        ends = trace_leg(t, next, sq, direction, steps) || ends;
        if (!(chain->legs[next].modes & SHG_MODE_LOOP))
            break;
    }
    return ends;
}

/* The squares that block a lame leap from sq, where there is only one way. */
static void mark_between(const tracing *t, bits *marks, const shg_leg *leg, unsigned sq, int right,
                         int forward)
{
    bool round;
    if (leg->class == SHG_OBLIQUE && leg->longer == 2) {
        bits_set(marks, step(&t->w, leg, sq, right / 2, forward / 2, &round));
        return;
    }
    for (int n = 1; leg->class != SHG_OBLIQUE && n < leg->longer; n++)
        bits_set(marks,
                 step(&t->w, leg, sq, right / leg->longer * n, forward / leg->longer * n, &round));
}

static bool trace_ray(tracing *t, unsigned leg_index, unsigned sq, unsigned direction,
                      bool other_way, unsigned steps_before)
{
    const walk *const w = &t->w;
    const shg_leg *const leg = &w->chain->legs[leg_index];
    const bool last = leg_index + 1 == w->chain->leg_count, marks = leg->modes & SHG_MODE_MARK;
    unsigned most = shg_steps_max(w->b->v, leg->range, w->colour, (shoogi_square)sq);
    if ((leg->modes & SHG_MODE_CIRCULAR) && most > 7)
        most = 7;
    if (leg->modes & SHG_MODE_EQUAL)
        most = steps_before;
    bits here = bits_none(); /* marked so far */
    bool round = false, ends = false;
    for (unsigned steps = 1; steps <= most; steps++) {
        int right, forward;
        shg_leg_step(leg, turned(leg, direction, steps - 1, other_way), &right, &forward);
        if (!between_allows(w, leg, sq, right, forward, 0))
            break;
        if (marks && (leg->modes & SHG_MODE_LAME))
            mark_between(t, &here, leg, sq, right, forward);
        sq = step(w, leg, sq, right, forward, &round);
        if (sq == SHOOGI_NO_SQUARE || (round && sq == w->asked->from))
            break;
        if ((leg->modes & SHG_MODE_JUMP) && leg->longer == 1 && steps == 1)
            continue;
        const bool stops = !(leg->modes & SHG_MODE_EQUAL) || steps == steps_before;
        const bool empty = is_empty(w, sq, 0);
        const bool over = !empty && (leg->modes & SHG_MODE_HOP) &&
                          !((leg->modes & SHG_MODE_TAME) && bits_has(&w->enemies, sq)) &&
                          shg_may_pass_over(w->b->v, t->kind, shg_code_kind(w->b->square[sq]));
        if (marks && empty && !last)
            bits_set(&here, sq);
        if (stops && (empty ? (leg->modes & SHG_MODE_MOVE) != 0 : over) &&
            trace_on(t, leg_index, sq, direction, steps)) {
            ends = true;
            t->marked = bits_or(t->marked, here);
        }
        if (!empty)
            break;
        if (marks)
            bits_set(&here, sq);
    }
    return ends;
}

static bool trace_leg(tracing *t, unsigned leg_index, unsigned sq, unsigned before,
                      unsigned steps_before)
{
    const shg_leg *const leg = &t->w.chain->legs[leg_index];
    bits *const seen = &t->seen[leg_index][before], *const good = &t->good[leg_index][before];
    const bool once = !(leg->modes & SHG_MODE_EQUAL);
    if (once && bits_has(seen, sq))
        return bits_has(good, sq);
    if (once)
        bits_set(seen, sq);
    const bool turns = leg->modes & (SHG_MODE_CROOKED | SHG_MODE_CIRCULAR);
    bool ends = false;
    for (unsigned n = 0; n < 8; n++) {
        if (!(leg->directions >> n & 1))
            continue;
        const unsigned direction = before == FIRST_LEG ? n : shg_leg_turn(leg, before, n);
        ends = trace_ray(t, leg_index, sq, direction, false, steps_before) || ends;
        if (turns)
            ends = trace_ray(t, leg_index, sq, direction, true, steps_before) || ends;
    }
    if (once && ends)
        bits_set(good, sq);
    return ends;
}

bits BC(shg_marked)(const board *b, shg_push push)
{
    const shoogi_colour colour = shg_code_colour(push.piece);
    const shg_betza *const betza = &b->v->kind[shg_code_kind(push.piece)].betza;
    const walk_asked asked = { .from = push.from, .by = SHOOGI_NO_SQUARE };
    const bits ends = bits_or(bits_one(push.from), bits_one(push.to));
    tracing t;
    memset(&t.w, 0, offsetof(walk, seen));
    t.w.b = b;
    t.w.asked = &asked;
    t.w.colour = colour;
    t.w.own = bits_without(b->occupied[colour], ends);
    t.w.enemies = bits_without(b->occupied[shoogi_colour_other(colour)], ends);
    t.w.empty = bits_without(b->t->board, bits_or(t.w.own, t.w.enemies));
    t.kind = shg_code_kind(push.piece);
    t.to = push.to;
    t.marked = bits_none();
    for (size_t i = 0; i < betza->chain_count; i++) {
        t.w.chain = &betza->chains[i];
        if (!shg_chain_marks(t.w.chain) ||
            !may_begin(&t.w, &t.w.chain->legs[0], push.piece, push.first))
            continue;
        memset(t.seen, 0, t.w.chain->leg_count * sizeof t.seen[0]);
        memset(t.good, 0, t.w.chain->leg_count * sizeof t.good[0]);
        trace_leg(&t, 0, push.from, FIRST_LEG, 0);
    }
    return t.marked;
}

bits BC(shg_marked_for)(const board *b, shoogi_colour colour)
{
    if (b->pushed_from == SHOOGI_NO_SQUARE || bits_has(&b->occupied[colour], b->pushed_to))
        return bits_none();
    const shg_push push = { .from = b->pushed_from,
                            .to = b->pushed_to,
                            .piece = shg_code_of(b->last_kind, shoogi_colour_other(colour)),
                            .first = b->pushed_first };
    return BC(shg_marked)(b, push);
}

static bool unloads(const shg_chain *chain)
{
    return chain->leg_count == 1 && (chain->legs[0].modes & SHG_MODE_UNLOAD);
}

/* Walks the chains of a kind from the piece's square, except chains of its own that the tables have. */
static void walk_kind(walk *w, shoogi_kind kind)
{
    assert(is_kind(w->b, kind));
    const shg_betza *const betza = &w->b->v->kind[kind].betza;
    const bool shoots = w->b->v->kind[kind].shooting.count > 0;
    const bool has_short_cuts = HAS_SHORT_CUTS && !shoots && !w->asked->by_zone;
    for (size_t i = 0; i < betza->chain_count; i++) {
        w->chain = &betza->chains[i];
        const bool known =
            !shoots && (shg_chain_is_double_step(w->chain) || shg_chain_is_pass(w->chain));
        const bool other_way = unloads(w->chain) != w->asked->unloading;
        const bool lends = !w->borrowing && (w->chain->legs[0].modes & SHG_MODE_RELAY);
        if ((known && !w->borrowing) || (other_way && !lends) ||
            !may_begin(w, &w->chain->legs[0], w->b->square[w->asked->from],
                       bits_has(&w->b->unmoved, w->asked->from)))
            continue;
        if (has_short_cuts && is_area_move(w->chain)) {
            walk_area(w);
            continue;
        }
        if (has_short_cuts && shg_chain_is_line_jump(w->chain)) {
            jump(w);
            continue;
        }
        const walked before = w->found;
        for (unsigned by = 0; by <= (w->asked->by_zone ? 1U : 0U); by++)
            for (unsigned taken = 0; taken <= w->asked->taken_count; taken++)
                memset(w->seen[by][taken], 0, w->chain->leg_count * sizeof w->seen[0][0][0]);
        walk_leg(w, 0, w->asked->from, FIRST_LEG, 0, 0);
        if (other_way) /* already walked for the friends on it */
            w->found = before;
    }
}

/* Walks the rides of another kind, and its other moves. */
static void ride_as(walk *w, shoogi_kind kind)
{
    const move_set *const g =
        &w->b->t->move_class[w->b->t->move_class_of[kind]].move_set[w->colour];
    const bits occupied = occupied_all(w->b);
    const bits taken = bits_and(attacks(&g->captures, w->asked->from, occupied), w->enemies);
    const bits gone = bits_without(attacks(g->quiet, w->asked->from, occupied), occupied);
    w->found.ends = bits_or(w->found.ends, bits_or(taken, gone));
}

/* Walks the rides of a piece that shoots at their ends. */
static void ride_shooting(walk *w, const shg_betza *betza)
{
    assert(move_class_at(w->b, w->asked->from)->shoots);
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *const ride = &betza->rides[i];
        unsigned sq = w->asked->from;
        for (unsigned steps = 1; ride->reach == 0 || steps <= ride->reach; steps++) {
            sq = next_square(w->b, ride, w->colour, sq);
            if (sq == SHOOGI_NO_SQUARE)
                break;
            const bool empty = bits_has(&w->empty, sq);
            if (empty ? ride->modes & SHG_MODE_MOVE : may_take(w, ride->modes, sq))
                arrive(w, BY_RIDE, sq, 0, steps, 0);
            if (!empty)
                break;
        }
    }
}

static void walk_as(walk *w, shoogi_kind kind)
{
    assert(is_kind(w->b, kind));
    if (w->asked->taken_count == 0 && !w->asked->unloading && w->asked->by == SHOOGI_NO_SQUARE)
        ride_as(w, kind);
    walk_kind(w, kind);
}

walked BC(shg_walk)(const board *b, walk_asked asked)
{
    const shg_code code = b->square[asked.from];
    const shoogi_colour colour = shg_code_colour(code);
    walk w; /* each chain starts with no visited states */
    assert(is_occupied(b, asked.from) && asked.taken_count <= SHOOGI_VIA_MAX);
    memset(&w, 0, offsetof(walk, seen));
    w.b = b;
    w.asked = &asked;
    w.colour = colour;
    w.own = bits_without(b->occupied[colour], bits_one(asked.from));
    w.enemies = b->occupied[shoogi_colour_other(colour)];
    w.empty = bits_without(b->t->board, bits_or(w.own, w.enemies));
    w.passed = BC(shg_marked_for)(b, colour);
    walk_kind(&w, shg_code_kind(code));
    if (move_class_at(b, asked.from)->shoots && !asked.unloading)
        ride_shooting(&w, &b->v->kind[shg_code_kind(code)].betza);
    w.borrowing = true;
    if (move_class_at(b, asked.from)->imitates && b->last_kind != 0)
        walk_as(&w, b->last_kind);
    for (unsigned i = 0; i < sizeof w.lenders / sizeof w.lenders[0]; i++)
        for (uint64_t left = w.lenders[i]; left != 0; left &= left - 1)
            walk_as(&w, (shoogi_kind)(64 * i + (unsigned)__builtin_ctzll(left)));
    return w.found;
}

/* Whether a range jump of the piece on from may pass over and capture the piece on sq. */
static bool may_sweep(const board *b, unsigned from, unsigned sq, const shg_ride *ride)
{
    const shoogi_kind over = shg_code_kind(b->square[sq]);
    const bool friends = shg_code_colour(b->square[sq]) == shg_code_colour(b->square[from]);
    return (ride->modes & (friends ? SHG_MODE_DESTROY : SHG_MODE_CAPTURE)) &&
           (friends || !b->v->kind[over].uncapturable) &&
           shg_may_pass_over(b->v, shg_code_kind(b->square[from]), over);
}

swept BC(shg_sweep)(const board *b, unsigned from)
{
    assert(is_occupied(b, from) && move_class_at(b, from)->sweeps);
    const shoogi_kind kind = shg_code_kind(b->square[from]);
    const shoogi_colour colour = shg_code_colour(b->square[from]);
    const bits enemies = b->occupied[shoogi_colour_other(colour)];
    swept found = { bits_none(), bits_none() };
    for (size_t i = 0; i < b->v->kind[kind].betza.sweep_count; i++) {
        const shg_ride *const ride = &b->v->kind[kind].betza.sweeps[i];
        bits over = bits_none(), ends = bits_none(), taken = bits_none();
        for (unsigned sq = next_square(b, ride, colour, from); sq != SHOOGI_NO_SQUARE;
             sq = next_square(b, ride, colour, sq)) {
            const shoogi_kind there = shg_code_kind(b->square[sq]);
            const bool empty = b->square[sq] == 0;
            if (bits_any(over) &&
                (empty || (bits_has(&enemies, sq) && !b->v->kind[there].uncapturable &&
                           shg_may_capture_beyond(b->v, kind, there)))) {
                bits_set(&ends, sq);
                taken = over;
            }
            if (!empty && !may_sweep(b, from, sq, ride))
                break;
            if (!empty)
                bits_set(&over, sq);
        }
        found.ends = bits_or(found.ends, ends);
        found.taken = bits_or(found.taken, bits_and(bits_or(taken, ends), enemies));
    }
    return found;
}
