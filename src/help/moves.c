#include "help/moves.h"

#include "core/variant_int.h"
#include "help/page.h"
#include "shoogi/position.h"

#include <stdio.h>
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

enum { PHRASE_BYTES = 400 };

/* "forward, sideways or diagonally back" */
static void write_directions(char text[PHRASE_BYTES], shg_language language, unsigned mask)
{
    static const struct {
        unsigned mask;
        const char *words;
    } rows[] = {
        { 1u << AHEAD, SHG_WORD("direction", "forward") },
        { 1u << BACK, SHG_WORD("direction", "back") },
        { 1u << LEFT | 1u << RIGHT, SHG_WORD("direction", "sideways") },
        { 1u << LEFT, SHG_WORD("direction", "to the left") },
        { 1u << RIGHT, SHG_WORD("direction", "to the right") },
        { 1u << AHEAD_LEFT | 1u << AHEAD_RIGHT | 1u << BACK_LEFT | 1u << BACK_RIGHT,
          SHG_WORD("direction", "diagonally") },
        { 1u << AHEAD_LEFT | 1u << AHEAD_RIGHT, SHG_WORD("direction", "diagonally forward") },
        { 1u << BACK_LEFT | 1u << BACK_RIGHT, SHG_WORD("direction", "diagonally back") },
        { 1u << AHEAD_LEFT, SHG_WORD("direction", "forward to the left") },
        { 1u << AHEAD_RIGHT, SHG_WORD("direction", "forward to the right") },
        { 1u << BACK_LEFT, SHG_WORD("direction", "back to the left") },
        { 1u << BACK_RIGHT, SHG_WORD("direction", "back to the right") },
    };
    shg_out out = shg_out_make(text, PHRASE_BYTES);
    if (mask == (1u << DIRECTIONS) - 1) {
        shg_out_text(&out, shg_word_in(language, "direction", "in any direction"));
        return;
    }
    for (size_t i = 0, written = 0; mask != 0; i++) {
        if ((mask & rows[i].mask) != rows[i].mask)
            continue;
        mask &= ~rows[i].mask;
        if (written++ > 0)
            shg_out_text(&out, mask ? shg_word_in(language, "list", ", ")
                                    : shg_word_in(language, "list", " or "));
        shg_out_text(&out, shg_word_in(language, "direction", rows[i].words));
    }
}

/* "any number of squares diagonally", "by a jump to the second square forward" */
static void write_straight(char text[PHRASE_BYTES], shg_language language, const shg_ride *ride,
                           unsigned mask)
{
    char where[PHRASE_BYTES];
    write_directions(where, language, mask);
    const int far = longest(ride);
    shg_out out = shg_out_make(text, PHRASE_BYTES);
    switch (far) {
    case 1:
        if (ride->reach == 0)
            shg_out_format(&out, shg_text_in(language, "any number of squares %s"), where);
        else if (ride->reach == 1)
            shg_out_format(&out, shg_text_in(language, "one square %s"), where);
        else
            shg_out_format(&out, shg_text_in(language, "up to %u squares %s"), ride->reach, where);
        break;
    case 2:
        shg_out_format(&out, shg_text_in(language, "by a jump to the second square %s"), where);
        break;
    case 3:
        shg_out_format(&out, shg_text_in(language, "by a jump to the third square %s"), where);
        break;
    case 4:
        shg_out_format(&out, shg_text_in(language, "by a jump to the fourth square %s"), where);
        break;
    case 5:
        shg_out_format(&out, shg_text_in(language, "by a jump to the fifth square %s"), where);
        break;
    default:
        shg_out_format(&out, shg_text_in(language, "by a jump of %d squares %s"), far, where);
        break;
    }
}

