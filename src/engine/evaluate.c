#include "engine/evaluate.h"

#include <stdlib.h>
#include <string.h>

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
    return &w->value[shg_feature(kind, of_kind)];
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
    w->count = SHG_FEATURES_COMMON + (size_t)variant->kinds * SHG_FEATURES_OF_KIND;
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

/* What is asked of a position before its men. */
typedef struct view {
    const shoogi_variant *v;
    size_t count; /* of men seen */
    unsigned royal[2];
    bool hands;
} view;

static view look(const shg_search_ops *ops, const shoogi_position *p, shg_seen *seen)
{
    view l = { .v = p->variant, .count = ops->look(p, seen), .hands = p->variant->rules.drops };
    for (unsigned colour = 0; colour < 2; colour++)
        l.royal[colour] = p->ops->royal(p, (shoogi_colour)colour);
    return l;
}

static unsigned mobility_step(const shg_seen *s)
{
    return s->mobility < SHG_MOBILITIES ? s->mobility : SHG_MOBILITIES - 1;
}

static unsigned danger_step(unsigned hits)
{
    return hits < SHG_HITS ? hits : SHG_HITS - 1;
}

static int hands_of(const shg_weights *w, const uint16_t *hand)
{
    int sum = 0;
    for (shoogi_kind k = 1; k <= w->variant->kinds; k++) {
        const int16_t *const steps = weight(w, k, SHG_FEATURE_HAND);
        for (unsigned i = 0; i < hand[k] && i < SHG_HAND_STEPS - 1; i++)
            sum += steps[i];
        if (hand[k] >= SHG_HAND_STEPS)
            sum += (hand[k] - (SHG_HAND_STEPS - 1)) * steps[SHG_HAND_STEPS - 1];
    }
    return sum;
}

int shg_evaluate(const shg_weights *weights, const shoogi_position *position, shg_seen *seen)
{
    const shg_weights *const w = weights;
    const view l = look(w->ops, position, seen);
    int score[2] = { 0, 0 };
    unsigned hits[2] = { 0, 0 };
    for (unsigned colour = 0; colour < 2 && l.hands; colour++)
        score[colour] = hands_of(w, position->hand[colour]);
    for (size_t i = 0; i < l.count; i++) {
        const shg_seen *const s = &seen[i];
        const shoogi_colour own = shg_code_colour(s->code), other = shoogi_colour_other(own);
        const int16_t *const of = weight(w, shg_code_kind(s->code), 0);
        int sum = of[SHG_FEATURE_BOARD] + of[SHG_FEATURE_MOBILITY + mobility_step(s)] +
                  of[SHG_FEATURE_GUARDS] * s->on_own_royal +
                  of[SHG_FEATURE_THREATENS] * s->on_their_royal;
        hits[own] += s->on_their_royal;
        if (l.royal[own] != SHOOGI_NO_SQUARE)
            sum += of[SHG_FEATURE_OWN + near_of(l.v, s->square, l.royal[own], own)];
        if (l.royal[other] != SHOOGI_NO_SQUARE)
            sum += of[SHG_FEATURE_THEIR + near_of(l.v, s->square, l.royal[other], own)];
        score[own] += sum;
    }
    for (unsigned colour = 0; colour < 2; colour++)
        score[colour] += w->value[SHG_FEATURE_DANGER + danger_step(hits[colour])];
    const int all = score[position->side] - score[!position->side] + w->value[SHG_FEATURE_TEMPO];
    return all > SHG_EVAL_MAX ? SHG_EVAL_MAX : all < -SHG_EVAL_MAX ? -SHG_EVAL_MAX : all;
}

static void find(shg_found *found, size_t *count, size_t feature, int often)
{
    if (often != 0)
        found[(*count)++] = (shg_found){ (uint32_t)feature, often };
}

size_t shg_features(shg_found *found, const shoogi_position *position, shg_seen *seen)
{
    const view l = look(shg_search_class(position->variant), position, seen);
    unsigned hits[2] = { 0, 0 };
    size_t count = 0;
    for (unsigned colour = 0; colour < 2 && l.hands; colour++) {
        const int sign = colour == (unsigned)position->side ? 1 : -1;
        for (shoogi_kind k = 1; k <= l.v->kinds; k++) {
            const unsigned in_hand = position->hand[colour][k];
            for (unsigned i = 0; i < in_hand && i < SHG_HAND_STEPS - 1; i++)
                find(found, &count, shg_feature(k, SHG_FEATURE_HAND + i), sign);
            if (in_hand >= SHG_HAND_STEPS)
                find(found, &count, shg_feature(k, SHG_FEATURE_HAND + SHG_HAND_STEPS - 1),
                     sign * (int)(in_hand - (SHG_HAND_STEPS - 1)));
        }
    }
    for (size_t i = 0; i < l.count; i++) {
        const shg_seen *const s = &seen[i];
        const shoogi_kind k = shg_code_kind(s->code);
        const shoogi_colour own = shg_code_colour(s->code), other = shoogi_colour_other(own);
        const int sign = own == position->side ? 1 : -1;
        hits[own] += s->on_their_royal;
        find(found, &count, shg_feature(k, SHG_FEATURE_BOARD), sign);
        find(found, &count, shg_feature(k, SHG_FEATURE_MOBILITY + mobility_step(s)), sign);
        find(found, &count, shg_feature(k, SHG_FEATURE_GUARDS), sign * s->on_own_royal);
        find(found, &count, shg_feature(k, SHG_FEATURE_THREATENS), sign * s->on_their_royal);
        if (l.royal[own] != SHOOGI_NO_SQUARE)
            find(found, &count,
                 shg_feature(k, SHG_FEATURE_OWN + near_of(l.v, s->square, l.royal[own], own)),
                 sign);
        if (l.royal[other] != SHOOGI_NO_SQUARE)
            find(found, &count,
                 shg_feature(k, SHG_FEATURE_THEIR + near_of(l.v, s->square, l.royal[other], own)),
                 sign);
    }
    for (unsigned colour = 0; colour < 2; colour++)
        find(found, &count, SHG_FEATURE_DANGER + danger_step(hits[colour]),
             colour == (unsigned)position->side ? 1 : -1);
    find(found, &count, SHG_FEATURE_TEMPO, 1);
    return count;
}
