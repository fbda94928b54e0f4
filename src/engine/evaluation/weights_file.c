#include "engine/evaluation/weights_file.h"

#include "base/error.h"

#include <stdlib.h>

void shg_weights_write_head(shg_out *out, const shoogi_variant *v)
{
    shg_learned_write_game(out, v, "shoogi-weights 2");
    shg_out_format(out, "features %zu\n",
                   SHG_FEATURES_COMMON +
                       v->kinds * ((size_t)SHG_FEATURE_SQUARE + shg_square_buckets(v)));
}

enum { WEIGHT_BYTES = 4 };

static void put_number(unsigned char *at, int16_t number)
{
    at[0] = (unsigned char)((uint16_t)number & 0xFF);
    at[1] = (unsigned char)((uint16_t)number >> 8);
}

static int16_t number_at(const unsigned char *at)
{
    return (int16_t)(uint16_t)(at[0] | at[1] << 8);
}

shoogi_status shg_weights_write(char **out, size_t *out_bytes, const shg_weights *weights,
                                const shg_provenance *from)
{
    const size_t body = weights->count * WEIGHT_BYTES;
    unsigned char *const numbers = malloc(body);
    if (!numbers)
        return SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < weights->count; i++) {
        put_number(numbers + WEIGHT_BYTES * i, weights->value[i].early);
        put_number(numbers + WEIGHT_BYTES * i + 2, weights->value[i].late);
    }
    shg_out text = shg_out_growing();
    shg_weights_write_head(&text, weights->variant);
    shg_learned_write_provenance(&text, from);
    const shoogi_status status = shg_learned_write_numbers(out, out_bytes, &text, numbers, body);
    free(numbers);
    return status;
}

/* ---- reading ---- */

static shoogi_status read_head(shg_learned_reader *r, const shoogi_variant *v)
{
    shg_out head = shg_out_growing();
    shg_weights_write_head(&head, v);
    return shg_learned_same_lines(r, &head);
}

shoogi_status shg_weights_read(shg_weights **out, shg_provenance *from,
                               const shoogi_variant *variant, const char *bytes, size_t byte_count,
                               shoogi_error *err)
{
    if (byte_count > SHG_WEIGHTS_BYTES_MAX)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                             "expected at most %d bytes of weights, found %zu",
                             SHG_WEIGHTS_BYTES_MAX, byte_count);
    shg_learned_reader r = { .bytes = bytes, .count = byte_count, .err = err };
    shg_provenance made = { "", 0, 0 };
    shoogi_status status = read_head(&r, variant);
    if (status == SHOOGI_OK)
        status = shg_learned_provenance(&r, &made);
    if (status != SHOOGI_OK)
        return status;
    shg_weights *w;
    if (shg_weights_new(&w, variant) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    const unsigned char *numbers;
    status = shg_learned_numbers(&r, &numbers, w->count * WEIGHT_BYTES);
    if (status != SHOOGI_OK) {
        shg_weights_free(w);
        return status;
    }
    for (size_t i = 0; i < w->count; i++)
        w->value[i] = (shg_weight){ number_at(numbers + WEIGHT_BYTES * i),
                                    number_at(numbers + WEIGHT_BYTES * i + 2) };
    if (from)
        *from = made;
    *out = w;
    return SHOOGI_OK;
}

bool shg_weights_fit(const shoogi_variant *variant, const char *bytes, size_t byte_count)
{
    shg_learned_reader r = { .bytes = bytes, .count = byte_count };
    return read_head(&r, variant) == SHOOGI_OK;
}
