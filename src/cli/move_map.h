/* move_map.h: the squares that the moves of a piece lead to, on a board with every other piece that they need. */
#ifndef SHG_CLI_MOVE_MAP_H
#define SHG_CLI_MOVE_MAP_H

#include "core/definition/xbetza.h"

enum {
    CLI_MOVE_MAP_RADIUS = 7, /* squares from the piece, in the middle, to each edge */
    CLI_MOVE_MAP_SIDE = 2 * CLI_MOVE_MAP_RADIUS + 1,
    CLI_WAYS_MAX = 8 /* to one square; the simplest are kept */
};

/* The kinds of moves to a square, simplest first. */
typedef enum cli_move_shape {
    CLI_STEP,
    CLI_LEAP,
    CLI_SLIDE,    /* any number of steps */
    CLI_RIDE,     /* any number of leaps */
    CLI_CROOKED,  /* z */
    CLI_CIRCULAR, /* q */
    CLI_HOP,      /* over a piece in between (cannon) */
    CLI_LEGS,     /* several steps, leaps or legs */
    CLI_SHAPES
} cli_move_shape;

/* A condition besides the SHG_MODE_ ones: the square is not beyond the last rank before the middle of the board. */
#define CLI_NEEDS_HALF ((uint32_t)1 << 31)

typedef struct cli_move_way {
    cli_move_shape shape;
    unsigned legs;         /* of CLI_LEGS */
    int8_t right, forward; /* the step of a slide */
    uint32_t does;         /* what the move may do there: SHG_MODE_MOVE, CAPTURE and so on */
    uint32_t needs;        /* conditions: SHG_MODE_INITIAL, SECOND, LAME, TAME, CLI_NEEDS_HALF */
} cli_move_way;

typedef struct cli_map_square {
    cli_move_way ways[CLI_WAYS_MAX];
    unsigned way_count;
    bool capturable; /* a piece here can be captured on the way */
    bool hopped;     /* a piece here can be hopped over */
    bool passed;     /* a leg may end here if the square is empty, and another begin */
} cli_map_square;

/* [rank][file] as drawn: the first rank is the farthest ahead of the piece, the first file on its left. */
typedef struct cli_move_map {
    cli_map_square at[CLI_MOVE_MAP_SIDE][CLI_MOVE_MAP_SIDE];
} cli_move_map;

/* Fills *out with the moves of betza.  slide_steps: the number of steps shown of an unlimited move.  Edges of the board are
 * never joined (cylinder), and a piece that moves like an unknown other piece has no moves.  Returns OK or NO_MEMORY. */
shoogi_status cli_move_map_fill(cli_move_map *out, const shg_betza *betza, unsigned slide_steps);

#endif
