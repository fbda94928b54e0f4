/* bod.h: a position as a board drawn in kanji, line by line, as records in Japanese have it.
 * Source: docs/notation.md, "Board diagrams". */
#ifndef SHG_NOTATION_BOARDS_BOD_H
#define SHG_NOTATION_BOARDS_BOD_H

#include "notation/boards/setup.h"

/* What stands for each kind in a diagram, front and name one behind the other: no two kinds have the same. */
typedef struct shg_bod_sign {
    const char *front, *name;
} shg_bod_sign;

typedef struct shg_bod_signs {
    shg_bod_sign of[SHOOGI_KINDS_MAX + 1];
    size_t columns; /* of the widest, a kanji being two wide */
} shg_bod_signs;

/* A diagram that is being read. */
typedef struct shg_bod {
    const shoogi_variant *variant;
    shg_bod_signs signs;
    shg_setup setup;
    unsigned ranks; /* read so far */
    bool any;       /* some line of a diagram was read */
    bool side_said; /* by a line of its own, or by who moved last */
} shg_bod;

void shg_bod_begin(shg_bod *bod, const shoogi_variant *variant);

/* Reads a line.  *taken: whether it is one of a diagram; the line that says who is to move is, too.
 * Returns OK; PARSE_ERROR with the column if it is one and wrong. */
SHOOGI_CHECKED shoogi_status shg_bod_line(bool *taken, shg_bod *bod, const char *line,
                                          size_t line_bytes, shoogi_error *err);

/* True if there was a whole board. */
static inline bool shg_bod_complete(const shg_bod *bod)
{
    return bod->ranks > 0 && bod->ranks == shoogi_variant_rank_count(bod->variant);
}

/* Writes the lines of a position, hands to side.  out is spent if there is no memory to tell the last move. */
void shg_out_bod(shg_out *out, const shoogi_position *position);

#endif
