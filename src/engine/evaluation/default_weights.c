/* default_weights.c: a piece is worth the squares it reaches, on average, on a board of which two squares in three are empty. */
#include "engine/evaluation/default_weights.h"

#include "core/variant/square.h"

#include <stdlib.h>

/* The value of one of several royals, beyond that of its moves. */
enum { EXTRA_ROYAL_VALUE = 300 };

/* Moves of several legs are followed from a grid of STARTS_A_SIDE by STARTS_A_SIDE squares, for at most STEPS_FOLLOWED steps
 * from each; paths less likely than `unlikely` are cut. */
enum { STARTS_A_SIDE = 5, STEPS_FOLLOWED = 20000, STEPS_MAX = 36 };
static const double unlikely = 1.0 / 64;

/* The odds of what stands on a square: the pieces are half of either side. */
static const double is_empty = 2.0 / 3, is_theirs = 1.0 / 6, is_ours = 1.0 / 6;

/* ---- reach ---- */

/* How many squares a piece of the kind reaches by its rides, on average.  Each chain of legs counts as half a square. */
static double mobility_of(const shoogi_variant *v, shoogi_kind kind)
{
    const shg_betza *const moves = &v->kind[kind].betza;
    double sum = 0;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        for (size_t i = 0; i < moves->ride_count; i++) {
            const shg_ride *const ride = &moves->rides[i];
            const int steps = ride->reach == 0 ? STEPS_MAX : ride->reach;
            const bool both = ride->modes == (SHG_MODE_MOVE | SHG_MODE_CAPTURE);
            double chance = both ? 1 : 0.5;
            for (int step = 1; step <= steps; step++, chance *= is_empty) {
                if (shg_ride_square(v, ride, SHOOGI_BLACK, (shoogi_square)sq, step) ==
                    SHOOGI_NO_SQUARE)
                    break;
                sum += chance;
            }
        }
    }
    return sum / v->squares + (double)moves->chain_count * 0.5 +
           (moves->universal ? v->squares * 0.5 : 0);
}

/* The probability with which a piece on one square reaches each other square. */
typedef struct mobility_walk {
    const shoogi_variant *v;
    double *chance; /* [squares] */
    double more;    /* the sum of what the moves followed now have added */
    unsigned steps_left;
} mobility_walk;

static void arrive(mobility_walk *t, shoogi_square at, double chance)
{
    if (chance > t->chance[at]) {
        t->more += chance - t->chance[at];
        t->chance[at] = chance;
    }
}

/* The probability that a leg other than the last may end on a square, given what may stand there. */
static double chance_to_stop(uint32_t modes)
{
    const double chance =
        (modes & SHG_MODE_MOVE ? is_empty : 0) + (modes & SHG_MODE_CAPTURE ? is_theirs : 0) +
        (modes & SHG_MODE_DESTROY ? is_ours : 0) + (modes & SHG_MODE_HOP ? is_theirs + is_ours : 0);
    return chance > 0 && chance < 1 ? chance : 1;
}

/* Follows the chain from the leg of that number on.  Recursion: at most SHG_LEGS_MAX deep. */
static void follow(mobility_walk *t, const shg_chain *chain, size_t number, unsigned before,
                   shoogi_square from, double chance)
{
    const shg_leg *const leg = &chain->legs[number];
    const bool last = number + 1 == chain->leg_count;
    const uint32_t both = SHG_MODE_MOVE | SHG_MODE_CAPTURE;
    if (leg->modes & SHG_MODE_ANYWHERE) /* seldom of use */
        return;
    const double stops = !last ? chance_to_stop(leg->modes) : (leg->modes & both) == both ? 1 : 0.5;
    for (unsigned n = 0; n < 8; n++) {
        if (!(leg->directions >> n & 1))
            continue;
        const unsigned direction = number == 0 ? n : shg_leg_turn(leg, before, n);
        const unsigned most = shg_steps_max(t->v, leg->range, SHOOGI_BLACK, from);
        int right, forward;
        shg_leg_step(leg, direction, &right, &forward);
        const shg_ride ride = { (int8_t)right, (int8_t)forward, 1, 0 };
        shoogi_square at = from;
        double here = chance;
        for (unsigned step = 1; step <= most && here >= unlikely && t->steps_left > 0; step++) {
            t->steps_left--;
            at = shg_ride_square(t->v, &ride, SHOOGI_BLACK, at, 1);
            if (at == SHOOGI_NO_SQUARE)
                break;
            if (last)
                arrive(t, at, here * stops);
            else
                follow(t, chain, number + 1, direction, at, here * stops);
            here *= is_empty;
        }
    }
}

