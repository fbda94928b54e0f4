/* handicap_fuzz.c: any text as a handicap, in positions that the input chooses: it is refused at a place within
 * it; or it can be given and taken back, and what is written of it reads back to the same. */
#define FUZZ_LIST shoogi_position_moves
#include "moves_fuzz.h"

static void require_round_trip(shoogi_position *position, shoogi_move move)
{
    (void)position; /* moves on the board are another target's */
    (void)move;
}

static void read_text(shoogi_position *position, const char *text, size_t text_bytes)
{
    shoogi_square squares[SHOOGI_SQUARES_MAX], again[SHOOGI_SQUARES_MAX];
    size_t count = 0, again_count = 0;
    shoogi_error err = { 0 };
    const shoogi_status status =
        shoogi_handicap_read(squares, &count, position, text, text_bytes, &err);
    if (status != SHOOGI_OK) {
        require_refusal(status, &err, text, text_bytes);
        return;
    }
    shoogi_position *given;
    char written[16 * SHOOGI_SQUARES_MAX];
    FUZZ_REQUIRE(shoogi_position_copy(&given, position) == SHOOGI_OK);
    FUZZ_REQUIRE(shoogi_position_handicap(given, squares, count) == SHOOGI_OK);
    const uint64_t hash = shoogi_position_hash(given);
    const size_t length = shoogi_handicap_write(written, sizeof written, given);
    FUZZ_REQUIRE(length < sizeof written);
    shoogi_position_undo(given);
    FUZZ_REQUIRE(shoogi_position_hash(given) == shoogi_position_hash(position));
    FUZZ_REQUIRE(shoogi_handicap_read(again, &again_count, given, written, length, &err) ==
                     SHOOGI_OK &&
                 again_count == count);
    FUZZ_REQUIRE(shoogi_position_handicap(given, again, count) == SHOOGI_OK);
    FUZZ_REQUIRE(shoogi_position_hash(given) == hash);
    shoogi_position_free(given);
}
