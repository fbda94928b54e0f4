#include "engine/learning/nnue_training.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Examples of a batch; fewer at the end of a pass. */
enum { BATCH = 1024, EXAMPLES_PER_TAKE = 32 };

/* Pulls weights to 0, so that inputs which occur seldom do not say much. */
static const float decay = 0.1F;

static const float output_scale = (float)(SHG_ACTIVE << SHG_OUTPUT_SHIFT) * SHG_SCALE;
static const float value_scale = (float)(1 << SHG_OUTPUT_SHIFT) * SHG_SCALE;
static const float input_scale = (float)(SHG_ACTIVE << SHG_INPUT_SHIFT);
static const float small_scale = (float)(1 << SHG_SMALL_SHIFT);

struct shg_nnue_training {
    const shg_nnue *initial;
    const shg_nnue_step *step;
    unsigned threads;
    size_t bytes_max; /* of the examples */
    shg_trained_network network;
    uint16_t *turned; /* of shg_turned_inputs */
    shg_example_set learned, held_out;
    shg_traces traces; /* of a batch */
    float *trace_memory;
    unsigned long steps;
};

/* ---- memory ---- */

static bool trained_init(shg_trained *t, size_t count, float most, bool decays)
{
    float *const memory = calloc(4 * count, sizeof *memory);
    if (!memory)
        return false;
    *t = (shg_trained){ .value = memory,
                        .gradient = memory + count,
                        .first = memory + 2 * count,
                        .second = memory + 3 * count,
                        .count = count,
                        .most = most,
                        .decays = decays };
    return true;
}

static bool layers_init(shg_trained_layers *l, shg_nnue_shape s)
{
    const float small_most = INT8_MAX / small_scale;
    const size_t first = (size_t)2 * s.width * s.first, second = (size_t)s.first * s.second;
    l->first = calloc(2 * first + 2 * second, sizeof *l->first);
    if (!l->first)
        return false;
    l->first_turned = l->first + first;
    l->second = l->first_turned + first;
    l->second_turned = l->second + second;
    return trained_init(&l->first_bias, s.first, 1000, false) &&
           trained_init(&l->first_weight, first, small_most, true) &&
           trained_init(&l->second_bias, s.second, 1000, false) &&
           trained_init(&l->second_weight, second, small_most, true) &&
           trained_init(&l->output_bias, 1, 100, false) &&
           trained_init(&l->output_weight, s.second,
                        (float)INT16_MAX / ((1 << SHG_OUTPUT_SHIFT) * SHG_SCALE), true);
}

static void layers_fini(shg_trained_layers *l)
{
    shg_trained *const all[] = { &l->first_bias,    &l->first_weight, &l->second_bias,
                                 &l->second_weight, &l->output_bias,  &l->output_weight };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]->value);
    free(l->first);
}

static bool traces_init(shg_nnue_training *t, shg_nnue_shape s)
{
    const size_t wide = (size_t)2 * s.width, each = 2 * wide + 2u * s.first + 2u * s.second + 2;
    float *at = t->trace_memory = calloc(BATCH * each, sizeof *at);
    if (!at)
        return false;
    struct {
        float **array;
        size_t size;
    } const arrays[] = {
        { &t->traces.active, wide },     { &t->traces.slope, wide },
        { &t->traces.first, s.first },   { &t->traces.first_slope, s.first },
        { &t->traces.second, s.second }, { &t->traces.second_slope, s.second },
        { &t->traces.output_slope, 1 },  { &t->traces.error, 1 },
    };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; at += BATCH * arrays[i++].size)
        *arrays[i].array = at;
    return true;
}

static bool allocate(shg_nnue_training *t)
{
    shg_trained_network *const n = &t->network;
    const size_t width = n->shape.width;
    bool good = trained_init(&n->bias, width, 32, false) &&
                trained_init(&n->weight, n->rows * width, 32, true) &&
                trained_init(&n->value, (size_t)n->rows * n->shape.buckets,
                             SHG_VALUE_MAX / value_scale, false) &&
                traces_init(t, n->shape);
    for (unsigned i = 0; i < n->shape.buckets && good; i++)
        good = layers_init(&n->layers[i], n->shape);
    return good && shg_turned_inputs(&t->turned, t->initial) == SHOOGI_OK;
}

/* Numbers of a network that are being trained. */
typedef struct numbers {
    const shg_trained *trained;
    int8_t *bytes; /* exactly one of these is not NULL */
    int16_t *shorts;
    int32_t *longs;
    float scale;
    size_t count;
    size_t of_region; /* if regions share some: so many of a region, the shared ones after all */
} numbers;

