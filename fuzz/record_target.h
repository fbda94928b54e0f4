/* record_target.h: what the fuzz targets of formats of records share: any text as a game is refused at a place within
 * it, or what is written of it reads to the same but for what was said to be lost.
 *
 * The first byte chooses the game, the rest is the text.  Included by one file of each target, which defines
 * FUZZ_FORMAT, and FUZZ_LOSSES for what need not come back though nothing is said of it. */
#ifndef SHOOGI_FUZZ_RECORD_TARGET_H
#define SHOOGI_FUZZ_RECORD_TARGET_H

#include "games.h"
#include "support/record_difference.h"

static void require_round_trip(const shoogi_record *record, const shoogi_record_read_options *how)
{
    char *once = NULL, *twice = NULL;
    size_t bytes = 0, bytes_again = 0;
    uint32_t losses = 0, losses_again = 0;
    shoogi_record *again = NULL;
    FUZZ_REQUIRE(shoogi_record_write(&once, &bytes, &losses, FUZZ_FORMAT, record, NULL, NULL) ==
                 SHOOGI_OK);
    FUZZ_REQUIRE(shoogi_record_read(&again, NULL, FUZZ_FORMAT, once, bytes, how, NULL, 0, NULL) ==
                 SHOOGI_OK);
    FUZZ_REQUIRE(!shg_record_difference(NULL, record, again, losses | FUZZ_LOSSES));
    FUZZ_REQUIRE((losses & SHG_LOSS(HEADERS)) ||
                 shoogi_record_header_count(record) == shoogi_record_header_count(again));
    FUZZ_REQUIRE(shoogi_record_write(&twice, &bytes_again, &losses_again, FUZZ_FORMAT, again, NULL,
                                     NULL) == SHOOGI_OK);
    FUZZ_REQUIRE(strcmp(once, twice) == 0);
    FUZZ_REQUIRE((losses_again & ~losses) == 0);
    shoogi_record_free(again);
    shoogi_text_free(once);
    shoogi_text_free(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    if (data_bytes == 0)
        return 0;
    const char *const text = (const char *)data + 1;
    const size_t text_bytes = data_bytes - 1;
    const shoogi_record_read_options how = { .variant =
                                                 fuzz_shipped(fuzz_games[data[0] % FUZZ_GAMES]) };
    (void)shoogi_format_detect(text, text_bytes);
    for (size_t at = 0; at < text_bytes;) {
        shoogi_record *record = NULL;
        shoogi_error err = { .status = SHOOGI_OK };
        size_t used = 0, count = 0;
        const shoogi_status status = shoogi_record_read(&record, &used, FUZZ_FORMAT, text + at,
                                                        text_bytes - at, &how, &err, 1, &count);
        FUZZ_REQUIRE(used > 0 && used <= text_bytes - at);
        FUZZ_REQUIRE((status == SHOOGI_OK) == (record != NULL));
        if (record)
            require_round_trip(record, &how);
        else
            FUZZ_REQUIRE(count == 1 && err.status == status && err.message[0] != '\0');
        shoogi_record_free(record);
        at += used;
    }
    return 0;
}

#endif
