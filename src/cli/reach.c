#include "cli/reach.h"

#include <stdlib.h>
#include <string.h>

enum { SQUARES = CLI_REACH_SIDE * CLI_REACH_SIDE, MIDDLE = SQUARES / 2, NOWHERE = -1 };

/* The square so far from another; NOWHERE beyond the edge. */
static int go(int square, int right, int forward)
{
    const int file = square % CLI_REACH_SIDE + right, rank = square / CLI_REACH_SIDE - forward;
    if (file < 0 || rank < 0 || file >= CLI_REACH_SIDE || rank >= CLI_REACH_SIDE)
        return NOWHERE;
    return rank * CLI_REACH_SIDE + file;
}

static cli_reached *on(cli_reach *reach, int square)
{
    return &reach->at[square / CLI_REACH_SIDE][square % CLI_REACH_SIDE];
}

/* ---- The ways to one square --------------------------------------------------------------------- */

/* True if b lets the piece do nothing that a does not.  A slide or a hop depends on what stands between,
 * so each says something that the other does not; a step or a leap says all. */
static bool covers(const cli_way *a, const cli_way *b)
{
    return (a->shape <= CLI_LEAP || (a->shape == b->shape && a->legs <= b->legs)) &&
           a->shape <= b->shape && (b->does & ~a->does) == 0 && (a->needs & ~b->needs) == 0;
}

static void add_way(cli_reach *reach, int square, cli_way way)
{
    cli_reached *const r = on(reach, square);
    if (square == MIDDLE) /* it is empty when the piece comes back */
        way.does = SHG_MODE_MOVE | SHG_MODE_CAPTURE;
    for (unsigned i = 0; i < r->way_count; i++) {
        cli_way *const known = &r->ways[i];
        if (known->shape == way.shape && known->legs == way.legs && known->needs == way.needs)
            way.does |= known->does;
        if (covers(known, &way))
            return;
    }
    unsigned kept = 0, place = 0;
    for (unsigned i = 0; i < r->way_count; i++)
        if (!covers(&way, &r->ways[i]))
            r->ways[kept++] = r->ways[i];
    while (place < kept && r->ways[place].shape <= way.shape)
        place++;
    r->way_count = kept < CLI_WAYS_MAX ? kept + 1 : CLI_WAYS_MAX;
    for (unsigned i = r->way_count - 1; i > place; i--)
        r->ways[i] = r->ways[i - 1];
    if (place < CLI_WAYS_MAX)
        r->ways[place] = way;
}

static bool is_unit(int right, int forward)
{
    return abs(right) <= 1 && abs(forward) <= 1;
}

/* The shape of a straight move of one leg after so many of at most range steps. */
static void shape_straight(cli_way *way, int right, int forward, unsigned range, unsigned steps)
{
    way->right = (int8_t)right;
    way->forward = (int8_t)forward;
    way->legs = 0;
    if (range == 0 || range == SHG_RANGE_HALF) {
        way->shape = is_unit(right, forward) ? CLI_SLIDE : CLI_RIDE;
    } else if (steps == 1) {
        way->shape = is_unit(right, forward) ? CLI_STEP : CLI_LEAP;
    } else {
        way->shape = CLI_LEGS;
        way->legs = steps;
    }
    if (range == SHG_RANGE_HALF)
        way->needs |= CLI_NEEDS_HALF;
}

static unsigned steps_shown(unsigned range, unsigned slide_steps)
{
    return range == 0 || range == SHG_RANGE_HALF ? slide_steps : range;
}

static void find_rides(cli_reach *reach, const shg_betza *betza, unsigned slide_steps)
{
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *const ride = &betza->rides[i];
        const unsigned most = steps_shown(ride->reach, slide_steps);
        int at = MIDDLE;
        for (unsigned steps = 1; steps <= most; steps++) {
            at = go(at, ride->right, ride->forward);
            if (at == NOWHERE)
                break;
            cli_way way = { .does = ride->modes };
            shape_straight(&way, ride->right, ride->forward, ride->reach, steps);
            add_way(reach, at, way);
        }
    }
}

/* ---- Chains of legs ----------------------------------------------------------------------------- */

enum { DIRECTIONS = 8 };

