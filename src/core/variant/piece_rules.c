#include "core/variant/piece_rules.h"

#include <assert.h>

bool shg_drop_square(const shoogi_variant *v, shoogi_kind kind, shoogi_colour colour,
                     shoogi_square square)
{
    assert(kind >= 1 && kind <= v->kinds && square < v->squares);
    const shg_kind *k = &v->kind[kind];
    const unsigned from_back = v->ranks - 1 - shg_ranks_ahead(v, colour, square);
    const shoogi_square seen = shg_square_for_black(v, colour, square);
    if (v->hole[square] || v->no_drop[square] || from_back < k->drop_first ||
        from_back >= k->drop_depth || (k->morph && k->morph[seen] == SHG_MORPH_BARRED))
        return false;
    return !v->rules.drop_no_moves_barred || shg_can_ever_move(v, kind, colour, square);
}

bool shg_royal_is_in_hand(const shoogi_variant *v, const uint16_t *hand, unsigned royals)
{
    if (royals > 0)
        return false;
    for (unsigned k = 1; k <= v->kinds; k++)
        if (v->kind[k].royal && hand[k] > 0)
            return true;
    return false;
}

bool shg_royal_in_hand_forbids(const shoogi_variant *v, shoogi_move move, bool takes)
{
    assert(!shoogi_move_is_drop(move) || !takes);
    switch (v->rules.royal_in_hand) {
    case SHG_WAITING_FIRST:
        return !shoogi_move_is_drop(move) || !v->kind[shoogi_move_kind(move)].royal;
    case SHG_WAITING_PEACE: return takes || shoogi_move_is_promotion(move);
    case SHG_WAITING_TRUCE: return takes;
    default: return false;
    }
}

/* The counterpart of the piece on borrower in an unbroken line of pieces along the ride: as far from one end as it is
 * from the other.  any: of both sides; else of its own.  SHOOGI_NO_SQUARE: itself. */
static shoogi_square find_counterpart(const shoogi_variant *v, const shg_code *square,
                                      const shg_ride *ride, shoogi_square borrower, bool any)
{
    const shoogi_colour colour = shg_code_colour(square[borrower]);
    int steps[2] = { 0, 0 }; /* to each end */
    for (int way = 0; way < 2; way++)
        for (;; steps[way]++) {
            const int next = way == 0 ? steps[way] + 1 : -steps[way] - 1;
            const shoogi_square at = shg_ride_square(v, ride, colour, borrower, next);
            if (at == SHOOGI_NO_SQUARE || square[at] == 0 ||
                (!any && shg_code_colour(square[at]) != colour))
                break;
        }
    return steps[0] == steps[1] ? SHOOGI_NO_SQUARE
                                : shg_ride_square(v, ride, colour, borrower, steps[0] - steps[1]);
}

/* Whether the piece on from protects the square by a ride of its own. */
static bool rides_to(const shoogi_variant *v, const shg_code *square, shoogi_square from,
                     shoogi_square to)
{
    const shg_betza *const betza = &v->kind[shg_code_kind(square[from])].betza;
    for (size_t i = 0; i < betza->ride_count; i++)
        if ((betza->rides[i].modes & SHG_MODE_CAPTURE) &&
            shg_first_along(v, square, &betza->rides[i], from) == to)
            return true;
    return false;
}

unsigned shg_find_lenders(const shoogi_variant *v, const shg_code *square, shoogi_square borrower,
                          shoogi_square lenders[SHG_LENDERS_MAX])
{
    assert(borrower < v->squares && square[borrower] != 0);
    const shoogi_colour colour = shg_code_colour(square[borrower]);
    const unsigned friends = v->rules.borrow[0], enemies = v->rules.borrow[1];
    unsigned count = 0;
    for (unsigned i = 0; i < v->lending_count; i++) {
        const shg_lending *const l = &v->lendings[i];
        const shoogi_square at = shg_ride_square(v, &l->ride, colour, borrower, 1);
        if (at != SHOOGI_NO_SQUARE && square[at] != 0 &&
            l->from[shg_code_colour(square[at]) != colour])
            lenders[count++] = at;
    }
    static const struct {
        unsigned place;
        shg_ride ride;
    } lines[] = { { SHG_BORROW_FILE, { 0, 1, 1, 0 } }, { SHG_BORROW_RANK, { 1, 0, 1, 0 } } };
    for (unsigned i = 0; i < 2; i++) {
        if (!(friends & lines[i].place))
            continue;
        const shoogi_square at =
            find_counterpart(v, square, &lines[i].ride, borrower, enemies & lines[i].place);
        if (at != SHOOGI_NO_SQUARE)
            lenders[count++] = at;
    }
    if (friends & SHG_BORROW_GUARDS)
        for (shoogi_square sq = 0; sq < v->squares && count < SHG_LENDERS_MAX - 1; sq++)
            if (sq != borrower && square[sq] != 0 && shg_code_colour(square[sq]) == colour &&
                rides_to(v, square, sq, borrower))
                lenders[count++] = sq;
    if (count == 0 || (friends & SHG_BORROW_OWN))
        lenders[count++] = borrower;
    assert(count <= SHG_LENDERS_MAX);
    return count;
}

