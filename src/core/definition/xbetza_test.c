/* xbetza_test.c: parses XBetza moves, valid and invalid.
 *
 * The meaning of a text is shown by walking its rides and legs on a small board with code written from docs/xbetza.md
 * for this test only: slow, simple, every path by itself. */
#include "core/definition/xbetza.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- reading ------------------------------------------------------------------------------------- */

static shg_faults faults;
static shg_arena arena;

static shoogi_status read_text(shg_betza *betza, const char *text, size_t bytes)
{
    shg_faults_init(&faults, (shg_source){ .bytes = text, .count = bytes });
    return shg_betza_read(betza, &arena, text, bytes, &faults);
}

static shg_betza read_good(const char *text)
{
    shg_betza betza;
    if (read_text(&betza, text, strlen(text)) != SHOOGI_OK)
        fail_msg("%s: %s", text, faults.errors[0].error.message);
    return betza;
}

static int begin(void **state)
{
    (void)state;
    shg_arena_init(&arena, 16 << 20);
    return 0;
}

static int end(void **state)
{
    (void)state;
    shg_arena_fini(&arena);
    return 0;
}

/* Rides as text, "1,1 0,1:3" for right,forward and, unless it is 1, the reach; then the modes unless both. */
static void print_rides(char *out, size_t room, const shg_betza *betza)
{
    size_t at = 0;
    out[0] = '\0';
    for (size_t i = 0; i < betza->ride_count && at < room; i++) {
        const shg_ride *ride = &betza->rides[i];
        at += (size_t)snprintf(out + at, room - at, "%s%d,%d", i ? " " : "", ride->right,
                               ride->forward);
        if (ride->reach != 1 && at < room)
            at += (size_t)snprintf(out + at, room - at, ":%d", ride->reach);
        if (ride->modes != (SHG_MODE_MOVE | SHG_MODE_CAPTURE) && at < room)
            at += (size_t)snprintf(out + at, room - at, ride->modes & SHG_MODE_MOVE ? "m" : "c");
    }
}

typedef struct reading {
    const char *text, *rides;
} reading;

static void check_rides(const reading *readings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const shg_betza betza = read_good(readings[i].text);
        char rides[1024];
        print_rides(rides, sizeof rides, &betza);
        if (strcmp(rides, readings[i].rides) != 0)
            fail_msg("%s reads %s, not %s", readings[i].text, rides, readings[i].rides);
    }
}

/* --- section "Atoms" ----------------------------------------------------------------------------- */

static void atoms(void **state)
{
    (void)state;
    static const reading readings[] = {
        { "W", "0,1 1,0 0,-1 -1,0" },
        { "D", "0,2 2,0 0,-2 -2,0" },
        { "H", "0,3 3,0 0,-3 -3,0" },
        { "F", "1,1 1,-1 -1,-1 -1,1" },
        { "A", "2,2 2,-2 -2,-2 -2,2" },
        { "G", "3,3 3,-3 -3,-3 -3,3" },
        { "N", "1,2 2,1 2,-1 1,-2 -1,-2 -2,-1 -2,1 -1,2" },
        { "C", "1,3 3,1 3,-1 1,-3 -1,-3 -3,-1 -3,1 -1,3" },
        { "L", "1,3 3,1 3,-1 1,-3 -1,-3 -3,-1 -3,1 -1,3" },
        { "Z", "2,3 3,2 3,-2 2,-3 -2,-3 -3,-2 -3,2 -2,3" },
        { "J", "2,3 3,2 3,-2 2,-3 -2,-3 -3,-2 -3,2 -2,3" },
        { "K", "0,1 1,1 1,0 1,-1 0,-1 -1,-1 -1,0 -1,1" },
        { "R", "0,1:0 1,0:0 0,-1:0 -1,0:0" },
        { "B", "1,1:0 1,-1:0 -1,-1:0 -1,1:0" },
        { "Q", "0,1:0 1,1:0 1,0:0 1,-1:0 0,-1:0 -1,-1:0 -1,0:0 -1,1:0" },
        /* longer leaps */
        { "fWX", "0,4" },
        { "fDX", "0,5" },
        { "fHX", "0,6" },
        { "rfFX", "1,4" },
        { "rfNX", "1,5" },
        { "rfCX", "1,6" },
        { "rfAX", "2,5" },
        { "rfZX", "2,6" },
        { "rfGX", "3,6" },
        { "rfDY", "2,4" },
        { "rfNY", "3,4" },
        { "frAY", "4,4" },
        { "rfCY", "3,5" },
        { "rfZY", "4,5" },
        { "frFY", "3,3" },
        { "frFYY", "5,5" },
        { "fWXX", "0,7" },
        /* no range, or none of its own */
        { "O", "" },
        { "O3", "" },
        { "isjO2", "" },
    };
    check_rides(readings, COUNT(readings));
    assert_int_equal(read_good("U").universal, SHG_MODE_MOVE | SHG_MODE_CAPTURE);
    assert_int_equal(read_good("mU").universal, SHG_MODE_MOVE);
    assert_int_equal(read_good("mUcU").universal, SHG_MODE_MOVE | SHG_MODE_CAPTURE);
    assert_int_equal(read_good("K").universal, 0);
    assert_true(read_good("I").imitates);
    assert_true(read_good("KI").imitates);
    assert_false(read_good("K").imitates);
}

/* --- section "Range" ----------------------------------------------------------------------------- */

static void ranges(void **state)
{
    (void)state;
    static const reading readings[] = {
        { "R4", "0,1:4 1,0:4 0,-1:4 -1,0:4" },
        { "W4", "0,1:4 1,0:4 0,-1:4 -1,0:4" },
        { "fQ2", "0,1:2" },
        { "fK2", "0,1:2" },
        { "fR1", "0,1" },
        { "fW0", "0,1:0" },
        { "fWW", "0,1:0" },
        { "fDD", "0,2:0" },
        { "frAA", "2,2:0" },
        { "rfNN", "1,2:0" },
        { "rfN0", "1,2:0" },
        { "rfN2", "1,2:2" },
        { "rfCXC", "1,6:0" },
        { "fW99", "0,1:99" },
        /* the longer of two with the same direction */
        { "fWfR", "0,1:0" },
        { "fR3fR2", "0,1:3" },
        /* its reach depends on the square, so it is a leg and not a ride */
        { "fW*", "" },
        { "fW2fW*", "0,1:2" },
        /* K, Q, R and B doubled are two atoms */
        { "KK", "0,1 1,1 1,0 1,-1 0,-1 -1,-1 -1,0 -1,1" },
        { "RR", "0,1:0 1,0:0 0,-1:0 -1,0:0" },
        /* modes */
        { "mfW", "0,1m" },
        { "fmW", "0,1m" },
        { "fcW", "0,1c" },
        { "mfWcfW", "0,1" },
        { "fmcW", "0,1" },
        { "mRcB", "0,1:0m 1,0:0m 0,-1:0m -1,0:0m 1,1:0c 1,-1:0c -1,-1:0c -1,1:0c" },
    };
    check_rides(readings, COUNT(readings));
}

/* --- section "Directions" ------------------------------------------------------------------------ */

