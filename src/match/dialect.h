/* dialect.h: moves and positions in the words of an engine, which has names of its own for squares and men. */
#ifndef SHG_MATCH_DIALECT_H
#define SHG_MATCH_DIALECT_H

#include "base/text.h"
#include "match/entrant.h"
#include "shoogi/position.h"

typedef struct shg_dialect {
    shg_protocol protocol;     /* of an engine that is a program */
    const shg_letter *letters; /* [letter_count] men that have other letters than ours; borrowed */
    size_t letter_count;
} shg_dialect;

/* The move must be legal in position. */
void shg_dialect_write(shg_out *out, const shg_dialect *dialect, const shoogi_position *position,
                       shoogi_move move);

/* Reads a move, text_bytes long.  Returns OK, PARSE_ERROR or ILLEGAL with *err, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_dialect_read(shoogi_move *out, const shg_dialect *dialect,
                                              const shoogi_position *position, const char *text,
                                              size_t text_bytes, shoogi_error *err);

/* The position: of USI in SFEN, else in FEN. */
void shg_dialect_write_position(shg_out *out, const shg_dialect *dialect,
                                const shoogi_position *position);

#endif
