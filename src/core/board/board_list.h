/* board_list.h: shared by the two files that generate moves: board_moves.c generates the moves of most pieces from
 * bitboards, board_special.c those of the others one by one. */
#ifndef SHG_CORE_BOARD_BOARD_LIST_H
#define SHG_CORE_BOARD_BOARD_LIST_H

#include "core/board/board_int.h"

/* What generate() produces: a count of the moves, a list, or every encoding of each (PATHS).  It is always a constant,
 * so that the compiler specialises the code.  Counting in ordinary variants (tables.ordinary), where a move has no
 * other effects than promotion and check, has a specialisation of its own: without it, counting in Shogi took a
 * quarter longer.  NOISY and QUIET generate a part: see board_search.h. */
typedef enum generation_type { COUNT_ORDINARY, COUNT, LIST, PATHS, NOISY, QUIET } generation_type;

ALWAYS_INLINE bool counts(generation_type what)
{
    return what <= COUNT;
}

/* The squares from which pieces would give check to the only enemy royal, ignoring pieces of their own side in
 * between. */
enum { CHECK_CLASSES_MAX = 128 };
typedef struct check_info {
    bits discoverers;             /* pieces whose move uncovers a check */
    bits from[CHECK_CLASSES_MAX]; /* by movement class */
} check_info;

/* Where generated moves go: into a list, or nowhere. */
typedef struct sink {
    shoogi_move *moves;
    size_t room, count;
    bool free;                   /* as moves_like of board_ops.h */
    size_t enough;               /* stop after so many moves; 0: generate all */
    bool filters;                /* filter moves, for one of these reasons: */
    bool tests;                  /* the royal would be in check */
    bool exposing_known;         /* the following is computed with the first move that is tested */
    bits exposing;               /* squares that a move must touch to be tested */
    shoogi_move like, like_bits; /* the move differs from like in these bits */
    bool sorts, noisy;           /* with sorts: only noisy moves, or only others */
    const check_info *checks;    /* only moves that may give check; NULL: all moves */
    bool captures;               /* only captures */
    /* With PATHS: only moves of these pieces, or only drops. */
    bits pieces;
    bool drops;
} sink;

typedef struct surveyed_pin {
    unsigned square;
    bits line; /* where the pinned piece may go */
} surveyed_pin;

/* What is known about a position before its pieces are looked at one by one. */
typedef struct surveyed {
    bits occupied;
    bits target;      /* where pieces other than protected royals may land */
    bits drop_target; /* where pieces may be dropped without leaving the royal in check */
    bits pinned;
    unsigned royal; /* the square of the royal that may not be left in check; SHOOGI_NO_SQUARE: none */
    unsigned pin_count;
    surveyed_pin pins[PINS_MAX];
    bool any_barred;      /* the counter-strike square may forbid some captures */
    bits landing_effects; /* squares on which landing has rules of its own for every piece */
    bool any_landing_effects;
    bool free; /* ignore rules that restrict captures */
    bool can_pass;
} surveyed;

/* board_moves.c */
bool BC(shg_is_barred)(const board *b, shoogi_move move);
/* As shg_is_barred, for one of many moves: those that touch no exposing square need not be made. */
bool BC(shg_is_barred_listed)(const board *b, sink *out, shoogi_move move);
bits BC(shg_plain_targets)(const board *b, const surveyed *k, const move_class *sh, unsigned sq);
void BC(shg_go)(const board *b, const move_class *sh, unsigned sq, bits targets, sink *out,
                generation_type what);

/* Whether the move may give check. */
static inline bool may_check(const board *b, const check_info *checks, shoogi_move move)
{
    if ((move & SHOOGI_MOVE_DIRECT) != SHOOGI_MOVE_DIRECT ||
        (move & (SHOOGI_MOVE_SELF_DESTRUCT | SHOOGI_MOVE_UNLOAD)))
        return true;
    if (bits_has(&checks->from[b->t->move_class_of[shoogi_move_kind(move)]], shoogi_move_to(move)))
        return true;
    return !shoogi_move_is_drop(move) && bits_has(&checks->discoverers, shoogi_move_from(move));
}

static NEVER_INLINE bool is_left_out(const board *b, sink *out, shoogi_move move)
{
    return ((move ^ out->like) & out->like_bits) != 0 ||
           (out->captures && !BC(shg_captures_any)(b, move)) ||
           (out->sorts && BC(shg_is_noisy)(b, move) != out->noisy) ||
           (out->checks && !may_check(b, out->checks, move)) ||
           (out->tests && BC(shg_is_barred_listed)(b, out, move));
}

static inline void emit(const board *b, sink *out, shoogi_move move)
{
    if (out->filters && is_left_out(b, out, move))
        return;
    if (out->count < out->room)
        out->moves[out->count] = move;
    out->count++;
}

/* board_special.c: the targets that no trade rule forbids. */
bits BC(shg_allowed_by_trade)(const board *b, const surveyed *k, const move_class *sh,
                              unsigned from, bits targets);
/* All moves of one piece; those that capture nothing on the way only to allowed squares. */
void BC(shg_generate_special)(const board *b, surveyed *k, const move_class *sh, unsigned sq,
                              bits allowed, sink *out, generation_type what);
/* Castling of all pieces. */
void BC(shg_generate_castling)(const board *b, sink *out, generation_type what);
/* The pass, which several pieces may make with the same result. */
void BC(shg_generate_pass)(const board *b, const surveyed *k, sink *out, generation_type what);

#endif
