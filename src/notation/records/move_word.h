/* move_word.h: converts moves of PGN and PSN from and to Western notation, which matches them. */
#ifndef SHG_NOTATION_RECORDS_MOVE_WORD_H
#define SHG_NOTATION_RECORDS_MOVE_WORD_H

#include "base/text.h"
#include "shoogi/notation.h"

/* Algebraic notation as XBoard writes it for shogi: "c4", "Bxh8+", "S@e5", "G6i-h8" with two golds.  Returns OK, or
 * NO_MEMORY. Source: docs/record-format.md, "PGN". */
SHOOGI_CHECKED shoogi_status shg_algebraic_move_write(shg_out *out, const shoogi_position *position,
                                                      shoogi_move move);

/* Western notation without the sign of a move that captures nothing: "P7f".  Source: docs/record-format.md, "PSN". */
void shg_psn_move_write(shg_out *out, const shoogi_position *position, shoogi_move move);

/* Reads a move in any of the three. last: the destination of the move before, for "xP"; SHOOGI_NO_SQUARE: none.  An
 * open promotion is declined.  PARSE_ERROR, ILLEGAL, NO_MEMORY as shoogi_western_read. */
SHOOGI_CHECKED shoogi_status shg_move_word_read(shoogi_move *out, const shoogi_position *position,
                                                shoogi_square last, const char *text,
                                                size_t text_bytes, shoogi_error *err);

#endif
