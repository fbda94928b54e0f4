#include "help/moves.h"

#include "core/variant/variant_int.h"
#include "help/page.h"
#include "shoogi/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int longest(const shg_ride *ride)
{
    const int right = abs(ride->right), forward = abs(ride->forward);
    return right > forward ? right : forward;
}

/* ---- moves of one leg that are not plain rides ---- */

/* Adds the steps of a first leg that are not in the list yet, as far as there is room; returns their number. */
static size_t add_steps(shg_ride *steps, size_t count, size_t room, const shg_leg *leg,
                        uint8_t modes)
{
    for (unsigned n = 0; n < 8; n++) {
        int right, forward;
        shg_leg_step(leg, n, &right, &forward);
        const shg_ride step = {
            .right = (int8_t)right, .forward = (int8_t)forward, .reach = leg->range, .modes = modes
        };
        size_t i = 0;
        while (i < count && memcmp(&steps[i], &step, sizeof step) != 0)
            i++;
        if ((leg->directions & 1u << n) && i == count && count < room)
            steps[count++] = step;
    }
    return count;
}

enum {
    PLAIN = SHG_MODE_MOVE | SHG_MODE_CAPTURE,
    SPECIAL_CAPTURES = SHG_MODE_DESTROY | SHG_MODE_ROYAL | SHG_MODE_PASSANT,
    WRAPS = SHG_MODE_CYLINDER | SHG_MODE_TORUS,
    BENDS = SHG_MODE_CROOKED | SHG_MODE_CIRCULAR,
    BOUND = SHG_MODE_SECOND | SHG_MODE_FAR, /* bound to a rank */
    LAME_LINE = 1 << 28,                    /* lame, over several squares in a straight line */
    LAME_WAYS = 1 << 29,                    /* lame, and several ways lead there */
    HALFWAY = 1 << 30                       /* the range is SHG_RANGE_HALF */
};

/* A ride with at most one special feature. */
typedef struct part {
    uint32_t feature; /* its modes; 0: a plain ride */
    uint8_t modes;
} part;

enum { PARTS_MAX = 4 };

/* Splits a chain of one leg into plain moves and each special capture.  Returns the number of parts; 0 if the chain has
 * several legs. */
static size_t find_parts(part parts[PARTS_MAX], const shg_chain *chain)
{
    const shg_leg *const leg = &chain->legs[0];
    if (chain->leg_count > 1)
        return 0;
    uint32_t feature = leg->modes & ~(uint32_t)(PLAIN | SPECIAL_CAPTURES | SHG_MODE_MARK);
    if (leg->range == SHG_RANGE_HALF)
        feature |= HALFWAY;
    if ((feature & SHG_MODE_LAME) && leg->longer > 2)
        feature = (feature & ~(uint32_t)SHG_MODE_LAME) |
                  (uint32_t)(leg->class == SHG_OBLIQUE ? LAME_WAYS : LAME_LINE);
    size_t count = 0;
    if (leg->modes & PLAIN)
        parts[count++] = (part){ feature, (uint8_t)(leg->modes & PLAIN) };
    else if (leg->modes & SHG_MODE_RELAY)
        parts[count++] = (part){ feature, PLAIN };
    static const uint32_t captures[] = { SHG_MODE_DESTROY, SHG_MODE_ROYAL, SHG_MODE_PASSANT };
    for (size_t i = 0; i < sizeof captures / sizeof captures[0]; i++)
        if (leg->modes & captures[i])
            parts[count++] = (part){ feature | captures[i], SHG_MODE_CAPTURE };
    return count;
}

/* Whether the leg is a slide that skips its first square. */
static bool skips_first(const shg_leg *leg)
{
    return (leg->modes & SHG_MODE_JUMP) && leg->longer == 1;
}

/* ---- the diagram ---- */

static char line_sign(const shg_ride *ride)
{
    return ride->right == 0               ? '|'
           : ride->forward == 0           ? '-'
           : ride->right == ride->forward ? '/'
                                          : '\\';
}

static bool jumps_along_slide(const shg_betza *betza, const shg_ride *jump)
{
    const int far = longest(jump);
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *slide = &betza->rides[i];
        if (far > 1 && slide->reach == 0 && slide->right * far == jump->right &&
            slide->forward * far == jump->forward)
            return true;
    }
    return false;
}

/* How far the diagram has to reach, in squares from its middle. */
static int reach_of(const shg_betza *betza)
{
    int around = betza->universal || betza->sweep_count > 0 ? SHG_AROUND_MAX : 1;
    for (size_t i = 0; i < betza->chain_count; i++) {
        int far = 0;
        for (size_t k = 0; k < betza->chains[i].leg_count; k++) {
            const shg_leg *leg = &betza->chains[i].legs[k];
            far += leg->longer * (leg->range == 0 ? SHG_AROUND_MAX : leg->range);
        }
        around = far > around ? far : around;
    }
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *ride = &betza->rides[i];
        const int steps = ride->reach == 0 ? 2 : ride->reach;
        /* One square more shows that a line continues behind a jump. */
        const int far = steps * longest(ride) + jumps_along_slide(betza, ride);
        around = far > around ? far : around;
    }
    return around < SHG_AROUND_MAX ? around : SHG_AROUND_MAX;
}

static bool has_square(const shoogi_variant *variant, int file, int rank)
{
    return file >= 0 && file < (int)variant->files && rank >= 0 && rank < (int)variant->ranks &&
           shoogi_variant_has_square(variant, (unsigned)file, (unsigned)rank);
}

/* Finds the square around which most of the diagram fits on the board, the nearest to the middle of the board.  False
 * if the board has no square. */
static bool find_middle(int *file, int *rank, const shoogi_variant *variant, int around)
{
    const int files = (int)variant->files, ranks = (int)variant->ranks;
    int best = 0, nearest = 0;
    for (int f = 0; f < files; f++)
        for (int r = 0; r < ranks; r++) {
            const int off = abs(f - files / 2) + abs(r - ranks / 2);
            int count = 0;
            for (int left = -around; left <= around; left++)
                for (int down = -around; down <= around; down++)
                    count += has_square(variant, f + left, r + down);
            if (has_square(variant, f, r) && (count > best || (count == best && off < nearest))) {
                best = count, nearest = off;
                *file = f, *rank = r;
            }
        }
    return best > 0;
}

