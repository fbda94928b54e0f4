#include "engine/network/nnue_file.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

static const char format[] = "shoogi-network 1";

/* After the sizes of a shape. */
static const char by_royal[] = " by royal";

/* ---- the numbers ---- */

/* Numbers of one size and bound; exactly one pointer is not NULL. */
typedef struct run {
    int8_t *bytes;
    int16_t *shorts;
    int32_t *longs;
    size_t count;
    int32_t most; /* of the longs */
} run;

enum { RUNS_OF_LAYERS = 6, RUNS_MAX = 3 + RUNS_OF_LAYERS * SHG_NNUE_BUCKETS_MAX };

/* All numbers of a network, in the order of the file. */
static size_t runs_of(run *runs, const shg_nnue *n)
{
    const shg_nnue_shape s = n->shape;
    size_t count = 0;
    runs[count++] = (run){ .shorts = n->bias, .count = s.width };
    runs[count++] = (run){ .shorts = n->weight, .count = (size_t)n->inputs * s.width };
    runs[count++] =
        (run){ .longs = n->value, .count = (size_t)n->inputs * s.buckets, .most = SHG_VALUE_MAX };
    for (unsigned i = 0; i < s.buckets; i++) {
        const shg_nnue_layers *const l = &n->layers[i];
        const run of_layers[RUNS_OF_LAYERS] = {
            { .longs = l->first_bias, .count = s.first, .most = SHG_BIAS_MAX },
            { .bytes = l->first_weight, .count = (size_t)2 * s.width * s.first },
            { .longs = l->second_bias, .count = s.second, .most = SHG_BIAS_MAX },
            { .bytes = l->second_weight, .count = (size_t)s.first * s.second },
            { .longs = l->output_bias, .count = 1, .most = SHG_BIAS_MAX },
            { .shorts = l->output_weight, .count = s.second },
        };
        memcpy(runs + count, of_layers, sizeof of_layers);
        count += RUNS_OF_LAYERS;
    }
    return count;
}

static size_t bytes_each(const run *r)
{
    return r->bytes ? 1 : r->shorts ? 2 : 4;
}

static size_t bytes_of(const run *runs, size_t count)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += bytes_each(&runs[i]) * runs[i].count;
    return bytes;
}

static int32_t number_of(const run *r, size_t i)
{
    return r->bytes ? r->bytes[i] : r->shorts ? r->shorts[i] : r->longs[i];
}

static void set_number(const run *r, size_t i, uint32_t bits)
{
    if (r->bytes)
        r->bytes[i] = (int8_t)(uint8_t)bits;
    else if (r->shorts)
        r->shorts[i] = (int16_t)(uint16_t)bits;
    else
        r->longs[i] = (int32_t)bits;
}

static void write_numbers(unsigned char *at, const run *runs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < runs[i].count; j++) {
            const uint32_t bits = (uint32_t)number_of(&runs[i], j);
            for (size_t k = 0; k < bytes_each(&runs[i]); k++)
                *at++ = (unsigned char)(bits >> (8 * k) & 0xFF);
        }
}

static shoogi_status read_numbers(const run *runs, size_t count, const unsigned char *at,
                                  shoogi_error *err)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < runs[i].count; j++) {
            uint32_t bits = 0;
            for (size_t k = 0; k < bytes_each(&runs[i]); k++)
                bits |= (uint32_t)*at++ << (8 * k);
            set_number(&runs[i], j, bits);
            const int32_t number = number_of(&runs[i], j);
            if (runs[i].longs && (number > runs[i].most || number < -runs[i].most))
                return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                                     "expected numbers from -%d to %d, found %d", runs[i].most,
                                     runs[i].most, number);
        }
    return SHOOGI_OK;
}

/* ---- writing ---- */

void shg_nnue_write_head(shg_out *out, const shoogi_variant *variant)
{
    shg_learned_write_game(out, variant, format);
}

shoogi_status shg_nnue_write(char **out, size_t *out_bytes, const shg_nnue *network,
                             const shg_provenance *from)
{
    const shg_nnue_shape s = network->shape;
    run runs[RUNS_MAX];
    const size_t count = runs_of(runs, network), body = bytes_of(runs, count);
    unsigned char *const numbers = malloc(body);
    if (!numbers)
        return SHOOGI_NO_MEMORY;
    write_numbers(numbers, runs, count);
    shg_out text = shg_out_growing();
    shg_nnue_write_head(&text, network->variant);
    shg_out_format(&text, "inputs %u\nshape %u %u %u %u%s\n", network->inputs, s.width, s.first,
                   s.second, s.buckets, s.by_royal ? by_royal : "");
    shg_learned_write_provenance(&text, from);
    const shoogi_status status = shg_learned_write_numbers(out, out_bytes, &text, numbers, body);
    free(numbers);
    return status;
}