/* The leaps of a knight: "by a jump two squares forward and one to the side". */
static void write_oblique(char text[PHRASE_BYTES], shg_language language, const shg_ride *ride,
                          bool both_ways)
{
    static const char *const numbers[] = { "",
                                           SHG_WORD("number", "one"),
                                           SHG_WORD("number", "two"),
                                           SHG_WORD("number", "three"),
                                           SHG_WORD("number", "four"),
                                           SHG_WORD("number", "five") };
    const int right = abs(ride->right), forward = abs(ride->forward);
    char ahead[20], aside[20];
    snprintf(ahead, sizeof ahead, "%d", forward);
    snprintf(aside, sizeof aside, "%d", right);
    if (right <= 5 && forward <= 5) {
        snprintf(ahead, sizeof ahead, "%s", shg_word_in(language, "number", numbers[forward]));
        snprintf(aside, sizeof aside, "%s", shg_word_in(language, "number", numbers[right]));
    }
    const char *which = both_ways           ? shg_word_in(language, "direction", "forward or back")
                        : ride->forward > 0 ? shg_word_in(language, "direction", "forward")
                                            : shg_word_in(language, "direction", "back");
    snprintf(text, PHRASE_BYTES,
             forward > 1 ? shg_text_in(language, "by a jump %s squares %s and %s to the side")
                         : shg_text_in(language, "by a jump %s square %s and %s to the side"),
             ahead, which, aside);
}

/* How it goes on, and whether it only moves or only takes so. */
static void write_phrase(shg_out *out, shg_language language, const shg_ride *ride,
                         const char *phrase)
{
    char whole[PHRASE_BYTES];
    if (longest(ride) > 1 && ride->reach != 1)
        snprintf(whole, sizeof whole, shg_text_in(language, "%s and on in equal jumps"), phrase);
    else
        snprintf(whole, sizeof whole, "%s", phrase);
    if (ride->modes == SHG_MODE_MOVE)
        shg_out_format(out, shg_text_in(language, "%s, but takes nothing so"), whole);
    else if (ride->modes == SHG_MODE_CAPTURE)
        shg_out_format(out, shg_text_in(language, "%s, but only to take"), whole);
    else
        shg_out_text(out, whole);
}

static bool same_manner(const shg_ride *a, const shg_ride *b)
{
    return longest(a) == longest(b) && a->reach == b->reach && a->modes == b->modes &&
           is_straight(a) == is_straight(b);
}

/* "one square forward; or any number of squares back": all that are no chains.  Returns whether there are any. */
static bool write_rides(shg_out *out, shg_language language, const shg_betza *betza)
{
    bool told[SHG_RIDES_MAX] = { false };
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *ride = &betza->rides[i];
        if (told[i])
            continue;
        if (i > 0)
            shg_out_text(out, shg_word_in(language, "list", "; or "));
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
        char phrase[PHRASE_BYTES];
        if (is_straight(ride))
            write_straight(phrase, language, ride, mask);
        else
            write_oblique(phrase, language, ride, both_ways);
        write_phrase(out, language, ride, phrase);
    }
    return betza->ride_count > 0;
}

void shg_moves_write(shg_out *out, shg_language language, const shoogi_variant *variant,
                     shoogi_kind kind)
{
    const shg_betza *betza = &variant->kind[kind].betza;
    shg_out rides = shg_out_growing();
    const bool goes = write_rides(&rides, language, betza);
    if (goes)
        shg_out_format(out, shg_text_in(language, "It goes %s."), rides.bytes ? rides.bytes : "");
    out->spent = out->spent || rides.spent;
    free(rides.bytes);
    bool takes_twice = false, jumps = false;
    for (size_t i = 0; i < betza->chain_count; i++)
        takes_twice = takes_twice || shg_chain_is_double_step(&betza->chains[i]);
    for (size_t i = 0; i < betza->ride_count; i++)
        jumps = jumps || longest(&betza->rides[i]) > 1;
    if (betza->sweep_count > 0) {
        shg_help_begin_sentence(out);
        shg_out_text(
            out,
            shg_text_in(
                language,
                "Over as many men as stand there it may go on, straight as it goes, and all of "
                "them are taken."));
    }
    if (goes && betza->chain_count > 0)
        shg_help_begin_sentence(out);
    if (takes_twice)
        shg_out_text(
            out,
            jumps
                ? shg_text_in(
                      language,
                      "Where it jumps it may also take on the first of two steps, and go on, take again or come back.")
                : shg_text_in(
                      language,
                      "It may also take on the first of two steps, and go on, take again or come back."));
    else if (betza->chain_count > 0)
        shg_out_text(out, goes ? shg_text_in(language, "It has moves of several steps, too.")
                               : shg_text_in(language, "It goes in several steps of one turn."));
    else if (!goes)
        shg_out_text(out, shg_text_in(language, "It does not move."));
}
