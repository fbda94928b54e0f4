#include "engine/evaluate.h"

#include <stdlib.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { ROYAL_WORTH = 10000, SEE_MAX = 15000 };

/* ---- what is thought of men of which nothing is known ---- */

/* How many squares a man of the kind reaches on average, when two of three squares on its way are empty. */
static double mobility_of(const shoogi_variant *v, shoogi_kind kind)
{
    enum { STEPS_MAX = 36 };
    static const double empty = 2.0 / 3;
    const shg_betza *const moves = &v->kind[kind].betza;
    double sum = 0;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        for (size_t i = 0; i < moves->ride_count; i++) {
            const shg_ride *const ride = &moves->rides[i];
            const int steps = ride->reach == 0 ? STEPS_MAX : ride->reach;
            const bool both = ride->modes == (SHG_MODE_MOVE | SHG_MODE_CAPTURE);
            double chance = both ? 1 : 0.5;
            for (int step = 1; step <= steps; step++, chance *= empty) {
                if (shg_ride_square(v, ride, SHOOGI_BLACK, (shoogi_square)sq, step) ==
                    SHOOGI_NO_SQUARE)
                    break;
                sum += chance;
            }
        }
    }
    /* Each chain of legs is another way to move; what it is good for is not looked at. */
    return sum / v->squares + (double)moves->chain_count * 0.5 +
           (moves->universal ? v->squares * 0.5 : 0);
}

static int worth_of_mobility(double mobility)
{
    const double worth = 50 * mobility + mobility * mobility;
    return worth > 5000 ? 5000 : (int)worth;
}

static int16_t *weight(const shg_weights *w, shoogi_kind kind, unsigned of_kind)
{
    return &w->value[SHG_FEATURES_COMMON + (kind - 1u) * w->of_kind + of_kind];
}

static void guess(shg_weights *w)
{
    const shoogi_variant *const v = w->variant;
    for (shoogi_kind k = 1; k <= v->kinds; k++)
        if (!v->kind[k].royal)
            *weight(w, k, SHG_FEATURE_BOARD) = (int16_t)worth_of_mobility(mobility_of(v, k));
    /* Something of what it may become: of forms that promote again, what they are worth by themselves. */
    for (shoogi_kind k = (shoogi_kind)v->kinds; k >= 1; k--) {
        int16_t *const board = weight(w, k, SHG_FEATURE_BOARD);
        int best = *board;
        for (size_t i = 0; i < v->kind[k].promotion_count; i++) {
            const int form = *weight(w, v->kind[k].promotions[i], SHG_FEATURE_BOARD);
            best = form > best ? form : best;
        }
        if (!v->kind[k].royal)
            *board = (int16_t)(*board + (best - *board) / 5);
    }
    for (shoogi_kind k = 1; k <= v->kinds; k++) {
        const int board = *weight(w, k, SHG_FEATURE_BOARD);
        for (unsigned i = 0; i < SHG_HAND_STEPS && v->kind[k].in_hand; i++)
            *weight(w, k, SHG_FEATURE_HAND + i) = (int16_t)(board + board / 16);
        if (v->kind[k].royal)
            continue;
        for (unsigned i = 0; i < SHG_MOBILITIES; i++)
            *weight(w, k, SHG_FEATURE_MOBILITY + i) = (int16_t)(3 * i);
        *weight(w, k, SHG_FEATURE_GUARDS) = 4;
        *weight(w, k, SHG_FEATURE_THREATENS) = 6;
    }
    w->value[SHG_FEATURE_TEMPO] = 10;
}

shoogi_status shg_weights_new(shg_weights **out, const shoogi_variant *variant)
{
    shg_weights *const w = calloc(1, sizeof *w);
    if (!w)
        return SHOOGI_NO_MEMORY;
    w->variant = variant;
    w->ops = shg_search_class(variant);
    w->of_kind = (size_t)SHG_FEATURE_SQUARE + variant->squares;
    w->count = SHG_FEATURES_COMMON + variant->kinds * w->of_kind;
    w->value = calloc(w->count, sizeof *w->value);
    if (!w->value) {
        free(w);
        return SHOOGI_NO_MEMORY;
    }
    guess(w);
    *out = w;
    return SHOOGI_OK;
}

void shg_weights_free(shg_weights *weights)
{
    if (!weights)
        return;
    free(weights->value);
    free(weights);
}

void shg_weights_worth(const shg_weights *weights, int *worth)
{
    const shoogi_variant *const v = weights->variant;
    worth[0] = 0;
    for (shoogi_kind k = 1; k <= v->kinds; k++) {
        const shoogi_kind in_hand = v->kind[k].hand;
        worth[k] = *weight(weights, k, SHG_FEATURE_BOARD);
        if (in_hand != 0 && v->rules.drops)
            worth[k] += *weight(weights, in_hand, SHG_FEATURE_HAND);
        if (v->kind[k].royal)
            worth[k] = ROYAL_WORTH;
        worth[k] = worth[k] < SEE_MAX ? worth[k] : SEE_MAX;
    }
}

/* ---- a position ---- */

