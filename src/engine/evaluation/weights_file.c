#include "engine/evaluation/weights_file.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Hashes how all kinds move, promote, and change when captured. */
static uint64_t hash_of_moves(const shoogi_variant *v)
{
    uint64_t hash = SHG_HASH_START;
    for (shoogi_kind k = 1; k <= v->kinds; k++) {
        const shg_kind *const kind = &v->kind[k];
        const unsigned char rest[] = { (unsigned char)kind->royal, (unsigned char)kind->in_hand,
                                       (unsigned char)(kind->captured_as & 0xFF),
                                       (unsigned char)(kind->captured_as >> 8) };
        hash = shg_hash_bytes(hash, kind->moves, strlen(kind->moves) + 1);
        hash = shg_hash_bytes(hash, rest, sizeof rest);
        for (size_t i = 0; i < kind->promotion_count; i++) {
            const char *const form = v->kind[kind->promotions[i]].id;
            hash = shg_hash_bytes(hash, form, strlen(form) + 1);
        }
    }
    /* A game that is won by giving check needs its own weights: with those of Shogi it was played worse than with the default
     * ones (+91 -109). */
    if (v->rules.check_wins > 0)
        hash = shg_hash_bytes(hash, "check", sizeof "check");
    return v->rules.check_wins > 1
               ? shg_hash_bytes(hash, &v->rules.check_wins, sizeof v->rules.check_wins)
               : hash;
}

