/* build_reach.c: what follows from the moves of the kinds: squares from which a kind can never move, bounds of the
 * number of moves, and whether squares identify a move. */
#include "core/definition/build_int.h"

#include "core/variant/piece_rules.h"

#include <assert.h>
#include <string.h>

/* --- squares with moves -------------------------------------------------------------------------- */

/* The limit of the search: beyond it a piece is assumed to have a move, which forbids nothing. */
enum { WALK_STEPS_MAX = 50 * 1000 * 1000 };

typedef struct walk {
    const shoogi_variant *v;
    shoogi_colour colour;
    unsigned steps_left;
    uint8_t *ends; /* [squares] to mark all destinations; NULL: one is enough */
    uint8_t mark;
} walk;

/* Whether the legs from index on can be made from a square on a board where each finds the pieces it needs.  If all
 * destinations are wanted, whether they may be anywhere.  The depth is at most SHG_LEGS_MAX. */
static bool can_walk(walk *w, const shg_chain *chain, size_t index, shoogi_square square,
                     unsigned before, unsigned steps_before)
{
    assert(index < chain->leg_count && chain->leg_count <= SHG_LEGS_MAX);
    assert(square < w->v->squares && !w->v->hole[square]);
    const uint32_t unclear = SHG_MODE_LOOP | SHG_MODE_CROOKED | SHG_MODE_CIRCULAR;
    if (chain->legs[index].modes & SHG_MODE_ANYWHERE)
        return w->ends || w->v->squares > 1;
    if (w->ends && (chain->legs[index].modes & unclear))
        return true;
    while (index + 1 < chain->leg_count && (chain->legs[index].modes & SHG_MODE_LOOP))
        index++; /* may be omitted */
    const shg_leg *const leg = &chain->legs[index];
    const bool turns = leg->modes & (SHG_MODE_CROOKED | SHG_MODE_CIRCULAR);
    const bool equal = leg->modes & SHG_MODE_EQUAL;
    const unsigned most = turns   ? 1
                          : equal ? steps_before
                                  : shg_steps_max(w->v, leg->range, w->colour, square);
    const bool skips = (leg->modes & SHG_MODE_JUMP) && leg->longer == 1;
    for (unsigned n = 0; n < 8; n++) {
        if (!(leg->directions >> n & 1))
            continue;
        const unsigned direction = index == 0 ? n : shg_leg_turn(leg, before, n);
        int right, forward;
        shg_leg_step(leg, direction, &right, &forward);
        const shg_ride ride = { (int8_t)right, (int8_t)forward, 1, 0 };
        shoogi_square at = square;
        for (unsigned step = 1; step <= most; step++) {
            if (w->steps_left == 0)
                return true;
            w->steps_left--;
            at = shg_ride_square(w->v, &ride, w->colour, at, 1);
            /* On a board with joined edges there is always a destination. */
            if (at == SHOOGI_NO_SQUARE && (leg->modes & SHG_MODE_CYLINDER))
                return true;
            if (at == SHOOGI_NO_SQUARE)
                break;
            if ((skips && step == 1) || (equal && step != steps_before))
                continue;
            const bool last = index + 1 == chain->leg_count;
            if (last && w->ends)
                w->ends[at] |= w->mark;
            else if (last || can_walk(w, chain, index + 1, at, direction, step))
                return true;
        }
    }
    return false;
}

/* Marks the squares from which the first step of the ride stays on the board: on one without holes a part of each file.
 * alive: [squares]. */
static void mark_ride(bool *alive, const walk *w, const shg_ride *ride, bool any_holes)
{
    const shoogi_variant *const v = w->v;
    assert(ride->reach != SHG_RANGE_HALF); /* it would have no step from some squares */
    const int sign = w->colour == SHOOGI_BLACK ? -1 : 1; /* as in shg_ride_square */
    const int right = sign * ride->right, forward = sign * ride->forward;
    const int files = (int)v->files, ranks = (int)v->ranks, step = right * ranks + forward;
    const int file_end = right > 0 ? files - right : files;
    const int first = forward < 0 ? -forward : 0, end = forward > 0 ? ranks - forward : ranks;
    for (int file = right < 0 ? -right : 0; file < file_end && first < end; file++)
        if (any_holes)
            for (int sq = file * ranks + first; sq < file * ranks + end; sq++)
                alive[sq] = alive[sq] || !(v->hole[sq] || v->hole[sq + step]);
        else
            memset(alive + file * ranks + first, true, (size_t)(end - first));
}

