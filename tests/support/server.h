/* server.h: what several tests of the server need: variants from disk, positions, random numbers that can
 * be repeated. */
#ifndef SHG_SUPPORT_SERVER_H
#define SHG_SUPPORT_SERVER_H

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

/* The text of variants/FAMILY/NAME.variant, static. */
static inline const char *variant_text(const char *name)
{
    static char text[SHOOGI_DEFINITION_BYTES_MAX];
    FILE *file = open_definition(name);
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static inline shoogi_variant *parse_variant(const char *text)
{
    shoogi_variant *variant = NULL;
    shoogi_error err = { 0 };
    if (shoogi_variant_parse(&variant, text, strlen(text), &err) != SHOOGI_OK)
        fail_msg("%u:%u: %s", (unsigned)err.line, (unsigned)err.column, err.message);
    return variant;
}

/* splitmix64: the same numbers in every run. */
static inline size_t random_below(uint64_t *state, size_t limit)
{
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (size_t)((x ^ (x >> 31)) % limit);
}

#endif
