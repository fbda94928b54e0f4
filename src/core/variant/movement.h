/* movement.h: the moves of one kind, compiled from the XBetza notation of its definition.
 *
 * Directions are right and forward as the owner of the piece sees them.  Most moves are rides: one step, or the same
 * step repeated.  Chains of legs express the others. */
#ifndef SHG_CORE_VARIANT_MOVEMENT_H
#define SHG_CORE_VARIANT_MOVEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SHG_RANGE_MAX = 99,
    SHG_RANGE_HALF = 255, /* as the range of a leg: to the last rank before the middle of the board,
                             written * */
    SHG_LEGS_MAX = 16,
    SHG_CHAINS_MAX = 64,
    SHG_RIDES_MAX = 256,
    SHG_SWEEPS_MAX = 8,
    SHG_CASTLES_MAX = 32,
    SHG_LINES_MAX =
        16 /* directions of rides of more than one step; opposite directions count once */
};

/* What a leg may do on its squares: the mode letters of the notation. */
enum {
    SHG_MODE_MOVE = 1 << 0,      /* m: an empty square */
    SHG_MODE_CAPTURE = 1 << 1,   /* c: capture an enemy piece */
    SHG_MODE_DESTROY = 1 << 2,   /* d: capture a piece of its own side */
    SHG_MODE_PASSANT = 1 << 3,   /* e: capture en passant, on a square that the last move passed
                                    over by a marking leg */
    SHG_MODE_ROYAL = 1 << 4,     /* k: capture an enemy royal */
    SHG_MODE_HOP = 1 << 5,       /* p, g: hop over any piece */
    SHG_MODE_TAME = 1 << 6,      /* t: captures no royal; hops over friendly pieces only */
    SHG_MODE_INITIAL = 1 << 7,   /* i on the first leg: only if the piece has not moved */
    SHG_MODE_SECOND = 1 << 8,    /* ii: only from the rank in front of its start rank */
    SHG_MODE_EQUAL = 1 << 9,     /* i on a later leg: as many steps as the leg before */
    SHG_MODE_LAME = 1 << 10,     /* n: the squares in between must be empty */
    SHG_MODE_JUMP = 1 << 11,     /* j: the square midway must be occupied; sliders skip the first */
    SHG_MODE_CYLINDER = 1 << 12, /* o: the left and right edges of the board are joined */
    SHG_MODE_TORUS = 1 << 13,    /* oo: the top and bottom edges too */
    SHG_MODE_UNLOAD = 1 << 14,   /* u: the captured piece is put on the square where the move starts
                                    (unload) */
    SHG_MODE_RELAY = 1 << 15,    /* x: moves as the friendly piece that it reaches */
    SHG_MODE_CROOKED = 1 << 16,  /* z: each step turns by 90 degrees, alternately left and right */
    SHG_MODE_CIRCULAR = 1 << 17, /* q: each step turns by 45 degrees the same way */
    SHG_MODE_LOOP = 1 << 18,     /* the leg may be omitted or repeated */
    SHG_MODE_FAR = 1 << 19,      /* iii on the first leg: only from the last rank */
    SHG_MODE_ANYWHERE = 1 << 21, /* U: the only leg leaps to any other square */
    SHG_MODE_MARK = 1 << 20      /* in, nn, n of a step, ie before a: a move without captures may be
                                    captured en passant on the squares of this leg */
};

/* A rider: a leap by (right, forward), repeated over empty squares at most reach times; reach 0: to the edge. */
typedef struct shg_ride {
    int8_t right, forward;
    uint8_t reach; /* 1 to 99, or 0 */
    uint8_t modes; /* SHG_MODE_MOVE, SHG_MODE_CAPTURE or both */
} shg_ride;

/* The kind of step of an atom, which decides how direction letters are read. */
enum { SHG_ORTHOGONAL, SHG_DIAGONAL, SHG_OBLIQUE, SHG_KING, SHG_CLASSES };

typedef struct shg_leg {
    uint32_t modes;
    uint8_t directions; /* a mask: of the first leg, absolute; of a later leg, relative to the leg
                           before */
    uint8_t range;      /* steps; 0: to the edge; or SHG_RANGE_HALF */
    int8_t shorter, longer; /* the leap of the atom */
    uint8_t class;          /* of the atom */
    /* The direction "straight on" after each direction of the leg before: the same direction, except when an oblique
     * leap is followed by an atom of another class. */
    uint8_t straight[8];
} shg_leg;

/* Legs made one after the other, all of them except those with SHG_MODE_LOOP. */
typedef struct shg_chain {
    const shg_leg *legs;
    size_t leg_count;
} shg_chain;

/* A way to castle: the piece makes so many steps towards its partner, which comes to the square that it passed last. */
typedef struct shg_castle {
    int8_t right, forward; /* one step */
    uint8_t steps;
    bool initial; /* i: only if the piece has not moved; the partner never has */
    bool second;  /* j: one more piece stood beyond the partner at the start of the game */
    bool names_partner; /* the move has its square, as the piece may have another move to the same square */
} shg_castle;

