/* board_walk.c: moves of several legs, walked leg by leg; compiled once for each board class.
 *
 * A walk is asked for one thing at a time: given the men it takes on the way, where can it end, and what
 * could it take next.  So what several paths have in common is found once, and a state of the walk (leg,
 * direction, square) is visited once however many paths lead to it. */
#include "core/board_int.h"

#include <stdlib.h>
#include <string.h>

enum { TAKEN_MAX = 2 };

typedef struct walk {
    const board *b;
    const shg_chain *chain;
    shoogi_colour colour;
    unsigned from;
    const unsigned *taken; /* what must be taken on the way, in this order */
    unsigned taken_count;
    bits empty; /* squares of the board on which nothing stands, the start included */
    bits own, enemies;
    bits passed;     /* squares that a double push passed over */
    bits ends, more; /* what was found */
    /* States seen: by leg, direction of the leg before and number of men taken. */
    bits seen[SHG_LEGS_MAX][9][TAKEN_MAX + 1];
} walk;

/* One step from a square, on a board joined at its edges if the leg says so; NO_SQUARE beyond. */
static unsigned step(const walk *w, const shg_leg *leg, unsigned sq, int right, int forward)
{
    const shoogi_variant *const v = w->b->v;
    const int sign = w->colour == SHOOGI_BLACK ? -1 : 1;
    int file = (int)shg_file_of(v, (shoogi_square)sq) + sign * right;
    int rank = (int)shg_rank_of(v, (shoogi_square)sq) + sign * forward;
    if (leg->modes & SHG_MODE_CYLINDER)
        file = (file % (int)v->files + (int)v->files) % (int)v->files;
    if (leg->modes & SHG_MODE_TORUS)
        rank = (rank % (int)v->ranks + (int)v->ranks) % (int)v->ranks;
    if (file < 0 || rank < 0 || file >= (int)v->files || rank >= (int)v->ranks)
        return SHOOGI_NO_SQUARE;
    const unsigned to = (unsigned)file * v->ranks + (unsigned)rank;
    return v->hole[to] ? SHOOGI_NO_SQUARE : to;
}

/* The square midway that a lame leap needs empty and a jump occupied: half the leap, or for a knight the
 * neighbour along its longer side.  NO_SQUARE if the leap has none. */
static unsigned midway(const walk *w, const shg_leg *leg, unsigned sq, int right, int forward)
{
    const int longest = right * right > forward * forward ? right : forward;
    if (longest * longest != 4)
        return SHOOGI_NO_SQUARE;
    const bool oblique = right != 0 && forward != 0 && right * right != forward * forward;
    if (!oblique)
        return step(w, leg, sq, right / 2, forward / 2);
    return right * right > forward * forward ? step(w, leg, sq, right / 2, 0)
                                             : step(w, leg, sq, 0, forward / 2);
}

static void walk_leg(walk *w, unsigned leg_index, unsigned sq, unsigned before,
                     unsigned steps_before, unsigned taken);

/* The walk goes on from sq with the legs after this one: the next, those that may be left out, and this one
 * again if it loops. */
static void walk_on(walk *w, unsigned leg_index, unsigned sq, unsigned direction, unsigned steps,
                    unsigned taken)
{
    if (w->chain->legs[leg_index].modes & SHG_MODE_LOOP)
        walk_leg(w, leg_index, sq, direction, steps, taken);
    for (unsigned next = leg_index + 1; next < w->chain->leg_count; next++) {
        walk_leg(w, next, sq, direction, steps, taken);
        if (!(w->chain->legs[next].modes & SHG_MODE_LOOP))
            return;
    }
}

/* True if the leg may take what stands on sq. */
static bool may_take(const walk *w, const shg_leg *leg, unsigned sq)
{
    if (bits_has(&w->enemies, sq)) {
        const bool royal = is_royal(w->b, w->b->square[sq]) != 0;
        if (w->b->v->kind[shg_code_kind(w->b->square[sq])].iron)
            return false;
        return ((leg->modes & SHG_MODE_CAPTURE) && !(royal && (leg->modes & SHG_MODE_TAME))) ||
               (royal && (leg->modes & SHG_MODE_ROYAL));
    }
    return (leg->modes & SHG_MODE_DESTROY) && bits_has(&w->own, sq);
}