/* Every spelling in every class as the set of directions, bit n for direction n. */
static const struct {
    const char *letters;
    int orthogonal, diagonal, oblique, king; /* -1: rejected */
} spellings[] = {
    { "", 0x55, 0xAA, 0xFF, 0xFF },
    { "f", 0x01, 0x82, 0x81, 0x01 },
    { "b", 0x10, 0x28, 0x18, 0x10 },
    { "l", 0x40, 0xA0, 0x60, 0x40 },
    { "r", 0x04, 0x0A, 0x06, 0x04 },
    { "v", 0x11, 0xAA, 0x99, 0x11 },
    { "s", 0x44, 0xAA, 0x66, 0x44 },
    { "fr", 0x05, 0x02, 0x02, 0x02 },
    { "rf", 0x05, 0x02, 0x01, 0x02 },
    { "fl", 0x41, 0x80, 0x40, 0x80 },
    { "lf", 0x41, 0x80, 0x80, 0x80 },
    { "br", 0x14, 0x08, 0x04, 0x08 },
    { "rb", 0x14, 0x08, 0x08, 0x08 },
    { "bl", 0x50, 0x20, 0x20, 0x20 },
    { "lb", 0x50, 0x20, 0x10, 0x20 },
    { "ff", 0x01, 0x82, 0x81, 0x01 },
    { "bb", 0x10, 0x28, 0x18, 0x10 },
    { "ll", 0x40, 0xA0, 0x60, 0x40 },
    { "rr", 0x04, 0x0A, 0x06, 0x04 },
    { "fs", 0x45, 0x82, 0x42, 0x82 },
    { "bs", 0x54, 0x28, 0x24, 0x28 },
    { "rv", 0x15, 0x0A, 0x09, 0x0A },
    { "lv", 0x51, 0xA0, 0x90, 0xA0 },
    { "fh", -1, 0x82, 0xC3, 0x83 },
    { "bh", -1, 0x28, 0x3C, 0x38 },
    { "rh", -1, 0x0A, 0x0F, 0x0E },
    { "lh", -1, 0xA0, 0xF0, 0xE0 },
    { "hr", -1, -1, 0x55, -1 },
    { "hl", -1, -1, 0xAA, -1 },
    { "h", -1, -1, -1, -1 },
    /* a union of pairs and singles, from left to right */
    { "frbl", 0x55, 0x22, 0x22, 0x22 },
    { "frb", 0x15, 0x2A, 0x1A, 0x12 },
    { "ffs", 0x45, 0xAA, 0xE7, 0x45 },
    { "fsff", 0x45, 0x82, 0xC3, 0x83 },
    { "ffrr", 0x05, 0x8A, 0x87, 0x05 },
    { "fb", 0x11, 0xAA, 0x99, 0x11 },
    { "fsbs", 0x55, 0xAA, 0x66, 0xAA },
    { "vs", 0x55, 0xAA, 0xFF, 0x55 },
    { "sf", 0x45, 0xAA, 0xE7, 0x45 },
};

/* The directions of the only leg of a chain that jumps: a chain keeps its directions unchanged. */
static int directions_of_text(const char *letters, char atom)
{
    char text[32];
    snprintf(text, sizeof text, "%sd%c", letters, atom);
    shg_betza betza;
    if (read_text(&betza, text, strlen(text)) != SHOOGI_OK)
        return -1;
    assert_int_equal(betza.chain_count, 1);
    return betza.chains[0].legs[0].directions;
}

static void directions_by_class(void **state)
{
    (void)state;
    static const char atoms_of[][5] = { "WDHR", "FAGB", "NCZJ", "KQ" };
    for (size_t i = 0; i < COUNT(spellings); i++) {
        const int expected[] = { spellings[i].orthogonal, spellings[i].diagonal,
                                 spellings[i].oblique, spellings[i].king };
        for (int class = 0; class < 4; class ++)
            for (const char *atom = atoms_of[class]; *atom; atom++) {
                const int set = directions_of_text(spellings[i].letters, *atom);
                if (set != expected[class])
                    fail_msg("%s%c: %02x, not %02x", spellings[i].letters, *atom, (unsigned)set,
                             (unsigned)expected[class]);
            }
    }
}

/* The knight's squares of the table, and surprising cases. */
static void directions_as_squares(void **state)
{
    (void)state;
    static const reading readings[] = {
        { "fN", "1,2 -1,2" },
        { "bN", "1,-2 -1,-2" },
        { "rN", "2,1 2,-1" },
        { "lN", "-2,-1 -2,1" },
        { "vN", "1,2 1,-2 -1,-2 -1,2" },
        { "sN", "2,1 2,-1 -2,-1 -2,1" },
        { "fsN", "2,1 -2,1" },
        { "bsN", "2,-1 -2,-1" },
        { "rvN", "1,2 1,-2" },
        { "lvN", "-1,-2 -1,2" },
        { "rfN", "1,2" },
        { "frN", "2,1" },
        { "brN", "2,-1" },
        { "rbN", "1,-2" },
        { "lbN", "-1,-2" },
        { "blN", "-2,-1" },
        { "flN", "-2,1" },
        { "lfN", "-1,2" },
        { "fhN", "1,2 2,1 -2,1 -1,2" },
        { "hrN", "1,2 2,-1 -1,-2 -2,1" },
        { "hlN", "2,1 1,-2 -2,-1 -1,2" },
        { "ffrrN", "1,2 2,1 2,-1 -1,2" },
        { "fsW", "0,1 1,0 -1,0" },
        { "frW", "0,1 1,0" },
        { "frF", "1,1" },
        { "fK", "0,1" },
        { "fhK", "0,1 1,1 -1,1" },
        { "fsffK", "0,1 1,1 -1,1" },
        { "fWfF", "0,1 1,1 -1,1" },
        { "fQ", "0,1:0" },
        { "fsK", "1,1 -1,1" },
        { "ffsK", "0,1 1,0 -1,0" },
        /* the pieces of Shogi, Shosu Shogi and Chu Shogi */
        { "WfF", "0,1 1,0 0,-1 -1,0 1,1 -1,1" },
        { "FfW", "1,1 1,-1 -1,-1 -1,1 0,1" },
        { "fR", "0,1:0" },
        { "BW", "1,1:0 1,-1:0 -1,-1:0 -1,1:0 0,1 1,0 0,-1 -1,0" },
        { "RF", "0,1:0 1,0:0 0,-1:0 -1,0:0 1,1 1,-1 -1,-1 -1,1" },
        { "WvR", "0,1:0 1,0 0,-1:0 -1,0" },
        { "FfsW", "1,1 1,-1 -1,-1 -1,1 0,1 1,0 -1,0" },
        { "fFvW", "1,1 -1,1 0,1 0,-1" },
        { "FbsW", "1,1 1,-1 -1,-1 -1,1 1,0 0,-1 -1,0" },
        { "sRvW", "1,0:0 -1,0:0 0,1 0,-1" },
        { "vRfB", "0,1:0 0,-1:0 1,1:0 -1,1:0" },
    };
    check_rides(readings, COUNT(readings));
    /* two notations of a vertical mover, in another order */
    assert_int_equal(read_good("vRsW").ride_count, read_good("WvR").ride_count);
}

/* --- walking ------------------------------------------------------------------------------------- */

/* A board of this test: the moving piece starts in the middle, 'e' is an enemy, 'E' an enemy royal, 'f' a friend;
 * rank 0 is the nearest. */
enum { SIDE_MAX = 41, RESULTS_MAX = 40000 };

typedef struct field {
    int side, x, y; /* of the board, and the square of the moving piece */
    char piece[SIDE_MAX][SIDE_MAX];
} field;

/* The destination of a move and its captures, in order. */
typedef struct result {
    int x, y;
    int taken_count;
    struct {
        int x, y;
    } taken[SHOOGI_VIA_MAX + 1];
} result;

static result results[RESULTS_MAX];
static size_t result_count;

static int compare_results(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(result));
}

