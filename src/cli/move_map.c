#include "cli/move_map.h"

#include <stdlib.h>
#include <string.h>

enum { SQUARES = CLI_MOVE_MAP_SIDE * CLI_MOVE_MAP_SIDE, MIDDLE = SQUARES / 2, NOWHERE = -1 };

/* The square at an offset from another; NOWHERE beyond the edge. */
static int offset(int square, int right, int forward)
{
    const int file = square % CLI_MOVE_MAP_SIDE + right,
              rank = square / CLI_MOVE_MAP_SIDE - forward;
    if (file < 0 || rank < 0 || file >= CLI_MOVE_MAP_SIDE || rank >= CLI_MOVE_MAP_SIDE)
        return NOWHERE;
    return rank * CLI_MOVE_MAP_SIDE + file;
}

static cli_map_square *on(cli_move_map *map, int square)
{
    return &map->at[square / CLI_MOVE_MAP_SIDE][square % CLI_MOVE_MAP_SIDE];
}

/* ---- The moves to one square -------------------------------------------------------------------- */

/* Whether a allows everything that b allows.  Slides and hops depend on the squares in between, so neither covers the
 * other; a step or leap covers both. */
static bool covers(const cli_move_way *a, const cli_move_way *b)
{
    return (a->shape <= CLI_LEAP || (a->shape == b->shape && a->legs <= b->legs)) &&
           a->shape <= b->shape && (b->does & ~a->does) == 0 && (a->needs & ~b->needs) == 0;
}

