/* The arithmetic of training, compiled once for each STEP_CPU.  The loops are such that the compiler can use vectors: they
 * add multiples of rows to rows, and none sums up a row. */
#include "engine/learning/nnue_step.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define PASTE(cpu)  shg_nnue_step_##cpu
#define EXPAND(cpu) PASTE(cpu)
#define QUOTE(cpu)  #cpu
#define NAME(cpu)   QUOTE(cpu)

static void add_row(float *restrict to, const float *restrict row, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] += row[i];
}

static void add_times(float *restrict to, float factor, const float *restrict row, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] += factor * row[i];
}

/* As the engine does: clipped, and rounded down to steps of 1 / SHG_ACTIVE. */
static void clip(float *restrict active, const float *restrict sum, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const float least = sum[i] > 0 ? sum[i] : 0, x = least < 1 ? least : 1;
        active[i] = (float)(int)(x * (float)SHG_ACTIVE) * (1 / (float)SHG_ACTIVE);
    }
}

/* The gradient passes where the sum was not clipped; it ignores the rounding (straight-through estimator).
 * Source: Bengio, Leonard and Courville, "Estimating or propagating gradients through stochastic neurons", 2013. */
static void unclip(float *restrict slope, const float *restrict sum, size_t count)
{
    for (size_t i = 0; i < count; i++)
        slope[i] = sum[i] > 0 && sum[i] < 1 ? slope[i] : 0;
}

/* Numbers that one register holds. */
#if defined(__AVX512F__)
enum { LANES = 16 };
#elif defined(__AVX__)
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif
typedef float lanes __attribute__((vector_size(LANES * sizeof(float)), may_alias, aligned(4)));
static_assert((int)SHG_NNUE_SMALL_STEP % LANES == 0, "layers are whole registers");

/* Sums that a loop keeps in registers: enough that one need not wait for the one before, and no more than there are. */
enum { SUMS = 4 };
static_assert((int)SHG_NNUE_WIDTH_STEP % (LANES * SUMS) == 0, "widths are whole groups of sums");

/* The sums of the first layer.  Returns the value of the inputs. */
static float add_inputs(float *sum, const shg_trained_network *n, const uint16_t *inputs,
                        unsigned count, unsigned bucket)
{
    const size_t width = n->shape.width;
    float value = 0;
    for (size_t begin = 0; begin < width; begin += (size_t)LANES * SUMS) {
        lanes sums[SUMS];
        for (size_t j = 0; j < SUMS; j++)
            sums[j] = ((const lanes *)(n->bias.value + begin))[j];
        for (unsigned i = 0; i < count; i++) {
            const lanes *const row = (const lanes *)(n->weight.value + inputs[i] * width + begin);
            for (size_t j = 0; j < SUMS; j++)
                sums[j] += row[j];
        }
        for (size_t j = 0; j < SUMS; j++)
            ((lanes *)(sum + begin))[j] = sums[j];
    }
    for (unsigned i = 0; i < count; i++)
        value += n->value.value[(size_t)inputs[i] * n->shape.buckets + bucket];
    return value;
}

/* Examples of a bucket whose layers are computed together: each number of a layer is read once for all. */
enum { TOGETHER = 8 };

/* Rows of `from` and `to` for `together` examples, which is a constant where this is inlined. */
static inline __attribute__((always_inline)) void multiply(float *to, const float *from,
                                                           const float *matrix, size_t rows,
                                                           size_t columns, const float *bias,
                                                           size_t together)
{
    for (size_t begin = 0; begin < columns; begin += LANES) {
        lanes sums[TOGETHER];
        for (size_t k = 0; k < together; k++)
            sums[k] = bias ? *(const lanes *)(bias + begin) : (lanes){ 0 };
        for (size_t i = 0; i < rows; i++)
            for (size_t k = 0; k < together; k++)
                sums[k] += from[k * rows + i] * *(const lanes *)(matrix + i * columns + begin);
        for (size_t k = 0; k < together; k++) {
            float *const out = to + k * columns + begin;
            if (!bias)
                unclip((float *)&sums[k], out, LANES);
            *(lanes *)out = sums[k];
        }
    }
}

/* to = bias + from * matrix, [rows][columns], for each of some examples.  bias: NULL: `to` holds sums, which are replaced by
 * their gradient from * matrix where they were not clipped. */
static void layer(float *to, const float *from, const float *matrix, size_t rows, size_t columns,
                  const float *bias, size_t together)
{
    if (together == TOGETHER)
        multiply(to, from, matrix, rows, columns, bias, TOGETHER);
    else
        for (size_t k = 0; k < together; k++)
            multiply(to + k * columns, from + k * rows, matrix, rows, columns, bias, 1);
}