enum { NUMBERS_MAX = 3 + 6 * SHG_NNUE_BUCKETS_MAX };

static size_t numbers_of(numbers *out, const shg_trained_network *t, const shg_nnue *n)
{
    const size_t of_region = n->shape.by_royal ? n->region_inputs : 0;
    size_t count = 0;
    out[count++] = (numbers){ .trained = &t->bias, .shorts = n->bias, .scale = input_scale };
    out[count++] = (numbers){ .trained = &t->weight,
                              .shorts = n->weight,
                              .scale = input_scale,
                              .of_region = of_region * n->shape.width };
    out[count++] = (numbers){ .trained = &t->value,
                              .longs = n->value,
                              .scale = value_scale,
                              .of_region = of_region * n->shape.buckets };
    for (unsigned i = 0; i < n->shape.buckets; i++) {
        const shg_trained_layers *const from = &t->layers[i];
        const shg_nnue_layers *const to = &n->layers[i];
        const float bias_scale = SHG_ACTIVE * small_scale;
        const numbers of_layers[] = {
            { .trained = &from->first_bias, .longs = to->first_bias, .scale = bias_scale },
            { .trained = &from->first_weight, .bytes = to->first_weight, .scale = small_scale },
            { .trained = &from->second_bias, .longs = to->second_bias, .scale = bias_scale },
            { .trained = &from->second_weight, .bytes = to->second_weight, .scale = small_scale },
            { .trained = &from->output_bias, .longs = to->output_bias, .scale = output_scale },
            { .trained = &from->output_weight, .shorts = to->output_weight, .scale = value_scale },
        };
        memcpy(out + count, of_layers, sizeof of_layers);
        count += sizeof of_layers / sizeof of_layers[0];
    }
    for (size_t i = 0; i < count; i++)
        out[i].count = out[i].trained->count - out[i].of_region;
    return count;
}

static void read_network(shg_nnue_training *t)
{
    numbers all[NUMBERS_MAX];
    const size_t count = numbers_of(all, &t->network, t->initial);
    for (size_t i = 0; i < count; i++) {
        const numbers *const from = &all[i];
        float *const value = from->trained->value, *const shared = value + from->count;
        for (size_t j = 0; j < from->count; j++) {
            const int32_t number = from->bytes    ? from->bytes[j]
                                   : from->shorts ? from->shorts[j]
                                                  : from->longs[j];
            value[j] = (float)number / from->scale;
        }
        /* What regions share is their mean. */
        for (size_t j = 0; j < from->count && from->of_region > 0; j++)
            shared[j % from->of_region] += value[j] / SHG_NNUE_REGIONS;
        for (size_t j = 0; j < from->count && from->of_region > 0; j++)
            value[j] -= shared[j % from->of_region];
    }
}

/* A number as the network has it. */
static long number_of(const numbers *from, size_t i)
{
    const float *const value = from->trained->value;
    const float shared = from->of_region > 0 ? value[from->count + i % from->of_region] : 0;
    const float most = from->trained->most, sum = value[i] + shared;
    return lrintf((sum > most ? most : sum < -most ? -most : sum) * from->scale);
}

void shg_nnue_training_result(const shg_nnue_training *training, shg_nnue *network)
{
    numbers all[NUMBERS_MAX];
    const size_t count = numbers_of(all, &training->network, network);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < all[i].count; j++) {
            const long number = number_of(&all[i], j);
            if (all[i].bytes)
                all[i].bytes[j] = (int8_t)number;
            else if (all[i].shorts)
                all[i].shorts[j] = (int16_t)number;
            else
                all[i].longs[j] = (int32_t)number;
        }
    shg_nnue_pack(network);
}

shoogi_status shg_nnue_training_new(shg_nnue_training **out, const shg_nnue *network,
                                    const shg_nnue_step *step, unsigned memory_mib,
                                    unsigned threads)
{
    assert(threads >= 1 && threads <= SHG_TRAINING_THREADS_MAX);
    shg_nnue_training *const t = calloc(1, sizeof *t);
    if (!t)
        return SHOOGI_NO_MEMORY;
    t->initial = network;
    t->step = step;
    t->threads = threads;
    t->bytes_max = (size_t)memory_mib << 20;
    t->network.shape = network->shape;
    t->network.rows = shg_nnue_rows(network);
    if (!allocate(t)) {
        shg_nnue_training_free(t);
        return SHOOGI_NO_MEMORY;
    }
    read_network(t);
    *out = t;
    return SHOOGI_OK;
}