static bool has_a_chain(walk *w, const shg_betza *betza, shoogi_square square)
{
    for (size_t i = 0; i < betza->chain_count; i++) {
        const shg_chain *const chain = &betza->chains[i];
        const uint32_t modes = chain->legs[0].modes;
        const bool begins =
            !(modes & SHG_MODE_INITIAL) &&
            (!(modes & SHG_MODE_FAR) || shg_ranks_ahead(w->v, w->colour, square) == 0);
        if (begins && can_walk(w, chain, 0, square, 0, 0))
            return true;
    }
    return false;
}

/* Marks the squares from which the piece has a move.  alive: [squares], nothing marked.  Rides come first and mark all their
 * squares at once: there are boards of 1,296 squares and 400 kinds, and most kinds need no more. */
static void mark_alive(bool *alive, walk *w, const shg_betza *betza, bool any_holes)
{
    const shoogi_variant *const v = w->v;
    const bool anywhere = betza->imitates || (betza->universal && v->squares > 1);
    for (size_t i = 0; i < betza->ride_count && !anywhere && memchr(alive, false, v->squares); i++)
        mark_ride(alive, w, &betza->rides[i], any_holes);
    if (!anywhere && betza->chain_count == 0)
        return;
    for (unsigned s = 0; s < v->squares; s++)
        if (!alive[s] && !v->hole[s])
            alive[s] = anywhere || has_a_chain(w, betza, (shoogi_square)s);
}

void shg_build_alive(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    walk w = { .v = v, .steps_left = WALK_STEPS_MAX };
    const bool any_holes = memchr(v->hole, true, v->squares) != NULL;
    for (unsigned colour = 0; colour < 2; colour++) {
        bool *const alive = shg_build_array(b, (v->kinds + 1) * (size_t)v->squares, sizeof *alive);
        w.colour = (shoogi_colour)colour;
        for (unsigned k = 1; k <= v->kinds && alive; k++)
            mark_alive(alive + (size_t)k * v->squares, &w, &v->kind[k].betza, any_holes);
        v->alive[colour] = alive;
    }
}

/* --- whether squares identify a move ------------------------------------------------------------- */

/* What a leg with these modes may capture: friends, enemies, enemy royals. */
enum { TAKES_FRIENDS = 1, TAKES_PIECES = 2, TAKES_ROYALS = 4 };

static uint8_t whom(uint32_t modes)
{
    const bool captures = modes & SHG_MODE_CAPTURE;
    const bool royals = (modes & SHG_MODE_ROYAL) || (captures && !(modes & SHG_MODE_TAME));
    return (modes & SHG_MODE_DESTROY ? TAKES_FRIENDS : 0) | (captures ? TAKES_PIECES : 0) |
           (royals ? TAKES_ROYALS : 0);
}

static bool chain_unloads(const shg_chain *chain)
{
    return chain->legs[chain->leg_count - 1].modes & SHG_MODE_UNLOAD;
}

static bool unloads(const shg_betza *betza)
{
    for (size_t i = 0; i < betza->chain_count; i++)
        if (chain_unloads(&betza->chains[i]))
            return true;
    return false;
}

/* A leg before the last that must capture: its square is in the move too. */
static bool takes_on_the_way(const shg_chain *chain)
{
    for (size_t i = 0; i + 1 < chain->leg_count; i++)
        if (!(chain->legs[i].modes & (SHG_MODE_MOVE | SHG_MODE_HOP)))
            return true;
    return false;
}

/* Marks the destinations of captures, with or without unloading, and what they capture.  Returns what it may capture
 * anywhere. */