/* ---- reading ---- */

static shoogi_status read_game(shg_learned_reader *r, const shoogi_variant *v)
{
    shg_out head = shg_out_growing();
    shg_nnue_write_head(&head, v);
    return shg_learned_same_lines(r, &head);
}

static shoogi_status read_shape(shg_learned_reader *r, shg_nnue_shape *out)
{
    char text[40];
    const shoogi_status status = shg_learned_text(r, "shape", text, sizeof text);
    if (status != SHOOGI_OK)
        return status;
    unsigned *const sizes[] = { &out->width, &out->first, &out->second, &out->buckets };
    const char *at = text;
    bool good = true;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] && good; i++) {
        const size_t digits = strspn(at, "0123456789");
        good = digits > 0 && digits < 6 && (i == 3 || at[digits] == ' ');
        *sizes[i] = good ? (unsigned)strtoul(at, NULL, 10) : 0;
        at += digits + (i < 3);
    }
    out->by_royal = good && *at != '\0';
    return good && (!out->by_royal || strcmp(at, by_royal) == 0) && shg_nnue_shape_fits(*out)
               ? SHOOGI_OK
               : shg_error_expected(r->err, SHOOGI_PARSE_ERROR, r->line, 1,
                                    "the shape of a network, as 256 32 32 1", text, strlen(text));
}

/* Reads the rest into a network of the shape. */
static shoogi_status read_rest(shg_nnue *n, shg_learned_reader *r, shg_provenance *made)
{
    run runs[RUNS_MAX];
    const unsigned char *numbers;
    const size_t count = runs_of(runs, n);
    shoogi_status status = shg_learned_provenance(r, made);
    if (status == SHOOGI_OK)
        status = shg_learned_numbers(r, &numbers, bytes_of(runs, count));
    if (status == SHOOGI_OK)
        status = read_numbers(runs, count, numbers, r->err);
    if (status == SHOOGI_OK)
        shg_nnue_pack(n);
    return status;
}

shoogi_status shg_nnue_read(shg_nnue **out, shg_provenance *from, const shoogi_variant *variant,
                            const char *bytes, size_t byte_count, shoogi_error *err)
{
    if (byte_count > SHG_NNUE_FILE_BYTES_MAX)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                             "expected at most %d bytes of a network, found %zu",
                             SHG_NNUE_FILE_BYTES_MAX, byte_count);
    shg_learned_reader r = { .bytes = bytes, .count = byte_count, .err = err };
    shg_provenance made = { "", 0, 0 };
    shg_nnue_shape shape = { 0 };
    uint64_t inputs = 0;
    shg_nnue *n = NULL;
    shoogi_status status = read_game(&r, variant);
    if (status == SHOOGI_OK)
        status = shg_learned_number(&r, "inputs", 10, &inputs);
    if (status == SHOOGI_OK)
        status = read_shape(&r, &shape);
    if (status == SHOOGI_OK) {
        status = shg_nnue_new(&n, variant, shape);
        if (status == SHOOGI_LIMIT_EXCEEDED)
            status = shg_error_set(err, status, r.line, 1, "expected a smaller network: %u wide",
                                   shape.width);
    }
    if (status == SHOOGI_OK && inputs != n->inputs)
        status = shg_error_set(err, SHOOGI_PARSE_ERROR, r.line - 1, 1,
                               "expected \"inputs %u\", found \"inputs %llu\"", n->inputs,
                               (unsigned long long)inputs);
    if (status == SHOOGI_OK)
        status = read_rest(n, &r, &made);
    if (status != SHOOGI_OK) {
        shg_nnue_free(n);
        return status;
    }
    if (from)
        *from = made;
    *out = n;
    return SHOOGI_OK;
}

bool shg_nnue_is_file(const char *bytes, size_t byte_count)
{
    static const char word[] = "shoogi-network ";
    return byte_count >= sizeof word - 1 && memcmp(bytes, word, sizeof word - 1) == 0;
}

bool shg_nnue_fits(const shoogi_variant *variant, const char *bytes, size_t byte_count)
{
    shg_learned_reader r = { .bytes = bytes, .count = byte_count };
    return read_game(&r, variant) == SHOOGI_OK;
}