/* Adds the squares that only chains of legs reach: the attacks of a piece alone on the board. */
static bool add_chained(shg_moves_grid *grid, const shoogi_variant *variant, shoogi_kind kind)
{
    int file, rank;
    shoogi_position *alone = NULL;
    if (!find_middle(&file, &rank, variant, grid->around))
        return true;
    if (shoogi_position_new(&alone, variant) != SHOOGI_OK)
        return false;
    shoogi_position_clear(alone);
    shoogi_position_put(alone, shoogi_variant_square(variant, (unsigned)file, (unsigned)rank),
                        (shoogi_piece){ kind, SHOOGI_BLACK });
    shoogi_position_setup_done(alone);
    for (int down = -grid->around; down <= grid->around; down++)
        for (int left = -grid->around; left <= grid->around; left++) {
            const int f = file + left, r = rank + down;
            char *sign = &grid->sign[down + grid->around][grid->around - left];
            if (*sign == '.' && has_square(variant, f, r) &&
                shoogi_position_is_attacked(
                    alone, shoogi_variant_square(variant, (unsigned)f, (unsigned)r), SHOOGI_BLACK))
                *sign = '+';
        }
    shoogi_position_free(alone);
    return true;
}

static void draw_ride(shg_moves_grid *grid, const shg_ride *ride)
{
    const int around = grid->around;
    const bool jumps = longest(ride) > 1;
    const char mode = ride->modes == SHG_MODE_MOVE      ? 'm'
                      : ride->modes == SHG_MODE_CAPTURE ? 'c'
                                                        : '\0';
    const char plain = jumps ? '#' : ride->reach == 0 ? line_sign(ride) : '*';
    for (int step = 1; ride->reach == 0 || step <= ride->reach; step++) {
        const int row = around - step * ride->forward, column = around + step * ride->right;
        if (row < 0 || column < 0 || row > 2 * around || column > 2 * around)
            break;
        char *sign = &grid->sign[row][column];
        if (*sign == '.')
            *sign = mode ? mode : plain;
        else if (!mode || *sign + mode == 'm' + 'c') /* both modes, or a second way */
            *sign = *sign == 'm' || *sign == 'c' || jumps || (ride->reach == 0 && *sign != '#')
                        ? plain
                        : *sign;
    }
}

/* Draws straight parts as rides, whatever their feature, but not those bound to a rank. */
static void draw_parts(shg_moves_grid *grid, const shg_chain *chain)
{
    part parts[PARTS_MAX];
    shg_ride steps[8];
    const size_t count = find_parts(parts, chain);
    if (count == 0 || skips_first(chain->legs) ||
        (chain->legs[0].modes & (WRAPS | BENDS | BOUND | SHG_MODE_RELAY | SHG_MODE_ANYWHERE)))
        return;
    for (size_t i = 0; i < count; i++) {
        const size_t step_count = add_steps(steps, 0, 8, &chain->legs[0], parts[i].modes);
        for (size_t k = 0; k < step_count; k++)
            draw_ride(grid, &steps[k]);
    }
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
    for (size_t i = 0; i < betza->ride_count; i++)
        draw_ride(grid, &betza->rides[i]);
    for (size_t i = 0; i < betza->chain_count; i++)
        draw_parts(grid, &betza->chains[i]);
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

/* Whether the ride goes on to the first piece, or to the middle of the board. */
static bool is_unbounded(const shg_ride *ride)
{
    return ride->reach == 0 || ride->reach == SHG_RANGE_HALF;
}

/* Whether the ride is orthogonal or diagonal, at any distance: not a jump like a knight's. */
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

/* "any number of squares diagonally", "by jumping to the second square forward" */
static void write_straight(char text[PHRASE_BYTES], shg_language language, const shg_ride *ride,
                           unsigned mask)
{
    char where[PHRASE_BYTES];
    write_directions(where, language, mask);
    const int far = longest(ride);
    shg_out out = shg_out_make(text, PHRASE_BYTES);
    switch (far) {
    case 1:
        if (is_unbounded(ride))
            shg_out_format(&out, shg_text_in(language, "any number of squares %s"), where);
        else if (ride->reach == 1)
            shg_out_format(&out, shg_text_in(language, "one square %s"), where);
        else
            shg_out_format(&out, shg_text_in(language, "up to %u squares %s"), ride->reach, where);
        break;
    case 2:
        shg_out_format(&out, shg_text_in(language, "by jumping to the second square %s"), where);
        break;
    case 3:
        shg_out_format(&out, shg_text_in(language, "by jumping to the third square %s"), where);
        break;
    case 4:
        shg_out_format(&out, shg_text_in(language, "by jumping to the fourth square %s"), where);
        break;
    case 5:
        shg_out_format(&out, shg_text_in(language, "by jumping to the fifth square %s"), where);
        break;
    default:
        shg_out_format(&out, shg_text_in(language, "by jumping %d squares %s"), far, where);
        break;
    }
}

/* The corners that oblique jumps lead to: a mask. */
enum {
    RIGHT_AHEAD = 1 << 0,
    RIGHT_BACK = 1 << 1,
    LEFT_AHEAD = 1 << 2,
    LEFT_BACK = 1 << 3,
    ON_RIGHT = RIGHT_AHEAD | RIGHT_BACK,
    ON_LEFT = LEFT_AHEAD | LEFT_BACK
};

static unsigned corner_of(const shg_ride *leap)
{
    return leap->right > 0     ? leap->forward > 0 ? RIGHT_AHEAD : RIGHT_BACK
           : leap->forward > 0 ? LEFT_AHEAD
                               : LEFT_BACK;
}

/* The corners that one phrase describes: all if left and right are alike, else those on the side of the jump. */
static unsigned corners_of_phrase(unsigned corners, const shg_ride *leap)
{
    const bool even = (corners & ON_RIGHT) == corners >> 2;
    return even ? corners : corners & (leap->right > 0 ? ON_RIGHT : ON_LEFT);
}

/* Oblique jumps: "by jumping two squares forward and one to the side". */
static void write_oblique(char text[PHRASE_BYTES], shg_language language, const shg_ride *ride,
                          unsigned corners)
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
    const bool leads_ahead = corners & (RIGHT_AHEAD | LEFT_AHEAD);
    const bool leads_back = corners & (RIGHT_BACK | LEFT_BACK);
    const char *which = !leads_back   ? shg_word_in(language, "direction", "forward")
                        : leads_ahead ? shg_word_in(language, "direction", "forward or back")
                                      : shg_word_in(language, "direction", "back");
    const bool far = forward > 1;
    if ((corners & ON_LEFT) == 0)
        snprintf(text, PHRASE_BYTES,
                 far ? shg_text_in(language, "by jumping %s squares %s and %s to the right")
                     : shg_text_in(language, "by jumping %s square %s and %s to the right"),
                 ahead, which, aside);
    else if ((corners & ON_RIGHT) == 0)
        snprintf(text, PHRASE_BYTES,
                 far ? shg_text_in(language, "by jumping %s squares %s and %s to the left")
                     : shg_text_in(language, "by jumping %s square %s and %s to the left"),
                 ahead, which, aside);
    else
        snprintf(text, PHRASE_BYTES,
                 far ? shg_text_in(language, "by jumping %s squares %s and %s to the side")
                     : shg_text_in(language, "by jumping %s square %s and %s to the side"),
                 ahead, which, aside);
}