void shg_nnue_training_free(shg_nnue_training *training)
{
    if (!training)
        return;
    shg_trained_network *const n = &training->network;
    free(n->bias.value);
    free(n->weight.value);
    free(n->value.value);
    for (unsigned i = 0; i < n->shape.buckets; i++)
        layers_fini(&n->layers[i]);
    shg_example_set_fini(&training->learned);
    shg_example_set_fini(&training->held_out);
    free(training->trace_memory);
    free(training->turned);
    free(training);
}

/* ---- a network to begin with ---- */

shg_nnue_shape shg_nnue_usual_shape(const shoogi_variant *variant)
{
    /* In mini a network 256 wide of the same games was 40 Elo better than one of 128 and 16.  Where captured pieces
     * come back, the number of pieces says little of the phase. */
    shg_nnue_shape shape = {
        .width = 256, .first = 32, .second = 32, .buckets = variant->rules.drops ? 1 : 4
    };
    /* Regions of the royal are worth twice the games there, but a file of more than a megabyte is not to be had. */
    enum { INPUTS = 3000 };
    unsigned royals = 0, hands = 0;
    for (unsigned sq = 0; sq < variant->squares; sq++)
        royals += variant->start[sq] != 0 && variant->kind[shg_code_kind(variant->start[sq])].royal;
    for (unsigned kind = 1; kind <= variant->kinds; kind++)
        hands += variant->rules.drops && variant->kind[kind].in_hand;
    const unsigned inputs =
        2 * variant->kinds * variant->squares + 2 * hands * (unsigned)SHG_NNUE_HAND_STEPS;
    shape.by_royal = royals == 2 && inputs * SHG_NNUE_REGIONS <= INPUTS;
    return shape;
}

/* The mean of both phases. */
static int value_of(const shg_weights *w, shoogi_kind kind, unsigned feature)
{
    return shg_weight_mean(w->value[shg_feature(w->variant, kind, feature)]);
}

static void set_value(shg_nnue *n, unsigned input, int centipawns, int sign)
{
    const int most = SHG_VALUE_MAX >> SHG_OUTPUT_SHIFT;
    centipawns = centipawns > most ? most : centipawns < -most ? -most : centipawns;
    for (unsigned b = 0; b < n->shape.buckets; b++)
        n->value[(size_t)input * n->shape.buckets + b] =
            sign * centipawns * (1 << SHG_OUTPUT_SHIFT);
}

/* What each piece is worth where it stands and in hand; by the last square of a block. */
static void set_values(shg_nnue *n, const shg_weights *w)
{
    const shoogi_variant *const v = w->variant;
    for (unsigned colour = 0; colour < 2; colour++) {
        const int sign = colour == SHOOGI_BLACK ? 1 : -1;
        for (unsigned kind = 1; kind <= v->kinds; kind++)
            for (unsigned sq = 0; sq < v->squares; sq++) {
                const unsigned turned = colour == SHOOGI_BLACK ? sq : v->squares - 1 - sq;
                const unsigned bucket = shg_square_bucket(v, (shoogi_square)turned);
                const shoogi_kind k = (shoogi_kind)kind;
                set_value(
                    n,
                    shg_nnue_board_input(n, SHOOGI_BLACK, shg_code_of(k, (shoogi_colour)colour), sq),
                    value_of(w, k, SHG_FEATURE_BOARD) + value_of(w, k, SHG_FEATURE_SQUARE + bucket),
                    sign);
            }
        for (unsigned hand = 0; hand < n->in_hand_count; hand++)
            for (unsigned nth = 0; nth < SHG_NNUE_HAND_STEPS; nth++)
                set_value(
                    n, shg_nnue_hand_input(n, SHOOGI_BLACK, (shoogi_colour)colour, hand, nth),
                    value_of(w, n->in_hand[hand],
                             SHG_FEATURE_HAND + (nth < SHG_HAND_STEPS ? nth : SHG_HAND_STEPS - 1)),
                    sign);
    }
}

/* A random number up to most, either way. */
static double up_to(uint64_t *random, double most)
{
    return most * ((double)(shg_random(random) >> 11) / (double)(UINT64_C(1) << 52) - 1);
}

/* Numbers with which about half of all activations of each layer are neither 0 nor 1, and the last one adds nearly
 * nothing to the values yet. */
