/* typed.c: moves in any notation, for a web page: additional exports of libshoogi-page.wasm. */
#include "shoogi/notation.h"
#include "wasm/exchange.h"

/* Reads the input as a move in any notation.  Answers with it in USI, followed by '?' if the text leaves the promotion
 * open. */
EXPORT(shoogi_status, position_read_any, const shoogi_position *position, size_t text_bytes)
{
    shg_answer_begin();
    shoogi_parsed_move move;
    shoogi_error error;
    const shoogi_status status =
        shoogi_move_read_any(&move, position, shg_said(), text_bytes, &error);
    if (status != SHOOGI_OK)
        return shg_answer_fault(&error);
    char text[SHOOGI_MOVE_TEXT_BYTES];
    (void)shoogi_usi_write(text, sizeof text, position, move.move);
    shg_answer_text(text);
    shg_answer_text(move.promotion_open ? "?" : "");
    return SHOOGI_OK;
}

/* Answers with the move of the input, in USI, in a notation, a number of move_text.h. */
EXPORT(shoogi_status, position_move_text, const shoogi_position *position, shoogi_notation notation,
       size_t text_bytes)
{
    shg_answer_begin();
    shoogi_move move;
    shoogi_error error;
    const shoogi_status status = shoogi_usi_read(&move, position, shg_said(), text_bytes, &error);
    if (status != SHOOGI_OK)
        return shg_answer_fault(&error);
    char text[SHOOGI_NOTATION_TEXT_BYTES];
    (void)shoogi_move_write(text, sizeof text, position, move, notation);
    shg_answer_text(text);
    return SHOOGI_OK;
}
