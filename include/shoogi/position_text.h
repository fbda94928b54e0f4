/* position_text.h: positions as text: SFEN, FEN, and boards as records in Japanese have them. */
#ifndef SHOOGI_POSITION_TEXT_H
#define SHOOGI_POSITION_TEXT_H

#include "position.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How writers and readers are called: notation.h. */

/* The kinds that can be in hand, in the order in which every notation names them: the worth of a kind is
 * the sum over the directions of its move, 4 for a single step or leap and 7 for a slide; the greatest
 * comes first, and of equals the one defined last.  For shogi that is R B G S N L P.  Fills
 * kinds[0 .. n-1] with the first kinds_max of them and returns how many there are. */
SHOOGI_API size_t shoogi_hand_order(shoogi_kind *kinds, size_t kinds_max,
                                    const shoogi_variant *variant);

/* SFEN with all four fields.  Source: docs/notation.md, "SFEN". */
SHOOGI_API size_t shoogi_sfen_write(char *out, size_t out_bytes, const shoogi_position *position);

/* Sets position up from SFEN; "startpos" and the fields left out are understood.  Returns OK; or
 * PARSE_ERROR with the column, NO_MEMORY; then position is as it was. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_sfen_read(shoogi_position *position,
                                                         const char *text, size_t text_bytes,
                                                         shoogi_error *err);

/* FEN as XBoard and Fairy-Stockfish have it: the first player is w and upper case, hands stand in brackets
 * behind the board.  Source: docs/notation.md, "FEN". */
SHOOGI_API size_t shoogi_fen_write(char *out, size_t out_bytes, const shoogi_position *position);

/* As shoogi_sfen_read, but for "startpos", which is no FEN. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_fen_read(shoogi_position *position, const char *text,
                                                        size_t text_bytes, shoogi_error *err);

/* The board in the code of Game Courier, which tells neither hands nor the side to move.
 * Source: docs/notation.md, "Game Courier". */
SHOOGI_API size_t shoogi_courier_fen_write(char *out, size_t out_bytes,
                                           const shoogi_position *position);

/* As shoogi_fen_read; Black is to move, and nothing is in hand. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_courier_fen_read(shoogi_position *position,
                                                                const char *text, size_t text_bytes,
                                                                shoogi_error *err);

/* A board drawn in kanji with hands, the number of moves made, the last of them and the side to move, lines
 * ending in LF, as records in Japanese have it.  Returns 0 if there is no memory.  Source: docs/notation.md, "Board diagrams". */
SHOOGI_API size_t shoogi_bod_write(char *out, size_t out_bytes, const shoogi_position *position);

/* Sets position up from such a diagram.  Returns OK; or PARSE_ERROR with line and column; then position is as it
 * was. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_bod_read(shoogi_position *position, const char *text,
                                                        size_t text_bytes, shoogi_error *err);

#ifdef __cplusplus
}
#endif
#endif