shoogi_status shg_nnue_begin(shg_nnue **out, const shg_weights *weights, shg_nnue_shape shape,
                             uint64_t *random)
{
    shg_nnue *n;
    const shoogi_status status = shg_nnue_new(&n, weights->variant, shape);
    if (status != SHOOGI_OK)
        return status;
    const double spread = 0.6 / sqrt((double)n->pieces_at_start + 1);
    for (size_t i = 0; i < shape.width; i++)
        n->bias[i] = (int16_t)lrint((0.3 + up_to(random, 0.2)) * input_scale);
    const size_t of_region = (size_t)n->region_inputs * shape.width;
    for (size_t i = 0; i < of_region; i++)
        n->weight[i] = (int16_t)lrint(up_to(random, spread) * input_scale);
    for (size_t i = of_region; i < (size_t)n->inputs * shape.width; i++)
        n->weight[i] = n->weight[i % of_region];
    set_values(n, weights);
    const size_t values = (size_t)n->region_inputs * shape.buckets;
    for (size_t i = values; i < (size_t)n->inputs * shape.buckets; i++)
        n->value[i] = n->value[i % values];
    for (unsigned b = 0; b < shape.buckets; b++) {
        const shg_nnue_layers *const l = &n->layers[b];
        const double first = 1.7 / sqrt(2.0 * shape.width), second = 1.7 / sqrt(shape.first);
        for (size_t i = 0; i < (size_t)2 * shape.width * shape.first; i++)
            l->first_weight[i] = (int8_t)lrint(up_to(random, first) * small_scale);
        for (size_t i = 0; i < (size_t)shape.first * shape.second; i++)
            l->second_weight[i] = (int8_t)lrint(up_to(random, second) * small_scale);
        for (size_t i = 0; i < shape.first; i++)
            l->first_bias[i] = (int32_t)(0.3F * SHG_ACTIVE * small_scale);
        for (size_t i = 0; i < shape.second; i++) {
            l->second_bias[i] = (int32_t)(0.3F * SHG_ACTIVE * small_scale);
            l->output_weight[i] = (int16_t)lrint(up_to(random, 0.05) * value_scale);
        }
    }
    shg_nnue_pack(n);
    *out = n;
    return SHOOGI_OK;
}

/* ---- examples ---- */

/* Makes the examples of some games, each in the next free thread. */
typedef struct making {
    const shg_nnue_training *t;
    const shg_example_game *games; /* [count] */
    size_t count;
    const shg_examples *how;
    shg_example_set *sets; /* [count] filled */
    shoogi_status *status; /* [count] likewise */
    _Atomic size_t next;
} making;

static void make_examples(shg_crew *crew, unsigned number, unsigned size, void *context)
{
    making *const m = context;
    shg_example_maker *maker = NULL;
    (void)crew;
    (void)number;
    (void)size;
    const shoogi_status status = shg_example_maker_new(&maker, m->t->initial, m->t->turned, m->how);
    for (size_t i; (i = atomic_fetch_add(&m->next, 1)) < m->count;)
        m->status[i] =
            status == SHOOGI_OK ? shg_example_maker_add(&m->sets[i], maker, &m->games[i]) : status;
    shg_example_maker_free(maker);
}

/* Adds what was made, in the order of the games, as long as there is room. */
static shoogi_status take_examples(shg_nnue_training *t, const making *m)
{
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < m->count && status == SHOOGI_OK; i++) {
        const size_t bytes = shg_example_set_bytes(&t->learned) +
                             shg_example_set_bytes(&t->held_out) +
                             shg_example_set_bytes(&m->sets[i]);
        status = m->status[i];
        if (status == SHOOGI_OK && bytes > t->bytes_max)
            status = SHOOGI_LIMIT_EXCEEDED;
        if (status == SHOOGI_OK)
            status = shg_example_set_append(m->games[i].held_out ? &t->held_out : &t->learned,
                                            &m->sets[i]);
    }
    return status;
}

shoogi_status shg_nnue_training_add(shg_nnue_training *training, const shg_example_game *games,
                                    size_t count, const shg_examples *how)
{
    making m = { .t = training,
                 .games = games,
                 .count = count,
                 .how = how,
                 .sets = calloc(count + 1, sizeof *m.sets),
                 .status = calloc(count + 1, sizeof *m.status) };
    shoogi_status status = SHOOGI_NO_MEMORY;
    if (m.sets && m.status) {
        shg_crew_run(training->threads, make_examples, &m);
        status = take_examples(training, &m);
    }
    for (size_t i = 0; i < count && m.sets; i++)
        shg_example_set_fini(&m.sets[i]);
    free(m.sets);
    free(m.status);
    return status;
}