/* Adds to a phrase whether the ride repeats, and whether it only moves or only captures. */
static void write_phrase(shg_out *out, shg_language language, const shg_ride *ride,
                         const char *phrase)
{
    char whole[PHRASE_BYTES];
    if (longest(ride) > 1 && is_unbounded(ride))
        snprintf(whole, sizeof whole,
                 shg_text_in(language, "%s, any number of such jumps in a row"), phrase);
    else if (longest(ride) > 1 && ride->reach > 1)
        snprintf(whole, sizeof whole, shg_text_in(language, "%s, up to %u such jumps in a row"),
                 phrase, ride->reach);
    else
        snprintf(whole, sizeof whole, "%s", phrase);
    if (ride->modes == SHG_MODE_MOVE)
        shg_out_format(out, shg_text_in(language, "%s, but only without capturing"), whole);
    else if (ride->modes == SHG_MODE_CAPTURE)
        shg_out_format(out, shg_text_in(language, "%s, but only to capture"), whole);
    else
        shg_out_text(out, whole);
}

/* Whether two rides differ only in direction. */
static bool is_like(const shg_ride *a, const shg_ride *b)
{
    return longest(a) == longest(b) && a->reach == b->reach && a->modes == b->modes &&
           is_straight(a) == is_straight(b) &&
           (is_straight(a) ||
            (abs(a->right) == abs(b->right) && abs(a->forward) == abs(b->forward)));
}

/* "one square forward; or any number of squares back" */
static void write_rides(shg_out *out, shg_language language, const shg_ride *rides, size_t count)
{
    bool described[SHG_RIDES_MAX] = { false };
    for (size_t i = 0; i < count; i++) {
        const shg_ride *ride = &rides[i];
        if (described[i])
            continue;
        if (i > 0)
            shg_out_text(out, shg_word_in(language, "list", "; or "));
        unsigned mask = 0, corners = 0;
        for (size_t j = 0; j < count; j++)
            if (is_like(ride, &rides[j]))
                corners |= corner_of(&rides[j]);
        corners = corners_of_phrase(corners, ride);
        for (size_t j = i; j < count; j++) {
            const shg_ride *other = &rides[j];
            if (!is_like(ride, other) || (!is_straight(ride) && !(corners & corner_of(other))))
                continue;
            described[j] = true;
            mask |= 1u << direction_of(other);
        }
        char phrase[PHRASE_BYTES];
        if (is_straight(ride))
            write_straight(phrase, language, ride, mask);
        else
            write_oblique(phrase, language, ride, corners);
        write_phrase(out, language, ride, phrase);
    }
}

/* ---- chains of legs ---- */

/* The sentence for each feature of a part; the words for its rides replace "%s". */
static const struct {
    uint32_t feature;
    const char *sentence;
} singles[] = {
    { SHG_MODE_INITIAL, SHG_TEXT("If it has not moved yet, it may move %s.") },
    { SHG_MODE_INITIAL | SHG_MODE_LAME,
      SHG_TEXT("If it has not moved yet, and the square in between is empty, it may move %s.") },
    { SHG_MODE_INITIAL | SHG_MODE_SECOND,
      SHG_TEXT("From the rank in front of its starting rank it may move %s.") },
    { SHG_MODE_FAR, SHG_TEXT("From the last rank it also moves %s.") },
    { SHG_MODE_INITIAL | LAME_LINE,
      SHG_TEXT("If it has not moved yet, and the squares in between are empty, it may move %s.") },
    { SHG_MODE_LAME, SHG_TEXT("If the square in between is empty, it may move %s.") },
    { LAME_LINE, SHG_TEXT("If the squares in between are empty, it may move %s.") },
    { LAME_WAYS, SHG_TEXT("If one of the shortest ways there is free, it may move %s.") },
    { SHG_MODE_JUMP, SHG_TEXT("If there is a piece on the square in between, it may move %s.") },
    { SHG_MODE_CYLINDER,
      SHG_TEXT("As if the left and right edges of the board were joined, it moves %s.") },
    { WRAPS,
      SHG_TEXT(
          "As if the left and right edges of the board were joined, and the top and bottom edges "
          "too, it moves %s.") },
    { SHG_MODE_CROOKED,
      SHG_TEXT(
          "Turning at a right angle after each step, alternately to either side, it moves %s.") },
    { SHG_MODE_CIRCULAR,
      SHG_TEXT("Turning 45 degrees after each step, always in the same direction, it moves %s.") },
    { HALFWAY, SHG_TEXT("Up to the last rank before the middle of the board it moves %s.") },
    { SHG_MODE_ANYWHERE | SHG_MODE_DESTROY,
      SHG_TEXT("It may capture friendly pieces on any square of the board.") },
    { SHG_MODE_ANYWHERE | SHG_MODE_ROYAL,
      SHG_TEXT("It may capture a royal piece on any square of the board.") },
    { SHG_MODE_TAME, SHG_TEXT("It may move %s, but may not capture a royal piece.") },
    { SHG_MODE_ROYAL, SHG_TEXT("It may capture a royal piece, and nothing else, %s.") },
    { SHG_MODE_DESTROY, SHG_TEXT("It may capture friendly pieces, %s.") },
    { SHG_MODE_PASSANT,
      SHG_TEXT(
          "It may capture en passant a piece whose double step has just passed over the square it "
          "moves to, %s.") },
    { SHG_MODE_UNLOAD,
      SHG_TEXT("It may move %s. It puts a piece it captures on the square it came from.") },
    { SHG_MODE_RELAY, SHG_TEXT("It also moves like any friendly piece that it could reach %s.") },
};
enum { SINGLES = sizeof singles / sizeof singles[0] };

