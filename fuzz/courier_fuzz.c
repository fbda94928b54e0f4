/* courier_fuzz.c: any text as a move in the notation of Game Courier, in positions that the input chooses: it is
 * refused at a place within it, or it is a legal move; and every legal move reads back from what is
 * written. */
#define FUZZ_LIST shoogi_position_moves
#include "moves_fuzz.h"

/* The move is written, and reads to itself. */
static void require_round_trip(shoogi_position *position, shoogi_move move)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    const size_t length = shoogi_courier_write(text, sizeof text, position, move);
    FUZZ_REQUIRE(length > 0 && length < sizeof text);
    shoogi_courier_move found;
    FUZZ_REQUIRE(shoogi_courier_read(&found, position, text, length, NULL) == SHOOGI_OK);
    FUZZ_REQUIRE(found.move == move && !found.resigns && !found.offers_draw && !found.comment);
}

static void read_text(shoogi_position *position, const char *text, size_t text_bytes)
{
    shoogi_error err = { 0 };
    shoogi_courier_move found;
    const shoogi_status status = shoogi_courier_read(&found, position, text, text_bytes, &err);
    if (status != SHOOGI_OK) {
        require_refusal(status, &err, text, text_bytes);
    } else if (found.move == 0) {
        FUZZ_REQUIRE(found.resigns != found.offers_draw);
    } else {
        FUZZ_REQUIRE(shoogi_position_why_illegal(position, found.move, NULL, 0) ==
                     SHOOGI_ILLEGAL_NONE);
        require_round_trip(position, found.move);
    }
}
