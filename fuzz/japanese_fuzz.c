/* japanese_fuzz.c: any text in the Japanese notations, in positions that the input chooses: it is refused at a
 * place within it, or it is a legal move; and legal moves read back from what is written. */
#define FUZZ_LIST shoogi_position_moves
#include "moves_fuzz.h"

typedef size_t write_fn(char *, size_t, const shoogi_position *, shoogi_move, shoogi_square);
typedef shoogi_status read_fn(shoogi_move *, const shoogi_position *, const char *, size_t,
                              shoogi_square, shoogi_error *);

static const struct {
    write_fn *write;
    read_fn *read;
} notations[] = { { shoogi_japanese_write, shoogi_japanese_read },
                  { shoogi_kitao_write, shoogi_kitao_read } };
enum { NOTATIONS = sizeof notations / sizeof notations[0] };

static shoogi_square previous_of(const shoogi_position *position)
{
    const unsigned played = shoogi_position_moves_played(position);
    return played > 0 ? shoogi_move_to(shoogi_position_move_at(position, played - 1))
                      : SHOOGI_NO_SQUARE;
}

static void require_back(const shoogi_position *position, shoogi_move move)
{
    for (size_t i = 0; i < NOTATIONS; i++) {
        char text[SHOOGI_JAPANESE_TEXT_BYTES];
        const shoogi_square previous = previous_of(position);
        const size_t length = notations[i].write(text, sizeof text, position, move, previous);
        shoogi_move again = 0;
        FUZZ_REQUIRE(length > 0 && length < sizeof text);
        FUZZ_REQUIRE(notations[i].read(&again, position, text, length, previous, NULL) == SHOOGI_OK);
        FUZZ_REQUIRE(again == move);
    }
}

/* Each writing looks at all legal moves: one in sixteen will do. */
static void require_round_trip(shoogi_position *position, shoogi_move move)
{
    if ((move ^ shoogi_position_hash(position)) % 16 == 0)
        require_back(position, move);
}

static void read_text(shoogi_position *position, const char *text, size_t text_bytes)
{
    for (size_t i = 0; i < NOTATIONS; i++) {
        shoogi_error err = { 0 };
        shoogi_move move = 0;
        const shoogi_status status =
            notations[i].read(&move, position, text, text_bytes, previous_of(position), &err);
        if (status != SHOOGI_OK) {
            require_refusal(status, &err, text, text_bytes);
            continue;
        }
        FUZZ_REQUIRE(shoogi_position_why_illegal(position, move, NULL, 0) == SHOOGI_ILLEGAL_NONE);
        require_back(position, move);
    }
}