/* Ends on a square that a double push passed over, taking the man that made it: one more taken on the way. */
static void take_in_passing(walk *w, unsigned sq, unsigned taken)
{
    if (taken == w->taken_count && taken < TAKEN_MAX)
        bits_set(&w->more, w->b->pushed_to);
    else if (taken + 1 == w->taken_count && w->taken[taken] == w->b->pushed_to)
        bits_set(&w->ends, sq);
}

/* The last leg reaches a friend of another kind: the moves of that friend, from where the mover stands. */
static void borrow(walk *w, unsigned sq, unsigned taken)
{
    const shape *const lender = shape_at(w->b, sq);
    if (taken != w->taken_count || lender == shape_at(w->b, w->from))
        return;
    const gait *const g = &lender->gait[w->colour];
    const bits occupied = occupied_all(w->b);
    const bits taken_there = bits_and(attacks(&g->takes, w->from, occupied), w->enemies);
    w->ends = bits_or(w->ends, taken_there);
    w->ends = bits_or(w->ends, bits_without(attacks(g->goes, w->from, occupied), occupied));
}

/* The direction of the n-th step of a leg that turns as it goes. */
static unsigned turned(const shg_leg *leg, unsigned direction, unsigned steps, bool other_way)
{
    if (leg->modes & SHG_MODE_CROOKED)
        return steps % 2 == 0 ? direction : (direction + (other_way ? 6 : 2)) % 8;
    if (leg->modes & SHG_MODE_CIRCULAR)
        return (direction + (other_way ? 8 - steps % 8 : steps)) % 8;
    return direction;
}

/* One ray of a leg.  Source: docs/xbetza.md, "Legs". */
static void walk_ray(walk *w, unsigned leg_index, unsigned sq, unsigned direction, bool other_way,
                     unsigned steps_before, unsigned taken)
{
    const shg_leg *const leg = &w->chain->legs[leg_index];
    const bool last = leg_index + 1 == w->chain->leg_count;
    const bool slides = leg->longer == 1;
    unsigned most = leg->range == 0 ? 2 * SHOOGI_FILES_MAX : leg->range;
    if ((leg->modes & SHG_MODE_CIRCULAR) && most > 7)
        most = 7;
    if (leg->modes & SHG_MODE_EQUAL)
        most = steps_before;
    for (unsigned steps = 1; steps <= most; steps++) {
        int right, forward;
        shg_leg_step(leg, turned(leg, direction, steps - 1, other_way), &right, &forward);
        const unsigned half = midway(w, leg, sq, right, forward);
        const unsigned to = step(w, leg, sq, right, forward);
        if (to == SHOOGI_NO_SQUARE)
            return;
        if ((leg->modes & SHG_MODE_LAME) && half != SHOOGI_NO_SQUARE && !bits_has(&w->empty, half))
            return;
        if ((leg->modes & SHG_MODE_JUMP) && !slides &&
            (half == SHOOGI_NO_SQUARE || bits_has(&w->empty, half)))
            return;
        sq = to;
        if ((leg->modes & SHG_MODE_JUMP) && slides && steps == 1)
            continue;
        const bool counts = !(leg->modes & SHG_MODE_EQUAL) || steps == steps_before;
        bool empty = bits_has(&w->empty, sq);
        for (unsigned i = 0; i < taken; i++) /* a square on which the walk took is empty */
            empty = empty || w->taken[i] == sq;
        if (empty) {
            if (last && (leg->modes & SHG_MODE_PASSANT) && bits_has(&w->passed, sq))
                take_in_passing(w, sq, taken);
            if (counts && (leg->modes & SHG_MODE_MOVE)) {
                if (last && taken == w->taken_count)
                    bits_set(&w->ends, sq);
                else if (!last)
                    walk_on(w, leg_index, sq, direction, steps, taken);
            }
            continue;
        }
        if (last && (leg->modes & SHG_MODE_RELAY) && bits_has(&w->own, sq))
            borrow(w, sq, taken);
        if (counts && may_take(w, leg, sq)) {
            if (last && taken == w->taken_count)
                bits_set(&w->ends, sq);
            else if (!last && taken == w->taken_count && taken < TAKEN_MAX)
                bits_set(&w->more, sq);
            else if (!last && taken < w->taken_count && w->taken[taken] == sq)
                walk_on(w, leg_index, sq, direction, steps, taken + 1);
        }
        if (counts && !last && (leg->modes & SHG_MODE_HOP) &&
            !((leg->modes & SHG_MODE_TAME) && bits_has(&w->enemies, sq)))
            walk_on(w, leg_index, sq, direction, steps, taken);
        return;
    }
}