static uint8_t mark_victims(walk *w, const shg_betza *betza, shoogi_square from, bool by_unloading)
{
    const shoogi_variant *const v = w->v;
    uint8_t anywhere = betza->universal && !by_unloading ? whom(betza->universal) : 0;
    for (size_t i = 0; i < betza->ride_count && !by_unloading; i++) {
        const shg_ride *const ride = &betza->rides[i];
        shoogi_square at = from;
        for (unsigned left = shg_steps_max(v, ride->reach, w->colour, from); left > 0; left--) {
            at = shg_ride_square(v, ride, w->colour, at, 1);
            if (at == SHOOGI_NO_SQUARE)
                break;
            if (w->steps_left == 0)
                return TAKES_FRIENDS | TAKES_PIECES | TAKES_ROYALS;
            w->steps_left--;
            w->ends[at] |= whom(ride->modes);
        }
    }
    for (size_t i = 0; i < betza->chain_count; i++) {
        const shg_chain *const chain = &betza->chains[i];
        w->mark = whom(chain->legs[chain->leg_count - 1].modes);
        if (w->mark != 0 && chain_unloads(chain) == by_unloading && !takes_on_the_way(chain) &&
            can_walk(w, chain, 0, from, 0, 0))
            anywhere |= w->mark;
    }
    return anywhere;
}

/* Whether a piece of the kind may move as others do. */
static bool borrows(const shg_betza *betza)
{
    bool relays = betza->imitates;
    for (size_t i = 0; i < betza->chain_count; i++)
        relays = relays || (betza->chains[i].legs[0].modes & SHG_MODE_RELAY);
    return relays;
}

/* Whether pieces of the kinds from first to last could capture the same piece from the same square in both ways. */
static bool take_in_two_ways(walk *w, shoogi_kind first, shoogi_kind last, shoogi_square from)
{
    uint8_t ends[2][SHOOGI_SQUARES_MAX] = { { 0 } };
    uint8_t anywhere[2] = { 0, 0 }, both = 0;
    for (shoogi_kind k = first; k <= last; k++)
        for (int by_unloading = 0; by_unloading < 2; by_unloading++) {
            w->ends = ends[by_unloading];
            anywhere[by_unloading] |=
                mark_victims(w, &w->v->kind[k].betza, from, by_unloading == 1);
        }
    for (unsigned sq = 0; sq < SHOOGI_SQUARES_MAX; sq++)
        both |= (uint8_t)((ends[0][sq] | anywhere[0]) & (ends[1][sq] | anywhere[1]));
    return both != 0;
}

/* The same from any square of the board. */
static bool have_two_ways(walk *w, shoogi_kind first, shoogi_kind last)
{
    for (unsigned i = 0; i < 2u * w->v->squares; i++) {
        const shoogi_square from = (shoogi_square)(i / 2);
        w->colour = (shoogi_colour)(i % 2);
        if (!w->v->hole[from] && take_in_two_ways(w, first, last, from))
            return true;
    }
    return false;
}

/* A move is identified by its squares and the kind at its end, in the library as in notation.  So a piece may not be
 * able both to capture on a square and to change places with the piece there (unload).  Pieces that borrow moves may
 * borrow those of any kind and are examined together. */
void shg_build_refuse_two_ways(shg_builder *b)
{
    const shoogi_variant *const v = b->v;
    bool any_unloads = false, any_borrows = false;
    for (unsigned k = 1; k <= v->kinds; k++) {
        any_unloads = any_unloads || unloads(&v->kind[k].betza);
        any_borrows = any_borrows || borrows(&v->kind[k].betza);
    }
    walk w = { .v = v, .steps_left = WALK_STEPS_MAX };
    const bool borrowed = any_unloads && any_borrows && have_two_ways(&w, 1, (shoogi_kind)v->kinds);
    for (shoogi_kind k = 1; k <= v->declared; k++) {
        const shg_betza *const betza = &v->kind[k].betza;
        if (borrows(betza) ? borrowed : unloads(betza) && have_two_ways(&w, k, k))
            shg_fault_rules(b->faults, b->def->kinds[k - 1].moves,
                            "u and other captures on different squares");
    }
}

