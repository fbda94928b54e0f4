/* guess.c: men are worth what they can reach on a board of which two of three squares are empty. */
#include "engine/evaluation/guess.h"

#include "core/variant/square.h"

#include <stdlib.h>

/* One of several royals is worth so much beside its moves. */
enum { SPARE_ROYAL_WORTH = 300 };

/* Where men are taken to stand while it is counted how far they get by several legs, along each side of the board; how
 * many steps are followed from each of them; and how unlikely a way is that is not followed. */
enum { STARTS_A_SIDE = 5, STEPS_FOLLOWED = 20000, STEPS_MAX = 36 };
static const double unlikely = 1.0 / 64;

/* Of three squares two are empty; of men, half are of either side. */
static const double is_empty = 2.0 / 3, is_theirs = 1.0 / 6, is_ours = 1.0 / 6;

/* ---- how far men reach ---- */

/* How many squares a man of the kind reaches on average by its rides.  Each chain of legs is another way to move. */
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

/* A man on one square, and how likely it gets to each. */
typedef struct trip {
    const shoogi_variant *v;
    double *chance; /* [squares] */
    double more;    /* in all, by what is followed now, than before */
    unsigned steps_left;
} trip;

static void arrive(trip *t, shoogi_square at, double chance)
{
    if (chance > t->chance[at]) {
        t->more += chance - t->chance[at];
        t->chance[at] = chance;
    }
}

/* A leg that is not the last may end on a square, as what stands there allows. */
static double chance_to_stop(uint32_t modes)
{
    const double chance =
        (modes & SHG_MODE_MOVE ? is_empty : 0) + (modes & SHG_MODE_CAPTURE ? is_theirs : 0) +
        (modes & SHG_MODE_DESTROY ? is_ours : 0) + (modes & SHG_MODE_HOP ? is_theirs + is_ours : 0);
    return chance > 0 && chance < 1 ? chance : 1;
}

/* The leg of that number and those after it.  Goes SHG_LEGS_MAX deep at most. */
static void follow(trip *t, const shg_chain *chain, size_t number, unsigned before,
                   shoogi_square from, double chance)
{
    const shg_leg *const leg = &chain->legs[number];
    const bool last = number + 1 == chain->leg_count;
    const uint32_t both = SHG_MODE_MOVE | SHG_MODE_CAPTURE;
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

/* Along a line; each step is so much less likely than the one before. */
static void go_along(trip *t, const shg_ride *ride, shoogi_square from, double chance, double on)
{
    const int steps = ride->reach == 0 ? STEPS_MAX : ride->reach;
    for (int step = 1; step <= steps; step++, chance *= on) {
        const shoogi_square at = shg_ride_square(t->v, ride, SHOOGI_BLACK, from, step);
        if (at == SHOOGI_NO_SQUARE)
            break;
        arrive(t, at, chance);
    }
}

/* From one square: how much farther it gets by legs, and over men that it takes with it, than by its rides. */
static double more_from(trip *t, const shg_betza *moves, shoogi_square from)
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

/* On average.  chance: [squares], overwritten. */
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
            trip t = { .v = v, .chance = chance };
            sum += more_from(&t, moves, shoogi_variant_square(v, file, rank));
            starts++;
        }
    }
    return starts > 0 ? sum / starts : 0;
}

/* ---- what they are worth ---- */

static int worth_of_mobility(double mobility)
{
    const double worth = 50 * mobility + mobility * mobility;
    return worth > 5000 ? 5000 : (int)worth;
}

static shg_weight *weight(const shg_weights *w, shoogi_kind kind, unsigned of_kind)
{
    return &w->value[shg_feature(w->variant, kind, of_kind)];
}

static void set(const shg_weights *w, shoogi_kind kind, unsigned of_kind, int worth)
{
    *weight(w, kind, of_kind) = (shg_weight){ (int16_t)worth, (int16_t)worth };
}

/* mobility: [kinds + 1] */
static void guess_men(shg_weights *w, const double *mobility)
{
    const shoogi_variant *const v = w->variant;
    for (shoogi_kind k = 1; k <= v->kinds; k++)
        if (!v->kind[k].royal)
            set(w, k, SHG_FEATURE_BOARD, worth_of_mobility(mobility[k]));
    /* Something of what it may become: of forms that promote again, what they are worth by themselves. */
    for (shoogi_kind k = (shoogi_kind)v->kinds; k >= 1; k--) {
        const int board = shg_mean(*weight(w, k, SHG_FEATURE_BOARD));
        int best = board;
        for (size_t i = 0; i < v->kind[k].promotion_count; i++) {
            const int form = shg_mean(*weight(w, v->kind[k].promotions[i], SHG_FEATURE_BOARD));
            best = form > best ? form : best;
        }
        if (!v->kind[k].royal)
            set(w, k, SHG_FEATURE_BOARD, board + (best - board) / 5);
    }
    for (shoogi_kind k = 1; k <= v->kinds; k++) {
        const int board = shg_mean(*weight(w, k, SHG_FEATURE_BOARD));
        for (unsigned i = 0; i < SHG_HAND_STEPS && v->kind[k].in_hand; i++)
            set(w, k, SHG_FEATURE_HAND + i, board + board / 16);
        if (v->kind[k].royal)
            continue;
        for (unsigned i = 0; i < SHG_MOBILITIES; i++)
            set(w, k, SHG_FEATURE_MOBILITY + i, (int)(3 * i));
        set(w, k, SHG_FEATURE_GUARDS, 4);
        set(w, k, SHG_FEATURE_THREATENS, 6);
    }
    w->value[SHG_FEATURE_TEMPO] = (shg_weight){ 10, 10 };
}

/* A royal is a man as well: who has several plays on without one of them.  Where each side has as many they cancel out. */
static void guess_royals(shg_weights *w, const double *mobility)
{
    const shoogi_variant *const v = w->variant;
    for (shoogi_kind k = 1; k <= v->kinds; k++)
        if (v->kind[k].royal)
            set(w, k, SHG_FEATURE_BOARD, worth_of_mobility(mobility[k]) + SPARE_ROYAL_WORTH);
}

/* By what is guessed of kinds, royals and then the least first; those alike in their order. */
static void set_grades(shg_weights *w)
{
    const unsigned kinds = w->variant->kinds;
    for (shoogi_kind k = 1; k <= kinds; k++) {
        const int worth = weight(w, k, SHG_FEATURE_BOARD)->early;
        unsigned below = 0;
        for (shoogi_kind other = 1; other <= kinds; other++) {
            const int of_other = weight(w, other, SHG_FEATURE_BOARD)->early;
            below += of_other < worth || (of_other == worth && other < k);
        }
        w->grade[k] = (uint8_t)(kinds <= SHG_GRADES ? below : below * SHG_GRADES / kinds);
    }
}

shoogi_status shg_guess(shg_weights *weights)
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
    /* By rides alone: weights that have been learned are told apart by grades, which must not change. */
    guess_men(weights, mobility);
    set_grades(weights);
    for (shoogi_kind k = 1; k <= v->kinds; k++)
        mobility[k] += more_of(v, k, chance);
    guess_men(weights, mobility);
    guess_royals(weights, mobility);
    free(mobility);
    free(chance);
    return SHOOGI_OK;
}
