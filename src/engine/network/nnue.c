#include "engine/network/nnue.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNED = 64 };

bool shg_nnue_shape_fits(shg_nnue_shape shape)
{
    const unsigned small[] = { shape.first, shape.second };
    for (unsigned i = 0; i < 2; i++)
        if (small[i] == 0 || small[i] > SHG_NNUE_SMALL_MAX || small[i] % SHG_NNUE_SMALL_STEP != 0)
            return false;
    return shape.width > 0 && shape.width <= SHG_NNUE_WIDTH_MAX &&
           shape.width % SHG_NNUE_WIDTH_STEP == 0 && shape.buckets > 0 &&
           shape.buckets <= SHG_NNUE_BUCKETS_MAX;
}

static unsigned blocks_of(const shoogi_variant *v, unsigned side)
{
    return ((v->files + side - 1) / side) * ((v->ranks + side - 1) / side);
}

/* The smallest blocks with which the board has at most SHG_NNUE_INPUTS_MAX inputs: a square of their own on 12x12 with up to
 * 113 kinds. */
static void choose_blocks(shg_nnue *n)
{
    const shoogi_variant *const v = n->variant;
    n->block_side = 1;
    while (blocks_of(v, n->block_side) > 1 &&
           2 * v->kinds * blocks_of(v, n->block_side) > SHG_NNUE_INPUTS_MAX)
        n->block_side++;
    n->blocks = blocks_of(v, n->block_side);
}

/* As Black sees it: left and right are the same. */
static uint8_t region_of(const shoogi_variant *v, unsigned square)
{
    const unsigned file = square / v->ranks, rank = square % v->ranks;
    const unsigned inward = file < v->files - 1 - file ? file : v->files - 1 - file;
    const bool central = 2 * inward >= (v->files + 1) / 2;
    const bool far = 2 * (v->ranks - 1 - rank) >= v->ranks;
    return (uint8_t)(2 * central + far);
}

static void fill_blocks(shg_nnue *n)
{
    const shoogi_variant *const v = n->variant;
    const unsigned across = (v->ranks + n->block_side - 1) / n->block_side;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        const uint16_t block =
            (uint16_t)(sq / v->ranks / n->block_side * across + sq % v->ranks / n->block_side);
        n->block[SHOOGI_BLACK][sq] = block;
        n->block[SHOOGI_WHITE][v->squares - 1 - sq] = block;
        n->region[SHOOGI_BLACK][sq] = n->region[SHOOGI_WHITE][v->squares - 1 - sq] =
            region_of(v, sq);
        n->pieces_at_start += v->start[sq] != 0;
    }
}