/* What the chains of a piece can do, together.  Directions are masks of the directions of the first leg. */
typedef struct chained {
    unsigned captures;  /* the most captures in one turn, moving on from each; 0: one */
    bool turns;         /* its captures need not be on one line */
    bool repeats;       /* all chains with several captures repeat one move */
    unsigned doubled;   /* two single steps, capturing on the first */
    unsigned on_line;   /* the same, with the second straight on or back */
    unsigned igui;      /* captures an adjacent piece without moving */
    unsigned steps;     /* the most single steps in one turn, in any direction */
    unsigned any;       /* jumps over any number of pieces */
    unsigned beyond[4]; /* jumps over exactly that many pieces, from 1 */
    unsigned behind;    /* jumps over exactly one piece, to the square behind it */
    unsigned neighbour; /* jumps over an adjacent piece, to the square behind it */
    bool quiet;         /* its jumps need not capture */
    bool tame;          /* some of its jumps capture no royal piece */
    unsigned hooked;    /* hook move: slides, turns once at a right angle and slides on */
    unsigned captured;  /* the same after a capture */
    unsigned skipped;   /* slides from the second square on */
    unsigned third;     /* moves to the second or third square */
    unsigned passed;    /* slides from the second square on, over an empty one */
    unsigned passed_to; /* moves to the second or third square, over an empty one */
    unsigned leapt;     /* slides on after a jump */
    unsigned leapt_two; /* moves on after a jump, up to two squares */
    unsigned bent;      /* slides on after one move, turning by 45 degrees */
    bool other;
    bool several_features; /* a chain of one leg has several features at once */
    /* [single_count] the rides with each feature of singles */
    shg_ride single[SINGLES][SHG_RIDES_MAX];
    size_t single_count[SINGLES];
    bool marked[SINGLES]; /* and may be captured en passant */
} chained;

static unsigned leg_directions(const shg_leg *leg)
{
    unsigned mask = 0;
    for (unsigned n = 0; n < 8; n++) {
        int right, forward;
        if ((leg->directions & 1u << n) == 0)
            continue;
        shg_leg_step(leg, n, &right, &forward);
        mask |=
            1u << direction_of(&(shg_ride){ .right = (int8_t)right, .forward = (int8_t)forward });
    }
    return mask;
}

/* Whether all legs but the last only move. */
static bool only_moves_before_last(const shg_chain *chain)
{
    for (size_t k = 0; k + 1 < chain->leg_count; k++)
        if (chain->legs[k].modes != SHG_MODE_MOVE)
            return false;
    return true;
}

static bool passes_over(const shg_chain *chain)
{
    return (chain->legs[0].modes & SHG_MODE_HOP) != 0;
}

/* Whether the chain is several single steps, each quiet or a capture; all but the last may jump. */
static bool is_repeated(const shg_chain *chain)
{
    const uint32_t plain = SHG_MODE_MOVE | SHG_MODE_CAPTURE;
    for (size_t k = 0; k < chain->leg_count; k++) {
        const bool over = passes_over(chain) && k + 1 < chain->leg_count;
        if (chain->legs[k].modes != (over ? plain | SHG_MODE_HOP : plain) ||
            chain->legs[k].range != 1)
            return false;
    }
    return chain->leg_count > 1;
}

static bool are_single_steps(const shg_chain *chain)
{
    for (size_t k = 0; k < chain->leg_count; k++)
        if (chain->legs[k].range != 1 || chain->legs[k].longer != 1)
            return false;
    return true;
}

static void note_hops(chained *all, const shg_chain *chain)
{
    const shg_leg *const first = &chain->legs[0], *const last = &chain->legs[chain->leg_count - 1];
    unsigned pieces = 0;
    bool loops = false;
    for (size_t k = 0; k < chain->leg_count; k++) {
        pieces += (chain->legs[k].modes & SHG_MODE_HOP) != 0;
        loops = loops || (chain->legs[k].modes & SHG_MODE_LOOP);
    }
    if (chain->leg_count == 2 && first->range != 1 && last->range == 1) {
        const bool plain =
            last->modes == (SHG_MODE_MOVE | SHG_MODE_CAPTURE) && last->directions == 1;
        all->behind |= plain ? leg_directions(first) : 0;
        all->other = all->other || !plain;
        return;
    }
    all->quiet = all->quiet || (last->modes & SHG_MODE_MOVE);
    all->tame = all->tame || (last->modes & SHG_MODE_TAME);
    if (loops)
        all->any |= leg_directions(first);
    else if (first->range == 1)
        all->neighbour |= leg_directions(first);
    else if (pieces < sizeof all->beyond / sizeof all->beyond[0])
        all->beyond[pieces] |= leg_directions(first);
    else
        all->other = true;
}

static void note_parts(chained *all, const shg_leg *leg, const part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t s = 0;
        while (s < SINGLES && singles[s].feature != parts[i].feature)
            s++;
        if (s < SINGLES) { /* the sentence says that it only captures */
            all->single_count[s] =
                add_steps(all->single[s], all->single_count[s], SHG_RIDES_MAX, leg,
                          parts[i].feature & SPECIAL_CAPTURES ? PLAIN : parts[i].modes);
            all->marked[s] = all->marked[s] || (leg->modes & SHG_MODE_MARK);
        } else if (parts[i].feature != 0) /* plain rides are described already */
            all->several_features = true;
    }
}

/* A chain, and what the patterns look at. */
typedef struct chain_facts {
    const shg_chain *chain;
    const shg_leg *legs;
    size_t count;      /* of legs */
    unsigned captures; /* the number of legs that may capture */
    bool turns;        /* some leg after the first goes neither straight on nor straight back */
    part parts[PARTS_MAX];
    size_t part_count;
} chain_facts;

enum {
    STRAIGHT_ON = 1,
    STRAIGHT_BACK = 1 << 4,
    SIDES = 1 << 2 | 1 << 6,
    EITHER_SIDE = 1 << 1 | 1 << 7 /* by 45 degrees */
};

