/* board_data.h: a position as sets of squares, and the tables of a variant: the data of a board class.
 *
 * Kinds that move alike, cannot promote and have no rule of their own share one *shape*; which kind stands on
 * a square is in an array of squares.  Golds and promoted men of Shogi are one shape, so that a look for
 * attackers and a count of moves pass over ten shapes, not fourteen kinds.  A position keeps one set of
 * squares for each *group* and colour: on narrow boards each shape is a group; on wide boards all shapes that
 * the rules ask the same of are one. */
#ifndef SHG_CORE_BOARD_BOARD_DATA_H
#define SHG_CORE_BOARD_BOARD_DATA_H

#include "core/board/bits.h"
#include "core/board/board_ops.h"

#include <assert.h>

#include BOARD_MOVE_SETS_H

enum { PINS_MAX = 32 };

/* How the men of one shape and colour go. */
typedef struct move_set {
    /* If leaps are one step in all, all men of the shape move at once by a shift, on narrow boards. */
    int shift;       /* squares up; 0: not so */
    bits shift_from; /* the squares from which the step stays on the board */
    bits stay;       /* squares on which it may stay unpromoted */
    way captures;    /* what it attacks */
    bits *near; /* [squares] from which it can attack a square next to a royal that stands here; of
                   narrow boards */
    bits alive; /* squares from which it has a move on an empty board */
    const way *quiet; /* where it moves without a capture: takes, unless the shape splits */
    unsigned double_count;
    double_step *doubles; /* [double_count] */
    passing *passes;      /* NULL if never */
} move_set;

typedef struct move_class {
    bool plain; /* other kinds may share it: nothing but rides tells them from each other */
    bool special; /* splits, doubles, walks, burns, or a rule of trade other than the counter-strike mark */
    bool royal;
    bool can_promote;
    /* Forms it may take on any square, and whether there are others, which could be stuck somewhere. */
    uint16_t free_forms;
    bool tight_forms;
    bool can_become_royal;          /* it promotes to a royal */
    bool sweeps;                    /* it may go over men and take all of them */
    bool captures_unprotected_only; /* it takes only what nothing guards, and guards nothing */
    bool splits;                    /* it takes otherwise than it goes */
    bool doubles;                   /* some double step, or a pass */
    bool walks;                     /* chains that only a walk of their legs finds */
    bool unloads;                   /* some of them put down what they take */
    bool each;     /* each landing is looked at: morph, captureMatrix, choices with bars */
    bool imitates; /* it moves as the kind that moved last */
    bool shoots;
    bool protected, counter_strike; /* the marks of the rules of trade */
    bool bare_or_weak;              /* see the rule of the bare royal */
    shoogi_kind kind;               /* the only kind of a shape that is not plain */
    move_set move_set[2];
} move_class;

/* What colour may drop where: kinds with the same squares share a zone. */
typedef struct drop {
    shoogi_kind kind; /* as it stands on the board */
    shoogi_kind hand; /* as it is in hand */
    uint16_t zone[2]; /* index of zones */
    uint16_t move_class;
    uint8_t per_file;    /* 0: any number */
    bool per_shade, one; /* one on squares of a colour, one on the board */
    bool limited;        /* any of these */
    bool mate_barred;
} drop;

/* What the rules ask of all men at once. */
enum {
    ROLE_ROYAL,
    ROLE_PAIR_FIRST, /* of royalPair, before the colon and behind it */
    ROLE_PAIR_SECOND,
    ROLE_UNCAPTURABLE, /* never taken */
    ROLE_BURNER,       /* burns what stands next to it */
    ROLE_CONTAGIOUS,
    ROLE_COUNTER_STRIKE,
    ROLE_IMMOBILISER,
    ROLE_COVER, /* keeps others from being shot */
    ROLES
};

typedef struct role {
    unsigned count;
    uint16_t *groups; /* [count] those whose men have it */
} role;

/* The parts that kinds have in a rule of change, as in SHG_CHANGE_PART. */
typedef struct change_roles {
    role part[SHG_PARTS];
} change_roles;

