#include "engine/network/learned_file.h"

#include "base/error.h"
#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

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

void shg_learned_write_game(shg_out *out, const shoogi_variant *variant, const char *format)
{
    shg_out_format(out, "%s\nboard %ux%u\nkinds", format, (unsigned)variant->files,
                   (unsigned)variant->ranks);
    for (shoogi_kind k = 1; k <= variant->kinds; k++)
        shg_out_format(out, " %s", variant->kind[k].id);
    shg_out_format(out, "\nmoves %016" PRIx64 "\n", hash_of_moves(variant));
}

void shg_learned_write_provenance(shg_out *out, const shg_provenance *from)
{
    shg_out_format(out, "made %s\ngames %lu\npositions %lu\n", from->made, from->games,
                   from->positions);
}

shoogi_status shg_learned_write_numbers(char **bytes, size_t *byte_count, shg_out *out,
                                        const unsigned char *numbers, size_t body)
{
    if (!out->spent) {
        const uint64_t sum =
            shg_hash_bytes(shg_hash_bytes(SHG_HASH_START, out->bytes, out->length), numbers, body);
        shg_out_format(out, "checksum %016" PRIx64 "\n\n", sum);
        shg_out_bytes(out, (const char *)numbers, body);
    }
    if (out->spent) {
        free(out->bytes);
        return SHOOGI_NO_MEMORY;
    }
    *bytes = out->bytes;
    *byte_count = out->length;
    return SHOOGI_OK;
}

/* ---- reading ---- */

/* The next line, without its newline; false at the end. */
static bool next_line(shg_learned_reader *r, const char **line, size_t *length)
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

static shoogi_status expected(const shg_learned_reader *r, const char *what, const char *found,
                              size_t bytes)
{
    return shg_error_expected(r->err, SHOOGI_PARSE_ERROR, r->line, 1, what, found, bytes);
}

/* Reads the next line, which must be `wanted`. */
static shoogi_status same_line(shg_learned_reader *r, const char *wanted, size_t wanted_bytes)
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

shoogi_status shg_learned_same_lines(shg_learned_reader *reader, shg_out *lines)
{
    shoogi_status status = lines->spent ? SHOOGI_NO_MEMORY : SHOOGI_OK;
    for (size_t at = 0; status == SHOOGI_OK && at < lines->length;) {
        const char *const line = lines->bytes + at, *const end = strchr(line, '\n');
        status = same_line(reader, line, (size_t)(end - line));
        at += (size_t)(end - line) + 1;
    }
    free(lines->bytes);
    return status;
}

shoogi_status shg_learned_text(shg_learned_reader *reader, const char *word, char *out, size_t room)
{
    const char *line = NULL;
    size_t length = 0;
    char what[40];
    const size_t word_bytes = strlen(word);
    if (!next_line(reader, &line, &length) || length < word_bytes + 1 ||
        length - word_bytes > room || memcmp(line, word, word_bytes) != 0 ||
        line[word_bytes] != ' ') {
        snprintf(what, sizeof what, "\"%s ...\"", word);
        return expected(reader, what, line, length);
    }
    memcpy(out, line + word_bytes + 1, length - word_bytes - 1);
    out[length - word_bytes - 1] = '\0';
    return SHOOGI_OK;
}

/* At most 18 digits of the base, so that no number overflows. */
shoogi_status shg_learned_number(shg_learned_reader *reader, const char *word, int base,
                                 uint64_t *out)
{
    char text[20];
    const shoogi_status status = shg_learned_text(reader, word, text, sizeof text);
    if (status != SHOOGI_OK)
        return status;
    const char *const digits = base == 16 ? "0123456789abcdef" : "0123456789";
    const size_t length = strspn(text, digits);
    *out = strtoull(text, NULL, base);
    return length > 0 && length < sizeof text - 1 && text[length] == '\0'
               ? SHOOGI_OK
               : expected(reader, "a number", text, strlen(text));
}

shoogi_status shg_learned_provenance(shg_learned_reader *reader, shg_provenance *out)
{
    uint64_t games = 0, positions = 0;
    shoogi_status status = shg_learned_text(reader, "made", out->made, sizeof out->made);
    if (status == SHOOGI_OK)
        status = shg_learned_number(reader, "games", 10, &games);
    if (status == SHOOGI_OK)
        status = shg_learned_number(reader, "positions", 10, &positions);
    out->games = (unsigned long)games;
    out->positions = (unsigned long)positions;
    return status;
}

shoogi_status shg_learned_numbers(shg_learned_reader *reader, const unsigned char **numbers,
                                  size_t body)
{
    const size_t summed = reader->at;
    uint64_t sum = 0;
    shoogi_status status = shg_learned_number(reader, "checksum", 16, &sum);
    if (status == SHOOGI_OK)
        status = same_line(reader, "", 0);
    if (status != SHOOGI_OK)
        return status;
    *numbers = (const unsigned char *)reader->bytes + reader->at;
    const size_t found = reader->count - reader->at;
    if (found != body)
        return shg_error_set(reader->err, SHOOGI_PARSE_ERROR, 0, 0,
                             "expected %zu bytes of numbers, found %zu", body, found);
    if (shg_hash_bytes(shg_hash_bytes(SHG_HASH_START, reader->bytes, summed), *numbers, body) != sum)
        return shg_error_set(reader->err, SHOOGI_PARSE_ERROR, 0, 0,
                             "expected checksum %016" PRIx64 ", found another: the file is damaged",
                             sum);
    return SHOOGI_OK;
}
