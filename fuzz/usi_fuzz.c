/* usi_fuzz.c: any text as a USI move, in positions that the input chooses: it is refused at a place within
 * it, or it is a legal move that is written as text which reads to the same; and every legal move reads
 * back from what is written. */
#define FUZZ_LIST shoogi_position_moves_by_path
#include "moves_fuzz.h"

/* The move is written, and reads to itself. */
static void require_round_trip(shoogi_position *position, shoogi_move move)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    const size_t length = shoogi_usi_write(text, sizeof text, position, move);
    FUZZ_REQUIRE(length < sizeof text);
    shoogi_move again = 0;
    FUZZ_REQUIRE(shoogi_usi_read(&again, position, text, length, NULL) == SHOOGI_OK);
    FUZZ_REQUIRE(again == move);
}

static void read_text(shoogi_position *position, const char *text, size_t text_bytes)
{
    shoogi_error err = { 0 };
    shoogi_move move = 0;
    const shoogi_status status = shoogi_usi_read(&move, position, text, text_bytes, &err);
    if (status == SHOOGI_OK) {
        FUZZ_REQUIRE(shoogi_position_why_illegal(position, move, NULL, 0) == SHOOGI_ILLEGAL_NONE);
        require_round_trip(position, move);
        return;
    }
    require_refusal(status, &err, text, text_bytes);
}
