/* core.h: what several tests of core need: definitions from disk, random numbers that can be repeated. */
#ifndef SHG_SUPPORT_CORE_H
#define SHG_SUPPORT_CORE_H

#include "core/definition/variant_parse.h"
#include "core/variant/variant_int.h"
#include "shoogi/position.h"
#include "support/definition_files.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The definition variants/FAMILY/NAME.variant, or the one that name is itself if there is a "=" in it, in a class of
 * the caller's choice; ends the test if it fails. */
static inline shoogi_variant *load_variant(const char *name, shg_class_choice choice)
{
    static char text[SHOOGI_DEFINITION_BYTES_MAX];
    const bool whole = strchr(name, '=') != NULL;
    const long bytes =
        whole ? snprintf(text, sizeof text, "%s", name) : read_definition(text, name);
    if (bytes < 0) {
        fprintf(stderr, "%s: cannot be read\n", name);
        exit(1);
    }
    const shoogi_parse_options how = { .lookup = look_up_definition };
    shoogi_variant *variant;
    shoogi_error err;
    if (shg_variant_parse_class(&variant, text, (size_t)bytes, &how, choice, &err) != SHOOGI_OK) {
        fprintf(stderr, "%s:%u:%u: %s\n", name, err.line, err.column, err.message);
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
