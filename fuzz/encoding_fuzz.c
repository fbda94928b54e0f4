/* encoding_fuzz.c: any bytes as a text in any code: what comes out is good UTF-8, which goes back to that code and comes
 * out the same but for the characters that were told to be replaced.
 *
 * The first byte chooses the code, the rest is the text. */
#include "base/text.h"
#include "fuzz.h"
#include "shoogi/encoding.h"
#include "shoogi/record.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    if (data_bytes == 0)
        return 0;
    const char *const bytes = (const char *)data + 1;
    const size_t count = data_bytes - 1;
    const shoogi_encoding chosen = (shoogi_encoding)(data[0] % (SHOOGI_ENCODING_COUNT + 1));
    const shoogi_encoding code =
        chosen == SHOOGI_ENCODING_COUNT ? shoogi_encoding_detect(bytes, count) : chosen;
    FUZZ_REQUIRE(code < SHOOGI_ENCODING_COUNT);
    char *text, *coded, *again;
    size_t text_bytes, coded_bytes, again_bytes, faults = 0, replaced = 0, left = 0;
    FUZZ_REQUIRE(shoogi_text_decode(&text, &text_bytes, code, bytes, count, &faults, NULL) ==
                 SHOOGI_OK);
    FUZZ_REQUIRE(shg_utf8_valid(text, text_bytes));
    FUZZ_REQUIRE(shoogi_text_encode(&coded, &coded_bytes, code, text, text_bytes, &replaced,
                                    NULL) == SHOOGI_OK);
    FUZZ_REQUIRE(shoogi_text_decode(&again, &again_bytes, code, coded, coded_bytes, &left, NULL) ==
                 SHOOGI_OK);
    FUZZ_REQUIRE(left == 0);
    FUZZ_REQUIRE(replaced > 0 || faults > 0 ||
                 (again_bytes == text_bytes && memcmp(again, text, text_bytes) == 0));
    shoogi_text_free(text);
    shoogi_text_free(coded);
    shoogi_text_free(again);
    return 0;
}
