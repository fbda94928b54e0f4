/* The arithmetic of training, compiled once for each STEP_CPU.  The loops are such that the compiler can use vectors: they
 * add multiples of rows to rows, and none sums up a row. */
#include "engine/learning/nnue_step.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define PASTE(cpu)  shg_nnue_step_##cpu
#define EXPAND(cpu) PASTE(cpu)

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

static float add_inputs(float *sum, const shg_trained_network *n, const uint16_t *inputs,
                        unsigned count, unsigned bucket)
{
    const size_t width = n->shape.width;
    float value = 0;
    memcpy(sum, n->bias.value, width * sizeof *sum);
    for (unsigned i = 0; i < count; i++) {
        add_row(sum, n->weight.value + inputs[i] * width, width);
        value += n->value.value[(size_t)inputs[i] * n->shape.buckets + bucket];
    }
    return value;
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

/* vectors: a constant of at most 16 where this is inlined, so that the sums stay in registers. */
static inline __attribute__((always_inline)) void add_layer_of(float *sum, size_t vectors,
                                                               const float *bias,
                                                               const float *turned, const float *in,
                                                               size_t inputs)
{
    lanes sums[SHG_NNUE_SMALL_MAX / LANES];
#pragma GCC unroll 16
    for (size_t j = 0; j < vectors; j++)
        sums[j] = ((const lanes *)bias)[j];
    for (size_t i = 0; i < inputs; i++) {
        if (in[i] == 0)
            continue;
        const lanes *const row = (const lanes *)turned + i * vectors;
#pragma GCC unroll 16
        for (size_t j = 0; j < vectors; j++)
            sums[j] += in[i] * row[j];
    }
#pragma GCC unroll 16
    for (size_t j = 0; j < vectors; j++)
        ((lanes *)sum)[j] = sums[j];
}

/* sum = bias + in * turned, turned being [inputs][outputs]. */
static void add_layer(float *sum, size_t outputs, const float *bias, const float *turned,
                      const float *in, size_t inputs)
{
    enum { STEP = SHG_NNUE_SMALL_STEP / LANES };
    switch (outputs / SHG_NNUE_SMALL_STEP) {
    case 1: add_layer_of(sum, 1 * STEP, bias, turned, in, inputs); break;
    case 2: add_layer_of(sum, 2 * STEP, bias, turned, in, inputs); break;
    case 3: add_layer_of(sum, 3 * STEP, bias, turned, in, inputs); break;
    case 4: add_layer_of(sum, 4 * STEP, bias, turned, in, inputs); break;
    }
}

/* slope = over * weight, weight being [outputs][inputs]. */
static void descend(float *slope, size_t inputs, const float *weight, const float *over,
                    size_t outputs)
{
    memset(slope, 0, inputs * sizeof *slope);
    for (size_t i = 0; i < outputs; i++)
        if (over[i] != 0)
            add_times(slope, over[i], weight + i * inputs, inputs);
}

static void trace(shg_trace *out, const shg_trained_network *n, const shg_example *e)
{
    const size_t width = n->shape.width, first = n->shape.first, second = n->shape.second;
    const shg_trained_layers *const l = &n->layers[e->bucket];
    float sum[2 * SHG_NNUE_WIDTH_MAX], first_sum[SHG_NNUE_SMALL_MAX],
        second_sum[SHG_NNUE_SMALL_MAX];
    float output = *l->output_bias.value;
    const float own = add_inputs(sum, n, e->own, e->count, e->bucket);
    const float other = add_inputs(sum + width, n, e->other, e->count, e->bucket);
    clip(out->active, sum, 2 * width);
    add_layer(first_sum, first, l->first_bias.value, l->first_turned, out->active, 2 * width);
    clip(out->first, first_sum, first);
    add_layer(second_sum, second, l->second_bias.value, l->second_turned, out->first, first);
    clip(out->second, second_sum, second);
    for (size_t i = 0; i < second; i++)
        output += out->second[i] * l->output_weight.value[i];
    output += (own - other) / 2;

    const float chance = 1 / (1 + expf(-output));
    out->error = chance - e->target;
    /* A prediction beyond a bound is right. */
    if ((e->bound == SHG_BOUND_LOWER && out->error > 0) ||
        (e->bound == SHG_BOUND_UPPER && out->error < 0))
        out->error = 0;
    out->output_slope = 2 * out->error * chance * (1 - chance);
    if (out->output_slope == 0)
        return; /* the second phase leaves it out */
    for (size_t i = 0; i < second; i++)
        out->second_slope[i] = out->output_slope * l->output_weight.value[i];
    unclip(out->second_slope, second_sum, second);
    descend(out->first_slope, first, l->second, out->second_slope, second);
    unclip(out->first_slope, first_sum, first);
    descend(out->slope, 2 * width, l->first, out->first_slope, first);
    unclip(out->slope, sum, 2 * width);
}

/* ---- the second phase ---- */

/* One step of the numbers from begin to end, whose gradients are sums over the batch; resets these. */
static void step(const shg_trained *t, size_t begin, size_t end, const shg_stride *by)
{
    float *restrict const value = t->value, *restrict const gradient = t->gradient,
                          *restrict const first = t->first, *restrict const second = t->second;
    const float keep = t->decays ? 1 - by->rate * by->decay : 1, share = 1 / by->batch;
    const float rate = by->rate / by->first_share, scale = 1 / by->second_share;
    const float most = t->most;
    for (size_t i = begin; i < end; i++) {
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
    step(t, 0, t->count, by);
}

/* Columns of the first layer. */
static void columns(shg_trained_network *n, size_t begin, const shg_example *examples,
                    const shg_trace *traces, size_t count, const shg_stride *by)
{
    const size_t width = n->shape.width;
    for (size_t i = 0; i < count; i++) {
        if (traces[i].output_slope == 0)
            continue;
        const shg_example *const e = &examples[i];
        const float *const own = traces[i].slope + begin, *const other = own + width;
        add_row(n->bias.gradient + begin, own, SHG_COLUMNS);
        add_row(n->bias.gradient + begin, other, SHG_COLUMNS);
        for (unsigned j = 0; j < e->count; j++) {
            add_row(n->weight.gradient + e->own[j] * width + begin, own, SHG_COLUMNS);
            add_row(n->weight.gradient + e->other[j] * width + begin, other, SHG_COLUMNS);
        }
    }
    step(&n->bias, begin, begin + SHG_COLUMNS, by);
    for (size_t i = 0; i < n->rows; i++)
        step(&n->weight, i * width + begin, i * width + begin + SHG_COLUMNS, by);
}

/* One output of the first small layer, in all buckets. */
static void row(shg_trained_network *n, size_t output, const shg_example *examples,
                const shg_trace *traces, size_t count, const shg_stride *by)
{
    const size_t width = (size_t)2 * n->shape.width;
    for (size_t i = 0; i < count; i++) {
        if (traces[i].output_slope == 0 || traces[i].first_slope[output] == 0)
            continue;
        const float slope = traces[i].first_slope[output];
        const shg_trained_layers *const l = &n->layers[examples[i].bucket];
        l->first_bias.gradient[output] += slope;
        add_times(l->first_weight.gradient + output * width, slope, traces[i].active, width);
    }
    for (unsigned b = 0; b < n->shape.buckets; b++) {
        step(&n->layers[b].first_bias, output, output + 1, by);
        step(&n->layers[b].first_weight, output * width, (output + 1) * width, by);
    }
}

static void the_rest(shg_trained_network *n, const shg_example *examples, const shg_trace *traces,
                     size_t count, const shg_stride *by)
{
    const size_t first = n->shape.first, second = n->shape.second, buckets = n->shape.buckets;
    for (size_t i = 0; i < count; i++) {
        const shg_example *const e = &examples[i];
        const shg_trace *const t = &traces[i];
        const shg_trained_layers *const l = &n->layers[e->bucket];
        if (t->output_slope == 0)
            continue;
        *l->output_bias.gradient += t->output_slope;
        add_times(l->output_weight.gradient, t->output_slope, t->second, second);
        for (size_t j = 0; j < second; j++) {
            l->second_bias.gradient[j] += t->second_slope[j];
            add_times(l->second_weight.gradient + j * first, t->second_slope[j], t->first, first);
        }
        for (unsigned j = 0; j < e->count; j++) {
            n->value.gradient[e->own[j] * buckets + e->bucket] += t->output_slope / 2;
            n->value.gradient[e->other[j] * buckets + e->bucket] -= t->output_slope / 2;
        }
    }
    step_all(&n->value, by);
    for (unsigned b = 0; b < buckets; b++) {
        const shg_trained_layers *const l = &n->layers[b];
        step_all(&l->second_bias, by);
        step_all(&l->second_weight, by);
        step_all(&l->output_bias, by);
        step_all(&l->output_weight, by);
    }
}

static void part(shg_trained_network *network, unsigned part, const shg_example *examples,
                 const shg_trace *traces, size_t count, const shg_stride *stride)
{
    const unsigned of_width = network->shape.width / SHG_COLUMNS;
    if (part < of_width)
        columns(network, (size_t)part * SHG_COLUMNS, examples, traces, count, stride);
    else if (part < of_width + network->shape.first)
        row(network, part - of_width, examples, traces, count, stride);
    else
        the_rest(network, examples, traces, count, stride);
}

extern const shg_nnue_step EXPAND(STEP_CPU);
const shg_nnue_step EXPAND(STEP_CPU) = { .trace = trace, .part = part };
