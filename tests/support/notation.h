/* notation.h: what the tests of notation need: variants from disk, positions from text, random numbers that
 * can be repeated. */
#ifndef SHG_SUPPORT_NOTATION_H
#define SHG_SUPPORT_NOTATION_H

#include "shoogi/notation.h"
#include "support/definition_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A definition that must be good; the line and column of its fault are shown if not.  Its base= is among the files. */
static inline shoogi_variant *parse_variant(const char *what, const char *text, size_t text_bytes)
{
    const shoogi_parse_options how = { .lookup = look_up_definition };
    shoogi_variant *variant = NULL;
    shoogi_error err;
    size_t count;
    if (shoogi_variant_parse_with(&variant, text, text_bytes, &how, &err, 1, &count) != SHOOGI_OK)
        fail_msg("%s:%u:%u: %s", what, err.line, err.column, err.message);
    return variant;
}

/* The definition variants/FAMILY/NAME.variant. */
static inline shoogi_variant *load_variant(const char *name)
{
    static char text[SHOOGI_DEFINITION_BYTES_MAX];
    const long bytes = read_definition(text, name);
    if (bytes < 0)
        fail_msg("%s: cannot be read", name);
    return parse_variant(name, text, (size_t)bytes);
}

/* A position of the variant; sfen NULL: the start. */
static inline shoogi_position *make_position(const shoogi_variant *variant, const char *sfen)
{
    shoogi_position *position = NULL;
    assert_int_equal(shoogi_position_new(&position, variant), SHOOGI_OK);
    shoogi_error err;
    if (sfen && shoogi_sfen_read(position, sfen, strlen(sfen), &err) != SHOOGI_OK)
        fail_msg("%s:%u:%u: %s", sfen, err.line, err.column, err.message);
    return position;
}

static inline void expect_sfen(const shoogi_position *position, const char *sfen)
{
    char text[16384];
    assert_in_range(shoogi_sfen_write(text, sizeof text, position), 1, sizeof text - 1);
    assert_string_equal(text, sfen);
}

/* splitmix64: the same numbers in every run. */
static inline size_t random_below(uint64_t *state, size_t limit)
{
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (size_t)((x ^ (x >> 31)) % limit);
}

/* The legal moves.  Owned (free). */
static inline shoogi_move *legal_moves(size_t *count, const shoogi_position *position)
{
    const size_t room = shoogi_variant_moves_max(shoogi_position_variant(position));
    shoogi_move *moves = calloc(room + 1, sizeof *moves);
    assert_non_null(moves);
    *count = shoogi_position_moves(position, moves, room);
    return moves;
}

#endif
