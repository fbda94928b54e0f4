/* fen_fuzz.c: any text as a position in FEN, and in that of Game Courier: it is refused at a place within it, or what
 * is written of the position reads to the same.
 *
 * The first byte chooses the game and the notation, the rest is the text. */
#include "base/text.h"
#include "games.h"
#include "shoogi/notation.h"

typedef shoogi_status read_fn(shoogi_position *, const char *, size_t, shoogi_error *);
typedef size_t write_fn(char *, size_t, const shoogi_position *);

static const struct {
    read_fn *read;
    write_fn *write;
} notations[] = { { shoogi_fen_read, shoogi_fen_write },
                  { shoogi_courier_fen_read, shoogi_courier_fen_write } };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    if (data_bytes == 0)
        return 0;
    const unsigned which = data[0] / FUZZ_GAMES % 2;
    const char *const text = (const char *)data + 1;
    shoogi_position *position, *again;
    FUZZ_REQUIRE(shoogi_position_new(&position, fuzz_shipped(fuzz_games[data[0] % FUZZ_GAMES])) ==
                 SHOOGI_OK);
    FUZZ_REQUIRE(shoogi_position_copy(&again, position) == SHOOGI_OK);
    shoogi_error err = { .status = SHOOGI_OK };
    const shoogi_status status = notations[which].read(position, text, data_bytes - 1, &err);
    if (status == SHOOGI_OK) {
        static char written[16 * 1024];
        const size_t bytes = notations[which].write(written, sizeof written, position);
        FUZZ_REQUIRE(bytes > 0 && bytes < sizeof written);
        FUZZ_REQUIRE(notations[which].read(again, written, bytes, NULL) == SHOOGI_OK);
        FUZZ_REQUIRE(shoogi_position_hash(again) == shoogi_position_hash(position));
    } else {
        FUZZ_REQUIRE(status == SHOOGI_PARSE_ERROR && err.message[0] != '\0' && err.column >= 1);
        FUZZ_REQUIRE(err.column <= shg_utf8_length(text, data_bytes - 1) + 1);
    }
    shoogi_position_free(position);
    shoogi_position_free(again);
    return 0;
}
