#include "help/moves.h"

#include "core/variant_int.h"
#include "shoogi/position.h"

#include <stdlib.h>

/* ---- the diagram ---- */

static int longest(const shg_ride *ride)
{
    const int right = abs(ride->right), forward = abs(ride->forward);
    return right > forward ? right : forward;
}

static char line_sign(const shg_ride *ride)
{
    return ride->right == 0               ? '|'
           : ride->forward == 0           ? '-'
           : ride->right == ride->forward ? '/'
                                          : '\\';
}

/* How far the diagram has to reach to show what there is to see. */
static int reach_of(const shg_betza *betza)
{
    int around = betza->chain_count > 0 ? 2 : 1;
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *ride = &betza->rides[i];
        const int steps = ride->reach == 0 ? 2 : ride->reach;
        const int far = steps * longest(ride);
        around = far > around ? far : around;
    }
    return around < SHG_AROUND_MAX ? around : SHG_AROUND_MAX;
}

/* What chains of legs reach besides, found by asking the rules about a piece that is alone on the board. */
static bool add_chained(shg_moves_grid *grid, const shoogi_variant *variant, shoogi_kind kind)
{
    const int files = (int)variant->files, ranks = (int)variant->ranks;
    const int file = files / 2, rank = ranks / 2;
    shoogi_position *alone = NULL;
    if (!shoogi_variant_has_square(variant, (unsigned)file, (unsigned)rank))
        return true; /* there is a hole in the middle */
    if (shoogi_position_new(&alone, variant) != SHOOGI_OK)
        return false;
    shoogi_position_clear(alone);
    shoogi_position_put(alone, shoogi_variant_square(variant, (unsigned)file, (unsigned)rank),
                        (shoogi_piece){ kind, SHOOGI_BLACK });
    shoogi_position_ready(alone);
    for (int down = -grid->around; down <= grid->around; down++)
        for (int left = -grid->around; left <= grid->around; left++) {
            const int f = file + left, r = rank + down;
            char *sign = &grid->sign[down + grid->around][grid->around - left];
            if (*sign == '.' && f >= 0 && f < files && r >= 0 && r < ranks &&
                shoogi_variant_has_square(variant, (unsigned)f, (unsigned)r) &&
                shoogi_position_attacked(
                    alone, shoogi_variant_square(variant, (unsigned)f, (unsigned)r), SHOOGI_BLACK))
                *sign = '+';
        }
    shoogi_position_free(alone);
    return true;
}

bool shg_moves_grid_make(shg_moves_grid *grid, const shoogi_variant *variant, shoogi_kind kind)
{
    const shg_betza *betza = &variant->kind[kind].betza;
    const int around = reach_of(betza);
    *grid = (shg_moves_grid){ .around = around };
    for (int row = 0; row <= 2 * around; row++)
        for (int column = 0; column <= 2 * around; column++)
            grid->sign[row][column] = '.';
    grid->sign[around][around] = 'o';
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *ride = &betza->rides[i];
        const bool jumps = longest(ride) > 1;
        for (int step = 1; ride->reach == 0 || step <= ride->reach; step++) {
            const int row = around - step * ride->forward, column = around + step * ride->right;
            if (row < 0 || column < 0 || row > 2 * around || column > 2 * around)
                break;
            char *sign = &grid->sign[row][column];
            const char mode = ride->modes == SHG_MODE_MOVE      ? 'm'
                              : ride->modes == SHG_MODE_CAPTURE ? 'c'
                                                                : '\0';
            const char plain = jumps ? '#' : ride->reach == 0 ? line_sign(ride) : '*';
            if (*sign == '.')
                *sign = mode ? mode : plain;
            else if (!mode || *sign + mode == 'm' + 'c') /* both, or once more by another way */
                *sign = *sign == 'm' || *sign == 'c' || ride->reach == 0 ? plain : *sign;
        }
    }
    return betza->chain_count == 0 || add_chained(grid, variant, kind);
}

/* ---- words ---- */

enum { AHEAD, AHEAD_LEFT, AHEAD_RIGHT, LEFT, RIGHT, BACK_LEFT, BACK_RIGHT, BACK, DIRECTIONS };

static int direction_of(const shg_ride *ride)
{
    static const int of[3][3] = { { BACK_LEFT, BACK, BACK_RIGHT },
                                  { LEFT, -1, RIGHT },
                                  { AHEAD_LEFT, AHEAD, AHEAD_RIGHT } };
    const int right = (ride->right > 0) - (ride->right < 0);
    const int forward = (ride->forward > 0) - (ride->forward < 0);
    return of[forward + 1][right + 1];
}

/* Straight and diagonal, also when far: not the leaps of a knight. */
static bool is_straight(const shg_ride *ride)
{
    return ride->right == 0 || ride->forward == 0 || abs(ride->right) == abs(ride->forward);
}

