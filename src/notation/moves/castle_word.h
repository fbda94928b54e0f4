/* castle_word.h: castling and captures en passant as notations of chess write them: O-O and O-O-O, the king that
 * moves onto its rook, and the pawn whose capture is elsewhere than its squares.  Source: docs/notation.md,
 * "Castling". */
#ifndef SHG_NOTATION_MOVES_CASTLE_WORD_H
#define SHG_NOTATION_MOVES_CASTLE_WORD_H

#include "notation/moves/wording.h"
#include "shoogi/position.h"

enum { SHG_CASTLE_WORD_BYTES = 6 };

/* Fills word with O-O for castling towards the last file of chess, O-O-O towards file a, if no other legal castling
 * has the same; else with nothing.  Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_castle_word_write(char word[SHG_CASTLE_WORD_BYTES],
                                                   const shoogi_position *position,
                                                   shoogi_move move);

/* Whether the text is such a word, with letters O or digits 0, in a game that has castling. */
bool shg_is_castle_word(const shoogi_variant *variant, const char *text, size_t text_bytes);

/* Reads such a word.  Returns OK and *out filled; else *err, if given, is filled: ILLEGAL with the reason,
 * PARSE_ERROR if several castlings have this word; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_castle_word_read(shoogi_move *out, const shoogi_position *position,
                                                  const char *text, size_t text_bytes,
                                                  shoogi_error *err);

/* The only legal castling of the piece on from with the partner on that square; 0: none, or several, or no memory. */
shoogi_move shg_castling_with(const shoogi_position *position, shoogi_square from,
                              shoogi_square partner);

/* Whether the move captures en passant, and has no other move with its two ends beside it. */
bool shg_captures_in_passing(const shoogi_position *position, shoogi_move move);

/* The only legal capture en passant of a piece of the kind from such a place to the square, promotion apart; kind 0:
 * any kind.  0: none, or several, or no memory. */
shoogi_move shg_passing_capture(const shoogi_position *position, shoogi_kind kind, shg_place from,
                                shoogi_square to);

#endif
