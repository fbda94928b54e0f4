/* board_data.h: bitboards of a position, and the move tables of a variant: the data of a board class.
 *
 * Kinds that move alike, cannot promote and have no rule of their own share a *movement class*; an array of squares
 * tells which kind is on a square.  In Shogi the gold and the promoted small pieces are one class, so that attack
 * detection and move counting loop over ten classes instead of fourteen kinds.  A position keeps one bitboard for each
 * *group* and colour: on narrow boards each class is a group; on wide boards a group is all classes that the rules
 * treat alike. */
#ifndef SHG_CORE_BOARD_BOARD_DATA_H
#define SHG_CORE_BOARD_BOARD_DATA_H

#include "core/board/bits.h"
#include "core/board/board_ops.h"

#include <assert.h>

#include BOARD_MOVE_SETS_H

enum { PINS_MAX = 32 };

/* The moves of the pieces of one class and colour. */
typedef struct move_set {
    /* If all its moves are one and the same leap, all pieces of the class move at once by a shift (narrow boards
     * only). */
    int shift;             /* in squares; 0: not a single leap */
    bits shift_from;       /* the squares from which the leap stays on the board */
    bits stay;             /* the squares on which it may stay unpromoted */
    move_pattern captures; /* the squares it attacks */
    bits *near; /* [squares] from which it can attack a square next to a royal on this square;
                   narrow boards only */
    bits alive; /* the squares from which it has a move on an empty board */
    const move_pattern *quiet; /* moves to empty squares: captures, unless the class splits */
    unsigned double_count;
    double_step *doubles; /* [double_count] */
    passing *passes;      /* NULL: none */
} move_set;

typedef struct move_class {
    bool plain;   /* other kinds may share the class: only their rides distinguish kinds */
    bool special; /* splits, doubles, walks, burns, or has a trade rule other than the counter-
                     strike square */
    bool royal;
    bool can_promote;
    /* Promotions to kinds that can move from every square; whether there are other promotions. */
    uint16_t free_forms;
    bool tight_forms;
    bool can_become_royal; /* it can promote to a royal */
    bool sweeps;           /* range jumps: it may pass over pieces and capture all of them */
    bool captures_unprotected_only; /* wary: it captures only unprotected pieces, and protects none */
    bool splits;                    /* it captures differently from how it moves */
    bool doubles;                   /* it has double steps (lion powers) or a pass */
    bool walks;                     /* it has chains that must be walked leg by leg */
    bool marks;                     /* some of its moves may be captured en passant */
    bool unloads;                   /* some of these chains unload the captured piece */
    bool only_jumps; /* and of these only jumps along a line capture; it neither doubles nor sweeps */
    unsigned walk_reach; /* files and ranks from its square within which these chains capture */
    bool each;     /* each landing is examined: morph, captureMatrix, conditional promotions */
    bool imitates; /* it moves as the kind that moved last */
    bool shoots;
    bool protected, counter_strike; /* the parameters of the trade rules */
    bool bare_or_weak;              /* see the bare king rule */
    shoogi_kind kind;               /* the only kind of a class that is not plain */
    move_set move_set[2];
} move_class;

/* Where a colour may drop a kind.  Kinds with the same squares share a zone. */
typedef struct drop {
    shoogi_kind kind; /* on the board */
    shoogi_kind hand; /* in hand */
    uint16_t zone[2]; /* index into zones */
    uint16_t move_class;
    uint8_t per_file;    /* file limit (nifu in Shogi: 1); 0: none */
    bool per_shade, one; /* one on squares of a colour; one on the board */
    bool limited;        /* any of these limits */
    bool mate_barred;
} drop;

/* Roles: properties for which the rules look up all pieces that have them. */
enum {
    ROLE_ROYAL,
    ROLE_PAIR_FIRST, /* royalPair: before and after the colon */
    ROLE_PAIR_SECOND,
    ROLE_UNCAPTURABLE, /* can never be captured */
    ROLE_BURNER,       /* burns adjacent pieces */
    ROLE_CONTAGIOUS,
    ROLE_COUNTER_STRIKE,
    ROLE_IMMOBILISER,
    ROLE_COVER,    /* protects others from shots */
    ROLE_CASTLING, /* castles */
    ROLE_JUMPER,   /* captures by jumping along a line */
    ROLES
};

typedef struct role {
    unsigned count;
    uint16_t *groups; /* [count] groups of pieces with this role */
} role;

/* The kinds with each part in a change rule, as in SHG_CHANGE_PART. */
typedef struct change_roles {
    role part[SHG_PARTS];
} change_roles;