/* The result of a move: its destination and its captures in any order. */
static void emit(const result *found)
{
    assert_true(result_count < RESULTS_MAX);
    result r = *found;
    for (int i = 1; i < r.taken_count; i++)
        for (int k = i;
             k > 0 && (r.taken[k].x < r.taken[k - 1].x ||
                       (r.taken[k].x == r.taken[k - 1].x && r.taken[k].y < r.taken[k - 1].y));
             k--) {
            const int x = r.taken[k].x, y = r.taken[k].y;
            r.taken[k] = r.taken[k - 1];
            r.taken[k - 1].x = x;
            r.taken[k - 1].y = y;
        }
    results[result_count++] = r;
}

static char piece_at(const field *f, const result *so_far, int x, int y)
{
    if (x == f->x && y == f->y)
        return 0; /* it left its square */
    for (int i = 0; i < so_far->taken_count; i++)
        if (so_far->taken[i].x == x && so_far->taken[i].y == y)
            return 0;
    return f->piece[x][y];
}

static bool on_board(const field *f, int x, int y)
{
    return x >= 0 && y >= 0 && x < f->side && y < f->side;
}

static bool takes(const shg_leg *leg, char piece)
{
    const bool royal = piece == 'E';
    if (piece == 'f')
        return leg->modes & SHG_MODE_DESTROY;
    return ((leg->modes & SHG_MODE_CAPTURE) && !(royal && (leg->modes & SHG_MODE_TAME))) ||
           (royal && (leg->modes & SHG_MODE_ROYAL));
}

static void walk(const field *f, const shg_chain *chain, size_t index, int x, int y,
                 unsigned before, unsigned steps_before, const result *so_far);

static void walk_on(const field *f, const shg_chain *chain, size_t index, int x, int y,
                    unsigned direction, unsigned steps, const result *so_far)
{
    if (chain->legs[index].modes & SHG_MODE_LOOP)
        walk(f, chain, index, x, y, direction, steps, so_far);
    do
        walk(f, chain, ++index, x, y, direction, steps, so_far);
    while (chain->legs[index].modes & SHG_MODE_LOOP);
}

/* Whether king's steps over empty squares lead on to the end of a leap: towards it, as few as there may be. */
static bool is_way_free(const field *f, const result *so_far, int x, int y, int right, int forward)
{
    if (right == 0 && forward == 0)
        return true;
    const int sx = (right > 0) - (right < 0), sy = (forward > 0) - (forward < 0);
    const int far = abs(right) > abs(forward) ? abs(right) : abs(forward);
    static const struct {
        int x, y;
    } ways[] = { { 1, 1 }, { 1, 0 }, { 0, 1 } };
    for (size_t i = 0; i < COUNT(ways); i++) {
        const int dx = sx * ways[i].x, dy = sy * ways[i].y;
        const int left_x = abs(right - dx), left_y = abs(forward - dy);
        if ((dx == 0 && dy == 0) || (left_x > left_y ? left_x : left_y) >= far)
            continue;
        const bool ends = right == dx && forward == dy;
        if ((ends || !piece_at(f, so_far, x + dx, y + dy)) &&
            is_way_free(f, so_far, x + dx, y + dy, right - dx, forward - dy))
            return true;
    }
    return false;
}

static void walk_ray(const field *f, const shg_chain *chain, size_t index, int x, int y,
                     unsigned direction, int sense, unsigned steps_before, const result *so_far)
{
    const shg_leg *leg = &chain->legs[index];
    const bool last = index + 1 == chain->leg_count;
    unsigned most = leg->range == 0 ? 99 : leg->range;
    if (leg->range == SHG_RANGE_HALF)
        most = f->side / 2 > y ? (unsigned)(f->side / 2 - 1 - y) : 0;
    if (leg->modes & SHG_MODE_CIRCULAR)
        most = 7;
    bool wrapped = false;
    for (unsigned steps = 1; steps <= most; steps++) {
        unsigned n = direction;
        if ((leg->modes & SHG_MODE_CROOKED) && steps % 2 == 0)
            n = (direction + (unsigned)(8 + 2 * sense)) % 8;
        if (leg->modes & SHG_MODE_CIRCULAR)
            n = (direction + (unsigned)(8 + sense * (int)(steps - 1))) % 8;
        int right, forward;
        shg_leg_step(leg, n, &right, &forward);
        int half_x = x + right / 2, half_y = y + forward / 2;
        x += right;
        y += forward;
        wrapped = wrapped || !on_board(f, x, y);
        if (leg->modes & SHG_MODE_CYLINDER)
            x = (x + f->side) % f->side;
        if (leg->modes & SHG_MODE_TORUS)
            y = (y + f->side) % f->side;
        if (!on_board(f, x, y) || (wrapped && x == f->x && y == f->y))
            return; /* around the board it meets itself */
        if ((leg->modes & SHG_MODE_LAME) && leg->longer == 2 && piece_at(f, so_far, half_x, half_y))
            return;
        if ((leg->modes & SHG_MODE_LAME) && leg->longer > 2 &&
            !is_way_free(f, so_far, x - right, y - forward, right, forward))
            return;
        if ((leg->modes & SHG_MODE_JUMP) && leg->longer == 1 && steps == 1)
            continue;
        if ((leg->modes & SHG_MODE_JUMP) && leg->longer > 1 && !piece_at(f, so_far, half_x, half_y))
            return;
        const char piece = piece_at(f, so_far, x, y);
        const bool counts = !(leg->modes & SHG_MODE_EQUAL) || steps == steps_before;
        result next = *so_far;
        next.x = x;
        next.y = y;
        if (!piece) {
            if (counts && (leg->modes & SHG_MODE_MOVE)) {
                if (last)
                    emit(&next);
                else
                    walk_on(f, chain, index, x, y, n, steps, so_far);
            }
            continue;
        }
        if (counts && takes(leg, piece)) {
            next.taken[next.taken_count].x = x;
            next.taken[next.taken_count++].y = y;
            if (last)
                emit(&next);
            else
                walk_on(f, chain, index, x, y, n, steps, &next);
        }
        if (counts && !last && (leg->modes & SHG_MODE_HOP) &&
            !((leg->modes & SHG_MODE_TAME) && piece != 'f'))
            walk_on(f, chain, index, x, y, n, steps, so_far);
        return;
    }
}

static void walk(const field *f, const shg_chain *chain, size_t index, int x, int y,
                 unsigned before, unsigned steps_before, const result *so_far)
{
    const shg_leg *leg = &chain->legs[index];
    for (unsigned n = 0; n < 8; n++) {
        if (!(leg->directions >> n & 1))
            continue;
        const unsigned direction = index == 0 ? n : shg_leg_turn(leg, before, n);
        walk_ray(f, chain, index, x, y, direction, 1, steps_before, so_far);
        if (leg->modes & (SHG_MODE_CROOKED | SHG_MODE_CIRCULAR))
            walk_ray(f, chain, index, x, y, direction, -1, steps_before, so_far);
    }
}

/* Fills results with all distinct results of a text, including the pass; returns how many. */
static size_t moves_of(const char *text, const field *f)
{
    const shg_betza betza = read_good(text);
    result_count = 0;
    const result start = { f->x, f->y, 0, { { 0, 0 } } };
    for (size_t i = 0; i < betza.ride_count; i++) {
        /* A ride is a leg with one direction, of a class that does not turn. */
        const shg_ride *ride = &betza.rides[i];
        for (int k = 1; ride->reach == 0 || k <= ride->reach; k++) {
            result r = start;
            r.x += k * ride->right;
            r.y += k * ride->forward;
            if (!on_board(f, r.x, r.y))
                break;
            const char piece = f->piece[r.x][r.y];
            if (piece) {
                r.taken[r.taken_count].x = r.x;
                r.taken[r.taken_count++].y = r.y;
                if (piece != 'f' && (ride->modes & SHG_MODE_CAPTURE))
                    emit(&r);
                break;
            }
            if (ride->modes & SHG_MODE_MOVE)
                emit(&r);
        }
    }
    for (size_t i = 0; i < betza.chain_count; i++)
        walk(f, &betza.chains[i], 0, f->x, f->y, 0, 0, &start);
    qsort(results, result_count, sizeof results[0], compare_results);
    size_t distinct = 0;
    for (size_t i = 0; i < result_count; i++)
        if (distinct == 0 || compare_results(&results[i], &results[distinct - 1]) != 0)
            results[distinct++] = results[i];
    return result_count = distinct;
}

