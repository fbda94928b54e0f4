/* board_int.h: a position as sets of squares; shared by the files compiled once for each board class.
 *
 * Data first.  Kinds that move alike, cannot promote and have no rule of their own share one *shape*,
 * and a position keeps one set of squares for each shape and colour; which kind stands on a square is in
 * an array of squares.  Golds and promoted men of Shogi are one shape, so that a look for attackers and a
 * count of moves pass over ten shapes, not fourteen kinds.
 *
 * Sliding is by lines: a line is two opposite rays, and the blockers nearest on either side are found
 * with one subtraction (line_attacks).  A ray of limited reach is a ray cut short in its table, so reach
 * costs nothing, and a rider that leaps is a ray with holes. */
#ifndef SHG_CORE_BOARD_INT_H
#define SHG_CORE_BOARD_INT_H

#include "core/bits.h"
#include "core/board_ops.h"

#include <assert.h>

enum { LINES_MAX = SHG_LINES_MAX, PINS_MAX = 32 };

/* The squares of a line on the two sides of its middle, as numbers: below it and above it. */
typedef struct line {
    bits lower, upper;
} line;

/* Squares that are reached directly: by leaps, and along lines.  What a leaf reads stands first. */
typedef struct way {
    bits *leaps; /* [squares] */
    unsigned line_count;
    line *lines[LINES_MAX]; /* [squares] each */
    bits *slides;           /* [squares] rays of all lines on an empty board */
    bits *reach;            /* [squares] both */
} way;

/* A man that may take on a neighbouring square and then step on, or back, in the same move. */
typedef struct double_step {
    uint16_t *first; /* [squares] where the first step goes, or NO_SQUARE */
    bits *second; /* [squares] where the second may go from there; the start square if it may return */
} double_step;

/* How the men of one shape and colour go. */
typedef struct gait {
    /* If leaps are one step in all, all men of the shape move at once by a shift. */
    int shift;       /* squares up; 0: not so */
    bits shift_from; /* the squares from which the step stays on the board */
    bits stay;       /* squares on which it may stay unpromoted */
    way takes;       /* what it attacks */
    bits *near; /* [squares] from which it can attack a square next to a royal that stands here */
    bits alive; /* squares from which it has a move on an empty board */
    const way *goes; /* where it moves without a capture: takes, unless the shape splits */
    unsigned double_count;
    double_step *doubles; /* [double_count] */
    bits *passes; /* [squares] neighbours over which it may step out and back; NULL if never */
} gait;

typedef struct shape {
    bool special; /* splits, doubles, walks, or a rule of trade other than the counter-strike mark */
    bool royal;
    bool can_promote;
    /* Forms it may take on any square, and whether there are others, which could be stuck somewhere. */
    uint16_t free_forms;
    bool tight_forms;
    bool can_be_crowned; /* it promotes to a royal */
    bool sweeps;         /* it may go over men and take all of them */
    bool wary;           /* it takes only what nothing guards, and guards nothing */
    bool splits;         /* it takes otherwise than it goes */
    bool doubles;        /* some double step, or a pass */
    bool walks;          /* chains that only a walk of their legs finds */
    bool unloads;        /* some of them put down what they take */
    bool each;           /* each landing is looked at: morph, captureMatrix, choices with bars */
    bool imitates;       /* it moves as the kind that moved last */
    bool protected, counter_strike; /* the marks of the rules of trade */
    bool bare_or_weak;              /* see the rule of the bare royal */
    shoogi_kind kind;               /* the only kind of a shape that is not plain */
    gait gait[2];
} shape;

/* What colour may drop where: kinds with the same squares share a zone. */
typedef struct drop {
    shoogi_kind kind; /* as it stands on the board */
    shoogi_kind hand; /* as it is in hand */
    uint16_t zone[2]; /* index of zones */
    uint16_t shape;
    uint8_t per_file;    /* 0: any number */
    bool per_shade, one; /* one on squares of a colour, one on the board */
    bool limited;        /* any of these */
    bool mate_barred;
} drop;