static chain_facts facts_of(const shg_chain *chain)
{
    chain_facts f = { .chain = chain, .legs = chain->legs, .count = chain->leg_count };
    f.part_count = find_parts(f.parts, chain);
    for (size_t k = 0; k < f.count; k++) {
        f.captures += (f.legs[k].modes & SHG_MODE_CAPTURE) != 0;
        f.turns = f.turns || (k > 0 && (f.legs[k].directions & ~(STRAIGHT_ON | STRAIGHT_BACK)));
    }
    return f;
}

static bool is_pass(const chain_facts *f)
{
    return shg_chain_is_pass(f->chain);
}

static void note_nothing(chained *all, const chain_facts *f)
{
    (void)all, (void)f;
}

static bool is_igui(const chain_facts *f)
{
    return shg_chain_is_double_step(f->chain) && f->legs[1].directions == STRAIGHT_BACK &&
           are_single_steps(f->chain);
}

static void note_igui(chained *all, const chain_facts *f)
{
    all->igui |= leg_directions(&f->legs[0]);
}

static bool is_double_step(const chain_facts *f)
{
    return shg_chain_is_double_step(f->chain);
}

static void note_double_step(chained *all, const chain_facts *f)
{
    *(f->turns ? &all->doubled : &all->on_line) |= leg_directions(&f->legs[0]);
}

static bool slides_twice(const chain_facts *f)
{
    return f->count == 2 && f->legs[0].range == 0 && f->legs[1].range == 0 &&
           f->legs[1].directions == SIDES;
}

static bool slides_on_after_capture(const chain_facts *f)
{
    return slides_twice(f) && f->legs[0].modes == SHG_MODE_CAPTURE;
}

static void note_slide_after_capture(chained *all, const chain_facts *f)
{
    all->captured |= leg_directions(&f->legs[0]);
}

static bool captures_several(const chain_facts *f)
{
    return f->captures > 1 && (f->legs[0].modes & SHG_MODE_CAPTURE);
}

static void note_several(chained *all, const chain_facts *f)
{
    all->repeats = (all->captures == 0 || all->repeats) && is_repeated(f->chain);
    all->captures = f->captures > all->captures ? f->captures : all->captures;
    all->turns = all->turns || f->turns;
}

static bool hops(const chain_facts *f)
{
    return passes_over(f->chain);
}

static void note_hop(chained *all, const chain_facts *f)
{
    note_hops(all, f->chain);
}

static bool slides_past_first(const chain_facts *f)
{
    return f->count == 1 && skips_first(f->legs) &&
           (f->legs[0].range == 0 || f->legs[0].range == 3);
}

static void note_slide_past_first(chained *all, const chain_facts *f)
{
    *(f->legs[0].range == 0 ? &all->skipped : &all->third) |= leg_directions(&f->legs[0]);
}

static bool is_of_parts(const chain_facts *f)
{
    return f->part_count > 0 && !skips_first(f->legs);
}

static void note_its_parts(chained *all, const chain_facts *f)
{
    note_parts(all, f->legs, f->parts, f->part_count);
}

static bool does_something_before_last(const chain_facts *f)
{
    return !only_moves_before_last(f->chain);
}

static void note_other(chained *all, const chain_facts *f)
{
    (void)f;
    all->other = true;
}

static bool walks(const chain_facts *f)
{
    return f->count > 1 && are_single_steps(f->chain) && f->legs[0].directions == 0xFF;
}

static void note_walk(chained *all, const chain_facts *f)
{
    all->steps = f->count > all->steps ? (unsigned)f->count : all->steps;
}

static void note_hook_move(chained *all, const chain_facts *f)
{
    all->hooked |= leg_directions(&f->legs[0]);
}

static bool steps_and_goes_on(const chain_facts *f)
{
    return f->count == 2 && f->legs[0].range == 1 && f->legs[1].directions == STRAIGHT_ON &&
           (f->legs[1].range == 0 || f->legs[1].range == 2);
}

static bool leaps_and_goes_on(const chain_facts *f)
{
    return steps_and_goes_on(f) && f->legs[0].longer > 1;
}

static void note_leap(chained *all, const chain_facts *f)
{
    *(f->legs[1].range == 0 ? &all->leapt : &all->leapt_two) |= leg_directions(&f->legs[0]);
}

static void note_step(chained *all, const chain_facts *f)
{
    *(f->legs[1].range == 0 ? &all->passed : &all->passed_to) |= leg_directions(&f->legs[0]);
}

static bool bends(const chain_facts *f)
{
    const shg_leg *const second = &f->legs[1];
    return f->count == 2 && f->legs[0].range == 1 && f->legs[0].class != SHG_OBLIQUE &&
           second->directions == EITHER_SIDE && second->range == 0 && second->longer == 1 &&
           second->modes == PLAIN;
}

static void note_bend(chained *all, const chain_facts *f)
{
    all->bent |= leg_directions(&f->legs[0]);
}

static bool has_one_leg(const chain_facts *f)
{
    return f->count == 1;
}

static void note_several_features(chained *all, const chain_facts *f)
{
    (void)f;
    all->several_features = true;
}

/* The kinds of chains; the first row that fits counts.  Each has an example in XBetza (docs/xbetza.md). */
static const struct pattern {
    bool (*fits)(const chain_facts *facts);
    void (*note)(chained *all, const chain_facts *facts);
} patterns[] = {
    { is_pass, note_nothing },                             /* mabK */
    { is_igui, note_igui },                                /* cabK */
    { is_double_step, note_double_step },                  /* caK, fcavF */
    { slides_on_after_capture, note_slide_after_capture }, /* [cR-sR] */
    { captures_several, note_several },                    /* cafcafK, [cW-cW-cW] */
    { hops, note_hop },                                    /* pR, gQ */
    { slides_past_first, note_slide_past_first },          /* jR */
    { is_of_parts, note_its_parts },                       /* oR, tK, dK */
    { does_something_before_last, note_other },            /* [dW-W] */
    { walks, note_walk },                                  /* KaaK */
    { slides_twice, note_hook_move },                      /* RmasR */
    { leaps_and_goes_on, note_leap },                      /* [D-fR], [D-fR2] */
    { steps_and_goes_on, note_step },                      /* [W-fR], [W-fR2] */
    { bends, note_bend },                                  /* [F-R], [D-B] */
    { has_one_leg, note_several_features },                /* jR4 */
};