/* The slope of the loss by the output; value: what the inputs add to it. */
static float slope_of(float *error, const float *second, const shg_trained_layers *l, size_t size,
                      float value, const shg_example *e)
{
    float output = *l->output_bias.value + value;
    for (size_t i = 0; i < size; i++)
        output += second[i] * l->output_weight.value[i];
    const float chance = 1 / (1 + expf(-output));
    *error = chance - e->target;
    /* A prediction beyond a bound is right. */
    if ((e->bound == SHG_BOUND_LOWER && *error > 0) || (e->bound == SHG_BOUND_UPPER && *error < 0))
        *error = 0;
    return 2 * *error * chance * (1 - chance);
}

/* At most TOGETHER examples of a bucket. */
static void trace_together(const shg_traces *t, size_t begin, const shg_trained_network *n,
                           const shg_example *examples, size_t together)
{
    const size_t width = n->shape.width, first = n->shape.first, second = n->shape.second;
    const shg_trained_layers *const l = &n->layers[examples[begin].bucket];
    float *const active = t->active + begin * 2 * width, *const slope =
                                                             t->slope + begin * 2 * width;
    float *const active1 = t->first + begin * first, *const slope1 = t->first_slope + begin * first;
    float *const active2 = t->second + begin * second, *const slope2 =
                                                           t->second_slope + begin * second;
    float value[TOGETHER];
    /* The slopes hold the sums as long as gradients are not known. */
    for (size_t k = 0; k < together; k++) {
        const shg_example *const e = &examples[begin + k];
        float *const sum = slope + k * 2 * width;
        value[k] = add_inputs(sum, n, e->own, e->count, e->bucket) / 2;
        value[k] -= add_inputs(sum + width, n, e->other, e->count, e->bucket) / 2;
    }
    clip(active, slope, together * 2 * width);
    layer(slope1, active, l->first_turned, 2 * width, first, l->first_bias.value, together);
    clip(active1, slope1, together * first);
    layer(slope2, active1, l->second_turned, first, second, l->second_bias.value, together);
    clip(active2, slope2, together * second);
    for (size_t k = 0; k < together; k++) {
        const float down = slope_of(&t->error[begin + k], active2 + k * second, l, second, value[k],
                                    &examples[begin + k]);
        float gradient[SHG_NNUE_SMALL_MAX];
        t->output_slope[begin + k] = down;
        for (size_t i = 0; i < second; i++)
            gradient[i] = down * l->output_weight.value[i];
        unclip(gradient, slope2 + k * second, second);
        memcpy(slope2 + k * second, gradient, second * sizeof *slope2);
    }
    layer(slope1, slope2, l->second, second, first, NULL, together);
    layer(slope, slope1, l->first, first, 2 * width, NULL, together);
}

static void trace(const shg_traces *out, size_t begin, size_t end, const shg_trained_network *n,
                  const shg_example *examples)
{
    while (begin < end) {
        size_t together = 1;
        while (together < TOGETHER && begin + together < end &&
               examples[begin + together].bucket == examples[begin].bucket)
            together++;
        trace_together(out, begin, n, examples, together);
        begin += together;
    }
}

/* ---- the second phase ---- */

/* One step of `count` numbers from `begin` on, whose gradients are sums over the batch; resets these. */
static void step(const shg_trained *t, float *restrict gradient, size_t begin, size_t count,
                 const shg_stride *by)
{
    float *restrict const value = t->value + begin, *restrict const first = t->first + begin,
                          *restrict const second = t->second + begin;
    const float keep = t->decays ? 1 - by->rate * by->decay : 1, share = 1 / by->batch;
    const float rate = by->rate / by->first_share, scale = 1 / by->second_share;
    const float most = t->most;
    for (size_t i = 0; i < count; i++) {
        const float g = gradient[i] * share;
        gradient[i] = 0;
        first[i] = shg_keep_first * first[i] + (1 - shg_keep_first) * g;
        second[i] = shg_keep_second * second[i] + (1 - shg_keep_second) * g * g;
        const float x = keep * value[i] - rate * first[i] / (sqrtf(second[i] * scale) + 1e-8F);
        value[i] = x > most ? most : x < -most ? -most : x;
    }
}

static void step_all(const shg_trained *t, const shg_stride *by)
{
    step(t, t->gradient, 0, t->count, by);
}

/* sum, [SHG_COLUMNS]: the slopes of some sides of examples. */
static void add_slopes(float *sum, const float *slope, size_t width, const uint16_t *sides,
                       size_t count)
{
    for (size_t begin = 0; begin < SHG_COLUMNS; begin += (size_t)LANES * SUMS) {
        lanes sums[SUMS] = { 0 };
        for (size_t i = 0; i < count; i++) {
            const lanes *const row = (const lanes *)(slope + sides[i] * width + begin);
            for (size_t j = 0; j < SUMS; j++)
                sums[j] += row[j];
        }
        for (size_t j = 0; j < SUMS; j++)
            ((lanes *)(sum + begin))[j] = sums[j];
    }
}

