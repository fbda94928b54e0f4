/* dialect.h: moves and positions in the notation of an engine, which may have other letters for pieces. */
#ifndef SHG_MATCH_DIALECT_H
#define SHG_MATCH_DIALECT_H

#include "base/text.h"
#include "match/entrant.h"
#include "shoogi/position.h"

typedef struct shg_dialect {
    shg_protocol protocol;     /* of an external engine */
    const shg_letter *letters; /* [letter_count] pieces with other letters than ours; borrowed */
    size_t letter_count;
} shg_dialect;

/* The move must be legal in position. */
void shg_dialect_write(shg_out *out, const shg_dialect *dialect, const shoogi_position *position,
                       shoogi_move move);

/* Reads a move, text_bytes long.  Returns OK, PARSE_ERROR or ILLEGAL with *err, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_dialect_read(shoogi_move *out, const shg_dialect *dialect,
                                              const shoogi_position *position, const char *text,
                                              size_t text_bytes, shoogi_error *err);

/* The position: SFEN in USI, FEN elsewhere. */
void shg_dialect_write_position(shg_out *out, const shg_dialect *dialect,
                                const shoogi_position *position);

#endif