static void note_chain(chained *all, const shg_chain *chain)
{
    const chain_facts facts = facts_of(chain);
    size_t i = 0;
    while (i < sizeof patterns / sizeof patterns[0] && !patterns[i].fits(&facts))
        i++;
    if (i < sizeof patterns / sizeof patterns[0])
        patterns[i].note(all, &facts);
    else
        all->other = true;
}

static void add_sentence(shg_out *out, const char *sentence)
{
    shg_help_begin_sentence(out);
    shg_out_text(out, sentence);
}

/* Adds a sentence with these words in place of "%s". */
static void add_sentence_with(shg_out *out, shg_language language, const char *sentence,
                              const char *words)
{
    const char *const said = shg_text_in(language, sentence);
    const char *const at = strstr(said, "%s");
    shg_help_begin_sentence(out);
    shg_out_bytes(out, said, at ? (size_t)(at - said) : strlen(said));
    shg_out_text(out, at ? words : "");
    shg_out_text(out, at ? at + 2 : "");
}

/* The same with directions; adds nothing if the mask is empty. */
__attribute__((format(printf, 3, 0))) static void add_sentence_where(shg_out *out,
                                                                     shg_language language,
                                                                     const char *sentence,
                                                                     unsigned mask)
{
    char where[PHRASE_BYTES];
    if (mask == 0)
        return;
    write_directions(where, language, mask);
    add_sentence_with(out, language, sentence, where);
}

/* The same with rides. */
static void add_sentence_of_rides(shg_out *out, shg_language language, const char *sentence,
                                  const shg_ride *rides, size_t count)
{
    shg_out words = shg_out_growing();
    if (count == 0)
        return;
    write_rides(&words, language, rides, count);
    add_sentence_with(out, language, sentence, words.bytes ? words.bytes : "");
    out->spent = out->spent || words.spent;
    free(words.bytes);
}

/* Jumps over one piece, over up to two, and over up to three. */
static void write_jumps_over(shg_out *out, shg_language language, const chained *all)
{
    const unsigned *const beyond = all->beyond;
    add_sentence_where(
        out, language,
        all->quiet
            ? SHG_TEXT("It may jump over up to three pieces in its way and move on or capture, %s.")
            : SHG_TEXT(
                  "It may jump over up to three pieces in its way and capture the next one, %s."),
        beyond[3]);
    add_sentence_where(
        out, language,
        all->quiet
            ? SHG_TEXT("It may jump over one or two pieces in its way and move on or capture, %s.")
            : SHG_TEXT(
                  "It may jump over one or two pieces in its way and capture the next one, %s."),
        beyond[2] & ~beyond[3]);
    add_sentence_where(
        out, language,
        all->quiet
            ? SHG_TEXT("It may jump over exactly one piece in its way and move on or capture, %s.")
            : SHG_TEXT(
                  "It may jump over exactly one piece in its way and capture the next one, %s."),
        beyond[1] & ~(beyond[2] | beyond[3]));
}

static void write_hops(shg_out *out, shg_language language, const chained *all)
{
    add_sentence_where(
        out, language,
        SHG_TEXT(
            "It may jump over any number of pieces in its way and capture one beyond them, %s."),
        all->any);
    add_sentence_where(
        out, language,
        SHG_TEXT(
            "It may jump over an adjacent piece to the square right behind it, and capture there, %s."),
        all->neighbour);
    add_sentence_where(
        out, language,
        SHG_TEXT(
            "It may jump over exactly one piece in its way to the square right behind that piece, and "
            "capture there, %s."),
        all->behind);
    write_jumps_over(out, language, all);
    if (all->tame)
        add_sentence(out, shg_text_in(language, "It captures no royal piece by such a jump."));
}

/* doubled: the directions of double steps; jumps: those of jumps. */
static void write_double_steps(shg_out *out, shg_language language, unsigned doubled,
                               unsigned jumps)
{
    if (doubled != (1u << DIRECTIONS) - 1 && doubled != jumps)
        add_sentence_where(
            out, language,
            SHG_TEXT(
                "It may also capture on the first of two steps, then move on, capture again or return to "
                "its square (igui), %s."),
            doubled);
    else if (jumps != 0)
        add_sentence(
            out,
            shg_text_in(
                language,
                "Instead of jumping it may also capture on the first of two steps, then move on, capture "
                "again or return to its square (igui)."));
    else
        add_sentence(
            out,
            shg_text_in(
                language,
                "It may also capture on the first of two steps, then move on, capture again or return to "
                "its square (igui)."));
}

/* ---- repeated moves ---- */

enum { STEPS_MAX = 32 };

/* A move that may be repeated in one turn, capturing or not each time. */
typedef struct repeated {
    shg_ride step[STEPS_MAX]; /* [steps] */
    size_t steps;
    size_t most;  /* the highest number of repetitions */
    bool no_less; /* and the only number */
    bool over;    /* it jumps over pieces that it does not capture */
    /* [moves before, from 1][step]: a mask of the steps that may follow */
    uint32_t next[SHG_LEGS_MAX][STEPS_MAX];
} repeated;

/* The index of a step in the list, or count if it is not there. */
static size_t find_step(const shg_ride *steps, size_t count, int right, int forward)
{
    size_t i = 0;
    while (i < count && (steps[i].right != right || steps[i].forward != forward))
        i++;
    return i;
}

/* False if the chain continues with a step that it cannot begin with. */
static bool note_next(repeated *all, const shg_chain *chain)
{
    unsigned from = chain->legs[0].directions;
    for (size_t k = 1; k < chain->leg_count; k++) {
        const shg_leg *const before = &chain->legs[k - 1], *const leg = &chain->legs[k];
        unsigned to = 0;
        for (unsigned turn = 0; turn < 64; turn++) {
            const unsigned n = turn / 8, relative = turn % 8;
            if (!(from >> n & 1) || !(leg->directions >> relative & 1))
                continue;
            const unsigned direction = shg_leg_turn(leg, n, relative);
            int right, forward;
            shg_leg_step(before, n, &right, &forward);
            const size_t i = find_step(all->step, all->steps, right, forward);
            shg_leg_step(leg, direction, &right, &forward);
            const size_t j = find_step(all->step, all->steps, right, forward);
            if (i == all->steps || j == all->steps)
                return false;
            all->next[k][i] |= UINT32_C(1) << j;
            to |= 1u << direction;
        }
        from = to;
    }
    return true;
}

