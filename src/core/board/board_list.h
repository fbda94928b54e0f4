/* board_list.h: what the two files that list moves share: board_moves.c, which knows the moves of most men as
 * sets of squares, and board_special.c, which looks at those of the others one by one. */
#ifndef SHG_CORE_BOARD_BOARD_LIST_H
#define SHG_CORE_BOARD_BOARD_LIST_H

#include "core/board/board_int.h"

/* What is asked of generate(): how many moves there are, which, or every way to write each.  A constant
 * wherever it is named, so that each is code of its own; counting in games where nothing but promotion
 * and check is asked of a man who goes somewhere (tables.ordinary) is worth one too: with all the
 * questions of other games in it a count of Shogi took a quarter longer.  NOISY and QUIET list a part:
 * see board_search.h. */
typedef enum wanted { COUNT_ORDINARY, COUNT, LIST, PATHS, NOISY, QUIET } wanted;

ALWAYS_INLINE bool counts(wanted what)
{
    return what <= COUNT;
}

/* From where men would attack the lone royal of the other side were there none of their own side between. */
enum { CHECK_CLASSES_MAX = 128 };
typedef struct check_info {
    bits discoverers; /* men that alone stand between the royal and one that would attack it */
    bits from[CHECK_CLASSES_MAX]; /* by shape */
} check_info;

/* Where moves go: into a list, or nowhere. */
typedef struct sink {
    shoogi_move *moves;
    size_t room, count;
    bool free;                   /* as moves_like of board_ops.h */
    size_t enough;               /* so many will do; 0: all are wanted */
    bool sifts;                  /* leave out some, for one of these reasons: */
    bool tests;                  /* the royal would stand attacked */
    shoogi_move like, like_bits; /* the move is not like this one in these bits */
    bool sorts, noisy;           /* sorts: it is not noisy, or is */
    const check_info *checks; /* it cannot attack the royal of the other side; NULL: it may stay */
    /* Of PATHS only those of these men, or drops. */
    bits pieces;
    bool drops;
} sink;

typedef struct surveyed_pin {
    unsigned square;
    bits line; /* where the pinned man may go */
} surveyed_pin;

/* What is known of a position once, before any man is looked at. */
typedef struct surveyed {
    bits occupied;
    bits target;      /* where a man other than a guarded royal may land */
    bits drop_target; /* where a man may be dropped, as far as check decides */
    bits pinned;
    unsigned royal; /* the square of the royal that must not be left attacked, or NO_SQUARE */
    unsigned pin_count;
    surveyed_pin pins[PINS_MAX];
    bool any_barred; /* the counter-strike mark may forbid some captures to unmarked takers */
    bits odd;        /* where landing has rules of its own for any man */
    bool any_odd;
    bool free; /* no rule about who may take whom is asked */
    bool can_pass;
} surveyed;

/* board_moves.c */
bool BC(shg_is_barred)(const board *b, shoogi_move move);
bits BC(shg_plain_targets)(const board *b, const surveyed *k, const move_class *sh, unsigned sq);
void BC(shg_go)(const board *b, const move_class *sh, unsigned sq, bits targets, sink *out,
                wanted what);

/* True if the move may attack the royal of the other side. */
static inline bool may_check(const board *b, const check_info *checks, shoogi_move move)
{
    if ((move & SHOOGI_MOVE_DIRECT) != SHOOGI_MOVE_DIRECT ||
        (move & (SHOOGI_MOVE_SELF_DESTRUCT | SHOOGI_MOVE_UNLOAD)))
        return true;
    if (bits_has(&checks->from[b->t->move_class_of[shoogi_move_kind(move)]], shoogi_move_to(move)))
        return true;
    return !shoogi_move_is_drop(move) && bits_has(&checks->discoverers, shoogi_move_from(move));
}

static NEVER_INLINE bool is_left_out(const board *b, const sink *out, shoogi_move move)
{
    return ((move ^ out->like) & out->like_bits) != 0 ||
           (out->sorts && BC(shg_is_noisy)(b, move) != out->noisy) ||
           (out->checks && !may_check(b, out->checks, move)) ||
           (out->tests && BC(shg_is_barred)(b, move));
}

static inline void emit(const board *b, sink *out, shoogi_move move)
{
    if (out->sifts && is_left_out(b, out, move))
        return;
    if (out->count < out->room)
        out->moves[out->count] = move;
    out->count++;
}

/* board_special.c: those of targets that no rule about who may take whom forbids. */
bits BC(shg_allowed_by_trade)(const board *b, const surveyed *k, const move_class *sh,
                              unsigned from, bits targets);
/* All moves of one man, those that take nothing on the way to allowed squares only. */
void BC(shg_go_special)(const board *b, surveyed *k, const move_class *sh, unsigned sq,
                        bits allowed, sink *out, wanted what);
/* The pass, which several men may make with one result. */
void BC(shg_go_pass)(const board *b, const surveyed *k, sink *out, wanted what);

#endif