/* An empty board with the moving piece in the middle. */
static field empty_field(int side)
{
    field f = { .side = side, .x = side / 2, .y = side / 2 };
    return f;
}

/* Puts pieces at "e0,1 f2,-1", relative to the moving piece. */
static void put_pieces(field *f, const char *pieces)
{
    char piece;
    int x, y, took;
    for (; sscanf(pieces, " %c%d,%d%n", &piece, &x, &y, &took) == 3; pieces += took)
        f->piece[f->x + x][f->y + y] = piece;
}

static void put_ring(field *f, int distance, char piece)
{
    for (int x = -distance; x <= distance; x++)
        for (int y = -distance; y <= distance; y++)
            if (abs(x) == distance || abs(y) == distance)
                f->piece[f->x + x][f->y + y] = piece;
}

/* --- sections "Legs" and "Brackets" -------------------------------------------------------------- */

/* Two texts are equivalent if their results agree on an empty board and on many random ones. */
static bool say_the_same(const char *a, const char *b)
{
    static result first[RESULTS_MAX];
    unsigned chance = 1;
    for (int trial = 0; trial < 60; trial++) {
        field f = empty_field(11);
        for (int x = 0; x < f.side && trial > 0; x++)
            for (int y = 0; y < f.side; y++) {
                chance = chance * 1103515245u + 12345u;
                f.piece[x][y] = "\0\0\0\0\0\0\0\0\0eeefffE"[chance >> 16 & 15];
            }
        const size_t count = moves_of(a, &f);
        memcpy(first, results, count * sizeof first[0]);
        if (moves_of(b, &f) != count || memcmp(first, results, count * sizeof first[0]) != 0)
            return false;
    }
    return true;
}

static void brackets_and_a_say_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool differ; /* the comparison must distinguish these */
    } pairs[] = {
        { "[W-fsF]", "mafsW", false },
        { "[F?fsR]", "FyafsF", false },
        { "[F-fsR]", "yafsF", false },
        { "[W?fsB]", "WyafsW", false },
        { "[cK-aK][mK-bK]KNAD", "KNADcaKcabKmabK", false },
        { "[fcF-mF]", "fcafmF", false },
        { "[R?sR]", "RmasR", false },
        { "[K?aK?aK]", "KaKabKaaKabaKaabKababK", false },
        { "[pR-cR]", "pafcR", false },
        { "[W-fW]", "nD", false },
        { "[F-fF]", "nA", false },
        { "[W-fsF]", "nN", false },
        { "W[W-fW]", "W2", false },
        { "[N-fB]", "mafB", true },
        /* a leg without directions keeps its atom and leads outward */
        { "[F?R]", "FyafsF", false },
        { "[F-R]", "yafsF", false },
        { "[W?B]", "WyafsW", false },
        { "[W-B]", "yafsW", false },
        { "[D?B]", "[D?fsB]", false },
        { "[A?R]", "[A?fsR]", false },
        { "[F-B]", "[F-fB]", false },
        { "[W-R]", "[W-fR]", false },
        { "[W-N]", "[W-fN][W-flN]", false },
        { "[K-R]", "[W-fR][F-fsR]", false },
        { "[Q?B2]", "Q[R-fsB2][B-fB2]", false },
        { "[K-K-W]", "[K-fK-W]", false },
        { "[fhK-fhK-R]", "[fW-fK-R][fW-flK-R][fW-frK-R][fF-fhK-R]", false },
        { "[N-R]", "[N-fR]", false },
        { "[F-R-F]", "[F-fsR-fsF]", false },
        { "[W-F]", "[W-fF]", true },
        /* along the board */
        { "[F?fqR]", "F[frblF-flR][flbrF-frR]", false },
        { "[F?sqR]", "F[frblF-frR][flbrF-flR]", false },
        { "[F?fsqR]", "[F?R]", false },
        { "[N-fqR]", "[vN-fR][sN-fqR]", false },
        { "[N-fqR]", "[N-fR]", true },
        { "[W-fqR]", "[vW-fR]", false },
        /* groups so many times */
        { "(paf)3R", "RpafRpafpafRpafpafpafR", false },
        { "(paf)2cQ", "cQpafcQpafpafcQ", false },
        { "(caf)3mF", "mFcafmFcafcafmFcafcafcafmF", false },
        { "(az)7N", "zN8", false },
        { "(az)1N", "zN2", false },
        { "(az)1N", "zN3", true },
        { "afs(afzafz)1W", "mafsWmafrmaflmafrWmaflmafrmaflW", false },
        { "afs(afzafz)1W", "mafsWmafsmafsmafsW", true },
        { "mazW", "masW", false },
        { "(paf)0cR", "(paf)cR", false },
        /* lame leaps */
        { "nH", "mafmafW", false },
        { "nG", "mafmafF", false },
        { "nWX", "mafmafmafW", false },
        { "nC", "mafmafsWmafsmafzWmafsmafF", false },
        { "nZ", "mafmafsFmafsmafzFmafsmafW", false },
        { "nC", "C", true },
        { "nC", "mafmafsW", true },
        { "nN", "mafsF", true },
        { "[N-fF]", "[N-fF2]", true },
        /* shorthands */
        { "pR", "pafR", false },
        { "gQ", "gafQ", false },
        { "cpR", "pafcR", false },
        { "mpR", "pafmR", false },
        { "gcQ", "gafcQ", false },
        { "pN", "pafN", false },
        { "dcR", "dRcR", false },
        { "FyafsF", "FmyafsF", false },
        { "fcavW", "fcafWfcabW", false },
        { "masR", "marRmalR", false },
        { "maW", "maflrW", true }, /* fl is one direction in a later leg */
        { "maW", "maffslrW", false },
        { "maW", "mafWmalWmarW", false },
        { "maF", "mafFmalFmarF", false },
        { "maK", "mafhKmasKmabsK", false },
        { "maN", "mafhNmasNmabsN", false },
        { "W", "mWcW", false },
        { "R", "cR", true },
        { "tQ", "Q", true },
        { "kQcK", "kQ", true },
        /* repeated legs */
        { "(paf)cQ", "cQpafcQpafpafcQpafpafpafcQpafpafpafpafcQ", false },
        { "f(paf)cR", "fcRfpafcRfpafpafcRfpafpafpafcRfpafpafpafpafcR", false },
        { "(paf)cQ", "cQpafcQ", true },
        { "(paf)(maf)cW",
          "cWpafcWmafcWpafmafcWpafpafcWmafmafcWpafpafmafcWpafmafmafcWpafpafpafcWmafmafmafcW"
          "pafpafpafpafcWpafpafpafmafcWpafpafmafmafcWpafmafmafmafcWmafmafmafmafcW",
          false },
    };
    for (size_t i = 0; i < COUNT(pairs); i++)
        if (say_the_same(pairs[i].a, pairs[i].b) == pairs[i].differ)
            fail_msg("%s and %s", pairs[i].a, pairs[i].b);
}