/* The number of steps that are also moves of their own. */
static size_t count_single(const repeated *all, const shg_betza *betza)
{
    size_t count = 0;
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *const ride = &betza->rides[i];
        count += ride->modes == (SHG_MODE_MOVE | SHG_MODE_CAPTURE) &&
                 find_step(all->step, all->steps, ride->right, ride->forward) < all->steps;
    }
    return count;
}

/* Returns false if the chains are not one repeated move. */
static bool find_repeated(repeated *all, const shg_betza *betza)
{
    unsigned lengths = 0; /* a bit for each number of legs */
    bool stops = false;   /* it stops at a piece that it does not capture */
    *all = (repeated){ .steps = 0 };
    for (size_t i = 0; i < betza->chain_count; i++) {
        const shg_chain *const chain = &betza->chains[i];
        if (!is_repeated(chain))
            continue;
        all->steps = add_steps(all->step, all->steps, STEPS_MAX, &chain->legs[0], PLAIN);
        all->most = chain->leg_count > all->most ? chain->leg_count : all->most;
        all->over = all->over || passes_over(chain);
        stops = stops || !passes_over(chain);
        lengths |= 1u << chain->leg_count;
    }
    for (size_t i = 0; i < betza->chain_count; i++)
        if (is_repeated(&betza->chains[i]) && !note_next(all, &betza->chains[i]))
            return false;
    if (all->over && stops)
        return false;
    const size_t single = count_single(all, betza);
    all->no_less = single == 0;
    const unsigned from_two = (2u << all->most) - 4;
    return all->no_less ? lengths == 1u << all->most : single == all->steps && lengths == from_two;
}

/* The quarter of an oblique jump: 0 forward, 1 back, 2 right, 3 left. */
static unsigned quarter_of(const shg_ride *leap)
{
    if (abs(leap->forward) > abs(leap->right))
        return leap->forward > 0 ? 0 : 1;
    return leap->right > 0 ? 2 : 3;
}

/* A mask of the steps that may follow one: the same step or straight back, and with in_quarter those of its quarter. */
static uint32_t next_of(const repeated *all, size_t i, bool in_quarter)
{
    const shg_ride *const step = &all->step[i];
    uint32_t next = UINT32_C(1) << i;
    for (size_t j = 0; j < all->steps; j++) {
        const shg_ride *const other = &all->step[j];
        const bool back = other->right == -step->right && other->forward == -step->forward;
        if (back || (in_quarter && quarter_of(step) == quarter_of(other)))
            next |= UINT32_C(1) << j;
    }
    return next;
}

/* The sentence that limits how it may continue; NULL if every step may follow every other. */
static const char *continuation(const repeated *all)
{
    const uint32_t every = UINT32_MAX >> (32 - all->steps);
    bool freely = true, line = true, quarter = true;
    for (size_t k = 1; k < all->most; k++)
        for (size_t i = 0; i < all->steps; i++) {
            const uint32_t next = all->next[k][i];
            freely = freely && next == every;
            line = line && next == next_of(all, i, false);
            quarter = quarter && !is_straight(&all->step[i]) && next == next_of(all, i, true);
        }
    return freely ? NULL
           : line ? SHG_TEXT("All these steps are on one line.")
           : quarter
               ? SHG_TEXT(
                     "After its first move it continues only within the same quarter (forward, back, left or "
                     "right) or straight back.")
               : SHG_TEXT("How it may continue depends on where it came from.");
}

static void write_repeated(shg_out *out, shg_language language, const shg_betza *betza,
                           const repeated *all)
{
    const unsigned most = (unsigned)all->most;
    bool nothing_else = betza->ride_count == all->steps && !all->no_less && !betza->universal &&
                        betza->sweep_count == 0;
    for (size_t i = 0; i < betza->ride_count; i++)
        nothing_else = nothing_else && betza->rides[i].reach == 1;
    for (size_t i = 0; i < betza->chain_count; i++)
        nothing_else = nothing_else && is_repeated(&betza->chains[i]);
    shg_out steps = shg_out_growing();
    write_rides(&steps, language, all->step, all->steps);
    const char *const how = steps.bytes ? steps.bytes : "";
    shg_help_begin_sentence(out);
    if (nothing_else)
        shg_out_format(
            out,
            shg_text_in(language,
                        "It may do this up to %u times in one turn, and capture each time."),
            most);
    else
        shg_out_format(
            out,
            shg_text_in(language,
                        all->no_less
                            ? "In one turn it moves exactly %u times %s, and may capture each time."
                            : "In one turn it may move up to %u times %s, and capture each time."),
            most, how);
    out->spent = out->spent || steps.spent;
    free(steps.bytes);
    const char *const bound = continuation(all);
    if (bound)
        add_sentence(out, shg_text_in(language, bound));
    if (all->over)
        add_sentence(out, shg_text_in(language, "It jumps over pieces that it does not capture."));
}

/* ---- all of them ---- */

static void write_captures(shg_out *out, shg_language language, const shg_betza *betza,
                           const chained *all)
{
    repeated again;
    if (all->captures == 0)
        return;
    if (all->repeats && find_repeated(&again, betza)) {
        write_repeated(out, language, betza, &again);
        return;
    }
    shg_help_begin_sentence(out);
    shg_out_format(
        out,
        shg_text_in(
            language,
            all->turns
                ? "It may capture up to %u pieces in one turn, moving on from each, or return to its square."
                : "It may capture up to %u pieces on one line in one turn, moving on from each, or return to "
                  "its square."),
        all->captures);
}