/* Follows a ride; each step is less likely than the one before by the factor `on`. */
static void go_along(mobility_walk *t, const shg_ride *ride, shoogi_square from, double chance,
                     double on)
{
    const int steps = ride->reach == 0 ? STEPS_MAX : ride->reach;
    for (int step = 1; step <= steps; step++, chance *= on) {
        const shoogi_square at = shg_ride_square(t->v, ride, SHOOGI_BLACK, from, step);
        if (at == SHOOGI_NO_SQUARE)
            break;
        arrive(t, at, chance);
    }
}

/* What moves of several legs, and those that capture every piece on the way, add to the reach of the rides from a square. */
static double more_from(mobility_walk *t, const shg_betza *moves, shoogi_square from)
{
    t->steps_left = STEPS_FOLLOWED;
    for (unsigned sq = 0; sq < t->v->squares; sq++)
        t->chance[sq] = 0;
    t->chance[from] = 1;
    for (size_t i = 0; i < moves->ride_count; i++)
        go_along(t, &moves->rides[i], from, 1, is_empty);
    t->more = 0;
    for (size_t i = 0; i < moves->sweep_count; i++)
        go_along(t, &moves->sweeps[i], from, 0.5, 1);
    for (size_t i = 0; i < moves->chain_count; i++)
        follow(t, &moves->chains[i], 0, 0, from, 1);
    return t->more;
}

/* The same, on average over the board.  chance: [squares], overwritten. */
static double more_of(const shoogi_variant *v, shoogi_kind kind, double *chance)
{
    const shg_betza *const moves = &v->kind[kind].betza;
    if (moves->chain_count + moves->sweep_count == 0 || moves->universal)
        return 0;
    double sum = 0;
    unsigned starts = 0;
    for (unsigned i = 0; i < STARTS_A_SIDE; i++) {
        for (unsigned j = 0; j < STARTS_A_SIDE; j++) {
            const unsigned file = (2 * i + 1) * v->files / (2 * STARTS_A_SIDE),
                           rank = (2 * j + 1) * v->ranks / (2 * STARTS_A_SIDE);
            if (!shoogi_variant_has_square(v, file, rank))
                continue;
            mobility_walk t = { .v = v, .chance = chance };
            sum += more_from(&t, moves, shoogi_variant_square(v, file, rank));
            starts++;
        }
    }
    return starts > 0 ? sum / starts : 0;
}

/* ---- values ---- */

static int value_of_mobility(double mobility)
{
    const double value = 50 * mobility + mobility * mobility;
    return value > 5000 ? 5000 : (int)value;
}

static shg_weight *weight(const shg_weights *w, shoogi_kind kind, unsigned of_kind)
{
    return &w->value[shg_feature(w->variant, kind, of_kind)];
}

static void set(const shg_weights *w, shoogi_kind kind, unsigned of_kind, int value)
{
    *weight(w, kind, of_kind) = (shg_weight){ (int16_t)value, (int16_t)value };
}