/* The direction a later leg counts its own from, after a leg of another class.  Leap i of an oblique leg
 * lies between the directions i and i + 1 of a king. */
static unsigned base_direction(const shg_leg *leg, const shg_leg *before, unsigned direction)
{
    if (before->class != SHG_OBLIQUE || leg->class == SHG_OBLIQUE)
        return direction;
    const bool want_odd = leg->class == SHG_DIAGONAL;
    return (direction % 2 == 1) == want_odd ? direction : (direction + 1) % 8;
}

static void walk_leg(walk *w, unsigned leg_index, unsigned sq, unsigned before,
                     unsigned steps_before, unsigned taken)
{
    const shg_leg *const leg = &w->chain->legs[leg_index];
    const bool first = before == 8;
    bits *const seen = &w->seen[leg_index][before][taken];
    if (!(leg->modes & SHG_MODE_EQUAL)) {
        if (bits_has(seen, sq))
            return;
        bits_set(seen, sq);
    }
    const unsigned base =
        first || leg_index == 0 ? 0 : base_direction(leg, &w->chain->legs[leg_index - 1], before);
    const bool turns = leg->modes & (SHG_MODE_CROOKED | SHG_MODE_CIRCULAR);
    for (unsigned n = 0; n < 8; n++) {
        if (!(leg->directions >> n & 1))
            continue;
        const unsigned direction = first ? n : (base + n) % 8;
        walk_ray(w, leg_index, sq, direction, false, steps_before, taken);
        if (turns)
            walk_ray(w, leg_index, sq, direction, true, steps_before, taken);
    }
}

/* True if the man stands where it did at the start: on its own square, or one rank before it. */
static bool may_begin(const walk *w, const shg_leg *leg)
{
    const shoogi_variant *const v = w->b->v;
    if (leg->modes & SHG_MODE_SECOND) {
        const shg_ride back = { 0, -1, 1, 0 };
        const shoogi_square behind =
            shg_ride_square(v, &back, w->colour, (shoogi_square)w->from, 1);
        return behind != SHOOGI_NO_SQUARE && v->start[behind] == w->b->square[w->from];
    }
    return !(leg->modes & SHG_MODE_INITIAL) || bits_has(&w->b->unmoved, w->from);
}

/* Of a straight push the squares strictly between. */
bits BC(shg_passed_over)(const board *b)
{
    bits passed = bits_none();
    if (b->pushed_from == SHOOGI_NO_SQUARE)
        return passed;
    const int ranks = (int)b->v->ranks, from = (int)b->pushed_from, to = (int)b->pushed_to;
    const int files_away = to / ranks - from / ranks, ranks_away = to % ranks - from % ranks;
    const int steps = abs(files_away) > abs(ranks_away) ? abs(files_away) : abs(ranks_away);
    for (int i = 1; i < steps; i++)
        bits_set(&passed, (unsigned)(from + (files_away / steps * ranks + ranks_away / steps) * i));
    return passed;
}

static bool unloads(const shg_chain *chain)
{
    return chain->leg_count == 1 && (chain->legs[0].modes & SHG_MODE_UNLOAD);
}

bits BC(shg_walk)(const board *b, unsigned from, const unsigned *taken, unsigned taken_count,
                  bool unloading, bits *more)
{
    const shg_code code = b->square[from];
    const shg_betza *const betza = &b->v->kind[shg_code_kind(code)].betza;
    const shoogi_colour colour = shg_code_colour(code);
    walk w = { .b = b, .colour = colour, .from = from, .taken = taken, .taken_count = taken_count };
    w.own = bits_without(b->occupied[colour], bits_one(from));
    w.enemies = b->occupied[shoogi_colour_other(colour)];
    w.empty = bits_without(b->t->board, bits_or(w.own, w.enemies));
    w.passed = BC(shg_passed_over)(b);
    for (size_t i = 0; i < betza->chain_count; i++) {
        w.chain = &betza->chains[i];
        if (unloads(w.chain) != unloading || !BC(shg_walks)(w.chain) ||
            !may_begin(&w, &w.chain->legs[0]))
            continue;
        memset(w.seen, 0, sizeof w.seen);
        walk_leg(&w, 0, from, 8, 0, 0);
    }
    *more = w.more;
    return w.ends;
}
