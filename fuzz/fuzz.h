/* fuzz.h: what every fuzz target shares: the entry point, and a check that no build leaves out. */
#ifndef SHOOGI_FUZZ_FUZZ_H
#define SHOOGI_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* One input.  data: data_bytes of anything, borrowed until the return; may be NULL when there are
 * none.  Returns 0.  Ends the process, through FUZZ_REQUIRE or a sanitizer, where a promise is
 * broken. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes);

/* A promise of the reader under test.  Unlike assert it stands whether or not NDEBUG is defined. */
#define FUZZ_REQUIRE(fact)                                                                         \
    do {                                                                                           \
        if (!(fact)) {                                                                             \
            fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #fact);             \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
