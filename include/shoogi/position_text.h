/* position_text.h: reads and writes positions as SFEN, FEN and Japanese board diagrams (BOD). */
#ifndef SHOOGI_POSITION_TEXT_H
#define SHOOGI_POSITION_TEXT_H

#include "position.h"

#ifdef __cplusplus
extern "C" {
#endif

/* notation.h has the conventions of readers and writers. */

/* The kinds that can be in hand, in the order in which every notation lists them: by value, highest first, equal values
 * by their order in the definition, last first.  The value of a kind is the sum over the directions of its move: 4 for a
 * step or leap, 7 for a slide.  In Shogi: R B G S N L P.  Fills kinds[0 .. n-1] with the first kinds_max of them and
 * returns how many there are. */
SHOOGI_API size_t shoogi_hand_order(shoogi_kind *kinds, size_t kinds_max,
                                    const shoogi_variant *variant);

/* Writes SFEN with all four fields.  Source: docs/notation.md, "SFEN". */
SHOOGI_API size_t shoogi_sfen_write(char *out, size_t out_bytes, const shoogi_position *position);

/* Sets up the position from SFEN.  Accepts "startpos", and omitted fields at the end.  Returns OK, PARSE_ERROR with the
 * column, or NO_MEMORY.  On error position is unchanged. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_sfen_read(shoogi_position *position,
                                                         const char *text, size_t text_bytes,
                                                         shoogi_error *err);

/* Writes FEN as XBoard and Fairy-Stockfish do: the first player is w and has upper-case letters, and the hands follow the
 * board in brackets.  Source: docs/notation.md, "FEN". */
SHOOGI_API size_t shoogi_fen_write(char *out, size_t out_bytes, const shoogi_position *position);

/* As shoogi_sfen_read, for FEN; does not accept "startpos". */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_fen_read(shoogi_position *position, const char *text,
                                                        size_t text_bytes, shoogi_error *err);

/* Writes the board in Game Courier's FEN code, which has neither hands nor the side to move.
 * Source: docs/notation.md, "Game Courier". */
SHOOGI_API size_t shoogi_courier_fen_write(char *out, size_t out_bytes,
                                           const shoogi_position *position);

/* As shoogi_fen_read, for Game Courier's FEN code.  Black is to move, and the hands are empty. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_courier_fen_read(shoogi_position *position,
                                                                const char *text, size_t text_bytes,
                                                                shoogi_error *err);

/* Writes a board diagram as in Japanese records (BOD): the board in kanji, the hands, the number of moves made, the last
 * move and the side to move, in lines that end in LF.  Returns 0 if memory is exhausted.
 * Source: docs/notation.md, "Board diagrams". */
SHOOGI_API size_t shoogi_bod_write(char *out, size_t out_bytes, const shoogi_position *position);

/* Sets up the position from such a diagram.  Returns OK, or PARSE_ERROR with line and column.  On error position is
 * unchanged. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_bod_read(shoogi_position *position, const char *text,
                                                        size_t text_bytes, shoogi_error *err);

#ifdef __cplusplus
}
#endif
#endif