static void *take(unsigned char *memory, size_t *at, size_t bytes)
{
    void *const taken = memory ? memory + *at : NULL;
    *at += (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
    return taken;
}

/* Lays out all numbers in memory, which may be NULL; returns the bytes that they need. */
static size_t lay_out(shg_nnue *n, unsigned char *memory)
{
    const shg_nnue_shape s = n->shape;
    const size_t width = s.width, inputs = n->inputs;
    size_t at = 0;
    n->bias = take(memory, &at, width * sizeof *n->bias);
    n->weight = take(memory, &at, inputs * width * sizeof *n->weight);
    n->value = take(memory, &at, inputs * s.buckets * sizeof *n->value);
    for (unsigned i = 0; i < s.buckets; i++) {
        shg_nnue_layers *const l = &n->layers[i];
        l->first_bias = take(memory, &at, s.first * sizeof *l->first_bias);
        l->first_weight = take(memory, &at, 2 * width * s.first);
        l->second_bias = take(memory, &at, s.second * sizeof *l->second_bias);
        l->second_weight = take(memory, &at, (size_t)s.first * s.second);
        l->output_bias = take(memory, &at, sizeof *l->output_bias);
        l->output_weight = take(memory, &at, s.second * sizeof *l->output_weight);
        l->first_packed = take(memory, &at, 2 * width * s.first);
        l->second_packed = take(memory, &at, (size_t)s.first * s.second);
    }
    return at;
}

static bool allocate(shg_nnue *n)
{
    const shoogi_variant *const v = n->variant;
    n->block[0] = calloc(v->squares, sizeof *n->block[0]);
    n->block[1] = calloc(v->squares, sizeof *n->block[1]);
    n->region[0] = calloc(v->squares, sizeof *n->region[0]);
    n->region[1] = calloc(v->squares, sizeof *n->region[1]);
    n->in_hand = calloc(v->kinds, sizeof *n->in_hand);
    if (!n->block[0] || !n->block[1] || !n->region[0] || !n->region[1] || !n->in_hand)
        return false;
    for (shoogi_kind k = 1; k <= v->kinds && v->rules.drops; k++)
        if (v->kind[k].in_hand)
            n->in_hand[n->in_hand_count++] = k;
    choose_blocks(n);
    fill_blocks(n);
    n->region_inputs =
        2 * v->kinds * n->blocks + 2 * n->in_hand_count * (unsigned)SHG_NNUE_HAND_STEPS;
    n->inputs = n->region_inputs * (n->shape.by_royal ? SHG_NNUE_REGIONS : 1);
    return true;
}

shoogi_status shg_nnue_new(shg_nnue **out, const shoogi_variant *variant, shg_nnue_shape shape)
{
    if (!shg_nnue_shape_fits(shape))
        return SHOOGI_LIMIT_EXCEEDED;
    shg_nnue *const n = calloc(1, sizeof *n);
    if (!n)
        return SHOOGI_NO_MEMORY;
    n->variant = variant;
    n->shape = shape;
    shoogi_status status = allocate(n) ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    const size_t bytes = status == SHOOGI_OK ? lay_out(n, NULL) : 0;
    if (status == SHOOGI_OK && (bytes > SHG_NNUE_BYTES_MAX || shg_nnue_rows(n) > SHG_NNUE_ROWS_MAX))
        status = SHOOGI_LIMIT_EXCEEDED;
    if (status == SHOOGI_OK) {
        n->memory = aligned_alloc(ALIGNED, bytes);
        n->memory_bytes = bytes;
        status = n->memory ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    }
    if (status != SHOOGI_OK) {
        shg_nnue_free(n);
        return status;
    }
    memset(n->memory, 0, bytes);
    (void)lay_out(n, n->memory);
    *out = n;
    return SHOOGI_OK;
}

void shg_nnue_free(shg_nnue *network)
{
    if (!network)
        return;
    free(network->block[0]);
    free(network->block[1]);
    free(network->region[0]);
    free(network->region[1]);
    free(network->in_hand);
    free(network->memory);
    free(network);
}

static void pack(int8_t *packed, const int8_t *weight, unsigned inputs, unsigned outputs)
{
    for (unsigned out = 0; out < outputs; out++)
        for (unsigned in = 0; in < inputs; in++)
            packed[(in / 4 * outputs + out) * 4 + in % 4] = weight[(size_t)out * inputs + in];
}

void shg_nnue_pack(shg_nnue *network)
{
    const shg_nnue_shape s = network->shape;
    for (unsigned i = 0; i < s.buckets; i++) {
        const shg_nnue_layers *const l = &network->layers[i];
        pack(l->first_packed, l->first_weight, 2 * s.width, s.first);
        pack(l->second_packed, l->second_weight, s.first, s.second);
    }
}

/* ---- the reference ---- */

size_t shg_nnue_active_max(const shg_nnue *network)
{
    return network->variant->squares + (size_t)2 * network->in_hand_count * SHG_NNUE_HAND_COUNT_MAX;
}

size_t shg_nnue_active(unsigned *found, unsigned *pieces, const shg_nnue *network,
                       const shoogi_position *position, shoogi_colour seen_by)
{
    size_t count = 0;
    for (unsigned sq = 0; sq < network->variant->squares; sq++)
        if (position->square[sq] != 0)
            found[count++] = shg_nnue_board_input(network, seen_by, position->square[sq], sq);
    *pieces = (unsigned)count;
    for (unsigned colour = 0; colour < 2; colour++)
        for (unsigned hand = 0; hand < network->in_hand_count; hand++) {
            const unsigned held =
                shg_nnue_held(position, (shoogi_colour)colour, network->in_hand[hand]);
            for (unsigned i = 0; i < held; i++)
                found[count++] =
                    shg_nnue_hand_input(network, seen_by, (shoogi_colour)colour, hand, i);
        }
    return count;
}

static uint8_t clip(int64_t sum, unsigned shift)
{
    const int64_t scaled = sum < 0 ? 0 : sum >> shift;
    return (uint8_t)(scaled < SHG_ACTIVE ? scaled : SHG_ACTIVE);
}

/* The first layer for the inputs, as it is kept in 16 bits. */
static void add_inputs(uint8_t *active, int64_t *value, const shg_nnue *n, const unsigned *inputs,
                       size_t count, unsigned bucket)
{
    for (unsigned i = 0; i < n->shape.width; i++) {
        uint16_t sum = (uint16_t)n->bias[i];
        for (size_t j = 0; j < count; j++)
            sum = (uint16_t)(sum + (uint16_t)n->weight[(size_t)inputs[j] * n->shape.width + i]);
        active[i] = clip((int16_t)sum, SHG_INPUT_SHIFT);
    }
    *value = 0;
    for (size_t j = 0; j < count; j++)
        *value += n->value[(size_t)inputs[j] * n->shape.buckets + bucket];
}

static void add_layer(uint8_t *active, unsigned outputs, const int32_t *bias, const int8_t *weight,
                      const uint8_t *in, unsigned inputs)
{
    for (unsigned i = 0; i < outputs; i++) {
        int64_t sum = bias[i];
        for (unsigned j = 0; j < inputs; j++)
            sum += weight[(size_t)i * inputs + j] * in[j];
        active[i] = clip(sum, SHG_SMALL_SHIFT);
    }
}

shoogi_status shg_nnue_score_plain(int64_t *score, const shg_nnue *network,
                                   const shoogi_position *position)
{
    const shg_nnue_shape s = network->shape;
    uint8_t active[2 * SHG_NNUE_WIDTH_MAX], first[SHG_NNUE_SMALL_MAX], second[SHG_NNUE_SMALL_MAX];
    int64_t value[2];
    unsigned *const inputs = malloc((shg_nnue_active_max(network) + 1) * sizeof *inputs);
    if (!inputs)
        return SHOOGI_NO_MEMORY;
    unsigned bucket = 0;
    for (unsigned other = 0; other < 2; other++) {
        unsigned pieces;
        const shoogi_colour seen_by = other ? shoogi_colour_other(position->side) : position->side;
        const size_t count = shg_nnue_active(inputs, &pieces, network, position, seen_by);
        const unsigned region = shg_nnue_region(network, position, seen_by);
        for (size_t i = 0; i < count; i++)
            inputs[i] += region * network->region_inputs;
        bucket = shg_nnue_bucket(network, pieces);
        add_inputs(active + other * s.width, &value[other], network, inputs, count, bucket);
    }
    free(inputs);
    const shg_nnue_layers *const l = &network->layers[bucket];
    add_layer(first, s.first, l->first_bias, l->first_weight, active, 2 * s.width);
    add_layer(second, s.second, l->second_bias, l->second_weight, first, s.first);
    *score = shg_nnue_output(l, s.second, second, value[0], value[1]);
    return SHOOGI_OK;
}
