/* test_support.h: what several tests of core need: definitions from disk, chance that can be repeated. */
#ifndef SHG_CORE_TEST_SUPPORT_H
#define SHG_CORE_TEST_SUPPORT_H

#include "core/variant_int.h"
#include "shoogi/position.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* The definition variants/NAME.variant in a class of the caller's choice; ends the test if it fails. */
static inline shoogi_variant *load_variant(const char *name, shg_class_choice choice)
{
    static char text[SHOOGI_DEFINITION_BYTES_MAX];
    char path[1024];
    const char *folder = getenv("SHOOGI_VARIANTS");
    snprintf(path, sizeof path, "%s/%s.variant", folder ? folder : "variants", name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    const size_t bytes = fread(text, 1, sizeof text, file);
    fclose(file);
    shoogi_variant *variant;
    shoogi_error err;
    if (shg_variant_parse_class(&variant, text, bytes, choice, &err) != SHOOGI_OK) {
        fprintf(stderr, "%s:%u:%u: %s\n", path, err.line, err.column, err.message);
        exit(1);
    }
    return variant;
}

/* splitmix64: the same numbers in every run. */
static inline uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

static inline size_t random_below(uint64_t *state, size_t limit)
{
    return (size_t)(next_random(state) % limit);
}

#endif
