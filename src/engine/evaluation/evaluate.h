/* evaluate.h: what a position is worth without looking ahead: a sum of learned weights over what is seen on the board.
 *
 * Each weight belongs to one feature, and a position has few of them.  A weight is two numbers: what the feature is worth
 * early in a game and late in it; between these is what counts.  Two ways to the sum must agree: shg_evaluate, which is
 * fast, and the list of features that learning reads. */
#ifndef SHG_ENGINE_EVALUATION_EVALUATE_H
#define SHG_ENGINE_EVALUATION_EVALUATE_H

#include "core/board/board_search.h"

enum {
    SHG_NEAR_FILES = 9, /* files between a man and a royal: 0 to 7, and 8 or more */
    SHG_NEAR_RANKS =
        17, /* ranks ahead of the royal, as the man's owner looks: -8 or less to 8 or more */
    SHG_NEAR = SHG_NEAR_FILES * SHG_NEAR_RANKS,
    SHG_MOBILITIES = 32, /* 31: or more */
    SHG_STATES = 8,      /* attacked, guarded, and whose turn it is */
    SHG_HITS = 64,       /* 63: or more */
    SHG_FEW = 12,        /* squares next to a royal: 11 or more */
    SHG_ARMED = 8,       /* men in hand: 7 or more */
    SHG_GRADES =
        24, /* of kinds by what they are thought to be worth: each its own if there are so few */
    SHG_HAND_STEPS = 8 /* the first to the seventh of a kind in hand, and each from the eighth on */
};

/* The features of each kind, in this order. */
enum {
    SHG_FEATURE_BOARD,     /* a man on the board */
    SHG_FEATURE_GUARDS,    /* each square it attacks around its own royal */
    SHG_FEATURE_THREATENS, /* each around the other's */
    SHG_FEATURE_STATE,     /* [SHG_STATES] 1: attacked, 2: guarded, 4: it is its side's turn */
    SHG_FEATURE_HAND = SHG_FEATURE_STATE + SHG_STATES, /* [SHG_HAND_STEPS] */
    SHG_FEATURE_MOBILITY = SHG_FEATURE_HAND + SHG_HAND_STEPS,
    SHG_FEATURE_OWN =
        SHG_FEATURE_MOBILITY + SHG_MOBILITIES, /* [SHG_NEAR] where it stands to its own royal */
    SHG_FEATURE_THEIR = SHG_FEATURE_OWN + SHG_NEAR, /* [SHG_NEAR] and to the other's */
    SHG_FEATURE_SQUARE =
        SHG_FEATURE_THEIR + SHG_NEAR /* [shg_spots()] where it stands, as Black looks */
};

/* Of all kinds together, before those of the first kind. */
enum {
    SHG_FEATURE_TEMPO,  /* it is one's turn */
    SHG_FEATURE_DANGER, /* [SHG_HITS] so many attacks on squares around the other royal */
    SHG_FEATURE_WEAK =
        SHG_FEATURE_DANGER + SHG_HITS, /* [SHG_FEW][SHG_ARMED] weak squares there; men in hand */
    SHG_FEATURE_FLIGHTS =
        SHG_FEATURE_WEAK + SHG_FEW * SHG_ARMED, /* [SHG_FEW][SHG_ARMED] flights; men in hand */
    SHG_FEATURE_THREAT =
        SHG_FEATURE_FLIGHTS +
        SHG_FEW * SHG_ARMED, /* [SHG_GRADES][SHG_GRADES] a man attacks another: the grades of both */
    SHG_FEATURES_COMMON = SHG_FEATURE_THREAT + SHG_GRADES * SHG_GRADES
};

/* Centipawns, while all men are on the board, and when so many are not that it is late. */
typedef struct shg_weight {
    int16_t early, late;
} shg_weight;

/* Halfway. */
static inline int shg_mean(shg_weight weight)
{
    return (weight.early + weight.late) / 2;
}

/* When it is late. */
typedef struct shg_stages {
    size_t men;  /* at the start */
    size_t gone; /* it is late when so many, or more, are taken or in hand */
} shg_stages;