/* mobility: [kinds + 1] */
static void set_piece_values(shg_weights *w, const double *mobility)
{
    const shoogi_variant *const v = w->variant;
    for (shoogi_kind k = 1; k <= v->kinds; k++)
        if (!v->kind[k].royal)
            set(w, k, SHG_FEATURE_BOARD, value_of_mobility(mobility[k]));
    /* A fifth of what promotion adds.  Of a promoted form that promotes again, only its own value counts. */
    for (shoogi_kind k = (shoogi_kind)v->kinds; k >= 1; k--) {
        const int board = shg_weight_mean(*weight(w, k, SHG_FEATURE_BOARD));
        int best = board;
        for (size_t i = 0; i < v->kind[k].promotion_count; i++) {
            const int form =
                shg_weight_mean(*weight(w, v->kind[k].promotions[i], SHG_FEATURE_BOARD));
            best = form > best ? form : best;
        }
        if (!v->kind[k].royal)
            set(w, k, SHG_FEATURE_BOARD, board + (best - board) / 5);
    }
    for (shoogi_kind k = 1; k <= v->kinds; k++) {
        const int board = shg_weight_mean(*weight(w, k, SHG_FEATURE_BOARD));
        for (unsigned i = 0; i < SHG_HAND_STEPS && v->kind[k].in_hand; i++)
            set(w, k, SHG_FEATURE_HAND + i, board + board / 16);
        if (v->kind[k].royal)
            continue;
        for (unsigned i = 0; i < SHG_MOBILITIES; i++)
            set(w, k, SHG_FEATURE_MOBILITY + i, (int)(3 * i));
        set(w, k, SHG_FEATURE_ROYAL_DEFENCE, 4);
        set(w, k, SHG_FEATURE_ROYAL_ATTACK, 6);
    }
    w->value[SHG_FEATURE_TEMPO] = (shg_weight){ 10, 10 };
}

/* Royals count as material: a side with several plays on after losing one.  Equal numbers cancel out. */
static void set_royal_values(shg_weights *w, const double *mobility)
{
    const shoogi_variant *const v = w->variant;
    for (shoogi_kind k = 1; k <= v->kinds; k++)
        if (v->kind[k].royal)
            set(w, k, SHG_FEATURE_BOARD, value_of_mobility(mobility[k]) + EXTRA_ROYAL_VALUE);
}

/* Classes of kinds by default value, ascending, royals first; equal kinds in the order of the definition. */
static void set_value_classes(shg_weights *w)
{
    const unsigned kinds = w->variant->kinds;
    for (shoogi_kind k = 1; k <= kinds; k++) {
        const int value = weight(w, k, SHG_FEATURE_BOARD)->early;
        unsigned below = 0;
        for (shoogi_kind other = 1; other <= kinds; other++) {
            const int of_other = weight(w, other, SHG_FEATURE_BOARD)->early;
            below += of_other < value || (of_other == value && other < k);
        }
        w->value_class[k] =
            (uint8_t)(kinds <= SHG_VALUE_CLASSES ? below : below * SHG_VALUE_CLASSES / kinds);
    }
}

shoogi_status shg_default_weights(shg_weights *weights)
{
    const shoogi_variant *const v = weights->variant;
    double *const mobility = calloc(v->kinds + 1u, sizeof *mobility);
    double *const chance = calloc(v->squares, sizeof *chance);
    if (!mobility || !chance) {
        free(mobility);
        free(chance);
        return SHOOGI_NO_MEMORY;
    }
    for (shoogi_kind k = 1; k <= v->kinds; k++)
        mobility[k] = mobility_of(v, k);
    /* By rides alone: learned weights refer to the value classes, which must not change. */
    set_piece_values(weights, mobility);
    set_value_classes(weights);
    for (shoogi_kind k = 1; k <= v->kinds; k++)
        mobility[k] += more_of(v, k, chance);
    set_piece_values(weights, mobility);
    set_royal_values(weights, mobility);
    free(mobility);
    free(chance);
    return SHOOGI_OK;
}
