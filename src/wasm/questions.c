/* questions.c: questions about a position and its game, for a web page: checks, captures, attackers, repetition, and
 * what shows that the position cannot occur: exports of libshoogi.wasm that our own page does not need. */
#include "shoogi/notation.h"
#include "shoogi/position_fault.h"
#include "wasm/exchange.h"

#include <stdlib.h>

/* Answers with the first squares of a list, a line for each. */
static size_t answer_squares(const shoogi_position *position, const shoogi_square *squares,
                             size_t count, size_t room)
{
    for (size_t i = 0; i < count && i < room; i++) {
        char text[SHOOGI_SQUARE_TEXT_BYTES];
        (void)shoogi_square_text(text, sizeof text, shoogi_position_variant(position), squares[i]);
        shg_answer_text(text);
        shg_answer_text("\n");
    }
    return count;
}

enum { SQUARES_MAX = 64 };

/* Answers with the squares of the pieces of colour that attack a square, a line for each, and returns their number. */
EXPORT(size_t, position_attackers, const shoogi_position *position, unsigned file, unsigned rank,
       shoogi_colour colour)
{
    shoogi_square squares[SQUARES_MAX];
    shg_answer_begin();
    const shoogi_square square =
        shoogi_variant_square(shoogi_position_variant(position), file, rank);
    return answer_squares(position, squares,
                          shoogi_position_attackers(position, square, colour, squares, SQUARES_MAX),
                          SQUARES_MAX);
}

/* Reads the input as a legal move in USI. */
static shoogi_status read_move(shoogi_move *move, const shoogi_position *position,
                               size_t text_bytes)
{
    shg_answer_begin();
    shoogi_error error;
    const shoogi_status status = shoogi_usi_read(move, position, shg_said(), text_bytes, &error);
    return status == SHOOGI_OK ? status : shg_answer_fault(&error);
}

/* Answers with 1 if the move of the input gives check, else with 0. */
EXPORT(shoogi_status, position_gives_check, const shoogi_position *position, size_t text_bytes)
{
    shoogi_move move;
    const shoogi_status status = read_move(&move, position, text_bytes);
    if (status == SHOOGI_OK)
        shg_answer_number(shoogi_position_gives_check(position, move));
    return status;
}

/* Answers with the squares of the pieces that the move of the input captures or burns, a line for each. */
EXPORT(shoogi_status, position_captures, const shoogi_position *position, size_t text_bytes)
{
    shoogi_square squares[SQUARES_MAX];
    shoogi_move move;
    const shoogi_status status = read_move(&move, position, text_bytes);
    if (status == SHOOGI_OK)
        (void)answer_squares(position, squares,
                             shoogi_position_captures(position, move, squares, SQUARES_MAX),
                             SQUARES_MAX);
    return status;
}

/* How often a position must occur to end the game; 0: repetition has no effect. */
EXPORT(unsigned, variant_repetition_count, const shoogi_variant *variant)
{
    return shoogi_variant_repetition_count(variant);
}

EXPORT(unsigned, position_occurrences, const shoogi_position *position)
{
    return shoogi_position_occurrences(position);
}

/* Returns the outcome if the repetition of this position ended the game now, and answers with the reason. */
EXPORT(shoogi_outcome, position_repetition, const shoogi_position *position)
{
    shg_answer_begin();
    const shoogi_result result = shoogi_position_repetition_result(position);
    shg_answer_text(shoogi_reason_text(result.reason));
    return result.outcome;
}

/* Answers with 1 if colour is in perpetual check, else with 0. */
EXPORT(shoogi_status, position_perpetual_check, const shoogi_position *position,
       shoogi_colour colour)
{
    bool found;
    shg_answer_begin();
    const shoogi_status status = shoogi_position_perpetual_check(&found, position, colour);
    if (status != SHOOGI_OK)
        return shg_answer_refuse(status);
    shg_answer_number(found);
    return SHOOGI_OK;
}

/* Answers with what shows that the position cannot occur in a game, a line for each fault, with fields separated by
 * tabs: the text, the colour, 1 if the pieces of both sides count, the kind, the square or nothing, how many there
 * are and how many there can be. */
EXPORT(shoogi_status, position_faults, const shoogi_position *position)
{
    shg_answer_begin();
    const size_t count = shoogi_position_faults(position, NULL, 0);
    shoogi_position_fault *const faults = calloc(count + 1, sizeof *faults);
    if (!faults)
        return shg_answer_refuse(SHOOGI_NO_MEMORY);
    (void)shoogi_position_faults(position, faults, count);
    for (size_t i = 0; i < count; i++) {
        const shoogi_position_fault *const f = &faults[i];
        char square[SHOOGI_SQUARE_TEXT_BYTES] = "";
        if (f->square != SHOOGI_NO_SQUARE)
            (void)shoogi_square_text(square, sizeof square, shoogi_position_variant(position),
                                     f->square);
        shg_answer_text(shoogi_position_fault_text(f->reason));
        const unsigned numbers[] = { f->colour, f->both_sides, f->kind, f->count, f->limit };
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
            shg_answer_text("\t");
            shg_answer_number(numbers[n]);
        }
        shg_answer_text("\t");
        shg_answer_text(square);
        shg_answer_text("\n");
    }
    free(faults);
    return SHOOGI_OK;
}

/* How many pieces of a kind are missing from the box. */
EXPORT(unsigned, position_missing, const shoogi_position *position, shoogi_kind kind)
{
    return shoogi_position_missing(position, kind);
}