/* The defaults of each leg. */
static void legs_have_defaults(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t leg;
        unsigned modes, directions, range;
    } legs[] = {
        { "maW", 0, SHG_MODE_MOVE, 0x55, 1 },
        { "aW", 0, SHG_MODE_MOVE, 0x55, 1 },
        { "aW", 1, SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0x45, 1 },
        { "aF", 1, SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0x45, 1 },
        { "aN", 1, SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0xEF, 1 },
        { "aK", 1, SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0xEF, 1 },
        { "kaK", 0, SHG_MODE_ROYAL | SHG_MODE_MOVE, 0xFF, 1 },
        { "makK", 1, SHG_MODE_ROYAL, 0xEF, 1 },
        { "taK", 0, SHG_MODE_TAME | SHG_MODE_MOVE, 0xFF, 1 },
        { "matK", 1, SHG_MODE_TAME | SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0xEF, 1 },
        { "cafmW", 1, SHG_MODE_MOVE, 0x01, 1 },
        { "xK", 0, SHG_MODE_RELAY, 0xFF, 1 },
        { "mfW*", 0, SHG_MODE_MOVE, 0x01, SHG_RANGE_HALF },
        { "yafsF", 0, SHG_MODE_MOVE, 0xAA, 1 },
        { "yafsF", 1, SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0x82, 0 },
        { "yafR", 1, SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0x01, 1 },
        { "gafafR", 2, SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0x01, 0 },
        { "gafR3", 1, SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0x01, 0 },
        { "mafiR", 1, SHG_MODE_EQUAL | SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0x01, 0 },
        { "iiaK", 0, SHG_MODE_INITIAL | SHG_MODE_SECOND | SHG_MODE_MOVE, 0xFF, 1 },
        { "ooR", 0, SHG_MODE_CYLINDER | SHG_MODE_TORUS | SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0x55, 0 },
        { "uK", 0, SHG_MODE_UNLOAD | SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0xFF, 1 },
        { "zB", 0, SHG_MODE_CROOKED | SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0xAA, 0 },
        { "qN", 0, SHG_MODE_CIRCULAR | SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0xFF, 1 },
        { "fceF", 0, SHG_MODE_CAPTURE | SHG_MODE_PASSANT, 0x82, 1 },
        { "ifmnD", 0, SHG_MODE_INITIAL | SHG_MODE_MOVE | SHG_MODE_LAME | SHG_MODE_MARK, 0x01, 1 },
        { "fmnD", 0, SHG_MODE_MOVE | SHG_MODE_LAME, 0x01, 1 },
        { "nnA", 0, SHG_MODE_MOVE | SHG_MODE_CAPTURE | SHG_MODE_LAME | SHG_MODE_MARK, 0xAA, 1 },
        { "icnD", 0, SHG_MODE_INITIAL | SHG_MODE_CAPTURE | SHG_MODE_LAME, 0x55, 1 },
        { "ifnafmW", 0, SHG_MODE_INITIAL | SHG_MODE_MOVE | SHG_MODE_MARK, 0x01, 1 },
        { "ifeafmW", 0, SHG_MODE_INITIAL | SHG_MODE_MOVE | SHG_MODE_MARK, 0x01, 1 },
        { "feafmF", 0, SHG_MODE_PASSANT, 0x82, 1 },
        { "dU", 0, SHG_MODE_ANYWHERE | SHG_MODE_DESTROY, 0x01, 1 },
        { "[W-F]", 1, SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0x82, 1 },
        { "[W-R]", 1, SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0x01, 0 },
        { "[aW-aF]", 0, SHG_MODE_MOVE, 0x55, 1 },
        { "[aW-aF]", 1, SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0xFF, 1 },
        { "[gQ-fQ]", 1, SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0x01, 1 },
        { "(paf)cQ", 0, SHG_MODE_HOP, 0xFF, 0 },
        { "(paf)cQ", 1, SHG_MODE_HOP | SHG_MODE_LOOP, 0x01, 0 },
        { "(paf)cQ", 2, SHG_MODE_CAPTURE, 0x01, 0 },
        { "gK", 1, SHG_MODE_MOVE | SHG_MODE_CAPTURE, 0x01, 1 },
        { "pK", 0, SHG_MODE_HOP, 0xFF, 1 },
        { "tpR", 0, SHG_MODE_HOP | SHG_MODE_TAME, 0x55, 0 },
    };
    for (size_t i = 0; i < COUNT(legs); i++) {
        const shg_betza betza = read_good(legs[i].text);
        assert_true(betza.chain_count > 0);
        const shg_chain *const chain = &betza.chains[betza.chain_count - 1];
        assert_true(legs[i].leg < chain->leg_count);
        const shg_leg *const leg = &chain->legs[legs[i].leg];
        if (leg->modes != legs[i].modes || leg->directions != legs[i].directions ||
            leg->range != legs[i].range)
            fail_msg("%s leg %zu: modes %05x directions %02x range %u", legs[i].text, legs[i].leg,
                     leg->modes, leg->directions, leg->range);
    }
}

/* Straight ahead after an oblique leap: the nearest direction of the next atom. */
static void straight_on_after_an_oblique_leap(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned straight[8];
    } turns[] = {
        { "[N-fR]", { 0, 2, 2, 4, 4, 6, 6, 0 } }, { "[N-fB]", { 1, 1, 3, 3, 5, 5, 7, 7 } },
        { "[N-fQ]", { 1, 1, 3, 3, 5, 5, 7, 7 } }, { "[C-fQ]", { 0, 2, 2, 4, 4, 6, 6, 0 } },
        { "[Z-fK]", { 1, 1, 3, 3, 5, 5, 7, 7 } }, { "[N-fC]", { 0, 1, 2, 3, 4, 5, 6, 7 } },
        { "[R-fB]", { 0, 1, 2, 3, 4, 5, 6, 7 } },
    };
    for (size_t i = 0; i < COUNT(turns); i++) {
        const shg_betza betza = read_good(turns[i].text);
        for (unsigned n = 0; n < 8; n++)
            assert_int_equal(shg_leg_turn(&betza.chains[0].legs[1], n, 0), turns[i].straight[n]);
    }
}

/* --- sections "Worked examples" and "Test vectors" ----------------------------------------------- */

#define LION         "KNADcaKcabKmabK"
#define FALCON_AHEAD "fWfDfcavWfmabW"

/* The number of distinct results, including the pass. */
static void counts_on_a_board(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int side;
        const char *pieces; /* or a row of rings: R1e is the ring at distance 1 */
        size_t count;
    } counts[] = {
        { "mafsW", 19, "", 8 },
        { "mafsF", 19, "", 8 },
        { "mpafN", 19, "", 8 },
        { "mpafmpafmpafsW", 19, "", 8 },
        { "nA", 19, "", 4 },
        { "nD", 19, "", 4 },
        { "nN", 19, "", 8 },
        { "nN", 19, "f0,1", 6 },
        { "KaKaaK", 19, "", 49 }, /* 48 squares, and back */
        { "RmasR", 19, "", 360 },
        { "masR", 19, "", 324 },
        { "RmasR", 19, "e0,3 f3,0", 298 },
        { "BmasB", 19, "", 180 },
        { "WBmasB", 19, "", 184 },
        { LION, 19, "", 25 },
        { LION, 19, "R1e", 88 },
        { LION, 19, "R1e R2e", 88 },
        { LION, 19, "R1f", 16 },
        { LION, 19, "e0,1", 33 },
        { FALCON_AHEAD, 19, "", 3 },
        { FALCON_AHEAD, 19, "e0,1", 4 },
        { FALCON_AHEAD, 19, "e0,1 e0,2", 4 },
        { FALCON_AHEAD, 19, "f0,1", 1 },
        { FALCON_AHEAD, 19, "e0,1 f0,2", 2 },
        { FALCON_AHEAD, 19, "f0,1 f0,2", 0 },
        { "KaKaaK", 19, "e1,1 e1,0 e1,-1 e0,-1 e-1,-1 e-1,0 e-1,1", 20 },
        { "f(paf)cQfQ", 19, "f0,2 e0,3 e0,4 f0,6 e0,7", 4 },
        { "fmRfcpR", 19, "f0,3 e0,6 e0,8", 3 },
        { "gQ", 19, "e0,3", 1 },
        { "fpafR", 19, "f0,3 e0,6", 3 },
        { "fcafmF", 19, "e1,1", 1 },
        { "fcafmF", 19, "e1,1 e2,2", 0 },
        { "fcaW", 19, "e0,1", 3 },
        { "caF", 19, "e1,1", 3 },
        { "jBvjRsjW3", 19, "", 8 * 4 + 8 * 2 + 2 * 2 },
        { "fW*", 12, "", 0 },
        { "Q", 19, "", 72 },
        { "zB", 9, "", 20 },
        { "qN", 19, "", 32 },
        { "oR", 9, "", 8 + 8 },
        { "[K?aK?aK]", 19, "", 49 },
    };
    for (size_t i = 0; i < COUNT(counts); i++) {
        field f = empty_field(counts[i].side);
        if (strchr(counts[i].pieces, 'R')) {
            for (const char *ring = counts[i].pieces; (ring = strchr(ring, 'R')); ring++)
                put_ring(&f, ring[1] - '0', ring[2]);
        } else {
            put_pieces(&f, counts[i].pieces);
        }
        const size_t count = moves_of(counts[i].text, &f);
        if (count != counts[i].count)
            fail_msg("%zu: %s with %s: %zu, not %zu", i, counts[i].text, counts[i].pieces, count,
                     counts[i].count);
    }
}

