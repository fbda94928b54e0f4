#include "notation/moves/wording.h"

#include "core/variant/square.h"

shoogi_kind shg_mover_of(const shoogi_position *position, shoogi_move move)
{
    return shoogi_move_is_drop(move) ? shoogi_move_kind(move)
                                     : shoogi_position_piece(position, shoogi_move_from(move)).kind;
}

shg_place shg_whole_place(const shoogi_variant *variant, shoogi_square square)
{
    const unsigned ranks = shoogi_variant_rank_count(variant);
    return (shg_place){ (int)(square / ranks), (int)(square % ranks) };
}

bool shg_place_holds(shg_place place, const shoogi_variant *variant, shoogi_square square)
{
    const shg_place whole = shg_whole_place(variant, square);
    return (place.file == SHG_ANY || place.file == whole.file) &&
           (place.rank == SHG_ANY || place.rank == whole.rank);
}

shg_route shg_route_of(const shoogi_position *position, shoogi_move move)
{
    const shoogi_square from = shoogi_move_from(move);
    shg_route route = { .stays = shoogi_move_to(move) == from };
    shoogi_square squares[SHG_STEPS_MAX];
    const unsigned count = shg_visited_squares(
        squares, move, shoogi_variant_rank_count(shoogi_position_variant(position)));
    for (unsigned i = 0; i < count; i++) {
        const shoogi_square square = squares[i];
        bool captures = square != from && shoogi_position_piece(position, square).kind != 0;
        for (unsigned k = 0; k < route.count; k++) /* the captured piece is gone */
            captures = captures && route.stops[k].square != square;
        route.stops[route.count].square = square;
        route.stops[route.count++].captures = captures;
        route.taken += captures;
    }
    /* A piece that burns by passing moves, so to speak, to its own square. */
    if (route.stays && route.taken == 0 && shg_burns_in_place(position, from))
        return (shg_route){ .stops = { { from, false } }, .count = 1 };
    return route;
}

shg_wording shg_wording_of(const shoogi_position *position, shoogi_move move)
{
    const shg_route route = shg_route_of(position, move);
    shg_wording wording = { .from = { SHG_ANY, SHG_ANY } };
    if (route.stays && route.taken == 0)
        return wording;
    wording.kind = shg_mover_of(position, move);
    wording.stays = route.stays && route.taken == 1;
    if (!shoogi_move_is_drop(move))
        wording.from = shg_whole_place(shoogi_position_variant(position), shoogi_move_from(move));
    for (unsigned i = 0; i < route.count; i++) {
        const bool last = i + 1 == route.count, captures = route.stops[i].captures;
        /* A via square on which nothing happens is not written. */
        if (wording.stays ? last : !last && !captures)
            continue;
        wording.steps[wording.step_count++] = (shg_step){ captures                    ? 'x'
                                                          : shoogi_move_is_drop(move) ? '*'
                                                                                      : '-',
                                                          route.stops[i].square, 0 };
    }
    return wording;
}

void shg_wording_write(shg_out *out, const shoogi_variant *variant, const shg_wording *wording)
{
    if (wording->kind == 0) {
        shg_out_text(out, "--");
        return;
    }
    shg_out_text(out, shoogi_variant_kind(variant, wording->kind).id);
    if (wording->from.file != SHG_ANY)
        shg_out_format(out, "%d", wording->from.file + 1);
    if (wording->from.rank != SHG_ANY)
        shg_out_letters(out, (unsigned)wording->from.rank);
    for (unsigned i = 0; i < wording->step_count; i++) {
        if (wording->steps[i].sign != 0)
            shg_out_char(out, wording->steps[i].sign);
        if (wording->stays)
            shg_out_char(out, '!');
        shg_out_square(out, variant, wording->steps[i].to);
    }
    if (wording->mark != 0)
        shg_out_char(out, wording->mark);
    if (wording->form != 0)
        shg_out_text(out, shoogi_variant_kind(variant, wording->form).id);
}