size_t shg_nnue_training_positions(const shg_nnue_training *training)
{
    return training->learned.count;
}

/* ---- a pass, in several threads ---- */

/* For each batch, the threads share its examples, then the parts of the step, and meet at a barrier after both. */
typedef struct pass {
    shg_nnue_training *t;
    const shg_example_set *set;
    uint16_t *inputs; /* [BATCH][2][2 * set->inputs_most] of the examples of the batch */
    size_t *order;    /* [set->count] */
    bool learns;      /* otherwise nothing is changed */
    double first_rate, last_rate;
    size_t begin, end; /* the batch, as indices into order */
    shg_stride stride;
    double loss;
    bool over;
    shg_example examples[BATCH];
    shg_occurrences occurrences; /* of the rows in these */
    _Atomic unsigned next;       /* groups of examples taken by a thread */
    _Atomic unsigned next_part;  /* likewise parts */
} pass;

static void turn(float *rounded, float *turned, const shg_trained *from, size_t inputs,
                 size_t outputs)
{
    for (size_t i = 0; i < outputs; i++)
        for (size_t j = 0; j < inputs; j++)
            turned[j * outputs + i] = rounded[i * inputs + j] =
                rintf(from->value[i * inputs + j] * small_scale) / small_scale;
}

/* The small layers as the file will hold them (quantisation-aware training). */
static void round_layers(shg_trained_network *n)
{
    for (unsigned i = 0; i < n->shape.buckets; i++) {
        const shg_trained_layers *const l = &n->layers[i];
        turn(l->first, l->first_turned, &l->first_weight, (size_t)2 * n->shape.width,
             n->shape.first);
        turn(l->second, l->second_turned, &l->second_weight, n->shape.first, n->shape.second);
    }
}

/* The examples of the batch. */
static void sort_by_bucket(pass *p)
{
    size_t sorted[BATCH], count = 0;
    for (unsigned b = 0; b < p->t->network.shape.buckets; b++)
        for (size_t i = p->begin; i < p->end; i++)
            if (p->set->lessons[p->order[i]].bucket == b)
                sorted[count++] = p->order[i];
    assert(count == p->end - p->begin);
    memcpy(p->order + p->begin, sorted, count * sizeof *sorted);
}

static void choose_batch(pass *p)
{
    for (size_t i = p->begin; i < p->end; i++) {
        const double error = p->t->traces.error[i - p->begin];
        p->loss += error * error;
    }
    p->begin = p->end;
    p->end = p->set->count - p->begin < BATCH ? p->set->count : p->begin + BATCH;
    p->over = p->begin == p->end;
    if (p->over)
        return;
    sort_by_bucket(p);
    round_layers(&p->t->network);
    atomic_store(&p->next, 0);
    atomic_store(&p->next_part, 0);
    if (!p->learns)
        return;
    p->t->steps++;
    const double done = (double)p->begin / (double)p->set->count;
    p->stride =
        (shg_stride){ .rate = (float)(p->first_rate + (p->last_rate - p->first_rate) * done),
                      .decay = decay,
                      .first_share = 1 - powf(shg_keep_first, (float)p->t->steps),
                      .second_share = 1 - powf(shg_keep_second, (float)p->t->steps),
                      .batch = (float)(p->end - p->begin) };
}

/* The rows that all regions share, after those of the own one. */
static void add_shared(uint16_t *inputs, size_t count, unsigned region, const shg_nnue *n)
{
    for (size_t i = 0; i < count; i++)
        inputs[count + i] = (uint16_t)(inputs[i] + n->inputs - region * n->region_inputs);
}

static void read_example(pass *p, size_t at)
{
    const shg_nnue *const n = p->t->initial;
    const size_t i = p->order[p->begin + at], most = (size_t)2 * p->set->inputs_most;
    const shg_lesson *const lesson = &p->set->lessons[i];
    uint16_t *const own = p->inputs + 2 * at * most, *const other = own + most;
    shg_example_set_read(own, other, p->set, i, p->t->turned, n->region_inputs);
    if (n->shape.by_royal) {
        add_shared(own, lesson->count, lesson->region[0], n);
        add_shared(other, lesson->count, lesson->region[1], n);
    }
    p->examples[at] =
        (shg_example){ .own = own,
                       .other = other,
                       .count = n->shape.by_royal ? 2u * lesson->count : lesson->count,
                       .bucket = lesson->bucket,
                       .target = lesson->target,
                       .bound = lesson->bound };
}

