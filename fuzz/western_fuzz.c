/* western_fuzz.c: any text in Western notation, in positions that the input chooses: it is refused at a place
 * within it, or it is a legal move; and every legal move reads back from what is written. */
#define FUZZ_LIST shoogi_position_moves_by_path
#include "moves_fuzz.h"

static uint64_t hash_after(shoogi_position *position, shoogi_move move)
{
    FUZZ_REQUIRE(shoogi_position_do(position, move) == SHOOGI_OK);
    const uint64_t hash = shoogi_position_hash(position);
    shoogi_position_undo(position);
    return hash;
}

/* The move is written, and reads to itself, or to another way to write the same result; without its mark, to
 * itself or to an open promotion. */
static void require_round_trip(shoogi_position *position, shoogi_move move)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    size_t length = shoogi_western_write(text, sizeof text, position, move);
    FUZZ_REQUIRE(length < sizeof text);
    shoogi_parsed_move found = { 0, false };
    FUZZ_REQUIRE(shoogi_western_read(&found, position, text, length, NULL) == SHOOGI_OK);
    FUZZ_REQUIRE(!found.promotion_open);
    FUZZ_REQUIRE(found.move == move ||
                 hash_after(position, found.move) == hash_after(position, move));
    if (text[length - 1] != '+' && text[length - 1] != '=')
        return;
    const shoogi_move itself = found.move;
    FUZZ_REQUIRE(shoogi_western_read(&found, position, text, --length, NULL) == SHOOGI_OK);
    FUZZ_REQUIRE(found.move == itself || found.promotion_open);
}

static void read_text(shoogi_position *position, const char *text, size_t text_bytes)
{
    shoogi_error err = { 0 };
    shoogi_parsed_move found = { 0, false };
    const shoogi_status status = shoogi_western_read(&found, position, text, text_bytes, &err);
    if (status == SHOOGI_OK) {
        FUZZ_REQUIRE(shoogi_position_why_illegal(position, found.move, NULL, 0) ==
                     SHOOGI_ILLEGAL_NONE);
        require_round_trip(position, found.move);
        return;
    }
    require_refusal(status, &err, text, text_bytes);
}
