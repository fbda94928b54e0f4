#include "engine/training.h"

#include "base/chance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A weight, and the means that a step is taken by.
 * Source: Kingma, Ba, "Adam: a method for stochastic optimization", 2015. */
typedef struct learned {
    double value, first, second, gradient;
    double guess; /* it is drawn to this */
} learned;

struct shg_training {
    const shoogi_variant *variant;
    const shg_weights *begun_at;
    size_t count;
    learned *weights[2]; /* [count] early, late */
    shg_sight *sight;
    shg_found *found;
    unsigned batch;   /* positions since the last step */
    size_t positions; /* of all games of this pass */
    unsigned long steps;
};

enum { BATCH = 1024 };

/* How far a result is from what was foretold, on average, squared. */
static const double variance = 0.08;

shoogi_status shg_training_new(shg_training **out, const shg_weights *weights)
{
    const shoogi_variant *const v = weights->variant;
    shg_training *const t = calloc(1, sizeof *t);
    if (!t)
        return SHOOGI_NO_MEMORY;
    t->variant = v;
    t->count = weights->count;
    t->begun_at = weights;
    for (unsigned i = 0; i < 2; i++)
        t->weights[i] = calloc(t->count, sizeof *t->weights[i]);
    t->found = calloc(shg_features_max(v), sizeof *t->found);
    if (!t->weights[0] || !t->weights[1] || !t->found || shg_sight_new(&t->sight, v) != SHOOGI_OK) {
        shg_training_free(t);
        return SHOOGI_NO_MEMORY;
    }
    for (size_t i = 0; i < t->count; i++) {
        t->weights[0][i].value = t->weights[0][i].guess = weights->value[i].early;
        t->weights[1][i].value = t->weights[1][i].guess = weights->value[i].late;
    }
    *out = t;
    return SHOOGI_OK;
}

void shg_training_free(shg_training *training)
{
    if (!training)
        return;
    free(training->weights[0]);
    free(training->weights[1]);
    shg_sight_free(training->sight);
    free(training->found);
    free(training);
}

static void step(shg_training *t, const shg_training_options *options)
{
    static const double keep_first = 0.9, keep_second = 0.999;
    t->steps++;
    /* What is thought of a weight beforehand counts as much as some positions do. */
    const double pull = options->spread > 0 ? 2 * variance / (options->spread * options->spread) /
                                                  (double)t->positions
                                            : 0;
    const double first_share = 1 - pow(keep_first, (double)t->steps),
                 second_share = 1 - pow(keep_second, (double)t->steps);
    for (size_t i = 0; i < 2 * t->count; i++) {
        learned *const w = &t->weights[i % 2][i / 2];
        if (w->gradient == 0 && w->second == 0)
            continue; /* never seen */
        const double gradient = w->gradient / t->batch + pull * (w->value - w->guess);
        w->first = keep_first * w->first + (1 - keep_first) * gradient;
        w->second = keep_second * w->second + (1 - keep_second) * gradient * gradient;
        w->value -=
            options->rate * (w->first / first_share) / (sqrt(w->second / second_share) + 1e-9);
        w->gradient = 0;
    }
    t->batch = 0;
}

/* One position: how wrong its sum is, and which way each of its weights should go. */
static double learn(shg_training *t, const shoogi_position *p, double wanted)
{
    const size_t count = shg_features(t->found, t->begun_at, p, t->sight);
    const double late = (double)shg_late(t->begun_at->stages, t->sight->count) / SHG_LATE;
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t feature = t->found[i].feature;
        sum += ((1 - late) * t->weights[0][feature].value + late * t->weights[1][feature].value) *
               t->found[i].count;
    }
    const double chance = shg_winning_chance(sum), wrong = chance - wanted;
    /* The derivative of its square; that of the chance is chance * (1 - chance) / SHG_SCALE. */
    const double slope = 2 * wrong * chance * (1 - chance) / SHG_SCALE;
    for (size_t i = 0; i < count; i++) {
        const double part = slope * t->found[i].count;
        t->weights[0][t->found[i].feature].gradient += (1 - late) * part;
        t->weights[1][t->found[i].feature].gradient += late * part;
    }
    t->batch++;
    return wrong * wrong;
}

static bool is_learned_from(const shg_played *m)
{
    return m->quiet && m->score != SHG_SCORE_NONE && abs(m->score) < SHG_SCORE_WON;
}

/* All positions of one game. */
static shoogi_status learn_game(double *loss, shg_training *t, const shg_game *g,
                                const shg_training_options *options)
{
    shoogi_position *p;
    if (shoogi_position_new(&p, t->variant) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    shoogi_status status = SHOOGI_OK;
    for (size_t j = 0; j < g->count && status == SHOOGI_OK; j++) {
        const shg_played *const m = &g->played[j];
        if (is_learned_from(m)) {
            const bool black = shoogi_position_side(p) == SHOOGI_BLACK;
            const double result = g->outcome == SHOOGI_OUTCOME_BLACK   ? black
                                  : g->outcome == SHOOGI_OUTCOME_WHITE ? !black
                                                                       : 0.5;
            *loss += learn(t, p,
                           options->result_share * result +
                               (1 - options->result_share) * shg_winning_chance(m->score));
            if (t->batch == BATCH)
                step(t, options);
        }
        status = shoogi_position_do(p, m->move);
    }
    shoogi_position_free(p);
    return status;
}

static void shuffle(size_t *order, size_t count, uint64_t *chance)
{
    for (size_t i = 0; i < count; i++) {
        const size_t j = (size_t)(shg_chance(chance) % (i + 1));
        order[i] = order[j];
        order[j] = i;
    }
}

shoogi_status shg_training_pass(double *loss, size_t *positions, shg_training *training,
                                const shg_game *games, size_t game_count, uint64_t *chance,
                                const shg_training_options *options)
{
    size_t *const order = malloc((game_count + 1) * sizeof *order);
    if (!order)
        return SHOOGI_NO_MEMORY;
    shuffle(order, game_count, chance);
    training->positions = 0;
    for (size_t i = 0; i < game_count; i++)
        for (size_t j = 0; j < games[i].count; j++)
            training->positions += is_learned_from(&games[i].played[j]);
    shoogi_status status = SHOOGI_OK;
    *loss = 0;
    for (size_t i = 0; i < game_count && status == SHOOGI_OK; i++)
        status = learn_game(loss, training, &games[order[i]], options);
    if (training->batch > 0)
        step(training, options);
    free(order);
    *positions = training->positions;
    *loss = *positions > 0 ? *loss / (double)*positions : 0;
    return status;
}

static int16_t rounded(double value)
{
    enum { MOST = 15000 };
    return (int16_t)(value > MOST ? MOST : value < -MOST ? -MOST : lround(value));
}

void shg_training_result(const shg_training *training, shg_weights *weights)
{
    for (size_t i = 0; i < training->count; i++)
        weights->value[i] = (shg_weight){ rounded(training->weights[0][i].value),
                                          rounded(training->weights[1][i].value) };
}