typedef struct tables {
    bits board;        /* squares that are no holes */
    bits promotion[2]; /* the promotion zone of each colour */
    bits last_rank[2];
    bits shade[2];          /* the colours of a chequered board */
    bits *file;             /* [files] */
    bool any_becomes_royal; /* some shape can be crowned */
    bool trade_rules;       /* some rule says who may take whom */
    bool counts_shifted;    /* men of one step may be counted together */
    bool promotes_by_zone;  /* promotion is by moves that start or end in the zone, and a choice */
    bool ordinary;      /* the same, a lone royal may not be left attacked, and no man is special */
    bool royals_change; /* a move may leave its side with fewer royals than before */
    bool any_uncapturable;   /* some men are never taken */
    bool burns;              /* some burn what stands next to them */
    bool contagious;         /* some change who takes them */
    bool hand_rules;         /* rules about hands and files bar moves of any man */
    bool borrows;            /* men move as neighbours do */
    bool removes_many;       /* some burn or sweep: a move may take many men */
    bool ends_by_pieces;     /* the game may end by other men than royals taken */
    bool passes;             /* somebody may pass */
    bool tracks_state;       /* any of the following, trades, or royals and hands change oddly */
    bool tracks_unmoved;     /* it matters who has moved */
    bool tracks_double_step; /* and whether the last move passed over squares */
    bool tracks_last_kind;   /* and which kind moved last */
    bool changes;            /* royals may come to be, or forms be taken from the hand */
    bool tests_each_move; /* some man attacks in ways that pins do not tell: every move is tried */
    unsigned move_class_count;
    move_class *move_class;  /* [shape_count] */
    uint16_t *move_class_of; /* [kinds + 1] */
    finder find;
    role roles[ROLES];
    change_roles *change; /* [change_count] of the variant */
    unsigned drop_count;
    drop *drop; /* [drop_count] */
    unsigned zone_count;
    bits *zone; /* [zone_count] */
} tables;

typedef struct board {
    const tables *t;
    const shoogi_variant *v;
    shoogi_colour side;
    unsigned royals[2];
    unsigned counter_strike_square; /* the square of the counter-strike mark, or NO_SQUARE */
    bits unmoved;                   /* men on the squares they had at the start */
    unsigned pushed_from,
        pushed_to;         /* the last move, if it was a first move of two steps or more */
    shoogi_kind last_kind; /* the kind that moved last; 0 if that is not known */
    bits occupied[2];
    bits *by;          /* [2 * group_count()]: group * 2 + colour */
    shg_code *square;  /* [squares] */
    uint16_t *hand[2]; /* [kinds + 1] */
    /* A second board in the same memory, where a move is tried without touching this one; a board that
     * is itself a scratch board points to itself. */
    struct board *scratch;
    /* Men that moves burnt or swept off the board, the last one last; each is gone for good, so that there
     * is room for all. */
    shg_saved_square *removed; /* [squares], if the tables clear */
    unsigned removed_count;
    /* What changed by circumstances: see the position, whose memory it is; the scratch board goes on behind it. */
    shg_saved_square *changed;
    size_t changed_count;
    unsigned mate_tests;    /* under way, one within the other */
    unsigned royals_had[2]; /* the most that each side has had; a pair as one */
} board;

static inline bits *pieces_of(const board *b, unsigned group, shoogi_colour colour)
{
    return &b->by[group * 2 + (unsigned)colour];
}

static inline bits occupied_all(const board *b)
{
    return bits_or(b->occupied[0], b->occupied[1]);
}

static inline const move_class *move_class_at(const board *b, unsigned sq)
{
    return &b->t->move_class[b->t->move_class_of[shg_code_kind(b->square[sq])]];
}

static inline unsigned is_royal(const board *b, shg_code code)
{
    return b->v->kind[shg_code_kind(code)].royal;
}

/* For asserts: a square of this board; one with a piece on it; a move that this side could be asked to make, as far as its ends
 * tell. */
static inline bool is_square(const board *b, unsigned sq)
{
    return sq < b->v->squares && !b->v->hole[sq];
}

static inline bool is_occupied(const board *b, unsigned sq)
{
    return is_square(b, sq) && b->square[sq] != 0;
}

static inline bool is_kind(const board *b, shoogi_kind kind)
{
    return kind >= 1 && kind <= b->v->kinds;
}

static inline bool has_ends(const board *b, shoogi_move move)
{
    const unsigned to = shoogi_move_to(move);
    if (!is_square(b, to) || !is_kind(b, shoogi_move_kind(move)))
        return false;
    if (shoogi_move_is_drop(move))
        return b->square[to] == 0;
    return is_occupied(b, shoogi_move_from(move)) &&
           shg_code_colour(b->square[shoogi_move_from(move)]) == b->side;
}

/* Sees a man on from that attacks a square along a line, or would were it not for men between: the squares strictly
 * between, and who stands there. */
typedef void see_aim(void *seer, const board *b, unsigned from, bits path, bits between);

#endif
