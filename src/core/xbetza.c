#include "core/xbetza.h"

#include "base/error.h"
#include "base/text.h"

#include <assert.h>
#include <string.h>

/* The eight directions are numbered clockwise from straight forward; a set of them is a mask. */
enum { N0 = 1, N1 = 2, N2 = 4, N3 = 8, N4 = 16, N5 = 32, N6 = 64, N7 = 128 };

/* How direction letters are read depends on the symmetry of the atom. */
enum atom_class { ORTHOGONAL, DIAGONAL, OBLIQUE, KING, ATOM_CLASSES };

static const struct atom {
    char letter;
    int8_t shorter, longer; /* the leap */
    enum atom_class class;
    uint8_t range; /* without a number; 0: to the edge */
} atoms[] = {
    { 'W', 0, 1, ORTHOGONAL, 1 }, { 'D', 0, 2, ORTHOGONAL, 1 }, { 'H', 0, 3, ORTHOGONAL, 1 },
    { 'R', 0, 1, ORTHOGONAL, 0 }, { 'F', 1, 1, DIAGONAL, 1 },   { 'A', 2, 2, DIAGONAL, 1 },
    { 'G', 3, 3, DIAGONAL, 1 },   { 'B', 1, 1, DIAGONAL, 0 },   { 'N', 1, 2, OBLIQUE, 1 },
    { 'C', 1, 3, OBLIQUE, 1 },    { 'L', 1, 3, OBLIQUE, 1 },    { 'Z', 2, 3, OBLIQUE, 1 },
    { 'J', 2, 3, OBLIQUE, 1 },    { 'K', 0, 1, KING, 1 },       { 'Q', 0, 1, KING, 0 },
};

static const uint8_t all_directions[ATOM_CLASSES] = {
    [ORTHOGONAL] = N0 | N2 | N4 | N6,
    [DIAGONAL] = N1 | N3 | N5 | N7,
    [OBLIQUE] = 0xFF,
    [KING] = 0xFF,
};

/* Direction letters, two at a time where two pair up.  Source: docs/xbetza.md, "Directions". */
static const struct spelling {
    char letters[3];
    uint8_t directions[ATOM_CLASSES]; /* 0: not read so in this class */
} spellings[] = {
    /*        orthogonal  diagonal           oblique            king */
    { "f", { N0, N1 | N7, N0 | N7, N0 } },
    { "b", { N4, N3 | N5, N3 | N4, N4 } },
    { "l", { N6, N5 | N7, N5 | N6, N6 } },
    { "r", { N2, N1 | N3, N1 | N2, N2 } },
    { "v", { N0 | N4, N1 | N3 | N5 | N7, N0 | N3 | N4 | N7, N0 | N4 } },
    { "s", { N2 | N6, N1 | N3 | N5 | N7, N1 | N2 | N5 | N6, N2 | N6 } },
    { "fr", { 0, N1, N1, N1 } },
    { "rf", { 0, N1, N0, N1 } },
    { "fl", { 0, N7, N6, N7 } },
    { "lf", { 0, N7, N7, N7 } },
    { "br", { 0, N3, N2, N3 } },
    { "rb", { 0, N3, N3, N3 } },
    { "bl", { 0, N5, N5, N5 } },
    { "lb", { 0, N5, N4, N5 } },
    { "ff", { 0, N1 | N7, N0 | N7, N0 } },
    { "bb", { 0, N3 | N5, N3 | N4, N4 } },
    { "rr", { 0, N1 | N3, N1 | N2, N2 } },
    { "ll", { 0, N5 | N7, N5 | N6, N6 } },
    { "fs", { 0, N1 | N7, N1 | N6, N1 | N7 } },
    { "bs", { 0, N3 | N5, N2 | N5, N3 | N5 } },
    { "rv", { 0, N1 | N3, N0 | N3, N1 | N3 } },
    { "lv", { 0, N5 | N7, N4 | N7, N5 | N7 } },
    { "fh", { 0, N1 | N7, N0 | N1 | N6 | N7, N7 | N0 | N1 } },
    { "bh", { 0, N3 | N5, N2 | N3 | N4 | N5, N3 | N4 | N5 } },
    { "rh", { 0, N1 | N3, N0 | N1 | N2 | N3, N1 | N2 | N3 } },
    { "lh", { 0, N5 | N7, N4 | N5 | N6 | N7, N5 | N6 | N7 } },
    { "hr", { 0, 0, N0 | N2 | N4 | N6, 0 } },
    { "hl", { 0, 0, N1 | N3 | N5 | N7, 0 } },
};