/* Whether the piece may have another move to the square to which it castles. */
static bool reaches_otherwise(const shoogi_variant *v, const shg_betza *betza,
                              const shg_castle *castle)
{
    if (betza->chain_count > 0 || betza->sweep_count > 0 || betza->universal || betza->imitates ||
        shg_borrows(v))
        return true;
    const int right = castle->right * castle->steps, forward = castle->forward * castle->steps;
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *const ride = &betza->rides[i];
        const unsigned most = ride->reach == 0 ? SHG_RANGE_MAX : ride->reach;
        for (unsigned n = 1; n <= most; n++)
            if (ride->right * (int)n == right && ride->forward * (int)n == forward)
                return true;
    }
    return false;
}

/* Castling changes two pieces of a side, as unloading does if it captures a friend: with both in a game two moves could
 * have the same result. */
void shg_build_castling(shg_builder *b)
{
    const shoogi_variant *const v = b->v;
    bool any_unloads = false;
    for (unsigned k = 1; k <= v->kinds; k++)
        any_unloads = any_unloads || unloads(&v->kind[k].betza);
    for (unsigned k = 1; k <= v->kinds; k++) {
        const shg_betza *const betza = &v->kind[k].betza;
        for (size_t i = 0; i < betza->castle_count; i++)
            betza->castles[i].names_partner = reaches_otherwise(v, betza, &betza->castles[i]);
        if (betza->castle_count > 0 && any_unloads && k <= v->declared)
            shg_fault_rules(b->faults, b->def->kinds[k - 1].moves,
                            "no castling (O) in a game with u");
    }
}

/* --- bounds of the number of moves --------------------------------------------------------------- */

/* The greatest number of moves of one leg from one square. */
typedef struct leg_bounds {
    uint64_t directions; /* directions of the first step */
    uint64_t choices;    /* variants per direction: turns to either side, with or without capture */
    uint64_t steps;      /* destinations per variant */
    uint64_t rounds;     /* repetitions */
} leg_bounds;

static leg_bounds bound_leg(const shg_leg *leg, bool is_last, unsigned longest)
{
    assert(longest > 0);
    const uint32_t taking = SHG_MODE_CAPTURE | SHG_MODE_DESTROY | SHG_MODE_ROYAL;
    const bool loops = leg->modes & SHG_MODE_LOOP, ranges = leg->range == 0 || leg->range > longest;
    leg_bounds most = { .directions = 0, .choices = 1, .rounds = loops ? longest : 1 };
    for (unsigned n = 0; n < 8; n++)
        most.directions += leg->directions >> n & 1;
    most.steps =
        ranges || (leg->modes & SHG_MODE_EQUAL) || (loops && !is_last) ? longest : leg->range;
    if (leg->modes & (SHG_MODE_CROOKED | SHG_MODE_CIRCULAR))
        most.choices *= 2;
    if (leg->modes & SHG_MODE_ANYWHERE)
        most.steps = longest;
    if (leg->modes & SHG_MODE_PASSANT) /* and the same without captures */
        most.choices *= 2;
    if (!is_last && (leg->modes & SHG_MODE_HOP) && (leg->modes & taking)) /* captures or leaps */
        most.choices *= 2;
    return most;
}

/* The number of legs that may capture other than at the end of the move. */
static bool takes_besides(const shg_leg *leg, bool is_last)
{
    const uint32_t taking = SHG_MODE_CAPTURE | SHG_MODE_DESTROY | SHG_MODE_ROYAL;
    return (!is_last && (leg->modes & taking)) || (leg->modes & SHG_MODE_PASSANT);
}

/* The greatest number of moves of a chain from one square, without shots.  *takes false: it captures nothing on the
 * way and shoots nothing, so a move is its destination. */
