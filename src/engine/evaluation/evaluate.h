/* evaluate.h: static evaluation: a sum of learned weights over the features of a position.
 *
 * Each weight belongs to one feature, and a position has few of all features.  A weight is two numbers, for the early and the
 * late phase of a game; the score is interpolated between them (tapered evaluation).  Two computations must agree:
 * shg_evaluate, which is fast, and shg_features, the list of features that learning reads.
 * Source: Chess Programming Wiki, "Evaluation", "Tapered Eval", "Piece-Square Tables", "King Safety". */
#ifndef SHG_ENGINE_EVALUATION_EVALUATE_H
#define SHG_ENGINE_EVALUATION_EVALUATE_H

#include "core/board/board_search.h"
#include "engine/network/nnue.h"

enum {
    SHG_ROYAL_FILES = 9, /* files between a piece and a royal: 0 to 7, and 8 or more */
    SHG_ROYAL_RANKS =
        17, /* ranks ahead of the royal, from the piece's side: -8 or less to 8 or more */
    SHG_ROYAL_SQUARES = SHG_ROYAL_FILES * SHG_ROYAL_RANKS,
    SHG_MOBILITIES = 32,    /* 31: or more */
    SHG_STATES = 8,         /* attacked, defended, side to move */
    SHG_ROYAL_ATTACKS = 64, /* 63: or more */
    SHG_ZONE_SQUARES = 12,  /* squares around a royal; 11: or more */
    SHG_HAND_PIECES = 8,    /* pieces in hand; 7: or more */
    SHG_VALUE_CLASSES =
        24,            /* of kinds by default value; one class each if there are no more kinds */
    SHG_HAND_STEPS = 8 /* the first to seventh piece of a kind in hand, and each further one */
};

/* The features of each kind, in this order. */
enum {
    SHG_FEATURE_BOARD,         /* a piece on the board: its material value */
    SHG_FEATURE_ROYAL_DEFENCE, /* each square around its own royal that it attacks */
    SHG_FEATURE_ROYAL_ATTACK,  /* each around the enemy royal */
    SHG_FEATURE_STATE,         /* [SHG_STATES] 1: attacked, 2: defended, 4: its side is to move */
    SHG_FEATURE_HAND = SHG_FEATURE_STATE + SHG_STATES, /* [SHG_HAND_STEPS] */
    SHG_FEATURE_MOBILITY = SHG_FEATURE_HAND + SHG_HAND_STEPS,
    SHG_FEATURE_OWN_ROYAL =
        SHG_FEATURE_MOBILITY +
        SHG_MOBILITIES, /* [SHG_ROYAL_SQUARES] its square relative to its own royal */
    SHG_FEATURE_ENEMY_ROYAL =
        SHG_FEATURE_OWN_ROYAL + SHG_ROYAL_SQUARES, /* [SHG_ROYAL_SQUARES] and to the enemy royal */
    SHG_FEATURE_SQUARE =
        SHG_FEATURE_ENEMY_ROYAL +
        SHG_ROYAL_SQUARES /* [shg_square_buckets()] its square, from Black's side */
};

/* The features of no kind, before those of the first kind. */
enum {
    SHG_FEATURE_TEMPO,  /* the side to move */
    SHG_FEATURE_DANGER, /* [SHG_ROYAL_ATTACKS] attacks on squares around the enemy royal */
    SHG_FEATURE_WEAK =
        SHG_FEATURE_DANGER +
        SHG_ROYAL_ATTACKS, /* [SHG_ZONE_SQUARES][SHG_HAND_PIECES] weak squares there; pieces in hand */
    SHG_FEATURE_ESCAPES =
        SHG_FEATURE_WEAK +
        SHG_ZONE_SQUARES *
            SHG_HAND_PIECES, /* [SHG_ZONE_SQUARES][SHG_HAND_PIECES] the royal's escape squares; pieces in hand */
    SHG_FEATURE_THREAT =
        SHG_FEATURE_ESCAPES +
        SHG_ZONE_SQUARES *
            SHG_HAND_PIECES, /* [SHG_VALUE_CLASSES][SHG_VALUE_CLASSES] a piece attacks another: both value classes */
    SHG_FEATURES_COMMON = SHG_FEATURE_THREAT + SHG_VALUE_CLASSES * SHG_VALUE_CLASSES
};

/* Centipawns: with all pieces on the board, and with so few that the game is late. */
typedef struct shg_weight {
    int16_t early, late;
} shg_weight;

/* The value halfway between both phases. */
static inline int shg_weight_mean(shg_weight weight)
{
    return (weight.early + weight.late) / 2;
}

/* Bounds of the game phases. */
typedef struct shg_phases {
    size_t pieces; /* at the start */
    size_t gone;   /* the game is late when this many, or more, are off the board */
} shg_phases;