/* Where a man stands to a royal, as its owner looks. */
static unsigned near_of(const shoogi_variant *v, unsigned square, unsigned royal,
                        shoogi_colour owner)
{
    const int ranks = (int)v->ranks, half = SHG_NEAR_RANKS / 2;
    const int files = abs((int)square / ranks - (int)royal / ranks);
    int ahead = (int)royal % ranks - (int)square % ranks;
    if (owner == SHOOGI_WHITE)
        ahead = -ahead;
    ahead = ahead < -half ? -half : ahead > half ? half : ahead;
    return (unsigned)(files < SHG_NEAR_FILES ? files : SHG_NEAR_FILES - 1) * SHG_NEAR_RANKS +
           (unsigned)(ahead + half);
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Where features go: their weights are summed up, or they are listed. */
typedef struct sink {
    const int16_t *weights;
    int sum;
    shg_found *found;
    size_t count;
} sink;

ALWAYS_INLINE void take(sink *to, size_t feature, int often)
{
    if (!to->found)
        to->sum += to->weights[feature] * often;
    else if (often != 0)
        to->found[to->count++] = (shg_found){ (uint32_t)feature, often };
}

/* Of one kind in the hand of one side. */
ALWAYS_INLINE void take_hand(sink *to, size_t first, unsigned in_hand, int sign)
{
    for (unsigned i = 0; i < in_hand && i < SHG_HAND_STEPS - 1; i++)
        take(to, first + i, sign);
    if (in_hand >= SHG_HAND_STEPS)
        take(to, first + SHG_HAND_STEPS - 1, sign * (int)(in_hand - (SHG_HAND_STEPS - 1)));
}

/* All features of a position.  Compiled twice: each caller's sink is known there. */
ALWAYS_INLINE void take_all(sink *to, const shg_search_ops *ops, const shoogi_position *p,
                            shg_seen *seen)
{
    const shoogi_variant *const v = p->variant;
    const size_t of_kind = (size_t)SHG_FEATURE_SQUARE + v->squares;
    const int sign_of[2] = { p->side == SHOOGI_BLACK ? 1 : -1, p->side == SHOOGI_BLACK ? -1 : 1 };
    const unsigned royal[2] = { p->ops->royal(p, SHOOGI_BLACK), p->ops->royal(p, SHOOGI_WHITE) };
    unsigned hits[2] = { 0, 0 }, armed[2] = { 0, 0 };
    shg_court court;
    const size_t count = ops->look(p, seen, &court);
    for (unsigned colour = 0; colour < 2 && v->rules.drops; colour++) {
        for (shoogi_kind k = 1; k <= v->kinds; k++) {
            const unsigned in_hand = p->hand[colour][k];
            if (in_hand > 0)
                take_hand(to, SHG_FEATURES_COMMON + (k - 1u) * of_kind + SHG_FEATURE_HAND, in_hand,
                          sign_of[colour]);
            armed[colour] += in_hand;
        }
    }
    for (size_t i = 0; i < count; i++) {
        const shg_seen *const s = &seen[i];
        const shoogi_colour own = shg_code_colour(s->code), other = shoogi_colour_other(own);
        const size_t kind = SHG_FEATURES_COMMON + (shg_code_kind(s->code) - 1u) * of_kind;
        const int sign = sign_of[own];
        hits[own] += s->on_their_royal;
        take(to, kind + SHG_FEATURE_BOARD, sign);
        take(to, kind + SHG_FEATURE_STATE + s->attacked + 2u * s->guarded + 4u * (sign > 0), sign);
        take(to, kind + SHG_FEATURE_MOBILITY + least(s->mobility, SHG_MOBILITIES - 1), sign);
        take(to, kind + SHG_FEATURE_GUARDS, sign * s->on_own_royal);
        take(to, kind + SHG_FEATURE_THREATENS, sign * s->on_their_royal);
        const unsigned turned = own == SHOOGI_BLACK ? s->square : v->squares - 1 - s->square;
        take(to, kind + SHG_FEATURE_SQUARE + turned, sign);
        if (royal[own] != SHOOGI_NO_SQUARE)
            take(to, kind + SHG_FEATURE_OWN + near_of(v, s->square, royal[own], own), sign);
        if (royal[other] != SHOOGI_NO_SQUARE)
            take(to, kind + SHG_FEATURE_THEIR + near_of(v, s->square, royal[other], own), sign);
    }
    for (unsigned colour = 0; colour < 2; colour++) {
        const unsigned by = least(armed[!colour], SHG_ARMED - 1);
        take(to, SHG_FEATURE_DANGER + least(hits[!colour], SHG_HITS - 1), sign_of[!colour]);
        take(to, SHG_FEATURE_WEAK + least(court.weak[colour], SHG_FEW - 1) * SHG_ARMED + by,
             sign_of[!colour]);
        take(to, SHG_FEATURE_FLIGHTS + least(court.flights[colour], SHG_FEW - 1) * SHG_ARMED + by,
             sign_of[!colour]);
    }
    take(to, SHG_FEATURE_TEMPO, 1);
}

int shg_evaluate(const shg_weights *weights, const shoogi_position *position, shg_seen *seen)
{
    sink to = { .weights = weights->value };
    take_all(&to, weights->ops, position, seen);
    return to.sum > SHG_EVAL_MAX ? SHG_EVAL_MAX : to.sum < -SHG_EVAL_MAX ? -SHG_EVAL_MAX : to.sum;
}

size_t shg_features_max(const shoogi_variant *variant)
{
    enum { OF_A_MAN = 8, OF_A_SIDE = 3 };
    return (size_t)OF_A_MAN * variant->squares + (size_t)2 * SHG_HAND_STEPS * (variant->kinds + 1) +
           2 * OF_A_SIDE + 1;
}

size_t shg_features(shg_found *found, const shoogi_position *position, shg_seen *seen)
{
    sink to = { .found = found };
    take_all(&to, shg_search_class(position->variant), position, seen);
    return to.count;
}