/* The squares where a leg begins: for each leg, square and direction of the leg before a mask of the
 * steps that were made, or bit 0 where the leg does not ask. */
typedef uint16_t starts[SHG_LEGS_MAX][SQUARES][DIRECTIONS];

typedef struct walker {
    cli_reach *reach;
    const shg_leg *legs;
    size_t leg_count;
    unsigned slide_steps;
    unsigned made; /* legs, with the one that is walked */
    starts seen, now, next;
} walker;

_Static_assert(CLI_REACH_SIDE < 16, "steps across the board fit a mask of 16");

/* The way of a chain whose leg k is its last. */
static cli_way way_of_chain(const walker *w, size_t k)
{
    const uint32_t ends = SHG_MODE_MOVE | SHG_MODE_CAPTURE | SHG_MODE_DESTROY | SHG_MODE_PASSANT |
                          SHG_MODE_ROYAL | SHG_MODE_RELAY;
    const uint32_t goes_on = ends & ~(uint32_t)SHG_MODE_RELAY;
    cli_way way = { .shape = CLI_LEGS,
                    .legs = w->made,
                    .does = (w->legs[k].modes & ends) | (w->legs[0].modes & SHG_MODE_UNLOAD),
                    .needs =
                        (w->legs[k].modes & SHG_MODE_TAME) |
                        (w->legs[0].modes & (SHG_MODE_INITIAL | SHG_MODE_SECOND | SHG_MODE_FAR)) };
    for (size_t i = 0; i <= k; i++) {
        const shg_leg *const leg = &w->legs[i];
        way.needs |= leg->modes & SHG_MODE_LAME;
        if ((leg->modes & SHG_MODE_JUMP) && leg->longer != 1)
            way.shape = CLI_HOP;
        if (i < k && (leg->modes & SHG_MODE_HOP) && !(leg->modes & goes_on))
            way.shape = CLI_HOP;
    }
    if (w->legs[k].range != 1 && (w->legs[k].modes & SHG_MODE_CROOKED))
        way.shape = CLI_CROOKED;
    if (w->legs[k].range != 1 && (w->legs[k].modes & SHG_MODE_CIRCULAR))
        way.shape = CLI_CIRCULAR;
    if (way.shape != CLI_LEGS)
        way.legs = 0;
    return way;
}

/* A leg of the chain begins where leg k ended, unless as many have been made as one move may. */
static void begin_leg(walker *w, size_t k, int square, unsigned direction, unsigned steps)
{
    const unsigned asked = w->legs[k].modes & SHG_MODE_EQUAL ? steps : 0;
    const uint16_t mark = (uint16_t)(1u << asked);
    if (w->seen[k][square][direction] & mark || w->made == SHG_LEGS_MAX)
        return;
    w->seen[k][square][direction] |= mark;
    w->next[k][square][direction] |= mark;
}

/* Leg k may be followed by itself and by those behind it, as far as they may be left out. */
static void go_on(walker *w, size_t k, int square, unsigned direction, unsigned steps)
{
    if (w->legs[k].modes & SHG_MODE_LOOP)
        begin_leg(w, k, square, direction, steps);
    for (k++; w->legs[k].modes & SHG_MODE_LOOP; k++)
        begin_leg(w, k, square, direction, steps);
    begin_leg(w, k, square, direction, steps);
}

/* The leg has come to a square of the board: it may end there, or another may begin. */
static void arrive(walker *w, size_t k, int square, unsigned direction, unsigned steps)
{
    const shg_leg *const leg = &w->legs[k];
    const uint32_t taking = SHG_MODE_CAPTURE | SHG_MODE_DESTROY | SHG_MODE_ROYAL | SHG_MODE_PASSANT;
    if (k + 1 == w->leg_count) {
        cli_way way = way_of_chain(w, k);
        if (k == 0 && way.shape == CLI_LEGS) {
            int right, forward;
            shg_leg_step(leg, direction, &right, &forward);
            shape_straight(&way, right, forward, leg->range, steps);
        }
        if (square != MIDDLE || (way.does & SHG_MODE_MOVE))
            add_way(w->reach, square, way);
        return;
    }
    /* The square of the piece itself is empty: nothing can be taken there, or hopped over. */
    const uint32_t modes = square == MIDDLE ? leg->modes & SHG_MODE_MOVE : leg->modes;
    cli_reached *const r = on(w->reach, square);
    r->taken = r->taken || (modes & taking);
    r->hopped = r->hopped || (modes & SHG_MODE_HOP);
    r->passed = r->passed || (modes & SHG_MODE_MOVE);
    if (modes & (taking | SHG_MODE_HOP | SHG_MODE_MOVE))
        go_on(w, k, square, direction, steps);
}