static const struct atom *find_atom(char letter)
{
    for (size_t i = 0; i < sizeof atoms / sizeof atoms[0]; i++)
        if (atoms[i].letter == letter)
            return &atoms[i];
    return NULL;
}

/* The directions that letters, 1 or 2 of them, name for the class; 0 if they name none. */
static uint8_t directions_of(enum atom_class class, const char *letters, size_t count)
{
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
        if (strlen(spellings[i].letters) == count &&
            memcmp(spellings[i].letters, letters, count) == 0)
            return spellings[i].directions[class];
    return 0;
}

/* The step of an atom in one direction, right and forward.  Direction n of an oblique atom (p,q) is the
 * n-th of its eight leaps clockwise, beginning with (p,q) itself. */
static shg_ride step_of(int shorter, int longer, enum atom_class class, unsigned direction)
{
    static const int8_t unit[8][2] = { { 0, 1 },  { 1, 1 },   { 1, 0 },  { 1, -1 },
                                       { 0, -1 }, { -1, -1 }, { -1, 0 }, { -1, 1 } };
    int right = unit[direction][0] * longer;
    int forward = unit[direction][1] * longer;
    if (class == OBLIQUE) {
        static const int8_t turn[8][4] = {
            /* right = a*shorter + b*longer, forward = c*shorter + d*longer */
            { 1, 0, 0, 1 },   { 0, 1, 1, 0 },   { 0, 1, -1, 0 }, { 1, 0, 0, -1 },
            { -1, 0, 0, -1 }, { 0, -1, -1, 0 }, { 0, -1, 1, 0 }, { -1, 0, 0, 1 },
        };
        const int8_t *t = turn[direction];
        right = t[0] * shorter + t[1] * longer;
        forward = t[2] * shorter + t[3] * longer;
    }
    return (shg_ride){ (int8_t)right, (int8_t)forward, 0 };
}

typedef struct reader {
    const char *text;
    size_t bytes, at;
    size_t line, column;
    shoogi_error *err;
    shg_ride rides[256];
    size_t ride_count;
} reader;

static char peek(const reader *r, size_t ahead)
{
    return r->at + ahead < r->bytes ? r->text[r->at + ahead] : '\0';
}

static shoogi_status expected_at(reader *r, size_t at, const char *what)
{
    const size_t column = r->column + shg_utf8_length(r->text, at);
    return shg_error_expected(r->err, SHOOGI_BAD_TEXT, r->line, column, what, r->text + at,
                              r->bytes - at);
}

static bool is_direction(char c)
{
    return c != '\0' && strchr("fblrvsh", c) != NULL;
}

/* Keeps the ride, or lengthens one that goes the same way. */
static shoogi_status add_ride(reader *r, shg_ride ride)
{
    for (size_t i = 0; i < r->ride_count; i++) {
        shg_ride *known = &r->rides[i];
        if (known->right != ride.right || known->forward != ride.forward)
            continue;
        if (known->reach != 0 && (ride.reach == 0 || ride.reach > known->reach))
            known->reach = ride.reach;
        return SHOOGI_OK;
    }
    if (r->ride_count == sizeof r->rides / sizeof r->rides[0])
        return expected_at(r, r->at, "at most 256 different steps");
    r->rides[r->ride_count++] = ride;
    return SHOOGI_OK;
}

/* number = "0" | ( "1".."9" , [ "0".."9" ] ); without one *range is as it was. */
static shoogi_status read_range(reader *r, unsigned *range)
{
    if (!shg_is_digit(peek(r, 0)))
        return SHOOGI_OK;
    const size_t start = r->at;
    unsigned value = 0;
    while (shg_is_digit(peek(r, 0)) && value <= SHG_RANGE_MAX)
        value = value * 10 + (unsigned)(r->text[r->at++] - '0');
    if (value > SHG_RANGE_MAX || (r->text[start] == '0' && r->at > start + 1))
        return expected_at(r, start, "a range from 1 to 99, or 0 for any distance");
    *range = value;
    return SHOOGI_OK;
}

/* X adds 3 to the longer coordinate, Y adds 2 to both. */
static void read_extension(reader *r, int *shorter, int *longer, enum atom_class *class)
{
    bool any = false;
    for (; peek(r, 0) == 'X' || peek(r, 0) == 'Y'; r->at++, any = true) {
        if (*longer > 40)
            continue; /* off every board already; the letters are read, the numbers stay small */
        *longer += peek(r, 0) == 'X' ? 3 : 2;
        *shorter += peek(r, 0) == 'X' ? 0 : 2;
    }
    if (any)
        *class = *shorter == 0 ? ORTHOGONAL : *shorter == *longer ? DIAGONAL : OBLIQUE;
}