static void trace_examples(pass *p)
{
    const size_t count = p->end - p->begin;
    for (size_t at; (at = (size_t)atomic_fetch_add(&p->next, 1) * EXAMPLES_PER_TAKE) < count;) {
        const size_t end = count - at < EXAMPLES_PER_TAKE ? count : at + EXAMPLES_PER_TAKE;
        for (size_t i = at; i < end; i++)
            read_example(p, i);
        p->t->step->trace(&p->t->traces, at, end, &p->t->network, p->examples);
    }
}

/* Counts the sides that have each row, in begin[row + 2], and then places them where begin[row + 1] says, which moves on:
 * at the end it is where the next row begins. */
static void find_occurrences(pass *p)
{
    const size_t rows = p->t->network.rows, count = p->end - p->begin;
    uint32_t *const begin = p->occurrences.begin;
    memset(begin, 0, (rows + 2) * sizeof *begin);
    for (unsigned placing = 0; placing < 2; placing++) {
        for (size_t i = 0; i < 2 * count; i++) {
            const shg_example *const e = &p->examples[i / 2];
            const uint16_t *const inputs = i % 2 == 0 ? e->own : e->other;
            const bool counts = p->t->traces.output_slope[i / 2] != 0;
            for (size_t j = 0; j < e->count && counts; j++)
                if (placing)
                    p->occurrences.side[begin[inputs[j] + 1]++] = (uint16_t)i;
                else
                    begin[inputs[j] + 2]++;
        }
        for (size_t i = 2; i < rows + 2 && !placing; i++)
            begin[i] += begin[i - 1];
    }
}

static void change_parts(pass *p)
{
    const unsigned parts = p->learns ? shg_nnue_parts(p->t->network.shape) : 0;
    for (unsigned i; (i = atomic_fetch_add(&p->next_part, 1)) < parts;)
        p->t->step->part(&p->t->network, i, p->examples, &p->occurrences, &p->t->traces,
                         p->end - p->begin, &p->stride);
}

static void work(shg_crew *crew, unsigned number, unsigned size, void *context)
{
    pass *const p = context;
    (void)size;
    for (;;) {
        if (number == 0)
            choose_batch(p);
        shg_crew_meet(crew);
        if (p->over)
            return;
        trace_examples(p);
        shg_crew_meet(crew);
        if (number == 0 && p->learns)
            find_occurrences(p);
        shg_crew_meet(crew);
        change_parts(p);
        shg_crew_meet(crew);
    }
}

/* random: NULL: in order. */
static shoogi_status run(double *loss, shg_nnue_training *t, const shg_example_set *s,
                         double first_rate, double last_rate, uint64_t *random)
{
    const size_t inputs = (size_t)4 * BATCH * (s->inputs_most + 1u);
    pass *const p = calloc(1, sizeof *p);
    if (!p)
        return SHOOGI_NO_MEMORY;
    *p = (pass){ .t = t,
                 .set = s,
                 .learns = first_rate > 0,
                 .first_rate = first_rate,
                 .last_rate = last_rate,
                 .order = malloc((s->count + 1) * sizeof *p->order),
                 .inputs = malloc(inputs * sizeof *p->inputs),
                 .occurrences = { .begin = malloc((t->network.rows + 2) * sizeof(uint32_t)),
                                  .side = malloc(inputs * sizeof(uint16_t)) } };
    const bool good = p->order && p->inputs && p->occurrences.begin && p->occurrences.side;
    if (good) {
        for (size_t i = 0; i < s->count; i++)
            p->order[i] = i;
        if (random)
            shg_shuffle(p->order, s->count, random);
        shg_crew_run(t->threads, work, p);
        *loss = s->count > 0 ? p->loss / (double)s->count : 0;
    }
    free(p->order);
    free(p->inputs);
    free(p->occurrences.begin);
    free(p->occurrences.side);
    free(p);
    return good ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

shoogi_status shg_nnue_training_pass(double *loss, shg_nnue_training *training, double first_rate,
                                     double last_rate, uint64_t *random)
{
    return run(loss, training, &training->learned, first_rate, last_rate, random);
}

shoogi_status shg_nnue_training_measure(double *loss, shg_nnue_training *training)
{
    return run(loss, training, &training->held_out, 0, 0, NULL);
}
