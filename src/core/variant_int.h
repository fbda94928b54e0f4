/* variant_int.h: what a variant is made of, shared by the files of core. */
#ifndef SHG_CORE_VARIANT_INT_H
#define SHG_CORE_VARIANT_INT_H

#include "base/arena.h"
#include "core/xbetza.h"
#include "shoogi/variant.h"

/* What stands on a square, as one number: 0 is nothing, else kind * 2 + colour. */
typedef uint16_t shg_code;

static inline shg_code shg_code_of(shoogi_kind kind, shoogi_colour colour)
{
    return (shg_code)(kind * 2 + (unsigned)colour);
}

static inline shoogi_kind shg_code_kind(shg_code code)
{
    return code >> 1;
}

static inline shoogi_colour shg_code_colour(shg_code code)
{
    return (shoogi_colour)(code & 1);
}

typedef struct shg_kind {
    const char *name, *id, *moves;
    const shg_ride *rides; /* from xbetza.h */
    size_t ride_count;
    const shoogi_kind *promotions; /* the forms it may promote to */
    size_t promotion_count;
    shoogi_kind base; /* the kind it is a promoted form of, or itself */
    shoogi_kind hand; /* what it becomes in the captor's hand; 0: it is gone */
    bool royal, droppable, drop_mate_barred;
    uint8_t drop_depth;    /* ranks from the mover's own back rank on which it may be dropped */
    uint8_t drop_first;    /* the first of them: 1 if the back rank is excluded */
    uint8_t drop_per_file; /* at most so many on a file; 0: any number */
} shg_kind;

typedef struct shg_rules {
    bool drops;            /* captured men change sides */
    bool check_strict;     /* a lone royal may not be left attacked */
    bool must_move;        /* a man may not stay a form that could never move again */
    bool drop_dead_barred; /* nor be dropped where it could never move */
    bool illegal_loses;
    uint8_t promotion_ranks; /* from the far edge */
    uint8_t stalemate;       /* SHG_STALEMATE_...: for the side that gave it */
    uint8_t repetition_count, repetition_result, perpetual;
    uint8_t impasse, impasse_claim, handicap_men;
    uint16_t impasse_points;
} shg_rules;

struct shg_board_ops;

struct shoogi_variant {
    shg_arena arena; /* everything below lives in it, the variant itself too */
    unsigned files, ranks, squares, kinds;
    shg_kind *kind; /* [kinds + 1], from 1 */
    shg_rules rules;
    bool *hole;              /* [squares] */
    shg_code *start;         /* [squares] */
    uint16_t *start_hand[2]; /* [kinds + 1] */
    size_t moves_max;

    /* Keys of the position's hash: shg_key(piece_key[code], square_key[square]) for each man. */
    uint64_t *piece_key;   /* [2 * (kinds + 1)] */
    uint64_t *square_key;  /* [squares] */
    uint64_t *hand_key[2]; /* [kinds + 1], added once for each piece in hand */

    /* Tables of the board class, and the functions that know them. */
    const struct shg_board_ops *ops;
    const void *tables;
};

enum { SHG_VARIANT_BYTES_MAX = 256 * 1024 * 1024 };
#define SHG_SIDE_KEY UINT64_C(0x9D39247E33776D41)

/* The key of a piece on a square: a mixture of two short tables, so that it costs a few cycles and no
 * table of kinds times squares.  Sums of keys are the hash of a position. */
static inline uint64_t shg_key(uint64_t piece_key, uint64_t square_key)
{
    uint64_t x = piece_key ^ square_key;
    x *= UINT64_C(0xD6E8FEB86659FD93);
    x ^= x >> 32;
    return x * UINT64_C(0xD6E8FEB86659FD93);
}

static inline unsigned shg_file_of(const shoogi_variant *v, shoogi_square square)
{
    return square / v->ranks;
}

static inline unsigned shg_rank_of(const shoogi_variant *v, shoogi_square square)
{
    return square % v->ranks;
}

/* Ranks between a square and the edge of the board the colour plays towards: 0 on the last rank. */
static inline unsigned shg_ranks_ahead(const shoogi_variant *v, shoogi_colour colour,
                                       shoogi_square square)
{
    const unsigned rank = shg_rank_of(v, square);
    return colour == SHOOGI_BLACK ? rank : v->ranks - 1 - rank;
}

static inline bool shg_in_zone(const shoogi_variant *v, shoogi_colour colour, shoogi_square square)
{
    return shg_ranks_ahead(v, colour, square) < v->rules.promotion_ranks;
}

/* The square a ride of colour reaches from square in so many steps; SHOOGI_NO_SQUARE if that is off the
 * board or a hole.  White's rides are Black's turned by 180 degrees. */
static inline shoogi_square shg_ride_square(const shoogi_variant *v, const shg_ride *ride,
                                            shoogi_colour colour, shoogi_square square, int steps)
{
    const int sign = colour == SHOOGI_BLACK ? -1 : 1;
    /* File 0 is at Black's right hand and rank 0 is farthest ahead of Black. */
    const int file = (int)shg_file_of(v, square) + sign * ride->right * steps;
    const int rank = (int)shg_rank_of(v, square) + sign * ride->forward * steps;
    if (file < 0 || rank < 0 || file >= (int)v->files || rank >= (int)v->ranks)
        return SHOOGI_NO_SQUARE;
    const shoogi_square to = (shoogi_square)((unsigned)file * v->ranks + (unsigned)rank);
    return v->hole[to] ? SHOOGI_NO_SQUARE : to;
}

/* True if a man of the kind has a move from the square of an empty board. */
bool shg_can_ever_move(const shoogi_variant *v, shoogi_kind kind, shoogi_colour colour,
                       shoogi_square square);

/* True if the rules let a man of the kind be dropped on the square as far as the square alone decides. */
bool shg_drop_square(const shoogi_variant *v, shoogi_kind kind, shoogi_colour colour,
                     shoogi_square square);

/* As shoogi_variant_parse, with board sets of at least words_least words and, on demand, code for any
 * processor; for tests that compare one class with another.  TOO_BIG if there is no such class. */
typedef struct shg_class_choice {
    unsigned words_least;
    bool any_processor;
} shg_class_choice;
shoogi_status shg_variant_parse_class(shoogi_variant **out, const char *text, size_t text_bytes,
                                      shg_class_choice choice, shoogi_error *err);

#endif
