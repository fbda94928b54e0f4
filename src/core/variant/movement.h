/* movement.h: the moves of one kind, as its definition's XBetza notation comes to.
 *
 * Directions are the mover's own: right, and forward.  Most moves are rides: one step, or the same step again and again.
 * A chain of legs says the rest. */
#ifndef SHG_CORE_VARIANT_MOVEMENT_H
#define SHG_CORE_VARIANT_MOVEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SHG_RANGE_MAX = 99,
    SHG_RANGE_HALF = 255, /* of a leg: to the last rank before the middle of the board, written * */
    SHG_LEGS_MAX = 16,
    SHG_CHAINS_MAX = 64,
    SHG_RIDES_MAX = 256,
    SHG_SWEEPS_MAX = 8,
    SHG_LINES_MAX = 16 /* of rides of several steps, opposite directions being one */
};

/* What a leg may do with what stands on its squares; mode letters of the notation. */
enum {
    SHG_MODE_MOVE = 1 << 0,      /* m: an empty square */
    SHG_MODE_CAPTURE = 1 << 1,   /* c: a man of the other side, which it takes */
    SHG_MODE_DESTROY = 1 << 2,   /* d: a man of its own side, which it takes */
    SHG_MODE_PASSANT = 1 << 3,   /* e: a square that the last double push passed over */
    SHG_MODE_ROYAL = 1 << 4,     /* k: a royal of the other side, which it takes */
    SHG_MODE_HOP = 1 << 5,       /* p, g: any man, which stays */
    SHG_MODE_TAME = 1 << 6,      /* t: takes no royal; hops over friends only */
    SHG_MODE_INITIAL = 1 << 7,   /* i on the first leg: only if the man has not moved */
    SHG_MODE_SECOND = 1 << 8,    /* ii: only one rank in front of its start rank */
    SHG_MODE_EQUAL = 1 << 9,     /* i on a later leg: as many steps as the leg before */
    SHG_MODE_LAME = 1 << 10,     /* n: the square midway must be empty */
    SHG_MODE_JUMP = 1 << 11,     /* j: the square midway must be occupied; sliders skip the first */
    SHG_MODE_CYLINDER = 1 << 12, /* o: the board is joined left and right */
    SHG_MODE_TORUS = 1 << 13,    /* oo: and above and below */
    SHG_MODE_UNLOAD = 1 << 14,   /* u: what is taken is put down where the move starts */
    SHG_MODE_RELAY = 1 << 15,    /* x: moves as the friend reached */
    SHG_MODE_CROOKED = 1 << 16,  /* z: each step turned by 90 degrees, to and fro */
    SHG_MODE_CIRCULAR = 1 << 17, /* q: each step turned by 45 degrees the same way */
    SHG_MODE_LOOP = 1 << 18,     /* the leg may be left out or made again and again */
    SHG_MODE_FAR = 1 << 19       /* iii on the first leg: only from the last rank */
};

/* One way to go: to the square (right, forward) away and, if reach is not 1, on in equal steps over
 * empty squares, at most reach of them in all; reach 0: to the edge. */
typedef struct shg_ride {
    int8_t right, forward;
    uint8_t reach; /* 1 to 99, or 0 */
    uint8_t modes; /* SHG_MODE_MOVE, SHG_MODE_CAPTURE or both */
} shg_ride;

/* How the steps of an atom lie, and so how direction letters are read. */
enum { SHG_ORTHOGONAL, SHG_DIAGONAL, SHG_OBLIQUE, SHG_KING, SHG_CLASSES };

typedef struct shg_leg {
    uint32_t modes;
    uint8_t directions; /* a mask: of the first leg, of its own steps; of a later leg, relative */
    uint8_t range;      /* steps; 0: to the edge; or SHG_RANGE_HALF */
    int8_t shorter, longer; /* the leap of the atom */
    uint8_t class;          /* of the atom */
    /* What straight on is after each direction of the leg before: that direction itself, but where an
     * oblique leap is followed by an atom of another class. */
    uint8_t straight[8];
} shg_leg;

/* Legs made one after the other; all of them, except for those that loop. */
typedef struct shg_chain {
    const shg_leg *legs;
    size_t leg_count;
} shg_chain;

typedef struct shg_betza {
    /* All borrowed from the arena. */
    shg_ride *rides; /* each step once a mode, in a fixed order */
    size_t ride_count;
    shg_chain *chains;
    size_t chain_count;
    /* Along these it may go over men and take all of them off the board: modes say whose. */
    shg_ride *sweeps;
    size_t sweep_count;
    uint8_t universal; /* U, to any square: SHG_MODE_MOVE, SHG_MODE_CAPTURE or both; 0: not so */
    bool imitates;     /* I: as the kind that moved last */
    /* The drop atom @. */
    bool has_drop;
    uint8_t drop_depth;      /* ranks from the mover's own back rank on which it may be dropped */
    bool drop_not_back_rank; /* j */
    uint8_t drop_per_file;   /* f, ff: at most so many of the kind on a file; 0: any number */
    bool drop_per_shade;     /* s: at most one on squares of a colour of the chequered board */
    bool drop_one;           /* b: at most one on the board */
} shg_betza;

/* A step to an empty square and back: a pass, where the game has it. */
static inline bool shg_chain_is_pass(const shg_chain *chain)
{
    const shg_leg *legs = chain->legs;
    return chain->leg_count == 2 && legs[0].range == 1 && legs[1].range == 1 &&
           legs[0].modes == SHG_MODE_MOVE &&
           (legs[1].modes | SHG_MODE_CAPTURE) == (SHG_MODE_MOVE | SHG_MODE_CAPTURE) &&
           legs[1].directions == 1 << 4 && legs[0].class == legs[1].class &&
           legs[0].longer == legs[1].longer && legs[0].shorter == legs[1].shorter;
}

/* Two single steps, the first of which only takes: what a Lion, a Falcon or an Eagle does. */
static inline bool shg_chain_is_double_step(const shg_chain *chain)
{
    const shg_leg *legs = chain->legs;
    return chain->leg_count == 2 && legs[0].range == 1 && legs[1].range == 1 &&
           legs[0].modes == SHG_MODE_CAPTURE && legs[1].modes == (SHG_MODE_MOVE | SHG_MODE_CAPTURE);
}

/* Leg number k comes after one that goes over a man. */
static inline bool shg_chain_is_beyond(const shg_chain *chain, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (chain->legs[i].modes & SHG_MODE_HOP)
            return true;
    return false;
}

/* The step of a leg in direction n (0 to 7, clockwise from forward): right and forward. */
void shg_leg_step(const shg_leg *leg, unsigned direction, int *right, int *forward);

/* The direction of a later leg that turns so far from a leg that went in direction before. */
static inline unsigned shg_leg_turn(const shg_leg *leg, unsigned before, unsigned relative)
{
    return (leg->straight[before] + relative) % 8;
}

#endif