bool shg_has_own_moves(const shoogi_variant *v, const shg_code *square, shoogi_square borrower)
{
    shoogi_square lenders[SHG_LENDERS_MAX];
    return !shg_borrows(v) ||
           lenders[shg_find_lenders(v, square, borrower, lenders) - 1] == borrower;
}

shoogi_square shg_first_along(const shoogi_variant *v, const shg_code *square, const shg_ride *ride,
                              shoogi_square from)
{
    assert(from < v->squares && square[from] != 0);
    const shoogi_colour colour = shg_code_colour(square[from]);
    for (unsigned steps = 1; ride->reach == 0 || steps <= ride->reach; steps++) {
        const shoogi_square at = shg_ride_square(v, ride, colour, from, (int)steps);
        if (at == SHOOGI_NO_SQUARE || square[at] != 0)
            return at;
    }
    return SHOOGI_NO_SQUARE;
}

shg_ride shg_castle_step(const shoogi_variant *v, const shg_castle *castle, shoogi_colour colour)
{
    const bool flips = v->rules.castle_flip && colour == SHOOGI_WHITE;
    return (shg_ride){ (int8_t)(flips ? -castle->right : castle->right), castle->forward, 1,
                       SHG_MODE_MOVE };
}

shoogi_square shg_castling_home(const shoogi_variant *v, const shg_castle *castle,
                                shoogi_colour colour, shoogi_square from)
{
    const shg_ride ride = shg_castle_step(v, castle, colour);
    shoogi_square last = SHOOGI_NO_SQUARE, before = SHOOGI_NO_SQUARE;
    for (int steps = 1;; steps++) {
        const shoogi_square at = shg_ride_square(v, &ride, colour, from, steps);
        if (at == SHOOGI_NO_SQUARE)
            return castle->second ? before : last;
        if (v->start[at] == 0)
            continue;
        before = last;
        last = at;
    }
}

shoogi_move shg_castling_make(const shoogi_variant *v, const shg_castle *castle, shoogi_kind kind,
                              shoogi_colour colour, shoogi_square from, shoogi_square partner)
{
    const shg_ride ride = shg_castle_step(v, castle, colour);
    const shoogi_square to = shg_ride_square(v, &ride, colour, from, castle->steps);
    const shoogi_move move = shoogi_move_make(from, to, kind, false) | SHOOGI_MOVE_CASTLING;
    return castle->names_partner ? shoogi_move_with_via(move, v->ranks, &partner, 1) : move;
}

/* The distance of neighbouring squares on the way of a castling piece. */
static int castling_stride(const shoogi_variant *v, shoogi_move move)
{
    const int ranks = (int)v->ranks, from = shoogi_move_from(move), to = shoogi_move_to(move);
    assert(shoogi_move_is_castling(move) && from != to);
    assert(from / ranks == to / ranks || from % ranks == to % ranks);
    return (from / ranks == to / ranks ? 1 : ranks) * (to > from ? 1 : -1);
}

shoogi_square shg_castling_partner(const shoogi_variant *v, const shg_code *square,
                                   shoogi_move move)
{
    const int stride = castling_stride(v, move);
    int at = (int)shoogi_move_from(move) + stride;
    while (square[at] == 0)
        at += stride;
    assert(at >= 0 && at < (int)v->squares);
    return (shoogi_square)at;
}

shoogi_square shg_castling_stop(const shoogi_variant *v, shoogi_move move)
{
    return (shoogi_square)((int)shoogi_move_to(move) - castling_stride(v, move));
}

bool shg_tries_are_last_ranks(const shoogi_variant *v)
{
    for (shoogi_square sq = 0; sq < v->squares; sq++)
        for (int colour = 0; colour < 2; colour++)
            if (v->try_square[colour][sq] != (shg_ranks_ahead(v, (shoogi_colour)colour, sq) == 0))
                return false;
    return true;
}

shoogi_square shg_find_immobiliser(const shoogi_variant *v, const shg_code *square,
                                   shoogi_square held)
{
    assert(held < v->squares && square[held] != 0);
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        const shg_kind *const net = &v->kind[shg_code_kind(square[sq])];
        if (square[sq] == 0 || !net->immobilises ||
            shg_code_colour(square[sq]) == shg_code_colour(square[held]))
            continue;
        for (size_t i = 0; i < net->betza.ride_count; i++)
            if (net->betza.rides[i].reach != 1 &&
                shg_first_along(v, square, &net->betza.rides[i], sq) == held)
                return sq;
    }
    return SHOOGI_NO_SQUARE;
}
