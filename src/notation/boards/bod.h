/* bod.h: Japanese board diagrams, line by line, as in records.  Source: docs/notation.md, "Board diagrams". */
#ifndef SHG_NOTATION_BOARDS_BOD_H
#define SHG_NOTATION_BOARDS_BOD_H

#include "notation/boards/setup.h"

/* The sign of each kind in a diagram, a front followed by a name; no two kinds have the same. */
typedef struct shg_bod_sign {
    const char *front, *name;
} shg_bod_sign;

typedef struct shg_bod_signs {
    shg_bod_sign of[SHOOGI_KINDS_MAX + 1];
    size_t columns; /* of the widest; a kanji is two wide */
} shg_bod_signs;

/* A diagram being read. */
typedef struct shg_bod {
    const shoogi_variant *variant;
    shg_bod_signs signs;
    shg_setup setup;
    unsigned ranks;  /* ranks read so far */
    bool misplaced;  /* the rank read last has the number of another */
    bool any;        /* some line of a diagram has been read */
    bool side_said;  /* the side to move is given by a line of its own */
    bool side_shown; /* or else by the side that moved last */
    bool rest[2];    /* the hand has all pieces that are nowhere else */
} shg_bod;

void shg_bod_begin(shg_bod *bod, const shoogi_variant *variant);

/* Reads a line.  *taken: whether it belongs to a diagram, including the line with the side to move.  Returns OK;
 * PARSE_ERROR with the column if it belongs to a diagram and is invalid. */
SHOOGI_CHECKED shoogi_status shg_bod_line(bool *taken, shg_bod *bod, const char *line,
                                          size_t line_bytes, shoogi_error *err);

/* After the last line: puts the rest of the set into the hand that has it. */
void shg_bod_finish(shg_bod *bod);

/* Whether a line is the caption of a board, 手数＝171　▲６二角成  まで. */
bool shg_bod_is_caption(const char *line, size_t line_bytes);

/* The number of files in the line above a board; 0: another line. */
unsigned shg_bod_files(const char *line, size_t line_bytes);

/* Whether the board was complete. */
static inline bool shg_bod_complete(const shg_bod *bod)
{
    return bod->ranks > 0 && bod->ranks == shoogi_variant_rank_count(bod->variant);
}

/* Writes the lines of a position, hands to side. out is spent if memory for the text of the last move is exhausted. */
void shg_out_bod(shg_out *out, const shoogi_position *position);

#endif