/* The steps of a piece from f6 on 12x12, e5 on 10x10 or e5 on 9x9. */
static void totals_of_worked_examples(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int side;
        size_t count;
    } totals[] = {
        { "R", 9, 16 },      { "B", 9, 16 },     { "RF", 9, 20 },    { "BW", 9, 20 },
        { "Q", 10, 35 },     { "WvR", 10, 11 },  { "N", 10, 8 },     { "FfsW", 10, 7 },
        { "vR", 12, 11 },    { "sRvW", 12, 13 }, { "vRsW", 12, 13 }, { "B", 12, 21 },
        { "R", 12, 22 },     { "BW", 12, 25 },   { "RF", 12, 26 },   { "Q", 12, 43 },
        { "vRfB", 12, 22 },  { "vRbB", 12, 21 }, { "BvR", 12, 32 },  { "BsR", 12, 32 },
        { "vRsWF", 12, 17 }, { "FD", 12, 8 },    { "WA", 12, 8 },    { "fFvW", 12, 4 },
        { "FvW", 12, 6 },    { "FbsW", 12, 7 },
    };
    for (size_t i = 0; i < COUNT(totals); i++) {
        field f = empty_field(totals[i].side);
        f.x = f.y = (totals[i].side - 1) / 2;
        assert_int_equal(moves_of(totals[i].text, &f), totals[i].count);
    }
}

/* --- the drop atom ------------------------------------------------------------------------------- */

static void the_drop_atom_is_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int depth, per_file;
        bool not_back_rank, per_shade, one;
    } good[] = {
        { "fWf@8", 8, 1, false, false, false },  { "R@9", 9, 0, false, false, false },
        { "fWff@7", 7, 2, false, false, false }, { "Kj@5", 5, 0, true, false, false },
        { "K@", 1, 0, false, false, false },     { "Ks@9", 9, 0, false, true, false },
        { "Kb@9", 9, 0, false, false, true },    { "Kjfb@99", 99, 1, true, false, true },
    };
    for (size_t i = 0; i < COUNT(good); i++) {
        const shg_betza betza = read_good(good[i].text);
        assert_true(betza.has_drop);
        assert_int_equal(betza.drop_depth, good[i].depth);
        assert_int_equal(betza.drop_per_file, good[i].per_file);
        assert_int_equal(betza.drop_not_back_rank, good[i].not_back_rank);
        assert_int_equal(betza.drop_per_shade, good[i].per_shade);
        assert_int_equal(betza.drop_one, good[i].one);
    }
    assert_false(read_good("K").has_drop);
}

/* --- faults -------------------------------------------------------------------------------------- */

#define ATOM "expected an atom (W F D A H G N C Z K Q R B U), found "
#define NEAR                                                                                       \
    "expected at most two captures on the way, or each within four squares of the one before, "    \
    "found "
#define LETTER "expected a direction, a mode or an atom, found "
#define RANGE  "expected a range from 1 to 99, or 0, found "
#define REPEAT "expected one \"a\" between \"(\" and \")\", found "