typedef struct tables {
    bits board;        /* squares that are no holes */
    bits promotion[2]; /* the promotion zone of each colour */
    bits last_rank[2];
    bits shade[2];         /* the colours of a chequered board */
    bits *file;            /* [files] */
    bits *below;           /* [squares] all squares of smaller number */
    bool crowns;           /* some shape can be crowned */
    bool trades;           /* some rule says who may take whom */
    bool counts_shifted;   /* men of one step may be counted together */
    bool promotes_by_zone; /* promotion is by moves that start or end in the zone, and a choice */
    bool ordinary;      /* the same, a lone royal may not be left attacked, and no man is special */
    bool royals_change; /* a move may leave its side with fewer royals than before */
    bool irons;         /* some men are never taken */
    bool burns;         /* some burn what stands next to them */
    bool contagious;    /* some change who takes them */
    bool wary;          /* some guard nothing */
    bool clears;        /* some burn or sweep: a move may take many men */
    bool ends_by_men;   /* the game may end by other men than royals taken */
    bool passes;        /* somebody may pass */
    bool remembers;     /* any of the following, trades, or royals and hands change oddly */
    bool remembers_unmoved; /* it matters who has moved */
    bool remembers_push;    /* and whether the last move passed over squares */
    bool remembers_kind;    /* and which kind moved last */
    bool changes;           /* royals may come to be, or forms be taken from the hand */
    bool tests_checks; /* some man attacks in ways that pins do not tell: every move is tried */
    unsigned shape_count;
    shape *shape;       /* [shape_count] */
    uint16_t *shape_of; /* [kinds + 1] */
    unsigned royal_count, leaper_count, slider_count;
    uint16_t *royal;  /* [royal_count] shapes of royals */
    uint16_t *leaper; /* [leaper_count] shapes that attack by leaps */
    uint16_t *slider; /* [slider_count] shapes that attack along lines */
    unsigned drop_count;
    drop *drop; /* [drop_count] */
    unsigned zone_count;
    bits *zone; /* [zone_count] */
} tables;

typedef struct gone_man {
    shoogi_square square;
    shg_code code;
    bool unmoved;
} gone_man;

typedef struct board {
    const tables *t;
    const shoogi_variant *v;
    shoogi_colour side;
    unsigned royals[2];
    unsigned mark; /* the square of the counter-strike mark, or NO_SQUARE */
    bits unmoved;  /* men on the squares they had at the start */
    unsigned pushed_from,
        pushed_to;         /* the last move, if it was a first move of two steps or more */
    shoogi_kind last_kind; /* the kind that moved last; 0 if that is not known */
    bits occupied[2];
    bits *by;          /* [2 * shape_count]: shape * 2 + colour */
    shg_code *square;  /* [squares] */
    uint16_t *hand[2]; /* [kinds + 1] */
    /* A second board in the same memory, where a move is tried without touching this one; a board that
     * is itself a scratch board points to itself. */
    struct board *scratch;
    /* Men that moves burnt or swept off the board, the last one last; each is gone for good, so that there
     * is room for all. */
    gone_man *gone; /* [squares], if the tables clear */
    unsigned gone_count;
    unsigned mate_tests;    /* under way, one within the other */
    unsigned royals_had[2]; /* the most that each side has had */
} board;

/* The squares a slider attacks along one line: up to and with the first man on either side.
 *
 * Of the men above the middle the lowest blocks, of those below it the highest.  Taking the highest
 * blocker below, as a number, from the set of blockers above flips exactly the bits from it up to the
 * lowest blocker above. */
ALWAYS_INLINE bits line_attacks(const line *l, bits occupied)
{
    const bits below = bits_highest_or_0(bits_and(l->lower, occupied));
    const bits above = bits_and(l->upper, occupied);
    return bits_and(bits_xor(above, bits_minus(above, below)), bits_or(l->lower, l->upper));
}

/* The squares a way leads to, men of either side that end a line included. */
ALWAYS_INLINE bits attacks(const way *w, unsigned sq, bits occupied)
{
    bits a = w->leaps[sq];
    for (unsigned i = 0; i < w->line_count; i++)
        a = bits_or(a, line_attacks(&w->lines[i][sq], occupied));
    return a;
}

static inline bits *men_of(const board *b, unsigned shape_index, shoogi_colour colour)
{
    return &b->by[shape_index * 2 + (unsigned)colour];
}

static inline bits occupied_all(const board *b)
{
    return bits_or(b->occupied[0], b->occupied[1]);
}

static inline const shape *shape_at(const board *b, unsigned sq)
{
    return &b->t->shape[b->t->shape_of[shg_code_kind(b->square[sq])]];
}

static inline unsigned is_royal(const board *b, shg_code code)
{
    return b->v->kind[shg_code_kind(code)].royal;
}

/* board_tables.c */
shoogi_status BC(shg_build_tables)(shoogi_variant *v);