static uint64_t chain_moves(const shoogi_variant *v, const shg_chain *chain, bool shoots,
                            bool *takes)
{
    const uint32_t bends = SHG_MODE_CYLINDER | SHG_MODE_CROOKED | SHG_MODE_CIRCULAR;
    uint64_t paths = 1, rays = 0;
    bool straight = true;
    *takes = shoots;
    for (size_t i = 0; i < chain->leg_count; i++) {
        const shg_leg *const leg = &chain->legs[i];
        const bool is_last = i + 1 == chain->leg_count;
        /* On a board with joined edges a leg may reach every square. */
        const bool everywhere = leg->modes & (SHG_MODE_CYLINDER | SHG_MODE_ANYWHERE);
        const unsigned longest = everywhere            ? v->squares
                                 : v->files > v->ranks ? v->files
                                                       : v->ranks;
        const leg_bounds most = bound_leg(leg, is_last, longest);
        *takes = *takes || takes_besides(leg, is_last);
        if (i == 0)
            rays = most.directions * most.choices * longest;
        straight = straight && (i == 0 || leg->directions == 1) && !(leg->modes & bends);
        paths *= most.directions * most.choices * most.steps * most.rounds;
        if (paths > SHG_MOVES_MAX)
            paths = SHG_MOVES_MAX;
    }
    if (*takes)
        return paths;
    if (straight && rays < paths)
        paths = rays;
    return paths < v->squares ? paths : v->squares;
}

/* The number of ways to shoot, or not to shoot, from one square. */
static uint64_t shooting_ways(const shg_shooting *shooting)
{
    uint64_t ways = 1, in_row = 1;
    for (unsigned i = 0; i < shooting->count; i++) {
        in_row *= shooting->ride_count;
        ways += in_row;
    }
    return ways;
}

/* The greatest number of moves of one kind from one square, given the number for moves borrowed from others. */
static uint64_t kind_moves(const shoogi_variant *v, const shg_kind *kind, uint64_t others_max)
{
    const shg_betza *const betza = &kind->betza;
    const uint64_t shots = shooting_ways(&kind->shooting);
    const unsigned longest = (v->files > v->ranks ? v->files : v->ranks) - 1;
    uint64_t at_once =
        betza->universal ? v->squares : 0; /* each is identified by its destination */
    uint64_t moves = (betza->imitates ? others_max : 0) + betza->sweep_count * longest;
    for (size_t i = 0; i < betza->ride_count; i++) {
        const unsigned own = betza->rides[i].reach;
        at_once += own == 0 || own > longest ? longest : own;
    }
    for (size_t i = 0; i < betza->chain_count; i++) {
        const shg_chain *const chain = &betza->chains[i];
        bool relays = false, takes;
        for (size_t k = 0; k < chain->leg_count; k++)
            relays = relays || (chain->legs[k].modes & SHG_MODE_RELAY);
        uint64_t ways = chain_moves(v, chain, shots > 1, &takes);
        for (size_t k = 0; k < chain->leg_count && ways < SHG_MOVES_MAX; k++)
            ways *= shots;
        if (takes || relays || (chain->legs[0].modes & SHG_MODE_UNLOAD))
            moves += ways * (relays ? 1 + others_max : 1);
        else
            at_once += ways;
    }
    if (at_once > v->squares) /* and it may pass through every square on which its first leg ends */
        at_once = v->squares + 8 * longest;
    moves += at_once * shots + betza->castle_count;
    return moves < SHG_MOVES_MAX ? moves : SHG_MOVES_MAX;
}

/* An upper bound of the legal moves of any position: a piece with the most moves on every square, and all kinds
 * dropped everywhere. */
void shg_build_moves_max(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    uint64_t plain_max = 0, reach_max = 0, droppable = 0;
    for (unsigned k = 1; k <= v->kinds; k++) {
        const uint64_t reach = kind_moves(v, &v->kind[k], 0);
        plain_max = reach > plain_max ? reach : plain_max;
    }
    for (unsigned k = 1; k <= v->kinds; k++) {
        /* A piece that borrows moves of one leg has at most one to each square. */
        const uint64_t reach =
            (shg_borrows(v) ? v->squares : kind_moves(v, &v->kind[k], plain_max)) *
            (v->kind[k].promotion_count + 1);
        reach_max = reach > reach_max ? reach : reach_max;
        droppable += v->kind[k].hand_kind != 0;
    }
    const uint64_t moves = v->squares * (reach_max + droppable + 1); /* 1: the pass */
    if (moves > SHG_MOVES_MAX)
        shg_fault_rules(b->faults, shg_faults_end(b->faults),
                        "pieces with fewer moves: no more than 67108864 in any position");
    assert(moves > 0);
    v->moves_max = (size_t)(moves > SHG_MOVES_MAX ? SHG_MOVES_MAX : moves);
}