static void bad_moves_are_refused_at_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t column;
        const char *message;
    } bad[] = {
        { "", 1, "expected a move, such as fW, found end of text" },
        { "f", 2, ATOM "end of text" },
        { "E", 1, ATOM "\"E\"" },
        { "M", 1, ATOM "\"M\"" },
        { "P", 1, ATOM "\"P\"" },
        { "S", 1, ATOM "\"S\"" },
        { "T", 1, ATOM "\"T\"" },
        { "V", 1, ATOM "\"V\"" },
        { "X", 1, ATOM "\"X\"" },
        { "Y", 1, ATOM "\"Y\"" },
        { "WfE", 3, ATOM "\"E\"" },
        { "W3W4Ys", 5, ATOM "\"Ys\"" },
        { "W-F", 2, ATOM "\"-F\"" },
        { "3W", 1, ATOM "\"3W\"" },
        { "W*3", 3, ATOM "\"3\"" },
        { "NN3", 3, ATOM "\"3\"" },
        { "f\xE6\xAD\xA9W", 2, ATOM "\"\xE6\xAD\xA9W\"" },
        { "\xE6\xAD\xA9", 1, ATOM "\"\xE6\xAD\xA9\"" },
        { "fwW", 2, LETTER "\"wW\"" },
        { "wE", 1, LETTER "\"wE\"" },
        { "fyW", 2, LETTER "\"yW\"" },
        { "mafyW", 4, LETTER "\"yW\"" },
        { "zafW", 1, LETTER "\"zafW\"" },
        { "[zW-F]", 2, LETTER "\"zW-F]\"" },
        { "maqW", 3, LETTER "\"qW\"" },
        { "maiiW", 4, LETTER "\"iW\"" },
        { "iiiiW", 4, LETTER "\"iW\"" },
        { "oooW", 3, LETTER "\"oW\"" },
        { "[qW-F]", 2, LETTER "\"qW-F]\"" },
        { "[F-fqB]", 5, "expected f or s with q, and an atom W, D, H or R, found \"qB]\"" },
        { "[F-qR]", 4, "expected f or s with q, and an atom W, D, H or R, found \"qR]\"" },
        { "[F-bqR]", 5, "expected f or s with q, and an atom W, D, H or R, found \"qR]\"" },
        { "v[F?R]", 1, "expected directions and modes inside the brackets, found \"v[F?R]\"" },
        { "Wi[F?R]", 2, "expected directions and modes inside the brackets, found \"i[F?R]\"" },
        { "(paf)64R", 1, "expected at most 64 chains of legs, found \"(paf)64R\"" },
        { "(paf)16R", 3, "expected at most 16 legs, found \"af)16R\"" },
        { "(paf)03R", 6, "expected a range from 1 to 99, or 0, found \"03R\"" },
        { "(pf)3R", 4, REPEAT "\")3R\"" },
        { "[W-wF]", 4, LETTER "\"wF]\"" },
        { "fmaI", 1, "expected I without letters, found \"fmaI\"" },
        { "KmI", 2, "expected I without letters, found \"mI\"" },
        { "xaK", 1, "expected x in a move of one leg, found \"xaK\"" },
        { "maxK", 3, "expected x in a move of one leg, found \"xK\"" },
        { "WpxR", 2, "expected x in a move of one leg, found \"pxR\"" },
        { "[W-xF]", 4, "expected x in a move of one leg, found \"xF]\"" },
        { "uaK", 1, "expected u in a move of one leg, found \"uaK\"" },
        { "mauK", 3, "expected u in a move of one leg, found \"uK\"" },
        { "ugR", 1, "expected u in a move of one leg, found \"ugR\"" },
        { "WueF", 2, "expected u without e, found \"ueF\"" },
        { "zqB", 2, "expected z or q, not both, found \"qB\"" },
        { "qfzB", 3, "expected z or q, not both, found \"zB\"" },
        { "cacaeF", 1, NEAR "\"cacaeF\"" },
        { "cacacaF", 0, "" },
        { "cacacacaF", 0, "" },
        { "cacacacacaF", 1, "expected at most four captures on the way, found \"cacacacacaF\"" },
        { "[cF4-cF4-cF4-F]", 0, "" },
        { "[cF4-cF4-cF5-F]", 1, NEAR "\"[cF4-cF4-cF5-F]\"" },
        { "[cN2-cF4-cA2-G]", 0, "" },
        { "[cN3-cF4-cA2-G]", 1, NEAR "\"[cN3-cF4-cA2-G]\"" },
        { "[cW-mW-cW2-mF-cD-R]", 0, "" },
        { "[cW-mW3-cW2-mF-cD-R]", 1, NEAR "\"[cW-mW3-cW2-mF-cD-R]\"" },
        { "[mcF2-mcF2-mcF2-mcF2-W]", 0, "" },
        { "[mcF2-mcF3-mcF2-mcF2-W]", 1, NEAR "\"[mcF2-mcF3-mcF2-mcF2-W]\"" },
        { "[cR-cF-F]", 0, "" },
        { "[cR-cF-cF-F]", 1, NEAR "\"[cR-cF-cF-F]\"" },
        { "[cF-cF*-cF-F]", 1, NEAR "\"[cF-cF*-cF-F]\"" },
        { "[cF-ceF-cF-F]", 1, NEAR "\"[cF-ceF-cF-F]\"" },
        { "[cF-ocF-cF-F]", 1, NEAR "\"[cF-ocF-cF-F]\"" },
        { "[cF2-ciF-ciF-F]", 0, "" },
        { "[cF5-ciF-ciF-F]", 1, NEAR "\"[cF5-ciF-ciF-F]\"" },
        { "K(maf)R", 2, "expected a move of at most 100000 paths, found \"(maf)R\"" },
        { "(maf)W", 0, "" },
        { "NNCCZZRB", 0, "" },
        { "NNCCZZRBfD2", 9, "expected riders along at most 16 lines, found \"fD2\"" },
        { "R100", 2, RANGE "\"100\"" },
        { "R1000000000000", 2, RANGE "\"1000000000000\"" },
        { "W03", 2, RANGE "\"03\"" },
        { "W00", 2, RANGE "\"00\"" },
        { "fwW100", 2, LETTER "\"wW100\"" },
        { "fnW100", 4, "expected a range from 1 to 99, or 0, found \"100\"" },
        { "[W-fR100]", 6, RANGE "\"100]\"" },
        { "U3", 2, "expected a range from 1 to 99, or 0, after another atom than U, found \"3\"" },
        { "O100", 2, RANGE "\"100\"" },
        { "isO0", 4, "expected a number of squares from 1 to 99 after O, found \"0\"" },
        { "hW", 1, "expected a direction before \"h\", found \"hW\"" },
        { "fhW", 2, "expected a direction before \"h\", found \"hW\"" },
        { "hrF", 1, "expected a direction before \"h\", found \"hrF\"" },
        { "hlK", 1, "expected a direction before \"h\", found \"hlK\"" },
        { "fhhK", 3, "expected a direction before \"h\", found \"hK\"" },
        { "mahrN", 3, "expected a direction before \"h\", found \"hrN\"" },
        { "vhN", 2, "expected a direction before \"h\", found \"hN\"" },
        { "nnnA", 3, "expected a direction, a mode or an atom, found \"nA\"" },
        { "jH", 1, "expected N, D, A or a slider after \"j\", found \"jH\"" },
        { "jC", 1, "expected N, D, A or a slider after \"j\", found \"jC\"" },
        { "[W-fF", 6, "expected \"-\", \"?\" or \"]\", found end of text" },
        { "[W+fF]", 3, "expected \"-\", \"?\" or \"]\", found \"+fF]\"" },
        { "[WF]", 3, "expected \"-\", \"?\" or \"]\", found \"F]\"" },
        { "[W]", 3, "expected \"-\" or \"?\" and a second leg, found \"]\"" },
        { "[]", 2, ATOM "\"]\"" },
        { "[W-]", 4, ATOM "\"]\"" },
        { "[-W]", 2, ATOM "\"-W]\"" },
        { "[W-f]", 5, ATOM "\"]\"" },
        { "[U-fW]", 2, ATOM "\"U-fW]\"" },
        { "W]", 2, "expected \"[\" before \"]\", found \"]\"" },
        { "[N-sR]", 4, "expected f after an oblique leg, found \"sR]\"" },
        { "[N-aN]", 4, "expected f after an oblique leg, found \"aN]\"" },
        { "[N?fR-fsC-bK]", 10 + 1, "expected f after an oblique leg, found \"bK]\"" },
        { "()W", 2, REPEAT "\")W\"" },
        { "(paaf)W", 4, REPEAT "\"af)W\"" },
        { "(pf)W", 4, REPEAT "\")W\"" },
        { "((paf)af)W", 2, REPEAT "\"(paf)af)W\"" },
        { "paf)W", 4, REPEAT "\")W\"" },
        { "(pafW", 5, "expected \")\", found \"W\"" },
        { "(paf", 5, "expected \")\", found end of text" },
        { "(pas)cR", 1, "expected a repeated leg straight on, such as (paf), found \"(pas)cR\"" },
        { "(a)K", 1, "expected a repeated leg straight on, such as (paf), found \"(a)K\"" },
        { "(opaf)R", 1, "expected a repeated leg straight on, such as (paf), found \"(opaf)R\"" },
        { "(paf)(paf)(paf)(paf)R", 16, "expected at most 3 groups ( ), found \"(paf)R\"" },
        { "aaaaaaaaaaaaaaaaW", 16, "expected at most 16 legs, found \"aW\"" },
        { "cafcafcafW", 0, "" },
        { "cafcafcafR", 1, NEAR "\"cafcafcafR\"" },
        { "K(caf)cR", 2, "expected at most four captures on the way, found \"(caf)cR\"" },
        { "maQaQ", 0, "" }, /* a rider in each of two groups */
        { "maaaaaQ", 1, "expected a move of at most 100000 paths, found \"maaaaaQ\"" },
        /* With all edges joined a rider may visit every square of the board. */
        { "oomB", 0, "" },
        { "oomBomamB", 0, "" },
        { "moaomB", 0, "" },
        { "mooaB", 0, "" },
        { "mooaooB", 1, "expected a move of at most 100000 paths, found \"mooaooB\"" },
        { "mooamooaB", 1, "expected a move of at most 100000 paths, found \"mooamooaB\"" },
        { "mooaooiB", 1, "expected a move of at most 100000 paths, found \"mooaooiB\"" },
        { "fWl@8", 3, "expected f, ff, s, b or j before the drop atom @, found \"l@8\"" },
        { "fWfa@8", 4, "expected f, ff, s, b or j before the drop atom @, found \"a@8\"" },
        { "fW@0", 4, "expected a number of ranks from 1 to 99, found \"0\"" },
        { "fW@100", 4, RANGE "\"100\"" },
        { "fW@8@9", 5, "expected one drop atom @ at most, found \"@9\"" },
        { "cO", 1, "expected a direction, i or j before O, found \"cO\"" },
        { "maO", 1, "expected a direction, i or j before O, found \"maO\"" },
        { "fU", 1, "expected m, c, d, e, k or t before U, found \"fU\"" },
        { "maU", 2, "expected m, c, d, e, k or t before U, found \"aU\"" },
        { "W F", 2, ATOM "\" F\"" },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        shg_betza betza;
        const shoogi_status status = read_text(&betza, bad[i].text, strlen(bad[i].text));
        if (bad[i].message[0] == '\0') { /* no error */
            assert_int_equal(status, SHOOGI_OK);
            continue;
        }
        assert_int_equal(status, SHOOGI_PARSE_ERROR);
        shoogi_error errors[SHOOGI_DEFINITION_ERRORS_MAX];
        size_t count;
        assert_int_equal(shg_faults_report(&faults, errors, COUNT(errors), &count),
                         SHOOGI_PARSE_ERROR);
        size_t first = 0;
        while (errors[first].status == SHOOGI_OK)
            first++;
        if (errors[first].line != 1 || errors[first].column != bad[i].column ||
            strcmp(errors[first].message, bad[i].message) != 0)
            fail_msg("%s: %u:%u: %s", bad[i].text, errors[first].line, errors[first].column,
                     errors[first].message);
    }
}

