/* engine_notation.h: moves and positions in the notation of an engine, which may have other letters for pieces. */
#ifndef SHG_MATCH_ENGINE_NOTATION_H
#define SHG_MATCH_ENGINE_NOTATION_H

#include "base/text.h"
#include "match/participant.h"
#include "shoogi/position.h"

typedef struct shg_engine_notation {
    shg_protocol protocol; /* of an external engine */
    const shg_piece_letter
        *piece_letters; /* [piece_letter_count] pieces with other letters than ours; borrowed */
    size_t piece_letter_count;
} shg_engine_notation;

/* The move must be legal in position. */
void shg_engine_notation_write(shg_out *out, const shg_engine_notation *notation,
                               const shoogi_position *position, shoogi_move move);

/* Reads a move, text_bytes long.  Returns OK, PARSE_ERROR or ILLEGAL with *err, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_engine_notation_read(shoogi_move *out,
                                                      const shg_engine_notation *notation,
                                                      const shoogi_position *position,
                                                      const char *text, size_t text_bytes,
                                                      shoogi_error *err);

/* The position: SFEN in USI, FEN elsewhere. */
void shg_engine_notation_write_position(shg_out *out, const shg_engine_notation *notation,
                                        const shoogi_position *position);

#endif