/* side: the way a crooked or circular leg turns first. */
static void walk_direction(walker *w, size_t k, int at, unsigned direction, unsigned side,
                           unsigned steps_before)
{
    const shg_leg *const leg = &w->legs[k];
    unsigned most = steps_shown(leg->range, w->slide_steps);
    if (leg->modes & SHG_MODE_CIRCULAR) /* seven at most, and then it is back */
        most = leg->range == 0 || leg->range > 7 ? 7 : leg->range;
    if (leg->modes & SHG_MODE_EQUAL)
        most = steps_before;
    for (unsigned steps = 1; steps <= most; steps++) {
        unsigned turn = direction;
        if (leg->modes & SHG_MODE_CROOKED)
            turn = steps % 2 == 1 ? direction : (direction + 2 * side) % DIRECTIONS;
        if (leg->modes & SHG_MODE_CIRCULAR)
            turn = (direction + side * (steps - 1)) % DIRECTIONS;
        int right, forward;
        shg_leg_step(leg, turn, &right, &forward);
        at = go(at, right, forward);
        if (at == NOWHERE)
            return;
        const bool skipped = (leg->modes & SHG_MODE_JUMP) && leg->longer == 1 && steps == 1;
        const bool too_near = (leg->modes & SHG_MODE_EQUAL) && steps != steps_before;
        if (!skipped && !too_near)
            arrive(w, k, at, direction, steps);
    }
}

/* before: the direction of the leg before; of the first leg 0, which turns nothing. */
static void walk_leg(walker *w, size_t k, int at, unsigned before, unsigned steps_before)
{
    const shg_leg *const leg = &w->legs[k];
    for (unsigned n = 0; n < DIRECTIONS; n++) {
        if (!(leg->directions >> n & 1))
            continue;
        const unsigned direction = k == 0 && w->made == 1 ? n : shg_leg_turn(leg, before, n);
        walk_direction(w, k, at, direction, 1, steps_before);
        if (leg->modes & (SHG_MODE_CROOKED | SHG_MODE_CIRCULAR))
            walk_direction(w, k, at, direction, DIRECTIONS - 1, steps_before);
    }
}

/* All legs that begin after the same number of others, then those after one more: so each square gets the
 * least number. */
static void walk_chain(walker *w, const shg_chain *chain)
{
    w->legs = chain->legs;
    w->leg_count = chain->leg_count;
    memset(w->seen, 0, sizeof w->seen);
    memset(w->next, 0, sizeof w->next);
    w->made = 1;
    walk_leg(w, 0, MIDDLE, 0, 0);
    for (w->made = 2; w->made <= SHG_LEGS_MAX; w->made++) {
        memcpy(w->now, w->next, sizeof w->now);
        memset(w->next, 0, sizeof w->next);
        for (size_t k = 0; k < w->leg_count; k++)
            for (int square = 0; square < SQUARES; square++)
                for (unsigned before = 0; before < DIRECTIONS; before++)
                    for (unsigned steps = 0; w->now[k][square][before] >> steps; steps++)
                        if (w->now[k][square][before] >> steps & 1)
                            walk_leg(w, k, square, before, steps);
    }
}

shoogi_status cli_reach_find(cli_reach *out, const shg_betza *betza, unsigned slide_steps)
{
    *out = (cli_reach){ 0 };
    find_rides(out, betza, slide_steps);
    if (betza->chain_count == 0)
        return SHOOGI_OK;
    walker *const w = malloc(sizeof *w);
    if (!w)
        return SHOOGI_NO_MEMORY;
    w->reach = out;
    w->slide_steps = slide_steps;
    for (size_t i = 0; i < betza->chain_count; i++)
        walk_chain(w, &betza->chains[i]);
    free(w);
    return SHOOGI_OK;
}