void shg_weights_write_head(shg_out *out, const shoogi_variant *v)
{
    shg_out_format(out, "shoogi-weights 2\nboard %ux%u\nkinds", (unsigned)v->files,
                   (unsigned)v->ranks);
    for (shoogi_kind k = 1; k <= v->kinds; k++)
        shg_out_format(out, " %s", v->kind[k].id);
    shg_out_format(out, "\nmoves %016" PRIx64 "\nfeatures %zu\n", hash_of_moves(v),
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
    shg_out text = shg_out_growing();
    shg_weights_write_head(&text, weights->variant);
    shg_out_format(&text, "made %s\ngames %lu\npositions %lu\n", from->made, from->games,
                   from->positions);
    const size_t body = weights->count * WEIGHT_BYTES;
    unsigned char *const numbers = malloc(body);
    if (text.spent || !numbers) {
        free(text.bytes);
        free(numbers);
        return SHOOGI_NO_MEMORY;
    }
    for (size_t i = 0; i < weights->count; i++) {
        put_number(numbers + WEIGHT_BYTES * i, weights->value[i].early);
        put_number(numbers + WEIGHT_BYTES * i + 2, weights->value[i].late);
    }
    const uint64_t sum =
        shg_hash_bytes(shg_hash_bytes(SHG_HASH_START, text.bytes, text.length), numbers, body);
    shg_out_format(&text, "checksum %016" PRIx64 "\n\n", sum);
    shg_out_bytes(&text, (const char *)numbers, body);
    free(numbers);
    if (text.spent) {
        free(text.bytes);
        return SHOOGI_NO_MEMORY;
    }
    *out = text.bytes;
    *out_bytes = text.length;
    return SHOOGI_OK;
}

/* ---- reading ---- */

typedef struct reader {
    const char *bytes;
    size_t count, at;
    size_t line;
    shoogi_error *err;
} reader;

/* The next line, without its newline; false at the end. */
static bool next_line(reader *r, const char **line, size_t *length)
{
    const char *const start = r->bytes + r->at;
    const char *const end = memchr(start, '\n', r->count - r->at);
    if (!end)
        return false;
    *line = start;
    *length = (size_t)(end - start);
    r->at += *length + 1;
    r->line++;
    return true;
}

static shoogi_status expected(const reader *r, const char *what, const char *found, size_t bytes)
{
    return shg_error_expected(r->err, SHOOGI_PARSE_ERROR, r->line, 1, what, found, bytes);
}

/* Reads the next line, which must be `wanted`. */
static shoogi_status same_line(reader *r, const char *wanted, size_t wanted_bytes)
{
    const char *line = NULL;
    size_t length = 0;
    char what[100];
    const bool is_there = next_line(r, &line, &length);
    if (is_there && length == wanted_bytes && memcmp(line, wanted, length) == 0)
        return SHOOGI_OK;
    snprintf(what, sizeof what, "\"%.*s\"", (int)(wanted_bytes < 60 ? wanted_bytes : 60), wanted);
    return expected(r, what, line, length);
}

/* Reads a line "WORD TEXT"; TEXT goes to out. */
static shoogi_status worded_line(reader *r, const char *word, char *out, size_t room)
{
    const char *line = NULL;
    size_t length = 0;
    char what[40];
    const size_t word_bytes = strlen(word);
    if (!next_line(r, &line, &length) || length < word_bytes + 1 || length - word_bytes > room ||
        memcmp(line, word, word_bytes) != 0 || line[word_bytes] != ' ') {
        snprintf(what, sizeof what, "\"%s ...\"", word);
        return expected(r, what, line, length);
    }
    memcpy(out, line + word_bytes + 1, length - word_bytes - 1);
    out[length - word_bytes - 1] = '\0';
    return SHOOGI_OK;
}

/* At most 18 digits of the base, so that no number overflows. */
static shoogi_status number_line(reader *r, const char *word, int base, uint64_t *out)
{
    char text[20];
    const shoogi_status status = worded_line(r, word, text, sizeof text);
    if (status != SHOOGI_OK)
        return status;
    const char *const digits = base == 16 ? "0123456789abcdef" : "0123456789";
    const size_t length = strspn(text, digits);
    *out = strtoull(text, NULL, base);
    return length > 0 && length < sizeof text - 1 && text[length] == '\0'
               ? SHOOGI_OK
               : expected(r, "a number", text, strlen(text));
}

static shoogi_status read_head(reader *r, const shoogi_variant *v)
{
    shg_out head = shg_out_growing();
    shg_weights_write_head(&head, v);
    shoogi_status status = head.spent ? SHOOGI_NO_MEMORY : SHOOGI_OK;
    for (size_t at = 0; status == SHOOGI_OK && at < head.length;) {
        const char *const line = head.bytes + at;
        const size_t length = strcspn(line, "\n");
        status = same_line(r, line, length);
        at += length + 1;
    }
    free(head.bytes);
    return status;
}

shoogi_status shg_weights_read(shg_weights **out, shg_provenance *from,
                               const shoogi_variant *variant, const char *bytes, size_t byte_count,
                               shoogi_error *err)
{
    if (byte_count > SHG_WEIGHTS_BYTES_MAX)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                             "expected at most %d bytes of weights, found %zu",
                             SHG_WEIGHTS_BYTES_MAX, byte_count);
    reader r = { .bytes = bytes, .count = byte_count, .err = err };
    shg_provenance made = { "", 0, 0 };
    uint64_t games = 0, positions = 0, sum = 0;
    size_t summed = 0;
    shoogi_status status = read_head(&r, variant);
    if (status == SHOOGI_OK)
        status = worded_line(&r, "made", made.made, sizeof made.made);
    if (status == SHOOGI_OK)
        status = number_line(&r, "games", 10, &games);
    if (status == SHOOGI_OK)
        status = number_line(&r, "positions", 10, &positions);
    if (status == SHOOGI_OK) {
        summed = r.at;
        status = number_line(&r, "checksum", 16, &sum);
    }
    if (status == SHOOGI_OK)
        status = same_line(&r, "", 0);
    if (status != SHOOGI_OK)
        return status;

    shg_weights *w;
    if (shg_weights_new(&w, variant) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    const unsigned char *const numbers = (const unsigned char *)bytes + r.at;
    const size_t body = byte_count - r.at;
    if (body != w->count * WEIGHT_BYTES)
        status =
            shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0, "expected %zu bytes of numbers, found %zu",
                          w->count * WEIGHT_BYTES, body);
    else if (shg_hash_bytes(shg_hash_bytes(SHG_HASH_START, bytes, summed), numbers, body) != sum)
        status = shg_error_set(
            err, SHOOGI_PARSE_ERROR, 0, 0,
            "expected checksum %016" PRIx64 ", found another: the file is damaged", sum);
    if (status != SHOOGI_OK) {
        shg_weights_free(w);
        return status;
    }
    for (size_t i = 0; i < w->count; i++)
        w->value[i] = (shg_weight){ number_at(numbers + WEIGHT_BYTES * i),
                                    number_at(numbers + WEIGHT_BYTES * i + 2) };
    if (from) {
        *from = made;
        from->games = (unsigned long)games;
        from->positions = (unsigned long)positions;
    }
    *out = w;
    return SHOOGI_OK;
}

bool shg_weights_fit(const shoogi_variant *variant, const char *bytes, size_t byte_count)
{
    reader r = { .bytes = bytes, .count = byte_count };
    return read_head(&r, variant) == SHOOGI_OK;
}