static void warnings_do_not_fail(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t column;
        const char *message; /* NULL: none */
    } warned[] = {
        { "maW", 3, "warning: expected a direction, found \"W\"" },
        { "mamF", 3, "warning: expected a direction, found \"mF\"" },
        { "maK", 0, NULL },
        { "maN", 0, NULL },
        { "mafW", 0, NULL },
        { "[W?K]", 4, "warning: expected a direction, found \"K]\"" },
        { "[W?mK]", 4, "warning: expected a direction, found \"mK]\"" },
        { "[W?F]", 0, NULL },
        { "[K?aK]", 0, NULL },
        { "yafR3", 1, "warning: expected range 1 or 0 before the toggle, found \"yafR3\"" },
        { "mgafF2", 2, "warning: expected range 1 or 0 before the toggle, found \"gafF2\"" },
        { "yafR", 0, NULL },
        { "yafF", 0, NULL },
        { "gR3", 0, NULL },
        { "[gQ-fR3]", 5, "warning: expected range 1 or 0 after a toggle, found \"fR3]\"" },
        { "sfF", 1, "warning: expected the other order, found \"sfF\"" },
        { "vrN", 1, "warning: expected the other order, found \"vrN\"" },
        { "fvK", 1, "warning: expected the other order, found \"fvK\"" },
        { "vsK", 1, "warning: expected the other order, found \"vsK\"" },
        { "masfR", 3, "warning: expected the other order, found \"sfR\"" },
        { "sfW", 0, NULL },
        { "fvW", 0, NULL },
        { "fsK", 0, NULL },
    };
    for (size_t i = 0; i < COUNT(warned); i++) {
        shg_betza betza;
        assert_int_equal(read_text(&betza, warned[i].text, strlen(warned[i].text)), SHOOGI_OK);
        shoogi_error errors[SHOOGI_DEFINITION_ERRORS_MAX];
        size_t count;
        assert_int_equal(shg_faults_report(&faults, errors, COUNT(errors), &count), SHOOGI_OK);
        if (count != (warned[i].message ? 1u : 0u))
            fail_msg("%s: %zu warnings", warned[i].text, count);
        if (count == 0)
            continue;
        assert_int_equal(errors[0].status, SHOOGI_OK);
        if (errors[0].column != warned[i].column ||
            strcmp(errors[0].message, warned[i].message) != 0)
            fail_msg("%s: %u: %s", warned[i].text, errors[0].column, errors[0].message);
    }
}

/* --- random texts -------------------------------------------------------------------------------- */

/* Random strings of the letters of the grammar, most of them invalid: parsed, or rejected within the text; the result
 * is within its bounds. */
static void any_string_is_read_or_refused_within(void **state)
{
    (void)state;
    static const char letters[] =
        "WFDAHGNCLZJKQRBUOI@XY0123456789*[]-?()aaaafblrvshmcdekpgytinjouxzqw";
    uint64_t chance = 1;
    size_t good = 0;
    for (int trial = 0; trial < 200000; trial++) {
        char text[24];
        chance = chance * UINT64_C(6364136223846793005) + 1442695040888963407;
        const size_t bytes = (size_t)(chance >> 59) % sizeof text;
        for (size_t i = 0; i < bytes; i++) {
            chance = chance * UINT64_C(6364136223846793005) + 1442695040888963407;
            text[i] = letters[(chance >> 33) % (sizeof letters - 1)];
        }
        shg_betza betza;
        const shoogi_status status = read_text(&betza, text, bytes);
        assert_int_equal(status != SHOOGI_OK, shg_faults_any(&faults));
        shoogi_error errors[SHOOGI_DEFINITION_ERRORS_MAX];
        size_t count;
        assert_int_equal(shg_faults_report(&faults, errors, COUNT(errors), &count), status);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(errors[i].line, 1);
            assert_in_range(errors[i].column, 1, bytes + 1);
        }
        if (status != SHOOGI_OK)
            continue;
        good++;
        assert_true(betza.ride_count <= SHG_RIDES_MAX && betza.chain_count <= SHG_CHAINS_MAX);
        for (size_t i = 0; i < betza.chain_count; i++) {
            assert_in_range(betza.chains[i].leg_count, 1, SHG_LEGS_MAX);
            for (size_t k = 0; k < betza.chains[i].leg_count; k++)
                assert_true(betza.chains[i].legs[k].directions != 0);
        }
        if (trial % 1024 == 0) {
            end(NULL);
            begin(NULL);
        }
    }
    assert_true(good > 1000);
}

/* Exhausted memory is reported as such, without a partial result. */
static void memory_may_run_out(void **state)
{
    (void)state;
    const char *text = "KNADcaKcabKmabK";
    shg_arena tight;
    shg_betza betza;
    shg_arena_init(&tight, 0);
    shg_faults_init(&faults, (shg_source){ .bytes = text, .count = strlen(text) });
    assert_int_equal(shg_betza_read(&betza, &tight, text, strlen(text), &faults), SHOOGI_NO_MEMORY);
    assert_false(shg_faults_any(&faults));
    shg_arena_fini(&tight);
}

TEST_SUITE(xbetza)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(atoms, begin, end),
        cmocka_unit_test_setup_teardown(ranges, begin, end),
        cmocka_unit_test_setup_teardown(directions_by_class, begin, end),
        cmocka_unit_test_setup_teardown(directions_as_squares, begin, end),
        cmocka_unit_test_setup_teardown(brackets_and_a_say_the_same, begin, end),
        cmocka_unit_test_setup_teardown(legs_have_defaults, begin, end),
        cmocka_unit_test_setup_teardown(straight_on_after_an_oblique_leap, begin, end),
        cmocka_unit_test_setup_teardown(counts_on_a_board, begin, end),
        cmocka_unit_test_setup_teardown(totals_of_worked_examples, begin, end),
        cmocka_unit_test_setup_teardown(the_drop_atom_is_read, begin, end),
        cmocka_unit_test_setup_teardown(bad_moves_are_refused_at_their_place, begin, end),
        cmocka_unit_test_setup_teardown(warnings_do_not_fail, begin, end),
        cmocka_unit_test_setup_teardown(any_string_is_read_or_refused_within, begin, end),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