/* board_walk.c: moves that are walked leg by leg. */
typedef struct walk_asked {
    unsigned from;                  /* the man that walks */
    unsigned taken[SHOOGI_WAY_MAX]; /* what it takes on the way, in this order, no more and no less */
    unsigned taken_count;
    unsigned by;    /* where the first of several legs ends; NO_SQUARE: anywhere */
    bool unloading; /* by chains that put down what they take, and by no others */
} walk_asked;

typedef struct walked {
    bits ends;  /* where it can end */
    bits more;  /* what it could take next on the way */
    bits stops; /* where the first of several legs can end, taking nothing */
} walked;

/* By all chains that the tables of the kind do not hold, and by the moves that it borrows from other kinds.
 * Men that are never taken are not looked at. */
walked BC(shg_walk)(const board *b, walk_asked asked);

/* The next square along a sweep from sq; NO_SQUARE beyond the board. */
static inline unsigned next_square(const board *b, const shg_ride *ride, shoogi_colour colour,
                                   unsigned sq)
{
    return shg_ride_square(b->v, ride, colour, (shoogi_square)sq, 1);
}

/* Squares along one line of a queen: how far one is from the next, from the first to the last. */
static inline int stride_between(const board *b, unsigned from, unsigned to)
{
    const int ranks = (int)b->v->ranks;
    const int files_away = (int)to / ranks - (int)from / ranks,
              ranks_away = (int)to % ranks - (int)from % ranks;
    return ((files_away > 0) - (files_away < 0)) * ranks + (ranks_away > 0) - (ranks_away < 0);
}

/* The squares around one, itself among them. */
static inline bits around(const board *b, unsigned sq)
{
    const unsigned ranks = b->v->ranks, file = sq / ranks, rank = sq % ranks;
    bits found = bits_none();
    for (unsigned f = file - (file > 0); f <= file + 1 && f < b->v->files; f++)
        for (unsigned r = rank - (rank > 0); r <= rank + 1 && r < ranks; r++)
            bits_set(&found, f * ranks + r);
    return found;
}

/* The men of colour that burn. */
bits BC(shg_fires)(const board *b, shoogi_colour colour);

/* What the man on from could take by going over men, and where it would end. */
typedef struct swept {
    bits taken, ends;
} swept;
swept BC(shg_sweep)(const board *b, unsigned from);

/* board_moves.c */
size_t BC(shg_count_moves)(const board *b);
size_t BC(shg_list_moves)(const board *b, shoogi_move *moves, size_t room, bool paths);
/* Those of them that take or promote, or the others: see board_search.h. */
size_t BC(shg_list_noisy)(const board *b, shoogi_move *moves, size_t room);
size_t BC(shg_list_quiet)(const board *b, shoogi_move *moves, size_t room);
/* Those that may attack a royal of the other side: see board_search.h. */
size_t BC(shg_list_checks)(const board *b, shoogi_move *moves, size_t room);
/* True if that lists few that do not check; else it lists all there are. */
bool BC(shg_sifts_checks)(const board *b);
/* Those moves of the man like moves, or those drops, that are like it in like_bits; see board_ops.h. */
size_t BC(shg_list_like)(const board *b, shoogi_move *moves, size_t room, shoogi_move like,
                         shoogi_move like_bits, bool free);
bits BC(shg_attackers)(const board *b, unsigned sq, shoogi_colour colour);
bits BC(shg_takes_from)(const board *b, unsigned sq);
unsigned BC(shg_lone_royal)(const board *b, shoogi_colour colour);

/* board_special.c: the first man that a rule about who may take whom keeps the move from taking, or NO_SQUARE */
unsigned BC(shg_barred_victim)(const board *b, shoogi_move move);

/* board.c: what the position's hash holds of the memory of the board */
uint64_t BC(shg_memory_keys)(const board *b);
/* In whose hand a man taken by colour comes to be, and as what; kind 0 if it is gone */
shg_code BC(shg_into_hand)(const board *b, shg_code taken, shoogi_colour colour);
/* Men put on empty squares, and taken off, for a while: nothing else is kept in step. */
void BC(shg_add_man)(board *b, unsigned sq, shg_code code);
void BC(shg_remove_man)(board *b, unsigned sq, shg_code code);
void BC(shg_copy_board)(board *to, const board *from);
void BC(shg_board_do)(board *b, shoogi_move move, shg_past *past);
void BC(shg_board_undo)(board *b, const shg_past *past);
shoogi_result BC(shg_board_over)(const board *b);

#endif