typedef struct shg_betza {
    /* All borrowed from the arena. */
    shg_ride *rides; /* each step once per mode, in a fixed order */
    size_t ride_count;
    shg_chain *chains;
    size_t chain_count;
    /* Range jumps: along these directions it may pass over pieces and capture all of them. modes: whose. */
    shg_ride *sweeps;
    size_t sweep_count;
    shg_castle *castles; /* O */
    size_t castle_count;
    uint8_t universal; /* U, to any square: SHG_MODE_MOVE, SHG_MODE_CAPTURE or both; 0: no */
    bool imitates;     /* I: moves as the kind that moved last */
    /* The drop atom @. */
    bool has_drop;
    uint8_t drop_depth;      /* number of ranks, counted from the owner's back rank, on which it may
                                be dropped */
    bool drop_not_back_rank; /* j: not on the back rank */
    uint8_t drop_per_file;   /* f, ff: at most so many of the kind on a file (nifu in Shogi: 1); 0:
                                no limit */
    bool drop_per_shade;     /* s: at most one on squares of the same colour of a chequered board */
    bool drop_one;           /* b: at most one on the board */
} shg_betza;

/* A step to an empty square and back: a pass (jitto), if the variant allows it. */
static inline bool shg_chain_is_pass(const shg_chain *chain)
{
    const shg_leg *legs = chain->legs;
    return chain->leg_count == 2 && legs[0].range == 1 && legs[1].range == 1 &&
           legs[0].modes == SHG_MODE_MOVE &&
           (legs[1].modes | SHG_MODE_CAPTURE) == (SHG_MODE_MOVE | SHG_MODE_CAPTURE) &&
           legs[1].directions == 1 << 4 && legs[0].class == legs[1].class &&
           legs[0].longer == legs[1].longer && legs[0].shorter == legs[1].shorter;
}

/* Two single steps, of which the first must capture: a lion, horned falcon or soaring eagle. */
static inline bool shg_chain_is_double_step(const shg_chain *chain)
{
    const shg_leg *legs = chain->legs;
    return chain->leg_count == 2 && legs[0].range == 1 && legs[1].range == 1 &&
           legs[0].modes == SHG_MODE_CAPTURE && legs[1].modes == (SHG_MODE_MOVE | SHG_MODE_CAPTURE);
}

/* Whether a move by these legs may be captured en passant. */
static inline bool shg_chain_marks(const shg_chain *chain)
{
    for (size_t i = 0; i < chain->leg_count; i++)
        if (chain->legs[i].modes & SHG_MODE_MARK)
            return true;
    return false;
}

/* A jump along a line over one piece (a cannon) or any number (a great general), to a square beyond.  Jumps over one piece may be
 * of limited range before and after it. */
static inline bool shg_chain_is_line_jump(const shg_chain *chain)
{
    const shg_leg *const first = &chain->legs[0], *const last = &chain->legs[chain->leg_count - 1];
    if (chain->leg_count < 2 || chain->leg_count > 3 || first->modes != SHG_MODE_HOP ||
        (last->modes & ~(uint32_t)(SHG_MODE_MOVE | SHG_MODE_CAPTURE)) != 0 ||
        first->class == SHG_OBLIQUE)
        return false;
    if (chain->leg_count == 3 && chain->legs[1].modes != (SHG_MODE_HOP | SHG_MODE_LOOP))
        return false;
    for (size_t i = 0; i < chain->leg_count; i++) {
        const shg_leg *const leg = &chain->legs[i];
        if (leg->range == SHG_RANGE_HALF || (leg->range != 0 && chain->leg_count == 3) ||
            leg->class != first->class || leg->longer != 1 || (i > 0 && leg->directions != 1))
            return false;
    }
    return true;
}

/* Whether a line jump captures at its end. */
static inline bool shg_line_jump_captures(const shg_chain *chain)
{
    return chain->legs[chain->leg_count - 1].modes & SHG_MODE_CAPTURE;
}

/* Whether a line jump that has passed over so many pieces, and made so many steps since the last of them, is still within the
 * range of its leg. */
static inline bool shg_line_jump_reaches(const shg_chain *chain, unsigned passed, unsigned steps)
{
    const unsigned range = chain->legs[passed > 0 ? chain->leg_count - 1 : 0].range;
    return range == 0 || steps <= range;
}

/* Whether a line jump that has passed over so many pieces may pass over one more. */
static inline bool shg_line_jump_goes_on(const shg_chain *chain, unsigned passed)
{
    return passed == 0 || chain->leg_count == 3;
}

/* Whether leg number k follows a leg that hops. */
static inline bool shg_chain_is_beyond(const shg_chain *chain, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (chain->legs[i].modes & SHG_MODE_HOP)
            return true;
    return false;
}

/* The step of a leg in direction n (0 to 7, clockwise from forward): right and forward. */
void shg_leg_step(const shg_leg *leg, unsigned direction, int *right, int *forward);

/* The direction of a later leg, given the direction of the leg before and the turn. */
static inline unsigned shg_leg_turn(const shg_leg *leg, unsigned before, unsigned relative)
{
    return (leg->straight[before] + relative) % 8;
}

#endif