/* Reads the direction letters from at to the atom, for an atom of this class. */
static shoogi_status read_directions(reader *r, size_t at, size_t end, enum atom_class class,
                                     uint8_t *directions)
{
    if (at == end) {
        *directions = all_directions[class];
        return SHOOGI_OK;
    }
    *directions = 0;
    while (at < end) {
        const bool chiral = r->text[at] == 'h';
        size_t count = at + 1 < end ? 2 : 1;
        uint8_t set = count == 2 ? directions_of(class, r->text + at, 2) : 0;
        if (set == 0) {
            count = 1;
            set = directions_of(class, r->text + at, 1);
        }
        if (set == 0)
            return expected_at(r, at, chiral ? "a direction before \"h\"" : "a direction");
        *directions |= set;
        at += count;
    }
    return SHOOGI_OK;
}

/* [directions] "@" [depth] */
static shoogi_status read_drop(reader *r, size_t start, shg_betza *out)
{
    const size_t at = r->at++;
    if (out->has_drop)
        return expected_at(r, at, "one drop atom @ at most");
    out->has_drop = true;
    out->drop_column = shg_utf8_length(r->text, at);
    for (size_t i = start; i < at; i++) {
        if (r->text[i] == 'f' && out->drop_per_file < 99)
            out->drop_per_file++;
        else if (r->text[i] == 'j')
            out->drop_not_back_rank = true;
        else
            return expected_at(r, i, "f, ff or j before the drop atom @");
    }
    unsigned depth = 1;
    const shoogi_status status = read_range(r, &depth);
    if (status == SHOOGI_OK && depth == 0)
        return expected_at(r, r->at - 1, "a number of ranks from 1 to 99");
    out->drop_depth = (uint8_t)depth;
    return status;
}

/* [directions] atom [extension] [range] */
static shoogi_status read_group(reader *r, shg_betza *out)
{
    const size_t start = r->at;
    while (is_direction(peek(r, 0)) || peek(r, 0) == 'j')
        r->at++;
    const char letter = peek(r, 0);
    if (letter == '@')
        return read_drop(r, start, out);
    const char *const j = memchr(r->text + start, 'j', r->at - start);
    if (j)
        return expected_at(r, (size_t)(j - r->text), "a direction (f b l r v s h) or an atom");
    const struct atom *atom = find_atom(letter);
    if (!atom && letter >= 'a' && letter <= 'z')
        return expected_at(r, r->at, "a direction (f b l r v s h) or an atom");
    if (!atom)
        return expected_at(r, r->at, "an atom (W F D A H G N C Z K Q R B or the drop atom @)");
    const size_t letters_end = r->at++;

    int shorter = atom->shorter, longer = atom->longer;
    enum atom_class class = atom->class;
    unsigned range = atom->range;
    read_extension(r, &shorter, &longer, &class);
    if (atom->range == 1 && peek(r, 0) == letter && letter != 'K') { /* NN is N0 */
        range = 0;
        r->at++;
    }
    shoogi_status status = read_range(r, &range);
    uint8_t directions = 0;
    if (status == SHOOGI_OK)
        status = read_directions(r, start, letters_end, class, &directions);
    for (unsigned n = 0; n < 8 && status == SHOOGI_OK; n++) {
        if (!(directions >> n & 1))
            continue;
        shg_ride ride = step_of(shorter, longer, class, n);
        ride.reach = (uint8_t)range;
        status = add_ride(r, ride);
    }
    return status;
}

shoogi_status shg_betza_read(shg_betza *out, shg_arena *arena, const char *text, size_t text_bytes,
                             size_t line, size_t column, shoogi_error *err)
{
    reader r = { .text = text, .bytes = text_bytes, .line = line, .column = column, .err = err };
    shg_betza betza = { 0 };
    if (text_bytes == 0)
        return expected_at(&r, 0, "a move, such as fW");
    while (r.at < r.bytes) {
        const shoogi_status status = read_group(&r, &betza);
        if (status != SHOOGI_OK)
            return status;
    }
    betza.rides = shg_arena_array(arena, shg_ride, r.ride_count);
    if (!betza.rides)
        return SHOOGI_NO_MEMORY;
    memcpy(betza.rides, r.rides, r.ride_count * sizeof r.rides[0]);
    betza.ride_count = r.ride_count;
    *out = betza;
    return SHOOGI_OK;
}