/* Columns of the first layer. */
static void columns(shg_trained_network *n, size_t begin, const shg_occurrences *occur,
                    const shg_traces *traces, size_t count, const shg_stride *by)
{
    const size_t width = n->shape.width;
    const float *const slope = traces->slope + begin;
    float gradient[SHG_COLUMNS];
    for (size_t i = 0; i < 2 * count; i++)
        add_row(n->bias.gradient + begin, slope + i * width, SHG_COLUMNS);
    step(&n->bias, n->bias.gradient + begin, begin, SHG_COLUMNS, by);
    for (size_t i = 0; i < n->rows; i++) {
        add_slopes(gradient, slope, width, occur->side + occur->begin[i],
                   occur->begin[i + 1] - occur->begin[i]);
        step(&n->weight, gradient, i * width + begin, SHG_COLUMNS, by);
    }
}

/* A group of sums for several outputs. */
enum { OUTPUTS = 4, OUTER = LANES == 16 ? 4 : 2 };
static_assert((int)SHG_NNUE_SMALL_STEP % OUTPUTS == 0 && SHG_COLUMNS % (LANES * OUTER) == 0,
              "layers are whole groups");

/* Gradients of OUTPUTS outputs of the first small layer, in OUTER registers of columns. */
static void outer(float *gradient, size_t width, size_t first, size_t output, size_t column,
                  const shg_traces *traces, size_t begin, size_t end)
{
    lanes sums[OUTPUTS][OUTER] = { 0 };
    for (size_t i = begin; i < end; i++) {
        const lanes *const active = (const lanes *)(traces->active + i * width + column);
        const float *const slope = traces->first_slope + i * first + output;
        for (size_t o = 0; o < OUTPUTS; o++)
            for (size_t j = 0; j < OUTER; j++)
                sums[o][j] += slope[o] * active[j];
    }
    for (size_t o = 0; o < OUTPUTS; o++)
        for (size_t j = 0; j < OUTER; j++)
            ((lanes *)(gradient + (output + o) * width + column))[j] = sums[o][j];
}

/* Columns of the first small layer, in all buckets. */
static void small_columns(shg_trained_network *n, size_t column, const shg_example *examples,
                          const shg_traces *traces, size_t count, const shg_stride *by)
{
    const size_t width = (size_t)2 * n->shape.width, first = n->shape.first;
    size_t begin = 0;
    for (unsigned b = 0; b < n->shape.buckets; b++) {
        const shg_trained *const weight = &n->layers[b].first_weight;
        size_t end = begin;
        while (end < count && examples[end].bucket == b)
            end++;
        for (size_t output = 0; output < first; output += OUTPUTS)
            for (size_t i = 0; i < SHG_COLUMNS; i += (size_t)LANES * OUTER)
                outer(weight->gradient, width, first, output, column + i, traces, begin, end);
        for (size_t output = 0; output < first; output++)
            step(weight, weight->gradient + output * width + column, output * width + column,
                 SHG_COLUMNS, by);
        begin = end;
    }
}

static void the_rest(shg_trained_network *n, const shg_example *examples, const shg_traces *traces,
                     size_t count, const shg_stride *by)
{
    const size_t first = n->shape.first, second = n->shape.second, buckets = n->shape.buckets;
    for (size_t i = 0; i < count; i++) {
        const shg_example *const e = &examples[i];
        const shg_trained_layers *const l = &n->layers[e->bucket];
        const float down = traces->output_slope[i];
        const float *const slope1 = traces->first_slope + i * first;
        const float *const slope2 = traces->second_slope + i * second;
        if (down == 0)
            continue;
        *l->output_bias.gradient += down;
        add_times(l->output_weight.gradient, down, traces->second + i * second, second);
        for (size_t j = 0; j < second; j++) {
            l->second_bias.gradient[j] += slope2[j];
            add_times(l->second_weight.gradient + j * first, slope2[j], traces->first + i * first,
                      first);
        }
        add_row(l->first_bias.gradient, slope1, first);
        for (unsigned j = 0; j < e->count; j++) {
            n->value.gradient[e->own[j] * buckets + e->bucket] += down / 2;
            n->value.gradient[e->other[j] * buckets + e->bucket] -= down / 2;
        }
    }
    step_all(&n->value, by);
    for (unsigned b = 0; b < buckets; b++) {
        const shg_trained_layers *const l = &n->layers[b];
        step_all(&l->first_bias, by);
        step_all(&l->second_bias, by);
        step_all(&l->second_weight, by);
        step_all(&l->output_bias, by);
        step_all(&l->output_weight, by);
    }
}

static void part(shg_trained_network *network, unsigned part, const shg_example *examples,
                 const shg_occurrences *occur, const shg_traces *traces, size_t count,
                 const shg_stride *stride)
{
    const size_t width = network->shape.width, begin = (size_t)part * SHG_COLUMNS;
    if (begin < width)
        columns(network, begin, occur, traces, count, stride);
    else if (begin < 3 * width)
        small_columns(network, begin - width, examples, traces, count, stride);
    else
        the_rest(network, examples, traces, count, stride);
}

extern const shg_nnue_step EXPAND(STEP_CPU);
const shg_nnue_step EXPAND(STEP_CPU) = { .name = NAME(STEP_CPU), .trace = trace, .part = part };
