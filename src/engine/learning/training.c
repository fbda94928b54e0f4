#include "engine/learning/training.h"

#include "base/winning_chance.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A weight with the moments of the Adam optimiser.
 * Source: Kingma and Ba, "Adam: a method for stochastic optimization", 2015. */
typedef struct trained {
    double value, first, second;
    double prior; /* the initial value, to which it is pulled */
} trained;

/* A batch is cut into slices.  Each is summed by itself, and the sums are added in order, so that rounding does not depend on
 * the number of threads. */
enum { SLICES = 16 };

typedef struct slice {
    double *gradient[2]; /* [count] early, late */
    double loss;
    shg_board_view *view;
    shg_feature_count *found;
    shoogi_status status;
} slice;

struct shg_training {
    const shoogi_variant *variant;
    const shg_weights *initial;
    size_t count;
    unsigned threads;
    trained *weights[2]; /* [count] early, late */
    slice slices[SLICES];
    size_t positions; /* in all games of this pass */
    unsigned long steps;
};

/* A batch is whole games, until they have this many positions. */
enum { BATCH = 1024 };

/* The mean squared difference between the results of games and the predictions. */
static const double variance = 0.08;

static bool slice_init(slice *s, const shoogi_variant *v, size_t count)
{
    s->gradient[0] = calloc(count, sizeof *s->gradient[0]);
    s->gradient[1] = calloc(count, sizeof *s->gradient[1]);
    s->found = calloc(shg_features_max(v), sizeof *s->found);
    return s->gradient[0] && s->gradient[1] && s->found &&
           shg_board_view_new(&s->view, v) == SHOOGI_OK;
}

static void slice_fini(slice *s)
{
    free(s->gradient[0]);
    free(s->gradient[1]);
    free(s->found);
    shg_board_view_free(s->view);
}

shoogi_status shg_training_new(shg_training **out, const shg_weights *weights, unsigned threads)
{
    assert(threads >= 1 && threads <= SHG_TRAINING_THREADS_MAX);
    shg_training *const t = calloc(1, sizeof *t);
    if (!t)
        return SHOOGI_NO_MEMORY;
    t->variant = weights->variant;
    t->count = weights->count;
    t->initial = weights;
    t->threads = threads;
    bool good = true;
    for (unsigned i = 0; i < 2; i++) {
        t->weights[i] = calloc(t->count, sizeof *t->weights[i]);
        good = good && t->weights[i];
    }
    for (unsigned i = 0; i < SLICES && good; i++)
        good = slice_init(&t->slices[i], t->variant, t->count);
    if (!good) {
        shg_training_free(t);
        return SHOOGI_NO_MEMORY;
    }
    for (size_t i = 0; i < t->count; i++) {
        t->weights[0][i].value = t->weights[0][i].prior = weights->value[i].early;
        t->weights[1][i].value = t->weights[1][i].prior = weights->value[i].late;
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
    for (unsigned i = 0; i < SLICES; i++)
        slice_fini(&training->slices[i]);
    free(training);
}

/* ---- a step ---- */

/* The parts of a step that are the same for all weights. */
typedef struct stride {
    double rate, pull, first_share, second_share;
    double batch; /* positions */
} stride;

static const double keep_first = 0.9, keep_second = 0.999;

static stride stride_of(const shg_training *t, const shg_training_options *options, size_t batch)
{
    return (stride){
        .rate = options->rate,
        /* The prior weighs as much as a number of positions. */
        .pull = options->spread > 0
                    ? 2 * variance / (options->spread * options->spread) / (double)t->positions
                    : 0,
        .first_share = 1 - pow(keep_first, (double)t->steps),
        .second_share = 1 - pow(keep_second, (double)t->steps),
        .batch = (double)batch,
    };
}

/* Adds up the slices' gradients and resets them. */
static double take_gradient(shg_training *t, unsigned late, size_t i)
{
    double sum = 0;
    for (unsigned s = 0; s < SLICES; s++) {
        sum += t->slices[s].gradient[late][i];
        t->slices[s].gradient[late][i] = 0;
    }
    return sum;
}

/* One step for the weights from begin to end. */
static void step(shg_training *t, const stride *by, size_t begin, size_t end)
{
    for (unsigned late = 0; late < 2; late++)
        for (size_t i = begin; i < end; i++) {
            trained *const w = &t->weights[late][i];
            const double sum = take_gradient(t, late, i);
            if (sum == 0 && w->second == 0)
                continue; /* the feature has not occurred */
            const double gradient = sum / by->batch + by->pull * (w->value - w->prior);
            w->first = keep_first * w->first + (1 - keep_first) * gradient;
            w->second = keep_second * w->second + (1 - keep_second) * gradient * gradient;
            w->value -= by->rate * (w->first / by->first_share) /
                        (sqrt(w->second / by->second_share) + 1e-9);
        }
}

/* ---- the positions of a batch ---- */

/* Adds the gradient of one position; returns its squared error. */
static double add_position(slice *s, const shg_training *t, const shoogi_position *p, double target)
{
    const size_t count = shg_features(s->found, t->initial, p, s->view);
    const double late = (double)shg_phase(t->initial->phases, s->view->count) / SHG_PHASE_MAX;
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t feature = s->found[i].feature;
        sum += ((1 - late) * t->weights[0][feature].value + late * t->weights[1][feature].value) *
               s->found[i].count;
    }
    const double chance = shg_winning_chance(sum), error = chance - target;
    /* The derivative of the squared error; that of the chance is chance * (1 - chance) / SHG_SCALE. */
    const double slope = 2 * error * chance * (1 - chance) / SHG_SCALE;
    for (size_t i = 0; i < count; i++) {
        const double part = slope * s->found[i].count;
        s->gradient[0][s->found[i].feature] += (1 - late) * part;
        s->gradient[1][s->found[i].feature] += late * part;
    }
    return error * error;
}

