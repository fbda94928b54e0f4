/* board_search.c: exchanges, parts of the moves and null moves for a search; compiled once for each class. */
#include "core/board/board_search.h"

#include "core/board/board_int.h"
#include "core/variant/square.h"

/* The pieces of a side that attack one of the kind on sq, with ordinary moves and jumps along a line, if exactly these squares are
 * occupied. */
static bits attackers_of(const board *b, unsigned sq, shoogi_kind on_it, shoogi_colour colour,
                         bits occupied)
{
    assert(is_square(b, sq));
    const bits plain = b->t->borrows ? BC(shg_borrowing_attackers)(b, sq, colour, occupied)
                                     : plain_attackers(b, sq, colour, occupied);
    return bits_and(HAS_SHORT_CUTS && b->t->jumps
                        ? bits_or(plain, BC(shg_jumping_attackers)(b, sq, on_it, colour, occupied))
                        : plain,
                    occupied);
}

/* The least valuable of these pieces. */
static unsigned least_of(const board *b, bits pieces, const int *value)
{
    unsigned least = SHOOGI_NO_SQUARE;
    int cost = 0;
    EACH_SQUARE(sq, pieces)
    {
        const int of_this = value[shg_code_kind(b->square[sq])];
        if (least == SHOOGI_NO_SQUARE || of_this < cost) {
            least = (unsigned)sq;
            cost = of_this;
        }
    }
    return least;
}

/* The value of what a move captures, burns and gains by promotion.  *gone: all pieces that are not on their squares
 * after it. */
static NEVER_INLINE int gained_at_once(const board *b, shoogi_move move, const int *value,
                                       bits *gone)
{
    assert(has_ends(b, move));
    *gone = bits_none();
    if (shoogi_move_is_drop(move))
        return 0;
    const bits mover = bits_one(shoogi_move_from(move));
    const bits taken = bits_without(BC(shg_taken_by)(b, move), mover);
    int gain =
        value[shoogi_move_kind(move)] - value[shg_code_kind(b->square[shoogi_move_from(move)])];
    EACH_SQUARE(sq, taken)
    {
        const int of_this = value[shg_code_kind(b->square[sq])];
        gain += shg_code_colour(b->square[sq]) == b->side ? -of_this : of_this;
    }
    *gone = bits_or(taken, mover);
    return gain;
}

/* Whether the move captures a piece of the pair of a side without royals, which ends the game. */
static bool breaks_pair(const board *b, shoogi_move move)
{
    if (!b->v->rules.royal_pair || b->royals[shoogi_colour_other(b->side)] > 0 ||
        shoogi_move_is_drop(move))
        return false;
    bool breaks = false;
    shoogi_square stops[SHG_VISITED_MAX];
    const unsigned count = shg_visited_squares(stops, move, b->v->ranks);
    for (unsigned i = 0; i < count; i++) {
        const unsigned sq = stops[i];
        breaks = breaks || (b->square[sq] != 0 && shg_code_colour(b->square[sq]) != b->side &&
                            b->v->kind[shg_code_kind(b->square[sq])].royal_pair != 0);
    }
    return breaks;
}

static bool is_noisy(const shoogi_position *p, shoogi_move move)
{
    return BC(shg_is_noisy)(p->board, move);
}

static int promise(const shoogi_position *p, shoogi_move move, const int *value)
{
    bits gone;
    return gained_at_once(p->board, move, value, &gone);
}

static bool gains(const shoogi_position *p, shoogi_move move, const int *value, int least)
{
    const board *const b = p->board;
    const unsigned to = shoogi_move_to(move);
    if (breaks_pair(b, move))
        return true;
    bits gone;
    const int balance = gained_at_once(b, move, value, &gone) - least;
    if (move & SHOOGI_MOVE_SELF_DESTRUCT)
        return balance >= value[shoogi_move_kind(move)];
    if (balance < 0)
        return false; /* the other side may decline to capture */
    shoogi_kind on_it = shoogi_move_kind(move);
    int lacks = value[on_it] - balance;
    bits occupied = bits_without(occupied_all(b), gone);
    bool good = true; /* for the side that made the move, if the side to capture stops */
    for (shoogi_colour side = shoogi_colour_other(b->side); lacks >= good;
         side = shoogi_colour_other(side)) {
        const bits pieces = attackers_of(b, to, on_it, side, occupied);
        const unsigned from = least_of(b, pieces, value);
        if (from == SHOOGI_NO_SQUARE)
            break;
        on_it = shg_code_kind(b->square[from]);
        if (is_royal(b, b->square[from]) && b->v->rules.check_strict &&
            bits_any(attackers_of(b, to, on_it, shoogi_colour_other(side), occupied)))
            break; /* a royal may not capture into check */
        good = !good;
        occupied = bits_without(occupied, bits_one(from));
        lacks = value[on_it] - lacks;
    }
    return good;
}

static void do_null(shoogi_position *p)
{
    board *const b = p->board;
    assert(p->history_count < p->history_capacity);
    shg_made_move *const made = &p->history[p->history_count++];
    *made = (shg_made_move){ .hash = p->hash,
                             .counter_strike_square = (shoogi_square)b->counter_strike_square,
                             .pushed_from = (shoogi_square)b->pushed_from,
                             .pushed_to = (shoogi_square)b->pushed_to,
                             .pushed_first = b->pushed_first,
                             .last_kind = b->last_kind };
    const uint64_t kept = BC(shg_memory_keys)(b);
    b->counter_strike_square = b->pushed_from = b->pushed_to = SHOOGI_NO_SQUARE;
    p->hash += BC(shg_memory_keys)(b) - kept;
    p->hash += b->side == SHOOGI_BLACK ? SHG_SIDE_KEY : -SHG_SIDE_KEY;
    b->side = shoogi_colour_other(b->side);
    p->side = b->side;
    p->counter_strike_square = SHOOGI_NO_SQUARE;
}

static void undo_null(shoogi_position *p)
{
    board *const b = p->board;
    assert(p->history_count > 0 && b->side == p->side);
    const shg_made_move *const made = &p->history[--p->history_count];
    assert(made->move == 0); /* only in null moves */
    b->side = shoogi_colour_other(b->side);
    b->counter_strike_square = made->counter_strike_square;
    b->pushed_from = made->pushed_from;
    b->pushed_to = made->pushed_to;
    b->pushed_first = made->pushed_first;
    p->hash = made->hash;
    p->side = b->side;
    p->counter_strike_square = made->counter_strike_square;
}

static size_t moves_part(const shoogi_position *p, shoogi_move *moves, size_t moves_max,
                         shg_part part)
{
    assert(moves || moves_max == 0);
    return part == SHG_NOISY ? BC(shg_list_noisy)(p->board, moves, moves_max)
                             : BC(shg_list_quiet)(p->board, moves, moves_max);
}

static size_t checks(const shoogi_position *p, shoogi_move *moves, size_t moves_max, bool plain)
{
    return BC(shg_list_checks)(p->board, moves, moves_max, plain);
}

extern const shg_search_ops BC(shg_search_ops);
const shg_search_ops BC(shg_search_ops) = {
    .moves_part = moves_part,
    .checks = checks,
    .do_null = do_null,
    .undo_null = undo_null,
    .is_noisy = is_noisy,
    .material_gain = promise,
    .see_at_least = gains,
    .view = BC(shg_view),
};
