/* reach.h: where the moves of a kind lead on a board where everything stands that they need. */
#ifndef SHG_CLI_REACH_H
#define SHG_CLI_REACH_H

#include "core/definition/xbetza.h"

enum {
    CLI_REACH_FAR = 7, /* squares from the piece, which stands in the middle, to each edge */
    CLI_REACH_SIDE = 2 * CLI_REACH_FAR + 1,
    CLI_WAYS_MAX = 8 /* of one square; the plainest are kept */
};

/* How a square is reached, the plainest first. */
typedef enum cli_shape {
    CLI_STEP,
    CLI_LEAP,
    CLI_SLIDE,    /* any number of steps */
    CLI_RIDE,     /* any number of leaps */
    CLI_CROOKED,  /* z */
    CLI_CIRCULAR, /* q */
    CLI_HOP,      /* over a man in between */
    CLI_LEGS,     /* so many steps, leaps or legs */
    CLI_SHAPES
} cli_shape;

/* A need beside the SHG_MODE_ ones: the square is no farther than the last rank before the middle. */
#define CLI_NEEDS_HALF ((uint32_t)1 << 31)

typedef struct cli_way {
    cli_shape shape;
    unsigned legs;         /* of CLI_LEGS */
    int8_t right, forward; /* the step of a slide */
    uint32_t does;         /* what it may do there: SHG_MODE_MOVE, CAPTURE and so on */
    uint32_t needs;        /* SHG_MODE_INITIAL, SECOND, LAME, TAME, CLI_NEEDS_HALF */
} cli_way;

typedef struct cli_reached {
    cli_way ways[CLI_WAYS_MAX];
    unsigned way_count;
    bool taken;  /* what stands here may be taken on the way */
    bool hopped; /* a man here may be hopped over */
    bool passed; /* a leg may end here when it is empty, and another begin */
} cli_reached;

/* [rank][file] as drawn: the first rank is the farthest ahead of the piece, the first file on its left. */
typedef struct cli_reach {
    cli_reached at[CLI_REACH_SIDE][CLI_REACH_SIDE];
} cli_reach;

/* Fills *out.  slide_steps: how many steps are shown of a move of any number.  The edges of the board are
 * not joined, whatever the moves say, and what is as a kind not known goes nowhere.  Returns OK or
 * NO_MEMORY. */
shoogi_status cli_reach_find(cli_reach *out, const shg_betza *betza, unsigned slide_steps);

#endif