/* How late it is with so many men on the board: 0 to SHG_LATE. */
enum { SHG_LATE = 256 };
static inline unsigned shg_late(shg_stages stages, size_t men)
{
    const size_t gone = men < stages.men ? stages.men - men : 0;
    return gone < stages.gone ? (unsigned)(gone * SHG_LATE / stages.gone) : SHG_LATE;
}

typedef struct shg_weights {
    const shoogi_variant *variant; /* borrowed */
    const shg_search_ops *ops;     /* its class */
    size_t count;                  /* features */
    shg_weight *value;             /* [count] */
    shg_stages stages;
    uint8_t *grade;       /* [kinds + 1] */
    shoogi_kind *in_hand; /* [in_hand_count] the kinds that can be in hand */
    size_t in_hand_count;
} shg_weights;

/* Squares as weights tell them apart: each for itself or, on boards of more than 256, two by two; else weights of
 * hundreds of kinds would have more bytes than a file of them may. */
static inline unsigned shg_spots(const shoogi_variant *v)
{
    return v->squares <= 256 ? v->squares : (v->files + 1) / 2 * ((v->ranks + 1) / 2);
}

static inline unsigned shg_spot_of(const shoogi_variant *v, shoogi_square square)
{
    return v->squares <= 256
               ? square
               : shg_file_of(v, square) / 2 * ((v->ranks + 1) / 2) + shg_rank_of(v, square) / 2;
}

static inline size_t shg_feature(const shoogi_variant *variant, shoogi_kind kind, unsigned of_kind)
{
    return SHG_FEATURES_COMMON +
           (size_t)(kind - 1) * ((size_t)SHG_FEATURE_SQUARE + shg_spots(variant)) + of_kind;
}

/* Weights of a game of which nothing is known: men by their mobility.  Returns OK and *out owned
 * (shg_weights_free), or NO_MEMORY.  The variant is borrowed until then. */
SHOOGI_CHECKED shoogi_status shg_weights_new(shg_weights **out, const shoogi_variant *variant);
void shg_weights_free(shg_weights *weights);

/* What a side loses with each kind: [kinds + 1], filled.  A royal is worth more than all else. */
void shg_weights_worth(const shg_weights *weights, int *worth);

/* Room to look at positions of a variant.  Returns OK and *out owned (shg_board_view_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_board_view_new(shg_board_view **out,
                                                const shoogi_variant *variant);
void shg_board_view_free(shg_board_view *sight);

/* What the men are worth where they stand, beside which royals, whatever else they do: it changes little from one
 * position to the next, so whoever makes moves keeps it beside each. */
typedef struct shg_standing {
    int early, late; /* for Black */
    bool known;
} shg_standing;

/* Of any position, from nothing. */
shg_standing shg_standing_of(const shg_weights *weights, const shoogi_position *position);

/* Of a position from what was known before its last move: a few weights, or not known if a royal has moved. */
shg_standing shg_standing_after(shg_standing before, const shg_weights *weights,
                                const shoogi_position *position);

/* For the side to move: positive is good.  standing: of the position; if it is not known it is found out.  sight: made
 * for the variant.  Between -SHG_EVAL_MAX and SHG_EVAL_MAX; what exceeds SHG_EVAL_PLAIN counts the less the more it is,
 * but more is always more: hundreds of men are worth many times what a score can say. */
enum { SHG_EVAL_PLAIN = 10000, SHG_EVAL_MAX = 30000 };
int shg_evaluate(const shg_weights *weights, const shoogi_position *position, shg_board_view *sight,
                 shg_standing *standing);

/* A feature of a position: how often the side to move has it, less how often the other has. */
typedef struct shg_found {
    uint32_t feature;
    int32_t count;
} shg_found;

/* All features of the position, in no order, each perhaps several times.  Of the weights, which features there are alone
 * matters.  sight: filled; found: room for shg_features_max.  Returns how many features. */
size_t shg_features_max(const shoogi_variant *variant);
size_t shg_features(shg_found *found, const shg_weights *weights, const shoogi_position *position,
                    shg_board_view *sight);

#endif