static void write_directions(shg_out *out, unsigned mask)
{
    static const struct {
        unsigned mask;
        const char *words;
    } rows[] = {
        { 1u << AHEAD, "forward" },
        { 1u << BACK, "back" },
        { 1u << LEFT | 1u << RIGHT, "sideways" },
        { 1u << LEFT, "to the left" },
        { 1u << RIGHT, "to the right" },
        { 1u << AHEAD_LEFT | 1u << AHEAD_RIGHT | 1u << BACK_LEFT | 1u << BACK_RIGHT, "diagonally" },
        { 1u << AHEAD_LEFT | 1u << AHEAD_RIGHT, "diagonally forward" },
        { 1u << BACK_LEFT | 1u << BACK_RIGHT, "diagonally back" },
        { 1u << AHEAD_LEFT, "forward to the left" },
        { 1u << AHEAD_RIGHT, "forward to the right" },
        { 1u << BACK_LEFT, "back to the left" },
        { 1u << BACK_RIGHT, "back to the right" },
    };
    if (mask == (1u << DIRECTIONS) - 1) {
        shg_out_text(out, "in any direction");
        return;
    }
    for (size_t i = 0, written = 0; mask != 0; i++) {
        if ((mask & rows[i].mask) != rows[i].mask)
            continue;
        mask &= ~rows[i].mask;
        shg_out_format(out, "%s%s", written++ == 0 ? "" : mask ? ", " : " or ", rows[i].words);
    }
}

/* "any number of squares", "one square", "the second square" */
static void write_distance(shg_out *out, const shg_ride *ride)
{
    static const char *const ordinals[] = { "second", "third", "fourth", "fifth" };
    const int far = longest(ride);
    if (far > 1 && far < 6)
        shg_out_format(out, "by a jump to the %s square", ordinals[far - 2]);
    else if (far > 1)
        shg_out_format(out, "by a jump of %d squares", far);
    else if (ride->reach == 0)
        shg_out_text(out, "any number of squares");
    else if (ride->reach == 1)
        shg_out_text(out, "one square");
    else
        shg_out_format(out, "up to %u squares", ride->reach);
}

static void write_end(shg_out *out, const shg_ride *ride)
{
    if (longest(ride) > 1 && ride->reach != 1)
        shg_out_text(out, " and on in equal jumps");
    if (ride->modes == SHG_MODE_MOVE)
        shg_out_text(out, ", but takes nothing so");
    else if (ride->modes == SHG_MODE_CAPTURE)
        shg_out_text(out, ", but only to take");
}

/* The leaps of a knight: "by a jump two squares forward and one to the side". */
static void write_oblique(shg_out *out, const shg_ride *ride, bool both_ways)
{
    static const char *const numbers[] = { "", "one", "two", "three", "four", "five" };
    const int right = abs(ride->right), forward = abs(ride->forward);
    const char *which = both_ways ? "forward or back" : ride->forward > 0 ? "forward" : "back";
    if (right > 5 || forward > 5)
        shg_out_format(out, "by a jump %d squares %s and %d to the side", forward, which, right);
    else
        shg_out_format(out, "by a jump %s square%s %s and %s to the side", numbers[forward],
                       forward > 1 ? "s" : "", which, numbers[right]);
}

static bool same_manner(const shg_ride *a, const shg_ride *b)
{
    return longest(a) == longest(b) && a->reach == b->reach && a->modes == b->modes &&
           is_straight(a) == is_straight(b);
}

void shg_moves_write(shg_out *out, const shoogi_variant *variant, shoogi_kind kind)
{
    const shg_betza *betza = &variant->kind[kind].betza;
    bool told[SHG_RIDES_MAX] = { false };
    unsigned phrases = 0;
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *ride = &betza->rides[i];
        if (told[i])
            continue;
        shg_out_text(out, phrases++ == 0 ? "It goes " : "; or ");
        unsigned mask = 0;
        bool both_ways = false;
        for (size_t j = i; j < betza->ride_count; j++) {
            const shg_ride *other = &betza->rides[j];
            if (!same_manner(ride, other) ||
                (!is_straight(ride) && abs(ride->right) != abs(other->right)))
                continue;
            told[j] = true;
            mask |= 1u << direction_of(other);
            both_ways = both_ways || other->forward == -ride->forward;
        }
        if (is_straight(ride)) {
            write_distance(out, ride);
            shg_out_char(out, ' ');
            write_directions(out, mask);
        } else {
            write_oblique(out, ride, both_ways);
        }
        write_end(out, ride);
    }
    shg_out_text(out, phrases > 0 ? "." : "");
    bool takes_twice = false, jumps = false;
    for (size_t i = 0; i < betza->chain_count; i++)
        takes_twice = takes_twice || shg_chain_is_double_step(&betza->chains[i]);
    for (size_t i = 0; i < betza->ride_count; i++)
        jumps = jumps || longest(&betza->rides[i]) > 1;
    if (takes_twice)
        shg_out_format(
            out,
            "%s%s may also take on the first of two steps, and go on, take again or come back.",
            phrases > 0 ? " " : "", jumps ? "Where it jumps it" : "It");
    else if (betza->chain_count > 0)
        shg_out_text(out, phrases > 0 ? " It has moves of several steps, too."
                                      : "It goes in several steps of one turn.");
    else if (phrases == 0)
        shg_out_text(out, "It does not move.");
}