static void add_way(cli_move_map *map, int square, cli_move_way way)
{
    cli_map_square *const r = on(map, square);
    if (square == MIDDLE) /* empty when the piece returns to it */
        way.does = SHG_MODE_MOVE | SHG_MODE_CAPTURE;
    for (unsigned i = 0; i < r->way_count; i++) {
        cli_move_way *const known = &r->ways[i];
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

/* Sets the shape of a straight move of one leg after a number of steps, of at most range. */
static void shape_straight(cli_move_way *way, int right, int forward, unsigned range,
                           unsigned steps)
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

static void find_rides(cli_move_map *map, const shg_betza *betza, unsigned slide_steps)
{
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *const ride = &betza->rides[i];
        const unsigned most = steps_shown(ride->reach, slide_steps);
        int at = MIDDLE;
        for (unsigned steps = 1; steps <= most; steps++) {
            at = offset(at, ride->right, ride->forward);
            if (at == NOWHERE)
                break;
            cli_move_way way = { .does = ride->modes };
            shape_straight(&way, ride->right, ride->forward, ride->reach, steps);
            add_way(map, at, way);
        }
    }
}

/* ---- Chains of legs ----------------------------------------------------------------------------- */

enum { DIRECTIONS = 8 };

/* The squares where legs begin: for each leg, square and direction of the previous leg a mask of that leg's
 * step counts, or bit 0 if the leg does not depend on them. */
typedef uint16_t starts[SHG_LEGS_MAX][SQUARES][DIRECTIONS];

typedef struct walker {
    cli_move_map *map;
    const shg_leg *legs;
    size_t leg_count;
    unsigned slide_steps;
    unsigned made; /* legs, including the current one */
    starts seen, now, next;
} walker;

_Static_assert(CLI_MOVE_MAP_SIDE < 16, "steps across the board fit a mask of 16");

/* The move of a chain that ends with leg k. */
static cli_move_way way_of_chain(const walker *w, size_t k)
{
    const uint32_t ends = SHG_MODE_MOVE | SHG_MODE_CAPTURE | SHG_MODE_DESTROY | SHG_MODE_PASSANT |
                          SHG_MODE_ROYAL | SHG_MODE_RELAY;
    const uint32_t goes_on = ends & ~(uint32_t)SHG_MODE_RELAY;
    cli_move_way way = { .shape = CLI_LEGS,
                         .legs = w->made,
                         .does = (w->legs[k].modes & ends) | (w->legs[0].modes & SHG_MODE_UNLOAD),
                         .needs = (w->legs[k].modes & SHG_MODE_TAME) |
                                  (w->legs[0].modes &
                                   (SHG_MODE_INITIAL | SHG_MODE_SECOND | SHG_MODE_FAR)) };
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

/* Begins a leg of the chain where leg k ended, unless the move has the greatest number of legs. */
static void begin_leg(walker *w, size_t k, int square, unsigned direction, unsigned steps)
{
    const unsigned asked = w->legs[k].modes & SHG_MODE_EQUAL ? steps : 0;
    const uint16_t mark = (uint16_t)(1u << asked);
    if (w->seen[k][square][direction] & mark || w->made == SHG_LEGS_MAX)
        return;
    w->seen[k][square][direction] |= mark;
    w->next[k][square][direction] |= mark;
}

/* Begins the legs that may follow leg k: leg k itself, and later ones while those before them are optional. */
static void begin_next_legs(walker *w, size_t k, int square, unsigned direction, unsigned steps)
{
    if (w->legs[k].modes & SHG_MODE_LOOP)
        begin_leg(w, k, square, direction, steps);
    for (k++; w->legs[k].modes & SHG_MODE_LOOP; k++)
        begin_leg(w, k, square, direction, steps);
    begin_leg(w, k, square, direction, steps);
}

/* Handles the arrival of a leg at a square: the move may end there, or another leg begin. */
static void arrive(walker *w, size_t k, int square, unsigned direction, unsigned steps)
{
    const shg_leg *const leg = &w->legs[k];
    const uint32_t taking = SHG_MODE_CAPTURE | SHG_MODE_DESTROY | SHG_MODE_ROYAL | SHG_MODE_PASSANT;
    if (k + 1 == w->leg_count) {
        cli_move_way way = way_of_chain(w, k);
        if (k == 0 && way.shape == CLI_LEGS) {
            int right, forward;
            shg_leg_step(leg, direction, &right, &forward);
            shape_straight(&way, right, forward, leg->range, steps);
        }
        if (square != MIDDLE || (way.does & SHG_MODE_MOVE))
            add_way(w->map, square, way);
        return;
    }
    /* The piece's own square is empty: there is nothing to capture or hop over. */
    const uint32_t modes = square == MIDDLE ? leg->modes & SHG_MODE_MOVE : leg->modes;
    cli_map_square *const r = on(w->map, square);
    r->capturable = r->capturable || (modes & taking);
    r->hopped = r->hopped || (modes & SHG_MODE_HOP);
    r->passed = r->passed || (modes & SHG_MODE_MOVE);
    if (modes & (taking | SHG_MODE_HOP | SHG_MODE_MOVE))
        begin_next_legs(w, k, square, direction, steps);
}

/* side: the direction in which a crooked or circular leg turns first. */
static void walk_direction(walker *w, size_t k, int at, unsigned direction, unsigned side,
                           unsigned steps_before)
{
    const shg_leg *const leg = &w->legs[k];
    unsigned most = steps_shown(leg->range, w->slide_steps);
    if (leg->modes & SHG_MODE_CIRCULAR) /* at most seven steps; the eighth leads back */
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
        at = offset(at, right, forward);
        if (at == NOWHERE)
            return;
        const bool skipped = (leg->modes & SHG_MODE_JUMP) && leg->longer == 1 && steps == 1;
        const bool too_near = (leg->modes & SHG_MODE_EQUAL) && steps != steps_before;
        if (!skipped && !too_near)
            arrive(w, k, at, direction, steps);
    }
}

/* before: the direction of the previous leg; 0 for the first leg, which turns nothing. */
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

/* Breadth first by the number of legs, so that each square gets the smallest number. */
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

shoogi_status cli_move_map_fill(cli_move_map *out, const shg_betza *betza, unsigned slide_steps)
{
    *out = (cli_move_map){ 0 };
    find_rides(out, betza, slide_steps);
    if (betza->chain_count == 0)
        return SHOOGI_OK;
    walker *const w = malloc(sizeof *w);
    if (!w)
        return SHOOGI_NO_MEMORY;
    w->map = out;
    w->slide_steps = slide_steps;
    for (size_t i = 0; i < betza->chain_count; i++)
        if (!(betza->chains[i].legs[0].modes & SHG_MODE_ANYWHERE)) /* no map shows that */
            walk_chain(w, &betza->chains[i]);
    free(w);
    return SHOOGI_OK;
}