/* A piece that castles only as its first move, and its partner: their squares at the start of the game. */
typedef struct castling_pair {
    uint16_t castler, partner;
} castling_pair;

typedef struct tables {
    bits board;        /* all squares except holes */
    bits promotion[2]; /* the promotion zone of each colour */
    bits last_rank[2];
    bits tries[2];          /* where a royal wins */
    bits shade[2];          /* the two colours of a chequered board */
    bits *file;             /* [files] */
    bool any_becomes_royal; /* some class can become royal */
    bool trade_rules;       /* some rule restricts captures */
    bool counts_shifted;    /* pieces with a single leap may be counted together */
    bool promotes_by_zone;  /* promotion is optional, and by moves that start or end in the zone */
    bool ordinary;      /* and the only royal may not be left in check, and no class is special */
    bool royals_change; /* a move may reduce the number of its side's royals */
    bool any_uncapturable; /* some pieces can never be captured */
    bool burns;            /* some pieces burn adjacent ones */
    bool contagious;       /* some pieces change the piece that captures them */
    bool hand_rules;       /* rules about hands and files may forbid moves of any piece */
    bool borrows;          /* pieces borrow the moves of neighbours */
    bool removes_many;     /* burning or range jumps: a move may capture many pieces */
    bool ends_by_pieces;   /* the game may end otherwise than by capturing royals */
    bool counts_checks;    /* the checks that each side gives are counted */
    bool passes;           /* some pieces may pass */
    bool jumps;            /* some pieces capture by jumping along a line */
    bool tracks_state;     /* any of the following, trade rules, or unusual changes of royals and
                                hands */
    bool tracks_unmoved;   /* which pieces have not moved yet */
    bool castles;          /* some pieces castle */
    bool tracks_pushes;    /* the last move, if it may be captured en passant */
    bool tracks_last_kind; /* the kind that moved last */
    bool changes;          /* royals may appear, or promotions come from the hand */
    bool exposes_locally;  /* a move leaves its royal in check only by the squares it touches */
    bool tests_each_move;  /* some attacks do not follow pins: every move is made to test its
                             legality */
    unsigned move_class_count;
    move_class *move_class;  /* [shape_count] */
    uint16_t *move_class_of; /* [kinds + 1] */
    finder find;
    role roles[ROLES];
    bits first_moves; /* the squares at the start of pieces that have other first moves than castling */
    unsigned pair_count;
    castling_pair *pairs; /* [pair_count] */
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
    unsigned counter_strike_square; /* SHOOGI_NO_SQUARE: none */
    bits unmoved;                   /* pieces that have not moved from their start squares */
    /* The last move, if it may be captured en passant, else SHOOGI_NO_SQUARE; whether it was the piece's first. */
    unsigned pushed_from, pushed_to;
    bool pushed_first;
    shoogi_kind last_kind; /* the kind that moved last; 0: unknown */
    uint8_t checks[2];     /* the checks that each side has given; 0 unless they are counted */
    bits occupied[2];
    bits *by;          /* [2 * group_count()]: group * 2 + colour */
    shg_code *square;  /* [squares] */
    uint16_t *hand[2]; /* [kinds + 1] */
    /* A second board in the same memory on which moves are tried; a scratch board points to itself. */
    struct board *scratch;
    /* Pieces that moves burnt or range jumps captured, the last one last.  A piece enters it only once, so it never
     * overflows. */
    shg_saved_square *removed; /* [squares]; NULL unless removes_many */
    unsigned removed_count;
    /* Pieces changed by the change rules, in the position's memory; the scratch board appends to it. */
    shg_saved_square *changed;
    size_t changed_count;
    unsigned mate_tests;    /* current depth of nested uchifuzume tests */
    unsigned royals_had[2]; /* the most royals each side has had; a pair counts as one */
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

/* Whether a chain of the piece on from may capture the piece on sq, by the distance alone.  A capture en passant ends short of the
 * captured piece, which can be anywhere. */
static inline bool may_walk_to(const board *b, unsigned from, unsigned sq)
{
    return sq == b->pushed_to || shg_distance(b->v, (shoogi_square)from, (shoogi_square)sq) <=
                                     move_class_at(b, from)->walk_reach;
}

static inline unsigned is_royal(const board *b, shg_code code)
{
    return b->v->kind[shg_code_kind(code)].royal;
}

/* For asserts: a square of this board; an occupied square; a move whose origin and destination fit this side. */
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

/* Callback for a piece on from that attacks a square along a line, or would but for the pieces in between. path: the
 * squares strictly between; between: the pieces there. */
typedef void see_aim(void *seer, const board *b, unsigned from, bits path, bits between);

#endif