/* Adds the gradients of all quiet positions of a game. */
static shoogi_status add_game(slice *s, const shg_training *t, const shg_game *g,
                              const shg_training_options *options)
{
    shoogi_position *p;
    if (shoogi_position_new(&p, t->variant) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    shoogi_status status = SHOOGI_OK;
    for (size_t j = 0; j < g->count && status == SHOOGI_OK; j++) {
        const shg_played *const m = &g->played[j];
        if (shg_is_trained_on(m))
            s->loss += add_position(
                s, t, p, shg_target(m, g->outcome, shoogi_position_side(p), options->result_share));
        status = shoogi_position_do(p, m->move);
    }
    shoogi_position_free(p);
    return status;
}

/* ---- a pass, in several threads ---- */

/* For each batch, the threads share the slices, then the weights of the step, and meet at a barrier after both. */
typedef struct pass {
    shg_training *t;
    const shg_training_options *options;
    const shg_game *games;
    const size_t *order; /* [game_count] */
    size_t game_count;
    size_t begin, end; /* the batch, as indices into order */
    stride stride;     /* of the batch */
    bool over;
    shoogi_status status;
    _Atomic unsigned sliced; /* slices taken by a thread */
} pass;

/* Chooses the games of the next batch. */
static void choose_batch(pass *p)
{
    size_t positions = 0;
    for (unsigned i = 0; i < SLICES && p->status == SHOOGI_OK; i++)
        p->status = p->t->slices[i].status;
    p->begin = p->end;
    while (p->end < p->game_count && positions < BATCH)
        positions += shg_positions_trained_on(&p->games[p->order[p->end++]]);
    p->over = positions == 0 || p->status != SHOOGI_OK;
    if (p->over)
        return;
    p->t->steps++;
    p->stride = stride_of(p->t, p->options, positions);
    atomic_store(&p->sliced, 0);
}

static void sum_slices(pass *p)
{
    for (unsigned number; (number = atomic_fetch_add(&p->sliced, 1)) < SLICES;) {
        slice *const s = &p->t->slices[number];
        for (size_t i = p->begin + number; i < p->end && s->status == SHOOGI_OK; i += SLICES)
            s->status = add_game(s, p->t, &p->games[p->order[i]], p->options);
    }
}

static void work(shg_crew *crew, unsigned number, unsigned size, void *context)
{
    pass *const p = context;
    const size_t begin = p->t->count * number / size, end = p->t->count * (number + 1) / size;
    for (;;) {
        if (number == 0)
            choose_batch(p);
        shg_crew_meet(crew);
        if (p->over)
            return;
        sum_slices(p);
        shg_crew_meet(crew);
        step(p->t, &p->stride, begin, end);
        shg_crew_meet(crew);
    }
}

shoogi_status shg_training_pass(double *loss, size_t *positions, shg_training *training,
                                const shg_game *games, size_t game_count, uint64_t *random,
                                const shg_training_options *options)
{
    size_t *const order = malloc((game_count + 1) * sizeof *order);
    if (!order)
        return SHOOGI_NO_MEMORY;
    shg_shuffle(order, game_count, random);
    training->positions = 0;
    for (size_t i = 0; i < game_count; i++)
        training->positions += shg_positions_trained_on(&games[i]);
    for (unsigned i = 0; i < SLICES; i++) {
        training->slices[i].loss = 0;
        training->slices[i].status = SHOOGI_OK;
    }
    pass p = {
        .t = training, .options = options, .games = games, .order = order, .game_count = game_count
    };
    shg_crew_run(training->threads, work, &p);
    *loss = 0;
    for (unsigned i = 0; i < SLICES; i++)
        *loss += training->slices[i].loss;
    free(order);
    *positions = training->positions;
    *loss = *positions > 0 ? *loss / (double)*positions : 0;
    return p.status;
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