/* The phase with this many pieces on the board: 0, all of them, to SHG_PHASE_MAX, late. */
enum { SHG_PHASE_MAX = 256 };
static inline unsigned shg_phase(shg_phases phases, size_t pieces)
{
    const size_t gone = pieces < phases.pieces ? phases.pieces - pieces : 0;
    return gone < phases.gone ? (unsigned)(gone * SHG_PHASE_MAX / phases.gone) : SHG_PHASE_MAX;
}

typedef struct shg_weights {
    const shoogi_variant *variant; /* borrowed */
    const shg_search_ops *ops;     /* its class */
    size_t count;                  /* features */
    shg_weight *value;             /* [count] */
    shg_phases phases;
    uint8_t *value_class; /* [kinds + 1] */
    shoogi_kind *in_hand; /* [in_hand_count] the kinds that can be in hand */
    size_t in_hand_count;
    shg_nnue *network; /* the evaluation is this network, not the sum; NULL: there is none; owned */
} shg_weights;

/* Squares as features distinguish them: each by itself or, on boards of more than 256, in blocks of two by two; otherwise
 * the weights of hundreds of kinds would exceed SHG_WEIGHTS_BYTES_MAX. */
static inline unsigned shg_square_buckets(const shoogi_variant *v)
{
    return v->squares <= 256 ? v->squares : (v->files + 1) / 2 * ((v->ranks + 1) / 2);
}

static inline unsigned shg_square_bucket(const shoogi_variant *v, shoogi_square square)
{
    return v->squares <= 256
               ? square
               : shg_file_of(v, square) / 2 * ((v->ranks + 1) / 2) + shg_rank_of(v, square) / 2;
}

static inline size_t shg_feature(const shoogi_variant *variant, shoogi_kind kind, unsigned of_kind)
{
    return SHG_FEATURES_COMMON +
           (size_t)(kind - 1) * ((size_t)SHG_FEATURE_SQUARE + shg_square_buckets(variant)) +
           of_kind;
}

/* Default weights: piece values by mobility (default_weights.h).  Returns OK and *out owned
 * (shg_weights_free), or NO_MEMORY.  The variant is borrowed until then. */
SHOOGI_CHECKED shoogi_status shg_weights_new(shg_weights **out, const shoogi_variant *variant);
void shg_weights_free(shg_weights *weights);

/* Extends a hash (base/hash.h) by the weights and their network. */
uint64_t shg_weights_hash(uint64_t hash, const shg_weights *weights);

/* Piece values for exchanges: what a side loses with a piece of each kind, including what the opponent gets in hand.  values:
 * [kinds + 1], filled.  A royal is worth more than anything else. */
void shg_weights_piece_values(const shg_weights *weights, int *values);

/* Memory for views of positions of a variant.  Returns OK and *out owned (shg_board_view_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_board_view_new(shg_board_view **out,
                                                const shoogi_variant *variant);
void shg_board_view_free(shg_board_view *view);

/* Compresses the part of a score beyond SHG_EVAL_PLAIN: the material of games with hundreds of pieces exceeds the range of a
 * score.  Monotonic; at most SHG_EVAL_MAX. */
enum { SHG_EVAL_PLAIN = 10000, SHG_EVAL_MAX = 30000 };
int shg_squash(int64_t score);

/* The sum of the material and piece-square weights, which the search updates with each move instead of computing it anew. */
typedef struct shg_psq {
    int early, late; /* for Black */
    bool known;
} shg_psq;

/* Computes it from scratch. */
shg_psq shg_psq_of(const shg_weights *weights, const shoogi_position *position);

/* Updates it for the last move of the position; known is false afterwards if a royal moved or was captured, or squares off
 * the path of the move changed. */
shg_psq shg_psq_after(shg_psq before, const shg_weights *weights, const shoogi_position *position);

/* The sum as a score for the side to move, squashed.  psq: of the position; computed if not known.  view: made for the
 * variant. */
int shg_evaluate(const shg_weights *weights, const shoogi_position *position, shg_board_view *view,
                 shg_psq *psq);

/* A feature, and how often the side to move has it minus how often the opponent has. */
typedef struct shg_feature_count {
    uint32_t feature;
    int32_t count;
} shg_feature_count;

/* Lists all features of the position, in no particular order; a feature may be listed several times.  Of the weights only the
 * variant and its value classes are read.  view: filled; found: room for shg_features_max.  Returns the number listed. */
size_t shg_features_max(const shoogi_variant *variant);
size_t shg_features(shg_feature_count *found, const shg_weights *weights,
                    const shoogi_position *position, shg_board_view *view);

#endif