/* has_rides: the piece has moves of one leg, which were described.  Returns false if the sentences leave something out. */
static bool write_chained(shg_out *out, shg_language language, const shg_betza *betza,
                          bool has_rides)
{
    chained all = { .captures = 0 };
    unsigned jumps = 0;
    for (size_t i = 0; i < betza->ride_count; i++)
        if (longest(&betza->rides[i]) > 1 && is_straight(&betza->rides[i]))
            jumps |= 1u << direction_of(&betza->rides[i]);
    for (size_t i = 0; i < betza->chain_count; i++)
        note_chain(&all, &betza->chains[i]);
    if (all.steps > 0) {
        shg_help_begin_sentence(out);
        shg_out_format(
            out,
            shg_text_in(
                language,
                "It may make up to %u single steps in one turn, each in any direction. Its first capture "
                "ends the move."),
            all.steps);
    }
    add_sentence_where(
        out, language,
        SHG_TEXT(
            "It may turn once at a right angle on any empty square of its slide and slide on (hook "
            "move). The first slide goes %s."),
        all.hooked);
    add_sentence_where(
        out, language,
        SHG_TEXT(
            "After a capture it may turn and slide on as well, and capture again. The first slide goes %s."),
        all.captured);
    add_sentence_where(
        out, language,
        SHG_TEXT("It slides from the second square on, whatever is on the first, %s."),
        all.skipped);
    add_sentence_where(
        out, language,
        SHG_TEXT("It moves to the second or third square, whatever is on the first, %s."),
        all.third);
    add_sentence_where(out, language,
                       SHG_TEXT("It slides from the second square on, if the first is empty, %s."),
                       all.passed);
    add_sentence_where(
        out, language,
        SHG_TEXT("It moves to the second or third square, if the first is empty, %s."),
        all.passed_to);
    add_sentence_where(out, language,
                       SHG_TEXT("After jumping to an empty square it may slide straight on, %s."),
                       all.leapt);
    add_sentence_where(
        out, language,
        SHG_TEXT("After jumping to an empty square it may move straight on, one square or two, %s."),
        all.leapt_two);
    add_sentence_where(
        out, language,
        SHG_TEXT("From the empty square to which it moves it may turn by 45 degrees to either side "
                 "and slide on. The first move goes %s."),
        all.bent);
    for (size_t i = 0; i < SINGLES; i++) {
        add_sentence_of_rides(out, language, singles[i].sentence, all.single[i],
                              all.single_count[i]);
        if (all.marked[i])
            add_sentence(out, shg_text_in(language, "In the next turn it may be captured en "
                                                    "passant on a square it passed over."));
    }
    write_hops(out, language, &all);
    write_captures(out, language, betza, &all);
    /* The sentence about several captures with turns says all of it. */
    const unsigned doubled = all.captures == 0 ? all.doubled | all.on_line
                             : all.turns       ? 0
                                               : all.doubled;
    if (doubled != 0)
        write_double_steps(out, language, doubled, jumps);
    else if (all.captures == 0)
        add_sentence_where(
            out, language,
            SHG_TEXT("It may capture an adjacent piece without leaving its square (igui), %s."),
            all.igui);
    if (all.other)
        add_sentence(out, has_rides
                              ? shg_text_in(language, "It also has moves of several steps.")
                              : shg_text_in(language, "It moves in several steps in one turn."));
    if (all.several_features)
        add_sentence(out, shg_text_in(language, "Some of its moves are not described here."));
    return !all.other && !all.several_features;
}

/* What it may shoot, and when. */
static void write_shooting(shg_out *out, shg_language language, const shg_shooting *shooting,
                           bool has_legs)
{
    shg_ride rides[SHG_RIDES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < shooting->ride_count; i++) {
        rides[count] = shooting->ride[i];
        rides[count].modes |= SHG_MODE_MOVE; /* not "only to capture": a shot always does */
        count += (shooting->ride[i].modes & SHG_MODE_CAPTURE) != 0;
    }
    shg_out where = shg_out_growing();
    write_rides(&where, language, rides, count);
    shg_help_begin_sentence(out);
    const char *const squares = where.bytes ? where.bytes : "";
    if (shooting->count > 1)
        shg_out_format(
            out,
            shg_text_in(
                language,
                has_legs
                    ? "After each leg of its move it may shoot up to %u enemy pieces, the first in its way, %s. "
                      "They are captured, and the shooter stays where it is."
                    : "After its move it may shoot up to %u enemy pieces, the first in its way, %s. They are "
                      "captured, and the shooter stays where it is."),
            shooting->count, squares);
    else
        shg_out_format(
            out,
            shg_text_in(
                language,
                has_legs
                    ? "After each leg of its move it may shoot one enemy piece, the first in its way, %s. That "
                      "piece is captured, and the shooter stays where it is."
                    : "After its move it may shoot one enemy piece, the first in its way, %s. That piece is "
                      "captured, and the shooter stays where it is."),
            squares);
    out->spent = out->spent || where.spent;
    free(where.bytes);
}

/* Finds the rides, including chains of one leg without a feature.  Returns their number. */
static size_t find_rides(shg_ride rides[SHG_RIDES_MAX], const shg_betza *betza)
{
    size_t count = betza->ride_count;
    if (count > 0)
        memcpy(rides, betza->rides, count * sizeof *rides);
    for (size_t i = 0; i < betza->chain_count; i++) {
        part parts[PARTS_MAX];
        const size_t part_count = find_parts(parts, &betza->chains[i]);
        for (size_t k = 0; k < part_count; k++)
            if (parts[k].feature == 0)
                count =
                    add_steps(rides, count, SHG_RIDES_MAX, betza->chains[i].legs, parts[k].modes);
    }
    return count;
}

bool shg_moves_write(shg_out *out, shg_language language, const shoogi_variant *variant,
                     shoogi_kind kind)
{
    const shg_betza *betza = &variant->kind[kind].betza;
    shg_ride rides[SHG_RIDES_MAX];
    const size_t ride_count = find_rides(rides, betza);
    add_sentence_of_rides(out, language, SHG_TEXT("It moves %s."), rides, ride_count);
    if (betza->universal == SHG_MODE_MOVE)
        add_sentence(out, shg_text_in(language, "It may move to any empty square on the board."));
    else if (betza->universal)
        add_sentence(
            out,
            shg_text_in(language, "It may move to any square on the board, and capture there."));
    if (betza->sweep_count > 0)
        add_sentence(
            out,
            shg_text_in(
                language,
                "It may move on over any number of pieces in a straight line, and captures all of them."));
    const bool whole = write_chained(out, language, betza, ride_count > 0);
    if (betza->imitates)
        add_sentence(out, shg_text_in(language, "It also moves like the piece that moved last."));
    if (variant->kind[kind].shooting.count > 0)
        write_shooting(out, language, &variant->kind[kind].shooting, betza->chain_count > 0);
    if (out->length == 0)
        add_sentence(out, shg_text_in(language, "It does not move."));
    return whole;
}
